"""A graph is the same in every format that the program writes and reads.

TRICORN_ALL_GRAPHS=all takes every real graph, which is many minutes' work; the name of one in its
place takes that one alone.
"""

import filecmp
import os
import random
import struct

from program import BAD_INPUT, BY_LIBRARY, SANITIZED, ProgramTest, main, run
from real_graphs import ALL_GRAPHS, BIPARTITE, GRAPHS, project, rows

MOST_EDGES = 20_000  # of a real graph: larger ones take long and show nothing more
MOST_SANITIZED = 500  # of one that is compared edge by edge where the program is slow


def fields(answer):
    return {name: answer[name] for name in ("triangles", "vertices", "edges")}


def takes(row):
    if ALL_GRAPHS:
        return ALL_GRAPHS in ("all", row["name"])
    return int(row["E_simple_undirected"]) <= MOST_EDGES


class EveryFormat(ProgramTest):
    def convert(self, source, out, to, *arguments):
        out = self.path(out)
        self.run_done("convert", "--quiet", source, out, "--to", to, *arguments)
        return out

    def normalise(self, source, out, *arguments):
        """Its edges in order, as a file.  An edge list has no vertices without an edge, and Matrix
        Market no ids: what is left is the same for all formats."""
        edges = self.convert(source, out + ".el", "edges", *arguments)
        return self.convert(edges, out, "matrix-market", "--format", "edges")

    def check_formats(self, source, expected):
        """Writes it in each format; what was written has the same count and the same edges."""
        compares = not SANITIZED or expected["edges"] <= MOST_SANITIZED
        first = self.normalise(source, "first") if compares else None
        for row in self.run_json("formats"):
            if not (row["reads"] and row["writes"]) or row["name"] in BY_LIBRARY:
                continue
            with self.subTest(format=row["name"]):
                out = self.convert(source, "graph", row["name"])
                answer = self.run_json("count", out, "--format", row["name"])
                self.assertEqual(fields(answer), expected)
                strict = self.run_json("count", out, "--format", row["name"], "--strict")
                self.assertEqual(fields(strict), expected)
                if compares:
                    again = self.normalise(out, "again", "--format", row["name"])
                    self.assertTrue(filecmp.cmp(first, again, shallow=False))

    def test_generated(self):
        source = self.path("graph.txt")
        self.run_done("generate", "kronecker", "scale=10", "--output", source)
        self.check_formats(source, fields(self.run_json("count", source)))

    def test_by_suffix(self):
        """The first suffix that each format has makes it be written, and be found again."""
        source = self.write("in.txt", "1 2\n2 3\n1 3\n3 5\n")
        for row in self.run_json("formats"):
            suffixes = row["suffixes"]
            suffix = (suffixes.split() if isinstance(suffixes, str) else suffixes)[:1]
            if not (row["reads"] and row["writes"] and suffix) or row["name"] in BY_LIBRARY:
                continue
            with self.subTest(format=row["name"]):
                out = self.path("graph" + suffix[0])
                self.run_done("convert", "--quiet", source, out)
                answer = self.run_json("count", out)
                self.assertEqual(answer["format"], row["name"])
                self.assertEqual(fields(answer), {"triangles": 1, "vertices": 4, "edges": 4})

    def test_real_graphs(self):
        if not GRAPHS:
            self.skipTest("TRICORN_GRAPHS is not set")
        for row in rows():
            if not takes(row):
                continue
            with self.subTest(graph=row["name"]):
                expected = {
                    "triangles": int(row["triangles_computed"]),
                    "vertices": int(row["V_nonisolated"]),
                    "edges": int(row["E_simple_undirected"]),
                }
                grouped = row["format"].startswith(BIPARTITE)
                source = project(self, row) if grouped else os.path.join(GRAPHS, row["file"])
                self.check_formats(source, expected)


class WrongNames(ProgramTest):
    """A file of raw pairs whose name says another width, or that it is no text."""

    SIDE = 12  # of a clique
    PAIRS = [(u, v) for u in range(SIDE) for v in range(u)]
    TRIANGLES = SIDE * (SIDE - 1) * (SIDE - 2) // 6

    def write_pairs(self, name, form, pairs=PAIRS):
        return self.write(name, b"".join(struct.pack(form, u, v) for u, v in pairs))

    def count(self, path, *arguments):
        return self.run_json("count", path, *arguments)["triangles"]

    def test_widths(self):
        for name, form, other, bits in ((".u32", "<QQ", "pairs64", "64 bits"),
                                        (".u64", "<II", "pairs32", "32 bits"),
                                        (".g500", "<II", "pairs32", "32 bits")):
            with self.subTest(name=name):
                path = self.write_pairs("graph" + name, form)
                self.check_failed(run("count", path), BAD_INPUT, bits, "--format")
                self.assertEqual(self.count(path, "--format", other), self.TRIANGLES)

    def test_widths_that_are_right(self):
        star = self.write_pairs("star.u32", "<II", [(x, 0) for x in range(1, 100)])
        self.assertEqual(self.run_json("count", star)["edges"], 99)
        draw = random.Random(1)
        for name, ids in (("large", [draw.randrange(1 << 64) for _ in range(self.SIDE)]),
                          ("shards", [shard << 32 | local for shard in range(3) for local in range(4)]),
                          ("small", range(self.SIDE)), ("next", range(1 << 32, (1 << 32) + 99))):
            with self.subTest(ids=name):
                path = self.write_pairs("graph.u64", "<QQ", [(ids[u], ids[v]) for u, v in self.PAIRS])
                self.assertEqual(self.count(path), self.TRIANGLES)

    def test_text(self):
        text = "".join(f"{100 + u} {100 + v}\n" for u, v in self.PAIRS)  # 8 bytes a line
        for name in (".u32", ".u64", ".g500"):
            self.assertEqual(self.count(self.write("graph" + name, text)), self.TRIANGLES)


if __name__ == "__main__":
    main()
