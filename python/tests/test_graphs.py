"""Graphs as Python's objects: sizes, edges, copies, pickles, processes; and as other packages have them."""
import copy
import html.parser
import io
import pathlib
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Hashable
from typing import Any

import networkx as nx
import numpy as np
import pytest

import tricorn

NAMES: dict[str, Callable[[int], Hashable]] = {
    "places": lambda v: v, "numbers": lambda v: 7 * (v * 5 % 12) + 3, "large": lambda v: 2**64 - 1 - v,
    "negative": lambda v: 4 - v, "words": lambda v: f"n\u00f6de {v * 5 % 12}", "zeros": lambda v: f"a\0{v}",
    "tuples": lambda v: (v, "x"), "mixed": lambda v: v if v % 2 else str(v), "reals": lambda v: v / 2,
}


def drawn(seed: int, name: Callable[[int], Hashable], directed: bool = False, weighted: bool = False) -> Any:
    """A random graph of NetworkX, with isolated nodes, whose edges may have weights."""
    draw = random.Random(seed)
    made = nx.DiGraph() if directed else nx.Graph()
    size = draw.randrange(1, 13)
    made.add_nodes_from(map(name, range(size)))
    for _ in range(draw.randrange(3 * size)):
        u, v = draw.randrange(size), draw.randrange(size)
        if u != v:
            weight = float(u + v + 1)  # of both directions
            made.add_edge(name(u), name(v), **({"weight": weight} if weighted else {}))
    return made


def made_of(source: Any, directed: bool, weighted: bool) -> tricorn.Graph:
    return tricorn.Graph(source, directed=directed, weight="weight" if weighted and source.size() else None)


KINDS = pytest.mark.parametrize(("directed", "weighted"), [(False, False), (True, False), (False, True), (True, True)])


def expected_edges(source: Any) -> list[Any]:
    """The edges as Graph.edges() promises them: by the places of their ends."""
    place = {node: number for number, node in enumerate(source)}
    rows = [(u, v) if source.is_directed() or place[u] < place[v] else (v, u) for u, v in source.edges]
    return sorted(rows, key=lambda row: (place[row[0]], place[row[1]]))


@KINDS
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_edges(name: Callable[[int], Hashable], directed: bool, weighted: bool) -> None:
    for seed in range(20):
        source = drawn(seed, name, directed, weighted)
        graph = made_of(source, directed, weighted)
        ends, values = graph.edges().ends, graph.edges().values
        expected = expected_edges(source)
        assert [tuple(row) for row in ends.tolist()] == expected
        assert (graph.n, graph.m, len(graph)) == (len(source), source.to_undirected().size(), len(source))
        if weighted and source.size():
            assert values.tolist() == [source.edges[row]["weight"] for row in expected]
        else:
            assert values is None


def test_edges_of_a_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / "edges.txt").write_text("900 5\n5 900\n7 5\n7 7\n")
    graph = tricorn.Graph(tmp_path / "edges.txt")
    assert graph.edges().ends.tolist() == [[5, 7], [5, 900]] and graph.edges().ends.dtype == np.int64
    (tmp_path / "words.txt").write_text("b a\nc b\n")
    assert tricorn.Graph(tmp_path / "words.txt").edges().ends.tolist() == [["b", "a"], ["b", "c"]]


class Texts(html.parser.HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_shown() -> None:
    """Sizes are in both forms; names cannot become tags."""
    names = ["<script>alert(1)</script>", "a & b", '"']
    graph = tricorn.Graph(([names[0], names[0]], [names[1], names[2]]), directed=True, weights=[1, 2])
    assert repr(graph) == "<tricorn.Graph of 3 vertices, 2 edges, directed, weighted>"
    page = Texts(graph._repr_html_())
    assert set(page.tags) == {"div", "b", "br"}
    assert all(name in page.text for name in [*names, "3 vertices, 2 edges, directed, weighted"])
    large = tricorn.generate("complete", vertices=1200)
    assert repr(large) == "<tricorn.Graph of 1,200 vertices, 719,400 edges>"
    assert large.describe()["directed"] is large.describe()["weighted"] is False
    assert "and 1 more" in tricorn.Graph(nx.path_graph(11))._repr_html_()


# ---- copies and pickles ----

def answers(graph: tricorn.Graph) -> dict[str, Any]:
    """What a graph answers to every question; an error as its type."""
    asks: dict[str, Callable[[], Any]] = {
        name: getattr(graph, name) for name in
        ("count", "vertex_triangles", "degrees", "core_numbers", "components", "clustering", "squares",
         "square_clustering", "edge_support", "edge_clustering", "edge_curvature", "trussness", "similarity", "triangles", "edges", "average_clustering",
         "transitivity", "generalized_degrees", "triple_census", "vertex_triples", "triad_census", "vertex_triads", "directed_clustering",
         "weighted_clustering", "weighted_transitivity", "cliques", "balance", "vertex_balance", "graphlets", "vertex_orbits", "vertex_cliques",
         "approximate_vertices", "row_statistics")}
    asks["nodes"] = lambda: graph.nodes if graph.nodes is None else list(graph.nodes)
    asks["ids"] = lambda: graph.ids
    asks["communities"] = lambda: [places.tolist() for places in graph.clique_communities(3)]
    asks["truss"] = lambda: graph.k_truss(3).edges()
    asks["core"] = lambda: graph.k_core(2).edges()
    asks["pairs"] = lambda: graph.pair_similarity(graph.edges().ends)
    asks["changing"] = lambda: graph.changing().edges
    asks["labels"] = lambda: graph.label_triangles(["x", None] * (graph.n // 2) + ["y"] * (graph.n % 2))
    asks["input"] = lambda: [graph.describe()[key] for key in
                             ("vertices", "isolated", "edges", "input_edges", "self_loops", "duplicates", "missing", "excluded",
                              "both_directions", "format", "dialect", "directed", "weighted")]
    found = {}
    for name, ask in asks.items():
        try:
            found[name] = plain(ask())
        except tricorn.Error as error:
            found[name] = type(error)
    return found


def plain(value: Any) -> Any:
    if isinstance(value, tricorn.Edges):
        return [plain(value.ends), plain(value.values)]
    if isinstance(value, (tricorn.Vertices, tricorn.Triangles)):
        return value.tolist()
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


@KINDS
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_pickles(name: Callable[[int], Hashable], directed: bool, weighted: bool) -> None:
    for seed in range(3):
        graph = made_of(drawn(seed, name, directed, weighted), directed, weighted)
        known = answers(graph)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(graph, protocol))
            if protocol in (2, pickle.HIGHEST_PROTOCOL):
                assert answers(again) == known
            assert repr(again) == repr(graph)
        assert answers(pickle.loads(pickle.dumps(again))) == known
    assert copy.copy(graph) is graph and copy.deepcopy([graph])[0] is graph


@pytest.mark.parametrize("text", ["5 900\n7 5\n900 7\n7 7\n5 7\n", "b a\nc b\na c\nNA c\n", "18446744073709551615 3\n"])
@pytest.mark.parametrize("given", [{}, {"directed": True}])
def test_pickles_of_files(tmp_path: pathlib.Path, text: str, given: dict[str, Any]) -> None:
    path = tmp_path / "edges.txt"
    path.write_text(text)
    graph = tricorn.Graph(path, format="edges", missing="drop", **given)
    path.unlink()
    again = pickle.loads(pickle.dumps(graph))
    assert answers(again) == answers(graph)
    files = [tmp_path / "first.txt", tmp_path / "second.txt"]
    for one, file in zip((graph, again), files, strict=True):
        one.write(file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_parts_of_graphs_are_pickled() -> None:
    karate = tricorn.Graph(nx.relabel_nodes(nx.karate_club_graph(), lambda v: f"club {v}"))
    for part in (karate.k_truss(4), karate.k_core(3), karate.changing().graph(), tricorn.generate("kronecker", scale=6)):
        assert answers(pickle.loads(pickle.dumps(part))) == answers(part)


def test_objects_stay_themselves() -> None:
    """A node that is equal to itself alone is the same one in the list and in the graph."""
    nodes = [object(), object(), object()]
    graph = tricorn.Graph([(nodes[0], nodes[1]), (nodes[1], nodes[2])])
    again, others = pickle.loads(pickle.dumps((graph, nodes)))
    assert again.edges().ends.tolist() == [others[:2], others[1:]]


def test_pickles_of_graphs_on_disk(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "edges.txt"
    tricorn.generate("kronecker", scale=8).write(path)
    graph = tricorn.Graph(path, work=str(tmp_path / "work"))
    assert repr(graph).endswith("on disk>")
    content = pickle.dumps(graph)
    assert len(content) < 1000
    again = pickle.loads(content)
    assert again.count() == graph.count() and (again.n, again.m) == (graph.n, graph.m)
    path.write_text("0 1\n")
    with pytest.raises(ValueError, match="the file has changed"):
        pickle.loads(content)
    with path.open("rb") as file, pytest.raises(NotImplementedError, match="made of a file by its path"):
        pickle.dumps(tricorn.Graph(file, work=str(tmp_path / "other")))


@pytest.mark.parametrize("directed", [False, True])
def test_damaged_pickles(directed: bool) -> None:
    """A changed byte of the graph is an error; a changed byte of pickle's own is that, or pickle's error."""
    graph = tricorn.Graph(nx.relabel_nodes(nx.karate_club_graph(), str), directed=directed)
    called, (state,) = graph.__reduce__()
    key = "tri"
    draw = random.Random(1)
    for _ in range(300):
        damaged = bytearray(state[key])
        damaged[draw.randrange(len(damaged))] ^= 1 << draw.randrange(8)
        with pytest.raises(tricorn.BadFormat, match="the pickled graph"):
            called({**state, key: bytes(damaged)})
    if directed:
        values = graph.__reduce__()[1][0]["values"][0]
        for place in range(len(values)):
            with pytest.raises(tricorn.BadFormat, match="the pickled graph"):
                called({**state, "values": (values[:place] + bytes([values[place] ^ 1]) + values[place + 1:], None)})
    for size in (0, 1, 63, len(state[key]) - 1):
        with pytest.raises(tricorn.BadFormat, match="the pickled graph"):
            called({**state, key: state[key][:size]})
    for lost in set(state) - {"form"}:
        with pytest.raises(tricorn.BadFormat, match="the pickled graph"):
            called({name: part for name, part in state.items() if name != lost})
    with pytest.raises(tricorn.BadFormat, match="this version of tricorn"):
        called({**state, "form": 2})
    content = pickle.dumps(graph)
    for size in range(0, len(content), 97):
        with pytest.raises((pickle.UnpicklingError, EOFError, tricorn.BadFormat)):
            pickle.load(io.BytesIO(content[:size]))


PROCESSES = """
import multiprocessing
import tricorn

def ask(graph):
    return graph.count(threads=1), graph.edges().ends.tolist(), graph.nodes

if __name__ == "__main__":
    graphs = [tricorn.Graph([("a", "b"), ("b", "c"), ("c", "a")]), tricorn.generate("complete", vertices=7),
              tricorn.Graph([(0, 1), (1, 2), (2, 0)], directed=True, weights=[1, 2, 3])]
    for method in ("spawn", "fork", "forkserver"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map(ask, graphs) == list(map(ask, graphs)), method
    print("equal")
"""


def test_processes(tmp_path: pathlib.Path) -> None:
    (tmp_path / "script.py").write_text(PROCESSES)
    out = subprocess.run([sys.executable, "-B", tmp_path / "script.py"], capture_output=True, text=True, timeout=120)
    assert out.stdout == "equal\n", out.stderr


# ---- graphs of other packages ----

@KINDS
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_other_packages(name: Callable[[int], Hashable], directed: bool, weighted: bool) -> None:
    for seed in range(20):
        source = drawn(seed, name, directed, weighted)
        graph = made_of(source, directed, weighted)
        found = graph.to_networkx()
        assert type(found) is type(source) and list(found) == list(source)
        assert nx.utils.graphs_equal(found, source)
        weight = "weight" if weighted and source.size() else None
        dense = nx.to_numpy_array(source, weight=weight)
        matrix = graph.to_scipy()
        assert matrix.format == "csr" and (matrix.toarray() == dense).all()
        assert matrix.dtype == (np.float64 if weight else np.int64)
        drawn_as = graph.to_igraph()
        nodes = list(source)
        names = drawn_as.vs["name"] if "name" in drawn_as.vs.attributes() else list(range(drawn_as.vcount()))
        assert names == nodes and drawn_as.is_directed() == directed
        assert [tuple(nodes[v] for v in edge) for edge in drawn_as.get_edgelist()] == expected_edges(source)
        if weight:
            assert drawn_as.es["weight"] == [source.edges[row]["weight"] for row in expected_edges(source)]


def test_parts_have_the_callers_names() -> None:
    """Edges of k-trusses and k-cores are NetworkX's, by the nodes."""
    for name in NAMES.values():
        for seed in range(20):
            source = drawn(seed, name)
            graph = tricorn.Graph(source)
            for k in (2, 3, 4):
                for found, known in ((graph.k_truss(k), nx.k_truss(source, k)), (graph.k_core(k), nx.k_core(source, k))):
                    ends = found.edges().ends.tolist()
                    assert {frozenset(row) for row in ends} == set(map(frozenset, known.edges))
                    assert len(ends) == known.size() == found.m
                    inner = found.k_truss(k + 1).k_core(k)  # a part of a part of a part
                    expected = nx.k_core(nx.k_truss(known, k + 1), k)
                    assert set(map(frozenset, inner.edges().ends.tolist())) == set(map(frozenset, expected.edges))
