"""The class Graph: a graph, and all questions that it answers."""
import html
import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Unpack

from . import _columns, _exports, _inputs, _pickles, _tricorn
from ._batches import listed
from ._changing import Changing
from ._names import Nodes, Numbers, Rows, numbers, paired, words_of
from ._plans import Parts, Plan
from ._records import (Approximation, GeneralizedDegrees, LocalApproximation, PartitionSizes, Result, RowStatistics)
from ._results import Table, signed_edges
from ._settings import COMMON, COUNTING, LOADING, READING, Common, Counting, Loading, Reading, apart, checked
from ._values import Edges, Triangles, Vertices, plain

_SHOWN = 10  # nodes that a notebook shows


def _named(columns: "Mapping[str, Any] | None") -> list[tuple[str, Any]]:
    """Columns for the extension: names and numbers."""
    return [(name, _columns.numbers(plain(values))) for name, values in (columns or {}).items()]


def _share(share: tuple[int, int] | None) -> dict[str, int]:
    """What the extension needs for this share of a table."""
    if share is None:
        return {}
    number, shares = share
    if not 0 <= number < shares:
        raise ValueError(f"share is {share!r}: (k, n) needs 0 <= k < n")
    return {"share": number, "shares": shares}


class Graph:
    """A simple undirected graph, prepared once for many questions; it never changes.

    Args:
        data: a path or an open file (any format of tricorn.formats()), which is read from its present position on; a
            scipy sparse matrix (CSR and CSC are read in place); a pair of columns (numpy arrays, pandas, polars or
            pyarrow columns, anything with the buffer protocol, lists) of whole numbers of any type, or of words and
            other objects that can be hashed; a table (pandas, polars, pyarrow, DuckDB, any stream of Arrow, a
            structured array), whose columns are chosen by their names, or by `source` and `target`; rows with names;
            an array or any iterable of pairs; a graph of NetworkX, igraph, NetworKit, rustworkx or PyTorch Geometric,
            or the edges of one; a dense matrix; arrays of CuPy or PyTorch on a GPU, which that GPU reads.  Self loops
            and repeated edges are removed, and directions unless `directed`; `weights` says where the weights of edges
            are.  Undirected graphs and symmetric matrices have both directions of each edge.

    The keywords are those of Loading.  Vertices are in the order of the source: rows of a matrix, nodes of a graph,
    else ascending ids.  Threads may share it: it never changes.

    Raises:
        tricorn.Error: each is a ValueError, OSError, MemoryError or the like as well.
        TypeError: for an object that is no graph.
        KeyboardInterrupt: after Ctrl-C.
    """

    __slots__ = ("_graph", "_names", "_left_out", "_described", "_sizes", "_source", "_ids", "__weakref__")

    def __init__(self, data: Any, /, **settings: Unpack[Loading]) -> None:
        known = checked(dict(settings), LOADING)
        graph, nodes, missing, excluded = _inputs.make(data, dict(known))
        self._set(graph, nodes, (os.path.abspath(data), known) if _inputs.is_path(data) else None)
        self._left_out = missing, excluded

    def _set(self, graph: _tricorn.Graph, nodes: Sequence[Hashable] | None,
             source: tuple[str, dict[str, Any]] | None = None) -> None:
        """source: the path of which the graph was made, and its keywords."""
        self._graph, self._names = graph, None if nodes is None else Nodes(nodes)
        self._left_out = 0, 0
        self._described: dict[str, Any] = {}  # what describe() says of the input of a pickled graph
        self._sizes: tuple[int, int] | None = None
        self._source = source
        self._ids: Numbers | None = None

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

        - vertices, isolated: those with an edge, and those without one
        - edges: of the simple graph
        - input_edges, self_loops, duplicates, both_directions: of the input
        - bytes: memory of the graph
        - missing: the rows that missing="drop" has skipped
        - excluded: the rows and lines for which a condition of `where` does not hold
        - directed, weighted: whether the graph stores directions and weights

        >>> graph = tricorn.Graph([(1, 2), (2, 1), (2, 2)])
        >>> known = graph.describe()
        >>> known["edges"], known["self_loops"]
        (1, 1)
        """
        described = self._graph.describe({})
        missing, excluded = self._left_out
        return {**described, "missing": described["missing"] + missing, "excluded": described["excluded"] + excluded,
                **self._described}

    @property
    def n(self) -> int:
        """The number of vertices, also of those without an edge; the same as len(graph).

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]).n
        4
        """
        return self._counted()[0]

    @property
    def m(self) -> int:
        """The number of edges of the simple undirected graph.

        >>> tricorn.Graph([(0, 1), (1, 0), (1, 2)]).m
        2
        """
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

        >>> dict(tricorn.Graph([(1, 2), (2, 3)]).edges().items())
        {(1, 2): None, (2, 3): None}
        """
        ends, weights = self._graph.edges(checked(dict(settings), COMMON))
        return Edges(Rows(numbers(ends), self._names), None if weights is None else numbers(weights), "weight",
                     ordered=True, directed=self.describe()["directed"])

    def table(self, columns: Mapping[str, Any]) -> Table:
        """A table of all vertices: the column `id`, as `ids` has them, and results by their names, as in
        graph.table({"triangles": graph.vertex_triangles()}).

        Args:
            columns: n values each, in the order of the vertices.  ValueError for another number, and for a column
                `id`.

        >>> graph = tricorn.Graph([("a", "b"), ("b", "c")])
        >>> graph.table({"degree": graph.degrees()}).to_numpy()["degree"].tolist()
        [1, 2, 1]
        """
        for name, column in columns.items():
            if name == "id":
                raise ValueError("the column 'id' has the ids of the vertices: give yours another name")
            _columns.check_length(name, column, len(self), "vertices")
        return Table({"id": self._called().column(), **{name: plain(column) for name, column in columns.items()}})

    def to_networkx(self) -> Any:
        """The graph as a networkx.Graph, or DiGraph if it is directed, of all its nodes or ids in their order.

        Weights are the attribute `weight`.  ImportError without networkx; OutOfMemory for a graph on disk.

        >>> tricorn.Graph([("a", "b"), ("b", "c")]).to_networkx().edges
        EdgeView([('a', 'b'), ('b', 'c')])
        """
        return _exports.to_networkx(self)

    def to_scipy(self) -> Any:
        """The adjacency matrix, n x n, as a scipy.sparse.csr_array whose rows are in the order of the vertices.

        Entries are 1 (int64), or the weights (float64).  It is symmetric; of a directed graph row u has the edges from
        u.  ImportError without scipy; OutOfMemory for a graph on disk.

        >>> tricorn.Graph([(0, 1), (1, 2)]).to_scipy().toarray().tolist()
        [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
        """
        return _exports.to_scipy(self)

    def to_igraph(self) -> Any:
        """The graph as an igraph.Graph of all vertices in their order, directed if it is.

        Nodes, or ids other than 0 to n - 1, are the attribute `name`; weights are the attribute `weight`.  ImportError
        without igraph; OutOfMemory for a graph on disk.

        >>> tricorn.Graph([("a", "b"), ("b", "c")]).to_igraph().vs["name"]
        ['a', 'b', 'c']
        """
        return _exports.to_igraph(self)

    @property
    def nodes(self) -> Sequence[Hashable] | None:
        """The names of vertices, in their order, if they are no numbers; else None.

        >>> list(tricorn.Graph([("a", "b"), ("b", "c")]).nodes)
        ['a', 'b', 'c']
        """
        return None if self._names is None else self._names.nodes

    @property
    def ids(self) -> Any:
        """The ids of all vertices, in their order, as n numbers of 64 bits, or nodes.

        >>> tricorn.Graph([(7, 3), (3, 5)]).ids.tolist()
        [3, 5, 7]
        """
        found = self._graph.ids({})
        return numbers(found) if self._names is None else self._names.of(found)

    def _called(self) -> Nodes | Numbers:
        """How the vertices are called."""
        if self._names is not None:
            return self._names
        if self._ids is None:
            self._ids = Numbers(numbers(self._graph.ids({})))
        return self._ids

    def _vertices(self, found: _tricorn.Array, name: str) -> Vertices:
        return Vertices(numbers(found), self._called(), name)

    def _edges(self, found: tuple[_tricorn.Array, _tricorn.Array], name: str, ordered: bool) -> Edges:
        return Edges(Rows(numbers(found[0]), self._names), numbers(found[1]), name, ordered=ordered)

    def _of_pairs(self, ends: tuple[Any, Any], found: _tricorn.Array, name: str) -> Edges:
        """The values of pairs, which _pairs() has converted."""
        called = self._called()
        form = memoryview(called.ids).format if isinstance(called, Numbers) else "q"
        return Edges(Rows(paired(*ends, form), self._names), numbers(found), name)

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
            return self._found(first, second)
        return self._names.places(first, what), self._names.places(second, what)

    def _with_nodes(self, columns: tuple[Any, Any]) -> "Graph":
        """The same with names for those nodes in the columns that are none yet, in their order."""
        assert self._names is not None
        old, known = self._names.nodes, self._names.places_by_node()
        new = dict.fromkeys(node for column in columns
                            for node in (column.tolist() if hasattr(column, "tolist") else column) if node not in known)
        return Graph._of(self._graph, [*old, *new]) if new else self

    def _found(self, path: bytes, reading: dict[str, Any]) -> tuple[Any, Any]:
        """The pairs in a file, as two columns of ids, or of the places of nodes."""
        ends = memoryview(self._in_files().find_pairs(path, reading))
        called = self._called()
        columns = ends[0::2], ends[1::2]
        return columns if isinstance(called, Nodes) else (called.at(columns[0]), called.at(columns[1]))

    def run(self, **settings: Unpack[Counting]) -> Result:
        """Counts the triangles, each once; returns the count and how it was made.

        >>> result = tricorn.Graph([(0, 1), (1, 2), (2, 0)]).run(algorithm="cpu-merge-edge")
        >>> result.triangles, result.algorithm
        (1, 'cpu-merge-edge')
        """
        return Result(**self._graph.count(checked(dict(settings), COUNTING)))

    def count(self, **settings: Unpack[Counting]) -> int:
        """The number of triangles, each once."""
        return self.run(**settings).triangles

    def row_statistics(self, **settings: Unpack[Common]) -> RowStatistics:
        """Lengths and collisions of the rows of the oriented graph; OutOfMemory for one on disk."""
        return RowStatistics(**self._graph.row_statistics(checked(dict(settings), COMMON)))

    def partition_sizes(self, **settings: Unpack[Counting]) -> PartitionSizes:
        """Measures the parts into which partition=..., a name of tricorn.partitions(), would cut the graph.

        Nothing is counted.  InvalidArgument without a partition.
        """
        return PartitionSizes(**self._graph.partition_sizes(checked(dict(settings), COUNTING)))

    def approximate(self, error: float | None = None, confidence: float | None = None, *, seed: int = 0,
                    **settings: Unpack[Counting]) -> Approximation:
        """Estimates the number of triangles, by random wedges.

        Args:
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

        Args:
            samples: random pairs for a vertex (None: 1000); a vertex with no more pairs is counted exactly.
            confidence: with which the interval of a vertex has its number (None: 0.999).

        The same seed gives the same answer with any number of threads.
        """
        known = {**checked(dict(settings), COMMON), "samples": samples, "confidence": confidence,
                 "seed": seed}
        return LocalApproximation(*map(numbers, self._graph.approximate_vertices(known)))

    def changing(self, *, device: str | None = None, **settings: Unpack[Common]) -> Changing:
        """A graph that begins as this one and changes by batches of edges.

        Args:
            device: "gpu" or "gpu:1": the graph is in the memory of that GPU, without edge_support(); None: on the CPU.

        >>> changing = tricorn.Graph([(0, 1), (1, 2), (2, 3)]).changing()
        >>> changing.apply(added=[(0, 2), (1, 3)]).triangles
        2
        """
        return Changing(self, device=device, **settings)

    def plan(self, **settings: Unpack[Counting]) -> Plan:
        """Prepares the graph for one way to count, any number of times.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).plan().count()
        1
        """
        return Plan(self, **settings)

    def parts(self, number: int | None = None, **settings: Unpack[Counting]) -> Parts:
        """Cuts the count into about `number` parts, which any process with the same graph can count.

        >>> parts = tricorn.Graph([(0, 1), (1, 2), (2, 0)]).parts()
        >>> sum(parts.count(number) for number in range(len(parts)))
        1
        """
        return Parts(self, number, **settings)

    def vertex_triangles(self, **settings: Unpack[Counting]) -> Vertices:
        """Triangles of each vertex: n numbers (int64), in the order of the vertices."""
        return self._vertices(self._graph.vertices(checked(dict(settings), COUNTING)), "triangles")

    def degrees(self, **settings: Unpack[Common]) -> Vertices:
        """Neighbours of each vertex in the simple graph: n numbers (int64)."""
        return self._vertices(self._graph.degrees(checked(dict(settings), COMMON)), "degree")

    def core_numbers(self, **settings: Unpack[Common]) -> Vertices:
        """The largest k whose k-core has the vertex: n numbers (int64)."""
        return self._vertices(self._graph.cores(checked(dict(settings), COMMON)), "core_number")

    def components(self, **settings: Unpack[Common]) -> Vertices:
        """The connected component of each vertex: n numbers (int64), from 0 on."""
        return self._vertices(self._graph.components(checked(dict(settings), COMMON)), "component")

    def clustering(self, *, closed: bool = False, **settings: Unpack[Counting]) -> Vertices:
        """Clustering coefficient of each vertex: n numbers (float64), 0 where the degree is below 2.

        closed: the share of the pairs of the vertex and its neighbours that are joined, 0 for degree 0.
        """
        known = {**checked(dict(settings), COUNTING), "closed": closed}
        return self._vertices(self._graph.clustering(known), "clustering")

    def average_clustering(self, *, isolated: bool = True, closed: bool = False, **settings: Unpack[Counting]) -> float:
        """The mean of the coefficients; isolated: of vertices without an edge, too, as in NetworkX.

        0.0 for a graph without vertices.
        """
        known = checked(dict(settings), COUNTING)
        return float(self._graph.summary({**known, "isolated": isolated, "closed": closed})["average"])

    def transitivity(self, **settings: Unpack[Counting]) -> float:
        """3 triangles / pairs of neighbours; 0.0 without any."""
        return float(self._graph.summary(checked(dict(settings), COUNTING))["transitivity"])

    def squares(self, **settings: Unpack[Counting]) -> Vertices:
        """Cycles of four vertices that each vertex is in: n numbers (int64)."""
        return self._vertices(self._graph.squares(checked(dict(settings), COUNTING)), "squares")

    def square_clustering(self, **settings: Unpack[Counting]) -> Vertices:
        """Square clustering coefficient of each vertex: n numbers (float64), as in NetworkX."""
        return self._vertices(self._graph.square_clustering(checked(dict(settings), COUNTING)), "square_clustering")

    def constraint(self, **settings: Unpack[Common]) -> Vertices:
        """Burt's constraint of each vertex, with ties of equal weight: n numbers (float64), NaN without an edge."""
        return self._vertices(self._graph.constraint(checked(dict(settings), COMMON)), "constraint")

    def effective_size(self, **settings: Unpack[Common]) -> Vertices:
        """Burt's effective size of each vertex, likewise: n numbers (float64), NaN without an edge."""
        return self._vertices(self._graph.effective_size(checked(dict(settings), COMMON)), "effective_size")

    def directed_clustering(self, definition: str = "fagiolo", **settings: Unpack[Common]) -> Vertices:
        """Clustering coefficient of each vertex, by the directions of edges: n numbers (float64).

        For graphs that were made with directed=True.  definition: "fagiolo" (2007, NetworkX's), its parts "cycle",
        "middle", "in" and "out", or "ldbc" (of LDBC Graphalytics).
        """
        known = {**checked(dict(settings), COMMON), "definition": definition}
        return self._vertices(self._graph.directed(known), "clustering")

    def weighted_clustering(self, definition: str = "onnela", **settings: Unpack[Counting]) -> Vertices:
        """Clustering coefficient of each vertex, by the weights of edges: n numbers (float64).

        For graphs that were made with weights.  definition: "onnela" (2005, NetworkX's), with weights
        divided by the largest one of the graph; or "barrat" (2004, igraph's).  0 where the degree is
        below 2.
        """
        if definition not in ("onnela", "barrat"):
            raise ValueError(f"there is no definition {definition!r}; there are 'onnela' and 'barrat'")
        return self._vertices(getattr(self._graph, definition)(checked(dict(settings), COUNTING)), "clustering")

    def weighted_transitivity(self, **settings: Unpack[Counting]) -> float:
        """Barrat's transitivity: the weights of pairs of edges at a vertex that are in a triangle / those of all pairs."""
        return self._graph.weighted_transitivity(checked(dict(settings), COUNTING))

    def generalized_degrees(self, **settings: Unpack[Counting]) -> GeneralizedDegrees:
        """How many edges of each vertex are in each number of triangles, 0 included."""
        return GeneralizedDegrees(*map(numbers, self._graph.generalized(checked(dict(settings), COUNTING))))

    def label_triangles(self, labels: Any, **settings: Unpack[Common]) -> dict[tuple[Any, Any, Any], int]:
        """How many triangles have three labels of vertices, in any order: a dict by triples of labels.

        Args:
            labels: a mapping of nodes or ids to labels, or the n labels in the order of the vertices.  None, NaN and a
                node that is not in the mapping: no label, which is None in a triple.  ValueError for another number.

        Only triples with a triangle are in it; labels are sorted where they can be compared, None last.

        >>> graph = tricorn.Graph([(1, 2), (2, 3), (3, 1), (3, 4), (4, 1)])
        >>> graph.label_triangles({1: "a", 2: "b", 3: "a"})
        {('a', 'a', 'b'): 1, ('a', 'a', None): 1}
        """
        if isinstance(labels, Mapping):
            labels = [labels.get(node) for node in (self.ids.tolist() if self.nodes is None else self.nodes)]
        numbered, names = _columns.labels_of(_columns.listed(labels), len(self))
        found = self._graph.label_triangles(numbered, checked(dict(settings), COMMON))
        return {(names[a], names[b], names[c]): triangles for a, b, c, triangles in found}

    def graphlets(self, **settings: Unpack[Common]) -> dict[str, dict[str, int]]:
        """The numbers of connected subgraphs of four vertices, by kind.

        By "subgraphs", which may have further edges between their vertices, and "induced", which have none:
        the numbers of each "path", "star", "cycle", "paw", "diamond" and "clique".
        """
        return self._graph.graphlets(checked(dict(settings), COMMON))

    def vertex_orbits(self, **settings: Unpack[Common]) -> Any:
        """Graphlet degree vectors: induced subgraphs of two to four vertices in which each vertex has each place.

        n x 15 numbers (int64), by the orbits of Przulj and ORCA: 0 is the degree, 3 the triangles, 14 the cliques.
        """
        return numbers(self._graph.vertex_orbits(checked(dict(settings), COMMON)))

    def balance(self, **settings: Unpack[Common]) -> dict[str, Any]:
        """Balanced and unbalanced triangles, by the signs of weights, none of which is 0.

        The numbers of triangles by their edges, p positive and n negative ("ppp", "ppn", "pnn", "nnn"), "balanced"
        (of 0 or 2 negative edges), "unbalanced", and "degree", the share of balanced triangles, None without triangles;
        "positive" and "negative" are numbers of edges.  For graphs that were made with signs=True and weights.
        """
        return self._graph.balance(checked(dict(settings), COMMON))

    def vertex_balance(self, **settings: Unpack[Common]) -> Any:
        """The triangles with 0, 1, 2 and 3 negative edges that each vertex is in: n x 4 numbers (int64)."""
        return numbers(self._graph.vertex_balance(checked(dict(settings), COMMON)))

    def edge_balance(self, **settings: Unpack[Common]) -> Table:
        """The triangles of each edge by their signs: a table of edges with the columns `source`, `target`, `ppp`, `ppn`,
        `pnn`, `nnn` and `unbalanced`, in the order of the ends.
        """
        ends, values = map(numbers, self._graph.edge_balance(checked(dict(settings), COMMON)))
        return signed_edges(Rows(ends, self._names), values)

    def triad_census(self, **settings: Unpack[Common]) -> dict[str, int]:
        """How many of all triples of vertices are of each of the 16 kinds, by their names ("030T").

        For graphs that were made with directed=True.
        """
        return self._graph.census(checked(dict(settings), COMMON))

    def vertex_triads(self, **settings: Unpack[Common]) -> Any:
        """The triads of each kind that each vertex is in: n x 16 numbers (int64), as in triad_census()."""
        return numbers(self._graph.vertex_census(checked(dict(settings), COMMON)))

    def triple_census(self, **settings: Unpack[Counting]) -> dict[str, int]:
        """How many of all triples of vertices are "empty", an "edge", a "path" and a "triangle", without directions."""
        return self._graph.triples(checked(dict(settings), COUNTING))

    def vertex_triples(self, **settings: Unpack[Common]) -> Any:
        """The triples of each kind that each vertex is in: n x 4 numbers (int64), as in triple_census()."""
        return numbers(self._graph.vertex_triples(checked(dict(settings), COMMON)))

    def temporal_motifs(self, window: int, **settings: Unpack[Common]) -> dict[str, int]:
        """The numbers of the 36 motifs of Paranjape, Benson and Leskovec (2017), by their names ("M11" to "M66").

        A motif is three edges between two or three vertices, the last at most `window` after the first.  For graphs that
        were made with times; of equal times the earlier row's is first.
        """
        return self._graph.motifs({**checked(dict(settings), COMMON), "window": window})

    def edge_support(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Edges:
        """Triangles of each edge (int64); sort: in the order of the ends."""
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.support({**known, "sort": sort}), "triangles", sort)

    def edge_clustering(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Edges:
        """Radicchi's coefficient of each edge (float64): (triangles + 1) / (the smaller degree of its ends - 1).

        It is infinite where an end has no other neighbour.
        """
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.edge_clustering({**known, "sort": sort}), "clustering", sort)

    def edge_curvature(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Edges:
        """Forman's curvature of each edge, with triangles as faces (float64): 4 - both degrees + 3 triangles."""
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.edge_curvature({**known, "sort": sort}), "curvature", sort)

    def trussness(self, *, method: str | None = None, sort: bool = True,
                  **settings: Unpack[Counting]) -> Edges:
        """The largest k whose k-truss has the edge (int64), 2 without a triangle.

        Args:
            method: how edges are peeled, "index", "rows" or "trix"; None: the fastest one that fits
                in memory.
        """
        known = checked(dict(settings), COUNTING)
        return self._edges(self._graph.trussness({**known, "sort": sort, "method": method}), "trussness", sort)

    def similarity(self, measure: str = "jaccard", *, least: float = 0.0, sort: bool = True,
                   **settings: Unpack[Counting]) -> Edges:
        """The similarity of the neighbours of the ends of each edge (float64).

        Args:
            measure: a name of tricorn.measures().
            least: only edges of at least this value are returned.
        """
        known = checked(dict(settings), COUNTING)
        found = self._graph.similarity({**known, "sort": sort, "measure": measure, "least": least})
        return self._edges(found, measure, sort)

    def pair_similarity(self, pairs: Any, measure: str = "jaccard", **settings: Unpack[Reading]) -> Edges:
        """The similarity of the neighbours of the vertices of each pair, joined or not (float64).

        Args:
            pairs: m x 2 ids, or nodes if the graph has nodes: an array, a list, two columns, or a table; or the path
                of a file with pairs, an edge list as text, raw pairs or lines of JSON, in the ids that write() writes:
                how it is read is said by separator=, columns= and the other keywords of Reading.  Raises BadFormat for
                an id in a file that is no vertex, else ValueError.
        """
        known, reading = apart(dict(settings), READING)
        ends = self._pairs(pairs, "pair", reading)
        if isinstance(ends[1], dict):
            ends = self._found(*ends)
        return self._of_pairs(ends, self._graph.pairs(*ends, {**known, "measure": measure}), measure)

    def top_pairs(self, top: int, measure: str = "jaccard", *, of: Any = None, **settings: Unpack[Common]) -> Edges:
        """The most similar pairs of vertices that are no edge, the most similar first (float64).

        Pairs without a common neighbour are left out; ties are in the order of the vertices.

        Args:
            top: how many pairs.
            measure: a name of tricorn.measures().
            of: only pairs with one of these ids or nodes.
        """
        if top < 1:
            raise ValueError(f"top is {top}: give the number of pairs")
        given = None if of is None else self._pairs((of, of), "vertex")[0]
        known = {**checked(dict(settings), COMMON), "top": top, "measure": measure}
        return self._edges(self._graph.top_pairs(given, known), measure, False)

    def triangles(self, *, sort: bool = True, **settings: Unpack[Counting]) -> Triangles:
        """All triangles, each once: t x 3 ids, or nodes if the graph has nodes.

        Args:
            sort: each in the order of its vertices, and the triangles by first, second and third vertex.
        """
        known = checked(dict(settings), COUNTING)
        return Triangles(Rows(numbers(self._graph.triangles({**known, "sort": sort})), self._names))

    def iter_triangles(self, *, sort: bool = False, **settings: Unpack[Counting]) -> Iterator[Triangles]:
        """Iterates over all triangles, some of them at a time, which are never in memory together."""
        for batch in self._batches({**checked(dict(settings), COUNTING), "sort": sort}):
            yield Triangles(Rows(numbers(batch), self._names))

    def iter_edge_support(self, *, sort: bool = False, **settings: Unpack[Counting]) -> Iterator[Edges]:
        """Iterates over all edges and their triangles, some of them at a time, which are never in memory together."""
        known = {**checked(dict(settings), COUNTING), "sort": sort}
        for batch in listed(self._graph.support_batches, known):
            yield self._edges(batch, "triangles", sort)

    def iter_similarity(self, measure: str = "jaccard", *, least: float = 0.0, sort: bool = False,
                        **settings: Unpack[Counting]) -> Iterator[Edges]:
        """Iterates over edges and the similarity of their ends, as similarity() has them, some of them at a time."""
        known = {**checked(dict(settings), COUNTING), "sort": sort, "measure": measure, "least": least}
        for batch in listed(self._graph.similarity_batches, known):
            yield self._edges(batch, measure, sort)

    def _batches(self, known: dict[str, Any]) -> Iterator[_tricorn.Array]:
        """Triangles as places, for graphs with nodes."""
        return listed(self._graph.triangle_batches, known)

    def cliques(self, size: int = 4, *, seconds: float | None = None,
                **settings: Unpack[Common]) -> int:
        """The number of sets of `size` vertices (3 to 1000) that are all joined.

        Args:
            seconds: a count that is predicted to take longer raises tricorn.Unsupported; None: 3600.
        """
        known = checked(dict(settings), COMMON)
        return self._graph.cliques({**known, "size": size, "seconds": seconds})

    def vertex_cliques(self, size: int = 4, *, seconds: float | None = None,
                       **settings: Unpack[Common]) -> Vertices:
        """The cliques of `size` vertices that each vertex is in: n numbers (int64).  See cliques()."""
        known = checked(dict(settings), COMMON)
        return self._vertices(self._graph.vertex_cliques({**known, "size": size, "seconds": seconds}), "cliques")

    def clique_communities(self, size: int = 4, **settings: Unpack[Common]) -> list[Any]:
        """The communities of cliques of `size` vertices (3 or more) that share all but one: arrays of places, the largest first."""
        offsets, places = map(numbers, self._graph.communities({**checked(dict(settings), COMMON), "size": size}))
        return sorted((places[first:last] for first, last in pairwise(offsets)), key=len, reverse=True)

    def k_core(self, k: int | None = None, **settings: Unpack[Common]) -> "Graph":
        """The largest subgraph whose vertices have at least k neighbours, as a graph; None: that of the largest k."""
        return self._part(self._graph.core({**checked(dict(settings), COMMON), "k": k}))

    def k_truss(self, k: int, **settings: Unpack[Counting]) -> "Graph":
        """The largest subgraph whose edges are in at least k - 2 of its triangles, as a graph; k >= 2."""
        return self._part(self._graph.truss({**checked(dict(settings), COUNTING), "k": k}))

    def write(self, path: "str | os.PathLike[str]", *, format: str | None = None, compression: str | None = None,
              vertices: "Mapping[str, Any] | None" = None, edges: "Mapping[str, Any] | None" = None,
              **settings: Unpack[Common]) -> None:
        """Writes the simple graph, each edge once, in its ids or nodes.  The file appears complete or not at all.

        Directions and weights that the graph has are in GraphML, GEXF, GML, Pajek and node-link JSON.

        TypeError for nodes that are neither all words nor all numbers from 0 to 2^64 - 1.

        Args:
            format, compression: names, such as "mtx", and "none", "gzip" or "zstd"; None: by the path's suffix.
            vertices, edges: attributes by their names, in GraphML, GEXF, GML and node-link JSON: results, or other
                numbers in their order, whole ones from 0 on or float64.

        >>> graph = tricorn.Graph([(0, 1), (1, 2), (2, 0)])
        >>> graph.write("graph.gml", vertices={"core": graph.core_numbers()}, edges={"trussness": graph.trussness()})
        """
        for name, values in (edges or {}).items():
            if isinstance(values, Edges) and not values.is_ordered():
                raise ValueError(f"the edges of {name!r} are in no order: leave out sort=False")
        known = {**checked(dict(settings), COMMON), "format": format, "compression": compression}
        self._in_files().save(os.fsencode(path), _named(vertices), _named(edges), known)

    def write_table(self, table: "str | Mapping[str, Any]", path: "str | os.PathLike[str]", *,
                    format: str | None = None, compression: str | None = None, sort: bool = True,
                    top: int | None = None, by: str | None = None, measure: str = "jaccard",
                    least: float = 0.0, pairs: Any = None, share: tuple[int, int] | None = None,
                    **settings: Unpack[Counting]) -> None:
        """Counts, and writes results as they are found, in the ids that write() writes.

        Args:
            table: "vertices" (id, triangles), "edges" (two ids, triangles), "triangles" (three ids),
                "similarity" (two ids of an edge, their similarity), "generalized" (id, a number of triangles, edges in
                that number); or up to 16 columns by their names: n numbers each, in the order of the vertices, whole
                ones from 0 on (these first) or float64, which are written beside the ids.
            format: "text", "csv", "tsv", "jsonl", "binary" (64 bits each); None: by the path's suffix.
            compression: "none", "gzip", "zstd"; None: by the path's suffix.
            sort: edges and triangles in the order of their ids.
            top: only this number of rows, those of the largest numbers; of columns by the one that `by` names, else by
                the first one.
            measure, least: as for similarity().
            pairs: a row for each of these, as for pair_similarity().
            share: (k, n) for share number k, from 0, of n.  One behind the other, the shares are the table, which is
                not sorted then.  For vertices, edges and triangles of a graph in a folder that processes join (work=DIR,
                join=True); tricorn.dask.write_table() writes all shares.

        The file appears complete or not at all.  Errors: those of the questions; ReadWriteError.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).write_table("triangles", "triangles.csv")
        >>> print(open("triangles.csv").read(), end="")
        u,v,w
        0,1,2
        """
        columns = _named(table if isinstance(table, Mapping) else None)
        names = [name for name, _ in columns]
        if by is not None and by not in names:
            raise ValueError(f"there is no column {by!r}")
        known = {**checked(dict(settings), COUNTING), "format": format, "compression": compression,
                 "sort": sort and share is None, "top": top, "by": names.index(by) if by is not None else 0,
                 **_share(share), "measure": measure, "least": least,
                 "table": "columns" if isinstance(table, Mapping) else table}
        if pairs is not None and table != "similarity":
            raise ValueError("pairs are for the table 'similarity'")
        sources, targets = (None, None) if pairs is None else self._pairs(pairs, "pair")
        self._in_files().write_table(os.fsencode(path), sources, targets, columns, known)

    def _part(self, graph: _tricorn.Graph) -> "Graph":
        """Makes a graph of some of the vertices, with the same names."""
        if self._names is None:
            return Graph._of(graph)
        nodes: Sequence[Hashable] | None = words_of(graph)
        if nodes is None:
            nodes = [self._names.nodes[i] for i in memoryview(graph.ids({}))]
            graph = _columns.by_places(graph)
        return Graph._of(graph, nodes)
