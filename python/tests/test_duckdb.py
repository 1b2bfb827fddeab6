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
