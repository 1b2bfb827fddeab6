"""Tables of results, with the caller's names of vertices, as other packages take them."""
from __future__ import annotations

import array
import html
import itertools
import operator
from collections.abc import Mapping
from typing import Any

from . import _columns, _tricorn
from ._names import At, Rows, arrow_of, column_of

_SHOWN = 10  # rows that a notebook shows


class Table:
    """Columns of the same length by their names: a result with the ids or nodes that it is about.

    pandas, polars, pyarrow and DuckDB take it as a table of Arrow (pl.DataFrame(table), pa.table(table)), without
    copying numbers that stand one behind the other.  table[name] is a column.
    """

    __slots__ = ("_columns",)

    def __init__(self, columns: Mapping[str, Any]) -> None:
        lengths = {name: len(column) for name, column in columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError("columns of a table have the same length, not "
                             + ", ".join(f"{length} ({name})" for name, length in lengths.items()))
        self._columns = dict(columns)

    @property
    def columns(self) -> list[str]:
        """The names of the columns.

        >>> tricorn.Graph([(0, 1)]).degrees().table().columns
        ['id', 'degree']
        """
        return list(self._columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, name: str) -> Any:
        column = self._columns[name]
        return column.all() if isinstance(column, At) else column

    def __repr__(self) -> str:
        return f"<tricorn.Table of {len(self):,} rows: {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        """The size and the first rows as HTML, for notebooks."""
        columns = (column.listed() if isinstance(column, At) else iter(column) for column in self._columns.values())
        rows = itertools.islice(zip(*columns, strict=True), _SHOWN)
        lines = ["".join(f"<td>{html.escape(str(value))}</td>" for value in row) for row in rows]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._columns)
        more = f"<tr><td>and {len(self) - _SHOWN:,} more</td></tr>" if len(self) > _SHOWN else ""
        return (f"<div><b>tricorn.Table</b> of {len(self):,} rows<table><tr>{head}</tr>"
                f"{''.join(f'<tr>{line}</tr>' for line in lines)}{more}</table></div>")

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame, without copying arrays of numpy.  ImportError without pandas.

        >>> len(tricorn.Graph([(0, 1)]).degrees().table().to_pandas())
        2
        """
        import pandas

        return pandas.DataFrame({name: self[name] for name in self._columns}, copy=False)

    def to_numpy(self) -> dict[str, Any]:
        """The columns by their names, as numpy arrays.  ImportError without numpy.

        >>> tricorn.Graph([(3, 5)]).degrees().table().to_numpy()["id"].tolist()
        [3, 5]
        """
        import numpy

        return {name: numpy.asarray(self[name]) for name in self._columns}

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as a stream of Arrow; TypeError for nodes that are neither numbers nor words."""
        return _tricorn.stream([(name, *_of_arrow(column)) for name, column in self._columns.items()])


def signed_edges(ends: Rows, values: Any) -> Table:
    """The table of edges whose columns of values are their triangles of 0, 1, 2 and 3 negative edges."""
    columns = [column_of(values, number) for number in range(4)]
    unbalanced = columns[1] + columns[3] if hasattr(columns[1], "dtype") else \
        array.array("q", map(operator.add, columns[1], columns[3]))
    names = ("source", "target", "ppp", "ppn", "pnn", "nnn", "unbalanced")
    return Table(dict(zip(names, [*ends.columns(2), *columns, unbalanced], strict=True)))


def _of_arrow(column: Any) -> tuple[Any, Any, Any]:
    """A column as _tricorn.stream() takes it."""
    if isinstance(column, At):
        return column.arrow()
    if hasattr(column, "to_numpy"):
        column = _columns.numbers(column)
    if hasattr(column, "dtype"):
        column = column.tolist() if column.dtype.kind in "OUT" else column.astype(column.dtype.newbyteorder("="), copy=False)
    return arrow_of(list(column)) if isinstance(column, (list, tuple)) else (column, None, None)
