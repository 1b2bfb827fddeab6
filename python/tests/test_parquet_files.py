"""Files of Parquet and of Arrow, which the program reads by DuckDB's library."""
import json
import os
import pathlib
import random
import signal
import subprocess
import time
from typing import Any

import duckdb
import duckdb_library
import networkx as nx
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pytest
import random_tables
import table_cases

PROGRAM = os.environ.get("TRICORN_PROGRAM", "")
WHOLE = ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"]
TYPES = [*WHOLE, "HUGEINT", "FLOAT", "DOUBLE", "DECIMAL(9,2)", "VARCHAR"]
CODECS = ["zstd", "snappy", "gzip", "lz4", "uncompressed"]

pytestmark = pytest.mark.skipif(not PROGRAM, reason="TRICORN_PROGRAM is not set")


class Program:
    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def __call__(self, *arguments: Any, code: int = 0) -> str:
        """What it prints, or the message of a failure."""
        made = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, errors="replace", env=self.environment,
                              check=False)
        assert made.returncode == code, made.stderr
        return made.stderr if code else made.stdout

    def count(self, *arguments: Any) -> int:
        return int(json.loads(self("count", "--json", *arguments))["triangles"])


@pytest.fixture(name="run", scope="module")
def _run(tmp_path_factory: pytest.TempPathFactory) -> Program:
    environment = duckdb_library.environment(tmp_path_factory.mktemp("libraries"))
    if environment is None:
        pytest.skip("the library of Python is missing")
    return Program(environment)


@pytest.fixture(name="path", params=["parquet", "arrow"])
def _path(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / f"g.{request.param}"


def save(table: duckdb.DuckDBPyRelation, path: pathlib.Path, codec: str = "zstd", group: int = 2048) -> None:
    if path.suffix == ".parquet":
        table.write_parquet(str(path), compression=codec, row_group_size=group)
    else:
        pyarrow.feather.write_feather(table.to_arrow_table(), path, codec if codec in ("lz4", "zstd") else "uncompressed", chunksize=group)


def write(path: pathlib.Path, columns: str, rows: int, codec: str = "zstd") -> None:
    """A file whose columns are expressions of `range`, in groups of 2,048 rows."""
    save(duckdb.sql(f"SELECT {columns} FROM range({rows})"), path, codec)


def triangles(edges: list[tuple[int, int]]) -> int:
    graph = nx.Graph((u, v) for u, v in edges if u != v)
    return sum(nx.triangles(graph).values()) // 3


@pytest.mark.parametrize("types", [*zip(TYPES, TYPES[1:]), ("VARCHAR", "VARCHAR")], ids=str)
def test_types(types: tuple[str, str], path: pathlib.Path, run: Program, tmp_path: pathlib.Path) -> None:
    """Ends of all types, by each codec, one file and a folder of them."""
    draw = random.Random(str(types))
    edges = [(draw.randrange(60), draw.randrange(60)) for _ in range(300)]
    table = duckdb.from_df(pd.DataFrame(edges, columns=["u", "v"])).select(
        f"7 AS other, CAST(v AS {types[1]}) AS target, CAST(u AS {types[0]}) AS source")
    (tmp_path / "parts").mkdir()
    save(table, path, draw.choice(CODECS), 64)
    table.limit(200).write_parquet(str(tmp_path / "parts/a.parquet"))
    table.limit(200, 150).write_parquet(str(tmp_path / "parts/b [c]'.parquet"))
    for source in path, tmp_path / "parts", tmp_path / "parts/*.parquet":
        assert run.count(source) == triangles(edges)
        assert run.count(source, "--ids=string", "--threads=1") == triangles(edges)


def test_many_rows(path: pathlib.Path, run: Program, tmp_path: pathlib.Path) -> None:
    """In memory and from disk, also where a quarter of the memory is little."""
    write(path, "range % 3000 AS src, (range * 7919 + range // 3000) % 3000 AS dst", 200000)
    words = path.with_stem("words")
    write(words, "'w' || range % 3000 AS src, 'w' || (range * 7919 + range // 3000) % 3000 AS dst", 200000)
    edges = [(row % 3000, (row * 7919 + row // 3000) % 3000) for row in range(200000)]
    for source in path, words:
        assert run.count(source) == triangles(edges)
        assert run.count(source, "--memory=40M", f"--work={tmp_path / source.stem}") == triangles(edges)
        told = run("info", "--estimate", "--json", source, code=0 if path.suffix == ".parquet" else 3)
        if path.suffix == ".arrow":
            assert "cannot be estimated" in told
        else:
            known = json.loads(told)
            assert known["input_edges"] == 200000 and (source == words or 3000 <= known["vertices"] <= 3001)
            assert known["peak_bytes"] >= json.loads(run("count", "--json", source))["peak_bytes"]


def test_what_is_refused(path: pathlib.Path, run: Program) -> None:
    write(path, "CASE WHEN range = 2100 THEN NULL ELSE range END AS a, range + 1 AS b", 3000)
    assert "row 2101: column 'a', an id, has no value" in run("count", path, code=3)
    assert json.loads(run("count", "--json", path, "--missing=drop"))["missing"] == 1
    write(path, "range AS a, 5 - range AS b", 3000)
    assert "row 7: column 'b' has a negative number" in run("count", path, code=3)
    assert run.count(path, "--ids=string") == 0
    write(path, "range AS a, range + 0.5 AS b", 3000)
    assert "'0.5' is no vertex id" in run("count", path, code=3)
    write(path, "'x' || range AS a, 'y' || chr(CASE WHEN range = 2 THEN 10 ELSE 65 END) || 'z' AS b", 3)
    assert "row 3: a value has the end of a line" in run("count", path, code=3)
    write(path, "range AS a, range AS b, range AS c", 3)
    assert "columns 'a', 'b', 'c'" in run("count", path, code=3)
    content = path.read_bytes()
    piped = subprocess.run([PROGRAM, "count", "-"], input=content, env=run.environment, capture_output=True, check=False)
    assert piped.returncode == 3 and b"give it as a file" in piped.stderr
    without = subprocess.run([PROGRAM, "count", path], capture_output=True, check=False)
    assert without.returncode == 3 and b"libduckdb.so" in without.stderr


@pytest.mark.parametrize("types", [("BIGINT", "INTEGER"), ("UBIGINT", "UTINYINT"), ("SMALLINT", "BIGINT")], ids=" ".join)
def test_groups_in_any_order(types: tuple[str, str], run: Program, tmp_path: pathlib.Path) -> None:
    """Several threads take groups of rows, some with one id or none alone: each row counts once, and the first row that is no
    edge is named, whichever thread meets one."""
    draw = random.Random(str(types))
    rows: list[tuple[int | None, int | None]] = []
    for group in range(24):
        ends = [[7] * 2048 if (group + end) % 4 == 0 else [draw.randrange(90) for _ in range(2048)] for end in range(2)]
        rows += [(None if group > 5 and draw.random() < 0.01 else u, None if group == 9 else v) for u, v in zip(*ends)]
    known = [(u, v) for u, v in rows if u is not None and v is not None]
    table = duckdb.from_df(pd.DataFrame(rows, columns=["a", "b"], dtype="Int64"))
    path = tmp_path / "g.parquet"
    table.select(f"CAST(a AS {types[0]}) AS a, CAST(b AS {types[1]}) AS b").write_parquet(str(path), row_group_size=2048)
    first = next(number for number, row in enumerate(rows, 1) if None in row)
    for threads in 1, 2, 5:
        made = json.loads(run("count", "--json", f"--threads={threads}", "--missing=drop", path))
        assert (made["triangles"], made["missing"]) == (triangles(known), len(rows) - len(known))
        assert made["input_edges"] == len(known)
        assert f"row {first}: column 'a', an id, has no value" in run("count", f"--threads={threads}", path, code=3)


def test_strict(path: pathlib.Path, run: Program) -> None:
    write(path, "range % 10 AS a, range % 10 + 1 AS b", 11)
    assert f"{path.name}:11: a repeat" in run("count", "--strict", path, code=3)


def rows_of(path: pathlib.Path, columns: str) -> list[tuple[Any, ...]]:
    if path.suffix == ".parquet":
        return duckdb.sql(f"SELECT {columns} FROM read_parquet('{path}')").fetchall()
    rows = pa.ipc.open_file(path).read_all()
    rows.validate(full=True)
    return duckdb.sql(f"SELECT {columns} FROM rows").fetchall()


def test_damage(path: pathlib.Path, run: Program) -> None:
    """A file that is cut or changed is refused, or has the count of what DuckDB reads in it."""
    write(path, "range % 50 AS a, (range * 7) % 50 AS b, 'x' || range % 50 AS c", 400, "snappy")
    whole, draw = path.read_bytes(), random.Random(1)
    for case in range(60):
        at = draw.randrange(len(whole))
        content = whole[:at] if case % 3 == 0 else whole[:at] + bytes([draw.randrange(256)]) + whole[at + 1:]
        path.write_bytes(content)
        ends = ("--columns=a,b", "a, b") if case % 2 else ("--columns=c,b", "c, 'x' || b")
        made = subprocess.run([PROGRAM, "count", "--json", ends[0], path], env=run.environment,
                              capture_output=True, check=False)
        assert made.returncode in (0, 3), made
        try:
            rows = rows_of(path, ends[1])
        except (duckdb.Error, pa.ArrowException, OSError):
            assert made.returncode == 3, made
        except UnicodeDecodeError:
            pass
        else:
            if made.returncode == 0:
                assert json.loads(made.stdout)["triangles"] == triangles(rows)


@pytest.mark.parametrize("form", ["parquet", "feather"])
def test_random_tables(form: str, run: Program, tmp_path: pathlib.Path) -> None:
    """50 tables as pandas, polars and pyarrow write them, in which the ends may be any columns: the same graph, with names,
    weights and directions, as by brute force."""
    forms = random_tables.Forms(str(tmp_path), PROGRAM, run.environment)
    for seed in range(50):
        table = table_cases.random_table(random.Random(seed))
        if table.names:
            assert random_tables.Case(forms, f"program on {form}", table).readable().fault() is None, seed


@pytest.mark.parametrize("asked", [["vertex"], ["edge"], ["list"], ["cluster", "--vertices"], ["core"], ["truss"],
                                   ["vertex", "--top=5"], ["similar", "--measure=jaccard"]], ids=" ".join)
def test_tables(asked: list[str], run: Program, tmp_path: pathlib.Path) -> None:
    """A table has the rows and the columns that it has as lines of JSON, with names of all kinds."""
    names = ["a,b", 'q"', "tab\tx", "é ü", "NULL", "", "1", " x", "'", "back\\", "NA", "\x01"]
    names[names.index("")] = "two\nlines"
    edges = [(u, v) for u in range(12) for v in range(u) if (u * v) % 5 < 3]
    for called in (lambda v: names[v]), str:
        rows = [{"source": called(u), "target": called(v)} for u, v in edges]
        (tmp_path / "g.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        kind = [] if called is str else ["--ids=string", "--missing=keep"]
        run(*asked, "-q", *kind, tmp_path / "g.jsonl", "-o", tmp_path / "t.parquet")
        run(*asked, "-q", *kind, tmp_path / "g.jsonl", "-o", tmp_path / "t.jsonl")
        found = duckdb.read_parquet(str(tmp_path / "t.parquet"))
        lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [dict(zip(found.columns, row)) for row in found.fetchall()] == lines and lines
        assert all(str(kind) in ("UBIGINT", "DOUBLE", "VARCHAR") for kind in found.types)


def test_graphs(run: Program, tmp_path: pathlib.Path) -> None:
    """Graphs with numbers or words, and edges that are written as they come."""
    for called in ((1, 2, 3), ("a;b", "c", 'd"\t')):
        rows = zip(called, called[1:] + called[:1])
        (tmp_path / "g.jsonl").write_text("".join(json.dumps({"source": u, "target": v}) + "\n" for u, v in rows), encoding="utf-8")
        run("convert", "-q", tmp_path / "g.jsonl", tmp_path / "g.parquet")
        assert {v for row in duckdb.read_parquet(str(tmp_path / "g.parquet")).fetchall() for v in row} == set(called)
        assert run.count(tmp_path / "g.parquet") == 1
    run("generate", "-q", "complete", "vertices=300", "--stream", "-o", tmp_path / "k.parquet")
    assert run.count(tmp_path / "k.parquet") == 300 * 299 * 298 // 6


def test_what_is_not_written(run: Program, tmp_path: pathlib.Path) -> None:
    (tmp_path / "g.txt").write_bytes(b"\xff b\nb c\nc \xff\n")
    (tmp_path / "k.txt").write_text("1 2\n2 3\n", encoding="utf-8")
    assert "UTF-8" in run("vertex", tmp_path / "g.txt", "-o", tmp_path / "t.parquet", code=2)
    assert "name one" in run("vertex", tmp_path / "k.txt", "--to=parquet", code=2)
    assert "name one" in run("vertex", tmp_path / "k.txt", "-o", tmp_path / "t.parquet.gz", code=2)
    without = subprocess.run([PROGRAM, "vertex", tmp_path / "k.txt", "-o", tmp_path / "t.parquet"], capture_output=True, check=False)
    assert without.returncode == 2 and b"libduckdb.so" in without.stderr
    assert not list(tmp_path.glob("t.parquet*")) and not list(tmp_path.glob(".tricorn*"))


def test_a_stop(run: Program, tmp_path: pathlib.Path) -> None:
    """Ctrl-C ends both ways of reading soon."""
    write(tmp_path / "g.parquet", "hash(range) % 1000000 AS a, hash(range + 1) % 1000000 AS b", 5000000)
    for more in [], ["--ids=string"]:
        with subprocess.Popen([PROGRAM, "count", tmp_path / "g.parquet", *more], env=run.environment, stderr=subprocess.PIPE) as one:
            time.sleep(0.5)
            one.send_signal(signal.SIGINT)
            assert b"stopped" in one.communicate(timeout=60)[1] or one.returncode == 0
