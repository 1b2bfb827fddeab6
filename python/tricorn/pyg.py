"""A transform of PyTorch Geometric: tricorn's results for nodes and edges, as attributes of the data.

    dataset = Planetoid(root, "Cora", pre_transform=tricorn.pyg.AddTriangles())
    dataset[0].triangles, dataset[0].clustering, dataset[0].edge_trussness

Needs numpy, and torch for the transform itself; the numbers are those of features().
"""
import copy
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._graph import Graph
from ._values import Edges

try:
    from torch_geometric.transforms import BaseTransform as _Transform
except ImportError:
    _Transform = object

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

    Args:
        edge_index: 2 x m nodes below num_nodes, as in PyTorch Geometric, directed or not: directions, self loops and
            repeated edges are ignored.

    "triangles", "core_number" (int64) and "clustering" (float64) have num_nodes entries;
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


def _store(data: Any, kind: Any) -> Any:
    """What has the attributes of a type of nodes or edges."""
    return data if kind is None else data[kind]


def _parts(data: Any) -> tuple[dict[Any, tuple[int, int]], dict[Any, Any]]:
    """The first node and the number of nodes of each type, and the edge_index of each type of edges, by the numbers of all
    nodes together.  Data has one type of each, None."""
    if not hasattr(data, "edge_types"):
        return {None: (0, data.num_nodes)}, {None: data.edge_index.cpu().numpy()}
    counts = {kind: int(data[kind].num_nodes) for kind in data.node_types}
    first = dict(zip(counts, itertools.accumulate(counts.values(), initial=0)))
    indices = {kind: data[kind].edge_index.cpu().numpy() for kind in data.edge_types}
    return ({kind: (first[kind], counts[kind]) for kind in counts},
            {kind: index + np.array([[first[kind[0]]], [first[kind[-1]]]]) for kind, index in indices.items()})


class AddTriangles(_Transform):  # type: ignore[misc]
    """Adds the numbers of features() to data, as tensors on the device of its edge_index.

    Of a HeteroData all types of edges are one graph; each type of nodes and of edges gets its own numbers.
    """

    def __init__(self, names: Iterable[str] = NAMES) -> None:
        self.names = tuple(names)

    def forward(self, data: Any) -> Any:
        import torch

        nodes, indices = _parts(data)
        found = features(np.concatenate(list(indices.values()) or [np.zeros((2, 0), np.int64)], axis=1),
                         sum(count for _, count in nodes.values()), self.names)
        of_nodes = {kind: slice(first, first + count) for kind, (first, count) in nodes.items()}
        ends = list(itertools.accumulate((index.shape[1] for index in indices.values()), initial=0))
        of_edges = {kind: slice(*pair) for kind, pair in zip(indices, itertools.pairwise(ends), strict=True)}
        devices = [_store(data, kind).edge_index.device for kind in indices] or ["cpu"]
        for name, values in found.items():
            for kind, rows in (of_edges if name.startswith("edge_") else of_nodes).items():
                setattr(_store(data, kind), name, torch.from_numpy(values[rows]).to(devices[0]))
        return data

    def __call__(self, data: Any) -> Any:
        return self.forward(copy.copy(data))

    def __repr__(self) -> str:
        return f"AddTriangles({', '.join(self.names)})"
