"""A graph in several files: a folder, a glob or a list; with a header each, compressed, empty.

Random tables are cut into parts at random; the counts must be those of the whole table.
"""

import gzip
import os
import random
import shutil
import struct
import subprocess

from program import BAD_INPUT, FAILED, ProgramTest, main, run, triangles

CASES = int(os.environ.get("TRICORN_PARTS", "12"))
ZSTD = shutil.which("zstd")


def zstd(content):
    return subprocess.run([ZSTD, "-qc"], input=content, stdout=subprocess.PIPE, check=True).stdout


def counts(edges):
    """The numbers of edges and of triangles."""
    return len({frozenset(e) for e in edges if e[0] != e[1]}), triangles(edges)


class Table:
    """Random rows, and how they are written into parts."""

    def __init__(self, dice):
        self.words = dice.random() < 0.5
        name = (lambda i: f"n{i}") if self.words else str
        count = dice.choice([5, 12, 40])
        rows = dice.choice([3, 10, 60, 3000])
        self.edges = [(name(dice.randrange(count)), name(dice.randrange(count))) for _ in range(rows)]
        self.gap = dice.choice([",", "\t", ";", " "])
        self.weights = dice.random() < 0.3
        lines = [self.gap.join([u, v, "0.5"][: 2 + self.weights]) for u, v in self.edges]
        cuts = sorted(dice.randint(0, rows) for _ in range(dice.choice([1, 2, 6])))
        self.parts = [lines[a:b] for a, b in zip([0] + cuts, cuts + [rows])]
        # "each": every part has the header, "first": only the first, as split leaves it.
        self.header = dice.choice(["none", "each", "each", "first"])
        self.names = ["source", "target", "weight"][: 2 + self.weights]

    def line_of_names(self, dice):
        """The header as one of several programs writes it: with quotes, blanks, or another case."""
        case, quote = dice.choice([str, str.upper, str.title]), dice.choice(["", '"'])
        blank = dice.choice(["", " "]) if self.gap in ",;" else ""
        return (self.gap + blank).join(f"{quote}{case(name)}{quote}" for name in self.names)

    def contents(self, dice):
        end = dice.choice(["\n", "\r\n"])
        for number, lines in enumerate(self.parts):
            head = ["# part"] * dice.randrange(2)
            if self.header == "each" or (self.header == "first" and number == 0):
                if lines or dice.random() < 0.5 or number == 0:
                    head.append(self.line_of_names(dice))
            text = end.join(head + lines) + (end if dice.random() < 0.7 else "")
            content = text.encode("utf-8-sig" if text.strip() and dice.random() < 0.2 else "utf-8")
            yield dice.choice([b"", b"\n", b" \n\n"]) if not text.strip() else content
            while dice.random() < 0.1:  # blank parts, the first one too
                yield dice.choice([b"", b"\n", b"\r\n \n", b"# nothing\n"])

    def options(self):
        """Parts that all begin with the same edge of numbers need --header, and a first edge of words that are on
        no other line."""
        firsts = {lines[0] for lines in self.parts if lines}
        same = self.header == "none" and len(firsts) == 1 and sum(map(bool, self.parts)) > 1
        alone = self.words and self.header == "none" and not set(self.edges[0]) & {v for e in self.edges[1:] for v in e}
        return ["--ids", "string"] * self.words + ["--header", "no"] * (same or alone)


class Parts(ProgramTest):
    def make(self, contents, names=None):
        folder = self.path("parts")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        for number, content in enumerate(contents):
            name = names[number] if names else f"part-{number:05}"
            self.write(os.path.join(folder, name), content)
        return folder

    def packed(self, dice, content):
        """The content and the end of its file's name."""
        packers = [(lambda c: c, ".csv"), (gzip.compress, ".csv.gz")]
        if ZSTD:
            packers.append((zstd, ".csv.zst"))
        pack, suffix = dice.choice(packers)
        return pack(content), suffix

    def test_random_tables(self):
        for seed in range(CASES):
            dice = random.Random(f"parts {seed}")
            table = Table(dice)
            contents = list(table.contents(dice))
            names = [f"part-{number:05}.csv" for number in range(len(contents))]
            if dice.random() < 0.5:
                packed = [self.packed(dice, content) for content in contents]
                contents = [content for content, _ in packed]
                names = [f"part-{number:05}{suffix}" for number, (_, suffix) in enumerate(packed)]
            folder = self.make(contents, names)
            self.write("parts/_SUCCESS", "")
            self.write("parts/.part-00000.csv.crc", b"crc\0\1\2")
            self.write("parts/_metadata", "no edges")
            listed = [dice.choice(["", " ", "\t"]) + name + dice.choice(["", "  ", "\t"]) for name in names]
            for _ in range(dice.randrange(3)):
                listed.insert(dice.randrange(len(listed) + 1), dice.choice(["# parts", "", "  ", "#"]))
            text = dice.choice(["\n", "\r\n"]).join(listed) + "\n"
            self.write("parts/list", text.encode(dice.choice(["utf-8", "utf-8-sig"])))
            where = [[os.path.join(folder, "part-*")], [os.path.join(folder, "list"), "--file-list"]]
            for words in where + [[folder]]:
                if words == [folder]:
                    os.remove(os.path.join(folder, "list"))
                threads = ["--threads", str(dice.choice([1, 2, 3]))]
                found = self.run_json("count", *words, *table.options(), *threads)
                self.assertEqual((found["edges"], found["triangles"]), counts(table.edges),
                                 f"seed {seed} {words} {table.header}")
                self.assertEqual(found["input_edges"], len(table.edges), f"seed {seed} {words}")
                self.assertEqual(found["vertices"] + found["isolated"],
                                 len({v for e in table.edges for v in e}))

    def test_numbers_that_come_again(self):
        """The same numbers at the beginning of all parts are refused, and read as --header says."""
        for seed in range(30):
            dice = random.Random(seed)
            edges = random.Random(seed).sample([(u, v) for u in range(2, 12) for v in range(2, u)], 20)
            first, gap = dice.choice([(0, 1), (12, 10), (0, 1, 2)]), dice.choice([",", "\t", " "])
            parts = [[first] + [e + (1,) * (len(first) - 2) for e in edges[a::2]] for a in range(2)]
            parts.insert(dice.randrange(3), [])
            folder = self.make(["".join(gap.join(map(str, row)) + "\n" for row in part) for part in parts])
            self.check_failed(run("count", folder), BAD_INPUT, ":1: all parts begin with this line", "--header yes")
            options = ["--columns", "1,2"]
            for header, more in (("yes", []), ("no", [first[:2]])):
                found = self.run_json("count", folder, "--header", header, *options)
                self.assertEqual((found["edges"], found["triangles"]), counts(edges + more))

    def test_numbers_of_vertices_and_edges(self):
        """Before the edges of each part: refused, and read as --header says."""
        for seed in range(30):
            dice = random.Random(seed)
            parts, edges, first = [], [], []
            for part in range(dice.randint(2, 5)):
                own = dice.sample([(u, v) for u in range(2, 12) for v in range(2, u)], dice.randint(2, 9))
                first.append((11 + dice.randrange(3), len(own)))
                parts.append([first[-1], *own])
                edges += own
            gap = dice.choice([",", "\t", " "])
            texts = ["# part\n" * dice.randrange(2) + "".join(gap.join(map(str, row)) + "\n" for row in part) for part in parts]
            texts.insert(dice.randrange(len(texts)), dice.choice(["", "\n"]))
            folder = self.make(texts)
            self.check_failed(run("count", folder), BAD_INPUT, ": all parts begin with ", "--header yes")
            for header, more in (("yes", []), ("no", first)):
                found = self.run_json("count", folder, "--header", header)
                self.assertEqual((found["edges"], found["triangles"]), counts(edges + more), header)

    def test_other_columns(self):
        """A header of other columns is refused, with its file and line."""
        for options, rows in (([], ["1,2", "2,3", "1,3"]), (["--ids", "string"], ["a,b", "b,c", "a,c"])):
            for other in ("target,source", "from,to", "source,target,weight"):
                parts = [f"source,target\n{rows[0]}\n", f"# a comment\n{other}\n{rows[1]}\n",
                         f"source,target\n{rows[2]}\n"]
                for pack in (lambda c: c, gzip.compress):
                    folder = self.make([pack(part.encode()) for part in parts])
                    self.check_failed(run("count", folder, *options), BAD_INPUT, "part-00001:2: ")

    def test_lines_of_faults(self):
        """A message names the file, and the line in it, behind its header."""
        good = "\ufeff# one\nsource,target\n1,2\n2,3\n"
        bad = "\ufeff# one\n# two\nsource,target\n3,1\n\n4,x\n"
        for pack in (lambda c: c, gzip.compress):
            for threads in ("1", "2"):
                folder = self.make([pack(part.encode()) for part in (good, good[:-1], bad, good)])
                self.check_failed(run("count", folder, "--threads", threads), BAD_INPUT, "part-00002:6: ")
        self.make([f"{i} {i + 1}\n" * 40000 for i in range(4)] + ["1 2\n3\n"])
        self.check_failed(run("count", folder), BAD_INPUT, "part-00004:2: ")

    def test_strict(self):
        folder = self.make(["source,target\n1,2\n2,3\n", "source,target\n1,3\n2,1\n"])
        self.check_failed(run("count", folder, "--strict"), BAD_INPUT, "part-00001:3: a repeat")

    def test_what_is_ignored(self):
        folder = self.make(["1 2\n2 3\n", "1 3\n"], ["a", "b"])
        for name in ("_SUCCESS", "_committed_1", ".hidden", ".a.crc", "a.crc"):
            self.write("parts/" + name, "7 8\n")
        self.assertEqual(self.run_json("count", folder)["edges"], 3)
        self.assertEqual(self.run_json("count", folder + "/*")["edges"], 3)
        self.assertEqual(self.run_json("count", folder + "/_com*")["edges"], 1)
        os.mkdir(os.path.join(folder, "year=2024"))
        self.check_failed(run("count", folder), FAILED, "year=2024: is a folder", "glob")
        self.check_failed(run("count", folder + "/c*"), FAILED, "the name of no file fits this pattern")

    def test_nothing_at_all(self):
        self.check_failed(run("count", self.make([])), BAD_INPUT, "is empty")
        self.check_failed(run("count", self.make(["", ""])), BAD_INPUT, "is empty")
        self.check_failed(run("count", self.make(["source,target\n", "source,target\n"]), "--header", "yes"),
                          BAD_INPUT, "no edge follows")

    def test_lines_of_json(self):
        folder = self.make(['{"source": 1, "target": 2}\n', '{"source": 2, "target": 3}', '[]'[:0],
                            '{"source": 1, "target": 3}\n'])
        self.assertEqual(self.run_json("count", folder)["triangles"], 1)

    def test_other_formats(self):
        banner = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n"
        self.check_failed(run("count", self.make([banner, banner])), BAD_INPUT, "part-00000: only text edge lists")

    def test_raw_pairs(self):
        """They are refused; joined as the message says, they are the graph."""
        parts = [struct.pack("<4I", 0, 1, 1, 2), struct.pack("<2I", 2, 0)]
        folder = self.make(parts, ["a.u32", "b.u32"])
        for given in ([folder], [os.path.join(folder, "*"), "--format", "pairs32"]):
            self.check_failed(run("count", *given), BAD_INPUT, "'pairs32'", "cat PART... > FILE")
        self.assertEqual(self.run_json("count", self.write("all.u32", b"".join(parts)))["triangles"], 1)

    def test_every_way(self):
        """info, doctor, convert, out of core and estimated."""
        lines = [f"{u},{v}" for u in range(60) for v in range(u)]
        plain = ["source,target\n" + "\n".join(lines[i::4]) + "\n" for i in range(4)]
        for pack in (lambda c: c, gzip.compress):
            folder = self.make([pack(part.encode()) for part in plain])
            wanted = 60 * 59 * 58 // 6
            self.assertEqual(self.run_json("count", folder, "--work", self.path("work"))["triangles"], wanted)
            shutil.rmtree(self.path("work"))
            self.assertEqual(self.run_json("count", folder, "--memory", "64M")["triangles"], wanted)
            self.assertEqual(self.run_json("info", folder)["edges"], len(lines))
            self.run_done("info", "--estimate", folder)
            self.run_done("convert", folder, self.path("all.tri"))
            self.assertEqual(self.run_json("count", self.path("all.tri"))["triangles"], wanted)
            os.remove(self.path("all.tri"))

    def test_weights(self):
        folder = self.make(["source,target,weight\n1,2,1\n2,3,1\n", "source,target,weight\n1,3,1\n"])
        found = run("cluster", folder, "--weighted", "onnela", "--json")
        self.check_done(found)


if __name__ == "__main__":
    main()
