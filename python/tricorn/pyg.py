"""A transform of PyTorch Geometric: tricorn's results for nodes and edges, as attributes of the data.

    dataset = Planetoid(root, "Cora", pre_transform=tricorn.pyg.AddTriangles())
    dataset[0].triangles, dataset[0].clustering, dataset[0].edge_trussness

Needs numpy, and torch for the transform itself; the numbers are those of features().
"""
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._graph import Graph
from ._values import Edges

NAMES = ("triangles", "clustering", "core_number", "edge_triangles", "edge_trussness")


def _of_nodes(graph: Graph, values: Any, count: int) -> Any:
    """The numbers of nodes 0 to count - 1; the graph has only those with an edge."""
    found = np.zeros(count, values.dtype)
    found[graph.ids] = values.values
    return found


def _of_columns(edges: Edges, sources: Any, targets: Any, count: int) -> Any:
    """The number of each column of edge_index, in any direction; 0 for a self loop."""
    keys = edges.ends[:, 0] * count + edges.ends[:, 1]  # they ascend, as edges are sorted
    asked = np.minimum(sources, targets) * count + np.maximum(sources, targets)
    found = np.zeros(len(sources), edges.values.dtype)
    proper = sources != targets
    found[proper] = edges.values[np.searchsorted(keys, asked[proper])]
    return found


def features(edge_index: Any, num_nodes: int, names: Iterable[str] = NAMES) -> dict[str, Any]:
    """Numbers of nodes and edges, by names of NAMES: numpy arrays.

    edge_index: 2 x m nodes below num_nodes, as in PyTorch Geometric, directed or not: directions, self loops and
    repeated edges are ignored.  "triangles", "core_number" (int64) and "clustering" (float64) have num_nodes entries;
    "edge_triangles" and "edge_trussness" (int64) one for each column of edge_index, 0 for self loops.
    """
    sources, targets = (np.asarray(row).astype(np.int64, copy=False) for row in edge_index)
    wanted = set(names)
    if not wanted <= set(NAMES):
        raise ValueError(f"no such names: {', '.join(sorted(wanted - set(NAMES)))}; choose of {', '.join(NAMES)}")
    if len(sources) and max(sources.max(), targets.max()) >= num_nodes:
        raise ValueError(f"a node of edge_index is not below {num_nodes}")
    graph = Graph((sources, targets))
    makers = {
        "triangles": lambda: _of_nodes(graph, graph.vertex_triangles(), num_nodes),
        "clustering": lambda: _of_nodes(graph, graph.clustering(), num_nodes),
        "core_number": lambda: _of_nodes(graph, graph.core_numbers(), num_nodes),
        "edge_triangles": lambda: _of_columns(graph.edge_support(), sources, targets, num_nodes),
        "edge_trussness": lambda: _of_columns(graph.trussness(), sources, targets, num_nodes),
    }
    return {name: makers[name]() for name in NAMES if name in wanted}


class AddTriangles:
    """Adds the numbers of features() to data, as tensors on the device of its edge_index."""

    def __init__(self, names: Iterable[str] = NAMES) -> None:
        self.names = tuple(names)

    def __call__(self, data: Any) -> Any:
        import torch

        device = data.edge_index.device
        found = features(data.edge_index.cpu().numpy(), data.num_nodes, self.names)
        for name, values in found.items():
            setattr(data, name, torch.from_numpy(values).to(device))
        return data

    def __repr__(self) -> str:
        return f"AddTriangles({', '.join(self.names)})"
