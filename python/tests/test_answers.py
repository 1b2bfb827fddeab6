"""What is found, by what NetworkX and scipy find in random graphs."""
import collections
import gzip
import itertools
import math
import os
import pathlib
import random
import resource
import tempfile
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
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


@st.composite
def arcs(draw: st.DrawFn) -> nx.DiGraph:
    """Any directed graph of few vertices, self loops too."""
    size = draw(st.integers(1, 12))
    pairs = list(itertools.product(range(size), repeat=2))
    graph = nx.empty_graph(size, nx.DiGraph)
    graph.add_edges_from(draw(st.lists(st.sampled_from(pairs), unique=True)))
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
    near = igraph.Graph(len(graph), [edge for edge in graph.edges if edge[0] != edge[1]]).simplify()
    within = [near.induced_subgraph(near.neighborhood(v)) for v in range(len(graph))]
    assert made.clustering(closed=True).tolist() == pytest.approx([part.density() if part.ecount() else 0 for part in within])
    assert made.average_clustering(closed=True) == pytest.approx(made.clustering(closed=True).mean() if len(graph) else 0)


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
        named = tricorn.Graph(nx.relabel_nodes(graph, {v: f"node {v}" for v in graph})).k_truss(k)
        names = [f"node {v}" for v in range(len(graph))]
        assert {tuple(names.index(v) for v in row)
                for row in named.edge_support().ends.tolist()} == kept
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


def test_parts() -> None:
    edges = np.asarray(tricorn.generate("kronecker", scale=10).edge_support().ends)
    one, other = (tricorn.Graph(edges).parts(20) for _ in range(2))
    assert one.identity == other.identity != tricorn.Graph(edges[1:]).parts(20).identity
    assert len(one) == len(other) > 10
    parts = [(one, other)[number % 2].count(number) for number in reversed(range(len(one)))]
    assert sum(parts) == tricorn.count(edges) and max(parts) < sum(parts)
    with pytest.raises(tricorn.InvalidArgument):
        one.count(len(one))


@given(graphs())
def test_squares(graph: nx.Graph) -> None:
    made = tricorn.Graph(matrix_of(graph))
    expected = nx.square_clustering(graph)
    assert made.square_clustering().tolist() == pytest.approx([expected[v] for v in graph])
    dense = nx.to_numpy_array(graph, dtype=np.int64)
    common = dense @ dense  # two of the common neighbours of v and another vertex make a square
    np.fill_diagonal(common, 0)
    assert made.squares().tolist() == (common * (common - 1) // 2).sum(axis=1).tolist()


@given(arcs())
def test_directed(graph: nx.DiGraph) -> None:
    matrix = nx.to_scipy_sparse_array(graph, format="csr")
    assert tricorn.triad_census(matrix) == nx.triadic_census(graph)
    assert tricorn.triad_census(matrix.tocsc()) == nx.triadic_census(graph)
    made = tricorn.Graph(graph, directed=True)
    assert made.directed_clustering().tolist() == pytest.approx(list(nx.clustering(graph).values()))
    cells = nx.to_numpy_array(graph, weight=None)
    np.fill_diagonal(cells, 0)
    back, (ins, outs), both = cells.T, (cells.sum(0), cells.sum(1)), (cells @ cells).diagonal()
    for name, cube, most in (("cycle", cells @ cells @ cells, ins * outs - both),
                             ("middle", cells @ back @ cells, ins * outs - both),
                             ("in", back @ cells @ cells, ins * (ins - 1)),
                             ("out", cells @ cells @ back, outs * (outs - 1))):
        assert made.directed_clustering(name).tolist() == pytest.approx(cube.diagonal() / np.maximum(most, 1))
    triads = made.vertex_triads()
    if len(graph) < 7:
        simple = nx.DiGraph((u, v) for u, v in graph.edges if u != v)
        simple.add_nodes_from(graph)
        kinds = nx.triads_by_type(simple)
        for vertex in graph:
            assert triads[vertex].tolist() == [sum(vertex in triad for triad in kinds[name])
                                               for name in made.triad_census()]
    assert triads.sum(axis=0).tolist() == [3 * many for many in made.triad_census().values()]
    around = [{v for v in graph if v != u and (graph.has_edge(u, v) or graph.has_edge(v, u))}
              for u in graph]
    assert made.directed_clustering("ldbc").tolist() == pytest.approx(
        [sum(graph.has_edge(v, w) for v, w in itertools.permutations(near, 2))
         / max(1, len(near) * (len(near) - 1)) for near in around])


@given(graphs(), st.randoms(use_true_random=False))
def test_top_pairs(graph: nx.Graph, draw: Any) -> None:
    simple = nx.Graph(edge for edge in graph.edges if edge[0] != edge[1])
    known = {"jaccard": nx.jaccard_coefficient, "adamic-adar": nx.adamic_adar_index,
             "resource": nx.resource_allocation_index}
    some = draw.sample(sorted(simple), len(simple) // 2)
    for measure, function in known.items():
        every = sorted(((tuple(sorted(pair)), value) for *pair, value in function(simple) if value > 0),
                       key=lambda row: (-round(row[1], 12), row[0]))
        for vertices, wanted in ((None, every), (some, [row for row in every if set(row[0]) & set(some)])):
            if vertices == []:
                continue
            found = list(tricorn.top_pairs(list(simple.edges), 7, measure, of=vertices).items()) if every else []
            assert [value for _, value in found] == pytest.approx([value for _, value in wanted[:7]])
            assert found == sorted(found, key=lambda row: (-row[1], row[0]))
            assert dict(found).keys() <= dict(wanted).keys() and len(dict(found)) == len(found)
            if measure == "jaccard":
                assert [pair for pair, _ in found] == [pair for pair, _ in wanted[:7]]
    with pytest.raises(ValueError, match="top"):
        tricorn.top_pairs([(0, 1)], 0)


@given(st.integers(0, 12), st.randoms(use_true_random=False))
def test_figures_of_edges(nodes: int, draw: Any) -> None:
    graph = nx.gnp_random_graph(nodes, draw.random(), seed=draw.randrange(1 << 30))
    for ask, formula in ((tricorn.edge_clustering, lambda t, u, v: (t + 1) / (min(u, v) - 1) if min(u, v) > 1 else np.inf),
                         (tricorn.edge_curvature, lambda t, u, v: 4 - u - v + 3 * t)):
        known = {(u, v): formula(len([*nx.common_neighbors(graph, u, v)]), graph.degree[u], graph.degree[v])
                 for u, v in graph.edges}
        assert dict(ask(graph).items()) == known == dict(ask(graph, sort=False).items())


@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_triples(nodes: int, draw: Any) -> None:
    graph = nx.gnp_random_graph(nodes, draw.random(), seed=draw.randrange(1 << 30))
    edges = {three: graph.subgraph(three).size() for three in itertools.combinations(graph, 3)}
    kinds = ["empty", "edge", "path", "triangle"]
    assert tricorn.triple_census(graph) == {kind: [*edges.values()].count(m) for m, kind in enumerate(kinds)}
    assert tricorn.vertex_triples(graph).tolist() == [
        [sum(v in three and size == m for three, size in edges.items()) for m in range(4)] for v in graph]


@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_orbits(nodes: int, draw: Any) -> None:
    """The induced graphlets of four vertices have an orbit at each; degrees and triangles are orbits, too."""
    graph = nx.gnp_random_graph(nodes, draw.random(), seed=draw.randrange(1 << 30))
    found = tricorn.vertex_orbits(graph)
    assert found.dtype == np.int64 and found[:, 3].tolist() == list(nx.triangles(graph).values())
    assert found[:, 0].tolist() == [degree for _, degree in graph.degree]
    sums = [found[:, list(orbits)].sum() // 4 for orbits in ((4, 5), (6, 7), (8,), (9, 10, 11), (12, 13), (14,))]
    assert sums == list(tricorn.graphlets(graph)["induced"].values())


@given(st.integers(0, 10), st.randoms(use_true_random=False))
def test_signs(nodes: int, draw: Any) -> None:
    """Balanced less unbalanced triangles are traces of the signed matrix, those of one sign triangles of its part."""
    graph = nx.gnp_random_graph(nodes, 0.7, seed=draw.randrange(1 << 30))
    for u, v in graph.edges:
        graph[u][v]["rating"] = draw.choice((-3, -0.5, 2, 10))
    dense = np.sign(nx.to_numpy_array(graph, weight="rating")).astype(np.int64)
    made = tricorn.Graph(graph, weights="rating", signs=True)
    found, each = made.balance(), made.vertex_balance()
    assert 6 * (found["balanced"] - found["unbalanced"]) == np.trace(np.linalg.matrix_power(dense, 3))
    for part, kind in ((dense > 0, "ppp"), (dense < 0, "nnn")):
        powers = np.linalg.matrix_power(part.astype(np.int64), 3).diagonal()
        assert each[:, ("ppp", "ppn", "pnn", "nnn").index(kind)].tolist() == (powers // 2).tolist()
        assert 6 * found[kind] == powers.sum()
    table, joined = made.edge_balance().to_numpy(), np.abs(dense)
    ends = (table["source"], table["target"])
    product = joined @ joined
    assert [*zip(*(end.tolist() for end in ends))] == [tuple(sorted(edge)) for edge in sorted(map(sorted, graph.edges))]
    kinds = np.stack([table[kind] for kind in ("ppp", "ppn", "pnn", "nnn")])
    assert kinds.sum(0).tolist() == product[ends].tolist()
    assert ([1, -1, 1, -1] @ kinds).tolist() == ((dense @ dense) * dense)[ends].tolist()
    assert table["unbalanced"].tolist() == (kinds[1] + kinds[3]).tolist()
    assert (kinds.sum(1) // 3).tolist() == [found[kind] for kind in ("ppp", "ppn", "pnn", "nnn")]
    assert (each @ [1, -1, 1, -1]).tolist() == (np.linalg.matrix_power(dense, 3).diagonal() // 2).tolist()
    assert each.sum() == 3 * tricorn.count(graph)
    assert found["degree"] == (found["balanced"] / tricorn.count(graph) if tricorn.count(graph) else None)
    assert found["negative"] == (dense < 0).sum() // 2 and found["positive"] == (dense > 0).sum() // 2
    if graph.size():
        ends, ratings = zip(*((edge[:2], edge[2]) for edge in graph.edges.data("rating")))
        assert tricorn.balance(list(ends), weights=np.array(ratings)) == found
        assert tricorn.balance(nx.to_scipy_sparse_array(graph, weight="rating"), weights=True) == found
        assert tricorn.balance(made) == found
        with pytest.raises(tricorn.InvalidArgument, match="weights"):
            tricorn.balance(list(ends))
        if min(ratings) < 0:
            with pytest.raises(tricorn.BadFormat, match="negative"):
                made.weighted_clustering()
            with pytest.raises(ValueError, match="negative"):
                tricorn.Graph(graph, weights="rating")


def test_directions_are_kept_on_request() -> None:
    with pytest.raises(tricorn.InvalidArgument):
        tricorn.Graph(([0], [1])).triad_census()
    with pytest.raises(ValueError, match="onnela"):
        tricorn.directed_clustering(([0], [1]), "onnela")


@given(graphs())
def test_pairs(graph: nx.Graph) -> None:
    ids = [7 * v + 3 for v in graph]  # far from dense
    ends = [(ids[u], ids[v]) for u, v in graph.edges]
    if not ends:
        return
    made = tricorn.Graph(ends)
    known = nx.relabel_nodes(graph, dict(enumerate(ids)))
    asked = list(itertools.permutations((v for v in known if known.degree[v]), 2))
    expected = [value for _, _, value in nx.jaccard_coefficient(known, asked)]
    for pairs in asked, np.array(asked), tuple(np.array(asked, np.uint32).T):
        assert made.pair_similarity(pairs).tolist() == pytest.approx(expected)
    assert made.pair_similarity([]).tolist() == []
    for wrong in (3, 4), (-1, 3), (2**40, 3), (3, 3):
        with pytest.raises(ValueError):
            made.pair_similarity([wrong])


def test_approximate() -> None:
    graph = tricorn.generate("kronecker", scale=14)
    exact = graph.count()
    found = [graph.approximate(0.1, 0.99, seed=seed) for seed in range(40)]
    assert sum(one.low <= exact <= one.high for one in found) >= 36  # fewer has a probability of 1e-5
    again = graph.approximate(0.1, 0.99, threads=1)
    assert found[0] == again._replace(seconds=found[0].seconds)
    assert tricorn.approximate(([0, 1, 2], [1, 2, 0])).estimate == 1
    with pytest.raises(tricorn.InvalidArgument):
        graph.approximate(2.0)


@given(st.sampled_from(["ids", "nodes", "words of a file"]),
       st.lists(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.booleans()), max_size=20)))
def test_new_vertices(kind: str, batches: list[list[tuple[int, int, bool]]]) -> None:
    def name(number: int) -> Any:
        return 2**64 - 1 - 7 * number if kind == "ids" else f"w{number}"

    first = [(name(0), name(1)), (name(1), name(2)), (name(2), name(0))]
    made, graph = tricorn.Graph(first), nx.Graph(first)
    if kind == "words of a file":
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "graph.csv"
            path.write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in first))
            made = tricorn.Graph(path)
    state = made.changing()
    for batch in batches:
        added = [(name(u), name(v)) for u, v, add in batch if add]
        removed = [(name(u), name(v)) for u, v, add in batch if not add and graph.has_edge(name(u), name(v))]
        graph.remove_edges_from(removed)
        graph.add_nodes_from(itertools.chain(*added))
        graph.add_edges_from((u, v) for u, v in added if u != v)
        assert state.apply(added=added, removed=removed).triangles == sum(nx.triangles(graph).values()) // 3
        assert state.edges == graph.number_of_edges()
        assert state.transitivity == pytest.approx(nx.transitivity(graph))
        assert dict(state.vertex_triangles().items()) == nx.triangles(graph)
        if graph.edges:
            edges = list(graph.edges)
            assert state.edge_support(edges).tolist() == [len(set(graph[u]) & set(graph[v])) for u, v in edges]
            part = state.graph()
            assert dict(part.vertex_triangles().items()) == {
                v: count for v, count in nx.triangles(graph).items() if graph.degree(v)}
    with pytest.raises(ValueError, match="removed edge|pair 0"):
        state.apply(removed=[(name(0), name(99))])


@given(graphs(), st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13), st.booleans())),
       st.sampled_from([None, "rows", "recount"]))
def test_changing(graph: nx.Graph, changes: list[tuple[int, int, bool]], method: str | None) -> None:
    graph.add_nodes_from(range(14))
    state = tricorn.Graph(graph).changing()
    for start in range(0, len(changes), 3):
        batch = changes[start:start + 3]
        added = [(u, v) for u, v, add in batch if add]
        removed = [(u, v) for u, v, add in batch if not add]
        before = set(map(frozenset, graph.edges))
        graph.remove_edges_from(removed)
        graph.add_edges_from((u, v) for u, v in added if u != v)
        done = state.apply(added=np.array(added, np.int32).reshape(-1, 2), removed=removed, method=method)
        after = set(map(frozenset, graph.edges))
        assert len(after) - len(before) == done.added - done.removed
        assert state.edges == done.edges == len(after)
        assert state.triangles == done.triangles == sum(nx.triangles(graph).values()) // 3
        assert state.vertex_triangles().tolist() == [nx.triangles(graph, v) for v in range(14)]
    made = state.graph()
    assert made.count() == state.triangles
    assert {tuple(sorted(row)) for row in made.edge_support().ends.tolist()} \
        == {tuple(sorted(edge)) for edge in graph.edges}
    with pytest.raises(ValueError):
        state.apply(removed=[(0, 14)])
    supports = made.edge_support()
    asked = list(itertools.permutations(range(14), 2))
    around = [set(graph[v]) for v in range(14)]
    expected = [len(around[u] & around[v]) if v in around[u] else 0 for u, v in asked]
    assert state.edge_support(asked).tolist() == expected
    assert sum(expected) == 2 * supports.values.sum()
    state.apply(added=asked, removed=[])  # supports are kept from now on
    assert set(state.edge_support(np.array(asked)).tolist()) == {12}
    with pytest.raises(ValueError):
        state.edge_support([(0, 14)])


def weighted(graph: nx.Graph, seed: int) -> nx.Graph:
    source = random.Random(seed)
    for _, _, data in graph.edges(data=True):
        data["heavy"] = source.choice([0, 1, 2.5, 10**source.uniform(-6, 6)])
    return graph


@given(graphs(), st.integers(0, 2**32))
def test_weighted_clustering(graph: nx.Graph, seed: int) -> None:
    weights = nx.get_edge_attributes(weighted(graph, seed), "heavy")
    made = tricorn.Graph(graph, weights="heavy")
    if any(weights.values()):
        expected = nx.clustering(graph, weight="heavy", backend="networkx")
        assert made.weighted_clustering().tolist() == pytest.approx(list(expected.values()), rel=1e-12)
        other = igraph.Graph(len(graph), list(weights))
        expected = other.transitivity_local_undirected(mode="zero", weights=list(weights.values()))
        assert made.weighted_clustering("barrat").tolist() == \
            pytest.approx([0 if math.isnan(value) else value for value in expected], rel=1e-12)
    simple = {tuple(sorted(edge)): weight for edge, weight in weights.items() if edge[0] != edge[1]}
    pairs = [(a, b, simple[tuple(sorted((a, v)))] + simple[tuple(sorted((b, v)))])
             for v in graph for a, b in itertools.combinations(set(graph[v]) - {v}, 2)]
    total = sum(weight for *_, weight in pairs)
    closed = sum(weight for a, b, weight in pairs if graph.has_edge(a, b))
    assert made.weighted_transitivity() == pytest.approx(closed / total if total else 0)
    with pytest.raises(ValueError, match="'fagiolo'"):
        made.weighted_clustering("fagiolo")


@given(graphs(), st.integers(0, 2**32))
def test_generalized_degrees(graph: nx.Graph, seed: int) -> None:
    graph = nx.relabel_nodes(graph, {v: (7 * v + seed) % 101 for v in graph})
    offsets, pairs = tricorn.generalized_degrees(graph)
    assert offsets[0] == 0 and offsets[-1] == len(pairs)
    expected = nx.generalized_degree(graph, backend="networkx")
    assert [pairs[first:end].tolist() for first, end in itertools.pairwise(offsets)] == \
        [[list(pair) for pair in sorted(expected[v].items())] for v in graph]


@given(graphs(), st.integers(3, 5))
def test_vertex_cliques(graph: nx.Graph, size: int) -> None:
    found = [clique for clique in nx.enumerate_all_cliques(graph) if len(clique) == size]
    expected = [sum(v in clique for clique in found) for v in graph]
    assert tricorn.vertex_cliques(matrix_of(graph), size).tolist() == expected


@given(st.integers(1, 20), st.integers(30, 95), st.integers(3, 7), st.integers(0, 2**32))
def test_clique_communities(vertices: int, percent: int, size: int, seed: int) -> None:
    """Also of two copies that share a vertex."""
    part = nx.gnp_random_graph(vertices, percent / 100, seed)
    graph = nx.compose(part, nx.relabel_nodes(part, lambda v: -v))
    nodes = list(graph)
    found = [frozenset(nodes[place] for place in places) for places in tricorn.clique_communities(matrix_of(graph), size)]
    expected = list(nx.community.k_clique_communities(graph, size))
    assert len(found) == len(expected) and set(found) == set(expected)


@given(graphs(), st.integers(1, 200))
def test_few_pairs_are_counted(graph: nx.Graph, samples: int) -> None:
    """A vertex with no more pairs of neighbours than samples has its number; others have an interval."""
    found = tricorn.approximate_vertices(graph, samples, 0.99, seed=3)
    for v, triangles in nx.triangles(graph).items():
        assert found.low[v] <= found.estimates[v] <= found.high[v]
        if math.comb(graph.degree[v], 2) <= samples:
            assert found.low[v] == found.estimates[v] == found.high[v] == triangles


def test_approximate_vertices() -> None:
    graph = tricorn.generate("kronecker", scale=11)
    exact = graph.vertex_triangles()
    found = graph.approximate_vertices(100, 0.9, seed=1)
    many = graph.degrees() > 30  # far more pairs than samples
    missed = ((exact < found.low) | (exact > found.high))[many]
    assert 0.001 < missed.mean() < 0.1
    again = graph.approximate_vertices(100, 0.9, seed=1, threads=1)
    assert all((one == other).all() for one, other in zip(found, again))
    with pytest.raises(tricorn.InvalidArgument):
        graph.approximate_vertices(100, 2.0)


def test_sample(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "graph.el"
    graph = tricorn.generate("kronecker", scale=12)
    graph.write(path)
    exact = graph.count()
    whole = tricorn.sample(path, one_in=1)
    assert whole.exact and whole.estimate == whole.low == whole.high == exact
    for kind in "colours", "edges":
        found = [tricorn.sample(path, kind, one_in=4, confidence=0.9, seed=seed) for seed in range(30)]
        assert sum(one.low <= exact <= one.high for one in found) >= 24
        assert np.mean([one.estimate for one in found]) == pytest.approx(exact, rel=0.1)
        assert all(one.kind == kind and one.edges < one.input_edges / 2 for one in found)
    assert tricorn.sample(path, one_in=4, threads=1)._replace(read_seconds=0, count_seconds=0) == \
        tricorn.sample(path, one_in=4)._replace(read_seconds=0, count_seconds=0)
    with pytest.raises(ValueError, match="'halves'"):
        tricorn.sample(path, "halves")
    with pytest.raises(tricorn.InvalidArgument):
        tricorn.sample(path, one_in=3)
    with pytest.raises(OSError):
        tricorn.sample(tmp_path / "missing")


def test_work_folder(tmp_path: pathlib.Path) -> None:
    source = nx.gnp_random_graph(200, 0.2, seed=3)
    nx.write_edgelist(source, tmp_path / "graph.txt", data=False)
    work = tmp_path / "work"
    with pytest.raises(OSError):
        tricorn.work_folder(work)
    work.mkdir()
    with pytest.raises(tricorn.Unsupported, match="no work folder"):
        tricorn.work_folder(work)
    graph = tricorn.Graph(tmp_path / "graph.txt", work=str(work), join=True)
    assert [(user.use, user.alive) for user in tricorn.work_folder(work).users] == [("shared", True)]
    assert (tricorn.work_folder(work).edges, tricorn.work_folder(work).steps) == (source.number_of_edges(), [])
    assert graph.count() == sum(nx.triangles(source).values()) // 3
    graph.edge_support()
    del graph
    old = work / "tricorn-user-alone-9000-7-here-12-34"  # of a process that was killed
    old.touch()
    os.utime(old, (0, 0))
    found = tricorn.work_folder(work)
    assert [step.step for step in found.steps] == ["totals", "edges"]
    for step in found.steps:
        assert step.parts == step.done > 0 and step.seconds_left == 0
        assert [(by.done, by.alive, by.silent_seconds) for by in step.processes] == [(step.parts, False, None)]
    [user] = found.users
    assert (user.process, user.use, user.alive) == ("here-12-34", "alone", False)
    assert user.silent_seconds is not None and user.silent_seconds > 1e9


def test_estimate(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "graph.mtx"
    graph = tricorn.generate("kronecker", scale=12)
    graph.write(path)
    found = tricorn.estimate(path)
    assert found.exact and found.input_edges == graph.describe()["edges"]
    assert found.vertices >= graph.describe()["vertices"] and found.peak_bytes > 0
    assert tricorn.count(path, memory=found.peak_bytes + resident()) == graph.count()
    with pytest.raises(OSError):
        tricorn.estimate(tmp_path / "missing")


def test_row_statistics() -> None:
    """Row u of a complete graph has the u vertices before it, whatever their order."""
    of = tricorn.row_statistics(tricorn.generate("complete", vertices=200))
    percents = [0, 25, 50, 75, 100]
    assert of.lengths == tuple(np.percentile(range(200), percents, method="lower").tolist())
    assert of.spreads == tuple(np.percentile(range(1, 199), percents, method="lower").tolist())
    assert of.warp_collisions == math.ceil(199 / 32)
    assert of.collisions == of.own_collisions == math.ceil(100 / 32)
    assert of.in_degree_collisions == of.collective_collisions == math.ceil(100 / 32)


def test_partition_sizes() -> None:
    """Blocks of TRUST: 4 bytes an edge, 8 for each of 60 / n rows and 8 more; n x n x n tasks."""
    graph = tricorn.generate("complete", vertices=60)
    for n in 1, 2, 3:
        of = graph.partition_sizes(partition="trust", blocks=n * n, device="cpu")
        assert (of.partition, of.rows, of.columns, of.blocks, of.tasks) == ("trust", n, n, n * n, n**3)
        assert of.total_bytes == 4 * math.comb(60, 2) + n * n * (8 * (60 // n) + 8)
        assert of.smallest_bytes <= of.total_bytes // of.blocks <= of.largest_bytes
        assert (of.empty_tasks, of.list_bytes, of.buffer_bytes) == (0, 0, 0)
    assert tricorn.partition_sizes(graph, partition="trix", blocks=4).list_bytes == 8 * math.comb(60, 2)
    with pytest.raises(tricorn.InvalidArgument):
        graph.partition_sizes()
    with pytest.raises(tricorn.InvalidArgument):
        graph.partition_sizes(partition="trucks")


def test_lists_by_partition() -> None:
    """The triangles of all parts, each once, are those of the graph, whatever cuts it."""
    edges = np.array(nx.gnm_random_graph(50, 400, seed=3).edges)
    rows: list[set[int]] = [set() for _ in range(50)]
    for u, v in edges.tolist():
        rows[u].add(v)
        rows[v].add(u)
    expected = [[u, v, w] for u, v, w in itertools.combinations(range(50), 3)
                if v in rows[u] and w in rows[u] and w in rows[v]]
    graph = tricorn.Graph(edges)
    for partition, blocks in itertools.product(("trust", "trix", "workload", "polak"), (1, 9, 64)):
        assert graph.triangles(partition=partition, blocks=blocks).tolist() == expected
        found = graph.triangles(partition=partition, blocks=blocks, sort=False).tolist()
        assert sorted(map(sorted, found)) == expected


def test_descriptions() -> None:
    """Values of parameters are within their bounds, those of a paper, too."""
    for name in tricorn.algorithms():
        of = tricorn.algorithm(name)
        assert of == tricorn.algorithm(of.alias or name) and of.name == name and of.summary
        assert all(one.least <= one.standard <= one.most for one in of.parameters)
        known = {f"{of.alias or name}.{one.name}": one for one in of.parameters}
        for setting in (of.paper_parameters or "").split():
            parameter, value = known[setting.partition("=")[0]], int(setting.partition("=")[2])
            assert parameter.least <= value <= parameter.most
    lotus = tricorn.algorithm("lotus")
    assert (lotus.name, lotus.device, lotus.vertices, lotus.parameters) == ("cpu-split-vertex", "cpu", False, ())
    assert "Koohi" in lotus.source and lotus.year == 2022
    assert [tricorn.partition(name).name for name in tricorn.partitions()] == tricorn.partitions()
    assert tricorn.partition("levels").on_disk and not tricorn.partition("trust").on_disk
    for wrong in tricorn.algorithm, tricorn.partition:
        with pytest.raises(ValueError, match="'trucks'"):
            wrong("trucks")


def rows_of(path: pathlib.Path) -> list[list[float]]:
    """The numbers of a table of text."""
    return [[float(word) for word in line.split()] for line in path.read_text().splitlines()]


@given(graphs())
def test_tables(tmp_path_factory: pytest.TempPathFactory, graph: nx.Graph) -> None:
    """Of ids that are far from dense, in another order than those."""
    known = nx.relabel_nodes(graph, {v: 97 - 7 * v for v in graph})
    known.remove_nodes_from(list(nx.isolates(known)))
    if not known:
        return
    made, path = tricorn.Graph(list(known.edges)), tmp_path_factory.mktemp("tables") / "table.txt"
    nodes, of, cut = sorted(known), nx.triangles(known), nx.clustering(known)
    edges = sorted(sorted(edge) for edge in known.edges)
    made.write_table("vertices", path)
    assert rows_of(path) == [[v, of[v]] for v in nodes]
    made.write_table("vertices", path, top=2)
    assert rows_of(path) == [[v, of[v]] for v in sorted(nodes, key=lambda v: (-of[v], v))[:2]]
    made.write_table("edges", path)
    assert rows_of(path) == [[u, v, len(list(nx.common_neighbors(known, u, v)))] for u, v in edges]
    made.write_table("triangles", path)
    assert rows_of(path) == sorted(sorted(c) for c in nx.enumerate_all_cliques(known) if len(c) == 3)
    made.write_table("generalized", path)
    assert rows_of(path) == [[v, *pair] for v in nodes
                             for pair in sorted(nx.generalized_degree(known, v).items())]
    made.write_table({"triangles": np.array([of[v] for v in nodes], np.int16),
                      "clustering": np.array([0.0, *(cut[v] for v in nodes)])[1:]}, path,
                     top=3, by="clustering")
    assert rows_of(path) == [[v, of[v], cut[v]] for v in sorted(nodes, key=lambda v: (-cut[v], v))[:3]]
    alike = [[u, v, value] for u, v, value in nx.jaccard_coefficient(known, edges)]
    made.write_table("similarity", path, least=0.25)
    assert rows_of(path) == [pytest.approx(row) for row in alike if row[2] >= 0.25]


def test_pairs_of_a_file(tmp_path: pathlib.Path) -> None:
    graph = nx.karate_club_graph()
    pairs = [(u, v) for u, v in itertools.permutations(graph, 2) if (u + 2 * v) % 5 == 0]
    known, path, out = tricorn.Graph(list(graph.edges)), tmp_path / "pairs.txt", tmp_path / "out.csv.gz"
    path.write_text("".join(f"{u} {v}\n" for u, v in pairs))
    expected = [value for _, _, value in nx.adamic_adar_index(graph, pairs)]
    assert known.pair_similarity(path, "adamic-adar").tolist() == pytest.approx(expected)
    for given_pairs in path, pairs:
        known.write_table("similarity", out, measure="adamic-adar", pairs=given_pairs)
        lines = gzip.decompress(out.read_bytes()).decode().splitlines()[1:]
        found = [line.split(",") for line in lines]
        assert [(int(u), int(v)) for u, v, _ in found] == pairs
        assert [float(value) for _, _, value in found] == pytest.approx(expected)
    path.write_text("0 1\n0 99\n")
    with pytest.raises(tricorn.BadFormat, match="99"):
        known.pair_similarity(path)
    with pytest.raises(OSError):
        known.pair_similarity(tmp_path / "missing")


@pytest.mark.parametrize("make", [list, tuple, pd.Series, lambda values: pd.Series(values)[::-1], pl.Series, pa.array])
def test_columns_of_results(tmp_path: pathlib.Path, make: Any) -> None:
    """In the order of the vertices, whatever the form."""
    graph, path = tricorn.Graph([(0, 1), (1, 2), (2, 0)]), tmp_path / "table.csv"
    whole, real = make([7, 8, 9]), make([0.5, 0.25, 4.0])
    graph.write_table({"a": whole, "b": real}, path)
    rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
    assert [(int(v), int(a), float(b)) for v, a, b in rows] == list(zip(range(3), np.asarray(whole), np.asarray(real)))


def test_tables_that_are_refused(tmp_path: pathlib.Path) -> None:
    graph, path = tricorn.Graph([(0, 1), (1, 2), (2, 0)]), tmp_path / "table.csv"
    whole, real = np.arange(3), np.ones(3)
    for table, keywords in (("edge", {}), ("columns", {}), ({}, {}), ({"a": whole[:2]}, {}),
                            ({"a": -whole}, {}), ({"a": real, "b": whole}, {}), ({"a b": whole}, {}),
                            ({"a": whole}, {"by": "b"}), ({"a": real * math.nan}, {}),
                            ({f"a{i}": whole for i in range(17)}, {}), ("vertices", {"pairs": [(0, 1)]}),
                            ("similarity", {"pairs": [(0, 3)]}), ("vertices", {"format": "xlsx"})):
        with pytest.raises(ValueError):
            graph.write_table(table, path, **keywords)
    for column in ["a", "b", "c"], np.ones(3, np.float32), np.array(["a", "b", "c"]):
        with pytest.raises(TypeError):
            graph.write_table({"a": column}, path)
    assert not path.exists()
    with pytest.raises(OSError):
        graph.write_table("vertices", tmp_path / "missing" / "table.csv")


def resident() -> int:
    """Bytes of this process, which the estimate of a new one does not have."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def test_labels_of_vertices() -> None:
    """Triangles by labels, against all triples of vertices; labels as a mapping and in the order of the vertices."""
    draw = random.Random(8)
    for seed in range(40):
        graph = nx.gnp_random_graph(14, 0.5, seed=seed)
        nodes = list(range(14)) if seed % 2 else [f"v{v}" for v in range(14)]
        graph = nx.relabel_nodes(graph, dict(enumerate(nodes)))
        labels = {v: draw.choice(("b", "a", "c", None)) for v in nodes if draw.random() < 0.9}
        expected: dict[tuple[Any, ...], int] = {}
        for triple in itertools.combinations(nodes, 3):
            if all(graph.has_edge(*pair) for pair in itertools.combinations(triple, 2)):
                key = tuple(sorted((labels.get(v) for v in triple), key=lambda label: (label is None, label)))
                expected[key] = expected.get(key, 0) + 1
        made = tricorn.Graph(graph)
        assert made.label_triangles(labels) == tricorn.label_triangles(graph, labels) == expected
        order = made.ids.tolist() if made.nodes is None else list(made.nodes)
        assert made.label_triangles([labels.get(v) for v in order]) == expected
    with pytest.raises(ValueError, match="'labels' has length 1, not 14, the number of vertices"):
        made.label_triangles(["a"])


def motifs_of(edges: list[tuple[Any, Any, int]], window: int) -> dict[str, int]:
    """The motifs by their definition, where the first edge leads from 1 to 2."""
    others = [(3, 2), (2, 3), (3, 1), (1, 3), (2, 1), (1, 2)]
    found = {f"M{i}{j}": 0 for i in range(1, 7) for j in range(1, 7)}
    for three in itertools.combinations(sorted((e for e in edges if e[0] != e[1]), key=lambda e: e[2]), 3):
        names: dict[Any, int] = {}
        ends = [tuple(names.setdefault(end, len(names) + 1) for end in edge[:2]) for edge in three]
        if len(names) <= 3 and three[2][2] - three[0][2] <= window:
            found[f"M{1 + others.index(ends[1])}{6 - others.index(ends[2])}"] += 1
    return found


@given(st.randoms(use_true_random=False))
def test_temporal_motifs(tmp_path_factory: pytest.TempPathFactory, draw: Any) -> None:
    nodes = draw.choice((["a", "b", "c", "d"], range(5), [2**40, 3, 7]))
    edges = [(draw.choice(nodes), draw.choice(nodes), draw.randint(-9, 9)) for _ in range(draw.randint(1, 25))]
    window, path = draw.choice((0, 3, 10, 2**63)), tmp_path_factory.mktemp("motifs") / "edges.csv"
    table = pd.DataFrame(edges, columns=["source", "target", "time"])
    table.to_csv(path, index=False)
    expected, (first, second, times) = motifs_of(edges, window), map(list, zip(*edges))
    dates = pd.Timestamp("2024-02-29 23:59:55") + pd.to_timedelta(table["time"], unit="s")
    dated, other = table.assign(time=dates), table.rename(columns={"time": "at"})
    for one in (edges, path, table, table.to_dict("records"), pa.table(table), table.to_records(index=False), dated,
                pa.table(dated), dated.astype(str), pl.from_pandas(dated), table.astype({"time": float}),
                dated.assign(time=dates.dt.tz_localize("UTC")), tricorn.Graph(table, times=True)):
        assert tricorn.temporal_motifs(one, window) == expected, type(one)
    for given_, more in ((pd.concat([table, table.assign(time=None)]), {"missing": "drop"}), (other, {"times": "at"}),
                         (other, {"columns": {"source": 1, "target": 2, "time": "at"}}), ((first, second), {"times": np.array(times)}),
                         (list(zip(first, second)), {"times": times})):
        assert tricorn.temporal_motifs(given_, window, **more) == expected, more
    for one in table, path, pl.from_pandas(table):
        assert tricorn.temporal_motifs(one, window, where="time>=0") == motifs_of([e for e in edges if e[2] >= 0], window)


def test_wrong_times() -> None:
    for one, words in (([(1, 2, 0.5)], "0.5' in row 0"), ([(1, 2, 2**63)], "64 bits"), ([(1, 2)], "time of each edge"),
                       ([(1, 2, "2024-01-31"), (1, 2, 3)], "dates and numbers"), (tricorn.Graph([(1, 2)]), "no times"),
                       (nx.path_graph(3), "graph.edges"), (pd.DataFrame({"source": [1], "target": [2]}), "time")):
        with pytest.raises((TypeError, ValueError), match=words):
            tricorn.temporal_motifs(one, 5)


@given(st.randoms(use_true_random=False))
def test_labels_of_edges(draw: Any) -> None:
    edges = [(draw.randrange(7), draw.randrange(7), draw.choice("bac")) for _ in range(draw.randint(1, 40))]
    of: dict[frozenset[int], set[str]] = {}
    for u, v, label in edges:
        of.setdefault(frozenset((u, v)), set()).add(label)
    expected = collections.Counter(
        tuple(sorted(choice)) for a, b, c in itertools.combinations(range(7), 3)
        for choice in itertools.product(*(of.get(frozenset(pair), ()) for pair in ((a, b), (b, c), (a, c)))))
    table = pd.DataFrame([*edges, (0, 1, None)], columns=["source", "target", "kind"])
    for one in table, pa.table(table), pl.from_pandas(table):
        assert tricorn.edge_label_triangles(one, "kind", missing="drop") == expected
    timed = table.assign(time=[*range(len(edges)), 0])
    assert tricorn.edge_label_triangles(timed, "kind", missing="drop", where="time<99") == expected
    assert tricorn.edge_label_triangles([edge[:2] for edge in edges], [edge[2] for edge in edges]) == expected
