"""The smoke suite, the report made of it, and the report's page in a headless browser."""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import unittest
import xml.etree.ElementTree

from program import DONE, FAILED, PATIENCE, ROOT, SANITIZED, ProgramTest, main, run, run_script

REPORT = ROOT / "bench" / "report"
VENV = pathlib.Path(os.environ.get("TRICORN_VENV") or ROOT / "build" / "venv")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SMOKE_SECONDS = 60
SMOKE_GRAPHS = {  # known from publications and closed forms; see bench/datasets.csv
    "karate": 45, "debian12-python": 8940, "tiny": 482104, "stars": 264799,
    "lattice": 20000 * 8 * 7 // 2, "diagonals": 2 * 299 * 299, "torus": 0,
}


def browser():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# Papers' names of algorithms on a CPU; the report shows them before tricorn's own.
PAPERS = {"cpu-merge-edge": "forward (cpu-merge-edge)", "cpu-split-vertex": "LOTUS (cpu-split-vertex)"}


def with_paper(algorithm):
    return PAPERS.get(algorithm, algorithm)


def need(condition, why):
    if not condition:
        raise unittest.SkipTest(why)


class Table(html.parser.HTMLParser):
    """The texts of a page's table with the id `cases`, row by row, and of its output element."""

    def __init__(self):
        super().__init__()
        self.rows, self.shown, self.within, self.cell = [], "", None, False

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.within = dict(attributes).get("id") == "cases"
        elif tag == "output":
            self.within = "output"
        elif self.within is True and tag == "tr":
            self.rows.append([])
        elif self.within is True and tag in ("td", "th"):
            self.rows[-1].append("")
            self.cell = True

    def handle_endtag(self, tag):
        if tag in ("table", "output"):
            self.within = None
        elif tag in ("td", "th"):
            self.cell = False

    def handle_data(self, data):
        if self.within == "output":
            self.shown += data
        elif self.cell and self.within:
            self.rows[-1][-1] += data


class BenchmarkTest(ProgramTest):
    """The smoke suite's records, measured once for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.owner = ProgramTest()
        cls.owner.setUp()
        cls.all = pathlib.Path(cls.owner.folder)
        cls.results = cls.all / "results.jsonl"
        begun = time.monotonic()
        cls.measure(DONE, "--suite", "smoke", "--threads=2", "-n1")
        cls.smoke_seconds = time.monotonic() - begun

    @classmethod
    def tearDownClass(cls):
        cls.owner.doCleanups()

    @classmethod
    def measure(cls, code, *words):
        result = run("bench", "--device=cpu", "-o", str(cls.results), *words)
        if result.returncode != code:
            raise AssertionError(result.stderr.decode())
        with open(cls.results, encoding="utf-8") as file:
            cls.records = [json.loads(line) for line in file]


class Smoke(BenchmarkTest):
    def test_it_is_quick_and_all_counts_are_the_published_ones(self):
        if not SANITIZED:
            self.assertLess(self.smoke_seconds, SMOKE_SECONDS)
        self.assertEqual({r["dataset"] for r in self.records}, set(SMOKE_GRAPHS))
        for record in self.records:
            self.assertEqual(record["triangles"], SMOKE_GRAPHS[record["dataset"]])
            self.assertEqual((record["status"], record["verified_by"]), ("ok", "published"))


class Originals(ProgramTest):
    """Preparing beside other codes, checks and counters, from records by hand."""

    RECORDS = (
        {"dataset": "g", "algorithm": "one", "alias": "polak", "device": "H", "triangles": 3,
         "verified": True, "count_seconds": [0.003, 0.002]},
        *({"kind": "original", "dataset": "g", "algorithm": "sort", "device": "H", "prepare_seconds": [seconds]}
          for seconds in (0.004, 0.005)),
        {"kind": "prepare", "dataset": "g", "algorithm": "one", "device": "H", "verified": True,
         "count_seconds": [0.002], "prepare_seconds": [0.003]},
        *({"kind": "checked", "dataset": f"real{edges}", "device": "H", "vertices": 3, "edges": edges,
           "triangles": 1, "count_seconds": {"a": 0.001, "b": 0.003, "c": 0.002}} for edges in (100000, 3)),
        *({"kind": "shares", "dataset": "g", "device": "H", "parts": parts, "share_seconds": [0.25, 0.5][:parts],
           "whole_seconds": 0.75, "verified": True, "gain": 1.5, "index_seconds": [0.1]} for parts in (1, 2)),
        {"kind": "out-of-core", "dataset": "g", "algorithm": "limited", "peer": True, "threads": 2,
         "limit_bytes": 1 << 20, "status": "ok", "verified": True, "convert_seconds": [2],
         "count_seconds": [1, 3, 2], "count_group_peak_bytes": [1000000, 900000]},
        {"kind": "out-of-core", "dataset": "g", "algorithm": "killed", "peer": True, "threads": 2,
         "limit_bytes": 1 << 20, "status": "killed", "verified": False},
        *({"kind": "end-to-end", "dataset": "g", "algorithm": name, "device": "H", "verified": True, "peer": name == "theirs",
           "file_bytes": 40, "threads": 2, "edges": 3,
           "message": None, "whole_median_seconds": seconds} for name, seconds in (("theirs", 2), ("mine", 0.5))),
        {"kind": "end-to-end", "dataset": "g", "algorithm": "slow", "device": "H", "message": "killed after 2 s"},
        *({"kind": "scale", "simulated": True, "dataset": dataset, "device": "cpu", "threads": 1,
           "algorithm": "one", "partition": "trust", "workers": workers, "tasks": 1024,
           "scenario": scenario, "time_max_min": 1.106, "work_max_min": None,
           "time_max_mean": {"quiet": 1.05, "stragglers": 1.3, "jitter": 9.9}[scenario],
           "space_max_min": 1.064, "worker_bytes": 4000000, "slowest_seconds": 0.082,
           "speed_up": workers * 2.0, "together": 2.25}
          for scenario in ("quiet", "stragglers", "jitter")
          for dataset, workers in (("immense", 2), ("immense", 32), ("immense", 64),
                                   ("immense", 1024), ("alone", 1024))),
        {"kind": "profile", "dataset": "g", "algorithm": "one", "alias": "polak",
         "count_seconds": 0.002, "kernels": 1, "kernel_seconds": 0.002,
         "global_load_requests": 1200, "warp_execution_efficiency": 0.5,
         "gld_transactions_per_request": 2.5, "device_bytes_per_second": 1e9,
         "achieved_occupancy": 0.75},
    )

    def test_tables(self):
        need((VENV / "bin" / "python").exists(), "bench/venv has not made its Python")
        path = self.write("r.jsonl", "".join(json.dumps(r) + "\n" for r in self.RECORDS))
        self.check_done(run_script("bench/record_file.py", "--pack", path))
        packed = path + ".xz"
        lines = run_script("bench/record_file.py", packed).stdout.splitlines()
        self.assertEqual([json.loads(line) for line in lines], list(self.RECORDS))
        result = subprocess.run([REPORT, "--folder", self.folder, packed], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        self.check_done(result)
        text = pathlib.Path(self.path("benchmarks.md")).read_text(encoding="utf-8")
        for line in ("| prepare | 3 ms (4 ms) |",
                     "| g | 1.05 MB | limited | 2 | 2 s | 2 s |  | 1 MB |  |  | verified |",
                     "| g | 1.05 MB | killed | 2 |  |  |  |  |  |  | killed |",
                     "| g | H | theirs | 2 s | 1 | verified |", "| g | H | mine | 500 ms | 0.25 | verified |",
                     "| g | H | slow | - | - | killed after 2 s |",
                     "| real100000 | 100,000 | 1 | 3 | 1 ms a | 2 ms | 3 ms |",
                     "fewer than 100,000 edges are left out: 1 of them, which take 1 ms to 1 ms by",
                     "| g | H | 750 ms | 1.5 (1) | 1.5 (1.33) |",
                     "| immense | one | TRUST | - | 1.05 (1.3) | - | 1.05 (1.3) | - | 1.06 | 4 MB | 82 ms | 2,048 | 2.25 |",
                     "| one | 1.2 k |", "| one | 0.5 |", "| one | 2.5 |", "| one | 1 G |"):
            self.assertIn(line, text)
        self.assertNotIn("real3", text)
        self.assertNotIn("limited", text.split("## Larger than memory")[0])
        self.assertNotIn("9.9", text)
        plots = pathlib.Path(self.folder) / "benchmarks"
        self.assertTrue((plots / "scale-immense-one.svg").exists())
        self.assertFalse((plots / "scale-alone-one.svg").exists())  # one number of workers is no curve
        whole = re.findall(r">([^<>]+)</text>", (plots / "whole.svg").read_text(encoding="utf-8"))
        self.assertEqual([word for word in whole if word in ("tricorn, CPU", "theirs", "500 ms", "2 s")],
                         ["tricorn, CPU", "theirs", "500 ms", "2 s"])


class Page(ProgramTest):
    """docs/benchmarks.md is made of the records that are kept."""

    MAKE = """
import pathlib, sys
from reporting import markdown, plots, records
plots.write = lambda folder, plot, draw, rows: plot  # pictures take most of the time
results = records.load(map(pathlib.Path, sys.argv[2:]))
bases = {platform: results.base_of(platform, "gpu-bsearch-warp-chunk") for platform in results.platforms()}
markdown.write(results, bases, plots.draw_all(results, bases, None), pathlib.Path(sys.argv[1]))
"""

    def test_it_is_that_of_the_records(self):
        need((VENV / "bin" / "python").exists(), "bench/venv has not made its Python")
        kept = sorted((ROOT / "bench" / "results" / "report").glob("*.jsonl.xz"))
        made = pathlib.Path(self.path("benchmarks.md"))
        subprocess.run([VENV / "bin" / "python", "-B", "-c", self.MAKE, made, *kept], check=True,
                       timeout=PATIENCE, env=dict(os.environ, PYTHONPATH=str(ROOT / "bench")))
        page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
        self.assertEqual(made.read_text(encoding="utf-8").split("\n"), page.split("\n"))

    def test_so_are_the_pictures_at_a_glance(self):
        need((VENV / "bin" / "python").exists(), "bench/venv has not made its Python")
        made = pathlib.Path(self.path("benchmarks"))
        made.mkdir()
        subprocess.run([ROOT / "bench" / "report", "--glance", "--folder", self.folder], check=True, timeout=PATIENCE)
        pictures = {path.name: path.read_text(encoding="utf-8") for path in made.iterdir()}
        self.assertEqual(len(pictures), 5)
        for name, picture in pictures.items():
            self.assertEqual(picture, (ROOT / "docs" / "benchmarks" / name).read_text(encoding="utf-8"), name)


class Report(BenchmarkTest):
    """The report of these, of another number of threads, of scales and of one wrong program."""

    @classmethod
    def setUpClass(cls):
        need(not SANITIZED, "the report does not depend on the build")
        need((VENV / "bin" / "python").exists(), "bench/venv has not made its Python")
        super().setUpClass()
        liar = cls.all / "liar"
        liar.write_text('#!/bin/sh\necho \'{"triangles": 1, "count_seconds": 1}\'\n')
        liar.chmod(0o755)
        cls.measure(FAILED, "karate", "-g", "6,7", "--threads=2", "-n2", "-p", str(liar))
        for threads in (1, 3):
            cls.measure(DONE, "karate", "-g", "6,7", f"--threads={threads}", "-n2")
        ceiling = {"kind": "ceiling", "what": "probe", "device": "cpu", "threads": 2, "rate": 3e9,
                   "unit": "bit probes/s", "table_bytes": 16384,
                   "machine": cls.records[0]["machine"]}
        simulated = {"kind": "simulated", "dataset": "immense", "algorithm": "auto",
                     "device": "cpu", "status": "ok", "count_seconds": [3600.0],
                     "energy_joules": [2.0], "edges_per_joule": 1.5e6,
                     "simulation": {"model": "test"}}
        with open(cls.results, "a", encoding="utf-8") as file:
            for record in (ceiling, simulated):
                file.write(json.dumps(record) + "\n")
            file.write('{"cut off')
        cls.report = subprocess.run([REPORT, "--folder", cls.all, cls.results], text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    timeout=PATIENCE)
        cls.page = cls.all / "benchmarks" / "index.html"

    def setUp(self):
        super().setUp()
        self.assertEqual(self.report.returncode, DONE, self.report.stderr)

    def test_a_cut_off_line_is_told(self):
        self.assertIn("results.jsonl:", self.report.stderr)
        self.assertIn("left out", self.report.stderr)

    def test_plots(self):
        names = {path.stem for path in (self.all / "benchmarks").glob("*.svg")}
        for kind in ("speed-up", "size", "threads"):
            self.assertTrue([name for name in names if name.startswith(kind + "-")], kind)
        for name in names:
            root = xml.etree.ElementTree.parse(self.all / "benchmarks" / f"{name}.svg").getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertTrue(list(root.iter("{http://www.w3.org/2000/svg}text")))

    def test_markdown(self):
        text = (self.all / "benchmarks.md").read_text(encoding="utf-8")
        tables = self.tables(text)
        for record in self.records:
            place = f"{record['machine']['cpu']}, {record['threads']} thread{'' if record['threads'] == 1 else 's'}"
            heads, *rows = tables[place][0]
            row, = [row for row in rows if row[0] == record["dataset"]]
            cell = row[heads.index(with_paper(record["algorithm"]).split(" (")[0])]
            if record["status"] != "ok":
                self.assertEqual(cell, record["status"])
                continue
            of_graph = [r["count_median_seconds"] for r in self.records if r["status"] == "ok"
                        and (r["dataset"], r["threads"]) == (record["dataset"], record["threads"])]
            self.assertEqual(cell.startswith("**"), record["count_median_seconds"] == min(of_graph))
            self.assertAlmostEqual(self.number(cell.strip("*").partition(",")[0]), record["count_median_seconds"],
                                   delta=0.006 * record["count_median_seconds"])
        self.assertRegex(text, r"\| karate \| liar \|.*\| wrong \| counted 1; the published")
        self.assertIn("| karate | 34 | 78 | 45 |", text)
        self.assertIn("## Ceilings", text)
        (shown, simulated), = [of_place for place, of_place in tables.items() if place.endswith("(simulated)")]
        self.assertEqual(shown, [["graph", "auto"], ["immense", "**3,600 s**, unverified"]])
        self.assertNotIn("single count", simulated[0])  # it has none
        for picture in re.findall(r"\]\((benchmarks/[^)]*)\)", text):
            self.assertTrue((self.all / picture).exists(), picture)

    @staticmethod
    def tables(text):
        """The tables of the page, row by row, of each heading."""
        found = {}
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            heading, _, rest = section.partition("\n")
            found[heading] = [[line.strip("| ").split(" | ") for line in table.splitlines() if not line.startswith("|--")]
                              for table in re.findall(r"(?:^\|.*\n)+", rest, re.MULTILINE)]
        return found

    def test_an_unknown_base_is_told(self):
        result = subprocess.run([REPORT, "--folder", self.folder, "--base", "nobody", self.results],
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 1)
        self.assertIn("nobody", result.stderr)

    # ---- the page ----

    def look(self, script=""):
        """What the browser makes of the page once a script has acted on it."""
        need(browser(), "there is no headless browser; tools/install_packages test brings one")
        page = pathlib.Path(self.path("page.html"))
        acting = f"<script>{script}</script></body>"
        page.write_text(self.page.read_text(encoding="utf-8").replace("</body>", acting),
                        encoding="utf-8")
        result = subprocess.run(
            [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             f"--user-data-dir={self.path('profile')}", page.as_uri()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, text=True,
            env=dict(os.environ, HOME=self.folder),
        )
        self.check_done(result)
        table = Table()
        table.feed(result.stdout)
        return table

    def column(self, table, head):
        place = table.rows[0].index(head)
        return [row[place] for row in table.rows[1:]]

    @staticmethod
    def number(text):
        """The page's "1.5 ms" in seconds."""
        value, _, unit = text.partition(" ")
        return float(value) * {"": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]

    def test_the_table_shows_every_case(self):
        table = self.look()
        cases = {(r["dataset"], with_paper(r["algorithm"]), r["threads"]) for r in self.records}
        shown = list(zip(self.column(table, "graph"), self.column(table, "algorithm"),
                         self.column(table, "on")))
        self.assertEqual(len(shown), len(cases) + 1)  # and the one that is simulated
        self.assertIn(f"{len(shown)} of {len(shown)} cases", table.shown)
        for head, key in (("single count", "single_count"), ("repeated count", "count")):
            times = dict(zip(shown, self.column(table, head)))
            for record in self.records:
                place = f"{record['machine']['cpu']}, {record['threads']} thread" \
                        f"{'' if record['threads'] == 1 else 's'}"
                text = times[(record["dataset"], with_paper(record["algorithm"]), place)]
                if record["status"] == "ok":
                    median = record[f"{key}_median_seconds"]
                    self.assertAlmostEqual(self.number(text), median, delta=0.006 * median)
                else:
                    self.assertEqual(text, "-")

    def test_rates_are_shown_as_parts_of_the_ceiling(self):
        table = self.look()
        shares = {}
        for row in table.rows[1:]:
            named = dict(zip(table.rows[0], row))
            shares[named["graph"], named["algorithm"], named["on"]] = named["of bound"]
        for record in self.records:
            if record["status"] != "ok" or record["threads"] != 2:
                continue
            place = f"{record['machine']['cpu']}, 2 threads"
            share = record["wedges_per_second"] / 3e9
            text = shares[record["dataset"], with_paper(record["algorithm"]), place]
            self.assertAlmostEqual(float(text), share, delta=0.006 * share)

    def test_it_sorts(self):
        click = "[...document.querySelectorAll('th button')].find(b => b.textContent === 'repeated count')" \
                ".click();"
        for clicks, backwards in ((1, False), (2, True)):
            times = self.column(self.look(click * clicks), "repeated count")
            numbers = [self.number(text) for text in times if text != "-"]
            self.assertEqual(numbers, sorted(numbers, reverse=backwards))
            self.assertEqual(set(times[len(numbers):]), {"-"})  # what has no time comes last

    def test_it_filters(self):
        table = self.look(
            "const words = document.getElementById('words'); words.value = 'karate cpu-merge';"
            "words.dispatchEvent(new Event('input', {bubbles: true}));"
        )
        self.assertEqual(set(self.column(table, "graph")), {"karate"})
        self.assertEqual(set(self.column(table, "algorithm")), {with_paper("cpu-merge-edge")})
        table = self.look(
            "const status = document.getElementById('status'); status.value = 'wrong';"
            "status.dispatchEvent(new Event('input', {bubbles: true}));"
        )
        self.assertEqual(set(self.column(table, "algorithm")), {"liar"})

    def test_edges_a_joule(self):
        rows = re.search(r"\[\{\"dataset\".*\}\]", self.page.read_text(encoding="utf-8"))
        immense, = [row for row in json.loads(rows[0]) if row["dataset"] == "immense"]
        self.assertEqual((immense["energy_joules"], immense["edges_per_joule"]), (2.0, 1.5e6))

    def test_it_needs_nothing_from_elsewhere(self):
        text = self.page.read_text(encoding="utf-8")
        found = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import', text)
        outside = [a or b for a, b in found if not (a or b).startswith("#")]
        self.assertEqual(outside, [])


if __name__ == "__main__":
    main()
