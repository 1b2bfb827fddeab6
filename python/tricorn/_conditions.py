"""Which rows of columns are edges: those for whose values the conditions of `where` hold, as in files."""
from __future__ import annotations

import array
import datetime
import operator
import re
import sys
from typing import Any, NamedTuple

from . import _messages, _tricorn
from ._columns import Asked, Columns, is_series, listed, package_of, reals, selected, to_numpy, without_gaps

ROLES = ("weight", "time", "label")
_SIGNS = {"=": operator.eq, "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
          ">=": operator.ge}
_MICROSECONDS = {"D": 86_400 * 10**6, "s": 10**6, "ms": 1000, "us": 1}
_YEARS = (-62_167_219_200 * 10**6, 253_402_300_800 * 10**6)  # when the years 0 and 10000 begin, in microseconds from 1970


class Kept(NamedTuple):
    """Columns of the rows that are left; how many rows lack a value or are excluded, and the numbers of both."""

    columns: Columns
    missing: int
    excluded: int
    dropped: list[int]


def roles_of(where: list[str] | None) -> list[str]:
    """The roles that conditions are about; the library says which conditions are wrong."""
    return [role for role in ROLES if any(condition.lstrip().startswith(role) for condition in where or ())]


def _texts(column: Any) -> list[str]:
    """The values as a file has them."""
    kind = getattr(getattr(column, "dtype", None), "kind", None)
    if kind == "M" and not is_series(column):
        import numpy

        return [str(value) for value in numpy.datetime_as_string(column)]
    return [value if type(value) is str else str(value) for value in listed(column)]


def kept(columns: Columns, drop: bool, where: list[str] | None) -> Kept:
    """Asks the conditions of all rows."""
    for asked in columns.tested:
        if not hasattr(asked.column, "__len__") or len(asked.column) != len(columns.sources):
            raise ValueError(f"{asked.name} must have a value for each of {len(columns.sources)} edges")
    weights = None if columns.weights is None else reals(listed(columns.weights), columns.names[2])
    plain = columns._replace(sources=listed(columns.sources), targets=listed(columns.targets), weights=weights,
                             tested=tuple(asked._replace(column=listed(asked.column)) for asked in columns.tested))
    whole, missing = without_gaps(plain, drop)
    holds = [True] * len(whole.sources)
    for asked in (asked for asked in whole.tested if asked.role != "stored"):
        entries = {"texts": lambda row, name=asked.name: f"{name} in row {row}, counted from 0:"}
        with _messages.told(entries, dropped=missing):
            found = _tricorn.conditions_test(asked.role, _texts(asked.column), {"where": where})
        holds = [before and bool(now) for before, now in zip(holds, found)]
    gaps = set(missing)
    rows = [row for row in range(len(plain.sources)) if row not in gaps]
    excluded = [row for row, one in zip(rows, holds) if not one]
    left = whole._replace(sources=selected(whole.sources, holds), targets=selected(whole.targets, holds),
                          tested=tuple(asked._replace(column=selected(asked.column, holds)) for asked in whole.tested),
                          weights=None if whole.weights is None else selected(whole.weights, holds))
    return Kept(left, len(missing), len(excluded), sorted([*missing, *excluded]))


def _stored(text: str) -> tuple[int, bool]:
    """A whole number, or the seconds from 1970 to a date; and whether it is a date."""
    dated = re.fullmatch(r"(\d{4}-[^.]*)(?:\.(\d+))?(.*)", text)
    if dated:
        if int(dated[2] or 0):
            raise ValueError(text)
        return _microseconds(dated[1] + dated[3]) // 10**6, True
    if re.fullmatch(r"-?\d+", text):
        return int(text), False
    number = float(text)
    if not number.is_integer() or abs(number) >= 2**53:  # which may be rounded
        raise ValueError(text)
    return int(number), False


def stored_times(found: Kept) -> bytes:
    """The times of the rows that are left, in 64 bits."""
    [asked] = [asked for role in ("stored", "time") for asked in found.columns.tested if asked.role == role][:1]
    times, dated = array.array("q"), set()
    for row, text in enumerate(_texts(asked.column)):
        try:
            time, is_date = _stored(text)
            times.append(time)
        except (ValueError, OverflowError):
            place = _messages.Place(asked.name, found.dropped).row(row)
            raise ValueError(f"{asked.name} has {text!r} in {place}: give whole numbers of 64 bits, or whole seconds") from None
        dated.add(is_date)
    if len(dated) > 1:
        raise ValueError(f"{asked.name} has dates and numbers: give dates alone, or numbers")
    return times.tobytes()


# ---- columns of pandas, polars and pyarrow ----

def picked(columns: Columns, drop: bool, where: list[str]) -> Kept | None:
    """The same as kept() by the operations of the package that the columns are of, without `dropped`; None for others.

    Any error means that kept() decides: it also names the row of a value that is wrong.
    """
    given = [column for column in (*columns[:3], *(asked.column for asked in columns.tested)) if column is not None]
    packages = set(map(package_of, given))
    if len(packages) > 1 or not packages <= {"pandas", "polars", "pyarrow"}:
        return None
    import numpy

    reals(columns.weights, columns.names[2])  # which also names one that is none in a row that is left out
    gaps = numpy.logical_or.reduce([_absent(column) for column in given])
    missing = int(gaps.sum())
    if missing and not drop:
        return None
    if missing:
        columns = _with_rows(columns, ~gaps)
    holds = numpy.logical_and.reduce([_held(asked, where) for asked in columns.tested])
    return Kept(_with_rows(columns, holds)._replace(tested=()), missing, int((~holds).sum()), [])


def _absent(column: Any) -> Any:
    """Which values are missing."""
    if is_series(column):
        if column.dtype.kind == "f" and not hasattr(column.dtype, "newbyteorder"):
            raise TypeError("a type in which NaN may be no missing value")
        return column.isna().to_numpy()
    if package_of(column) == "polars":
        return (column.is_null() | column.is_nan() if column.dtype.is_float() else column.is_null()).to_numpy()
    return to_numpy(column.is_null(nan_is_null=True))


def _rows(column: Any, rows: Any) -> Any:
    if column is None or is_series(column):
        return None if column is None else column[rows]
    package = sys.modules[package_of(column)]
    return column.filter(package.Series(rows) if package_of(column) == "polars" else package.array(rows))


def _with_rows(columns: Columns, rows: Any) -> Columns:
    ends = {name: _rows(getattr(columns, name), rows) for name in ("sources", "targets", "weights")}
    return columns._replace(**ends, tested=tuple(asked._replace(column=_rows(asked.column, rows)) for asked in columns.tested))


def _held(asked: Asked, where: list[str]) -> Any:
    """For which values of a column, none of which is missing, the conditions hold."""
    column, package = asked.column, package_of(asked.column)
    if package == "pyarrow" and hasattr(column.type, "value_type"):
        column = column.cast(column.type.value_type)  # words of a dictionary
    values = None if asked.role == "label" else _numbers(column)
    if values is not None:
        _tested(asked.role, [], where)  # that the conditions are some
        return _compared(asked.role, values, where)
    kind = getattr(column, "dtype", None)
    distinct = None if "loat" in str(kind or column.type) or kind == "object" and \
        sys.modules["pandas"].api.types.infer_dtype(column, skipna=False) != "string" else column.unique()
    if distinct is None or 4 * len(distinct) > len(column):
        return _tested(asked.role, _texts(column), where)
    found = _tested(asked.role, _texts(distinct), where)
    if package == "pyarrow":
        from pyarrow import compute

        return to_numpy(compute.is_in(column, value_set=_rows(distinct, found)))
    return (column.isin(distinct[found]) if package == "pandas" else column.is_in(_rows(distinct, found))).to_numpy()


def _tested(role: str, texts: list[str], where: list[str]) -> Any:
    import numpy

    return numpy.frombuffer(_tricorn.conditions_test(role, texts, {"where": where}), numpy.bool_)


def _numbers(column: Any) -> Any:
    """The values as an array of whole numbers, reals or times without a zone; None for others."""
    kind = str(getattr(column, "dtype", None) or column.type).lower()
    if not re.match(r"u?int|float|double|date|timestamp", kind) or re.search("zone='|tz=", kind):
        return None
    if is_series(column) and kind.startswith(("int", "uint")):
        return column.to_numpy(f"{column.dtype.kind}8")
    values = to_numpy(column)
    return values if values.dtype.kind in "iufM" else None


def _compared(role: str, values: Any, where: list[str]) -> Any:
    """For which numbers or times all conditions on their role hold; ValueError where only their texts can say it."""
    import numpy

    holds = numpy.ones(len(values), numpy.bool_)
    dated = values.dtype.kind == "M"
    values, unit = _moments(values, role) if dated else (_exact(values, role), 0)
    for condition in where:
        found = re.fullmatch(r"\s*(\w+)\s*(==|!=|<=|>=|=|<|>)\s*(.*?)\s*", condition, re.DOTALL)
        if found is None:
            raise ValueError(condition)
        if found[1] == role:
            holds &= _SIGNS[found[2]](values, _moment(found[3]) * unit if dated else _exact([float(found[3])], role)[0])
    return holds


def _exact(values: Any, role: str) -> Any:
    """The numbers as reals; times are then what they are written as, and weights what these are as reals."""
    import numpy

    found = numpy.asarray(values, numpy.float64)
    if len(found) and not (-2**53 < found.min() <= found.max() < 2**53 if role == "time" else numpy.isfinite(found).all()):
        raise ValueError("numbers that reals are not")
    return found


def _moments(values: Any, role: str) -> tuple[Any, int]:
    """Times as whole numbers from 1970 on, and how many of them are a microsecond."""
    import numpy

    name = numpy.datetime_data(values.dtype)[0]
    values = values.view(numpy.int64)
    if role != "time":
        raise ValueError("times are no weights")
    if name == "ns":
        return values, 1000
    factor = _MICROSECONDS[name]
    if len(values) and not _YEARS[0] // factor <= values.min() <= values.max() < _YEARS[1] // factor:
        raise ValueError("years of more than four digits")
    return (values * factor if factor > 1 else values), 1


def _microseconds(text: str) -> int:
    """Those from 1970 to a date."""
    date, zone = datetime.datetime.fromisoformat(text), datetime.timezone.utc
    since = (date if date.tzinfo else date.replace(tzinfo=zone)) - datetime.datetime(1970, 1, 1, tzinfo=zone)
    return since // datetime.timedelta(microseconds=1)


def _moment(text: str) -> int:
    """The same, if nanoseconds fit in 64 bits."""
    if re.search(r"\.\d{7}", text) or not re.match(r"\d{4}-", text):
        raise ValueError(text)
    number = _microseconds(text)
    if abs(number) >= 2**63 // 1000:
        raise ValueError(text)
    return number
