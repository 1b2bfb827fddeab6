"""tricorn vertex, edge and list: every format, --top, --sorted, files and errors."""

import csv
import gzip
import itertools
import json
import math
import os
import random
import signal
import struct
import unittest

from program import (
    BAD_INPUT,
    DIAMOND,
    FAILED,
    INTERRUPTED,
    SANITIZED,
    USAGE,
    ProgramTest,
    main,
    run,
    start,
)
from real_graphs import GRAPHS, arguments, rows

# The diamond's triangles are 1 2 3 and 2 3 4; a fifth and a sixth vertex hang on to it.
TAIL = DIAMOND + "4 5\n6 5\n"
VERTICES = [(1, 1), (2, 2), (3, 2), (4, 1), (5, 0), (6, 0)]
EDGES = [(1, 2, 1), (1, 3, 1), (2, 3, 2), (2, 4, 1), (3, 4, 1), (4, 5, 0), (5, 6, 0)]
TRIANGLES = [(1, 2, 3), (2, 3, 4)]
TABLES = {
    "vertex": (["vertex", "triangles"], VERTICES),
    "edge": (["u", "v", "triangles"], EDGES),
    "list": (["u", "v", "w"], TRIANGLES),
}


def in_order(verb):
    return [] if verb == "vertex" else ["--sorted"]


def parsed(text, form, columns):
    """The rows of a table in bytes, as tuples of text (of numbers if binary)."""
    if form == "binary":
        return list(struct.iter_unpack(f"<{len(columns)}Q", text))
    lines = text.decode("utf-8").splitlines()
    if form == "jsonl":
        rows = [json.loads(line) for line in lines]
        assert all(list(row) == columns for row in rows), rows
        return [tuple(row.values()) for row in rows]
    rows = list(csv.reader(lines, delimiter="," if form == "csv" else "\t"))
    if form != "text":
        assert rows.pop(0) == columns, lines
    return [tuple(row) for row in rows]

NO_EDGES = "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n"


class Figures(ProgramTest):
    """edge --clustering --curvature, from the definitions."""

    def test_random_graphs(self):
        for seed in range(4):
            draw = random.Random(seed)
            edges = sorted({tuple(sorted(draw.sample(range(14), 2))) for _ in range(draw.randrange(1, 60))})
            near = {v: {w for edge in edges for w in edge if v in edge and w != v} for edge in edges for v in edge}
            known = []
            for u, v in edges:
                t, degrees = len(near[u] & near[v]), (len(near[u]), len(near[v]))
                known.append([u, v, t, (t + 1) / (min(degrees) - 1) if min(degrees) > 1 else math.inf,
                              4 - sum(degrees) + 3 * t])
            for more in ((), ("--sorted",), ("--work", self.path(f"work{seed}")), ("--top", "3")):
                text = self.run_done("edge", "--clustering", "--curvature", *more, "-", stdin="".join(
                    f"{u} {v}\n" for u, v in edges)).stdout.decode()
                found = [[*map(float, line.split("\t"))] for line in text.splitlines()]
                if more == ("--top", "3"):
                    self.assertEqual([row[2] for row in found], sorted((row[2] for row in known), reverse=True)[:3])
                    self.assertTrue(all(row in known for row in found))
                else:
                    self.assertEqual(sorted(found), known)

    def test_formats(self):
        lines = self.run_done("edge", "-", "--clustering", "--to", "jsonl", stdin="3 4\n").stdout
        self.assertEqual(json.loads(lines), {"u": 3, "v": 4, "triangles": 0, "clustering": None})
        self.check_failed(run("edge", "--curvature", "-o", self.path("a.gml"), "-", stdin="1 2\n"), USAGE, "csv")


class Formats(ProgramTest):
    def test_every_table_in_every_format(self):
        graph = self.write("g.txt", TAIL)
        for verb, (columns, expected) in TABLES.items():
            for form in ("text", "csv", "tsv", "jsonl", "binary"):
                with self.subTest(verb=verb, format=form):
                    result = run(verb, graph, "--to", form, *in_order(verb))
                    rows = parsed(self.check_done(result).stdout, form, columns)
                    if form not in ("jsonl", "binary"):
                        rows = [tuple(map(int, row)) for row in rows]
                    self.assertEqual(rows, expected)

    def test_any_number_of_threads_writes_the_same_bytes(self):
        """With 48451 edges, one thread writes several rounds of rows, and 7 threads write one."""
        numbers, names, pairs = self.path("g.txt"), self.path("words.txt"), self.path("pairs.txt")
        self.run_done("generate", "kronecker", "scale=12", "-o", numbers)
        with open(numbers, encoding="ascii") as file:
            edges = [line.split() for line in file]
        self.write("words.txt", "".join(f"n{u}\tn{v}\n" for u, v in edges))
        self.write("pairs.txt", "".join(f"{u}\t{v}\n" for u, v in edges[::2]))
        for arguments in (
            ["edge", numbers, "--to", "tsv"],
            ["edge", names, "--sorted", "--to", "jsonl"],
            ["edge", numbers, "--top", "30000", "--compression", "gzip"],
            ["list", numbers, "--top", "200000", "--to", "binary"],
            ["similar", numbers, "--to", "csv", "--compression", "zstd"],
            ["similar", names, "--measure", "resource"],
            ["similar", numbers, "--pairs", pairs, "--least", "0.05"],
            ["truss", numbers, "-o", "-"],
        ):
            with self.subTest(arguments=arguments):
                found = [
                    self.run_done(*arguments, "--threads", threads).stdout
                    for threads in ("1", "2", "7")
                ]
                self.assertTrue(found[0])
                self.assertEqual(found[1:], found[:1] * 2)
        counts = self.run_done("edge", numbers, "--sorted", "--threads", "7").stdout
        self.assertEqual(
            sorted(sorted(line.split()[:2]) for line in counts.decode().splitlines()),
            sorted(map(sorted, edges)),
        )

    def test_text_is_the_default_and_has_no_heading(self):
        self.assertEqual(
            self.run_text("vertex", "-", stdin=TAIL),
            "".join(f"{v}\t{n}\n" for v, n in VERTICES),
        )

    def test_the_suffix_decides(self):
        graph = self.write("g.txt", TAIL)
        for name, form in (
            ("a.csv", "csv"),
            ("a.tsv", "tsv"),
            ("a.jsonl", "jsonl"),
            ("a.bin", "binary"),
            ("a.txt", "text"),
            ("other", "text"),
        ):
            self.run_done("edge", graph, "--sorted", "-o", self.path(name))
            self.run_done("edge", graph, "--sorted", "-o", self.path(name + ".gz"))
            content = self.read(name)
            with gzip.open(self.path(name + ".gz")) as file:
                self.assertEqual(file.read(), content)
            explicit = run("edge", graph, "--sorted", "--to", form).stdout
            self.assertEqual(content, explicit, name)

    def test_words_stand_as_in_the_input(self):
        names = ["a:b", 'in"ch', "ä", "back\\slash", "plain"]
        text = "".join(f"{u}\t{v}\n" for u, v in itertools.combinations(names[:3], 2))
        text += "ä\tback\\slash\nback\\slash\tplain\n"
        graph = self.write("g.tsv", text)
        found = None
        for form in ("csv", "tsv", "text", "jsonl"):
            result = self.run_done("edge", graph, "--ids", "string", "--to", form)
            rows = parsed(result.stdout, form, TABLES["edge"][0])
            rows = {(frozenset(row[:2]), int(row[2])) for row in rows}
            self.assertEqual(len(rows), 5)
            found = found or rows
            self.assertEqual(rows, found, form)
        self.assertIn((frozenset(("ä", "back\\slash")), 0), found)
        self.assertEqual(sum(count for _, count in found), 3)

    def test_bytes_that_are_no_utf8(self):
        graph = self.write("g.txt", b"a\xff b\nb c\nc a\xff\n")
        plain = self.run_done("vertex", graph, "--ids", "string").stdout
        self.assertEqual(plain, b"a\xff\t1\nb\t1\nc\t1\n")
        for verb in TABLES:
            result = run(verb, graph, "--ids", "string", "--to", "jsonl", "-q")
            self.check_failed(result, USAGE, "is not UTF-8", "csv")

    def test_wide_ids(self):
        ids = (0, 2**63, 2**64 - 1)
        text = "".join(f"{u} {v}\n" for u, v in itertools.combinations(ids, 2))
        result = self.run_done("list", "-", "--sorted", "--to", "binary", stdin=text)
        self.assertEqual(struct.unpack("<3Q", result.stdout), ids)

    def test_a_graph_without_an_edge(self):
        for verb in TABLES:
            self.assertEqual(self.run_done(verb, "-", stdin=NO_EDGES).stdout, b"")
        loops = self.run_done("vertex", "-", stdin="7 7\n").stdout
        self.assertEqual(loops, b"7\t0\n")


class Top(ProgramTest):
    def test_the_most_triangles_first(self):
        for k in range(1, 9):
            vertices = sorted(VERTICES, key=lambda row: (-row[1], row[0]))[:k]
            edges = sorted(EDGES, key=lambda row: (-row[2], row[:2]))[:k]
            for verb, rows in (("vertex", vertices), ("edge", edges), ("list", TRIANGLES[:k])):
                with self.subTest(verb=verb, k=k):
                    order = ["--sorted"] if verb == "list" else []
                    result = run(verb, "-", "--top", str(k), *order, stdin=TAIL)
                    lines = self.check_done(result).stdout.decode().splitlines()
                    self.assertEqual(lines, ["\t".join(map(str, row)) for row in rows])

    def test_all_triangles_begin_with_the_top(self):
        graph = self.path("g.txt")
        self.run_done("generate", "kronecker", "scale=9", "-o", graph)
        for order in ([], ["--sorted"]):
            every = run("list", graph, *order).stdout.splitlines()
            some = run("list", graph, "--top", "1000", *order, "--threads", "1")
            self.assertEqual(some.stdout.splitlines(), every[:1000])
            self.assertIn(b"the first 1000 triangles", some.stderr)


class Files(ProgramTest):
    def test_json_says_what_was_counted(self):
        graph, out = self.write("g.txt", TAIL), self.path("o.csv")
        answer = self.run_json("vertex", graph, "-o", out)
        expected = {"file": graph, "output": out, "triangles": 2, "vertices": 6, "edges": 7}
        self.assertEqual({key: answer[key] for key in expected}, expected)

    def test_verified(self):
        graph = self.write("g.txt", TAIL)
        for verb in TABLES:
            result = self.run_done(verb, graph, "--verify")
            self.assertIn(b"verified by", result.stderr)

    def test_every_algorithm_gives_the_same_or_says_that_it_cannot(self):
        graph = self.path("g.txt")
        self.run_done("generate", "kronecker", "scale=9", "-o", graph)
        expected = {verb: run(verb, graph).stdout for verb in TABLES}
        able = 0
        for algorithm in self.run_json("algorithms"):
            for verb in TABLES:
                result = run(verb, graph, "--algorithm", algorithm["name"])
                if result.returncode == FAILED:
                    reasons = ("gpu: none", "listed by the CPU")
                    reason = next((r for r in reasons if r.encode() in result.stderr), "totals")
                    self.check_failed(
                        run(verb, graph, "-q", "--algorithm", algorithm["name"]), FAILED, reason
                    )
                else:
                    self.assertEqual(self.check_done(result).stdout, expected[verb])
                    able += 1
        self.assertGreaterEqual(able, 3 * len(TABLES))

    def test_a_bad_graph_leaves_nothing(self):
        graph = self.write("bad.txt", "1 2\n2 x\n")
        for verb in TABLES:
            self.check_failed(run(verb, graph, "-o", self.path("o")), BAD_INPUT, "bad.txt:2")
        self.assertEqual(os.listdir(self.folder), ["bad.txt"])

    def test_no_place_to_write(self):
        graph = self.write("g.txt", TAIL)
        for verb in TABLES:
            out = self.path("no/such/folder")
            self.check_failed(run(verb, graph, "-q", "-o", out), FAILED, "no/such")

    def test_bad_places_are_told_before_the_graph_is_read(self):
        """The graph is a pipe that nobody writes to: reading it would not end."""
        graph = self.path("fifo")
        os.mkfifo(graph)
        os.mkdir(self.path("folder"))
        for verb in TABLES:
            for out in ("folder", "folder/", "no/such/folder", "fifo/x"):
                self.check_failed(run(verb, graph, "-o", self.path(out)), FAILED, out)
        self.check_failed(run("convert", graph, self.path("no/g.mtx")), FAILED, "no/g.mtx")
        self.check_failed(run("generate", "star", "-o", self.path("no/g.mtx")), FAILED, "folder")

    @unittest.skipIf(os.geteuid() == 0, "root may write everything")
    def test_no_permission_to_write(self):
        graph, out = self.write("g.txt", TAIL), self.write("o", "old")
        os.chmod(out, 0o400)
        for verb in TABLES:
            self.check_failed(run(verb, graph, "-o", out), FAILED, "Permission denied")

    def test_the_graph_is_not_replaced_by_its_table(self):
        graph, link = self.write("g.txt", TAIL), self.path("link")
        os.symlink(graph, link)
        for verb in TABLES:
            for out in (graph, link):
                self.check_failed(run(verb, graph, "-o", out), USAGE, "is the graph itself")
        self.assertEqual(self.read_text(graph), TAIL)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk(self):
        graph = self.write("g.txt", TAIL)
        with open("/dev/full", "wb") as full:
            for verb in TABLES:
                result = run(verb, graph, "-q", stdout=full)
                self.assertEqual(result.returncode, FAILED)
                self.assertIn(b"cannot be written", result.stderr)

    def test_a_memory_limit(self):
        graph = self.path("g.txt")
        self.run_done("generate", "complete", "vertices=1500", "-o", graph)
        for verb in ("edge", "list"):
            out = self.path("o")
            message = run(verb, graph, "--memory", "1M", "-o", out)
            self.assertEqual(message.returncode, FAILED, message.stderr)
            self.assertFalse(os.path.exists(out))

    @unittest.skipIf(SANITIZED, "too slow")
    def test_a_list_longer_than_the_memory_allowed(self):
        graph = self.path("g.txt")
        self.run_done("generate", "complete", "vertices=600", "-o", graph)
        total = 600 * 599 * 598 // 6  # 36 million: 430 MB as three 32-bit numbers each
        result = start("list", graph, "--memory", "100M", "--to", "binary", "--threads", "2")
        count = 0
        while block := result.stdout.read(1 << 20):
            count += len(block)
        result.communicate()
        self.assertEqual((result.returncode, count), (0, 24 * total))

    def test_stopped_by_ctrl_c(self):
        graph, out = self.path("g.txt"), self.path("o.txt")
        self.run_done("generate", "complete", "vertices=1500", "-o", graph)
        process = start("list", graph, "-o", out)
        self.wait_for_output(process)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, INTERRUPTED, stderr)
        self.assertEqual(os.listdir(self.folder), ["g.txt"])

    def test_the_reader_of_the_pipe_goes_away(self):
        graph = self.path("g.txt")
        self.run_done("generate", "complete", "vertices=300", "-o", graph)
        process = start("list", graph)
        self.assertEqual(len(process.stdout.readline().split()), 3)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=60), -signal.SIGPIPE)
        self.assertNotIn(b"tricorn: ", process.stderr.read())
        process.stderr.close()


class Usage(ProgramTest):
    def test_wrong_usage(self):
        graph, missing = self.write("g.txt", TAIL), self.path("missing.txt")
        for arguments, words in (
            (["vertex", graph, "--to", "xml"], ["xml", "csv"]),
            (["vertex", graph, "--to", "jsnol"], ["jsonl"]),
            (["edge", graph, "--top", "0"], ["--top"]),
            (["edge", graph, "--top", "few"], ["few"]),
            (["list", graph, "--json"], ["--json", "-o"]),
            (["list", graph, "--compression", "rar"], ["rar"]),
            (["vertex", graph, "--sorted"], ["--sorted"]),
            (["vertex", missing, "-o", self.path("x.mtx")], ["'.mtx'", ".csv", "--to"]),
            (["edge", missing, "-o", self.path("x.tri")], ["'.tri'", ".csv", "--to"]),
            (["list", missing, "-o", self.path("x.el.gz")], ["'.el'", ".csv", "--to"]),
            (["list", missing, "-o", self.path("x.unknown")], ["'.unknown'", ".csv", "--to"]),
            (["vertex", graph, "--to", "binary", "--ids", "string"], ["binary"]),
            (["vertex", graph, "--algorithm", "nothing"], ["nothing"]),
            (["list"], ["FILE"]),
        ):
            with self.subTest(arguments=arguments):
                self.check_failed(run(*arguments), USAGE, *words)
        self.run_done("vertex", graph, "-o", self.path("x.mtx"), "--to", "tsv")
        self.run_done("vertex", graph, "-o", self.path(".hidden"))

    def test_words_do_not_fit_a_binary_file(self):
        graph = self.write("g.txt", "a b\nb c\n")
        out = self.path("o.bin")
        message = run("vertex", graph, "--ids", "string", "-q", "-o", out)
        self.check_failed(message, USAGE, "binary", "words")
        self.assertFalse(os.path.exists(out))

    def test_on_a_gpu(self):
        graph = self.write("g.txt", TAIL)
        for verb in ("vertex", "edge"):
            there = run(verb, graph, "-q", "--device", "gpu")
            if there.returncode == 0:
                self.assertEqual(there.stdout, run(verb, graph, "-q").stdout)
            else:
                self.check_failed(there, FAILED, "gpu", "cpu")

    def test_no_lists_on_a_gpu(self):
        graph = self.write("g.txt", TAIL)
        self.check_failed(run("list", graph, "-q", "--device", "gpu"), FAILED, "cpu")

    def test_no_such_device(self):
        graph = self.write("g.txt", TAIL)
        self.check_failed(run("edge", graph, "-q", "--device", "tpu"), USAGE, "tpu")


class RealGraphs(ProgramTest):
    """Sums over every real graph that is small enough for a test."""

    MOST_EDGES, MOST_TRIANGLES = 2_000_000, 3_000_000

    @unittest.skipUnless(GRAPHS, "TRICORN_GRAPHS is not set")
    @unittest.skipIf(SANITIZED, "too slow")
    def test_sums(self):
        for row in rows():
            edges, total = int(row["E_simple_undirected"]), int(row["triangles_computed"])
            if row["format"].startswith("bipartite") or edges > self.MOST_EDGES:
                continue
            with self.subTest(graph=row["name"]):
                self.check_sums(arguments(row), edges, total)

    def check_sums(self, graph, edges, total):
        def table(verb, columns):
            out = self.path("o.bin")
            self.run_done(verb, *graph, "-q", "-o", out)
            with open(out, "rb") as file:
                values = memoryview(file.read()).cast("Q")
            self.assertEqual(len(values) % columns, 0)
            return values

        counts, supports = table("vertex", 2), table("edge", 3)
        self.assertEqual(sum(counts[1::2]), 3 * total)
        self.assertEqual((sum(supports[2::3]), len(supports)), (3 * total, 3 * edges))
        if total <= self.MOST_TRIANGLES:
            self.assertEqual(len(table("list", 3)), 3 * total)


if __name__ == "__main__":
    main()
