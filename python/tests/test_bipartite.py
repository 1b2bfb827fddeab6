"""Bipartite graphs: butterflies and clustering against NetworkX and the definition, from every kind of input."""
import itertools
import pathlib
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given, strategies as st
from networkx.algorithms import bipartite

import tricorn

MODES = ("dot", "min", "max")


def rows_of(edges: list[tuple[Any, Any]], side: int) -> dict[Any, set[Any]]:
    """The neighbours of each vertex of a side."""
    rows: dict[Any, set[Any]] = {}
    for edge in edges:
        rows.setdefault(edge[side], set()).add(edge[1 - side])
    return rows


def numbers_of(edges: set[tuple[Any, Any]]) -> dict[tuple[Any, Any], int]:
    left, found, k = set(edges), dict[tuple[Any, Any], int](), 0
    while left:
        few = {(u, v) for u, v in left if sum((w, v) in left and (u, x) in left for w, x in left if w != u and x != v) <= k}
        found.update(dict.fromkeys(few, k))
        left -= few
        k += not few
    return found


def check(graph: tricorn.BipartiteGraph, edges: list[tuple[Any, Any]]) -> None:
    """Every answer, by the pairs of vertices of a side, and by NetworkX, where a node has its side in its name."""
    peer = nx.Graph([((0, u), (1, v)) for u, v in edges])
    sizes = [graph.left_n, graph.right_n]
    assert sizes == [len(rows_of(edges, 0)), len(rows_of(edges, 1))] and graph.m == len(set(edges))
    total = 0
    for side, found in enumerate(graph.vertex_butterflies()):
        rows = rows_of(edges, side)
        wanted = {u: sum(len(rows[u] & rows[v]) * (len(rows[u] & rows[v]) - 1) // 2 for v in rows if v != u) for u in rows}
        assert dict(found.items()) == wanted and all(found[u] == wanted[u] for u in rows)
        total = sum(wanted.values()) // 2
    assert graph.butterflies() == total
    left, by_edge = rows_of(edges, 0), graph.edge_butterflies()
    for u, v in set(edges):
        assert by_edge[u, v] == sum(len(left[u] & left[w]) - 1 for w in left if w != u and v in left[w])
    assert set(by_edge.items()) == {((u, v), by_edge[u, v]) for u, v in edges} and len(by_edge) == graph.m
    assert {pair for pair, _ in graph.edges().items()} == set(edges)
    numbers = numbers_of(set(edges))
    assert dict(graph.bitruss_numbers().items()) == numbers
    for k in (0, 1, 3):
        assert {pair for pair, _ in graph.k_bitruss(k).edges().items()} == {pair for pair in numbers if numbers[pair] >= k}
    for side, name in enumerate(("left", "right")):
        nodes = [(side, u) for u in rows_of(edges, side)]
        for measure, wanted in (("common", bipartite.weighted_projected_graph), ("jaccard", bipartite.overlap_weighted_projected_graph),
                                ("collaboration", bipartite.collaboration_weighted_projected_graph)):
            found = {frozenset(pair): weight for pair, weight in graph.projection(name, measure).items()}
            assert found == pytest.approx({frozenset((u[1], v[1])): weight for u, v, weight in wanted(peer, nodes).edges.data("weight")})
    assert graph.robins_alexander_clustering() == pytest.approx(bipartite.robins_alexander_clustering(peer))
    for mode in MODES:
        for side, found in enumerate(graph.latapy_clustering(mode)):
            nodes = [(side, u) for u in rows_of(edges, side)]
            wanted = bipartite.latapy_clustering(peer, nodes, mode=mode)
            assert {(side, u): value for u, value in found.items()} == pytest.approx(wanted)
            average = graph.average_clustering(mode, side=("left", "right")[side])
            assert average == pytest.approx(bipartite.average_clustering(peer, nodes, mode=mode))
        assert graph.average_clustering(mode) == pytest.approx(bipartite.average_clustering(peer, mode=mode))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 9)), min_size=1, max_size=50))
def test_numbers(edges: list[tuple[int, int]]) -> None:
    check(tricorn.BipartiteGraph(edges), edges)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcxyz")), min_size=1, max_size=25))
def test_words(edges: list[tuple[str, str]]) -> None:
    check(tricorn.BipartiteGraph(edges), edges)


def test_inputs(tmp_path: pathlib.Path) -> None:
    """One graph in many forms; numbers on one side and words on the other one are no mistake."""
    edges = [(1, 2), (2, 1), (2, 2), (7, 2), (7, 1), (1, 9)]
    words = [(f"a{u}", "a" + "xyz"[v % 3]) for u, v in edges]
    mixed = [(u, f"w{v}") for u, v in edges]
    first, second = map(list, zip(*edges))
    for data in (edges, (np.array(first), np.array(second)), np.array(edges), (first, second), iter(edges),
                 pd.DataFrame({"source": first, "target": second}), pl.DataFrame({"source": first, "target": second}),
                 [{"source": u, "target": v} for u, v in edges]):
        check(tricorn.BipartiteGraph(data), edges)
    for data in (words, tuple(map(list, zip(*words))), pd.DataFrame(words, columns=["source", "target"]),
                 pl.DataFrame(words, schema=["source", "target"], orient="row")):
        check(tricorn.BipartiteGraph(data), words)
    check(tricorn.BipartiteGraph(mixed), mixed)
    check(tricorn.BipartiteGraph((np.array(first), [v for _, v in mixed])), mixed)
    check(tricorn.BipartiteGraph(tricorn.BipartiteGraph(words).edges()), words)
    path = tmp_path / "users.txt"
    for some in (edges, words, [("a", "b"), ("b", "a"), ("b", "c"), ("a", "c"), ("c", "c")]):
        path.write_text("".join(f"{u} {v}\n" for u, v in some))
        ids = None if some == edges else "string"
        check(tricorn.BipartiteGraph(path, ids=ids, header="no"), some)
        with open(path, "rb") as file:
            check(tricorn.BipartiteGraph(file, ids=ids, header="no"), some)
    table = tmp_path / "users.csv"
    table.write_text("item,user\n" + "".join(f"{v},{u}\n" for u, v in edges))
    check(tricorn.BipartiteGraph(table, source="user", target="item"), edges)
    matrix = scipy.sparse.coo_array((np.ones(6), ([0, 0, 1, 1, 2, 2], [0, 3, 3, 0, 3, 1])), (4, 5))
    entries = list(zip(matrix.row.tolist(), matrix.col.tolist()))
    check(tricorn.BipartiteGraph(matrix), entries)
    check(tricorn.BipartiteGraph(matrix.tocsr()), entries)


def test_complete() -> None:
    edges = list(itertools.product(range(30), range(20)))
    graph = tricorn.BipartiteGraph(edges)
    assert graph.butterflies() == 30 * 29 // 2 * (20 * 19 // 2)
    assert graph.robins_alexander_clustering() == 1 == graph.average_clustering()
    assert graph.edge_butterflies().values.tolist() == [29 * 19] * 600
    assert graph.edge_butterflies().table().columns == ["source", "target", "butterflies"]
    left, right = graph.vertex_butterflies()
    assert left.values.tolist() == [29 * 190] * 30 and right.values.tolist() == [19 * 435] * 20
    assert left.table().columns == ["id", "butterflies"] and right.name == "butterflies"
    assert repr(graph) == "<tricorn.BipartiteGraph of 30 and 20 vertices, 600 edges>"


def test_nothing() -> None:
    graph = tricorn.BipartiteGraph([])
    assert (graph.m, graph.left_n, graph.right_n, graph.butterflies(), graph.average_clustering()) == (0, 0, 0, 0, 0)
    assert len(graph.edge_butterflies()) == 0 and [len(side) for side in graph.vertex_butterflies()] == [0, 0]


def test_refused() -> None:
    """What does not say which end is on which side is no bipartite graph."""
    square = nx.cycle_graph(4)
    for data in (square, square.edges, np.ones((5, 5)), nx.to_pandas_adjacency(square),
                 tricorn.Graph(square).edges(), tricorn.Graph(square).degrees()):
        with pytest.raises(TypeError, match="left side"):
            tricorn.BipartiteGraph(data)
    with pytest.raises(TypeError, match="no direction"):
        tricorn.BipartiteGraph([{1, 2}, {2, 3}])
    with pytest.raises(TypeError, match="directed"):
        tricorn.BipartiteGraph([(1, 2)], directed=True)
    graph = tricorn.BipartiteGraph([(1, 2)])
    with pytest.raises(ValueError, match="mode"):
        graph.latapy_clustering("mean")
    with pytest.raises(ValueError, match="side"):
        graph.average_clustering(side="top")
    with pytest.raises(KeyError):
        graph.edge_butterflies()[2, 1]
    with pytest.raises(tricorn.Cancelled):
        graph.butterflies(progress=lambda *_: True)
