"""Adjacency matrices in files, written by pandas, NumPy and NetworkX: the graph is the one that was written."""
import pathlib
import random
import subprocess
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import tricorn

SEEDS = range(50)


def graph_of(seed: int) -> Any:
    """A random graph with weights; of some seeds it has directions, and vertices that are words."""
    draw = random.Random(seed)
    graph = nx.gnp_random_graph(draw.randrange(4, 30), draw.choice([0.1, 0.3, 0.7]), seed=seed, directed=seed % 3 == 0)
    for _, _, data in graph.edges(data=True):
        data["weight"] = draw.choice([1, 2, 7]) if seed % 2 else draw.choice([0.5, 1e-3, 12.25])
    return nx.relabel_nodes(graph, {node: f"v {node}" for node in graph}) if seed % 5 < 2 else graph


def check(graph: Any, path: pathlib.Path, numbered: bool = False, **options: Any) -> None:
    """The file has the graph; numbered: its vertices are called by their places."""
    wanted = nx.convert_node_labels_to_integers(graph) if numbered else graph
    wanted.remove_edges_from(list(nx.selfloop_edges(wanted)))
    found = tricorn.Graph(path, directed=True, weights=True, combine="first", **options)
    nodes = found.ids.tolist() if found.nodes is None else list(found.nodes)
    assert sorted(map(str, nodes)) == sorted(map(str, wanted))
    assert found.triad_census() == nx.triadic_census(nx.DiGraph(wanted))
    if not graph.is_directed():
        weights = tricorn.weighted_clustering(path, weights=True, **options).values
        expected = nx.clustering(wanted, weight="weight")
        assert dict(zip(map(str, nodes), map(float, weights))) == pytest.approx({str(v): c for v, c in expected.items()})


@pytest.mark.parametrize("seed", SEEDS)
def test_tables(seed: int, tmp_path: pathlib.Path) -> None:
    graph = graph_of(seed)
    frame = nx.to_pandas_adjacency(graph)
    path = tmp_path / ("g.csv", "g.tsv", "g.txt", "g")[seed % 4]
    separator = ",\t; "[seed % 4] if seed % 5 > 1 else ",\t;,"[seed % 4]
    named = not all(isinstance(node, int) for node in graph)
    frame.to_csv(path, sep=separator)
    check(graph, path, format="matrix")
    if named:
        check(graph, path)  # found by the names
    shuffled = frame.loc[random.Random(seed).sample(list(graph), len(graph))]
    shuffled.to_csv(path, sep=separator, quoting=1)
    check(graph, path, format="matrix")
    frame.to_csv(path, sep=separator, index=False)
    check(graph, path, format="matrix", header="yes")
    np.savetxt(path, frame.to_numpy(), header="a matrix", **({"delimiter": separator} if separator != " " else {}))
    check(graph, path, numbered=True, format="matrix")
    if not graph.is_directed() and len(graph) >= 4:
        check(graph, path, numbered=True)  # found, as it is symmetric
    (frame != 0).to_csv(path, sep=separator, header=False, index=False)
    assert tricorn.count(path) == sum(nx.triangles(nx.Graph(graph)).values()) // 3


def test_large(tmp_path: pathlib.Path) -> None:
    """A matrix of which the first bytes are only a part."""
    graph = nx.gnp_random_graph(900, 0.05, seed=1)
    for writes in (lambda path: np.savetxt(path, nx.to_numpy_array(graph), fmt="%d"),
                   lambda path: nx.to_pandas_adjacency(nx.relabel_nodes(graph, str), dtype=int).to_csv(path)):
        writes(tmp_path / "g.csv")
        assert tricorn.count(tmp_path / "g.csv") == sum(nx.triangles(graph).values()) // 3
        text = (tmp_path / "g.csv").read_text(encoding="ascii")
        (tmp_path / "cut.csv").write_text(text[:len(text) // 2], encoding="ascii")
        with pytest.raises(tricorn.Error, match="columns"):
            tricorn.count(tmp_path / "cut.csv")


@pytest.mark.parametrize("seed", range(10))
def test_two_sides(seed: int, tmp_path: pathlib.Path) -> None:
    graph = nx.bipartite.random_graph(5 + seed, 8, 0.4, seed=seed)
    left, right = (sorted(v for v, side in graph.nodes(data="bipartite") if side == wanted) for wanted in (0, 1))
    matrix = nx.bipartite.biadjacency_matrix(graph, left, right).toarray()
    squares = sum(1 for i in range(len(left)) for j in range(i) for n in [int((matrix[i] * matrix[j]).sum())] for _ in range(n * (n - 1) // 2))
    names = pd.DataFrame(matrix, index=[f"l{v}" for v in left], columns=[f"r{v}" for v in right])
    np.savetxt(tmp_path / "plain", matrix, fmt="%d")
    names.to_csv(tmp_path / "named")
    for form in ("plain", "named"):
        options: dict[str, Any] = {"format": "matrix"}
        if len(left) != len(right):
            with pytest.raises(tricorn.Error, match="bipartite"):
                tricorn.count(tmp_path / form, **options)
        assert butterflies(tmp_path / form) == squares


def butterflies(path: pathlib.Path, form: str = "matrix") -> int:
    import json
    import os

    out = subprocess.run([os.environ["TRICORN_PROGRAM"], "butterfly", "--bipartite", "--format", form, "--json", path], check=True,
                         capture_output=True).stdout
    return int(json.loads(out)["butterflies"])


@pytest.mark.parametrize("text, message", [
    ("0,1,1\n1,0\n1,1,0\n", "2 entries, but there are 3 columns"),
    ("0,1,1\n1,0,1\n", "2 rows and 3 columns"),
    ("0,1,x\n1,0,1\n1,1,0\n", "two rows"),
    ("0,1,1\n1,0,1\n1,,0\n", "entry 2 of the row, '', has no value"),
    ("0,1,1\n1,0,1\n1,nan,0\n", "has no value"),
    ("0,1,1\n1,0,1\n1,inf,0\n", "entry 2"),
    (",a,b\na,0,1\na,1,0\n", "two rows are called 'a'"),
    (",a,b\na,0,1\nc,1,0\n", "the row 'c' has the name of no column"),
    (",a,a\na,0,1\na,1,0\n", "is that of the node"),
    (",a,\na,0,1\n,1,0\n", "without an id"),
    (",a,b\na,0,1\n", "1 rows and 2 columns"),
    (",a,b\n", "has no rows"),
    ("# a comment\n", "has no rows"),
    ('0,1,1\n1,0,1\n1,"1,0\n', "entry 2"),
])
def test_damaged(text: str, message: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "g.csv").write_text(text, encoding="utf-8")
    with pytest.raises((tricorn.Error, ValueError), match=message):
        print(tricorn.Graph(tmp_path / "g.csv", format="matrix").edges())


def test_negative_weights(tmp_path: pathlib.Path) -> None:
    (tmp_path / "g.csv").write_text("0,-1,1\n-1,0,1\n1,1,0\n", encoding="utf-8")
    assert tricorn.count(tmp_path / "g.csv", format="matrix") == 1
    with pytest.raises(ValueError, match="entry 2"):
        tricorn.Graph(tmp_path / "g.csv", format="matrix", weights=True)


def test_lines_that_are_edges(tmp_path: pathlib.Path) -> None:
    """--columns says that the lines are those of a table."""
    (tmp_path / "g.csv").write_text("0,1,1,0\n1,0,1,0\n1,1,0,1\n0,0,1,0\n", encoding="utf-8")
    assert len(tricorn.Graph(tmp_path / "g.csv").ids) == 4
    assert len(tricorn.Graph(tmp_path / "g.csv", columns="1,2").ids) == 2

# ---- .npy ----

TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@pytest.mark.parametrize("seed", SEEDS)
def test_numpy_matrix(seed: int, tmp_path: pathlib.Path) -> None:
    graph = nx.convert_node_labels_to_integers(graph_of(seed))
    kind = TYPES[seed % len(TYPES)]
    for _, _, data in graph.edges(data=True):
        data["weight"] = float(np.array(data["weight"]).astype(kind)) or 1.0
    matrix = nx.to_numpy_array(graph).astype(kind)
    version = ((1, 0), (2, 0), (3, 0))[seed % 3]
    with (tmp_path / "g.npy").open("wb") as file:
        np.lib.format.write_array(file, np.asfortranarray(matrix) if seed % 2 else matrix, version)
    check(graph, tmp_path / "g.npy")
    piped = subprocess.run(f"cat {tmp_path}/g.npy | \"$TRICORN_PROGRAM\" count -q -", shell=True, check=True, capture_output=True).stdout
    assert int(piped.split()[1]) == sum(nx.triangles(nx.Graph(graph)).values()) // 3


@pytest.mark.parametrize("seed", SEEDS)
def test_numpy_edges(seed: int, tmp_path: pathlib.Path) -> None:
    graph = nx.gnp_random_graph(10 + seed, 0.4, seed=seed, directed=True)
    edges = np.array(graph.edges).astype(TYPES[1 + seed % (len(TYPES) - 1)])
    if seed % 7 == 0:
        edges = (edges.astype("u8") * 2**40 + 2**33)
    array = edges.T if seed % 2 else edges
    np.save(tmp_path / "g.npy", np.asfortranarray(array) if seed % 4 < 2 else np.ascontiguousarray(array))
    found = tricorn.Graph(tmp_path / "g.npy", directed=True)
    assert found.triad_census() == nx.triadic_census(nx.DiGraph(edges.tolist()))
    assert sorted(found.ids) == sorted(set(edges.ravel().astype("u8").tolist()))
    piped = subprocess.run(f"cat {tmp_path}/g.npy | \"$TRICORN_PROGRAM\" count -q --strict --memory 40M -", shell=True, check=False,
                           capture_output=True)
    assert piped.returncode == 3 or int(piped.stdout.split()[1]) == found.count()  # strict: an edge in both directions is repeated


@pytest.mark.parametrize("array, message", [
    (np.zeros(3), "one dimension"),
    (np.zeros((2, 2, 2)), "one dimension"),
    (np.zeros((2, 3)), "reshape"),
    (np.zeros((3, 3)), "save_npz"),
    (np.zeros((5, 3)), "array\\[:, :2\\]"),
    (np.zeros((5, 4)), "bipartite"),
    (np.zeros((4, 4), "c8"), "no numbers"),
    (np.zeros((4, 4), "f2"), "no numbers"),
    (np.zeros((4, 2), "?"), "no numbers"),
    (np.zeros((4, 4), ">f8"), "big-endian"),
    (np.full((4, 4), np.nan), "infinite or no number"),
    (np.full((4, 4), np.inf), "infinite or no number"),
    (np.array([[0, 1], [1, -1]]), "1 is the number of an edge"),
    (np.array([[0, 1], [1, 1.5]]), "1 is the number of an edge"),
    (np.array([[0, 1, 2, 3], [1, 2, 3, -1]], "i1"), "3 is the number of an edge"),
    (np.array([("a", "b")]), "no numbers"),
])
def test_numpy_refused(array: Any, message: str, tmp_path: pathlib.Path) -> None:
    np.save(tmp_path / "g.npy", array)
    with pytest.raises((tricorn.Error, ValueError), match=message):
        print(tricorn.count(tmp_path / "g.npy"))


def test_numpy_damaged(tmp_path: pathlib.Path) -> None:
    """Cut at each byte, and with each byte of the header changed: refused, or the same or another shape's answer."""
    path = tmp_path / "g.npy"
    for array in (nx.to_numpy_array(nx.complete_graph(5), dtype="i4"), np.array(nx.complete_graph(9).edges, "i4").T):
        np.save(path, array)
        content, whole = path.read_bytes(), tricorn.count(path)
        for cut in range(len(content)):
            path.write_bytes(content[:cut])
            with pytest.raises((tricorn.Error, ValueError)):
                print(cut, tricorn.count(path))
        path.write_bytes(content + b"\0")
        with pytest.raises((tricorn.Error, ValueError)):
            tricorn.count(path)
        for place in range(128):
            path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1:])
            try:
                found = tricorn.count(path)
            except (tricorn.Error, ValueError):
                continue
            assert found == whole or chr(content[place]) in "0123456789", place


def test_numpy_sides(tmp_path: pathlib.Path) -> None:
    matrix = np.random.default_rng(1).random((7, 5)) < 0.5
    np.save(tmp_path / "g.npy", matrix)
    np.savetxt(tmp_path / "g.txt", matrix, fmt="%d")
    assert butterflies(tmp_path / "g.npy", "npy") == butterflies(tmp_path / "g.txt")
