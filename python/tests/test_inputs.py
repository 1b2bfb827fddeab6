"""The same graph from everything that it may be in."""
import array
import decimal
import gzip
import io
import pathlib
import random
import subprocess
import sys

import duckdb
import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import tricorn

GRAPH = nx.gnm_random_graph(60, 400, seed=5)
EDGES = np.array(GRAPH.edges)
TRIANGLES = sum(nx.triangles(GRAPH).values()) // 3
WORDS = [f"v{number}" if number % 3 else f"a longer word, the {number}th" for number in range(60)]


def words(numbers: np.ndarray) -> list[str]:
    return [WORDS[number] for number in numbers]


def test_columns_of_all_types() -> None:
    for one in np.typecodes["AllInteger"]:
        for two in "bL":
            columns = EDGES[:, 0].astype(np.dtype(one).newbyteorder(">")), EDGES[:, 1].astype(two)
            assert tricorn.count(columns) == TRIANGLES, (one, two)


@pytest.mark.parametrize("edges", [
    EDGES, EDGES[::-1], EDGES[:, ::-1], np.asfortranarray(EDGES), EDGES.tolist(),
    [tuple(edge) for edge in EDGES.tolist()], np.repeat(EDGES, 3, axis=0),
], ids=["pairs", "reversed", "turned", "fortran", "lists", "tuples", "repeated"])
def test_pairs(edges: object) -> None:
    assert tricorn.count(edges) == TRIANGLES


@pytest.mark.parametrize("make", [
    lambda u, v: (u.tolist(), v.tolist()),
    lambda u, v: (array.array("i", u.tolist()), array.array("q", v.tolist())),
    lambda u, v: (memoryview(u.astype("u1")), bytes(v.tolist())),
    lambda u, v: (pd.Series(u), pd.Series(v)),
    lambda u, v: (pl.Series(u), pl.Series(v)),
    lambda u, v: (pa.array(u), pa.array(v)),
    lambda u, v: (pa.chunked_array([u[:9], u[9:]]), pa.chunked_array([v[:99], v[99:]])),
    lambda u, v: (pa.chunked_array([u[:9], u[9:]]), pa.chunked_array([v[:9], v[9:]])),
    lambda u, v: (words(u), words(v)),
    lambda u, v: (np.array(WORDS)[u], np.array(WORDS, dtype=object)[v]),
    lambda u, v: (pd.Series(words(u)), pd.Series(words(v))),
    lambda u, v: (pl.Series(words(u)), pl.Series(words(v))),
    lambda u, v: pd.DataFrame({"from": u, "to": v, "weight": 0.5}),
    lambda u, v: pl.DataFrame({"from": u, "to": v, "weight": 0.5}),
    lambda u, v: pa.table({"from": u, "to": v, "weight": np.zeros(len(u))}),
    lambda u, v: pa.table({"from": u.astype("u1"), "to": v.astype("i2")})[0:],
    lambda u, v: duckdb.from_arrow(pa.table({"from": u, "to": v})),
    lambda u, v: duckdb.from_arrow(pa.table({"u": words(u), "v": words(v)})).filter("u != ''"),
    lambda u, v: pl.DataFrame({"from": words(u), "to": words(v)}),
    lambda u, v: pd.DataFrame({"from": words(u), "to": words(v)}),
    lambda u, v: pa.table({"from": words(u), "to": pa.array(words(v), pa.large_string())}),
    lambda u, v: pa.table({"from": pa.array(words(u)).dictionary_encode(), "to": words(v)}),
    lambda u, v: pa.concat_tables([pa.table({"from": pa.array(words(part[0])).dictionary_encode(),
                                             "to": words(part[1])})
                                   for part in ((u[:90], v[:90]), (u[90:], v[90:]))]),
    lambda u, v: pa.table({"from": np.append([0, 0], u), "to": np.append([0, 0], v)}).slice(2),
])
def test_columns(make: object) -> None:
    graph = tricorn.Graph(make(EDGES[:, 0], EDGES[:, 1]))  # type: ignore[operator]
    assert graph.count() == TRIANGLES
    assert graph.describe()["edges"] == 400
    if graph.nodes is not None:
        triangles = nx.triangles(GRAPH)
        assert [triangles[WORDS.index(name)] for name in graph.nodes] == \
            graph.vertex_triangles().tolist()


class Exchanged:
    """An array of another library, which has nothing but the protocol DLPack."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __dlpack__(self, **wanted: object) -> object:
        return self.values.__dlpack__(**wanted)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()


def test_dlpack() -> None:
    assert tricorn.count((Exchanged(EDGES[:, 0]), Exchanged(EDGES[:, 1].astype("i4")))) == TRIANGLES


class Claimed:
    """An array that says to be in the memory of a GPU."""

    def __init__(self, values: np.ndarray, **more: object) -> None:
        found = values.__array_interface__
        self.__cuda_array_interface__ = {**{key: found[key] for key in ("shape", "typestr", "strides")},
                                         "data": found["data"], "version": 3, "stream": 1, **more}


def test_arrays_on_a_gpu() -> None:
    """What is wrong is seen before a GPU is needed, and what is right needs one: this is none."""
    good = Claimed(np.arange(9, dtype=np.int32))
    with pytest.raises(tricorn.Error, match="GPU") as caught:
        tricorn.Graph((good, good))
    assert isinstance(caught.value, (tricorn.Unsupported, tricorn.InvalidArgument))
    with pytest.raises(tricorn.Error, match="GPU"):
        tricorn.Graph((good, Claimed(np.arange(18, dtype=np.uint8)[::2])))
    for wrong, error, match in (
            (np.arange(9), ValueError, "the other is not"),
            (Claimed(np.arange(9.0)), TypeError, "<f8"), (Claimed(np.arange(9, dtype=">i4")), TypeError, ">i4"),
            (Claimed(np.arange(8, dtype=np.int32)), ValueError, "'targets' has length 8, not 9, the number of sources"),
            (Claimed(np.zeros((3, 3), np.int32)), ValueError, "one dimension"),
            (Claimed(np.arange(9, dtype=np.int32), mask=good), ValueError, "mask"),
            (Claimed(np.arange(9, dtype=np.int32), data=(4098, True)), ValueError, "aligned"),
            (Claimed(np.arange(9, dtype=np.int32), data=(0, True)), ValueError, "targets")):
        with pytest.raises(error, match=match):
            tricorn.Graph((good, wrong))
    assert tricorn.count((Claimed(np.zeros(0, np.int64)), Claimed(np.zeros(0, np.int64)))) == 0
    matrix = sp.csr_array(np.ones((3, 3)))
    matrix.indptr, matrix.indices = Claimed(matrix.indptr), Claimed(matrix.indices)
    with pytest.raises(tricorn.Error, match="GPU"):
        tricorn.Graph(matrix)


@pytest.mark.parametrize("library", [pd, pl])
def test_named_columns(library: object) -> None:
    frame = library.DataFrame({"x": [0, 0, 0], "a": [1, 2, 3], "b": [2, 3, 1]})  # type: ignore[attr-defined]
    assert tricorn.count(frame, columns="a,b") == 1
    with pytest.raises(ValueError, match="columns"):
        tricorn.count(frame, columns="a,c")


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_matrices(form: str, index: type) -> None:
    for make in sp.csr_array, sp.csr_matrix:
        matrix = make(nx.to_scipy_sparse_array(GRAPH))
        matrix.indptr, matrix.indices = matrix.indptr.astype(index), matrix.indices.astype(index)
        graph = tricorn.Graph(matrix.asformat(form))
        assert graph.count() == TRIANGLES
        assert graph.vertex_triangles().tolist() == list(nx.triangles(GRAPH).values())
    assert tricorn.count(sp.triu(nx.to_scipy_sparse_array(GRAPH))) == TRIANGLES


def test_tables_that_are_none() -> None:
    for table, error in (
            (pl.DataFrame({"u": [1, None], "v": [1, 2]}), ValueError),
            (pa.table({"u": pa.array(["a", None]), "v": ["b", "c"]}), ValueError),
            (pa.table({"u": pa.array(["a", None]).dictionary_encode(), "v": ["b", "c"]}), ValueError),
            (pl.DataFrame({"u": [0.5], "v": [1]}), TypeError),
            (pl.DataFrame({"u": ["a"], "v": [1]}), TypeError),
            (pl.DataFrame({"u": [1]}), ValueError),
            (pl.DataFrame({"u": [-1], "v": [1]}), ValueError),
            (pd.DataFrame({"u": [1]}), ValueError)):
        with pytest.raises(error):
            tricorn.Graph(table)
    with pytest.raises(ValueError, match="'c'"):
        tricorn.Graph(pa.table({"a": [1], "b": [2]}), columns="a,c")
    with pytest.raises(ValueError):
        tricorn.Graph(pa.table({"a": [1], "b": [2]}), columns="a")


WEIGHTS = np.random.default_rng(1).uniform(0.5, 9, len(EDGES))
WEIGHED = nx.Graph((u, v, {"w": w}) for (u, v), w in zip(EDGES.tolist(), WEIGHTS.tolist()))
WEIGHED_MATRIX = nx.to_scipy_sparse_array(WEIGHED, nodelist=sorted(WEIGHED), weight="w")


@pytest.mark.parametrize("source, weights", [
    (EDGES, WEIGHTS), (EDGES.tolist(), WEIGHTS.tolist()), ((EDGES[:, 0], EDGES[:, 1]), array.array("d", WEIGHTS)),
    ((EDGES[:, 0], EDGES[:, 1]), pd.Series(WEIGHTS)), ((EDGES[::2], EDGES[1::2]), None),
    (EDGES[::-1], WEIGHTS[::-1]), (np.repeat(EDGES, 2, axis=0), np.repeat(WEIGHTS, 2)),
    ((EDGES[:, 0], EDGES[:, 1]), pa.chunked_array([WEIGHTS[:9], WEIGHTS[9:]])),
    (WEIGHED, "w"), (WEIGHED.subgraph(WEIGHED), "w"), (nx.DiGraph(WEIGHED), "w"),
    (igraph.Graph.from_networkx(WEIGHED), "w"),
    (WEIGHED_MATRIX.tocsr(), True), (WEIGHED_MATRIX.tocsc(), True), (WEIGHED_MATRIX.tocoo(), True),
    (sp.triu(WEIGHED_MATRIX).tocsr(), True),
    (pd.DataFrame({"u": EDGES[:, 0], "w": WEIGHTS, "v": EDGES[:, 1]}), "w"),
    (pl.DataFrame({"u": EDGES[:, 0], "w": WEIGHTS, "v": EDGES[:, 1]}), "w"),
    (pa.concat_tables(pa.table({"u": EDGES[i:i + 70, 0], "w": WEIGHTS[i:i + 70], "v": EDGES[i:i + 70, 1]})
                      for i in range(0, len(EDGES), 70)).slice(0), "w"),
    (duckdb.from_arrow(pa.table({"w": WEIGHTS, "u": words(EDGES[:, 0]), "v": words(EDGES[:, 1])})), "w"),
], ids=lambda value: type(value).__name__)
def test_weights(source: object, weights: object) -> None:
    """The same weights from everything that has them."""
    if weights is None:
        source, weights = (EDGES[:, 0], EDGES[:, 1]), WEIGHTS.astype(">f8")
    table = hasattr(source, "columns")
    graph = tricorn.Graph(source, weights=weights, columns="u,v" if table else None)
    expected = nx.clustering(WEIGHED, weight="w", backend="networkx")
    found = dict(zip(graph.nodes or graph.ids.tolist(), graph.weighted_clustering().tolist(), strict=True))
    if isinstance(next(iter(found)), str):
        found = {WORDS.index(name): value for name, value in found.items()}
    if isinstance(source, igraph.Graph):  # numbers its vertices anew
        found = dict(zip(WEIGHED, found.values(), strict=True))
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("kind", [np.float32, np.int8, np.uint64, np.int64])
def test_weights_of_all_types(kind: type) -> None:
    values = (WEIGHTS * 10).astype(kind)
    expected = tricorn.weighted_clustering(EDGES, weights=values.astype(float)).tolist()
    assert tricorn.weighted_clustering(EDGES, weights=values).tolist() == expected
    table = pa.table({"u": EDGES[:, 0], "v": EDGES[:, 1], "w": values})
    assert tricorn.weighted_clustering(table, weights="w").tolist() == expected
    assert tricorn.weighted_clustering(table.slice(3), weights="w").tolist() == \
        tricorn.weighted_clustering(EDGES[3:], weights=values[3:]).tolist()


@pytest.mark.parametrize("kind", [pa.decimal128(9, 4), pa.decimal128(38, 0), pa.decimal128(38, 25), pa.float16()])
def test_weights_of_rare_types(kind: pa.DataType) -> None:
    values = np.round(WEIGHTS * 10) * (1 if "38, 0" in str(kind) else 0.25)
    one = np.float16 if kind == pa.float16() else decimal.Decimal
    column = pa.array([one(value) for value in values], kind)
    expected = tricorn.weighted_clustering(EDGES, weights=values).tolist()
    for ends in EDGES.T, map(words, EDGES.T):
        u, v = ends
        table = pa.table({"u": u, "w": column, "v": v})
        for source in [table] if kind == pa.float16() else [table, duckdb.from_arrow(table)]:
            found = tricorn.weighted_clustering(source, weights="w")
            assert sorted(found) == pytest.approx(sorted(expected), rel=1e-12)
    ids = [pa.array([one(end) for end in ends], kind) for ends in EDGES.T.tolist()]
    assert tricorn.count(pa.table({"u": ids[0], "v": ids[1]})) == TRIANGLES
    for wrong in "0.5", "2.0000000000000000000000001":
        if "25" in str(kind):
            with pytest.raises(TypeError, match="whole number"):
                tricorn.count(pa.table({"u": pa.array([decimal.Decimal(wrong)], kind), "v": [1]}))
    with pytest.raises(TypeError, match="weights are numbers"):
        tricorn.Graph(pa.table({"u": [1], "v": [2], "w": pa.array([b"1"])}), weights="w")


def test_weights_of_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "edges.tsv"
    path.write_text("".join(f"{u}\t{v}\t{w!r}\n" for (u, v), w in zip(EDGES.tolist(), WEIGHTS.tolist())))
    expected = tricorn.weighted_clustering(EDGES, "barrat", weights=WEIGHTS).tolist()
    assert tricorn.weighted_clustering(path, "barrat", weights=3).tolist() == expected
    with open(path, "rb") as file:
        assert tricorn.weighted_clustering(file, "barrat", weights=3).tolist() == expected
    for said in 3, "3", True:
        assert tricorn.weighted_clustering(path, "barrat", weights=said).tolist() == expected
    path.write_text("u\tweight\tv\n" + "".join(f"{u}\t{w!r}\t{v}\n" for (u, v), w in zip(EDGES.tolist(), WEIGHTS.tolist())))
    for said in ({"weights": "weight"}, {"weight": 2}, {"columns": {"source": "u", "target": "v", "weight": "weight"}},
                 {"columns": "weight=weight,target=v,source=1"}, {"weights": True}):
        assert tricorn.weighted_clustering(path, "barrat", **said).tolist() == expected
    with pytest.raises(TypeError):
        tricorn.Graph(path, weights=[1])
    with pytest.raises(ValueError, match="one and the same column"):
        tricorn.Graph(path, weights="u", columns="u,v")


@pytest.mark.parametrize("source, weights, error", [
    (EDGES, WEIGHTS[1:], ValueError), (EDGES, -WEIGHTS, ValueError), (EDGES, WEIGHTS * np.nan, ValueError),
    (EDGES, WEIGHTS * 1j, TypeError), (EDGES, "w", TypeError), (EDGES, True, TypeError), (EDGES, 3, TypeError),
    (EDGES, WEIGHTS.reshape(-1, 2), ValueError), (EDGES, [None] * len(EDGES), ValueError),
    (WEIGHED, 3, TypeError), (nx.MultiGraph([(0, 1, {"w": 1}), (1, 0, {"w": 2})]), "w", tricorn.BadFormat),
    (nx.Graph([(0, 1, {"w": "a"})]), "w", TypeError), (nx.Graph([(0, 1, {"w": -1})]), "w", ValueError),
    (nx.DiGraph([(0, 1, {"w": 1}), (1, 0, {"w": 2})]), "w", tricorn.BadFormat),
    (igraph.Graph.from_networkx(WEIGHED), "x", ValueError), (WEIGHED, "x", ValueError),
    (WEIGHED.edges(data=True), "x", ValueError), (EDGES, dict(enumerate(WEIGHTS)), TypeError), (EDGES, set(WEIGHTS), TypeError), (sp.csr_array(np.eye(3, k=1)), WEIGHTS, TypeError),
    (pd.DataFrame({"u": [0], "v": [1], "w": ["a"]}), "w", TypeError),
    (pd.DataFrame({"u": [0], "v": [1]}), "w", ValueError), (pl.DataFrame({"u": [0], "v": [1]}), "w", ValueError),
    (pl.DataFrame({"u": [0], "v": [1], "w": ["a"]}), "w", TypeError),
    (pl.DataFrame({"u": [0, 1], "v": [1, 2], "w": [None, 0.5]}), "w", ValueError),
], ids=lambda value: type(value).__name__)
def test_weights_that_are_none(source: object, weights: object, error: type) -> None:
    with pytest.raises(error):
        tricorn.Graph(source, weights=weights)


RULES = ["sum", "mean", "min", "max", "first"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("directed", [False, True])
def test_weights_that_come_again(rule: str, directed: bool) -> None:
    """What a group by the two ends gives, of every form of the same lines."""
    draw = np.random.default_rng(RULES.index(rule))
    ends, weights = draw.integers(0, 25, (300, 2)), draw.integers(0, 8, 300) / 4
    ends, weights = ends[ends[:, 0] != ends[:, 1]], weights[ends[:, 0] != ends[:, 1]]
    low, high = ends.min(axis=1), ends.max(axis=1)
    groups = pd.DataFrame({"u": low, "v": high, "w": weights}).groupby(["u", "v"], sort=False)["w"].agg(rule)
    graph = nx.Graph()
    graph.add_weighted_edges_from([(u, v, w) for (u, v), w in groups.items()])
    expected = nx.clustering(graph, weight="weight", backend="networkx")
    edges = [(u, v, {"w": w}) for u, v, w in zip(low.tolist(), high.tolist(), weights.tolist(), strict=True)]
    for source, weight in ((ends, weights), ((ends[:, 0], ends[:, 1]), weights), (edges, "w"),
                           (pd.DataFrame({"source": ends[:, 0], "target": ends[:, 1], "w": weights}), "w"),
                           (pl.DataFrame({"source": ends[:, 0], "target": ends[:, 1], "w": weights}), "w"),
                           (nx.MultiGraph(edges), "w"), (nx.MultiDiGraph(edges), "w")):
        made = tricorn.Graph(source, weights=weight, combine=rule, directed=directed)
        found = dict(zip(made.ids.tolist() if made.nodes is None else made.nodes,
                         made.weighted_clustering().tolist(), strict=True))
        assert found == pytest.approx(expected, rel=1e-12)
        with pytest.raises(tricorn.BadFormat, match="comes again with another weight"):
            tricorn.Graph(source, weights=weight)


@pytest.mark.parametrize("rule", ["error", *RULES])
def test_symmetric_matrices_have_each_edge_once(rule: str) -> None:
    """Onnela's coefficients with the edge of largest weight, which sums of both halves would double, alone in one."""
    matrix = nx.to_scipy_sparse_array(WEIGHED, weight="w")
    for source, weight in ((matrix, True), (matrix.tocoo(), True), (WEIGHED, "w"), (WEIGHED.to_directed(), "w"),
                           (igraph.Graph.from_networkx(WEIGHED), "w")):
        found = tricorn.Graph(source, weights=weight, combine=rule, directed=True).weighted_clustering()
        assert sorted(found) == pytest.approx(sorted(nx.clustering(WEIGHED, weight="w", backend="networkx").values()))
    arcs = sp.csr_array(([1.0, 2, 3, 4, 4], ([0, 1, 2, 0, 2], [1, 2, 0, 2, 1])), (3, 3))  # 0-1: 1, 0-2: 7, 1-2: 6
    expected = (1 * 7 * 6 / 7 ** 3) ** (1 / 3)
    if rule == "sum":
        found = tricorn.weighted_clustering(arcs, weights=True, combine=rule)
        assert found.tolist() == pytest.approx([expected] * 3)


def test_rules_that_are_none() -> None:
    with pytest.raises(ValueError, match="combine 'average'"):
        tricorn.Graph(EDGES, weights=WEIGHTS, combine="average")


def test_weights_of_nothing() -> None:
    for empty, weights in (([], []), (np.zeros((0, 2), int), np.zeros(0)), (sp.csr_array((3, 3)), True),
                           (nx.empty_graph(3), "w"), (pl.DataFrame({"u": [], "v": [], "w": []},
                                                      schema={"u": int, "v": int, "w": float}), "w")):
        assert not any(tricorn.weighted_clustering(empty, weights=weights))
    with pytest.raises(tricorn.InvalidArgument):
        tricorn.weighted_clustering(EDGES)


def test_files_in_parts(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    paths = [folder / "part-0.csv", folder / "part-1.csv.gz", folder / "part-2.csv"]
    for path, edges in zip(paths, (EDGES[:100], EDGES[100:250], EDGES[250:])):
        text = "source,target\n" + "".join(f"{u},{v}\n" for u, v in edges.tolist())
        path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    for source in (paths, tuple(map(str, paths)), folder, str(folder / "part-*")):
        assert tricorn.count(source) == TRIANGLES
    vertices = tmp_path / "vertices"
    vertices.write_text("".join(f"{v}\n" for v in range(70)))
    for source in (paths, folder, paths[0]):
        graph = tricorn.Graph(source, vertices=vertices)
        assert graph.ids.tolist() == list(range(70))
    for wrong in (EDGES, GRAPH, pd.DataFrame(EDGES, columns=["u", "v"])):
        with pytest.raises(TypeError, match="vertices="):
            tricorn.Graph(wrong, vertices=vertices)
    with pytest.raises(tricorn.BadFormat, match="part-2.csv:2"):
        paths[2].write_text("source,target\nx,1\n")
        tricorn.Graph(paths)


def test_failed_query() -> None:
    with pytest.raises((OSError, ValueError, duckdb.Error)):
        tricorn.count(duckdb.sql("select error('stop')::int as u, 1 as v from range(5)"))


def test_nodes_of_networkx() -> None:
    nodes = [(0, "a"), "b", 3.5, True, frozenset({1}), -7]
    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(nodes[5], nodes[0]), (nodes[0], nodes[2]), (nodes[2], nodes[5]),
                          (nodes[1], nodes[1])])
    made = tricorn.Graph(graph)
    assert made.nodes == nodes
    assert made.vertex_triangles().tolist() == [1, 0, 1, 0, 0, 1]
    assert made.triangles().tolist() == [[nodes[0], nodes[2], nodes[5]]]
    assert tricorn.count(nx.DiGraph(graph)) == tricorn.count(nx.MultiGraph(graph)) == 1


@pytest.mark.parametrize("name", [
    lambda i: i, lambda i: 59 - i, lambda i: i * 10**15 - 3, lambda i: i << 60, float, str,
    lambda i: i if i % 2 else float(i), lambda i: bool(i) if i < 2 else i,
    lambda i: (i << 32) + (i == 7),
], ids=["turn", "reversed", "far", "huge", "floats", "words", "mixed", "bools", "high bits"])
def test_names_of_nodes(name: object) -> None:
    """Also where a neighbour is equal to a node and another object."""
    graph = nx.empty_graph(map(name, range(60)))  # type: ignore[arg-type]
    graph.add_edges_from((float(u), v) if u == v - 1 and name is float else (name(u), name(v))  # type: ignore[operator]
                         for u, v in GRAPH.edges)
    for u in list(graph)[:3]:
        if type(u) is int and max(map(abs, graph)) < 2**50:  # NetworkX takes 1.0 for 1, and keeps what came first
            graph._adj[u] = {float(v): None for v in graph._adj[u]}
    made = tricorn.Graph(graph)
    assert made.vertex_triangles().tolist() == list(nx.triangles(GRAPH).values())
    assert made.nodes == list(graph)


def test_igraph() -> None:
    graph = igraph.Graph.Erdos_Renyi(n=50, m=300)
    graph.add_vertices(3)
    assert tricorn.count(graph) == len(graph.list_triangles())
    assert len(tricorn.vertex_triangles(graph)) == 53


def test_files(tmp_path: pathlib.Path) -> None:
    text = "".join(f"{u}\t{v}\n" for u, v in EDGES).encode()
    path = tmp_path / "grüße.tsv"
    path.write_bytes(text)
    assert tricorn.count(path) == tricorn.count(str(path)) == TRIANGLES
    with open(path, "rb") as file:
        assert tricorn.count(file) == TRIANGLES
    assert tricorn.count(io.BytesIO(text)) == tricorn.count(io.BytesIO(gzip.compress(text))) == TRIANGLES
    graph = tricorn.read(path)
    for name in "x.mtx", "x.tri", "x.csv.gz", "x.el.zst":
        tricorn.write(graph, tmp_path / name)
        assert tricorn.count(tmp_path / name) == TRIANGLES, name
    path.write_text("b a\na c\nc b\nc d\n")
    words = tricorn.Graph(path)
    assert words.describe()["dialect"].endswith("ids are words: 1, 01 and 1.0 are three vertices")
    assert tricorn.Graph(path, ids="string").nodes == words.nodes
    with pytest.raises(tricorn.BadFormat, match="ids=\"string\""):
        tricorn.Graph(path, ids="number")
    assert words.nodes == ["b", "a", "c", "d"]
    assert words.vertex_triangles().tolist() == [1, 1, 1, 0]
    assert words.k_truss(3).nodes == ["b", "a", "c"]


def test_ids_are_any() -> None:
    source = random.Random(3)
    ids = [source.getrandbits(64) for _ in range(60)]
    edges = np.array([[ids[u], ids[v]] for u, v in EDGES], dtype=np.uint64)
    graph = tricorn.Graph(edges)
    triangles = {ids[v]: count for v, count in nx.triangles(GRAPH).items() if GRAPH.degree[v]}
    assert graph.ids.tolist() == sorted(triangles)
    assert dict(zip(graph.ids.tolist(), graph.vertex_triangles().tolist())) == triangles
    assert {frozenset(row) for row in graph.edge_support().ends.tolist()} == \
        {frozenset(row) for row in edges.tolist()}


def test_wide_ids_of_lists() -> None:
    """As arrays of uint64 have them; beyond, a refusal whose remedy is right."""
    source = random.Random(4)
    for bits in 62, 63, 64, 65:
        ids = [source.getrandbits(bits) | 1 << bits - 1 for _ in range(60)]
        edges = [(ids[u], ids[v]) for u, v in EDGES.tolist()]
        if bits <= 64:
            assert tricorn.Graph(edges).ids.tolist() == tricorn.Graph(np.array(edges, np.uint64)).ids.tolist()
            continue
        with pytest.raises(ValueError, match=r"by str\(\)"):
            tricorn.count(edges)
        assert tricorn.count([(str(u), str(v)) for u, v in edges]) == TRIANGLES
    with pytest.raises(ValueError, match="words"):
        tricorn.count([(-1, 2)])


def test_nothing() -> None:
    for empty in [], ([], []), np.zeros((0, 2), int), sp.csr_array((0, 0)), nx.Graph():
        graph = tricorn.Graph(empty)
        assert graph.count() == graph.transitivity() == graph.average_clustering() == 0
        assert len(graph.vertex_triangles()) == len(graph.triangles()) == len(graph.ids) == 0
        assert graph.edge_support().ends.shape == (0, 2)
        assert list(graph.iter_triangles()) == []


def test_import_is_light() -> None:
    """Nothing large is imported, so it takes 20 ms."""
    large = {"numpy", "networkx", "scipy", "dataclasses", "inspect", "tempfile"}
    code = f"import sys, tricorn; print(sorted({large!r} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          check=True).stdout == "[]\n"


def test_without_numpy() -> None:
    code = ("import sys; sys.modules['numpy'] = None\nimport tricorn\n"
            "t = tricorn.vertex_triangles([(0, 1), (1, 2), (2, 0), (2, 3)])\nprint(t.tolist())")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          check=True).stdout == "[1, 1, 1, 0]\n"
