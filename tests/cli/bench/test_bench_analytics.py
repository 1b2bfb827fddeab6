"""bench/analytics and bench/subgraphs: a line for each measure, records, and a failure where figures differ."""

import itertools
import json
import os
import random
import subprocess
import sys

from program import PATIENCE, PROGRAM, ProgramTest, main

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "..", "bench", "analytics")
MEASURES = ["clustering", "squares", "census", "cores", "jaccard", "adamic-adar", "cliques4", "cliques5"]

# In place of a package: what the script asks of igraph, with another answer where it is told so.
FAKE = """
class Graph:
    def __init__(self, vertices, edges, directed=False):
        pass
    def simplify(self):
        return self
    def get_edgelist(self):
        return []
    def transitivity_avglocal_undirected(self, mode):
        return {figure!r}
"""

# In place of PGD: the same six lines, by looking at each four vertices.
PGD = """#!{python}
import itertools, sys
lines = open(sys.argv[2]).read().split("\\n")[2:-1]
edges = {{frozenset(line.split()) for line in lines}}
kinds = {{(3, (1, 1, 2, 2)): "4_path", (3, (1, 1, 1, 3)): "3_star", (4, (2, 2, 2, 2)): "4_cycle",
         (4, (1, 2, 2, 3)): "4_tailed_tris", (5, (2, 2, 3, 3)): "4_chordcycle", (6, (3, 3, 3, 3)): "4_clique"}}
counts = dict.fromkeys(kinds.values(), {first})
for four in itertools.combinations(sorted(set().union(*edges)), 4):
    inside = [edge for edge in edges if edge <= set(four)]
    kind = kinds.get((len(inside), tuple(sorted(sum(v in edge for edge in inside) for v in four))))
    if kind:
        counts[kind] += 1
for kind, count in counts.items():
    print(f"total_{{kind}} = {{count}}")
"""


class Subgraphs(ProgramTest):
    def bench(self, *arguments, **environment):
        script = os.path.join(os.path.dirname(SCRIPT), "subgraphs")
        known = {key: value for key, value in os.environ.items() if key not in (
            "TRICORN_PGD", "TRICORN_ORCA", "TRICORN_PARBUTTERFLY", "TRICORN_SNAP_MOTIFS")}
        return subprocess.run([sys.executable, "-B", script, *arguments], timeout=PATIENCE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**known, "TRICORN_PROGRAM": os.path.abspath(PROGRAM),
                                                           **environment})

    def fake(self, first):
        path = self.write(f"pgd{first}", PGD.format(python=sys.executable, first=first))
        os.chmod(path, 0o700)
        return path

    def test_figures_are_compared(self):
        draw = random.Random(2)
        pairs = [pair for pair in itertools.combinations(range(14), 2) if draw.random() < 0.4]
        graph, out = self.write("graph.txt", "".join(f"{u} {v}\n" for u, v in pairs)), self.path("out.jsonl")
        asked = [graph, "-n", "2", "-m", "graphlets", "-m", "orbits", "-m", "butterflies", "-m", "motifs", "-o", out]
        self.check_done(self.bench(*asked, TRICORN_PGD=self.fake(0)))
        (record,) = self.read_records(out)  # the others are left out
        self.assertEqual((record["measure"], record["peer"], record["edges"], record["equal"]),
                         ("graphlets", "PGD", len(pairs), True))
        self.assertEqual([len(record[samples]) for samples in ("own_samples", "peer_samples")], [2, 2])
        wrong = self.bench(*asked, TRICORN_PGD=self.fake(1))
        self.assertEqual(wrong.returncode, 1)
        self.assertIn(b"DIFFERENT", wrong.stdout)
        shown = self.check_done(self.bench("--table", out)).stdout.decode().splitlines()
        self.assertRegex(shown[2], r"^\| graph \| \d+ \| graphlets \| .* s \| PGD .* s \|")


class Analytics(ProgramTest):
    def bench(self, *arguments, packages=None):
        environment = {**os.environ, "TRICORN_PROGRAM": os.path.abspath(PROGRAM),
                       "PYTHONPATH": packages or ""}
        return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)

    def graph(self):
        draw = random.Random(1)
        return self.write("graph.txt", "".join(f"{draw.randrange(30)}\t{draw.randrange(30)}\n"
                                               for _ in range(150)))

    def test_every_measure(self):
        out = self.path("out.jsonl")
        self.check_done(self.bench(self.graph(), "-n", "2", "-t", "1", "-o", out))
        records = self.read_records(out)
        own = [record for record in records if record["program"] == "program"]
        self.assertEqual([record["measure"] for record in own], MEASURES)
        for record in records:  # of the packages that are here, too
            self.assertEqual(len(record["seconds"]), 2)
            self.assertTrue(record["equal"], record)

    def test_table(self):
        """The least times in milliseconds; how many times tricorn's the fastest other one takes, without and with
        making the graph."""
        lines = [{"graph": "g.txt", "measure": "cores", "program": name, "seconds": seconds,
                  "make_seconds": make} for name, seconds, make in (
                      ("tricorn", [0.003, 0.001, 0.002], 0.008), ("igraph", [0.02], 0.08),
                      ("networkit", [0.01, 0.012, 0.015], 0.19))]
        path = self.write("records.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        shown = self.check_done(self.bench("--table", path)).stdout.decode().splitlines()
        self.assertEqual(shown[2], "| g | cores | 1 | 10 | 20 | 10.0 x | 11.1 x |")

    def test_figures_that_differ(self):
        graph = self.graph()
        figure = self.run_json("cluster", graph)["average_clustering"]
        for given, code in ((figure, 0), (figure + 1e-9, 1)):
            self.write("igraph.py", FAKE.format(figure=given))
            result = self.bench(graph, "-n", "1", "-m", "clustering", packages=self.folder)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertEqual(b"DIFFERENT" in result.stdout, code == 1)


if __name__ == "__main__":
    main()
