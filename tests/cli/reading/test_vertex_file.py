"""--vertex-file: vertices that may have no edge, beside edge lists and lines of JSON, of numbers or words."""

import csv
import gzip
import itertools
import json
import math
import os
import random

from program import BAD_INPUT, FAILED, USAGE, ProgramTest, main, run

CASES = int(os.environ.get("TRICORN_VERTEX_FILES", "8"))


def rows_of(edges):
    rows = {}
    for u, v in edges:
        rows.setdefault(u, set())
        rows.setdefault(v, set())
        if u != v:
            rows[u].add(v)
            rows[v].add(u)
    return rows


def local_clustering(rows, v):
    near = rows[v]
    if len(near) < 2:
        return 0.0
    return sum(len(rows[u] & near) for u in near) / (len(near) * (len(near) - 1))


class VertexFile(ProgramTest):
    def case(self, dice):
        """Edges, all vertices, the options, and the lines of the vertex file."""
        words = dice.words = dice.random() < 0.5
        name = (lambda i: f"v {i}" if i % 5 == 0 else f"v{i}") if words else (lambda i: str(i * dice_step))
        dice_step = dice.choice([1, 7, 10**12])
        count = dice.choice([6, 20, 50])
        ids = [name(i) for i in range(count)]
        edges = [tuple(dice.sample(ids[: count // 2 + 2], 2)) for _ in range(dice.choice([3, 20, 80]))]
        listed = dice.sample(ids, dice.randint(1, count))
        options = ["--ids", "string"] if words else []
        quote = dice.choice([lambda w: f'"{w}"', lambda w: f'"{w}"' if " " in w else w])
        form = dice.choice(["ids", "header", "unknown", "table"])
        head = dice.choice(["id", "vertex", "node", "Name", "NODE_ID"] if form in ("header", "table") else
                           ["person", "user_id", "label", "gene", "screen_name"])
        lines = [quote(v) for v in listed]
        if form != "ids":
            lines.insert(0, dice.choice([str, quote])(head))
        if form == "table":
            gap = dice.choice([",", "\t", ";"])
            lines = self.table(dice, lines, gap)
        # Of words, a first line that is on no edge may be a header.
        first = head if form == "unknown" else listed[0]
        known = form in ("header", "table") or not words or first in {v for e in edges for v in e} or len(lines) == 1
        self.clear = None if known else lines[form == "unknown":]
        lines = [line for line in lines for line in [dice.choice(["# a comment", ""])] * (dice.random() < 0.1) + [line]]
        lines.insert(0, "# vertices")
        return edges, set(listed) | {v for e in edges for v in e}, options, lines

    def table(self, dice, lines, gap):
        """The ids, with their header, among other columns."""
        others = [dice.choice([["age", "7"], ["label", '"a%sb"' % gap], ["", "x y"]]) for _ in range(dice.randint(1, 3))]
        at = dice.randrange(len(others) + 1)
        rows = [[other[i > 0] for other in others] for i in range(len(lines))]
        return [gap.join(row[:at] + [line] + row[at:]) for line, row in zip(lines, rows)]

    def files(self, dice, edges, lines):
        graph = self.write("g.jsonl", "".join(json.dumps(dict(zip(
            ("source", "target"), e if dice.words else map(int, e)))) + "\n" for e in edges))
        if dice.random() < 0.6:
            graph = self.write("g.tsv", "source\ttarget\n" + "".join(f"{u}\t{v}\n" for u, v in edges))
        text = dice.choice(["\n", "\r\n"]).join(lines) + "\n"
        content = text.encode(dice.choice(["utf-8", "utf-8-sig"]))
        vertices = self.write("v.txt", gzip.compress(content) if dice.random() < 0.3 else content)
        return graph, vertices

    def test_random(self):
        for seed in range(CASES):
            dice = random.Random(f"vertices {seed}")
            edges, vertices, options, lines = self.case(dice)
            rows = rows_of(edges)
            rows.update({v: set() for v in vertices - rows.keys()})
            words = [*self.files(dice, edges, lines), *options]
            graph, file = words[:2]
            with self.subTest(seed=seed):
                given = [graph, "--vertex-file", file, *options, "--threads", str(dice.choice([1, 2]))]
                if self.clear:
                    self.check_failed(run("count", *given), BAD_INPUT, "v.txt:", "is on no edge", "'id'")
                    self.write("v.txt", "\n".join(["id"] + self.clear))
                found = self.run_json("count", *given)
                alone = sum(not row for row in rows.values())
                self.assertEqual((found["vertices"], found["isolated"]), (len(rows) - alone, alone))
                self.assertEqual(found["edges"], sum(map(len, rows.values())) // 2)
                self.assertEqual(found["self_loops"], 0)
                clustering = self.run_json("cluster", *given, "--isolated")
                mean = sum(local_clustering(rows, v) for v in rows) / len(rows)
                self.assertAlmostEqual(clustering["average_clustering"], mean, places=12)
                self.check_tables(given, rows)
                kinds = self.run_json("census", *given)["triads"]
                self.assertEqual(sum(kinds.values()), math.comb(len(rows), 3))

    def check_tables(self, given, rows):
        for verb, column in (("vertex", None), ("core", "core")):
            out = self.path("out.csv")
            self.run_done(verb, *given, "-o", out, *(["--vertices"] if verb == "cluster" else []))
            with open(out, encoding="utf-8", newline="") as file:
                table = list(csv.reader(file))
            self.assertEqual({row[0] for row in table[1:]}, set(rows), verb)

    def test_refused(self):
        graph = self.write("g.txt", "1 2\n2 3\n")
        for text, part in (("1\n2\nx\n", ":3: 'x'"), ("1\n-4\n", ":2: "), ("4 5\n", ":1: several columns"),
                           ("id,name\n7,a\n,b\n", ":3: the id is empty"), ('id\n"7\n', ":2: a quote"),
                           ("id,age\n7,3,1\n", ":2: 3 columns"), ('"id" "x"\n"1" 7 2\n', ":2: 3 columns"),
                           ("user_id,age\n7,3\n", ":1: several columns"), ("user_id\n", ":1: 'user_id' is no vertex id"),
                           ("1\n\f2\n", ":2: ")):
            vertices = self.write("v.txt", text)
            self.check_failed(run("count", graph, "--vertex-file", vertices), BAD_INPUT, "v.txt" + part)
        both = self.write("v.txt", "id,name\n7,ann\n")
        self.check_failed(run("count", graph, "--ids", "string", "--vertex-file", both), BAD_INPUT, ":1: ", "'name'")
        self.check_failed(run("count", graph, "--vertex-file", "-"), USAGE, "standard input")
        for gap, ids in itertools.product(("NA", "-NaN", "(null)", '" "', '""', "#N/A N/A"), ("number", "string")):
            missing = self.write("v.txt", f"id\n7\n{gap}\n")
            words = "count", graph, "--vertex-file", missing, "--ids", ids
            if gap[0] != "#":  # it is a comment here
                self.check_failed(run(*words), BAD_INPUT, "v.txt:3: ", "--missing drop")
                self.assertEqual(self.run_json(*words, "--missing", "drop")["missing"], 1)
            self.assertEqual(self.run_json(*words, "--missing", "drop")["isolated"], 1)
        self.check_failed(run("count", graph, "--vertex-file", self.path("none")), FAILED, "none", "No such file")
        matrix = self.write("m.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
        self.check_failed(run("count", matrix, "--vertex-file", vertices), BAD_INPUT, "matrix-market")
        self.check_failed(run("count", graph, "--vertex-file", vertices, "--work", self.path("w")), USAGE, "work")

    def test_strict_and_weights(self):
        graph = self.write("g.txt", "1 2 0.5\n2 3 0.5\n1 3 0.5\n")
        vertices = self.write("v.txt", "1\n9\n9\n")
        found = self.run_json("count", graph, "--vertex-file", vertices, "--strict")
        self.assertEqual((found["vertices"], found["isolated"], found["duplicates"]), (3, 1, 0))
        self.run_done("cluster", graph, "--vertex-file", vertices, "--weighted", "onnela")
        found = self.run_json("count", graph, "--vertex-file", vertices, "--memory", "40M")
        self.assertEqual(found["isolated"], 1)

    def test_parts(self):
        """Beside a folder of parts."""
        os.mkdir(self.path("parts"))
        self.write("parts/a.csv", "source,target\n1,2\n")
        self.write("parts/b.csv", "source,target\n2,3\n")
        vertices = self.write("v.txt", "8\n9\n")
        found = self.run_json("count", self.path("parts"), "--vertex-file", vertices)
        self.assertEqual((found["edges"], found["isolated"]), (2, 2))


if __name__ == "__main__":
    main()
