"""How the vertices of a graph are called: by ids that are numbers, or by nodes."""
from __future__ import annotations

import array
import bisect
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from . import _tricorn


def numbers(found: "_tricorn.Array | array.array[int]") -> Any:
    """A numpy array on the same memory; a memoryview if numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return memoryview(found)
    return numpy.asarray(found)


def paired(first: Any, second: Any, form: str) -> Any:
    """An m x 2 array of two columns, which stand one behind the other; form: of its numbers.  Lists without numpy."""
    try:
        import numpy
    except ImportError:
        return list(map(list, zip(first, second, strict=True)))
    made = numpy.empty((2, len(first)), form)
    made[0], made[1] = first, second
    return made.T


def kept(values: Any) -> Any:
    """The values as pickle can have them: a memoryview as an array or, of two dimensions, as lists."""
    if not isinstance(values, memoryview):
        return values
    return array.array(values.format, values.tolist()) if values.ndim == 1 else values.tolist()


def column_of(rows: Any, number: int) -> Any:
    """A column of rows in an array, a memoryview or a list."""
    if hasattr(rows, "dtype"):
        return rows[:, number]
    column = [row[number] for row in (rows.tolist() if hasattr(rows, "tolist") else rows)]
    return array.array("Q" if any(value >= 2**63 for value in column) else "q", column)


class Words(Sequence[str]):
    """The words by which the vertices of a graph on disk are called; they are read when they are needed."""

    def __init__(self, graph: _tricorn.Graph) -> None:
        self._graph = graph
        self._words: list[str] | None = None

    def _read(self) -> list[str]:
        if self._words is None:
            self._words = self._graph.labels({})
        return self._words

    def __len__(self) -> int:
        return len(self._read())

    def __getitem__(self, place: Any) -> Any:
        return self._read()[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())


def words_of(graph: _tricorn.Graph) -> Sequence[str] | None:
    """The words by which vertices are called, in their order; None if they are called by numbers."""
    if not graph.has_words({}):
        return None
    return Words(graph) if graph.describe({})["folder"] is not None else graph.labels({})


class Numbers:
    """Ids that are numbers, which ascend."""

    def __init__(self, ids: Any) -> None:
        self.ids = ids
        if hasattr(ids, "flags"):
            ids.flags.writeable = False  # all results of the graph have it

    def __reduce__(self) -> Any:
        return Numbers, (kept(self.ids),)

    def place(self, name: Any) -> int:
        """The place of the vertex that is called so; KeyError if none is."""
        view = memoryview(self.ids)
        try:
            place = bisect.bisect_left(view, name)
        except TypeError:  # of another kind than ids
            raise KeyError(name) from None
        if place < len(view) and view[place] == name:
            return place
        raise KeyError(name)

    def at(self, places: Any) -> Any:
        """The ids at places, as a buffer."""
        if hasattr(self.ids, "dtype"):
            return self.ids[places]
        return array.array(self.ids.format, [self.ids[place] for place in places])

    def column(self) -> Any:
        """The ids, as a table has them."""
        return self.ids

    def listed(self) -> Iterator[Any]:
        return iter(memoryview(self.ids))


class Nodes:
    """The nodes of a graph whose vertices are not named by numbers: nodes by place, and places by node."""

    def __init__(self, nodes: Sequence[Hashable]) -> None:
        self.nodes = nodes
        self._table: Any = None
        self._places: dict[Hashable, int] | None = None
        self._written: _tricorn.Graph | None = None
        self._arrow: tuple[Any, Any, Any] | None = None

    def __reduce__(self) -> Any:
        return Nodes, (self.nodes,)

    def written(self, graph: _tricorn.Graph) -> _tricorn.Graph:
        """The graph as files have it: its ids are the nodes; TypeError for nodes that files cannot have."""
        if self._written is None and graph.has_words({}):
            self._written = graph
        if self._written is None:
            named = graph.with_names(_ids_of(self.nodes), {})
            named.name_by_places({})  # so pairs and columns are the same for both graphs
            self._written = named
        return self._written

    def of(self, places: Any) -> Any:
        """The nodes at places: a numpy array of int64 if all nodes fit, else of objects; lists without numpy."""
        try:
            import numpy
        except ImportError:
            return _looked_up(self.nodes, memoryview(places).tolist())
        if self._table is None:
            whole = all(type(node) is int and -2**63 <= node < 2**63 for node in self.nodes)
            self._table = numpy.fromiter(self.nodes, numpy.int64 if whole else object, len(self.nodes))
        return self._table[numpy.asarray(places)]

    def places_by_node(self) -> dict[Hashable, int]:
        if self._places is None:
            self._places = {node: place for place, node in enumerate(self.nodes)}
        return self._places

    def place(self, name: Any) -> int:
        """The place of a node; KeyError for an object that is none."""
        try:
            return self.places_by_node()[name]
        except TypeError:  # it cannot be hashed
            raise KeyError(name) from None

    def places(self, column: Any, what: str) -> "array.array[int]":
        """The places of nodes; ValueError for an object that is no node."""
        find = self.places_by_node()
        values = column.tolist() if hasattr(column, "tolist") else list(column)
        try:
            return array.array("q", [find[value] for value in values])
        except KeyError:
            number = next(number for number, value in enumerate(values) if value not in find)
            raise ValueError(f"{what} {number} has the end {values[number]!r}, which is no node of the "
                             f"graph; one of them is {self.nodes[0]!r}" if self.nodes else
                             f"the graph has no nodes, and not {values[number]!r}") from None

    def column(self) -> "At":
        """The nodes, as a table has them."""
        return At(self, None)

    def listed(self) -> Iterator[Any]:
        return iter(self.nodes)

    def arrow(self) -> tuple[Any, Any, Any]:
        """All nodes, as _tricorn.stream() takes a column of them."""
        if self._arrow is None:
            self._arrow = arrow_of(list(self.nodes))
        return self._arrow


class At:
    """A column of nodes: those at some places, or all of them."""

    def __init__(self, nodes: Nodes, places: Any) -> None:
        self._nodes, self._places = nodes, places

    def __len__(self) -> int:
        return len(self._nodes.nodes if self._places is None else self._places)

    def all(self) -> Any:
        """The nodes: a numpy array, or a list without numpy."""
        return self._nodes.of(array.array("q", range(len(self))) if self._places is None else self._places)

    def listed(self) -> Iterator[Any]:
        return self._nodes.listed() if self._places is None else \
            map(self._nodes.nodes.__getitem__, memoryview(self._places))

    def arrow(self) -> tuple[Any, Any, Any]:
        """The column, as _tricorn.stream() takes it."""
        values, offsets, encoded = self._nodes.arrow()
        if self._places is None:
            return values, offsets, encoded
        if offsets is not None:
            return self._places, offsets, encoded
        return array.array(values.typecode, map(values.__getitem__, memoryview(self._places))), None, None


class Rows:
    """Vertices in rows, such as the ends of edges: an array of ids or, if the graph has nodes, of their places."""

    def __init__(self, found: Any, nodes: Nodes | None) -> None:
        self.found, self.nodes = found, nodes
        self._named: Any = found if nodes is None else None

    def __len__(self) -> int:
        return len(self.found)

    def __reduce__(self) -> Any:
        return Rows, (kept(self.found), self.nodes)

    def named(self) -> Any:
        """An array of ids or nodes."""
        if self._named is None and self.nodes is not None:
            self._named = self.nodes.of(self.found)
        return self._named

    def pair(self, row: int) -> tuple[int, int]:
        """The two of a row, as they are found."""
        first, second = self.found[row] if isinstance(self.found, list) else (self.found[row, 0], self.found[row, 1])
        return first, second

    def columns(self, width: int) -> list[Any]:
        """The columns, as a table has them."""
        columns = [column_of(self.found, number) for number in range(width)]
        return columns if self.nodes is None else [At(self.nodes, column) for column in columns]

    def listed(self, width: int) -> Iterator[tuple[Any, ...]]:
        """The rows as tuples."""
        return zip(*(column.listed() if isinstance(column, At) else iter(memoryview(column))
                     for column in self.columns(width)), strict=True)


def arrow_of(values: list[Any]) -> tuple[Any, Any, Any]:
    """A list as _tricorn.stream() takes a column of it: words encoded, or an array of numbers; TypeError for other objects,
    and ValueError for words that are not UTF-8."""
    kinds = set(map(type, values))
    if all(issubclass(kind, str) for kind in kinds):
        try:
            return None, *_tricorn.encode_words(values)
        except UnicodeEncodeError as error:
            raise ValueError(f"a table of Arrow has words of UTF-8, and none of them is {error.object!r}: take "
                             "to_pandas() or to_numpy()") from None
    whole = all(hasattr(kind, "__index__") and kind is not bool for kind in kinds)
    for form in ("q", "Q") if whole else ("d",) if all(issubclass(kind, float) for kind in kinds) else ():
        try:
            return array.array(form, values), None, None
        except OverflowError:
            pass
    raise TypeError("the values of a column of Arrow are all words, all floats or all whole numbers of 64 bits, and these are "
                    f"{', '.join(sorted(kind.__name__ for kind in kinds))}: take to_pandas() or to_numpy()")


def _ids_of(nodes: Sequence[Hashable]) -> Any:
    """Nodes as ids of a file: a list of words, or an array of numbers."""
    whole: list[Any] = [node for node in nodes if hasattr(node, "__index__") and not isinstance(node, bool)]
    if len(whole) == len(nodes) and all(0 <= number < 2**64 for number in whole):
        return array.array("Q", whole)
    wrong = [node for node in nodes if not isinstance(node, str)]
    if wrong:
        raise TypeError(f"a file has ids of one kind, words or numbers from 0 to 2^64 - 1, and a node is {wrong[0]!r}: "
                        "name all nodes by words, as networkx.relabel_nodes(G, str) does")
    return list(nodes)


def _looked_up(nodes: Sequence[Hashable], places: Any) -> Any:
    """The nodes at places, which are nested lists."""
    return nodes[places] if isinstance(places, int) else [_looked_up(nodes, row) for row in places]
