"""Graphs, matrices and tables of other packages are read as NetworkX has the same graph: all vertices, names, directions
and weights."""
import random
import subprocess
import sys
import types
from collections.abc import Callable
from typing import Any

import dask.dataframe
import graphblas
import igraph
import networkit
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pytest
import rustworkx
import scipy.sparse as sp

import tricorn
from tricorn import _lazy


def drawn(seed: int, directed: bool) -> Any:
    """A random graph of the nodes 0 to n - 1, also isolated ones, with weights and loops."""
    draw = random.Random(seed)
    made = nx.DiGraph() if directed else nx.Graph()
    size = draw.randrange(4, 14)
    made.add_nodes_from(range(size))
    for _ in range(draw.randrange(1, 3 * size)):
        u, v = draw.randrange(size), draw.randrange(size)
        made.add_edge(u, v, weight=float(u + v + 1))
    return made


def check(graph: tricorn.Graph, source: Any, weighted: bool, names: Any = None) -> None:
    """The graph has the nodes, the edges and the weights of NetworkX's graph, without loops."""
    name = dict(enumerate(source)) if names is None else dict(zip(source, names))
    kept = [(name[u], name[v], data["weight"]) for u, v, data in source.edges(data=True) if u != v]
    order: Callable[[Any], Any] = tuple if source.is_directed() else frozenset
    found = graph.edges()
    assert list(graph.ids) == [name[node] for node in source]
    assert {order(pair): value for pair, value in found.items()} == \
        {order((u, v)): weight if weighted else None for u, v, weight in kept}
    assert len(found) == len(kept)


# ---- graphs ----

def in_networkit(source: Any) -> Any:
    made = networkit.Graph(len(source), weighted=True, directed=source.is_directed())
    for u, v, data in source.edges(data=True):
        made.addEdge(u, v, data["weight"])
    return made


def in_rustworkx(source: Any, names: Any, dicts: bool = False) -> Any:
    made = rustworkx.PyDiGraph() if source.is_directed() else rustworkx.PyGraph()
    made.add_nodes_from(names)
    made.add_edges_from([(u, v, dict(data) if dicts else data["weight"]) for u, v, data in source.edges(data=True)])
    return made


def in_igraph(source: Any, names: Any) -> Any:
    made = igraph.Graph(len(source), list(source.edges), directed=source.is_directed())
    made.vs["name"] = names
    made.es["weight"] = [data["weight"] for _, _, data in source.edges(data=True)]
    return made


BOTH = pytest.mark.parametrize("directed", [False, True])


@BOTH
@pytest.mark.parametrize("weighted", [False, True])
def test_graphs(directed: bool, weighted: bool) -> None:
    for seed in range(30):
        source = drawn(seed, directed)
        words = [f"n\u00f6de {v * 5 % 19}" for v in source]
        weights = True if weighted else None
        attribute = "weight" if weighted else None
        check(tricorn.Graph(in_networkit(source), directed=directed, weights=weights), source, weighted)
        check(tricorn.Graph(in_rustworkx(source, words), directed=directed, weights=weights), source, weighted, words)
        check(tricorn.Graph(in_rustworkx(source, [{}] * len(source), dicts=True), directed=directed, weight=attribute),
              source, weighted)
        check(tricorn.Graph(in_rustworkx(source, [10 * v for v in source]), directed=directed, weights=weights), source,
              weighted, [10 * v for v in source])
        check(tricorn.Graph(in_igraph(source, words), directed=directed, weight=attribute), source, weighted, words)


def test_removed_nodes() -> None:
    """Nodes that were removed are no vertices, and others keep their numbers."""
    for seed in range(30):
        source = drawn(seed, False)
        first, second = in_networkit(source), in_rustworkx(source, ["same"] * len(source))
        for node in list(source)[1:3]:
            first.removeNode(node)
            second.remove_node(node)
            source.remove_node(node)
        for graph in tricorn.Graph(first, weights=True), tricorn.Graph(second, weights=True):
            check(graph, source, True, list(source))


def test_undirected_has_both_directions() -> None:
    """With directed=True an edge of an undirected graph has both directions, as in NetworkX."""
    source = drawn(5, False)
    expected = {(u, v) for u, v in source.to_directed().edges if u != v}
    for graph in in_networkit(source), in_rustworkx(source, [None] * len(source)), in_igraph(source, list(source)):
        assert set(map(tuple, tricorn.Graph(graph, directed=True).edges().ends.tolist())) == expected


# ---- matrices ----

class Tensor(np.ndarray):
    """What the package uses of a torch.Tensor."""

    __module__ = "torch"
    layout = "torch.strided"

    def detach(self) -> "Tensor":
        return self

    cpu = detach

    def numpy(self) -> np.ndarray:
        return np.asarray(self)

    def to_sparse_csr(self) -> Any:
        raise AssertionError("a dense tensor is no sparse one")


def tensor(values: Any) -> Any:
    return np.asarray(values).view(Tensor)


class SparseCsr:
    """A sparse tensor of torch, in compressed rows or, as to_sparse_csr() makes those of them, in another form."""

    __module__ = "torch"

    def __init__(self, matrix: Any, layout: str = "torch.sparse_coo") -> None:
        self.matrix, self.layout, self.shape = sp.csr_array(matrix), layout, matrix.shape

    def to_sparse_csr(self) -> "SparseCsr":
        return SparseCsr(self.matrix, "torch.sparse_csr")

    def crow_indices(self) -> Any:
        assert self.layout == "torch.sparse_csr"
        return tensor(self.matrix.indptr)

    def col_indices(self) -> Any:
        return tensor(self.matrix.indices)

    def values(self) -> Any:
        return tensor(self.matrix.data)


class SparseTensor:
    """What the package uses of torch_sparse.SparseTensor."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = sp.csr_array(matrix)

    def csr(self) -> tuple[Any, Any, Any]:
        return tensor(self.matrix.indptr), tensor(self.matrix.indices), tensor(self.matrix.data)

    def sparse_sizes(self) -> tuple[int, int]:
        return self.matrix.shape

    def t(self) -> "SparseTensor":
        return SparseTensor(self.matrix.T)


def in_graphblas(dense: Any) -> Any:
    rows, columns = np.nonzero(dense)
    return graphblas.Matrix.from_coo(rows, columns, dense[rows, columns], nrows=dense.shape[0], ncols=dense.shape[1])


MATRICES: dict[str, Callable[[Any], Any]] = {
    "dense": lambda dense: dense, "list": lambda dense: np.asfortranarray(dense), "tensor": tensor,
    "numpy.matrix": np.matrix, "scipy": sp.coo_array, "graphblas": in_graphblas, "torch.sparse": SparseCsr,
    "torch_sparse": SparseTensor,
}


@BOTH
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("form", MATRICES)
def test_matrices(form: str, directed: bool, weighted: bool) -> None:
    for seed in range(20):
        source = drawn(seed, directed)
        dense = nx.to_numpy_array(source, weight="weight")
        check(tricorn.Graph(MATRICES[form](dense), directed=directed, weights=weighted or None), source, weighted)


def test_dense_types() -> None:
    source = drawn(3, False)
    dense = nx.to_numpy_array(source, weight=None)
    for kind in ("bool", "i1", "u8", "f4", "f2"):
        assert tricorn.Graph(dense.astype(kind)).edges().ends.tolist() == tricorn.Graph(dense).edges().ends.tolist()
    for wrong, text in ((np.where(dense > 0, dense, np.nan), "no number"), (dense.astype(complex), "complex"),
                        (dense[:, :-1], r"\(2, m\)"), (dense[:3, :3], "csr_array")):
        with pytest.raises((ValueError, TypeError), match=text):
            tricorn.Graph(wrong)
    with pytest.raises(TypeError, match="weights=True"):
        tricorn.Graph(dense, weights=[1, 2])
    with pytest.raises(ValueError, match="square"):
        tricorn.Graph(in_graphblas(np.ones((3, 4))))
    with pytest.raises(ValueError, match="weight.*negative|negative"):
        tricorn.Graph(-dense, weights=True)


@pytest.mark.parametrize("make", [np.asarray, tensor])
def test_rows_of_columns(make: Any) -> None:
    """An array of 2 x m, as edge_index is; of two columns or three its meaning is not clear, except for a tensor."""
    for seed in range(20):
        source = drawn(seed, True)
        index = np.array(list(source.edges)).T
        if index.shape[1] > 3:
            assert tricorn.Graph(make(index)).edges().ends.tolist() == tricorn.Graph(index.T).edges().ends.tolist()
    triangle = [[0, 1, 2], [1, 2, 0]]
    if make is tensor:
        assert tricorn.count(make(triangle)) == 1
    else:
        with pytest.raises(ValueError, match=r"tuple\(array\)"):
            tricorn.count(make(triangle))
    assert tricorn.count(tuple(make(triangle))) == 1


# ---- PyTorch Geometric ----

class Store(types.SimpleNamespace):
    """The attributes of Data, or of a type of HeteroData; edge_index is None if there is none."""

    def __iter__(self) -> Any:
        return iter(vars(self).items())


@BOTH
def test_data(directed: bool) -> None:
    for seed in range(20):
        source = drawn(seed, directed)
        arcs = source if directed else source.to_directed()
        index = np.array(list(arcs.edges), np.int64).reshape(-1, 2).T
        weights = np.array([data["weight"] for *_, data in arcs.edges(data=True)])
        data = Store(edge_index=tensor(index), num_nodes=len(source), edge_weight=tensor(weights),
                     edge_attr=tensor(weights.reshape(-1, 1)))
        check(tricorn.Graph(data, directed=directed), source, False)
        check(tricorn.Graph(data, directed=directed, weights=True), source, True)
        check(tricorn.Graph(data, directed=directed, weight="edge_attr"), source, True)
        matrix = sp.csr_array(nx.to_numpy_array(source))
        check(tricorn.Graph(Store(edge_index=None, num_nodes=len(source), adj_t=SparseTensor(matrix.T)), directed=directed,
                            weights=True), source, True)
    data.num_nodes = 2
    with pytest.raises(ValueError, match="2 nodes"):
        tricorn.Graph(data)
    with pytest.raises(ValueError, match="'label'"):
        tricorn.Graph(data, weight="label")


class HeteroData:
    def __init__(self, nodes: dict[str, int], edges: dict[Any, Any]) -> None:
        self.stores: dict[Any, Store] = {kind: Store(num_nodes=number) for kind, number in nodes.items()}
        self.stores |= {kind: Store(edge_index=tensor(index), edge_weight=tensor(np.arange(index.shape[1]) + 1.0))
                        for kind, index in edges.items()}
        self.node_types, self.edge_types = list(nodes), list(edges)

    def __getitem__(self, kind: Any) -> Store:
        return self.stores[kind]

    def __iter__(self) -> Any:
        return iter(self.stores)


def test_hetero_data() -> None:
    for seed in range(20):
        draw = np.random.default_rng(seed)
        nodes = {"author": int(draw.integers(1, 6)), "paper": int(draw.integers(1, 6)), "venue": 2}
        kinds = [("author", "writes", "paper"), ("paper", "in", "venue"), ("author", "knows", "author")]
        edges = {kind: np.stack([draw.integers(0, nodes[kind[end]], 6) for end in (0, -1)]) for kind in kinds}
        expected = nx.DiGraph()
        expected.add_nodes_from((kind, number) for kind in nodes for number in range(nodes[kind]))
        pairs = [((kind[0], u), (kind[2], v)) for kind in kinds for u, v in edges[kind].T.tolist()]
        expected.add_edges_from(pair for pair in pairs if pair[0] != pair[1])
        graph = tricorn.Graph(HeteroData(nodes, edges), directed=True)
        assert graph.nodes == list(expected)
        assert set(map(tuple, graph.edges().ends.tolist())) == set(expected.edges)
        assert tricorn.count(HeteroData(nodes, edges)) == sum(nx.triangles(expected.to_undirected()).values()) // 3
        weighed = tricorn.Graph(HeteroData(nodes, edges), weights=True, combine="sum", directed=True).edges()
        for kind in kinds:
            for u, v in edges[kind].T.tolist():
                if kind[0] != kind[2] or u != v:
                    same = [place + 1.0 for place, pair in enumerate(edges[kind].T.tolist())
                            if pair == [u, v] or kind[0] == kind[2] and pair == [v, u]]
                    assert weighed[(kind[0], u), (kind[2], v)] == sum(same)
    with pytest.raises(ValueError, match="'paper' has 1 nodes"):
        tricorn.Graph(HeteroData({"author": 3, "paper": 1}, {("author", "writes", "paper"): np.array([[0, 1], [0, 1]])}))


def test_real_torch() -> None:
    """The same with PyTorch itself, where it is installed."""
    torch = pytest.importorskip("torch")
    for seed in range(20):
        source = drawn(seed, True)
        dense = torch.from_numpy(nx.to_numpy_array(source))
        index = torch.tensor(list(source.edges)).T
        for made in dense, dense.to_sparse(), dense.to_sparse_csr(), dense.to_sparse_csc():
            check(tricorn.Graph(made, directed=True, weights=True), source, True)
        if index.shape[1] > 2:
            assert tricorn.Graph(index).m == len({frozenset(e) for e in source.edges if e[0] != e[1]})


# ---- tables that are read later ----

class Spark:
    """What the package uses of a DataFrame of Spark."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame, self.columns = frame, list(frame)

    def select(self, *names: str) -> "Spark":
        return Spark(self.frame[list(names)])

    def toArrow(self) -> pa.Table:
        assert len(self.columns) == 2, "only the columns of the edges are read"
        return pa.Table.from_pandas(self.frame, preserve_index=False)

    def collect(self) -> list[Any]:
        raise AssertionError


def as_dataset(frame: pd.DataFrame, folder: Any) -> Any:
    pa.dataset.write_dataset(pa.Table.from_pandas(frame, preserve_index=False), folder, format="parquet",
                             existing_data_behavior="overwrite_or_ignore")
    return pa.dataset.dataset(folder, format="parquet")


def in_file(frame: pd.DataFrame, folder: Any, form: str) -> Any:
    folder.mkdir(exist_ok=True)
    path = folder / "edges.table"  # its suffix says nothing
    getattr(frame, f"to_{form}")(path)
    return path


TABLES: dict[str, Callable[[pd.DataFrame, Any], Any]] = {
    "polars.LazyFrame": lambda frame, folder: pl.LazyFrame(frame),
    "dask": lambda frame, folder: dask.dataframe.from_pandas(frame, npartitions=3),
    "dask columns": lambda frame, folder: tuple(dask.dataframe.from_pandas(frame, npartitions=3)[name] for name in ("src", "dst")),
    "dask array": lambda frame, folder: dask.dataframe.from_pandas(frame, npartitions=3)[["src", "dst"]].to_dask_array(lengths=True),
    "dataset": as_dataset,
    "parquet": lambda frame, folder: in_file(frame, folder, "parquet"),
    "feather": lambda frame, folder: in_file(frame, folder, "feather"),
    "reader": lambda frame, folder: pa.RecordBatchReader.from_batches(
        pa.Table.from_pandas(frame).schema, pa.Table.from_pandas(frame).to_batches(max_chunksize=3)),
    "spark": lambda frame, folder: Spark(frame),
}


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("form", TABLES)
def test_tables(form: str, words: bool, tmp_path: Any) -> None:
    if words and form == "dask array":
        return  # which has no words
    for seed in range(8):
        source = drawn(seed, False)
        name = (lambda v: f"n{v}") if words else (lambda v: v)
        frame = pd.DataFrame([(data["weight"], name(u), "x", name(v)) for u, v, data in source.edges(data=True)],
                             columns=["amount", "src", "note", "dst"])
        make = lambda: TABLES[form](frame, tmp_path / f"{seed}")
        graph, known = tricorn.Graph(make()), tricorn.Graph((frame.src.tolist(), frame.dst.tolist()))
        assert list(graph.edges().items()) == list(known.edges().items()) and list(graph.ids) == list(known.ids)
        if form == "spark" or "dask " in form:
            continue
        weighed = tricorn.Graph(make(), weight="amount")
        assert dict(weighed.edges().items()) == {pair: value for pair, value in tricorn.Graph(
            frame, weight="amount").edges().items()}
        assert tricorn.Graph(make(), source="dst", target="src").m == known.m
        if known.m and form not in ("parquet", "feather"):
            pairs = known.pair_similarity(frame[["src", "dst"]][frame.src != frame.dst])
            other = frame[frame.src != frame.dst].reset_index(drop=True)
            found = known.pair_similarity(TABLES[form](other, tmp_path / f"pairs{seed}"))
            assert found.tolist() == pairs.tolist()
        with pytest.raises(ValueError, match="no column 'nothing'"):
            tricorn.Graph(make(), source="nothing", target="dst")


def test_files_without_pyarrow(tmp_path: Any) -> None:
    """polars reads them, too; without both the error says how to convert them."""
    pl.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}).write_parquet(tmp_path / "edges.parquet")
    pl.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}).write_ipc(tmp_path / "edges.feather")
    for name in ("edges.parquet", "edges.feather"):
        assert tricorn.count(str(tmp_path / name)) == 1
        code = "import sys; sys.modules.update(dict.fromkeys(sys.argv[2:])); import tricorn; print(tricorn.count(sys.argv[1]))"
        run = [sys.executable, "-B", "-c", code, str(tmp_path / name), "pyarrow"]
        assert subprocess.run(run, capture_output=True, text=True).stdout == "1\n"
        assert "convert" in subprocess.run([*run, "polars"], capture_output=True, text=True).stderr


def test_files_of_words(tmp_path: Any) -> None:
    """A text whose first word is that of a Parquet file is none, and neither is a folder or a file that is not there."""
    for word in ("PAR1", "ARROW1", "PAR1xxxxxxxxxxxx"):
        (tmp_path / "edges.txt").write_text(f"{word} b\nb c\nc {word}\n")
        assert _lazy.in_file(tmp_path / "edges.txt") is None
    assert _lazy.in_file(tmp_path) is _lazy.in_file(tmp_path / "missing") is None


def test_refused() -> None:
    class Later:
        def collect(self) -> None:
            pass

    for ask in tricorn.count, tricorn.Graph([(0, 1)]).pair_similarity:
        with pytest.raises(TypeError, match=r"collect\(\)"):
            ask(Later())
    with pytest.raises(TypeError, match="weights=True"):
        tricorn.Graph(networkit.Graph(3), weight="weight")
    with pytest.raises(ValueError, match="no weights"):
        tricorn.Graph(networkit.Graph(3), weights=True)
    with pytest.raises(ValueError, match="'cost'"):
        tricorn.Graph(in_rustworkx(drawn(1, False), list(drawn(1, False)), dicts=True), weight="cost")
    with pytest.raises(TypeError, match="missing= is for"):
        tricorn.Graph(networkit.Graph(3), missing="drop")
    assert "torch" not in sys.modules or hasattr(sys.modules["torch"], "__file__")
