"""Wrong usage, help, version, and output that cannot be written."""

import os
import re
import resource
import signal
import subprocess

from program import BAD_INPUT, DIAMOND, DONE, FAILED, PROGRAM, USAGE, ProgramTest, main, run, start

VERBS = ("count", "info", "convert", "generate", "algorithms", "formats")


OPTION = re.compile(r"^ {2,6}(-\S+(?:, --\S+)?) ", re.MULTILINE)
GROUPS = ("Counting:", "Timing:", "Reading:", "Machine:", "Graphs larger than memory:", "Output:")


class WrongUsage(ProgramTest):
    def test_table(self):
        path = self.write("g.txt", DIAMOND)
        for arguments, words in (
            (["cuont", path], ["unknown verb 'cuont'", "'count'", "tricorn --help"]),
            (["xyzzy"], ["unknown verb 'xyzzy'", "tricorn --help"]),
            (["--json", "count", path], ["--json", "verb"]),
            (["count"], ["FILE", "tricorn count --help"]),
            (["vertex", path, path], ["one graph at a time", "tricorn vertex --help"]),
            (["count", ""], ["argument is empty", "FILE", "tricorn count --help"]),
            (["convert", path, ""], ["argument is empty", "IN OUT"]),
            (["list", path, "-o", ""], ["name of the file to write is empty"]),
            (["count", path, "--jsno"], ["'--jsno'", "--json", "tricorn count --help"]),
            (["count", path, "--thread=2"], ["--threads"]),
            (["count", path, "--frobnicate"], ["--frobnicate"]),
            (["count", path, "-x"], ["-x"]),
            (["count", path, "--json=yes"], ["takes no value"]),
            (["count", path, "--threads"], ["needs a value"]),
            (["count", path, "--threads", "0"], ["1 to 4096"]),
            (["count", path, "--threads", "4097"], ["1 to 4096", "'4097'"]),
            (["count", path, "--threads", "-1"], ["'-1'"]),
            (["count", path, "--threads", "2x"], ["'2x'"]),
            (["count", path, "--threads", ""], ["1 to 4096"]),
            (["count", path, "--threads", "18446744073709551617"], ["1 to 4096"]),
            (["count", path, "--memory", "2X"], ["'2X'", "512M"]),
            (["count", path, "--memory", "0"], ["512M"]),
            (["count", path, "--memory", "M"], ["512M"]),
            (["count", path, "--memory", "-1G"], ["512M"]),
            (["count", path, "--memory", "1.5G"], ["512M"]),
            (["count", path, "--memory", "99999999T"], ["512M"]),
            (["count", path, "--memory", "99999999999999999999"], ["512M"]),
            (["count", path, "--ids", "names"], ["auto, number or string"]),
            (["count", path, "--progress", "yes"], ["auto, always or never"]),
            (["count", path, "--order", "alphabet"], ["'alphabet'", "random, core"]),
            (["count", path, "--relabel", "degree"], ["'degree'", "input, in-degree, collective"]),
            (["vertex", path, "--relabel", "collective"], ["no option '--relabel'"]),
            (["bench", path, "--order", "alphabet"], ["'alphabet'", "random, core"]),
            (["count", path, "--prepare", "magic"], ["'magic'", "auto, polak"]),
            (["convert", path, "x.tri", "--prepare", "polak", "--order", "core"],
             ["'polak'", "'core'"]),
            (["count", path, "--option"], ["needs a value"]),
            (["count", path, "--option", "turn=2"], ["ALGORITHM.PARAMETER=NUMBER"]),
            (["count", path, "--option", "xyzzy.turn=2"], ["no algorithm 'xyzzy'"]),
            (["count", path, "--algorithm", "cpu-merge-edge", "--option", "forward.turn=2"],
             ["forward has no parameter 'turn'", "it has none"]),
            (["count", path, "--option", ""], ["--option needs a value"]),
            (["bench", path, "-a", ""], ["--algorithms needs a value"]),
            (["count", path, "--isa", "avx"], ["'avx'", "'avx2'", "portable, avx2, avx512, neon"]),
            (["bench", path, "--isa", ""], ["instruction set ''", "auto, portable"]),
            (["count", path, "--device", "tpu"], ["'tpu'", "gpu:0,1"]),
            (["count", path, "--device", "gpu:"], ["gpu:0,1"]),
            (["count", path, "--device", "gpu:0,"], ["gpu:0,1"]),
            (["count", path, "--algorithm", "cpu-merge-egde"], ["'cpu-merge-edge'"]),
            (["count", path, "--algorithm", "nonsense"], ["tricorn algorithms"]),
            (["count", path, "--algo", "forward"], ["'--algo'", "'--algorithm'"]),
            (["count", path, "--js"], ["'--js'", "'--json'"]),
            (["count", path, "--js=1"], ["'--json'"]),
            (["count", path, "--pr", "x"], ["'--prepare' or '--progress'"]),
            (["list", path, "--sort"], ["'--sorted'"]),
            (["cou", path], ["'count'"]),
            (["count", path, "--algorithm", "cpu-hash"], ["'cpu-hash-vertex'"]),
            (["count", path, "--isa", "port"], ["'portable'"]),
            (["list", path, "--to", "js"], ["'jsonl'"]),
            (["bench", "kron"], ["'kronecker'"]),
            (["generate", "complet"], ["'complet'", "'complete'", "tricorn generate"]),
            (["generate", "erdos"], ["'erdos-renyi'"]),
            (["generate", "-o", self.path("x")], ["MODEL", "tricorn generate --help"]),
            (["generate", "--seed", "1"], ["MODEL"]),
            (["generate", "--to", "edges"], ["MODEL"]),
            (["generate", "--stream"], ["MODEL"]),
            (["count", path, "--format", "ed"], ["'edges'"]),
            (["count", path, "--format", "edgse"], ["'edges'", "tricorn formats"]),
            (["convert", path], ["IN OUT"]),
            (["convert", path, "-"], ["--to"]),
            (["convert", path, self.path("o.txt"), "--to", "parchment"], ["parchment"]),
            (["convert", path, self.path("o.txt"), "--compression", "zip"], ["gzip"]),
            (["convert", path, "-", "--to", "edges", "--json"], ["--json"]),
            (["convert", path, self.path("o.unknown")], ["o.unknown", "--to"]),
            (["convert", self.path("missing"), self.path("o.mtx.xz")], ["o.mtx.xz", ".gz or .zst"]),
            (["generate", "no-such-model"], ["no-such-model"]),
            (["generate", "complete", "vertices=x"], ["vertices"]),
            (["generate", "complete", "vertexes=5"], ["vertexes"]),
            (["generate", "complete", "--seed", "x"], ["--seed"]),
            (["generate", "complete", "--json"], ["--json"]),
            (["generate", "complete", "-o", self.path("o.txt"), "--to", "properties"],
             ["'properties' cannot be written"]),
            (["algorithms", "gpu"], ["too much", "'gpu'"]),
        ):
            with self.subTest(arguments=arguments):
                self.check_failed(run(*arguments), USAGE, *words)
        self.assertEqual(os.listdir(self.folder), ["g.txt"])

    def test_unknown_algorithm_is_told_before_reading(self):
        for option in ("--algorithm=nonsense", "--option=nonsense.turn=2", "--format=nonsense"):
            self.check_failed(run("count", option, self.path("missing.txt")), USAGE, "nonsense")

    def test_what_cannot_count_is_told_before_reading(self):
        missing = self.path("missing.txt")
        for verb in ("count", "vertex", "edge"):
            result = run(verb, "--device", "gpu", "--algorithm", "cpu-merge-edge", missing)
            self.check_failed(result, USAGE, "'cpu-merge-edge' does not run on gpu")
        result = run("vertex", "--algorithm", "cpu-hash-vertex", missing)
        self.check_failed(result, FAILED, "totals only")
        self.check_failed(run("list", "--device", "gpu", missing), FAILED, "listed by the CPU")
        result = run("list", "--blocks", "9", missing)
        self.check_failed(result, USAGE, "only with --partition a list is cut into blocks")
        if not os.path.exists("/dev/nvidiactl"):
            for device in ("gpu", "gpu:1", "gpu:0,3"):
                self.check_failed(run("count", "--device", device, missing), FAILED, "gpu: none")
            for algorithm in ("gpu-adaptive", "trust"):
                result = run("count", "--algorithm", algorithm, missing)
                self.check_failed(result, FAILED, "gpu: none")

    def test_a_suffix_is_its_format(self):
        edges = self.write("g.abc", DIAMOND)
        for alias in ("txt", "csv", "el", ".tsv", "EDGELIST"):
            answer = self.run_json("count", edges, "--format", alias)
            self.assertEqual((answer["triangles"], answer["format"]), (2, "edges"))
        metis = self.write("m.abc", "3 3\n2 3\n1 3\n1 2\n")
        answer = self.run_json("count", metis, "--format", "graph")
        self.assertEqual((answer["triangles"], answer["format"]), (1, "metis"))
        self.check_failed(run("count", edges, "--format", "adj"), BAD_INPUT,
                          "'adj'", "adjacency, ligra-binary")
        self.check_failed(run("count", edges, "--format", "mtx"), BAD_INPUT, "Matrix Market")
        written = self.run_done("convert", edges, "-", "--to", "mtx").stdout
        self.assertTrue(written.startswith(b"%%MatrixMarket"))

    def test_options_without_effect(self):
        """Each verb takes only what it uses, and its whole help shows no more."""
        path = self.write("g.txt", DIAMOND)
        values = {
            "--algorithm": "auto", "--device": "cpu", "--option": "a.b=1", "--threads": "1",
            "--isa": "auto", "--memory": "1G", "--device-memory": "1G", "--blocks": "1",
            "--partition": "trust", "--relabel": "input",
            "--format": "edges", "--order": "auto", "--prepare": "auto", "--ids": "number",
            "--strict": None, "--verify": None, "--json": None, "--quiet": None,
            "--progress": "never",
        }
        machine = {"--threads", "--isa", "--memory", "--progress", "--json", "--quiet"}
        reading = machine | {"--format", "--ids", "--strict", "--order", "--prepare"}
        cutting = {"--blocks", "--device-memory", "--partition"}
        counting = reading | cutting | {"--algorithm", "--device", "--verify", "--option"}
        verbs = {
            ("count", path): counting | {"--relabel"},
            ("vertex", path): counting,
            ("edge", path): counting,
            ("list", path): reading | cutting | {"--algorithm", "--device", "--verify"},
            ("info", path): reading | cutting | {"--relabel"},
            ("convert", path, self.path("o.txt")): reading,
            ("generate", "complete", "-o", self.path("o.txt")): machine,
            ("algorithms",): {"--json"},
            ("formats",): {"--json"},
            ("bench", path): counting - cutting | {"--relabel"},
        }
        for command, taken in verbs.items():
            verb_help = self.run_text(command[0], "--help=all")
            for option, value in values.items():
                with self.subTest(command=command, option=option):
                    shown = re.search(rf"\n  (-\w,|   ) {option}[ =]", verb_help) is not None
                    self.assertEqual(shown, option in taken)
                    if option not in taken:
                        result = run(*command, option, *([value] if value else []))
                        self.check_failed(result, USAGE, option, "no effect")
        self.check_failed(run("formats", "-q"), USAGE, "-q", "no effect")
        self.check_failed(run("count", "-a", "trust", path), USAGE, "no effect", "'--algorithm'")

    def test_a_message_is_one_line_whatever_was_typed(self):
        self.check_failed(run("count\n\x1b[31m"), USAGE, "count??[31m")

    def test_an_option_given_twice(self):
        """The last one counts: an alias may have the first."""
        path = self.write("g.txt", DIAMOND)
        answer = self.run_json("count", path, "--threads", "2", "--threads=1", "--algorithm",
                               "cpu-hash-vertex", "--algorithm", "cpu-merge-edge")
        self.assertEqual((answer["threads"], answer["algorithm"]), (1, "cpu-merge-edge"))

    def test_long_words(self):
        word = "x" * 100000
        self.check_failed(run(word), USAGE)
        self.check_failed(run("count", "--" + word), USAGE)
        self.check_failed(run("count", "--algorithm", word, "-"), USAGE)

    def test_no_verb_shows_first_steps_on_stderr(self):
        result = run()
        self.assertEqual((result.returncode, result.stdout), (USAGE, b""))
        shown = result.stderr.decode()
        self.assertLess(shown.count("\n"), 20)
        for verb in re.findall(r"^  tricorn (\w+)", shown, re.MULTILINE):
            self.run_done(verb, "--help")
        piped = re.search(r"tricorn (generate [^|]*) \| tricorn (count -)", shown)
        made = self.run_done(*piped[1].split())
        self.run_done(*piped[2].split(), stdin=made.stdout)

    def test_folders_and_patterns(self):
        graph = self.write("a.txt", DIAMOND)
        other = self.write("b.txt", DIAMOND)
        self.write("README", "no graph\n")
        self.check_failed(run("count", self.folder), FAILED, "suffixes differ", "README, a.txt", "a glob")
        os.mkdir(self.path("empty"))
        self.check_failed(run("count", self.path("empty")), BAD_INPUT, "is empty")
        self.check_failed(run("count", self.folder), FAILED, "empty: is a folder among the parts")
        self.check_failed(run("count", self.path("*.nope")), FAILED, "the name of no file fits this pattern")
        self.check_failed(run("info", graph, other), USAGE, "one graph at a time, not 2 files",
                          "tricorn info -")


class Messages(ProgramTest):
    """What the library says of its options, the program says of its own."""

    def test_options(self):
        loop = self.write("loop.txt", "1 2\n2 2\n")
        banner = self.write("x.mtx", "1 2\n")
        large = self.write("large.txt", "".join(f"{i} {i + 1}\n" for i in range(200000)))
        for arguments, words in (
            (["count", "--strict", loop], ["without --strict"]),
            (["count", banner], ["give --format edges"]),
            (["count", "--memory", "1M", "--threads", "1", large], ["raise the limit by --memory "]),
            (["generate", "nonsense"], ["'nonsense'", "tricorn generate"]),
        ):
            result = run(*arguments)
            message = result.stderr.decode()
            with self.subTest(arguments=arguments, message=message):
                self.assertNotEqual(result.returncode, DONE)
                self.assertNotIn("the option '", message)
                for word in words:
                    self.assertIn(word, message)

    def test_a_file_may_bear_the_words_of_a_message(self):
        for name in ("the option 'x", "the option ''", "the option '=", "the option 'format",
                     "the option '" * 15):
            with self.subTest(name=name):
                self.check_failed(run("count", self.path(name)), FAILED, "cannot be opened")


class Help(ProgramTest):
    def test_program(self):
        for word in ("--help", "-h", "help"):
            result = self.run_done(word)
            self.assertEqual(result.stderr, b"")
            for verb in VERBS:
                self.assertIn(f"\n  {verb} ", result.stdout.decode())

    def test_verbs(self):
        for verb in VERBS:
            result = self.run_done(verb, "--help")
            text = result.stdout.decode()
            self.assertEqual(result.stderr, b"")
            self.assertEqual(run("help", verb).stdout, result.stdout)
            self.assertIn(f"\nUsage: tricorn {verb} [OPTION...]", text)
            self.assertIn(f"Examples:\n  tricorn {verb}", text)
            self.assertIn("--json", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 100, verb)

    def test_short_help_has_the_usual_options(self):
        """At most 20 in groups, each on one line; the whole help has these and the others."""
        for verb in re.findall(r"^  ([a-z]+) {2,}", run("--help").stdout.decode(), re.MULTILINE):
            short, whole = (self.run_text(verb, option) for option in ("--help", "--help=all"))
            usual, every = (OPTION.findall(text) for text in (short, whole))
            with self.subTest(verb=verb):
                self.assertLessEqual(len(usual), 20)
                self.assertEqual([one for one in every if one in usual], usual)
                shown = short.split("\nUsage: ")[1].split("\nExamples:")[0].splitlines()[2:]
                more = f"'tricorn {verb} --help=all' shows {len(every) - len(usual)} more."
                rest = [line for line in shown
                        if not OPTION.match(line) and line not in GROUPS and line]
                self.assertEqual(rest, [more] if len(every) > len(usual) else [])
                self.assertIn("may be given again add up.", " ".join(whole.split()))

    def test_help_of_count_fits_a_screen(self):
        self.assertLessEqual(len(run("count", "--help").stdout.splitlines()), 45)
        self.assertEqual(len(OPTION.findall(run("count", "--help=all").stdout.decode())), 37)

    def test_help_before_other_words(self):
        for words in (["--help", "missing.txt"], ["missing.txt", "-h"], ["--json", "--help"]):
            self.assertEqual(self.run_done("count", *words).stdout, run("help", "count").stdout)

    def test_version(self):
        text = self.run_text("--version")
        self.assertRegex(text, r"\Atricorn \d+\.\d+\.\d+\ncompiler  .+\nGPU part  (none|/.+)\n\Z")


class Output(ProgramTest):
    def commands(self):
        path = self.write("g.txt", DIAMOND)
        return (
            ["count", path],
            ["count", "--json", path],
            ["info", path],
            ["algorithms"],
            ["--help"],
            ["generate", "complete", "vertices=5"],
            ["convert", "--to", "edges", path, "-"],
        )

    def test_full_disk(self):
        for command in self.commands():
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                result = run(*command, stdout=full)
                self.assertEqual(result.returncode, FAILED, result.stderr)
                self.assertIn(b"tricorn: ", result.stderr)
                self.assertIn(b"No space left on device", result.stderr)

    def test_a_file_that_may_not_grow(self):
        for command in (*self.commands(), ["report", self.path("g.txt"), "-o", self.path("out")]):
            with self.subTest(command=command), open(self.path("out"), "wb") as out:
                result = run(*command, stdout=out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
                self.assertEqual(result.returncode, FAILED, result.stderr)
                self.assertIn(b"File too large", result.stderr)

    def test_a_small_stack(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_STACK, (65536, 65536))
        self.check_failed(run("count", self.write("g.txt", DIAMOND), preexec_fn=limit), FAILED, "ulimit -s 512")

    def test_reader_that_has_gone(self):
        for command in self.commands():
            with self.subTest(command=command):
                read, written = os.pipe()
                os.close(read)
                result = run(*command, stdout=written)
                os.close(written)
                self.assertEqual(result.returncode, -signal.SIGPIPE, result.stderr)
                self.assertNotIn(b"tricorn: ", result.stderr)

    def test_reader_that_has_gone_where_that_is_ignored(self):
        """As it is below a parent that ignores the signal: then it is an error like others."""
        for command in self.commands():
            with self.subTest(command=command):
                read, written = os.pipe()
                os.close(read)
                words = ["sh", "-c", 'trap "" PIPE; exec "$@"', "sh", PROGRAM, *command]
                result = subprocess.run(words, stdout=written, stderr=subprocess.PIPE,
                                        check=False)
                os.close(written)
                self.assertEqual(result.returncode, FAILED, result.stderr)
                self.assertIn(b"Broken pipe", result.stderr)

    def test_reader_that_takes_some_lines(self):
        """Its output is whole as far as it went, and nothing is said."""
        path = self.path("g.txt")
        self.run_done("generate", "complete", "vertices=150", "-o", path)
        for command in (["list", path], ["edge", path], ["convert", "--to", "edges", path, "-"]):
            with self.subTest(command=command):
                program = start(*command, "--quiet")
                line = program.stdout.readline()
                program.stdout.close()
                self.assertEqual(program.stderr.read(), b"")
                program.stderr.close()
                self.assertTrue(line.endswith(b"\n"))
                self.assertIn(program.wait(), (-signal.SIGPIPE, DONE))

    def test_closed_stdout(self):
        for command in self.commands():
            with self.subTest(command=command):
                words = ["sh", "-c", 'exec "$@" >&-', "sh", PROGRAM, *command]
                result = subprocess.run(words, stderr=subprocess.PIPE, check=False)
                self.assertEqual(result.returncode, FAILED, result.stderr)

    def test_closed_stderr_does_not_get_into_the_output(self):
        path, out = self.write("g.txt", DIAMOND), self.path("out.txt")
        words = ["sh", "-c", 'exec "$@" 2>&-', "sh", PROGRAM, "convert", path, out]
        self.assertEqual(subprocess.run(words, check=False).returncode, DONE)
        self.assertEqual(len(edges_of(out)), 5)


def edges_of(path):
    with open(path, encoding="ascii") as file:
        return [line for line in file if not line.startswith(("#", "%"))]


if __name__ == "__main__":
    main()
