"""A graph is the same in every format that the program writes and reads."""

import csv
import os
import unittest

from program import ProgramTest, main, run

GRAPHS = os.environ.get("TRIGON_GRAPHS", "")
MOST_EDGES = 20_000  # of a real graph: larger ones take long and show nothing more


def fields(answer):
    return {name: answer[name] for name in ("triangles", "vertices", "edges")}


class EveryFormat(ProgramTest):
    def check_formats(self, source, expected):
        """Writes it in each format, and counts what was written."""
        for row in self.run_json("formats"):
            if not (row["reads"] and row["writes"]):
                continue
            with self.subTest(format=row["name"]):
                out = self.path("graph")
                self.check_done(run("convert", "--quiet", source, out, "--to", row["name"]))
                answer = self.run_json("count", out, "--format", row["name"])
                self.assertEqual(fields(answer), expected)

    def test_generated(self):
        source = self.path("graph.txt")
        self.check_done(run("generate", "kronecker", "scale=10", "--output", source))
        self.check_formats(source, fields(self.run_json("count", source)))

    def test_by_suffix(self):
        """The first suffix that each format has makes it be written, and be found again."""
        source = self.write("in.txt", "1 2\n2 3\n1 3\n3 5\n")
        for row in self.run_json("formats"):
            suffixes = row["suffixes"]
            suffix = (suffixes.split() if isinstance(suffixes, str) else suffixes)[:1]
            if not (row["reads"] and row["writes"] and suffix):
                continue
            with self.subTest(format=row["name"]):
                out = self.path("graph" + suffix[0])
                self.check_done(run("convert", "--quiet", source, out))
                answer = self.run_json("count", out)
                self.assertEqual(answer["format"], row["name"])
                self.assertEqual(fields(answer), {"triangles": 1, "vertices": 4, "edges": 4})

    def test_real_graphs(self):
        if not GRAPHS:
            self.skipTest("TRIGON_GRAPHS is not set")
        with open(os.path.join(GRAPHS, "MANIFEST.tsv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        for row in rows:
            if int(row["E_simple_undirected"]) > MOST_EDGES:
                continue
            with self.subTest(graph=row["name"]):
                expected = {
                    "triangles": int(row["triangles_computed"]),
                    "vertices": int(row["V_nonisolated"]),
                    "edges": int(row["E_simple_undirected"]),
                }
                self.check_formats(os.path.join(GRAPHS, row["file"]), expected)


if __name__ == "__main__":
    main()
