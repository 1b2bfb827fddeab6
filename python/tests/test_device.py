"""Arrays of CuPy and PyTorch in the memory of a GPU.  Skipped where there is none."""
import itertools

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import tricorn

cupy = pytest.importorskip("cupy")
torch = pytest.importorskip("torch")
if not torch.cuda.is_available():
    pytest.skip("there is no GPU", allow_module_level=True)
sparse = pytest.importorskip("cupyx.scipy.sparse")

GRAPH = nx.gnm_random_graph(60, 400, seed=5)
EDGES = np.array(GRAPH.edges)
TRIANGLES = list(nx.triangles(GRAPH).values())


def test_tensors_of_all_types() -> None:
    for one, other in itertools.product((torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64), repeat=2):
        u, v = (torch.from_numpy(EDGES[:, end].copy()).to("cuda", kind) for end, kind in enumerate((one, other)))
        graph = tricorn.Graph((u, v))
        assert graph.run().device == "gpu:0"
        assert graph.vertex_triangles().tolist() == TRIANGLES


def test_edge_index() -> None:
    edge_index = torch.from_numpy(np.concatenate([EDGES, EDGES[:, ::-1]]).T.copy()).cuda()
    assert tricorn.count(tuple(edge_index)) == sum(TRIANGLES) // 3
    assert tricorn.count(edge_index.T) == sum(TRIANGLES) // 3
    assert tricorn.count(tuple(edge_index[:, :0])) == 0


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_of_cupy(order: str) -> None:
    pairs = cupy.asarray(EDGES, order=order)
    for source in pairs, pairs[::-1], pairs[:, ::-1], (pairs[::-1, 0], pairs[::-1, 1]):
        assert tricorn.Graph(source).vertex_triangles().tolist() == TRIANGLES


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_matrices(index: type) -> None:
    matrix = sparse.csr_matrix(sp.csr_matrix(nx.to_scipy_sparse_array(GRAPH, dtype=np.float32)))
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    for source in matrix, sparse.coo_matrix(matrix):
        graph = tricorn.Graph(source)
        assert graph.run().device == "gpu:0"
        assert graph.vertex_triangles().tolist() == TRIANGLES
        assert graph.describe()["edges"] == len(EDGES)


def test_work_of_other_streams_is_waited_for() -> None:
    with torch.cuda.stream(torch.cuda.Stream()):
        long = torch.arange(1 << 24, device="cuda")
        u, v = long * 3 % 1000, (long * 7 + 1) % 1000
        found = tricorn.count((u, v))
    assert found == tricorn.count((u.cpu().numpy(), v.cpu().numpy()))


def test_no_edge_passes_through_the_host() -> None:
    """The profiler sees a copy there and back; of a count no byte goes to the GPU, and 4 for each vertex back."""
    from torch.profiler import ProfilerActivity, profile

    edges = torch.from_numpy(tricorn.generate("kronecker", scale=12).edge_support().ends).cuda()
    tricorn.count(edges)
    for copies, work in (({"HtoD", "DtoH"}, lambda: torch.zeros(1000).cuda().cpu()),
                         ({"DtoH"}, lambda: tricorn.count(edges))):
        with profile(activities=[ProfilerActivity.CUDA]) as seen:
            work()
            torch.cuda.synchronize()
        names = " ".join(event.key for event in seen.key_averages())
        assert {way for way in ("HtoD", "DtoH") if way in names} == copies


@pytest.mark.parametrize("change, error", [
    (lambda u, v: (u - 1, v), tricorn.Unsupported), (lambda u, v: (u * 10**12, v * 10**12), tricorn.Unsupported),
    (lambda u, v: (u.float(), v), TypeError), (lambda u, v: (u.cpu(), v), ValueError),
    (lambda u, v: (u[1:], v), ValueError), (lambda u, v: (u.reshape(2, -1), v), ValueError),
])
def test_what_is_not_taken(change, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error):
        tricorn.Graph(change(*torch.from_numpy(EDGES.T.copy()).cuda()))
    with pytest.raises(tricorn.Unsupported):
        tricorn.Graph(torch.from_numpy(EDGES).cuda(), weights=np.ones(len(EDGES)))


def test_pytorch_geometric() -> None:
    data = pytest.importorskip("torch_geometric.data")
    from tricorn.pyg import AddTriangles

    pairs = torch.from_numpy(np.concatenate([EDGES, EDGES[:, ::-1]]).T.copy()).cuda()
    made = AddTriangles()(data.Data(edge_index=pairs, num_nodes=60))
    assert made.triangles.device == pairs.device and made.triangles.tolist() == TRIANGLES
    assert made.clustering.tolist() == pytest.approx(list(nx.clustering(GRAPH).values()))
    assert made.core_number.tolist() == list(nx.core_number(GRAPH).values())
    assert made.edge_triangles.tolist() == [len(list(nx.common_neighbors(GRAPH, u, v))) for u, v in pairs.T.tolist()]
