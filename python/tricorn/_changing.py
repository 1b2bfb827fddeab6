"""Graphs that change."""
import array
from typing import TYPE_CHECKING, Any, Unpack

from . import _inputs, _tricorn
from ._names import Numbers, numbers
from ._records import Batch
from ._settings import COMMON, Common, checked
from ._turns import Turn
from ._values import Edges, Vertices

if TYPE_CHECKING:
    from ._graph import Graph


class Changing:
    """A graph that changes by batches of edges, as Graph.changing() makes it, with a count after each batch.

    Vertices are those of the first graph, also those without an edge, and the new ones of batches.  Threads may share it; they wait for each other.
    """

    __slots__ = ("_changing", "_begun", "_added", "_turn")

    def __init__(self, graph: "Graph", *, device: str | None = None, **settings: Unpack[Common]) -> None:
        known = {**checked(dict(settings), COMMON), "device": device}
        first = graph._graph
        if graph._names is not None and first.has_words({}):  # places are the ids, also of new nodes
            first = first.with_names(array.array("Q", range(graph.n)), {})
            first.name_by_places({})
        self._changing = _tricorn.changing(first, known)
        self._begun = graph  # with the names of new vertices
        self._added: list[int] = []  # ids, not nodes
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

    @property
    def transitivity(self) -> float:
        """Triangles times three over the pairs of edges at one vertex; 0 without such pairs, NaN on a GPU.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().transitivity
        1.0
        """
        transitivity: float = self._turn.run(self._changing.state)[2]
        return transitivity

    def vertex_triangles(self, **settings: Unpack[Common]) -> Vertices:
        """Triangles of each vertex: n numbers (int64), in the order of the first graph; new nodes come last, ids ascend.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing().vertex_triangles().tolist()
        [1, 1, 1]
        """
        found = self._turn.run(self._changing.vertices, checked(dict(settings), COMMON))
        if not self._added:
            return self._begun._vertices(found, "triangles")
        ids = [*memoryview(self._begun.ids), *self._added]
        by_id = sorted(zip(ids, memoryview(found), strict=True))
        called = Numbers(numbers(array.array("Q" if by_id[-1][0] >= 2**63 else "q", [row[0] for row in by_id])))
        return Vertices(numbers(array.array("q", [row[1] for row in by_id])), called, "triangles")

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
        """Removes edges, then adds edges; on failure no edge has changed.

        An end of an added edge that is no vertex becomes one, unless a file has the edges, or a GPU the graph.

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
        return Batch(**self._turn.run(self._apply, removed, added, known))

    def _apply(self, removed: Any, added: Any, known: dict[str, Any]) -> dict[str, Any]:
        gone, grown, new = self._begun._pairs(removed, "removed edge"), self._begun, self._added
        come: tuple[Any, Any]
        if grown._names is None or _inputs.is_path(added):
            come = grown._pairs(added, "added edge")
        else:
            columns = _inputs.pairs(added, None)
            grown, new = grown._with_nodes(columns), []
            names = grown._names
            assert names is not None
            come = names.places(columns[0], "added edge"), names.places(columns[1], "added edge")
        try:
            return self._changing.apply(gone, come, new, known)
        finally:
            if grown._names is not None and self._changing.state()[3] == len(grown._names.nodes):
                self._begun = grown

    def graph(self, **settings: Unpack[Common]) -> "Graph":
        """Its present state as a graph, without the vertices that have no edge.

        >>> changing = tricorn.Graph([(0, 1), (1, 2)]).changing()
        >>> _ = changing.apply(added=[(2, 0)])
        >>> changing.graph().count()
        1
        """
        return self._begun._part(self._turn.run(self._changing.graph, checked(dict(settings), COMMON)))
