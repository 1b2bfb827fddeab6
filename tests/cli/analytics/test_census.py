"""tricorn census, tricorn cluster --directed: against looking at every triple of vertices by the
definitions, NetworkX's figures where it is there, closed forms, and errors."""

import itertools
import math
import random
import struct
from fractions import Fraction

from program import BAD_INPUT, USAGE, ProgramTest, main, run

try:
    import networkx
except ImportError:
    networkx = None

NAMES = ("003", "012", "102", "021D", "021U", "021C", "111D", "111U", "030T", "030C", "201",
         "120D", "120U", "120C", "210", "300")

# One graph of each kind, of the vertices a, b, c: Holland and Leinhardt, in NetworkX's letters.
EXAMPLES = {
    "003": "", "012": "ab", "102": "ab ba", "021D": "ba bc", "021U": "ab cb", "021C": "ab bc",
    "111D": "ac ca bc", "111U": "ac ca cb", "030T": "ab cb ac", "030C": "ba cb ac",
    "201": "ab ba ac ca", "120D": "bc ba ac ca", "120U": "ab cb ac ca", "120C": "ab bc ac ca",
    "210": "ab bc cb ac ca", "300": "ab ba bc cb ac ca"}


def kinds():
    """{the six bits of a triple: its kind}, by all renamings of the examples."""
    found = {}
    for name, text in EXAMPLES.items():
        arcs = {tuple(arc) for arc in text.split()}
        for order in itertools.permutations("abc"):
            found[tuple((u, v) in arcs for u, v in itertools.permutations(order, 2))] = name
    return found


KINDS = kinds()


def census(arcs, vertices):
    """{vertex: {kind: triads}}, of every triple; and the sum of all."""
    each = {v: dict.fromkeys(NAMES, 0) for v in vertices}
    whole = dict.fromkeys(NAMES, 0)
    for triple in itertools.combinations(vertices, 3):
        kind = KINDS[tuple(pair in arcs for pair in itertools.permutations(triple, 2))]
        whole[kind] += 1
        for v in triple:
            each[v][kind] += 1
    return each, whole


def random_arcs(seed, vertices, percent):
    draw = random.Random(seed)
    return {(u, v) for u, v in itertools.permutations(range(vertices), 2)
            if draw.randrange(100) < percent}


def text_of(arcs, seed=0):
    """In any order, with repeats and a loop."""
    lines = [f"{u} {v}\n" for u, v in sorted(arcs)]
    random.Random(seed).shuffle(lines)
    return "".join(lines + lines[::4]) + "0 0\n"


def ends(arcs):
    return sorted({v for arc in arcs for v in arc} | {0})


def fagiolo(arcs, v, vertices):
    """Both directions of edges add up: the diagonal of (A + A')^3, halved twice."""
    def ways(a, b):
        return ((a, b) in arcs) + ((b, a) in arcs)
    triangles = sum(ways(v, a) * ways(a, b) * ways(b, v)
                    for a, b in itertools.permutations(vertices, 2) if v not in (a, b))
    total = sum(ways(v, u) for u in vertices)
    both = sum(ways(v, u) == 2 for u in vertices)
    return Fraction(triangles, 2 * (total * (total - 1) - 2 * both)) if triangles else Fraction(0)


def ldbc(arcs, v, vertices):
    near = [u for u in vertices if u != v and ((u, v) in arcs or (v, u) in arcs)]
    inside = sum((a, b) in arcs for a, b in itertools.permutations(near, 2))
    return Fraction(inside, len(near) * (len(near) - 1)) if len(near) > 1 else Fraction(0)


class Census(ProgramTest):
    def table(self, *arguments, **options):
        result = self.run_done(*arguments, "--vertices", "-", **options)
        rows = [line.split("\t") for line in result.stdout.decode().splitlines()]
        return {int(row[0]): row[1:] for row in rows}

    def test_every_triple_of_random_graphs(self):
        for seed, percent in enumerate((3, 8, 20, 45, 75)):
            arcs = random_arcs(seed, 17, percent)
            each, whole = census(arcs, ends(arcs))
            text = text_of(arcs, seed)
            self.assertEqual(self.run_json("census", "-", stdin=text)["triads"], whole)
            for threads in ("1", "3"):
                rows = self.table("census", "--threads", threads, stdin=text)
                self.assertEqual({v: dict(zip(NAMES, map(int, row))) for v, row in rows.items()},
                                 each)

    def test_networkx(self):
        if networkx is None:
            self.skipTest("NetworkX is not installed")
        for seed in range(3):
            arcs = random_arcs(seed + 10, 40, 12)
            graph = networkx.DiGraph(arcs)
            answer = self.run_json("census", "-", stdin=text_of(arcs))["triads"]
            self.assertEqual(answer, dict(networkx.triadic_census(graph)))
            rows = self.table("cluster", "--directed", "fagiolo", stdin=text_of(arcs))
            for v, expected in networkx.clustering(graph).items():
                self.assertAlmostEqual(float(rows[v][0]), expected, delta=1e-14)
            answer = self.run_json("cluster", "--directed", "fagiolo", "-", stdin=text_of(arcs))
            self.assertAlmostEqual(answer["average_clustering"],
                                   networkx.average_clustering(graph), delta=1e-14)

    def test_columns_say_the_direction(self):
        """Names in any order, and columns in the order that is given."""
        names = (("source", "target"), ("from", "to"), ("src", "dst"), ("FromNodeId", "ToNodeId"),
                 ("sender", "receiver"), ("citing", "cited"), ("follower", "followee"))
        for seed in range(40):
            draw = random.Random(seed)
            arcs = random_arcs(seed, 12, 20)
            source, target = draw.choice(names)
            columns = [source, target, *draw.sample(["note", "weight", "time"], draw.randrange(3))]
            draw.shuffle(columns)
            at, to = columns.index(source), columns.index(target)
            separator, words = draw.choice(",;\t"), draw.random() < 0.5
            rows = []
            for u, v in sorted(arcs):
                row = [f"x{draw.randrange(9)}" for _ in columns]
                row[at], row[to] = (f"n{u}", f"n{v}") if words else (str(u), str(v))
                rows.append(separator.join(row) + "\n")
            named = separator.join(columns) + "\n" + "".join(rows)
            ids = ("--ids", "string") if words else ()
            expected = census(arcs, ends(arcs))[1]
            for text, options in ((named, ()), (named, ("--columns", f"{source},{target}")),
                                  ("".join(rows), ("--columns", f"{at + 1},{to + 1}", "--header", "no"))):
                answer = self.run_json("census", "-", *ids, *options, stdin=text)
                self.assertEqual(answer["triads"], expected, (seed, columns, options))
            turned = self.run_json("census", "-", *ids, "--columns", f"{target},{source}", stdin=named)
            self.assertEqual(turned["triads"], census({(v, u) for u, v in arcs}, ends(arcs))[1])

    def test_formats(self):
        """Matrices, JSON and KONECT say the same as text; what is symmetric has both directions."""
        arcs = {(u + 1, v + 1) for u, v in random_arcs(21, 15, 25)}
        pairs = sorted(arcs) + [(3, 3)]
        sizes = f"15 15 {len(pairs)}\n"
        lines = "".join(f"{u} {v}\n" for u, v in pairs)
        valued = "".join(f"{u} {v} -1.5\n" for u, v in pairs)
        files = {
            "matrix-market": ("%%MatrixMarket matrix coordinate pattern general\n" + sizes + lines,
                              "%%MatrixMarket matrix coordinate real general\n" + sizes + valued),
            "smat": (sizes + "".join(f"{u - 1} {v - 1} 1\n" for u, v in pairs),),
            "json-lines": ("".join(f'{{"target": {v}, "source": {u}}}\n' for u, v in pairs),
                           "".join(f"[{u}, {v}]\n" for u, v in pairs)),
            "konect": (f"% asym unweighted\n% {len(pairs)} 15 15\n" + lines,)}
        _, whole = census(arcs, range(1, 16))
        for name, texts in files.items():
            for text in texts:
                found = self.run_json("census", "--format", name, "-", stdin=text)
                self.assertEqual(found["triads"], whole, name)
        lower = sorted({(max(arc), min(arc)) for arc in arcs})
        _, whole = census({arc for u, v in lower for arc in ((u, v), (v, u))}, range(1, 16))
        head = f"15 15 {len(lower)}\n"
        values = "".join(f"{u} {v} 2\n" for u, v in lower)
        for text in (f"%%MatrixMarket matrix coordinate integer symmetric\n{head}{values}",
                     f"%%MatrixMarket matrix coordinate integer skew-symmetric\n{head}{values}",
                     f"% sym positive\n% {len(lower)} 15 15\n{values}"):
            self.assertEqual(self.run_json("census", "-", stdin=text)["triads"], whole)

    def test_closed_forms(self):
        n = 30
        def of(arcs):
            found = self.run_json("census", "-", stdin="".join(f"{u} {v}\n" for u, v in arcs))
            return {name: number for name, number in found["triads"].items() if number}
        self.assertEqual(of(itertools.permutations(range(n), 2)), {"300": math.comb(n, 3)})
        self.assertEqual(of(itertools.combinations(range(n), 2)), {"030T": math.comb(n, 3)})
        self.assertEqual(of((u, (u + 1) % n) for u in range(n)),
                         {"021C": n, "012": n * (n - 4),
                          "003": math.comb(n, 3) - n - n * (n - 4)})
        self.assertEqual(of((0, v) for v in range(1, n + 1)),
                         {"021D": math.comb(n, 2), "003": math.comb(n, 3)})
        self.assertEqual(of((v, 0) for v in range(1, n + 1)),
                         {"021U": math.comb(n, 2), "003": math.comb(n, 3)})

    def test_more_than_64_bits(self):
        # A star of so many leaves has no other triads; raw pairs are quick to write.
        leaves = 5_000_000
        path = self.write("star.u32", b"".join(struct.pack("<II", 0, v + 1)
                                               for v in range(leaves)))
        answer = self.run_json("census", path)["triads"]
        self.assertEqual(int(answer["003"]), math.comb(leaves, 3))
        self.assertGreater(int(answer["003"]), 1 << 64)
        self.assertEqual(answer["021D"], math.comb(leaves, 2))

    def test_top(self):
        text = "1 2\n2 1\n1 3\n3 1\n2 3\n3 2\n3 4\n"
        result = self.run_done("census", "-", "--vertices", "--top", "1", stdin=text)
        self.assertEqual(result.stdout.decode().split(),
                         ["1"] + [str(n) for n in (0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)])


class Triples(ProgramTest):
    """Without directions."""

    def test_more_than_64_bits(self):
        leaves = 5_000_000
        path = self.write("star.u32", b"".join(struct.pack("<II", 0, v + 1) for v in range(leaves)))
        for more in ([], ["--work", self.path("work"), "--memory", "64M"]):
            found = self.run_json("census", "--undirected", path, *more)["triples_of_vertices"]
            self.assertEqual([int(found[kind]) for kind in found], [math.comb(leaves, 3), 0, math.comb(leaves, 2), 0])


class Clustering(ProgramTest):
    def test_by_definition(self):
        for seed, percent in enumerate((10, 30, 60)):
            arcs = random_arcs(seed, 14, percent)
            vertices = ends(arcs)
            for name, coefficient in (("fagiolo", fagiolo), ("ldbc", ldbc)):
                result = self.run_done("cluster", "--directed", name, "--vertices", "-",
                                       stdin=text_of(arcs))
                found = dict(line.split("\t") for line in result.stdout.decode().splitlines())
                expected = {v: coefficient(arcs, v, vertices) for v in vertices}
                for v in vertices:
                    self.assertAlmostEqual(float(found[str(v)]), float(expected[v]), delta=1e-15)
                answer = self.run_json("cluster", "--directed", name, "--isolated", "-",
                                       stdin=text_of(arcs))
                mean = sum(expected.values()) / len(vertices)
                self.assertAlmostEqual(answer["average_clustering"], float(mean), delta=1e-15)
                self.assertEqual(answer["directed_edges"], len(arcs))
                self.assertEqual(answer["mutual"], sum((v, u) in arcs for u, v in arcs) // 2)

    def test_a_cycle(self):
        # What NetworkX's transitivity of a DiGraph does not see.
        for name, value in (("fagiolo", 0.5), ("ldbc", 0.5)):
            answer = self.run_json("cluster", "--directed", name, "-", stdin="1 2\n2 3\n3 1\n")
            self.assertEqual(answer["average_clustering"], value)

    def test_strings_and_sparse_ids(self):
        for ids in (("a", "b", "c"), ("7", "90000000000", "5000000")):
            text = "{0} {1}\n{1} {0}\n{1} {2}\n{2} {0}\n".format(*ids)
            result = self.run_json("census", "--ids", "string" if ids[0] == "a" else "number",
                                   "-", stdin=text)
            self.assertEqual([k for k, n in result["triads"].items() if n], ["120C"])


class Errors(ProgramTest):
    def test_formats_without_directions(self):
        path = self.write("graph.graph", "3 3\n2 3\n1 3\n1 2\n")
        self.check_failed(run("census", path), BAD_INPUT, "metis", "directions are not read")

    def test_options(self):
        self.check_failed(run("cluster", "--directed", "fag", "-"), USAGE, "fagiolo")
        self.check_failed(run("census", "--strict", "-", stdin="1 2\n"), USAGE, "strict")
        self.check_failed(run("census", "--top", "3", "-"), USAGE, "--vertices")


if __name__ == "__main__":
    main()
