"""tricorn truss: tables, k-trusses as graphs, errors; test_analytics.py has real graphs."""

import csv
import json
import os
import random
import re
import shutil
import subprocess
import time
import unittest

from program import DIAMOND, FAILED, SANITIZED, USAGE, ProgramTest, main, memory_option, run, start

# A complete graph of 1 to 4, a triangle 4 5 6, and an edge 6 7.
NESTED = "1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n4 5\n5 6\n4 6\n6 7\n"
TRUSSNESS = [
    (1, 2, 4), (1, 3, 4), (1, 4, 4), (2, 3, 4), (2, 4, 4), (3, 4, 4),
    (4, 5, 3), (4, 6, 3), (5, 6, 3), (6, 7, 2),
]


def answer(result):
    return json.loads(result.stdout)


class All(ProgramTest):
    def test_text(self):
        printed = self.run_text("truss", "-", stdin=NESTED)
        self.assertEqual(
            printed, "k_max  4\n\ntrussness  edges\n        2  1\n        3  3\n        4  6\n"
        )

    def test_json(self):
        for method in ("auto", "index", "rows", "trix"):
            result = run("truss", "--json", "--method", method, "-", stdin=NESTED)
            got = answer(self.check_done(result))
            self.assertEqual(got["k_max"], 4)
            self.assertEqual(got["histogram"], {"2": 1, "3": 3, "4": 6})
            self.assertEqual(got["triangles"], 5)

    def test_tables(self):
        graph = self.write("g.txt", NESTED)
        result = self.run_done("truss", "--sorted", "-o", "-", graph)
        rows = [tuple(map(int, line.split("\t"))) for line in result.stdout.decode().splitlines()]
        self.assertEqual(rows, TRUSSNESS)
        out = self.path("t.csv")
        self.run_done("truss", "--sorted", "-o", out, graph)
        with open(out, encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
        self.assertEqual(lines[0], ["u", "v", "trussness"])
        self.assertEqual([tuple(map(int, line)) for line in lines[1:]], TRUSSNESS)
        result = self.run_done("truss", "--top", "7", "--to", "jsonl", "-o", "-", graph)
        rows = [json.loads(line) for line in result.stdout.decode().splitlines()]
        self.assertEqual([tuple(row.values()) for row in rows], TRUSSNESS[:7])

    def test_words_are_kept(self):
        result = run("truss", "--ids", "string", "--sorted", "-o", "-", "-",
                     stdin="a b\nb c\nc a\nc d\n")
        self.assertEqual(self.check_done(result).stdout.decode(),
                         "a\tb\t3\na\tc\t3\nb\tc\t3\nc\td\t2\n")

    def test_no_edges(self):
        text = "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n"
        got = answer(self.run_done("truss", "--json", "-", stdin=text))
        self.assertEqual((got["k_max"], got["histogram"]), (0, {}))

    def test_little_memory_takes_the_way_that_needs_little(self):
        out = self.path("ring.txt")
        self.run_done("generate", "ring-lattice", "vertices=100000", "reach=8", "-o", out)
        result = run("truss", "--json", *memory_option(44), out)
        got = answer(self.check_done(result))
        self.assertEqual(got["histogram"], {"9": 800000})  # C_n^k: k + 1
        self.assertEqual(got["method"], "trix")


class One(ProgramTest):
    def test_sizes_and_components(self):
        graph = self.write("g.txt", NESTED + "11 12\n12 13\n11 13\n")
        for k, sizes in {2: (10, 13, 2, 7), 3: (9, 12, 2, 6), 4: (4, 6, 1, 4), 5: (0, 0, 0, 0)}.items():
            got = answer(self.run_done("truss", "-k", str(k), "--json", graph))
            keys = ("truss_vertices", "truss_edges", "components", "largest_component")
            self.assertEqual(tuple(got[key] for key in keys), sizes, k)
            self.assertIn(got["method"], (None, "index", "rows", "trix"))
        named = run("truss", "-k", "4", "--json", "--method", "rows", graph)
        self.assertEqual(answer(self.check_done(named))["method"], "rows")

    def test_every_format_keeps_the_ids(self):
        graph = self.write("g.txt", NESTED)
        result = self.run_done("truss", "-k", "4", "-o", "-", "--to", "edges", graph)
        edges = {tuple(map(int, line.split())) for line in result.stdout.decode().splitlines()
                 if line[0] != "#"}
        self.assertEqual(edges, {(u, v) for u, v, t in TRUSSNESS if t >= 4})
        for name in ("t.mtx", "t.tri", "t.txt.gz"):
            out = self.path(name)
            self.run_done("truss", "-k", "3", "-o", out, graph)
            got = answer(self.run_done("count", "--json", out))
            self.assertEqual((got["triangles"], got["edges"]), (5, 9), name)

    def test_words(self):
        result = run("truss", "-k", "3", "--ids", "string", "-o", "-", "--to", "edges", "-",
                     stdin="d x\na b\nb c\nc a\nc d\n")
        edges = {frozenset(line.split()) for line in
                 self.check_done(result).stdout.decode().splitlines() if line[0] != "#"}
        self.assertEqual(edges, {frozenset(pair) for pair in ("ab", "bc", "ca")})


@unittest.skipIf(SANITIZED, "a sanitizer's own memory is many times the program's")
class Memory(ProgramTest):
    """A limit is kept, or the message says how much is enough."""

    LIMITS = [mebibytes << 20 for mebibytes in (12, 20, 28, 36, 48, 72)]
    VERTICES, REACH = 150000, 6  # C_n^k: the trussness of all edges is k + 1
    KS = {None: REACH, 3: REACH, REACH + 1: REACH, REACH + 2: 0}  # and the edges of a vertex

    def ask(self, path, k, limit):
        """The answer or None, and the message."""
        more = [] if k is None else ["-k", str(k)]
        result = run("truss", "--json", "-q", "--threads", "2", "--memory", str(limit), *more, path)
        if result.returncode != 0:
            self.assertEqual(result.returncode, FAILED)
            return None, result.stderr.decode()
        got = answer(result)
        edges = got["histogram"].get(str(self.REACH + 1), 0) if k is None else got["truss_edges"]
        self.assertEqual(edges, self.KS[k] * self.VERTICES)
        self.assertLessEqual(got["peak_bytes"], limit)
        return got, ""

    def follow(self, path, k, limit):
        """Gives what messages name: reading names what it needs itself, trusses what is enough."""
        got, said = self.ask(path, k, limit)
        while got is None:
            more = int(re.search(r"(\d+) bytes are enough", said)[1])
            self.assertGreater(more, limit, said)
            was_read, limit = path not in said, more
            got, said = self.ask(path, k, limit)
            self.assertFalse(was_read and got is None, said)
            self.assertNotIn(path, said, "what reading names is enough for reading")

    def test_every_limit(self):
        text, flat = self.path("ring.txt"), self.path("ring.tri")
        for path in (text, flat):
            self.run_done("generate", "ring-lattice", f"vertices={self.VERTICES}",
                          f"reach={self.REACH}", "-o", path)
        for path in (text, flat):
            for k in self.KS:
                for limit in self.LIMITS:
                    with self.subTest(path=path, k=k, limit=limit):
                        self.follow(path, k, limit)


class Errors(ProgramTest):
    def test_usage(self):
        graph = self.write("g.txt", DIAMOND)
        for arguments in (["-k", "1"], ["-k", "x"], ["--method", "peel"], ["--sorted"],
                          ["--to", "csv"], ["-k", "3", "--sorted", "-o", "x.txt"],
                          ["-k", "3", "-o", "x.unknown"], ["-o", "x.unknown"],
                          ["--json", "-o", "-"], ["--algorithm", "cpu-hash-vertex", "--json"]):
            with self.subTest(arguments=arguments):
                result = run("truss", *arguments, graph)
                self.assertNotEqual(result.returncode, 0)
                self.assertEqual(result.stdout, b"")
                if "cpu-hash-vertex" not in arguments:
                    self.assertEqual(result.returncode, USAGE)


class GoesOn(ProgramTest):
    """On disk, in hundreds of rounds, of which some are saved."""

    def setUp(self):
        super().setUp()
        graph, self.work = self.path("g.txt"), self.path("work")
        self.check_done(run("generate", "kronecker", "scale=13", "-o", graph, "--quiet"))
        self.table = ("truss", graph, "--sorted", "-o", "-")
        self.whole = self.check_done(run(*self.table)).stdout
        self.on_disk = (*self.table, "--work", self.work, *memory_option(12))

    def end_early(self, seconds):
        """Kills a run so long after it has saved; returns whether something is saved."""
        saved = os.path.join(self.work, "tricorn-trusses")
        with start(*self.on_disk, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and not os.path.exists(saved):
                time.sleep(0.001)
            time.sleep(seconds)
            process.kill()
        return os.path.exists(saved)

    def test_after_kills(self):
        draw = random.Random(5)
        went_on = 0
        for _ in range(6):
            saved = [self.end_early(draw.random() * 0.2) for _ in range(draw.randrange(1, 4))][-1]
            result = self.check_done(run(*self.on_disk))
            self.assertEqual(result.stdout, self.whole)
            self.assertEqual(b"went on" in result.stderr, saved)
            self.assertEqual(sorted(os.listdir(self.work)), ["tricorn-graph", "tricorn-rows"])
            went_on += saved
        self.assertGreater(went_on, 0)

    def test_damaged(self):
        """What is saved and then changed is refused, or was not needed."""
        draw = random.Random(6)
        while not self.end_early(0.1):
            pass
        kept = self.path("kept")
        shutil.copytree(self.work, kept, ignore=shutil.ignore_patterns("tricorn-use*"))
        for name in sorted(name for name in os.listdir(kept) if name.startswith("tricorn-trusses")):
            for _ in range(3):
                shutil.rmtree(self.work)
                shutil.copytree(kept, self.work)
                with open(os.path.join(self.work, name), "r+b") as file:
                    place = draw.randrange(os.path.getsize(file.name))
                    file.seek(place)
                    byte = file.read(1)[0] ^ 1 << draw.randrange(8)
                    file.seek(place)
                    file.write(bytes([byte]))
                result = run(*self.on_disk)
                with self.subTest(name=name, place=place):
                    if result.returncode == 0:
                        self.assertEqual(result.stdout, self.whole)
                        self.assertNotEqual(name, "tricorn-trusses")
                    else:
                        self.assertIn(self.work.encode(), result.stderr)


if __name__ == "__main__":
    main()
