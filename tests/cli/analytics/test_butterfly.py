"""tricorn butterfly: sides in every format that has them, by definition and by NetworkX, and what is refused."""

import itertools
import json
import random

from program import BAD_INPUT, FAILED, USAGE, ProgramTest, main, run

try:
    import networkx
except ImportError:
    networkx = None


def bipartite(seed):
    """Edges of two sides, of which some come again, and which have a hub on one side."""
    draw = random.Random(seed)
    left, right = draw.randrange(1, 14), draw.randrange(1, 14)
    edges = [(draw.randrange(left), draw.randrange(right)) for _ in range(draw.randrange(1, 80))]
    edges += [(0, r) for r in range(right) if seed % 2]
    draw.shuffle(edges)
    return edges


def butterflies(edges):
    """Pairs of left vertices with pairs of right vertices, all four joined."""
    rows = {}
    for u, v in edges:
        rows.setdefault(u, set()).add(v)
    return [(a, b, c, d) for a, b in itertools.combinations(rows, 2)
            for c, d in itertools.combinations(sorted(rows[a] & rows[b]), 2)]


def text(edges, first=1):
    return "".join(f"{u + first} {v + first}\n" for u, v in edges)


class Butterfly(ProgramTest):
    def test_random(self):
        """Totals against the definition."""
        for seed in range(25):
            edges = bipartite(seed)
            found = butterflies(edges)
            path = self.write("g.txt", text(edges, 10))
            answer = self.run_json("butterfly", "--bipartite", path)
            with self.subTest(seed=seed):
                self.assertEqual(answer["butterflies"], len(found))
                self.assertEqual((answer["left"], answer["right"]), tuple(len({e[i] for e in edges}) for i in (0, 1)))
                degrees = [{v: len({e for e in edges if e[i] == v}) for v in {e[i] for e in edges}} for i in (0, 1)]
                paths = sum((degrees[0][u] - 1) * (degrees[1][v] - 1) for u, v in set(edges))
                self.assertEqual(answer["paths_of_3"], paths)
                self.assertEqual(answer["robins_alexander"], 4 * len(found) / paths if paths else 0)

    def test_networkx(self):
        if networkx is None:
            self.skipTest("there is no networkx")
        from networkx.algorithms import bipartite as peer
        for seed in range(30):
            edges = [(f"a{u}", f"b{v}") for u, v in bipartite(seed)]
            graph = networkx.Graph(edges)
            path = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in edges))
            answer = self.run_json("butterfly", "--bipartite", "--header", "no", path)
            self.assertAlmostEqual(answer["robins_alexander"], peer.robins_alexander_clustering(graph), places=12)

    def test_tables(self):
        """Rows of vertices and edges against the definition; each side has ids of its own."""
        for seed in range(25):
            edges = bipartite(seed)
            found = butterflies(edges)
            path = self.write("g.txt", text(edges, 10))
            vertices = [{u: sum(u in corners[2 * side:2 * side + 2] for corners in found) for u in {e[side] for e in edges}}
                        for side in (0, 1)]
            rows = [f"{u + 10},{side},{vertices[side][u]}" for side in (0, 1) for u in sorted(vertices[side])]
            table = self.run_text("butterfly", "--bipartite", "--vertices", "--to", "csv", path)
            with self.subTest(seed=seed):
                self.assertEqual(table.splitlines(), ["vertex,side,butterflies", *rows])
                each = {(u, v): sum(u in corners[:2] and v in corners[2:] for corners in found) for u, v in edges}
                rows = [f"{u + 10},{v + 10},{each[u, v]}" for u, v in sorted(each)]
                words = ["butterfly", "--bipartite", "--edges", "--to", "csv", path]
                table = self.run_text(*words, "--sorted")
                self.assertEqual(table.splitlines(), ["u,v,butterflies", *rows])
                self.assertEqual(sorted(self.run_text(*words).splitlines()[1:]), sorted(rows))
                top = self.run_text(*words, "--top", "3").splitlines()[1:]
                self.assertEqual(top, sorted(rows, key=lambda row: (-int(row.split(",")[2]),
                                                                    *map(int, row.split(",")[:2])))[:3])

    def test_latapy(self):
        """Coefficients and averages against NetworkX; --top goes by butterflies."""
        if networkx is None:
            self.skipTest("there is no networkx")
        from networkx.algorithms import bipartite as peer
        for seed in range(20):
            edges = bipartite(seed)
            graph = networkx.Graph([((0, u), (1, v)) for u, v in edges])
            path = self.write("g.txt", text(edges))
            answer = self.run_json("butterfly", "--bipartite", "--latapy", path)["latapy"]
            table = self.run_done("butterfly", "--bipartite", "--latapy", "--vertices", "--to", "csv", path)
            head, *rows = (line.split(",") for line in table.stdout.decode().splitlines())
            self.assertEqual(head, ["vertex", "side", "butterflies", "dot", "min", "max"])
            for mode in ("dot", "min", "max"):
                wanted = peer.latapy_clustering(graph, mode=mode)
                found = {(int(row[1]), int(row[0]) - 1): float(row[head.index(mode)]) for row in rows}
                self.assertEqual(found.keys(), wanted.keys())
                for node, value in wanted.items():
                    self.assertAlmostEqual(found[node], value, places=12)
                for name, nodes in (("average", None), ("left", [n for n in graph if n[0] == 0]),
                                    ("right", [n for n in graph if n[0] == 1])):
                    self.assertAlmostEqual(answer[mode][name], peer.average_clustering(graph, nodes, mode), places=12)
            height, width = (max(ends) + 2 for ends in zip(*edges))
            graph.add_nodes_from([(0, u) for u in range(height)] + [(1, v) for v in range(width)])
            lines = "".join(f"{u + 1} {v + 1}\n" for u, v in set(edges))
            matrix = f"%%MatrixMarket matrix coordinate pattern general\n{height} {width} {len(set(edges))}\n{lines}"
            answer = self.run_json("butterfly", "--bipartite", "--latapy", "--isolated", "-", stdin=matrix)["latapy"]
            for at, name in enumerate(("left", "right")):
                self.assertAlmostEqual(answer["dot"][name],
                                       peer.average_clustering(graph, [n for n in graph if n[0] == at]), places=12)
            self.assertAlmostEqual(answer["dot"]["average"], peer.average_clustering(graph), places=12)
            top = self.run_done("butterfly", "--bipartite", "--latapy", "--vertices", "--top", "2", path)
            most = sorted((int(row[2]) for row in rows), reverse=True)[:2]
            self.assertEqual([int(line.split("\t")[2]) for line in top.stdout.decode().splitlines()], most)

    def test_closed_forms(self):
        """K(m,n) has m (m - 1) / 2 n (n - 1) / 2; hubs that come last are counted as soon as others."""
        for m, n in ((2, 2), (3, 50), (70, 41)):
            answer = self.run_json("butterfly", "--bipartite", "-", stdin=text(itertools.product(range(m), range(n))))
            self.assertEqual(answer["butterflies"], m * (m - 1) // 2 * (n * (n - 1) // 2))
            self.assertEqual(answer["robins_alexander"], 1)
        leaves = 100000  # that two hubs share: more than 2^32
        answer = self.run_json("butterfly", "--bipartite", "--order", "input", "-",
                               stdin="".join(f"{v} {leaves + hub}\n" for v in range(leaves) for hub in (0, 1)))
        self.assertEqual(answer["butterflies"], leaves * (leaves - 1) // 2)

    def test_formats(self):
        """One graph in all formats; KONECT's header and the size of a matrix count vertices without an edge."""
        edges = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)]
        plain = text(edges, 0)
        files = {
            "csv": ("g.csv", "user,item\n" + plain.replace(" ", ","), ["--columns", "user,item"]),
            "jsonl": ("g.jsonl", "".join(json.dumps({"source": u, "target": v}) + "\n" for u, v in edges), []),
            "words": ("w.txt", "".join(f"v{u} v{v}\n" for u, v in edges), []),
            "large": ("l.txt", "".join(f"{u + (1 << 40)} {v + (1 << 40)}\n" for u, v in edges), []),
            "matrix": ("g.mtx", f"%%MatrixMarket matrix coordinate pattern general\n3 2 5\n{plain}", []),
            "konect": ("out.g", f"% bip unweighted\n{plain}", []),
        }
        for name, (file, content, words) in files.items():
            path = self.write(file, content)
            with self.subTest(name):
                answer = self.run_json("butterfly", "--bipartite", *words, path)
                self.assertEqual([answer[key] for key in ("left", "right", "butterflies", "edges")], [3, 2, 1, 5])
        for header in ("% bip unweighted\n% 5 4 7\n", "%%MatrixMarket matrix coordinate pattern general\n4 7 5\n"):
            answer = self.run_json("butterfly", "--bipartite", "-", stdin=header + plain)
            self.assertEqual([answer[key] for key in ("left", "right", "vertices", "isolated")], [4, 7, 5, 6])

    def test_refused(self):
        path = self.write("g.txt", "1 2\n2 3\n")
        self.check_failed(run("butterfly", path), USAGE, "--bipartite", "two vertices")
        self.check_failed(run("butterfly", "--bipartite", "--vertices", "--edges", path), USAGE, "not both")
        self.check_failed(run("butterfly", "--bipartite", "--sorted", path), USAGE, "--vertices or --edges")
        self.check_failed(run("butterfly", "-q", "--bipartite", "--vertices", "--to", "gml", path), FAILED, "of each side")
        self.check_failed(run("butterfly", "--bipartite", "-", stdin="% bip unweighted\n% 2 1 2\n1 1\n2 2\n"), BAD_INPUT,
                          "the 1 of the left side")
        metis = self.write("g.metis", "2 1\n2\n1\n")
        self.check_failed(run("butterfly", "--bipartite", metis), BAD_INPUT, "the two sides of edges are not read")
        symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"
        self.check_failed(run("butterfly", "--bipartite", "-", stdin=symmetric), BAD_INPUT, "symmetric")
        more = self.write("more.txt", "9\n")
        self.check_failed(run("butterfly", "--bipartite", "--vertex-file", more, path), BAD_INPUT, "on no side")
        self.check_failed(run("count", "-", stdin="% bip unweighted\n1 1\n"), BAD_INPUT, "bipartite")


if __name__ == "__main__":
    main()
