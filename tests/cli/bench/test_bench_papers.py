"""bench/papers: what the scripts ask `tricorn bench` for, and the tables that they make of records."""

import argparse
import array
import collections
import csv
import importlib.machinery
import importlib.util
import pathlib
import re
import sys

from program import DIAMOND, PROGRAM, ROOT, ProgramTest, main, run_script
from program import run as run_program

FOLDER = ROOT / "bench" / "papers"
SCRIPTS = ("fox", "polak", "tc_compare", "trix", "trust")
SEARCH = "fox-par-search.paper=1"
# Stands for the program: notes what it is asked for.
NOTES = """#!/bin/sh
echo "$@" >> "$NOTES"
"""


def script(name):
    """A script as a module."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(FOLDER))
    loader = importlib.machinery.SourceFileLoader(f"papers_{name}", str(FOLDER / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(name, *words, **variables):
    return run_script(FOLDER / name, *words, env=variables or None)


def record(dataset, algorithm, parameters, seconds, **others):
    return {"dataset": dataset, "algorithm": algorithm, "parameters": parameters, "device": "gpu:0",
            "count_seconds": seconds, **others}


class Papers(ProgramTest):
    def tables(self, name, records):
        path = self.write_records("records.jsonl", records)
        done = run(name, "--tables", path)
        self.check_done(done)
        return done.stdout

    def test_medians_beside_the_papers_figures(self):
        shown = self.tables("fox", [
            record("s22", "gpu-bsearch-bin-edge", SEARCH, [0.2, 9, 0.1]),
            record("s22", "gpu-mergepath-bin-edge", None, [0.3]),
            record("s22", "gpu-bsearch-bin-edge", SEARCH, [0.5], index_seconds=[1.5])])
        self.assertIn("| s22 |  | 200 | 300 (1.50) |  | 377, 398 |", shown)
        self.assertIn("| s22 |  |  | 1,500 |  |", shown.split("Fig. 5")[1])

    def test_a_stand_in_is_called_so(self):
        model = script("tc_compare").stand_in("as-caida")
        shown = self.tables("tc_compare", [record(model, "gpu-merge-thread-edge", None, [0.001])])
        self.assertIn("| stand-in for as-caida | 1 |", shown)

    def test_stand_ins_have_the_degrees_of_real_graphs(self):
        """Vertices, edges within 8 %, and quantiles of degrees of the real graphs, as SNAP's files have them."""
        for name, vertices, edges, quantiles in (("as-caida", 26475, 53381, (1, 2, 2, 4, 36)),
                                                 ("p2p-gnutella31", 62588, 147893, (1, 2, 8, 13, 24)),
                                                 ("soc-slashdot0902", 82168, 504230, (1, 2, 8, 25, 192))):
            model, _, given = script("tc_compare").stand_in(name).partition(":")
            made = self.path(name + ".u32")
            self.check_done(run_program("generate", "-q", "--to", "pairs32", "-o", made, model, given))
            ends = array.array("I", pathlib.Path(made).read_bytes())
            pairs = {(min(u, v), max(u, v)) for u, v in zip(ends[::2], ends[1::2]) if u != v}
            degrees = sorted(collections.Counter(end for pair in pairs for end in pair).values())
            self.assertGreater(len(degrees), 0.99 * vertices, name)
            self.assertLessEqual(len(degrees), vertices, name)
            self.assertLess(abs(len(pairs) - edges), 0.08 * edges, name)
            for share, real in zip((0.25, 0.5, 0.75, 0.9, 0.99), quantiles):
                found = degrees[int(share * len(degrees))]
                self.assertLessEqual(abs(found - real), max(1, real // 8), f"{name}, {share}")

    def test_one_core_is_not_two(self):
        both = [record("s16", "cpu-merge-edge", None, [seconds], prepare_seconds=[0], transfer_seconds=[0])
                | {"device": "cpu", "threads": threads} for threads, seconds in ((1, 0.25), (2, 0.125))]
        self.assertIn("| s16 | 250 |", self.tables("polak", both))

    def test_rows_and_collisions(self):
        """What `tricorn info --rows` tells of a graph, as a figure of TRUST: needs no GPU."""
        graph, out = self.write("g.txt", DIAMOND), self.path("rows.jsonl")
        done = run("trust", "--only", "Table 3", "-o", out, graph, PATH="/usr/bin:/bin", TRICORN_PROGRAM=PROGRAM)
        self.check_done(done)
        told = self.run_json("info", "--rows", "--order", "degree", graph)
        shown = " | ".join(str(told[key]) for key in (
            "warp_collisions", "collisions", "in_degree_collisions", "collective_collisions", "own_collisions"))
        self.assertIn(f"| g, by degree | {shown} |", done.stdout)
        self.assertNotIn("Fig. 7", done.stdout)
        longest = told["row_lengths"][4]
        self.assertRegex(run("trust", "--tables", out).stdout, rf"Fig. 7[^#]*\| {longest} \|\n")

    def test_trusses(self):
        """TriX's tables IV and V, which need no GPU: of a clique of six all edges are in each, up to k = 6."""
        clique = self.write("k6.txt", "".join(f"{u} {v}\n" for u in range(6) for v in range(u)))
        out = self.path("truss.jsonl")
        done = run("trix", "--only", "Tables IV", "-n", "2", "-o", out, clique, PATH="/usr/bin:/bin",
                   TRICORN_PROGRAM=PROGRAM)
        self.check_done(done)
        records = self.read_records(out)
        self.assertEqual([(one["parameters"], one["truss_edges"]) for one in records],
                         [(f"k={k}", 15 if k <= 6 else 0) for k in range(3, 9)])
        records[0].update(truss_seconds=[0.001, 0.003, 0.002], edges=4000)
        self.assertIn("| k6, by degree | 2 |", self.tables("trix", records))

    def test_graphs_that_are_not_here_are_left_out(self):
        """Of the paper's real graphs, a user has some."""
        self.write("com-orkut.tri", DIAMOND)
        out = self.path("rows.jsonl")
        done = run("trust", "--only", "Table 3", "-o", out, "cit-patents", "com-orkut", PATH="/usr/bin:/bin",
                   TRICORN_PROGRAM=PROGRAM, TRICORN_DATASETS=self.path(""))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("unknown graph model 'cit-patents'", done.stderr)
        self.assertIn("| com-orkut, by degree |", done.stdout)
        self.assertNotIn("| cit-patents |", done.stdout)

    def test_counters_of_other_numbers(self):
        records = [record("s18", "trust", "trust.paper=1", [0.1], kind="profile", relabel=relabel,
                          l2_hit_rate=rate, shared_load_instructions=5)
                   for relabel, rate in (("input", 0.5), ("in-degree", 0.75))]
        self.assertIn("| s18 | 0.5 | 0.75 (1.50) |  |  |", self.tables("trust", records).split("Fig. 13b")[1])

    def test_counters_are_read_of_each_numbering(self):
        """By tools/gpu_profile, which says that Nsight Compute is not here."""
        graph, out = self.write("g.txt", DIAMOND), self.write("out.jsonl", "")
        done = run("trust", "--only", "Fig. 13", "--profile", "-o", out, graph, PATH="/usr/bin:/bin",
                   TRICORN_PROGRAM=PROGRAM)
        self.assertEqual(done.stderr.count("ncu: there is no such program"), 4, done.stderr)

    def test_energy(self):
        """Thousand edges a joule."""
        used = record("s18", "gpu-adaptive", None, [0.1], edges=3000000, energy_joules=[2, 3, 4])
        self.assertIn("| 1,000 |", self.tables("trix", [used]))

    def test_transactions_are_requests_by_transactions_of_each(self):
        """TriX's 80 % are of transactions: here 3 million beside 15 million, though half the requests."""
        records = [record("s18", name, None, [0.1], kind="profile", global_load_requests=requests,
                          gld_transactions_per_request=each)
                   for name, requests, each in (("tricore", 1000000, 3), ("green", 2000000, 7.5))]
        self.assertIn("| s18 | 3,000,000 (0.20) | 15,000,000 |", self.tables("trix", records).split("Section V")[1])

    def test_counters_are_those_of_the_papers_forms(self):
        records = [record("s18", "polak", words, [0.1], kind="profile", global_load_requests=requests)
                   for words, requests in (("polak.paper=1", 700), (None, 300))]
        shown = self.tables("tc_compare", records)
        self.assertIn("| s18 | 700 |", shown.split("Fig. 12:")[1].split("###")[0])
        self.assertIn("| s18 | 300 |", shown.split("Fig. 12, standard:")[1].split("###")[0])

    def test_real_graphs_are_beside_the_papers_times(self):
        """Fox's table II has 26 graphs; each is a data set, and has both of its times."""
        published, real = script("fox").FIGURES[0].published, script("fox").REAL
        self.assertEqual(set(published), set(real))
        self.assertEqual(len(published), 26)
        shown = self.tables("fox", [record("roadnet-tx", "gpu-bsearch-bin-edge", SEARCH, [0.0002])])
        self.assertIn("| roadnet-tx |  | 0.2 |  |  | 282.6, 0.4 |", shown)

    def test_each_case_is_measured_once(self):
        stub, notes = self.write("tricorn", NOTES), self.path("notes")
        pathlib.Path(stub).chmod(0o755)
        out = self.write("out.jsonl", "")
        done = run("fox", "-n", "2", "-o", out, "s18", PATH="/usr/bin:/bin", TRICORN_PROGRAM=stub, NOTES=notes)
        self.check_done(done)
        asked = pathlib.Path(notes).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(asked), len(set(asked)))
        self.assertEqual(len(asked), 10)  # the settings of Par-Search; those of Intersect-Path are fewer
        for line in asked:
            self.assertRegex(line, r"^bench -q -n 2 --trials 5 --device gpu --order degree .*--algorithms fox-\S+ -o \S+ s18$")
        self.assertIn("fox-intersect-path.paper=1", asked[0])
        self.assertIn("fox-par-search.paper=1", asked[0])

    def test_every_case_orients_by_degree(self):
        """The order is asked for, but of Polak's preparation, which has none but that; auto asks for none."""
        for name in SCRIPTS:
            module = script(name)
            paper = sys.modules["paper"]
            for case in (case for figure in module.FIGURES for case in figure.cases):
                for order, count in (("degree", 1), ("auto", 0)):
                    words = case.words(argparse.Namespace(device="gpu", order=order))
                    self.assertEqual(words.count("--order"), count * ("--prepare" not in words), case)
            self.assertEqual(paper.ordering(argparse.Namespace(order="core")), ("--order", "core"))

    def test_orders_have_rows_of_their_own(self):
        """Times in tricorn's own order are not shown as those by degree; Polak's preparation stands beside both."""
        shown = self.tables("fox", [record("roadnet-tx", "gpu-bsearch-bin-edge", SEARCH, [0.0002]),
                                    record("roadnet-tx", "gpu-bsearch-bin-edge", SEARCH, [0.003], order="degree")])
        self.assertIn("| roadnet-tx |  | 0.2 |  |  | 282.6, 0.4 |", shown)
        self.assertIn("| roadnet-tx, by degree |  | 3 |  |  | 282.6, 0.4 |", shown)
        both = {"prepare_seconds": [0], "transfer_seconds": [0]}
        shown = self.tables("polak", [record("s16", "gpu-merge-thread-edge", "polak.paper=1", [0.5], **both,
                                             preparation="polak"),
                                      record("s16", "gpu-adaptive", None, [0.25], order="degree", **both)])
        self.assertIn("| s16, by degree |  | 500 |  | 250 (0.50) |", shown)

    def test_graphs_and_parameters_exist(self):
        with open(ROOT / "bench" / "datasets.csv", encoding="utf-8") as file:
            known = {row["name"] for row in csv.DictReader(file)}
        sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "gpu").rglob("*.[ch]"))
        parameters = set(re.findall(r'\{[\s\\]*"(\w+)",', sources)) | {"paper"}
        for name in SCRIPTS:
            module = script(name)
            for graph in module.REAL + [one for one in module.GRAPHS if ":" not in one]:
                self.assertIn(graph, known, name)
            for case in (case for figure in module.FIGURES if figure.by != "truss" for case in figure.cases):
                self.assertNotEqual(case.key()[0], "", name)
                for setting in case.settings.split():
                    self.assertIn(setting.split("=")[0], parameters, f"{name}, {case.label}")

    def test_stand_ins_are_models(self):
        models = self.check_done(run_program("generate")).stdout.decode()
        sys.path.insert(0, str(FOLDER))
        import paper  # pylint: disable=import-outside-toplevel
        for name, (model, _) in paper.STAND_INS.items():
            kind, _, given = model.partition(":")
            line = next(line for line in models.splitlines() if line.startswith(kind + " "))
            for word in given.split(","):
                self.assertIn(f" {word.split('=')[0]}=", line, name)


if __name__ == "__main__":
    main()
