"""bench/analytics: a line for each measure, records, and a failure where figures differ."""

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
