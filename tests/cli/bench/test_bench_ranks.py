"""bench/ranks: processes that join beside one, and other programs; records say what is right."""

import os

from program import PROGRAM, ProgramTest, main, run_script

EDGES = "".join(f"{u} {v}\n" for u in range(1, 12) for v in range(u))  # K_12: 220 triangles


class Ranks(ProgramTest):
    def measure(self, *words):
        graph, out = self.write("k12.txt", EDGES), self.path("out.jsonl")
        done = run_script("bench/ranks", graph, "--build", os.path.dirname(PROGRAM), "-n", "1",
                          "--ranks", "2", "-o", out, *words)
        return done, self.read_records(out) if os.path.exists(out) else []

    def test_cases(self):
        done, records = self.measure("--peer", "says 220=found (\\d+)=echo found 220 in {graph}",
                                     "--peer", "says 7=found (\\d+)=echo found 7 {ranks}")
        self.check_done(done)
        self.assertEqual([(r["case"], r["processes"], r["triangles"], r["verified"])
                          for r in records],
                         [("tricorn", 1, 220, True), ("tricorn on disk", 1, 220, True),
                          ("joined", 2, 220, True), ("says 220", 2, 220, True),
                          ("says 7", 2, 7, False)])
        for record in records:
            self.assertEqual((record["kind"], record["dataset"]), ("ranks", "k12"))
            self.assertEqual(len(record["wall_seconds"]), 1)
            self.assertEqual(bool(record["count_seconds"]), "says" not in record["case"])
            self.assertGreater(record["peak_bytes"], 0)

    def test_beside_a_replay(self):
        """Two workers on two cores end with the last one; on one core with the time of both."""
        scale = {"dataset": "k12", "algorithm": "cpu-merge-edge", "partition": "tricorn",
                 "workers": 2, "scenario": "quiet", "slowest_seconds": 3.0, "together": 1.25,
                 "whole_seconds": 4.0}
        others = [{**scale, key: other, "slowest_seconds": 99.0} for key, other in
                  (("dataset", "k13"), ("algorithm", "cpu-adaptive"), ("partition", "trust"),
                   ("workers", 4), ("scenario", "jitter"))]
        simulated = self.write_records("scale.jsonl", [*others, scale])
        for threads, told in (("2", 3.0), ("1", 5.0)):
            done, records = self.measure("--algorithm", "cpu-merge-edge", "--threads", threads,
                                         "--simulated", simulated)
            self.check_done(done)
            self.assertEqual([(r["case"], r["simulated_seconds"], r["triangles"])
                              for r in records[-3:]],
                             [("tricorn", None, 220), ("tricorn on disk", None, 220),
                              ("joined", told, 220)])
            self.assertEqual({r["algorithm"] for r in records[-3:]}, {"cpu-merge-edge"})

    def test_one_that_fails(self):
        done, _ = self.measure("--only", "^fails", "--peer", "fails=(\\d+)=false")
        self.assertEqual(done.returncode, 1)
        self.assertIn("false ended with 1", done.stderr)


if __name__ == "__main__":
    main()
