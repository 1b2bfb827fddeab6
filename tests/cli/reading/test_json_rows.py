"""Lines of JSON are rows of a table: a random table gives the same graph, weights and census as a CSV and as lines
of JSON, whose keys come in any order on each line, and of which those without a value may be left out."""

import csv
import io
import json
import random

from program import BAD_INPUT, ProgramTest, main, run

ENDS = ("source,target", "from,to", "payer,payee", "user_a,user_b", "caller_id,callee_id", "i,j", "subject,object")
KINDS = ("onnela", "barrat")


class RandomTable:
    """Rows as dicts; None: the value is missing."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        draw = self.draw
        self.words = draw.random() < 0.5
        self.source, self.target = draw.choice(ENDS).split(",")
        self.weight = draw.choice(("weight", "amount", "score"))
        self.keys = [self.source, self.target, self.weight, "timestamp", "label"]
        draw.shuffle(self.keys)
        name = (lambda v: f"v{v}") if self.words else (lambda v: v)
        gaps = draw.random() < 0.3
        self.rows = []
        for _ in range(draw.randrange(5, 40)):
            row = {self.source: name(draw.randrange(9)), self.target: name(draw.randrange(9)), "label": "x",
                   self.weight: draw.choice((1, 2.5, 0.25, 7)), "timestamp": draw.randrange(1000)}
            if gaps and draw.random() < 0.2:
                row[draw.choice((self.source, self.target, self.weight))] = None
            self.rows.append(row)
        self.options = ["--ids", "string"] * self.words + ["--missing", "drop"] * gaps

    def csv(self):
        text = io.StringIO()
        writer = csv.DictWriter(text, self.keys, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue()

    def jsonl(self):
        """The first line has all keys, so that their order in the table is that of the CSV."""
        lines = []
        for number, row in enumerate(self.rows):
            keys = list(self.keys)
            if number > 0:
                self.draw.shuffle(keys)
                keys = [key for key in keys if row[key] is not None or self.draw.random() < 0.5]
            lines.append(json.dumps({key: row[key] for key in keys}) + "\n")
        return "".join(lines)


class JsonRows(ProgramTest):
    def answers(self, text, suffix, options, weights):
        path = self.write("table" + suffix, text)
        answers = [self.run_json(verb, "-q", path, *options) for verb in ("count", "census")]
        for kind in KINDS:
            done = run("cluster", "-q", "--weighted", kind, "--vertices", "--to", "jsonl", path, *options, *weights)
            answers.append(sorted(self.check_done(done).stdout.splitlines()))
        return [{key: value for key, value in answer.items() if key in ("triangles", "edges", "vertices", "triads",
                                                                        "missing", "input_edges")}
                if isinstance(answer, dict) else answer for answer in answers]

    def test_same_as_csv(self):
        for seed in range(60):
            table = RandomTable(seed)
            weights = ["--combine", table.draw.choice(("sum", "mean", "min", "max", "first"))]
            options = list(table.options)
            if seed % 3 == 1:
                options += ["--columns", f"target={table.source},source={table.target},weight={table.weight}"]
            elif seed % 3 == 2:
                weights += ["--weights", table.weight]
            with self.subTest(seed=seed, options=options):
                lines = table.jsonl()
                found = self.answers(lines, ".jsonl", options, weights)
                named = ["--header", "yes"] * (table.words and table.source == "i")  # else they may be an edge
                self.assertEqual(found, self.answers(table.csv(), ".csv", options + named, weights), lines)
                threads = self.answers(lines, ".jsonl", [*options, "--threads", "1"], weights)
                self.assertEqual(threads, found, lines)

    def test_weights_that_come_again(self):
        text = '{"source":1,"target":2,"weight":3}\n{"weight":4,"target":1,"source":2}\n'
        self.check_failed(run("cluster", "--weighted", "barrat", "-", stdin=text), BAD_INPUT, "combine")
        answer = self.run_json("cluster", "--weighted", "barrat", "--combine", "sum", "-", stdin=text)
        self.assertEqual(answer["largest_weight"], 7)

    def test_real_ids(self):
        """The remedy that is named counts them as they are written."""
        text = '{"source":1.0,"target":2.0}\n{"source":2.0,"target":3.0}\n{"source":3.0,"target":1.0}\n'
        self.check_failed(run("count", "-", stdin=text), BAD_INPUT, ":1: column 11", "--ids string")
        self.assertEqual(self.run_json("count", "--ids", "string", "-", stdin=text)["triangles"], 1)

    def test_one_line(self):
        for line in ('{"payer":1,"payee":2}', '{"p":1,"q":2,"amount":3}', '{"from":1,"c":{},"to":2}'):
            options = [] if "q" not in line else ["--columns", "p,q"]
            self.assertEqual(self.run_json("count", "-", *options, stdin=line)["edges"], 1)


if __name__ == "__main__":
    main()
