"""tricorn clique: the default, tables, and errors; tests/attack/ looks at all sets of vertices."""

import itertools
import math
import re

from program import DIAMOND, FAILED, USAGE, ProgramTest, main, run


def text_of(edges):
    """With loops and both directions of some edges."""
    lines = [f"{u} {v}\n" for u, v in edges] + [f"{v} {u}\n" for u, v in edges[::3]]
    return "".join(lines) + "3 3\n"


class Counts(ProgramTest):
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


class Communities(ProgramTest):
    def test_a_vertex_can_be_in_several(self):
        text = "a b\nb c\nc a\nb d\nc d\nd e\ne f\nf d\nf g\n"
        found = {}
        for line in self.run_text("clique", "-k", "3", "--communities", "--vertices", "-", stdin=text).splitlines():
            found.setdefault(line[2:], []).append(line[0])
        self.assertEqual(sorted(map(sorted, found.values())), [["a", "b", "c", "d"], ["d", "e", "f"]])
        self.assertEqual(self.run_text("clique", "-k", "3", "--communities", "-", stdin=text), "communities  2\n")
        self.assertEqual(self.run_text("clique", "--communities", "--vertices", "--to", "csv", "-", stdin=text),
                         "vertex,community\n")

    def test_usage(self):
        graph = self.write("g.txt", DIAMOND)
        for more in ("--seconds", "3"), ("--vertices", "--top", "3"):
            self.check_failed(run("clique", graph, "--communities", *more), USAGE, more[-2])


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
