"""bench/published on made-up times: the rule that it learns, on which half it is tested, what it leaves out."""

import random
import sys

from program import ROOT, ProgramTest, main, run_script

sys.path.insert(0, str(ROOT / "bench"))
from reporting.names import descriptions  # noqa: E402  (the folder comes first)

TEN = ("green", "polak", "bisson", "tricore", "fox-intersect-path", "fox-par-search", "hu", "h-index", "trust",
       "grouptc")
NAMES = [name for name, alias, _ in descriptions() if alias in TEN] + ["gpu-adaptive"]
POLAK = next(name for name, alias, _ in descriptions() if alias == "polak")
TRUST = next(name for name, alias, _ in descriptions() if alias == "trust")


def records(number, edges, fastest, others=3.0):
    """A graph that `fastest` counts in 1 s, gpu-adaptive in 0.5 s, the others in more."""
    for name in NAMES:
        seconds = 0.5 if name == "gpu-adaptive" else 1.0 if name == fastest else others
        yield {"kind": "measured", "status": "ok", "device": "a GPU", "dataset": f"random-1-{number}",
               "algorithm": name, "vertices": 100, "edges": edges, "wedges": 10 * edges, "longest_row": 9,
               "prepare_seconds": [1.0], "count_seconds": [seconds, 2 * seconds]}


class Published(ProgramTest):
    def ask(self, graphs):
        path = self.write_records("records.jsonl", (one for graph in graphs for one in graph))
        return run_script("bench/published", path)

    def test_threshold(self):
        """Below a million edges Polak is the fastest, above it TRUST: each half shows that to the other."""
        draw = random.Random(5)
        small = [records(i, draw.randrange(10_000, 500_000), POLAK) for i in range(0, 20)]
        large = [records(i, draw.randrange(2_000_000, 9_000_000), TRUST) for i in range(20, 34)]
        graphs = small + large
        draw.shuffle(graphs)
        done = self.ask(graphs)
        self.check_done(done)
        self.assertRegex(done.stdout, r"Polak for all: 58\.8 % of 34 within 10 %; .* worst \+200\.0 %")
        self.assertRegex(done.stdout, r"on the other half: 100\.0 % of 34 within 10 %; .* worst \+0\.0 %")
        self.assertRegex(done.stdout, r"gpu-adaptive: 100\.0 % .* worst -50\.0 %")
        self.assertIn("Polak 20, TRUST 14", done.stdout)
        self.assertRegex(done.stdout, r"    edges < [\d.e+]+:\n        Polak\n    else:\n        TRUST\n$")

    def test_chance_is_not_learned_as_knowledge(self):
        """Which of two is the fastest follows from nothing that the rule knows: on the other half it fails."""
        draw = random.Random(6)
        done = self.ask([records(i, draw.randrange(10_000, 9_000_000), draw.choice((POLAK, TRUST)))
                         for i in range(60)])
        self.check_done(done)
        within = float(done.stdout.partition("on the other half: ")[2].partition(" %")[0])
        self.assertLess(within, 75)

    def test_graphs_without_all_are_left_out(self):
        graphs = [list(records(i, 1000 + i, POLAK)) for i in range(21)]
        graphs[3].pop(0)
        self.assertIn("20 graphs; ", self.ask(graphs).stdout)
        done = self.ask(graphs[2:])
        self.assertEqual(done.returncode, 1)
        self.assertIn("18 graphs were counted by all of the ten and by gpu-adaptive: at least 20", done.stderr)


if __name__ == "__main__":
    main()
