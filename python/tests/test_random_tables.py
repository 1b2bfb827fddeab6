"""The answers and the runner of random_tables.py, which `./check` runs on 6,000 tables beside this."""
import pathlib
import random
from typing import Any

import igraph
import networkx as nx
import pytest
import random_tables
import table_cases

TABLES = [table_cases.random_table(random.Random(seed)) for seed in range(-400, 0)]


def arcs_of(table: table_cases.Table) -> nx.DiGraph:
    source, target, weight = table.roles
    arcs = nx.DiGraph()
    read = [place for place in (*table.roles, table.time, table.label) if place is not None]
    for row in table.rows:
        ends, value = (row[source], row[target]), 1.0 if weight is None or not table.stored else row[weight]
        if None not in [row[place] for place in read] and table.holds(row):
            arcs.add_edge(*ends, weight=value)
    return arcs


def test_answers_are_those_of_networkx_and_igraph() -> None:
    asked = 0
    for table in TABLES:
        arcs, found = arcs_of(table), table_cases.answers(table)
        if found is None:
            continue
        simple = arcs.to_undirected()
        simple.remove_edges_from(list(nx.selfloop_edges(simple)))
        assert set(found.ids) == set(arcs) and found.triangles == sum(nx.triangles(simple).values()) // 3
        arcs.remove_edges_from(list(nx.selfloop_edges(arcs)))
        assert found.census == nx.triadic_census(arcs)
        if not table.stored or not simple.edges:
            continue
        assert found.onnela == pytest.approx(nx.clustering(simple, weight="weight"), rel=1e-12)
        theirs = igraph.Graph.from_networkx(simple)
        barrat = theirs.transitivity_local_undirected(weights="weight", mode="zero")
        assert found.barrat == pytest.approx(dict(zip(theirs.vs["_nx_name"], barrat)), rel=1e-12)
        asked += 1
    assert asked > 100


def test_tables_are_of_every_kind() -> None:
    """Else a run would show less than it says."""
    for kind in (lambda t: t.words, lambda t: not t.words, lambda t: t.gaps, lambda t: t.names is None,
                 lambda t: t.roles[2] is not None, lambda t: t.roles[0] > t.roles[1], lambda t: not t.clear,
                 lambda t: table_cases.answers(t) is None, lambda t: (table_cases.answers(t) or [0, 0])[1] > 2):
        assert sum(map(bool, map(kind, TABLES))) > 3
    assert {table.said for table in TABLES} == {"nothing", "names", "columns", "numbers", "roles"}


@pytest.mark.parametrize("seed", range(0, 80, 2))
def test_forms_of_tables(tmp_path: pathlib.Path, seed: int) -> None:
    assert list(random_tables.faults(random_tables.Forms(str(tmp_path)), seed)) == []


def test_a_fault_is_shown_by_the_smallest_table(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    """A form that leaves out loops: each fault that is found is a table of two rows, the fewest that are tried."""
    taken: Any = table_cases.OBJECTS["arrow"]

    def without_loops(table: table_cases.Table) -> Any:
        source, target, _ = table.roles
        return taken(table._replace(rows=tuple(row for row in table.rows if row[source] != row[target])))

    monkeypatch.setitem(table_cases.OBJECTS, "arrow", without_loops)
    forms = random_tables.Forms(str(tmp_path))
    found = [fault for seed in range(100) for fault in random_tables.faults(forms, seed)]
    assert found and all(", arrow: " in fault and fault.partition("rows=((")[2].partition(")),")[0].count("), (") == 1
                         for fault in found)
