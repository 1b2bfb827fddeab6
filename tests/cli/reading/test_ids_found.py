"""Ids that nobody has said to be numbers or words: what the first lines decide, on random tables of words against a
count, and on texts that are something else, which stay refused."""

import json
import random

from program import BAD_INPUT, ProgramTest, main, run, triangles

NAMES = {
    "people": lambda x: ["Ann", "Bob", "Eve", "Zoë", "Jean-Luc", "O'Neil", "al_x", "李雷", "M.Curie", "b2", "c", "dd", "e_1",
                         "Franz"][x],
    "proteins": lambda x: f"9606.ENSP{x:05}",
    "mails": lambda x: f"user{x}@example.org",
    "paths": lambda x: f"src/io/file{x}.c",
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
    "10.0.0.1 10.0.0.2\n10.0.0.2 10.0.0.3\n10.0.0.3 10.0.0.1\n",
    "f(x) g(x)\ng(x) h(x)\nh(x) f(x)\n",
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
                    answer = self.run_json("count", "-q", "--ids", "auto", "-", stdin=text)
                    self.assertEqual(answer["triangles"], triangles(edges), text[:80])
                    self.assertIn("ids are words: 1, 01 and 1.0 are three vertices", answer["dialect"])
                    self.assertEqual(answer["edges"], len({frozenset(edge) for edge in edges}), name)
                    said = self.run_json("count", "-q", "--ids", "string", "-", stdin=text)
                    self.assertEqual(said["triangles"], answer["triangles"])

    def test_numbers_stay_numbers(self):
        answer = self.run_json("count", "--ids", "auto", "-", stdin="1 2\n02 3\n3 01\n")
        self.assertEqual((answer["triangles"], answer["dialect"]), (1, "space, columns 1 and 2 of 2"))

    def test_lines_of_json(self):
        edges = [tuple(random.Random(4).sample("abcdefghij", 2)) for _ in range(1)] + [("a", "b"), ("b", "c"), ("c", "a")]
        for form in (lambda u, v: {"source": u, "target": v}, lambda u, v: [u, v]):
            text = "".join(json.dumps(form(u, v)) + "\n" for u, v in edges)
            self.assertEqual(self.run_json("count", "--ids", "auto", "-", stdin=text)["triangles"], triangles(edges))

    def test_what_stays_refused(self):
        for text in REFUSED:
            result = run("count", "--ids", "auto", "-", stdin=text)
            self.assertEqual(result.returncode, BAD_INPUT, (text, result.stdout))

    def test_said_to_be_numbers(self):
        text = "ann bob\nbob eve\neve ann\n"
        self.assertEqual(self.run_json("count", "--ids", "auto", "-", stdin=text)["triangles"], 1)
        self.check_failed(run("count", "--ids", "number", "-", stdin=text), BAD_INPUT, "is no vertex id", "--ids string")

    def test_pairs_have_the_ids_of_the_graph(self):
        graph = self.write("g.txt", "ann bob\nbob eve\neve ann\neve tom\n")
        pairs = self.write("p.txt", "ann tom\n")
        result = self.check_done(run("similar", "-q", "--ids", "auto", "--measure", "common", "--pairs", pairs, graph))
        self.assertEqual(result.stdout.split(), [b"ann", b"tom", b"1"])


if __name__ == "__main__":
    main()
