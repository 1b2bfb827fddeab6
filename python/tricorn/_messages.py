"""Rewrites messages of the library in the words of the caller: it knows arrays, and vertices by their numbers."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from . import _tricorn


def _row_of(number: int, dropped: Sequence[int]) -> int:
    """The caller's row, from 0 on, of a row that is left; dropped: the rows that are not, ascending."""
    for row in dropped:
        if row > number:
            break
        number += 1
    return number


class Place(NamedTuple):
    """What a column is called in messages, and the rows of the caller's column that it has not, ascending."""

    name: str
    dropped: Sequence[int] = ()

    def row(self, number: int) -> str:
        return f"row {_row_of(number, self.dropped)}, counted from 0"


@contextlib.contextmanager
def told(arrays: Mapping[str, Callable[[int], str]], nodes: Sequence[Hashable] | None = None,
         dropped: Sequence[int] | None = ()) -> Iterator[None]:
    """Rewrites the message of an error of the library.

    arrays: what an entry of the library's arrays ("sources", "targets", "edge_weights") is to the caller, by its
    number among the caller's.  nodes: the names of vertices.  dropped: the rows that the library has not; None: edges
    have no numbers.  The error may have the last two as its attributes.
    """
    try:
        yield
    except _tricorn.Error as error:
        import re

        names, rows = getattr(error, "nodes", nodes), getattr(error, "dropped", dropped)
        text = re.sub(r"\b(\w+)\[(\d+)\]", lambda found: arrays[found[1]](_row_of(int(found[2]), rows or ()))
                      if found[1] in arrays else found[0], str(error))
        text = re.sub(r"\bas edge \d+( of the input)?", "once", text) if rows is None else \
            re.sub(r"\bedge (\d+)\b", lambda found: f"edge {_row_of(int(found[1]) - 1, rows) + 1}", text)
        if names:
            text = re.sub(r"\bvertex (\d+)\b", lambda found: repr(names[int(found[1])]), text)
        error.args = (text,)
        raise


def of_columns(names: Sequence[str]) -> Mapping[str, Callable[[int], str]]:
    """What entries of the library's arrays are, where they have columns: those of the sources, targets and weights."""
    def entries(name: str) -> Callable[[int], str]:
        return lambda row: f"{name} in row {row}, counted from 0,"

    return dict(zip(("sources", "targets", "edge_weights"), map(entries, names)))
