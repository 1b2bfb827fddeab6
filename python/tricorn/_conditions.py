"""Which rows of columns are edges: those for whose values the conditions of `where` hold, as in files."""
from __future__ import annotations

from typing import Any, NamedTuple

from . import _messages, _tricorn
from ._columns import Columns, is_series, listed, reals, selected, without_gaps

ROLES = ("weight", "time", "label")


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


def kept(columns: Columns, drop: bool, where: list[str]) -> Kept:
    """Asks the conditions of all rows."""
    weights = None if columns.weights is None else reals(listed(columns.weights), columns.names[2])
    plain = columns._replace(sources=listed(columns.sources), targets=listed(columns.targets), weights=weights,
                             tested=tuple(asked._replace(column=listed(asked.column)) for asked in columns.tested))
    whole, missing = without_gaps(plain, drop)
    holds = [True] * len(whole.sources)
    for asked in whole.tested:
        entries = {"texts": lambda row, name=asked.name: f"{name} in row {row}, counted from 0:"}
        with _messages.told(entries, dropped=missing):
            found = _tricorn.conditions_test(asked.role, _texts(asked.column), {"where": where})
        holds = [before and bool(now) for before, now in zip(holds, found)]
    gaps = set(missing)
    rows = [row for row in range(len(plain.sources)) if row not in gaps]
    excluded = [row for row, one in zip(rows, holds) if not one]
    left = whole._replace(sources=selected(whole.sources, holds), targets=selected(whole.targets, holds), tested=(),
                          weights=None if whole.weights is None else selected(whole.weights, holds))
    return Kept(left, len(missing), len(excluded), sorted([*missing, *excluded]))
