"""Vertices of any ids beyond memory: sparse numbers, numbers of 64 bits, words.  Counts are those of
theory, and all that is told of the graph is what the count in memory tells."""

import functools
import math
import os
import random
import struct

from program import BAD_INPUT, FAILED, USAGE, ProgramTest, main, memory_option, run

LITTLE = memory_option(18)
TOLD = ("vertices", "isolated", "edges", "input_edges", "self_loops", "duplicates", "both_directions",
        "triangles")


def path_power(vertices, reach):
    """Each vertex with the next `reach` ones."""
    edges = [(u, v) for u in range(vertices) for v in range(u + 1, min(u + reach, vertices - 1) + 1)]
    return edges, sum((vertices - s) * (s - 1) for s in range(2, reach + 1))


def windmill(cliques, size):
    """Cliques that share the vertex 0."""
    edges = []
    for c in range(cliques):
        own = [0] + [1 + c * (size - 1) + i for i in range(size - 1)]
        edges += [(own[i], own[j]) for i in range(size) for j in range(i)]
    return edges, cliques * math.comb(size, 3)


def complete(vertices):
    edges = [(u, v) for u in range(vertices) for v in range(u)]
    return edges, math.comb(vertices, 3)


GRAPHS = {
    "path-power": path_power(60000, 5),
    "windmill": windmill(400, 40),
    "complete": complete(800),
}

# A loop at a vertex that has no edge, at one that has, repeats in both directions.
MORE = [(10**6, 10**6), (10**6 + 1, 10**6 + 1), (3, 3), (3, 3), (10**6, 10**6)]


@functools.lru_cache(maxsize=None)
def mixed(name):
    """The edges of a graph in a random order with loops and repeats, for reading only; its triangles."""
    edges, triangles = GRAPHS[name]
    again = edges[::50] + [(v, u) for u, v in edges[::70]]
    edges = edges + again + MORE
    random.Random(name).shuffle(edges)
    return edges, triangles


def lines(edges, name):
    """A line for each edge, with the names of its ends."""
    return "".join(f"{name(u)}\t{name(v)}\n" for u, v in edges)


NUMBERS = {
    "sparse": lambda x: x * 2654435761 % 2**32,
    "sparse-above-2^31": lambda x: 2**32 - 1 - x * 1500,
    "wide": lambda x: x * 0x9E3779B97F4A7C15 % 2**63,
    "last": lambda x: 2**64 - 1 - x * 97,
    "dense-but-large": lambda x: 2**40 + x,
    "some-large": lambda x: x if x % 997 else 2**64 - 1 - x,
}

WORDS = {
    "short": lambda x: f"w{x}",
    "prefix": lambda x: f"https://example.org/a/long/common/prefix/of/all/words/{x}",
    "suffix": lambda x: f"{x}/of/a/suffix/that/all/words/have/in/common",
    "long": lambda x: f"{x}" + "x" * (20000 if x % 20011 == 3 else 3),
    "numbers": lambda x: f"{x:012}" if x % 2 else str(x),  # other words, though equal numbers
}


class AnyIds(ProgramTest):
    def check_same(self, edges, triangles, data, *arguments, suffix=".txt"):
        """From a file in memory and in little memory, and from a pipe."""
        path = self.write("graph" + suffix, data)
        whole = self.run_json("count", path, *arguments)
        self.assertEqual(whole["schedule"], "cpu")
        self.assertEqual(whole["triangles"], triangles)
        self.assertEqual(whole["input_edges"], len(edges))
        self.assertEqual(whole["self_loops"], len(MORE))
        piped = data.encode() if isinstance(data, str) else data
        for little in (self.run_json("count", path, *LITTLE, *arguments),
                       self.run_json("count", "-", *LITTLE, *arguments, stdin=piped)):
            self.assertEqual(little["schedule"], "levels")
            for key in TOLD:
                self.assertEqual(little[key], whole[key], key)

    def test_numbers(self):
        for graph, (kind, number) in zip(list(GRAPHS) * 2, NUMBERS.items()):
            with self.subTest(graph=graph, kind=kind):
                edges, triangles = mixed(graph)
                text = lines(edges, number)
                self.check_same(edges, triangles, text)

    def test_lines_of_several_forms(self):
        """Plain lines, comments, and lines with blanks, whose ids become large in the middle."""
        edges, triangles = mixed("path-power")
        text = "".join(f"{u}\t{v}\n" if i % 3 else f"  {u} \t{v}  \r\n# {i}\n"
                       for i, (u, v) in enumerate(edges))
        large = "".join(f"{2**33 + u}\t{v}\n" for u, v in edges[::2])
        path = self.write("graph.txt", text + large)
        whole = self.run_json("count", path, "--columns", "1,2")
        little = self.run_json("count", path, *LITTLE, "--columns", "1,2")
        self.assertEqual((whole["schedule"], little["schedule"]), ("cpu", "levels"))
        self.assertGreaterEqual(little["triangles"], triangles)
        for key in TOLD:
            self.assertEqual(little[key], whole[key], key)

    def test_pairs(self):
        edges, triangles = mixed("windmill")
        for form, layout, number in (("pairs32", "<2I", NUMBERS["sparse"]), ("pairs64", "<2Q", NUMBERS["last"]),
                                     ("graph500", "<2q", NUMBERS["wide"])):
            with self.subTest(form=form):
                data = b"".join(struct.pack(layout, number(u), number(v)) for u, v in edges)
                self.check_same(edges, triangles, data, "--format", form, suffix=".bin")

    def test_words(self):
        for graph, (kind, word) in zip(list(GRAPHS) * 2, WORDS.items()):
            with self.subTest(graph=graph, kind=kind):
                edges, triangles = mixed(graph)
                text = lines(edges, word)
                self.check_same(edges, triangles, text, "--ids", "string")

    def test_words_of_json(self):
        for graph, kind in (("path-power", "short"), ("windmill", "prefix"), ("path-power", "long")):
            with self.subTest(graph=graph, kind=kind):
                edges, triangles = mixed(graph)
                word = lambda x: WORDS[kind](x).replace("x", "\\u0078" if x % 3 == 0 else "x")
                text = "".join(f'{{"target": "{word(v)}", "source": "{word(u)}"}}\n' for u, v in edges)
                self.check_same(edges, triangles, text, "--ids", "string", suffix=".jsonl")

    def test_words_of_adjacency_lists(self):
        """Each edge once, from its smaller end; the last vertex has a line of its own, and so have some
        without an edge."""
        edges, triangles = path_power(60000, 5)
        alone = [f"alone{i}" for i in range(500)]
        rows = {}
        for u, v in edges:
            rows.setdefault(u, []).append(v)
        word = WORDS["suffix"]
        lists = {word(u): [word(v) for v in row] for u, row in rows.items()} | {word(59999): []}
        lists |= {name: [] for name in alone}
        texts = {"adjlist": "".join(" ".join([u, *row]) + "\n" for u, row in lists.items()),
                 "multiline-adjlist": "".join("\n".join([f"{u} {len(row)}", *row]) + "\n"
                                              for u, row in lists.items())}
        for form, text in texts.items():
            path = self.write("graph.adjlist", text)
            for more, schedule in (((), "cpu"), (LITTLE, "levels")):
                with self.subTest(form=form, more=more):
                    found = self.run_json("count", path, "--ids", "string", "--format", form, *more)
                    self.assertEqual([found[key] for key in ("schedule", *TOLD)],
                                     [schedule, 60000, len(alone), len(edges), len(edges), 0, 0, 0,
                                      triangles])

    def test_quoted_words(self):
        edges, triangles = mixed("path-power")
        text = "".join(f'"a ""word"", {u}","{v}"\n' if i % 2 else f'{v},"a ""word"", {u}"\n'
                       for i, (u, v) in enumerate(edges))
        path = self.write("graph.csv", text)
        whole = self.run_json("count", path, "--ids", "string")
        little = self.run_json("count", path, "--ids", "string", *LITTLE)
        self.assertEqual(little["schedule"], "levels")
        for key in TOLD:
            self.assertEqual(little[key], whole[key], key)

    def test_few_edges_of_long_words(self):
        """The edges would fit, the words do not."""
        edges, triangles = path_power(3000, 3)
        word = lambda x: f"{x}" + "y" * 2500
        text = "".join(f"{word(u)} {word(v)}\n" for u, v in edges)
        path = self.write("graph.txt", text)
        found = self.run_json("count", path, "--ids", "string", *LITTLE)
        self.assertEqual((found["schedule"], found["triangles"]), ("levels", triangles))
        self.assertEqual((found["vertices"], found["edges"]), (3000, len(edges)))

    def test_what_may_be_a_header_is_refused_as_in_memory(self):
        edges, _ = path_power(40000, 3)
        text = "source,target\nsource,7\n8,target\n" + "".join(f"word {u},word {v}\n" for u, v in edges)
        path = self.write("graph.csv", text)
        for arguments in ((), LITTLE):
            message = self.check_failed(run("count", path, "--ids", "string", *arguments), BAD_INPUT)
            self.assertIn("names of the columns", message)
        found = self.run_json("count", path, "--ids", "string", "--header", "no", *LITTLE)
        self.assertEqual((found["schedule"], found["input_edges"]), ("levels", len(edges) + 3))
        body = "".join(f"word {u},word {v}\n" for u, v in edges)
        path = self.write("names.csv", "head,tail\n" + body)
        again = self.write("again.csv", "head,tail\n" + body + "tail,word 7\n")
        for arguments in ((), LITTLE):
            message = self.check_failed(run("count", path, "--ids", "string", *arguments), BAD_INPUT)
            self.assertIn("names of the columns", message)
            found = self.run_json("count", again, "--ids", "string", *arguments)
            self.assertEqual((found["schedule"] == "levels", found["input_edges"]),
                             (arguments == LITTLE, len(edges) + 2))

    def test_in_a_work_folder(self):
        edges, triangles = mixed("windmill")
        work = self.path("work")
        for arguments, name in ((("--ids", "string"), WORDS["prefix"]), ((), NUMBERS["last"])):
            text = lines(edges, name)
            path = self.write("graph.txt", text)
            for _ in range(2):
                found = self.run_json("count", path, "--work", work, *LITTLE, *arguments)
                self.assertEqual((found["triangles"], found["input_edges"]), (triangles, len(edges)))
                kept = ["tricorn-graph", "tricorn-names", "tricorn-rows"]
                self.assertEqual(sorted(os.listdir(work)), kept + ["tricorn-text"] * bool(arguments))

    def test_in_other_amounts_of_memory(self):
        edges, triangles = mixed("path-power")
        for name, arguments in ((NUMBERS["wide"], ()), (WORDS["prefix"], ("--ids", "string"))):
            path = self.write("graph.txt", lines(edges, name))
            for mebibytes in (16, 20, 24, 28, 32, 40, 48, 64):
                with self.subTest(mebibytes=mebibytes, arguments=arguments):
                    found = self.run_json("count", path, *memory_option(mebibytes), *arguments)
                    self.assertEqual((found["triangles"], found["input_edges"]), (triangles, len(edges)))


class Names(ProgramTest):
    """What is told by ids, from disk: the bytes that are written in memory."""

    TABLES = memory_option(18)

    def write_graph(self, name):
        edges, _ = mixed("path-power")
        return self.write("graph.txt", lines(edges, name))

    def table(self, *arguments):
        return self.run_done(*arguments).stdout

    def test_tables(self):
        for name, ids, all_arguments in (
                (NUMBERS["sparse"], (), (("edge", "--sorted"),)),
                (NUMBERS["last"], (), (("vertex", "--top", "25", "--to", "jsonl"), ("list", "--sorted"))),
                (WORDS["long"], ("--ids", "string"), (("vertex", "--to", "csv"), ("edge", "--sorted")))):
            path = self.write_graph(name)
            for arguments in all_arguments:
                with self.subTest(id=name(1), arguments=arguments):
                    whole = self.table(arguments[0], path, *ids, *arguments[1:])
                    self.assertGreater(whole.count(b"\n"), 20)
                    self.assertTrue(self.table(arguments[0], path, *ids, *arguments[1:], *self.TABLES) == whole)

    def test_binary_tables(self):
        path = self.write_graph(NUMBERS["wide"])
        whole = self.table("vertex", path, "--to", "binary")
        self.assertEqual(self.table("vertex", path, "--to", "binary", *self.TABLES), whole)

    def test_json_is_utf8(self):
        edges, _ = path_power(60000, 3)
        word = lambda x: b"w%d" % x if x != 59123 else b"w\xff"
        path = self.write("graph.txt", b"".join(b"%s\t%s\n" % (word(u), word(v)) for u, v in edges))
        result = run("vertex", path, "--ids", "string", "--to", "jsonl", "--quiet", *self.TABLES)
        self.assertIn("not UTF-8", self.check_failed(result, USAGE))

    def check_converted(self, path, form, *ids):
        one, other = self.path("one"), self.path("other")
        self.run_done("convert", path, one, "--to", form, *ids)
        self.run_done("convert", path, other, "--to", form, *ids, *LITTLE)
        with open(one, "rb") as file, open(other, "rb") as same:
            if form.startswith("pairs"):
                pairs = lambda bytes: sorted(bytes[i:i + 16] for i in range(0, len(bytes), 16))
                return self.assertTrue(pairs(file.read()) == pairs(same.read()))
            if form != "tri":
                return self.assertTrue(sorted(file) == sorted(same))
        self.assertTrue(self.table("edge", one, "--sorted") == self.table("edge", other, "--sorted"))

    def test_convert(self):
        path = self.write_graph(NUMBERS["last"])
        for form in ("tri", "edges", "pairs64", "matrix-market"):
            with self.subTest(form=form):
                self.check_converted(path, form)
        path = self.write_graph(WORDS["suffix"])
        for form in ("tri", "edges"):
            with self.subTest(words=form):
                self.check_converted(path, form, "--ids", "string")

    def test_what_a_format_cannot_hold(self):
        out = self.path("out")
        for name, ids, form in ((NUMBERS["wide"], (), "pairs32"), (NUMBERS["wide"], (), "metis"),
                                (WORDS["short"], ("--ids", "string"), "pairs64")):
            self.check_failed(run("convert", "--quiet", self.write_graph(name), out, "--to", form, *ids, *LITTLE),
                              FAILED)
            self.assertFalse(os.path.exists(out))

    def test_kept(self):
        """A count keeps the names, so that tables need not read the input again; damaged ones are refused."""
        work = self.path("work")
        for name, ids, files in ((NUMBERS["wide"], (), ["tricorn-names"]),
                                 (WORDS["prefix"], ("--ids", "string"), ["tricorn-names", "tricorn-text"])):
            path = self.write_graph(name)
            whole = self.table("vertex", path, *ids)
            self.run_done("count", path, "--work", work, *ids, *LITTLE)
            vertex = ("vertex", path, "--work", work, *ids, *self.TABLES)
            self.assertTrue(self.table(*vertex) == whole)
            for file in files:
                good = self.read(os.path.join(work, file))
                for bad in (good[:-1], good[:7000] + bytes([good[7000] ^ 16]) + good[7001:], None):
                    os.remove(os.path.join(work, file))
                    if bad is not None:
                        self.write(os.path.join(work, file), bad)
                    result = run(*vertex)
                    self.assertIn(result.returncode, (FAILED, BAD_INPUT), result.stderr)
                    self.assertIn(file.encode(), result.stderr)
                    self.write(os.path.join(work, file), good)
            self.assertTrue(self.table(*vertex) == whole)


if __name__ == "__main__":
    main()
