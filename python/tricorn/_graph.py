"""Graphs and plans."""
import array
import html
import os
import queue
import threading
import weakref
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from . import _columns, _exports, _inputs, _pickles, _tricorn
from ._results import Table
from ._settings import COMMON, COUNTING, LOADING, READING, Common, Counting, Loading, Reading, apart, checked


_SHOWN = 10  # nodes that a notebook shows


def _numbers(array: _tricorn.Array) -> Any:
    """A numpy array on the same memory; a memoryview if numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return memoryview(array)
    return numpy.asarray(array)


class _Names:
    """The nodes of a graph whose vertices are not named by numbers: nodes by place, and places by node."""

    def __init__(self, nodes: Sequence[Hashable]) -> None:
        self.nodes = nodes
        self._table: Any = None
        self._places: dict[Hashable, int] | None = None
        self._written: _tricorn.Graph | None = None

    def written(self, graph: _tricorn.Graph) -> _tricorn.Graph:
        """The graph as files have it: its ids are the nodes; TypeError for nodes that files cannot have."""
        if self._written is None and graph.labels({}) is not None:
            self._written = graph
        if self._written is None:
            named = graph.with_names(_ids_of(self.nodes), {})
            named.name_by_places({})  # so pairs and columns are the same for both graphs
            self._written = named
        return self._written

    def of(self, places: _tricorn.Array) -> Any:
        """The nodes at places: a numpy array of int64 if all nodes fit, else of objects; lists without numpy."""
        try:
            import numpy
        except ImportError:
            return _looked_up(self.nodes, memoryview(places).tolist())
        if self._table is None:
            whole = all(type(node) is int and -2**63 <= node < 2**63 for node in self.nodes)
            self._table = numpy.fromiter(self.nodes, numpy.int64 if whole else object, len(self.nodes))
        return self._table[numpy.asarray(places)]

    def places(self, column: Any, what: str) -> "array.array[int]":
        """The places of nodes; ValueError for an object that is no node."""
        if self._places is None:
            self._places = {node: place for place, node in enumerate(self.nodes)}
        find = self._places
        values = column.tolist() if hasattr(column, "tolist") else list(column)
        try:
            return array.array("q", [find[value] for value in values])
        except KeyError:
            number = next(number for number, value in enumerate(values) if value not in find)
            raise ValueError(f"{what} {number} has the end {values[number]!r}, which is no node of the "
                             f"graph; one of them is {self.nodes[0]!r}" if self.nodes else
                             f"the graph has no nodes, and not {values[number]!r}") from None


def _ids_of(nodes: Sequence[Hashable]) -> Any:
    """Nodes as ids of a file: a list of words, or an array of numbers."""
    numbers: list[Any] = [node for node in nodes if hasattr(node, "__index__") and not isinstance(node, bool)]
    if len(numbers) == len(nodes) and all(0 <= number < 2**64 for number in numbers):
        return array.array("Q", numbers)
    wrong = [node for node in nodes if not isinstance(node, str)]
    if wrong:
        raise TypeError(f"a file has ids of one kind, words or numbers from 0 to 2^64 - 1, and a node is {wrong[0]!r}: "
                        "name all nodes by words, as networkx.relabel_nodes(G, str) does")
    return list(nodes)


def _looked_up(nodes: Sequence[Hashable], places: Any) -> Any:
    """The nodes at places, which are nested lists."""
    return nodes[places] if isinstance(places, int) else [_looked_up(nodes, row) for row in places]


class Edges(NamedTuple):
    """A value of every edge of the simple graph, each edge once.

    ends: m x 2 ids (64 bits), the smaller one first; or, if the graph has nodes, two nodes, the one that comes first
        in Graph.nodes first.
    values: m numbers, of the same edges; of Graph.edges() the weights, or None.
    """

    ends: Any
    values: Any

    def table(self, name: str = "value") -> Table:
        """A table with the columns `source` and `target`; if the edges have values, a third column `name` has them."""
        columns = {"source": _column(self.ends, 0), "target": _column(self.ends, 1)}
        return Table(columns if self.values is None else {**columns, name: self.values})

    def to_pandas(self, name: str = "value") -> Any:
        """table(name) as a pandas.DataFrame; ImportError without pandas."""
        return self.table(name).to_pandas()


def _column(rows: Any, number: int) -> Any:
    """A column of an m x 2 array, memoryview or list."""
    return rows[:, number] if hasattr(rows, "dtype") else \
        [row[number] for row in (rows.tolist() if hasattr(rows, "tolist") else rows)]


class Result(NamedTuple):
    """A count, and how it was made.  No two kinds of seconds overlap, except those of verifying."""

    triangles: int
    algorithm: str
    device: str
    verified_by: str | None
    threads: int
    read_seconds: float
    prepare_seconds: float
    transfer_seconds: float
    count_seconds: float
    verify_seconds: float
    peak_bytes: int
    device_peak_bytes: int
    schedule: str
    blocks: int
    passes: int
    start_seconds: float
    predicted_seconds: float
    partition: str | None
    workers: int
    parts: int
    own_parts: int
    gpu_costs: str | None


class Approximation(NamedTuple):
    """An estimate of the number of triangles: it is from `low` to `high` with probability `confidence` at least.

    exact: the triangles were counted, which was as fast; then all three are the number.
    """

    estimate: float
    low: int
    high: int
    exact: bool
    error: float
    confidence: float
    seed: int
    wedges: int
    samples: int
    closed: int
    seconds: float


class LocalApproximation(NamedTuple):
    """An estimate of the triangles of each vertex: n numbers each, in the order of the vertices.

    low, high (int64): the interval of each vertex has its number with the requested confidence.
    estimates (float64).  If the triangles of a vertex were counted, all three are the same.
    """

    estimates: Any
    low: Any
    high: Any


class Sample(NamedTuple):
    """An estimate of the triangles of a file, by a sample of its edges; see tricorn.sample().

    estimate: unbiased; low to high: the interval.  exact: the sample has all edges.
    one_in: N, if the sample has one edge in N.  edges, triangles: those of the sample.
    """

    estimate: float
    low: int
    high: int
    exact: bool
    kind: str
    one_in: int
    confidence: float
    seed: int
    input_edges: int
    edges: int
    triangles: int
    read_seconds: float
    count_seconds: float


class Estimate(NamedTuple):
    """An estimate of what counting a file needs; see tricorn.estimate().

    vertices: an upper bound.  exact: the file has these numbers; else they are estimated from a part of it.
    peak_bytes: of the process, if it counts in memory.  disk_peak_bytes, disk_bytes: of the process and on disk, if
    it would count from disk; else 0.
    """

    input_edges: int
    vertices: int
    exact: bool
    peak_bytes: int
    format: str
    disk_peak_bytes: int
    disk_bytes: int


class GeneralizedDegrees(NamedTuple):
    """How many edges of each vertex are in each number of triangles.

    Vertex i has the rows offsets[i] to offsets[i + 1] - 1 of pairs.  A row has a number of triangles, which
    ascends, and how many edges are in that number of triangles.  offsets: n + 1 numbers, pairs: p x 2 (int64).
    """

    offsets: Any
    pairs: Any


class RowStatistics(NamedTuple):
    """Measures of how the rows of the oriented graph fill tables of buckets, as in TRUST (2021).

    lengths: least, quartiles and most of the out-degrees of vertices with an edge.
    spreads: the same of each vertex's largest out-degree of an out-neighbour, divided by the smallest.
    collisions: the most ids of a row in one bucket, id % 32, or % 1024 if the row has more than 100 ids, in
    the order of the input; warp_collisions: always % 32.  in_degree_collisions, collective_collisions:
    under the numbers of `relabel`; own_collisions: under the graph's own numbers.
    """

    lengths: tuple[int, int, int, int, int]
    spreads: tuple[float, float, float, float, float]
    warp_collisions: int
    collisions: int
    in_degree_collisions: int
    collective_collisions: int
    own_collisions: int


class PartitionSizes(NamedTuple):
    """The sizes of the pieces into which a partition cuts a graph, for a memory of `memory_bytes`.

    rows, columns: numbers of blocks: n and n of "trust", P1 and P2 of "trix"; of "levels" ranges and passes.
    tasks: all tasks, of which empty_tasks read nothing; read_bytes: the bytes that the others read.
    list_bytes, buffer_bytes: of the list and the buffer of "trix"; else 0.
    """

    partition: str
    memory_bytes: int
    rows: int
    columns: int
    blocks: int
    smallest_bytes: int
    largest_bytes: int
    total_bytes: int
    list_bytes: int
    buffer_bytes: int
    tasks: int
    empty_tasks: int
    read_bytes: int


class Parameter(NamedTuple):
    """A number that `parameters` sets for an algorithm: from least to most; standard: if it is not set."""

    name: str
    summary: str
    least: int
    most: int
    standard: int


class Algorithm(NamedTuple):
    """The description of an algorithm; see tricorn.algorithm().

    alias: the paper's name.  year: of the paper; 0: none.  vertices, edges, lists: what it can count beside
    totals.  paper_parameters: those with which it works as its source says, if they are not the standard ones
    ("NAME.paper=1" in `parameters` sets all of them); else None.
    """

    name: str
    alias: str | None
    summary: str
    device: str
    source: str
    year: int
    iterator: str | None
    lookup: str | None
    granularity: str | None
    parameters: tuple[Parameter, ...]
    vertices: bool
    edges: bool
    lists: bool
    paper_parameters: str | None


class Partition(NamedTuple):
    """The description of a partition; see tricorn.partition().  on_disk: it counts graphs on disk, and no others."""

    name: str
    source: str
    cuts: str
    tasks: str
    on_disk: bool


class Batch(NamedTuple):
    """The result of a change: triangles and edges after it, and how many edges were removed and added."""

    triangles: int
    edges: int
    removed: int
    added: int
    method: str
    seconds: float


class Graph:
    """A simple undirected graph, prepared once for many questions; it never changes.

    data: a path or an open file (any format of tricorn.formats()), which is read from its present position on; a
        scipy sparse matrix (CSR and CSC are read in place); a pair of columns (numpy arrays, pandas, polars or pyarrow
        columns, anything with the buffer protocol, lists) of whole numbers of any type, or of words and other objects
        that can be hashed; a table (pandas, polars, pyarrow, DuckDB, any stream of Arrow, a structured array), whose
        columns are chosen by their names, or by `source` and `target`; rows with names; an array or any iterable of
        pairs; a NetworkX or igraph graph, or the edges of one; arrays of CuPy or PyTorch on a GPU, which that GPU
        reads.  Self loops and repeated edges are removed, and directions unless `directed`; `weights` says where the
        weights of edges are.  Undirected graphs and symmetric matrices have both directions of each edge.
    Keywords: those of Loading.
    Vertices are in the order of the source: rows of a matrix, nodes of a graph, else ascending ids.
    Threads may share it: it never changes.
    Raises tricorn.Error (each is a ValueError, OSError, MemoryError or the like as well), TypeError for an object that
    is no graph, KeyboardInterrupt.
    """

    __slots__ = ("_graph", "_names", "_missing", "_described", "_sizes", "_source", "__weakref__")

    def __init__(self, data: Any, /, **settings: Unpack[Loading]) -> None:
        known = checked(dict(settings), LOADING)
        graph, nodes, missing = _inputs.make(data, dict(known))
        self._set(graph, nodes, (os.path.abspath(data), known) if _inputs.is_path(data) else None)
        self._missing = missing

    def _set(self, graph: _tricorn.Graph, nodes: Sequence[Hashable] | None,
             source: tuple[str, dict[str, Any]] | None = None) -> None:
        """source: the path of which the graph was made, and its keywords."""
        self._graph, self._names = graph, None if nodes is None else _Names(nodes)
        self._missing = 0
        self._described: dict[str, Any] = {}  # what describe() says of the input of a pickled graph
        self._sizes: tuple[int, int] | None = None
        self._source = source

    @classmethod
    def _of(cls, graph: _tricorn.Graph, nodes: Sequence[Hashable] | None = None) -> "Graph":
        made = cls.__new__(cls)
        made._set(graph, nodes)
        return made

    def __repr__(self) -> str:
        return f"<tricorn.Graph of {', '.join(self._summary())}>"

    def _summary(self) -> list[str]:
        """The sizes of the graph, and what it stores, as words."""
        of = self.describe()
        kinds = [("directed", of["directed"]), ("weighted", of["weighted"]), ("on disk", of["folder"] is not None)]
        return [f"{self.n:,} vertices", f"{self.m:,} edges", *(name for name, is_so in kinds if is_so)]

    def _repr_html_(self) -> str:
        """The sizes and the first nodes as HTML, for notebooks."""
        shown = ", ".join(html.escape(str(node)) for node in (self.nodes or ())[:_SHOWN])
        more = f", and {self.n - _SHOWN:,} more" if self.n > _SHOWN else ""
        nodes = f"<br>nodes: {shown}{more}" if shown else ""
        return f"<div><b>tricorn.Graph</b> of {', '.join(self._summary())}{nodes}</div>"

    def __len__(self) -> int:
        return self.n

    def __copy__(self) -> "Graph":
        return self  # it never changes

    def __deepcopy__(self, memo: Any) -> "Graph":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _pickles.restored, (_pickles.state_of(self),)

    def describe(self) -> dict[str, Any]:
        """Sizes of the graph, and what was removed of the input: a dict of numbers and texts.

        vertices: those with an edge; isolated: those without one.  edges: of the simple graph.  input_edges,
            self_loops, duplicates, both_directions: of the input.  bytes: memory of the graph.
        missing: the rows that missing="drop" has skipped.
        directed, weighted: whether the graph stores directions and weights.
        """
        described = self._graph.describe({})
        return {**described, "missing": described["missing"] + self._missing, **self._described}

    @property
    def n(self) -> int:
        """The number of vertices, also of those without an edge; the same as len(graph)."""
        return self._counted()[0]

    @property
    def m(self) -> int:
        """The number of edges of the simple undirected graph."""
        return self._counted()[1]

    def _counted(self) -> tuple[int, int]:
        if self._sizes is None:
            of = self._graph.describe({})
            self._sizes = of["vertices"] + of["isolated"], of["edges"]
        return self._sizes

    def edges(self, **settings: Unpack[Common]) -> Edges:
        """The edges of the simple graph, each once, in the order of their ends, with their weights.

        Of a graph that was made with directed=True each direction is an edge, with the source first.  values: the
        weights (float64); None for a graph without weights.  OutOfMemory for a graph on disk.
        """
        ends, weights = self._graph.edges(checked(dict(settings), COMMON))
        return Edges(self._called(ends), None if weights is None else _numbers(weights))

    def table(self, columns: Mapping[str, Any]) -> Table:
        """A table of all vertices: the column `id`, as `ids` has them, and results by their names, as in
        graph.table({"triangles": graph.vertex_triangles()}).

        columns: n values each, in the order of the vertices.  ValueError for another number, and for a column `id`.
        """
        for name, column in columns.items():
            if name == "id":
                raise ValueError("the column 'id' has the ids of the vertices: give yours another name")
            if len(column) != len(self):
                raise ValueError(f"there are {len(self)} vertices, and {len(column)} values in column {name!r}")
        return Table({"id": self.ids, **columns})

    def to_networkx(self) -> Any:
        """The graph as a networkx.Graph, or DiGraph if it is directed, of all its nodes or ids in their order.

        Weights are the attribute `weight`.  ImportError without networkx; OutOfMemory for a graph on disk.
        """
        return _exports.to_networkx(self)

    def to_scipy(self) -> Any:
        """The adjacency matrix, n x n, as a scipy.sparse.csr_array whose rows are in the order of the vertices.

        Entries are 1 (int64), or the weights (float64).  It is symmetric; of a directed graph row u has the edges from
        u.  ImportError without scipy; OutOfMemory for a graph on disk.
        """
        return _exports.to_scipy(self)

    def to_igraph(self) -> Any:
        """The graph as an igraph.Graph of all vertices in their order, directed if it is.

        Nodes, or ids other than 0 to n - 1, are the attribute `name`; weights are the attribute `weight`.  ImportError
        without igraph; OutOfMemory for a graph on disk.
        """
        return _exports.to_igraph(self)

    @property
    def nodes(self) -> Sequence[Hashable] | None:
        """The names of vertices, in their order, if they are no numbers; else None."""
        return None if self._names is None else self._names.nodes

    @property
    def ids(self) -> Any:
        """The ids of all vertices, in their order: n numbers of 64 bits, or nodes."""
        return self._called(self._graph.ids({}))

    def _called(self, found: _tricorn.Array) -> Any:
        """The ids of a result in the caller's terms: nodes instead of their places."""
        return _numbers(found) if self._names is None else self._names.of(found)

    def _in_files(self) -> _tricorn.Graph:
        return self._graph if self._names is None else self._names.written(self._graph)

    def _pairs(self, given: Any, what: str, reading: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """The caller's pairs of ids or nodes, converted for the extension.

        reading: how a file or a table has them; None where the caller cannot say it.
        """
        first, second = _inputs.pairs(given, reading)
        if isinstance(second, dict) and self._names is None:
            return first, second
        if self._names is None:
            return _columns.whole(first), _columns.whole(second)
        if isinstance(second, dict):
            ends = memoryview(self._in_files().find_pairs(first, second))
            return ends[0::2], ends[1::2]
        return self._names.places(first, what), self._names.places(second, what)

    def run(self, **settings: Unpack[Counting]) -> Result:
        """Counts the triangles, each once; returns the count and how it was made."""
        return Result(**self._graph.count(checked(dict(settings), COUNTING)))

    def count(self, **settings: Unpack[Counting]) -> int:
        """The number of triangles, each once."""
        return self.run(**settings).triangles

    def row_statistics(self, **settings: Unpack[Common]) -> RowStatistics:
        """Lengths and collisions of the rows of the oriented graph; OutOfMemory for one on disk."""
        return RowStatistics(**self._graph.row_statistics(checked(dict(settings), COMMON)))

    def partition_sizes(self, **settings: Unpack[Counting]) -> PartitionSizes:
        """Measures the pieces into which partition=..., a name of tricorn.partitions(), would cut the graph.

        Nothing is counted.  InvalidArgument without a partition.
        """
        return PartitionSizes(**self._graph.partition_sizes(checked(dict(settings), COUNTING)))

    def approximate(self, error: float | None = None, confidence: float | None = None, *, seed: int = 0,
                    **settings: Unpack[Counting]) -> Approximation:
        """Estimates the number of triangles, by random wedges.

        error: the largest distance of the interval's ends from the estimate, relative to it (None: 0.01).
        confidence: with which the interval has the number (None: 0.999).
        The same seed gives the same answer with any number of threads.
        """
        known = checked(dict(settings), COUNTING)
        return Approximation(**self._graph.approximate(
            {**known, "error": error, "confidence": confidence, "seed": seed}))

    def approximate_vertices(self, samples: int | None = None, confidence: float | None = None, *,
                             seed: int = 0, **settings: Unpack[Common]) -> LocalApproximation:
        """Estimates the triangles of each vertex, by random pairs of its neighbours.

        samples: random pairs for a vertex (None: 1000); a vertex with no more pairs is counted exactly.
        confidence: with which the interval of a vertex has its number (None: 0.999).
        The same seed gives the same answer with any number of threads.
        """
        known = {**checked(dict(settings), COMMON), "samples": samples, "confidence": confidence,
                 "seed": seed}
        return LocalApproximation(*map(_numbers, self._graph.approximate_vertices(known)))

    def changing(self, *, device: str | None = None, **settings: Unpack[Common]) -> "Changing":
        """A graph that begins as this one and changes by batches of edges.

        device: "gpu" or "gpu:1": the graph is in the memory of that GPU, without edge_support(); None: on the CPU.
        """
        return Changing(self, device=device, **settings)

    def plan(self, **settings: Unpack[Counting]) -> "Plan":
        """Prepares the graph for one way to count, any number of times."""
        return Plan(self, **settings)

    def parts(self, number: int | None = None, **settings: Unpack[Counting]) -> "Parts":
        """Cuts the count into about `number` parts, which any process with the same graph can count."""
        return Parts(self, number, **settings)

    def vertex_triangles(self, **settings: Unpack[Counting]) -> Any:
        """Triangles of each vertex: n numbers (int64), in the order of the vertices."""
        return _numbers(self._graph.vertices(checked(dict(settings), COUNTING)))

    def degrees(self, **settings: Unpack[Common]) -> Any:
        """Neighbours of each vertex in the simple graph: n numbers (int64)."""
        return _numbers(self._graph.degrees(checked(dict(settings), COMMON)))

    def core_numbers(self, **settings: Unpack[Common]) -> Any:
        """The largest k whose k-core has the vertex: n numbers (int64)."""
        return _numbers(self._graph.cores(checked(dict(settings), COMMON)))

    def components(self, **settings: Unpack[Common]) -> Any:
        """The connected component of each vertex: n numbers (int64), from 0 on."""
        return _numbers(self._graph.components(checked(dict(settings), COMMON)))

    def clustering(self, **settings: Unpack[Counting]) -> Any:
        """Clustering coefficient of each vertex: n numbers (float64), 0 where the degree is below 2."""
        return _numbers(self._graph.clustering(checked(dict(settings), COUNTING)))

    def average_clustering(self, *, isolated: bool = True, **settings: Unpack[Counting]) -> float:
        """The mean of the coefficients; isolated: of vertices without an edge, too, as in NetworkX.

        0.0 for a graph without vertices.
        """
        known = checked(dict(settings), COUNTING)
        return float(self._graph.summary({**known, "isolated": isolated})["average"])

    def transitivity(self, **settings: Unpack[Counting]) -> float:
        """3 triangles / pairs of neighbours; 0.0 without any."""
        return float(self._graph.summary(checked(dict(settings), COUNTING))["transitivity"])

    def squares(self, **settings: Unpack[Counting]) -> Any:
        """Cycles of four vertices that each vertex is in: n numbers (int64)."""
        return _numbers(self._graph.squares(checked(dict(settings), COUNTING)))

    def square_clustering(self, **settings: Unpack[Counting]) -> Any:
        """Square clustering coefficient of each vertex: n numbers (float64), as in NetworkX."""
        return _numbers(self._graph.square_clustering(checked(dict(settings), COUNTING)))

    def directed_clustering(self, definition: str = "fagiolo", **settings: Unpack[Common]) -> Any:
        """Clustering coefficient of each vertex, by the directions of edges: n numbers (float64).

        For graphs that were made with directed=True.  definition: "fagiolo" (2007, NetworkX's), or
        "ldbc" (of LDBC Graphalytics).
        """
        if definition not in ("fagiolo", "ldbc"):
            raise ValueError(f"there is no definition {definition!r}; there are 'fagiolo' and 'ldbc'")
        return _numbers(getattr(self._graph, definition)(checked(dict(settings), COMMON)))

    def weighted_clustering(self, definition: str = "onnela", **settings: Unpack[Counting]) -> Any:
        """Clustering coefficient of each vertex, by the weights of edges: n numbers (float64).

        For graphs that were made with weights.  definition: "onnela" (2005, NetworkX's), with weights
        divided by the largest one of the graph; or "barrat" (2004, igraph's).  0 where the degree is
        below 2.
        """
        if definition not in ("onnela", "barrat"):
            raise ValueError(f"there is no definition {definition!r}; there are 'onnela' and 'barrat'")
        return _numbers(getattr(self._graph, definition)(checked(dict(settings), COUNTING)))

    def generalized_degrees(self, **settings: Unpack[Counting]) -> GeneralizedDegrees:
        """How many edges of each vertex are in each number of triangles, 0 included."""
        return GeneralizedDegrees(*map(_numbers, self._graph.generalized(checked(dict(settings), COUNTING))))

    def triad_census(self, **settings: Unpack[Common]) -> dict[str, int]:
        """How many of all triples of vertices are of each of the 16 kinds, by their names ("030T").

        For graphs that were made with directed=True.
        """
        return self._graph.census(checked(dict(settings), COMMON))

    def vertex_triads(self, **settings: Unpack[Common]) -> Any:
        """The triads of each kind that each vertex is in: n x 16 numbers (int64), as in triad_census()."""
        return _numbers(self._graph.vertex_census(checked(dict(settings), COMMON)))

    def edge_support(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Edges:
        """Triangles of each edge (int64); sort: in the order of the ends."""
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.support({**known, "sort": sort}))

    def trussness(self, *, method: str | None = None, sort: bool = True,
                  **settings: Unpack[Counting]) -> Edges:
        """The largest k whose k-truss has the edge (int64), 2 without a triangle.

        method: how edges are peeled, "index", "rows" or "trix"; None: the fastest one that fits
        in memory.
        """
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.trussness({**known, "sort": sort, "method": method}))

    def similarity(self, measure: str = "jaccard", *, least: float = 0.0, sort: bool = True,
                   **settings: Unpack[Counting]) -> Edges:
        """The similarity of the neighbours of the ends of each edge (float64).

        measure: a name of tricorn.measures().  least: only edges of at least this value are returned.
        """
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.similarity(
            {**known, "sort": sort, "measure": measure, "least": least}))

    def pair_similarity(self, pairs: Any, measure: str = "jaccard", **settings: Unpack[Reading]) -> Any:
        """The similarity of the neighbours of the vertices of each pair, joined or not: m numbers (float64).

        pairs: m x 2 ids, or nodes if the graph has nodes: an array, a list, two columns, or a table; or the path of a
        file with pairs, an edge list as text, raw pairs or lines of JSON, in the ids that write() writes: how it is
        read is said by separator=, columns= and the other keywords of Reading.  Raises BadFormat for an id in a file
        that is no vertex, else ValueError.
        """
        known, reading = apart(dict(settings), READING)
        ends = self._pairs(pairs, "pair", reading)
        return _numbers(self._graph.pairs(*ends, {**known, "measure": measure}))

    def triangles(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Any:
        """All triangles, each once: t x 3 ids, or nodes if the graph has nodes.

        sort: each in the order of its vertices, and the triangles by first, second and third vertex.
        """
        known = checked(dict(settings), COUNTING)
        return self._called(self._graph.triangles({**known, "sort": sort}))

    def iter_triangles(self, *, sort: bool = False, **settings: Unpack[Counting]) -> Iterator[Any]:
        """Iterates over all triangles, in arrays of some triangles each, which are never in memory together."""
        for batch in self._batches({**checked(dict(settings), COUNTING), "sort": sort}):
            yield self._called(batch)

    def _batches(self, known: dict[str, Any]) -> Iterator[_tricorn.Array]:
        """Triangles as places, for graphs with nodes; a thread lists them."""
        ready: queue.Queue[Any] = queue.Queue(maxsize=4)
        ended = threading.Event()

        def put(item: Any) -> bool:
            while not ended.is_set():
                try:
                    ready.put(item, timeout=0.05)
                    return False
                except queue.Full:
                    pass
            return True

        def work() -> None:
            try:
                self._graph.batches(put, known)
                put(None)
            except BaseException as error:  # it belongs to the thread that iterates
                put(error)

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while (item := ready.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            ended.set()
            worker.join()

    def cliques(self, size: int = 4, *, seconds: float | None = None,
                **settings: Unpack[Common]) -> int:
        """The number of sets of `size` vertices (3 to 1000) that are all joined.

        seconds: a count that is predicted to take longer raises tricorn.Unsupported; None: 3600.
        """
        known = checked(dict(settings), COMMON)
        return self._graph.cliques({**known, "size": size, "seconds": seconds})

    def vertex_cliques(self, size: int = 4, *, seconds: float | None = None,
                       **settings: Unpack[Common]) -> Any:
        """The cliques of `size` vertices that each vertex is in: n numbers (int64).  See cliques()."""
        known = checked(dict(settings), COMMON)
        return _numbers(self._graph.vertex_cliques({**known, "size": size, "seconds": seconds}))

    def k_core(self, k: int | None = None, **settings: Unpack[Common]) -> "Graph":
        """The largest subgraph whose vertices have at least k neighbours, as a graph; None: that of the largest k."""
        return self._part(self._graph.core({**checked(dict(settings), COMMON), "k": k}))

    def k_truss(self, k: int, **settings: Unpack[Counting]) -> "Graph":
        """The largest subgraph whose edges are in at least k - 2 of its triangles, as a graph; k >= 2."""
        return self._part(self._graph.truss({**checked(dict(settings), COUNTING), "k": k}))

    def write(self, path: "str | os.PathLike[str]", *, format: str | None = None,
              compression: str | None = None, **settings: Unpack[Common]) -> None:
        """Writes the simple graph, each edge once, in its ids or nodes.  The file appears complete or not at all.

        TypeError for nodes that are neither all words nor all numbers from 0 to 2^64 - 1.

        format, compression ("none", "gzip", "zstd"): None: by the path's suffix.
        """
        known = checked(dict(settings), COMMON)
        self._in_files().save(os.fsencode(path), {**known, "format": format, "compression": compression})

    def write_table(self, table: "str | Mapping[str, Any]", path: "str | os.PathLike[str]", *,
                    format: str | None = None, compression: str | None = None, sort: bool = True,
                    top: int | None = None, by: str | None = None, measure: str = "jaccard",
                    least: float = 0.0, pairs: Any = None, **settings: Unpack[Counting]) -> None:
        """Counts, and writes results as they are found, in the ids that write() writes.

        table: "vertices" (id, triangles), "edges" (two ids, triangles), "triangles" (three ids),
            "similarity" (two ids of an edge, their similarity), "generalized" (id, a number of triangles, edges in
            that number); or up to 16 columns by their names: n numbers each, in the order of the vertices, whole ones
            from 0 on (these first) or float64, which are written beside the ids.
        format: "text", "csv", "tsv", "jsonl", "binary" (64 bits each).  compression: "none", "gzip", "zstd".
            None: by the path's suffix.
        sort: edges and triangles in the order of their ids.
        top: only this number of rows, those of the largest numbers; of columns by the one that `by` names, else by the
            first one.
        measure, least: as for similarity().  pairs: a row for each of these, as for pair_similarity().
        The file appears complete or not at all.  Errors: those of the questions; ReadWriteError.
        """
        columns = [(name, _columns.numbers(values)) for name, values in table.items()] \
            if isinstance(table, Mapping) else []
        names = [name for name, _ in columns]
        if by is not None and by not in names:
            raise ValueError(f"there is no column {by!r}")
        known = {**checked(dict(settings), COUNTING), "format": format, "compression": compression,
                 "sort": sort, "top": top, "by": names.index(by) if by is not None else 0,
                 "measure": measure, "least": least,
                 "table": "columns" if isinstance(table, Mapping) else table}
        if pairs is not None and table != "similarity":
            raise ValueError("pairs are for the table 'similarity'")
        sources, targets = (None, None) if pairs is None else self._pairs(pairs, "pair")
        self._in_files().write_table(os.fsencode(path), sources, targets, columns, known)

    def _edges(self, found: tuple[_tricorn.Array, _tricorn.Array]) -> Edges:
        return Edges(self._called(found[0]), _numbers(found[1]))

    def _part(self, graph: _tricorn.Graph) -> "Graph":
        """Makes a graph of some of the vertices, with the same names."""
        if self._names is None:
            return Graph._of(graph)
        nodes: Sequence[Hashable] | None = graph.labels({})
        if nodes is None:
            nodes = [self._names.nodes[i] for i in memoryview(graph.ids({}))]
            graph = _columns.by_places(graph)
        return Graph._of(graph, nodes)


class _Turn:
    """A lock, by which threads wait for each other.

    A child that is forked meanwhile does not have the thread that holds the lock, nor what that would finish.
    """

    def __init__(self, what: str) -> None:
        self._what, self._lock, self._lost = what, threading.Lock(), False
        _turns.add(self)

    def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """Calls the function when no other thread does; an interrupt at any moment leaves the lock free."""
        with self._lock:
            if self._lost:
                raise RuntimeError(f"this process was forked while a thread was in a call of this {self._what}: make it "
                                   "again here, or fork while no thread is in such a call")
            return work(*given)

    def in_child(self) -> None:
        self._lost = self._lost or self._lock.locked()
        self._lock = threading.Lock()


_turns: "weakref.WeakSet[_Turn]" = weakref.WeakSet()


def _renew_turns() -> None:
    for turn in _turns:
        turn.in_child()


os.register_at_fork(after_in_child=_renew_turns)


class Changing:
    """A graph that changes by batches of edges, as Graph.changing() makes it, with a count after each batch.

    Vertices are those of the first graph, also those without an edge.  Threads may share it; they wait for each other.
    """

    __slots__ = ("_changing", "_begun", "_turn")

    def __init__(self, graph: Graph, *, device: str | None = None, **settings: Unpack[Common]) -> None:
        known = {**checked(dict(settings), COMMON), "device": device}
        self._changing = _tricorn.changing(graph._graph, known)
        self._begun = graph
        self._turn = _Turn("Changing")

    @property
    def triangles(self) -> int:
        """The number of triangles, each once."""
        triangles: int = self._turn.run(self._changing.state)[0]
        return triangles

    @property
    def edges(self) -> int:
        edges: int = self._turn.run(self._changing.state)[1]
        return edges

    def vertex_triangles(self, **settings: Unpack[Common]) -> Any:
        """Triangles of each vertex: n numbers (int64), in the order of the first graph."""
        return _numbers(self._turn.run(self._changing.vertices, checked(dict(settings), COMMON)))

    def edge_support(self, edges: Any, **settings: Unpack[Common]) -> Any:
        """Triangles of each of these edges: m numbers (int64), 0 for a pair that is no edge.

        edges: m x 2 ids or nodes, as for apply().  From the first call on supports are updated by each batch: this
        needs 8 bytes for each edge of the graph, and apply() takes longer.
        """
        known = checked(dict(settings), COMMON)
        return _numbers(self._turn.run(self._changing.supports, *self._begun._pairs(edges, "edge"), known))

    def apply(self, *, added: Any = (), removed: Any = (), method: str | None = None,
              **settings: Unpack[Common]) -> Batch:
        """Removes edges, then adds edges; on failure nothing has changed.

        added, removed: m x 2 ids, or nodes if the graph has nodes: an array, a list, two columns or a table.
        method: "rows", by the rows that the batch touches; "recount"; None: the one that is predicted to be faster.
        """
        known = {**checked(dict(settings), COMMON), "method": method}
        return Batch(**self._turn.run(self._changing.apply, self._begun._pairs(removed, "removed edge"),
                                      self._begun._pairs(added, "added edge"), known))

    def graph(self, **settings: Unpack[Common]) -> Graph:
        """Its present state as a graph, without the vertices that have no edge."""
        return self._begun._part(self._turn.run(self._changing.graph, checked(dict(settings), COMMON)))


class Plan:
    """A graph prepared for one way to count, as Graph.plan() makes it.  Threads may share it."""

    __slots__ = ("_plan",)

    def __init__(self, graph: Graph, **settings: Unpack[Counting]) -> None:
        self._plan = _tricorn.plan(graph._graph, checked(dict(settings), COUNTING))

    def run(self, **settings: Unpack[Common]) -> Result:
        """Counts once more; returns the count and how it was made."""
        return Result(**self._plan.count(checked(dict(settings), COMMON)))

    def count(self, **settings: Unpack[Common]) -> int:
        """The number of triangles, counted once more."""
        return self.run(**settings).triangles


class Parts:
    """A count in numbered parts, as Graph.parts() makes it.

    Parts may be counted in any order, by any process that has made the same graph in the same way, any
    number of times: if `identity` is the same, counts of parts 0 to len() - 1 add up to the graph's.
    """

    __slots__ = ("_parts", "_turn")

    def __init__(self, graph: Graph, number: int | None = None, **settings: Unpack[Counting]) -> None:
        known = checked(dict(settings), COUNTING)
        self._parts = _tricorn.parts(graph._graph, {**known, "parts": number})
        self._turn = _Turn("Parts")  # one thread at a time

    def __len__(self) -> int:
        return self._parts.number()

    @property
    def identity(self) -> int:
        """A number that depends on the graph and its cut."""
        identity: int = self._turn.run(self._parts.identity, {})
        return identity

    def count(self, number: int, **settings: Unpack[Common]) -> int:
        """The triangles of part `number`; ascending numbers are faster if the graph is on disk."""
        if number < 0:
            raise _tricorn.InvalidArgument(f"there is no part {number}: the first one is 0")
        known = checked(dict(settings), COMMON)
        triangles: int = self._turn.run(self._parts.count, number, known)
        return triangles
