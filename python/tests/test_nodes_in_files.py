"""What is written of a graph that was made from objects has their nodes, and files of pairs may name these."""
import csv
import pathlib
from collections.abc import Callable, Hashable
from typing import Any

import igraph
import networkx as nx
import numpy as np
import polars as pl
import pytest

import tricorn

BASE = nx.gnm_random_graph(25, 90, seed=7)
CALLED: dict[str, Callable[[int], Hashable]] = {
    "words": lambda v: f"node {v}", "signs": lambda v: f'é,"{v}"', "numbers": lambda v: 97 * (25 - v),
    "wide numbers": lambda v: 2**64 - 1 - v, "numbers of numpy": lambda v: np.int32(1000 - v),
}
MADE: dict[str, Callable[[nx.Graph], Any]] = {
    "networkx": lambda graph: graph,
    "subgraph": lambda graph: graph.subgraph(graph.nodes),
    "edges": lambda graph: list(graph.edges),
    "polars": lambda graph: pl.DataFrame({"source": [str(u) for u, _ in graph.edges],
                                          "target": [str(v) for _, v in graph.edges]}),
    "igraph": lambda graph: igraph.Graph.TupleList([(str(u), str(v)) for u, v in graph.edges]),
    "adjacency": nx.to_pandas_adjacency,
}


@pytest.fixture(params=[(name, kind) for name in CALLED for kind in MADE if name in ("words", "signs") or kind in
                        ("networkx", "adjacency")], ids=" of ".join)
def named(request: pytest.FixtureRequest) -> tuple[nx.Graph, tricorn.Graph]:
    """A graph of NetworkX, and ours of the same nodes."""
    name, kind = request.param
    graph = nx.relabel_nodes(BASE, CALLED[name])
    graph.remove_nodes_from([node for node, degree in list(graph.degree) if degree == 0])
    return graph, tricorn.Graph(MADE[kind](graph))


def rows_of(path: pathlib.Path) -> list[list[str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def texts(edges: Any) -> set[frozenset[str]]:
    return {frozenset(map(str, edge)) for edge in edges}


def test_written_graphs(named: tuple[nx.Graph, tricorn.Graph], tmp_path: pathlib.Path) -> None:
    graph, made = named
    words = any(isinstance(node, str) for node in graph)
    for suffix in "csv", "tri", "el":
        made.write(tmp_path / f"graph.{suffix}")
        again = tricorn.Graph(tmp_path / f"graph.{suffix}", ids="string" if words and suffix != "tri" else None)
        assert texts(again.edge_support().ends.tolist()) == texts(graph.edges)
    part = made.k_truss(4)
    part.write(tmp_path / "part.el")
    again = tricorn.Graph(tmp_path / "part.el", ids="string" if words else None)
    assert texts(again.edge_support().ends.tolist()) == texts(nx.k_truss(graph, 4).edges)


def test_written_tables(named: tuple[nx.Graph, tricorn.Graph], tmp_path: pathlib.Path) -> None:
    graph, made = named
    path, triangles = tmp_path / "table.csv", nx.triangles(graph)
    made.write_table("vertices", path)
    assert dict(rows_of(path)) == {str(node): str(count) for node, count in triangles.items()}
    made.write_table("edges", path)
    assert {frozenset(row[:2]): int(row[2]) for row in rows_of(path)} == {
        frozenset(map(str, (u, v))): len(list(nx.common_neighbors(graph, u, v))) for u, v in graph.edges}
    made.write_table("triangles", path)
    assert texts(rows_of(path)) == texts(clique for clique in nx.enumerate_all_cliques(graph) if len(clique) == 3)
    made.write_table({"degree": made.degrees(), "share": made.clustering()}, path)
    assert {row[0]: int(row[1]) for row in rows_of(path)} == {str(node): degree for node, degree in graph.degree}


def test_pairs(named: tuple[nx.Graph, tricorn.Graph], tmp_path: pathlib.Path) -> None:
    """In files as in lists."""
    graph, made = named
    call = {str(node): node for node in made.ids.tolist()}
    wanted = list(nx.non_edges(graph))[:20] + list(graph.edges)[:5]
    pairs = [(call[str(u)], call[str(v)]) for u, v in wanted]
    expected = [value for _, _, value in nx.jaccard_coefficient(graph, wanted)]
    path, table = tmp_path / "pairs.csv", tmp_path / "table.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows([("source", "target"), *pairs])
    for given in pairs, path:
        assert made.pair_similarity(given).tolist() == pytest.approx(expected)
        made.write_table("similarity", table, pairs=given)
        assert [(row[0], row[1]) for row in rows_of(table)] == [tuple(map(str, pair)) for pair in pairs]
        assert [float(row[2]) for row in rows_of(table)] == pytest.approx(expected)
    state = made.changing()
    assert state.apply(added=path).added == 20
    graph.add_edges_from(wanted)
    assert state.triangles == sum(nx.triangles(graph).values()) // 3


def test_pairs_that_may_be_names(tmp_path: pathlib.Path) -> None:
    """Vertices that are called as columns often are: the first pair is not taken for a header without a word."""
    made, path = tricorn.Graph([(f"node {u}", f"node {v}") for u, v in ((1, 2), (1, 3), (2, 3), (3, 4))]), tmp_path / "pairs.csv"
    for text, expected in (('"node 1","node 2"\n', [1 / 3]), ("node 1;node 2\nnode 3;node 4\n", [1 / 3, 0])):
        path.write_text(text)
        with pytest.raises(ValueError, match="pairs.csv:1: may be a pair.* source and target"):
            made.pair_similarity(path)
        path.write_text(f"source{';' if ';' in text else ','}target\n{text}")
        assert made.pair_similarity(path).tolist() == pytest.approx(expected)


def test_pairs_that_are_no_nodes(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("a,b\nb,zz\n")
    with pytest.raises(tricorn.BadFormat, match="line 2.*zz"):
        tricorn.pair_similarity(nx.Graph([("a", "b"), ("b", "c")]), path)
    path.write_text("5,7\n7,2\n")
    with pytest.raises(tricorn.BadFormat, match="line 2.*2 is no vertex"):
        tricorn.pair_similarity(nx.Graph([(5, 7), (7, 9)]), path)


@pytest.mark.parametrize("other", [(1, 2), 2.5, -1, 2**64, True, 7])
def test_nodes_that_files_cannot_have(tmp_path: pathlib.Path, other: Hashable) -> None:
    """They are refused, and the remedy that the message names works."""
    graph = nx.Graph([("a", other), ("a", "b"), ("b", other)]) if other != -1 else nx.Graph([(3, 4), (4, -1)])
    made, path = tricorn.Graph(graph), tmp_path / "graph.csv"
    for write in made.write, lambda path: made.write_table("vertices", path):
        with pytest.raises(TypeError, match="relabel_nodes"):
            write(path)
        assert not path.exists()
    tricorn.Graph(nx.relabel_nodes(graph, str)).write(path)
    assert tricorn.Graph(path, ids="string").describe()["edges"] == graph.number_of_edges()


def test_words_that_files_cannot_have(tmp_path: pathlib.Path) -> None:
    for word in "a\0b", "\ud800", "a\nb", "":
        with pytest.raises((ValueError, tricorn.Unsupported)):
            tricorn.Graph([("x", word), ("x", "y")]).write(tmp_path / "graph.csv")


def test_pairs_of_a_graph_of_words_in_a_file(tmp_path: pathlib.Path) -> None:
    graph, pairs = tmp_path / "graph.csv", tmp_path / "pairs.csv"
    graph.write_text("a,b\nb,c\nc,a\nc,7\n")
    pairs.write_text("7,a\nb,a\n")
    made = tricorn.Graph(graph, ids="string")
    assert made.pair_similarity(pairs).tolist() == made.pair_similarity([("7", "a"), ("b", "a")]).tolist() == [1 / 2, 1 / 3]
