"""tricorn change: after each batch the triangles are those of a count by definition; pairs of files in several
forms, tables, devices, and errors."""

import itertools
import random

from program import BAD_INPUT, DIAMOND, FAILED, USAGE, ProgramTest, main, run


def text_of(pairs):
    return "".join(f"{u} {v}\n" for u, v in pairs)


def triangles_of(edges, vertices):
    """All, and of each vertex."""
    each = dict.fromkeys(vertices, 0)
    near = {v: set() for v in vertices}
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    for u, v in edges:
        for w in near[u] & near[v]:
            each[w] += 1
    return sum(each.values()) // 3, each


class Batches(ProgramTest):
    def draw(self, seed):
        """A graph and pairs of its vertices to remove and to add: some there, some not, repeats."""
        draw, vertices = random.Random(seed), range(1, 31)
        pairs = list(itertools.combinations(vertices, 2))
        edges = [(v, v + 1) for v in range(1, 30)] + draw.sample(pairs, 40 + 40 * seed)
        removed, added = (draw.choices(pairs, k=37) for _ in range(2))
        return set(edges), removed, [(v, u) for u, v in added] + added[:5], vertices

    def test_against_a_count_by_definition(self):
        for seed, size in itertools.product(range(3), (1, 10, 1000)):
            edges, removed, added, vertices = self.draw(seed)
            graph = self.write("graph.txt", text_of(edges))
            words = ("--remove", self.write("out.txt", text_of(removed)), "--add",
                     self.write("in.csv", text_of(added).replace(" ", ",")), "--batch", str(size))
            answer = self.run_json("change", graph, *words)
            self.assertEqual(answer["triangles_before"], triangles_of(edges, vertices)[0])
            self.assertEqual(answer["edges"], len(edges))
            self.assertEqual(len(answer["batches"]), -(-len(added) // size))
            for i, batch in enumerate(answer["batches"]):
                out = set(removed[i * size: (i + 1) * size])
                new = {(min(p), max(p)) for p in added[i * size: (i + 1) * size]}
                after = (edges - out) | new
                self.assertEqual(batch["edges"], len(after))
                self.assertEqual(batch["triangles"], triangles_of(after, vertices)[0])
                self.assertEqual(batch["added"] - batch["removed"], len(after) - len(edges))
                edges = after
            self.assertEqual(answer["triangles"], answer["batches"][-1]["triangles"])
            # The same pairs in two files each.
            files = [word for option, pairs in (("--remove", removed), ("--add", added))
                     for name, some in (("a", pairs[:9]), ("b", pairs[9:]))
                     for word in (option, self.write(f"{option}-{name}.txt", text_of(some)))]
            apart = self.run_json("change", graph, *files, "--batch", str(size))
            self.assertEqual([batch["triangles"] for batch in apart["batches"]],
                             [batch["triangles"] for batch in answer["batches"]])
            self.assertEqual(answer["edges_after"], len(edges))
            table = self.run_text("change", graph, *words, "--vertices")
            found = dict(map(int, line.split("\t")) for line in table.splitlines())
            self.assertEqual(found, triangles_of(edges, vertices)[1])

    def test_lines(self):
        graph = self.write("graph.txt", DIAMOND)
        out = self.write("out.txt", "2 3\n2 3\n1 4\n")
        result = self.run_done("change", graph, "--remove", out, "--batch", "2")
        self.assertEqual(result.stdout.decode().splitlines(), [
            "triangles  2", "triangles  0  edges 4, 1 removed, 0 added",
            "triangles  0  edges 4, 0 removed, 0 added"])
        self.assertIn(b"2 triangles before, 0 after 2 batches", result.stderr)

    def test_nothing_to_change(self):
        answer = self.run_json("change", "-", stdin=DIAMOND)
        self.assertEqual((answer["triangles"], answer["triangles_before"], answer["batches"]), (2, 2, []))

    def test_an_empty_batch_and_one_from_standard_input(self):
        graph, empty = self.write("graph.txt", DIAMOND), self.write("empty.txt", "")
        for words, pairs, triangles in ((("--remove", empty, "--add", empty), "", 2),
                                        (("--remove", "-"), "", 2), (("--remove", "-"), "2 3\n", 0)):
            answer = self.run_json("change", graph, *words, stdin=pairs)
            self.assertEqual((answer["triangles_before"], answer["triangles"]), (2, triangles))

    def test_a_batch_without_a_pair(self):
        """Comments, blank lines, a byte order mark, and a header alone are no change, in any order."""
        graph = self.write("graph.txt", DIAMOND)
        for seed in range(40):
            draw = random.Random(seed)
            lines = draw.choices(["# none", "", "% x 1", " \t", "#"], k=draw.randrange(4))
            header = draw.choice([[], ["source,target"], ["FromNodeId\tToNodeId"], ["u v"], ['"from";"to"']])
            text = draw.choice(["\n", "\r\n"]).join(lines + header) + draw.choice(["", "\n", "\n\n"])
            empty = self.write("empty.txt", text.encode(draw.choice(["utf-8", "utf-8-sig"])))
            answer = self.run_json("change", graph, draw.choice(["--add", "--remove"]), empty)
            self.assertEqual((answer["triangles"], answer["batches"]), (2, []), text)
        self.check_failed(run("change", "-q", graph, "--add", "-", stdin="ann,bob\n"), BAD_INPUT, ":1: 'ann'")

    def test_first_line_of_sizes(self):
        """It is refused where a graph's would be, and the remedy makes a pair of it."""
        graph, sizes = self.write("graph.txt", "1 2\n2 3\n1 3\n3 4\n"), "4 2\n1 2\n3 2\n"
        self.check_failed(run("change", "-q", graph, "--add", "-", stdin=sizes), BAD_INPUT, "stdin:1: may be a pair", "source")
        answer = self.run_json("change", graph, "--add", "-", stdin="source target\n" + sizes)
        self.assertEqual((answer["triangles_before"], answer["triangles"]), (1, 2))

    def test_standard_input_is_read_once(self):
        graph = self.write("graph.txt", DIAMOND)
        for words in (("-", "--add", "-"), (graph, "--add", "-", "--remove", "-")):
            self.check_failed(run("change", *words, stdin=DIAMOND), USAGE, "standard input")

    def test_words_as_ids(self):
        graph = self.write("graph.csv", "from,to\na,b\nb,c\nc,d\nd,a\n")
        new = self.write("new.csv", "from,to\na,c\n")
        answer = self.run_json("change", graph, "--add", new, "--ids", "string")
        self.assertEqual((answer["triangles_before"], answer["triangles"]), (0, 2))


class Errors(ProgramTest):
    def test_all(self):
        graph = self.write("graph.txt", DIAMOND)
        new = self.write("new.txt", "1 4\n1 9\n")
        self.check_failed(run("change", "-q", graph, "--add", new), BAD_INPUT, "new.txt", "line 2", "9")
        loop = self.write("loop.txt", "4 4\n")
        self.check_failed(run("change", "-q", graph, "--remove", loop), BAD_INPUT, "line 1", "itself")
        self.check_failed(run("change", "-q", graph, "--add", self.path("none")), FAILED, "none")
        self.check_failed(run("change", graph, "--batch", "0"), USAGE, "--batch")
        self.check_failed(run("change", graph, "--top", "3"), USAGE, "--vertices")
        self.check_failed(run("change", "-q", graph, "--device", "abacus"), USAGE, "abacus")
        out = self.write("new.csv", "1 4\n")
        self.check_failed(run("change", graph, "--add", out, "--vertices", "-o", out), USAGE)


if __name__ == "__main__":
    main()
