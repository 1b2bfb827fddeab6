"""What is found, by what NetworkX and scipy find in random graphs."""
import itertools
import math

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import tricorn

settings.register_profile("check", max_examples=40, deadline=None, derandomize=True)
settings.load_profile("check")


@st.composite
def graphs(draw: st.DrawFn) -> nx.Graph:
    """Any graph of few vertices, isolated ones too, dense or sparse."""
    size = draw(st.integers(1, 14))
    pairs = list(itertools.combinations(range(size), 2))
    graph = nx.empty_graph(size)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])
    return graph


def matrix_of(graph: nx.Graph) -> sp.csr_array:
    return nx.to_scipy_sparse_array(graph, format="csr")


def by_edge(edges: tricorn.Edges) -> dict[tuple[int, int], float]:
    ends = [tuple(row) for row in edges.ends.tolist()]
    assert ends == sorted(ends) and all(u < v for u, v in ends)
    return dict(zip(ends, edges.values.tolist(), strict=True))


@given(graphs())
def test_counts(graph: nx.Graph) -> None:
    made = tricorn.Graph(matrix_of(graph))
    dense = nx.to_numpy_array(graph, dtype=np.int64)
    assert made.count() == np.trace(dense @ dense @ dense) // 6
    assert made.vertex_triangles().tolist() == list(nx.triangles(graph).values())
    assert made.degrees().tolist() == [degree for _, degree in graph.degree]
    support = {(u, v): int((dense @ dense)[u, v]) for u, v in graph.edges}
    assert by_edge(made.edge_support()) == support
    found = [tuple(row) for row in made.triangles().tolist()]
    assert found == sorted({tuple(sorted(t)) for t in nx.all_triangles(graph)})
    batches = [tuple(sorted(row)) for batch in made.iter_triangles() for row in batch.tolist()]
    assert sorted(batches) == found


@given(graphs())
def test_components(graph: nx.Graph) -> None:
    found = tricorn.components(matrix_of(graph)).tolist()
    parts = [{v for v in graph if found[v] == number} for number in range(len(set(found)))]
    assert sorted(map(sorted, parts)) == sorted(map(sorted, nx.connected_components(graph)))


@given(graphs())
def test_clustering(graph: nx.Graph) -> None:
    made = tricorn.Graph(matrix_of(graph))
    assert made.clustering().tolist() == pytest.approx(list(nx.clustering(graph).values()))
    assert made.average_clustering() == pytest.approx(nx.average_clustering(graph))
    assert made.transitivity() == pytest.approx(nx.transitivity(graph))


@given(graphs())
def test_cores_and_trusses(graph: nx.Graph) -> None:
    made = tricorn.Graph(matrix_of(graph))
    assert made.core_numbers().tolist() == list(nx.core_number(graph).values())
    trussness = by_edge(made.trussness())
    for k in range(2, 8):
        kept = {tuple(sorted(edge)) for edge in nx.k_truss(graph, k).edges}
        assert {edge for edge, most in trussness.items() if most >= k} == kept
        truss = made.k_truss(k)
        assert {tuple(row) for row in truss.edge_support().ends.tolist()} == kept
        core = made.k_core(k)
        assert core.describe()["edges"] == nx.k_core(graph, k).number_of_edges()


@given(graphs())
def test_similarity(graph: nx.Graph) -> None:
    made = tricorn.Graph(matrix_of(graph))
    for measure, function in (("jaccard", nx.jaccard_coefficient),
                              ("adamic-adar", nx.adamic_adar_index),
                              ("resource", nx.resource_allocation_index)):
        expected = {(u, v): value for u, v, value in function(graph, list(graph.edges))}
        assert by_edge(made.similarity(measure)) == pytest.approx(expected)
    cosine = by_edge(made.similarity("cosine", least=0.1))
    for (u, v), value in cosine.items():
        common = len(list(nx.common_neighbors(graph, u, v)))
        assert value >= 0.1
        assert value == pytest.approx(common / math.sqrt(graph.degree[u] * graph.degree[v]))


@given(graphs(), st.integers(3, 5))
def test_cliques(graph: nx.Graph, size: int) -> None:
    expected = sum(len(clique) == size for clique in nx.enumerate_all_cliques(graph))
    assert tricorn.cliques(matrix_of(graph), size) == expected


@pytest.mark.parametrize("algorithm", [name for name in tricorn.algorithms() if name.startswith("cpu-")])
def test_plans(algorithm: str) -> None:
    graph = tricorn.generate("complete", vertices=50)
    plan = graph.plan(algorithm=algorithm, threads=2)
    assert [plan.count(), plan.count(threads=1)] == [math.comb(50, 3)] * 2
    result = tricorn.Graph(graph_edges(graph)).run(algorithm=algorithm, verify=True)
    assert result.triangles == math.comb(50, 3)
    assert result.algorithm == algorithm and result.verified_by


def graph_edges(graph: tricorn.Graph) -> np.ndarray:
    return np.asarray(graph.edge_support().ends)


def test_generated() -> None:
    for model in tricorn.models():
        if model not in ("product", "kronecker"):
            tricorn.generate(model).count()
    one, other = (tricorn.generate("kronecker", scale=8, seed=s).count() for s in (1, 2))
    assert one != other
    assert one == tricorn.generate("kronecker", scale=8, threads=1).count()
    with pytest.raises(tricorn.InvalidArgument, match="no_model"):
        tricorn.generate("no_model")


def test_quanta() -> None:
    edges = np.asarray(tricorn.generate("kronecker", scale=10).edge_support().ends)
    one, other = (tricorn.Graph(edges).quanta(20) for _ in range(2))
    assert one.identity == other.identity != tricorn.Graph(edges[1:]).quanta(20).identity
    assert len(one) == len(other) > 10
    parts = [(one, other)[number % 2].count(number) for number in reversed(range(len(one)))]
    assert sum(parts) == tricorn.count(edges) and max(parts) < sum(parts)
    with pytest.raises(tricorn.InvalidArgument):
        one.count(len(one))
