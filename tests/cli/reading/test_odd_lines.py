"""Lines that are no edges, among others or behind them, and columns that are empty on all lines: what the message
names makes the graph of the other lines, of which brute force says what is right."""

import random
import re
import subprocess

from program import BAD_INPUT, ProgramTest, main, run, sizes_of


def random_edges(draw, name):
    edges = {tuple(sorted(draw.sample(range(1, 12), 2))) for _ in range(draw.randint(6, 30))} | {(1, 2), (2, 3)}
    return [(name(u), name(v)) for u, v in sorted(edges)]


class OddLines(ProgramTest):
    def remedied(self, text, *options):
        """The text and the options of the first remedy, until one reads the text."""
        for _ in range(3):
            result = run("count", "-", *options, stdin=text)
            if result.returncode == 0:
                return self.sizes(text, *options)
            message = self.check_failed(result, BAD_INPUT)
            command = re.search(r"by ((?:awk|sed|grep) .*?) FILE > OUT", message)
            option = re.search(r"--(separator|columns) ([\w,]+)", message)
            if command and not (option and option.start() < command.start()):
                text = subprocess.run(command[1], shell=True, check=True, input=text.encode(), stdout=subprocess.PIPE).stdout.decode()
            else:
                self.assertTrue(option, message)
                options = (*options, "--" + option[1], option[2].rstrip(","))
        self.fail(message)

    def test_last_lines(self):
        """How many lines the others are, as a line of words."""
        draw = random.Random(1)
        for case in range(40):
            separator = draw.choice((",", "\t", " ", ";"))
            names = [lambda x: f"n{x}", str] + [lambda x: f"n{x} m", lambda x: f"{x}n"] * (separator != " ")
            name = draw.choice(names)
            edges = random_edges(draw, name)
            edges += [(name(u), name(u + 1)) for u in range(100, 9000 if case % 9 == 0 else 100)]
            weight = draw.choice(((), ("2.5",)))
            head = draw.choice(((), (separator.join(("source", "target", "weight")[:2 + len(weight)]),)))
            footer = draw.choice((("Total", str(len(edges))), (str(len(edges)), "rows"), ("SUM", str(len(edges)))))
            lines = [*head, *(separator.join([*edge, *weight]) for edge in [*edges, footer]), *draw.choice(((), ("", "# end")))]
            text = "\n".join(lines) + draw.choice(("\n", ""))
            given = ("--ids", "string", "--separator", {"\t": "tab", ",": "comma", ";": "semicolon", " ": "space"}[separator])
            with self.subTest(text=text[:200], footer=footer):
                message = self.check_failed(run("count", "-", *given, stdin=text), BAD_INPUT,
                                            f":{len(head) + len(edges) + 1}: the last line")
                self.assertEqual(self.remedied(text, *given), sizes_of(edges))
                more = ("--columns", re.search(r"--columns (\S+)", message)[1], *(("--header", "yes") * len(head)))
                self.assertEqual(self.sizes(text, *given, *more)[1], len(edges) + 1)
        for text, right in (("ann,bob\nbob,cid\nann,cid\nTotal,4\n", (5, 4, 1)),
                            ("ann,bob\nbob,Total\nann,Total\nTotal,3\n", (4, 4, 1)),
                            ("7,bob\nbob,cid\n7,cid\ncid,3\n", (4, 4, 1)),
                            ("ann,bob\nbob,cid\nann,cid\nTotoro,3\n", (5, 4, 1)),
                            ('ann,bob\nbob,cid\nann,cid\n"Total",3\n', (5, 4, 1))):
            self.assertEqual(self.sizes(text, "--ids", "string"), right, text)

    def test_odd_lines(self):
        draw = random.Random(1)
        for case in range(60):
            words = case % 2 == 0
            separator, weight = draw.choice((",", "\t", " ", ";")), draw.choice(((), ("2.5",)))
            edges = random_edges(draw, (lambda x: f"n{x}") if words else str)
            lines = [separator.join([*edge, *weight]) for edge in edges] * draw.choice((1, 1, 1, 3000))
            for _ in range(draw.choice((1, 1, 1, max(1, len(lines) // 10)))):
                odd = draw.choice(("EOF", "END", "loading", "n1", "7"))
                lines.insert(draw.randint(2, len(lines)), odd)
            text = draw.choice(("\n", "\r\n")).join(lines) + "\n"
            with self.subTest(text=text[:200], words=words):
                self.check_failed(run("count", "-", *(("--ids", "string") * words), stdin=text), BAD_INPUT, "1 column")
                self.assertEqual(self.remedied(text, *(("--ids", "string") * words)), sizes_of(edges))

    def test_columns_that_are_empty(self):
        draw = random.Random(2)
        for case in range(40):
            words = case % 2 == 0
            separator = draw.choice((",", "\t", ";"))
            edges = random_edges(draw, (lambda x: f"n{x}") if words else str)
            form = draw.choice(("{u}{s}{s}{v}", "{s}{u}{s}{v}", "{u} {v}{s}"))
            if form.startswith("{s}") and separator == "\t" or form.endswith("{s}") and separator == "\t":
                continue  # a tab may begin or end a line
            text = "".join(form.format(u=u, v=v, s=separator) + "\n" for u, v in edges)
            for options in (("--ids", "string") * words, ("--missing", "drop", *("--ids", "string") * words)):
                with self.subTest(text=text[:100], options=options):
                    self.check_failed(run("count", "-", *options, stdin=text), BAD_INPUT)
                    self.assertEqual(self.remedied(text, *options), sizes_of(edges))

    def test_a_word_among_numbers(self):
        """One line with a word is no edge, or ids are words."""
        draw = random.Random(3)
        for _ in range(20):
            separator = draw.choice((",", "\t", " "))
            edges = random_edges(draw, str)
            lines = [separator.join(edge) for edge in edges] * draw.choice((1, 1, 3000))
            lines.insert(draw.randint(2, len(lines)), separator.join(draw.choice((("3", "x"), ("Total", "7"), ("int", "int")))))
            text = "\n".join(lines) + "\n"
            with self.subTest(text=text[:100]):
                self.assertIn("if the ids are words", str(self.check_failed(run("count", "-", stdin=text), BAD_INPUT)))
                self.assertEqual(self.remedied(text), sizes_of(edges))

    def test_signs_and_digits_are_no_names(self):
        for form in ("-{}", "_{}", "::{}", "~{}"):
            for separator in ("\t", ","):
                rows = [(1, 2), (2, 3), (1, 3), (3, 0)]
                text = "".join(form.format(u) + separator + form.format(v) + "\n" for u, v in rows)
                self.assertEqual(self.sizes(text, "--ids", "string"), (4, 4, 1), text)


if __name__ == "__main__":
    main()
