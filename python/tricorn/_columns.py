"""Columns of edges: finds out the type of their values and which are missing, and numbers words.

Columns are numpy arrays, pandas Series, columns of Arrow, buffers or lists.  Whole numbers are ids, also as
reals; anything else that can be hashed is a node.  This file imports no package except numpy, if a caller uses it.
"""
from __future__ import annotations

import array
import itertools
import operator
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from . import _messages, _tricorn
from ._messages import Place

_NO_LABEL = 2**32 - 1
_EXACT = 2**53  # from here on, not all whole numbers are reals


class Made(NamedTuple):
    """The library's graph, the names of its vertices if they are no numbers, and the numbers of rows that were left out, as
    they lack a value or as a condition does not hold."""

    graph: _tricorn.Graph
    nodes: Sequence[Hashable] | None = None
    missing: int = 0
    excluded: int = 0


class Asked(NamedTuple):
    """A column that conditions are about: its role, its values, and its name for messages."""

    role: str
    column: Any
    name: str


class Columns(NamedTuple):
    """Sources, targets and weights (or None), their names for messages, and the columns of conditions."""

    sources: Any
    targets: Any
    weights: Any = None
    names: tuple[str, str, str] = ("sources", "targets", "weights")
    tested: tuple[Asked, ...] = ()


def package_of(source: object) -> str:
    """The package of the object's class: "numpy"."""
    return type(source).__module__.partition(".")[0]


def is_series(column: Any) -> bool:
    """Whether the object is a pandas.Series."""
    return hasattr(column, "iloc") and hasattr(column, "isna")


def graph_of(columns: Columns, drop: bool, settings: dict[str, Any]) -> Made:
    """Makes the graph of columns of the same length."""
    times = settings.get("times")
    if times is not None and not isinstance(times, (str, int)):
        columns = columns._replace(tested=(*columns.tested, Asked("stored", times, "times")))
    elif times is not None and not columns.tested:
        raise TypeError(f"times= has the time of each edge, and names no column here: {times!r}")
    if columns.tested:
        from . import _conditions

        where: Any = settings.get("where")
        plain_settings = {key: value for key, value in settings.items() if key not in ("where", "times")}
        try:
            picked = _conditions.picked(columns, drop, where) if times is None else None
            if picked is not None:
                made = graph_of(picked.columns, False, plain_settings)
                return made._replace(missing=picked.missing, excluded=picked.excluded)
        except (ValueError, TypeError, NotImplementedError, AttributeError, KeyError):
            pass  # kept() says what is wrong
        found = _conditions.kept(columns, drop, where)
        if times is not None:
            plain_settings["edge_times"] = _conditions.stored_times(found)
        made = _of_whole(columns, found.columns, found.dropped, plain_settings)
        return made._replace(missing=found.missing, excluded=found.excluded)
    table = _arrow_table(columns)
    if table is not None:
        return of_stream(table.__arrow_c_stream__(), (0, 1, -1 if columns.weights is None else 2), columns.names, drop,
                         settings)
    plain = columns._replace(sources=_plain(columns.sources), targets=_plain(columns.targets),
                             weights=reals(columns.weights, columns.names[2]))
    words = _number_words(plain.sources, plain.targets) if gaps(plain.weights) is None else None
    if words is not None:  # no value is missing, and none is a number
        return _made(plain._replace(sources=words[1][0], targets=words[1][1]), words[0], (), settings)
    kept, dropped = without_gaps(plain, drop)
    return _of_whole(columns, kept, dropped, settings)


def _of_whole(given: Columns, kept: Columns, dropped: Sequence[int], settings: dict[str, Any]) -> Made:
    """Makes the graph of columns without missing values; dropped: the rows that the given columns have and these have not."""
    one_side = not settings.get("bipartite")  # else numbers on one side and words on the other are no mistake
    if one_side:
        _check_kinds(kept)
    ends = [_whole(column, Place(name, dropped)) for column, name in zip(kept[:2], kept.names)]
    if ends[0] is not None and ends[1] is not None:
        return _made(kept._replace(sources=ends[0], targets=ends[1]), None, dropped, settings)
    if one_side and (ends[0] is None) != (ends[1] is None) and any(hasattr(column, "dtype") for column in kept[:2]):
        raise _mixed(kept, 0 if ends[0] is not None else 1)
    nodes, pair = _number(kept.sources, kept.targets)
    if one_side and any(hasattr(column, "dtype") for column in given[:2]):
        _check_twins(nodes, given)
    return _made(kept._replace(sources=pair[0], targets=pair[1]), nodes, dropped, settings)


def _made(columns: Columns, nodes: list[Hashable] | None, dropped: Sequence[int], settings: dict[str, Any]) -> Made:
    """Makes the graph of buffers; dropped: the rows of the caller that these have not."""
    with _messages.told(_messages.of_columns(columns.names), nodes, dropped):
        graph = _tricorn.from_columns([(columns.sources, columns.targets)], columns.weights, settings)
    return Made(graph, nodes or None, len(dropped))


def of_stream(stream: Any, places: tuple[int, int, int], names: Sequence[str], drop: bool,
              settings: dict[str, Any]) -> Made:
    """Makes the graph of a stream of Arrow; places: those of the columns, which messages call `names`."""
    with _messages.told(_messages.of_columns(names)):
        graph, words, dropped = _tricorn.from_arrow(stream, places, drop, settings)
    return Made(graph, words, len(dropped))


# ---- columns of other libraries ----

def _arrow_table(columns: Columns) -> Any:
    """Makes a table of columns that are all of pyarrow, of polars, or of pandas with words of Arrow; else None."""
    names = (name.removeprefix("column ").strip("'") for name in columns.names)  # the messages of Arrow say "column"
    given = {name: column for name, column in zip(names, columns[:3]) if column is not None}
    packages = {package_of(column) for column in given.values()}
    pyarrow: Any = sys.modules.get("pyarrow")
    if packages == {"pandas"} and pyarrow and all(map(_is_coded, columns[:2])):
        given = {name: pyarrow.array(column, from_pandas=True) for name, column in given.items()}
    elif packages not in ({"pyarrow"}, {"polars"}):
        return None
    _check_lengths(columns)
    return sys.modules["polars"].DataFrame(given) if packages == {"polars"} else pyarrow.table(given)


def _is_coded(column: Any) -> bool:
    """Whether a column of pandas stores words in pandas' own ways: in memory of Arrow, or as categories."""
    return is_series(column) and type(column.dtype).__name__ in ("StringDtype", "CategoricalDtype") \
        or getattr(column.dtype, "kind", "") in "OU" and type(column.dtype).__name__ == "ArrowDtype"


def _plain(column: Any) -> Any:
    """Converts the column to a numpy array, a pandas.Series of numbers, a buffer of numbers or a list."""
    if is_series(column):
        return column.tolist() if column.dtype.kind in "OU" else column
    if isinstance(column, (bytes, bytearray, array.array)):
        return column
    if isinstance(column, memoryview):
        return column.tolist() if column.format in ("f", "d") else column
    if hasattr(column, "to_numpy"):  # of pyarrow or polars
        column = to_numpy(column)
    elif hasattr(column, "__dlpack__") and not hasattr(column, "__array_interface__"):  # a torch.Tensor
        import numpy

        column = numpy.from_dlpack(column)
    if hasattr(column, "dtype") and column.dtype.kind in "OUST" and column.ndim == 1:
        return column.tolist()
    return column if hasattr(column, "dtype") or not isinstance(column, Iterable) else list(column)


def listed(column: Any) -> Any:
    """The values as a list of Python's objects, times of nanoseconds as texts; numpy arrays of numbers and times as they are."""
    kind = str(getattr(column, "dtype", None) or getattr(column, "type", ""))
    if hasattr(column, "to_pylist"):  # of pyarrow
        return (column.cast("string") if kind.startswith(("timestamp", "date")) else column).to_pylist()
    if hasattr(column, "to_list") and not is_series(column):  # of polars
        return (column.cast(str) if kind.startswith("Date") else column).to_list()
    return column.tolist() if is_series(column) or kind == "object" else _plain(column)


def check_length(name: str, column: Any, count: int, of: str) -> None:
    if len(column) != count:
        raise ValueError(f"{name!r} has length {len(column)}, not {count}, the number of {of}")


def labels_of(given: Any, count: int | None = None) -> tuple[bytes, dict[int, Any]]:
    """Numbers of labels as uint32, and the labels by them; those without one have the largest number."""
    values = given.tolist() if hasattr(given, "tolist") else list(listed(given))
    if count is not None:
        check_length("labels", values, count, "vertices")
    labels = [None if _is_missing(value) else value for value in values]
    known = list(dict.fromkeys(label for label in labels if label is not None))
    try:
        known.sort()
    except TypeError:
        pass  # in the order of the vertices
    numbers = {label: number for number, label in enumerate(known)} | {None: _NO_LABEL}
    return array.array("I", [numbers[label] for label in labels]).tobytes(), {number: label for label, number in numbers.items()}


def to_numpy(column: Any) -> Any:
    return column.to_numpy(zero_copy_only=False) if hasattr(column, "buffers") else column.to_numpy()


def reals(weights: Any, name: str = "weights") -> Any:
    """Converts weights of edges to a buffer of float64; NaN: the value is missing."""
    if weights is None:
        return None
    if is_series(weights) and weights.dtype.kind in "iuf":
        weights = weights.to_numpy("float64", na_value=float("nan"))
    if hasattr(weights, "to_numpy"):
        weights = to_numpy(weights)
    if hasattr(weights, "astype") and weights.dtype.kind != "O":
        import numpy

        if weights.dtype.kind not in "biuf":
            raise TypeError(f"weights are numbers, and {name} has the type {weights.dtype}")
        plain = numpy.ascontiguousarray(weights, numpy.float64)
        mask = getattr(weights, "mask", None)
        return plain if mask is None else numpy.where(mask, numpy.nan, plain)
    if isinstance(weights, (str, Mapping, Set)) or not isinstance(weights, Iterable):
        raise TypeError(f"weights must be a number for each edge, not {weights!r}")
    given = weights if isinstance(weights, array.array) else \
        [float("nan") if _is_missing(weight) else weight for weight in weights]
    try:
        return array.array("d", given)
    except (TypeError, OverflowError):
        row = next(row for row, weight in enumerate(given) if not _is_real(weight))
        raise TypeError(f"{name} has {given[row]!r} in row {row}, counted from 0: a weight is a number up to "
                        "1.8e308") from None


def _is_real(weight: Any) -> bool:
    """Whether a value is a number that a float can be."""
    try:
        array.array("d", [weight])
    except (TypeError, OverflowError):
        return False
    return True


def are_finite(values: Any) -> bool:
    """Whether no number of an array is infinite or NaN."""
    import numpy

    with numpy.errstate(all="ignore"):
        sum_is = bool(numpy.isfinite(values.sum()))  # without another array of that size
    return sum_is or bool(numpy.isfinite(values).all())


# ---- missing values ----

def _is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, or the mark of a missing value in pandas and numpy."""
    if value is None or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant"):
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return False


def gaps(column: Any) -> Any:
    """Finds missing values: an array, a list of bools, or None if no value is missing."""
    if column is None:
        return None
    if is_series(column):
        mask = column.isna().to_numpy()
    elif getattr(column, "mask", None) is not None and hasattr(column, "filled"):  # of numpy.ma
        import numpy

        mask = numpy.ma.getmaskarray(column)
        if column.dtype.kind == "f":
            mask = mask | numpy.isnan(column.data)
    elif hasattr(column, "dtype"):
        mask = column != column if column.dtype.kind in "fcmM" else None
    elif isinstance(column, list) and not set(map(type, column)) <= {int, str}:
        mask = list(map(_is_missing, column))
    elif isinstance(column, array.array) and column.typecode in "fd":
        mask = [value != value for value in column]
    else:
        mask = None
    return None if mask is None or not any_of(mask) else mask


def any_of(mask: Any) -> bool:
    return bool(mask.any()) if hasattr(mask, "any") else any(mask)


def selected(column: Any, keep: list[bool]) -> Any:
    """Returns the selected values."""
    if is_series(column):
        return column[keep]
    if hasattr(column, "dtype"):
        import numpy

        return column[numpy.asarray(keep)]
    if isinstance(column, array.array):
        return array.array(column.typecode, itertools.compress(column, keep))
    return list(itertools.compress(column, keep))


def _check_lengths(columns: Columns) -> None:
    check_length("targets", columns.targets, len(columns.sources), "sources")
    if columns.weights is not None:
        check_length("weights", columns.weights, len(columns.sources), "edges")


def without_gaps(columns: Columns, drop: bool | None) -> tuple[Columns, Sequence[int]]:
    """Removes rows in which a value is missing; returns the columns and the numbers of these rows.

    Raises ValueError, with the row, if such rows are errors.  drop: None where the caller cannot choose.
    """
    named = [*zip(columns.names, columns[:3]), *((asked.name, asked.column) for asked in columns.tested)]
    masks = [(name, mask) for name, column in named if hasattr(column, "__len__") and (mask := gaps(column)) is not None]
    if not masks:
        return columns, ()
    _check_lengths(columns)
    if not drop:
        row, name = min((list(mask).index(True), name) for name, mask in masks)
        raise ValueError(f"{name} has no value in row {row}, counted from 0: "
                         + ("leave such rows out" if drop is None else "missing='drop' leaves such rows out"))
    keep = [not any(values) for values in zip(*(mask for _, mask in masks))]
    sources, targets, weights = (None if column is None else selected(column, keep)
                                 for column in columns[:3])
    dropped = [row for row, kept in enumerate(keep) if not kept]
    tested = tuple(asked._replace(column=selected(asked.column, keep)) for asked in columns.tested)
    return columns._replace(sources=sources, targets=targets, weights=weights, tested=tested), dropped


# ---- whole numbers ----

def _whole(column: Any, place: Place) -> Any:
    """Converts whole numbers to a buffer; None if the values are something else, which nodes can be."""
    if is_series(column):
        kind = column.dtype.kind
        column = column.to_numpy(f"{kind}8") if kind in "iuf" and not hasattr(column.dtype, "newbyteorder") \
            else column.to_numpy()
    if hasattr(column, "filled"):  # of numpy.ma, without masked values
        column = column.data
    if hasattr(column, "dtype"):
        if column.dtype.kind not in "iuf":
            raise TypeError(f"{place.name} has the type {column.dtype}: an id is a whole number or a word")
        if column.dtype.kind == "f":
            return _whole_reals(column, place)
        return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))
    if isinstance(column, array.array) and column.typecode in "fd":
        column = column.tolist()
    return _all_whole(column, place) if isinstance(column, list) else column


def pairs_of(columns: Columns) -> Columns:
    """The columns of pairs as graph_of() reads them; ValueError if a value is missing."""
    plain = columns._replace(sources=_plain(columns.sources), targets=_plain(columns.targets))
    return without_gaps(plain, None)[0]


def whole(column: Any) -> Any:
    """Converts whole numbers to a buffer; TypeError for anything else."""
    found = _whole(column, Place("a column of pairs"))
    if found is None:
        raise TypeError("the graph has ids that are whole numbers: give pairs of these, not of words")
    return found


def _whole_reals(column: Any, place: Place) -> Any:
    import numpy

    if column.ndim != 1:
        raise ValueError(f"{place.name} has {column.ndim} dimensions, and must have one")
    wrong = numpy.flatnonzero(~((numpy.trunc(column) == column) & (abs(column) < _EXACT)))
    if len(wrong):
        raise _not_whole(place, int(wrong[0]), column[wrong[0]])
    return column.astype(numpy.int64)


def _not_whole(place: Place, row: int, value: Any) -> TypeError:
    return TypeError(f"{place.name} has {value} in {place.row(row)}: an id is a whole number (below 2^53 "
                     "where numbers are floats), or a word: give other ids as words, by str() or astype(str)")


def _all_whole(values: list[Any], place: Place) -> Any:
    """Converts a list to an array of whole numbers; None if one of them is something else.

    TypeError for a real that is not whole among numbers.
    """
    types = set(map(type, values))
    reals = {kind for kind in types if issubclass(kind, float) or kind.__name__ in ("float32", "float16")}
    if not all(kind is int or kind in reals or hasattr(kind, "__index__") and kind is not bool for kind in types):
        return None
    if reals:
        wrong = next((row for row, value in enumerate(values)
                      if type(value) in reals and not (value == value // 1 and abs(value) < _EXACT)), None)
        if wrong is not None:
            raise _not_whole(place, wrong, values[wrong])
        values = [int(value) for value in values]
    numbers = values if types <= {int} or reals else list(map(operator.index, values))
    for kind in "qQ":
        try:
            return array.array(kind, numbers)
        except OverflowError:
            pass
    wrong = next(row for row, number in enumerate(numbers) if not 0 <= number < 2**64)
    raise ValueError(f"{place.name} has {numbers[wrong]} in {place.row(wrong)}: a number is an id from 0 to "
                     "2^64 - 1; give other ids as words, by str()")


# ---- kinds of ids ----

def _is_simple(kind: type) -> bool:
    """Whether values of this type are numbers or words."""
    return issubclass(kind, str) or hasattr(kind, "__index__") or hasattr(kind, "__float__")


def _mixed(columns: Columns, numbers: int) -> TypeError:
    """The error for columns of which number `numbers` has numbers, and the other has something else."""
    column, name, other = columns[numbers], columns.names[numbers], columns.names[1 - numbers]
    odd = next((value for value in columns[1 - numbers] if not _is_simple(type(value))), None)
    if odd is not None:
        return TypeError(f"{other} has {odd!r}: an id is a whole number or a word")
    return TypeError(f"of {name} and {other} one has words, and the other numbers: give both as words, {name} "
                     f"by {_as_words(column)}, or name other columns")


def _as_words(column: Any) -> str:
    """How the numbers of a column become words, and no missing value does."""
    reals = hasattr(column, "dtype") and column.dtype.kind == "f"
    if is_series(column):
        return "astype('Int64').astype('string')" if reals else "astype('string')"
    return "str()" if not hasattr(column, "dtype") else "astype(int).astype(str)" if reals else "astype(str)"


def _check_twins(nodes: list[Hashable], columns: Columns) -> None:
    """Raises TypeError if both a number and the word for it are nodes, as where a file was read in several chunks."""
    words = {node for node in nodes if isinstance(node, str)}
    twin = next((node for node in nodes if hasattr(node, "__index__") and str(node) in words), None)
    if twin is not None:
        raise TypeError(f"both the number {twin} and the word '{twin}' are ends of edges: give {columns.names[0]} and "
                        f"{columns.names[1]} as words, by {_as_words(columns.sources)}")


def _check_kinds(columns: Columns) -> None:
    """Raises TypeError if the ends on one side are all numbers and words, and none on the other side is."""
    if not (type(columns.sources) is type(columns.targets) is list):
        return
    kinds = [set(map(type, column)) for column in columns[:2]]
    simple = [{_is_simple(kind) for kind in some} for some in kinds]
    if {True} in simple and {False} in simple and all(kind.__hash__ for some in kinds for kind in some):
        first, second = (min(kind.__name__ for kind in some) for some in kinds)
        raise TypeError(f"an edge of {first} and {second} is none of one graph: give edges as [(u, v), ...], "
                        "their weights by weights=, and a dict of neighbours as networkx.Graph(neighbours)")


def numbers(values: Any) -> Any:
    """A column of results as a buffer, of whole numbers or of float64."""
    if hasattr(values, "to_numpy"):
        return to_numpy(values)
    if not isinstance(values, (list, tuple)):
        return values
    return array.array("q" if all(hasattr(value, "__index__") for value in values) else "d", values)


def by_places(graph: _tricorn.Graph) -> _tricorn.Graph:
    """The graph under other ids: each vertex is called by its place, as in graphs of nodes."""
    places = array.array("Q", range(len(memoryview(graph.ids({})))))
    return graph.with_names(places, {}) if places else graph


# ---- nodes ----

def _number_words(first: Any, second: Any) -> tuple[list[Hashable], tuple[Any, Any]] | None:
    """Numbers two lists of str as _number() does; None for any other columns."""
    found = _tricorn.number_words(first, second) if type(first) is type(second) is list else None
    if found is None:
        return None
    view = memoryview(found[1]).cast("I")
    return found[0], (view[0::2], view[1::2])


def _number(first: Any, second: Any) -> tuple[list[Hashable], tuple[Any, Any]]:
    """Lists the nodes in the order in which they come, row by row, the source first, and numbers them."""
    check_length("targets", second, len(first), "sources")
    first, second = (column.tolist() if hasattr(column, "tolist") else column for column in (first, second))
    words = _number_words(first, second)
    if words is not None:
        return words
    numbers: dict[Hashable, int] = {}
    number: Callable[[Hashable, int], int] = numbers.setdefault
    try:
        codes = array.array("q", (number(value, len(numbers)) for value in
                                  itertools.chain.from_iterable(zip(first, second))))
    except TypeError as error:
        raise TypeError("an id is a whole number, a word or another object that can be hashed: "
                        f"{error}") from None
    view = memoryview(codes)
    return list(numbers), (view[0::2], view[1::2])
