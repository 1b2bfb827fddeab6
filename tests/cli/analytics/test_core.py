"""tricorn core: core numbers and cores against peeling vertex by vertex, every form of output, and errors."""

import os
import random

from program import DIAMOND, USAGE, ProgramTest, main, run


def random_text(seed, vertices, edges):
    """Loops, repeats and both directions among the edges."""
    draw = random.Random(seed)
    pairs = [(draw.randrange(vertices) ** 2 // vertices, draw.randrange(vertices))
             for _ in range(edges)]
    return "".join(f"{u} {v}\n" for u, v in pairs + [(v, u) for u, v in pairs[: edges // 4]])


def edges_of(text):
    pairs = (tuple(map(int, line.split())) for line in text.splitlines())
    return {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}


def core_numbers(edges):
    """Removes a vertex of the least degree until none is left."""
    near = {}
    for u, v in edges:
        near.setdefault(u, set()).add(v)
        near.setdefault(v, set()).add(u)
    numbers, core = {}, 0
    while near:
        vertex = min(near, key=lambda v: len(near[v]))
        core = max(core, len(near[vertex]))
        numbers[vertex] = core
        for other in near.pop(vertex):
            near[other].discard(vertex)
    return numbers


class Numbers(ProgramTest):
    def table(self, text, *arguments):
        out = self.run_text("core", "-", *arguments, stdin=text)
        return [tuple(map(int, line.split("\t"))) for line in out.splitlines()]

    def test_against_peeling(self):
        for seed in range(8):
            text = random_text(seed, 60, 40 + 60 * seed)
            numbers = core_numbers(edges_of(text))
            loops = {v for line in text.splitlines() for v in map(int, line.split())}
            expected = {v: numbers.get(v, 0) for v in loops}
            self.assertEqual(self.table(text), sorted(expected.items()))
            answer = self.run_json("core", "-", stdin=text)
            self.assertEqual(answer["degeneracy"], max(numbers.values()))

    def test_the_top(self):
        text = random_text(21, 80, 400)
        rows = sorted(self.table(text), key=lambda row: (-row[1], row[0]))
        self.assertEqual(self.table(text, "--top", "9"), rows[:9])

    def test_no_edge(self):
        self.assertEqual(self.table("7 7\n"), [(7, 0)])
        self.assertEqual(self.run_json("core", "-", stdin="7 7\n")["degeneracy"], 0)

    def test_a_csv_file_and_json(self):
        graph, out = self.write("g.txt", DIAMOND), self.path("cores.csv")
        answer = self.run_json("core", graph, "-o", out)
        self.assertEqual((answer["degeneracy"], answer["output"]), (2, out))
        self.assertEqual(self.read_text(out), "vertex,core\n1,2\n2,2\n3,2\n4,2\n")


class Graphs(ProgramTest):
    def core(self, text, k):
        out = self.run_text("core", "-", "-k", str(k), stdin=text)
        return edges_of(out)

    def test_each_core(self):
        for seed in range(3):
            text = random_text(30 + seed, 50, 300)
            edges = edges_of(text)
            numbers = core_numbers(edges)
            for k in range(max(numbers.values()) + 1):
                expected = {e for e in edges if min(numbers[e[0]], numbers[e[1]]) >= k}
                self.assertEqual(self.core(text, k), expected)
            self.assertEqual(self.core(text, "max"), self.core(text, max(numbers.values())))

    def test_formats(self):
        graph = self.path("g.txt")
        self.run_done("generate", "kronecker", "scale=8", "-o", graph)
        plain = self.path("core.txt")
        answer = self.run_json("core", graph, "-k", "5", "-o", plain)
        for name in ("core.mtx.gz", "core.tri", "core.graph", "core.txt.zst"):
            out = self.path(name)
            self.run_done("core", graph, "-k", "5", "-o", out)
            back = self.run_json("core", out)
            self.assertEqual((back["vertices"], back["edges"]),
                             (answer["core_vertices"], answer["core_edges"]), name)

    def test_words(self):
        text = "a b\nb c\nc a\nc d\nd e\n"
        out = run("core", "-", "--ids", "string", "-k", "2", "--to", "edges", stdin=text)
        pairs = {frozenset(line.split()) for line in
                 self.check_done(out).stdout.decode().splitlines()}
        self.assertEqual(pairs, set(map(frozenset, ("ab", "bc", "ca"))))

    def test_wide_ids(self):
        big = 2**63
        text = f"{big} 1\n1 5\n5 {big}\n5 6\n"
        self.assertEqual(self.core(text, 2), {(1, 5), (1, big), (5, big)})


class Errors(ProgramTest):
    def test_usage(self):
        graph = self.write("g.txt", DIAMOND)
        for arguments, words in ((["-k", "x"], "whole number or max"), (["-k", "-1"], "--k"),
                                 (["-k", "2", "--top", "3"], "--top"),
                                 (["-k", "2", "-o", self.path("a.nothing")], "suffix"),
                                 (["-k", "2", "--json"], "--json"),
                                 (["--json", "--top", "2"], "-o FILE"),
                                 (["-o", self.path("a.mtx")], "no table has the suffix")):
            self.check_failed(run("core", graph, *arguments), USAGE, words)
        self.assertEqual(os.listdir(self.folder), ["g.txt"])


if __name__ == "__main__":
    main()
