"""Functions of the module: each calls the method of Graph with the same name, which describes the result."""
import os
from collections.abc import Iterator
from typing import Any, Unpack

from . import _columns, _inputs, _tricorn
from ._graph import Graph
from ._records import (Algorithm, Approximation, Estimate, GeneralizedDegrees, LocalApproximation, Parameter,
                       Partition, PartitionSizes, RowStatistics, Sample, WorkFolder, WorkProcess, WorkStep)
from ._results import Table
from ._settings import COMMON, COUNTING, LOADING, READING, Common, Loading, Settings, apart, checked, split
from ._values import Edges, Triangles, Vertices


def _graph(source: Any, settings: dict[str, Any]) -> tuple[Graph, dict[str, Any]]:
    """Makes the graph, and returns it with the settings of the question."""
    loading, counting = split(settings)
    if isinstance(source, Graph):
        wrong = [key for key, value in loading.items() if value not in (None, False) and key not in COMMON]
        if wrong:
            raise TypeError(f"{wrong[0]}= is for making a graph, and this one is made")
    return (source if isinstance(source, Graph) else Graph(source, **loading)), counting


def _common(source: Any, settings: dict[str, Any]) -> tuple[Graph, dict[str, Any]]:
    """Makes the graph for questions that have no settings of counting."""
    graph, counting = _graph(source, settings)
    return graph, checked(counting, COMMON)


def _directed(source: Any, settings: dict[str, Any]) -> tuple[Graph, dict[str, Any]]:
    """Makes the graph for questions that need directions, with directed=True."""
    return _common(source, settings if isinstance(source, Graph) else {**settings, "directed": True})


def _signed(source: Any, settings: dict[str, Any]) -> tuple[Graph, dict[str, Any]]:
    """Makes the graph for questions on signs, which are those of weights, with signs=True."""
    return _common(source, settings if isinstance(source, Graph) else {**settings, "signs": True})


def _timed(source: Any, settings: dict[str, Any]) -> tuple[Graph, dict[str, Any]]:
    """Makes the graph for questions on times."""
    return _common(source, settings if isinstance(source, Graph) else {"times": True, **settings})


def read(data: Any, /, **settings: Unpack[Loading]) -> Graph:
    """Makes a graph: the same as Graph(data).

    >>> tricorn.read("edges.txt")  # four lines: a b, b c, c a, c d
    <tricorn.Graph of 4 vertices, 4 edges>
    """
    return Graph(data, **settings)


def write(graph: Any, path: "str | os.PathLike[str]", *, compression: str | None = None,
          **settings: Unpack[Common]) -> None:
    """Writes the simple graph; see Graph.write().

    >>> tricorn.write([(1, 2), (2, 3), (3, 1)], "graph.mtx")
    >>> tricorn.count("graph.mtx")
    1
    """
    known = checked(dict(settings), COMMON)
    made = graph if isinstance(graph, Graph) else Graph(graph, **known)
    made.write(path, compression=compression, **known)


def generate(model: str, *, seed: int = 1, threads: int | None = None, memory: int | None = None,
             progress: Any = None, **parameters: object) -> Graph:
    """Makes a graph of a model of tricorn.models(), such as generate("kronecker", scale=16).

    The same model, parameters and seed give the same graph with any number of threads, anywhere.

    >>> tricorn.generate("complete", vertices=5).m
    10
    """
    settings = {"threads": threads, "memory": memory, "progress": progress}
    if not 0 <= seed < 2**64:
        raise _tricorn.InvalidArgument(f"seed must be a number from 0 to 2^64 - 1, and is {seed}")
    text = " ".join(f"{name}={value}" for name, value in parameters.items())
    return Graph._of(_tricorn.generate(model, text, seed, checked(settings, COMMON)))


def count(graph: Any, **settings: Unpack[Settings]) -> int:
    """The number of triangles, each once.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.count(edges)
    1
    """
    made, known = _graph(graph, dict(settings))
    return made.count(**known)


def approximate(graph: Any, error: float | None = None, confidence: float | None = None, *,
                seed: int = 0, **settings: Unpack[Settings]) -> Approximation:
    """Estimates the number of triangles, by random wedges; see Graph.approximate().

    >>> found = tricorn.approximate(tricorn.generate("complete", vertices=50), seed=1)
    >>> found.low <= 19600 <= found.high
    True
    """
    made, known = _graph(graph, dict(settings))
    return made.approximate(error, confidence, seed=seed, **known)


def approximate_vertices(graph: Any, samples: int | None = None, confidence: float | None = None, *,
                         seed: int = 0, **settings: Unpack[Loading]) -> LocalApproximation:
    """Estimates the triangles of each vertex; see Graph.approximate_vertices().

    >>> found = tricorn.approximate_vertices(tricorn.generate("complete", vertices=5))
    >>> [(low, high) for low, high in zip(found.low, found.high) if not low <= 6 <= high]
    []
    """
    made, known = _common(graph, dict(settings))
    return made.approximate_vertices(samples, confidence, seed=seed, **known)


def sample(path: "str | os.PathLike[str]", kind: str = "colours", *, one_in: int | None = None,
           confidence: float | None = None, seed: int = 0, **settings: Unpack[Settings]) -> Sample:
    """Estimates the number of triangles of the graph in a file, in one reading, within any memory limit.

    A random sample of the edges is stored and counted.

    Args:
        kind: "colours": the sample has the edges whose ends have the same one of `one_in` colours; "edges": each edge
            is in the sample with probability 1 / one_in, so that more edges are needed for the same interval.
        one_in: a power of two; None: the smallest one for which the sample fits in memory.
        confidence: of the interval, Chebyshev's (None: 0.999).

    >>> tricorn.sample("edges.txt").estimate  # the sample is the whole file
    1.0
    """
    known = {**_inputs.file_options(checked(dict(settings), LOADING | COUNTING)), "kind": kind, "one_in": one_in,
             "confidence": confidence, "seed": seed}
    return Sample(**_tricorn.sample(os.fsencode(path), known))


def estimate(path: "str | os.PathLike[str]", **settings: Unpack[Loading]) -> Estimate:
    """Estimates the memory and disk for counting the graph in a file, by its head or a part of its lines.

    >>> tricorn.estimate("edges.txt").input_edges
    4
    """
    return Estimate(**_tricorn.estimate(
        os.fsencode(path), _inputs.file_options(checked(dict(settings), LOADING))))


def work_folder(folder: "str | os.PathLike[str]", **settings: Unpack[Common]) -> WorkFolder:
    """Tells how far the work is that processes share in a folder, without taking part: for a dashboard or a loop.

    >>> tricorn.count("edges.txt", work="folder", join=True)
    1
    >>> [(step.step, step.done == step.parts) for step in tricorn.work_folder("folder").steps]
    [('totals', True)]
    """
    def known(seconds: float) -> float | None:
        return None if seconds < 0 else seconds

    vertices, edges, stored_bytes, lines = _tricorn.work_folder(os.fsencode(folder), checked(dict(settings), COMMON))
    found = WorkFolder(vertices, edges, stored_bytes, [], [])
    for name, process, parts, done, silent, alive, left in lines:
        if process is None:
            found.steps.append(WorkStep(name, parts, done, known(left), []))
        elif parts:
            found.steps[-1].processes.append(WorkProcess(process, None, done, known(silent), alive))
        else:
            found.users.append(WorkProcess(process, name, 0, known(silent), alive))
    return found


def row_statistics(graph: Any, **settings: Unpack[Loading]) -> RowStatistics:
    """Measures how the rows of the oriented graph fill tables of buckets; see Graph.row_statistics().

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.row_statistics(edges).lengths[-1]  # one of a and b has an edge to the other, and both to c
    2
    """
    made, known = _common(graph, dict(settings))
    return made.row_statistics(**known)


def partition_sizes(graph: Any, **settings: Unpack[Settings]) -> PartitionSizes:
    """Measures the parts into which partition=... would cut the graph; see Graph.partition_sizes().

    >>> sizes = tricorn.partition_sizes(tricorn.generate("complete", vertices=50), partition="trust")
    >>> sizes.rows == sizes.columns
    True
    """
    made, known = _graph(graph, dict(settings))
    return made.partition_sizes(**known)


def algorithms() -> list[str]:
    """The names of the algorithms for CPUs and GPUs, for algorithm= and tricorn.algorithm().

    >>> "cpu-merge-edge" in tricorn.algorithms()
    True
    """
    return _tricorn.algorithms()


def partitions() -> list[str]:
    """The names of the partitions, for partition= and tricorn.partition().

    >>> "trust" in tricorn.partitions()
    True
    """
    return _tricorn.partitions()


def models() -> list[str]:
    """The names of the models of tricorn.generate().

    >>> "kronecker" in tricorn.models()
    True
    """
    return _tricorn.models()


def formats() -> list[str]:
    """The names of the formats of files, for format=.

    >>> "metis" in tricorn.formats()
    True
    """
    return _tricorn.formats()


def measures() -> list[str]:
    """The names of the measures of tricorn.similarity() and tricorn.pair_similarity().

    Of a directed graph "-successors" or "-predecessors" may be behind each of them.

    >>> tricorn.measures()
    ['common', 'jaccard', 'overlap', 'cosine', 'adamic-adar', 'resource', 'collaboration']
    """
    return _tricorn.measures()


def algorithm(name: str) -> Algorithm:
    """Describes an algorithm, by its name or its paper's; ValueError for an unknown name.

    >>> tricorn.algorithm("polak").year
    2016
    """
    found = _tricorn.algorithm(name)
    return Algorithm(**{**found, "parameters": tuple(Parameter(**one) for one in found["parameters"])})


def partition(name: str) -> Partition:
    """Describes a partition, by a name of tricorn.partitions(); ValueError for any other name.

    >>> tricorn.partition("trust").on_disk
    False
    """
    return Partition(**_tricorn.partition(name))


def vertex_triangles(graph: Any, **settings: Unpack[Settings]) -> Vertices:
    """Triangles of each vertex: n numbers (int64), in the order of the vertices.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> dict(tricorn.vertex_triangles(edges).items())
    {'a': 1, 'b': 1, 'c': 1, 'd': 0}
    """
    made, known = _graph(graph, dict(settings))
    return made.vertex_triangles(**known)


def degrees(graph: Any, **settings: Unpack[Loading]) -> Vertices:
    """Neighbours of each vertex in the simple graph: n numbers (int64).

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> dict(tricorn.degrees(edges).items())
    {'a': 2, 'b': 2, 'c': 3, 'd': 1}
    """
    made, known = _common(graph, dict(settings))
    return made.degrees(**known)


def core_numbers(graph: Any, **settings: Unpack[Loading]) -> Vertices:
    """The largest k whose k-core has the vertex: n numbers (int64).

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> dict(tricorn.core_numbers(edges).items())
    {'a': 2, 'b': 2, 'c': 2, 'd': 1}
    """
    made, known = _common(graph, dict(settings))
    return made.core_numbers(**known)


def components(graph: Any, **settings: Unpack[Loading]) -> Vertices:
    """The connected component of each vertex: n numbers (int64), from 0 on.

    >>> found = tricorn.components([("a", "b"), ("c", "d"), ("d", "e")])
    >>> found["c"] == found["e"], found["a"] == found["c"]
    (True, False)
    """
    made, known = _common(graph, dict(settings))
    return made.components(**known)


def clustering(graph: Any, *, closed: bool = False, **settings: Unpack[Settings]) -> Vertices:
    """Clustering coefficient of each vertex: n numbers (float64).

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.clustering(edges)["c"]  # one of three pairs of neighbours is joined
    0.3333333333333333
    """
    made, known = _graph(graph, dict(settings))
    return made.clustering(closed=closed, **known)


def average_clustering(graph: Any, *, isolated: bool = True, closed: bool = False, **settings: Unpack[Settings]) -> float:
    """The mean of the coefficients; isolated: of vertices without an edge, too.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> round(tricorn.average_clustering(edges), 3)  # of 1, 1, 1/3 and 0
    0.583
    """
    made, known = _graph(graph, dict(settings))
    return made.average_clustering(isolated=isolated, closed=closed, **known)


def transitivity(graph: Any, **settings: Unpack[Settings]) -> float:
    """3 triangles / pairs of neighbours; 0.0 without any.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.transitivity(edges)
    0.6
    """
    made, known = _graph(graph, dict(settings))
    return made.transitivity(**known)


def squares(graph: Any, **settings: Unpack[Settings]) -> Vertices:
    """Cycles of four vertices that each vertex is in: n numbers (int64).

    >>> dict(tricorn.squares([(1, 2), (2, 3), (3, 4), (4, 1)]).items())
    {1: 1, 2: 1, 3: 1, 4: 1}
    """
    made, known = _graph(graph, dict(settings))
    return made.squares(**known)


def square_clustering(graph: Any, **settings: Unpack[Settings]) -> Vertices:
    """Square clustering coefficient of each vertex: n numbers (float64).

    >>> dict(tricorn.square_clustering([(1, 2), (2, 3), (3, 4), (4, 1)]).items())
    {1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0}
    """
    made, known = _graph(graph, dict(settings))
    return made.square_clustering(**known)


def constraint(graph: Any, **settings: Unpack[Loading]) -> Vertices:
    """Burt's constraint of each vertex, with ties of equal weight: n numbers (float64), NaN without an edge.

    >>> dict(tricorn.constraint([(1, 2), (2, 3), (3, 1), (3, 4)]).items())[4]
    1.0
    """
    made, known = _graph(graph, dict(settings))
    return made.constraint(**known)


def effective_size(graph: Any, **settings: Unpack[Loading]) -> Vertices:
    """Burt's effective size of each vertex, with ties of equal weight: n numbers (float64), NaN without an edge.

    >>> dict(tricorn.effective_size([(1, 2), (2, 3), (3, 1), (3, 4)]).items())
    {1: 1.0, 2: 1.0, 3: 2.3333333333333335, 4: 1.0}
    """
    made, known = _graph(graph, dict(settings))
    return made.effective_size(**known)


def directed_clustering(graph: Any, definition: str = "fagiolo", **settings: Unpack[Loading]) -> Vertices:
    """Clustering coefficient of each vertex, by the directions of edges: n numbers (float64).

    >>> dict(tricorn.directed_clustering([(1, 2), (2, 3), (3, 1)]).items())
    {1: 0.5, 2: 0.5, 3: 0.5}
    """
    made, known = _directed(graph, dict(settings))
    return made.directed_clustering(definition, **known)


def weighted_clustering(graph: Any, definition: str = "onnela", **settings: Unpack[Settings]) -> Vertices:
    """Clustering coefficient of each vertex, by the weights of edges: n numbers (float64).

    Args:
        definition: "onnela", as NetworkX, or "barrat", as igraph.  weights= says where the weights are.

    >>> edges = [("a", "b", 8), ("b", "c", 1), ("c", "a", 1)]
    >>> round(tricorn.weighted_clustering(edges, weights=True)["a"], 9)  # the cube root of 1 * 1/8 * 1/8
    0.25
    """
    made, known = _graph(graph, dict(settings))
    return made.weighted_clustering(definition, **known)


def weighted_transitivity(graph: Any, **settings: Unpack[Settings]) -> float:
    """The weights of pairs of edges at a vertex that are in a triangle / those of all pairs.

    >>> tricorn.weighted_transitivity([(1, 2, 1), (2, 3, 1), (3, 1, 1), (3, 4, 3)], weights=True)  # 6 / (6 + 4 + 4)
    0.42857142857142855
    """
    made, known = _graph(graph, dict(settings))
    return made.weighted_transitivity(**known)


def generalized_degrees(graph: Any, **settings: Unpack[Settings]) -> GeneralizedDegrees:
    """How many edges of each vertex are in each number of triangles.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> offsets, pairs = tricorn.generalized_degrees(edges)
    >>> pairs[offsets[2]:offsets[3]].tolist()  # c: one edge in no triangle, two edges in one
    [[0, 1], [1, 2]]
    """
    made, known = _graph(graph, dict(settings))
    return made.generalized_degrees(**known)


def label_triangles(graph: Any, labels: Any, **settings: Unpack[Loading]) -> dict[tuple[Any, Any, Any], int]:
    """How many triangles have three labels of vertices, in any order; labels: a mapping of nodes to labels, or n labels.

    >>> tricorn.label_triangles([("a", "b"), ("b", "c"), ("c", "a")], {"a": "x", "b": "y", "c": "x"})
    {('x', 'x', 'y'): 1}
    """
    made, known = _graph(graph, dict(settings))
    return made.label_triangles(labels, **known)


def edge_label_triangles(edges: Any, labels: Any, **settings: Unpack[Loading]) -> dict[tuple[Any, Any, Any], int]:
    """Triangles by the labels of their edges, in any order; where an edge has several, for each choice of one of each.

    edges: a table, columns, an array or a list; labels: of each edge, or the name of their column.

    >>> tricorn.edge_label_triangles([(1, 2), (2, 3), (3, 1), (1, 3)], ["x", "y", "x", "z"])
    {('x', 'x', 'y'): 1, ('x', 'y', 'z'): 1}
    """
    if _inputs.is_file(edges):
        raise TypeError("labels are a column of a table: read the file, or use tricorn label --edge-labels")
    numbered, names = _columns.labels_of(edges[labels] if isinstance(labels, str) else labels)
    times = [None if names[number] is None else number for number in memoryview(numbered).cast("I")]
    made, known = _common(edges, {**settings, "times": times})
    found = made._graph.label_triangles(None, known)
    return {(names[a], names[b], names[c]): triangles for a, b, c, triangles in found}


def graphlets(graph: Any, **settings: Unpack[Loading]) -> dict[str, dict[str, int]]:
    """The numbers of connected subgraphs of four vertices, by kind.

    By "subgraphs", which may have further edges between their vertices, and "induced", which have none.

    >>> tricorn.graphlets([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3)])["subgraphs"]
    {'path': 6, 'star': 2, 'cycle': 1, 'paw': 4, 'diamond': 1, 'clique': 0}
    """
    made, known = _graph(graph, dict(settings))
    return made.graphlets(**known)


def vertex_orbits(graph: Any, **settings: Unpack[Loading]) -> Any:
    """Graphlet degree vectors: induced subgraphs of two to four vertices in which each vertex has each place.

    n x 15 numbers (int64), by the orbits of Przulj and ORCA.  Here 3 is the end of a triangle's tail (9), 2 has it (11).

    >>> tricorn.vertex_orbits([(0, 1), (1, 2), (2, 0), (2, 3)])[2:].tolist()
    [[3, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]]
    """
    made, known = _graph(graph, dict(settings))
    return made.vertex_orbits(**known)


def balance(graph: Any, **settings: Unpack[Loading]) -> dict[str, Any]:
    """Balanced and unbalanced triangles of a signed graph, whose edges have the signs of their weights.

    >>> found = tricorn.balance([("a", "b", 1), ("b", "c", -1), ("c", "a", -1)], weights=True)
    >>> found["pnn"], found["balanced"], found["degree"]
    (1, 1, 1.0)
    """
    made, known = _signed(graph, dict(settings))
    return made.balance(**known)


def vertex_balance(graph: Any, **settings: Unpack[Loading]) -> Any:
    """The triangles with 0, 1, 2 and 3 negative edges that each vertex is in: n x 4 numbers (int64).

    >>> tricorn.vertex_balance([(1, 2, 1), (2, 3, -1), (3, 1, -1)], weights=True).tolist()
    [[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    """
    made, known = _signed(graph, dict(settings))
    return made.vertex_balance(**known)


def edge_balance(graph: Any, **settings: Unpack[Loading]) -> Table:
    """The triangles of each edge by their signs: a table with a row for each edge.

    >>> table = tricorn.edge_balance([(1, 2, 1), (2, 3, -1), (3, 1, -1)], weights=True)
    >>> table.columns, table["pnn"].tolist()
    (['source', 'target', 'ppp', 'ppn', 'pnn', 'nnn', 'unbalanced'], [1, 1, 1])
    """
    made, known = _signed(graph, dict(settings))
    return made.edge_balance(**known)


def triad_census(graph: Any, **settings: Unpack[Loading]) -> dict[str, int]:
    """How many of all triples of vertices are of each of the 16 kinds, by directions.

    >>> census = tricorn.triad_census([(1, 2), (2, 3), (3, 1)])
    >>> {kind: number for kind, number in census.items() if number}
    {'030C': 1}
    """
    made, known = _directed(graph, dict(settings))
    return made.triad_census(**known)


def temporal_motifs(graph: Any, window: int, **settings: Unpack[Loading]) -> dict[str, int]:
    """The numbers of the 36 motifs of three edges in a window of time; see Graph.temporal_motifs().

    >>> found = tricorn.temporal_motifs([("a", "b", 0), ("b", "c", 5), ("c", "a", 9)], window=10)
    >>> [(name, many) for name, many in found.items() if many]
    [('M24', 1)]
    """
    made, known = _timed(graph, dict(settings))
    return made.temporal_motifs(window, **known)


def vertex_triads(graph: Any, **settings: Unpack[Loading]) -> Any:
    """The triads of each kind that each vertex is in: n x 16 numbers (int64).

    >>> tricorn.vertex_triads([(1, 2), (2, 3), (3, 1)]).shape
    (3, 16)
    """
    made, known = _directed(graph, dict(settings))
    return made.vertex_triads(**known)


def triple_census(graph: Any, **settings: Unpack[Settings]) -> dict[str, int]:
    """How many of all triples of vertices are empty, an edge, a path and a triangle, without directions.

    >>> tricorn.triple_census([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    {'empty': 0, 'edge': 1, 'path': 2, 'triangle': 1}
    """
    made, known = _graph(graph, dict(settings))
    return made.triple_census(**known)


def vertex_triples(graph: Any, **settings: Unpack[Loading]) -> Any:
    """The triples of each kind that each vertex is in: n x 4 numbers (int64).

    >>> tricorn.vertex_triples([(1, 2), (2, 3), (3, 1), (3, 4)])[3].tolist()
    [0, 1, 2, 0]
    """
    made, known = _graph(graph, dict(settings))
    return made.vertex_triples(**known)


def edge_support(graph: Any, *, sort: bool = True, **settings: Unpack[Settings]) -> Edges:
    """Triangles of each edge.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> support = tricorn.edge_support(edges)
    >>> support["b", "a"], support["c", "d"]
    (1, 0)
    """
    made, known = _graph(graph, dict(settings))
    return made.edge_support(sort=sort, **known)


def edge_clustering(graph: Any, *, sort: bool = True, **settings: Unpack[Settings]) -> Edges:
    """Radicchi's coefficient of each edge: (triangles + 1) / (the smaller degree of its ends - 1).

    >>> tricorn.edge_clustering([(1, 2), (2, 3), (3, 1), (3, 4)]).tolist()
    [2.0, 2.0, 2.0, inf]
    """
    made, known = _graph(graph, dict(settings))
    return made.edge_clustering(sort=sort, **known)


def edge_curvature(graph: Any, *, sort: bool = True, **settings: Unpack[Settings]) -> Edges:
    """Forman's curvature of each edge, with triangles as faces: 4 - both degrees + 3 triangles.

    >>> tricorn.edge_curvature([(1, 2), (2, 3), (3, 1), (3, 4)]).tolist()
    [3.0, 2.0, 2.0, 0.0]
    """
    made, known = _graph(graph, dict(settings))
    return made.edge_curvature(sort=sort, **known)


def trussness(graph: Any, *, method: str | None = None, sort: bool = True,
              **settings: Unpack[Settings]) -> Edges:
    """The largest k whose k-truss has the edge, of each edge.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> trussness = tricorn.trussness(edges)
    >>> trussness["b", "a"], trussness["c", "d"]
    (3, 2)
    """
    made, known = _graph(graph, dict(settings))
    return made.trussness(method=method, sort=sort, **known)


def similarity(graph: Any, measure: str = "jaccard", *, least: float = 0.0, sort: bool = True,
               **settings: Unpack[Settings]) -> Edges:
    """The similarity of the neighbours of the ends of each edge.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.similarity(edges)["a", "b"]  # of a, b and c, c is a neighbour of both
    0.3333333333333333
    """
    made, known = _graph(graph, dict(settings))
    return made.similarity(measure, least=least, sort=sort, **known)


def pair_similarity(graph: Any, pairs: Any, measure: str = "jaccard",
                    **settings: Unpack[Loading]) -> Edges:
    """The similarity of the neighbours of the vertices of each pair, joined or not (float64).

    separator=, columns= and the other keywords of Reading are of both files where `graph` and `pairs` are paths.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.pair_similarity(edges, [("a", "d")], "common")["a", "d"]
    1.0
    """
    given: dict[str, Any] = dict(settings)
    reading = apart(given, LOADING)[1] if _inputs.is_path(pairs) else {}
    reading = {key: value for key, value in reading.items() if key in READING}
    if not _inputs.is_file(graph):
        given = {key: value for key, value in given.items() if key not in reading}
    made, known = _common(graph, given)
    return made.pair_similarity(pairs, measure, **known, **reading)


def top_pairs(graph: Any, top: int, measure: str = "jaccard", *, of: Any = None,
              **settings: Unpack[Loading]) -> Edges:
    """The most similar pairs of vertices that are no edge, the most similar first (float64).

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> list(tricorn.top_pairs(edges, 1).items())
    [(('a', 'd'), 0.5)]
    """
    made, known = _common(graph, dict(settings))
    return made.top_pairs(top, measure, of=of, **known)


def triangles(graph: Any, *, sort: bool = True, **settings: Unpack[Settings]) -> Triangles:
    """All triangles, each once: t x 3 ids or nodes.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.triangles(edges).tolist()
    [['a', 'b', 'c']]
    """
    made, known = _graph(graph, dict(settings))
    return made.triangles(sort=sort, **known)


def iter_triangles(graph: Any, *, sort: bool = False, **settings: Unpack[Settings]) -> Iterator[Triangles]:
    """Iterates over all triangles, some of them at a time, which are never in memory together.

    >>> sum(len(some) for some in tricorn.iter_triangles(tricorn.generate("complete", vertices=5)))
    10
    """
    made, known = _graph(graph, dict(settings))
    return made.iter_triangles(sort=sort, **known)


def iter_edge_support(graph: Any, *, sort: bool = False, **settings: Unpack[Settings]) -> Iterator[Edges]:
    """Iterates over all edges and their triangles, some of them at a time, which are never in memory together.

    >>> sum(len(some) for some in tricorn.iter_edge_support(tricorn.generate("complete", vertices=5)))
    10
    """
    made, known = _graph(graph, dict(settings))
    return made.iter_edge_support(sort=sort, **known)


def iter_similarity(graph: Any, measure: str = "jaccard", *, least: float = 0.0, sort: bool = False,
                    **settings: Unpack[Settings]) -> Iterator[Edges]:
    """Iterates over edges and the similarity of their ends, some of them at a time.

    >>> [pair for some in tricorn.iter_similarity("edges.txt", least=0.3) for pair, value in some.items()]
    [('a', 'b')]
    """
    made, known = _graph(graph, dict(settings))
    return made.iter_similarity(measure, least=least, sort=sort, **known)


def cliques(graph: Any, size: int = 4, *, seconds: float | None = None,
            **settings: Unpack[Loading]) -> int:
    """The number of sets of `size` vertices that are all joined.

    >>> tricorn.cliques(tricorn.generate("complete", vertices=5), 4)
    5
    """
    made, known = _common(graph, dict(settings))
    return made.cliques(size, seconds=seconds, **known)


def vertex_cliques(graph: Any, size: int = 4, *, seconds: float | None = None,
                   **settings: Unpack[Loading]) -> Vertices:
    """The cliques of `size` vertices that each vertex is in: n numbers (int64).

    >>> tricorn.vertex_cliques(tricorn.generate("complete", vertices=5), 4).tolist()
    [4, 4, 4, 4, 4]
    """
    made, known = _common(graph, dict(settings))
    return made.vertex_cliques(size, seconds=seconds, **known)


def clique_communities(graph: Any, size: int = 4, **settings: Unpack[Loading]) -> list[Any]:
    """The communities of cliques of `size` vertices: arrays of places.

    >>> found = tricorn.clique_communities([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)], 3)
    >>> sorted(sorted(places) for places in found) == [[0, 1, 2], [2, 3, 4]]
    True
    """
    made, known = _common(graph, dict(settings))
    return made.clique_communities(size, **known)


def k_core(graph: Any, k: int | None = None, **settings: Unpack[Loading]) -> Graph:
    """The largest subgraph of degrees of k and more, as a graph.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> sorted(pair for pair, _ in tricorn.k_core(edges, 2).edges().items())
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    made, known = _common(graph, dict(settings))
    return made.k_core(k, **known)


def k_truss(graph: Any, k: int, **settings: Unpack[Settings]) -> Graph:
    """The largest subgraph whose edges are in at least k - 2 of its triangles, as a graph.

    >>> edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
    >>> tricorn.k_truss(edges, 3)
    <tricorn.Graph of 3 vertices, 3 edges>
    """
    made, known = _graph(graph, dict(settings))
    return made.k_truss(k, **known)
