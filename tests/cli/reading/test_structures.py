"""Texts that look like edge lists and have another structure: each is counted right or refused.

A random graph is written in a form that nobody announces: lists of neighbours, facts of Prolog, LGL,
comments by unusual signs, two files joined into one, and so on.  What it means is known from the graph,
so the outcome must be its counts or a refusal.  Ordinary edge lists of the same graphs must still be read.

TRICORN_STRUCTURES=N runs N cases of each kind in place of a few.
"""

import json
import os
import random
import re
import shlex
import subprocess
import unittest

from program import BAD_INPUT, ProgramTest, run, triangles

CASES = int(os.environ.get("TRICORN_STRUCTURES", "4"))
SUFFIXES = [".txt", ".csv", ".edges", "", "-"]  # "-": a pipe


class Case:
    """A text, what it means (edges between names), and other vertices that it has."""

    def __init__(self, lines, edges, vertices=()):
        self.lines = lines
        self.edges = {frozenset(e) for e in edges if len(set(e)) == 2}
        self.vertices = {v for e in edges for v in e} | set(vertices)

    def triangles(self):
        return triangles(self.edges)

    def counts(self):
        return len(self.vertices), len(self.edges), self.triangles()


def random_ids(dice, count):
    kind = dice.choice(["numbers", "from one", "letters", "names", "mixed"])
    if kind == "from one":
        return [str(i + 1) for i in range(count)]
    if kind == "numbers":
        return [str(i) for i in dice.sample(range(10 * count), count)]
    if kind == "letters" and count <= 26:
        return [chr(ord("a") + i) for i in range(count)]
    if kind == "mixed":
        return [f"n{i}" if i % 2 else str(i) for i in range(count)]
    return [f"{dice.choice(['ann', 'bob', 'eve', 'x'])}{i}" for i in range(count)]


def random_graph(dice):
    count = dice.choice([3, 4, 6, 10, 20])
    names = random_ids(dice, count)
    density = dice.choice([0.2, 0.5, 0.8])
    edges = [(u, v) for i, u in enumerate(names) for v in names[i + 1 :] if dice.random() < density]
    edges = edges or [(names[0], names[1])]
    dice.shuffle(edges)
    return names, [e if dice.random() < 0.5 else e[::-1] for e in edges]


def neighbours(dice, edges):
    """Lists of neighbours: each edge from both ends, or from one."""
    both = dice.random() < 0.5
    rows = {}
    for u, v in edges:
        rows.setdefault(u, []).append(v)
        if both:
            rows.setdefault(v, []).append(u)
    rows = list(rows.items())
    dice.shuffle(rows)
    return rows


# ---- the kinds ----


def lists(dice):
    """u<TAB>v,w,x and the like."""
    _, edges = random_graph(dice)
    heads = ["\t", " ", ",", ", ", ";", ": ", ":", " : ", "|"]
    marks = [",", " ", ", ", ";", "|", "; "]
    head, mark = dice.choice(heads), dice.choice(marks)
    quote = '"' if dice.random() < 0.2 else ""
    lines = [u + head + quote + mark.join(row) + quote for u, row in neighbours(dice, edges)]
    return Case(lines, edges)


def lists_of_one_length(dice):
    """Every list has the same number of neighbours, so the lines have equally many columns."""
    names, _ = random_graph(dice)
    names = names + [names[0] + "0", names[0] + "00"] if len(names) < 5 else names
    steps = dice.choice([[1], [1, 2]])
    rows = [(u, [names[(i + s) % len(names)] for s in steps]) for i, u in enumerate(names)]
    dice.shuffle(rows)
    head, mark = dice.choice(["\t", " ", ",", ":", ": "]), dice.choice([",", " ", ";", "|"])
    return Case([u + head + mark.join(row) for u, row in rows], [(u, v) for u, row in rows for v in row])


def pairs_with_signs(dice):
    """u: v, u -> v, u=v."""
    _, edges = random_graph(dice)
    sign = dice.choice([": ", ":\t", " : ", ":", " -> ", "->", " -- ", "--", " - ", " = ", "=", " => ", " | "])
    end = dice.choice(["", "", ";", ".", ","])
    return Case([u + sign + v + end for u, v in edges], edges)


def keyed(dice):
    """source=a target=b."""
    _, edges = random_graph(dice)
    one, two = dice.choice([("source", "target"), ("from", "to"), ("u", "v"), ("src", "dst")])
    sign, gap = dice.choice(["=", ":"]), dice.choice([" ", "\t", ",", ", ", ";"])
    return Case([f"{one}{sign}{u}{gap}{two}{sign}{v}" for u, v in edges], edges)


def facts(dice):
    """edge(a,b). and other brackets."""
    _, edges = random_graph(dice)
    name = dice.choice(["edge", "e", "add_edge", "arc", "link", ""])
    left, right = dice.choice([("(", ")"), ("[", "]"), ("{", "}"), ("<", ">")])
    gap, end = dice.choice([",", ", ", " ", "\t", ";"]), dice.choice([".", "", ";", ","])
    return Case([f"{name}{left}{u}{gap}{v}{right}{end}" for u, v in edges], edges)


def lgl(dice):
    """'# u', then lines of neighbours, perhaps with weights."""
    _, edges = random_graph(dice)
    weighted = dice.random() < 0.8
    lines = []
    for u, row in neighbours(dice, edges):
        lines.append(f"# {u}")
        lines += [f"{v} {dice.randint(1, 9)}" if weighted else v for v in row]
    return Case(lines, edges)


def table(dice, edges):
    """An ordinary edge list: its lines and its separator."""
    gap = dice.choice(["\t", " ", ",", ";"])
    more = dice.choice([0, 0, 1])
    return [gap.join([u, v] + [str(dice.randint(1, 9)) for _ in range(more)]) for u, v in edges], gap


def comments(dice):
    """Comments by !, --, * and the like, of as many columns as the edges or of others."""
    _, edges = random_graph(dice)
    lines, gap = table(dice, edges)
    sign = dice.choice(["!", "--", "*", ";", "//", "/*", "! ", "-- ", "* ", "- ", "**", ";; "])
    for _ in range(dice.choice([1, 1, 2, 3])):
        words = gap.join(dice.choice(["edges", "of", "my", "graph", "2024"]) for _ in range(dice.randint(1, 4)))
        lines.insert(dice.choice([0, dice.randint(0, len(lines))]), sign + words)
    return Case(lines, edges)


def controls(dice):
    """A form feed or another control character, on a line of its own or beside an id."""
    _, edges = random_graph(dice)
    lines, _ = table(dice, edges)
    byte = dice.choice(["\f", "\v", "\x1a", "\x0c\x0c", "\x1b", "\x01"])
    at = dice.randint(0, len(lines) - 1)
    place = dice.choice(["own", "begin", "end"])
    if place == "own":
        lines.insert(at, byte)
    else:
        lines[at] = byte + lines[at] if place == "begin" else lines[at] + byte
    return Case(lines, edges)


def joined(dice):
    """Two files with the mark of UTF-8, joined by cat; perhaps with a header each."""
    _, edges = random_graph(dice)
    lines, gap = table(dice, edges)
    at = dice.randint(1, len(lines))
    parts = [lines[:at], lines[at:] or lines[:1]]
    width = lines[0].count(gap) + 1
    if dice.random() < 0.5:
        names = gap.join(["source", "target", "weight"][:width])
        parts = [[names] + part for part in parts]
    return Case(["﻿" + parts[0][0]] + parts[0][1:] + ["﻿" + parts[1][0]] + parts[1][1:], edges)


def konect(dice):
    """KONECT behind an empty line or another comment; bip numbers two sets."""
    kind = dice.choice(["bip", "sym", "asym"])
    edges = [(str(dice.randint(1, 9)), str(dice.randint(1, 9))) for _ in range(dice.choice([3, 8, 30]))]
    before = dice.sample(["", "% downloaded", "# from the web", "%", "  "], dice.randint(1, 3))
    lines = before + [f"% {kind} unweighted"] + [f"{u} {v}" for u, v in edges]
    if kind == "bip":
        edges = [("left" + u, "right" + v) for u, v in edges]
    return Case(lines, edges)


def matrix(dice):
    """Matrix Market behind a comment or an empty line; of a rectangular one rows are no columns."""
    rows = dice.randint(2, 9)
    columns = rows if dice.random() < 0.5 else dice.randint(2, 9)
    values = dice.random() < 0.7
    entries = sorted({(dice.randint(1, rows), dice.randint(1, columns)) for _ in range(dice.choice([3, 9, 20]))})
    before = dice.sample(["", "% a comment", "# a comment", "%", " "], dice.randint(1, 2))
    lines = before + [f"%%MatrixMarket matrix coordinate {'integer' if values else 'pattern'} general"]
    lines += dice.choice([[], ["% more"]]) + [f"{rows} {columns} {len(entries)}"]
    lines += [f"{i} {j} {dice.randint(1, 5)}" if values else f"{i} {j}" for i, j in entries]
    if rows != columns:
        return Case(lines, [(f"row{i}", f"column{j}") for i, j in entries])
    return Case(lines, entries, range(1, rows + 1))


def metis(dice):
    """METIS where each vertex has two neighbours: cycles."""
    count = dice.choice([3, 4, 6, 9, 20])
    names = list(range(1, count + 1))
    dice.shuffle(names)
    cut = dice.choice([0, 3, 4]) if count >= 8 else 0
    edges = []
    for cycle in (names[:cut], names[cut:]):
        edges += [(u, cycle[(i + 1) % len(cycle)]) for i, u in enumerate(cycle)]
    rows = {u: [] for u in names}
    for u, v in edges:
        rows[u].append(v)
        rows[v].append(u)
    lines = [f"{count} {count}"] + [" ".join(map(str, rows[u])) for u in sorted(names)]
    return Case(dice.choice([[], ["% a comment"]]) + lines, edges)


def incidence(dice):
    """An oriented incidence matrix: -1 where an edge begins, 1 where it ends."""
    count = dice.choice([4, 6, 10, 20])
    pairs = sorted({tuple(sorted(dice.sample(range(1, count + 1), 2))) for _ in range(2 * count)})
    gap, swapped, order = dice.choice(["\t", " "]), dice.random() < 0.5, dice.choice(["edges", "vertices", "random"])
    entries = []
    for e, (u, v) in enumerate(pairs, 1):
        for vertex, sign in ((u, "-1"), (v, "1")):
            entries.append(((vertex, e) if swapped else (e, vertex)) + (sign,))
    if order == "vertices":
        entries.sort(key=lambda entry: entry[not swapped])
    elif order == "random":
        dice.shuffle(entries)
    return Case([gap.join(map(str, entry)) for entry in entries], pairs)


def two_separators(dice):
    """u,<TAB>v and the like: another separator beside each tab."""
    _, edges = random_graph(dice)
    gap = dice.choice([",\t", "\t,", ";\t", "\t;", "|\t", "->\t", "\t->", "=>\t", "--\t", " ,\t", "\t, "])
    more = gap.strip(" ") + "7" if dice.random() < 0.3 else ""
    return Case([u + gap + v + more for u, v in edges], edges)


def counted_lists(dice):
    """u<TAB>2<TAB>v w: how many neighbours follow."""
    _, edges = random_graph(dice)
    gap, mark = dice.choice([("\t", " "), ("\t", ","), (",", " "), (";", ","), (" ", " "), ("\t", "\t")])
    quote = '"' if gap == "," and dice.random() < 0.5 else ""
    rows = neighbours(dice, edges)
    if len({len(row) for _, row in rows}) == 1 and (gap == mark or len(rows[0][1]) == 1):
        return counted_lists(dice)  # the lines may be edges
    return Case([f"{u}{gap}{len(row)}{gap}{quote}{mark.join(row)}{quote}" for u, row in rows], edges)


def dense(dice):
    """A dense matrix, perhaps under the numbers of its columns."""
    count, first = dice.choice([3, 4, 7, 20]), dice.choice([0, 1])
    pairs = [(i, j) for j in range(count) for i in range(j) if dice.random() < 0.6] or [(0, 1)]
    gap, zero, one = dice.choice([" ", ",", "\t", "; "]), *dice.choice([("0", "1"), ("0.0", "1.0"), ("0", "7")])
    rows = [gap.join(one if (min(i, j), max(i, j)) in pairs else zero for j in range(count)) for i in range(count)]
    head = [gap.join(str(first + i) for i in range(count))] if dice.random() < 0.4 else []
    return Case(head + rows, pairs)


def commands(dice):
    """CREATE (u)-[:R]->(v) and other lines that begin with the same word."""
    names, _ = random_graph(dice)
    edges = [(u, v) for u in names for v in names if u < v]
    form = dice.choice(["CREATE ({})-[:R]->({})", "MERGE ({})-->({})", "add {}->{}", "call edge({},{})", "set g[{},{}]"])
    return Case([form.format(u, v) for u, v in edges], edges)


def imports(dice):
    """import u, and other words that do not come twice."""
    names, _ = random_graph(dice)
    verb = dice.choice(["import", "use", "CREATE", "go"])
    names = dict.fromkeys([dice.choice(["os.path", "sys", "json", "zlib"]), *names[1:], "re"])
    return Case([f"{verb} {name}" for name in names], [])


KINDS = [two_separators, counted_lists, commands, imports, dense, lists, lists_of_one_length, pairs_with_signs, keyed, facts,
         lgl, comments, controls, joined, konect, matrix, metis, incidence]


# ---- ordinary tables ----

FIRST = ["Ann", "Bob", "Eve", "Jean-Luc", "Mary Ann", "O'Hara", "Zoë", "Li", "Max", "Ida"]
LAST = ["Smith", "van Dyke", "Lee", "Müller", "Jr. King", "Ng", "Roe (sen.)", "Poe", "Cox", "Hill"]


def ordinary_words(dice, count):
    """Words as tables have them, and the separators that they leave."""
    kind = dice.choice(["letters", "names", "last", "genes", "urls", "mixed", "keys", "signs", "paths"])
    pairs = [(first, last) for last in LAST for first in FIRST]
    names = {
        "letters": lambda i: f"n{i}",
        "names": lambda i: " ".join(pairs[i]),
        "last": lambda i: ", ".join(reversed(pairs[i])),
        "genes": lambda i: f"{dice.choice(['HLA-', 'TP', 'gi|', 'ENSG0', 'C4orf'])}{i}.1",
        "urls": lambda i: f"http://ex.org/{i}?a=b&c={i}",
        "mixed": lambda i: f"x{i}" if i % 3 else str(i),
        "keys": lambda i: f"user:{i}",
        "signs": lambda i: f"@{dice.choice('abc')}_{i}",
        "paths": lambda i: f"/home/{i}/a-b",
    }[kind]
    gaps = {"names": ["\t", ";", "|"], "last": ["\t"]}.get(kind, ["\t", ",", " ", ";"])
    if kind == "genes":
        gaps = ["\t", ",", " ", ";"]
    return [names(i) for i in range(count)], gaps


def ordinary(dice):
    """An edge list, as people have them, and the options that it needs."""
    count = dice.choice([4, 8, 20, 60])
    words = dice.random() < 0.6
    names, gaps = ordinary_words(dice, count) if words else (random_ids_of_numbers(dice, count), ["\t", ",", " ", ";"])
    gap = dice.choice(gaps)
    edges = [tuple(dice.sample(names, 2)) for _ in range(dice.choice([1, 3, 10, 100]))]
    if dice.random() < 0.3:
        edges.sort()
    width = dice.choice([2, 2, 2, 3])
    weight = dice.choice([lambda: "1", lambda: f"{dice.random():.4f}", lambda: f"{dice.uniform(-1, 1):.3f}"])
    lines = [gap.join([u, v, weight()][:width]) for u, v in edges]
    header = dice.random() < 0.3
    if header:
        lines.insert(0, gap.join(["source", "target", "weight"][:width]))
    for _ in range(dice.choice([0, 0, 1, 2])):
        lines.insert(0, dice.choice(["# edges", "# 2 columns", "# nodes: 4 edges: 5", "% from the web", "#"]))
    options = ["--ids", "string"] if words else []
    if words and not header and len(edges) > 1 and not set(edges[0]) & {end for edge in edges[1:] for end in edge}:
        options += ["--header", "no"]  # which may be names
    if gap == "|" or (words and gap == ";" and len({len(" ".join(e).split()) for e in edges}) == 1):
        options += ["--separator", gap]  # blanks would cut all lines alike, too
    return Case(lines, edges), options


def random_ids_of_numbers(dice, count):
    return [str(i) for i in dice.sample(range(dice.choice([count, 10 * count, 10**9])), count)]


class Structures(ProgramTest):
    def count(self, text, suffix, *options):
        if suffix == "-":
            return run("count", "-", "--json", *options, stdin=text)
        return run("count", self.write("graph" + suffix, text), "--json", *options)

    def text_of(self, dice, lines):
        end = dice.choice(["\n", "\n", "\r\n"])
        comment = dice.choice([[], [], [], ["# a comment"]])
        return end.join(comment + lines) + dice.choice([end, end, ""])

    def outcome(self, result):
        """The counts, or None for a refusal."""
        if result.returncode == BAD_INPUT:
            return None
        self.check_done(result)
        found = json.loads(result.stdout)
        return found["vertices"] + found["isolated"], found["edges"], found["triangles"]

    def remedied(self, text, message, options):
        """The outcome after the first remedy of a message: a command, and options."""
        message = re.split("; if |, else | or --", message)[0]
        command = re.search(r"by ((?:sed|tr|awk|grep) .*?) > OUT", message)
        if command:
            path = self.write("graph.txt", text)
            command = command[1].replace("FILE", shlex.quote(path))
            text = subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE).stdout
            message = message.replace(command, "")
        given = [option.rstrip(",").replace(" and ", " ")
                 for option in re.findall(r"--(?:format|comment) \S+(?: and --header yes)?", message)]
        if not command and not given:
            return None
        return self.outcome(self.count(text, ".txt", *options, *shlex.split(" ".join(given))))

    def check(self, kind, seed):
        dice = random.Random(f"{kind.__name__} {seed}")
        case = kind(dice)
        lines = case.lines
        if kind in (lists, pairs_with_signs, keyed, facts) and dice.random() < 0.2:
            lines = [dice.choice(["# a comment", "% a comment"])] + lines
        text = self.text_of(dice, lines)
        suffix = dice.choice(SUFFIXES)
        for options in ([], ["--ids", "string"]):
            what = f"seed {seed}, {options}, {suffix}:\n{text}"
            result = self.count(text, suffix, *options)
            found = self.outcome(result)
            if found is None:
                found = self.remedied(text, result.stderr.decode(errors="replace"), options)
                what = f"{result.stderr} {what}"
            self.assertIn(found, (None, case.counts()), what)

    def test_ordinary_tables(self):
        for seed in range(5 * CASES):
            dice = random.Random(f"ordinary {seed}")
            case, options = ordinary(dice)
            text = self.text_of(dice, case.lines)
            found = self.outcome(self.count(text, dice.choice(SUFFIXES), *options))
            self.assertEqual(found, case.counts(), f"seed {seed}:\n{text}")

    def test_header_within(self):
        """A header that comes again is no edge; where the first line is none, the message takes it out."""
        for names in ("source,target", "from,to", "vassal,lord"):
            text = f"{names}\na,b\nb,c\n{names}\na,c\n"
            self.assertEqual(self.outcome(self.count(text, ".csv", "--ids", "string", "--header", "yes")), (3, 3, 1))
        for names in ("source,target", "from,to\r"):
            for before in (1, 9000):
                text = "1,2\n2,3\n" * before + f"{names}\n1,3\n"
                result = self.count(text, ".csv")
                message = result.stderr.decode()
                self.assertIsNone(self.outcome(result))
                self.assertIn(f":{2 * before + 1}: ", message)
                self.assertNotIn("--ids", message)
                self.assertEqual(self.remedied(text, message, []), (3, 3, 1), message)

    def test_remedies(self):
        """What a message names makes the graph of the text."""
        for text, counts in (
            ("a\tb,c\nb\tc\n", (3, 3, 1)),
            ("a\tb c\nb\tc\n", (3, 3, 1)),
            ("a: b\na: c\nb: c\n", (3, 3, 1)),
            ("a:b,c\nb:c,d\n", (4, 4, 1)),
            ("edge(a,b).\nedge(b,c).\nedge(a, c).\n", (3, 3, 1)),
            ("source=a target=b\nsource=b target=c\nsource=a target=c\n", (3, 3, 1)),
            ("a b.\nb c.\na c.\n", (3, 3, 1)),
            ("a,\tb\nb,\tc\na,\tc\n", (3, 3, 1)),
            ("a\t|b\nb\t|c\na\t|c\n", (3, 3, 1)),
            ("a->\tb\nb->\tc\na->\tc\n", (3, 3, 1)),
            ("0 1 1\n1 0 1\n1 1 0\n", (3, 3, 1)),
            ("0.0,1.0,1.0\n1.0,0.0,1.0\n1.0,1.0,0.0\n", (3, 3, 1)),
            ("# m\n1;2;3\n0;5;2\n5;0;7\n2;7;0\n", (3, 3, 1)),
            ("1\t3\t2 3 4\n2\t1\t3\n3\t1\t4\n5\t1\t6\n", (6, 6, 2)),
            ('a,2,"b,c"\nb,1,c\n', (3, 3, 1)),
            ("! my graph\na b\nb c\na c\n", (3, 3, 1)),
            ("-- graph\na b\nb c\na c\n", (3, 3, 1)),
            ("* graph\na b\nb c\na c\n", (3, 3, 1)),
            ("a b\nb c\n\fa c\n", (3, 3, 1)),
            ("a b\nb c\n\ufeffa c\n", (3, 3, 1)),
            ("# 1\n2 5\n3 5\n# 2\n3 5\n", (3, 3, 1)),
            ("1 1 -1\n1 2 1\n2 2 -1\n2 3 1\n3 1 -1\n3 3 1\n", (3, 3, 1)),
            ("3 3\n2 3\n1 3\n1 2\n", (3, 3, 1)),
        ):
            result = self.count(text, ".txt", "--ids", "string")
            self.assertIsNone(self.outcome(result), text)
            message = result.stderr.decode()
            self.assertEqual(self.remedied(text, message, ["--ids", "string"]), counts, message)


def add_kind(kind):
    def test(self):
        for seed in range(CASES):
            self.check(kind, seed)

    setattr(Structures, f"test_{kind.__name__}", test)


for each in KINDS:
    add_kind(each)


if __name__ == "__main__":
    unittest.main()
