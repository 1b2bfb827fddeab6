"""Each cell of the table of formats that the program prints, and of the page: what is kept, and how it is read."""
import glob
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import struct
import subprocess
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy
import pytest

import tricorn

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TRICORN_PROGRAM", "")
BY_LIBRARY = "parquet", "arrow"  # with tests of their own, test_parquet_files.py
TABLE = json.loads(subprocess.run([PROGRAM, "formats", "--json"], check=True, stdout=subprocess.PIPE).stdout) if PROGRAM else []
WORDS = ["names", "weights", "directions", "isolated", "large", "pipe", "parallel"]
EDGES = [(1, 2), (2, 3), (3, 1), (3, 4)]  # of 5 vertices
WEIGHTS = [2.5, 1.0, 4.0, 3.0]
PIECE = 1 << 20  # bytes of a file that a thread reads at a time
Row = tuple[Any, Any, float]

pytestmark = pytest.mark.skipif(not PROGRAM, reason="TRICORN_PROGRAM is not set")


def lines(pattern: str, rows: list[Row], base: int = 0) -> str:
    return "".join(pattern.format(u - base if base else u, v - base if base else v, w) for u, v, w in rows)


def lists(nodes: list[Any], rows: list[Row], head: str, item: str, end: str) -> str:
    of: dict[Any, list[Any]] = {node: [] for node in nodes}
    for u, v, _ in rows:
        of[u].append(v)
    return "".join(head.format(u, len(vs)) + "".join(item.format(v) for v in vs) + end for u, vs in of.items())


def gml(nodes: list[Any], rows: list[Row]) -> str:
    at = {node: i for i, node in enumerate(nodes)}
    return ("graph [ directed 1\n" + "".join(f'node [ id {i} label "{node}" ]\n' for node, i in at.items())
            + "".join(f"edge [ source {at[u]} target {at[v]} weight {w} ]\n" for u, v, w in rows) + "]\n")


def matrix(nodes: list[Any], rows: list[Row]) -> str:
    of: dict[Any, dict[Any, float]] = {node: {} for node in nodes}
    for u, v, w in rows:
        of[u][v] = w
    return "\t".join(["", *map(str, nodes)]) + "\n" + "".join(
        "\t".join([str(u), *(str(row.get(v, 0)) for v in nodes)]) + "\n" for u, row in of.items())


def cytoscape(nodes: list[Any], rows: list[Row]) -> str:
    return json.dumps({"elements": {"nodes": [{"data": {"id": str(node)}} for node in nodes], "edges": [
        {"data": {"source": str(u), "target": str(v), "weight": w}} for u, v, w in rows]}})


def node_link(nodes: list[Any], rows: list[Row]) -> str:
    return json.dumps({"directed": True, "nodes": [{"id": node} for node in nodes], "links": [
        {"source": u, "target": v, "weight": w} for u, v, w in rows]})


# The graph as a text with weights and directions, where the format has them.
TEXTS: dict[str, Callable[[list[Any], list[Row]], str]] = {
    "edges": lambda nodes, rows: "source,target,weight\n" + lines("{},{},{}\n", rows),
    "matrix-market": lambda nodes, rows: f"%%MatrixMarket matrix coordinate real general\n{len(nodes)} {len(nodes)} {len(rows)}\n"
    + lines("{} {} {}\n", rows),
    "konect": lambda nodes, rows: f"% asym positive\n% {len(rows)} {len(nodes)} {len(nodes)}\n" + lines("{} {} {}\n", rows),
    "dimacs": lambda nodes, rows: f"p sp {len(nodes)} {len(rows)}\n" + lines("a {} {} {}\n", rows),
    "tve": lambda nodes, rows: f"t {len(nodes)} {len(rows)}\n" + "".join(f"v {node} 0\n" for node in range(len(nodes)))
    + lines("e {} {} 1\n", rows, 1),
    "pajek": lambda nodes, rows: f"*Vertices {len(nodes)}\n*Arcs\n" + lines("{} {} {}\n", rows),
    "smat": lambda nodes, rows: f"{len(nodes)} {len(nodes)} {len(rows)}\n" + lines("{} {} {}\n", rows, 1),
    "graphml": lambda nodes, rows: '<graphml><key id="w" attr.name="weight"/><graph edgedefault="directed">'
    + "".join(f'<node id="{node}"/>\n' for node in nodes)
    + lines('<edge source="{}" target="{}"><data key="w">{}</data></edge>\n', rows) + "</graph></graphml>",
    "gexf": lambda nodes, rows: '<gexf><graph defaultedgetype="directed"><nodes>' + "".join(f'<node id="{node}"/>\n' for node in nodes)
    + "</nodes><edges>" + lines('<edge source="{}" target="{}" weight="{}"/>\n', rows) + "</edges></graph></gexf>",
    "gml": gml, "matrix": matrix, "json-node-link": node_link, "cytoscape": cytoscape,
    "dot": lambda nodes, rows: "digraph {\n" + "".join(f'"{node}";\n' for node in nodes)
    + lines('"{}" -> "{}" [weight={}];\n', rows) + "}\n",
    "lgl": lambda nodes, rows: "".join(f"# {node}\n" for node in nodes) + lines("# {}\n{} {}\n", rows),
    "json-lines": lambda nodes, rows: lines('{{"source": {}, "target": {}, "weight": {}}}\n',
                                            [(json.dumps(u), json.dumps(v), w) for u, v, w in rows]),
    "multiline-adjlist": lambda nodes, rows: "#a\n# GMT\n#\n" + lists(nodes, rows, "{} {}\n", "{} {{}}\n", ""),
    "adjlist": lambda nodes, rows: "#a\n# GMT\n#\n" + lists(nodes, rows, "{}", " {}", "\n"),
}


def rows_of(count: int, rows: list[Row]) -> list[list[int]]:
    both: list[set[int]] = [set() for _ in range(count)]
    for u, v, _ in rows:
        both[u - 1].add(v - 1)
        both[v - 1].add(u - 1)
    return [sorted(row) for row in both]


def files(name: str, count: int, rows: list[Row]) -> dict[str, bytes]:
    """The graph in a format of several files, which call vertex 1 number 0."""
    lists_of = rows_of(count, rows)
    if name == "bvgraph":
        loader = importlib.machinery.SourceFileLoader("make_corpus", str(ROOT / "tests/fuzz/make_corpus"))
        spec = importlib.util.spec_from_loader("make_corpus", loader)
        assert spec
        made = importlib.util.module_from_spec(spec)
        loader.exec_module(made)
        return dict(zip(("g.properties", "g.graph", "g.offsets"), made.bvgraph(lists_of, 0, 0)))
    if name in ("npy", "mat"):
        cells = numpy.zeros((count, count), "u1" if all(w == 1 for _, _, w in rows) else "f8")
        for u, v, w in rows:
            cells[u - 1, v - 1] = w
        made = io.BytesIO()
        if name == "npy":
            numpy.save(made, cells)
        else:
            test_matlab = pytest.importorskip("test_matlab")
            with test_matlab.h5py.File(made, "w") as file:
                test_matlab.put(file, "A", cells)
        return {f"g.{name}": made.getvalue()}
    ids = [v for row in lists_of for v in row]
    offsets = [0]
    for row in lists_of:
        offsets.append(offsets[-1] + len(row))
    begin, arcs = struct.pack(f"<{count + 1}q", *offsets), struct.pack(f"<{len(ids)}i", *ids)
    if name == "trust":
        return {"begin.bin": begin, "adjacent.bin": arcs}
    if name == "graphminer":
        head = f"{count}\n{len(ids)}\n4 8 1 2\n{max(map(len, lists_of))}\n0\n0\n0\n"
        return {"meta.txt": head.encode(), "vertex.bin": begin, "edge.bin": arcs}
    return {"g.config": f"{count}\n".encode(), "g.idx": begin[:-8], "g.adj": arcs * (1 + name.endswith("weighted"))}


def write(folder: pathlib.Path, name: str, rows: list[Row], count: int) -> pathlib.Path:
    """The graph of vertices 1 to `count`, or that from 0 on, in the format; returns the file to read."""
    path = folder / "graph"
    if name in TEXTS:
        path.write_text(TEXTS[name](list(range(1, count + 1)), rows), encoding="utf-8")
    elif next(row for row in TABLE if row["name"] == name)["writing"]:
        (folder / "given.mtx").write_text(TEXTS["matrix-market"](list(range(count)), rows), encoding="utf-8")
        subprocess.run([PROGRAM, "convert", "-q", folder / "given.mtx", path, "--to", name], check=True)
    else:
        made = files(name, count, rows)
        for file, content in made.items():
            (folder / file).write_bytes(content)
        path = folder / next(iter(made))
    return path


def keeps(load: Callable[[], Any]) -> Any:
    """What is loaded; False where that is refused."""
    try:
        return load()
    except tricorn.Error:
        return False


@pytest.mark.parametrize("row", [row for row in TABLE if row["reading"] and row["name"] not in BY_LIBRARY], ids=lambda row: str(row["name"]))
def test_what_reading_keeps(row: dict[str, Any], tmp_path: pathlib.Path) -> None:
    name, words = row["name"], row["reading"].split()
    assert set(words) <= set(WORDS)
    rows = [(u, v, w) for (u, v), w in zip(EDGES, WEIGHTS)]
    path = write(tmp_path, name, rows, 5)
    arcs = nx.DiGraph(EDGES)
    whole = nx.Graph()
    whole.add_weighted_edges_from(rows)
    assert tricorn.count(path, format=name) == 1
    assert ("isolated" in words) == (len(tricorn.Graph(path, format=name).ids) == 5)
    found = keeps(lambda: tricorn.Graph(path, format=name, directed=True).triad_census())
    arcs.add_nodes_from([5] if "isolated" in words else [])
    if "directions" not in words:
        assert not found
    elif name in TEXTS:  # raw pairs are written here from low to high ids
        assert found == nx.triadic_census(arcs)
    weighed = keeps(lambda: sorted(map(float, tricorn.weighted_clustering(path, format=name, weights=True).values))[-4:])
    assert weighed == pytest.approx(sorted(nx.clustering(whole, weight="weight").values())) if "weights" in words else not weighed
    if name in TEXTS:
        called = {at: f"v{at}" for at in range(1, 6)}
        rows = [(called[u], called[v], w) for u, v, w in rows]
        text = keeps(lambda: TEXTS[name](list(called.values()), rows)) if name not in ("smat", "tve") else ""
        path.write_text(text, encoding="utf-8")
        named = keeps(lambda: {str(node) for node in tricorn.Graph(path, format=name, ids="string").ids})
        assert named == set(list(called.values())[:len(named or ())]) if "names" in words else not named
    elif "names" in words:
        assert name == "tri"  # see what is written
    with write(tmp_path, name, [(u, v, 1.) for u, v in EDGES], 5).open("rb") as file:
        piped = subprocess.run(f'cat | "{PROGRAM}" count -q - --format {name}', shell=True, stdin=file, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, check=False)
    assert ("pipe" in words) == (piped.returncode == 0)


def read_by(path: pathlib.Path, name: str) -> list[int]:
    """How many bytes each thread reads while two load the graph; the most first."""
    def known() -> dict[str, int]:
        return {file: int(pathlib.Path(file).read_text(encoding="ascii").split()[1]) for file in glob.glob("/proc/self/task/*/io")}
    before = known()
    tricorn.Graph(path, format=name, threads=2)
    return sorted((count - before.get(file, 0) for file, count in known().items()), reverse=True)


@pytest.mark.parametrize("row", [row for row in TABLE if row["reading"] and row["name"] not in BY_LIBRARY], ids=lambda row: str(row["name"]))
def test_how_reading_goes(row: dict[str, Any], tmp_path: pathlib.Path) -> None:
    """Of a graph whose edges take more than the memory: a circle, whose vertices have edges to the next 150."""
    name, words, count, steps = row["name"], row["reading"].split(), 4000, 150
    rows = [(u + 1, (u + step) % count + 1, 1.) for u in range(count) for step in range(1, steps + 1)]
    path = write(tmp_path, name, rows, count)
    wanted = count * steps * (steps - 1) // 2
    if "large" in words:
        limited = subprocess.run([PROGRAM, "count", "--memory", "18M" if name == "mat" else "16M", "--format", name, path], capture_output=True, check=True)
        assert int(limited.stdout.split()[1]) == wanted and b", on disk" in limited.stderr
    tricorn.count(path, format=name, threads=2)  # starts all threads
    if "parallel" in words and row["writing"]:
        subprocess.run([PROGRAM, "generate", "-q", "erdos-renyi", "vertices=30000", "edges=2500000", "--to", name, "-o", path], check=True)
    if "parallel" not in words:
        assert read_by(path, name)[1] < PIECE // 2
    elif path.stat().st_size > 6 * PIECE:  # one thread may read a smaller file alone
        assert any(read_by(path, name)[1] > PIECE // 2 for _ in range(20))


@pytest.mark.parametrize("row", [row for row in TABLE if row["writing"] and row["name"] not in BY_LIBRARY], ids=lambda row: str(row["name"]))
def test_what_writing_keeps(row: dict[str, Any], tmp_path: pathlib.Path) -> None:
    """What is kept is in the bytes; a graph with other directions is the same file where they are not kept."""
    name, words, written = row["name"], row["writing"].split(), []
    assert set(words) <= set(WORDS)
    nodes = [f"name{at}" for at in range(1, 6)]
    for turned in (False, True):
        rows = [(nodes[v - 1], nodes[u - 1], 2.75) if turned else (nodes[u - 1], nodes[v - 1], 2.75) for u, v in EDGES]
        (tmp_path / "given.graphml").write_text(TEXTS["graphml"](nodes, rows), encoding="utf-8")
        graph = tricorn.Graph(tmp_path / "given.graphml", directed=True, weights=True)
        if "names" not in words:  # a format of numbers alone refuses names
            (tmp_path / "given.graphml").write_text(TEXTS["graphml"](list(range(1, 6)), [
                (nodes.index(u) + 1, nodes.index(v) + 1, w) for u, v, w in rows]), encoding="utf-8")
            graph = tricorn.Graph(tmp_path / "given.graphml", directed=True, weights=True)
        graph.write(tmp_path / "written", format=name)
        written.append((tmp_path / "written").read_bytes())
    assert ("names" in words) == (b"name3" in written[0])
    assert ("weights" in words) == (b"2.75" in written[0])
    assert ("directions" in words) == (written[0] != written[1])
    assert ("isolated" in words) == (len(tricorn.Graph(tmp_path / "written", format=name).ids) == 5)
    streamed = subprocess.run([PROGRAM, "generate", "complete", "vertices=4", "--stream", "--to", name, "-o", tmp_path / "stream"],
                              stderr=subprocess.DEVNULL, check=False)
    assert ("large" in words) == (streamed.returncode == 0)
    piped = subprocess.run([PROGRAM, "convert", "-q", tmp_path / "written", "-", "--format", name, "--to", name], stdout=subprocess.PIPE,
                           check=False)
    assert ("pipe" in words) == (piped.returncode == 0 and len(piped.stdout) > 0) and "parallel" not in words


def test_the_page() -> None:
    """Where it differs, the rows of the program are shown."""
    cells = [[{"TT": "rw", "TF": "r", "FT": "w", "FF": "-"}["".join(
        "FT"[word in (row[way] or "").split()] for way in ("reading", "writing"))] for word in WORDS] for row in TABLE]
    rows = "".join(f"| `{row['name']}` | {' | '.join(of)} |\n" for row, of in zip(TABLE, cells))
    assert rows in (ROOT / "docs/formats.md").read_text(encoding="utf-8"), rows
