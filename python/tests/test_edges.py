"""Edges as Python has them: views, lists, sets, generators; what is no edge is refused in a sentence."""
import array
import collections
import pathlib
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse

import tricorn

KARATE = nx.karate_club_graph()
SQUARE = [(0, 1), (1, 2), (2, 0), (2, 3)]  # a triangle and one more edge
WEIGHTS = [3.0, 1.0, 1.0, 2.0]


@pytest.mark.parametrize("make", [
    lambda: nx.Graph(SQUARE).edges, lambda: nx.Graph(SQUARE).edges(), lambda: nx.Graph(SQUARE).edges(data=True),
    lambda: nx.DiGraph(SQUARE).edges, lambda: nx.DiGraph(SQUARE).in_edges, lambda: nx.MultiGraph(SQUARE).edges,
    lambda: nx.MultiDiGraph(SQUARE).edges(keys=False), lambda: nx.Graph(SQUARE).subgraph([0, 1, 2]).edges,
    lambda: set(SQUARE), lambda: frozenset(SQUARE), lambda: {frozenset(edge) for edge in SQUARE},
    lambda: (edge for edge in SQUARE), lambda: iter(SQUARE), lambda: zip([0, 1, 2], [1, 2, 0]),
    lambda: collections.deque(SQUARE), lambda: dict.fromkeys(SQUARE).keys(), lambda: map(list, SQUARE),
    lambda: [[0, 1, 2, 2], [1, 2, 0, 3]], lambda: memoryview(np.array(SQUARE)),
    lambda: [np.array([0, 1, 2]), np.array([1, 2, 0])],
    lambda: [array.array("q", [0, 1, 2]), array.array("q", [1, 2, 0])], lambda: tuple(SQUARE),
    lambda: [pd.Series([0, 1, 2]), pd.Series([1, 2, 0])],
    lambda: [np.array(edge) for edge in SQUARE], lambda: np.array(SQUARE, float),
    lambda: [(float(u), float(v)) for u, v in SQUARE], lambda: [(np.int32(u), np.int64(v)) for u, v in SQUARE],
    lambda: (array.array("d", [0, 1, 2]), array.array("f", [1, 2, 0])),
    lambda: (memoryview(array.array("d", [0, 1, 2])), [1, 2, 0]),
    lambda: np.array([tuple(edge) for edge in SQUARE] + [None], dtype=object)[:-1],
])
def test_edges(make: Callable[[], Any]) -> None:
    made = tricorn.Graph(make())
    assert made.triangles().tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("make, weights", [
    (lambda: [(u, v, w) for (u, v), w in zip(SQUARE, WEIGHTS)], True),
    (lambda: [[u, v, w] for (u, v), w in zip(SQUARE, WEIGHTS)], True),
    (lambda: {(u, v, w) for (u, v), w in zip(SQUARE, WEIGHTS)}, True),
    (lambda: ((u, v, {"weight": w}) for (u, v), w in zip(SQUARE, WEIGHTS)), True),
    (lambda: [(u, v, {"w": w}) for (u, v), w in zip(SQUARE, WEIGHTS)], "w"),
    (lambda: zip([0, 1, 2, 2], [1, 2, 0, 3]), WEIGHTS), (lambda: SQUARE, np.ma.array(WEIGHTS)),
])
def test_edges_with_weights(make: Callable[[], Any], weights: Any) -> None:
    graph = nx.Graph()
    graph.add_weighted_edges_from((u, v, w) for (u, v), w in zip(SQUARE, WEIGHTS))
    found = tricorn.weighted_clustering(make(), weight=weights)
    assert found.tolist() == pytest.approx(list(nx.clustering(graph, weight="weight").values()), rel=1e-12)
    assert tricorn.weighted_clustering(graph.edges(data=True), weights=True).tolist() == found.tolist()


@pytest.mark.parametrize("wrong, match", [
    ([(0, 1, 2), (1, 2, 3)], "weights=True"), ([[0, 1, 2], [1, 2, 0]], "as a tuple"),
    ((np.array(["2020-01-01"], "M8[D]"), [1]), "datetime64"), ([np.array([0, 1]), np.array([1, 2])], "as a tuple"),
    (["ab", "bc"], "no edge"), ([b"ab"], "no edge"), ([1, 2, 3], "no edge"), ({0: [1, 2]}, "networkx.Graph"),
    ([{0: 1, 1: 2}], "no edge"), (b"0 1\n1 2\n", "give a path"), (nx.Graph(SQUARE).nodes, "give"),
    (nx.Graph(SQUARE).degree, "or its edges"), (("ab", "cd"), "pair of columns"), (pd.Series([0, 1]), "give a path"),
    ([([0], 1)], "hashed"), (nx.Graph, "give a path"), ([(0.5, 1)], "whole number"), ([(0,), (1,)], "no edge"),
])
def test_what_is_no_edge(wrong: object, match: str) -> None:
    with pytest.raises(TypeError, match=match):
        tricorn.count(wrong)


def test_array_of_triples() -> None:
    """The message's remedy is right."""
    triples = np.array([(*edge, weight) for edge, weight in zip(SQUARE, WEIGHTS)])
    with pytest.raises(ValueError, match=r"array\[:, :2\].*weights=array\[:, 2\]"):
        tricorn.count(triples)
    assert tricorn.Graph(triples[:, :2], weights=triples[:, 2]).count() == 1


@pytest.mark.parametrize("size", [2, 3, 4, 9])
def test_array_of_two_rows(size: int) -> None:
    """Of two columns rows are edges; of more than three they are columns; of three neither is clear."""
    ends = np.random.default_rng(size).integers(0, 6, (2, size))
    if size == 2:
        assert tricorn.Graph(ends).describe()["input_edges"] == 2
        expected = nx.Graph(ends.tolist())
        assert {frozenset(edge) for edge in tricorn.Graph(ends).edge_support().ends.tolist()} == \
            {frozenset(edge) for edge in expected.edges if edge[0] != edge[1]}
        return
    if size == 3:
        for ask in tricorn.Graph, tricorn.Graph(SQUARE).pair_similarity:
            with pytest.raises(ValueError, match=r"give tuple\(array\)"):
                ask(ends)
    else:
        assert tricorn.Graph(ends).edges().ends.tolist() == tricorn.Graph(ends.T).edges().ends.tolist()
        pairs = np.array([(u, v) for u in range(4) for v in range(4) if u != v][:size])
        known = tricorn.Graph(np.array(SQUARE))
        assert known.pair_similarity(pairs.T).tolist() == known.pair_similarity(pairs).tolist()
    made, expected = tricorn.Graph(ends.T), nx.Graph((u, v) for u, v in ends.T.tolist() if u != v)
    assert {tuple(edge) for edge in made.edge_support().ends.tolist()} == {(min(e), max(e)) for e in expected.edges}


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("outer", [tuple, list])
@pytest.mark.parametrize("inner", [tuple, list, np.array])
def test_two_of_any_size(size: int, outer: Any, inner: Any) -> None:
    """Two columns, or two edges; where it may be either, a refusal.  Pairs are as edges."""
    rows = np.random.default_rng(size).permutation(12)[:2 * size].reshape(2, size).tolist()
    meaning = {(tuple, tuple, 2): None, (list, tuple, 2): rows, (list, list, 2): rows, (list, list, 3): None,
               (list, np.array, 2): None}.get((outer, inner, size), None if (outer, inner) == (list, tuple) else zip(*rows))
    source, complete = outer(map(inner, rows)), tricorn.Graph(nx.complete_graph(12))
    if meaning is None:
        for ask in tricorn.Graph, complete.pair_similarity:
            with pytest.raises(TypeError):
                ask(source)
        return
    edges = set(map(frozenset, meaning))
    assert set(map(frozenset, tricorn.Graph(source).edge_support().ends.tolist())) == edges
    state = complete.changing()
    assert state.apply(removed=source).removed == len(edges)
    assert set(map(frozenset, state.graph().edge_support().ends.tolist())) == \
        {frozenset(edge) for edge in nx.complete_graph(12).edges} - edges


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_three_columns(size: int) -> None:
    matrix = scipy.sparse.csr_array(([1.5] * size, (range(size), range(1, size + 1))), (9, 9))
    for columns in scipy.sparse.find(matrix), tuple(map(pd.Series, scipy.sparse.find(matrix))), \
            tuple(map(pl.Series, scipy.sparse.find(matrix))), tuple(map(pa.array, scipy.sparse.find(matrix))):
        for weights in None, True:
            with pytest.raises(TypeError, match=r"\(sources, targets\).*weights="):
                tricorn.Graph(columns, weights=weights)
        assert tricorn.Graph(columns[:2], weights=columns[2]).describe()["edges"] == size


def test_a_matrix_of_lists() -> None:
    with pytest.raises(TypeError, match="matrix"):
        tricorn.Graph([[0, 1, 1], [1, 0, 1], [1, 1, 0]], weights=True)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_matrices_of_numpy() -> None:
    assert tricorn.count(np.matrix(SQUARE)) == 1
    assert tricorn.Graph(SQUARE).pair_similarity(np.matrix([(0, 1)])).tolist() == [1 / 3]


@pytest.mark.parametrize("kind", [nx.MultiGraph, nx.MultiDiGraph])
def test_parallel_edges(kind: Any) -> None:
    """Each is an edge of the input: strict=True refuses a repeated one, and describe() has their number."""
    for seed in range(20):
        draw = random.Random(seed)
        graph = kind([(draw.randrange(8), draw.randrange(8)) for _ in range(seed)])
        for view in graph, graph.subgraph(list(graph)[1:]):
            said = tricorn.Graph(view).describe()
            loops, simple = nx.number_of_selfloops(view), nx.Graph(view)
            simple.remove_edges_from([(v, v) for v in simple])
            assert (said["self_loops"], said["input_edges"], said["edges"]) == (loops, view.size(), simple.size())
            arcs = {edge if view.is_directed() else frozenset(edge) for edge in view.edges()}
            if loops or len(arcs) < view.size():
                with pytest.raises(tricorn.BadFormat, match="strict="):
                    tricorn.Graph(view, strict=True)
            else:
                tricorn.Graph(view, strict=True)


@pytest.mark.parametrize("index", [["p", "q", "r"], pd.CategoricalIndex(["p", "q", "r"]), [5, 6, 7], None])
def test_two_series_with_any_index(index: Any) -> None:
    """A tuple has two columns; a list of two whose labels are words may be two rows."""
    table = pd.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}, index=index)
    assert tricorn.count((table.src, table.dst)) == 1
    assert tricorn.pair_similarity(SQUARE, (table.src, table.dst)).tolist() == \
        [value for _, _, value in nx.jaccard_coefficient(nx.Graph(SQUARE), [(0, 1), (1, 2), (2, 0)])]
    if index is None or index[0] == 5:
        assert tricorn.count([table.src, table.dst]) == 1
        return
    with pytest.raises(TypeError, match="columns as a tuple"):
        tricorn.count([table.src, table.dst])


def test_three_values_are_not_guessed() -> None:
    for rows in pd.DataFrame(SQUARE).itertuples(name=None), [("a", "knows", "b")]:
        with pytest.raises(TypeError, match=r"row\[A\], row\[B\]"):
            tricorn.count(rows)
    with pytest.raises(TypeError, match="a pair has two values"):
        tricorn.pair_similarity(SQUARE, [(0, 1, 2)])


@pytest.mark.parametrize("names", ["src dst w", "w dst src", "dst w src"])
def test_rows_with_names(names: str) -> None:
    """The names decide, as those of a table do."""
    row, draw = collections.namedtuple("row", names), np.random.default_rng(7)  # type: ignore[misc]
    values = [{"src": int(u), "dst": int(v), "w": 1.0 + u} for u, v in draw.integers(0, 9, (40, 2))]
    rows, frame = [row(**value) for value in values], pd.DataFrame(values)[names.split()]
    arcs = nx.DiGraph([(value["src"], value["dst"]) for value in values])
    for source in rows, tuple(rows), values, frame.itertuples(), [one for _, one in frame.astype(object).iterrows()]:
        assert tricorn.triad_census(source) == nx.triadic_census(arcs)
        made = tricorn.Graph(values if source is not rows else source, weights="w", combine="sum")
        assert made.weighted_clustering().tolist() == \
            tricorn.Graph(frame, weights="w", combine="sum").weighted_clustering().tolist()
    assert tricorn.Graph(rows, source="w", target="dst").describe()["vertices"] > 0
    for wrong in [*rows, (1, 2, 3)], [*rows, collections.namedtuple("other", "u v w")(1, 2, 3)]:
        with pytest.raises(TypeError, match="names"):
            tricorn.count(wrong)


WHOLES: list[Callable[[int], Any]] = [
    lambda size: pd.DataFrame({"src": [0] * size, "dst": [1] * size}), lambda size: nx.path_graph(size),
    lambda size: pl.DataFrame({"src": [0] * size, "dst": [1] * size}), lambda size: tricorn.Graph(SQUARE),
    lambda size: pa.table({"src": [0] * size, "dst": [1] * size}), lambda size: igraph.Graph(size),
    lambda size: nx.to_scipy_sparse_array(nx.path_graph(size)),
    lambda size: nx.MultiDiGraph(nx.path_graph(size)),
]


@pytest.mark.parametrize("make", WHOLES)
@pytest.mark.parametrize("size", [2, 3])
def test_several_graphs_are_none(make: Callable[[int], Any], size: int) -> None:
    for number in 1, 2, 3:
        items = [make(size) for _ in range(number)]
        for source in items, tuple(items), iter(items), {str(key): item for key, item in enumerate(items)}.items():
            with pytest.raises(TypeError, match="join them|none of one graph|has <|hashed"):
                tricorn.count(source)


@pytest.mark.parametrize("make", [
    lambda edges: (edges, WEIGHTS), lambda edges: collections.Counter(edges).items(), lambda edges: enumerate(edges),
    lambda edges: (list(range(len(edges))), edges), lambda edges: dict.fromkeys(edges, 2.5).items(),
    lambda edges: [(u, (v,)) for u, v in edges], lambda edges: [("a", edge) for edge in edges],
])
def test_ends_of_two_natures(make: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="none of one graph"):
        tricorn.count(make(SQUARE))
    assert tricorn.count([("a", (1, 2)), ((1, 2), 3), (3, "a")]) == 1


@pytest.mark.parametrize("make", [
    lambda: SQUARE, lambda: np.array(SQUARE), lambda: nx.Graph(SQUARE), lambda: pd.DataFrame(SQUARE),
    lambda: tricorn.Graph(SQUARE),
    lambda: nx.to_scipy_sparse_array(nx.Graph(SQUARE)), lambda: igraph.Graph(SQUARE), lambda: (edge for edge in SQUARE),
])
def test_keywords_without_an_effect(make: Callable[[], Any]) -> None:
    for keyword, value in {"format": "csv", "separator": ",", "header": "yes", "comment": "none", "file_list": True,
                           "ids": "string"}.items():
        with pytest.raises(TypeError, match=f"{keyword}="):
            tricorn.count(make(), **{keyword: value})
    if hasattr(make(), "vertex_triangles") or hasattr(make(), "tocsr") or hasattr(make(), "is_directed"):
        for missing in "drop", "nonsense":
            with pytest.raises((TypeError, ValueError), match="missing"):
                tricorn.count(make(), missing=missing)
    assert tricorn.count(make(), threads=1) == 1


@pytest.mark.parametrize("make, remedy", [
    (lambda: nx.to_dict_of_lists(nx.Graph(SQUARE)), "networkx.Graph(source)"),
    (lambda: {"src": [0, 1, 2], "dst": [1, 2, 0]}, "pandas.DataFrame(source)"),
    (lambda: pd.DataFrame({"src": [0, 1, 2], "dst": [1, 2, 0]}).groupby(["src", "dst"]).size(), "source.reset_index()"),
])
def test_hints(make: Callable[[], Any], remedy: str) -> None:
    source = make()
    with pytest.raises(TypeError) as refused:
        tricorn.count(source)
    assert remedy.replace("source.", "") in str(refused.value)
    assert tricorn.count(eval(remedy, {"source": source, "networkx": nx, "pandas": pd})) == 1


def test_sets_have_no_direction() -> None:
    with pytest.raises(TypeError, match="direction"):
        tricorn.triad_census([frozenset(edge) for edge in SQUARE])


# ---- undirected graphs have both directions ----

UNDIRECTED: list[Callable[[nx.Graph], Any]] = [
    lambda graph: graph, lambda graph: igraph.Graph.from_networkx(graph), lambda graph: graph.edges,
    lambda graph: nx.MultiGraph(graph), lambda graph: graph.subgraph(graph), lambda graph: graph.edges(data=True),
    lambda graph: nx.to_scipy_sparse_array(graph), lambda graph: nx.to_pandas_adjacency(graph),
]


@pytest.mark.parametrize("make", UNDIRECTED)
def test_both_directions(make: Callable[[nx.Graph], Any]) -> None:
    made = tricorn.Graph(make(KARATE), directed=True)
    census = {name: number for name, number in made.triad_census().items() if number}
    assert census == {"003": 3971, "102": 1575, "201": 393, "300": 45}  # NetworkX, of KARATE.to_directed()
    expected = nx.clustering(KARATE.to_directed())
    assert made.directed_clustering().tolist() == pytest.approx([expected[v] for v in KARATE])


def test_both_directions_have_the_weight() -> None:
    graph = nx.Graph()
    graph.add_weighted_edges_from((u, v, w) for (u, v), w in zip(SQUARE, WEIGHTS))
    expected = list(nx.clustering(graph, weight="weight").values())
    for source in graph, igraph.Graph.from_networkx(graph):
        made = tricorn.Graph(source, directed=True, weights="weight")
        assert made.weighted_clustering().tolist() == pytest.approx(expected, rel=1e-12)


def test_directed_graphs_keep_theirs() -> None:
    arcs = nx.gnp_random_graph(20, 0.15, seed=1, directed=True)
    for source in arcs, arcs.edges, igraph.Graph.from_networkx(arcs), nx.MultiDiGraph(arcs):
        found = tricorn.triad_census(source)
        nodes = arcs if source is not arcs.edges else arcs.edge_subgraph(arcs.edges)
        assert found == nx.triadic_census(nodes)


# ---- nodes stay nodes ----

NAMED = nx.Graph([("b", "a"), ("a", "c"), ("c", "b"), ("c", "d")])
OTHERS: list[Callable[[nx.Graph], Any]] = [
    lambda graph: graph, lambda graph: list(graph.edges), lambda graph: nx.to_pandas_edgelist(graph),
    lambda graph: nx.to_pandas_adjacency(graph),
    lambda graph: igraph.Graph.TupleList(graph.edges),
]


@pytest.mark.parametrize("make", OTHERS)
@pytest.mark.parametrize("name", [
    str, lambda v: v, lambda v: (ord(v), v), lambda v: ord(v), lambda v: 2**70 + ord(v), lambda v: 1000 - ord(v),
], ids=["words", "letters", "tuples", "numbers", "large numbers", "falling"])
def test_nodes(make: Callable[[nx.Graph], Any], name: Callable[[Any], Any]) -> None:
    graph = nx.relabel_nodes(NAMED, name)
    if make is OTHERS[2] and isinstance(name("a"), tuple) or make in OTHERS[1:3] and name("a") == 2**70 + 97:
        pytest.skip("no ids of a table")
    made = tricorn.Graph(make(graph))
    pairs = [(name("a"), name("b")), (name("a"), name("d"))]
    expected = [value for _, _, value in nx.jaccard_coefficient(graph, pairs)]
    assert made.pair_similarity(pairs).tolist() == made.pair_similarity(set_of(pairs)).tolist() == expected
    assert [set(row) for row in made.triangles().tolist()] == [{name("a"), name("b"), name("c")}]
    assert [set(row) for batch in made.iter_triangles() for row in batch.tolist()] == \
        [{name("a"), name("b"), name("c")}]
    support = made.edge_support()
    assert {frozenset(row): of for row, of in zip(support.ends.tolist(), support.tolist())} == \
        {frozenset(edge): 0 if name("d") in edge else 1 for edge in graph.edges}
    assert dict(zip(made.ids.tolist(), made.vertex_triangles().tolist())) == nx.triangles(graph)
    state = made.changing()
    assert state.apply(added=[(name("b"), name("d"))]).triangles == 2
    assert state.edge_support(pairs).tolist() == [1, 0]
    assert state.apply(removed=[(name("c"), name("b"))]).triangles == 0
    for wrong in 0, "nobody", None:
        with pytest.raises((ValueError, TypeError), match="nobody|no node|no vertex|whole numbers|no value"):
            made.pair_similarity([(name("a"), wrong)])


def set_of(pairs: list[Any]) -> Any:
    """The same in another form, whose order is the same."""
    return dict.fromkeys(pairs).keys()


def test_pairs_of_nodes() -> None:
    graph = nx.Graph([(1, 2), (2, 3), (1, 3), (3, 0)])
    assert tricorn.pair_similarity(graph, [(1, 2), (0, 3)]).tolist() == pytest.approx([1 / 3, 0])
    assert tricorn.pair_similarity(graph, np.array([(1, 2), (0, 3)])).tolist() == pytest.approx([1 / 3, 0])
    assert tricorn.pair_similarity(graph, ([1, 0], [2, 3])).tolist() == pytest.approx([1 / 3, 0])
    assert tricorn.triangles(graph).tolist() == [[1, 2, 3]]
    state = tricorn.Graph(graph).changing()
    assert state.apply(removed=[(1, 2)]).triangles == 0
    with pytest.raises(ValueError, match="pair 1 has the end 9"):
        tricorn.pair_similarity(graph, [(1, 2), (0, 9)])
    with pytest.raises(ValueError, match="removed edge 0 has the end 'x'"):
        state.apply(removed=[("x", 1)])


def test_pairs_of_nodes_in_a_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "pairs.txt"
    path.write_text("1 0\n5 1\n")
    assert tricorn.pair_similarity(nx.Graph([(5, 0), (0, 1)]), path).tolist() == [0, 1]
    path.write_text("")
    assert tricorn.pair_similarity(nx.Graph([(5, 0), (0, 1)]), path).tolist() == []


def test_how_pairs_are_read(tmp_path: pathlib.Path) -> None:
    """The words of a file of edges are those of a file of pairs."""
    graph = nx.Graph([("aa", "b"), ("b", "c"), ("c", "d"), ("d", "b")])
    made, path = tricorn.Graph(graph), tmp_path / "pairs.txt"
    expected = [value for _, _, value in nx.jaccard_coefficient(graph, [("aa", "c"), ("c", "d")])]
    for text, said in (
            ("aa,c\nc,d\n", {"separator": "comma"}), ("when|x|y\n1|aa|c\n2|c|d\n", {"separator": "|", "columns": "x,y"}),
            ("p\tq\tr\naa\t1\tc\nc\t2\td\n", {"separator": "tab", "source": "p", "target": "r"}),
            ("!no\naa,c\nNA,c\nc,d\n", {"separator": "comma", "comment": "!", "missing": "drop", "header": "no"}),
            ('{"p":"aa","q":"c"}\n{"p":"c","q":"d"}\n', {"columns": "p,q", "format": "json-lines"})):
        path.write_text(text)
        assert made.pair_similarity(path, **said).tolist() == pytest.approx(expected)
        assert tricorn.pair_similarity(graph, path, **said).tolist() == pytest.approx(expected)
    for table in (pd.DataFrame, pl.DataFrame, pa.table):
        pairs = table({"to": ["c", "d"], "n": [1, 2], "from": ["aa", "c"]})
        assert made.pair_similarity(pairs).tolist() == pytest.approx(expected)
        assert made.pair_similarity(pairs, source="to", target="from").tolist() == pytest.approx(expected)
    with pytest.raises(TypeError, match="separator="):
        made.pair_similarity([("b", "c")], separator="tab")
    edges = tmp_path / "edges.csv"
    edges.write_text("0,1\n1,2\n")
    path.write_text("0,2\n")
    assert tricorn.pair_similarity(edges, path, separator="comma").tolist() == [1]


def test_directions_of_views() -> None:
    """An edge of an undirected graph has both directions, and one weight, which no sum doubles."""
    graph = nx.gnm_random_graph(12, 30, seed=3)
    nx.set_edge_attributes(graph, 1.5e308, "weight")  # twice as much is no number
    for made in graph, nx.MultiGraph(graph), igraph.Graph.from_networkx(graph):
        assert tricorn.triad_census(made) == nx.triadic_census(graph.to_directed())
        tricorn.Graph(made, directed=True, weight="weight", combine="sum")
    multi, views = nx.MultiGraph(graph), [graph.edges(data=True), graph.edges(data="weight")]
    views += [multi.edges(data=True), multi.edges(keys=True, data=True), multi.edges(list(multi), data="weight", keys=True)]
    for view in views:
        found = tricorn.Graph(view, directed=True, weights="weight" if "True" in repr(view) else True, combine="sum")
        assert found.triad_census() == nx.triadic_census(graph.to_directed())
        assert list(found.ids) == sorted(graph)
    for view in multi.edges(keys=True), multi.edges([0, 1], keys=True), graph.edges([0, 1]), graph.edges:
        simple = nx.Graph([edge[:2] for edge in view])
        assert tricorn.triad_census(view) == nx.triadic_census(simple.to_directed())
        assert tricorn.count(view) == sum(nx.triangles(simple).values()) // 3


def test_names_of_igraph() -> None:
    graph = igraph.Graph.TupleList([("b", "a"), ("a", "c"), ("c", "b")])
    assert tricorn.Graph(graph).nodes == ["b", "a", "c"]
    graph.vs["name"] = ["x", None, "y"]
    with pytest.raises(ValueError, match="vertex 1 has no name"):
        tricorn.Graph(graph)
    graph.vs["name"] = ["x", "x", "y"]
    assert tricorn.Graph(graph).nodes is None


def test_nodes_without_numpy() -> None:
    code = ("import sys; sys.modules['numpy'] = None\nimport tricorn\n"
            "made = tricorn.Graph([('b', 'a'), ('a', 'c'), ('c', 'b'), ('c', 'd')])\n"
            "print(made.ids, made.triangles().values, made.edge_support().ends[0],\n"
            "      made.pair_similarity([('a', 'b')]).tolist(), tricorn.count([(0.0, 1), (1, 2), (2.0, 0)]))\n"
            "dropped = tricorn.Graph([('a', 'b'), (None, 'b')], missing='drop')\n"
            "print(dropped.describe()['missing'], dropped.nodes)")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == ("['b', 'a', 'c', 'd'] [['b', 'a', 'c']] ['b', 'a'] [0.3333333333333333] 1\n"
                   "1 ['a', 'b']\n")


@pytest.mark.parametrize("spread", ["dense", "gaps", "clusters", "powers"])
def test_pairs_find_vertices_wherever_their_ids_lie(spread: str) -> None:
    """Each id is found, and an id between others is not, however ids are spread."""
    rng = np.random.default_rng(len(spread))
    ids = {"dense": np.arange(7, 307), "gaps": np.flatnonzero(rng.random(3000) < .1),
           "clusters": (rng.integers(0, 2 ** 62, 12)[:, None] + np.arange(25)).ravel(),
           "powers": np.unique((2.0 ** rng.uniform(0, 62, 300)).astype(np.int64))}[spread]
    ids = np.unique(ids)
    edges = np.stack([ids, np.roll(ids, 1)], 1)
    edges = np.concatenate([edges, rng.choice(ids, (600, 2))])
    edges = edges[edges[:, 0] != edges[:, 1]]
    graph = tricorn.Graph(edges)
    neighbours = {v: set() for v in ids.tolist()}
    for u, v in edges.tolist():
        neighbours[u].add(v)
        neighbours[v].add(u)
    pairs = np.concatenate([rng.choice(ids, (500, 2)), np.stack([ids[:-1], ids[1:]], 1), [[ids[0], ids[-1]]]])
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    found = tricorn.pair_similarity(graph, pairs)
    expected = [len(neighbours[u] & neighbours[v]) / len(neighbours[u] | neighbours[v]) for u, v in pairs.tolist()]
    assert found.tolist() == pytest.approx(expected)
    for absent in {int(ids[0]) - 1, int(ids[-1]) + 1, *(np.sort(ids)[::7] + 1).tolist()} - set(ids.tolist()) - {-1}:
        with pytest.raises(ValueError, match="no vertex"):
            tricorn.pair_similarity(graph, [[int(ids[0]), absent]])
