"""tricorn generate and tricorn convert: what goes out comes back in."""

import gzip
import os
import signal
from math import comb

from program import (
    BY_LIBRARY,
    BAD_INPUT, DIAMOND, FAILED, SANITIZED, USAGE, ProgramTest, main, memory_option, run, start)


def theory_b1k(*leaves):
    """Triangles of GraphChallenge's Theory-...-B1k, by the traces of the factors."""
    closed, degree = 1, 1
    for m in leaves:
        closed *= 1 + 3 * m
        degree *= 1 + m
    return (closed - 3 * degree + 2) // 6


# Model, parameters, vertices with an edge, edges, triangles: all closed forms.
KNOWN = (
    ("complete", ["vertices=40"], 40, comb(40, 2), comb(40, 3)),
    ("complete", ["vertices=2"], 2, 1, 0),
    ("star", ["vertices=1000"], 1000, 999, 0),
    ("ring-lattice", ["vertices=100", "reach=5"], 100, 500, 100 * 5 * 4 // 2),
    ("ring-lattice", ["vertices=15", "reach=5"], 15, 75, 15 * 10 + 5),
    ("path-power", ["vertices=50,reach=3"], 50, 49 + 48 + 47, 48 + 2 * 47),
    ("multipartite", ["parts=3-4-5"], 12, 12 + 15 + 20, 60),
    ("grid2d", ["width=9", "height=7"], 63, 8 * 7 + 9 * 6, 0),
    ("grid2d", ["width=9", "height=7", "diagonals=1"], 63, 8 * 7 + 9 * 6 + 48, 2 * 48),
    ("grid3d", ["width=3", "height=4", "depth=5"], 60, 2 * 20 + 3 * 15 + 4 * 12, 0),
    ("hypercube", ["dimension=6"], 64, 192, 0),
    ("windmill", ["cliques=7", "size=5"], 29, 70, 7 * comb(5, 3)),
    ("theory-star", ["stars=3-4-5-B1k"], 120, 346, theory_b1k(3, 4, 5)),
    ("theory-star", ["stars=3-4-5-B2k"], 120, 346, (4**3 - 3 * 2**3 + 2) // 6),
    # A product has n n' vertices, 2 m m' edges and 6 T T' triangles.
    ("product", ["left=complete:vertices=9", "right=windmill:cliques=7:size=5"],
     9 * 29, 2 * 36 * 70, 6 * comb(9, 3) * 7 * comb(5, 3)),
    ("product", ["right=ring-lattice:vertices=100:reach=5,left=multipartite:parts=3-4-5"],
     12 * 100, 2 * 47 * 500, 6 * 60 * 1000),
    # The numbers of tiny are those of an independent program: bench/datasets.csv.
    ("product", ["left=tiny", "right=complete:vertices=4"], 3361 * 4, 2 * 48451 * 6,
     6 * 482104 * 4),
)

# Models that make each edge once, with the smallest graphs among them.
STREAMED = (
    "complete vertices=2",
    "complete vertices=3",
    "complete vertices=40",
    "multipartite parts=1-1",
    "multipartite parts=3-4-5",
    "star vertices=3",
    "star vertices=1000",
    "hypercube dimension=1",
    "hypercube dimension=8",
    "windmill cliques=1 size=2",
    "windmill",
    "theory-star stars=3-4-5-Bk",
    "theory-star stars=3-4-5-B1k",
    "theory-star stars=3-4-5-B2k",
    "product",
    "product left=complete:vertices=2 right=complete:vertices=2",
    "product left=tiny right=star:vertices=4",
)


class Generate(ProgramTest):
    def test_known_graphs_through_a_pipe(self):
        for model, parameters, vertices, edges, triangles in KNOWN:
            with self.subTest(model=model, parameters=parameters):
                made = self.run_done("generate", model, *parameters)
                answer = self.run_json("count", "-", stdin=made.stdout)
                self.assertEqual(
                    (answer["vertices"], answer["edges"], answer["triangles"]),
                    (vertices, edges, triangles),
                )
                self.assertEqual((answer["duplicates"], answer["self_loops"]), (0, 0))

    def test_every_model_runs_with_its_defaults(self):
        for model in self.run_json("generate"):
            with self.subTest(model=model["name"]):
                made = self.run_done("generate", model["name"])
                again = self.run_done("generate", model["name"], *parameters_of(model))
                self.assertGreater(len(made.stdout), 0)
                self.assertEqual(made.stdout, again.stdout)

    def test_the_same_for_any_number_of_threads(self):
        for model in self.run_json("generate"):
            with self.subTest(model=model["name"]):
                one, four = (
                    run("generate", model["name"], "--seed=5", "--threads", threads).stdout
                    for threads in ("1", "4")
                )
                self.assertEqual(one, four)

    def test_seeds_differ(self):
        first, second = (
            run("generate", "erdos-renyi", "--seed", seed).stdout for seed in ("1", "2")
        )
        self.assertNotEqual(first, second)

    def test_list_of_models(self):
        models = self.run_json("generate")
        text = run("generate").stdout.decode()
        for model in models:
            self.assertIn("{name} {parameters}\n    {summary}\n".format(**model), text)
        self.assertIn("erdos-renyi", [model["name"] for model in models])

    def test_output_file_and_json(self):
        out = self.path("k5.mtx.gz")
        answer = self.run_json("generate", "complete", "vertices=5", "-o", out, "--seed", "9")
        self.assertEqual(
            (answer["model"], answer["seed"], answer["vertices"], answer["edges"]),
            ("complete", 9, 5, 10),
        )
        with gzip.open(out) as file:
            self.assertTrue(file.readline().startswith(b"%%MatrixMarket"))
        self.assertEqual(self.run_json("count", out)["triangles"], 10)
        self.assertEqual(os.listdir(self.folder), ["k5.mtx.gz"])

    def test_options_between_the_parameters(self):
        made = run("generate", "--quiet", "complete", "--to", "matrix-market", "vertices=6")
        self.assertEqual(self.run_json("count", "-", stdin=made.stdout)["triangles"], 20)
        self.assertEqual(made.stderr, b"")


class Product(ProgramTest):
    def count_product(self, left, right):
        return self.sizes(self.run_text("generate", "product", f"left={left}", f"right={right}"))

    def test_files(self):
        diamond = self.write("diamond.txt", DIAMOND)  # 4 vertices, 5 edges, 2 triangles
        words = self.write("k3.jsonl", '{"u": 7, "v": 9}\n{"u": 9, "v": 11}\n{"u": 11, "v": 7}\n')
        for name in ("d.mtx", "d.txt.zst", "d.tri", "d.u64"):
            other = self.path(name)
            self.run_done("convert", diamond, other)
            self.assertEqual(self.count_product(diamond, other), (16, 50, 24), name)
        self.assertEqual(self.count_product(words, diamond), (12, 30, 12))
        self.assertEqual(self.count_product("complete:vertices=6", diamond), (24, 150, 240))

    def test_loops_and_repeats_of_factors_are_dropped(self):
        diamond = self.write("diamond.txt", DIAMOND)
        unclean = self.write("unclean.txt", DIAMOND + "4 4\n1 1\n2 1\n" + DIAMOND)
        for left, right in ((unclean, diamond), (diamond, unclean), (unclean, unclean)):
            self.assertEqual(self.count_product(left, right), (16, 50, 24))

    def test_the_name_of_a_model_is_no_file(self):
        self.write("tiny", DIAMOND)
        for name, vertices in (("tiny", 3361), ("./tiny", 4)):
            made = run("generate", "product", f"left={name}", "right=complete:vertices=2",
                       cwd=self.folder)
            self.assertIn(f" {2 * vertices} vertices", made.stderr.decode())

    def test_what_is_refused(self):
        bad = self.write("bad.txt", "1 2\nx y\n")
        outer = self.path("outer")
        os.makedirs(os.path.join(outer, "inner"))
        for argument, code, words in (
            ("left=no-such", USAGE, ["left=no-such", "no graph model, benchmark graph or file"]),
            ("left=complete:vertices=x", USAGE, ["left=complete", "whole number"]),
            ("left=product", USAGE, ["left=product", "to a file"]),
            ("left=" + bad, BAD_INPUT, ["bad.txt:2"]),
            ("left=" + outer, FAILED, ["is a folder among the parts"]),
            ("middle=tiny", USAGE, ["middle"]),
            ("left=star:vertices=65536 right=star:vertices=65536", USAGE,
             ["4294967296 vertices", "at most 4294967295"]),
        ):
            for more in ((), ("--stream",)):
                with self.subTest(argument=argument, more=more):
                    result = run("generate", "product", *argument.split(), *more)
                    self.check_failed(result, code, "product: ", *words)


class Stream(ProgramTest):
    def test_the_graph_is_the_same(self):
        for model in STREAMED:
            with self.subTest(model=model):
                whole = self.run_done("generate", *model.split())
                streamed = self.run_done("generate", *model.split(), "--stream")
                edges = [
                    sorted(tuple(sorted(map(int, line.split()))) for line in text.splitlines())
                    for text in (whole.stdout, streamed.stdout)
                ]
                self.assertEqual(*edges)
                expected, answer = (
                    self.run_json("count", "-", stdin=made.stdout) for made in (whole, streamed)
                )
                for key in ("triangles", "vertices", "edges"):
                    self.assertEqual(answer[key], expected[key], key)
                self.assertEqual((answer["duplicates"], answer["self_loops"]), (0, 0))

    def test_every_model_that_says_so(self):
        tried = {model.split()[0] for model in STREAMED}
        for model in self.run_json("generate"):
            with self.subTest(model=model["name"]):
                result = run("generate", model["name"], "--stream")
                if model["streams"]:
                    self.check_done(result)
                    self.assertIn(model["name"], tried)
                else:
                    self.check_failed(result, USAGE, model["name"], "each edge once", "product")

    def test_a_product_is_the_same_file(self):
        product = ("generate", "product", "left=tiny", "right=windmill:cliques=2:size=3")
        for to in ("edges", "pairs32"):
            files = [
                self.run_done(*product, "--to", to, *more).stdout
                for more in ((), ("--stream", "--threads=1"), ("--stream", "--threads=4"))
            ]
            self.assertEqual(files[0], files[1])
            self.assertEqual(files[0], files[2])

    def test_output_file_and_json(self):
        out = self.path("k5.txt.gz")
        answer = self.run_json("generate", "complete", "vertices=5", "-o", out, "--stream")
        self.assertEqual(
            {key: answer[key] for key in ("model", "seed", "edges", "output")},
            {"model": "complete", "seed": 0, "edges": 10, "output": out},
        )
        self.assertEqual(self.run_json("count", out)["triangles"], 10)
        self.assertEqual(os.listdir(self.folder), ["k5.txt.gz"])

    def test_memory_stays_small(self):
        edges = 2 * 48451 * comb(25, 2)  # 29 million, 233 MB
        product = ("generate", "product", "left=tiny", "right=complete:vertices=25",
                   "--to", "pairs32", "-o", "/dev/null", *memory_option(24))
        answer = self.run_json(*product, "--stream")
        self.assertEqual(answer["edges"], edges)
        if not SANITIZED:
            self.assertLess(answer["peak_bytes"], 48 << 20)
        self.check_failed(run(*product), FAILED, "memory")

    def test_a_reader_that_goes(self):
        process = start("generate", "complete", "vertices=100000", "--stream")
        self.assertEqual(process.stdout.readline(), b"0\t1\n")
        process.stdout.close()
        self.addCleanup(process.stderr.close)
        self.assertEqual(process.wait(60), -signal.SIGPIPE)

    def test_formats_that_need_the_graph(self):
        for arguments in (("--to", "tri"), ("-o", self.path("g.graph"))):
            result = run("generate", "product", "--stream", *arguments)
            self.check_failed(result, FAILED, "needs the whole graph", "edges, matrix-market")
        self.assertEqual(os.listdir(self.folder), [])


class Convert(ProgramTest):
    def test_every_format_and_compression(self):
        source = self.run_done("generate", "kronecker", "scale=8").stdout
        graph = self.write("g.txt", source)
        expected = self.run_json("count", graph)
        writable = [f["name"] for f in self.run_json("formats") if f["writes"] and f["reads"] and f["name"] not in BY_LIBRARY]
        self.assertGreaterEqual(len(writable), 2)
        for name in writable:
            for compression in ("none", "gzip", "zstd"):
                with self.subTest(format=name, compression=compression):
                    out = self.path("out")
                    self.run_done("convert", graph, out, "--to", name, "--compression", compression)
                    answer = self.run_json("count", out, "--format", name)
                    for key in ("triangles", "vertices", "edges"):
                        self.assertEqual(answer[key], expected[key], key)
                    # A format writes each edge once, or once in each direction.
                    self.assertIn(answer["duplicates"], (0, expected["edges"]))
                    self.assertEqual(answer["both_directions"], answer["duplicates"])
                    self.assertEqual(answer["self_loops"], 0)

    def test_suffix_decides(self):
        graph = self.write("g.txt", DIAMOND)
        for name, magic in (
            ("a.mtx", b"%%MatrixMarket"),
            ("a.txt.gz", b"\x1f\x8b"),
            ("a.mtx.zst", b"\x28\xb5\x2f\xfd"),
        ):
            self.run_done("convert", graph, self.path(name))
            self.assertTrue(self.read(name).startswith(magic), name)

    def test_the_users_ids_come_back(self):
        numbers = {(0, 2**64 - 1), (7, 2**63), (7, 2**64 - 1)}
        words = {("a:amd64", "b"), ("b", "ä"), ("a:amd64", "ä")}
        for kind, edges in (("number", numbers), ("string", words)):
            text = "".join(f"{u}\t{v}\n" for u, v in edges)
            made = run("convert", "--ids", kind, "--to", "edges", "-", "-", stdin=text)
            self.check_done(made)
            lines = [line.split() for line in made.stdout.decode().splitlines()]
            back = {frozenset(line[:2]) for line in lines if line and line[0][0] not in "#%"}
            self.assertEqual(back, {frozenset(map(str, edge)) for edge in edges})

    def test_json_says_what_was_read_and_written(self):
        graph, out = self.write("g.txt", DIAMOND + "1 1\n2 1\n"), self.path("o.mtx")
        answer = self.run_json("convert", graph, out)
        expected = {"file": graph, "output": out, "edges": 5, "self_loops": 1, "duplicates": 1}
        self.assertEqual({key: answer[key] for key in expected}, expected)

    def test_an_existing_file_is_replaced(self):
        graph, out = self.write("g.txt", DIAMOND), self.write("o.txt", "1 2\n" * 999)
        self.run_done("convert", graph, out)
        self.assertEqual(self.run_json("count", out)["input_edges"], 5)

    def test_onto_itself(self):
        graph = self.write("g.txt", DIAMOND + "1 1\n")
        self.run_done("convert", graph, graph)
        answer = self.run_json("count", graph)
        self.assertEqual((answer["triangles"], answer["self_loops"]), (2, 0))

    def test_failure_leaves_the_old_file_and_nothing_else(self):
        bad, out = self.write("bad.txt", "1 2\nx y\n"), self.write("o.txt", "old\n")
        self.check_failed(run("convert", bad, out), BAD_INPUT)
        self.assertEqual(self.read_text(out), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.txt", "o.txt"])

    def test_folder_that_does_not_exist(self):
        result = run("convert", "--quiet", self.write("g.txt", DIAMOND), self.path("no/o.txt"))
        self.check_failed(result, FAILED, "no/o.txt")


def parameters_of(model):
    return model["parameters"].split()


if __name__ == "__main__":
    main()
