"""The backend of NetworkX, by NetworkX itself and by its own tests."""
import copy
import itertools
import math
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_answers import arcs, graphs

import _tricorn_networkx
from tricorn import networkx_backend

nx.config.warnings_to_ignore.add("cache")
COMPONENTS = ["connected_components", "number_connected_components", "is_connected"]
CORES = ["k_core", "k_shell", "k_crust", "k_corona"]
FUNCTIONS = list(_tricorn_networkx.get_info()["functions"])
NAMES = {0: "a", 1: ("b", 1), 2: 2.5, 3: frozenset({3}), 4: -4, 5: 2**70, 6: True, 7: b"7"}


def both(name: str, graph: nx.Graph, *args: object) -> tuple[object, object]:
    """What NetworkX finds, and what the backend does; exceptions are found, too."""
    found = []
    function = nx.utils.backends._registered_algorithms[name]
    for backend in "networkx", "tricorn":
        try:
            answer = function(graph, *args, backend=backend)
            found.append(list(answer) if hasattr(answer, "__next__") else answer)
        except (nx.NetworkXException, KeyError, ValueError, ZeroDivisionError) as error:
            found.append((type(error), str(error)))
    return found[0], found[1]


def same(name: str, graph: nx.Graph, *args: object) -> None:
    one, other = both(name, graph, *args)
    assert type(one) is type(other) or one == other == 0  # NetworkX has both, 0 and 0.0
    if isinstance(one, nx.Graph):
        assert nx.utils.graphs_equal(one, other)
        assert list(one) == list(other)  # type: ignore[call-overload]
    else:
        assert one == other, (name, args)
        assert not isinstance(one, dict) or list(one) == list(other)  # type: ignore[call-overload]
        assert repr(one).count("numpy") == repr(other).count("numpy") == 0


def close(one: object, other: object) -> None:
    """Dicts with the same keys in the same order, and nearly the same floats."""
    assert isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other)
    assert list(map(type, one.values())) == list(map(type, other.values()))
    assert list(other.values()) == pytest.approx(list(one.values()), rel=1e-9, abs=1e-9, nan_ok=True)


@given(graphs(), st.booleans())
def test_same_answers(graph: nx.Graph, named: bool) -> None:
    if named:
        graph = nx.relabel_nodes(graph, NAMES)
    nodes = list(graph)
    for name in ("triangles", "clustering", "square_clustering", "generalized_degree"):
        same(name, graph)
        same(name, graph, nodes[0])
        same(name, graph, nodes[1:4])
        same(name, graph, [*nodes, "nowhere"])
    for name in ("transitivity", "average_clustering", "core_number", "k_core", "k_shell", "k_crust", "onion_layers",
                 *COMPONENTS):
        same(name, graph)
    for node in *nodes[:1], "nowhere":
        same("node_connected_component", graph, node)
    same("average_clustering", graph, nodes[:3])
    same("average_clustering", graph, None, None, False)
    for k in range(-1, 6):
        for name in "k_truss", *CORES:
            same(name, graph, k)
    one, other = both("all_triangles", graph)
    assert set(map(frozenset, one)) == set(map(frozenset, other)) and len(one) == len(other)  # type: ignore[arg-type]


def weigh(graph: nx.Graph, choose: Callable[[int], object], name: str = "weight") -> nx.Graph:
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data[name] = choose(number)
    return graph


@given(graphs(), st.integers(0, 2**32), st.booleans())
def test_same_by_weights(graph: nx.Graph, seed: int, named: bool) -> None:
    source = random.Random(seed)
    weigh(graph, lambda _: source.choice([1, 2.5, source.random(), 10**source.uniform(-9, 9)]))
    if named:
        graph = nx.relabel_nodes(graph, NAMES)
    nodes = list(graph)
    for edge in list(graph.edges)[::5]:
        del graph.edges[edge]["weight"]  # NetworkX takes 1
    for bunch in None, nodes[1:4]:
        one, other = both("clustering", graph, bunch, "weight")
        assert one == pytest.approx(other, rel=1e-12, abs=0)
        assert all(type(one[node]) is type(other[node]) for node in one)  # type: ignore[index, attr-defined]
    one, other = both("clustering", graph, nodes[0], "weight")
    assert one == pytest.approx(other, rel=1e-12, abs=0)
    for more in ("weight",), ("weight", False), ("no such attribute",):
        one, other = both("average_clustering", graph, None, *more)
        assert one == other or one == pytest.approx(other, rel=1e-12)


@pytest.mark.parametrize("change", [
    lambda graph: graph.edges[0, 1].update(weight=-2),
    lambda graph: graph.edges[0, 1].update(weight=math.nan),
    lambda graph: graph.edges[0, 1].update(weight=2 + 1j),
    lambda graph: graph.edges[0, 1].update(weight="heavy"),
    lambda graph: graph.add_edge(0, 0, weight=9),
    lambda graph: weigh(graph, lambda _: 0),
    lambda graph: graph.remove_edges_from(list(weigh(graph, lambda _: 0).edges)[1:]),
], ids=["negative", "nan", "complex", "word", "loop", "zeros", "one zero"])
def test_weights_that_are_not_taken(change: Callable[[nx.Graph], object]) -> None:
    """NetworkX answers."""
    graph = weigh(nx.complete_graph(20), lambda number: 1 + number % 3)
    change(graph)
    with pytest.raises(NotImplementedError):
        nx.clustering(graph, weight="weight", backend="tricorn")
    found = []
    for priority in [], ["tricorn"]:
        with nx.config(backend_priority=priority, fallback_to_nx=True):
            try:
                found.append(repr(nx.clustering(graph, weight="weight")))
            except (ZeroDivisionError, TypeError) as error:
                found.append(repr(error))
    assert found[0] == found[1]


def test_weights_of_two_attributes() -> None:
    graph = weigh(weigh(nx.complete_graph(20), lambda number: 1 + number, "a"), lambda number: 1, "b")
    for name in "abab":
        assert nx.clustering(graph, 0, name, backend="tricorn") == pytest.approx(
            nx.clustering(graph, 0, name, backend="networkx"))
    assert nx.clustering(graph, 0, "b", backend="tricorn") == 1
    nx.set_edge_attributes(graph, 5, "a")
    assert nx.clustering(graph, 0, "a", backend="tricorn") == 1


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(7, 13)), min_size=1), st.sampled_from(["dot", "min", "max", "none"]))
def test_same_on_two_sides(edges: set[tuple[int, int]], mode: str) -> None:
    graph = nx.Graph(list(edges), name="G")
    left = [node for node in graph if node < 7]
    same("robins_alexander_clustering", graph)
    for name in "latapy_clustering", "bipartite_average_clustering":
        for some in (graph, None, mode), (graph, left[1:], mode), (nx.complete_graph(4), [], mode):
            one, other = both(name, *some)
            assert other == (pytest.approx(one) if isinstance(one, (dict, float)) else one)
    same("projected_graph", graph, left)
    same("weighted_projected_graph", graph, list(graph))
    for name in "weighted_projected_graph", "overlap_weighted_projected_graph":
        for how in False, True:
            same(name, graph, left, how)
    one, other = ({frozenset(ends): weight for *ends, weight in found.edges.data("weight")}  # type: ignore[attr-defined]
                  for found in both("collaboration_weighted_projected_graph", graph, left))
    assert other == pytest.approx(one)


@given(graphs())
def test_same_predictions(graph: nx.Graph) -> None:
    pairs = list(itertools.permutations(graph, 2))
    for name, *more in (("jaccard_coefficient",), ("adamic_adar_index",), ("resource_allocation_index",),
                        ("common_neighbor_centrality",), ("common_neighbor_centrality", 0.3),
                        ("common_neighbor_centrality", 1)):
        for bunch in None, pairs:
            one, other = both(name, graph, bunch, *more)
            assert [row[:2] for row in one] == [row[:2] for row in other]  # type: ignore[attr-defined]
            assert [row[2] for row in one] == pytest.approx([row[2] for row in other])  # type: ignore[attr-defined]
        one, other = both(name, graph, [(0, "nowhere")])
        assert one == other and one[0] is nx.NodeNotFound  # type: ignore[index]


@given(arcs(), st.booleans())
def test_same_of_directed(graph: nx.DiGraph, named: bool) -> None:
    if named:
        graph = nx.relabel_nodes(graph, NAMES)
    nodes = list(graph)
    for bunch in None, nodes[0], nodes[1:4]:
        same("clustering", graph, bunch)
    for name in "average_clustering", "triadic_census", "transitivity", "core_number", "k_core", "k_shell", "k_crust":
        same(name, graph)
    for name in COMPONENTS:
        same(name.replace("connected", "weakly_connected"), graph)
    for name, k in itertools.product(CORES, range(6)):
        same(name, graph, k)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    for nodelist in nodes, nodes[:1], nodes[1:4], [], [*nodes, "nowhere"], nodes[:1] * 2:
        same("triadic_census", graph, nodelist)


@given(arcs(), st.integers(0, 2**32))
def test_same_of_directed_by_weights(graph: nx.DiGraph, seed: int) -> None:
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    source = random.Random(seed)
    if source.random() < 0.3:  # all edges in both directions
        graph.add_edges_from([(v, u) for u, v in graph.edges])
    weigh(graph, lambda _: source.choice([1, 2.5, source.random(), 0]))
    for edge in list(graph.edges)[::5]:
        del graph.edges[edge]["weight"]
    if not any(graph.edges[edge].get("weight", 1) for edge in graph.edges):
        return  # division by 0
    for bunch in None, list(graph)[1:4]:
        close(*both("clustering", graph, bunch, "weight"))


def test_multigraphs() -> None:
    """All that NetworkX finds of multigraphs."""
    source = random.Random(1)
    for _ in range(100):
        size = source.randint(1, 12)
        pairs = [(source.randrange(size), source.randrange(size)) for _ in range(source.randint(0, 40))]
        graph, arcs = nx.MultiGraph(pairs), nx.MultiDiGraph(pairs)
        for name in "triangles", "square_clustering", *COMPONENTS:
            same(name, graph)
        for node in list(graph)[:2]:
            same("node_connected_component", graph, node)
        communities(graph)
        cliques(graph)
        for name in "triadic_census", *(name.replace("connected", "weakly_connected") for name in COMPONENTS):
            same(name, arcs)
        for name, one in ("core_number", arcs), ("onion_layers", graph), ("k_shell", graph):
            with pytest.raises(nx.NetworkXNotImplemented):
                getattr(nx, name)(one, backend="tricorn")


def communities(graph: nx.Graph) -> None:
    """NetworkX's order of communities is that of the cliques that it finds."""
    for k in 2, 3, 4, 5:
        one, other = both("k_clique_communities", graph, k)
        assert len(one) == len(other) and set(one) == set(other), k  # type: ignore[arg-type, call-overload]
        assert all(type(found) is frozenset for found in other)  # type: ignore[attr-defined]


@given(graphs(), st.booleans())
def test_same_communities(graph: nx.Graph, named: bool) -> None:
    communities(nx.relabel_nodes(graph, NAMES) if named else graph)
    same("k_clique_communities", graph, 1)


def cliques(graph: nx.Graph) -> None:
    """NetworkX's order of cliques is that of its sets; only those of all sizes are sorted by it."""
    for name in "find_cliques", "enumerate_all_cliques":
        sizes = list(map(len, getattr(nx, name)(graph, backend="tricorn")))
        assert sizes == sorted(sizes) or name == "find_cliques"
        one, other = (Counter(map(frozenset, found)) for found in both(name, graph))  # type: ignore[call-overload]
        assert one == other and max(one.values(), default=1) == 1
    one, other = both("node_clique_number", graph)
    assert one == other and type(one) is type(other)


@given(graphs())
def test_same_efficiency(graph: nx.Graph) -> None:
    if nx.number_of_selfloops(graph):
        with pytest.raises(NotImplementedError):
            nx.local_efficiency(graph, backend="tricorn")
        graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    graph.add_edges_from((node, "hub") for node in list(graph)[::2])  # paths of several lengths among neighbours
    graph.add_edges_from(itertools.pairwise([*graph, "hub"]))
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    one, other = both("local_efficiency", nx.MultiGraph(graph))
    assert type(one) is type(other) is float and other == pytest.approx(one)


def test_other_versions() -> None:
    out = subprocess.run([sys.executable, "-B", "-c", "import networkx as nx\nnx.__version__ = '3.1'\n"
                          "import tricorn.networkx_backend"], capture_output=True, text=True)
    assert "NetworkX 3.2 and later, and this is 3.1" in out.stderr


@pytest.mark.parametrize(("version", "answers"), [((3, 2), [True, False]), ((3, 6), [True, "tricorn takes undirected graphs here"])])
def test_refusals(monkeypatch: pytest.MonkeyPatch, version: tuple[int, int], answers: list[bool | str]) -> None:
    """NetworkX 3.2 takes any text for True."""
    monkeypatch.setattr(networkx_backend, "_VERSION", version)
    assert [networkx_backend.can_run("triangles", (graph,), {}) for graph in (nx.Graph(), nx.DiGraph())] == answers


@given(graphs(), st.booleans())
def test_same_cliques(graph: nx.Graph, named: bool) -> None:
    cliques(nx.relabel_nodes(graph, NAMES) if named else graph)


def test_cliques_of_larger_graphs() -> None:
    """Rows of several words, many cliques at a vertex, and the first of too many to wait for."""
    source = random.Random(4)
    for size, density in (200, 0.1), (100, 0.4), (70, 0.6):
        graph = nx.gnp_random_graph(size, density, seed=source.randrange(99))
        one, other = (Counter(map(frozenset, found)) for found in both("find_cliques", graph))  # type: ignore[call-overload]
        assert one == other
    assert len(list(nx.find_cliques(nx.complete_multipartite_graph(*[3] * 8), backend="tricorn"))) == 3**8
    some = itertools.islice(nx.find_cliques(nx.complete_multipartite_graph(*[3] * 60), backend="tricorn"), 1000)
    assert {len(set(clique)) for clique in some} == {60}
    assert max(map(len, nx.find_cliques(nx.complete_graph(300), backend="tricorn"))) == 300
    with nx.config(backend_priority=["tricorn"], fallback_to_nx=True):
        assert sorted(map(sorted, nx.find_cliques(graph, [0]))) == \
            sorted(map(sorted, nx.find_cliques(graph, [0], backend="networkx")))


@given(st.one_of(graphs(), arcs()), st.integers(0, 2**32), st.booleans())
def test_same_structural_holes(graph: nx.Graph, seed: int, named: bool) -> None:
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    source = random.Random(seed)
    weigh(graph, lambda _: source.choice([1, 2.5, 1 + source.random(), 10**source.uniform(-3, 3)]))
    for edge in list(graph.edges)[::5]:
        del graph.edges[edge]["weight"]
    if named:
        graph = nx.relabel_nodes(graph, NAMES)
    for name, weight in itertools.product(("constraint", "effective_size"), (None, "weight", "no such attribute")):
        one, other = both(name, graph, list(graph), weight)
        close(one, other)
        close(*both(name, graph, list(graph)[1:4], weight))
        whole = getattr(nx, name)(graph, weight=weight, backend="tricorn")
        if name == "constraint":
            close(getattr(nx, name)(graph, weight=weight, backend="networkx"), whole)
        # For all nodes, NetworkX 3.6 divides by the largest weights of other nodes, if SciPy's max(axis=1) is a vector.
        for node in graph:
            assert math.isnan(whole[node]) == (graph.degree[node] == 0)
            assert not graph._adj[node] or whole[node] == other[node]  # type: ignore[index]


@pytest.mark.parametrize("name", ["constraint", "effective_size"])
def test_structural_holes_that_are_not_taken(name: str) -> None:
    """NetworkX answers for self loops, weights of 0 and nodes that are not there."""
    looped = nx.Graph([(0, 1), (1, 2), (0, 2), (2, 3), (3, 3)])
    light = weigh(nx.complete_graph(5), lambda number: number % 3)
    for graph, weight in (looped, None), (light, "weight"):
        with pytest.raises(NotImplementedError):
            getattr(nx, name)(graph, weight=weight, backend="tricorn")
    assert both(name, light, [0, 9])[0] == both(name, light, [0, 9])[1]


def test_layers_of_parts() -> None:
    """Layers by hand: a path is peeled from both ends, and a clique at once."""
    graph = nx.disjoint_union(nx.path_graph(5), nx.complete_graph(4))
    graph.add_node("alone")
    assert nx.onion_layers(graph, backend="tricorn") == \
        {"alone": 1, 0: 2, 4: 2, 1: 3, 3: 3, 2: 4, 5: 5, 6: 5, 7: 5, 8: 5}
    same("onion_layers", graph)


def test_attributes_are_kept() -> None:
    graph = nx.complete_graph(5)
    graph.graph["title"] = "five"
    graph.add_edges_from([(0, 9), (9, 8)])
    for number, (u, v, data) in enumerate(graph.edges(data=True)):
        data["number"] = number
        graph.nodes[u]["name"] = str(u)
    for name, k in itertools.product(("k_truss", *CORES), range(5)):
        same(name, graph, k)
    assert nx.k_truss(graph, 5, backend="tricorn").edges[0, 1] == {"number": 0}


def test_what_is_not_taken() -> None:
    """Where the backend cannot, NetworkX answers, by its priorities."""
    pair = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    loops = nx.Graph([(0, 1), (1, 1)])
    with nx.config(backend_priority=["tricorn"], fallback_to_nx=True):
        assert nx.square_clustering(pair) == nx.square_clustering(pair, backend="networkx")
        with pytest.raises(nx.NetworkXNotImplemented):
            nx.triangles(pair)
        with pytest.raises(nx.NetworkXNotImplemented, match="self loops"):
            nx.k_truss(loops, 2)
        with pytest.raises(nx.NetworkXNotImplemented):
            nx.clustering(nx.MultiGraph(loops))
        loops.add_edges_from([(0, 2), (1, 2), (2, 2)])
        assert list(nx.jaccard_coefficient(loops, [(0, 1)])) == \
            list(nx.jaccard_coefficient(loops, [(0, 1)], backend="networkx"))
    same("triangles", loops)
    same("clustering", loops)
    same("transitivity", loops)
    same("generalized_degree", loops)
    assert nx.triangles(nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 0)]), backend="tricorn") == \
        {0: 1, 1: 1, 2: 1}
    empty = nx.Graph()
    for name in "triangles", "transitivity", "average_clustering", "core_number", "onion_layers", *CORES[:3], *COMPONENTS:
        same(name, empty)


def test_graphs_are_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    conversions = 0
    convert = networkx_backend.convert_from_nx

    def counted(graph: nx.Graph, **kept: object) -> networkx_backend.BackendGraph:
        nonlocal conversions
        conversions += 1
        return convert(graph, **kept)

    monkeypatch.setattr(networkx_backend, "convert_from_nx", counted)
    graph = nx.complete_graph(30)
    with nx.config(backend_priority=["tricorn"]):
        assert nx.transitivity(graph) == nx.transitivity(graph) == 1
        assert conversions == 1
        graph.remove_edge(0, 1)
        assert nx.triangles(graph, 0) == 378  # 28 choose 2
        assert conversions == 2
        assert nx.triangles(graph.subgraph(range(1, 29)), 1) == 351  # 27 choose 2
        assert conversions == 3
        small = nx.complete_graph(4)
        assert nx.triangles(small, 0) == 3
        assert conversions == 3
    assert "fewer" in str(networkx_backend.should_run("triangles", (small,), {}))
    assert networkx_backend.should_run("triangles", (graph,), {}) is True


def test_copies() -> None:
    """A graph that keeps what was converted is still copied, and sent to other processes."""
    graph = nx.complete_graph(30)
    assert nx.triangles(graph, 0, backend="tricorn") == 406  # 29 choose 2
    for made in copy.deepcopy(graph), pickle.loads(pickle.dumps(graph)), copy.copy(graph):
        assert nx.triangles(made, 0, backend="tricorn") == 406
    made = pickle.loads(pickle.dumps(graph))
    made.remove_edge(0, 1)
    assert nx.triangles(made, 0, backend="tricorn") == 378  # 28 choose 2
    assert nx.triangles(graph, 0, backend="tricorn") == 406


def test_changed_while_it_is_read() -> None:
    """A node whose equality changes the graph: an exception or an answer, no crash."""

    class Odd:
        graph: nx.Graph

        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            for row in list(self.graph._adj.values()):
                row.clear()
            self.graph._adj.clear()
            return self is other

    graph = nx.Graph()
    nodes = [Odd() for _ in range(30)]
    Odd.graph = nx.Graph()
    graph.add_edges_from(itertools.combinations(nodes, 2))
    Odd.graph = graph
    try:
        networkx_backend.convert_from_nx(graph)
    except (ValueError, TypeError, KeyError, RuntimeError):
        pass


def test_broken_dictionaries() -> None:
    graph = nx.Graph([(0, 1)])
    graph._adj[1][5] = {}
    with pytest.raises(ValueError, match="not a node"):
        networkx_backend.convert_from_nx(graph)
    graph._adj[1] = [0]
    with pytest.raises(TypeError):
        networkx_backend.convert_from_nx(graph)


SUITES = [f"networkx.algorithms.{name}"
          for name in ("tests.test_clique", "tests.test_cluster", "tests.test_core", "tests.test_efficiency", "tests.test_link_prediction", "tests.test_structuralholes",
                       "tests.test_triads", "components.tests.test_connected", "components.tests.test_weakly_connected",
                       "community.tests.test_kclique", "bipartite.tests.test_cluster", "bipartite.tests.test_project")]
RUN = f"""
import collections, pytest, sys
from tricorn import networkx_backend
calls = collections.Counter()
def counted(name, function):
    def call(*args, **kwargs):
        calls[name] += 1
        return function(*args, **kwargs)
    return call
for name in {FUNCTIONS!r}:
    setattr(networkx_backend, name, counted(name, getattr(networkx_backend, name)))
code = pytest.main(["-q", "-p", "no:cacheprovider", "--pyargs", *{SUITES!r}])
print(dict(calls))
idle = [name for name in {FUNCTIONS!r} if not calls[name]]
sys.exit(code or (f"not called: {{idle}}" if idle else 0))
"""


def test_suites_of_networkx() -> None:
    """NetworkX's tests of what the backend has: all pass, and each function of it is called."""
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": "tricorn", "NETWORKX_FALLBACK_TO_NX": "True"}
    out = subprocess.run([sys.executable, "-B", "-c", RUN], env=environment, capture_output=True,
                         text=True, cwd="/")
    assert out.returncode == 0, out.stdout[-4000:] + out.stderr
    assert " passed" in out.stdout and "failed" not in out.stdout and "xfail" not in out.stdout


def test_info_is_light() -> None:
    code = ("import sys, _tricorn_networkx as b; b.get_info()\n"
            "print(sorted(m for m in sys.modules if m.partition('.')[0] in "
            "('tricorn', 'numpy', 'networkx')))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          check=True).stdout == "[]\n"
