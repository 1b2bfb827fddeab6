"""Graphs on disk answer as those in memory do; a graph that does not fit in memory goes to disk by itself."""
import json
import pathlib
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import networkx as nx
import polars as pl
import pyarrow as pa
import pytest

import tricorn

IDS: dict[str, Callable[[int], str]] = {
    "dense": str, "apart": lambda v: str(v * v * 7919 + 3), "large": lambda v: str(2**64 - 1 - v * 10**9),
    "words": lambda v: f"n\u00f6de{v * 5 % 89}", "falling words": lambda v: "x" * (60 - v),
}


def written(seed: int, path: pathlib.Path, name: Callable[[int], str]) -> nx.Graph:
    """A random graph of words, and its file, with edges in any order and direction, repeated, and loops."""
    draw = random.Random(seed)
    size = draw.randrange(2, 60)
    made = nx.Graph()
    lines = []
    for _ in range(draw.randrange(1, 6 * size)):
        u, v = name(draw.randrange(size)), name(draw.randrange(size))
        lines.append(f"{u} {v}\n")
        made.add_nodes_from((u, v))
        if u != v:
            made.add_edge(u, v)
    path.write_text("".join(lines), encoding="utf-8")
    return made


ON_DISK: dict[str, Callable[[tricorn.Graph], Any]] = {
    "count": lambda g: g.count(), "ids": lambda g: list(g.ids), "n": lambda g: (g.n, g.m, len(g)),
    "nodes": lambda g: None if g.nodes is None else list(g.nodes), "transitivity": lambda g: g.transitivity(),
    "average": lambda g: g.average_clustering(), "triples": lambda g: g.triple_census(),
    "closed": lambda g: g.average_clustering(closed=True),
    **{name: lambda g, ask=name: list(getattr(g, ask)().items())  # type: ignore[misc]
       for name in ("vertex_triangles", "degrees", "clustering", "edge_support", "edge_clustering", "edge_curvature", "similarity", "core_numbers", "trussness")},
    "triangles": lambda g: g.triangles().tolist(),
    "supports": lambda g: [row for part in g.iter_edge_support(sort=True) for row in part.items()],
    "overlap": lambda g: [row for part in g.iter_similarity("overlap", least=0.2, sort=True) for row in part.items()],
    "unsorted": lambda g: sorted((tuple(map(str, pair)), value) for part in g.iter_edge_support() for pair, value in part.items()),
    "lists": lambda g: [row for part in g.iter_triangles(sort=True) for row in part.tolist()],
    "table": lambda g: pa.table(g.table({"t": g.vertex_triangles(), "c": g.clustering()})).to_pylist(),
    "stream": lambda g: pl.DataFrame(g.edge_support()).to_dicts(),
}
IN_MEMORY = ("components", "squares", "square_clustering", "edges", "generalized_degrees", "graphlets", "vertex_orbits", "vertex_triples",
             "cliques", "vertex_cliques", "clique_communities", "approximate_vertices", "row_statistics", "k_core", "to_networkx", "to_scipy",
             "changing")


@pytest.mark.parametrize("name", IDS)
def test_answers(tmp_path: pathlib.Path, name: str) -> None:
    for seed in range(8):
        path = tmp_path / f"{seed}.txt"
        source = written(seed, path, IDS[name])
        known, stored = tricorn.Graph(path), tricorn.Graph(path, work=str(tmp_path / f"work{seed}"))
        assert stored.describe()["folder"] is not None and repr(stored).endswith("on disk>")
        for question, ask in ON_DISK.items():
            assert ask(stored) == ask(known), question
        triangles = nx.triangles(source)
        assert {str(node): count for node, count in stored.vertex_triangles().items()} == triangles
        for suffix in ("csv", "jsonl"):
            for table in ("vertices", "edges", "triangles", {"degree": known.degrees()}):
                files = tmp_path / f"known.{suffix}", tmp_path / f"stored.{suffix}"
                known.write_table(table, files[0])
                stored.write_table(table, files[1])
                assert files[0].read_bytes() == files[1].read_bytes()
        for question in IN_MEMORY:
            with pytest.raises((MemoryError, NotImplementedError), match="on disk|in memory"):
                getattr(stored, question)()


def test_batches_are_small() -> None:
    """Also of a graph in memory, whose edges the library lists at once."""
    graph = tricorn.generate("complete", vertices=600)
    sizes = [len(some) for some in graph.iter_edge_support()]
    assert sum(sizes) == graph.m and max(sizes) <= 32768 and len(sizes) == -(-graph.m // 32768)


LIMITS = """
import numpy, tricorn

def memory():
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))

graph = tricorn.generate("kronecker", scale=14)
before, ends = memory(), []
for megabytes in range(0, 60, 2):
    for lists in graph.iter_edge_support, graph.iter_similarity, graph.iter_triangles:
        found, begun = 0, False
        try:
            for some in lists(memory=before + (megabytes << 20)):
                found, begun = found + len(some), True
            assert found == (graph.count() if lists == graph.iter_triangles else graph.m)
            ends.append("whole")
        except tricorn.OutOfMemory:
            ends.append("in part" if begun else "nothing")
print(*sorted(set(ends)))
"""


def test_limits_leave_room_for_batches() -> None:
    """A call that has begun to list does not end for want of memory, whatever the limit is."""
    out = subprocess.run([sys.executable, "-B", "-c", LIMITS], capture_output=True, text=True, check=True).stdout
    assert out == "nothing whole\n"


def test_stops_early(tmp_path: pathlib.Path) -> None:
    """An iterator that is left ends the call, also of a graph on disk."""
    tricorn.generate("kronecker", scale=10).write(tmp_path / "graph.txt")
    for graph in (tricorn.Graph(tmp_path / "graph.txt"), tricorn.Graph(tmp_path / "graph.txt", work=str(tmp_path / "work"))):
        for parts in (graph.iter_edge_support(), graph.iter_similarity(), graph.iter_triangles()):
            assert len(next(parts)) > 0
            parts.close()  # type: ignore[attr-defined]
        with pytest.raises(ValueError, match="no measure"):
            list(graph.iter_similarity("likeness"))


BY_ITSELF = '''
import json, sys, numpy
import tricorn

def memory(name):
    """A size of this process alone; that of getrusage() begins with its parent's."""
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))

path, scratch, megabytes = sys.argv[1:]
limit = memory("VmRSS") + (int(megabytes) << 20)
graph = tricorn.Graph(path, memory=limit, scratch=scratch)
clustering = graph.clustering(memory=limit)
found = {"graph": repr(graph), "folder": graph.describe()["folder"], "sum": float(clustering.sum()), "node": int(graph.ids[5000]),
         "value": clustering[int(graph.ids[5000])], "edges": 0, "triangles": 0, "count": graph.count(memory=limit)}
for some in graph.iter_edge_support(memory=limit):
    found["edges"] += len(some)
    found["triangles"] += int(some.sum())
found["peak"] = memory("VmHWM") - limit
print(json.dumps(found))
'''


def test_goes_to_disk_by_itself(tmp_path: pathlib.Path) -> None:
    """Clustering and supports of 1.8 million edges in 40 MB beside Python's own memory."""
    path = tmp_path / "graph.txt"
    known = tricorn.generate("kronecker", scale=17)
    known.write(path)
    run = [sys.executable, "-B", "-c", BY_ITSELF, path]
    found = json.loads(subprocess.run([*run, tmp_path, "40"], capture_output=True, text=True, check=True).stdout)
    assert found["graph"].endswith(f" {known.m:,} edges, on disk>") and found["folder"] == str(tmp_path)
    clustering = known.clustering()
    assert found["sum"] == pytest.approx(clustering.sum()) and found["value"] == clustering[found["node"]]
    assert (found["edges"], found["count"], found["triangles"]) == (known.m, known.count(), 3 * known.count())
    assert found["peak"] < 1 << 20
    nowhere = subprocess.run([*run, "", "12"], capture_output=True, text=True)
    assert "tricorn.OutOfMemory" in nowhere.stderr
