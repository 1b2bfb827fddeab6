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
    ("g.parquet", b"PAR1\x15\x04", "is a Parquet file", "read_parquet"),
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
