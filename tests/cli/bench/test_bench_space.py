"""bench/space: the bytes of TRUST's blocks of a graph that is known by hand."""

import json
import os

from program import PROGRAM, ProgramTest, main, run_script

VERTICES = 12
EDGES = "".join(f"{u} {v}\n" for u in range(VERTICES) for v in range(u))


class Space(ProgramTest):
    def measure(self, *words):
        return run_script("bench/space", *words, "--build", os.path.dirname(PROGRAM))

    def test_a_complete_graph(self):
        """K_12 with n = 2: each class has 6 rows.  Row x has the ids below x: of even rows 15 even
        and 15 odd ones, of odd rows 21 even and 15 odd ones; 4 bytes each, 8 a row and 8 more."""
        done = self.measure(self.write("k12.txt", EDGES), "--blocks", "4")
        self.check_done(done)
        blocks, whole = (json.loads(line) for line in done.stdout.splitlines())
        self.assertEqual((blocks["kind"], blocks["computed"], blocks["dataset"]),
                         ("space", True, "k12"))
        self.assertEqual((blocks["partition"], blocks["blocks"], blocks["smallest_bytes"],
                          blocks["largest_bytes"]),
                         ("trust", 4, 4 * 15 + 8 * 6 + 8, 4 * 21 + 8 * 6 + 8))
        self.assertAlmostEqual(blocks["max_min"], 140 / 116)
        self.assertEqual((whole["partition"], whole["largest_bytes"], whole["max_min"]),
                         ("replicated", 4 * 66 + 8 * 13, 1))

    def test_one_that_fails(self):
        done = self.measure(self.path("nowhere.txt"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("ended with", done.stderr)


if __name__ == "__main__":
    main()
