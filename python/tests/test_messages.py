"""What is wrong is named in the caller's words: columns, rows and nodes, whatever was left out."""
import io
import random
import re
from collections.abc import Callable
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import tricorn

Row = tuple[Any, Any, Any]


def in_columns(rows: list[Row]) -> dict[str, list[Any]]:
    return dict(zip(("src", "dst", "amount"), map(list, zip(*rows))))


TABLES: dict[str, Callable[[list[Row]], Any]] = {
    "pandas": lambda rows: pd.DataFrame(in_columns(rows)),
    "pandas of Arrow": lambda rows: pd.DataFrame({k: pd.Series(v, dtype=pd.ArrowDtype(pa.array(v).type))
                                                  for k, v in in_columns(rows).items()}),
    "polars": lambda rows: pl.DataFrame(in_columns(rows), strict=False),
    "pyarrow": lambda rows: pa.table(in_columns(rows)),
    "batches": lambda rows: pa.Table.from_batches(pa.table(in_columns(rows)).to_batches(max_chunksize=4)),
    "dicts": lambda rows: [dict(zip(("src", "dst", "amount"), row)) for row in rows],
}
NAMES: dict[str, Callable[[int], Any]] = {"numbers": lambda v: 7 * v, "words": lambda v: f"node {v}"}


def random_rows(draw: random.Random, name: Callable[[int], Any]) -> list[Row]:
    """Rows of which some have no end; equal edges have equal weights."""
    weights = {}
    rows: list[Row] = []
    for _ in range(30):
        u, v = draw.sample(range(12), 2)
        row: list[Any] = [name(u), name(v), weights.setdefault(frozenset((u, v)), draw.randrange(1, 9) / 4)]
        if rows and draw.random() < 0.2:
            row[draw.randrange(3)] = None
        rows.append((row[0], row[1], row[2]))
    return rows


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize("name", NAMES)
def test_edges_that_come_again(form: str, name: str) -> None:
    """The first row whose edge had another weight before, and the first row of that edge."""
    for seed in range(20):
        draw = random.Random(seed)
        rows = random_rows(draw, NAMES[name])
        for _ in range(2):
            u, v, weight = draw.choice([row for row in rows if None not in row])
            rows.insert(draw.randrange(len(rows)), (v, u, weight + 1))
        seen: dict[frozenset[Any], tuple[int, float]] = {}
        for number, (u, v, weight) in enumerate(rows, 1):
            if None not in (u, v, weight) and seen.setdefault(frozenset((u, v)), (number, weight))[1] != weight:
                break
        ends = f"{u!r} and {v!r}" if name == "words" else f"vertex {u} and vertex {v}"
        first = seen[frozenset((u, v))]
        with pytest.raises(tricorn.BadFormat) as refused:
            tricorn.Graph(TABLES[form](rows), weights="amount", missing="drop")
        assert re.search(f"the edge of {ends} comes again .*as edge {first[0]} of the input it has {first[1]:.17g}, as edge "
                         f"{number} {weight:.17g}\\.", str(refused.value))


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("wrong", [-0.5, float("inf"), -3])
def test_values_that_are_wrong(form: str, name: str, wrong: float) -> None:
    """A weight, or an id among numbers: with its column and the row of the caller."""
    for seed in range(10):
        draw = random.Random(seed)
        rows = random_rows(draw, NAMES[name])
        at = draw.choice([number for number, row in enumerate(rows) if None not in row])
        column = 2 if name == "words" or wrong != -3 else draw.randrange(2)
        rows[at] = (*rows[at][:column], wrong, *rows[at][column + 1:])
        with pytest.raises(ValueError, match=rf"column '{['src', 'dst', 'amount'][column]}'.* in row {at}, counted from 0"):
            tricorn.Graph(TABLES[form](rows), weights="amount", missing="drop")


GRAPHS: dict[str, tuple[Callable[[nx.DiGraph], Any], Any]] = {
    "DiGraph": (lambda graph: graph, "w"), "MultiDiGraph": (lambda graph: nx.MultiDiGraph(graph), "w"),
    "igraph": (lambda graph: igraph.Graph.TupleList(((u, v, d["w"]) for u, v, d in graph.edges(data=True)),
                                                    directed=True, edge_attrs=["w"]), "w"),
    "adjacency": (lambda graph: nx.to_pandas_adjacency(graph, weight="w"), True),
}


@pytest.mark.parametrize("form", GRAPHS)
@pytest.mark.parametrize("name", [lambda v: f"node {v}", lambda v: 100 - v])
@pytest.mark.parametrize("directed", [False, True])
def test_nodes_of_graphs(form: str, name: Callable[[int], Any], directed: bool) -> None:
    make, weights = GRAPHS[form]
    for seed in range(10):
        draw = random.Random(seed)
        graph = nx.gnp_random_graph(9, 0.3, seed=seed, directed=True)
        graph.remove_edges_from([(u, v) for u, v in graph.edges if u > v and graph.has_edge(v, u)])
        graph = nx.relabel_nodes(graph, name)
        nx.set_edge_attributes(graph, 2.0, "w")
        u, v = draw.choice(list(graph.edges))
        graph[u][v]["w"] = -1.5
        with pytest.raises(ValueError, match=f"{u!r} and .*{v!r} .*-1.5"):
            tricorn.Graph(make(graph), weights=weights, directed=directed)
        graph[u][v]["w"] = 1.5
        graph.add_edge(v, u, w=4.5)
        with pytest.raises(tricorn.BadFormat) as refused:
            tricorn.Graph(make(graph), weights=weights, directed=directed)
        found = re.search("the edge of (.*) comes again .*once it has (.*), once (.*?)[.]  ", str(refused.value))
        assert found and found[1] in (f"{u!r} and {v!r}", f"{v!r} and {u!r}")
        assert {float(found[2]), float(found[3])} == {1.5, 4.5}


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_entries_of_matrices(form: str) -> None:
    for seed in range(10):
        draw = np.random.default_rng(seed)
        entries = np.triu(draw.integers(0, 3, (8, 8)), 1).astype(float)
        row, column = draw.choice(np.argwhere(entries))
        entries[row, column] = -1
        with pytest.raises(ValueError, match=rf"entry \({row}, {column}\) is -1"):
            tricorn.Graph(sp.csr_array(entries).asformat(form), weights=True)


@pytest.mark.parametrize("weight, error", [
    ("a", TypeError), ([1], TypeError), (10**400, (TypeError, ValueError)), (float("nan"), ValueError), (None, Exception),
])
def test_attributes_that_are_no_weights(weight: Any, error: Any) -> None:
    """Also in graphs of many edges: a message has the one that is wrong, not all."""
    graph = nx.relabel_nodes(nx.path_graph(3000), lambda v: f"node {v}")
    nx.set_edge_attributes(graph, 1, "w")
    graph["node 7"]["node 8"]["w"] = weight
    for source in graph, nx.MultiGraph(graph), igraph.Graph.from_networkx(graph):
        with pytest.raises(error) as refused:
            tricorn.Graph(source, weights="w")
        assert len(str(refused.value)) < 700
        if source is graph:
            assert "the edge of 'node 8' and 'node 7' is" in str(refused.value)


def test_pairs() -> None:
    graph = tricorn.Graph([(0, 1), (1, 2), (2, 0), (2, 5)])
    named = tricorn.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    with pytest.raises(ValueError, match="pair 1 has the end 4, which"):
        graph.pair_similarity([(0, 1), (1, 4)])
    with pytest.raises(ValueError, match="pair 1 is a vertex and itself"):
        named.pair_similarity([("a", "b"), ("c", "c")])


# ---- tables that are not computed yet, or come in parts ----

def test_tables_of_dask() -> None:
    dask = pytest.importorskip("dask.dataframe")
    table = dask.from_pandas(pd.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}), npartitions=2)
    for source in table, (table.src, table.dst):
        assert tricorn.count(source) == 1
        assert tricorn.pair_similarity([(0, 1), (1, 2), (2, 0)], source).tolist() == [1 / 3] * 3
    assert tricorn.count(table.compute()) == 1


@pytest.mark.parametrize("chunk", [1, 2, 100])
def test_chunks(chunk: int) -> None:
    """What is left of a table that pandas reads in parts."""
    text = "when,dst,src\n" + "".join(f"{v},{v},{u}\n" for u in range(9) for v in range(u))
    reader = pd.read_csv(io.StringIO(text), chunksize=chunk)
    assert tricorn.count(reader) == 84
    with pytest.raises(ValueError, match="nothing left"):
        tricorn.count(reader)
    reader = pd.read_csv(io.StringIO(text), chunksize=chunk)
    rows = pd.read_csv(io.StringIO(text))[len(next(reader)):]
    if len(rows) == 0:
        return
    assert tricorn.count(reader) == sum(nx.triangles(nx.Graph(rows[["src", "dst"]].values.tolist())).values()) // 3
    lines = pd.read_csv(io.StringIO(text)).to_json(orient="records", lines=True)
    assert tricorn.count(pd.read_json(io.StringIO(lines), lines=True, chunksize=chunk)) == 84
    named = pd.DataFrame({"read": [0, 1, 2], "collect": [1, 2, 0]})
    assert tricorn.count(named) == 1
