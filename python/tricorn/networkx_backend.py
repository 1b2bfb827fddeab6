"""A backend of NetworkX: `nx.triangles(G, backend="tricorn")`, or nx.config.backend_priority.

NetworkX converts a graph once and stores the result as long as the graph does not change.  Results are
Python's own ints and floats for the nodes of the graph, as in NetworkX.
"""
import array
import importlib.util
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import networkx as nx

from . import _inputs, _tricorn
from ._bipartite import BipartiteGraph
from ._graph import Graph
from ._networkx_graph import BackendGraph, Node

_FEWEST_EDGES = 200  # with fewer, a call takes about as long as NetworkX
_MOST_NODES = 1000   # with more nodes, should_run() does not count edges
_PAIRS_AT_ONCE = 1 << 18
_VERSION = tuple(map(int, nx.__version__.split(".")[:2]))
if _VERSION < (3, 2):
    raise ImportError(f"tricorn is a backend of NetworkX 3.2 and later, and this is {nx.__version__}: "
                      "python -m pip install --upgrade networkx")
# NetworkX has NaN for nodes without a successor where it asks one node after another.
_BY_MATRIX = _VERSION >= (3, 5) and importlib.util.find_spec("scipy") is not None


# ---- what NetworkX asks ------------------------------------------------------------------------------

def convert_from_nx(graph: Any, **kept: Any) -> BackendGraph:
    """NetworkX's conversion; it needs no attributes, because the original graph is stored."""
    return BackendGraph(graph)


def convert_to_nx(found: Any, *, name: str | None = None) -> Any:
    """The reverse conversion; graphs among results are already NetworkX's."""
    return found.source if isinstance(found, BackendGraph) else found


_ONLY_OF_DIRECTED = frozenset({"triadic_census", "weakly_connected_components",
                               "number_weakly_connected_components", "is_weakly_connected"})
_OF_DIRECTED = _ONLY_OF_DIRECTED | {"clustering", "average_clustering", "transitivity", "core_number", "k_core",
                                    "k_shell", "k_crust", "k_corona", "constraint", "effective_size"}
_OF_MULTIGRAPHS = frozenset({"triangles", "all_triangles", "square_clustering", "triadic_census",
                             "connected_components", "number_connected_components", "is_connected",
                             "node_connected_component", "weakly_connected_components",
                             "number_weakly_connected_components", "is_weakly_connected", "k_clique_communities",
                             "find_cliques", "enumerate_all_cliques", "node_clique_number", "local_efficiency"})
_BY_NUMPY = frozenset({"onion_layers", "constraint", "effective_size", "k_clique_communities", "find_cliques",
                       "enumerate_all_cliques", "node_clique_number", "latapy_clustering", "bipartite_average_clustering"})


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why this backend cannot run the call: False for NetworkX 3.2, to which any text is true."""
    reason = _refusal(name, args, kwargs)
    return reason is None if _VERSION < (3, 3) else reason or True


def _refusal(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    """The reason why this backend cannot run the call."""
    graph = args[0] if args else kwargs.get("G", kwargs.get("B"))
    if graph is None or graph.is_directed() and name not in _OF_DIRECTED:
        return "tricorn takes undirected graphs here"
    if not graph.is_directed() and name in _ONLY_OF_DIRECTED:
        return "tricorn takes directed graphs here"
    given = {**dict(zip(_PARAMETERS[name], args[1:])), **kwargs}
    if graph.is_multigraph() and (name not in _OF_MULTIGRAPHS
                                  or name == "triangles" and given.get("nodes") is not None):
        return "tricorn does not take multigraphs here"
    if "project" in name and (given.get("multigraph") or not isinstance(given["nodes"], Collection)):
        return "tricorn takes a list of nodes, and makes no multigraph"
    if given.get("nbunch") is not None:
        return "tricorn lists the triangles of all nodes"
    if given.get("cliques") is not None or "cliqu" in name and given.get("nodes") is not None:
        return "tricorn takes the cliques of the whole graph"
    if importlib.util.find_spec("numpy") is None and \
            (name in _BY_NUMPY or "project" in name or graph.is_directed() and (name in _BY_CORES or given.get("weight") is not None)):
        return "tricorn needs numpy here"
    return None


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why NetworkX itself would be faster."""
    graph = args[0] if args else kwargs.get("G", kwargs.get("B"))
    if graph is None or len(graph) > _MOST_NODES or graph.number_of_edges() >= _FEWEST_EDGES:
        return True
    return f"the graph has fewer than {_FEWEST_EDGES} edges"


# ---- triangles ---------------------------------------------------------------------------------------

def triangles(G: BackendGraph, nodes: Any = None) -> Any:
    return G.of_nodes(G.values("vertices"), nodes)


def all_triangles(G: BackendGraph, nbunch: None = None) -> Iterator[tuple[Node, Node, Node]]:
    nodes = G.nodes
    for batch in G.graph._batches({"sort": True}):
        rows: Any = memoryview(batch).tolist()
        for u, v, w in rows:
            yield nodes[u], nodes[v], nodes[w]


def clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None) -> Any:
    if weight is not None:
        return G.of_nodes(G.weighted(weight), nodes)
    return G.of_nodes(G.values("directed" if G.is_directed() else "clustering"), nodes)


def average_clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None,
                       count_zeros: bool = True) -> float:
    found = clustering(G, nodes, weight)
    values: list[float] = [value for value in found.values() if count_zeros or value > 0]
    return sum(values) / len(values)


def square_clustering(G: BackendGraph, nodes: Any = None) -> Any:
    if _VERSION < (3, 5) and G.self_loops():
        raise NotImplementedError("this NetworkX takes self loops for neighbours")
    return G.of_nodes(G.values("square_clustering"), nodes)


def triadic_census(G: BackendGraph, nodelist: Any = None) -> dict[str, int]:
    """The census; for a list of nodes, of the triads with one of them: all except those among the others."""
    found: dict[str, int] = G.once("census", G.graph.triad_census)
    if nodelist is None:
        return dict(found)
    nodes = set(G.source.nbunch_iter(nodelist))
    if len(nodelist) != len(nodes):
        raise ValueError("nodelist includes duplicate nodes or nodes not in G")
    if G.self_loops():
        raise NotImplementedError("NetworkX counts self loops of other nodes as edges here")
    others = G.source.subgraph(node for node in G.nodes if node not in nodes)
    without = _inputs.of_networkx(others, None, {"directed": True}).graph.census({})
    return {name: number - without[name] for name, number in found.items()}


# How many ordered pairs of neighbours u and w of a vertex, both behind it, are joined from u to w in each triad.
_TRANSITIVE = {"030T": 1, "120D": 2, "120U": 2, "120C": 1, "210": 3, "300": 6}


def transitivity(G: BackendGraph) -> float:
    """Triples that are closed; of directed graphs those of a node and two of its successors."""
    if G.is_directed():
        census = G.once("census", G.graph.triad_census)
        triples: int = sum(times * census[name] for name, times in _TRANSITIVE.items())
        degrees = [len(row) - (node in row) for node, row in G.source._adj.items()]
    else:
        triples, degrees = 2 * sum(G.values("vertices")), G.values("degrees")
    pairs: int = sum(d * (d - 1) for d in degrees)
    return float(triples / pairs) if triples else 0


def generalized_degree(G: BackendGraph, nodes: Any = None) -> Any:
    def count() -> tuple[list[int], list[list[int]]]:
        offsets, pairs = G.graph._graph.generalized({})
        rows: Any = memoryview(pairs).tolist()
        return memoryview(offsets).tolist(), rows

    offsets, pairs = G.once("generalized", count)

    def of(node: Node) -> Counter[int]:
        place = G.numbers[node]
        return Counter(dict(pairs[offsets[place]:offsets[place + 1]]))

    if nodes is not None and nodes in G.source:
        return of(nodes)
    return {node: of(node) for node in G.source.nbunch_iter(nodes)}


def _efficiency(joined: dict[int, int]) -> float:
    """The sum of 1 / distance over all ordered pairs of vertices, whose neighbours are bits."""
    total = 0.0
    for vertex, reached in joined.items():
        seen, distance = 1 << vertex | reached, 1
        while reached:
            total += reached.bit_count() / distance
            further = 0
            while reached:
                further |= joined[(reached & -reached).bit_length() - 1]
                reached &= reached - 1
            reached, distance = further & ~seen, distance + 1
            seen |= reached
    return total


def local_efficiency(G: BackendGraph) -> float:
    """The mean efficiency of the neighbours of each node: their edges are those of its triangles."""
    if G.self_loops():
        raise NotImplementedError("NetworkX takes self loops for neighbours, and tricorn does not")
    places: list[dict[int, int]] = [{} for _ in G.nodes]  # of the neighbours of each node
    joined: list[defaultdict[int, int]] = [defaultdict(int) for _ in G.nodes]
    for batch in G.graph._batches({"sort": False}):
        rows: Any = memoryview(batch).tolist()
        for row in rows:
            for corner in range(3):
                own = places[row[corner]]
                one, other = (own.setdefault(row[corner - back], len(own)) for back in (1, 2))
                joined[row[corner]][one] |= 1 << other
                joined[row[corner]][other] |= 1 << one
    degrees: list[int] = G.values("degrees")
    return sum(_efficiency(bits) / (d * (d - 1)) for bits, d in zip(joined, degrees, strict=True) if bits) / len(G)


# ---- components --------------------------------------------------------------------------------------

def _components(G: BackendGraph) -> list[set[Node]]:
    """The nodes of each component, in the order of their first nodes."""
    found: defaultdict[int, set[Node]] = defaultdict(set)
    for node, number in zip(G.nodes, memoryview(G.graph._graph.components({})), strict=True):
        found[number].add(node)
    return list(found.values())


def connected_components(G: BackendGraph) -> Iterator[set[Node]]:
    yield from map(set, G.once("sets of components", lambda: _components(G)))


def number_connected_components(G: BackendGraph) -> int:
    return max(G.values("components"), default=-1) + 1


def is_connected(G: BackendGraph) -> bool:
    if not len(G):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return number_connected_components(G) == 1


def node_connected_component(G: BackendGraph, n: Node) -> set[Node]:
    numbers = G.values("components")
    own = numbers[G.numbers[n]]
    return {node for node, number in zip(G.nodes, numbers, strict=True) if number == own}


def weakly_connected_components(G: BackendGraph) -> Iterator[set[Node]]:
    return connected_components(G)


def number_weakly_connected_components(G: BackendGraph) -> int:
    return number_connected_components(G)


def is_weakly_connected(G: BackendGraph) -> bool:
    return is_connected(G)


def k_clique_communities(G: BackendGraph, k: int, cliques: None = None) -> Iterator[frozenset[Node]]:
    """For k = 2 the components of two nodes and more."""
    if k < 2:  # raises
        return (nodes for nodes in nx.community.k_clique_communities.orig_func(G.source, k))
    if k == 2:
        return (frozenset(nodes) for nodes in connected_components(G) if len(nodes) > 1)
    return (frozenset(G.nodes[place] for place in places) for places in G.graph.clique_communities(k))


# ---- cliques -----------------------------------------------------------------------------------------

def _cliques(G: BackendGraph, size: int) -> Iterator[list[Node]]:
    """The cliques of that size, 0: the maximal ones."""
    from . import _peeling

    def order() -> tuple[Any, ...]:
        order, *rows = _peeling.degeneracy_rows(G.arcs(), _peeled(G).layers)
        return tuple(G.nodes[place] for place in order.tolist()), *rows

    return _tricorn.cliques(size, *G.once("order of degeneracy", order))


def find_cliques(G: BackendGraph, nodes: None = None) -> Iterator[list[Node]]:
    return _cliques(G, 0)


def enumerate_all_cliques(G: BackendGraph) -> Iterator[list[Node]]:
    for size in range(1, max(G.values("cores"), default=-1) + 2):
        yield from _cliques(G, size)


def node_clique_number(G: BackendGraph, nodes: None = None, cliques: None = None,
                       separate_nodes: bool = False) -> dict[Node, int]:
    found: dict[Node, int] = _as_networkx("node_clique_number", G, None, _cliques(G, 0))
    return found


# ---- cores and trusses -------------------------------------------------------------------------------

def _as_networkx(name: str, G: BackendGraph, *args: Any) -> Any:
    """NetworkX's own function, for its exceptions and for what it makes of an answer."""
    return getattr(nx, name).orig_func(G.source, *args)


def k_truss(G: BackendGraph, k: int) -> Any:
    if G.self_loops():
        return _as_networkx("k_truss", G, k)
    truss = G.source.copy()
    truss.remove_edges_from([(u, v) for u, v, most in G.edges("trussness") if most < k])
    truss.remove_nodes_from(list(nx.isolates(truss)))
    return truss


def _peeled(G: BackendGraph) -> Any:
    from . import _peeling

    return G.once("peeled", lambda: _peeling.peel(len(G), G.arcs()))


def core_number(G: BackendGraph) -> dict[Node, int]:
    """The core numbers; in directed graphs an edge in both directions counts twice."""
    if G.self_loops():
        found: dict[Node, int] = _as_networkx("core_number", G)
    else:
        found = G.of_nodes(_peeled(G).cores.tolist() if G.is_directed() else G.values("cores"), None)
    return found


def _subgraph(G: BackendGraph, nodes: Iterable[Node]) -> Any:
    """G.subgraph(nodes).copy(), with the same order of nodes, without views of each row."""
    view = G.source.subgraph(nodes)
    kept, made = set(view), G.source.__class__()
    made.graph.update(G.source.graph)
    made.add_nodes_from((node, data.copy()) for node, data in view._node.items())
    made.add_edges_from((node, other, data.copy()) for node in view
                        for other, data in G.source._adj[node].items() if other in kept)
    return made


def k_core(G: BackendGraph, k: int | None = None, core_number: dict[Node, int] | None = None) -> Any:
    cores = _cores(G) if core_number is None else core_number
    least = max(cores.values()) if k is None else k
    return _subgraph(G, (node for node in cores if cores[node] >= least))


def k_shell(G: BackendGraph, k: int | None = None, core_number: dict[Node, int] | None = None) -> Any:
    cores = _cores(G) if core_number is None else core_number
    own = max(cores.values()) if k is None else k
    return _subgraph(G, (node for node in cores if cores[node] == own))


def k_crust(G: BackendGraph, k: int | None = None, core_number: dict[Node, int] | None = None) -> Any:
    cores = _cores(G) if core_number is None else core_number
    most = max(cores.values()) - 1 if k is None else k
    return _subgraph(G, (node for node in cores if cores[node] <= most))


def k_corona(G: BackendGraph, k: int, core_number: dict[Node, int] | None = None) -> Any:
    cores = _cores(G) if core_number is None else core_number
    return _subgraph(G, (node for node in cores if cores[node] == k ==
                         sum(cores[other] >= k for other in G.source._adj[node])))


_cores = core_number  # parameters have its name
_BY_CORES = frozenset({"core_number", "k_core", "k_shell", "k_crust", "k_corona"})


def onion_layers(G: BackendGraph) -> dict[Node, int]:
    """The layers, in the order in which NetworkX removes nodes: those of a layer by their degrees."""
    if G.self_loops():
        found: dict[Node, int] = _as_networkx("onion_layers", G)
        return found
    import numpy

    peeled = _peeled(G)
    order = numpy.lexsort((peeled.degrees, peeled.layers)).tolist()
    layers = peeled.layers.tolist()
    return {G.nodes[place]: layers[place] for place in order}


# ---- structural holes --------------------------------------------------------------------------------

def _mutual(G: BackendGraph, weight: str | None) -> Graph:
    """The graph without directions: the weights of both directions are added, and are 1 without `weight`."""
    if weight is None:
        arcs = G.arcs()
        return Graph._of(G.joined(arcs, array.array("d", [1]) * len(arcs)))
    made = G.with_weights(weight)
    weights = made.edges({})[1]
    if weights is not None and not all(memoryview(weights)):
        raise NotImplementedError("NetworkX takes an edge with the weight 0 for an edge in some of its ways, not in all")
    return Graph._of(made)


def _holes(G: BackendGraph, name: str, nodes: Any, weight: str | None) -> dict[Node, float]:
    """The measure of that name of nodes, None: of all; NaN without a neighbour."""
    from . import _structural_holes

    if G.self_loops():
        raise NotImplementedError("NetworkX takes self loops for ties, and tricorn does not")

    def ask() -> list[float]:
        weighted = weight is not None or G.is_directed()
        found: list[float] = getattr(_structural_holes, name)(_mutual(G, weight) if weighted else G.graph, weighted).tolist()
        return found

    values = G.once(f"{name} {weight!r}", ask)
    numbers = G.numbers
    found = {node: values[numbers[node]] for node in (G.nodes if nodes is None else nodes)}
    if nodes is not None or not _BY_MATRIX:
        found.update((node, math.nan) for node in found if not G.source._adj[node])
    return found


def constraint(G: BackendGraph, nodes: Any = None, weight: str | None = None) -> dict[Node, float]:
    return _holes(G, "constraint", nodes, weight)


def effective_size(G: BackendGraph, nodes: Any = None, weight: str | None = None) -> dict[Node, float]:
    return _holes(G, "effective_size", nodes, weight)


# ---- similarity --------------------------------------------------------------------------------------

def _two_sides(G: BackendGraph, left: Iterable[Node]) -> BipartiteGraph:
    """The places of nodes as ids; NotImplementedError unless each edge has one end among the left nodes."""
    import numpy

    chosen, ends = numpy.zeros(len(G), bool), G.arcs()
    chosen[[G.numbers[node] for node in left]] = True
    if G.self_loops() or (chosen[ends].sum(axis=1) != 1).any():
        raise NotImplementedError("tricorn takes all nodes of one of the two sides of a graph")
    first = numpy.where(chosen[ends[:, 0]], ends[:, 0], ends[:, 1])
    return BipartiteGraph((first, ends.sum(axis=1) - first))


def latapy_clustering(G: BackendGraph, nodes: Any = None, mode: str = "dot") -> dict[Node, float]:
    def ask() -> dict[Any, float]:
        left = [node for node, side in nx.bipartite.color.orig_func(G.source).items() if side]
        found: dict[Any, float] = dict.fromkeys(range(len(G)), 0.0)
        for values in _two_sides(G, left).latapy_clustering(mode):
            found.update(values.items())
        return found

    if mode not in ("dot", "min", "max") or not nx.is_bipartite.orig_func(G.source):
        nx.bipartite.latapy_clustering.orig_func(G.source, nodes, mode)  # raises
    found, numbers = G.once(f"latapy {mode}", ask), G.numbers
    return {node: found[numbers[node]] for node in (G.source if nodes is None else nodes)}


def bipartite_average_clustering(G: BackendGraph, nodes: Any = None, mode: str = "dot") -> float:
    nodes = G.source if nodes is None else nodes
    found = latapy_clustering(G, nodes, mode)
    return sum(found[node] for node in nodes) / len(nodes)


def robins_alexander_clustering(G: BackendGraph) -> float:
    if G.self_loops():
        raise NotImplementedError("NetworkX takes self loops for edges, and tricorn does not")
    counts = G.once("graphlets", G.graph.graphlets)["subgraphs"]
    return 4.0 * counts["cycle"] / counts["path"] if counts["path"] else 0


def _project(B: BackendGraph, nodes: Any, measure: str, weigh: Callable[[float], float] = float) -> Any:
    made = nx.Graph()
    made.graph.update(B.source.graph)
    made.add_nodes_from((node, B.source.nodes[node]) for node in nodes)
    found = _two_sides(B, nodes).projection(measure=measure)
    made.add_weighted_edges_from((B.nodes[u], B.nodes[v], weigh(value)) for (u, v), value in found.items())
    return made


def projected_graph(B: BackendGraph, nodes: Any, multigraph: bool = False) -> Any:
    made = _project(B, nodes, "common")
    for _, _, data in made.edges(data=True):
        data.clear()
    return made


def weighted_projected_graph(B: BackendGraph, nodes: Any, ratio: bool = False) -> Any:
    others = len(B) - len(nodes)
    if others < 1:
        nx.bipartite.weighted_projected_graph.orig_func(B.source, nodes)  # raises
    return _project(B, nodes, "common", (lambda shared: shared / others) if ratio else int)


def collaboration_weighted_projected_graph(B: BackendGraph, nodes: Any) -> Any:
    return _project(B, nodes, "collaboration")


def overlap_weighted_projected_graph(B: BackendGraph, nodes: Any, jaccard: bool = True) -> Any:
    return _project(B, nodes, "jaccard" if jaccard else "overlap")


def _checked_pairs(G: BackendGraph, ebunch: Iterable[tuple[Node, Node]]) -> list[tuple[Node, Node]]:
    pairs = list(ebunch)
    for u, v in pairs:
        for node in u, v:
            if node not in G.source:
                raise nx.NodeNotFound(f"Node {node} not in G.")
        if u == v:
            raise NotImplementedError("tricorn compares different nodes")
    return pairs


def _values(G: BackendGraph, measure: str, ebunch: Any) -> Iterator[tuple[Node, Node, float]]:
    """The measure of each pair; without a bunch, of all pairs that are not joined."""
    if G.self_loops():
        raise NotImplementedError("NetworkX takes self loops for neighbours, and tricorn does not")
    pairs = iter(nx.non_edges(G.source) if ebunch is None else _checked_pairs(G, ebunch))

    def predict() -> Iterator[tuple[Node, Node, float]]:
        numbers = G.numbers
        while some := list(itertools.islice(pairs, _PAIRS_AT_ONCE)):
            sources, targets = (array.array("q", (numbers[pair[end]] for pair in some))
                                for end in (0, 1))
            values = memoryview(G.graph._graph.pairs(sources, targets, {"measure": measure})).tolist()
            for (u, v), value in zip(some, values, strict=True):
                yield u, v, value

    return predict()


def jaccard_coefficient(G: BackendGraph, ebunch: Any = None) -> Iterator[tuple[Node, Node, float]]:
    return _values(G, "jaccard", ebunch)


def adamic_adar_index(G: BackendGraph, ebunch: Any = None) -> Iterator[tuple[Node, Node, float]]:
    return _values(G, "adamic-adar", ebunch)


def resource_allocation_index(G: BackendGraph,
                              ebunch: Any = None) -> Iterator[tuple[Node, Node, float]]:
    return _values(G, "resource", ebunch)


def common_neighbor_centrality(G: BackendGraph, ebunch: Any = None,
                               alpha: float = 0.8) -> Iterator[tuple[Node, Node, float]]:
    """Paths are searched only for pairs without a common neighbour, one first node after another."""
    found = _values(G, "common", ebunch)

    def predict() -> Iterator[tuple[Node, Node, float]]:
        for u, v, value in found:
            common = int(value)
            if alpha == 1:
                yield u, v, common
            else:
                length = 1 if u in G.source._adj[v] else 2 if common else G.distance(u, v)
                yield u, v, alpha * common + (1 - alpha) * len(G) / length

    return predict()


# Names of the parameters after the graph, in order.
_PARAMETERS = {
    function.__name__: function.__code__.co_varnames[1:function.__code__.co_argcount]
    for function in (triangles, all_triangles, clustering, average_clustering, transitivity, square_clustering,
                     triadic_census, generalized_degree, local_efficiency, connected_components, number_connected_components,
                     is_connected, node_connected_component, weakly_connected_components,
                     number_weakly_connected_components, is_weakly_connected, k_clique_communities, find_cliques,
                     enumerate_all_cliques, node_clique_number, k_truss,
                     core_number, k_core, k_shell, k_crust, k_corona, onion_layers, constraint, effective_size,
                     latapy_clustering, bipartite_average_clustering, robins_alexander_clustering, projected_graph,
                     weighted_projected_graph, collaboration_weighted_projected_graph, overlap_weighted_projected_graph,
                     jaccard_coefficient, adamic_adar_index, resource_allocation_index,
                     common_neighbor_centrality)
}
