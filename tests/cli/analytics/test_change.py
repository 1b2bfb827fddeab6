"""tricorn change: after each batch the triangles are those of a count by definition; pairs of files in several
forms, tables, devices, and errors."""

import itertools
import random
import signal
import time
import subprocess

from program import BAD_INPUT, DIAMOND, FAILED, USAGE, ProgramTest, main, run, start


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


class Streams(ProgramTest):
    def draw(self, seed, window):
        draw, time, last = random.Random(seed), -9, {}
        edges, lines, states = {(0, 1), (1, 2), (0, 2)}, [], []
        for _ in range(120):
            u, v, sign = draw.randrange(14), draw.randrange(14), draw.choice(("", "", "+ ", "- "))
            time += draw.choice((0, 0, 1, 3))
            pair, gap = (min(u, v), max(u, v)), draw.choice(" \t,;")
            lines.append(f"{sign}{u}{gap}{v}{gap}{time}")
            if sign == "- ":
                edges = edges - {pair}
            elif u != v:
                edges, last[pair] = edges | {pair}, time
            edges = edges - {pair for pair, then in last.items() if window is not None and time - then > window}
            states.append(edges)
        return lines, states

    def test_against_a_count_by_definition(self):
        graph = self.write("graph.txt", "0 1\n1 2\n2 0\n")
        for seed, (window, size) in enumerate(itertools.product((None, 0, 5, 10**6), (1, 7, 1000))):
            lines, states = self.draw(seed, window)
            words = [] if window is None else ["--window", str(window)]
            ends = sorted({*range(size - 1, 61, size), 60, *range(60 + size, 120, size), 119})
            text = "# none\n\n" + "\n".join(lines[:61]) + "\n\n" + "\n".join(lines[61:])
            rows = self.run_text("change", graph, "--follow", "--batch", str(size), *words, stdin=text).splitlines()
            self.assertEqual(len(rows), len(ends))
            for row, end in zip(rows, ends):
                count = triangles_of(states[end], range(14))[0]
                degrees = [sum(v in pair for pair in states[end]) for v in range(14)]
                wedges = sum(degree * (degree - 1) // 2 for degree in degrees)
                time = int(lines[end].replace(",", " ").replace(";", " ").split()[-1])
                self.assertEqual([float(word) for word in row.split("\t")],
                                 [time, len(states[end]), count, 3 * count / wedges if wedges else 0], (seed, end))

    def test_words(self):
        rows = self.run_text("change", self.write("graph.csv", "from,to\na,b\nb,c\n"), "--follow", "--ids", "string",
                             stdin="- x y\na c\nnew a\nnew b").splitlines()
        self.assertEqual([row[:5] for row in rows], ["1\t2\t0", "2\t3\t1", "3\t4\t1", "4\t5\t2"])

    def test_as_it_comes(self):
        with start("change", "-q", self.write("graph.txt", DIAMOND), "--follow", text=True, stdin=subprocess.PIPE,
                   stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            for line, edges in ("1 4\n", 6), ("- 2 3\n", 5), ("7 8\n", 6):
                running.stdin.write(line)
                running.stdin.flush()
                self.assertEqual(running.stdout.readline().split("\t")[1], str(edges))
            time.sleep(0.5)  # until it reads again
            running.send_signal(signal.SIGINT)
            self.assertIn("stopped", running.stderr.read())
            self.assertEqual(running.wait(), 130)

    def test_one_batch_of_all_lines(self):
        rows = self.run_text("change", self.write("graph.txt", DIAMOND), "--follow", "--batch", str(2**31 - 1),
                             stdin="1 4\n7 8\n").splitlines()
        self.assertEqual([row.split("\t")[1] for row in rows], ["7"])

    def test_a_window_that_takes_too_much_memory(self):
        done = run("change", "-q", self.write("graph.txt", DIAMOND), "--follow", "--window", "1", "--memory", "24M", "--batch",
                   "1000000000", stdin="1 2 5\n" * 700000)
        self.check_failed(done, FAILED, "window", "--memory")

    def test_errors(self):
        graph = self.write("graph.txt", DIAMOND)
        for text, words, *options in (("1 2 3 4\n", "two ids"), ("1 x\n", "'x' is no id"),
                                      ("1 2 x\n", "whole number"), ("1 \0\n", "zero"),
                                      ("1 2\n", "a time", "--window", "1"), ("1 2 -5\n", "sort", "--window", "1")):
            text = "1 3 4\n" + text if words == "sort" else "# a comment\n" + text
            self.check_failed(run("change", "-q", graph, "--follow", "--batch", "2", *options, stdin=text), BAD_INPUT,
                              "stdin:2", words)
        for options in (["--add", graph], ["--vertices"], ["--device", "gpu"], ["--json"]):
            self.check_failed(run("change", graph, "--follow", *options), USAGE, "--follow")
        self.check_failed(run("change", graph, "--window", "1"), USAGE, "--follow")
        self.check_failed(run("change", "-", "--follow", stdin=DIAMOND), USAGE, "standard input")


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
