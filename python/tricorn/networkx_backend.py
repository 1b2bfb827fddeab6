"""A backend of NetworkX: `nx.triangles(G, backend="tricorn")`, or nx.config.backend_priority.

NetworkX converts a graph once and stores the result as long as the graph does not change.  Results are
Python's own ints and floats for the nodes of the graph, as in NetworkX.
"""
import array
import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

import networkx as nx

from . import _inputs
from ._graph import Graph

_FEWEST_EDGES = 200  # with fewer, a call takes about as long as NetworkX
_MOST_NODES = 1000   # with more nodes, should_run() does not count edges
_PAIRS_AT_ONCE = 1 << 18

Node = Hashable


class BackendGraph:
    """A converted graph of NetworkX, with the original, whose attributes results may need."""

    __networkx_backend__ = "tricorn"

    def __init__(self, source: Any) -> None:
        self.__setstate__(source)
        self._convert()

    def __getstate__(self) -> Any:
        """Copying and pickling include the original graph, not the converted one."""
        return self.source

    def __setstate__(self, source: Any) -> None:
        self.source = source
        self._made: tuple[Graph, list[Node]] | None = None
        self._known: dict[str, Any] = {}
        self._paths: tuple[Node, dict[Node, float]] | None = None

    def _convert(self) -> tuple[Graph, list[Node]]:
        """Converts at first use: only then the original of a copy is complete."""
        if self._made is None:
            graph, nodes, _ = _inputs.of_networkx(self.source, None, {"directed": self.source.is_directed()})
            self._made = Graph._of(graph, nodes), list(nodes or [])
        return self._made

    @property
    def graph(self) -> Graph:
        return self._convert()[0]

    @property
    def nodes(self) -> list[Node]:
        return self._convert()[1]

    def is_directed(self) -> bool:
        return bool(self.source.is_directed())

    def is_multigraph(self) -> bool:
        return bool(self.source.is_multigraph())

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node: object) -> bool:
        return node in self.source

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of make(), which is stored: the graph never changes."""
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]

    @property
    def numbers(self) -> dict[Node, int]:
        """The place of each node."""
        found: dict[Node, int] = self.once(
            "numbers", lambda: {node: place for place, node in enumerate(self.nodes)})
        return found

    def values(self, name: str) -> list[Any]:
        """One value for each node, of the extension's method of that name; 0 is an int, as in NetworkX."""
        ask = getattr(self.graph._graph, name)
        found: list[Any] = self.once(name, lambda: [value or 0 for value in memoryview(ask({}))])
        return found

    def weighted(self, weight: str) -> list[Any]:
        """Onnela's coefficient of each node.

        NotImplementedError if NetworkX has another result: for negative weights and those of self loops, which it
        includes in the largest weight, and for values that are no numbers.
        """
        def ask() -> list[Any]:
            if self.self_loops():
                raise NotImplementedError("NetworkX takes the weights of self loops, and tricorn does not")
            try:
                made = _inputs.of_networkx(self.source, weight, {}).graph
                found = [value or 0 for value in memoryview(made.onnela({}))]
            except (TypeError, ValueError) as error:
                raise NotImplementedError(f"NetworkX knows what these weights mean: {error}") from None
            if not any(found) and self.source.number_of_edges() and \
                    not any(data.get(weight, 1) for _, _, data in self.source.edges(data=True)):
                raise NotImplementedError("NetworkX divides by the largest weight, which is 0")
            return found

        found: list[Any] = self.once(f"weight {weight!r}", ask)
        return found

    def distance(self, node: Node, other: Node) -> float:
        """The length of the shortest path; the lengths from the last first node are stored."""
        if self._paths is None or self._paths[0] != node:
            self._paths = node, nx.single_source_shortest_path_length(self.source, node)
        return self._paths[1].get(other, math.inf)

    def self_loops(self) -> bool:
        return bool(self.once("describe", self.graph.describe)["self_loops"])

    def of_nodes(self, values: list[Any], nodes: Any) -> Any:
        """A dict of all nodes, or of those of a bunch; one value for one node: as in NetworkX."""
        if nodes is None:
            return dict(zip(self.nodes, values, strict=True))
        if nodes in self.source:
            return values[self.numbers[nodes]]
        return {node: values[self.numbers[node]] for node in self.source.nbunch_iter(nodes)}

    def edges(self, name: str) -> Iterator[tuple[Node, Node, int]]:
        """All edges, each once, with the edge's value of the extension's method of that name."""
        ends, values = self.once(name, lambda: getattr(self.graph._graph, name)({"sort": False}))
        rows: Any = memoryview(ends).tolist()
        for (u, v), value in zip(rows, memoryview(values)):
            yield self.nodes[u], self.nodes[v], value


# ---- what NetworkX asks ------------------------------------------------------------------------------

def convert_from_nx(graph: Any, **kept: Any) -> BackendGraph:
    """NetworkX's conversion; it needs no attributes, because the original graph is stored."""
    return BackendGraph(graph)


def convert_to_nx(found: Any, *, name: str | None = None) -> Any:
    """The reverse conversion; graphs among results are already NetworkX's."""
    return found.source if isinstance(found, BackendGraph) else found


_OF_DIRECTED = frozenset({"clustering", "average_clustering", "triadic_census"})


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why this backend cannot run the call."""
    graph = args[0] if args else kwargs.get("G")
    if graph is None or graph.is_directed() and name not in _OF_DIRECTED:
        return "tricorn takes undirected graphs here"
    if name == "triadic_census" and not graph.is_directed():
        return "tricorn takes directed graphs here"
    given = {**dict(zip(_PARAMETERS[name], args[1:])), **kwargs}
    if graph.is_multigraph() and (name not in ("triangles", "all_triangles")
                                  or given.get("nodes") is not None):
        return "tricorn does not take multigraphs here"
    if given.get("weight") is not None and graph.is_directed():
        return "tricorn takes weights of undirected graphs"
    if given.get("nbunch") is not None:
        return "tricorn lists the triangles of all nodes"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """True, or the reason why NetworkX itself would be faster."""
    graph = args[0] if args else kwargs.get("G")
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
    return G.of_nodes(G.values("fagiolo" if G.is_directed() else "clustering"), nodes)


def average_clustering(G: BackendGraph, nodes: Any = None, weight: str | None = None,
                       count_zeros: bool = True) -> float:
    found = clustering(G, nodes, weight)
    values: list[float] = [value for value in found.values() if count_zeros or value > 0]
    return sum(values) / len(values)


def square_clustering(G: BackendGraph, nodes: Any = None) -> Any:
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


def transitivity(G: BackendGraph) -> float:
    triples: int = 2 * sum(G.values("vertices"))
    pairs: int = sum(d * (d - 1) for d in G.values("degrees"))
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


# ---- subgraphs ---------------------------------------------------------------------------------------

def _refuse_loops(G: BackendGraph) -> None:
    if G.self_loops():
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")


def k_truss(G: BackendGraph, k: int) -> Any:
    _refuse_loops(G)
    truss = G.source.copy()
    truss.remove_edges_from([(u, v) for u, v, most in G.edges("trussness") if most < k])
    truss.remove_nodes_from(list(nx.isolates(truss)))
    return truss


def core_number(G: BackendGraph) -> dict[Node, int]:
    _refuse_loops(G)
    found: dict[Node, int] = G.of_nodes(G.values("cores"), None)
    return found


def k_core(G: BackendGraph, k: int | None = None,
           core_number: dict[Node, int] | None = None) -> Any:
    if core_number is None:
        _refuse_loops(G)
        core_number = G.of_nodes(G.values("cores"), None)
    least = max(core_number.values()) if k is None else k
    return G.source.subgraph(node for node in core_number if core_number[node] >= least).copy()


# ---- similarity --------------------------------------------------------------------------------------

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
    for function in (triangles, all_triangles, clustering, average_clustering, transitivity,
                     square_clustering, triadic_census, generalized_degree, k_truss, core_number, k_core,
                     jaccard_coefficient, adamic_adar_index, resource_allocation_index,
                     common_neighbor_centrality)
}
