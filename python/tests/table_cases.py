"""Random tables of edges, the answers that they must have, and the forms that tables have.

The answers are brute force over the rows; test_random_tables.py compares them with those of NetworkX and igraph.
"""
from __future__ import annotations

import csv
import datetime
import functools
import io
import itertools
import json
import operator
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

Id = int | str
TRIADS = ("003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201", "120D", "120U", "120C",
          "210", "300")

# Names of a source and its target, which say what they are; and names that say nothing.
KNOWN = (("source", "target"), ("src", "dst"), ("from", "to"), ("FromNodeId", "ToNodeId"), ("Source", "Target"),
         ("source_id", "target_id"), ("SRC", "DST"), ("sender", "receiver"), ("caller_id", "callee_id"),
         ("from_node", "to_node"), ("node1", "node2"), ("gene_a", "gene_b"), ("citing", "cited"), ("user_1", "user_2"),
         ("nameOrig", "nameDest"), ("u", "v"), ("from_address", "to_address"))
UNKNOWN = ("p", "q", "friend", "object", "alpha", "beta gamma", "Größe", "x,y", "k\"q")
WEIGHTS = ("weight", "Weight", "weights", "w", "amount", "score")
TIMES = ("time", "timestamp", "date", "ts")
LABELS = ("label", "type", "relation", "kind")
SIGNS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
OTHERS = ("step", "type", "Unnamed: 0", "", "comment", "year", "time", "label", "newbalanceOrig", "isFraud")
MISSING = ("", "NA", "N/A", "NaN", "nan", "null", "None", "\\N", "NaT", "<NA>")


class Table(NamedTuple):
    """A table of edges, and what is said of it.

    names: of the columns; None: it has none.  rows: their values; None is a missing one.
    roles: the places of the source, of the target and of the weight, which is None where there is none.
    said: how the caller names the columns: "nothing", "names", "columns", "roles" or "numbers".
    clear: its columns are known, by what is said, by their names or as there are two; else it is refused.
    missing: how files spell a missing value.  variant: which of several frames and types a form takes.
    where: conditions, of a role, a sign and a value; time_at, label_at: the places of these columns.
    """

    names: tuple[str, ...] | None
    rows: tuple[tuple[Any, ...], ...]
    roles: tuple[int, int, int | None]
    said: str
    clear: bool
    missing: str
    variant: int
    where: tuple[tuple[str, str, Any], ...] = ()
    time_at: int | None = None
    label_at: int | None = None

    @property
    def time(self) -> int | None:
        """The place of the times if a condition is about them."""
        return self.time_at if any(role == "time" for role, _, _ in self.where) else None

    @property
    def label(self) -> int | None:
        return self.label_at if any(role == "label" for role, _, _ in self.where) else None

    @property
    def places(self) -> dict[str, int | None]:
        """Those of the values beside the ends."""
        return {"weight": self.roles[2], "time": self.time, "label": self.label}

    @property
    def stored(self) -> bool:
        """Whether the graph has weights: not if conditions alone read them."""
        return self.roles[2] is not None and (self.variant % 3 > 0 or all(role != "weight" for role, _, _ in self.where))

    def holds(self, row: tuple[Any, ...]) -> bool:
        """Whether all conditions hold for a row without missing values; of several "label=", one."""
        labels = [value for role, sign, value in self.where if (role, sign) == ("label", "=")]
        rest = [(self.places[role], sign, value) for role, sign, value in self.where if (role, sign) != ("label", "=")]
        assert not labels or self.label is not None
        return (not labels or row[self.label or 0] in labels) and \
            all(SIGNS[sign](row[place or 0], value) for place, sign, value in rest)

    @property
    def words(self) -> bool:
        source, target, _ = self.roles
        return any(type(row[source]) is str or type(row[target]) is str for row in self.rows)

    @property
    def known(self) -> bool:
        """Whether the names of the ends say what they are."""
        return self.names is not None and tuple(self.names[place] for place in self.roles[:2]) in KNOWN

    @property
    def gaps(self) -> int:
        """The rows in which an end, the weight or a value that a condition is about is missing."""
        places = [place for place in (*self.roles, self.time, self.label) if place is not None]
        return sum(None in [row[place] for place in places] for row in self.rows)

    def column(self, place: int) -> list[Any]:
        return [row[place] for row in self.rows]

    def keywords(self, said: str, first: int = 1) -> dict[str, Any]:
        """What the caller gives; first: the number of the first column, where they have numbers."""
        source, target, weight = self.roles
        call: Callable[[int], Any] = (lambda place: place + first) if said == "numbers" or self.names is None else \
            self.names.__getitem__
        given: dict[str, Any] = {"directed": True}
        if self.where:
            given["where"] = [f"{role}{sign}{value}" for role, sign, value in self.where]
        if said == "roles":
            named = {"source": source, "target": target, **self.places}
            return {**given, "columns": {role: call(place) for role, place in named.items() if place is not None},
                    "weights": self.stored}
        if weight is not None and self.stored:
            given["weight"] = call(weight)
            if said == "nothing" and self.names and self.names[weight].lower() in ("weight", "weights", "w") \
                    and self.variant % 2:
                given["weight"] = True
        if said == "columns":
            given["columns"] = (call(source), call(target))
        elif said != "nothing":
            given.update(source=call(source), target=call(target))
        return given


# ---- random tables ----

def _ids(chance: random.Random, count: int) -> list[Id]:
    """Different ids, ascending numbers or words of one kind."""
    kind = chance.randrange(8)
    if kind < 4:
        most = (count, 3 * count, 2**31, 2**63 - 1)[kind]
        first = chance.randrange(2) if kind < 2 else 0
        return [first + number for number in sorted(chance.sample(range(most), count))]
    make = (lambda v: f"n{v}", lambda v: f"{'é' if v % 3 else 'node '}{v}", lambda v: "abcdefghijkl"[v] * (1 + v % 2),
            lambda v: ("q,{}", "q\"{}", "Q{}", "-q;{}")[v % 4].format(v))[kind - 4]
    return [make(v) for v in range(count)]


def _edges(chance: random.Random, weighted: bool) -> list[tuple[Id, Id, float | int]]:
    """Edges with loops and repetitions, an edge with one weight each time."""
    ids = _ids(chance, chance.randrange(3, 9))
    choices = [1, 2, 7, 12] if chance.random() < 0.3 else [0.5, 1.0, 2.25, 7.0]
    weights: dict[frozenset[Id], float | int] = {}
    edges = []
    for _ in range(chance.randrange(5, 13)):
        u, v = chance.sample(ids, 2)
        edges.append((u, v, weights.setdefault(frozenset((u, v)), chance.choice(choices))))
    if chance.random() < 0.2:
        v = chance.choice(ids)
        edges.insert(chance.randrange(len(edges)), (v, v, choices[0]))
    if weighted and chance.random() < 0.06:  # the same edge with another weight
        u, v, w = chance.choice(edges)
        edges.append((v, u, w + 1))
    return edges


def _other(chance: random.Random, rows: int) -> list[Any]:
    """A column that is no end: an index, times, words, a constant, with or without missing values."""
    kind = chance.randrange(5)
    first = chance.randrange(2)
    values: list[Any] = (list(range(first, first + rows)), [1600000000 + 60 * row for row in range(rows)],
                         [chance.choice("xyz") for _ in range(rows)], [7] * rows,
                         [chance.choice([0.25, 3.5]) for _ in range(rows)])[kind]
    if kind >= 2 and chance.random() < 0.2:
        values[chance.randrange(rows)] = None
    return values


def _names(chance: random.Random, weighted: bool, others: int, known: bool) -> list[str] | None:
    """Names of source, target, weight and others; None where the table has none."""
    if chance.random() < 0.12:
        return None
    if known:
        ends = list(chance.choice(KNOWN))
    else:
        ends = chance.sample(UNKNOWN, 2)
    weight = [chance.choice(WEIGHTS)] if weighted else []
    return [*ends, *weight, *chance.sample(OTHERS, others)]


def _with_conditions(chance: random.Random, table: Table) -> Table:
    """The table with a column of times and one of labels, and conditions on some values."""
    if table.names and set(table.names) & {*TIMES, *LABELS, "year", "step"} or not table.clear:
        return table
    rows, dated = len(table.rows), chance.random() < 0.5
    start = datetime.datetime(2024, 2, 28, 23)
    hours = [start + datetime.timedelta(hours=chance.randrange(99)) for _ in range(rows)]
    times: list[Any] = [str(hour) if dated else int(hour.timestamp()) for hour in hours]
    labels: list[Any] = [chance.choice(("x", "y z", "é", "q,\"")) for _ in range(rows)]
    roles = ["time", "label", *(["weight"] if table.roles[2] is not None else [])]
    where = []
    for role in chance.choices(roles, k=chance.randrange(1, 4)):
        values = {"time": times, "label": labels}.get(role) or [1, 2.25, 7]
        where.append((role, chance.choice(("=", "!=") if role == "label" else tuple(SIGNS)), chance.choice(values)))
    if chance.random() < 0.15:
        chance.choice((times, labels))[chance.randrange(rows)] = None
    width = len(table.rows[0])
    made = table._replace(rows=tuple((*row, *more) for row, *more in zip(table.rows, times, labels)), where=tuple(where),
                          names=table.names and (*table.names, chance.choice(TIMES), chance.choice(LABELS)),
                          time_at=width, label_at=width + 1)
    if made.names is None or made.said == "columns":
        return made._replace(said="roles")
    return made._replace(said="names") if made.said == "nothing" and not made.known else made


def random_table(chance: random.Random) -> Table:
    table = _table(chance)
    return _with_conditions(chance, table) if chance.random() < 0.4 else table


def _table(chance: random.Random) -> Table:
    weighted, known = chance.random() < 0.6, chance.random() < 0.7
    edges = _edges(chance, weighted)
    others = chance.choice((0, 0, 1, 1, 2, 3))
    names = _names(chance, weighted, others, known)
    columns: list[list[Any]] = [list(column) for column in zip(*edges)][:2 + weighted]
    columns += [_other(chance, len(edges)) for _ in range(others)]
    if chance.random() < 0.25:  # in an end or in the weight
        columns[chance.randrange(2 + weighted)][chance.randrange(len(edges))] = None
    order = list(range(len(columns)))
    chance.shuffle(order)
    roles = order.index(0), order.index(1), order.index(2) if weighted else None
    said = chance.choice(("names", "columns", "numbers", "roles"))
    if names and known and chance.random() < 0.8 or chance.random() < 0.1:
        said = "nothing"
    if said == "nothing" and not (names and known) and not others:  # the first one is the source
        roles = min(roles[:2]), max(roles[:2]), roles[2]
    if said == "nothing" and not names and (others or weighted):  # whether the first two are the ends is not known
        said = "numbers"
    return Table(tuple(names[place] for place in order) if names else None,
                 tuple(zip(*(columns[place] for place in order))), roles, said,
                 said != "nothing" or bool(names and known) or not others, chance.choice(MISSING),
                 chance.randrange(2**16))


# ---- answers ----

class Answers(NamedTuple):
    """What a graph says; onnela and barrat are empty where it has no weights."""

    ids: tuple[Id, ...]  # sorted
    triangles: int
    census: dict[str, int]
    onnela: dict[Id, float]
    barrat: dict[Id, float]


# What is made of the weights of one edge.
COMBINED: dict[str, Callable[[list[float]], float]] = {
    "error": lambda some: some[0], "sum": sum, "mean": lambda some: sum(some) / len(some), "min": min, "max": max,
    "first": lambda some: some[0],
}


def _triad_codes() -> list[str]:
    """The triad of each set of arcs among three vertices, by brute force over the ways to name these."""
    of = {"012": "ab", "102": "ab ba", "021D": "ba bc", "021U": "ab cb", "021C": "ab bc", "111D": "ac ca bc",
          "111U": "ac ca cb", "030T": "ab cb ac", "030C": "ba cb ac", "201": "ab ba ac ca", "120D": "bc ba ac ca",
          "120U": "ab cb ac ca", "120C": "ab bc ac ca", "210": "ab bc cb ac ca", "300": "ab ba bc cb ac ca", "003": ""}
    arcs = list(itertools.permutations(range(3), 2))
    codes = [""] * 64
    for name, text in of.items():
        for order in itertools.permutations(range(3)):
            code = 0
            for arc in text.split():
                code |= 1 << arcs.index((order["abc".index(arc[0])], order["abc".index(arc[1])]))
            codes[code] = name
    return codes


_CODES = _triad_codes()


def _triads(ids: Sequence[Id], arcs: set[tuple[Id, Id]]) -> dict[str, int]:
    found = dict.fromkeys(TRIADS, 0)
    for a, b, c in itertools.combinations(ids, 3):
        found[_CODES[((a, b) in arcs) | ((a, c) in arcs) << 1 | ((b, a) in arcs) << 2 | ((b, c) in arcs) << 3
                     | ((c, a) in arcs) << 4 | ((c, b) in arcs) << 5]] += 1
    return found


@functools.lru_cache(maxsize=4)  # for the forms of one table
def answers(table: Table, combine: str = "error") -> Answers | None:
    """Those of the rows without a missing value for which the conditions hold; None where an edge has two weights, and none is made of them."""
    source, target, weight = table.roles
    weight = weight if table.stored else None
    places = [place for place in (*table.roles, table.time, table.label) if place is not None]
    arcs: set[tuple[Id, Id]] = set()
    found: dict[Id, dict[Id, list[float]]] = {}
    for row in table.rows:
        u, v, w = row[source], row[target], 1.0 if weight is None else row[weight]
        if None in [row[place] for place in places] or not table.holds(row):
            continue
        found.setdefault(u, {})
        if u != v:
            arcs.add((u, v))
            both = found[u].setdefault(v, [])
            found.setdefault(v, {})[u] = both
            both.append(w)
    if combine == "error" and any(len(set(some)) > 1 for row in found.values() for some in row.values()):
        return None
    weights = {u: {v: COMBINED[combine](some) for v, some in row.items()} for u, row in found.items()}
    ids = tuple(sorted(weights))
    triangles = [triple for triple in itertools.combinations(ids, 3)
                 if all(b in weights[a] for a, b in itertools.combinations(triple, 2))]
    onnela, barrat = ({}, {}) if weight is None else _weighted(weights, triangles)
    return Answers(ids, len(triangles), _triads(ids, arcs), onnela, barrat)


def _weighted(weights: dict[Id, dict[Id, float]], triangles: list[tuple[Id, ...]]) -> tuple[dict[Id, float], ...]:
    """Onnela's and Barrat's clustering coefficients."""
    most = max((w for row in weights.values() for w in row.values()), default=1.0)
    roots, sums = dict.fromkeys(weights, 0.0), dict.fromkeys(weights, 0.0)
    for triple in triangles:
        for at, (u, v, w) in enumerate((triple, triple[1:] + triple[:1], triple[2:] + triple[:2])):
            roots[u] += (weights[u][v] / most * (weights[u][w] / most) * (weights[v][w] / most)) ** (1 / 3)
            sums[u] += weights[u][v] + weights[u][w]
    onnela, barrat = {}, {}
    for v, row in weights.items():
        pairs = len(row) * (len(row) - 1)
        onnela[v] = 2 * roots[v] / pairs if pairs else 0.0
        barrat[v] = sums[v] / (sum(row.values()) * (len(row) - 1)) if pairs else 0.0
    return onnela, barrat


# ---- forms ----

def _separated(table: Table, separator: str) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=("\n", "\r\n")[table.variant % 2],
                        quoting=(csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC)[table.variant // 2 % 8 == 0])
    if table.names:
        writer.writerow(table.names)
    writer.writerows([table.missing if value is None else value for value in row] for row in table.rows)
    return text.getvalue().encode()


def _object(table: Table, row: int) -> dict[str, Any]:
    """A row as an object: but for the first one, keys may come backwards, and those without a value be left out."""
    assert table.names is not None
    items = list(zip(table.names, table.rows[row]))
    if row > 0 and table.variant // 2 % 2:
        items = [(name, value) for name, value in items if value is not None]
    return dict(reversed(items) if row > 0 and table.variant // 4 % 2 else items)


def _lines(table: Table) -> bytes:
    plain = bool(table.variant % 2)
    rows = (_object(table, row) if table.names else table.rows[row] for row in range(len(table.rows)))
    return "".join(json.dumps(row, ensure_ascii=plain) + "\n" for row in rows).encode()


def _column(table: Table, place: int) -> list[Any]:
    """The column as an object has it: dates also as objects."""
    values = table.column(place)
    if place != table.time_at or table.variant // 16 % 2 or not any(isinstance(value, str) for value in values):
        return values
    return [None if value is None else datetime.datetime.fromisoformat(value) for value in values]


def _plain(table: Table) -> dict[str, list[Any]]:
    assert table.names is not None
    return {name: _column(table, place) for place, name in enumerate(table.names)}


def _types(values: list[Any]) -> tuple[str, ...]:
    """The types of pandas that can hold a column."""
    some = [value for value in values if value is not None]
    if some and isinstance(some[0], str):
        return "str", "object", "category", "string[python]", "string[pyarrow]"
    if some and isinstance(some[0], datetime.datetime):
        return "datetime64[ns]", "object", "datetime64[s]"
    if some and isinstance(some[0], float):
        return "float64", "Float64", "object", "double[pyarrow]"
    types = ["Int64", "object", "int64[pyarrow]", "category"]
    if len(some) == len(values):
        types += ["uint64", "int32", "uint16"] if max(some, default=0) < 2**15 else ["uint64"]
    if max(some, default=0) < 2**53:
        types.append("float64")
    return tuple(types)


def _pandas(table: Table) -> Any:
    """A column or two of any type, the others as pandas has them."""
    columns: dict[int, Any] = {}
    for place in range(len(table.rows[0])):
        columns[place] = values = _column(table, place)
        types = _types(values)
        choice = (table.variant >> place) % 32
        if None in values and not isinstance(next(filter(None, values), ""), (str, float)) or choice < len(types):
            columns[place] = pd.Series(values, dtype=types[choice % len(types)])
    return pd.DataFrame(dict(zip(table.names, columns.values())) if table.names else columns)


def _polars(table: Table) -> Any:
    frame = pl.DataFrame(_plain(table), strict=False)
    if table.variant % 8 == 0:
        frame = frame.with_columns(pl.col(pl.String).cast(pl.Categorical))
    return frame


def _arrow(table: Table) -> Any:
    """Columns of words, or of all kinds, in dictionaries, or none."""
    columns = {name: pa.array(values) for name, values in _plain(table).items()}
    if table.variant % 4 < 2:
        columns = {name: column.dictionary_encode() if table.variant % 4 == 0 or column.type == pa.string() else column
                   for name, column in columns.items()}
    return pa.table(columns)


_DUCKDB = duckdb.connect(config={"threads": 1})


def _duckdb(table: Table) -> Any:
    return _DUCKDB.from_arrow(pa.table(_plain(table)))


@functools.lru_cache(maxsize=1)
def _made(form: str, table: Table) -> Any:
    return OBJECTS[form](table)


def given(form: str, table: Table) -> Any:
    """What a caller gives: an object, of Arrow also a stream of a few rows at a time."""
    made = _made(form, table)
    return made.to_reader(max_chunksize=3) if form == "arrow" and table.variant % 8 > 4 else made


def _parquet(table: Table, feather: bool = False) -> bytes:
    """As one of those libraries writes it that do so by default; a group has four rows."""
    out = io.BytesIO()
    kind, codec = table.variant % 3, ("zstd", "uncompressed", "lz4")[table.variant // 4 % 3]
    if kind == 0 and feather:
        _pandas(table).to_feather(out, chunksize=4)
    elif kind == 0:
        _pandas(table).to_parquet(out, index=False, row_group_size=4)
    elif kind == 1 and feather:
        _polars(table).write_ipc(out, compression=codec, record_batch_size=4)
    elif kind == 1:
        _polars(table).write_parquet(out, row_group_size=4)
    elif feather:
        pyarrow.feather.write_feather(_arrow(table), out, codec, chunksize=4)
    else:
        pyarrow.parquet.write_table(_arrow(table), out, row_group_size=4, compression=("zstd", "none")[table.variant % 2])
    return out.getvalue()


FILES: dict[str, Callable[[Table], bytes]] = {
    "csv": lambda table: _separated(table, ","), "tsv": lambda table: _separated(table, "\t"), "jsonl": _lines,
}
OBJECTS: dict[str, Callable[[Table], Any]] = {
    "pandas": _pandas, "polars": _polars, "arrow": _arrow, "duckdb": _duckdb,
}
PROGRAM_FILES = {**FILES, "parquet": _parquet, "feather": lambda table: _parquet(table, True)}  # in Python, these are tables of pyarrow
NAMELESS = ("csv", "tsv", "jsonl", "pandas")
