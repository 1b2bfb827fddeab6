"""Tables of results: each row has the caller's name of its vertex or edge, in every package."""
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
        assert graph.edge_support().table().columns == ["source", "target", "value"]
        assert graph.k_core(1).edges().table().columns == ["source", "target"]


def test_numbers_are_not_copied() -> None:
    graph = tricorn.generate("kronecker", scale=8)
    found = graph.vertex_triangles()
    table = graph.table({"triangles": found})
    assert np.shares_memory(table.to_pandas()["triangles"].to_numpy(), found)
    assert np.shares_memory(pa.table(table)["triangles"].chunk(0).to_numpy(), found)
    assert table["triangles"] is found


def test_joined() -> None:
    """A job of every day: the triangles of each account beside the rows of a table of payments."""
    payments = pd.DataFrame({"src": ["a", "b", "c", "c"], "dst": ["b", "c", "a", "d"], "amount": [1, 2, 3, 4]})
    graph = tricorn.Graph(payments)
    found = graph.table({"triangles": graph.vertex_triangles()}).to_pandas().set_index("id")["triangles"]
    assert payments["dst"].map(found).tolist() == [1, 1, 1, 0]


def test_refused() -> None:
    graph = tricorn.Graph([((0, 1), "b"), ("b", 7)])
    with pytest.raises(ValueError, match="there are 3 vertices, and 2 values in column 'x'"):
        graph.table({"x": [1, 2]})
    with pytest.raises(ValueError, match="another name"):
        graph.table({"id": [1, 2, 3]})
    with pytest.raises(ValueError, match=r"not 1 \(a\), 2 \(b\)"):
        tricorn.Table({"a": [1], "b": [1, 2]})
    with pytest.raises(TypeError, match="all numbers or all words"):
        pa.table(graph.table({"degrees": graph.degrees()}))
    assert repr(graph.table({"x": [1, 2, 3]})) == "<tricorn.Table of 3 rows: id, x>"
