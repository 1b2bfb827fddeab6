"""Streams of Arrow: every column arrives, without a copy where Arrow has the same form, and is released once."""
import gc
import itertools
import pathlib
import subprocess
import sys
from typing import Any

import duckdb
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tricorn

BATCH_ROWS = 1 << 20  # of copied columns, as python/src/stream.c has it
TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "?", ">i4", ">f8"]


def by_pyarrow(table: Any) -> dict[str, list[Any]]:
    return pa.table(table).to_pydict()


def by_polars(table: Any) -> dict[str, list[Any]]:
    return pl.DataFrame(table).to_dict(as_series=False)


def by_duckdb(answers: Any) -> dict[str, list[Any]]:
    return pa.table(duckdb.sql("FROM answers")).to_pydict()


def by_pandas(table: Any) -> dict[str, list[Any]]:
    return {name: column.tolist() for name, column in pd.DataFrame.from_arrow(table).items()}


WAYS = pytest.mark.parametrize("way", [by_pyarrow, by_polars, by_duckdb, by_pandas])


def drawn(draw: np.random.Generator, kind: str, rows: int) -> Any:
    """A column of numbers, of which some are apart from each other or in the reverse order."""
    step = int(draw.choice([-3, -1, 1, 2]))
    values = draw.integers(0, 2, rows * abs(step)).astype("?") if kind == "?" else \
        draw.integers(0, 100, rows * abs(step)).astype(kind)
    return values[::step][:rows]


@WAYS
def test_columns(way: Any) -> None:
    draw = np.random.default_rng(1)
    words = ["", "a", "n\u00f6de", "a\0b", "\U0001f600" * 9]
    for rows in [0, 1, 2, 7, 8, 9, 1000]:
        columns: dict[str, Any] = {kind: drawn(draw, kind, rows) for kind in TYPES if way is not by_duckdb or kind != "f2"}
        columns["words"] = [words[i] for i in draw.integers(0, len(words), rows)]
        columns["texts"] = np.array([words[i] for i in draw.integers(0, 3, rows)], str)
        columns["list"] = list(range(rows))
        columns["reals"] = [number / 2 for number in range(rows)]
        columns["wide"] = [2**64 - 1 - number for number in range(rows)]
        columns["series"] = pd.Series(range(rows), dtype="int64")
        columns["column"] = pl.Series([f"w{number}" for number in range(rows)], dtype=pl.String)
        expected = {name: column.tolist() if hasattr(column, "tolist") else list(column) for name, column in columns.items()}
        assert way(tricorn.Table(columns)) == expected


@WAYS
def test_batches(way: Any) -> None:
    """A table that is copied comes in several batches, of numbers and of words."""
    rows = BATCH_ROWS + 5
    numbers = np.arange(2 * rows)[::2]
    found = way(tricorn.Table({"x": numbers, "y": numbers % 14 == 0, "z": np.arange(rows)}))
    assert found["x"] == numbers.tolist() and found["z"] == list(range(rows))
    assert sum(found["y"]) == -(-rows // 7) and found["y"][-5:] == (numbers[-5:] % 14 == 0).tolist()
    size = 1460  # a complete graph of more edges than a batch
    first, second = np.triu_indices(size, 1)
    graph = tricorn.Graph((pl.Series(first).cast(pl.String), pl.Series(second).cast(pl.String)))
    table = way(graph.edge_support())
    assert len(table["source"]) == size * (size - 1) // 2 > BATCH_ROWS
    assert table["source"] == list(map(str, first)) and table["target"] == list(map(str, second))
    assert set(table["triangles"]) == {size - 2}


def address(column: Any, buffer: int = 1) -> int:
    """Where the values of a column of pyarrow are."""
    (chunk,) = column.chunks
    return chunk.buffers()[buffer].address + (chunk.offset * 8 if buffer == 1 else 0)


def test_no_copies() -> None:
    """Values, ids and the ends of edges are where the library has written them, for pyarrow and polars."""
    graph = tricorn.Graph(np.array(nx.karate_club_graph().edges))
    clustering, support, lists = graph.clustering(), graph.edge_support(), graph.triangles()
    for result, name, values in ((clustering, "id", clustering.table()["id"]), (clustering, "clustering", clustering.values),
                                 (support, "source", support.ends[:, 0]), (support, "target", support.ends[:, 1]),
                                 (support, "triangles", support.values), (lists, "w", lists.values[:, 2])):
        assert address(pa.table(result)[name]) == values.ctypes.data
        assert np.shares_memory(pl.DataFrame(result)[name].to_numpy(), values)
    named = tricorn.Graph(nx.relabel_nodes(nx.karate_club_graph(), str))
    first, second = (address(pa.table(table)["id"], 2) for table in (named.degrees(), named.core_numbers()))
    assert first == second  # the words are encoded once


def test_memory() -> None:
    """A table of 400 MB is read in less than another 40 MB."""
    code = ("import numpy, pyarrow, tricorn\n"
            "def peak():\n"
            "    return next(int(line.split()[1]) for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
            "table = tricorn.Table({'x': numpy.ones(25_000_000), 'y': numpy.ones(25_000_000)})\n"
            "pyarrow.table(tricorn.Table({'x': numpy.ones(9)}))\n"
            "before = peak()\n"
            "assert pyarrow.table(table).num_rows == 25_000_000\n"
            "print(peak() - before)")
    out = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(out) < 40_000


def readers() -> dict[str, Any]:
    """Ways to use a stream, also in part."""
    def kept_column(table: Any) -> Any:
        return pa.table(table).column(0).chunk(0)

    def some(table: Any) -> Any:
        reader = pa.RecordBatchReader.from_stream(table)
        return reader.schema, next(iter(reader), None)

    return {"never": lambda table: table.__arrow_c_stream__(), "names": lambda table: tricorn._tricorn.arrow_names(
                table.__arrow_c_stream__()), "schema": lambda table: pa.RecordBatchReader.from_stream(table).schema,
            "some": some, "pyarrow": pa.table, "polars": pl.DataFrame, "a column": kept_column,
            "pandas": lambda table: pd.DataFrame.from_arrow(table), "duckdb": by_duckdb,
            "slices": lambda table: pa.table(table).slice(1, 3), "a graph": tricorn.Graph}


@pytest.mark.parametrize("way", readers())
@pytest.mark.parametrize("step", [1, 2], ids=["in place", "copied"])
def test_released_once(way: str, step: int) -> None:
    """Each reader ends its use of the columns, once: none is in use afterwards, and none was freed before."""
    values = np.arange(200)
    column = values[::step]
    before = sys.getrefcount(column), sys.getrefcount(values)
    for _ in range(5):
        used = readers()[way](tricorn.Table({"source": column, "target": column}))
        if way == "a column":
            gc.collect()
            assert used.to_pylist() == column.tolist()
        del used
    gc.collect()
    assert (sys.getrefcount(column), sys.getrefcount(values)) == before


def test_read_twice() -> None:
    capsule = tricorn.Table({"source": [1], "target": [2]}).__arrow_c_stream__()
    graph, _, _ = tricorn._tricorn.from_arrow(capsule, (0, 1, -1), False, {})
    assert graph.describe({})["edges"] == 1
    empty, _, _ = tricorn._tricorn.from_arrow(capsule, (0, 1, -1), False, {})
    assert empty.describe({})["edges"] == 0  # the stream is at its end


@pytest.mark.parametrize(("column", "error", "text"), [
    ([1, "a"], TypeError, "all words, all floats or all whole"), ([1, 2.5], TypeError, "all words, all floats or all whole"),
    ([None, "a"], TypeError, "all words, all floats or all whole"), (["\udc80", "a"], ValueError, "UTF-8"),
    (np.array(["2001-01-01"] * 2, "M8[D]"), TypeError, "column 'x'"), (np.zeros((2, 2)), TypeError, "column 'x'"),
    (np.array([1j, 2]), TypeError, "column 'x'"), ([2**64, 1], TypeError, "64 bits"),
])
def test_refused(column: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        pa.table(tricorn.Table({"x": column, "y": [1, 2]}))


def test_without_pyarrow(tmp_path: pathlib.Path) -> None:
    code = ("import sys; sys.modules['pyarrow'] = None\nimport polars, tricorn\n"
            "graph = tricorn.Graph([('a', 'b'), ('b', 'c'), ('c', 'a')])\n"
            "print(polars.DataFrame(graph.trussness()).to_dicts()[-1], graph.clustering().to_pandas()['id'].tolist())")
    out = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "{'source': 'b', 'target': 'c', 'trussness': 3} ['a', 'b', 'c']\n"


def test_lists() -> None:
    """Batches of triangles are tables, one after another."""
    graph = tricorn.Graph(nx.relabel_nodes(nx.complete_graph(9), str))
    rows = pa.concat_tables(pa.table(batch) for batch in graph.iter_triangles()).to_pylist()
    assert {frozenset(row.values()) for row in rows} == set(map(frozenset, itertools.combinations(map(str, range(9)), 3)))
    assert len(rows) == 84 and list(rows[0]) == ["u", "v", "w"]
