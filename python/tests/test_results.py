"""Results by the caller's names, and tables of them: each row has the name of its vertex or edge, in every package."""
import html.parser
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import duckdb
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tricorn
from test_graphs import NAMES, drawn

ALIKE = [name for name in NAMES if name not in ("tuples", "mixed")]  # nodes that a column of Arrow can have


VERTICES: dict[str, Callable[[nx.Graph], Any]] = {
    "vertex_triangles": nx.triangles, "degrees": lambda g: dict(g.degree), "core_numbers": nx.core_number,
    "clustering": nx.clustering, "square_clustering": nx.square_clustering,
}


def others(names: list[Any]) -> list[Any]:
    """Objects that are no names of these vertices."""
    return [one for one in (-99, 3.7, "no", ("a", 1, 2), None, {}, 2**70) if one not in names]


@pytest.mark.parametrize("name", NAMES)
def test_by_node(name: str) -> None:
    """result[node] is NetworkX's, of Python's own type, and an object that is no node is none."""
    for seed in range(20):
        source = drawn(seed, NAMES[name])
        graph = tricorn.Graph(source)
        for question, ask in VERTICES.items():
            found, expected = getattr(graph, question)(), ask(source)
            assert dict(found.items()) == pytest.approx(expected)
            assert {node: found[node] for node in source} == {node: found.get(node) for node in source} \
                == pytest.approx(expected)
            assert all(node in found and type(found[node]) in (int, float) for node in source)
            assert found.tolist() == list(found) == pytest.approx([expected[node] for node in source])
        for other in others(list(source)):
            assert other not in found and found.get(other, 5) == 5
            with pytest.raises(KeyError):
                found[other]


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_by_edge(name: str, directed: bool) -> None:
    """edges[u, v] is the value of the edge, whichever end comes first unless it has a direction."""
    for seed in range(10):
        source = drawn(seed, NAMES[name], directed=directed, weighted=True)
        if not source.size():
            continue
        graph, simple = tricorn.Graph(source, directed=directed, weight="weight"), nx.Graph(source)
        weights, unweighted = graph.edges(), tricorn.Graph(source, directed=directed).edges()
        alike = {frozenset(pair[:2]): pair[2] for pair in nx.jaccard_coefficient(simple, simple.edges)}
        several = [graph.similarity(sort=sort) for sort in (True, False)] + [graph.pair_similarity(list(simple.edges))]
        assert dict(weights.items()) == {pair: weights[pair] for pair in map(tuple, weights.ends.tolist())}
        for u, v in itertools.product(source, source):
            assert ((u, v) in weights) == ((u, v) in unweighted) == source.has_edge(u, v)
            assert weights.get((u, v)) == (source.edges[u, v]["weight"] if source.has_edge(u, v) else None)
            assert unweighted.get((u, v), 1) == (None if source.has_edge(u, v) else 1)
            for found in several:
                assert found.get((u, v)) == pytest.approx(alike.get(frozenset((u, v))))
        for other in [*others([]), (1,), ("no", "no"), ((1, 2), (3, 4), (5, 6))]:
            assert other not in weights and weights.get(other) is None
            with pytest.raises(KeyError):
                several[1][other]
        with pytest.raises(TypeError, match=r"edges.items\(\)"):
            list(weights)


def test_as_an_array() -> None:
    """A result of vertices counts with numpy as its values do, and a mask selects; places are no names."""
    graph = tricorn.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    found, values = graph.degrees(), np.array([2, 2, 3, 1])
    for one in (found + 1, 1 + found, found - found, 7 // found, found ** 2, found == 2, found > values, found / 2,
                values * found, np.add(found, 1), -found, abs(found), found[found > 1], found[1:], np.asarray(found), np.sort(found)):
        assert isinstance(one, np.ndarray)
    assert (found / 2).tolist() == [1, 1, 1.5, 0.5] and (5 - found).tolist() == [3, 3, 2, 4]
    assert (found != 2).tolist() == [False, False, True, True] and found[found > 2].tolist() == [3]
    assert found.sum() == sum(found) == 8 and found.max() == 3 and len(found) == 4 and found.dtype == np.int64
    assert pa.array(found).to_pylist() == pd.DataFrame({"degree": found})["degree"].tolist() == [2, 2, 3, 1]
    assert (-found).tolist() == [-2, -2, -3, -1] == (-1 * abs(found)).tolist()
    assert np.shares_memory(np.asarray(found), found.values) and not np.shares_memory(np.array(found), found.values)
    assert np.shares_memory(found.to_numpy(), found.values)
    for places in ([0, 1], np.array([0, 1])):
        with pytest.raises(TypeError, match="result.values"):
            found[places]
    with pytest.raises(AttributeError):
        found.nothing
    with pytest.raises(ValueError, match="read-only"):
        tricorn.Graph([(5, 6)]).degrees().table()["id"].sort()


@pytest.mark.parametrize("result", ["vertex_triangles", "edge_support", "edges", "triangles", "pairs"])
def test_pickles(result: str) -> None:
    for name in (lambda v: 7 * v + 3, lambda v: f"node {v}", lambda v: (v, "x")):
        source = nx.relabel_nodes(nx.karate_club_graph(), name)
        graph = tricorn.Graph(source)
        found = graph.pair_similarity(list(source.edges)) if result == "pairs" else getattr(graph, result)()
        again = pickle.loads(pickle.dumps(found))
        assert type(again) is type(found) and again.name == found.name
        frames = again.to_pandas(), found.to_pandas()
        assert frames[0].equals(frames[1])
        if result != "triangles":
            assert list(again.items()) == list(found.items())
            assert again[next(iter(found.items()))[0]] == next(iter(found.items()))[1]


def test_no_graphs() -> None:
    graph = tricorn.Graph(nx.karate_club_graph())
    for result in (graph.clustering(), graph.triangles()):
        for ask in (tricorn.Graph, graph.pair_similarity):
            with pytest.raises(TypeError, match="give edges"):
                ask(result)
    for edges in (graph.edges(), graph.k_truss(3).edges(), graph.trussness()):
        again = tricorn.Graph(edges)
        assert again.m == len(edges) and graph.pair_similarity(edges).tolist() == \
            graph.pair_similarity(edges.ends).tolist()
    assert tricorn.Graph(graph.edge_support(), weights="triangles").edges().values.tolist() == graph.edge_support().tolist()


class Cells(html.parser.HTMLParser):
    """The texts of a page's cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_shown() -> None:
    graph = tricorn.Graph([("<b>", "a&b"), ("a&b", "c"), ("c", "<b>")])
    for found, text, cells in (
            (graph.degrees(), "tricorn.Vertices of 3 rows", ["id", "degree", "<b>", "2", "a&b", "2", "c", "2"]),
            (graph.edges(), "tricorn.Edges of 3 rows", ["source", "target", "<b>", "a&b", "<b>", "c", "a&b", "c"]),
            (graph.triangles(), "tricorn.Triangles of 1 rows", ["u", "v", "w", "<b>", "a&b", "c"])):
        assert repr(found).startswith(f"<{text}: {cells[0]}, ")
        page = Cells(found._repr_html_())
        assert page.texts[:2] == [text.partition(" ")[0], text.removeprefix(text.partition(" ")[0])]
        assert page.texts[2:] == cells and page.tags == {"div", "b", "table", "tr", "td", "th"}
    assert Cells(tricorn.generate("complete", vertices=12).degrees()._repr_html_()).texts[-1] == "and 2 more"


@pytest.mark.parametrize("name", NAMES)
def test_vertices(name: str) -> None:
    for seed in range(20):
        source = drawn(seed, NAMES[name])
        graph = tricorn.Graph(source)
        answers = table = graph.table({"triangles": graph.vertex_triangles(), "clustering": graph.clustering()})
        frame = table.to_pandas()
        assert list(frame) == table.columns == ["id", "triangles", "clustering"]
        assert dict(zip(frame["id"], frame["triangles"])) == nx.triangles(source)
        assert dict(zip(frame["id"], frame["clustering"])) == pytest.approx(nx.clustering(source))
        arrays = table.to_numpy()
        assert arrays["id"].tolist() == list(source) and len(table) == len(source)
        if name in ALIKE:
            for rows in (pa.table(table).to_pylist(), pl.DataFrame(table).to_dicts(),
                         pa.table(duckdb.sql("FROM answers")).to_pylist()):
                assert {row["id"]: row["triangles"] for row in rows} == nx.triangles(source)


@pytest.mark.parametrize("name", ALIKE)
def test_edges(name: str) -> None:
    for seed in range(20):
        source = drawn(seed, NAMES[name], weighted=True)
        if not source.size():
            continue
        graph = tricorn.Graph(source, weight="weight")
        edges = graph.edges()
        weights = {frozenset(edge): source.edges[edge]["weight"] for edge in source.edges}
        for rows in (edges.to_pandas("weight").to_dict("records"), pa.table(edges.table("weight")).to_pylist(),
                     pl.DataFrame(edges.table("weight")).to_dicts()):
            assert {frozenset((row["source"], row["target"])): row["weight"] for row in rows} == weights
        if name not in ("negative", "reals"):  # which are no ids of a table
            again = tricorn.Graph(edges.table("weight"), weight="weight")
            assert again.m == graph.m and again.count() == graph.count()
        assert graph.edge_support().table().columns == ["source", "target", "triangles"]
        assert graph.trussness().table("k").columns == ["source", "target", "k"]
        core = graph.k_core(1).edges()  # all of them, with their weights
        assert {frozenset(edge): weight for edge, weight in core.items()} == weights
        assert tricorn.Graph(source).edges().table().columns == ["source", "target"]


def test_numbers_are_not_copied() -> None:
    graph = tricorn.generate("kronecker", scale=8)
    found = graph.vertex_triangles()
    table = graph.table({"triangles": found})
    assert np.shares_memory(table.to_pandas()["triangles"].to_numpy(), found)
    assert np.shares_memory(pa.table(table)["triangles"].chunk(0).to_numpy(), found)
    assert table["triangles"] is found.values


def test_joined() -> None:
    """A job of every day: the triangles of each account beside the rows of a table of payments."""
    payments = pd.DataFrame({"src": ["a", "b", "c", "c"], "dst": ["b", "c", "a", "d"], "amount": [1, 2, 3, 4]})
    graph = tricorn.Graph(payments)
    assert payments["dst"].map(graph.vertex_triangles().get).tolist() == [1, 1, 1, 0]


def test_refused() -> None:
    graph = tricorn.Graph([((0, 1), "b"), ("b", 7)])
    with pytest.raises(ValueError, match="'x' has length 2, not 3, the number of vertices"):
        graph.table({"x": [1, 2]})
    with pytest.raises(ValueError, match="another name"):
        graph.table({"id": [1, 2, 3]})
    with pytest.raises(ValueError, match=r"not 1 \(a\), 2 \(b\)"):
        tricorn.Table({"a": [1], "b": [1, 2]})
    with pytest.raises(TypeError, match="all words, all floats or all whole numbers"):
        pa.table(graph.table({"degrees": graph.degrees()}))
    assert repr(graph.table({"x": [1, 2, 3]})) == "<tricorn.Table of 3 rows: id, x>"
