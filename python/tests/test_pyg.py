"""Numbers for PyTorch Geometric, which need no torch; the transform with a torch that is none."""
import sys
import types
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from test_answers import arcs

from tricorn import pyg


@given(arcs())
def test_features(graph: nx.DiGraph) -> None:
    ends = np.array(list(graph.edges), np.int64).reshape(-1, 2)
    found = pyg.features(ends.T, len(graph) + 2)  # two nodes without an edge
    simple = nx.Graph(graph)
    simple.remove_edges_from(list(nx.selfloop_edges(simple)))
    simple.add_nodes_from(range(len(graph) + 2))
    for name, function in (("triangles", nx.triangles), ("clustering", nx.clustering),
                           ("core_number", nx.core_number)):
        expected = function(simple)
        assert found[name].tolist() == pytest.approx([expected[v] for v in range(len(graph) + 2)])
    assert found["edge_triangles"].tolist() == [
        0 if u == v else len(list(nx.common_neighbors(simple, u, v))) for u, v in graph.edges]
    trussness = [0 if u == v else max(k for k in range(2, 15) if nx.k_truss(simple, k).has_edge(u, v))
                 for u, v in graph.edges]
    assert found["edge_trussness"].tolist() == trussness


def test_wrong() -> None:
    with pytest.raises(ValueError, match="not below 2"):
        pyg.features(np.array([[0], [2]]), 2)
    with pytest.raises(ValueError, match="pagerank"):
        pyg.features(np.zeros((2, 0), int), 2, ["pagerank"])


class Tensor:
    """What of torch.Tensor the transform uses."""

    device = "cpu"

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    def cpu(self) -> "Tensor":
        return self

    def numpy(self) -> np.ndarray:
        return self.values

    def to(self, device: str) -> "Tensor":
        return self


def test_transform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(from_numpy=Tensor))
    data = types.SimpleNamespace(edge_index=Tensor(np.array([[0, 1, 2], [1, 2, 0]])), num_nodes=4)
    made = pyg.AddTriangles(["triangles", "edge_trussness"])(data)
    assert made.triangles.values.tolist() == [1, 1, 1, 0]
    assert made.edge_trussness.values.tolist() == [3, 3, 3]
    assert not hasattr(made, "clustering") and not hasattr(data, "triangles")


class Types:
    """What of HeteroData the transform uses."""

    def __init__(self, nodes: dict[str, int], edges: dict[tuple[str, str, str], np.ndarray]) -> None:
        self.node_types, self.edge_types = list(nodes), list(edges)
        self.stores: dict[Any, Any] = {kind: types.SimpleNamespace(num_nodes=number) for kind, number in nodes.items()}
        self.stores |= {kind: types.SimpleNamespace(edge_index=Tensor(index)) for kind, index in edges.items()}

    def __getitem__(self, kind: Any) -> Any:
        return self.stores[kind]


def test_transform_of_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """Triangles of authors and papers together, each type with its own numbers."""
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(from_numpy=Tensor))
    for seed in range(20):
        draw = np.random.default_rng(seed)
        numbers = {"author": 5, "paper": 6}
        kinds = [("author", "writes", "paper"), ("author", "knows", "author"), ("paper", "cites", "paper")]
        edges = {kind: np.stack([draw.integers(0, numbers[kind[end]], 9) for end in (0, 2)]) for kind in kinds}
        source = nx.Graph()
        source.add_nodes_from((kind, number) for kind in numbers for number in range(numbers[kind]))
        ends = {kind: [((kind[0], u), (kind[2], v)) for u, v in index.T.tolist()] for kind, index in edges.items()}
        source.add_edges_from(pair for pairs in ends.values() for pair in pairs if pair[0] != pair[1])
        made = pyg.AddTriangles(["triangles", "edge_triangles"])(Types(numbers, edges))
        triangles = nx.triangles(source)
        for kind in numbers:
            assert made[kind].triangles.values.tolist() == [triangles[kind, number] for number in range(numbers[kind])]
        for kind, pairs in ends.items():
            assert made[kind].edge_triangles.values.tolist() == [
                0 if u == v else len(list(nx.common_neighbors(source, u, v))) for u, v in pairs]
    empty = pyg.AddTriangles()(Types({"author": 2}, {}))
    assert empty["author"].core_number.values.tolist() == [0, 0]
