"""tricorn cluster: figures and tables against exact fractions, NetworkX's where it is there, every
form of output, and errors."""

import itertools
import json
import random
import struct
from fractions import Fraction

from program import DIAMOND, USAGE, ProgramTest, main, run

try:
    import networkx
except ImportError:
    networkx = None

PAN = "1 2\n2 3\n1 3\n3 4\n"  # a triangle and a vertex of degree 1


def random_text(seed, vertices, edges):
    """Loops, repeats and both directions among the edges."""
    draw = random.Random(seed)
    pairs = [(draw.randrange(vertices), draw.randrange(vertices)) for _ in range(edges)]
    return "".join(f"{u} {v}\n" for u, v in pairs + pairs[: edges // 4])


def neighbours(text):
    found = {}
    for u, v in (line.split() for line in text.splitlines()):
        if u != v:
            found.setdefault(int(u), set()).add(int(v))
            found.setdefault(int(v), set()).add(int(u))
    return found


def local(graph):
    """{vertex: (degree, triangles, coefficient)}, exactly."""
    values = {}
    for vertex, near in graph.items():
        joined = sum(b in graph[a] for a, b in itertools.combinations(near, 2))
        pairs = len(near) * (len(near) - 1) // 2
        values[vertex] = (len(near), joined, Fraction(joined, pairs) if pairs else Fraction(0))
    return values


class Squares(ProgramTest):
    def coefficients(self, text, *more):
        result = self.run_done("cluster", "--squares", "--vertices", *more, "-", stdin=text)
        rows = (line.split("\t") for line in result.stdout.decode().splitlines())
        return {int(vertex): float(value) for vertex, value in rows}

    def check_definition(self, text, *more):
        graph = neighbours(text)
        cycles, expected = 0, {}
        for v, near in graph.items():
            squares, most = 0, 0
            for u, w in itertools.combinations(near, 2):
                q = len(graph[u] & graph[w] - {v})
                lost = q + 1 + (w in graph[u])
                squares += q
                most += len(graph[u]) - lost + len(graph[w]) - lost + q
            cycles += squares
            expected[v] = Fraction(squares, most) if squares else Fraction(0)
        for threads in ("1", "3"):
            found = self.coefficients(text, "--threads", threads, *more)
            for v, value in expected.items():
                self.assertEqual(found[v], float(value))
        answer = self.run_json("cluster", "--squares", "-", *more, stdin=text)
        self.assertEqual(answer["squares"], cycles // 4)
        self.assertAlmostEqual(answer["average_clustering"],
                               float(sum(expected.values()) / len(graph)), delta=1e-15)

    def test_by_definition(self):
        for seed in range(4):
            self.check_definition(random_text(seed, 22, 40 + 40 * seed))

    def test_hubs_that_come_last(self):
        """They are numbered anew: from each end, all neighbours of a hub would be visited."""
        for seed in range(3):
            hubs = "".join(f"{hub} {v}\n" for hub in (40, 41, 42) for v in range(40 - seed))
            self.check_definition(random_text(seed, 30, 30 * seed) + hubs, "--order", "input")

    def test_networkx(self):
        if networkx is None:
            self.skipTest("NetworkX is not installed")
        text = random_text(9, 60, 300)
        graph = networkx.Graph((u, v) for u, near in neighbours(text).items() for v in near)
        found = self.coefficients(text)
        for v, value in networkx.square_clustering(graph).items():
            self.assertAlmostEqual(found[v], value, delta=1e-15)

    def test_closed_forms(self):
        complete = "".join(f"{u} {v}\n" for u, v in itertools.combinations(range(9), 2))
        self.assertEqual(self.run_json("cluster", "--squares", "-", stdin=complete)["squares"],
                         3 * 126)  # three cycles of any four vertices
        both = "".join(f"{u} {v}\n" for u in range(7) for v in range(7, 12))
        answer = self.run_json("cluster", "--squares", "-", stdin=both)
        self.assertEqual((answer["squares"], answer["average_clustering"]), (21 * 10, 1))

    def test_not_of_directed_graphs(self):
        self.check_failed(run("cluster", "--squares", "--directed", "ldbc", "-"), USAGE,
                          "--directed")


class Figures(ProgramTest):
    def check_figures(self, text):
        values = local(neighbours(text))
        answer = self.run_json("cluster", "-", stdin=text)
        wedges = sum(degree * (degree - 1) // 2 for degree, _, _ in values.values())
        corners = sum(triangles for _, triangles, _ in values.values())
        coefficients = [value for _, _, value in values.values()]
        degree2 = sum(degree >= 2 for degree, _, _ in values.values())
        nonzero = sum(value > 0 for value in coefficients)
        self.assertEqual((answer["vertices_degree2"], answer["vertices_nonzero"]), (degree2, nonzero))
        self.assertEqual(answer["wedges"], wedges)
        self.assertEqual(answer["triangles"], corners // 3)
        self.assertEqual(answer["vertices"], len(values))
        for key, over, sum_of in (("transitivity", wedges, corners),
                                  ("average_clustering", len(values), sum(coefficients)),
                                  ("average_clustering_degree2", degree2, sum(coefficients)),
                                  ("average_clustering_nonzero", nonzero, sum(coefficients))):
            expected = float(sum_of / Fraction(over)) if over else 0
            self.assertAlmostEqual(answer[key], expected, delta=1e-15, msg=key)

    def test_exact_fractions(self):
        for seed in range(6):
            self.check_figures(random_text(seed, 25, 20 + 30 * seed))

    def test_degrees_below_two_and_no_edge(self):
        for text in ("1 2\n", "1 2\n2 3\n", "7 7\n", PAN):
            self.check_figures(text)

    def test_path_and_triangle(self):
        """Averages over the wrong set: 0.583 over all, 0.778 over degree 2."""
        answer = self.run_json("cluster", "-", stdin=PAN)
        self.assertAlmostEqual(answer["average_clustering"], 7 / 12, delta=1e-15)
        self.assertAlmostEqual(answer["average_clustering_degree2"], 7 / 9, delta=1e-15)

    def test_isolated_vertices_count_on_request(self):
        text = "%%MatrixMarket matrix coordinate pattern symmetric\n6 6 3\n2 1\n3 1\n3 2\n"
        without = self.run_json("cluster", "-", stdin=text)
        every = self.run_json("cluster", "--isolated", "-", stdin=text)
        self.assertEqual(without["average_clustering"], 1)
        self.assertEqual(every["average_clustering"], 0.5)
        self.assertEqual((without["isolated"], every["vertices_averaged"]), (3, 6))
        self.assertNotEqual(without["averaged_over"], every["averaged_over"])

    def test_networkx(self):
        if networkx is None:
            self.skipTest("there is no networkx")
        for seed in range(3):
            text = random_text(10 + seed, 60, 300)
            graph = networkx.Graph([(u, v) for u, near in neighbours(text).items() for v in near])
            answer = self.run_json("cluster", "-", stdin=text)
            self.assertAlmostEqual(answer["average_clustering"],
                                   networkx.average_clustering(graph), delta=1e-14)
            self.assertAlmostEqual(answer["average_clustering_nonzero"],
                                   networkx.average_clustering(graph, count_zeros=False),
                                   delta=1e-14)
            self.assertAlmostEqual(answer["transitivity"], networkx.transitivity(graph),
                                   delta=1e-15)
            table = self.run_done("cluster", "--vertices", "-", stdin=text).stdout
            self.assertEqual({int(v): float(c) for v, _, _, c in
                              (line.split() for line in table.decode().splitlines())},
                             networkx.clustering(graph))

    def test_from_disk_it_is_the_same(self):
        graph = self.path("g.txt")
        self.run_done("generate", "kronecker", "scale=9", "-o", graph)
        inside = run("cluster", "-q", graph).stdout
        stored = self.run_done("cluster", "-q", "--work", self.path("work"), graph).stdout
        self.assertEqual(stored, inside)


class Output(ProgramTest):
    def test_text(self):
        lines = self.run_text("cluster", "-", stdin=PAN).splitlines()
        found = dict(line.split(None, 1) for line in lines)
        self.assertEqual(found["transitivity"], "0.59999999999999998")
        self.assertEqual(found["wedges"], "5")
        self.assertIn("NetworkX", found["definition"])

    def test_tables(self):
        text = random_text(4, 12, 40)
        graph = self.write("g.txt", text)
        expected = [(vertex, degree, triangles, float(value))
                    for vertex, (degree, triangles, value) in sorted(local(neighbours(text)).items())]
        columns = ["vertex", "degree", "triangles", "clustering"]
        for form, separator in (("text", "\t"), ("tsv", "\t"), ("csv", ",")):
            out = self.run_done("cluster", graph, "--vertices", "--to", form).stdout
            lines = [line.split(separator) for line in out.decode().splitlines()]
            if form != "text":
                self.assertEqual(lines.pop(0), columns)
            self.assertEqual([(*map(int, line[:3]), float(line[3])) for line in lines], expected)
        out = self.run_done("cluster", graph, "--vertices", "--to", "jsonl").stdout
        rows = [json.loads(line) for line in out.decode().splitlines()]
        self.assertEqual([tuple(row[column] for column in columns) for row in rows], expected)
        out = self.run_done("cluster", graph, "--vertices", "--to", "binary").stdout
        self.assertEqual(list(struct.iter_unpack("<3Qd", out)), expected)

    def test_the_top_has_the_highest_clustering(self):
        text = random_text(5, 30, 120)
        rows = sorted(((vertex, *values) for vertex, values in local(neighbours(text)).items()),
                      key=lambda row: (-row[3], row[0]))
        for k in (1, 7, 100):
            result = run("cluster", "-", "--vertices", "--top", str(k), stdin=text)
            lines = self.check_done(result).stdout.decode().splitlines()
            self.assertEqual([int(line.split()[0]) for line in lines],
                             [row[0] for row in rows[:k]])

    def test_words(self):
        result = run("cluster", "-", "--ids", "string", "--vertices", stdin="a b\nb c\nc a\nc d\n")
        self.assertEqual(self.check_done(result).stdout.decode(),
                         "a\t2\t1\t1\nb\t2\t1\t1\nc\t3\t1\t0.33333333333333331\nd\t1\t0\t0\n")

    def test_a_table_in_a_file_and_the_figures_on_stdout(self):
        graph = self.write("g.txt", DIAMOND)
        out = self.path("t.csv")
        result = self.run_done("cluster", graph, "--vertices", "-o", out)
        self.assertIn(b"transitivity", result.stdout)
        answer = self.run_json("cluster", graph, "--vertices", "-o", out)
        self.assertEqual((answer["triangles"], answer["output"]), (2, out))
        with open(out, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 5)


class Errors(ProgramTest):
    def test_options_of_the_table_need_it(self):
        graph = self.write("g.txt", DIAMOND)
        for option in (["--top", "3"], ["-o", self.path("t")], ["--to", "csv"]):
            self.check_failed(run("cluster", graph, *option), USAGE, "--vertices")

    def test_json_and_a_table_cannot_both_go_to_stdout(self):
        graph = self.write("g.txt", DIAMOND)
        self.check_failed(run("cluster", graph, "--vertices", "--json"), USAGE, "-o FILE")


if __name__ == "__main__":
    main()
