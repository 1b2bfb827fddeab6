"""The class BipartiteGraph: a graph of two sides, and the questions that it answers."""
import array
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, Unpack

from . import _inputs
from ._batches import listed
from ._names import Nodes, Numbers, Rows, numbers
from ._settings import COMMON, SIDED, Common, Sided, checked
from ._values import Edges, Vertices

_MODES = ("dot", "min", "max")
_SIDES = ("left", "right")


class Sides(NamedTuple):
    """A value for each vertex of the left side, and for each one of the right side."""

    left: Vertices
    right: Vertices


def _mode(mode: str) -> int:
    if mode not in _MODES:
        raise ValueError(f"there is no mode {mode!r}; there are 'dot', 'min' and 'max'")
    return _MODES.index(mode)


def _side(side: str) -> int:
    if side not in _SIDES:
        raise ValueError(f"there is no side {side!r}; there are 'left' and 'right'")
    return _SIDES.index(side)


def _renumbered(found: Any, table: Sequence[int]) -> Any:
    """Rows of two places, by the numbers that the table has for places."""
    try:
        import numpy
    except ImportError:
        flat = array.array("q", (table[place] for row in found.tolist() for place in row))
        return memoryview(flat).cast("B").cast("q", (len(flat) // 2, 2)) if flat else found
    return numpy.asarray(table, numpy.int64)[found]


class BipartiteGraph:
    """A simple graph of two sides, such as users and items: each edge joins a left vertex and a right one.

    Args:
        data: what tricorn.Graph() takes as edges: the first end of each is on the left side, the second one on the right
            side; or a sparse matrix, whose rows are on the left side and whose columns on the right side.  Each side has
            ids or nodes of its own: the same one in both columns is two vertices.  Repeated edges are removed.

    The keywords are those of Sided.  Vertices of each side are in the order of the source: ascending ids, or nodes as
    they come.  Threads may share it: it never changes.

    Raises:
        tricorn.Error: each is a ValueError, OSError, MemoryError or the like as well.
        TypeError: for an object that is no graph, and for one that does not say which end is on which side.

    >>> graph = tricorn.BipartiteGraph([("ann", "tea"), ("ann", "jam"), ("bob", "tea"), ("bob", "jam")])
    >>> graph.butterflies()
    1
    """

    __slots__ = ("_graph", "_sides", "_nodes", "_table", "_left_out", "__weakref__")

    def __init__(self, data: Any, /, **settings: Unpack[Sided]) -> None:
        made = _inputs.make_bipartite(data, checked(dict(settings), SIDED))
        self._graph, self._left_out = made.graph, (made.missing, made.excluded)
        self._sides: tuple[Nodes | Numbers, Nodes | Numbers]
        self._nodes: Nodes | None = None
        self._table: list[int] | None = None  # the number in _nodes of each vertex, where the library has only its place
        left = self._graph.left({})
        if made.nodes is None:
            ids = numbers(self._graph.ids({}))
            self._sides = Numbers(ids[:left]), Numbers(ids[left:])
            return
        words = self._graph.has_words({})
        named = list(made.nodes) if words else [made.nodes[number] for number in memoryview(self._graph.ids({}))]
        self._sides = Nodes(named[:left]), Nodes(named[left:])
        self._set_nodes(named if words else made.nodes, words)

    def _set_nodes(self, named: Sequence[Hashable], by_place: bool) -> None:
        """named: the nodes that edges are called by; by_place: those of all vertices, of which two may be the same."""
        places = {node: number for number, node in enumerate(dict.fromkeys(named))}
        self._nodes = Nodes(list(places))
        self._table = [places[node] for node in named] if by_place else None

    def __repr__(self) -> str:
        return f"<tricorn.BipartiteGraph of {self.left_n:,} and {self.right_n:,} vertices, {self.m:,} edges>"

    def describe(self) -> dict[str, Any]:
        """Sizes of the graph, and what was removed of the input, as Graph.describe() has them.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (1, 2)]).describe()["duplicates"]
        1
        """
        described = self._graph.describe({})
        missing, excluded = self._left_out
        return {**described, "missing": described["missing"] + missing, "excluded": described["excluded"] + excluded}

    @property
    def m(self) -> int:
        """The number of edges.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (1, 2)]).m
        2
        """
        return int(self._graph.describe({})["edges"])

    @property
    def left_n(self) -> int:
        """The number of left vertices.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2)]).left_n
        1
        """
        return len(self._sides[0].column())

    @property
    def right_n(self) -> int:
        """The number of right vertices.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2)]).right_n
        2
        """
        return len(self._sides[1].column())

    def _both(self, found: Any, name: str) -> Sides:
        values = numbers(found)
        return Sides(Vertices(values[:self.left_n], self._sides[0], name), Vertices(values[self.left_n:], self._sides[1], name))

    def _edges(self, ends: Any, values: Any, name: str) -> Edges:
        found = numbers(ends)
        if self._table is not None:
            found = _renumbered(found, self._table)
        return Edges(Rows(found, self._nodes), values, name, ordered=self._table is None, directed=True)

    def edges(self, **settings: Unpack[Common]) -> Edges:
        """The edges, each once, the left end first; values: None.

        >>> dict(tricorn.BipartiteGraph([(2, 1), (1, 2)]).edges().items())
        {(1, 2): None, (2, 1): None}
        """
        return self._edges(self._graph.edges(checked(dict(settings), COMMON))[0], None, "weight")

    def butterflies(self, **settings: Unpack[Common]) -> int:
        """The number of butterflies: two vertices of each side, and all four edges between them.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).butterflies()
        1
        """
        return self._graph.butterflies(checked(dict(settings), COMMON))[0]

    def vertex_butterflies(self, **settings: Unpack[Common]) -> Sides:
        """The butterflies that each vertex is in: two results, of both sides (int64).

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).vertex_butterflies().left[3]
        0
        """
        return self._both(self._graph.vertex_butterflies(checked(dict(settings), COMMON)), "butterflies")

    def edge_butterflies(self, **settings: Unpack[Common]) -> Edges:
        """The butterflies that each edge is in (int64); the left end is the first one, also in edges[left, right].

        >>> dict(tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).edge_butterflies().items())
        {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1, (3, 2): 0}
        """
        ends, values = self._graph.edge_butterflies(checked(dict(settings), COMMON))
        return self._edges(ends, numbers(values), "butterflies")

    def bitruss_numbers(self, **settings: Unpack[Common]) -> Edges:
        """The largest k whose k-bitruss has each edge (int64): the largest subgraph of edges in k butterflies of it each.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).bitruss_numbers()[3, 2]
        0
        """
        ends, values = self._graph.bitruss_numbers(checked(dict(settings), COMMON))
        return self._edges(ends, numbers(values), "bitruss")

    def k_bitruss(self, k: int, **settings: Unpack[Common]) -> "BipartiteGraph":
        """The largest subgraph whose edges are in at least k of its butterflies, as a graph without other vertices.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).k_bitruss(1).m
        4
        """
        return BipartiteGraph([edge for edge, number in self.bitruss_numbers(**settings).items() if number >= k])

    def projection(self, side: str = "left", measure: str = "common", **settings: Unpack[Common]) -> Edges:
        """The pairs of vertices of a side, "left" or "right", that have a neighbour in common, with a weight (float64).

        Args:
            measure: one of tricorn.measures(), as "common", "collaboration", "jaccard" or "overlap", the weights of NetworkX's
                weighted, collaboration_weighted and overlap_weighted_projected_graph.

        ImportError without numpy.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]).projection()[1, 2]
        2.0
        """
        import numpy

        known = {**checked(dict(settings), COMMON), "measure": measure, "side": 1 + _side(side)}
        batches = list(listed(self._graph.similarity_batches, known)) or [(numpy.empty((0, 2), int), numpy.empty(0))]
        ends, values = (numpy.concatenate([batch[part] for batch in batches]) for part in (0, 1))
        if self._table is not None:
            ends = _renumbered(ends, self._table)
        return Edges(Rows(numpy.sort(ends, axis=1), self._nodes), values, "weight")

    def robins_alexander_clustering(self, **settings: Unpack[Common]) -> float:
        """4 butterflies / paths of three edges, as in NetworkX; 0.0 without such a path.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2)]).robins_alexander_clustering()
        1.0
        """
        return self._graph.butterflies(checked(dict(settings), COMMON))[1]

    def latapy_clustering(self, mode: str = "dot", **settings: Unpack[Common]) -> Sides:
        """Latapy's clustering coefficient of each vertex: two results, of both sides (float64), as in NetworkX.

        Args:
            mode: the common neighbours of two vertices of a side are divided by all neighbours that one of them has
                ("dot"), or by the smaller ("min") or the larger ("max") number of neighbours.

        The mean over the vertices with which the vertex has a neighbour in common; 0.0 without any.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 2)]).latapy_clustering().left[1]
        0.5
        """
        number = _mode(mode)
        values = numbers(self._graph.latapy(checked(dict(settings), COMMON)))
        if hasattr(values, "dtype"):
            return self._both(values[:, number], "clustering")
        return self._both(array.array("d", [row[number] for row in values.tolist()]), "clustering")

    def average_clustering(self, mode: str = "dot", *, side: str | None = None, **settings: Unpack[Common]) -> float:
        """The mean of Latapy's coefficients; side: of "left" or "right" vertices alone.  0.0 for a graph without edges.

        >>> tricorn.BipartiteGraph([(1, 1), (1, 2), (2, 1), (2, 2)]).average_clustering("min", side="left")
        1.0
        """
        place = 0 if side is None else 1 + _side(side)
        number = _mode(mode)
        found = self._graph.average_latapy(checked(dict(settings), COMMON))
        return found[place][number]
