"""What is built on triangles where it goes wrong elsewhere: parallel and reciprocal edges, loops, degrees 0 and 1, a
hub of degree 100,000, graphs without an edge.  Unit tests have closed forms of families of graphs."""

import json
import random
import unittest
from math import comb

from program import SANITIZED, ProgramTest, main


VERBS = (("cluster", "--vertices"), ("cluster", "--squares", "--vertices"), ("similar", "--sorted"),
         ("similar", "--sorted", "--measure", "cosine"), ("core",),
         ("clique", "--vertices"), ("vertex", "--generalized"), ("vertex",))


class Traps(ProgramTest):
    def test_parallel_and_reciprocal_edges_and_loops(self):
        """Tables are those of the same graph without them, byte for byte."""
        draw = random.Random(3)
        edges = sorted({tuple(sorted(draw.sample(range(40), 2))) for _ in range(250)})
        plain = "".join(f"{u} {v}\n" for u, v in edges)
        more = plain + "".join(f"{v} {u}\n{u} {v}\n{u} {u}\n" for u, v in edges)
        for verb in VERBS:
            with self.subTest(verb=verb):
                expected = self.run_done(*verb, "-q", "-", stdin=plain).stdout
                self.assertEqual(self.run_done(*verb, "-q", "-", stdin=more).stdout, expected)
                self.assertGreater(len(expected), 0)

    def test_no_edge(self):
        """A graph of loops alone: zeros, no error."""
        for verb in VERBS:
            with self.subTest(verb=verb):
                out = self.run_text(*verb, "-q", "-", stdin="7 7\n")
                self.assertTrue(all(float(value) == 0 for line in out.splitlines()
                                    for value in line.split("\t")[1:]), out)
        for verb in (("cluster",), ("cluster", "--squares"), ("core",), ("clique",), ("truss",)):
            self.run_done(*verb, "--json", "-", stdin="7 7\n")
        self.assertEqual(set(self.run_json("census", "-", stdin="7 7\n")["triads"].values()), {0})
        for kind, text in ((("--directed", "fagiolo"), "7 7\n"), (("--directed", "ldbc"), "7 7\n"),
                           (("--weighted", "onnela"), "7 7 2\n"), (("--weighted", "barrat"), "7 7 2\n")):
            for more in ((), ("--isolated",)):
                answer = self.run_json("cluster", *kind, *more, "-", stdin=text)
                self.assertEqual((answer["average_clustering"], answer["edges"]), (0, 0), kind)

    def test_degrees_one_and_zero(self):
        text = "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 1\n2 1\n"
        out = self.run_done("cluster", "--vertices", "-q", "-", stdin=text).stdout
        self.assertEqual(out, b"1\t1\t0\t0\n2\t1\t0\t0\n3\t0\t0\t0\n4\t0\t0\t0\n")

    def write_fan(self, d, spoke="", rim=""):
        """A hub with edges to all of a path, directed from the hub and along the path."""
        with open(self.path("fan.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"0 {i}{spoke}\n{i} {i + 1}{rim}\n" for i in range(1, d))
            file.write(f"0 {d}{spoke}\n")
        return self.path("fan.txt")

    def coefficients(self, *words):
        """Of the vertices 0, the hub, and on."""
        out = self.run_text("cluster", *words, "--vertices", "-q")
        return [float(line.split("\t")[-1]) for line in out.splitlines()]

    @unittest.skipIf(SANITIZED, "takes long there")
    def test_squares_of_hubs(self):
        """Two hubs of d = 100,000: more than 2^32 squares.  Of a fan, the hub has d - 2, of
        (d - 1) (3 d - 2 - d) - 2 (d - 1) - (d - 2) that there could be."""
        d = 100_000
        both = self.write("both.txt", "".join(f"{hub} {i + 2}\n" for hub in (0, 1) for i in range(d)))
        answer = self.run_json("cluster", "--squares", both)
        self.assertEqual((answer["squares"], answer["average_clustering"]), (comb(d, 2), 1))
        fan = self.write_fan(d)
        self.assertEqual(self.run_json("cluster", "--squares", fan)["squares"], d - 2)
        self.assertAlmostEqual(self.coefficients("--squares", fan)[0] * (2 * d - 3), 1, delta=1e-14)

    @unittest.skipIf(SANITIZED, "takes long there")
    def test_directed_hub(self):
        """d (d - 1) divides d - 1 triangles, or the edges among neighbours.  A vertex of the path has
        two triangles and three neighbours."""
        d = 100_000
        fan = self.write_fan(d)
        for kind in ("fagiolo", "ldbc"):
            found = self.coefficients("--directed", kind, fan)
            self.assertEqual(len(found), d + 1)
            self.assertAlmostEqual(found[0] * d, 1, delta=1e-14)
            self.assertAlmostEqual(found[d // 2], 1 / 3, delta=1e-15)
        triads = self.run_json("census", fan)["triads"]
        apart = (d - 2) * (d - 3)  # an edge of the path and a vertex of it that touches neither end
        expected = {"030T": d - 1, "021D": comb(d, 2) - (d - 1), "021C": d - 2, "012": apart}
        expected["003"] = comb(d + 1, 3) - sum(expected.values())
        self.assertEqual({name: n for name, n in triads.items() if n}, expected)

    @unittest.skipIf(SANITIZED, "takes long there")
    def test_weighted_hub(self):
        """Spokes of weight 8, a path of weight 1: a triangle has the root of 1 * 1 * 1/8 (Onnela), or 8 + 8
        of the hub's 8 d, d - 1 times (Barrat)."""
        d = 100_000
        fan = self.write_fan(d, " 8", " 1")
        found = self.coefficients("--weighted", "onnela", fan)
        self.assertAlmostEqual(found[0] * d, 1, delta=1e-13)
        self.assertAlmostEqual(found[d // 2], 1 / 3, delta=1e-15)
        found = self.coefficients("--weighted", "barrat", fan)
        self.assertAlmostEqual(found[0] * d, 2, delta=1e-13)
        self.assertAlmostEqual(found[d // 2], 18 / 20, delta=1e-15)

    @unittest.skipIf(SANITIZED, "takes long there")
    def test_a_hub_of_degree_100000(self):
        """A fan: the hub of d = 100,000 has d - 1 triangles; d (d - 1) is above 2^32."""
        d = 100_000
        fan = self.write_fan(d)
        answer = self.run_json("cluster", fan, "--vertices", "-o", self.path("t.jsonl"))
        wedges = comb(d, 2) + (d - 2) * 3 + 2
        self.assertEqual((answer["triangles"], answer["wedges"]), (d - 1, wedges))
        self.assertAlmostEqual(answer["transitivity"], 3 * (d - 1) / wedges, delta=1e-18)
        with open(self.path("t.jsonl"), encoding="utf-8") as file:
            hub = json.loads(file.readline())
        self.assertEqual((hub["degree"], hub["triangles"]), (d, d - 1))
        self.assertEqual(hub["clustering"], 2 * (d - 1) / (d * (d - 1)))
        self.assertEqual(self.run_json("core", fan)["degeneracy"], 2)
        self.assertEqual(self.run_json("clique", fan)["cliques"], 0)
        degrees = self.run_text("vertex", "--generalized", "-q", fan)
        self.assertTrue(degrees.startswith(f"0\t1\t2\n0\t2\t{d - 2}\n1\t1\t2\n"), degrees[:60])

    def test_numbers_have_17_digits(self):
        """A third as a float of 32 bits would be 0.33333334."""
        out = self.run_done("cluster", "--vertices", "-q", "-", stdin="1 2\n2 3\n1 3\n3 4\n")
        self.assertIn(b"3\t3\t1\t0.33333333333333331\n", out.stdout)


if __name__ == "__main__":
    main()
