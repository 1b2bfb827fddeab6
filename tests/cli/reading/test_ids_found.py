"""Ids that nobody has said to be numbers or words: what the first lines decide, on random tables of words against a
count, and on texts that are something else, which stay refused."""

import hashlib
import json
import random
import uuid

from program import BAD_INPUT, ProgramTest, main, run, triangles

NAMES = {
    "people": lambda x: ["Ann", "Bob", "Eve", "Zoë", "Jean-Luc", "O'Neil", "al_x", "李雷", "M.Curie", "b2", "c", "dd", "e_1",
                         "Franz"][x],
    "proteins": lambda x: f"9606.ENSP{x:05}",
    "mails": lambda x: f"user{x}@example.org",
    "paths": lambda x: f"src/io/file{x}.c",
    "addresses": lambda x: f"10.{x * 7}.0.{x}",
    "researchers": lambda x: f"0000-0002-18{x + 10}-009X",
    "uuids": lambda x: str(uuid.UUID(int=(x + 1) * 0x12345678901234567890123456789ABC % 2**128)),
    "commits": lambda x: hashlib.sha1(b"%d" % x).hexdigest()[:8],  # some are digits alone, or like 12e45678
    "hashes": lambda x: hashlib.sha512(b"%d" % x).hexdigest(),
    "wallets": lambda x: "0x" + hashlib.sha1(b"w%d" % x).hexdigest(),
    "shops": lambda x: f"\u5e97{x}",
    "mixed": lambda x: str(x) if x % 7 == 3 else f"AS{x}",
}
REFUSED = [
    "the quick\nbrown fox\njumps over\nthe lazy\ndog again\n",
    "John Smith\nJane Doe\nMary Jones\n",
    "ERROR timeout\nINFO started\nERROR refused\nINFO stopped\n",
    "import os\nimport sys\nimport json\n",
    "a b\n",
    "a b\nc d\ne f\n",
    "person,other\nann,bob\nbob,eve\neve,ann\n",  # perhaps names of columns
    "name: ann\nage: 3\nname: bob\nage: ann\n",
    "a b c\nb c d\nc d a\n",
    "a,b,c\nb,c,a\nc,a,b\n",
    "a b 1 x\nb c 2 y\nc a 3 z\n",
    "1 2\n2 3\n3 x\nx 1\n",
    "1,a\n2,b\na,1\n",
    "x = y\ny = z\n",
    "1.5 2.5\n2.5 1.5\n1.5 3.5\n",
    "1.0 2.0\n2.0 1.0\n3.0 1.0\n",
    "-1 -2\n-2 -3\n-3 -1\n",
    "(a b)\n(b c)\n(c a)\n",
    "a; b;\nb; a;\n",
    "1:2 2:3\n2:3 3:1\n3:1 1:2\n",
    "2026-01-31 2026-02-01\n2026-02-01 2026-02-03\n2026-02-03 2026-01-31\n",
    "2026-01-31T12:00 2026-02-01T12:00\n2026-02-01T12:00 2026-01-31T12:00\n",
    "1e+05 2e+05\n2e+05 3e+05\n3e+05 1e+05\n",
    "15e0e0 1e0e0\n1e0e0 2e0e0\n2e0e0 15e0e0\n",
    "0x1f 0x2f\n0x2f 0x3f\n0x3f 0x1f\n",
    "1.000.001 1.000.002\n1.000.002 1.000.003\n1.000.003 1.000.001\n",
    "18446744073709551616 1\n1 2\n",
    "d41d8cd98f a/file1.txt\nb026324c69 a/file2.txt\n26ab0db90d a/file3.txt\n",  # what md5sum writes
    "127.0.0.1 host1\n10.0.0.2 host2\n10.0.0.3 host3\n",
    "1a 2b\n",
    "f(x) g(x)\ng(x) h(x)\nh(x) f(x)\n",
    "# x\nann bob 1\n# y\nbob eve 2\neve ann 3\nbob ann 4\n",  # the rest of a comment of two lines, or an edge
    "#a b\nb c\nc a\nb a\n",
    "a\nb\nc\n",
]


class Found(ProgramTest):
    def test_tables_of_words(self):
        for seed, (name, of) in enumerate(NAMES.items()):
            draw = random.Random(seed)
            edges = [tuple(draw.sample(range(14), 2)) for _ in range(70)]
            for separator in ("\t", ",", ";", " "):
                for header, weight in ((False, False), (True, False), (False, True), (True, True)):
                    lines = [separator.join(["source", "target"] + ["weight"] * weight)] * header
                    lines += [separator.join([of(u), of(v)] + [f"{draw.random():.3f}"] * weight) for u, v in edges]
                    text = "\n".join(lines) + "\n"
                    answer = self.run_json("count", "-q", "-", stdin=text)
                    self.assertEqual(answer["triangles"], triangles(edges), text[:80])
                    self.assertIn("ids are words: 1, 01 and 1.0 are three vertices", answer["dialect"])
                    self.assertEqual(answer["edges"], len({frozenset(edge) for edge in edges}), name)

    def test_numbers_stay_numbers(self):
        answer = self.run_json("count", "-", stdin="1 2\n02 3\n3 01\n")
        self.assertEqual((answer["triangles"], answer["dialect"]), (1, "space, columns 1 and 2 of 2"))

    def test_lines_of_json(self):
        edges = [tuple(random.Random(4).sample("abcdefghij", 2)) for _ in range(1)] + [("a", "b"), ("b", "c"), ("c", "a")]
        for form in (lambda u, v: {"source": u, "target": v}, lambda u, v: [u, v]):
            text = "".join(json.dumps(form(u, v)) + "\n" for u, v in edges)
            self.assertEqual(self.run_json("count", "-", stdin=text)["triangles"], triangles(edges))

    def test_what_stays_refused(self):
        for text in REFUSED:
            result = run("count", "-", stdin=text)
            self.assertEqual(result.returncode, BAD_INPUT, (text, result.stdout))

    def test_a_later_word(self):
        """The first lines have numbers alone: a word behind them is an error, and --ids string reads the file."""
        for seed in range(6):
            draw = random.Random(seed)
            of = list(NAMES.values())[seed]
            edges = [tuple(draw.sample(range(3000), 2)) for _ in range(12000)]
            edges += [tuple(draw.sample([0, 1, 2, 3, *map(of, range(4))], 2)) for _ in range(40)]
            separator = draw.choice("\t, ")
            text = "".join(f"{u}{separator}{v}\n" for u, v in edges)
            self.check_failed(run("count", "-", stdin=text), BAD_INPUT, "is no vertex id", "--ids string", "1 and 01")
            found = self.run_json("count", "-q", "--ids", "string", "-", stdin=text)
            self.assertEqual(found["triangles"], triangles([(str(u), str(v)) for u, v in edges]), seed)

    def test_the_caller_knows_the_columns(self):
        """Then the ids may have any form but that of numbers."""
        edges = [("a b", "(c)"), ("(c)", "f(x)=1"), ("f(x)=1", "a b")]
        text = "".join(f"{u},{v},x\n" for u, v in edges)
        for options, head in ((["--columns", "1,2"], ""), ([], "source,target,kind\n")):
            self.assertEqual(self.run_json("count", "-q", *options, "-", stdin=head + text)["triangles"], 1)
            numbers = head + "1.0,-2,x\n-2,3e5,x\n3e5,1.0,x\n"
            self.check_failed(run("count", *options, "-", stdin=numbers), BAD_INPUT, "is no vertex id")

    def test_a_header_that_only_the_caller_knows(self):
        text = "person,other\nann,bob\nbob,eve\neve,ann\n"
        self.check_failed(run("count", "-", stdin=text), BAD_INPUT, "--header")
        self.assertEqual(self.run_json("count", "--header", "yes", "-", stdin=text)["vertices"], 3)
        self.assertEqual(self.run_json("count", "--header", "no", "-", stdin=text)["vertices"], 5)

    def test_said_to_be_numbers(self):
        text = "ann bob\nbob eve\neve ann\n"
        self.assertEqual(self.run_json("count", "-", stdin=text)["triangles"], 1)
        self.check_failed(run("count", "--ids", "number", "-", stdin=text), BAD_INPUT, "is no vertex id", "--ids string")

    def test_pairs_have_the_ids_of_the_graph(self):
        graph = self.write("g.txt", "ann bob\nbob eve\neve ann\neve tom\n")
        pairs = self.write("p.txt", "ann tom\n")
        result = self.run_done("similar", "-q", "--measure", "common", "--pairs", pairs, graph)
        self.assertEqual(result.stdout.split(), [b"ann", b"tom", b"1"])


if __name__ == "__main__":
    main()
