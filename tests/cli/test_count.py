"""tricorn count: answers, the JSON contract, what was cleaned, inputs of every kind."""

import gzip
import json
import os

from program import BAD_INPUT, DIAMOND, DONE, FAILED, PATIENCE, USAGE, ProgramTest, main, run, start

# Directed, repeated, with loops: 1-2 five times (both ways), loops at 1 and 9, edges 2-3, 1-3.
MESSY = "# comment\n1 2\n2 1\n1\t2\n1 \t2 \n2 1\n1 1\n2 3\n3 1\n9 9\n"


def octahedron():
    """6 vertices, all pairs but the three opposite ones: 12 edges, 8 triangles."""
    return "".join(f"{u} {v}\n" for u in range(6) for v in range(u + 1, 6) if v != u + 3)


class Answers(ProgramTest):
    def test_stdout_is_one_line_that_scripts_can_parse(self):
        result = self.run_done("count", self.write("g.txt", DIAMOND))
        self.assertEqual(result.stdout, b"triangles  2\n")

    def test_octahedron(self):
        answer = self.run_json("count", self.write("g.txt", octahedron()))
        self.assertEqual((answer["triangles"], answer["vertices"], answer["edges"]), (8, 6, 12))

    def test_every_algorithm_by_name_and_alias(self):
        path = self.write("g.txt", octahedron())
        algorithms = [a for a in self.run_json("algorithms") if a["device"] == "cpu"]
        self.assertGreaterEqual(len(algorithms), 2)
        for algorithm in algorithms:
            for name in filter(None, (algorithm["name"], algorithm["alias"])):
                with self.subTest(name=name):
                    answer = self.run_json("count", path, "--algorithm", name)
                    self.assertEqual(answer["triangles"], 8)
                    self.assertEqual(answer["algorithm"], algorithm["name"])

    def test_steps_of_a_paper(self):
        """Where there is no GPU that is said, and it is no fault of the input."""
        result = run("count", "--prepare", "polak", self.write("g.txt", octahedron()))
        if result.returncode == FAILED:
            self.assertIn("gpu", result.stderr.decode().lower())
        else:
            self.assertEqual(self.check_done(result).stdout, b"triangles  8\n")
        self.assertEqual(self.run_json("count", "--prepare=auto", self.path("g.txt"))["triangles"],
                         8)

    def test_verify_counts_by_another_algorithm(self):
        answer = self.run_json("count", "--verify", self.write("g.txt", octahedron()))
        self.assertEqual(answer["triangles"], 8)
        self.assertIn(answer["verified_by"], [a["name"] for a in self.run_json("algorithms")])
        self.assertNotEqual(answer["verified_by"], answer["algorithm"])

    def test_instruction_set(self):
        """Those that the CPU has count the same; the others are refused with those that it has."""
        path = self.write("g.txt", octahedron())
        usual = self.run_json("count", path)["instruction_set"]
        self.assertEqual(self.run_json("count", path, "--isa=auto")["instruction_set"], usual)
        used = []
        for name in ("portable", "avx2", "avx512", "neon"):
            result = run("count", path, "--json", f"--isa={name}")
            if result.returncode != DONE:
                self.check_failed(result, FAILED, f"this CPU does not have the instruction set '{name}'",
                                  "auto, portable", usual)
                continue
            answer = json.loads(result.stdout)
            self.assertEqual((answer["triangles"], answer["instruction_set"]), (8, name))
            used.append(name)
        self.assertLess(len(used), 4)
        self.assertEqual((used[0], used[-1]), ("portable", usual))

    def test_threads(self):
        path = self.write("g.txt", octahedron())
        for threads in (1, 3):
            answer = self.run_json("count", path, f"--threads={threads}")
            self.assertEqual((answer["triangles"], answer["threads"]), (8, threads))

    def test_no_edges(self):
        answer = self.run_json("count", self.write("g.txt", "# nothing\n1 1\n"))
        self.assertEqual((answer["triangles"], answer["edges"], answer["vertices"]), (0, 0, 0))
        self.assertEqual((answer["self_loops"], answer["isolated"]), (1, 1))


class Json(ProgramTest):
    def test_contract(self):
        path = self.write("g.txt", MESSY)
        answer = self.run_json("count", path)
        expected = {
            "triangles": 1,
            "vertices": 3,
            "isolated": 1,  # 9, which has only a loop
            "edges": 3,
            "input_edges": 9,
            "self_loops": 2,
            "duplicates": 4,
            "both_directions": 1,
            "verified_by": None,
            "device": "cpu",
            "file": path,
            "format": "edges",
        }
        self.assertEqual({key: answer[key] for key in expected}, expected)
        self.assertGreaterEqual(answer["threads"], 1)
        self.assertIsInstance(answer["algorithm"], str)

    def test_seconds_are_disjoint_parts_of_the_total(self):
        seconds = self.run_json("count", self.write("g.txt", MESSY))["seconds"]
        parts = [seconds[key] for key in ("read", "start", "prepare", "transfer", "count")]
        self.assertTrue(all(part >= 0 for part in parts), seconds)
        rounding = 5e-6
        self.assertLessEqual(sum(parts), seconds["total"] + rounding)
        self.assertLess(seconds["total"], PATIENCE)
        self.assertEqual(
            sorted(seconds),
            ["count", "prepare", "read", "start", "total", "transfer", "verify"],
        )

    def test_nothing_starts_on_a_cpu(self):
        path = self.write("g.txt", MESSY)
        self.assertEqual(self.run_json("count", path, "--device=cpu")["seconds"]["start"], 0)
        self.assertNotIn(b"start", run("count", path, "--device=cpu").stderr)

    def test_the_same_keys_for_every_graph(self):
        """Also for one without an edge, and for algorithms that predict nothing."""
        graph, loop = self.write("g.txt", MESSY), self.write("loop.txt", "1 1\n")
        large, out = self.path("large.tri"), self.path("out.txt")
        self.run_done("generate", "kronecker", "scale=12", "-o", large)
        for command in (["count"], ["count", "--verify"], ["count", "--algorithm", "forward"],
                        ["info"], ["vertex", "-o", out], ["edge", "-o", out], ["list", "-o", out]):
            first, second, third = (self.run_json(*command, path) for path in (graph, loop, large))
            self.assertEqual(list(first), list(second), command)
            self.assertEqual(list(first), list(third), command)
            self.assertEqual(list(first["seconds"]), list(second["seconds"]))
            if command[0] == "count":
                self.assertIsNone(second["predicted_seconds"])
                self.assertIsNone(second["bytes_per_edge"])
                if second["device"] == "cpu":
                    self.assertIsNone(second["costs"])
                    self.assertIsNone(second["compute_capability"])
                else:
                    self.assertIn(second["costs"], ("measured", "scaled"))
                    self.assertRegex(second["compute_capability"], r"^\d+\.\d+$")

    def test_what_the_count_did(self):
        """Row u of a complete graph holds all below u: all are hubs, and lines can be counted."""
        vertices = 600
        pairs = "".join(f"{u} {v}\n" for u in range(vertices) for v in range(u))
        answer = self.run_json("count", "--device=cpu", self.write("g.txt", pairs))
        # Ids below v lie in one line of 512 bits up to v = 512, in two from 513 on.
        lines = sum((1 if v <= 512 else 2) * (vertices - 1 - v) for v in range(1, vertices))
        self.assertAlmostEqual(answer["lines_per_edge"], lines / answer["edges"], delta=0.05)
        self.assertEqual(answer["tests_per_edge"], 0)
        self.assertGreater(answer["bytes_per_edge"], 64 * answer["lines_per_edge"])
        self.assertGreater(answer["predicted_seconds"], 0)
        merged = self.run_json("count", "--algorithm=forward", self.path("g.txt"))
        self.assertIsNone(merged["predicted_seconds"])

    def test_peak_is_of_the_program_and_not_of_its_parent(self):
        parents = 1 << 30
        block = bytearray(parents)
        block[:: 1 << 12] = b"x" * len(block[:: 1 << 12])  # every page resident
        peak = self.run_json("count", self.write("g.txt", DIAMOND))["peak_bytes"]
        del block
        self.assertGreater(peak, 1 << 20)
        self.assertLess(peak, parents)

    def test_file_name_that_is_not_utf8(self):
        path = os.fsencode(self.path("g")) + b"\xff\n.txt"
        self.write(os.fsdecode(path), DIAMOND)
        answer = self.run_json("count", path)
        self.assertEqual(answer["file"], self.path("g") + "\ufffd\n.txt")

    def test_quiet_silences_stderr(self):
        result = self.run_done("count", "--quiet", self.write("g.txt", MESSY))
        self.assertEqual((result.stdout, result.stderr), (b"triangles  1\n", b""))


class Several(ProgramTest):
    """Each of several files is a graph with an answer of its own."""

    def test_a_line_each_in_their_order(self):
        a, b = self.write("a.txt", DIAMOND), self.write("b.txt", octahedron())
        result = self.run_done("count", "--quiet", a, b, a)
        self.assertEqual(result.stdout.decode(),
                         f"triangles  2  {a}\ntriangles  8  {b}\ntriangles  2  {a}\n")

    def test_an_object_each(self):
        files = [self.write("a.txt", DIAMOND), self.write("b.txt", octahedron())]
        lines = self.run_text("count", "--json", *files).splitlines()
        answers = [json.loads(line) for line in lines]
        self.assertEqual([(one["file"], one["triangles"]) for one in answers],
                         list(zip(files, (2, 8))))
        for one in answers:
            self.assertEqual(one.keys(), self.run_json("count", files[0]).keys())
            self.assertLessEqual(sum(one["seconds"][part] for part in ("read", "prepare", "count")),
                                 one["seconds"]["total"] + 1e-4)

    def test_standard_input_is_one_of_them(self):
        path = self.write("a.txt", DIAMOND)
        result = self.run_done("count", path, "-", stdin=octahedron().encode())
        self.assertEqual(result.stdout.decode(), f"triangles  2  {path}\ntriangles  8  -\n")
        self.check_failed(run("count", "-", "-"), USAGE)

    def test_others_are_counted_when_one_fails(self):
        good, bad = self.write("a.txt", DIAMOND), self.write("bad.txt", "1 2\n3 x\n")
        for words, code in (((bad, good), BAD_INPUT), ((good, self.path("none"), bad), FAILED)):
            result = run("count", "--quiet", *words)
            self.assertEqual(result.returncode, code)
            self.assertEqual(result.stdout.decode(), f"triangles  2  {good}\n")
            self.assertIn(os.path.basename(bad) if code == BAD_INPUT else "none",
                          result.stderr.decode())

    def test_wrong_usage_is_said_once(self):
        path = self.write("a.txt", DIAMOND)
        result = run("count", "--algorithm", "nothing", path, path)
        self.assertEqual((result.returncode, result.stdout), (USAGE, b""))
        self.assertEqual(result.stderr.decode().count("nothing"), 1)
        for words in (("--work", self.path("work")), ("--work", self.path("work"), "--join")):
            self.assertEqual(run("count", *words, path, path).returncode, USAGE)

    def test_intervals_name_their_file(self):
        files = [self.write("a.txt", DIAMOND), self.write("b.txt", octahedron())]
        for how in (("--approximate", "5%"), ("--sample", "colours")):
            text = self.run_text("count", *how, *files)
            self.assertEqual([line.split()[1] for line in text.splitlines()
                              if line.startswith("file ")], files)


class Cleaning(ProgramTest):
    def test_stderr_says_what_was_removed(self):
        path = self.write("g.txt", MESSY)
        lines = run("count", path).stderr.decode().splitlines()
        self.assertEqual(
            lines[0],
            f"{path}: edges (space, columns 1 and 2 of 2); 9 input edges, removed 2 self loops and 4 repeats "
            "(1 edge came in both directions); 3 vertices (and 1 without an edge), 3 edges",
        )

    def test_stderr_says_so_when_nothing_was(self):
        path = self.write("g.txt", DIAMOND)
        lines = run("count", path).stderr.decode().splitlines()
        self.assertEqual(
            lines[0],
            f"{path}: edges (space, columns 1 and 2 of 2); 5 input edges, nothing to remove; "
            "4 vertices, 5 edges",
        )

    def test_strict_names_the_line(self):
        for name, text, line in (
            ("loop", "1 2\n3 3\n", 2),
            ("repeat", "1 2\n2 3\n1 2\n", 3),
            ("other direction", "1 2\n2 3\n3 4\n2 1\n", 4),
        ):
            with self.subTest(name):
                result = run("count", "--strict", "--json", self.write("g.txt", text))
                self.check_failed(result, BAD_INPUT, f"g.txt:{line}")

    def test_strict_takes_a_simple_graph(self):
        self.assertEqual(
            self.run_json("count", "--strict", self.write("g.txt", DIAMOND))["triangles"], 2
        )


class Inputs(ProgramTest):
    def count(self, *arguments, **options):
        return self.run_json("count", *arguments, **options)["triangles"]

    def test_standard_input(self):
        answer = self.run_json("count", "-", stdin=DIAMOND)
        self.assertEqual((answer["triangles"], answer["file"]), (2, "-"))
        note = run("count", "-", stdin=DIAMOND).stderr.decode()
        self.assertTrue(note.startswith("standard input: edges (space"), note)

    def test_gzip_from_standard_input(self):
        self.assertEqual(self.count("-", stdin=gzip.compress(DIAMOND.encode())), 2)

    def test_gzip_by_content_under_any_name(self):
        self.assertEqual(self.count(self.write("g.txt", gzip.compress(DIAMOND.encode()))), 2)

    def test_pipe_that_delivers_byte_by_byte(self):
        read, written = os.pipe()
        process = start("count", "-", stdin=read)
        os.close(read)
        for byte in DIAMOND.encode():
            os.write(written, bytes([byte]))
        os.close(written)
        stdout, stderr = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, stdout), (0, b"triangles  2\n"), stderr)

    def test_string_ids(self):
        text = "alice bob\nbob carol\ncarol alice\n"
        self.assertEqual(self.count("-", "--ids", "string", stdin=text), 1)
        self.assertEqual(self.count("-", stdin=text), 1)
        self.check_failed(run("count", "--ids", "number", "-", stdin=text), BAD_INPUT, "--ids string")

    def test_largest_ids(self):
        ids = (0, 2**64 - 1, 2**63)
        text = "".join(f"{u} {v}\n" for u in ids for v in ids if u < v)
        self.assertEqual(self.count("-", stdin=text), 1)

    def test_matrix_market(self):
        text = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 1\n3 2\n"
        self.assertEqual(self.count("-", stdin=text), 1)
        self.assertEqual(self.count("-", "--format", "matrix-market", stdin=text), 1)

    def test_option_behind_the_file_and_before(self):
        path = self.write("g.txt", DIAMOND)
        self.assertEqual(self.count("--threads", "1", path), 2)
        self.assertEqual(self.count(path, "--threads", "1"), 2)

    def test_file_whose_name_looks_like_an_option(self):
        self.write("--json", DIAMOND)
        result = self.run_done("count", "--", "--json", cwd=self.folder)
        self.assertEqual(result.stdout, b"triangles  2\n")


class Failures(ProgramTest):
    def test_exit_codes_and_one_line(self):
        rectangular = "%%MatrixMarket matrix coordinate pattern general\n3 4 1\n2 1\n"
        complex_numbers = "%%MatrixMarket matrix coordinate complex general\n3 3 1\n2 1 0 1\n"
        for name, arguments, code in (
            ("no such file", [self.path("missing.txt")], FAILED),
            ("a folder", [self.folder], FAILED),
            ("letters", [self.write("letters.txt", "1 2\none two\n")], BAD_INPUT),
            ("one column", [self.write("column.txt", "1 2\n3\n")], BAD_INPUT),
            ("rectangular", [self.write("wide.mtx", rectangular)], BAD_INPUT),
            ("complex", [self.write("complex.mtx", complex_numbers)], BAD_INPUT),
            ("cut gzip", [self.write("cut.gz", gzip.compress(b"1 2\n" * 99)[:-9])], BAD_INPUT),
            ("little memory", ["--memory", "1K", self.write("g.txt", DIAMOND)], FAILED),
            ("newline in the name", [self.path("a\nb")], FAILED),
        ):
            for more in ([], ["--json"], ["--quiet"]):
                with self.subTest(name, more=more):
                    self.check_failed(run("count", *arguments, *more), code)

    def test_gpu_where_there_is_none_is_no_usage_error(self):
        result = run("count", "--device", "gpu", "-", stdin=DIAMOND)
        if result.returncode == 0:
            self.skipTest("this machine has a GPU")
        self.assertEqual(result.returncode, FAILED, result.stderr)
        self.assertEqual(result.stdout, b"")


class Info(ProgramTest):
    def test_json(self):
        star = "".join(f"7 {leaf}\n" for leaf in range(10, 15)) + "10 11\n3 3\n"
        answer = self.run_json("info", self.write("g.txt", star))
        expected = {
            "vertices": 6,
            "isolated": 1,
            "edges": 6,
            "self_loops": 1,
            "max_degree": 5,
            "mean_degree": 2.0,
            "median_degree": 1.5,  # 1 1 1 2 2 5
            "wedges": 12,  # 10 at the centre, 1 at each end of 10-11
            "max_out_degree": 2,
        }
        self.assertEqual({key: answer[key] for key in expected}, expected)
        self.assertEqual(
            [(b["from"], b["to"], b["vertices"]) for b in answer["degree_distribution"]],
            [(0, 0, 1), (1, 1, 3), (2, 3, 2), (4, 7, 1)],
        )
        self.assertEqual(
            [(v["id"], v["degree"]) for v in answer["largest_degrees"]],
            [(7, 5), (10, 2), (11, 2), (12, 1), (13, 1), (14, 1)],
        )
        self.assertGreaterEqual(answer["counting_bytes"], answer["graph_bytes"])
        self.assertGreater(answer["graph_bytes"], 0)

    def test_ten_largest_in_the_users_string_ids(self):
        lines = [f"hub{hub:02} leaf{leaf}\n" for hub in range(12) for leaf in range(hub + 20)]
        answer = self.run_json("info", "--ids", "string", "-", stdin="".join(lines))
        self.assertEqual(
            [(v["id"], v["degree"]) for v in answer["largest_degrees"]],
            [(f"hub{hub:02}", hub + 20) for hub in range(11, 1, -1)],
        )

    def test_text_has_the_same_numbers(self):
        text = run("info", "-", stdin=DIAMOND).stdout.decode()
        rows = dict(line.split(None, 1) for line in text.splitlines() if len(line.split()) == 2)
        self.assertEqual((rows["vertices"], rows["edges"], rows["wedges"]), ("4", "5", "8"))

    def test_many_wedges(self):
        # More than 32 bits hold.
        leaves = 1000000
        text = "".join(f"0 {leaf}\n" for leaf in range(1, leaves + 1))
        answer = self.run_json("info", "-", stdin=text)
        self.assertEqual(answer["wedges"], leaves * (leaves - 1) // 2)

    def test_no_edges(self):
        answer = self.run_json("info", "-", stdin="5 5\n")
        self.assertEqual((answer["vertices"], answer["isolated"], answer["wedges"]), (0, 1, 0))
        self.assertEqual(answer["largest_degrees"], [])


class Lists(ProgramTest):
    def test_algorithms(self):
        for algorithm in self.run_json("algorithms"):
            self.assertEqual(
                sorted(algorithm),
                ["alias", "device", "edges", "granularity", "iterator", "lists", "lookup", "name",
                 "paper", "paper_parameters", "parameters", "summary", "vertices", "year"],
            )
            for parameter in algorithm["parameters"]:
                self.assertLessEqual(parameter["least"], parameter["default"])
                self.assertLessEqual(parameter["default"], parameter["most"])
        table = run("algorithms").stdout.decode().splitlines()
        self.assertEqual(table[0].split(), ["NAME", "ALIAS", "PAPER", "ITERATOR", "LOOKUP",
                                            "GRANULARITY", "ALSO", "PARAMETERS", "SUMMARY"])
        self.assertEqual(len(table), 1 + len(self.run_json("algorithms")))

    def test_algorithms_say_what_they_count(self):
        """What they say is what they do."""
        graph = self.write("g.txt", DIAMOND)
        for algorithm in self.run_json("algorithms"):
            if algorithm["device"] != "cpu":
                continue
            for verb, able in (("vertex", "vertices"), ("edge", "edges"), ("list", "lists")):
                result = run(verb, graph, "--algorithm", algorithm["name"])
                self.assertEqual(result.returncode == DONE, algorithm[able], result.stderr)

    def test_formats(self):
        formats = {entry["name"]: entry for entry in self.run_json("formats")}
        for name in ("edges", "matrix-market"):
            self.assertTrue(formats[name]["reads"] and formats[name]["writes"], name)
        self.assertEqual(len(run("formats").stdout.splitlines()), 1 + len(formats))


if __name__ == "__main__":
    main()
