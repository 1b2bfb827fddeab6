"""Tables of results, with the caller's names of vertices, as other packages take them."""
from collections.abc import Mapping
from typing import Any


class Table:
    """Columns of the same length by their names: a result with the ids or nodes that it is about.

    pandas, polars, pyarrow and DuckDB take it as a table of Arrow (pl.DataFrame(table), pa.table(table)), for which
    pyarrow must be installed.  table[name] is a column, as it was given: numpy arrays stay where they are.
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
        """The names of the columns."""
        return list(self._columns)

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __getitem__(self, name: str) -> Any:
        return self._columns[name]

    def __repr__(self) -> str:
        return f"<tricorn.Table of {len(self):,} rows: {', '.join(self._columns)}>"

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame, without copying arrays of numpy.  ImportError without pandas."""
        import pandas

        return pandas.DataFrame(self._columns, copy=False)

    def to_numpy(self) -> dict[str, Any]:
        """The columns by their names, as numpy arrays.  ImportError without numpy."""
        import numpy

        return {name: numpy.asarray(column) for name, column in self._columns.items()}

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as a stream of Arrow; TypeError for nodes that are neither numbers nor words."""
        import pyarrow

        try:
            made = pyarrow.table({name: _of_arrow(column) for name, column in self._columns.items()})
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
            raise TypeError(f"nodes of a table of Arrow are all numbers or all words ({error}): take to_pandas()") from None
        return made.__arrow_c_stream__(requested_schema)


def _of_arrow(column: Any) -> Any:
    """A column as an array of pyarrow."""
    import pyarrow

    try:
        return pyarrow.array(column)
    except OverflowError:  # objects, of which one is 2^63 or more
        return pyarrow.array(column, pyarrow.uint64())
