"""tricorn cluster --weighted, tricorn vertex --generalized: rules for weights that come again, the scale of weights, and
what is refused; tests/attack/ has the definitions, and python/tests/ compares with NetworkX and igraph."""

import itertools
import math
import random

from program import BAD_INPUT, USAGE, ProgramTest, main, run

def random_edges(seed, vertices, edges):
    """{(u, v): weight}, with weights of very different sizes."""
    draw = random.Random(seed)
    found = {}
    for _ in range(edges):
        u, v = draw.sample(range(vertices), 2)
        found[min(u, v), max(u, v)] = draw.choice([draw.random(), 10 ** draw.uniform(-9, 9), 1, 0.0])
    return found


def text_of(edges):
    """In any direction."""
    return "".join(f"{u} {v} {weight!r}\n" if u % 2 else f"{v} {u} {weight!r}\n" for (u, v), weight in edges.items())


def neighbours(edges):
    found = {}
    for (u, v), weight in edges.items():
        found.setdefault(u, {})[v] = weight
        found.setdefault(v, {})[u] = weight
    return found


def onnela(graph):
    largest = max(w for near in graph.values() for w in near.values())
    values = {}
    for u, near in graph.items():
        roots = [((near[v] / largest) * (near[w] / largest) * (graph[v][w] / largest)) ** (1 / 3)
                 for v, w in itertools.combinations(near, 2) if w in graph[v]]
        degree = len(near)
        values[u] = 2 * math.fsum(roots) / (degree * (degree - 1)) if degree > 1 else 0
    return values


def barrat(graph):
    values = {}
    for u, near in graph.items():
        halves = [(near[v] + near[w]) / 2 for v, w in itertools.permutations(near, 2)
                  if w in graph[v]]
        most = math.fsum(near.values()) * (len(near) - 1)
        values[u] = math.fsum(halves) / most if most else 0
    return values


class WeightedTest(ProgramTest):
    def coefficients(self, kind, text, *more):
        result = self.run_done("cluster", "--weighted", kind, "--vertices", "-q", *more, "-",
                               stdin=text)
        rows = (line.split("\t") for line in result.stdout.decode().splitlines())
        return {int(vertex): float(value) for vertex, value in rows}

    def check_alike(self, found, expected, relative=1e-13):
        self.assertEqual(found.keys(), expected.keys())
        for vertex, value in expected.items():
            self.assertTrue(math.isclose(found[vertex], value, rel_tol=relative, abs_tol=1e-300),
                            (vertex, found[vertex], value))


class Weighted(WeightedTest):
    def test_every_algorithm_gives_barrats(self):
        edges = random_edges(8, 40, 300)
        expected = self.coefficients("barrat", text_of(edges))
        for algorithm in ("cpu-merge-edge", "cpu-bitmap-vertex"):
            self.assertEqual(self.coefficients("barrat", text_of(edges), "--algorithm", algorithm), expected)

    def test_closed_forms(self):
        """Equal weights give the clustering without weights; one large weight scales Onnela's."""
        complete = {pair: 2.5 for pair in itertools.combinations(range(7), 2)}
        for kind in ("onnela", "barrat"):
            self.assertEqual(set(self.coefficients(kind, text_of(complete)).values()), {1.0})
        path = {(1, 2): 1.0, (2, 3): 1.0, (1, 3): 1.0, (3, 4): 8.0}
        found = self.coefficients("onnela", text_of(path))
        self.assertAlmostEqual(found[1], 1 / 8, delta=1e-16)
        self.assertAlmostEqual(found[3], 1 / 24, delta=1e-16)
        self.assertAlmostEqual(self.coefficients("barrat", text_of(path))[3], 1 / 10, delta=1e-16)

    def test_weights_of_any_size(self):
        for scale in (1e-300, 1e-150, 1e300):
            path = {(1, 2): scale, (2, 3): scale, (1, 3): scale, (3, 4): 2 * scale}
            self.assertAlmostEqual(self.coefficients("barrat", text_of(path))[3], 1 / 4, delta=1e-15)
            self.assertAlmostEqual(self.coefficients("onnela", text_of(path))[1], 1 / 2, delta=1e-15)
        nothing = {(1, 2): 0.0, (2, 3): 0.0, (1, 3): 0.0}
        for kind in ("onnela", "barrat"):
            self.assertEqual(set(self.coefficients(kind, text_of(nothing)).values()), {0.0})

    def test_forms_of_files(self):
        """Columns by number, words, a header; sparse ids; the usual column is the third."""
        csv = "from,to,time,weight\na,b,9,1\nb,c,8,1\nc,a,7,8\n"
        answer = self.run_json("cluster", "--weighted", "onnela", "--weights", "4", "--columns",
                               "from,to", "--ids", "string", "-", stdin=csv)
        self.assertAlmostEqual(answer["average_clustering"], 1 / 4, delta=1e-15)
        self.assertEqual(answer["largest_weight"], 8)
        sparse = "5000000000 7 1\n7 99999999999 1\n5000000000 99999999999 8\n"
        answer = self.run_json("cluster", "--weighted", "onnela", "-", stdin=sparse)
        self.assertAlmostEqual(answer["average_clustering"], 1 / 4, delta=1e-15)
        whole = "1 2 1\n2 3 2\n1 3 3\n3 4 7\n"  # which columns are ends is clear: not the third
        self.assertEqual(self.run_json("cluster", "--weighted", "barrat", "-", stdin=whole)["triangles"], 1)

    def test_formats(self):
        """Matrix Market and KONECT give the coefficients of the same edges as text."""
        edges = {(u + 1, v + 1): weight for (u, v), weight in random_edges(5, 30, 200).items()}
        numbers = f"30 30 {len(edges)}\n"
        lower = "".join(f"{v} {u} {weight!r}\n" for (u, v), weight in edges.items())
        upper = "".join(f"{u} {v} {weight!r}\n".replace("e-", "D-") for (u, v), weight in edges.items())
        for kind in ("onnela", "barrat"):
            expected = self.coefficients(kind, text_of(edges))
            for text in ("%%MatrixMarket matrix coordinate real symmetric\n" + numbers + lower,
                         "%%MatrixMarket matrix coordinate real general\n" + numbers + upper,
                         f"% sym posweighted\n% {len(edges)} 30 30\n" + lower):
                found = self.coefficients(kind, text)
                self.assertEqual({v: found[v] for v in expected}, expected)

    def test_isolated_vertices_and_the_empty_graph(self):
        answer = self.run_json("cluster", "--weighted", "onnela", "-", stdin="7 7 1\n")
        self.assertEqual((answer["average_clustering"], answer["largest_weight"]), (0, 0))

    def test_refused(self):
        weighted = ("cluster", "--weighted", "onnela")
        self.check_failed(run(*weighted, "-", stdin="1 2\n2 3\n"), BAD_INPUT, "column 3")
        self.check_failed(run(*weighted, "-", stdin="1 2 0.5\n2 3 x\n"), BAD_INPUT, ":2", "weight")
        self.check_failed(run(*weighted, "-", stdin="1 2 0.5\n2 3 -1\n"), BAD_INPUT, "negative")
        self.check_failed(run(*weighted, "-", stdin="1 2 0.5\n2 3 1e999\n"), BAD_INPUT, "large")
        self.check_failed(run(*weighted, "-", stdin="1 2 0.5\n2 1 0.25\n"), BAD_INPUT, "weight")
        banner = "%%MatrixMarket matrix coordinate "
        matrix = banner + "real symmetric\n3 3 3\n2 1 1.5\n3 1 -1\n3 2 2\n"
        self.check_failed(run(*weighted, "-", stdin=matrix), BAD_INPUT, ":4", "negative")
        self.check_failed(run(*weighted, "--weights", "4", "-", stdin=matrix), USAGE, "column 3")
        pattern = banner + "pattern symmetric\n2 2 1\n2 1\n"
        self.check_failed(run(*weighted, "-", stdin=pattern), BAD_INPUT, "pattern")
        twice = banner + "real general\n3 3 2\n2 1 1.5\n1 2 1\n"
        self.check_failed(run(*weighted, "-", stdin=twice), BAD_INPUT, "another weight")
        self.check_failed(run(*weighted, "--format", "metis", "-", stdin="2 1\n2\n1\n"), BAD_INPUT,
                          "metis")
        self.check_failed(run("cluster", "--weighted", "none", "-"), USAGE, "onnela")
        self.check_failed(run("cluster", "--weights", "3", "-"), USAGE, "--weighted")
        self.check_failed(run(*weighted, "--weights", "0", "-", stdin="1 2 3\n"), USAGE, "from 1 to")
        self.check_failed(run(*weighted, "--squares", "-"), USAGE, "--squares")


RULES = {"sum": math.fsum, "mean": lambda found: math.fsum(found) / len(found), "min": min, "max": max,
         "first": lambda found: found[0]}


def random_lines(seed, vertices, count):
    """(u, v, weight) in any direction, many again, with loops."""
    draw = random.Random(seed)
    return [(draw.randrange(vertices), draw.randrange(vertices), draw.choice([0.0, 1.0, draw.uniform(0, 9)]))
            for _ in range(count)]


def combined(lines, rule):
    """{(u, v): weight}: what a group by the two ends gives."""
    groups = {}
    for u, v, weight in lines:
        if u != v:
            groups.setdefault((min(u, v), max(u, v)), []).append(weight)
    return {pair: RULES[rule](found) for pair, found in groups.items()}


class Combined(WeightedTest):
    def check_rule(self, rule, text, edges, *more):
        graph = neighbours(edges)
        more = ("--combine", rule, *more)
        for kind, define in (("onnela", onnela), ("barrat", barrat)):
            found = self.coefficients(kind, text, *more)
            self.check_alike({v: found[v] for v in graph}, define(graph), 1e-12)
        answer = self.run_json("cluster", "--weighted", "barrat", *more, "-", stdin=text)
        self.assertTrue(math.isclose(answer["largest_weight"], max(edges.values()), rel_tol=1e-14))

    def test_every_rule(self):
        for seed in range(4):
            lines = random_lines(seed, 5 + 6 * seed, 40 + 60 * seed)
            text = "".join(f"{u} {v} {weight!r}\n" for u, v, weight in lines)
            words = "".join(f"v{u},v{v},{weight!r}\n" for u, v, weight in lines)
            for rule in RULES:
                self.check_rule(rule, text, combined(lines, rule), "--threads", str(1 + seed % 4))
                named = self.run_json("cluster", "--weighted", "onnela", "--combine", rule, "--ids", "string", "-",
                                      stdin=words)
                plain = self.run_json("cluster", "--weighted", "onnela", "--combine", rule, "-", stdin=text)
                self.assertAlmostEqual(named["average_clustering"], plain["average_clustering"], delta=1e-14)

    def test_order_of_the_file(self):
        """Chunks that many threads read: the first weight is the first of the file, and sums are the same."""
        draw = random.Random(5)
        lines = [(draw.randrange(60), draw.randrange(60), draw.random()) for _ in range(30000)]
        path = self.path("many.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{u} {v} {weight!r}\n" for u, v, weight in lines)
        for rule in ("first", "sum"):
            expected = barrat(neighbours(combined(lines, rule)))
            runs = {run("cluster", "--weighted", "barrat", "--vertices", "-q", "--combine", rule, "--threads",
                        str(threads), path).stdout for threads in (1, 2, 5, 5)}
            self.assertEqual(len(runs), 1)
            found = dict(line.split() for line in runs.pop().decode().splitlines())
            self.check_alike({int(v): float(value) for v, value in found.items()}, expected, 1e-11)
        seen = {}
        for i, (u, v, weight) in enumerate(lines, 1):
            first, was = seen.setdefault((min(u, v), max(u, v)), (i, weight))
            if u != v and was != weight:
                break
        for threads in ("1", "4"):
            self.check_failed(run("cluster", "--weighted", "onnela", "--threads", threads, path), BAD_INPUT,
                              f"many.txt: the edge of vertex {u} and vertex {v} comes again", f"as edge {first} of", f"edge {i} {weight!r}",
                              "--combine sum")

    def test_matrices(self):
        """A symmetric matrix has each edge at both ends, and one of the two counts; another one adds all entries."""
        banner = "%%MatrixMarket matrix coordinate real "
        for seed in range(2):
            lines = [(u + 1, v + 1, weight) for u, v, weight in random_lines(seed, 12, 60)]
            below = [(max(u, v), min(u, v), weight) for u, v, weight in lines]
            turned = [(v, u, weight) for u, v, weight in below if u != v]
            random.Random(seed).shuffle(turned)
            for rule in RULES:
                once, arcs = combined(below, rule), combined(lines, rule)
                for kind, entries, edges in (("symmetric", below, once), ("general", below + turned, once if rule != "first"
                                              else combined(below + turned, rule)), ("general", lines, arcs)):
                    text = f"{banner}{kind}\n12 12 {len(entries)}\n" + "".join(
                        f"{u} {v} {weight!r}\n" for u, v, weight in entries)
                    self.check_rule(rule, text, edges)
                text = "% sym posweighted\n" + "".join(f"{u} {v} {weight!r}\n" for u, v, weight in below)
                self.check_rule(rule, text, once)

    def test_refused_rules(self):
        weighted = ("cluster", "--weighted", "onnela")
        self.check_failed(run(*weighted, "--combine", "average", "-", stdin="1 2 1\n"), USAGE, "mean")
        self.check_failed(run("cluster", "--combine", "sum", "-", stdin="1 2 1\n"), USAGE, "--weighted")
        huge = "1 2 1e308\n2 1 1e308\n"
        self.check_failed(run(*weighted, "--combine", "sum", "-", stdin=huge), BAD_INPUT, "scale")
        result = run(*weighted, "--ids", "string", "-", stdin="a b 0.5\nb c 1\nb a 0.25\n")
        self.check_failed(result, BAD_INPUT, "the edge of 'b' and 'a'", "edge 1 of the input it has 0.5", "edge 3 0.25")


class Generalized(ProgramTest):
    def degrees(self, text, *more):
        result = self.run_done("vertex", "--generalized", "-q", *more, "-", stdin=text)
        found = {}
        for line in result.stdout.decode().splitlines():
            vertex, triangles, edges = map(int, line.split("\t"))
            found.setdefault(vertex, {})[triangles] = edges
        return found

    def test_table(self):
        """A hub: a wheel's rim of 5 has spokes in two triangles and rims in one."""
        wheel = "".join(f"0 {i}\n{i} {i % 5 + 1}\n" for i in range(1, 6))
        out = self.run_done("vertex", "--generalized", "--to", "csv", "-q", "-", stdin=wheel)
        lines = out.stdout.decode().splitlines()
        self.assertEqual(lines[:4], ["vertex,triangles,edges", "0,2,5", "1,1,2", "1,2,1"])
        answer = self.run_json("vertex", "--generalized", "-o", self.path("t.csv"), "-", stdin=wheel)
        self.assertEqual(answer["triangles"], 5)
        self.check_failed(run("vertex", "--generalized", "--top", "3", "-"), USAGE, "--top")

    def test_isolated_vertices_have_no_row(self):
        matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n6 6 3\n2 1\n3 1\n3 2\n"
        self.assertEqual(self.degrees(matrix), {v: {1: 2} for v in (1, 2, 3)})


if __name__ == "__main__":
    main()
