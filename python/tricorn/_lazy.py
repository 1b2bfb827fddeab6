"""Tables that are computed or read when they are asked for: only the columns of the edges are.

Those of polars (LazyFrame), Dask, pyarrow (datasets), and Spark; each is recognised by its attributes.  Files of Parquet and
Feather are recognised by their first and last bytes.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from typing import Any


class Lazy:
    """The names of a table's columns, and a function that reads those with some names."""

    def __init__(self, names: Sequence[Hashable], read: Callable[[list[Any]], Any]) -> None:
        self.names, self.read = names, read


def is_dask(source: Any) -> bool:
    return hasattr(type(source), "__dask_graph__") and source.__dask_graph__() is not None


def lazy_of(source: Any) -> Lazy | None:
    """The table as one that is read later; None for anything else."""
    kind = type(source)
    if hasattr(kind, "collect_schema") and hasattr(kind, "collect"):  # of polars
        return Lazy(source.collect_schema().names(), lambda names: source.select(names).collect())
    if is_dask(source) and hasattr(source, "columns") and hasattr(source, "npartitions"):
        return Lazy(list(source.columns), lambda names: source[names].compute())
    if hasattr(kind, "scanner") and hasattr(kind, "schema"):  # a dataset of pyarrow
        return Lazy(source.schema.names, lambda names: source.scanner(columns=names).to_table())
    if hasattr(kind, "toArrow") and hasattr(kind, "select"):  # of Spark
        return Lazy(source.columns, lambda names: source.select(*names).toArrow())
    return None


def _dataset(path: Any, form: str) -> Any:
    import pyarrow.dataset

    return pyarrow.dataset.dataset(path, format=form)


def _scan(path: Any, form: str) -> Any:
    import polars

    return polars.scan_parquet(path) if form == "parquet" else polars.scan_ipc(path)


def _form_of(path: "str | os.PathLike[str]") -> str | None:
    """What table a file has: it begins and ends with the same letters, which a text does not."""
    try:
        with open(path, "rb") as file:
            begin, end = file.read(8), b""
            if file.seek(0, os.SEEK_END) >= 16:
                file.seek(-6, os.SEEK_END)
                end = file.read()
    except OSError:
        return None  # the library says what is wrong
    if begin[:4] == end[-4:] == b"PAR1":
        return "parquet"
    return "feather" if begin == b"ARROW1\0\0" and end == b"ARROW1" else None


def in_file(path: "str | os.PathLike[str]") -> Any:
    """The table in a file of Parquet or Feather, by pyarrow or polars; None for any other file, and without these."""
    form = _form_of(path) if os.path.isfile(path) else None
    for read in (_dataset, _scan) if form else ():
        try:
            return read(os.fspath(path), form or "")
        except ImportError:
            pass
    return None


def computed(source: Any) -> Any:
    """A column or an array of Dask as it is when it is computed; anything else as it is."""
    return source.compute() if is_dask(source) else source
