"""Results by the caller's names: values of vertices and of edges, and lists of triangles."""
from __future__ import annotations

import bisect
import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._names import Nodes, Numbers, Rows, kept
from ._results import Table

_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")


def plain(values: Any) -> Any:
    """The array of a result; anything else as it is."""
    return values.values if isinstance(values, Values) else values


class Values:
    """An array with the names of what its values are of.

    values: the array.  What this class has not, such as max() or argsort(), is what the array has; arithmetic and
    comparisons are those of the array, and numpy takes the array without a copy.  pandas, polars, pyarrow, DuckDB and
    all else that knows Arrow take the table() with the names.
    """

    __slots__ = ("_values", "name")
    __hash__ = None  # type: ignore[assignment]

    if TYPE_CHECKING:  # the operators are set below

        def _operated(self, other: Any) -> Any: ...

        __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = _operated
        __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = __rpow__ = _operated
        __lt__ = __le__ = __gt__ = __ge__ = _operated

    def __init__(self, values: Any, name: str) -> None:
        self._values = values
        self.name = name

    @property
    def values(self) -> Any:
        """The array of all values, in their order.

        >>> tricorn.degrees([(3, 5)]).values.tolist()
        [1, 1]
        """
        return self._values

    def table(self, name: str | None = None) -> Table:
        """The names and the values as columns; name: what the column of values is called (None: the result's name).

        >>> tricorn.degrees([(0, 1)]).table("neighbours")
        <tricorn.Table of 2 rows: id, neighbours>
        """
        raise NotImplementedError

    def to_pandas(self, name: str | None = None) -> Any:
        """table(name) as a pandas.DataFrame; ImportError without pandas.

        >>> tricorn.degrees([(3, 5)]).to_pandas("neighbours")["neighbours"].tolist()
        [1, 1]
        """
        return self.table(name).to_pandas()

    def to_numpy(self) -> Any:
        """The values as a numpy array, without a copy.  ImportError without numpy.

        >>> tricorn.degrees([(3, 5)]).to_numpy().tolist()
        [1, 1]
        """
        import numpy

        return numpy.asarray(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # such as copy and pickle ask for
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
        return getattr(self.values, name)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy

        return numpy.array(self.values, dtype=dtype) if copy else numpy.asarray(self.values, dtype=dtype)

    def __arrow_array__(self, type: Any = None) -> Any:
        import pyarrow  # which asks

        return pyarrow.array(self.values, type)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return repr(self.table()).replace("Table", type(self).__name__, 1)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_().replace("Table", type(self).__name__, 1)


def _by_values(name: str) -> Any:
    """A method that applies an operator to the array."""
    apply = getattr(operator, name)

    def method(self: Values, *others: Any) -> Any:
        return apply(self.values, *map(plain, others))

    return method


def _reflected(name: str) -> Any:
    """The same for a result on the right."""
    apply = getattr(operator, name)

    def method(self: Values, other: Any) -> Any:
        return apply(other, self.values)

    return method


for _name in (*_ARITHMETIC, *_COMPARISONS, "neg", "abs"):
    setattr(Values, f"__{_name}__", _by_values(_name))
for _name in _ARITHMETIC:
    setattr(Values, f"__r{_name}__", _reflected(_name))


class Named(Values):
    """Values that are found by the names of what they are of."""

    __slots__ = ()

    def _place(self, name: Any) -> int:
        """Where the value of a name is; KeyError for any other object."""
        raise NotImplementedError

    def _listed(self) -> Iterator[Any]:
        """The names, in the order of the values."""
        raise NotImplementedError

    def __getitem__(self, name: Any) -> Any:
        """The value of a name, as Python's number; of a slice or an array of truth values those of the array."""
        if isinstance(name, slice) or getattr(name, "dtype", None) == bool and name.ndim:
            return self.values[name]
        if isinstance(name, list) or hasattr(name, "shape") and name.shape:
            raise TypeError("result[name] is the value of one name: take those at some places by result.values[places]")
        return self._value(self._place(name))

    def _value(self, place: int) -> Any:
        """The value at a place, as Python's number."""
        view: Any = memoryview(self.values)
        return view[place]

    def __contains__(self, name: object) -> bool:
        try:
            self._place(name)
        except KeyError:
            return False
        return True

    def get(self, name: Any, default: Any = None) -> Any:
        """The value of a name, or the default for any other object.

        >>> tricorn.degrees([(3, 5)]).get(4, 0)
        0
        """
        try:
            place = self._place(name)
        except KeyError:
            return default
        return self._value(place)

    def items(self) -> Iterator[tuple[Any, Any]]:
        """Names and values, in the order of the values.

        >>> list(tricorn.degrees([(3, 5)]).items())
        [(3, 1), (5, 1)]
        """
        return zip(self._listed(), memoryview(self.values), strict=True)


class Vertices(Named):
    """One value for each vertex, in the order of the vertices: result[node], .get(node), `in` and .items() go by ids
    or nodes, and all else is as of the array `values`, also iteration.

    As a table it has the columns `id` and `name`.
    """

    __slots__ = ("_names",)

    def __init__(self, values: Any, names: Nodes | Numbers, name: str) -> None:
        super().__init__(values, name)
        self._names = names

    def __reduce__(self) -> Any:
        return Vertices, (kept(self._values), self._names, self.name)

    def _place(self, name: Any) -> int:
        return self._names.place(name)

    def _listed(self) -> Iterator[Any]:
        return self._names.listed()

    def table(self, name: str | None = None) -> Table:
        return Table({"id": self._names.column(), name or self.name: self._values})


class Edges(Named):
    """A value of every edge of the simple graph, each edge once, or of pairs of vertices: edges[u, v], .get((u, v)),
    `in` and .items() go by the ids or nodes of both ends, and all else is as of the array `values`.

    Fields:
        ends: m x 2 ids (64 bits), the smaller one first; or, if the graph has nodes, two nodes, the one that comes
            first in Graph.nodes first.
        values: m numbers, of the same edges; of Graph.edges() the weights, or None.

    As a table it has the columns `source`, `target` and, if the edges have values, `name`.
    """

    __slots__ = ("_ends", "_order", "_directed")

    def __init__(self, ends: Rows, values: Any, name: str, *, ordered: bool = False, directed: bool = False) -> None:
        """ordered: by first and second ends.  directed: an edge is from its first to its second end."""
        super().__init__(values, name)
        self._ends, self._directed = ends, directed
        self._order: Sequence[int] | None = range(len(ends)) if ordered else None

    def __reduce__(self) -> Any:
        return _edges, (self._ends, kept(self._values), self.name, self.is_ordered(), self._directed)

    def is_ordered(self) -> bool:
        """Whether the edges are in the order of their first, then of their second ends.

        >>> tricorn.edge_support([(3, 5), (5, 7)]).is_ordered()
        True
        """
        return isinstance(self._order, range)

    def is_directed(self) -> bool:
        """Whether the first end of an edge is its source or, in a bipartite graph, on the left side.

        >>> tricorn.edge_support([(3, 5), (5, 7)]).is_directed()
        False
        """
        return self._directed

    @property
    def ends(self) -> Any:
        """The ids or nodes of the ends of all edges.

        >>> tricorn.edge_support([(3, 5), (5, 7)]).ends.tolist()
        [[3, 5], [5, 7]]
        """
        return self._ends.named()

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("edges have ends and values: iterate over edges.items(), edges.ends or edges.values")

    def _key(self, row: int) -> tuple[int, int]:
        first, second = self._ends.pair(row)
        return (first, second) if self._directed or first <= second else (second, first)

    def _place(self, name: Any) -> int:
        nodes = self._ends.nodes
        try:
            first, second = name if nodes is None else map(nodes.place, name)
            key = (first, second) if self._directed or first <= second else (second, first)
            if self._order is None:
                self._order = sorted(range(len(self)), key=self._key)
            row = bisect.bisect_left(self._order, key, key=self._key)
        except (TypeError, ValueError):  # no pair, or one of another kind than ids
            raise KeyError(name) from None
        if row < len(self) and self._key(self._order[row]) == key:
            return self._order[row]
        raise KeyError(name)

    def _listed(self) -> Iterator[Any]:
        return self._ends.listed(2)

    def _value(self, place: int) -> Any:
        return None if self._values is None else super()._value(place)

    def items(self) -> Iterator[tuple[Any, Any]]:
        """Pairs of ends, and values; without weights None.

        >>> list(tricorn.edge_support([(0, 1), (1, 2), (2, 0)]).items())
        [((0, 1), 1), ((0, 2), 1), ((1, 2), 1)]
        """
        return super().items() if self._values is not None else ((pair, None) for pair in self._listed())

    def table(self, name: str | None = None) -> Table:
        """The columns `source` and `target`, and `name` of the values (None: the result's name) if the edges have any.

        >>> tricorn.trussness([(0, 1), (1, 2), (2, 0)]).table()
        <tricorn.Table of 3 rows: source, target, trussness>
        """
        columns = dict(zip(("source", "target"), self._ends.columns(2), strict=True))
        return Table(columns if self._values is None else {**columns, name or self.name: self._values})


def _edges(ends: Rows, values: Any, name: str, ordered: bool, directed: bool) -> Edges:
    return Edges(ends, values, name, ordered=ordered, directed=directed)


class Triangles(Values):
    """Triangles, each once: an array `values` of t x 3 ids or nodes.  As a table it has the columns `u`, `v` and
    `w`."""

    __slots__ = ("_corners",)

    def __init__(self, corners: Rows) -> None:
        super().__init__(None, "triangles")
        self._corners = corners

    def __reduce__(self) -> Any:
        return Triangles, (self._corners,)

    @property
    def values(self) -> Any:
        return self._corners.named()

    def __len__(self) -> int:
        return len(self._corners)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def table(self, name: str | None = None) -> Table:
        return Table(dict(zip("uvw", self._corners.columns(3), strict=True)))
