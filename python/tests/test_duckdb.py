"""Triangles from SQL."""
from collections.abc import Iterator

import duckdb
import networkx as nx
import pytest

import tricorn.duckdb

GRAPHS = [nx.gnm_random_graph(30, 100, seed=seed) for seed in range(3)]


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    made = duckdb.connect()
    made.execute("CREATE TABLE edges (graph INT, src BIGINT, dst BIGINT)")
    for number, graph in enumerate(GRAPHS):
        made.executemany("INSERT INTO edges VALUES (?, ?, ?)", [(number, u, v) for u, v in graph.edges])
    tricorn.duckdb.register(made)
    yield made
    made.close()


def test_groups(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT graph, tricorn_count(list(src), list(dst)) FROM edges "
                               "GROUP BY graph ORDER BY graph").fetchall()
    assert found == [(number, sum(nx.triangles(graph).values()) // 3)
                     for number, graph in enumerate(GRAPHS)]


def test_vertices(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT unnest(tricorn_vertices(list(src), list(dst)), recursive := true) "
                               "FROM edges WHERE graph = 1").fetchall()
    triangles, clustering = nx.triangles(GRAPHS[1]), nx.clustering(GRAPHS[1])
    assert found == [(node, triangles[node], clustering[node]) for node in range(30)
                     if GRAPHS[1].degree[node]]


def test_edges(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT unnest(tricorn_edges(list(src), list(dst)), recursive := true) "
                               "FROM edges WHERE graph = 2").fetchall()
    graph = GRAPHS[2]
    assert [row[:3] for row in found] == [(u, v, len(list(nx.common_neighbors(graph, u, v))))
                                          for u, v in sorted(map(sorted, graph.edges))]
    for k in range(2, 7):
        assert {row[:2] for row in found if row[3] >= k} == \
            {tuple(sorted(edge)) for edge in nx.k_truss(graph, k).edges}


def test_no_rows(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.execute("SELECT tricorn_count(list(src), list(dst)) FROM edges "
                               "WHERE graph = 9").fetchall()
    assert found in ([(0,)], [(None,)])


def test_registered_twice(connection: duckdb.DuckDBPyConnection) -> None:
    tricorn.duckdb.register(connection)
    assert connection.execute("SELECT tricorn_count([1, 2, 1], [2, 3, 3])").fetchall() == [(1,)]


# Types of ids: what makes a different id of each whole number, as SQL.
IDS = {"VARCHAR": "'id ' || {}", "UUID": "md5({}::VARCHAR)::UUID", "DATE": "DATE '2020-01-01' + {}::INTEGER",
       "UTINYINT": "{}", "USMALLINT": "{} * 5", "UINTEGER": "{} * 100000000", "UBIGINT": "18446744073709551615 - {}",
       "TINYINT": "{} - 15", "SMALLINT": "{} * 1000 - 9000", "INTEGER": "{}", "BIGINT": "{} - 9223372036854775800",
       "HUGEINT": "{} * 170141183460469231731 - 5", "DECIMAL(18,2)": "{} / 4"}


@pytest.mark.parametrize("kind", IDS)
def test_tables_of_all_types(connection: duckdb.DuckDBPyConnection, kind: str) -> None:
    """The ids of results have the type of those of the edges, and join with them."""
    columns = ", ".join(f"({IDS[kind].format(f'{name}::HUGEINT')})::{kind} AS {name}" for name in ("src", "dst"))
    connection.execute(f"CREATE TABLE named AS SELECT {columns}, src AS a, dst AS b FROM edges WHERE graph = 1")
    graph, names = GRAPHS[1], dict(connection.sql("SELECT DISTINCT a, src FROM named UNION SELECT b, dst FROM named").fetchall())
    nodes = tricorn.duckdb.vertices(connection, "SELECT src, dst FROM named", "triangles", "clustering", "degrees")
    assert nodes.columns == ["id", "triangles", "clustering", "degrees"] and str(nodes.types[0]) == kind
    triangles, clustering = nx.triangles(graph), nx.clustering(graph)
    assert sorted(nodes.fetchall()) == sorted((names[node], triangles[node], clustering[node], graph.degree[node])
                                              for node in graph if graph.degree[node])
    groups = connection.sql("SELECT unnest(tricorn_vertices(list(src), list(dst)), recursive := true) FROM named GROUP BY src < dst")
    assert str(groups.types[0]) == kind
    halves = [nx.Graph(connection.sql(f"SELECT src, dst FROM named WHERE {test}").fetchall()) for test in ("src < dst", "src >= dst")]
    assert sorted(groups.fetchall()) == sorted((node, nx.triangles(half, node), nx.clustering(half, node))
                                               for half in halves for node in half)
    assert connection.sql("SELECT tricorn_count(list(src), list(dst)) FROM named").fetchall() == [(sum(triangles.values()) // 3,)]
    pairs = tricorn.duckdb.edges(connection, "named", "triangles", "trussness", source="src", target="dst")
    assert pairs.columns == ["source", "target", "triangles", "trussness"]
    assert list(map(str, pairs.types[:2])) == [kind, kind]
    pairs.create_view("pairs")
    joined = connection.sql("SELECT a, b, triangles FROM named JOIN pairs ON (src, dst) IN ((source, target), (target, source))")
    assert sorted(joined.fetchall()) == sorted(
        (u, v, len(list(nx.common_neighbors(graph, u, v)))) for u, v in graph.edges)


def test_tables_of_two_types(connection: duckdb.DuckDBPyConnection) -> None:
    """The type of ids that both columns have room for."""
    for one, other, both in (("UTINYINT", "BIGINT", "HUGEINT"), ("INTEGER", "BIGINT", "BIGINT"),
                             ("UINTEGER", "USMALLINT", "UBIGINT"), ("INTEGER", "VARCHAR", "VARCHAR")):
        nodes = tricorn.duckdb.vertices(connection, f"SELECT src::{one} src, dst::{other} dst FROM edges WHERE graph = 0")
        assert str(nodes.types[0]) == both and len(nodes.fetchall()) == len([n for n in GRAPHS[0] if GRAPHS[0].degree[n]])


def test_tables_with_weights_and_gaps(connection: duckdb.DuckDBPyConnection) -> None:
    rows = [("a", "b", 8.0), ("b", "c", 1.0), ("c", "a", 1.0), (None, "a", 1.0)]
    connection.execute("CREATE TABLE gaps (source VARCHAR, target VARCHAR, \"of \"\"it\" DECIMAL(9, 2))")
    connection.executemany("INSERT INTO gaps VALUES (?, ?, ?)", rows)
    with pytest.raises(ValueError, match="missing"):
        tricorn.duckdb.vertices(connection, "gaps")
    found = tricorn.duckdb.vertices(connection, connection.table("gaps"), "weighted_clustering", weight='of "it', missing="drop")
    assert dict(found.fetchall()) == pytest.approx({"a": 0.25, "b": 0.25, "c": 0.25})
    with pytest.raises(ValueError, match="no column"):
        tricorn.duckdb.edges(connection, "gaps", source="x", target="target")
    count = "SELECT tricorn_count(list(source), list(target)) FROM gaps"
    with pytest.raises(duckdb.Error, match="missing.* WHERE"):
        connection.sql(count).fetchall()
    assert connection.sql(f"{count} WHERE source IS NOT NULL AND target IS NOT NULL").fetchall() == [(1,)]
    none = tricorn.duckdb.edges(connection, "SELECT * FROM gaps WHERE false")
    assert none.fetchall() == [] and none.columns == ["source", "target"]


def test_large_table_is_a_stream(connection: duckdb.DuckDBPyConnection) -> None:
    """Rows of many vectors, in any order, against counting by SQL."""
    connection.execute("CREATE TABLE many AS SELECT (hash(i) % 3000)::INTEGER src, (hash(-i) % 3000)::INTEGER dst "
                       "FROM range(20000) rows(i)")
    connection.execute("CREATE TABLE simple AS SELECT DISTINCT least(src, dst) u, greatest(src, dst) v FROM many WHERE src <> dst")
    closed = connection.sql("SELECT count(*) FROM simple a JOIN simple b ON a.v = b.u JOIN simple c ON c.u = a.u AND c.v = b.v")
    found = tricorn.duckdb.vertices(connection, "many", "triangles")
    expected = closed.fetchall()[0][0]
    assert expected > 100 and found.sum("triangles").fetchall() == [(3 * expected,)]
