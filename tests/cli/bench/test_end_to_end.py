"""bench/end_to_end: whole runs of programs beside each other, whose counts must be equal."""

import json
import os
import statistics
import subprocess

from program import PROGRAM, ROOT, ProgramTest, main, run_script

PEERS = os.path.join(ROOT, "bench", "peers")
# Two triangles with an edge in common; words as ids, a repeat and a loop.
WORDS = "a\tb\nb\tc\nc\ta\nb\td\nd\tc\nc\tb\nd\td\n"


class EndToEnd(ProgramTest):
    def script(self, name, body):
        return self.write_program(name, f"#!/bin/sh\n{body}\n")

    def measure(self, *words, **environment):
        out = self.path("records")
        done = run_script("bench/end_to_end", "--tricorn", PROGRAM, "-t", "2", "-o", out, *words,
                          env={**os.environ, "TRICORN_PEER_GAPBS": "", **environment})
        return done, self.read_records(out) if os.path.exists(out) else []

    def test_each_program_runs_in_turn_on_the_same_numbers(self):
        turns = self.path("turns")
        peers = [self.script(name, f"echo {name} >>{turns}; grep -q '[a-z#]' \"$1\" && exit 5; sleep {wait}\n"
                             f"wc -l <\"$1\" >{self.path('lines')}; echo '{{\"triangles\": 2}}'")
                 for name, wait in (("one", 0.2), ("two", 0))]
        done, records = self.measure(self.write("words.tsv", WORDS), "-n", "3", "-p", ",".join(peers))
        self.check_done(done)
        self.assertEqual(self.read_text(turns).split(), ["one", "two"] * 4)  # three rounds, and the dropped one
        self.assertEqual(int(self.read_text("lines")), 5)
        self.assertEqual([r["algorithm"] for r in records], ["tricorn", "one", "two"])
        for record in records:
            self.assertEqual((record["kind"], record["dataset"], record["triangles"], record["verified"]),
                             ("end-to-end", "words.tsv", 2, True))
            self.assertEqual(len(record["whole_seconds"]), 3)
            self.assertAlmostEqual(record["whole_median_seconds"], statistics.median(record["whole_seconds"]))
        self.assertGreater(min(records[1]["whole_seconds"]), 0.2)
        self.assertEqual([line.split()[1] for line in done.stdout.splitlines()], ["PROGRAM", "tricorn", "one", "two"])

    def test_counts_that_differ_have_no_time(self):
        done, records = self.measure(self.write("words.tsv", WORDS), "-n", "1", "-p",
                                     self.script("liar", "echo '{\"triangles\": 3}'"))
        self.assertEqual((done.returncode, records, done.stdout), (1, [], ""))
        self.assertIn("the counts differ: {'tricorn': [2], 'liar': [3]}", done.stderr)

    def test_what_is_not_here_is_left_out_and_what_fails_is_told(self):
        crash = self.script("crash", "echo it hurts >&2; exit 4")
        slow = self.script("slow", "sleep 1000 & wait")
        done, records = self.measure("complete vertices=7", "-n", "1", "-p", f"gapbs,{crash},{slow}", "--timeout", "2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gapbs: skipped: not here: TRICORN_PEER_GAPBS is not set", done.stderr)
        self.assertEqual([(r["algorithm"], r["status"], r.get("triangles"), r["message"]) for r in records],
                         [("tricorn", "ok", 35, None), ("crash", "failed", None, "exit code 4: it hurts"),
                          ("slow", "timeout", None, "killed after 2 s")])
        self.assertFalse(records[0]["verified"])
        done, records = self.measure("complete vertices=7", "-n", "1", "-p", "gapbs")
        self.check_done(done)

    def test_the_time_is_that_of_the_program_and_not_of_its_script(self):
        peer = self.script("peer", "sleep 0.5; echo '{\"triangles\": 35, \"program_seconds\": 0.125}'")
        _, records = self.measure("complete vertices=7", "-n", "2", "-p", peer)
        self.assertEqual(records[1]["whole_seconds"], [0.125, 0.125])

    def test_scripts_time_the_programs_and_pythons_that_they_run(self):
        tc = self.script("tc", "sleep 0.3; printf 'Trial Time: 0.1\\n35 triangles\\n'")
        python = self.script("python", "sleep 0.3; echo '{\"triangles\": 35}'")
        absent = self.script("absent", "echo no networkx >&2; exit 77")
        done, records = self.measure("complete vertices=7", "-n", "1", "-p", "gapbs,igraph,networkx",
                                     TRICORN_PEER_GAPBS=tc, TRICORN_PEER_IGRAPH=python, TRICORN_PEER_NETWORKX=absent)
        self.assertEqual([r["algorithm"] for r in records], ["tricorn", "gapbs", "igraph"], done.stderr)
        self.assertIn("networkx: skipped: not here: no networkx", done.stderr)
        for name, variable, program in (("gapbs", "GAPBS", tc), ("igraph", "IGRAPH", python)):
            answer = subprocess.run([os.path.join(PEERS, name), self.write("g", "0\t1\n")], stdout=subprocess.PIPE,
                                    env={**os.environ, f"TRICORN_PEER_{variable}": program, "TRICORN_BENCH_WARMUP": "0",
                                         "TRICORN_BENCH_WORK": self.folder}, check=True)
            self.assertGreater(json.loads(answer.stdout)["program_seconds"], 0.3)

    def test_refused(self):
        for words, said in ((["absent.txt"], "absent.txt"), (["tiny", "-p", "nobody"], "no peer"),
                            (["tiny", "--case", "gpu"], "NAME=ARGUMENTS")):
            done, _ = self.measure(*words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)


if __name__ == "__main__":
    main()
