"""First lines that are no edge: sizes, titles, names of all columns but the first.

Each is put in front of random edges, of which brute force says what is right.  The program refuses such a
text, and what its message offers leads to that count.
"""

import random
import re

from program import BAD_INPUT, ProgramTest, main, run, sizes_of, triangles

OPTION = re.compile(r"--(header|columns|ids) ([\w,]+)")


def random_edges(draw, first):
    """Sorted edges, by both ends, without isolated vertices at the end."""
    count = draw.randint(5, 12)
    edges = {tuple(sorted(draw.sample(range(count), 2))) for _ in range(2 * count)}
    return [(u + first, v + first) for u, v in sorted(edges)]


class FirstLines(ProgramTest):
    def check_refused(self, text, right, *more):
        """Refused, and what the first sentence of the message offers counts the edges."""
        message = str(self.check_failed(run("count", "-", *more, stdin=text), BAD_INPUT, "--header yes"))
        self.assertEqual(self.sizes(text, *more, "--header", "yes", "--columns", "1,2"), right, message)

    def test_sizes_before_numbers(self):
        draw = random.Random(1)
        for _ in range(60):
            first = draw.randint(0, 1)
            edges = random_edges(draw, first)
            n, m = max(v for _, v in edges) + 1 - first + draw.choice((0, 0, 3)), len(edges)
            orders = [f"{n} {m}", f"{n} {m} 0", f"{n} {m} 1", f"{n} {n} {m}"]
            orders += [f"{m} {n}"] if m > n else []
            orders += [f"{n} {m}  "] if m != n else []
            order = draw.choice(orders)
            weight = draw.choice(("", " 2.5")) if len(order.split()) == 2 else " 2.5"
            both = draw.random() < 0.3 and order.split() == [str(n), str(m)] and not weight and m >= n
            lines = edges + [(v, u) for u, v in edges] if both else edges
            text = order + "\n" + "".join(f"{u} {v}{weight}\n" for u, v in lines)
            with self.subTest(text=text):
                self.check_refused(text, sizes_of(edges))

    def test_sizes_of_a_forest(self):
        """The number of edges comes first, and is below that of the vertices, of which 0 is one."""
        draw = random.Random(8)
        for _ in range(30):
            n = draw.randint(5, 20)
            edges = [(draw.randrange(v), v) for v in range(1, n)]
            if draw.random() < 0.3:
                edges.pop(draw.randrange(1, n - 2))
            draw.shuffle(edges)
            text = f"{len(edges)} {n}\n" + "".join(f"{u} {v}\n" for u, v in edges)
            with self.subTest(text=text):
                self.check_refused(text, sizes_of(edges))
        for text, right in (("3 4\n1 2\n2 3\n1 3\n", (4, 4, 1)), ("5 6\n4 5\n3 4\n2 3\n1 2\n", (6, 5, 0)),
                            ("2 3\n1 2\n0 1\n", (4, 3, 0)), ("4 5\n1 2\n2 3\n3 4\n5 1\n", (5, 5, 0))):
            self.assertEqual(self.sizes(text), right)

    def test_edges_are_no_sizes(self):
        """The same texts with an edge of two vertices of other lines in front."""
        draw = random.Random(2)
        for _ in range(40):
            edges = random_edges(draw, draw.randint(0, 1))
            draw.shuffle(edges)
            u, v = edges[0]
            most = max(max(edge) for edge in edges[1:])
            if max(u, v) >= most:
                continue
            weight = draw.choice(("", " 2.5"))
            text = "".join(f"{a} {b}{weight}\n" for a, b in edges)
            with self.subTest(text=text):
                self.assertEqual(self.sizes(text, "--columns", "1,2"), sizes_of(edges))

    def test_titles(self):
        draw = random.Random(3)
        for case in range(40):
            words = case % 3 == 0
            edges = random_edges(draw, 0)
            name = (lambda x: f"n{x}") if words else str
            columns = draw.choice((2, 3))
            lines = "".join(" ".join([name(u), name(v), "2.5"][:columns]) + "\n" for u, v in edges)
            titles = ("Karate", "4", "=====", "2026-01-31", "Nodes: 4 Edges: 5", "a note of five words",
                      *(("4 5", "Karate club") if columns == 3 else ("4 5 0", "The karate club")))
            text = draw.choice(titles) + "\n" + lines
            with self.subTest(text=text):
                self.check_refused(text, sizes_of(edges), *(("--ids", "string") if words else ()))

    def test_names_of_all_columns_but_the_first(self):
        """As R writes a table that has names of rows, and as a data frame is printed."""
        draw = random.Random(4)
        for case in range(40):
            words = case % 2 == 0
            name = (lambda x: f"n{x}") if words else str
            edges = random_edges(draw, 0)
            names = draw.choice(("from to", "source target weight", "to from", "weight from to", "p q", "p_x q_y w"))
            known, quote = "p" not in names, draw.choice(("", '"'))
            roles = {"from": 0, "source": 0, "to": 1, "target": 1, "p": 0, "q": 1, "p_x": 0, "q_y": 1}
            separator = draw.choice((" ", "\t", ","))
            keys = names.split()
            lines = [separator.join(quote + key + quote for key in keys)]
            for row, (u, v) in enumerate(edges, start=1):
                cells = [quote + str(row) + quote]
                for key in keys:
                    cells.append(quote + name((u, v)[roles[key]]) + quote if key in roles else "2.5")
                lines.append(separator.join(cells))
            text, more = "\n".join(lines) + "\n", ("--ids", "string") if words else ()
            ends = ",".join(str(2 + keys.index(key)) for key in keys if key in roles)
            with self.subTest(text=text):
                if known and separator != ",":
                    self.assertEqual(self.sizes(text, *more), sizes_of(edges))
                    self.assertEqual(self.sizes(text, *more, "--columns", ",".join(key for key in keys if key in roles)),
                                     sizes_of(edges))
                else:
                    self.check_failed(run("count", "-", *more, stdin=text), BAD_INPUT, "--columns")
                    named = run("count", "-", "--columns", ",".join(key for key in keys if key in roles), *more, stdin=text)
                    if separator == ",":
                        self.check_failed(named, BAD_INPUT, "by their numbers")
                self.assertEqual(self.sizes(text, *more, "--header", "yes", "--columns", ends), sizes_of(edges))

    def test_a_last_column_without_a_name(self):
        """A tab ends such a header: it has as many names as the lines have columns, and one of them is empty."""
        draw = random.Random(6)
        for case in range(40):
            edges, between = random_edges(draw, 0), draw.choice(("", "isFraud\t", "time\t"))
            name = (lambda x: f"n{x}") if case % 2 == 0 else str
            cell = "16\t" if between else ""
            text = f"DST\t{between}SRC\t\n" + "".join(
                f"{name(v)}\t{cell}{name(u)}\t{row}\n" for row, (u, v) in enumerate(edges))
            with self.subTest(text=text):
                self.assertEqual(self.sizes(text), sizes_of(edges))

    def test_a_first_weight_that_is_missing(self):
        """The tab before it ends the line, which is one of three columns all the same."""
        draw = random.Random(7)
        for case in range(20):
            edges = random_edges(draw, 0)
            text = "p\tq\tr\n" * (case % 2) + "".join(
                f"{u}\t{v}\t{'' if row == 0 else 2.5}\n" for row, (u, v) in enumerate(edges))
            read = self.run_json("cluster", "-", "--weighted", "onnela", "--columns", "source=1,target=2",
                                 "--weights", "3", "--missing", "drop", stdin=text)
            with self.subTest(text=text):
                self.assertEqual((read["edges"], read["missing"]), (len(edges) - 1, 1))

    def test_names_in_a_comment(self):
        """They are a header: in any order, with other columns before, between and behind the ends."""
        draw = random.Random(5)
        for case in range(40):
            words = case % 2 == 0
            name = (lambda x: f"n{x}") if words else (lambda x: str(x + 1))
            edges = random_edges(draw, 0)
            source, target = draw.choice([("from", "to"), ("FromNodeId", "ToNodeId"), ("src", "dst"), ("source", "target")])
            keys = [source, target, *draw.sample(["time", "weight", "type", "id", "year"], draw.randint(0, 3))]
            draw.shuffle(keys)
            weight = {edge: draw.randint(1, 9) for edge in edges}
            separator = draw.choice((" ", "\t", ","))
            between = draw.choice((separator, " "))
            # "#time" before words is no comment for certain, unless the line has another number of columns.
            sign = draw.choice(("# ", "% ") if words and (separator == between or separator == "\t") else ("# ", "#"))
            lines = [sign + between.join(keys)]
            for u, v in edges:
                cells = {source: name(u), target: name(v), "weight": weight[u, v]}
                lines.append(separator.join(str(cells.get(key, draw.randint(1900, 2020))) for key in keys))
            text, more = "\n".join(lines) + "\n", ("--ids", "string") if words else ()
            plain = "source,target,weight\n" + "".join(f"{name(u)},{name(v)},{weight[u, v]}\n" for u, v in edges)
            with self.subTest(text=text):
                self.assertEqual(self.sizes(text, *more), sizes_of(edges))
                self.assertEqual(self.sizes(text, "--columns", f"{target},{source}", *more), sizes_of(edges))
                triads = [self.run_json("census", "-", *more, stdin=given)["triads"] for given in (text, plain)]
                self.assertEqual(*triads)
                onnela = ("cluster", "--weighted", "onnela", "-", *more)
                if "weight" in keys:
                    self.assertEqual(*(self.run_json(*onnela, stdin=given)["average_clustering"] for given in (text, plain)))
                elif len(keys) > 2:
                    self.check_failed(run(*onnela, stdin=text), BAD_INPUT, "weights is not clear")


    def test_words_of_any_number(self):
        """Of few lines, and of more than are looked at first: what is refused does not depend on it."""
        draw = random.Random(6)
        for case in range(6):
            edges = random_edges(draw, 0)
            more = [(100 + i, 101 + i) for i in range(6000 if case % 2 else 3)]
            lines = [f"node{u},node{v}" for u, v in edges + more]
            vertices, count, found = sizes_of(edges + more) if len(more) < 9 else (
                sizes_of(edges)[0] + len(more) + 1, len(edges) + len(more), triangles(edges))
            title = draw.choice(("source,vassal", "from,receiver_of", "karate,network", f"{vertices},{count}", "3,3"))
            words = ("--ids", "string")
            text = "\n".join([title, *lines]) + "\n"
            with self.subTest(title=title, lines=len(lines)):
                for named in ((), ("--columns", "1,2")):
                    self.check_failed(run("count", "-", *words, *named, stdin=text), BAD_INPUT, "--header yes")
                    self.assertEqual(self.sizes(text, *words, *named, "--header", "yes"), (vertices, count, found))
            lines.insert(draw.randint(1, len(lines)), "source,target")
            for end in ("\n", "\r\n"):
                text = end.join(["source,target", *lines]) + end
                for given, ids in ((text, words), (text.replace("node", ""), ())):
                    with self.subTest(text=given[:200], lines=len(lines)):
                        self.assertEqual(self.sizes(given, *ids), (vertices, count, found))


if __name__ == "__main__":
    main()
