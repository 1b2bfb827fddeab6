"""tricorn bench: what it records, that wrong counts are named, and that crashes, hangs and Ctrl-C
cost no more than the case they hit."""

import collections
import json
import os
import pathlib
import re
import signal
import statistics
import time

from program import (BAD_INPUT, DONE, FAILED, INTERRUPTED, PATIENCE, USAGE, ProgramTest, main,
                     run, start)

OCTAHEDRON = "".join(f"{u} {v}\n" for u in range(6) for v in range(u + 1, 6) if v != u + 3)
HEADING = "name,suites,how,source,ids,sha256,vertices,edges,triangles,counted_by,in_paper"
PHASES = ("read_seconds", "prepare_seconds", "transfer_seconds", "count_seconds")


def degeneracy(edges):
    """The largest k of a k-core: the most neighbours left of a vertex with the fewest, as such are removed."""
    near = collections.defaultdict(set)
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    most = 0
    while near:
        least = min(near, key=lambda v: len(near[v]))
        most = max(most, len(near[least]))
        for other in near.pop(least):
            near[other].discard(least)
    return most


class BenchTest(ProgramTest):
    def graph(self, name="octahedron.txt", content=OCTAHEDRON):
        return self.write(name, content)

    def script(self, name, body):
        """A peer: a shell script with $1, the graph."""
        return self.write_program(name, f"#!/bin/sh\n{body}\n")

    def answering(self, name, triangles, seconds="[0.5]"):
        return self.script(name, f"echo '{{\"triangles\": {triangles}, "
                                 f"\"count_seconds\": {seconds}}}'")

    def bench(self, *words, code=DONE, **options):
        """Runs with --json; the records by the algorithms' names."""
        result = run("bench", "--json", "--threads=2", *words, **options)
        self.assertEqual(result.returncode, code, result.stderr.decode())
        records = [json.loads(line) for line in result.stdout.decode().splitlines()]
        return {record["algorithm"]: record for record in records}

    def algorithms(self):
        return [a["name"] for a in self.run_json("algorithms") if a["device"] == "cpu"]

    def lines(self, name):
        return self.read_records(name)


class Records(BenchTest):
    def test_instruction_set(self):
        usual = self.bench(self.graph(), "-a", "auto")["auto"]
        self.assertIsNone(usual["asked_instruction_set"])
        forced = self.bench(self.graph(), "-a", "auto", "--isa=portable")["auto"]
        self.assertEqual(forced["asked_instruction_set"], "portable")
        self.assertEqual(forced["instruction_set"], "portable")
        self.assertEqual(forced["triangles"], 8)

    def test_instruction_set_of_ceilings(self):
        process = start("bench", "--ceilings", "--json", "--threads=1", "--isa=portable")
        ceiling = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual((ceiling["kind"], ceiling["instructions"]), ("ceiling", "portable"))
        self.assertEqual(process.returncode, INTERRUPTED)

    def test_every_algorithm_with_all_samples(self):
        records = self.bench(self.graph(), "-n", "2", "--trials", "3", "--device=cpu")
        self.assertEqual(sorted(records), sorted(self.algorithms()))
        for record in records.values():
            self.assertEqual(record["triangles"], 8)
            self.assertEqual((record["vertices"], record["edges"]), (6, 12))
            self.assertEqual((record["dataset"], record["status"]), ("octahedron", "ok"))
            self.assertEqual((record["device"], record["threads"]), ("cpu", 2))
            self.assertTrue(record["verified"])
            self.assertEqual(record["verified_by"], "agreement")
            self.assertEqual(len(record["count_seconds"]), 6)
            self.assertEqual(len(record["read_seconds"]), 2)
            self.assertTrue(all(sample >= 0 for phase in PHASES for sample in record[phase]))
            self.assertGreater(min(record["peak_bytes"]), 0)
        chosen, other = records["cpu-adaptive"], records["cpu-merge-edge"]
        self.assertGreater(chosen["predicted_seconds"], 0)
        self.assertGreater(chosen["bytes_per_edge"], 4)
        self.assertNotIn("predicted_seconds", other)

    def test_single_and_repeated_counts_are_told_apart(self):
        peer = self.answering("peer", 8, "[0.5, 0.25]")
        words = (self.graph(), "-n2", "--trials", "3", "-a", "cpu-merge-edge,cpu-hash-vertex", "-a",
                 "auto", "-p", peer)
        records = self.bench(*words)
        for record in (records["auto"], records["cpu-merge-edge"]):
            counted = [len(record[f"{key}_seconds"]) for key in ("single_count", "once", "plan", "count")]
            self.assertEqual(counted, [2, 2, 2, 6])
            for parts in zip(*(record[f"{key}_seconds"] for key in
                               ("once", "prepare", "transfer", "single_count"))):
                self.assertAlmostEqual(parts[0], sum(parts[1:]), places=7)
            self.assertAlmostEqual(record["single_count_median_seconds"],
                                   statistics.median(record["single_count_seconds"]), places=8)
        self.assertNotIn("single_count_seconds", records["peer"])
        lines = self.run_text("bench", *words).splitlines()
        heads, *rows = (re.split(" {2,}", line.strip()) for line in lines[1:5 + 1] if line)
        rows = {row[0]: dict(zip(heads, row)) for row in rows}
        self.assertEqual(list(rows), ["cpu-merge-edge", "cpu-hash-vertex", "auto", "peer"])
        self.assertEqual([rows["peer"][head] for head in ("SINGLE COUNT", "SOLVE", "REPEATED COUNT")],
                         ["-", "375.000 ms", "375.000 ms"])
        self.assertRegex(rows["auto"]["SINGLE COUNT"], r"^[\d.]+ [mu]?s$")

    def test_lists_that_are_given_twice_add_up(self):
        names = ("cpu-merge-edge", "cpu-hash-vertex", "cpu-bitmap-vertex")
        records = self.bench(self.graph(), "-n1", "-a", names[0], "-a", names[1],
                             "--algorithm", names[2])
        self.assertEqual(sorted(records), sorted(names))
        peers = [self.script(name, "echo '{\"triangles\": 8, \"count_seconds\": 1}'")
                 for name in ("one", "two")]
        records = self.bench(self.graph(), "-n1", "-a", "none", "-p", peers[0], "-p", peers[1])
        self.assertEqual(sorted(records), ["one", "two"])
        result = self.run_done("bench", "--json", "-n1", "-a", "auto", "-g", "4", "-g", "5,6")
        sets = [json.loads(line)["dataset"] for line in result.stdout.splitlines()]
        self.assertEqual(sets, ["s4", "s5", "s6"])

    def test_options_go_to_their_algorithm(self):
        """On a machine without a GPU the cases are unsupported, but told all the same."""
        listed = [a["name"] for a in self.run_json("algorithms") if a["alias"] in
                  ("trust", "polak")]
        if not listed:
            self.skipTest("this build has no algorithm with parameters")
        result = run("bench", "--json", "-n1", "-a", "trust,polak", self.graph(),
                     "--option=trust.chunk=4", "--option", "trust.short_row=2")
        records = [json.loads(line) for line in result.stdout.decode().splitlines()]
        self.assertEqual([(r["algorithm"], r["parameters"]) for r in records],
                         [("gpu-hash-team-vertex", "trust.chunk=4 trust.short_row=2"),
                          ("gpu-merge-thread-edge", None)])

    def test_preparations_and_numbers_take_effect_or_are_refused(self):
        graph = self.graph()
        for name in ("input", "in-degree", "collective"):
            record = self.bench(graph, "-n1", "-a", "forward", "--relabel", name)["cpu-merge-edge"]
            self.assertEqual((record["relabel"], record["status"], record["triangles"]), (name, "ok", 8))
        for words, said in ((("--relabel", "degree"), "in-degree, collective"),
                            (("--prepare", "magic"), "auto, polak"),
                            (("--format", "edgse"), "'edges'"), (("--device", "tpu"), "'tpu'")):
            self.check_failed(run("bench", graph, "-n1", "-a", "forward", *words), USAGE, said)
        record = self.bench(graph, "-n1", "-a", "forward", "--prepare", "polak")["cpu-merge-edge"]
        self.assertEqual(record["preparation"], "polak")
        if record["status"] == "unsupported":  # it prepares on a GPU
            self.assertIn("gpu", record["message"])
        else:
            self.assertEqual((record["status"], record["triangles"]), ("ok", 8))

    def test_orders_are_those_of_the_graphs_that_are_counted(self):
        """Of a model, too: the longest row by definition in the input's order, and the degeneracy by cores."""
        model, path = "erdos-renyi:vertices=60,edges=400", self.path("made.txt")
        self.run_done("generate", "-q", "-o", path, *model.replace(",", " ").replace(":", " ").split())
        pairs = (sorted(map(int, line.split())) for line in pathlib.Path(path).read_text("ascii").splitlines())
        edges = {(u, v) for u, v in pairs if u != v}
        rows = collections.Counter(v for _, v in edges)
        for order, longest in (("input", max(rows.values())), ("core", degeneracy(edges))):
            record = self.bench(model, "-n1", "-a", "forward", "--order", order)["cpu-merge-edge"]
            self.assertEqual((record["order"], record["status"]), (order, "ok"))
            self.assertEqual(record["max_out_degree"], longest, order)
        star = self.write("star.txt", "".join(f"{leaf} 9\n" for leaf in range(9)))
        for order, longest, wedges in (("input", 9, 36), ("degree", 1, 0)):
            record = self.bench(star, "-n1", "-a", "forward", "--order", order)["cpu-merge-edge"]
            self.assertEqual((record["max_out_degree"], record["oriented_wedges"]), (longest, wedges), order)
        self.check_failed(run("bench", star, "-n1", "-a", "forward", "--order", "magic"), USAGE, "in-degree")
        self.assertNotIn("order", self.bench(star, "-n1", "-a", "forward")["cpu-merge-edge"])

    def test_options_of_what_is_not_measured(self):
        listed = [a["name"] for a in self.run_json("algorithms") if a["alias"] == "trust"]
        result = run("bench", self.graph(), "-a", "cpu-merge-edge", "--option=trust.chunk=4")
        self.assertEqual(result.returncode, USAGE)
        self.assertIn("not measured" if listed else "no algorithm", result.stderr.decode())

    def test_where_it_was_measured(self):
        record = self.bench(self.graph(), "-n1", "-a", "cpu-merge-edge")["cpu-merge-edge"]
        self.assertRegex(record["commit"], r"^(unknown|[0-9a-f]{7,}(-dirty)?)$")
        self.assertRegex(record["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        for key in ("version", "compiler", "build"):
            self.assertTrue(record[key], key)
        machine = record["machine"]
        self.assertEqual(machine["cores"], len(os.sched_getaffinity(0)))
        self.assertGreater(machine["memory_bytes"], 1 << 20)
        self.assertIn(os.uname().release, machine["system"])
        self.assertIn("cpu", machine)

    def test_medians_and_rates_follow_from_the_samples(self):
        peer = self.answering("p", 8, "[0.25, 0.5, 1.5, 2.0]")
        record = self.bench(self.graph(), "-n1", "-a", "none", "-p", peer)["p"]
        quartiles = statistics.quantiles([0.25, 0.5, 1.5, 2.0], n=4, method="inclusive")
        self.assertAlmostEqual(record["count_median_seconds"], 1.0)
        self.assertAlmostEqual(record["count_iqr_seconds"], quartiles[2] - quartiles[0])
        self.assertAlmostEqual(record["edges_per_second"], 12)
        self.assertAlmostEqual(record["triangles_per_second"], 8)
        self.assertAlmostEqual(record["wedges_per_second"], record["oriented_wedges"])

    def test_edges_a_joule(self):
        peer = self.script("p", "echo '{\"triangles\": 8, \"count_seconds\": [0.5], "
                                "\"energy_joules\": [2, 4, 9]}'")
        records = self.bench(self.graph(), "-n1", "-a", "cpu-merge-edge", "-p", peer)
        self.assertAlmostEqual(records["p"]["edges_per_joule"], 3)  # 12 edges for 4 joules
        own = records["cpu-merge-edge"]  # where the machine tells its energy
        self.assertEqual("edges_per_joule" in own, "energy_joules" in own)

    def test_models_and_scales(self):
        records = self.bench("complete:vertices=20", "-g", "6", "-n1", "-a", "auto")
        self.assertEqual(records["auto"]["dataset"], "s6")  # the last of two
        result = self.run_done("bench", "complete:vertices=20", "-n1", "-a", "auto")
        self.assertIn(b" 1140 ", result.stdout)  # 20 * 19 * 18 / 6

    def test_verify(self):
        records = self.bench(self.graph(), "-n1", "-v", "-a", "cpu-merge-edge")
        self.assertEqual(records["cpu-merge-edge"]["triangles"], 8)

    def test_the_table_names_all(self):
        result = self.run_done("bench", self.graph(), "-n1", "--device=cpu")
        for word in [*self.algorithms(), "octahedron: 6 vertices, 12 edges", "COUNT", "RATIO"]:
            self.assertIn(word.encode(), result.stdout)


class WrongCounts(BenchTest):
    def test_a_wrong_peer_is_named_and_has_no_time(self):
        records = self.bench(self.graph(), "-n1", "--device=cpu", "-p", self.answering("liar", 9),
                             code=FAILED)
        wrong = records.pop("liar")
        self.assertEqual((wrong["status"], wrong["triangles"]), ("wrong", 9))
        self.assertIn("counted 9", wrong["message"])
        self.assertIn("8", wrong["message"])
        self.assertFalse(wrong["verified"])
        self.assertEqual([key for key in wrong if "second" in key], [])
        self.assertTrue(all(r["status"] == "ok" and r["verified"] for r in records.values()))

    def test_a_published_count_decides(self):
        self.write("datasets.csv", f"{HEADING}\nk5,a,generate,complete vertices=5,number,,5,10,11,"
                                   "a misprint,\n")
        records = self.bench("k5", "-n1", "--device=cpu", code=FAILED,
                             env=dict(os.environ, TRICORN_BENCH=self.folder))
        for record in records.values():
            self.assertEqual(record["status"], "wrong")
            self.assertEqual(record["published_by"], "a misprint")
            self.assertNotIn("count_seconds", record)

    def test_a_users_file_of_a_known_name_is_another_graph(self):
        records = self.bench(self.graph("tiny.txt"), "-n1", "--device=cpu")
        self.assertTrue(all(r["verified_by"] == "agreement" for r in records.values()))

    def test_two_that_disagree_are_both_without_time(self):
        peers = f"{self.answering('a', 1)},{self.answering('b', 2)}"
        records = self.bench(self.graph(), "-n1", "-a", "none", "-p", peers, code=FAILED)
        self.assertEqual({r["status"] for r in records.values()}, {"disputed"})
        self.assertNotIn("count_seconds", records["a"])

    def test_one_alone_is_not_verified(self):
        records = self.bench(self.graph(), "-n1", "-a", "cpu-merge-edge")
        self.assertFalse(records["cpu-merge-edge"]["verified"])
        self.assertIn("count_seconds", records["cpu-merge-edge"])

    def test_a_count_that_changes_between_rounds(self):
        peer = self.script("fickle", f"echo x >> {self.path('runs')}; "
                           f"echo '{{\"count_seconds\": 1, \"triangles\": '"
                           f"$(wc -l < {self.path('runs')})'}}'")
        record = self.bench(self.graph(), "-n2", "-a", "none", "-p", peer, code=FAILED)["fickle"]
        self.assertEqual(record["status"], "wrong")
        self.assertIn("1 in one round, 2 in another", record["message"])


class Failures(BenchTest):
    def check_rest(self, records, peer, status, *words):
        failed = records.pop(peer)
        self.assertEqual(failed["status"], status, failed)
        for word in words:
            self.assertIn(word, failed["message"])
        self.assertNotIn("count_seconds", failed)
        self.assertGreater(len(records), 1)
        for record in records.values():
            self.assertEqual((record["status"], record["verified"]), ("ok", True))

    def test_a_crash_does_not_stop_the_rest(self):
        peer = self.script("crasher", "echo it hurts >&2; kill -SEGV $$")
        records = self.bench(self.graph(), "-n2", "--device=cpu", "-p", peer, code=FAILED)
        self.check_rest(records, "crasher", "crash", "signal 11", "it hurts")

    def test_a_timeout_ends_all_its_processes(self):
        pids = self.path("pids")
        peer = self.script("sleeper", f"sleep 1000 & echo $! $$ > {pids}; wait")
        records = self.bench(self.graph(), "-n1", "--device=cpu", "-p", peer, "--timeout=5",
                             code=FAILED)
        self.check_rest(records, "sleeper", "timeout", "killed after")
        time.sleep(0.2)
        for pid in self.read_text(pids).split():
            self.assertFalse(self.is_running(pid), f"process {pid} is left")

    @staticmethod
    def is_running(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_answers_that_make_no_sense(self):
        bodies = {
            "silent": "",
            "garbage": "echo '{\"triangles\": 8, \"count_seconds\"'",
            "list": "echo '[8]'",
            "negative": "echo '{\"triangles\": 8, \"count_seconds\": -1}'",
            "fraction": "echo '{\"triangles\": 8.5, \"count_seconds\": 1}'",
            "minus": "echo '{\"triangles\": -8, \"count_seconds\": 1}'",
            "words": "echo '{\"triangles\": 8, \"count_seconds\": [\"fast\"]}'",
            "timeless": "echo '{\"triangles\": 8}'",
            "exit": "echo '{\"triangles\": 8, \"count_seconds\": 1}'; exit 3",
            "flood": "yes '{' | head -c 5000000",
        }
        scripts = ",".join(self.script(name, body) for name, body in bodies.items())
        records = self.bench(self.graph(), "-n1", "-a", "cpu-merge-edge,cpu-hash-vertex", "-p",
                             scripts, code=FAILED)
        for name in bodies:
            with self.subTest(name=name):
                self.assertEqual(records[name]["status"], "failed")
                self.assertTrue(records[name]["message"])

    def test_a_missing_peer_is_left_out_and_said_so(self):
        peer = self.script("absent", "echo no such thing here >&2; exit 77")
        out = self.path("out.jsonl")
        records = self.bench(self.graph(), "-n1", "--device=cpu", "-p", peer, "-o", out)
        self.check_rest(records, "absent", "skipped", "no such thing here")
        self.assertNotIn("absent", [line["algorithm"] for line in self.lines("out.jsonl")])

    def test_every_adapter_is_skipped_without_its_program(self):
        names = ["gapbs", "graphminer", "gbbs", "lagraph", "ligra", "minitri", "trust", "tc-compare", "wetric"]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TRICORN_PEER_")}
        records = self.bench(self.graph(), "-n1", "-a", "none", "-p", ",".join(names),
                             env=environment)
        for name in names:
            self.assertEqual(records[name]["status"], "skipped", records[name])
            self.assertIn("TRICORN_PEER_", records[name]["message"])

    def test_an_adapter_reads_its_programs_output(self):
        tc = self.script("tc", "test -f \"$2\" || exit 9; grep -q '#' \"$2\" && exit 8; "
                               "printf 'Read Time: 0.25\\nBuild Time: 0.5\\nTrial Time: 9.0\\n"
                               "Trial Time: 1.5\\n8 triangles\\n'")
        record = self.bench(self.graph(), "-n1", "-a", "none", "-p", "gapbs",
                            env=dict(os.environ, TRICORN_PEER_GAPBS=tc))["gapbs"]
        self.assertEqual(record["status"], "ok", record)
        self.assertEqual([record[phase] for phase in PHASES if phase in record],
                         [[0.25], [0.5], [1.5]])

    def test_a_graph_that_cannot_be_read_fails_its_cases_only(self):
        bad = self.write("bad.txt", "1 x\n")
        result = run("bench", bad, self.graph(), "-n1", "-a", "cpu-merge-edge")
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(b"failed: the graph:", result.stdout)
        self.assertIn(b"octahedron", result.stdout)

    def test_the_form_of_a_file(self):
        """The options that name it reach the file, and not the graph of a model."""
        path = self.graph(content="x,from,to\n/ a comment\n" + "".join(
            f"7,{line.replace(' ', ',')}\n" for line in OCTAHEDRON.splitlines()))
        form = ["--comment=/", "--separator=comma", "--columns=from,to", "--header=yes"]
        self.assertEqual(self.bench(path, *form, "-n1", "-a", "auto")["auto"]["triangles"], 8)
        self.assertEqual(self.bench(path, *form, "-n1", "-a", "auto", "-p",
                                    self.answering("peer", 8))["peer"]["status"], "ok")
        model = self.bench("complete:vertices=20", *form, "-n1", "-a", "auto", "-p",
                           self.answering("peer", 1140))
        self.assertEqual(model["auto"]["triangles"], 1140)

    def test_words_as_ids_reach_peers_as_numbers(self):
        words = self.write("words.txt", "a b\nb c\nc a\n")
        peer = self.script("reader", "grep -v '#' \"$1\" | grep -q '[a-z]' && exit 4; "
                                     "echo '{\"triangles\": 1, \"count_seconds\": 1}'")
        records = self.bench(words, "--ids=string", "-n1", "-a", "auto", "-p", peer)
        self.assertEqual(records["reader"]["status"], "ok", records["reader"])


class Resuming(BenchTest):
    def counting(self, body="", name="peer"):
        """A peer that leaves a line in the file `runs` each time."""
        return self.script(name, f"echo x >> {self.path('runs')}; {body}\n"
                           "echo '{\"triangles\": 8, \"count_seconds\": 1}'")

    def runs(self):
        with open(self.path("runs"), encoding="ascii") as file:
            return len(file.readlines())

    def test_recorded_cases_are_not_run_again(self):
        words = (self.graph(), "-a", "cpu-merge-edge", "-p", self.counting(), "-o",
                 self.path("out.jsonl"))
        self.bench(*words, "-n2")
        before = self.lines("out.jsonl")
        self.assertEqual((len(before), self.runs()), (2, 2))
        again = self.bench(*words, "-n2")
        self.assertEqual((self.lines("out.jsonl"), self.runs()), (before, 2))
        self.assertEqual(sorted(again), ["cpu-merge-edge", "peer"])
        self.assertFalse(os.path.exists(self.path("out.jsonl.partial")))

    def test_another_number_of_threads_is_another_case(self):
        words = ("-n1", "-a", "none", "-p", self.counting(), "-o", self.path("out.jsonl"),
                 self.graph())
        self.bench(*words)
        run("bench", "--threads=1", *words)
        self.assertEqual((self.runs(), len(self.lines("out.jsonl"))), (2, 2))

    def test_a_broken_last_line_is_left_alone(self):
        self.write("out.jsonl", '{"dataset": "octahed')
        self.bench(self.graph(), "-n1", "-a", "auto", "-o", self.path("out.jsonl"))
        broken, record = self.read_text("out.jsonl").splitlines()
        self.assertEqual(broken, '{"dataset": "octahed')
        self.assertEqual(json.loads(record)["algorithm"], "auto")

    def test_after_ctrl_c_it_goes_on(self):
        gate = self.path("gate")
        peer = self.counting(f"if [ $(wc -l < {self.path('runs')}) = 3 ] && [ ! -e {gate} ]; then "
                             f"touch {gate}; exec sleep 1000; fi")
        words = ("bench", "--json", self.graph(), "-n4", "-a", "cpu-merge-edge", "-p", peer, "-o",
                 self.path("out.jsonl"))
        process = start(*words)
        until = time.monotonic() + PATIENCE
        while not os.path.exists(gate) and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertIn(b"the same command continues", errors)
        self.assertEqual(self.lines("out.jsonl"), [])
        self.run_done(*words)
        records = {record["algorithm"]: record for record in self.lines("out.jsonl")}
        self.assertEqual(len(records["peer"]["count_seconds"]), 4)
        self.assertEqual(len(records["cpu-merge-edge"]["count_seconds"]), 4)
        self.assertEqual(self.runs(), 5)  # 2, the one that was interrupted, 2
        self.assertFalse(os.path.exists(self.path("out.jsonl.partial")))

    def test_no_work_folders_are_left(self):
        os.mkdir(self.path("tmp"))
        environment = dict(os.environ, TMPDIR=self.path("tmp"))
        peer = self.script("litter", "mkdir $TRICORN_BENCH_WORK/a; touch $TRICORN_BENCH_WORK/a/b; "
                                     "echo '{\"triangles\": 8, \"count_seconds\": 1}'")
        self.bench(self.graph(), "-n1", "-a", "auto", "-p", peer, env=environment)
        self.assertEqual(os.listdir(self.path("tmp")), [])


class Usage(BenchTest):
    def test_mistakes(self):
        graph = self.graph()
        for words, said in (
            ((), ("needs GRAPH",)),
            (("nothing-like-it",), ("unknown graph", "nothing-like-it")),
            (("s1x",), ("did you mean 's1",)),
            ((graph, "-n", "0"), ("-n needs", "'0'")),
            ((graph, "-n", "two"), ("-n needs", "'two'")),
            ((graph, "-a", "cpu-merge-edgy"), ("did you mean 'cpu-merge-edge'",)),
            ((graph, "--timeout", "-3"), ("--timeout needs", "'-3'")),
            ((graph, "--timeout", "nan"), ("--timeout needs",)),
            ((graph, "--base", "nobody"), ("unknown base",)),
            (("-g", "99"), ("-g needs", "'99'")),
            (("--suite", "smok"), ("did you mean 'smoke'",)),
            ((graph, "--ceilings"), ("takes no GRAPH",)),
        ):
            with self.subTest(words=words):
                self.check_failed(run("bench", *words), USAGE, *said)

    def test_an_output_that_cannot_be_written_is_told_before_work_begins(self):
        result = run("bench", self.graph(), "-o", self.path("no/such/folder/out.jsonl"))
        self.check_failed(result, FAILED, "cannot be written")

    def test_a_bad_list_of_data_sets(self):
        self.write("datasets.csv", HEADING + "\nname,,nohow,,,,,,,,\n")
        result = run("bench", "-g", "4", env=dict(os.environ, TRICORN_BENCH=self.folder))
        self.check_failed(result, BAD_INPUT, "datasets.csv:2")

    def test_no_list_of_data_sets(self):
        result = run("bench", "s25", env=dict(os.environ, TRICORN_BENCH=self.path("nowhere")))
        self.check_failed(result, FAILED, "nowhere/datasets.csv", "TRICORN_BENCH")

    def test_data_sets_that_are_not_here_say_where_they_come_from(self):
        environment = dict(os.environ, TRICORN_DATASETS=self.folder)
        self.check_failed(run("bench", "com-orkut", env=environment), FAILED,
                          "tools/datasets get com-orkut")
        self.check_failed(run("bench", "pbbs-rmat", env=environment), FAILED, "PBBS")


class Ceilings(BenchTest):
    def test_the_cpu(self):
        result = self.run_done("bench", "--ceilings", "--json", "--threads=1", "-o",
                               self.path("out.jsonl"))
        records = [json.loads(line) for line in result.stdout.decode().splitlines()]
        self.assertEqual(self.lines("out.jsonl"), records)
        self.assertEqual({r["what"] for r in records},
                         {"copy", "read", "gather", "probe", "popcount"})
        for record in records:
            self.assertEqual((record["kind"], record["device"]), ("ceiling", "cpu"))
            self.assertGreater(record["rate"], 1e5)
            self.assertEqual(record["threads"], 1)
        gathers = [r for r in records if r["what"] == "gather"]
        self.assertGreater(gathers[0]["rate"], gathers[-1]["rate"])  # caches are faster

    def test_a_gpu_that_is_not_here(self):
        program = os.environ.get("TRICORN_PROGRAM", "build/tricorn")
        if os.path.exists(os.path.join(os.path.dirname(program), "bench_gpu_ceilings")):
            self.skipTest("this build has the program for GPUs")
        self.check_failed(run("bench", "--ceilings", "--device=gpu"), FAILED, "unsupported")


if __name__ == "__main__":
    main()
