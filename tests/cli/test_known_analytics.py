"""What is built on triangles on families whose figures are known in closed form, each written with loops,
repeats and both directions among its edges; and what goes wrong elsewhere: parallel and reciprocal edges,
loops, degrees 0 and 1, a hub of degree 100,000, graphs without an edge, ids that are no indices."""

import itertools
import json
import random
import unittest
from fractions import Fraction
from math import comb

from program import SANITIZED, ProgramTest, main


def complete(n, first=0):
    return list(itertools.combinations(range(first, first + n), 2))


def multipartite(*sizes):
    part = [p for p, size in enumerate(sizes) for _ in range(size)]
    return [(u, v) for u, v in itertools.combinations(range(len(part)), 2) if part[u] != part[v]]


def wheel(r):
    return [(0, i) for i in range(1, r + 1)] + [(i, i % r + 1) for i in range(1, r + 1)]


def windmill(c, k):
    blades = ([0, *range(1 + b * (k - 1), 1 + (b + 1) * (k - 1))] for b in range(c))
    return [edge for blade in blades for edge in itertools.combinations(blade, 2)]


def lattice(n, k):
    return [(i, (i + d) % n) for i in range(n) for d in range(1, k + 1)]


def power(n, k):
    return [(i, j) for i in range(n) for j in range(i + 1, min(n, i + k + 1))]


def grid(a, b, king):
    steps = [(0, 1), (1, 0), (1, 1)] + [(1, -1)] * king
    return [(x * b + y, (x + dx) * b + y + dy) for x in range(a) for y in range(b)
            for dx, dy in steps if x + dx < a and 0 <= y + dy < b]


def elementary(sizes, k):
    """The k-th elementary symmetric polynomial."""
    product = 0
    for chosen in itertools.combinations(sizes, k):
        term = 1
        for size in chosen:
            term *= size
        product += term
    return product


class Known:
    """Triangles, transitivity, average clustering, edges by trussness, vertices by core number, cliques of
    four."""

    def __init__(self, edges, triangles, transitivity, average, trusses, cores, cliques):
        self.edges, self.triangles, self.cliques = edges, triangles, cliques
        self.transitivity, self.average = Fraction(transitivity), Fraction(average)
        self.trusses, self.cores = trusses, cores


def of_complete(n):
    return Known(complete(n), comb(n, 3), 1, 1, {n: comb(n, 2)}, {n - 1: n}, comb(n, 4))


def of_multipartite(*p):
    e3, total = elementary(p, 3), sum(p)
    first, second = sorted(p)[-1:-3:-1]
    average = sum(Fraction(size * elementary(p[:i] + p[i + 1:], 2), comb(total - size, 2))
                  for i, size in enumerate(p)) / total
    return Known(multipartite(*p), e3,
                 Fraction(3 * e3, sum(size * comb(total - size, 2) for size in p)), average,
                 {total - first - second + 2: elementary(p, 2)}, {total - first: total},
                 elementary(p, 4))


def of_wheel(r):
    return Known(wheel(r), r, Fraction(6, r + 5),
                 (Fraction(2, r - 1) + Fraction(2 * r, 3)) / (r + 1), {3: 2 * r}, {3: r + 1}, 0)


def of_windmill(c, k):
    vertices = c * (k - 1) + 1
    return Known(windmill(c, k), c * comb(k, 3),
                 Fraction(k * (k - 2), (k - 1) * (k - 2) + c * (k - 1) - 1),
                 (c * (k - 1) + Fraction(k - 2, c * (k - 1) - 1)) / vertices,
                 {k: c * comb(k, 2)}, {k - 1: vertices}, c * comb(k, 4))


def of_lattice(n, k):
    share = Fraction(3 * (k - 1), 2 * (2 * k - 1))
    return Known(lattice(n, k), n * k * (k - 1) // 2, share, share, {k + 1: n * k}, {2 * k: n},
                 n * comb(k, 3))


def of_power(n, k):
    triangles = sum((s - 1) * (n - s) for s in range(2, k + 1))
    wedges = 2 * sum(comb(k + i, 2) for i in range(k)) + (n - 2 * k) * k * (2 * k - 1)
    average = (2 * sum(Fraction(comb(k, 2) + i * (k - 1), comb(k + i, 2)) for i in range(k))
               + (n - 2 * k) * Fraction(3 * (k - 1), 2 * (2 * k - 1))) / n
    return Known(power(n, k), triangles, Fraction(3 * triangles, wedges), average,
                 {k + 1: k * n - k * (k + 1) // 2}, {k: n},
                 sum(comb(s - 1, 2) * (n - s) for s in range(3, k + 1)))


def of_grid(a, b):
    triangles = 2 * (a - 1) * (b - 1)
    wedges = 15 * (a - 2) * (b - 2) + 12 * (a + b - 4) + 8
    average = (Fraction(2, 5) * (a - 2) * (b - 2) + (a + b - 4) + Fraction(10, 3)) / (a * b)
    edges = grid(a, b, False)
    return Known(edges, triangles, Fraction(3 * triangles, wedges), average, {3: len(edges)},
                 {2: 2, 3: a * b - 2}, 0)


def of_king(a, b):
    triangles = 4 * (a - 1) * (b - 1)
    wedges = 28 * (a - 2) * (b - 2) + 20 * (a + b - 4) + 12
    average = (Fraction(3, 7) * (a - 2) * (b - 2) + Fraction(6, 5) * (a + b - 4) + 4) / (a * b)
    edges = grid(a, b, True)
    cores = {3: 4, 4: a * b - 4} if min(a, b) > 3 else {3: a * b}
    return Known(edges, triangles, Fraction(3 * triangles, wedges), average, {4: len(edges)}, cores,
                 (a - 1) * (b - 1))


def of_leaf(n):
    share = Fraction(n * (n - 2), n * (n - 2) + 2)
    return Known(complete(n) + [(0, n)], comb(n, 3), share,
                 (n - 1 + Fraction(n - 2, n)) / (n + 1), {n: comb(n, 2), 2: 1}, {1: 1, n - 1: n},
                 comb(n, 4))


def of_barbell(n):
    share = Fraction(n * (n - 2), n * (n - 2) + 2)
    return Known(complete(n) + complete(n, n) + [(0, n)], 2 * comb(n, 3), share,
                 (n - 1 + Fraction(n - 2, n)) / n, {n: 2 * comb(n, 2), 2: 1}, {n - 1: 2 * n},
                 2 * comb(n, 4))


def of_lacking(n):
    triangles = comb(n, 3) - (n - 2)
    return Known(complete(n)[1:], triangles,
                 Fraction(3 * triangles, (n - 2) * comb(n - 1, 2) + 2 * comb(n - 2, 2)),
                 (2 + (n - 2) * (1 - Fraction(1, comb(n - 1, 2)))) / n,
                 {n - 1: comb(n, 2) - 1}, {n - 2: n}, comb(n, 4) - comb(n - 2, 2))


def of_star(m):
    return Known([(0, i) for i in range(1, m + 1)], 0, 0, 0, {2: m}, {1: m + 1}, 0)


def of_cycle(n):
    return Known([(i, (i + 1) % n) for i in range(n)], 0, 0, 0, {2: n}, {2: n}, 0)


FAMILIES = {
    "complete": [of_complete(n) for n in (3, 4, 9)],
    "multipartite": [of_multipartite(*p) for p in ((2, 3, 4), (1, 1, 5), (2, 2, 3, 3))],
    "wheel": [of_wheel(r) for r in (4, 5, 20)],
    "windmill": [of_windmill(*p) for p in ((2, 3), (5, 4), (3, 7))],
    "ring lattice": [of_lattice(*p) for p in ((7, 2), (20, 4), (31, 3))],
    "path power": [of_power(*p) for p in ((4, 2), (20, 4), (11, 5))],
    "grid": [of_grid(*p) for p in ((3, 3), (4, 7))],
    "king's grid": [of_king(*p) for p in ((3, 3), (3, 6), (4, 5), (7, 8))],
    "leaf": [of_leaf(n) for n in (3, 8)],
    "barbell": [of_barbell(n) for n in (3, 7)],
    "complete but one edge": [of_lacking(n) for n in (4, 9)],
    "star": [of_star(m) for m in (2, 30)],
    "cycle": [of_cycle(n) for n in (4, 25)],
}


def written(edges, seed=1):
    """Sparse ids that are no indices; loops, repeats, reversed edges; any order."""
    draw = random.Random(seed)
    lines = [(u, v) if draw.random() < 0.5 else (v, u) for u, v in edges]
    lines += [(v, u) for u, v in lines[::2]] + lines[::3] + [(u, u) for u, _ in edges[:4]]
    draw.shuffle(lines)
    return "".join(f"{7 * u + 1000000007} {7 * v + 1000000007}\n" for u, v in lines)


class Families(ProgramTest):
    def table(self, text, *words):
        out = self.run_text(*words, "-q", "-", stdin=text)
        return [line.split("\t") for line in out.splitlines()]

    def check_known(self, known):
        text = written(known.edges)
        found = self.run_json("cluster", "-", stdin=text)
        self.assertEqual((found["triangles"], found["edges"]), (known.triangles, len(known.edges)))
        self.assertAlmostEqual(found["transitivity"], float(known.transitivity), delta=1e-15)
        self.assertAlmostEqual(found["average_clustering"], float(known.average), delta=1e-15)
        histogram = self.run_json("truss", "-", stdin=text)["histogram"]
        self.assertEqual(histogram, {str(k): edges for k, edges in known.trusses.items()})
        cores = [int(row[1]) for row in self.table(text, "core")]
        self.assertEqual({k: cores.count(k) for k in cores}, known.cores)
        self.assertEqual(self.run_json("clique", "-", stdin=text)["cliques"], known.cliques)

    def test_figures(self):
        for name, instances in FAMILIES.items():
            for number, known in enumerate(instances):
                with self.subTest(family=name, number=number):
                    self.check_known(known)

    def test_disjoint_unions(self):
        """Sums, and neither mean of coefficients: 3 sum T / sum W, and by vertices."""
        one, two = of_complete(6), of_wheel(9)
        both = one.edges + [(u + 50, v + 50) for u, v in two.edges]
        found = self.run_json("cluster", "-", stdin=written(both))
        wedges = 6 * comb(5, 2) + comb(9, 2) + 9 * 3
        self.assertEqual(found["wedges"], wedges)
        self.assertAlmostEqual(found["transitivity"], 3 * (20 + 9) / wedges, delta=1e-15)
        self.assertAlmostEqual(found["average_clustering"],
                               float((6 * one.average + 10 * two.average) / 16), delta=1e-15)

    def jaccards(self, edges):
        rows = self.table(written(edges), "similar")
        return {((int(u) - 1000000007) // 7, (int(v) - 1000000007) // 7): float(value)
                for u, v, value in rows}

    def test_jaccard_of_edges(self):
        self.assertEqual(set(self.jaccards(complete(9)).values()), {7 / 9})
        for (u, v), value in self.jaccards(wheel(8)).items():
            self.assertEqual(value, 2 / 9 if 0 in (u, v) else 1 / 5)
        for (u, v), value in self.jaccards(lattice(30, 4)).items():
            d = min((v - u) % 30, (u - v) % 30)
            self.assertEqual(value, (7 - d) / (9 + d))
        self.assertEqual(set(self.jaccards(multipartite(2, 3, 4)).values()), {4 / 9, 3 / 9, 2 / 9})
        for (u, _), value in self.jaccards(windmill(4, 5)).items():
            self.assertEqual(value, 3 / 17 if u == 0 else 3 / 5)

    def census(self, edges):
        text = "".join(f"{u + 5} {v + 5}\n" for u, v in edges + edges[::2])
        counts = self.run_json("census", "-", stdin=text)["triads"]
        return {name: count for name, count in counts.items() if count}

    def test_triads(self):
        n = 11
        both = complete(n) + [(v, u) for u, v in complete(n)]
        self.assertEqual(self.census(both), {"300": comb(n, 3)})
        self.assertEqual(self.census(complete(n)), {"030T": comb(n, 3)})
        cycle = [(i, (i + 1) % n) for i in range(n)]
        self.assertEqual(self.census(cycle), {"021C": n, "012": n * (n - 4),
                                              "003": comb(n, 3) - n - n * (n - 4)})
        out = [(0, i) for i in range(1, n)]
        rest = comb(n, 3) - comb(n - 1, 2)
        self.assertEqual(self.census(out), {"021D": comb(n - 1, 2), "003": rest})
        self.assertEqual(self.census([(v, u) for u, v in out]),
                         {"021U": comb(n - 1, 2), "003": rest})


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
