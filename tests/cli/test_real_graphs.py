"""Real graphs with known counts: each row of MANIFEST.tsv that a reader exists for."""

import csv
import os
import shutil
import subprocess
import unittest

from program import SANITIZED, ProgramTest, main

GRAPHS = os.environ.get("TRIGON_GRAPHS", "")
READABLE = ("mtx", "csv", "txt", "SNAP txt", "edge list", "METIS", "BVGraph")
BIPARTITE = "bipartite"


def rows():
    """The rows of the manifest; none without the folder."""
    if not GRAPHS:
        return []
    with open(os.path.join(GRAPHS, "MANIFEST.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


class RealGraph(ProgramTest):
    def check_row(self, row, *arguments, **options):
        answer = self.run_json("count", *arguments, **options)
        found = (answer["triangles"], answer["vertices"], answer["edges"])
        columns = ("triangles_computed", "V_nonisolated", "E_simple_undirected")
        self.assertEqual(found, tuple(int(row[column]) for column in columns))
        if row["triangles_published"]:
            self.assertEqual(answer["triangles"], int(row["triangles_published"]))


class FromFile(RealGraph):
    """One test method a row, made below."""


class FromGroups(RealGraph):
    """The rows that a small program of the folder beside the graphs makes into graphs."""

    def project(self, row):
        source = os.path.join(GRAPHS, "..", "tools", "project_bipartite.c")
        if SANITIZED:
            self.skipTest("too large for a sanitizer")
        if not os.path.exists(source):
            self.skipTest("there is no " + source)
        if shutil.which("zstd") is None or shutil.which("cc") is None:
            self.skipTest("needs zstd and cc")
        program, out = self.path("project"), self.path("graph.el")
        swap = ["-s"] if row["format"].endswith("-s") else []
        subprocess.run(["cc", "-O2", "-w", "-o", program, source], check=True)
        with open(out, "wb") as file:
            groups = ["zstd", "-dc", os.path.join(GRAPHS, row["file"])]
            with subprocess.Popen(groups, stdout=subprocess.PIPE) as zstd:
                subprocess.run([program, *swap], stdin=zstd.stdout, stdout=file, check=True)
        return out


class Manifest(unittest.TestCase):
    def test_every_row_is_accounted_for(self):
        if not GRAPHS:
            self.skipTest("TRIGON_GRAPHS is not set")
        for row in rows():
            self.assertTrue(row["format"].startswith((*READABLE, BIPARTITE)), row)


def add_tests():
    def from_file(row):
        return lambda self: self.check_row(row, os.path.join(GRAPHS, row["file"]))

    def from_groups(row):
        return lambda self: self.check_row(row, self.project(row))

    for row in rows():
        name = "test_" + "".join(c if c.isalnum() else "_" for c in row["name"])
        if row["format"].startswith(READABLE):
            setattr(FromFile, name, from_file(row))
        elif row["format"].startswith(BIPARTITE):
            setattr(FromGroups, name, from_groups(row))


add_tests()

if __name__ == "__main__":
    main()
