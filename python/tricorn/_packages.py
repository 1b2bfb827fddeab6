"""Graphs of NetworkX, igraph, NetworKit, rustworkx and PyTorch Geometric.

The type of an object decides, by its attributes; no package of theirs is imported.  All vertices of a graph are
vertices here, too, and names are kept.
"""
from __future__ import annotations

import array
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from . import _columns, _matrices, _messages, _roles, _tricorn
from ._columns import Columns, Made, check_length


def is_of(source: object, package: str) -> bool:
    """Whether the object's class, or a base of it, is of a package."""
    return any(c.__module__.partition(".")[0] == package for c in type(source).__mro__)


def _named(weights: Any) -> str | None:
    if weights is None or isinstance(weights, str):
        return weights
    raise TypeError(f"weights must name an attribute of edges, as in weight='weight', and is {weights!r}")


def _igraph(source: Any, weights: str | None, settings: dict[str, Any]) -> Made:
    """Makes the graph of all vertices, by their names if they have different names, else 0 to n - 1.

    If directions are stored, an edge of an undirected graph has both.
    """
    ends = array.array("q", itertools.chain.from_iterable(source.get_edgelist()))
    view, number = memoryview(ends), source.vcount()
    names = source.vs["name"] if "name" in source.vs.attributes() else None
    if names is not None and None in names:
        raise ValueError(f"vertex {names.index(None)} has no name, and others have one: give all vertices names, or "
                         "none, by del graph.vs['name']")
    if names is not None and len(set(names)) < number:
        names = None
    if weights is not None and weights not in source.es.attributes():
        raise no_attribute(weights, source.es.attributes())
    edges = Columns(view[0::2], view[1::2], None if weights is None else source.es[weights])
    return of_ends(range(number) if names is None else names, edges, source.is_directed(), settings) \
        ._replace(nodes=names)


def no_attribute(name: str, others: Iterable[str]) -> ValueError:
    """The error for weights by an attribute that no edge has."""
    return ValueError(f"no edge has the attribute {name!r}; attributes are {_roles.listed(sorted(others)) or 'none'}")


def check_attribute(name: str, attributes: Iterable[Mapping[str, Any]]) -> None:
    """Raises ValueError if the graph has edges, but no edge has the attribute.

    attributes: for each edge, its attributes by their names.
    """
    others: set[str] = set()
    edges = 0
    for of_edge in attributes:
        if name in of_edge:
            return
        others.update(map(str, of_edge))
        edges += 1
    if edges:
        raise no_attribute(name, others)


def of_networkx(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of every node of a NetworkX graph, in its order; repeated edges are removed.

    If directions are stored, an edge of an undirected graph has both.
    weights: the attribute of edges that has them, 1 for an edge without it; None: the graph has no weights.
    """
    adjacency = source._adj
    if weights is not None and source.is_multigraph():
        return _of_multigraph(source, weights, settings)
    if type(adjacency) is not dict:  # a view, such as a subgraph: its dictionaries are made
        adjacency = {node: dict(row) for node, row in source.adjacency()}
    once = not (source.is_directed() or settings.get("directed"))
    with _messages.told({}, dropped=None):
        return Made(*_tricorn.from_dictionaries(adjacency, once, source.is_multigraph(), weights, settings))


def _of_multigraph(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A multigraph of NetworkX with weights."""
    first, second, values = map(list, zip(*source.edges(data=weights, default=1))) if source.size() else ([], [], [])
    return of_nodes(list(source), Columns(first, second, values), source.is_directed(), settings)


def of_nodes(nodes: list[Any], edges: Columns, directed: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of all of these nodes; if directions are stored, each edge has both unless they are `directed`."""
    places = {node: place for place, node in enumerate(nodes)}
    first, second = (array.array("q", map(places.__getitem__, column)) for column in edges[:2])
    return of_ends(nodes, edges._replace(sources=first, targets=second), directed, settings)


def of_ends(nodes: Sequence[Any], edges: Columns, directed: bool, settings: dict[str, Any]) -> Made:
    """As of_nodes(), of edges whose ends are the places of these nodes."""
    weights = _columns.reals(edges.weights, "the list of weights")
    least = -math.inf if settings.get("signs") else 0
    wrong = next((number for number, weight in enumerate(() if weights is None else weights)
                  if not (least < weight < math.inf or weight == 0)), None)
    if wrong is not None:
        ends = nodes[edges.sources[wrong]], nodes[edges.targets[wrong]]
        raise ValueError(f"the edge of {ends[0]!r} and {ends[1]!r} has the weight {edges.weights[wrong]!r}: a weight is "
                         f"a finite number{'' if least else ', and not negative'}")
    both = bool(settings.get("directed")) and not directed
    with _messages.told({}, nodes, None):
        graph = _tricorn.from_ends(len(nodes), edges[:2], weights, both, settings)
    return Made(graph, nodes)


def _networkx(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    name = _named(weights)
    if name is not None:
        check_attribute(name, (data for _, _, data in source.edges(data=True)))
    return of_networkx(source, name, settings)


def _networkit(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A graph of NetworKit: its nodes are numbers, of which some may be missing."""
    if weights not in (None, False, True):
        raise TypeError(f"a graph of NetworKit has one weight for each edge: give weights=True, not {weights!r}")
    if weights and not source.isWeighted():
        raise ValueError("the graph has no weights: leave weights=True out")
    nodes = list(source.iterNodes())
    columns = _transposed(source.iterEdgesWeights() if weights else source.iterEdges(), 3 if weights else 2)
    edges = Columns(columns[0], columns[1], columns[2] if weights else None)
    made = of_nodes(nodes, edges, source.isDirected(), settings)
    return made._replace(nodes=None) if nodes == list(range(len(nodes))) else made


def _transposed(rows: Iterable[Any], width: int) -> list[list[Any]]:
    """The columns of rows."""
    return list(map(list, zip(*rows, strict=True))) or [[] for _ in range(width)]


def _rustworkx(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A graph of rustworkx: vertices are called by the data of its nodes, if these are different words or numbers, else by
    the indices of its nodes."""
    indices, data = list(source.node_indices()), source.nodes()
    rows = _transposed(source.weighted_edge_list(), 3)
    if weights in (None, False):
        values = None
    elif weights is True:
        values = rows[2]
    else:
        name = _named(weights) or ""
        check_attribute(name, (one if isinstance(one, Mapping) else {} for one in rows[2]))
        values = [one.get(name, 1) for one in rows[2]]
    made = of_nodes(indices, Columns(rows[0], rows[1], values), hasattr(source, "in_degree"), settings)
    kinds = set(map(type, data))
    are_names = (kinds == {str} or kinds == {int}) and len(set(data)) == len(data)
    return made._replace(nodes=data if are_names else indices)


# ---- PyTorch Geometric ----

def _host(tensor: Any) -> Any:
    """A tensor as an array of numpy."""
    return tensor.detach().cpu().numpy()


def _edges_of(store: Any, weights: Any) -> Columns:
    """The edges of a Data, or of one type of a HeteroData, and the attribute that has their weights."""
    if getattr(store, "edge_index", None) is None:
        raise ValueError("the data has no edge_index: give the matrix adj_t, or data after a transform that makes edge_index")
    sources, targets = _host(store.edge_index)
    name = "edge_weight" if weights is True else _named(weights or None)
    if name is None:
        return Columns(sources, targets)
    found = getattr(store, name, None)
    if found is None:
        raise ValueError(f"the data has no attribute {name!r}")
    values = _host(found).reshape(-1)
    check_length(name, values, len(sources), "edges")
    return Columns(sources, targets, values)


def _check_below(columns: Columns, ends: Sequence[tuple[str, int]]) -> None:
    """Raises ValueError for a number that is no node; ends: what has the nodes of each end, and how many."""
    for column, (name, number) in zip(columns, ends):
        if len(column) and not (0 <= column.min() and column.max() < number):
            raise ValueError(f"edge_index has the node {column.max() if column.min() >= 0 else column.min()}, and {name} "
                             f"has {number} nodes")


def _data(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A Data of PyTorch Geometric: nodes are 0 to num_nodes - 1, and edge_index has directions."""
    if source.edge_index is None and getattr(source, "adj_t", None) is not None:
        return _matrices.of_sparse(source.adj_t.t(), weights, settings)
    edges, number = _edges_of(source, weights), int(source.num_nodes)
    _check_below(edges, [("the data", number)] * 2)
    return of_ends(range(number), edges, True, settings)._replace(nodes=None)


def _hetero_data(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """A HeteroData of PyTorch Geometric: all its types of edges together; nodes are pairs of type and number."""
    numbers = {kind: int(source[kind].num_nodes) for kind in source.node_types}
    first = dict(zip(numbers, itertools.accumulate(numbers.values(), initial=0)))
    parts: list[Columns] = []
    for kind in source.edge_types:
        edges = _edges_of(source[kind], weights)
        _check_below(edges, [(repr(kind[end]), numbers[kind[end]]) for end in (0, -1)])
        parts.append(edges._replace(sources=edges.sources + first[kind[0]], targets=edges.targets + first[kind[-1]]))
    nodes = [(kind, number) for kind in numbers for number in range(numbers[kind])]
    sources = array.array("q", itertools.chain.from_iterable(part.sources.tolist() for part in parts))
    targets = array.array("q", itertools.chain.from_iterable(part.targets.tolist() for part in parts))
    values = [value for part in parts for value in part.weights.tolist()] if weights else None
    return of_ends(nodes, Columns(sources, targets, values), True, settings)


# ---- all of them ----

# What a graph has, by which it is recognised, and how it is read.
_KINDS: list[tuple[Callable[[Any], bool], Callable[[Any, Any, dict[str, Any]], Made]]] = [
    (lambda source: is_of(source, "networkx") and hasattr(source, "_adj"), _networkx),
    (lambda source: is_of(source, "igraph") and hasattr(source, "get_edgelist"),
     lambda source, weights, settings: _igraph(source, _named(weights), settings)),
    (lambda source: hasattr(source, "iterEdges") and hasattr(source, "upperNodeIdBound"), _networkit),
    (lambda source: hasattr(source, "weighted_edge_list") and hasattr(source, "node_indices"), _rustworkx),
    (lambda source: hasattr(source, "edge_types") and hasattr(source, "node_types"), _hetero_data),
    (lambda source: hasattr(source, "edge_index") and hasattr(source, "num_nodes"), _data),
]


def is_graph(source: Any) -> bool:
    return any(is_kind(source) for is_kind, _ in _KINDS)


def of_graph(source: Any, weights: Any, settings: dict[str, Any]) -> Made:
    """Makes the graph of a graph of another package."""
    return next(read for is_kind, read in _KINDS if is_kind(source))(source, weights, settings)
