"""bench/scale --devices with programs that stand for the timing programs and the driver: which GPUs
are asked for, what is skipped, and what the records and the report say."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from program import PATIENCE, ROOT, ProgramTest, main, run_script

VENV = pathlib.Path(os.environ.get("TRICORN_VENV") or ROOT / "build" / "venv")

SMI = "#!/bin/sh\nfor i in $(seq 2); do echo 'NVIDIA Y100, 80 GB, 580.1'; done\n"
# Each GPU more halves nothing else than the count; loading takes 1 s, and 1 s more for each GPU more.
GPUS = """#!/usr/bin/env python3
import json, sys
at = sys.argv.index("--repeat") + 2
graph, right, places = sys.argv[at], int(sys.argv[at + 1]), sys.argv[at + 2:]
for place in places:
    n = place.split("@")[0].split("/")[0].count(",") + 1
    if place == FAILS:
        print(json.dumps({"dataset": graph, "place": place, "gpus": place, "verified": False,
                          "algorithm": "gpu-adaptive", "status": "failed"}))
        continue
    print(json.dumps({"dataset": graph, "place": place, "gpus": place, "algorithm": "gpu-adaptive",
                      "triangles": right, "verified": True, "plan_seconds": [n, n, n],
                      "transfer_seconds": [n, n, n], "prepare_seconds": [0, 0, 0],
                      "count_seconds": [4 / n, 5 / n, 3 / n], "run_seconds": [4, 4, 4]}))
sys.exit(FAILS in places)
"""
SHARES = """#!/usr/bin/env python3
import json, sys
for parts in map(int, sys.argv[-2].split(",")):
    print(json.dumps({"kind": "shares", "dataset": sys.argv[-1], "parts": parts, "verified": True,
                      "whole_seconds": 8.0, "whole_index_seconds": 2.0, "cut_seconds": 0.5,
                      "share_seconds": [2.0] + [1.0] * (parts - 1),
                      "index_seconds": [1.0] + [1.5] * (parts - 1)}))
"""
TASKS = """#!/usr/bin/env python3
import json, sys
print(json.dumps({"kind": "tasks", "dataset": sys.argv[-1], "classes": 2, "shares": 1, "every": 1,
                  "partition": "trust", "algorithm": "t", "verified": True, "whole_seconds": 8.0,
                  "seconds": [1.0] * 7 + [3.0]}))
"""


class Devices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.build = pathlib.Path(self.path("stand-ins"))
        self.build.mkdir()
        self.program("nvidia-smi", SMI)
        self.gpus_fail_at("nowhere")
        self.program("time_shares", SHARES)
        self.program("time_tasks", TASKS)

    def program(self, name, text):
        path = self.build / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def gpus_fail_at(self, place):
        self.program("time_gpus", GPUS.replace("import json, sys",
                                               f"import json, sys\nFAILS = '{place}'", 1))

    def scale(self, *words, graphs=("complete=vertices=9:84",)):
        path = f"{self.build}{os.pathsep}{os.environ['PATH']}"
        done = run_script("bench/scale", "--build", self.build, "--name", "k9", *words, *graphs,
                          env={**os.environ, "PATH": path})
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def test_real_and_simulated(self):
        """Two GPUs are here: 1 and 2 are real, 4 is said to be skipped, parts stand for 2, 4 and 8."""
        done, records = self.scale("--devices", "1,2,4,8")
        self.check_done(done)
        for count in (4, 8):
            self.assertIn(f"{count} GPUs are skipped, this machine has 2", done.stderr)
        for record in records:
            self.assertEqual((record["kind"], record["dataset"]), ("devices", "k9"))
            self.assertEqual(record["driver"], "580.1")
            self.assertTrue(record["date"])
        real = {(r["devices"], r["way"]): r for r in records if not r["simulated"]}
        self.assertEqual({(n, w) for n in (1, 2) for w in
                          ("replicated", "blocks", "trust", "workload", "trix")}, set(real))
        self.assertEqual({r["device"] for r in real.values()}, {"2 x NVIDIA Y100, 80 GB"})
        self.assertEqual(real[2, "replicated"]["gpus"], "gpu:0,1")
        self.assertEqual(real[2, "blocks"]["gpus"], "gpu:0,1/4")
        self.assertEqual(real[2, "trust"]["gpus"], "gpu:0,1@trust:4")
        # The medians of one are 1 + 4 s, those of two 2 + 2 s.
        self.assertAlmostEqual(real[2, "replicated"]["count_gain"], 2)
        self.assertAlmostEqual(real[2, "replicated"]["whole_gain"], 5 / 4)
        self.assertEqual(real[2, "replicated"]["count_seconds"], [2, 2.5, 1.5])
        self.assertEqual(real[2, "trix"]["gpus"], "gpu:0,1@trix:4")
        self.assertEqual(real[2, "workload"]["gpus"], "gpu:0,1@workload")
        self.check_simulated({(r["devices"], r["way"]): r for r in records if r["simulated"]})

    def check_simulated(self, parts):
        self.assertEqual(set(parts), {(2, "replicated"), (4, "replicated"), (8, "replicated"),
                                      (8, "trust")})
        self.assertEqual(parts[4, "replicated"]["device"], "NVIDIA Y100, 80 GB")
        self.assertAlmostEqual(parts[4, "replicated"]["count_gain"], 8 / 2)
        self.assertAlmostEqual(parts[4, "replicated"]["imbalance"], 2 / 1.25)
        # The first part ends last: 1 s indexed, 2 s counted, after 0.5 s of cutting.
        self.assertAlmostEqual(parts[4, "replicated"]["whole_gain"], 10 / 3.5)
        self.assertAlmostEqual(parts[8, "trust"]["count_gain"], 8 / 3)
        self.assertIsNone(parts[8, "trust"]["whole_gain"])

    def test_one_that_fails(self):
        """The others are recorded; the program ends with 1."""
        self.gpus_fail_at("gpu:0,1@trust:4")
        done, records = self.scale("--devices", "1,2")
        self.assertEqual(done.returncode, 1)
        failed = [r for r in records if r.get("status") == "failed"]
        self.assertEqual([(r["devices"], r["way"]) for r in failed], [(2, "trust")])
        self.assertIsNone(failed[0]["count_gain"])
        self.assertTrue(any(r["way"] == "replicated" and r["devices"] == 2 for r in records))

    def test_no_gpu(self):
        self.program("nvidia-smi", "#!/bin/sh\nexit 9\n")
        done, records = self.scale("--devices", "1,2")
        self.assertEqual((done.returncode, records), (1, []))
        self.assertIn("nvidia-smi shows no GPU", done.stderr)

    def test_parts_that_were_timed_before(self):
        timed = self.path("timed.jsonl")
        with open(timed, "w", encoding="utf-8") as file:
            for name, words in (("time_shares", ["2,3", "g"]), ("time_tasks", ["g"])):
                file.write(subprocess.check_output([self.build / name, *words], text=True))
        done, records = self.scale("--devices", "2,8", "--parts", timed, graphs=())
        self.check_done(done)
        self.assertEqual([(r["devices"], r["way"], r["simulated"]) for r in records],
                         [(2, "replicated", True), (8, "trust", True)])

    def test_wrong_numbers(self):
        for wrong in ("0", "1,x", ""):
            self.assertEqual(self.scale("--devices", wrong)[0].returncode, 2, wrong)

    def test_the_report_shows_them(self):
        if not (VENV / "bin" / "python").exists():
            raise unittest.SkipTest("bench/venv has not made its Python")
        done, _ = self.scale("--devices", "1,2,4")
        case = {"dataset": "k9", "algorithm": "cpu-merge-edge", "device": "cpu", "threads": 1,
                "triangles": 84, "verified": True, "count_seconds": [1.0]}
        ranks = {"kind": "ranks", "dataset": "k9", "case": "joined", "processes": 2, "threads": 2,
                 "triangles": 84, "verified": True, "wall_seconds": [9.0], "start_seconds": [],
                 "count_seconds": [2.0, 3.0, 7.0], "peak_bytes": 1, "algorithm": "cpu-merge-edge",
                 "simulated_seconds": 2.0}
        failed = {"kind": "gpus", "dataset": "k9", "gpus": "gpu:0,1", "device": "Y", "status": "failed"}
        records, folder = self.path("records.jsonl"), pathlib.Path(self.path("docs"))
        with open(records, "w", encoding="utf-8") as file:
            file.write(done.stdout + json.dumps(case) + "\n" + json.dumps(ranks) + "\n"
                       + json.dumps(failed) + "\n")
        shown = subprocess.run([ROOT / "bench" / "report", "--folder", folder, records],
                               capture_output=True, text=True, timeout=PATIENCE)
        self.check_done(shown)
        page = (folder / "benchmarks.md").read_text(encoding="utf-8")
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()
                if line.startswith("| k9 | ")]
        real, = [row for row in rows if row[1:4] == ["2 x NVIDIA Y100, 80 GB", "replicated", "real"]]
        self.assertEqual(real[5], "2 s + 2 s (2, 1.25)")  # by two GPUs
        simulated, = [row for row in rows if row[1:4] == ["NVIDIA Y100, 80 GB", "replicated", "simulated"]]
        self.assertEqual(simulated[6], "2 s + 2 s (4, 2.86)")  # by four
        self.assertIn(["k9", "cpu-merge-edge", "joined", "2", "2", "yes", "2 s", "3 s", "1.5"], rows)
        self.assertNotIn("whole runs", page)  # a run that is compared with a replay is none of these
        self.assertTrue((folder / "benchmarks" / "devices-k9.svg").stat().st_size > 0)
        self.assertIn("devices-k9.svg", page)


if __name__ == "__main__":
    main()
