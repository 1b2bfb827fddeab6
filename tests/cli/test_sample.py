"""tricorn count --sample, tricorn vertex --samples: closed forms, true numbers, every format and pipe,
little memory, and what is refused."""

import itertools
import random

from program import BAD_INPUT, USAGE, ProgramTest, main, memory_option, run


def complete(n):
    return "".join(f"{u} {v}\n" for u, v in itertools.combinations(range(n), 2))


def random_text(seed, vertices, edges):
    draw = random.Random(seed)
    return "".join(f"{draw.randrange(vertices)} {draw.randrange(vertices)}\n" for _ in range(edges))


def local(text):
    near = {}
    for line in text.splitlines():
        u, v = map(int, line.split())
        if u != v:
            near.setdefault(u, set()).add(v)
            near.setdefault(v, set()).add(u)
    return {v: sum(b in near[a] for a, b in itertools.combinations(of, 2))
            for v, of in near.items()}


class Sample(ProgramTest):
    def sample(self, *words, **options):
        return self.run_json("count", "-q", "--sample", *words, **options)

    def test_all_parts_are_exact(self):
        for kind in ("colours", "edges"):
            answer = self.sample(kind, "--one-in", "1", "-", stdin=complete(30))
            self.assertEqual((answer["low"], answer["high"], answer["exact"]), (4060, 4060, True))
            self.assertEqual((answer["edges_kept"], answer["input_edges"]), (435, 435))

    def test_parts_are_those_of_the_seed(self):
        """A clique's part by two colours is two cliques; loops and repeats change nothing."""
        text = complete(60)
        seen = set()
        for seed in range(8):
            words = ("colours", "--one-in", "2", "--seed", str(seed), "-")
            answer = self.sample(*words, stdin=text)
            sizes = [k for k in range(61) if k * (k - 1) // 2 + (60 - k) * (59 - k) // 2
                     == answer["edges_kept"]]
            k = sizes[0]
            expected = sum(n * (n - 1) * (n - 2) // 6 for n in (k, 60 - k))
            self.assertEqual(answer["triangles_kept"], expected)
            self.assertEqual(answer["estimate"], 4 * expected)
            self.assertLessEqual(answer["low"], 34220)
            self.assertGreaterEqual(answer["high"], 34220)
            more = self.sample(*words, "--threads", "3", stdin=text + "3 3\n" + text)
            self.assertEqual((more["low"], more["high"], more["edges_kept"]),
                             (answer["low"], answer["high"], answer["edges_kept"]))
            seen.add(answer["edges_kept"])
        self.assertGreater(len(seen), 1)

    def test_little_memory(self):
        """The part becomes smaller until it fits; a file and a pipe, plain and compressed."""
        graph = self.path("g.txt.gz")
        self.run_done("generate", "kronecker", "scale=15", "-o", graph)
        exact = self.run_json("count", graph)["triangles"]
        answer = self.sample("colours", *memory_option(40), "--threads", "2", graph)
        self.assertGreater(answer["one_in"], 1)
        self.assertFalse(answer["exact"])
        self.assertLess(abs(answer["estimate"] / exact - 1), 0.5)
        self.assertTrue(answer["low"] <= exact <= answer["high"])
        piped = self.run_done("count", "-q", "--sample", "edges", "--one-in", "4", "-",
                              stdin=self.read(graph)).stdout
        self.assertIn(b"method      edges", piped)

    def test_other_formats(self):
        text = random_text(5, 200, 3000)
        graph = self.write("g.txt", text)
        expected = self.sample("colours", "--one-in", "2", graph)
        for name in ("g.mtx", "g.tri", "g.metis", "g.bin"):
            other = self.path(name)
            self.run_done("convert", graph, other if name != "g.bin" else self.path("g.pairs32"),
                          *(("--to", "pairs32") if name == "g.bin" else ()))
            other = self.path("g.pairs32") if name == "g.bin" else other
            answer = self.sample("colours", "--one-in", "1", other,
                                 *(("--format", "pairs32") if name == "g.bin" else ()))
            self.assertEqual(answer["estimate"], self.sample("colours", "--one-in", "1", graph)["estimate"])
        self.assertGreater(expected["edges_kept"], 0)
        words = "".join(f"a{line.replace(' ', ' a')}\n" for line in text.splitlines())
        answer = self.sample("edges", "--one-in", "1", "--ids", "string", "-", stdin=words)
        self.assertEqual(answer["estimate"], self.sample("edges", "--one-in", "1", graph)["estimate"])

    def test_refused(self):
        for words in (("--one-in", "2"), ("--sample", "none"), ("--sample", "colours", "--one-in", "3"),
                      ("--sample", "colours", "--approximate", "1%"),
                      ("--sample", "edges", "--confidence", "2"), ("--sample", "edges", "--verify")):
            self.check_failed(run("count", *words, "-", stdin="1 2\n"), USAGE, "--")
        self.check_failed(run("count", "--sample", "edges", "-", stdin="1 x\n"), BAD_INPUT, ":1")


class Local(ProgramTest):
    def rows(self, text, *words):
        out = self.run_text("vertex", "-q", *words, "-", stdin=text)
        return {int(v): (int(low), int(high), float(estimate))
                for v, low, high, estimate in (line.split("\t") for line in out.splitlines())}

    def test_few_pairs_are_counted(self):
        text = random_text(1, 60, 600)
        rows = self.rows(text, "--samples", "100000")
        self.assertEqual(rows, {v: (t, t, t) for v, t in local(text).items()})

    def test_intervals_hold(self):
        """200 runs of 90 vertices: at 90 % no more than a tenth miss; none is drawn twice as wide."""
        text = random_text(2, 90, 2200)
        exact, misses, mean = local(text), 0, 0.0
        for seed in range(200):
            rows = self.rows(text, "--samples", "60", "--confidence", "90%", "--seed", str(seed))
            misses += sum(not low <= exact[v] <= high for v, (low, high, _) in rows.items())
            mean += sum(of[2] for of in rows.values()) / sum(exact.values()) / 200
        self.assertLessEqual(misses, 200 * 90 / 10)
        self.assertGreater(misses, 200 * 90 / 60)
        self.assertAlmostEqual(mean, 1, delta=0.01)

    def test_threads_and_hubs(self):
        """A hub of degree 3,000 whose neighbours form a ring: 3,000 of 4,498,500 pairs."""
        ring = "".join(f"0 {i}\n{i} {i % 3000 + 1}\n" for i in range(1, 3001))
        one = self.rows(ring, "--samples", "50000", "--threads", "1")
        self.assertEqual(one, self.rows(ring, "--samples", "50000", "--threads", "5"))
        low, high, _ = one[0]
        self.assertTrue(low <= 3000 <= high and high < 40000, (low, high))
        self.assertEqual(one[7], (2, 2, 2.0))

    def test_refused(self):
        for words in (("--seed", "3"), ("--samples", "0"), ("--samples", "9", "--generalized"),
                      ("--samples", "9", "--json")):
            self.check_failed(run("vertex", *words, "-", stdin="1 2\n"), USAGE, "--")


if __name__ == "__main__":
    main()
