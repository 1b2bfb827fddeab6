"""bench/scale: 1,024 workers in a replay whose ends are known, and records of a small graph."""

import json
import math
import os
import sys
import unittest

from program import ROOT, ProgramTest, main, run_script

sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True
import replay  # noqa: E402  (the folder is added before)

PROGRAM = os.environ.get("TRICORN_TIME_PARTS", "")
MANY = 1024


def at_once(**others):
    return replay.Scenario("test", **{"latency": 0.0, "service": 0.0, **others})


def run(cut, workers, scenario, claims):
    return replay.Replay(cut, workers, scenario, [0] * workers).run(claims)


class Replays(unittest.TestCase):
    def check_whole(self, cut, ran):
        self.assertEqual(sum(w.parts for w in ran), len(cut))
        self.assertEqual(sum(w.work for w in ran), sum(cut.wedges))

    def test_equal_parts_without_latency(self):
        """All end at the same time: 16 parts of 1 s each."""
        cut = replay.Cut([1.0] * (16 * MANY), [7] * (16 * MANY), [0] * (16 * MANY))
        for claims in ("none", "few", "all"):
            ran = run(cut, MANY, at_once(), claims)
            self.check_whole(cut, ran)
            self.assertEqual({w.end for w in ran}, {16.0}, claims)

    def test_one_by_one_is_graham_s_bound(self):
        """A queue ends before the mean and the longest part; never before the mean."""
        seconds = [1.0 + q % 7 for q in range(20 * MANY)]
        cut = replay.Cut(seconds, [1] * len(seconds), [0] * len(seconds))
        ran = run(cut, MANY, at_once(), "all")
        self.check_whole(cut, ran)
        mean = sum(seconds) / MANY
        self.assertLessEqual(mean, max(w.end for w in ran))
        self.assertLess(max(w.end for w in ran), mean + max(seconds))

    def test_claims_make_up_for_slow_workers(self):
        """Shared out beforehand a slow worker ends at its slowness; with claims the others take what
        it does not get to."""
        cut = replay.Cut([1.0] * (64 * MANY), [1] * (64 * MANY), [0] * (64 * MANY))
        slow = at_once(stragglers=0.01, slowness=1.1)
        alone, shared = (run(cut, MANY, slow, claims) for claims in ("none", "few"))
        self.assertAlmostEqual(max(w.end for w in alone), 64 * 1.1)
        self.assertAlmostEqual(min(w.end for w in alone), 64)
        self.check_whole(cut, shared)
        self.assertLess(max(w.end for w in shared), 64 * 1.03)

    def test_rates_show_what_is_fast(self):
        """A GPU as fast as nine cores beside 9 cores: half of the work each; the probes are equal."""
        cut = replay.Cut([1.0] * 16000, [1] * 16000, [0] * 16000)
        plan = replay.Replay(cut, 10, at_once(), [0] * 10)
        plan.workers[4].slow = 1 / 9
        ran = plan.run("few")
        self.check_whole(cut, ran)
        # 16,000 / 18 are a core's share; for a core's probe of 87 the GPU waits, mostly.
        self.assertAlmostEqual(ran[4].parts / 8000, 1, delta=0.06)
        self.assertLess(max(w.end for w in ran), 16000 / 18 + 90)
        self.assertEqual(replay.shares_by_rate([0.1, 0.001]), [0.5, 1.0])
        self.assertEqual(replay.shares_by_rate([0.1, 0.3]), [0.75, 1.0])

    def test_claims_wait_for_the_server(self):
        """It answers one after the other: 1,024 workers that take a part each."""
        cut = replay.Cut([1.0] * MANY, [1] * MANY, [0] * MANY)
        ran = run(cut, MANY, at_once(service=0.5, latency=0.25), "all")
        self.assertEqual({w.parts for w in ran}, {1})  # who has ended asks again, and gets none
        self.assertGreaterEqual(max(w.end for w in ran), 0.25 + 0.5 * MANY)

    def test_loading_jitter_and_seeds(self):
        cut = replay.Cut([1.0] * MANY, [1] * MANY, [0] * MANY)
        ran = replay.Replay(cut, 2, at_once(load_rate=10.0), [100, 300]).run("none")
        self.assertEqual([w.end for w in ran], [10 + 512, 30 + 512])
        ends = [[w.end for w in run(cut, 8, at_once(jitter=0.1, seed=seed), "few")]
                for seed in (1, 1, 2)]
        self.assertEqual(ends[0], ends[1])
        self.assertNotEqual(ends[0], ends[2])

    def test_fixed_time(self):
        """12 calls more take 12 s more: 8 s of counting, and 1 s for each call."""
        fine, coarse = [1.5] * 16, [3.0] * 4
        fixed = replay.fixed_time(fine, coarse)
        self.assertAlmostEqual(fixed, 1.0)
        cut = replay.Cut(fine, [1] * 16, [0] * 16, fixed)
        self.assertAlmostEqual(cut.call(0, 4), 3.0)
        self.assertEqual(cut.call(5, 5), 0.0)
        self.assertEqual(replay.fixed_time([1.0], [1.0]), 0.0)

    def test_spread(self):
        self.assertEqual(replay.spread([2, 4, 3]), (2.0, 4 / 3))
        self.assertEqual(replay.spread([0, 1])[0], float("inf"))


class Parts(ProgramTest):
    """What GPUs took for their parts, replayed."""
    shares = {"kind": "shares", "dataset": "a", "parts": 3, "share_seconds": [1.0, 3.0, 2.0],
              "whole_seconds": 5.0, "verified": True, "device": "x", "commit": "c", "date": "d"}
    tasks = {"kind": "tasks", "dataset": "b", "classes": 2, "shares": 1, "every": 4,
             "seconds": [1.0, 2.0], "whole_seconds": 10.0, "verified": False, "device": "x",
             "algorithm": "y", "partition": "trust"}

    def lines(self, name, records):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        return path

    def replayed(self, *records, more=(), fails=False):
        path = self.lines("parts.jsonl", records)
        done = run_script("bench/scale", "--parts", path, *more)
        self.assertEqual(done.returncode != 0, fails, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_each_worker_has_one(self):
        records = self.replayed(self.shares, self.tasks)
        self.assertEqual({r["scenario"] for r in records}, {"quiet", "jitter", "stragglers"})
        own, trust = (r for r in records if r["scenario"] == "quiet")
        self.assertEqual((own["workers"], own["time_max_min"], own["time_max_mean"]), (3, 3.0, 1.5))
        self.assertAlmostEqual(own["together"], 6 / 5)
        self.assertEqual((own["partition"], own["commit"]), ("tricorn", "c"))
        # Two of eight tasks were timed: each stands for four.
        self.assertEqual((trust["workers"], trust["time_max_min"]), (8, 2.0))
        self.assertAlmostEqual(trust["together"], 12 / 10)
        self.assertIsNone(trust["worker_bytes"])

    @staticmethod
    def work(dataset, wedges, left, tests, beyond):
        return {"kind": "work", "dataset": dataset, "wedges": wedges, "left_wedges": left,
                "dealt_tests": {"parts": 3, "least": tests[0], "most": tests[1]},
                "left": {"parts": 3, "least": beyond[0], "most": beyond[1]}}

    def test_a_larger_graph_by_its_work(self):
        """Of a whole of 6 s each of three parts takes its 2 s and 1 s more.  Ten times the work is
        20 s and 1 s more; half of it is even, the other half is 0.9 to 1.1 of its mean."""
        cost = {**self.shares, "share_seconds": [3.0, 3.0, 3.0], "whole_seconds": 6.0}
        works = self.lines("work.jsonl", [
            self.work("a", 100, 0, (5, 5), (0, 0)), self.work("smaller", 99, 0, (5, 5), (0, 0)),
            self.work("b", 1000, 500, (90, 110), (7, 7)), {**self.work("c", 2000, 0, (1, 1), (0, 0)),
                                                           "dealt_tests": {"parts": 4}}])
        records = self.replayed(cost, more=("--work", works))
        self.assertEqual({r["dataset"] for r in records}, {"b"})
        quiet = next(r for r in records if r["scenario"] == "quiet")
        self.assertAlmostEqual(quiet["time_max_min"], (20 * 1.05 + 1) / (20 * 0.95 + 1))
        self.assertAlmostEqual(quiet["time_max_mean"], (20 * 1.05 + 1) / 21)
        self.assertAlmostEqual(quiet["together"], 63 / 60)
        self.assertTrue(quiet["predicted"] and quiet["simulated"])
        self.assertFalse(quiet["verified"])
        self.assertEqual(quiet["cost_of"], "a")

    def test_trust_s_tasks_by_their_work(self):
        """512 tasks of which two were timed, 1 and 3 s; the whole takes less than all of them do."""
        cost = {**self.tasks, "classes": 8, "seconds": [1.0, 3.0], "whole_seconds": 2048.0}
        works = self.lines("work.jsonl", [
            {"kind": "work", "dataset": name, "wedges": wedges,
             "trust": {"parts": 512, "least": 4, "most": 4}}
            for name, wedges in (("b", 10), ("s", 30))])
        quiet = next(r for r in self.replayed(cost, more=("--work", works)))
        self.assertEqual((quiet["dataset"], quiet["workers"]), ("s", 512))
        # 2 s are three times as long without a fixed part; what the two differ by stays.
        self.assertAlmostEqual(quiet["time_max_min"], 7 / 5)
        self.assertAlmostEqual(quiet["slowest_seconds"], 7)
        self.assertEqual(quiet["whole_seconds"], 3 * 2048.0)

    def test_work_without_that_of_the_cost(self):
        works = self.lines("work.jsonl", [self.work("b", 1000, 0, (1, 2), (0, 0))])
        self.replayed(self.shares, more=("--work", works), fails=True)

    def test_graphs_or_parts(self):
        self.assertEqual(run_script("bench/scale").returncode, 2)


@unittest.skipUnless(PROGRAM, "time_parts was not built")
class Records(ProgramTest):
    def records(self, *words):
        return run_script("bench/scale", "--program", PROGRAM, "--repeat", "1", "--trix-blocks",
                          "9", *words)

    def test_a_small_graph(self):
        """K_40 has C(40, 3) triangles and as many wedges, whatever the partition."""
        done = self.records("--workers", "16", "--name", "k40", "complete=vertices=40:9880")
        self.check_done(done)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({r["partition"] for r in records},
                         {"tricorn", "trust", "workload", "polak", "trix"})
        for record in records:
            self.assertTrue(record["simulated"] and record["verified"], record)
            self.assertEqual((record["kind"], record["dataset"]), ("scale", "k40"))
            self.assertGreaterEqual(record["time_max_mean"], 0.999)
            self.assertGreaterEqual(record["time_max_min"] or math.inf,
                                    record["time_max_mean"] * 0.999)
        trust = {r["workers"]: r["tasks"] for r in records if r["partition"] == "trust"}
        self.assertEqual(trust, {8: 8})
        self.assertEqual({r["workers"] for r in records if r["partition"] == "tricorn"},
                         {1, 2, 4, 8, 16})

    def test_a_wrong_count(self):
        done = self.records("--workers", "8", "complete=vertices=40:9881")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("9880 triangles", done.stderr)


if __name__ == "__main__":
    main()
