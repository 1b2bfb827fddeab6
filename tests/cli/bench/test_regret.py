"""bench/regret on made-up records: what it compares, what it leaves out, when it fails; and on
random graphs."""

import json
import os
import subprocess
import tempfile

from program import ROOT, ProgramTest, main, run_script

RECORDS = ROOT / "bench" / "results" / "report" / "regret-epyc.jsonl.xz"


def record(dataset, algorithm, count, prepare=(1.0,), **others):
    return {"kind": "measured", "status": "ok", "device": "cpu", "peer": False, "threads": 2,
            "dataset": dataset, "algorithm": algorithm, "count_seconds": list(count),
            "prepare_seconds": list(prepare), **others}


def judge(records, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(one) + "\n" for one in records)
        file.flush()
        return run_script("bench/regret", *options, file.name)


class Regret(ProgramTest):
    def test_best_rounds_count(self):
        """1.05 s over 1 s; a round that was disturbed does not matter."""
        done = judge([record("a", "cpu-adaptive", [9, 1.05]), record("a", "cpu-merge-edge", [1, 7]),
                      record("a", "cpu-hash-vertex", [3, 3])])
        self.check_done(done)
        self.assertRegex(done.stdout, r"a +1\.050000 s +\+5\.0%  cpu-merge-edge +\+2\.5%")

    def test_first_counts(self):
        """Two plans with two counts each: 2 + 4 and 3 + 2 s, beside one count of 5.5 s."""
        several = record("a", "cpu-x", [4, 1, 2, 1])
        several["prepare_seconds"] = [2, 3]
        choice = record("a", "cpu-adaptive", [1])
        choice["once_seconds"] = [5.5]
        done = judge([choice, several], "--solve")
        self.assertRegex(done.stdout, r"a +1\.0+ s +\+0\.0%  cpu-x +\+10\.0%")

    def test_too_much(self):
        slow = [record("a", "cpu-adaptive", [1.2]), record("a", "cpu-merge-edge", [1])]
        self.assertEqual(judge(slow).returncode, 1)
        self.assertIn("too much", judge(slow).stdout)
        self.assertEqual(judge(slow, "--most", "25").returncode, 0)
        self.assertEqual(judge(slow, "--over", "2").returncode, 0)

    def test_preparing_too(self):
        """1.0 + 1.05 s over 0.5 + 1.05: the count alone is as fast as the best."""
        slow = [record("a", "cpu-adaptive", [1.05]), record("a", "cpu-x", [1.05], prepare=[0.5])]
        self.assertEqual(judge(slow).returncode, 0)
        self.assertEqual(judge(slow, "--solve").returncode, 1)
        self.assertEqual(judge(slow, "--solve", "--most", "40").returncode, 0)

    def test_gpus_apart(self):
        """On a GPU microseconds count."""
        gpu = [record("a", "gpu-adaptive", [12e-5], device="gpu:0"),
               record("a", "gpu-x", [10e-5], device="gpu:0"),
               record("b", "gpu-adaptive", [12e-6], device="gpu"),
               record("b", "gpu-x", [10e-6], device="gpu")]
        done = judge([*gpu, record("a", "cpu-adaptive", [1])], "--device", "gpu")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"a +0\.000120 s +\+20\.0%  gpu-x .*too much")
        self.assertIn("data sets: 2, above 10 %: 1", done.stdout)

    def test_graphs_on_the_device(self):
        """As time_on_device writes them: those verified, with the standard parameters."""
        def timed(algorithm, count, **others):
            return {"dataset": "a", "algorithm": algorithm, "verified": True, "device": "A GPU",
                    "input": "clean edges on the device", "count_seconds": [count],
                    "prepare_seconds": [1.0], **others}
        done = judge([timed("gpu-adaptive", 1), timed("gpu-x", 2),
                      timed("gpu-y", 0.1, verified=False), timed("gpu-z", 0.1, kind="prepare"),
                      timed("gpu-x", 0.1, parameters="x.a=1"), timed("cpu-x", 0.1),
                      timed("gpu-x", 0.1, device="Another")], "--device", "gpu")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"a +1\.000000 s +-50\.0%  gpu-x ")
        self.assertIn("data sets: 1, above 10 %: 0", done.stdout)

    def test_only_like_with_like(self):
        """Other machines, peers, GPUs and bad counts are not what the choice had."""
        others = [record("a", "cpu-merge-edge", [0.1], threads=64),
                  record("a", "gapbs", [0.1], peer=True), record("b", "cpu-merge-edge", [0.1]),
                  record("a", "gpu-x", [0.1], device="gpu"),
                  record("a", "cpu-hash-vertex", [0.1], status="wrong")]
        done = judge([record("a", "cpu-adaptive", [1]), *others])
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no data set", done.stderr)
        done = judge([record("a", "cpu-adaptive", [1]), *others,
                      record("a", "cpu-bitmap-vertex", [2])])
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("data sets: 1, above 10 %: 0", done.stdout)


    def test_distribution(self):
        """Regrets of 0, 5, 18 and 60 %: half are within 10 %, the median is the second least."""
        records = []
        for name, count in (("a", 1.0), ("b", 1.05), ("c", 1.18), ("d", 1.6)):
            records += [record(name, "cpu-adaptive", [count]), record(name, "cpu-x", [1])]
        done = judge(records)
        self.assertEqual(done.returncode, 1)
        self.assertIn("count: 50.0 % of 4 within 10 %; median +5.0 %, 90 % +60.0 %, 95 % +60.0 %, "
                      "worst +60.0 %", done.stdout)
        self.assertIn("prepare + count: 75.0 % of 4 within 10 %; median +2.5 %", done.stdout)
        self.assertEqual(judge(records, "--share", "50").returncode, 0)
        self.assertEqual(judge(records, "--share", "51").returncode, 1)
        self.assertEqual(judge(records, "--share", "50", "--worst", "59").returncode, 1)
        self.assertEqual(judge(records, "--share", "75", "--solve", "--worst", "31").returncode, 0)
        brief = judge(records, "--brief").stdout
        self.assertNotRegex(brief, r"(?m)^[ab] ")
        self.assertRegex(brief, r"(?m)^c .*too much\nd .*too much$")


    def test_again(self):
        """Only random graphs that are far off, by either regret, and take long enough."""
        records = []
        for name, count, prepare in (("random-3-17", 1.3, 0), ("random-3-18", 1.2, 0), ("random-4-2", 1, 1),
                                     ("s18", 2, 0), ("random-5-1", 1, 0)):
            records += [record(name, "cpu-adaptive", [count], prepare=[prepare]),
                        record(name, "cpu-x", [1], prepare=[0])]
        records += [record("random-6-1", "cpu-adaptive", [0.0003]), record("random-6-1", "cpu-x", [0.0001])]
        done = judge(records, "--again", "time_random --rounds 9")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "time_random --rounds 9 --seed 3 --first 17 --graphs 1\n"
                                      "time_random --rounds 9 --seed 4 --first 2 --graphs 1\n")
        later = [record("random-3-17", "cpu-adaptive", [1.05], prepare=[0]),
                 record("random-4-2", "cpu-adaptive", [1], prepare=[0])]
        self.assertEqual(judge(records + later, "--again", "time_random").stdout.strip(), "")
        self.assertEqual(judge(records, "--again", "x", "--worst", "10").stdout.count("\n"), 3)


class Drawn(ProgramTest):
    """Graphs of fixed seeds.  Bounds are wide, so that a busy machine never fails."""

    def draw(self, *options):
        done = subprocess.run([os.environ["TRICORN_TIME_RANDOM"], *options], capture_output=True,
                              text=True, timeout=600, check=False)
        self.check_done(done)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_choice(self):
        """Half of the graphs are counted within twice the best time."""
        records = self.draw("--seed", "1", "--graphs", "10", "--least", "20000", "--most", "100000",
                            "--label", "machine=here")
        self.assertEqual(len({one["dataset"] for one in records}), 10)
        self.assertEqual({one["machine"] for one in records}, {"here"})
        done = judge(records, "--over", "0", "--most", "100", "--share", "50")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("data sets: 10,", done.stdout)

    def test_graphs_are_fixed(self):
        """A number of a seed is one graph, whichever others are drawn; all models come."""
        def graphs(records):
            return {one["dataset"]: (one["random"], one["edges"], one["triangles"])
                    for one in records}
        small = ["--least", "200", "--most", "1000", "--rounds", "1", "--seed"]
        many = graphs(self.draw(*small, "7", "--graphs", "40"))
        self.assertEqual(graphs(self.draw(*small, "7", "--first", "11", "--graphs", "2")),
                         {name: many[name] for name in ("random-7-11", "random-7-12")})
        self.assertEqual(len(set(many.values())), 40)
        text = " ".join(spec for spec, *_ in many.values())
        for part in ("erdos-renyi", "watts-strogatz", "barabasi-albert", "kronecker", "grid", "hub",
                     " + ", "shuffled"):
            self.assertIn(part, text)

    def test_written_graphs(self):
        """The files of --write are the graphs that are timed otherwise."""
        small = ["--seed", "7", "--first", "3", "--graphs", "4", "--least", "200", "--most", "1000"]
        timed = {one["dataset"]: one for one in self.draw(*small, "--rounds", "1")}
        with tempfile.TemporaryDirectory() as folder:
            written = self.draw(*small, "--write", folder)
            self.assertEqual([one["dataset"] for one in written], list(timed))
            for one in written:
                expected = timed[one["dataset"]]
                self.assertEqual(one["random"], expected["random"])
                counted = self.run_json("count", f"{folder}/{one['dataset']}.u32")
                self.assertEqual((counted["edges"], counted["triangles"]),
                                 (expected["edges"], expected["triangles"]))

    def test_energy(self):
        """Where a counter can be read and moves, edges a joule stand beside joules; else a line tells."""
        done = subprocess.run([os.environ["TRICORN_TIME_RANDOM"], "--graphs", "1", "--least", "200", "--most", "1000",
                               "--rounds", "1", "--energy", "0.01"],
                              capture_output=True, text=True, timeout=600, check=False)
        self.check_done(done)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertTrue(records)
        for one in records:
            self.assertEqual("energy_joules" in one, "edges_per_joule" in one)
            if "energy_joules" not in one:
                self.assertIn("no energy", done.stderr)
                continue
            joules, = one["energy_joules"]
            self.assertAlmostEqual(one["edges_per_joule"] * joules / one["edges"], 1, places=4)

    def test_wrong_use(self):
        for options in (["--graphs"], ["--energy", "0"], ["--rounds", "0"], ["--least", "10"], ["--what", "1"]):
            done = subprocess.run([os.environ["TRICORN_TIME_RANDOM"], *options],
                                  capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("usage: time_random", done.stderr)


class Measured(ProgramTest):
    def test_the_records_that_are_kept(self):
        """Of the last measurement of all algorithms on quiet cores."""
        done = run_script("bench/regret", "--solve", RECORDS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        least_data_sets = 15
        self.assertGreaterEqual(done.stdout.count(" s "), least_data_sets, done.stdout)


if __name__ == "__main__":
    main()
