"""Graphs that change."""
from typing import TYPE_CHECKING, Any, Unpack

from . import _tricorn
from ._records import Batch
from ._settings import COMMON, Common, checked
from ._turns import Turn
from ._values import Edges, Vertices

if TYPE_CHECKING:
    from ._graph import Graph


class Changing:
    """A graph that changes by batches of edges, as Graph.changing() makes it, with a count after each batch.

    Vertices are those of the first graph, also those without an edge.  Threads may share it; they wait for each other.
    """

    __slots__ = ("_changing", "_begun", "_turn")

    def __init__(self, graph: "Graph", *, device: str | None = None, **settings: Unpack[Common]) -> None:
        known = {**checked(dict(settings), COMMON), "device": device}
        self._changing = _tricorn.changing(graph._graph, known)
        self._begun = graph
        self._turn = Turn("Changing")

    @property
    def triangles(self) -> int:
        """The number of triangles, each once.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().triangles
        1
        """
        triangles: int = self._turn.run(self._changing.state)[0]
        return triangles

    @property
    def edges(self) -> int:
        """The number of edges of the simple graph.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().edges
        3
        """
        edges: int = self._turn.run(self._changing.state)[1]
        return edges

    def vertex_triangles(self, **settings: Unpack[Common]) -> Vertices:
        """Triangles of each vertex: n numbers (int64), in the order of the first graph.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().vertex_triangles().tolist()
        [1, 1, 1]
        """
        return self._begun._vertices(self._turn.run(self._changing.vertices, checked(dict(settings), COMMON)), "triangles")

    def edge_support(self, edges: Any, **settings: Unpack[Common]) -> Edges:
        """Triangles of each of these edges (int64), 0 for a pair that is no edge.

        Args:
            edges: m x 2 ids or nodes, as for apply().  From the first call on supports are updated by each batch: this
                needs 8 bytes for each edge of the graph, and apply() takes longer.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().edge_support([(0, 1)]).tolist()
        [1]
        """
        known, pairs = checked(dict(settings), COMMON), self._begun._pairs(edges, "edge")
        return self._begun._of_pairs(pairs, self._turn.run(self._changing.supports, *pairs, known), "triangles")

    def apply(self, *, added: Any = (), removed: Any = (), method: str | None = None,
              **settings: Unpack[Common]) -> Batch:
        """Removes edges, then adds edges; on failure nothing has changed.

        Args:
            added, removed: m x 2 ids, or nodes if the graph has nodes: an array, a list, two columns or a table.
            method: "rows", by the rows that the batch touches; "recount"; None: the one that is predicted to be
                faster.

        >>> changing = tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing()
        >>> batch = changing.apply(removed=[(0, 1)])
        >>> batch.triangles, batch.edges, batch.removed
        (0, 2, 1)
        """
        known = {**checked(dict(settings), COMMON), "method": method}
        return Batch(**self._turn.run(self._changing.apply, self._begun._pairs(removed, "removed edge"),
                                      self._begun._pairs(added, "added edge"), known))

    def graph(self, **settings: Unpack[Common]) -> "Graph":
        """Its present state as a graph, without the vertices that have no edge.

        >>> changing = tricorn.Graph([(0, 1), (1, 2)]).changing()
        >>> _ = changing.apply(added=[(2, 0)])
        >>> changing.graph().count()
        1
        """
        return self._begun._part(self._turn.run(self._changing.graph, checked(dict(settings), COMMON)))
