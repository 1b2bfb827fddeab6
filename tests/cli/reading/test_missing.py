"""Values that are missing: --missing error, drop and keep, on random tables with gaps of every kind, against a
count of the rows that have none."""

import json
import random

from program import BAD_INPUT, USAGE, ProgramTest, main, memory_option, run, triangles

# STR_NA_VALUES of pandas, the words of R, SQL, Go, .NET, JavaScript and Excel, and the signs of Weka and SAS.
GAPS = ["NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>", "#N/A", "#NA", "", "-NaN", "-nan", "1.#IND",
        "1.#QNAN", "-1.#IND", "-1.#QNAN", "#N/A N/A", "\\N", "NaT", "(null)", "<null>", "nil", "<nil>", "N.A.",
        "(none)", "(blank)", "\\\\N", "undefined", "?", "-", ".", "...", "''",
        "<none>", "#NULL!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#DIV/0!", "\u2013", "\u2014", "NA_integer_", "NA_real_",
        "NA_character_"]
BLANKS = ["", " ", "  ", "\t"]


def gap_of(draw, separator, quoted, weights):
    """A missing value as it is written in a table: in any case of its letters, or blanks within quotes."""
    blanks = separator in " \t"
    # A line that begins with "- " may be a comment.
    fits = [gap for gap in GAPS if not (gap == "-" and blanks) and not (blanks and " " in gap) and not (gap[:1] == "#" and (weights or separator == " "))
            and not (separator == " " and gap == "")]
    gap = draw.choice(fits)
    gap = draw.choice([gap, gap.lower(), gap.upper(), gap.title()])
    return draw.choice(BLANKS) if quoted and gap == "" else gap


def rows_with_gaps(seed, name, weights=False):
    """Rows of two ids and perhaps a weight, of which some are gaps (None), and those without one."""
    draw = random.Random(seed)
    rows = []
    for _ in range(draw.randrange(20, 120)):
        row = [name(draw.randrange(12)), name(draw.randrange(12))] + [draw.choice([1.5, 2.0, 0.25])] * weights
        if draw.random() < 0.2:
            row[draw.randrange(len(row))] = None
        rows.append(row)
    return rows, [row for row in rows if None not in row]


def written(rows, draw, separator, quoted=False):
    """The rows as text, with a gap of any kind where a value is None, in quotes where words are."""
    lines = []
    for row in rows:
        fields = [gap_of(draw, separator, quoted, len(row) > 2) if value is None else str(value) for value in row]
        if quoted:
            fields = [f'"{field}"' for field in fields]
        lines.append(separator.join(fields))
    return "\n".join(lines) + "\n"


class Missing(ProgramTest):
    def check_dropped(self, text, kept, rows, *options):
        answer = self.run_json("count", "-q", "--missing", "drop", *options, "-", stdin=text)
        self.assertEqual(answer["triangles"], triangles([row[:2] for row in kept]), text)
        self.assertEqual(answer["missing"], len(rows) - len(kept), text)
        self.assertEqual(answer["input_edges"], len(kept))
        ends = {end for row in kept if row[0] != row[1] for end in row[:2]}
        self.assertEqual(answer["vertices"], len(ends), text)

    def test_numbers_and_words(self):
        for seed in range(40):
            words = seed % 2 == 1
            rows, kept = rows_with_gaps(seed, (lambda x: f"v{x}") if words else (lambda x: x))
            draw = random.Random(-seed)
            separator = draw.choice([",", "\t", ";", " "])
            options = ["--ids", "string"] if seed % 4 == 1 else []  # else the first lines say it
            text = written(rows, draw, separator, quoted=words and draw.random() < 0.5)
            self.check_dropped(text, kept, rows, *options, "--threads", str(1 + seed % 3))
            first = next(i for i, row in enumerate(rows, 1) if None in row)
            result = run("count", "-q", *options, "-", stdin=text)
            self.check_failed(result, BAD_INPUT, f"standard input:{first}: column", "--missing drop")

    def test_lines_that_are_left_out_are_no_lists(self):
        text = "a\tb\nb\tc\na,b,c\tNA\nc\ta\n"
        found = self.run_json("count", "--ids", "string", "--missing", "drop", "-", stdin=text)
        self.assertEqual((found["triangles"], found["missing"]), (1, 1))
        self.check_failed(run("count", "--ids", "string", "--missing", "keep", "-", stdin=text), BAD_INPUT, "lists")

    def test_weights(self):
        for seed in range(10):
            rows, kept = rows_with_gaps(seed, lambda x: x, weights=True)
            text = written(rows, random.Random(seed), random.Random(seed).choice([",", "\t", " "]))
            options = ("cluster", "--weighted", "barrat", "--combine", "sum", "-q")
            plain = "".join(f"{u} {v} {w}\n" for u, v, w in kept)
            expected = self.run_json(*options, "-", stdin=plain)
            found = self.run_json(*options, "--missing", "drop", "-", stdin=text)
            for key in ("average_clustering", "largest_weight", "vertices", "edges"):
                self.assertEqual(found[key], expected[key])
            self.assertEqual(found["missing"], len(rows) - len(kept))
        result = run("cluster", "--weighted", "onnela", "-", stdin="1 2 0.5\n2 3 nan\n")
        self.check_failed(result, BAD_INPUT, ":2: column 3, the weight, has no value (nan)", "--missing drop")

    def test_json_lines(self):
        for seed in range(10):
            words = seed % 2 == 1
            rows, kept = rows_with_gaps(seed, (lambda x: f"v{x}") if words else (lambda x: x))
            draw = random.Random(-seed)
            gap = lambda x: draw.choice([None, gap_of(draw, ",", True, False)]) if x is None else x
            text = "".join(json.dumps({"source": gap(u), "target": gap(v)}) + "\n" for u, v in rows)
            text = text.replace("<", draw.choice(["<", "\\u003c"]))
            options = ["--ids", "string"] if words else []
            self.check_dropped(text, kept, rows, *options)
            first = next(i for i, row in enumerate(rows, 1) if None in row)
            self.check_failed(run("count", *options, "-", stdin=text), BAD_INPUT, f":{first}: column", "--missing drop")
        named = '{"source":"NA","target":"b"}\n{"source":"b","target":"c"}\n{"source":"c","target":"NA"}\n'
        self.check_failed(run("count", "--ids", "string", "-", stdin=named), BAD_INPUT, "--missing keep")
        answer = self.run_json("count", "--ids", "string", "--missing", "keep", "-", stdin=named)
        self.assertEqual(answer["triangles"], 1)

    def test_names_are_kept(self):
        """Namibia is a vertex; an empty field is none."""
        text = "NA,ZA\nZA,BW\nBW,NA\n"
        self.check_failed(run("count", "--ids", "string", "-", stdin=text), BAD_INPUT, ":1: column 1", "(NA)",
                          "--missing drop", "--missing keep")
        for form in (text, text.replace("NA", '"NA"')):
            answer = self.run_json("count", "--ids", "string", "--missing", "keep", "-", stdin=form)
            self.assertEqual((answer["triangles"], answer["missing"]), (1, 0))
        for rule in ("keep", "error"):
            self.check_failed(run("count", "--ids", "string", "--missing", rule, "-", stdin="a,b\n,c\n"), BAD_INPUT,
                              ":2: column 1, an id, is empty")
        self.check_failed(run("count", "--missing", "keep", "-", stdin="1,2\nNA,3\n"), BAD_INPUT, ":2")

    def test_what_is_no_gap(self):
        """Another fault of a line stays a fault; comments stay comments; a header is none of the gaps."""
        drop = ("count", "--missing", "drop", "-")
        self.check_failed(run(*drop, stdin="1,2\nx,NA\n3,1\n"), BAD_INPUT, ":2", "--ids string")
        self.check_failed(run(*drop, stdin="1,2\n3,NA,4\n"), BAD_INPUT, ":2")
        answer = self.run_json(*drop, stdin="# NA, 3\nsource,target\nNA,3\n1,2\n#NA,4\n2,3\n3,1\n")
        self.assertEqual((answer["triangles"], answer["missing"]), (1, 2))
        answer = self.run_json(*drop, stdin="NA,NA\n1,2\n2,3\n3,1\n")
        self.assertEqual((answer["triangles"], answer["missing"]), (1, 1))
        self.check_failed(run("count", "--missing", "maybe", "-", stdin="1 2\n"), USAGE, "drop")

    def test_large_files(self):
        """The number is exact for threads that read chunks, strictly, and beyond memory."""
        draw = random.Random(1)
        edges = sorted({(draw.randrange(50000), 50000 + draw.randrange(50000)) for _ in range(300000)})
        closed = [(0, 100000), (100000, 100001), (100001, 0)]
        lines = [f"{u * 7919},{v * 7919}\n" for u, v in edges + closed]
        lines += [f"{u},{draw.choice(GAPS)}\n" for u in range(3333)]
        draw.shuffle(lines)
        path = self.write("large.csv", "".join(lines))
        for options in ([], ["--threads", "1"], ["--threads", "4"], ["--strict"], ["--ids", "string"],
                        memory_option(18), ["--work", self.path("work")], ["--work", self.path("work")],
                        ["--work", self.path("joined"), "--join"]):
            answer = self.run_json("count", "-q", "--missing", "drop", *options, path)
            self.assertEqual((answer["missing"], answer["triangles"], answer["edges"]), (3333, 1, len(edges) + 3), options)
        result = run("count", "--missing", "drop", path)
        self.assertIn("left out 3333 lines without a value", result.stderr.decode())


if __name__ == "__main__":
    main()
