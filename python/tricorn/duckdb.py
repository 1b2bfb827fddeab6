"""Tables and functions of DuckDB.

Of a table of edges, vertices() and edges() make tables, which are relations of DuckDB:

    import duckdb, tricorn.duckdb
    connection = duckdb.connect("payments.db")
    tricorn.duckdb.vertices(connection, "FROM payments", "triangles", "clustering").create_view("accounts")
    connection.sql("SELECT * FROM accounts ORDER BY triangles DESC LIMIT 10")

Ids are of any type that DuckDB can make from text: words, UUIDs, dates, all integers.

After register(connection), SQL has functions of groups of rows, too:

    SELECT tricorn_count(list(src), list(dst)) FROM edges;
    SELECT unnest(tricorn_vertices(list(src), list(dst)), recursive := true) FROM edges;
    SELECT unnest(tricorn_edges(list(src), list(dst)), recursive := true) FROM edges;

tricorn_vertices has the columns id, triangles, clustering; tricorn_edges u, v, triangles, trussness.  Lists are
exchanged as Arrow's arrays, which needs pyarrow.
"""
import contextlib
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import duckdb

from . import _roles
from ._graph import Graph
from ._settings import LOADING, checked
from ._results import Table

_SIGNED = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}
_UNSIGNED = {"UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}
_WHOLE = _SIGNED | _UNSIGNED | {"HUGEINT", "UHUGEINT"}


# ---- tables ----

def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _common(kinds: set[str]) -> str:
    """The type for the ids of two columns."""
    if len(kinds) == 1:
        return next(iter(kinds))
    return "BIGINT" if kinds <= _SIGNED else "UBIGINT" if kinds <= _UNSIGNED else "HUGEINT" if kinds <= _WHOLE else "VARCHAR"


def _are_numbers(edges: Any, kind: str) -> bool:
    """Whether the library can take ids of this type as numbers: whole, not negative, of 64 bits."""
    return kind in _UNSIGNED or kind in _SIGNED and not edges.filter("source < 0 OR target < 0").limit(1).fetchall()


def _graph_of(connection: Any, edges: Any, settings: dict[str, Any]) -> tuple[Graph, str]:
    """The graph of a relation, the name of a table or a query, and the type of its ids in DuckDB."""
    if isinstance(edges, str):
        edges = connection.sql(edges) if " " in edges.strip() else connection.table(edges)
    weight = settings.pop("weight", None)
    weight = settings.pop("weights", None) if weight is None else weight
    settings = checked(settings, LOADING)
    roles = _roles.choose(edges.columns, settings, weight)
    if roles.source_second is not None:
        return Graph(edges, weights=weight, **settings), "VARCHAR"
    columns = [edges.columns[place] for place in (roles.source, roles.target)]
    kind = _common({str(edges.types[place]) for place in (roles.source, roles.target)})
    kept = ", ".join(f"{_quoted(name)} AS {role}" for name, role in zip(columns, ("source", "target"), strict=True))
    if roles.weight is not None:
        kept += f", {_quoted(edges.columns[roles.weight])}::DOUBLE AS weight"
    for role, place in roles.tested:
        kept += f", {_quoted(edges.columns[place])} AS {role}_tested"
    named = edges.project(kept)
    if not _are_numbers(named, kind):
        named = named.project("* REPLACE (source::VARCHAR AS source, target::VARCHAR AS target)")
    rest = {key: value for key, value in settings.items() if key not in _roles.KEYWORDS}
    if roles.tested:
        own = {role: f"{role}_tested" for role, _ in roles.tested if role != "weight" or roles.weight is None}
        rest.update(where=settings["where"], columns={"source": "source", "target": "target", **own})
    return Graph(named, weights="weight" if roles.weight is not None else None, **rest), kind


def _relation(connection: Any, table: Table, names: list[str], kind: str) -> Any:
    """The table as a relation, with ids of the type that the table of edges has."""
    return connection.from_arrow(table).project(f"* REPLACE ({', '.join(f'{name}::{kind} AS {name}' for name in names)})")


def vertices(connection: "duckdb.DuckDBPyConnection", edges: Any, *questions: str,
             **settings: Any) -> "duckdb.DuckDBPyRelation":
    """A table of the vertices of a table of edges: the column id, and one for each question.

    Args:
        edges: a relation, the name of a table, or a query; its columns are found by their names or by source=, target=
            and weight=, as those of any table.  It is read once, as a stream of Arrow.
        questions: names of methods of Graph that have one number for each vertex: "vertex_triangles" (or "triangles"),
            "clustering", "degrees", "core_numbers", "components", "squares" and so on.
        settings: those of making a graph, such as missing="drop".
    """
    graph, kind = _graph_of(connection, edges, settings)
    answers = {name: getattr(graph, "vertex_triangles" if name == "triangles" else name)() for name in questions}
    return _relation(connection, graph.table(answers), ["id"], kind)


def edges(connection: "duckdb.DuckDBPyConnection", edges: Any, *questions: str,
          **settings: Any) -> "duckdb.DuckDBPyRelation":
    """A table of the simple edges of a table of edges: the columns source and target, and one for each question.

    Args:
        questions: names of methods of Graph that have one number for each edge: "edge_support" (or "triangles"),
            "trussness", "similarity".  All else is as for vertices().
    """
    graph, kind = _graph_of(connection, edges, settings)
    names = {"triangles": "edge_support"}
    answers = [getattr(graph, names.get(name, name))() for name in questions] or [graph.edges()]
    first = answers[0].table()
    columns = {name: first[name] for name in ("source", "target")}
    columns.update(zip(questions, (answer.values for answer in answers)))
    return _relation(connection, Table(columns), ["source", "target"], kind)


# ---- functions of groups of rows ----

def _graphs(sources: Any, targets: Any, kinds: Any) -> Iterator[Graph]:
    """Makes one graph for each row: two lists of ids as words, and the type of the ids."""
    import pyarrow

    chunks = ([column] if isinstance(column, pyarrow.Array) else column.chunks for column in (sources, targets, kinds))
    for source, target, kind in itertools.chain.from_iterable(map(zip, *chunks)):
        ends = source.values, target.values
        if any(end is not None and end.null_count for end in ends):
            raise ValueError("an end is missing: leave such rows out by WHERE src IS NOT NULL AND dst IS NOT NULL")
        if ends[0] is None or ends[1] is None:  # the list of an empty group is NULL
            ends = ([], [])
        elif str(kind) in _WHOLE:
            with contextlib.suppress(pyarrow.ArrowInvalid):  # numbers that the library does not take are words
                ends = (ends[0].cast(pyarrow.uint64()), ends[1].cast(pyarrow.uint64()))
        yield Graph(ends)


def _lists(names: list[str], rows: list[list[Any]]) -> Any:
    """Makes a list of structs for each row, from columns with these names; ids become words."""
    import pyarrow

    def column(name: str, values: Any) -> Any:
        return pyarrow.array(values).cast(pyarrow.string()) if name in ("id", "u", "v") else pyarrow.array(values)

    structs = [pyarrow.StructArray.from_arrays(list(map(column, names, columns)), names) for columns in rows]
    offsets = [0]
    for one in structs:
        offsets.append(offsets[-1] + len(one))
    return pyarrow.ListArray.from_arrays(pyarrow.array(offsets, pyarrow.int32()), pyarrow.concat_arrays(structs))


def _count(sources: Any, targets: Any, kinds: Any) -> Any:
    import pyarrow

    return pyarrow.array([graph.count() for graph in _graphs(sources, targets, kinds)], pyarrow.int64())


def _vertices(sources: Any, targets: Any, kinds: Any) -> Any:
    return _lists(["id", "triangles", "clustering"],
                  [[graph.ids, graph.vertex_triangles().values, graph.clustering().values]
                   for graph in _graphs(sources, targets, kinds)])


def _edges(sources: Any, targets: Any, kinds: Any) -> Any:
    rows = []
    for graph in _graphs(sources, targets, kinds):
        support, trussness = graph.edge_support(), graph.trussness()
        rows.append([support.ends[:, 0], support.ends[:, 1], support.values, trussness.values])
    return _lists(["u", "v", "triangles", "trussness"], rows)


def register(connection: "duckdb.DuckDBPyConnection") -> None:
    """Registers tricorn_count, tricorn_vertices and tricorn_edges with a connection of DuckDB, once or again."""
    functions: list[tuple[str, Callable[[Any, Any, Any], Any], dict[str, str]]] = [
        ("tricorn_count", _count, {}),
        ("tricorn_vertices", _vertices, {"id": "VARCHAR", "triangles": "BIGINT", "clustering": "DOUBLE"}),
        ("tricorn_edges", _edges, {"u": "VARCHAR", "v": "VARCHAR", "triangles": "BIGINT", "trussness": "BIGINT"})]
    for name, function, columns in functions:
        with contextlib.suppress(duckdb.InvalidInputException):  # it is not registered yet
            connection.remove_function(f"_{name}")
        result = ", ".join(map(" ".join, columns.items()))
        connection.create_function(f"_{name}", function, ["VARCHAR[]", "VARCHAR[]", "VARCHAR"],
                                   f"STRUCT({result})[]" if columns else "BIGINT", type="arrow")
        # A macro takes lists of any type, and ids back to the type that both lists have room for.
        found = f"_{name}(s::VARCHAR[], t::VARCHAR[], typeof([s[1], t[1]][1]))"
        cast = ", ".join(f"{key}: cast_to_type(x.{key}, [s[1], t[1]][1])" if kind == "VARCHAR" else f"{key}: x.{key}"
                         for key, kind in columns.items())
        made = f"[{{{cast}}} for x in {found}]" if columns else found
        connection.execute(f"CREATE OR REPLACE TEMP MACRO {name}(s, t) AS {made}")
