"""Graphs as other packages have them.  A package is imported where its graph is made."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _tricorn

if TYPE_CHECKING:
    from ._graph import Graph


def _names(graph: Graph) -> list[Any]:
    """The nodes of a graph or, if its vertices are named by numbers, these."""
    return list(graph.nodes) if graph.nodes is not None else memoryview(graph._graph.ids({})).tolist()


def _edges_of(graph: Graph) -> tuple[bool, memoryview, _tricorn.Array | None]:
    """Whether the graph is directed; the places of the ends of its edges, m x 2; and the weights, or None."""
    ends, weights = graph._graph.edges({"places": True})
    return graph.describe()["directed"], memoryview(ends), weights


def to_networkx(graph: Graph) -> Any:
    import networkx

    directed, ends, weights = _edges_of(graph)
    names = _names(graph)
    made = networkx.DiGraph() if directed else networkx.Graph()
    made.add_nodes_from(names)
    rows: list[list[int]] = ends.tolist()  # type: ignore[assignment]
    edges = ((names[u], names[v]) for u, v in rows)
    if weights is None:
        made.add_edges_from(edges)
    else:
        made.add_weighted_edges_from((u, v, w) for (u, v), w in zip(edges, memoryview(weights).tolist(), strict=True))
    return made


def to_scipy(graph: Graph) -> Any:
    import numpy
    import scipy.sparse

    directed, found, weights = _edges_of(graph)
    ends = numpy.asarray(found)
    values = numpy.ones(len(ends), numpy.int64) if weights is None else numpy.asarray(weights)
    rows, columns = ends[:, 0], ends[:, 1]
    if not directed:
        rows, columns = numpy.concatenate([rows, columns]), numpy.concatenate([columns, rows])
        values = numpy.concatenate([values, values])
    return scipy.sparse.coo_array((values, (rows, columns)), (graph.n, graph.n)).tocsr()


def to_igraph(graph: Graph) -> Any:
    import igraph

    directed, ends, weights = _edges_of(graph)
    names = _names(graph)
    made = igraph.Graph(len(names), ends.tolist(), directed=directed)
    if names != list(range(len(names))):
        made.vs["name"] = names
    if weights is not None:
        made.es["weight"] = memoryview(weights).tolist()
    return made
