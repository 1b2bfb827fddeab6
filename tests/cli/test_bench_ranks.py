"""bench/ranks: processes that join beside one, and other programs; records say what is right."""

import json
import os
import subprocess
import sys
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, main

RANKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/ranks")
EDGES = "".join(f"{u} {v}\n" for u in range(1, 12) for v in range(u))  # K_12: 220 triangles


class Ranks(ProgramTest):
    def measure(self, *words):
        graph, out = self.write("k12.txt", EDGES), self.path("out.jsonl")
        done = subprocess.run([sys.executable, "-B", RANKS, graph, "--build",
                               os.path.dirname(PROGRAM), "-n", "1", "--ranks", "2", "-o", out,
                               *words], capture_output=True, text=True, timeout=PATIENCE)
        records = []
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                records = [json.loads(line) for line in file]
        return done, records

    def test_cases(self):
        done, records = self.measure("--peer", "says 220=found (\\d+)=echo found 220 in {graph}",
                                     "--peer", "says 7=found (\\d+)=echo found 7 {ranks}")
        self.assertEqual(done.returncode, 0, done.stderr)
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

    def test_one_that_fails(self):
        done, _ = self.measure("--only", "^fails", "--peer", "fails=(\\d+)=false")
        self.assertEqual(done.returncode, 1)
        self.assertIn("false ended with 1", done.stderr)


if __name__ == "__main__":
    main()
