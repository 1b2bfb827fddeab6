"""Functions of SQL for DuckDB, after `tricorn.duckdb.register(connection)`:

    SELECT tricorn_count(list(src), list(dst)) FROM edges;
    SELECT unnest(tricorn_vertices(list(src), list(dst)), recursive := true) FROM edges;
    SELECT unnest(tricorn_edges(list(src), list(dst)), recursive := true) FROM edges;

tricorn_vertices has the columns id, triangles, clustering; tricorn_edges u, v, triangles, trussness.  Ids
are BIGINT.  Lists are exchanged as Arrow's arrays, which needs pyarrow.
"""
import contextlib
from collections.abc import Callable
from typing import Any

import duckdb
import pyarrow

from ._graph import Graph

_VERTICES = pyarrow.struct([("id", pyarrow.int64()), ("triangles", pyarrow.int64()),
                            ("clustering", pyarrow.float64())])
_EDGES = pyarrow.struct([("u", pyarrow.int64()), ("v", pyarrow.int64()),
                         ("triangles", pyarrow.int64()), ("trussness", pyarrow.int64())])


def _graphs(sources: Any, targets: Any) -> list[Graph]:
    """Makes one graph for each row, whose two values are lists."""
    made = []
    for source, target in zip(_chunks(sources), _chunks(targets), strict=True):
        for row in range(len(source)):
            ends = source[row].values, target[row].values
            if ends[0] is None or ends[1] is None:  # the list of an empty group is NULL
                ends = ([], [])
            made.append(Graph(ends))
    return made


def _chunks(column: Any) -> list[Any]:
    return column.chunks if hasattr(column, "chunks") else [column]


def _lists(kind: Any, rows: list[list[Any]]) -> Any:
    """Makes a list of structs for each row, from columns."""
    structs = [pyarrow.StructArray.from_arrays([pyarrow.array(column) for column in columns],
                                               fields=list(kind)) for columns in rows]
    offsets = [0]
    for one in structs:
        offsets.append(offsets[-1] + len(one))
    return pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()),
                                         pyarrow.concat_arrays(structs))


def _count(sources: Any, targets: Any) -> Any:
    return pyarrow.array([graph.count() for graph in _graphs(sources, targets)], pyarrow.int64())


def _vertices(sources: Any, targets: Any) -> Any:
    return _lists(_VERTICES, [[graph.ids, graph.vertex_triangles().values, graph.clustering().values]
                              for graph in _graphs(sources, targets)])


def _edges(sources: Any, targets: Any) -> Any:
    rows = []
    for graph in _graphs(sources, targets):
        support, trussness = graph.edge_support(), graph.trussness()
        rows.append([support.ends[:, 0], support.ends[:, 1], support.values, trussness.values])
    return _lists(_EDGES, rows)


def register(connection: "duckdb.DuckDBPyConnection") -> None:
    """Registers tricorn_count, tricorn_vertices and tricorn_edges with a connection of DuckDB, once or again."""
    functions: list[tuple[str, Callable[[Any, Any], Any], str]] = [
        ("tricorn_count", _count, "BIGINT"),
        ("tricorn_vertices", _vertices, "STRUCT(id BIGINT, triangles BIGINT, clustering DOUBLE)[]"),
        ("tricorn_edges", _edges, "STRUCT(u BIGINT, v BIGINT, triangles BIGINT, trussness BIGINT)[]")]
    for name, function, result in functions:
        with contextlib.suppress(duckdb.InvalidInputException):  # it is not registered yet
            connection.remove_function(name)
        connection.create_function(name, function, ["BIGINT[]", "BIGINT[]"], result, type="arrow")
