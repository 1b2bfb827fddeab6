"""Text formats that are read but not written: a graph written here, by hand, is counted right from
a file, compressed and from a pipe; files of other kinds are refused with a way out."""

import gzip
import random
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, ProgramTest, main, run, triangles

try:
    import networkx
except ImportError:
    networkx = None

HEAD = "#make.py\n# GMT Sat Jan  6 10:11:12 2024\n# a graph\n"
VERTICES = 60


def random_edges(seed, first):
    """Each edge once, the smaller end first; ids from `first`; the last vertex has no edge."""
    draw = random.Random(seed)
    edges = {tuple(sorted(draw.sample(range(first, first + VERTICES - 1), 2))) for _ in range(300)}
    return sorted(edges)


def lists(edges, first):
    """Vertex and larger neighbours, for each vertex."""
    rows = {v: [] for v in range(first, first + VERTICES)}
    for u, v in edges:
        rows[u].append(str(v))
    return rows.items()


def adjlist(edges, head, between, before=""):
    return before + "".join(
        f"{u}{head}{between.join(row)}".rstrip() + "\n" for u, row in lists(edges, 0))


def multiline(edges):
    return HEAD + "".join(
        f"{u} {len(row)}\n" + "".join(f"{v} {{'weight': 1}}\n" for v in row)
        for u, row in lists(edges, 0))


def dimacs(edges, problem, line):
    count = len(edges)
    return f"c a graph\np {problem} {VERTICES} {count}\n" + "".join(
        line.format(u, v) + "\n" for u, v in edges)


def pajek_lists(edges):
    return f"*Vertices {VERTICES}\n*Arcslist\n" + "".join(
        f"{u} {' '.join(row)}\n" for u, row in lists(edges, 1) if row)


def pajek_matrix(edges):
    ends = set(edges)
    return f"*Vertices {VERTICES}\n*Matrix\n" + "".join(
        " ".join("1" if (u, v) in ends else "0" for v in range(1, VERTICES + 1)) + "\n"
        for u in range(1, VERTICES + 1))


def pajek(edges):
    return (f"*Network g\n*Vertices {VERTICES}\n" +
            "".join(f'{v} "vertex {v}" 0.5 0.5\n' for v in range(1, VERTICES + 1)) +
            "*Arcs\n" + "".join(f"{u} {v} 1\n" for u, v in edges[::2]) +
            "*Edges\n" + "".join(f"{v} {u} 2.5 c Blue\n" for u, v in edges[1::2]))


def labelled(edges, first, degrees, label=""):
    """Of subgraph matching and gSpan: vertices with labels and, perhaps, degrees."""
    ends = [v for edge in edges for v in edge]
    return (first.format(VERTICES, len(edges)) + "\n"
            + "".join(f"v {v} {v % 3}{f' {ends.count(v)}' if degrees else ''}\n" for v in range(VERTICES))
            + "".join(f"e {u} {v}{label}\n" for u, v in edges))


def smat(edges):
    return f"{VERTICES} {VERTICES} {len(edges)}\n" + "".join(f"{u} {v} 1\n" for u, v in edges)


def metis(edges):
    rows = {v: [] for v in range(1, VERTICES + 1)}
    for u, v in edges:
        rows[u].append(v)
        rows[v].append(u)
    return f"{VERTICES} {len(edges)}\n" + "".join(
        " ".join(map(str, row)) + "\n" for row in rows.values())


def incidence(edges):
    return "".join(f"{e}\t{v}\t1\n" for e, ends in enumerate(edges, 1) for v in ends)


def konect(edges):
    return f"% sym unweighted\n% {len(edges)} {VERTICES} {VERTICES}\n" + "".join(
        f"{u} {v}\n" for u, v in edges)


def json_lines(edges):
    return "".join(f'{{"source": {u}, "target": {v}}}\n' for u, v in edges)


# name: of the file; format: as which it is found; first: the smallest id; write: of the edges;
# counted: a missing line is noticed.
FORMS = [
    ("g.adjlist", "adjlist", 0, lambda edges: adjlist(edges, " ", " "), False),
    ("g.txt", "adjlist", 0, lambda edges: adjlist(edges, " ", " ", HEAD), False),
    ("g.txt", "adjlist", 0, lambda edges: adjlist(edges, ": ", " "), False),
    ("g", "adjlist", 0, lambda edges: adjlist(edges, ": ", ", "), False),
    ("g.tsv", "adjlist", 0, lambda edges: adjlist(edges, "\t", ","), False),
    ("g.txt", "adjlist", 0, lambda edges: adjlist(edges, " ", ","), False),
    ("g.txt", "multiline-adjlist", 0, multiline, False),
    ("g.col", "dimacs", 1, lambda edges: dimacs(edges, "edge", "e {} {}"), True),
    ("g.txt", "dimacs", 1, lambda edges: dimacs(edges, "col", "e {1} {0}"), True),
    ("g.gr", "dimacs", 1, lambda edges: dimacs(edges, "sp", "a {} {} 7"), True),
    ("g", "dimacs", 1, lambda edges: dimacs(edges, "tw", "{} {}"), True),
    ("g.graph", "tve", 0, lambda edges: labelled(edges, "t {} {}", True), True),
    ("g", "tve", 0, lambda edges: labelled(edges, "t {} {}", False, " a"), True),
    ("g.txt", "tve", 0, lambda edges: labelled(edges, "t # 0", False, " 7") + "t # -1\n", False),
    ("g.lg", "tve", 0, lambda edges: labelled(edges, "# t 1", True), True),
    ("g.net", "pajek", 1, pajek, False),
    ("g.txt", "pajek", 1, pajek_lists, False),
    ("g", "pajek", 1, pajek_matrix, True),
    ("g.smat", "smat", 0, smat, True),
]

OTHERS = [
    ("g.vcf", "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\n1\t100\t.\n1\t200\t.\n", "VCF", "get the graph"),
    ("g.gff", "##gff-version 3\n1\t100\t.\n1\t200\t.\n", "GFF", "get the graph"),
    ("g.txt", "<!DOCTYPE html>\n<html>1 2</html>\n", "is a page of the web", "login"),
    ("g.txt", "1 2\n2 3\n".encode("utf-16"), "is text in UTF-16", "iconv -f UTF-16 -t UTF-8"),
    ("g.csv", "sep=;\n1;2\n", "sep=", "tail -n +2"),
    ("g.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64\0\1IM", "is a MATLAB file", "loadmat"),
    ("g.mtx", b"PAR1\x15\x04", "is a Parquet file", ""),
    ("g.txt", "version https://git-lfs.github.com/spec/v1\n", "is a pointer of Git LFS", "pull"),
    ("g.txt", b"\x7fELF\2\1\1\0", "is a program", ""),
    ("g.txt", bytes(range(256)), "is binary", "name its format"),
]


class TextFormats(ProgramTest):
    def check(self, answer, edges, form):
        self.assertEqual(answer["format"], form)
        self.assertEqual(answer["triangles"], triangles(edges))
        self.assertEqual(answer["edges"], len(edges))
        self.assertEqual(answer["vertices"], len({v for edge in edges for v in edge}))

    def test_counted(self):
        for number, (name, form, first, write, _) in enumerate(FORMS):
            edges = random_edges(number, first)
            text = write(edges)
            for changed in (text, "\ufeff" + text, text.rstrip("\n"), text.replace("\n", "\r\n"),
                            text.replace("\n", "\n\n").replace(HEAD.replace("\n", "\n\n"), HEAD)):
                with self.subTest(form=form, name=name, number=number):
                    answer = self.run_json("count", self.write(name, changed))
                    self.check(answer, edges, form)
                    isolated = VERTICES - answer["vertices"]
                    self.assertEqual(answer["isolated"], isolated if "lists" not in form else 1)

    def test_mark(self):
        """Behind a byte order mark, a format that begins with numbers is found all the same."""
        for form, write in (("metis", metis), ("graphchallenge-inc", incidence),
                            ("konect", konect), ("json-lines", json_lines)):
            edges = random_edges(len(form), 1)
            for mark in ("", "\ufeff"):
                with self.subTest(form=form, mark=mark):
                    path = self.write("g.txt", mark + write(edges))
                    self.check(self.run_json("count", path), edges, form)

    def test_compressed_and_piped(self):
        for number, (name, form, first, write, _) in enumerate(FORMS):
            with self.subTest(form=form, name=name, number=number):
                edges = random_edges(number, first)
                text = write(edges).encode()
                packed = self.write(name + ".gz", gzip.compress(text))
                self.check(self.run_json("count", packed, "--threads", "3"), edges, form)
                named = [] if form not in ("smat", "adjlist") else ["--format", form]
                self.check(self.run_json("count", "-", *named, stdin=text), edges, form)

    def test_cut(self):
        """A line less, where the file says how many there are."""
        for number, (name, form, first, write, counted) in enumerate(FORMS):
            if not counted:
                continue
            with self.subTest(form=form, name=name, number=number):
                lines = write(random_edges(number, first)).splitlines(keepends=True)
                for kept in (lines[:-1], lines[:-2] + lines[-1:], lines + lines[-1:]):
                    path = self.write(name, "".join(kept))
                    self.check_failed(run("count", path), BAD_INPUT, name)

    def test_random_labelled(self):
        for seed in range(50):
            edges = random_edges(seed, 0)
            first = ("t {} {}", "t # 3", "# t 1")[seed % 3]
            text = labelled(edges, first, seed % 2, " x" if seed % 4 < 2 else "")
            answer = self.run_json("count", "-", "--strict", stdin=text)
            self.check(answer, edges, "tve")
            self.assertEqual(answer["isolated"], VERTICES - answer["vertices"])

    def test_damaged_labelled(self):
        sizes, order = "t 3 2\nv 0 a 1\nv 1 b 2\nv 2 a 1\ne 0 1\ne 1 2\n", "t # 0\nv 0 a\nv 1 b\ne 0 1 x\n"
        for text, message in (
                (sizes + "e 0 2\n", ":1: says 3 vertices and 2 edges, but there are 3 lines 'v' and 3 lines 'e'"),
                (sizes.replace("v 1 b 2\n", ""), "is the file cut?"),
                (sizes.replace("v 1", "v 2"), "two lines 'v'"),
                (sizes.replace("v 1", "v 3"), ":3: a vertex is not below"),
                (sizes.replace("b 2", "b 3"), "the degrees of all vertices are 5"),
                (sizes.replace("b 2", "b"), "others have none"),
                (sizes.replace("b 2", "b two"), ":3: expected 'v'"),
                (sizes.replace("e 1 2", "e 1 2 3 4"), ":6: expected 'e'"),
                (sizes.replace("e 1 2", "e 1 -2"), ":6: expected 'e'"),
                (sizes.replace("e 1 2", "e 1 3"), ":6: a vertex is not below"),
                (sizes.replace("e 1 2", "x 1 2"), ":6: expected 'v'"),
                (sizes + sizes, ":7: a second graph"),
                (order.replace("v 1", "v 2"), ":3: vertices are not numbered"),
                (order.replace("e 0 1", "e 0 2"), ":4: a vertex is not below"),
                (order + "v 2 c\nt # -1\ne 0 2\n", ":7: a line behind"),
                (order + "t # 1\nv 0 a\n", ":5: a second graph"),
                ("t # 0\nv 0 a\nt 3\n", ":3: a second graph")):
            with self.subTest(text=text):
                self.check_failed(run("count", "-", stdin=text), BAD_INPUT, message)

    def test_first_of_several_graphs(self):
        """The command that the message gives writes a file of the first graph."""
        first = "t # 0\nv 0 1\nv 1 1\nv 2 1\ne 0 1 1\ne 1 2 1\ne 0 2 1\n"
        for text in (first + "t # 1\nv 0 5\nt # -1\n", first.replace("t # 0", "# t 1") + "# t 2\nv 0 5\n"):
            path = self.write("several.lg", text)
            message = self.check_failed(run("count", path), BAD_INPUT, "awk '")
            command = message[message.index("awk '"):].replace("FILE", path).replace("OUT.lg", self.path("one.lg"))
            subprocess.run(command, shell=True, check=True)
            self.assertEqual(self.run_json("count", self.path("one.lg"))["triangles"], 1)

    def test_named_lists(self):
        """Lines that look like lists of neighbours are those in texts of any name, but not where the name is
        another format's."""
        text = "0: 1 2\n1: 0 2 3\n2: 0 1\n"
        for name in ("g", "g.txt", "g.csv", "g.tsv", "g.edges", "g.adjlist"):
            self.assertEqual(self.run_json("count", self.write(name, text))["format"], "adjlist")
        for suffix in (".mtx .metis .graph .col .dimacs .gr .tve .lg .net .paj .graphml .gexf .gml .dot .gv .lgl .smat "
                       ".jsonl .ndjson .json .cyjs .cx").split():
            with self.subTest(suffix=suffix):
                self.check_failed(run("count", self.write("g" + suffix, text)), BAD_INPUT, "g" + suffix)

    def test_other_kinds(self):
        for name, content, message, remedy in OTHERS:
            with self.subTest(name=name, message=message):
                path = self.write(name, content)
                self.check_failed(run("count", path), BAD_INPUT, name, message, remedy)
                with open(path, "rb") as file:
                    piped = subprocess.run([PROGRAM, "count", "-"], stdin=file,
                                           capture_output=True)
                self.check_failed(piped, BAD_INPUT, message, remedy)


@unittest.skipUnless(networkx, "needs NetworkX")
class NetworkX(ProgramTest):
    """What NetworkX itself writes."""

    def test_written(self):
        graph = networkx.karate_club_graph()
        graph.add_node(99)
        for form, write in (("adjlist", networkx.write_adjlist),
                            ("multiline-adjlist", networkx.write_multiline_adjlist),
                            ("pajek", networkx.write_pajek)):
            with self.subTest(form=form):
                path = self.path("graph.txt")
                write(graph, path)
                answer = self.run_json("count", path)
                self.assertEqual((answer["format"], answer["triangles"], answer["edges"],
                                  answer["isolated"]), (form, 45, 78, 1))


if __name__ == "__main__":
    main()
