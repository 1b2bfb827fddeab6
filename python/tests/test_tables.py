"""What the columns of a table mean: the same graph from each of its forms, as NetworkX has it, or a refusal."""
import datetime
import io
import random
import sqlite3
from collections.abc import Callable
from typing import Any

import duckdb
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pytest

import tricorn
from tricorn import _conditions

TRIANGLE = {"a": [0, 1, 2], "b": [1, 2, 0], "c": [7, 7, 9]}


def in_sqlite(table: dict[str, list[Any]]) -> Any:
    """The rows of a database, which have names."""
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    names = ", ".join(f'"{name}"' for name in table)
    base.execute(f"create table edges ({names})")
    rows = [[value.item() if hasattr(value, "item") else value for value in row] for row in zip(*table.values())]
    base.executemany(f"insert into edges values ({', '.join('?' * len(table))})", rows)
    return base.execute("select * from edges")


FORMS: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "pandas": pd.DataFrame,
    "pandas with objects": lambda table: pd.DataFrame({k: pd.Series(v, dtype=object)
                                                       for k, v in table.items()}),
    "pandas with categories": lambda table: pd.DataFrame({k: pd.Categorical(v) if type(v[0]) is str else v
                                                          for k, v in table.items()}),
    "pandas of Arrow": lambda table: pd.DataFrame({k: pd.Series(v, dtype=pd.ArrowDtype(pa.array(v).type))
                                                   for k, v in table.items()}),
    "dicts of objects": lambda table: [dict(zip(table, row)) for row in zip(*table.values(), strict=True)],
    "rows of objects": lambda table: in_sqlite(table),
    "polars": lambda table: pl.DataFrame(table, strict=False),
    "pyarrow": pa.table,
    "dictionaries": lambda table: pa.table({k: pa.array(v).dictionary_encode() if type(v[0]) is str else v
                                            for k, v in table.items()}),
    "batches": lambda table: pa.Table.from_batches(pa.table(table).to_batches(max_chunksize=7)),
    "stream": lambda table: pa.table(table).to_reader(),
    "duckdb": lambda table: duckdb.from_arrow(pa.table(table)),
}


def renamed(table: dict[str, list[Any]], names: str) -> dict[str, list[Any]]:
    """The columns under other names, in the order of these."""
    return {name.replace("~", " "): table[key] for key, name in (part.split(":", 1) for part in names.split(" "))}


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> Callable[[dict[str, list[Any]]], Any]:
    return FORMS[request.param]


# ---- roles ----

@pytest.mark.parametrize("names", [
    "a:source b:target", "c:weight a:source b:target", "a:src c:w b:dst", "c:step a:from_node b:to_node",
    "c:amount a:Sender b:Recipient", "a:user_a b:user_b c:when", "c:Unnamed:~0 a:FromNodeId b:ToNodeId",
    "c:kind a:protein1 b:protein2", "a:p b:q", "c:id a:source_id b:target_id", "c:time a:u b:v", "a:start_id b:end_id",
])
def test_roles_by_names(form: Callable[..., Any], names: str) -> None:
    assert tricorn.count(form(renamed(TRIANGLE, names))) == 1


@pytest.mark.parametrize("names, match", [
    ("c:step a:type b:nameOrig", 'columns="A,B"'), ("a:u b:v c:w", "not clear"),
    ("a:source b:target c:dest", "not clear"), ("a:node1 b:node2 c:node3", "not clear"),
    ("a:id b:value", 'columns="id,value"'), ("a:user b:weight", 'columns="user,weight"'),
    ("a:x1 b:y1 c:x2", 'columns="A,B"'), ("a:source", "two columns"),
])
def test_names_that_say_nothing(form: Callable[..., Any], names: str, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        tricorn.count(form(renamed(TRIANGLE, names)))


def test_remedies_are_right() -> None:
    table = pd.DataFrame(renamed(TRIANGLE, "a:id b:value"))
    with pytest.raises(ValueError) as refused:
        tricorn.count(table)
    remedy = str(refused.value).rpartition("give ")[2]
    assert eval(f"tricorn.count(table, {remedy})") == 1


@pytest.mark.parametrize("said", [
    {"source": "p", "target": "q"}, {"columns": "p,q"}, {"columns": ("p", "q")}, {"columns": ["p", "q"]},
    {"columns": (2, 3)}, {"source": 2, "target": "q"}, {"columns": "2,3"}, {"columns": "source=p,target=q"},
])
def test_roles_by_keywords(form: Callable[..., Any], said: dict[str, Any]) -> None:
    """Also where the names of other columns would say something else."""
    table = {"source": [5, 5, 5], "p": [0, 1, 2], "q": [1, 2, 0], "target": [6, 7, 8]}
    assert tricorn.count(form(table), **said) == 1


@pytest.mark.parametrize("said", [
    {"source": "p"}, {"columns": "p"}, {"columns": "p,q,r"}, {"columns": ("p", "x")}, {"columns": (0, 1)},
    {"columns": (1, 5)}, {"source": "p", "target": "p"}, {"source": "p", "target": "q", "columns": "p,q"},
    {"columns": 3}, {"source": "p", "target": "q", "weight": "x"}, {"source": True, "target": "q"},
    {"source": "p", "target": "q", "missing": "leave"},
])
def test_keywords_that_say_nothing(form: Callable[..., Any], said: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        tricorn.count(form({"s": [5, 5], "p": [0, 1], "q": [1, 2], "t": [6, 7]}), **said)


def test_columns_are_for_tables() -> None:
    for source in [(0, 1)], np.array([[0, 1]]), nx.path_graph(3), nx.to_scipy_sparse_array(nx.path_graph(3)):
        for said in {"columns": "a,b"}, {"source": "a", "target": "b"}:
            with pytest.raises(TypeError, match="columns of a file or a table"):
                tricorn.count(source, **said)


def test_names_that_are_numbers() -> None:
    """A number that is a name means that column, any other counts from 1."""
    frame = pd.DataFrame([(9, 0, 1), (9, 1, 2), (9, 2, 0), (9, 2, 0)])
    assert tricorn.count(frame, columns=(1, 2)) == tricorn.count(frame, columns="1,2") == 1
    assert tricorn.count(frame.rename(columns=str), columns=(2, 3)) == 1
    assert tricorn.count(pd.DataFrame([(0, 1), (1, 2), (2, 0)])) == 1
    twice = pd.DataFrame([(0, 1, 5)], columns=["source", "target", "source"])
    for said in {}, {"source": "source", "target": "target"}:
        with pytest.raises(ValueError):
            tricorn.count(twice, **said)


@pytest.mark.parametrize("edges", [[(1, 2), (2, 3), (3, 1), (1, 4)], [("b", "a"), ("b", "d"), ("d", "a"), ("a", "c")]])
@pytest.mark.parametrize("reader", [
    pd.read_csv, pl.read_csv, pyarrow.csv.read_csv, lambda text: pd.read_csv(text).to_records(index=False),
])
def test_a_first_edge_as_names(edges: list[Any], reader: Callable[[Any], Any]) -> None:
    """A table that was read as if its first line had names has one edge less."""
    def file(more: str = "") -> io.BytesIO:
        return io.BytesIO("".join(f"{u},{v}{more}\n" for u, v in edges).encode())

    if edges[0] == (1, 2):
        with pytest.raises(ValueError, match="without a header"):
            tricorn.count(reader(file(",1.25")))
        for table in reader(file()), reader(file(",1.25")):
            with pytest.raises(ValueError, match="without a header"):
                tricorn.Graph([(0, 1)]).changing().apply(removed=table)
    with pytest.raises(ValueError, match="without a header.*source=NAME, target=NAME"):
        tricorn.count(reader(file()))
    assert tricorn.Graph(reader(file()), source=str(edges[0][0]), target=str(edges[0][1])).describe()["edges"] == 3
    assert tricorn.count(pd.read_csv(file(), header=None)) == tricorn.count(pl.read_csv(file(), has_header=False)) == 1


def test_names_that_are_vertices(form: Callable[..., Any]) -> None:
    """Names of ends may be words of a text."""
    assert tricorn.count(form({"from": ["from", "to", "so"], "to": ["to", "so", "from"]})) == 1


@pytest.mark.parametrize("names", ["a:source b:target", "b:target a:source", "c:w b:to a:from", "b:cited c:x a:citing"])
def test_directions(form: Callable[..., Any], names: str) -> None:
    """Two arcs from one vertex."""
    table = form(renamed({"a": [0, 0], "b": [1, 2], "c": [3, 4]}, names))
    assert tricorn.triad_census(table)["021D"] == 1


def test_columns_keep_the_callers_order(form: Callable[..., Any]) -> None:
    table = {"x1": [1, 2], "x2": [0, 0], "x3": [5, 5]}
    assert tricorn.triad_census(form(table), columns=("x2", "x1"))["021D"] == 1
    assert tricorn.triad_census(form(table), columns=("x1", "x2"))["021U"] == 1


def test_weights_by_name(form: Callable[..., Any]) -> None:
    graph = nx.Graph([(0, 1, {"w": 3.0}), (1, 2, {"w": 1.0}), (2, 0, {"w": 1.0})])
    expected = list(nx.clustering(graph, weight="w").values())
    for name, weight in (("weight", True), ("weight", "weight"), ("amount", True), ("amount", "amount"), ("amount", 2)):
        table = form({"source": [0, 1, 2], name: [3.0, 1.0, 1.0], "target": [1, 2, 0]})
        assert tricorn.weighted_clustering(table, weight=weight).tolist() == pytest.approx(expected, rel=1e-12)
    with pytest.raises(ValueError, match='columns="weight=NAME"'):
        tricorn.Graph(form({"source": [0], "cost": [1.0], "target": [1]}), weight=True)
    with pytest.raises(TypeError, match="leave one out"):
        tricorn.Graph(form({"source": [0], "w": [1.0], "target": [1]}), weight="w", weights="w")


def test_an_index_may_be_an_end() -> None:
    frame = pd.DataFrame({"source": [0, 1, 2], "target": [1, 2, 0], "x": [3, 3, 3]})
    for index in "source", ["source", "target"]:
        with pytest.raises(ValueError, match="reset_index"):
            tricorn.count(frame.set_index(index))
        assert tricorn.count(frame.set_index(index).reset_index()) == 1


@pytest.mark.parametrize("name", ["date", "edge ID", "id", "weight", "x"])
def test_an_index_beside_known_ends(name: str) -> None:
    frame = pd.DataFrame({"w": [3, 3, 3], "src": [0, 1, 2], "dst": [1, 2, 0]}).rename_axis(name)
    assert tricorn.Graph(frame).triangles().tolist() == [[0, 1, 2]]


# ---- pairs and batches of changes ----

def test_tables_of_pairs(form: Callable[..., Any]) -> None:
    """The same door as that of graphs, in any order of the columns."""
    draw = random.Random(6)
    words = nx.relabel_nodes(nx.gnm_random_graph(20, 70, seed=6), lambda v: f"node {v}")
    for graph in nx.gnm_random_graph(20, 70, seed=6), words:
        pairs = [tuple(draw.sample(list(graph), 2)) for _ in range(40)]
        columns = {"source": [u for u, _ in pairs], "target": [v for _, v in pairs], "when": list(range(40))}
        table = {name: columns[name] for name in draw.sample(list(columns), 3)}
        expected = [value for _, _, value in nx.jaccard_coefficient(graph, pairs)]
        assert tricorn.pair_similarity(graph, form(table)).tolist() == pytest.approx(expected)
        after = graph.copy()
        after.remove_edges_from(pairs[:9])
        state, first = tricorn.Graph(graph).changing(), {name: column[:9] for name, column in table.items()}
        assert state.apply(removed=form(first)).triangles == sum(nx.triangles(after).values()) // 3
    graph = nx.relabel_nodes(graph, lambda word: int(word[5:]))
    with pytest.raises(ValueError, match="no value|name"):
        tricorn.pair_similarity(graph, form({"source": [0, None], "target": [1, 2]}))
    with pytest.raises(ValueError, match=r"\(table\['A'\], table\['B'\]\)"):
        tricorn.Graph(graph).changing().apply(removed=form({"p": [0], "q": [1], "r": [2]}))
    with pytest.raises(TypeError, match="missing="):
        tricorn.Graph(graph).pair_similarity(form({"source": [0], "target": [1]}), missing="drop")


# ---- matrices that are frames ----

@pytest.mark.parametrize("kind", [int, float, np.uint8, bool, object, "category", "Int64", "float64[pyarrow]"])
def test_adjacency(kind: type) -> None:
    graph = nx.relabel_nodes(nx.gnm_random_graph(20, 80, seed=2), lambda v: f"node {v}")
    frame = nx.to_pandas_adjacency(graph).astype(kind)
    for table in frame, frame.iloc[:, ::-1]:
        made = tricorn.Graph(table)
        assert made.count() == sum(nx.triangles(graph).values()) // 3
        assert dict(zip(made.nodes or (), made.vertex_triangles().tolist())) == nx.triangles(graph)
    arcs = nx.gnp_random_graph(15, 0.2, seed=3, directed=True)
    assert tricorn.triad_census(nx.to_pandas_adjacency(arcs).astype(kind)) == nx.triadic_census(arcs)


def test_weights_of_adjacency() -> None:
    graph = nx.gnm_random_graph(15, 60, seed=4)
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["weight"] = 0.5 + number
    found = tricorn.weighted_clustering(nx.to_pandas_adjacency(graph), weights=True)
    assert found.tolist() == pytest.approx(list(nx.clustering(graph, weight="weight").values()), rel=1e-12)


def test_squares_that_are_no_adjacency() -> None:
    for nonedge in np.nan, np.inf:
        with pytest.raises(ValueError, match="fillna"):
            tricorn.count(nx.to_pandas_adjacency(nx.cycle_graph(4), nonedge=nonedge))
    with pytest.raises(ValueError, match="same name"):
        tricorn.count(pd.DataFrame([[0, 1], [1, 0]], ["a", "a"], ["a", "a"]))
    words = pd.DataFrame([("a", "b"), ("b", "c")], ["x", "y"], ["x", "y"])
    with pytest.raises(TypeError, match="source=NAME"):
        tricorn.count(words)
    assert tricorn.Graph(words, source="x", target="y").describe()["edges"] == 2
    pairs = pd.MultiIndex.from_tuples([(0, "a"), (1, "b")])
    assert tricorn.Graph(pd.DataFrame([[0, 1], [1, 0]], pairs, pairs)).nodes == [(0, "a"), (1, "b")]
    for square in pd.DataFrame([(0, 1), (1, 2)]), pd.DataFrame([(0, 1), (1, 2), (5, 5)])[lambda rows: rows[1] < 5], \
            pd.DataFrame({0: [0, 1, 9], 1: [1, 2, 9]}).drop(2), pd.DataFrame([(0, 1), (1, 2)], index=[1, 0]):
        with pytest.raises(ValueError, match="source=0, target=1"):
            tricorn.count(square)
        assert tricorn.Graph(square, source=0, target=1).describe()["edges"] == 2


# ---- values ----

MISSING = {
    "None": lambda: {"source": [0, None, 2, 1], "target": [1, 2, 0, 2]},
    "words": lambda: {"source": ["a", None, "b", "c"], "target": ["b", "c", "c", "a"]},
    "NaN": lambda: {"source": [0.0, float("nan"), 2.0, 1.0], "target": [1, 2, 0, 2]},
}


@pytest.mark.parametrize("table", MISSING)
def test_missing_in_tables(form: Callable[..., Any], table: str) -> None:
    with pytest.raises(ValueError, match="row 1.*missing='drop'"):
        tricorn.count(form(MISSING[table]()))
    with pytest.raises(ValueError, match="row 1"):
        tricorn.count(form(MISSING[table]()), missing="error")
    made = tricorn.Graph(form(MISSING[table]()), missing="drop")
    assert made.count() == 1 and made.describe()["missing"] == 1 and made.describe()["input_edges"] == 3


@pytest.mark.parametrize("make", [
    lambda: pd.DataFrame({"source": pd.array([0, None, 1, 2], dtype="Int64"), "target": [1, 1, 2, 0]}),
    lambda: pd.DataFrame({"source": pd.array([0, None, 1, 2], dtype="Float64"), "target": [1, 1, 2, 0]}),
    lambda: pd.DataFrame({"source": pd.array(["a", pd.NA, "b", "c"], dtype="string[python]"),
                          "target": ["b", "b", "c", "a"]}),
    lambda: pd.DataFrame({"source": pd.Series([0, None, 1, 2], dtype="int64[pyarrow]"), "target": [1, 1, 2, 0]}),
    lambda: (np.ma.array([0, 5, 1, 2], mask=[0, 1, 0, 0]), np.array([1, 1, 2, 0])),
    lambda: np.ma.array([(0, 1), (5, 1), (1, 2), (2, 0)], mask=[(0, 0), (1, 0), (0, 0), (0, 0)]),
    lambda: np.array([(0, 1), (np.nan, 1), (1, 2), (2, 0)]),
    lambda: [{"source": 0, "target": 1}, {"target": 1}, {"target": 1, "source": 2}, {"source": 2, "target": 0}],
    lambda: [(0, 1), (None, 1), (1, 2), (2, 0)],
    lambda: [("a", "b"), (float("nan"), "b"), ("b", "c"), ("c", "a")],
    lambda: [("a", "b"), (pd.NaT, "b"), ("b", "c"), ("c", "a")],
    lambda: (["a", pd.NA, "b", "c"], ["b", "b", "c", "a"]),
    lambda: (np.array(["a", None, "b", "c"], dtype=object), ["b", "b", "c", "a"]),
    lambda: (pl.Series([0, None, 1, 2]), pl.Series([1, 1, 2, 0])),
    lambda: (pa.array([0, None, 1, 2]), pa.array([1, 1, 2, 0])),
    lambda: (pa.array(["a", None, "b", "c"]), ["b", "b", "c", "a"]),
    lambda: (pd.Series(["a", None, "b", "c"]), pd.Series(["b", "b", "c", "a"])),
])
def test_missing_of_every_kind(make: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="row 1.*missing='drop'"):
        tricorn.count(make())
    words = isinstance(tricorn.Graph(make(), missing="drop").ids[0], str)
    state = tricorn.Graph([("a", "b"), ("b", "c")] if words else [(0, 1), (1, 2)]).changing()
    for ask in lambda pairs: state.apply(removed=pairs), state.edge_support:
        with pytest.raises(ValueError, match="no value"):
            ask(make())
    assert state.edges == 2
    made = tricorn.Graph(make(), missing="drop")
    assert made.count() == 1 and made.describe()["missing"] == 1


def test_missing_weights(form: Callable[..., Any]) -> None:
    table = {"source": [0, 1, 2, 2], "target": [1, 2, 0, 3], "w": [1.0, 1.0, 1.0, None]}
    with pytest.raises(ValueError, match="row 3"):
        tricorn.Graph(form(table), weight="w")
    made = tricorn.Graph(form(table), weight="w", missing="drop")
    assert made.describe()["edges"] == 3 and made.weighted_clustering().tolist() == [1, 1, 1]


@pytest.mark.parametrize("kind", ["f4", "f8", "i1", "u8"])
def test_numbers_of_any_type(form: Callable[..., Any], kind: str) -> None:
    table = {key: np.array(values, kind) for key, values in renamed(TRIANGLE, "c:time a:source b:target").items()}
    assert tricorn.Graph(form(table)).triangles().tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("values", [[0.5, 1.0], [2.0**53, 1.0], [float("inf"), 1.0], [-1.0, 2.0]])
def test_reals_that_are_no_ids(form: Callable[..., Any], values: list[float]) -> None:
    with pytest.raises((TypeError, ValueError)):
        tricorn.count(form({"source": values, "target": [1, 2]}))
    for source in (values, [1.0, 2.0]), np.array([values, [1, 2]]).T, [(values[0], 1.0)]:
        with pytest.raises((TypeError, ValueError)):
            tricorn.count(source)


def test_words_and_numbers(form: Callable[..., Any], request: pytest.FixtureRequest) -> None:
    if "objects" in request.node.name:
        return  # each is a node
    numbers = {"source": [1.0, 2.0, None, 1.0], "target": ["2", "3", "1", "3"]}
    if request.node.name.endswith("[pandas]"):
        with pytest.raises(TypeError, match="'source' by astype") as mixed:
            tricorn.count(pd.DataFrame(numbers), missing="drop")
        remedy = str(mixed.value).partition(" by ")[2].partition(", or")[0]
        table = pd.DataFrame(numbers)
        table["source"] = eval(f"table.source.{remedy}")
        assert tricorn.count(table, missing="drop") == 1
    with pytest.raises(TypeError, match="both as words"):
        tricorn.count(form({"source": ["a", "b"], "target": [1, 2]}))


@pytest.mark.parametrize("make", [pd.Series, lambda values: np.array(values, dtype=object)])
def test_a_number_and_its_word(make: Callable[[Any], Any]) -> None:
    """As pandas reads a column that has words in some of its chunks: what was one id is two nodes."""
    draw = random.Random(5)
    for _ in range(30):
        ends = [[draw.randrange(7) for _ in range(12)] for _ in range(2)]
        mixed = [[str(end) if draw.random() < 0.3 else end for end in column] for column in ends]
        values = {end for column in mixed for end in column} | {"x"}
        mixed = [[*column, "x"] for column in mixed]
        columns = tuple(make(pd.Series(column, dtype=object)) for column in mixed)
        if any(str(value) in values for value in values if not isinstance(value, str)):
            frame = pd.DataFrame(dict(zip(("source", "target"), columns))).assign(weight=1)
            with pytest.raises(TypeError, match="as words, by astype"):
                tricorn.Graph(frame, where="weight>0")
            with pytest.raises(TypeError, match="as words, by astype") as refused:
                tricorn.count(columns)
            remedy = str(refused.value).rpartition(" by ")[2]
            columns = tuple(eval(f"column.{remedy}", {"column": column}) for column in columns)
        expected = nx.Graph([(str(u), str(v)) for u, v in zip(*mixed)])
        assert tricorn.count(columns) == sum(nx.triangles(expected).values()) // 3


@pytest.mark.parametrize("make", [
    lambda: pd.DataFrame({"source": pd.Categorical([0, 1, 2]), "target": pd.Categorical([1, 2, 0])}),
    lambda: pa.table({"source": pa.array([0, 1, 2]).dictionary_encode(),
                      "target": pa.array([1, 2, 0]).dictionary_encode()}),
    lambda: pl.DataFrame({"source": ["a", "b", "c"], "target": ["b", "c", "a"]},
                         schema={"source": pl.Categorical, "target": pl.String}),
    lambda: pd.DataFrame({"source": pd.Series([0, 1, 2], dtype=object), "target": [1, 2, 0]}),
    lambda: np.array([(0.5, 0, 1), (0.5, 1, 2), (0.5, 2, 0)], dtype=[("w", "f4"), ("src", "i4"), ("dst", "u8")]),
    lambda: pa.record_batch({"source": [0, 1, 2], "target": [1, 2, 0]}),
    lambda: duckdb.sql("select i as target, (i + 1) % 3 as source, 7 as weight from range(3) t(i)"),
])
def test_tables_of_other_kinds(make: Callable[[], Any]) -> None:
    assert tricorn.count(make()) == 1


@pytest.mark.parametrize("make", [
    lambda: pd.DataFrame(columns=["source", "target"]), lambda: pl.DataFrame({"source": [], "target": []}),
    lambda: pa.table({"u": pa.array([], pa.string()), "v": pa.array([], pa.string())}),
    lambda: pa.table({"u": pa.array([]), "v": pa.array([])}), lambda: pd.DataFrame({"u": [], "v": []}),
    lambda: np.zeros(0, dtype=[("src", "i4"), ("dst", "i4")]), lambda: iter([]), lambda: set(),
])
def test_empty_tables(make: Callable[[], Any]) -> None:
    assert tricorn.Graph(make()).describe()["vertices"] == 0


def test_tables_without_columns() -> None:
    for table in pd.DataFrame(), pl.DataFrame(), pa.table({}):
        with pytest.raises(ValueError, match="two columns"):
            tricorn.count(table)


@pytest.mark.parametrize("column", [
    pa.array([True, False]), pa.array([b"a", b"b"]), pa.array([[1], [2]]), pa.array([1, 2], pa.timestamp("s")),
])
def test_columns_of_other_things(column: pa.Array) -> None:
    with pytest.raises(TypeError, match="whole numbers or words"):
        tricorn.count(pa.table({"source": column, "target": column}))


def _graph_of(frame: Any, **given: Any) -> Any:
    try:
        graph = tricorn.Graph(frame, columns={"source": "s", "target": "t", given.pop("role"): "x"}, **given)
    except Exception as error:
        return type(error), str(error)
    return graph.describe()["missing"], graph.describe()["excluded"], dict(graph.edges().items()), list(graph.nodes or ())


@pytest.mark.parametrize("seed", range(8))
def test_conditions_on_columns_and_on_their_values(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rows, whether a package compares columns or the library reads the text of each value."""
    draw, used = random.Random(seed), 0
    days = [datetime.datetime(2024, 1, 31), datetime.datetime(2023, 5, 1, 9, 30, 0, 250000), datetime.datetime(1969, 12, 31)]
    kinds: list[list[Any]] = [[3, -1, 5], [2**53 + 1, 2**53, 2**63 - 1], [0.1, 2.5, -0.0, 1 / 3], [1.5, float("inf")], days,
                              [day.date() for day in days], ["friend", "5", "3.0"], ["2024-01-31", "2023-05-01T09:30"],
                              [True, False]]
    forms: list[Callable[[Any], Any]] = [pd.DataFrame, lambda made: pd.DataFrame(made, dtype=object), pl.DataFrame, pa.table,
                                         lambda made: pd.DataFrame(made).convert_dtypes(), lambda made: pd.DataFrame(made).astype({"x": "category"})]
    values = ("5", "3.0", "2.5", "0.1", "9007199254740993", "2024-01-31", "2023-05-01T09:30:00.25", "1969-12-31T23:00-01:00")
    for _ in range(40):
        rows, kind, role = draw.choice((3, 40)), draw.choice(kinds), draw.choice(("weight", "time", "label"))
        ends = [[draw.randrange(6) for _ in range(rows)] for _ in "st"]
        column = [None if draw.random() < 0.05 else draw.choice(kind) for _ in range(rows)]
        words = draw.random() < 0.3
        made = dict(zip("stx", ([list(map(str, end)) if words else end for end in ends] + [column])))
        signs = ("=", "!=") if role == "label" else ("=", "!=", "<", "<=", ">", ">=")
        conditions = [role + draw.choice(signs) + draw.choice(("friend", *values) if role == "label" else values) for _ in range(2)]
        frame = draw.choice(forms)(made)
        given = {"role": role, "where": conditions, "missing": draw.choice(("error", "drop"))}
        found = _graph_of(frame, **given)
        with monkeypatch.context() as patch:
            patch.setattr(_conditions, "picked", lambda *given: None)
            assert _graph_of(frame, **given) == found, (made, conditions)
        with monkeypatch.context() as patch:
            patch.setattr(_conditions, "kept", lambda *given: 1 / 0)
            used += not isinstance(found[0], type) and _graph_of(frame, **given) == found
    assert used > 5
