"""tricorn motif: temporal motifs against all triples of edges, and how times are read."""

import itertools
import random

from program import BAD_INPUT, USAGE, ProgramTest, main, run

# The second edge of each row and the third one of each column, where the first edge leads from 1 to 2.
ROWS = [(3, 2), (2, 3), (3, 1), (1, 3), (2, 1), (1, 2)]
COLUMNS = ROWS[::-1]


def motifs(edges, window):
    """The table of motifs of edges (u, v, time), by the definition: all triples in the order of their times."""
    table = [[0] * 6 for _ in range(6)]
    ordered = sorted((edge for edge in edges if edge[0] != edge[1]), key=lambda edge: edge[2])
    for first, second, third in itertools.combinations(ordered, 3):
        names = {first[0]: 1, first[1]: 2}
        for vertex in (*second[:2], *third[:2]):
            names.setdefault(vertex, len(names) + 1)
        if len(names) <= 3 and third[2] - first[2] <= window:
            row, column = ((names[edge[0]], names[edge[1]]) for edge in (second, third))
            table[ROWS.index(row)][COLUMNS.index(column)] += 1
    return table


def text_of(edges, form="{}\t{}\t{}\n", begin="source\ttarget\ttime\n"):
    return begin + "".join(form.format(*edge) for edge in edges)


class Motif(ProgramTest):
    def table(self, text, window, *words, name="g.txt"):
        words = "motif", "--window", str(window), self.write(name, text), *words
        printed = [[int(number) for number in line.split()] for line in self.run_text(*words).splitlines()]
        found = self.run_json(*words)
        self.assertEqual(printed, [[found["motifs"][f"M{i}{j}"] for j in range(1, 7)] for i in range(1, 7)])
        return printed

    def test_random_graphs(self):
        draw = random.Random(7)
        for case in range(60):
            vertices, count, span = draw.choice((3, 4, 7)), draw.choice((3, 20, 45)), draw.choice((3, 30, 10**12))
            edges = [(draw.randrange(vertices), draw.randrange(vertices), draw.randint(-span, span)) for _ in range(count)]
            window = draw.choice((0, 1, 5, 30, 10**12, 2**64 - 2))
            with self.subTest(case=case, window=window):
                self.assertEqual(self.table(text_of(edges), window, "--threads", draw.choice("123")), motifs(edges, window))

    def test_forms(self):
        draw = random.Random(8)
        edges = [(draw.randrange(6), draw.randrange(6), draw.randint(-100, 100)) for _ in range(100)]
        forms = [(text_of(edges, "{} {} {}\n", ""), "g.txt"), (text_of(edges, "n{}\tn{}\t{}.0\n"), "g.txt"),
                 (text_of(edges, '{{"target": {1}, "source": {0}, "time": {2}}}\n', ""), "g.jsonl"),
                 (text_of(edges, "[{}, {}, {}]\n", ""), "h.jsonl"),
                 (text_of([(u + 1, v + 1, time) for u, v, time in edges], "{} {} 1 {}\n", "% asym positive\n"), "out.g"),
                 (text_of([(u * 2**40, v * 2**40, time - 2**63 + 100) for u, v, time in edges]), "g.txt")]
        for text, name in forms:
            with self.subTest(text=text[:40]):
                columns = () if "time" in text or "asym" in text else ("--columns=source=1,target=2,time=3",)
                self.assertEqual(self.table(text, 20, *columns, name=name), motifs(edges, 20))
        late = [edge for edge in edges if edge[2] >= 0]
        self.assertEqual(self.table(text_of(edges), 20, "--where", "time>=0"), motifs(late, 20))

    def test_times(self):
        dates = "source,target,date\na,b,2024-01-31\nb,a,2024-01-31T00:00:10Z\na,b,2024-01-31 01:00:00+01:00\n"
        self.assertEqual(self.table(dates, 10), motifs([(1, 2, 0), (2, 1, 10), (1, 2, 0)], 10))
        self.assertEqual(self.table(dates, 9), motifs([], 9))
        begin = "source,target,time\n1,2,"
        for text, word in ((begin + "0.5\n", "g.txt:2:"), (begin + "9007199254740993.0\n", "whole number"),
                           (begin + "5\n2,1,2024-01-31\n", "g.txt:3:"), (begin + "9223372036854775808\n", "64 bits"),
                           (begin + "soon\n", "no time"), ("1 2\n2 3\n", "no column 3"), ("1 2 3\n2 3 4\n", "columns time="),
                           ("% sym positive\n1 2 1 5\n", "no directions"), ("*Vertices 2\n*Arcs\n1 2 3\n", "edges, konect")):
            with self.subTest(text=text):
                self.check_failed(run("motif", "--window=5", self.write("g.txt", text), "--threads=1"), BAD_INPUT, word)
        self.check_failed(run("motif", self.write("g.txt", "1 2 3\n")), USAGE, "--window")

    def test_closed_forms(self):
        count = 3000
        pair = self.table(text_of((1, 2, time) for time in range(count)), count)
        self.assertEqual((pair[5][0], sum(map(sum, pair))), (count * (count - 1) * (count - 2) // 6,) * 2)


if __name__ == "__main__":
    main()
