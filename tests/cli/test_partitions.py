"""--partition: counts that are right, and sizes that are those of a second computation.

The second computation cuts the graph as docs/partitions.md says, edge by edge.
"""

import collections
import itertools
import math
import os
import random

from program import FAILED, USAGE, ProgramTest, main, memory_option, run

NAMES = ("trust", "trix", "levels")
OFFSET, ID, PAIR = 8, 4, 8  # bytes
VARYING = {"memory_bytes", "peak_bytes", "seconds"}


class Graph:
    """Each edge once, at its larger end; vertices are numbered as in the input."""

    def __init__(self, vertices, edges):
        self.vertices = vertices
        self.edges = sorted({(max(u, v), min(u, v)) for u, v in edges if u != v})

    def text(self, seed=1):
        """In no order, either end first: a sorted list would be numbered in reverse."""
        draw = random.Random(seed)
        lines = [edge if draw.random() < 0.5 else edge[::-1] for edge in self.edges]
        draw.shuffle(lines)
        return "".join(f"{u} {v}\n" for u, v in lines)

    def triangles(self):
        rows = [set() for _ in range(self.vertices)]
        for u, v in self.edges:
            rows[u].add(v)
        return sum(len(rows[u] & rows[v]) for u, v in self.edges)


def uniform(vertices, edges, seed):
    """A ring, so that no vertex lacks an edge, and random edges."""
    draw = random.Random(seed)
    ring = [(v, (v + 1) % vertices) for v in range(vertices)]
    return Graph(vertices, ring + [(draw.randrange(vertices), draw.randrange(vertices))
                                   for _ in range(edges)])


def skewed(vertices, edges, seed):
    """Low numbers have most edges."""
    draw = random.Random(seed)
    ring = [(v, (v + 1) % vertices) for v in range(vertices)]
    return Graph(vertices, ring + [(draw.randrange(vertices),
                                    int(vertices * draw.random() ** 4)) for _ in range(edges)])


def block_bytes(rows, edges):
    return OFFSET * (rows + 1) + ID * edges


def of_blocks(sizes):
    return {"blocks": len(sizes), "smallest_bytes": min(sizes), "largest_bytes": max(sizes),
            "total_bytes": sum(sizes)}


def trust(graph, blocks, memory):
    """n, then the blocks, then the tasks one after the other."""
    n = 1
    while memory and 3 * ID * len(graph.edges) // n**2 >= memory:
        n += 1
    n = max(n, math.ceil(math.sqrt(blocks)))
    edges = {(i, j): 0 for i in range(n) for j in range(n)}
    for u, v in graph.edges:
        edges[u % n, v % n] += 1
    sizes = {(i, j): block_bytes(len(range(i, graph.vertices, n)), count)
             for (i, j), count in edges.items()}
    collisions, phi = tables(graph, n)
    read = empty = 0
    before = set()
    for unit, step in itertools.product(range(n * n), range(n)):
        k, at = divmod(unit, n)
        i = n - 1 - at if k % 2 else at
        j = n - 1 - step if unit % 2 else step
        needed = {(i, k), (i, j), (k, j)}
        if any(edges[block] == 0 for block in needed):
            empty += 1
            continue
        read += sum(sizes[block] for block in needed - before)
        before = needed
    return {"rows": n, "columns": n, "tasks": n**3, "empty_tasks": empty, "read_bytes": read,
            "list_bytes": 0, "buffer_bytes": 0, "block_collisions": collisions, "phi": phi,
            **of_blocks(sizes.values())}


def tables(graph, n):
    """TRUST's tables of each task: the most ids in a bucket, and Eq. 2, which adds up what is looked up.

    A table has the row of u in block (i, j), and the buckets for the row of u in block (i, k): Fig. 10.
    """
    rows = {}  # of blocks
    for u, v in graph.edges:
        rows.setdefault((u, v % n), []).append(v)
    most = phi = 0
    for (u, j), row in rows.items():
        for k in range(n):
            index = rows.get((u, k), [])
            buckets = 1024 if len(index) > 100 else 32
            here = max(collections.Counter(v // n % buckets for v in row).values())
            if index and len(row) > 1:
                most = max(most, here)
            phi += here * sum(len(rows.get((v, j), [])) for v in index)
    return most, phi


def trix_rule(graph, blocks, memory):
    """P2, and the most bytes of a block."""
    def all_bytes(columns):
        return ID * len(graph.edges) + OFFSET * graph.vertices * columns

    columns, most = 1, math.inf
    if memory:
        most = memory // 9 * 4
        while all_bytes(columns) // columns**2 >= most:
            columns += 1
    root = math.ceil(math.sqrt(blocks))
    columns = max(columns, root)
    if root > 1:
        most = min(most, all_bytes(root) // root**2)
    return columns, most


def trix_cuts(graph, columns, most):
    """The first vertex of each range, and the end."""
    lower = [0] * (graph.vertices + 1)
    for _, v in graph.edges:
        lower[v + 1] += 1
    before = list(itertools.accumulate(lower))
    column_cuts = [0] + [next(v for v in range(graph.vertices + 1)
                              if before[v] * columns >= len(graph.edges) * k)
                         for k in range(1, columns)] + [graph.vertices]
    rows = [[] for _ in range(graph.vertices)]
    for u, v in graph.edges:
        rows[u].append(v)
    row_cuts = [0]
    while row_cuts[-1] < graph.vertices:
        ends = []
        for k in range(columns):
            end, count = row_cuts[-1], 0
            while end < graph.vertices:
                count += sum(column_cuts[k] <= v < column_cuts[k + 1] for v in rows[end])
                if end > row_cuts[-1] and block_bytes(end + 1 - row_cuts[-1], count) > most:
                    break
                end += 1
            ends.append(end)
        row_cuts.append(min(ends))
    return row_cuts, column_cuts


def range_of(cuts, vertex):
    return next(r for r in range(len(cuts) - 1) if cuts[r] <= vertex < cuts[r + 1])


def trix(graph, blocks, memory):
    columns, most = trix_rule(graph, blocks, memory)
    row_cuts, column_cuts = trix_cuts(graph, columns, most)
    rows = len(row_cuts) - 1
    edges = {(i, k): 0 for i in range(rows) for k in range(columns)}
    lists = {(i, j): 0 for i in range(rows) for j in range(rows)}
    for u, v in graph.edges:
        i = range_of(row_cuts, u)
        edges[i, range_of(column_cuts, v)] += 1
        lists[i, range_of(row_cuts, v)] += 1
    sizes = {(i, k): block_bytes(row_cuts[i + 1] - row_cuts[i], count)
             for (i, k), count in edges.items()}
    read = empty = 0
    before = set()
    for (i, k), j in itertools.product(edges, range(rows)):
        if not (lists[i, j] and edges[i, k] and edges[j, k]):
            empty += 1
            continue
        needed = {(i, k), (j, k)}
        read += sum(sizes[block] for block in needed - before) + PAIR * lists[i, j]
        before = needed
    found = {"rows": rows, "columns": columns, "tasks": rows**2 * columns, "empty_tasks": empty,
             "read_bytes": read, "list_bytes": PAIR * len(graph.edges),
             **of_blocks(sizes.values())}
    if most < math.inf:
        found["buffer_bytes"] = PAIR * max(most // 4 // PAIR, 1)
    return found


RELABELS = ("input", "in-degree", "collective", "collective-degree")
GRAPHS = (uniform(60, 200, 1), uniform(301, 2500, 2), skewed(200, 1500, 3), skewed(97, 1200, 4),
          skewed(400, 30000, 5),
          Graph(24, itertools.combinations(range(24), 2)), Graph(2, [(0, 1)]))


class Sizes(ProgramTest):
    def check_sizes(self, name, second, blocks, memory):
        for number, graph in enumerate(GRAPHS):
            path = self.write(f"{number}.txt", graph.text())
            options = ["--partition", name, "--order", "input"]
            options += ["--blocks", str(blocks)] if blocks else []
            options += ["--device-memory", str(memory)] if memory else []
            with self.subTest(name=name, number=number, blocks=blocks, memory=memory):
                told = self.run_json("info", path, *options)
                expected = second(graph, blocks, memory)
                self.assertEqual({key: told[key] for key in expected}, expected)
                self.assertEqual(told["partition"], name)
                self.assertEqual((told["vertices"], told["edges"]),
                                 (graph.vertices, len(graph.edges)))
                if memory:
                    self.assertEqual(told["memory_bytes"], memory)
                counted = self.run_json("count", path, *options)
                self.assertEqual(counted["triangles"], graph.triangles())
                self.assertEqual(counted["blocks"], expected["blocks"])
                self.assertEqual(counted["partition"], name)

    def test_blocks(self):
        for blocks in (0, 4, 9, 20):
            self.check_sizes("trust", trust, blocks, 0)
            self.check_sizes("trix", trix, blocks, 0)

    def test_memory(self):
        for blocks, memory in ((0, 1500), (0, 7000), (0, 30000), (9, 7000)):
            self.check_sizes("trust", trust, blocks, memory)
        for blocks, memory in ((0, 4000), (0, 9000), (0, 30000), (9, 9000)):
            self.check_sizes("trix", trix, blocks, memory)

    def test_collisions_of_one_block(self):
        """They are those of the rows of the whole graph, under the same numbers."""
        for number, graph in enumerate(GRAPHS):
            path = self.write(f"{number}.txt", graph.text())
            rows = self.run_json("info", path, "--rows", "--order", "input")
            for relabel, names in ((None, "own_"), ("input", ""), ("in-degree", "in_degree_"),
                                   ("collective", "collective_"), ("collective-degree", "collective_degree_")):
                told = self.run_json("info", path, "--partition", "trust", "--order", "input",
                                     *(["--relabel", relabel] if relabel else []))
                with self.subTest(number=number, relabel=relabel):
                    self.assertEqual(told["blocks"], 1)
                    self.assertEqual(told["phi"], rows[names + "phi"])
                    self.assertEqual(told["block_collisions"], rows[names + "collisions"])

    def test_text(self):
        path = self.write("g.txt", GRAPHS[0].text())
        for name in NAMES:
            options = ("--partition", name, *memory_option(64))
            told = self.run_json("info", path, *options)
            text = self.run_text("info", path, *options)
            lines = dict(line.split(maxsplit=1) for line in text.splitlines())
            self.assertIn("total_bytes", lines)
            for key in set(lines) - {"file", "peak_bytes", "memory_bytes"}:
                self.assertEqual(lines[key], str(told[key]), key)

    def test_the_graph_is_described_too(self):
        path = self.write("g.txt", GRAPHS[0].text())
        plain = self.run_json("info", path)
        varying = VARYING | {"counting_bytes", "graph_bytes", "max_out_degree"}
        for options in (["--rows"], *(["--partition", name] for name in (*NAMES, "levels"))):
            with self.subTest(options=options):
                told = self.run_json("info", path, *options)
                for key in set(plain) - varying:
                    self.assertEqual(told[key], plain[key], key)

    def test_levels(self):
        """What is told of the file is its size; where all fits it is read once."""
        for number, graph in enumerate(GRAPHS):
            path = self.write(f"{number}.txt", graph.text())
            told = self.run_json("info", path, "--partition", "levels")
            work = self.path(f"work{number}")
            counted = self.run_json("count", path, "--partition", "levels", "--work", work)
            self.assertEqual(counted["triangles"], graph.triangles())
            self.assertEqual((counted["schedule"], counted["partition"]), ("levels", "levels"))
            self.assertEqual(told["total_bytes"], os.path.getsize(os.path.join(work, "tricorn-rows")))
            self.assertEqual(told["read_bytes"], told["columns"] * told["total_bytes"])
            self.assertEqual(counted["blocks"], told["tasks"])
            kept = self.run_json("info", path, "--partition", "levels", "--work", work)
            self.assertEqual({key: kept[key] for key in kept if key not in VARYING},
                             {key: told[key] for key in told if key not in VARYING})

    def test_on_disk(self):
        """A ring with chords has no hubs, so that it keeps its numbers on disk."""
        vertices = 1000
        graph = Graph(vertices, [(v, (v + step) % vertices) for v in range(vertices)
                                 for step in (1, 2, 5)])
        path = self.write("ring.txt", graph.text())
        for name, second, memory in (("trust", trust, 9000), ("trix", trix, 20000)):
            told = self.run_json("info", path, "--partition", name, "--device-memory", str(memory),
                                 "--work", self.path("work"))
            expected = second(graph, 0, memory)
            self.assertGreater(expected["blocks"], 4)
            self.assertEqual({key: told[key] for key in expected}, expected)
            counted = self.run_json("count", path, "--partition", name, "--device-memory",
                                    str(memory), "--work", self.path("work"))
            self.assertEqual(counted["triangles"], graph.triangles())
            self.assertEqual(counted["blocks"], expected["blocks"])
            self.assertEqual(sorted(os.listdir(self.path("work"))), ["tricorn-graph", "tricorn-rows"])


class Counts(ProgramTest):
    def test_algorithms(self):
        graph = GRAPHS[2]
        path = self.write("g.txt", graph.text())
        for algorithm in self.run_json("algorithms"):
            if algorithm["device"] != "cpu":
                continue
            for name in NAMES:
                with self.subTest(algorithm=algorithm["name"], name=name):
                    found = self.run_json("count", path, "--partition", name, "--algorithm",
                                          algorithm["name"])
                    self.assertEqual(found["triangles"], graph.triangles())
                    self.assertEqual(found["algorithm"], algorithm["name"])
                    self.assertEqual(found["partition"], name)

    def test_verified(self):
        path = self.write("g.txt", GRAPHS[3].text())
        for name in NAMES:
            found = self.run_json("count", path, "--partition", name, "--blocks", "9", "--verify")
            self.assertEqual(found["triangles"], GRAPHS[3].triangles())
            self.assertIsNotNone(found["verified_by"])

    def test_without(self):
        found = self.run_json("count", self.write("g.txt", GRAPHS[0].text()), "--device", "cpu")
        self.assertIsNone(found["partition"])

    def test_tables(self):
        """Vertices and edges by blocks are those of the whole."""
        path = self.write("g.txt", GRAPHS[2].text())
        for verb in ("vertex", "edge"):
            whole = self.run_done(verb, path).stdout
            for name in ("trust", "trix"):
                cut = self.run_done(verb, path, "--partition", name, "--blocks", "16").stdout
                self.assertEqual(cut, whole)


    def test_relabelled_on_disk(self):
        """One folder, in turns: what is cut under other numbers is not taken for the same."""
        graph = GRAPHS[2]
        path = self.write("g.txt", graph.text())
        for join, name, relabel in itertools.product(((), ("--join", "--parts", "3")), (None, "trust", "trix", "workload"),
                                                     (None, *RELABELS)):
            options = [*join, *(["--partition", name] if name else []), *(["--relabel", relabel] if relabel else [])]
            if name in ("trust", "trix"):
                options += ["--blocks", "9"]
            with self.subTest(options=options):
                found = self.run_json("count", path, "--work", self.path("work"), *options)
                self.assertEqual(found["triangles"], graph.triangles())
                if relabel:
                    self.assertEqual(found["partition"], name or "trust")


class Refused(ProgramTest):
    def test_unknown(self):
        missing = self.path("missing.txt")
        for verb in ("count", "info", "vertex", "edge"):
            self.check_failed(run(verb, "--partition", "trucks", missing), USAGE, "trucks", *NAMES)

    def test_without_effect(self):
        path = self.write("g.txt", GRAPHS[0].text())
        for option in (["--blocks", "4"], ["--device-memory", "1G"], ["--relabel", "input"]):
            self.check_failed(run("info", path, *option), USAGE, option[0], "--partition")

    def test_on_disk_alone(self):
        path = self.write("g.txt", GRAPHS[0].text())
        for option in (["--order", "core"], ["--strict"]):
            self.check_failed(run("count", path, "--partition", "levels", *option), USAGE, "in memory")

    def test_relabelled_by_levels(self):
        path = self.write("g.txt", GRAPHS[0].text())
        result = run("count", path, "--partition", "levels", "--relabel", "input", "--quiet", "--work",
                     self.path("work"))
        self.check_failed(result, FAILED, "leave out --partition")

    def test_too_many_blocks(self):
        path = self.write("g.txt", GRAPHS[1].text())
        for name in ("trust", "trix"):
            result = run("count", path, "--partition", name, "--device-memory", "5", "--quiet")
            self.check_failed(result, USAGE, "more memory")

    def test_a_format_that_is_not_of_edges(self):
        path = self.write("g.txt", GRAPHS[0].text())
        rows = self.path("g.tri")
        self.run_done("convert", path, rows)
        result = run("count", rows, "--partition", "levels", "--quiet")
        self.check_failed(result, FAILED, "levels", "in memory")


class Large(ProgramTest):
    """Larger than memory."""

    def test_counts_and_sizes(self):
        path = self.path("large.txt")
        vertices, each_side = 200000, 10
        self.run_done("generate", "watts-strogatz", f"vertices={vertices}", "rewire=0",
                      f"degree={2 * each_side}", "-o", path)
        expected = vertices * math.comb(each_side, 2)
        for name in ("trust", "trix"):
            found = self.run_json("count", path, "--partition", name, *memory_option(28))
            self.assertEqual(found["triangles"], expected)
            self.assertEqual(found["partition"], name)
            self.assertGreater(found["blocks"], 1)
        for name in ("trust", "trix"):
            told = self.run_json("info", path, "--partition", name, "--device-memory", "2M",
                                 *memory_option(28))
            self.assertEqual(told["edges"], vertices * each_side)
            self.assertGreater(told["columns"], 1)
            self.assertEqual(told["blocks"], told["rows"] * told["columns"])
            self.assertEqual(told["tasks"], told["rows"] * told["blocks"])
            self.assertEqual(told["total_bytes"], ID * told["edges"] + OFFSET *
                             (vertices * told["columns"] + told["blocks"]))


if __name__ == "__main__":
    main()
