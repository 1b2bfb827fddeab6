"""Burt's constraint and effective size, as sums over triangles.

With the symmetric weights w of edges, and the strength s of a vertex, which is the sum of the weights of its edges,
the share of u in v is w(v, u) / s(v).  A path of two edges from v over u to x adds to what v has in x only if x is
a neighbour of v, so u is a common neighbour of an edge.
"""
from collections.abc import Iterator
from typing import Any

import numpy

from ._graph import Graph

_TRIANGLES_AT_ONCE = 1 << 20


class Ties:
    """The edges of an undirected graph with weights: ends (m x 2 places) and weights."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.ends, self.weights = map(numpy.asarray, graph._graph.edges({"places": True}))
        self._ranks = numpy.empty(graph.n, numpy.int64)
        self._ranks[numpy.argsort(graph._graph.degrees({}), kind="stable")] = numpy.arange(graph.n)

    def _triangles(self) -> Iterator[Any]:
        """The triangles, t x 3 places, in arrays of about the same size."""
        some: list[Any] = []
        for batch in self.graph._batches({"sort": False}):
            some.append(numpy.asarray(batch))
            if sum(map(len, some)) >= _TRIANGLES_AT_ONCE:
                yield numpy.concatenate(some)
                some = []
        if some:
            yield numpy.concatenate(some)

    def shared(self, factors: Any) -> Any:
        """Of each edge v-x the sum over all common neighbours u of factors[u] w(v, u) w(x, u)."""
        keys = self._keys(self.ends[:, 0], self.ends[:, 1])
        order = numpy.argsort(keys)
        keys, weights, sums = keys[order], self.weights[order], numpy.zeros(len(keys))
        for corners in self._triangles():
            columns = [corners[:, corner] for corner in range(3)]
            sides = [numpy.searchsorted(keys, self._keys(columns[corner - 1], columns[corner - 2])) for corner in range(3)]
            for corner in range(3):
                product = weights[sides[corner - 1]] * weights[sides[corner - 2]]
                sums += numpy.bincount(sides[corner], factors[columns[corner]] * product, len(sums))
        found = numpy.empty_like(sums)
        found[order] = sums
        return found

    def _keys(self, first: Any, second: Any) -> Any:
        """One number for each pair of vertices.

        Those of a vertex with its neighbours of larger degrees, which triangles one behind the other have, are close
        together, so that the search for the edges of triangles stays in the processor's cache.
        """
        first, second = self._ranks[first], self._ranks[second]
        return numpy.minimum(first, second) * self.graph.n + numpy.maximum(first, second)


def _at_ends(vertices: int, ends: Any, first: Any, second: Any = None) -> Any:
    """Sums of numbers of edges at each vertex; second: the numbers at their second ends, if these differ."""
    return numpy.bincount(ends[:, 0], first, vertices) + \
        numpy.bincount(ends[:, 1], first if second is None else second, vertices)


@numpy.errstate(divide="ignore", invalid="ignore")
def constraint(graph: Graph, weighted: bool) -> Any:
    """Burt's constraint of each vertex; NaN for vertices without an edge."""
    if not weighted:
        return numpy.asarray(graph.constraint())
    ties = Ties(graph)
    strengths = _at_ends(graph.n, ties.ends, ties.weights)
    return _at_ends(graph.n, ties.ends, (ties.weights + ties.shared(1 / strengths)) ** 2) / strengths ** 2


@numpy.errstate(divide="ignore", invalid="ignore")
def effective_size(graph: Graph, weighted: bool) -> Any:
    """Burt's effective size of each vertex; NaN for vertices without an edge."""
    if not weighted:
        return numpy.asarray(graph.effective_size())
    ties = Ties(graph)
    most = numpy.zeros(graph.n)
    for column in 0, 1:
        numpy.maximum.at(most, ties.ends[:, column], ties.weights)
    shared = ties.shared(numpy.ones(graph.n))
    redundant = _at_ends(graph.n, ties.ends, shared / most[ties.ends[:, 1]], shared / most[ties.ends[:, 0]])
    return numpy.asarray(graph._graph.degrees({})) - redundant / _at_ends(graph.n, ties.ends, ties.weights)
