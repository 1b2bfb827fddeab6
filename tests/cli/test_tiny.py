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
        options = [*cut, "--header", "no", "--threads", str(threads), path]
        counted = json.loads(self.check_done(run("count", "--json", *options)).stdout)
        self.assertEqual(counted["triangles"], len(triangles))
        of_vertices = tables(self.check_done(run("vertex", *options)).stdout.decode())
        self.assertEqual(of_vertices, {(v,): sum(v in t for t in triangles) for v in vertices})
        if "workload" not in cut and "polak" not in cut:
            of_edges = tables(self.check_done(run("edge", *options)).stdout.decode())
            self.assertEqual(of_edges, {e: sum(set(e) < set(t) for t in triangles) for e in edges})
        clustered = json.loads(self.check_done(run("cluster", "--json", *options)).stdout)
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


if __name__ == "__main__":
    main()
