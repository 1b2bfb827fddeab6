"""Counts that were prepared: plans, and counts in parts."""
from typing import TYPE_CHECKING, Unpack

from . import _tricorn
from ._records import Result
from ._settings import COMMON, COUNTING, Common, Counting, checked
from ._turns import Turn

if TYPE_CHECKING:
    from ._graph import Graph


class Plan:
    """A graph prepared for one way to count, as Graph.plan() makes it.  Threads may share it."""

    __slots__ = ("_plan",)

    def __init__(self, graph: "Graph", **settings: Unpack[Counting]) -> None:
        self._plan = _tricorn.plan(graph._graph, checked(dict(settings), COUNTING))

    def run(self, **settings: Unpack[Common]) -> Result:
        """Counts once more; returns the count and how it was made.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).plan(device="cpu").run().device
        'cpu'
        """
        return Result(**self._plan.count(checked(dict(settings), COMMON)))

    def count(self, **settings: Unpack[Common]) -> int:
        """The number of triangles, counted once more.

        >>> tricorn.Graph([(0, 1), (1, 2), (2, 0)]).plan().count()
        1
        """
        return self.run(**settings).triangles


class Parts:
    """A count in numbered parts, as Graph.parts() makes it.

    Parts may be counted in any order, by any process that has made the same graph in the same way, any
    number of times: if `identity` is the same, counts of parts 0 to len() - 1 add up to the graph's.
    """

    __slots__ = ("_parts", "_turn")

    def __init__(self, graph: "Graph", number: int | None = None, **settings: Unpack[Counting]) -> None:
        known = checked(dict(settings), COUNTING)
        self._parts = _tricorn.parts(graph._graph, {**known, "parts": number})
        self._turn = Turn("Parts")  # one thread at a time

    def __len__(self) -> int:
        return self._parts.number()

    @property
    def identity(self) -> int:
        """A number that depends on the graph and its cut.

        >>> one, other = (tricorn.Graph([(0, 1), (1, 2), (2, 0)]).parts() for _ in range(2))
        >>> one.identity == other.identity
        True
        """
        identity: int = self._turn.run(self._parts.identity, {})
        return identity

    def count(self, number: int, **settings: Unpack[Common]) -> int:
        """The triangles of part `number`; ascending numbers are faster if the graph is on disk.

        >>> parts = tricorn.Graph([(0, 1), (1, 2), (2, 0)]).parts(1)
        >>> parts.count(0)
        1
        """
        if number < 0:
            raise _tricorn.InvalidArgument(f"there is no part {number}: the first one is 0")
        known = checked(dict(settings), COMMON)
        triangles: int = self._turn.run(self._parts.count, number, known)
        return triangles
