"""tricorn generate and tricorn convert: what goes out comes back in.  Unit tests have the graphs of all models, and
reading/test_formats.py writes and reads every format."""

import gzip
import os
import signal
from math import comb

from program import (
    BAD_INPUT, DIAMOND, FAILED, SANITIZED, USAGE, ProgramTest, main, memory_option, run, start)


class Generate(ProgramTest):
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
    def test_every_model_that_says_so(self):
        for model in self.run_json("generate"):
            with self.subTest(model=model["name"]):
                result = run("generate", model["name"], "--stream")
                if model["streams"]:
                    self.check_done(result)
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


if __name__ == "__main__":
    main()
