"""Finds the columns of a table that hold the ends of edges, and that of their weights: one rule for all tables.

The caller's choice comes first: source= and target=, or columns=, and weight=.  The library finds the others by the
names of the columns, as in the headers of files.
"""
from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from . import _conditions, _tricorn

ROLES = ("source", "target", "weight", "time", "label")
KEYWORDS = ("source", "target", "columns", "where")


class FirstEdgeLost(ValueError):
    """The names of a table's columns are an edge."""


class Roles(NamedTuple):
    """Places of columns, from 0 on.

    weight: None if the edges have no weights.  source_second, target_second: if ids are in two columns, those of their
    second words.  tested: those that conditions are about, with their roles.
    """

    source: int
    target: int
    weight: int | None = None
    source_second: int | None = None
    target_second: int | None = None
    tested: tuple[tuple[str, int], ...] = ()


def choose(names: Sequence[Hashable], given: dict[str, Any], weights: Any) -> Roles:
    """The roles of the columns of a table.

    given: the caller's values of KEYWORDS, with `where` as a list.  weights: a name, a number from 1 on, True (the column with such a name)
    or None.
    ValueError with a remedy if the roles are not clear.
    """
    if len(names) < 2:
        raise ValueError(f"an edge has two columns, a source and a target, and the table has {len(names)}"
                         + (f", {names[0]!r}" if names else "") + ": if others are its index, give "
                         "table.reset_index()")
    known = said(given, weights)
    if "source" not in known and all(isinstance(name, str) and name.replace(".", "", 1).isdecimal() for name in names):
        raise FirstEdgeLost(f"the columns are called {listed(names)}, as where a first edge was read as their names: read "
                         "the table without a header, or give source=NAME, target=NAME if these are the names")
    columns = {role: _numbers(names, column) for role, column in known.items() if column is not True}
    stored = stores_weights(known, weights, given)
    settings = {"threads": given.get("threads"), "memory": given.get("memory"), "columns": columns,
                "weights": stored, "where": given.get("where"), "times": _timed(given) is not None}
    source, target, weight, time, label, *seconds = _tricorn.columns_find(list(map(str, names)), settings)
    places = {"weight": weight, "time": time, "label": label}
    asked = _conditions.roles_of(given.get("where"))
    if settings["times"] and "time" not in asked:
        asked.append("time")
    tested = tuple((role, places[role]) for role in asked)
    source_second, target_second = (None if place < 0 else place for place in seconds)
    return Roles(source, target, weight if stored else None, source_second, target_second, tested)


def stores_weights(known: dict[str, Any], weights: Any, given: dict[str, Any]) -> bool:
    """Whether the graph stores weights: not if `columns` names their column for the conditions of `where` alone."""
    return "weight" in known and (weights not in (None, False) or "weight" not in _conditions.roles_of(given.get("where")))


def are_known(names: Sequence[Hashable]) -> bool:
    """Whether the names of two columns, which are no single letters, say that these are the ends of edges."""
    texts = list(map(str, names))
    try:
        _tricorn.columns_find([*texts, "weight"], {})
    except ValueError:
        return False
    return len(texts[0]) > 1


def listed(names: Sequence[Hashable]) -> str:
    """Names for messages: the first ones of many."""
    most = 12
    return ", ".join(map(repr, names[:most])) + (", ..." if len(names) > most else "")


def _parted(columns: Any) -> dict[str, Any]:
    """What `columns` names by roles: of "A,B", "source=A,weight=B", a dict, or a tuple or list of two."""
    if isinstance(columns, str) and "=" in columns:
        parts = [part.partition("=") for part in columns.split(",")]
        columns = {role: column if sign else None for role, sign, column in parts}
    if isinstance(columns, Mapping) and columns and columns.keys() <= set(ROLES) and None not in columns.values():
        return dict(columns)
    two = columns.split(",") if isinstance(columns, str) else columns
    if not isinstance(two, (tuple, list)) or len(two) != 2:
        raise ValueError("columns names the source and the target, as in columns=('A', 'B'), or columns by their "
                         f"roles, which are {', '.join(ROLES)}, as in columns={{'source': 'A', 'target': 'B'}}, "
                         f"not {columns!r}")
    return {"source": two[0], "target": two[1]}


def said(given: dict[str, Any], weights: Any = None) -> dict[str, Any]:
    """The columns that the caller has named, by their roles; the weight also as True: it is found out."""
    columns, found = given.get("columns"), {key: given[key] for key in ROLES[:2] if given.get(key) is not None}
    if found and columns is not None:
        raise ValueError("columns= names what source= and target= name: leave one out")
    if columns is not None:
        found = _parted(columns)
    if ("source" in found) != ("target" in found):
        raise ValueError("source and target go together: give both")
    if weights is not None and weights is not False:
        if "weight" in found and weights is not True:
            raise ValueError("columns= names what weights= names: leave one out")
        found.setdefault("weight", weights)
    times = _timed(given)
    if times is not None:
        if "time" in found and times is not True:
            raise ValueError("columns= names what times= names: leave one out")
        found.setdefault("time", times)
    return found


def _timed(given: dict[str, Any]) -> Any:
    """What names the column of times, or True; None without one."""
    times = given.get("times")
    return times if isinstance(times, (str, int)) else None


def ends(given: dict[str, Any]) -> tuple[Any, Any] | None:
    """The source and the target that the caller has named, or None."""
    found = said(given)
    return (found["source"], found["target"]) if "source" in found else None


def _numbers(names: Sequence[Hashable], wanted: Any) -> str:
    """The number of a column, from 1 on, or "A+B" with those of the two columns that an id is in."""
    is_name = any(type(name) is type(wanted) and name == wanted for name in names)
    parts = wanted if isinstance(wanted, (tuple, list)) and not is_name else [wanted]
    if isinstance(wanted, str) and not is_name and wanted.count("+") == 1 and wanted.strip("+") == wanted:
        parts = wanted.split("+")
    if len(parts) > 2:
        raise ValueError(f"an id is in one column or two, not in {len(parts)}: {wanted!r}")
    return "+".join(str(_place(names, part) + 1) for part in parts)


def in_file(column: Any) -> Any:
    """What the reader of files takes for a column: "A+B" for a pair of two."""
    if not isinstance(column, (tuple, list)) or len(column) != 2:
        return column
    if any("+" in str(part) for part in column):
        raise ValueError(f"the name of a column has a '+': name the columns of {column!r} by their numbers, from 1 on")
    return "+".join(map(str, column))


def _place(names: Sequence[Hashable], wanted: Any) -> int:
    """The column with a name; or with a number from 1 on, if that is no name."""
    found = [place for place, name in enumerate(names)
             if type(name) is type(wanted) and name == wanted]
    if not found and isinstance(wanted, str):  # a part of "A,B", or the name of a column that is no str
        found = [place for place, name in enumerate(names) if str(name) == wanted]
    if len(found) > 1:
        raise ValueError(f"{len(found)} columns are called {wanted!r}: name columns by their numbers, from 1 on")
    if found:
        return found[0]
    if not isinstance(wanted, Hashable):
        raise TypeError(f"a column is named by its name or its number, not by {type(wanted).__name__}")
    number = int(wanted) if isinstance(wanted, str) and wanted.isdecimal() else wanted
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(names):
        return number - 1
    raise ValueError(f"the table has no column {wanted!r}; its columns are {listed(names)}")
