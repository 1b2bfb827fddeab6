"""tricorn count --approximate: intervals around known numbers, what is counted instead, errors."""

import math

from program import DIAMOND, USAGE, ProgramTest, main, run

COMPLETE = ("generate", "complete", "vertices=1200", "-o")


class Estimates(ProgramTest):
    def complete(self, suffix="tri"):
        path = self.path(f"complete.{suffix}")
        self.run_done(*COMPLETE, path)
        return path

    def test_an_interval_of_the_size_that_is_asked_for(self):
        path = self.path("kronecker.tri")
        self.run_done("generate", "kronecker", "scale=15", "-o", path)
        triangles = self.run_json("count", path)["triangles"]
        for seed in range(8):  # all eight miss with a probability of 10^-5 each
            answer = self.run_json("count", path, "--approximate", "10%", "--confidence",
                                   "99.999%", "--seed", str(seed))
            self.assertFalse(answer["exact"])
            self.assertEqual((answer["seed"], answer["asked_error"]), (seed, 0.1))
            self.assertLessEqual(answer["low"], triangles)
            self.assertGreaterEqual(answer["high"], triangles)
            self.assertLessEqual(answer["high"], answer["estimate"] * 1.1 + 1)
            self.assertGreaterEqual(answer["low"], answer["estimate"] * 0.9 - 1)
            share = answer["closed"] / answer["samples"]
            self.assertAlmostEqual(answer["estimate"] / (answer["wedges"] * share), 1)

    def test_seeds_and_threads(self):
        path = self.complete()
        def answer(*more):
            found = self.run_json("count", path, "--approximate", "0.05", *more)
            return found["samples"], found["closed"], found["estimate"]
        self.assertEqual(answer("--threads", "1"), answer("--threads", "3"))
        self.assertEqual(answer()[2], math.comb(1200, 3))

    def test_text(self):
        lines = self.run_done("count", self.complete(), "--approximate", "5%")
        rows = dict(line.split() for line in lines.stdout.decode().splitlines())
        self.assertEqual(rows["method"], "sampled")
        self.assertEqual(rows["confidence"], "0.999")
        self.assertEqual(int(rows["high"]), math.comb(1200, 3))
        self.assertIn(b"counting: about", lines.stderr)

    def test_what_is_as_fast_to_count_is_counted(self):
        result = self.run_done("count", "-", "--approximate", "1%", stdin=DIAMOND)
        self.assertEqual(result.stdout, b"estimate    2\nlow         2\nhigh        2\n"
                                        b"confidence  1\nmethod      counted\n")
        self.assertIn(b"as fast as samples", result.stderr)

    def test_a_graph_on_disk_is_counted(self):
        result = self.run_done("count", "--work", self.path("work"), "--approximate", "10%",
                               self.complete("txt"))
        self.assertIn(str(math.comb(1200, 3)).encode(), result.stdout)
        self.assertIn(b"on disk is read as a whole", result.stderr)


class Errors(ProgramTest):
    def test_values(self):
        for value in ("0", "1", "100%", "x", "1%%", "-1%", "nan"):
            for option in ("--approximate", "--confidence"):
                self.check_failed(run("count", "-", "--approximate=1%", f"{option}={value}"),
                                  USAGE, option)
        self.check_failed(run("count", "-", "--approximate", "1%", "--seed", "x"), USAGE, "--seed")

    def test_options_without_effect(self):
        self.check_failed(run("count", "-", "--seed", "1"), USAGE, "--approximate")
        self.check_failed(run("count", "-", "--approximate", "1%", "--verify"), USAGE, "--verify")


if __name__ == "__main__":
    main()
