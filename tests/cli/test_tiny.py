"""Graphs of at most four edges: every verb that cuts a graph, on parts of which most are empty.

The answers are by brute force over all triples of vertices.
"""

import itertools
import json
import random

from program import ProgramTest, main, run

CUTS = ([], *(["--blocks", str(n)] for n in (4, 9, 16)),
        *(["--partition", name, "--blocks", str(n)] for name in ("trust", "trix", "workload", "polak")
          for n in (4, 9)))


def tables(text):
    """The rows of a table, by the id of its vertex or the ids of its edge."""
    rows = [line.split() for line in text.split("\n") if line]
    return {tuple(sorted(map(int, row[:-1]))): int(row[-1]) for row in rows}


class Tiny(ProgramTest):
    def draw(self, draw):
        """Edges, as written; loops and repeats among them; sometimes ids far apart."""
        vertices = draw.sample(range(2 ** draw.choice((3, 6, 40))), draw.randrange(2, 6))
        lines = [(draw.choice(vertices), draw.choice(vertices)) for _ in range(draw.randrange(1, 5))]
        return lines + [draw.choice(lines) for _ in range(draw.randrange(2))]

    def check_cut(self, lines, cut, threads):
        path = self.write("g.txt", "".join(f"{u}\t{v}\n" for u, v in lines))
        edges = {tuple(sorted(edge)) for edge in lines if edge[0] != edge[1]}
        vertices = {v for edge in lines for v in edge}
        triangles = [t for t in itertools.combinations(sorted(vertices), 3)
                     if edges.issuperset(itertools.combinations(t, 2))]
        options = [*cut, "--header", "no", "--columns", "1,2", "--threads", str(threads), path]
        counted = json.loads(self.run_done("count", "--json", *options).stdout)
        self.assertEqual(counted["triangles"], len(triangles))
        of_vertices = tables(self.run_text("vertex", *options))
        self.assertEqual(of_vertices, {(v,): sum(v in t for t in triangles) for v in vertices})
        if "workload" not in cut and "polak" not in cut:
            of_edges = tables(self.run_text("edge", *options))
            self.assertEqual(of_edges, {e: sum(set(e) < set(t) for t in triangles) for e in edges})
        clustered = json.loads(self.run_done("cluster", "--json", *options).stdout)
        self.assertEqual(clustered["triangles"], len(triangles))

    def test_cuts(self):
        seed = random.randrange(2 ** 32)
        draw = random.Random(seed)
        for lines in ([(18, 55)], [(18, 55), (18, 18), (55, 18)], [(3, 3)]):
            for cut in CUTS:
                with self.subTest(lines=lines, cut=cut):
                    self.check_cut(lines, cut, 2)
        for _ in range(25):
            lines, cut, threads = self.draw(draw), draw.choice(CUTS), draw.choice((1, 2, 7))
            with self.subTest(seed=seed, lines=lines, cut=cut, threads=threads):
                self.check_cut(lines, cut, threads)

    def test_no_vertex(self):
        """Tables of a graph that has no vertex are empty."""
        path = self.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n")
        for verb in (["vertex"], ["core"], ["similar"], ["list"],
                     *([name, "--vertices"] for name in ("cluster", "clique", "census", "change"))):
            with self.subTest(verb=verb):
                self.assertEqual(self.run_done(*verb, path).stdout, b"")

    def test_weights_of_no_edge(self):
        path = self.write("g.mtx", "%%MatrixMarket matrix coordinate real general\n5 5 0\n")
        for kind in ("onnela", "barrat"):
            answer = self.run_json("cluster", "--weighted", kind, path)
            self.assertEqual((answer["average_clustering"], answer["isolated"]), (0, 5))

    def test_more_memory_than_the_machine_has(self):
        path = self.write("g.txt", "18 55\n")
        for work in ([], ["--work", self.path("work")]):
            done = self.run_done("count", "--memory", "4000G", *work, path)
            self.assertEqual(done.stdout, b"triangles  0\n")

    def test_a_remedy_on_disk(self):
        """What needs the graph in memory says which option keeps it on disk."""
        path, pairs = self.write("g.txt", "18 55\n"), self.write("pairs.txt", "55 18\n")
        for words in (["vertex", "--generalized"], ["similar", "--pairs", pairs]):
            refused = run(*words, path, "--work", self.path("work"))
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn(b"leave out --work", refused.stderr)
            self.run_done(*words, path)


if __name__ == "__main__":
    main()
