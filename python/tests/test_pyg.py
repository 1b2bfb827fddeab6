"""Numbers for PyTorch Geometric, which need no torch; the transform with a torch that is none."""
import sys
import types

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
    assert not hasattr(made, "clustering")
