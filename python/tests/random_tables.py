"""Random tables in all of their forms: each is the graph that brute force has, or is refused in every form.

    python -B random_tables.py [--tables 20000] [--seed 1] [--seconds S] [--processes P] [--program PATH]

PYTHONPATH has the package.  With --seconds, as many tables as fit into them, from --seed on.  Each
fourth table is also one of DuckDB; with --program, each 20th table also goes through that program as one of its
files.  The first fault of a process ends the run: it prints the seed, and the
smallest table found that fails, with the call.
"""
from __future__ import annotations

import argparse
import io
import json
import math
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import duckdb_library
import table_cases
from table_cases import FILES, NAMELESS, OBJECTS, PROGRAM_FILES, Answers, Table, answers

import tricorn

STEPS = 3  # that a caller may have to take, one for each message
PROGRAM_EVERY = 20
DUCKDB_EVERY = 4  # a query takes a millisecond
MEMORY = "/dev/shm"
MOST_TRIES = 4000  # of smaller tables
Asked = Answers | str  # or the message of a refusal


# ---- one form of a table ----

def _answers_of(graph: tricorn.Graph, weighted: bool) -> Answers:
    ids = graph.ids.tolist()
    of = [dict(zip(ids, graph.weighted_clustering(kind).tolist())) if weighted else {} for kind in ("onnela", "barrat")]
    return Answers(tuple(sorted(ids)), graph.count(), graph.triad_census(), of[0], of[1])


def _ask(source: Any, given: dict[str, Any]) -> Asked:
    """The answers, or the message of a refusal; any other exception is a fault."""
    try:
        graph = tricorn.Graph(source, **given)
    except (tricorn.Error, ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"
    return _answers_of(graph, "weight" in given or bool(given.get("weights")))


class Forms:
    """The forms of tables, in a folder of its own."""

    def __init__(self, folder: str, program: str | None = None, library: dict[str, str] | None = None) -> None:
        self.folder = pathlib.Path(folder)
        self.program = program
        self.library = library or duckdb_library.environment(folder)

    def names(self, table: Table, number: int) -> list[str]:
        """The forms that the table has."""
        files = list(FILES)
        if self.program and number % PROGRAM_EVERY == 0:
            kinds = list(PROGRAM_FILES if self.library else FILES)
            files.append(f"program on {kinds[number // PROGRAM_EVERY % len(kinds)]}")
        return [name for name in [*files, *OBJECTS] if (table.names or name.rpartition(" ")[2] in NAMELESS)
                and (name != "duckdb" or number % DUCKDB_EVERY == 0)]

    def ask(self, name: str, table: Table, given: dict[str, Any]) -> Asked:
        if name in OBJECTS:
            return _ask(table_cases.given(name, table), given)
        kind = name.rpartition(" ")[2]
        content = PROGRAM_FILES[kind](table)
        if name == kind and table.variant % 4 == 0:
            return _ask(io.BytesIO(content), given)
        path = self.folder / f"table.{kind}"
        path.write_bytes(content)
        return _ask(path, given) if name == kind else self._run(path, given)

    def _run(self, path: pathlib.Path, given: dict[str, Any]) -> Asked:
        """The same by the program."""
        options, weight = _options(given)
        try:
            census = json.loads(self._verb("census", path, ["--json", *options]))
            onnela, barrat = ({} if weight is None else self._weighted(path, kind, [*options, *weight])
                              for kind in ("onnela", "barrat"))
        except ValueError as error:
            return str(error)
        ids = tuple(sorted(onnela))
        return Answers(ids, census["triangles"], census["triads"], onnela, barrat)

    def _weighted(self, path: pathlib.Path, kind: str, options: list[str]) -> dict[Any, float]:
        out = self._verb("cluster", path, [f"--weighted={kind}", "--vertices", "--to=jsonl", *options])
        return {row["vertex"]: row["clustering"] for row in map(json.loads, out.splitlines())}

    def _verb(self, verb: str, path: pathlib.Path, options: list[str]) -> str:
        assert self.program
        out = subprocess.run([self.program, verb, path, *options], capture_output=True, text=True,
                             env=self.library)
        if out.returncode in (2, 3):
            raise ValueError(out.stderr)
        assert out.returncode == 0, out.stderr
        return out.stdout


def _options(given: dict[str, Any]) -> tuple[list[str], list[str] | None]:
    """Those of the program, and those for weights, where there are any."""
    options = [f"--{name}={given[name]}" for name in ("ids", "missing", "header", "separator") if name in given]
    options += [f"--where={condition}" for condition in given.get("where", ())]
    columns = given.get("columns", {role: given[role] for role in ("source", "target") if role in given})
    if isinstance(columns, dict) and given.get("where") and given.get("weight", True) is not True:
        columns = {**columns, "weight": given["weight"]}  # census takes no --weights
    if isinstance(columns, dict):
        columns = [f"{role}={column}" for role, column in columns.items()]
    if columns:
        options.append("--columns=" + ",".join(map(str, columns)))
    weight = given.get("weight", given.get("weights"))
    combine = [f"--combine={given['combine']}"] if "combine" in given else []
    return options, None if not weight else combine if weight is True or given.get("where") else [*combine, f"--weights={weight}"]


# ---- what must come out ----

def _differ(found: Asked, expected: Answers, ids: bool) -> str | None:
    """How answers differ; None where they do not."""
    if isinstance(found, str):
        return f"refused, {found}"
    for name in Answers._fields:
        got, right = getattr(found, name), getattr(expected, name)
        if name == "ids" and not ids:
            continue
        if name in ("onnela", "barrat"):
            same = got.keys() == right.keys() and all(math.isclose(got[v], right[v], rel_tol=1e-12) for v in right)
        else:
            same = got == right
        if not same:
            return f"{name} is {got}, and must be {right}"
    return None


class Case(NamedTuple):
    """One form of a table, which is asked step by step as a caller would who follows the messages."""

    forms: Forms
    name: str
    table: Table

    @property
    def file(self) -> bool:
        return self.name not in OBJECTS

    def readable(self) -> "Case":
        """The same without what a form cannot say: the program parts names of columns at commas, and its census does
        not ask for weights."""
        table = self.table
        if self.name.startswith("program"):
            weight = table.roles[2]
            table = table._replace(names=table.names and tuple(name.replace(",", ";") for name in table.names),
                                   rows=tuple(row for row in table.rows if weight is None or row[weight] is not None))
        return self._replace(table=table)

    def fault(self) -> str | None:
        """What is wrong, with the keywords; None where all is right."""
        table, given = self.table, self.keywords(self.table.said)
        expected = answers(table)
        reasons = []
        if not table.clear:
            reasons.append(self.keywords("names"))
        if table.gaps:
            reasons.append({"missing": "drop"})
        for remedy in reasons:
            found = self.forms.ask(self.name, table, given)
            if not isinstance(found, str):
                return f"{given}: it was taken, and must be refused without {remedy}"
            given = {**given, **remedy}
        found = self.forms.ask(self.name, table, given)
        if expected is None:
            if not isinstance(found, str):
                return f"{given}: it was taken, but an edge has two weights"
            given["combine"] = ("sum", "mean", "min", "max", "first")[table.variant % 5]
            expected, found = answers(table, given["combine"]), self.forms.ask(self.name, table, given)
            assert expected is not None
        for _ in range(STEPS):
            if not isinstance(found, str) or not (more := self.settled(found)):
                break
            given = {**given, **more}
            found = self.forms.ask(self.name, table, given)
        fault = _differ(found, expected, not self.name.startswith("program"))
        return None if fault is None else f"{given}: {fault}"

    def keywords(self, said: str) -> dict[str, Any]:
        """What the caller gives: of a file of words perhaps that they are words, and whether it begins with names.

        The columns of a pandas.DataFrame without names are called 0, 1, 2, ...
        """
        if "jsonl" in self.name and said == "numbers" and self.table.names:
            said = "names"  # keys have no order
        given = self.table.keywords(said, 1 if self.file or self.table.names else 0)
        if self.file and self.table.words and self.table.variant % 2:
            given["ids"] = "string"
        names = self.table.names
        if self.file and names and not self.table.known and said in ("nothing", "numbers") \
                and (self.table.words or "" in names):
            given["header"] = "yes"  # else the names may be an edge
        return given

    def settled(self, message: str) -> dict[str, Any]:
        """What a file may have to be told, as its first line may be an edge or names, and its ids anything."""
        if self.file and "header" in message:
            return {"header": "yes" if self.table.names else "no"}
        if self.file and "separator" in message and "comma" in message:
            return {"separator": "tab" if "tsv" in self.name else "comma"}
        if self.file and "string" in message and self.table.words:
            return {"ids": "string"}
        if self.file and "columns" in message and self.table.said == "nothing":
            return self.keywords("names")
        return {}


# ---- smaller tables ----

def _without_row(table: Table, row: int) -> Table:
    return table._replace(rows=table.rows[:row] + table.rows[row + 1:])


def _without_column(table: Table, place: int) -> Table:
    def cut(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return values[:place] + values[place + 1:]

    source, target, weight, time, label = (None if role is None or role == place else role - (role > place)
                                           for role in (*table.roles, table.time_at, table.label_at))
    assert source is not None and target is not None
    return table._replace(names=table.names and cut(table.names), rows=tuple(map(cut, table.rows)),
                          roles=(source, target, weight), time_at=time, label_at=label,
                          where=tuple(one for one in table.where if table.places[one[0]] != place))


def _smaller(table: Table) -> Iterator[Table]:
    if len(table.rows) > 1:
        # One line of JSON is an object, and one edge has no other in its column.
        fewer = (_without_row(table, row) for row in range(len(table.rows)))
        yield from (smaller for smaller in fewer if len(smaller.rows) - smaller.gaps > 1)
    if table.clear:
        yield from (_without_column(table, place) for place in range(len(table.rows[0]))
                    if place not in table.roles[:2])
    yield from (table._replace(where=table.where[:one] + table.where[one + 1:]) for one in range(len(table.where)))
    if table.variant:
        yield table._replace(variant=0)
    yield from (table._replace(variant=table.variant & ~(1 << bit)) for bit in range(16) if table.variant >> bit & 1)


def shrunk(table: Table, fails: Callable[[Table], object]) -> Table:
    """A smallest table that fails: no row, column or choice of a type can be left out."""
    tries = 0
    while tries < MOST_TRIES:
        for smaller in _smaller(table):
            tries += 1
            if fails(smaller):
                table = smaller
                break
        else:
            break
    return table


# ---- runs ----

def faults(forms: Forms, seed: int) -> Iterator[str]:
    """The faults of the table of a seed, each with the smallest table of its kind."""
    table = table_cases.random_table(random.Random(seed))
    for name in forms.names(table, seed):
        def fails(smaller: Table, name: str = name) -> str | None:
            return Case(forms, name, smaller).readable().fault()

        if fails(table) is None:
            continue
        small = shrunk(table, fails)
        content = repr(OBJECTS[name](small) if name in OBJECTS else PROGRAM_FILES[name.rpartition(" ")[2]](small))
        yield f"seed {seed}, {name}: {fails(small)}\n{small}\n{content}"


def _work(given: argparse.Namespace, seeds: Iterator[int], until: float) -> tuple[int, list[str]]:
    """The number of tables that were asked, and the first faults."""
    done, found = 0, list[str]()
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        forms = Forms(folder, given.program)
        for seed in seeds:
            if time.monotonic() > until or len(found) >= given.faults:
                break
            try:
                found += faults(forms, seed)
            except Exception as error:
                error.add_note(f"seed {seed}")
                raise
            done += 1
    return done, found


def _of_process(job: tuple[argparse.Namespace, int]) -> tuple[int, list[str]]:
    given, number = job
    tables = sys.maxsize if given.seconds else given.tables
    seeds = range(given.seed + number, given.seed + tables, given.processes)
    return _work(given, iter(seeds), time.monotonic() + (given.seconds or math.inf))


def main() -> int:
    parser = argparse.ArgumentParser(description="random tables in all of their forms")
    parser.add_argument("--tables", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--program", default=os.environ.get("TRICORN_PROGRAM"))
    parser.add_argument("--faults", type=int, default=1, help="that end the run of a process")
    given = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    begin = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        outcomes = pool.map(_of_process, [(given, number) for number in range(given.processes)], chunksize=1)
    found = [fault for _, some in outcomes for fault in some]
    print(f"{sum(done for done, _ in outcomes)} tables from seed {given.seed} on in {time.monotonic() - begin:.1f} s, "
          f"{len(found)} faults", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
