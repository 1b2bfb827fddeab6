"""Real graphs with known counts: each row of MANIFEST.tsv that a reader exists for."""

import unittest

from program import SANITIZED, ProgramTest, main
from real_graphs import BIPARTITE, GRAPHS, READABLE, arguments, project, rows


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

    def check_groups(self, row):
        if SANITIZED:
            self.skipTest("too large for a sanitizer")
        self.check_row(row, project(self, row))


class Manifest(unittest.TestCase):
    def test_every_row_is_accounted_for(self):
        if not GRAPHS:
            self.skipTest("TRICORN_GRAPHS is not set")
        for row in rows():
            self.assertTrue(row["format"].startswith((*READABLE, BIPARTITE)), row)


def add_tests():
    def from_file(row):
        return lambda self: self.check_row(row, *arguments(row))

    def from_groups(row):
        return lambda self: self.check_groups(row)

    for row in rows():
        name = "test_" + "".join(c if c.isalnum() else "_" for c in row["name"])
        if row["format"].startswith(READABLE):
            setattr(FromFile, name, from_file(row))
        elif row["format"].startswith(BIPARTITE):
            setattr(FromGroups, name, from_groups(row))


add_tests()

if __name__ == "__main__":
    main()
