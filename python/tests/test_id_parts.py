"""Ids in two columns: every form of a table is the graph that NetworkX makes of pairs of words."""
import csv
import io
import json
import operator
import os
import pathlib
import random
import subprocess
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import tricorn

pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")

PROGRAM = os.environ.get("TRICORN_PROGRAM", "")
NAMES = ["when", "from_bank", "from", "amount", "to_bank", "to"]
ENDS = {"source": "from_bank+from", "target": "to_bank+to"}
BANKS = ["A", "B", "A+", "A\\", "+", "\\+", "C c"]
ACCOUNTS = ["1", "+1", "x+", "\\", "a b", "02"]
SIGNS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
PLACES = {"time": 0, "label": 0, "weight": 3}


def name_of(pair: tuple[Any, Any]) -> str:
    first, second = map(str, pair)
    return "".join("\\" + c if c in "+\\" else c for c in first) + "+" + second


def table_of(seed: int) -> list[list[Any]]:
    """Rows without repeated edges, so that each has a weight; of every third seed banks, and of every second one accounts are numbers."""
    draw = random.Random(seed)
    banks: list[Any] = [1, 2, 11] if seed % 3 == 0 else BANKS
    accounts: list[Any] = [1, 2, 12, 112] if seed % 2 == 0 else ACCOUNTS
    rows, seen = [], set()
    for _ in range(60):
        source, target = ((draw.choice(banks), draw.choice(accounts)) for _ in range(2))
        if frozenset((source, target)) not in seen:
            seen.add(frozenset((source, target)))
            rows.append([draw.randrange(9), *source, draw.randrange(1, 9), *target])
    return rows


def expected_of(rows: list[list[Any]]) -> nx.Graph:
    graph = nx.Graph()
    graph.add_weighted_edges_from((name_of((row[1], row[2])), name_of((row[4], row[5])), row[3]) for row in rows)
    return graph


def text_of(rows: list[list[Any]], separator: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows([NAMES, *rows])
    return out.getvalue()


def forms(rows: list[list[Any]], folder: pathlib.Path) -> dict[str, Any]:
    records = [dict(zip(NAMES, row)) for row in rows]
    frame = pd.DataFrame(rows, columns=NAMES)
    for name, content in (("t.csv", text_of(rows, ",")), ("t.tsv", text_of(rows, "\t")),
                          ("t.jsonl", "".join(json.dumps(record) + "\n" for record in records))):
        (folder / name).write_text(content, encoding="utf-8")
    frame.to_parquet(folder / "t.parquet")
    frame.to_feather(folder / "t.feather")
    arrow = pa.Table.from_pandas(frame)
    return {**{name: folder / name for name in ("t.csv", "t.tsv", "t.jsonl", "t.parquet", "t.feather")},
            "pandas": frame, "categories": frame.astype("category").astype({"amount": "int64"}), "polars": pl.DataFrame(records),
            "lazy": pl.DataFrame(records).lazy(), "arrow": arrow, "batches": arrow.to_reader(max_chunksize=7),
            "duckdb": duckdb.from_arrow(arrow), "dicts": records, "records": frame.to_records(index=False)}


@pytest.mark.parametrize("seed", range(50))
def test_all_forms(seed: int, tmp_path: pathlib.Path) -> None:
    rows = table_of(seed)
    graph = expected_of(rows)
    simple = nx.Graph((u, v, data) for u, v, data in graph.edges(data=True) if u != v)
    simple.add_nodes_from(graph)
    weighed = nx.clustering(simple, weight="weight")
    for form, source in forms(rows, tmp_path).items():
        found = tricorn.Graph(source, columns=ENDS, weights="amount")
        ids = [str(node) for node in found.ids]
        assert sorted(ids) == sorted(graph), form
        assert found.count() == sum(nx.triangles(simple).values()) // 3, form
        assert dict(zip(ids, found.weighted_clustering().tolist())) == pytest.approx(weighed), form


@pytest.mark.skipif(not PROGRAM, reason="TRICORN_PROGRAM is not set")
@pytest.mark.parametrize("seed", range(8))
def test_program(seed: int, tmp_path: pathlib.Path) -> None:
    rows = table_of(seed)
    graph = expected_of(rows)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    cores = {node: str(core) for node, core in nx.core_number(graph).items()}
    forms(rows, tmp_path)
    headless = tmp_path / "headless.csv"
    headless.write_text(text_of(rows, ",").split("\n", 1)[1], encoding="utf-8")
    for path, columns in [(tmp_path / name, ",".join(f"{role}={name}" for role, name in ENDS.items()))
                          for name in ("t.csv", "t.tsv", "t.jsonl")] + [(headless, "2+3,5+6")]:
        out = subprocess.run([PROGRAM, "core", path, "--columns", columns, "--to", "jsonl", "--header=auto" if path != headless
                              else "--header=no"], check=True, capture_output=True, text=True).stdout
        assert {row["vertex"]: str(row["core"]) for row in map(json.loads, out.splitlines())} == cores


def conditions_of(draw: random.Random, when: str) -> list[tuple[str, str, int]]:
    """Conditions on the weight, and on the first column as the role `when`."""
    roles = draw.choices((when, "weight"), k=draw.randrange(1, 4))
    return [(role, draw.choice(("=", "!=") if role == "label" else tuple(SIGNS)), draw.randrange(9)) for role in roles]


def holds(row: list[Any], conditions: list[tuple[str, str, int]]) -> bool:
    labels = [value for role, sign, value in conditions if (role, sign) == ("label", "=")]
    others = [one for one in conditions if (one[0], one[1]) != ("label", "=")]
    return (not labels or int(row[0]) in labels) and \
        all(SIGNS[sign](int(row[PLACES[role]]), value) for role, sign, value in others)


@pytest.mark.parametrize("seed", range(60))
def test_conditions(seed: int, tmp_path: pathlib.Path) -> None:
    """Ids in two columns of the rows for which conditions hold; of some tables values are missing."""
    draw, rows = random.Random(seed), table_of(seed)
    when = draw.choice(("time", "label"))
    conditions, weighted = conditions_of(draw, when), draw.random() < 0.5
    if seed % 6 in (1, 5):  # banks and accounts are words, as labels are then
        rows = [[str(row[0]) if when == "label" else row[0], *row[1:]] for row in rows]
        for _ in range(6):
            rows[draw.randrange(len(rows))][draw.choice([0, 1, 2, 4, 5])] = None
    read = {1, 2, 4, 5} | {PLACES[role] for role, _, _ in conditions}
    whole = [row for row in rows if all(row[place] is not None for place in read)]
    kept = [row for row in whole if holds(row, conditions)]
    graph = expected_of(kept)
    simple = nx.Graph((u, v, data) for u, v, data in graph.edges(data=True) if u != v)
    simple.add_nodes_from(graph)
    given: dict[str, Any] = {"columns": {**ENDS, when: "when", **({} if weighted else {"weight": "amount"})}, "missing": "drop",
                             "weights": "amount" if weighted else False,
                             "where": [f"{role}{sign}{value}" for role, sign, value in conditions]}
    for form, source in forms(rows, tmp_path).items():
        found = tricorn.Graph(source, **given)
        described, ids = found.describe(), [str(node) for node in found.ids]
        assert (described["missing"], described["excluded"]) == (len(rows) - len(whole), len(whole) - len(kept)), form
        assert sorted(ids) == sorted(graph), form
        assert found.count() == sum(nx.triangles(simple).values()) // 3, form
        if weighted and simple.size():
            weighed = nx.clustering(simple, weight="weight")
            assert dict(zip(ids, found.weighted_clustering().tolist())) == pytest.approx(weighed), form


@pytest.mark.parametrize("seed", range(6))
def test_conditions_of_two_sides(seed: int, tmp_path: pathlib.Path) -> None:
    rows = table_of(seed)
    kept = [row for row in rows if row[0] >= 4]
    for form, source in forms(rows, tmp_path).items():
        found = tricorn.BipartiteGraph(source, columns={**ENDS, "time": "when"}, where="time>=4")
        edges = {(name_of((row[1], row[2])), name_of((row[4], row[5]))) for row in kept}
        assert sorted((str(u), str(v)) for (u, v), _ in found.edges().items()) == sorted(edges), form
        assert found.describe()["excluded"] == len(rows) - len(kept), form


@pytest.mark.skipif(not PROGRAM, reason="TRICORN_PROGRAM is not set")
@pytest.mark.parametrize("seed", range(12))
def test_conditions_of_the_program(seed: int, tmp_path: pathlib.Path) -> None:
    draw, rows = random.Random(seed), table_of(seed)
    conditions = conditions_of(draw, draw.choice(("time", "label")))
    graph = expected_of([row for row in rows if holds(row, conditions)])
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    forms(rows, tmp_path)
    where = [f"--where={role}{sign}{value}" for role, sign, value in conditions]
    values = "".join(f",{role}={PLACES[role] + 1}" for role in {role for role, _, _ in conditions})
    for name in ("t.csv", "t.tsv", "t.jsonl"):
        if name == "t.jsonl":  # whose objects have keys, and no places
            values = values.replace("=1", "=when").replace("=4", "=amount")
        ends = ",".join(f"{role}={name}" for role, name in ENDS.items())
        out = subprocess.run([PROGRAM, "core", tmp_path / name, "--columns", ends + values, "--to", "jsonl", *where], check=True,
                             capture_output=True, text=True).stdout
        assert {row["vertex"]: row["core"] for row in map(json.loads, out.splitlines())} == nx.core_number(graph), name


def test_one_column_for_both_ends() -> None:
    """Two accounts of one bank."""
    rows = [("A", 1, 2), ("A", 2, 3), ("A", 3, 1), ("B", 1, 4)]
    frame = pd.DataFrame(rows, columns=["bank", "x", "y"])
    graph = tricorn.Graph(frame, source=("bank", "x"), target=("bank", "y"))
    assert graph.count() == 1
    assert sorted(map(str, graph.ids)) == ["A+1", "A+2", "A+3", "B+1", "B+4"]
    assert sorted(map(str, tricorn.Graph(io.BytesIO(frame.to_csv(index=False).encode()), columns="bank+x,bank+y").ids)) == \
        sorted(map(str, graph.ids))
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    assert tricorn.Graph(io.BytesIO(lines), columns="1+2,1+3", format="json-lines").count() == 1


def test_missing(tmp_path: pathlib.Path) -> None:
    rows: list[list[Any]] = [[0, "A", 1, 1, "B", 1], [0, "B", 1, 1, "C", 1], [0, "C", 1, 1, "A", 1],
                             [0, "A", None, 1, "D", 1], [0, "A", 1, 1, None, 1]]
    frame = pd.DataFrame(rows, columns=NAMES).astype({"from": "Int64"})
    whole = expected_of(rows[:3])
    (tmp_path / "t.csv").write_text(frame.to_csv(index=False), encoding="utf-8")
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(dict(zip(NAMES, row))) + "\n" for row in rows), encoding="utf-8")
    for source in (tmp_path / "t.csv", tmp_path / "t.jsonl", frame, pa.Table.from_pandas(frame), pl.from_pandas(frame)):
        with pytest.raises(ValueError, match="no value|is empty"):
            tricorn.Graph(source, columns=ENDS)
        graph = tricorn.Graph(source, columns=ENDS, missing="drop")
        assert sorted(map(str, graph.ids)) == sorted(whole) and graph.describe()["missing"] == 2


def test_names_with_plus() -> None:
    """A name that has a '+' is that column; a file's is named by its number."""
    frame = pd.DataFrame([(1, 2), (2, 3), (3, 1)], columns=["a+b", "c"])
    assert tricorn.Graph(frame, source="a+b", target="c").count() == 1
    assert list(tricorn.Graph(frame, source="a+b", target="c").ids) == [1, 2, 3]


@pytest.mark.parametrize("given, message", [
    ({"source": "from_bank+from", "target": "to"}, "two columns for each"),
    ({"source": "from_bank+from", "target": "from_bank+from"}, "one and the same"),
    ({"source": "from+from", "target": "to_bank+to"}, "one and the same"),
    ({"source": "from_bank+no", "target": "to_bank+to"}, "no column|lacks"),
    ({**ENDS, "weight": "from"}, "one and the same"),
])
def test_refused(given: dict[str, str], message: str, tmp_path: pathlib.Path) -> None:
    for form, source in forms(table_of(1), tmp_path).items():
        with pytest.raises((ValueError, TypeError), match=message):
            print(form, tricorn.Graph(source, columns=given))


def test_parts_that_may_be_two_words(tmp_path: pathlib.Path) -> None:
    """1.0 beside 1 is refused in every form, and so are a number and the word for it."""
    rows = [[0, "A", 1.0, 1, "B", 1], [0, "B", 2.0, 1, "A", 1]]
    for form, source in forms(rows, tmp_path).items():
        with pytest.raises((ValueError, TypeError), match="part of an id"):
            print(form, tricorn.Graph(source, columns=ENDS))
    mixed = pd.DataFrame([["A", 1, "B", "1"], ["B", 2, "A", "1"]], columns=["from_bank", "from", "to_bank", "to"])
    with pytest.raises(TypeError, match="both as words"):
        tricorn.Graph(mixed, columns=ENDS)
    lines = "".join(json.dumps(row) + "\n" for row in mixed.to_dict("records")).encode()
    with pytest.raises(ValueError, match="one kind"):
        tricorn.Graph(io.BytesIO(lines), columns=ENDS, format="json-lines")
    with pytest.raises(ValueError, match="leave out"):
        tricorn.Graph(tmp_path / "t.csv", columns=ENDS, ids="number")
    (tmp_path / "g.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", encoding="utf-8")
    with pytest.raises(tricorn.Error, match="not from the format"):
        tricorn.Graph(tmp_path / "g.mtx", columns=ENDS)


def test_duckdb() -> None:
    rows = table_of(5)
    graph = expected_of(rows)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    import tricorn.duckdb as functions

    with duckdb.connect() as connection:
        table = connection.from_arrow(pa.Table.from_pandas(pd.DataFrame(rows, columns=NAMES)))
        found = functions.vertices(connection, table, "triangles", columns=ENDS).fetchall()
        some = functions.vertices(connection, table, "triangles", columns={**ENDS, "time": "when"}, where="time>=3").fetchall()
    assert {row[0]: row[1] for row in found} == nx.triangles(graph)
    graph = expected_of([row for row in rows if row[0] >= 3])
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    assert {row[0]: row[1] for row in some} == nx.triangles(graph)


def test_numpy_records() -> None:
    records = np.array([(1, 1, 2, 1), (2, 1, 3, 1), (3, 1, 1, 1)], dtype=[("a", "i8"), ("b", "i8"), ("c", "i8"), ("d", "i8")])
    assert tricorn.Graph(records, source=("a", "b"), target=("c", "d")).count() == 1
