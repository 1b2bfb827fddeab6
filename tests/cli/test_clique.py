"""tricorn clique: counts against looking at all sets of vertices, tables, and errors."""

import itertools
import math
import random
import re
from collections import Counter

from program import DIAMOND, FAILED, USAGE, ProgramTest, main, run


def random_edges(seed, vertices, percent):
    draw = random.Random(seed)
    return [pair for pair in itertools.combinations(range(vertices), 2)
            if draw.randrange(100) < percent]


def text_of(edges):
    """With loops and both directions of some edges."""
    lines = [f"{u} {v}\n" for u, v in edges] + [f"{v} {u}\n" for u, v in edges[::3]]
    return "".join(lines) + "3 3\n"


def cliques(edges, size):
    joined = set(edges)
    vertices = sorted({v for edge in edges for v in edge})
    return [chosen for chosen in itertools.combinations(vertices, size)
            if all(pair in joined for pair in itertools.combinations(chosen, 2))]


class Counts(ProgramTest):
    def test_all_sets_of_vertices(self):
        for seed in range(4):
            edges = random_edges(seed, 16, 35 + 12 * seed)
            for size in (3, 4, 5, 6):
                found = cliques(edges, size)
                answer = self.run_json("clique", "-k", str(size), "-", stdin=text_of(edges))
                self.assertEqual((answer["cliques"], answer["size"]), (len(found), size))
                table = run("clique", "-k", str(size), "--vertices", "-", stdin=text_of(edges))
                rows = dict(map(int, line.split("\t"))
                            for line in self.check_done(table).stdout.decode().splitlines())
                each = Counter(v for chosen in found for v in chosen)
                self.assertEqual({v: n for v, n in rows.items() if n}, each)

    def test_four_is_the_default(self):
        edges = list(itertools.combinations(range(7), 2))
        result = self.run_done("clique", "-", stdin=text_of(edges))
        self.assertEqual(result.stdout, b"cliques  35\n")

    def test_the_top(self):
        text = "".join(f"{u} {v}\n" for u, v in itertools.combinations(range(1, 6), 2)) + "5 6\n"
        result = run("clique", "-", "--vertices", "--top", "2", stdin=text)
        self.assertEqual(self.check_done(result).stdout, b"1\t4\n2\t4\n")

    def test_no_edge(self):
        self.assertEqual(self.run_json("clique", "-", stdin="7 7\n")["cliques"], 0)


class Errors(ProgramTest):
    def test_what_takes_too_long_is_refused_with_an_estimate(self):
        graph = self.path("g.txt")
        self.run_done("generate", "complete", "vertices=200", "-o", graph)
        message = self.check_failed(run("clique", "-k", "30", graph, "-q"), FAILED, "--seconds")
        found = re.search(r"about (\S+) cliques of 30 vertices", message)
        exact = math.comb(200, 30)
        self.assertTrue(exact / 3 < float(found[1]) < 3 * exact, message)

    def test_usage(self):
        graph = self.write("g.txt", DIAMOND)
        for arguments, words in ((["-k", "2"], "3 to 1000"), (["-k", "x"], "3 to 1000"),
                                 (["--seconds", "0"], "--seconds"),
                                 (["--top", "3"], "--vertices"),
                                 (["--vertices", "--json"], "-o FILE")):
            self.check_failed(run("clique", graph, *arguments), USAGE, words)


if __name__ == "__main__":
    main()
