"""What the program writes it reads back from a pipe, which has no name to tell its format by.

Formats that cannot be told by their content are refused there, unless they are named.
"""

from program import BY_LIBRARY, BAD_INPUT, SANITIZED, ProgramTest, main, run, triangles

# Raw numbers have no mark of their own.
NAMELESS = ("pairs32", "pairs64", "polak", "graph500", "graph500-packed")

MODELS = [
    "complete vertices=2",
    "complete vertices=3",
    "complete vertices=40",
    "multipartite parts=10-10-10",
    "star vertices=3",
    "star vertices=20000",  # a METIS line longer than what is looked at
    "path-power vertices=300 reach=1",
    "path-power vertices=9000 reach=4",
    "ring-lattice vertices=6 reach=1",  # METIS: all lines of two numbers, as in an edge list
    "ring-lattice vertices=9000 reach=1",
    "ring-lattice vertices=300 reach=2",
    "grid2d",
    "grid2d diagonals=1 wrap=1",
    "grid3d wrap=1",
    "hypercube dimension=10",
    "windmill",
    "hub",
    "theory-star",
    "erdos-renyi",
    "erdos-renyi vertices=100 edges=40",  # vertices without an edge
    "erdos-renyi vertices=100 edges=1",
    "barabasi-albert vertices=5000 attach=4",
    "watts-strogatz",
    "kronecker scale=10",
]


def triangles_of_text(text):
    """The number of triangles in an edge list that the program wrote."""
    return triangles(line.split() for line in text.decode().splitlines() if not line.startswith("#"))


class Pipes(ProgramTest):
    def generate(self, model, to):
        return self.run_done("generate", *model.split(), "--to", to).stdout

    def check_piped(self, content, name, expected):
        if name in NAMELESS:
            refused = run("count", "-", stdin=content)
            self.check_failed(refused, BAD_INPUT, "is binary", "name its format")
        arguments = ("--format", name) if name in NAMELESS else ()
        answer = self.run_json("count", "-", *arguments, stdin=content)
        self.assertEqual(answer["triangles"], expected)
        if name != "graphchallenge-adj":  # an edge list of three columns, and read as one
            self.assertEqual(answer["format"], name)

    def test_every_format(self):
        formats = [row["name"] for row in self.run_json("formats") if row["writes"] and row["reads"]
                   and row["name"] not in BY_LIBRARY]
        for model in MODELS[::4] if SANITIZED else MODELS:
            expected = triangles_of_text(self.generate(model, "edges"))
            for name in formats:
                with self.subTest(model=model, format=name):
                    self.check_piped(self.generate(model, name), name, expected)

    def test_compressed(self):
        for name in ("metis", "graphchallenge-inc", "gapbs"):
            with self.subTest(format=name):
                content = self.run_done("generate", "complete", "vertices=50", "--to", name, "--compression=gzip").stdout
                self.check_piped(content, name, 50 * 49 * 48 // 6)

    def test_nothing_but_vertices(self):
        """No edge list begins with a vertex that has no edge; METIS says how many there are."""
        answer = self.run_json(
            "count", "-", stdin=self.generate("erdos-renyi vertices=100 edges=0", "metis")
        )
        self.assertEqual((answer["format"], answer["edges"], answer["triangles"]), ("metis", 0, 0))

    def test_damaged(self):
        """A matrix or a METIS file with one fault is refused, not read as an edge list."""
        matrix = self.generate("barabasi-albert vertices=200", "graphchallenge-inc").decode()
        rows = self.generate("barabasi-albert vertices=200", "metis").decode()
        lines = matrix.splitlines(keepends=True)
        for content, words in (
            ("".join(lines[:-1]), ("lines; in an incidence matrix",)),
            ("".join(lines[:9] + lines[8:]), ("may be an incidence matrix", "--format edges")),
            ("".join(lines[:9] + lines[10:]), ("may be an incidence matrix", "--format edges")),
            ("".join(lines[1:]), ("may be an incidence matrix", "--format edges")),
        ):
            self.check_failed(run("count", "-", stdin=content), BAD_INPUT, *words)
        for suffix in (".graph", ".metis"):
            path = self.write("a" + suffix, rows.replace("200 ", "201 ", 1))
            self.check_failed(run("count", path), BAD_INPUT, "201 vertices", "--format edges")


if __name__ == "__main__":
    main()
