"""What is built on triangles, on real graphs whose figures other programs made: the rows of
ANALYTICS.tsv.

TRICORN_ALL_GRAPHS=all takes every row; otherwise small ones are taken.
"""

import csv
import os
import subprocess
import unittest

from program import SANITIZED, ProgramTest, main, run
from real_graphs import ALL_GRAPHS, GRAPHS

MOST_EDGES = 15_000 if SANITIZED else 130_000
DIGITS = 12  # of the coefficients


def rows():
    path = os.path.join(GRAPHS, "ANALYTICS.tsv")
    if not GRAPHS or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return list(csv.DictReader(lines, delimiter="\t"))


class Figures(ProgramTest):
    """One test method a row, made below."""

    def check_row(self, row):
        path = os.path.join(GRAPHS, row["file"])
        if not os.path.exists(path):
            self.skipTest("there is no " + path)
        self.check_clustering(row, self.run_json("cluster", path))
        self.assertEqual(self.run_json("core", path)["degeneracy"], int(row["degeneracy"]))

        self.assertEqual(self.run_json("clique", path)["cliques"], int(row["cliques4"]))
        self.check_trussness(row, self.run_json("truss", path))
        similar = self.run_done("similar", "--least", "0.25", "-q", path).stdout
        self.assertEqual(similar.count(b"\n"), int(row["jaccard_ge_0.25"]))
        if row["triad_census"] != "-":
            self.check_census(row, path)

    def check_census(self, row, path):
        """Directions are kept of edge lists alone, as which a matrix without its head is read.  Vertices
        with loops alone are none there."""
        plain = subprocess.run(["zstd", "-dc", path], check=True, stdout=subprocess.PIPE).stdout
        lines = [line.replace(",", " ").split() for line in plain.decode().splitlines()
                 if line[:1] not in ("%", "#", "")]
        if ".mtx" in path:
            lines.pop(0)
        text = "".join(f"{u} {v}\n" for u, v, *_ in lines if u != v)
        words = ("--columns", "1,2", "--header", "no", "-")
        triads = self.run_json("census", *words, stdin=text)["triads"]
        expected = (pair.split(":") for pair in row["triad_census"].split(","))
        self.assertEqual(triads, {name: int(count) for name, count in expected})

    def check_trussness(self, row, answer):
        self.assertEqual(answer["k_max"], int(row["truss_kmax"]))
        bins = (pair.split(":") for pair in row["trussness_hist"].split(","))
        self.assertEqual(answer["histogram"], {k: int(edges) for k, edges in bins})

    def check_clustering(self, row, answer):
        for key in ("vertices", "edges", "triangles", "wedges"):
            self.assertEqual(answer[key], int(row[key]), key)
        for key, column in (("transitivity", "transitivity"),
                            ("average_clustering", "avg_clustering"),
                            ("average_clustering_degree2", "avg_clustering_deg2")):
            self.assertEqual(f"{answer[key]:.{DIGITS}g}", f"{float(row[column]):.{DIGITS}g}", key)


class Table(unittest.TestCase):
    def test_there_are_rows(self):
        if not GRAPHS:
            self.skipTest("TRICORN_GRAPHS is not set")
        self.assertGreater(len(rows()), 10)


def add_tests():
    def of_row(row):
        return lambda self: self.check_row(row)

    for row in rows():
        if ALL_GRAPHS == "all" or int(row["edges"]) <= MOST_EDGES:
            name = "test_" + "".join(c if c.isalnum() else "_" for c in row["name"])
            setattr(Figures, name, of_row(row))


add_tests()

if __name__ == "__main__":
    main()
