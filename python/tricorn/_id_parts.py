"""Ids of vertices that are in two columns of a table, such as a bank and an account: words, as the reader of files makes them.

The id is the words of both columns with a '+' between them, and a backslash before each '+' and backslash of the first
word, so that two pairs of words are never one id.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _columns


class Stream:
    """A stream of Arrow that was begun."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._capsule


def _values(column: Any) -> list[Any]:
    """The values of a column; None where one is missing."""
    if hasattr(column, "to_pylist"):  # of pyarrow, whose numbers would become reals where one is missing
        return list(column.to_pylist())
    if hasattr(column, "to_list") and not _columns.is_series(column):  # of polars
        return list(column.to_list())
    values = column.tolist() if hasattr(column, "tolist") else list(column)
    gaps = _columns.gaps(values)
    return values if gaps is None else [None if gap else value for value, gap in zip(values, gaps)]


def _check_kind(columns: Sequence[tuple[list[Any], str]]) -> None:
    """Raises TypeError unless the values of columns, which may be those of one vertex, are all words, or all whole numbers."""
    kinds = [(type(value), value, name) for values, name in columns for value in dict.fromkeys(values) if value is not None]
    for kind, value, name in kinds:
        if kind is not str and (kind is bool or not hasattr(kind, "__index__")):
            raise TypeError(f"{name} has {value!r}, and is a part of an id: this is a whole number or a word; give it so, as by "
                            "astype('Int64') or astype('string')")
        if (kind is str) != (kinds[0][0] is str):
            raise TypeError(f"{kinds[0][2]} has {kinds[0][1]!r} and {name} has {value!r}, which may be parts of one id: give "
                            "both as words, or both as whole numbers")


def join(ends: Sequence[tuple[Any, Any]], names: Sequence[tuple[str, str]]) -> list[list[str | None]]:
    """The ids of the sources and the targets; ends: the two columns of each, which messages call `names`."""
    parts = [[_values(column) for column in columns] for columns in ends]
    for part in (0, 1):
        _check_kind([(parts[end][part], names[end][part]) for end in (0, 1)])
    return [[None if one is None or two is None else _id(str(one), str(two)) for one, two in zip(first, second)]
            for first, second in parts]


def _id(first: str, second: str) -> str:
    if "+" in first or "\\" in first:
        first = first.replace("\\", "\\\\").replace("+", "\\+")
    return f"{first}+{second}"
