"""Triangles of vertices and edges add up to three times the total on real graphs, and lists have
as many.

Some graphs of middle size are taken.  TRICORN_ALL_GRAPHS=all takes every real graph above them
too, which is minutes' work; the name of one in its place takes that one alone, and a path, such
as one/graph.el, a graph whose total only the program knows (and verifies).
"""

import array
import os
import sys
from collections import Counter

from program import DONE, SANITIZED, ProgramTest, main, start
from real_graphs import ALL_GRAPHS, BIPARTITE, arguments, project, rows

LEAST_EDGES = 100_000  # smaller ones are compared with brute force elsewhere
MOST_EDGES = 500_000  # without TRICORN_ALL_GRAPHS
MOST_COMPARED = 200_000  # edges of graphs that are looked at vertex by vertex
MOST_LISTED = 20_000_000  # triangles
CHUNK_ROWS = 1 << 16
NUMBER_BYTES = 8


class Sums(ProgramTest):
    """One test method a graph, made below."""

    def table(self, verb, width, *arguments):
        """The numbers of a table of so many columns, many rows at a time."""
        with start(verb, "--quiet", "--to", "binary", *arguments) as process:
            while piece := process.stdout.read(width * NUMBER_BYTES * CHUNK_ROWS):
                numbers = array.array("Q", piece)
                if sys.byteorder == "big":
                    numbers.byteswap()
                yield numbers
            message = process.stderr.read()
        self.assertEqual(process.returncode, DONE, message)

    def check_vertices(self, source, edges):
        """Each vertex is in half as many triangles as its edges are."""
        left = Counter()
        for numbers in self.table("vertex", 2, *source):
            left.update(dict(zip(numbers[::2], (2 * count for count in numbers[1::2]))))
        for numbers in self.table("edge", 3, *source):
            for u, v, support in zip(numbers[::3], numbers[1::3], numbers[2::3]):
                left[u] -= support
                left[v] -= support
                edges -= 1
        self.assertEqual(edges, 0, "not every edge came once")
        self.assertEqual([vertex for vertex in left if left[vertex]], [])

    def check_sums(self, source, triangles, edges):
        by_vertex = sum(sum(numbers[1::2]) for numbers in self.table("vertex", 2, *source))
        self.assertEqual(by_vertex, 3 * triangles)
        by_edge = sum(sum(numbers[2::3]) for numbers in self.table("edge", 3, *source))
        self.assertEqual(by_edge, 3 * triangles)
        if triangles <= MOST_LISTED:
            listed = sum(len(numbers) for numbers in self.table("list", 3, *source))
            self.assertEqual(listed, 3 * triangles)
        if edges <= MOST_COMPARED:
            self.check_vertices(source, edges)

    def check_row(self, row):
        source = [project(self, row)] if row["format"].startswith(BIPARTITE) else arguments(row)
        columns = ("triangles_computed", "E_simple_undirected")
        self.check_sums(source, *(int(row[column]) for column in columns))

    def check_path(self, source):
        answer = self.run_json("count", "--verify", source)
        self.check_sums([source], answer["triangles"], answer["edges"])


def takes(row):
    edges = int(row["E_simple_undirected"])
    if ALL_GRAPHS:
        return edges > LEAST_EDGES if ALL_GRAPHS == "all" else row["name"] == ALL_GRAPHS
    most = MOST_COMPARED if SANITIZED else MOST_EDGES
    return LEAST_EDGES < edges <= most and not row["format"].startswith(BIPARTITE)


def add_tests():
    def of_row(row):
        return lambda self: self.check_row(row)

    for row in rows():
        if takes(row):
            name = "test_" + "".join(c if c.isalnum() else "_" for c in row["name"])
            setattr(Sums, name, of_row(row))
    if os.sep in ALL_GRAPHS:
        setattr(Sums, "test_path", lambda self: self.check_path(ALL_GRAPHS))


add_tests()

if __name__ == "__main__":
    main()
