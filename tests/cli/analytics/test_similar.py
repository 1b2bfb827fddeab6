"""tricorn similar: measures of pairs by definition, the top, forms of output, and errors.

tests/attack/ compares every measure of edges and of pairs that are not joined with definitions, and python/tests/ with
NetworkX.
"""

import collections
import itertools
import json
import math
import random

from program import BAD_INPUT, DIAMOND, FAILED, USAGE, ProgramTest, main, run

MEASURES = ("common", "jaccard", "overlap", "cosine", "adamic-adar", "resource", "collaboration")


def random_text(seed, vertices, edges):
    draw = random.Random(seed)
    pairs = [(draw.randrange(vertices), draw.randrange(vertices)) for _ in range(edges)]
    return "".join(f"{u} {v}\n" for u, v in pairs + [(v, u) for u, v in pairs[: edges // 4]])


def neighbours(text):
    found = {}
    for u, v in (map(int, line.split()) for line in text.splitlines()):
        if u != v:
            found.setdefault(u, set()).add(v)
            found.setdefault(v, set()).add(u)
    return found


def value_of(measure, near, u, v, of_shared=None):
    shared, of_shared = near[u] & near[v], of_shared or near
    return {
        "common": len(shared),
        "jaccard": len(shared) / len(near[u] | near[v]),
        "overlap": len(shared) / min(len(near[u]), len(near[v])),
        "cosine": len(shared) / math.sqrt(len(near[u]) * len(near[v])),
        "adamic-adar": sum(1 / math.log(len(of_shared[w])) for w in shared),
        "resource": sum(1 / len(of_shared[w]) for w in shared),
        "collaboration": sum(1 / (len(of_shared[w]) - 1) for w in shared),
    }[measure]


class Measures(ProgramTest):
    def table(self, text, *arguments):
        return self.rows(self.run_done("similar", "-", *arguments, stdin=text))

    def rows(self, result):
        rows = (line.split("\t") for line in result.stdout.decode().splitlines())
        return [(int(u), int(v), float(value)) for u, v, value in rows]

    def check_table(self, found, expected):
        self.assertEqual([row[:2] for row in found], [row[:2] for row in expected])
        for row, wanted in zip(found, expected):
            self.assertAlmostEqual(row[2], wanted[2], delta=1e-13 * max(1, wanted[2]), msg=wanted)

    def test_directed(self):
        """Edges, pairs and the best that are no edge, by the definition, which has sets of successors and predecessors."""
        for seed in range(4):
            draw = random.Random(seed)
            size = draw.choice((9, 25))
            arcs = [(draw.randrange(size), draw.randrange(size)) for _ in range(size * draw.choice((1, 3, 6)))]
            text = "".join(f"{u} {v}\n" for u, v in arcs) + "".join(f"{v} {v}\n" for v in range(size))
            sides = {"successors": collections.defaultdict(set), "predecessors": collections.defaultdict(set)}
            for u, v in arcs:
                if u != v:
                    sides["successors"][u].add(v)
                    sides["predecessors"][v].add(u)
            joined = {(min(arc), max(arc)) for arc in arcs if arc[0] != arc[1]}
            pairs = list(itertools.combinations(range(size), 2))
            path = self.write("pairs.txt", "".join(f"{u} {v}\n" for u, v in pairs))
            for measure, side in itertools.product(MEASURES, sides):
                near, other = sides[side], sides["predecessors" if side == "successors" else "successors"]

                def value(u, v):
                    return value_of(measure, near, u, v, other) if near[u] and near[v] else 0

                how = ("-m", f"{measure}-{side}")
                with self.subTest(seed=seed, measure=how[1]):
                    self.check_table(self.table(text, *how, "--sorted"), [(*pair, value(*pair)) for pair in sorted(joined)])
                    self.check_table(self.table(text, *how, "--pairs", path), [(*pair, value(*pair)) for pair in pairs])
                    best = sorted((-value(*pair) for pair in pairs if pair not in joined and value(*pair) > 0))
                    found = self.table(text, *how, "--unjoined", "--top", "7", "--threads", str(1 + seed))
                    self.assertEqual(len(set(row[:2] for row in found) - joined), min(7, len(best)))
                    for row, key in zip(found, best):
                        self.assertAlmostEqual(row[2], -key, places=12)
                        self.assertAlmostEqual(row[2], value(*row[:2]), places=12)

    def test_unjoined_pairs_are_refused(self):
        self.check_failed(run("similar", "--unjoined", "-", stdin=DIAMOND), USAGE, "--top K")
        self.check_failed(run("similar", "--unjoined", "--top", "1", "--pairs", "p", "-", stdin=DIAMOND), USAGE, "--pairs")

    def test_pairs_of_a_file(self):
        for seed in range(3):
            text = random_text(seed, 40, 120)
            near = neighbours(text)
            draw = random.Random(seed)
            pairs = [tuple(draw.sample(sorted(near), 2)) for _ in range(300)]
            path = self.write("pairs.csv", "u,v\n" + "".join(f"{u},{v}\n" for u, v in pairs))
            for measure in MEASURES:
                expected = [(u, v, value_of(measure, near, u, v)) for u, v in pairs]
                found = self.table(text, "-m", measure, "--pairs", path)
                self.check_table(found, expected)
                some = self.table(text, "-m", measure, "--pairs", path, "--least", "0.1")
                self.assertEqual(some, [row for row in found if row[2] >= 0.1])
                best = sorted(found, key=lambda row: -row[2])[:9]  # stable: the first of equal ones
                self.assertEqual(self.table(text, "-m", measure, "--pairs", path, "--top", "9"),
                                 best)

    def test_pairs_in_other_formats(self):
        """Ids are those of the user, also where a format counts from 1."""
        text = random_text(7, 40, 120)
        near = neighbours(text)
        pairs = [tuple(random.Random(7).sample(sorted(near.keys() - {0}), 2)) for _ in range(50)]
        expected = [(u, v, value_of("jaccard", near, u, v)) for u, v in pairs]
        entries = "".join(f"{u} {v}\n" for u, v in pairs)
        for name, lines in (
                ("pairs.mtx", f"%%MatrixMarket matrix coordinate pattern general\n40 40 50\n{entries}"),
                ("pairs.jsonl", "".join(f"[{u},{v}]\n" for u, v in pairs))):
            path = self.write(name, lines)
            self.check_table(self.table(text, "-m", "jaccard", "--pairs", path), expected)

    def test_pairs_of_words_and_of_sparse_numbers(self):
        for ids, kind in ((("b", "a", "long word"), "string"), (("70000000000", "3", "9"), "number")):
            a, b, c = ids
            graph = self.write("graph.csv", f"{a},{b}\n{b},{c}\n")
            pairs = self.write("pairs.csv", f"{c},{a}\n{a},{c}\n{a},{b}\n")
            # By their names: "a,long word" may also be a list of neighbours.
            result = self.run_done("similar", "--ids", kind, "--columns", "1,2", "--pairs", pairs, graph)
            self.assertEqual(result.stdout.decode(), f"{c}\t{a}\t1\n{a}\t{c}\t1\n{a}\t{b}\t0\n")

    def test_pairs_of_the_named_columns(self):
        """--columns holds for pairs that have these columns; two columns and keys of JSON are the pair as they are.
        Lines that lack an id are left out by --missing drop, and refused without it."""
        text = random_text(11, 30, 90)
        near = neighbours(text)
        for seed in range(60):
            draw = random.Random(seed)
            names, gaps = draw.sample(["a", "b", "w", "kind", "x1"], 3), draw.random() < 0.4
            graph = ",".join(names) + "\n" + "".join(f"{9 + i},{u},{v}\n" for i, (u, v) in
                                                    enumerate(map(str.split, text.splitlines())))
            pairs = [tuple(draw.sample(sorted(near), 2)) for _ in range(20)]
            rows = [(u, draw.choice(["NA", "", "null"]) if gaps and draw.random() < 0.2 else v) for u, v in pairs]
            rows.append((pairs[0][0], "NaN") if gaps else pairs[0])
            by_name = draw.random() < 0.5
            form = draw.choice(["three", "two", "plain", "json", "other"] if by_name else ["three", "plain"])
            lines = [f"{u},{v}" for u, v in rows]
            if form == "three":
                lines = [",".join(names)] * by_name + [f"{draw.randrange(90)},{line}" for line in lines]
            elif form == "two":
                lines.insert(0, ",".join(names[1:]))
            elif form in ("json", "other"):
                keys = names[1:] if form == "json" else ["source", "target"]
                lines = [json.dumps(dict(zip(keys, [u, None if v in ("NA", "", "null", "NaN") else v]))) for u, v in rows]
            path = self.write("pairs.csv", "\n".join(lines) + "\n")
            columns = ",".join(names[1:]) if by_name else "2,3"
            words = ("similar", "-q", "--columns", columns, "--pairs", path, self.write("graph.csv", graph))
            result = self.run_done(*words, "--missing", "drop")
            kept = [(u, v) for u, v in rows if v not in ("NA", "", "null", "NaN")]
            expected = [(u, v, value_of("jaccard", near, u, v)) for u, v in kept]
            self.check_table(self.rows(result), expected)
            if gaps:
                self.check_failed(run(*words), BAD_INPUT, "--missing drop")

    def test_pairs_from_standard_input(self):
        graph = self.write("graph.txt", DIAMOND)
        pairs = "1 4\n2 3\n"
        from_file = self.run_done("similar", "--pairs", self.write("pairs.txt", pairs), graph)
        from_stdin = self.run_done("similar", "--pairs", "-", graph, stdin=pairs)
        self.assertEqual(from_stdin.stdout, from_file.stdout)
        self.check_failed(run("similar", "--pairs", "-", "-", stdin=pairs), USAGE, "standard input")

    def test_pairs_that_are_wrong(self):
        graph = self.write("graph.txt", DIAMOND)
        for text, words in (("1 2\n3 77\n", ("line 2", "77", "no vertex")),
                            ("1 2\n1 4\n2 2\n", ("line 3", "itself"))):
            pairs = self.write("pairs.txt", text)
            self.check_failed(run("similar", "-q", "--pairs", pairs, graph), BAD_INPUT, *words)
        pairs = self.write("pairs.graph", "3 3\n2 3\n1 3\n1 2\n")
        self.check_failed(run("similar", "-q", "--pairs", pairs, graph), BAD_INPUT, "metis")
        self.check_failed(run("similar", "-q", "--pairs", self.path("none"), graph), FAILED, "none")

    def test_the_top(self):
        text = random_text(5, 40, 260)
        for measure in MEASURES:
            rows = sorted(self.table(text, "-m", measure), key=lambda row: (-row[2], row[:2]))
            self.assertEqual(self.table(text, "-m", measure, "--top", "7"), rows[:7])
            least = [row for row in rows if row[2] >= 0.4]
            self.assertEqual(self.table(text, "-m", measure, "--top", "999", "--least", "0.4"),
                             least)

    def test_from_disk_it_is_the_same(self):
        graph = self.path("g.txt")
        self.run_done("generate", "kronecker", "scale=9", "-o", graph)
        for measure in MEASURES[:4]:
            how = ["-q", "-m", measure, "--sorted"]
            inside = run("similar", *how, graph).stdout
            stored = run("similar", *how, "--work", self.path("work"), graph)
            self.assertEqual(self.check_done(stored).stdout, inside)


class Output(ProgramTest):
    def test_columns_have_the_name_of_the_measure(self):
        graph = self.write("g.txt", DIAMOND)
        for measure in MEASURES:
            out = self.run_done("similar", "-m", measure, "--to", "csv", graph).stdout
            self.assertEqual(out.decode().splitlines()[0], f"u,v,{measure}")
        out = self.run_done("similar", "--to", "jsonl", "--top", "1", graph).stdout
        self.assertEqual(json.loads(out), {"u": 2, "v": 3, "jaccard": 0.5})

    def test_json(self):
        graph, out = self.write("g.txt", DIAMOND), self.path("t.csv")
        answer = self.run_json("similar", graph, "-m", "resource", "-o", out)
        self.assertEqual((answer["measure"], answer["triangles"], answer["algorithm"]),
                         ("resource", 2, None))
        answer = self.run_json("similar", graph, "--verify", "-o", out)
        self.assertEqual((answer["measure"], answer["least"]), ("jaccard", 0))

    def test_no_edge(self):
        for measure in MEASURES:
            self.assertEqual(self.run_done("similar", "-m", measure, "-", stdin="1 1\n")
                             .stdout, b"")


class Errors(ProgramTest):
    def test_usage(self):
        graph = self.write("g.txt", DIAMOND)
        for arguments, words in ((["-m", "jacard"], "did you mean 'jaccard'"),
                                 (["--least", "x"], "--least"), (["--least", "-1"], "--least"),
                                 (["--least", "nan"], "--least"), (["--top", "0"], "--top"),
                                 (["--json"], "-o FILE")):
            self.check_failed(run("similar", graph, *arguments), USAGE, words)


if __name__ == "__main__":
    main()
