"""The table "What counts what" of docs/partitions.md: each of its combinations is tried, must count what the
table says, as brute force does, and must refuse the rest with one line.

Rows of GPUs are tried where there is one; it then stands for several.
"""

import itertools
import random
import subprocess
from pathlib import Path

from program import PATIENCE, PROGRAM, ProgramTest, main, run
from test_mpi import APART, ENVIRONMENT, MPI, MPIEXEC

PAGE = Path(__file__).resolve().parents[3] / "docs/partitions.md"
VERTICES = 60

COMMANDS = {
    "T": ("count", "--quiet"),
    "R": ("count", "--quiet", "--relabel", "collective"),
    "V": ("vertex", "--quiet"),
    "E": ("edge", "--quiet", "--sorted"),
    "L": ("list", "--quiet", "--sorted"),
}
SEVERAL = "gpu:0,1" if Path("/dev/nvidia1").exists() else "gpu:0,0"
# For each row: the ranks (0: none), the GPUs, and what else is given; {} is a folder of its own.
PLACES = {
    "in memory": (0, 0, ()),
    "in memory, by ranks": (2, 0, ()),
    "on disk": (0, 0, ("--work", "{}")),
    "on disk, by processes that join": (0, 0, ("--work", "{}", "--join", "--parts", "5")),
    "on disk, by ranks": (2, 0, ("--work", "{}", "--parts", "5")),
    "in memory, by a GPU": (0, 1, ("--device", "gpu")),
    "on disk, by a GPU": (0, 1, ("--device", "gpu", "--work", "{}")),
    "in memory, by several GPUs": (0, 2, ("--device", SEVERAL)),
    "on disk, by several GPUs": (0, 2, ("--device", SEVERAL, "--work", "{}")),
}


def table():
    """The columns, and for each row its cells."""
    lines = PAGE.read_text(encoding="utf-8").partition("## What counts what")[2].partition("\n## ")[0].splitlines()
    rows = [[cell.strip(" `") for cell in line.strip()[1:-1].split("|")] for line in lines if line.startswith("|")]
    return rows[0][1:], {row[0]: row[1:] for row in rows[2:]}


def random_graph(seed):
    draw = random.Random(seed)
    edges = {(draw.randrange(VERTICES), int(VERTICES * draw.random() ** 3)) for _ in range(600)}
    return sorted({(max(edge), min(edge)) for edge in edges if edge[0] != edge[1]})


def by_brute_force(edges):
    rows = [set() for _ in range(VERTICES)]
    for u, v in edges:
        rows[u].add(v)
        rows[v].add(u)
    support = {(v, u): len(rows[u] & rows[v]) for u, v in edges}
    triangles = [(v, u, w) for u, v in edges for w in rows[u] & rows[v] if v < u < w]
    vertices = {x: sum(count for edge, count in support.items() if x in edge) // 2
                for x in range(VERTICES) if rows[x]}
    total = f"triangles  {sum(support.values()) // 3}\n"
    return {"T": total, "R": total,
            "V": "".join(f"{x}\t{count}\n" for x, count in sorted(vertices.items())),
            "E": "".join(f"{v}\t{u}\t{count}\n" for (v, u), count in sorted(support.items())),
            "L": "".join("\t".join(map(str, triangle)) + "\n" for triangle in sorted(triangles))}


class Table(ProgramTest):
    def setUp(self):
        super().setUp()
        self.edges = random_graph(7)
        self.expected = by_brute_force(self.edges)
        self.graph = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in self.edges))
        self.folders = itertools.count()

    def try_one(self, letter, partition, place):
        ranks, _, more = PLACES[place]
        verb, *options = COMMANDS[letter]
        options += [word.format(self.path(f"work{next(self.folders)}")) for word in more]
        if partition != "none":
            options += ["--partition", partition]
        if partition in ("trust", "trix"):
            options += ["--blocks", "9"]
        if verb == "list" and ranks: # each writes its share to a file with its number
            options = [word for word in options if word != "--sorted"]
            options += ["--shares", str(ranks), "-o", self.path("shares.txt")]
        start = [MPIEXEC, "-n", str(ranks), MPI] if ranks else [PROGRAM]
        return subprocess.run([*start, verb, self.graph, *options], env=ENVIRONMENT | APART,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)

    def output(self, letter, place, result):
        ranks = PLACES[place][0]
        if letter != "L" or not ranks:
            return result.stdout.decode()
        lines = [line.split() for rank in range(ranks)
                 for line in Path(self.path(f"shares-{rank}.txt")).read_text(encoding="ascii").splitlines()]
        return "".join("\t".join(map(str, triangle)) + "\n"
                       for triangle in sorted(sorted(map(int, line)) for line in lines))

    def can_run(self, place):
        ranks, gpus, _ = PLACES[place]
        if ranks:
            return bool(MPI)
        return gpus == 0 or run("count", self.graph, "--device", "gpu:0").returncode == 0

    def check_cell(self, place, partition, cell):
        for letter in COMMANDS:
            with self.subTest(place=place, partition=partition, letter=letter):
                result = self.try_one(letter, partition, place)
                message = result.stderr.decode()
                if letter in cell:
                    self.assertEqual(result.returncode, 0, message)
                    self.assertEqual(self.output(letter, place, result), self.expected[letter])
                else:
                    self.assertIn(result.returncode, (1, 2), "it counts, and the table does not say so")
                    self.assertEqual(result.stdout, b"")
                    self.assertIn("tricorn: ", message)

    def test_each_combination(self):
        columns, rows = table()
        self.assertEqual(list(rows), list(PLACES))
        for place, cells in rows.items():
            self.assertEqual(len(cells), len(columns))
            if not self.can_run(place):
                continue
            for partition, cell in zip(columns, cells):
                self.assertLessEqual(set(cell) - {" "}, set(COMMANDS))
                self.check_cell(place, partition, cell)

    def test_all_partitions_are_columns(self):
        named = [line.split(",")[0].removeprefix("TG_PARTITION(")
                 for line in (PAGE.parents[1] / "src/registry/partitions.def").read_text().splitlines()
                 if line.startswith("TG_PARTITION(")]
        self.assertEqual(sorted(table()[0]), sorted(["none", *named]))


if __name__ == "__main__":
    main()
