"""tricorn report: histograms, JSON and a page; by an independent count in Python, and in a browser."""

import collections
import html.parser
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from program import DONE, FAILED, USAGE, ProgramTest, main, run

KARATE = pathlib.Path(__file__).parents[2] / "data" / "karate.txt"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)


def karate():
    """The neighbours of each vertex, by Python alone."""
    rows = collections.defaultdict(set)
    for line in KARATE.read_text().splitlines():
        if line and line[0] not in "#%":
            u, v = line.split()[:2]
            rows[u].add(v)
            rows[v].add(u)
    return rows


def bin_of(number):
    if number < 2:
        return str(number)
    low = 1 << number.bit_length() - 1
    return f"{low}-{2 * low - 1}"


class Page(html.parser.HTMLParser):
    """What a page holds: its text, its bars, and whatever it would fetch."""

    def __init__(self, text):
        super().__init__()
        self.bars, self.fetched, self.texts, self.open, self.tags = [], [], [], [], collections.Counter()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags[tag] += 1
        self.open.append(tag)
        self.fetched += [values[key] for key in ("src", "href", "data") if key in values]
        if tag == "rect":
            self.bars.append([float(values["height"]), ""])

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() in (tag, "meta", "line"), tag

    def handle_startendtag(self, tag, attributes):
        self.tags[tag] += 1

    def handle_data(self, data):
        self.texts.append(data)
        if self.open[-2:] == ["rect", "title"]:
            self.bars[-1][1] = data


def core_numbers(rows):
    """By removing vertices of the least degree, one after the other."""
    left, cores, k = {u: set(near) for u, near in rows.items()}, {}, 0
    while left:
        u = min(left, key=lambda vertex: len(left[vertex]))
        k = max(k, len(left[u]))
        cores[u] = k
        for v in left.pop(u):
            left[v].discard(u)
    return cores


def trussness(rows):
    """By removing the edge in the fewest triangles, one after the other."""
    left, found, k = {u: set(near) for u, near in rows.items()}, {}, 2
    edges = {(u, v) for u, near in rows.items() for v in near if u < v}
    while edges:
        u, v = edge = min(edges, key=lambda ends: len(left[ends[0]] & left[ends[1]]))
        k = max(k, len(left[u] & left[v]) + 2)
        found[edge] = k
        edges.remove(edge)
        left[u].discard(v)
        left[v].discard(u)
    return found


class Report(ProgramTest):
    def setUp(self):
        super().setUp()
        self.rows = karate()
        self.triangles = {u: sum(b in self.rows[a] for a, b in itertools.combinations(near, 2))
                          for u, near in self.rows.items()}

    def page(self, *arguments, **options):
        path = self.path("report.html")
        done = self.run_done("report", *arguments, "-o", path, **options)
        self.assertEqual(done.stdout, b"")
        return path, pathlib.Path(path).read_text(encoding="utf-8")

    def expected_bins(self, numbers):
        return collections.Counter(map(bin_of, numbers))

    def test_json(self):
        answer = self.run_json("report", str(KARATE))
        degrees = {row["degree"]: row["vertices"] for row in answer["degrees"]}
        self.assertEqual(degrees, self.expected_bins(map(len, self.rows.values())))
        triangles = {row["triangles"]: row["vertices"] for row in answer["vertex_triangles"]}
        self.assertEqual(triangles, self.expected_bins(self.triangles.values()))
        by_degree = collections.defaultdict(list)
        for u, near in self.rows.items():
            d = len(near)
            by_degree[bin_of(d)].append(2 * self.triangles[u] / (d * (d - 1)) if d > 1 else 0)
        for row in answer["clustering_by_degree"]:
            expected = by_degree[row["degree"]]
            self.assertAlmostEqual(row["clustering"], sum(expected) / len(expected), 6)
        cores, trusses = core_numbers(self.rows), trussness(self.rows)
        self.assertEqual((answer["degeneracy"], answer["k_max"]), (max(cores.values()), max(trusses.values())))
        self.assertEqual({row["core"]: row["vertices"] for row in answer["cores"] if row["vertices"]},
                         self.expected_bins(cores.values()))
        self.assertEqual({row["trussness"]: row["edges"] for row in answer["trussness"] if row["edges"]},
                         self.expected_bins(trusses.values()))
        self.assertEqual(sum(row["vertices"] for row in answer["coefficients"]),
                         sum(len(near) > 1 for near in self.rows.values()))
        top = [(row["id"], row["triangles"]) for row in answer["most_triangles"]]
        self.assertEqual([count for _, count in top], sorted(self.triangles.values())[:-11:-1])
        self.assertTrue(all(self.triangles[vertex] == count for vertex, count in top))

    def test_text(self):
        shown = self.run_text("report", str(KARATE))
        for key, value in (("vertices", 34), ("edges", 78), ("triangles", 45), ("max_degree", 17),
                           ("degeneracy", 4), ("k_max", 5)):
            self.assertRegex(shown, rf"(?m)^{key} +{value}$")
        rows = re.findall(r"^  (\S+) +(\d+)  (#*)$", shown.split("\n\n")[1], re.MULTILINE)
        self.assertEqual({name: int(count) for name, count, _ in rows},
                         self.expected_bins(map(len, self.rows.values())))
        most = max(rows, key=lambda row: int(row[1]))
        self.assertEqual(len(most[2]), 40)
        self.assertTrue(all(bar for _, count, bar in rows if int(count)))

    def test_page(self):
        _, text = self.page(str(KARATE))
        page = Page(text)
        self.assertEqual((page.fetched, page.tags["script"], page.tags["svg"]), ([], 0, 6))
        bars = dict(re.match(r"degree (\S+): (\d+) vertices", name).groups()
                    for _, name in page.bars if re.match(r"degree \S+: \d+ vertices", name))
        self.assertEqual({name: int(count) for name, count in bars.items()},
                         self.expected_bins(map(len, self.rows.values())))
        heights = [(int(name.split()[2]), height) for height, name in page.bars
                   if re.match(r"degree \S+: \d+ vertices", name)]
        self.assertEqual(sorted(heights), sorted(heights, key=lambda pair: pair[1]))
        self.assertIn("45", page.texts)
        self.assertIn("average clustering coefficient of the 34 vertices with an edge", page.texts)
        self.assertIn("average clustering coefficient of the 33 vertices of degree 2 and more", page.texts)
        self.assertNotIn(str(KARATE.parent), text)  # where the user keeps the file
        self.assertIn("tricorn report karate.txt", page.texts)
        self.assertRegex(text, r"on 20\d\d-\d\d-\d\d: counted by")
        for number in re.findall(r'text-anchor="end">([^<a-z]*)</text>', text):
            self.assertLessEqual(len(number), 4)  # round numbers on the axes
        for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
            ElementTree.fromstring(svg)

    def test_names_are_text(self):
        graph = self.write("<b>&.txt", "a&b <i>x</i>\na&b \"c\"\n\"c\" <i>x</i>\n")
        _, text = self.page("--ids", "string", graph)
        page = Page(text)
        self.assertEqual((page.tags["b"], page.tags["i"]), (0, 0))
        self.assertIn("<i>x</i>", "".join(page.texts))

    def test_cores_and_trusses_of_large_graphs_are_left_out(self):
        graph = self.path("large.tri")
        self.run_done("generate", "-q", "path-power", "vertices=5000003", "-o", graph)
        _, text = self.page(graph)
        self.assertEqual(Page(text).tags["svg"], 4)
        self.assertIn("Cores and trusses are left out", text)
        answer = self.run_json("report", graph)
        self.assertEqual([answer[key] for key in ("degeneracy", "k_max", "cores", "trussness")], [None, None, [], []])

    def test_small_graphs(self):
        for content in ("1 1\n", "1 2\n"):
            _, text = self.page("-", "--format", "edges", stdin=content)
            self.assertIn("</html>", text)
            self.run_done("report", "-", "--format", "edges", stdin=content)

    def test_faults(self):
        self.check_failed(run("report", str(KARATE), "-o", "-", "--json"), USAGE, "stdout")
        self.check_failed(run("report", str(KARATE), "-o", self.folder), FAILED, "is a directory")
        path = self.write("g.txt", "1 2\n2 3\n")
        self.check_failed(run("report", path, "-o", path), USAGE, "the graph itself")
        full = run("report", "-q", str(KARATE), "-o", "/dev/full/x")
        self.assertEqual(full.returncode, FAILED)
        self.assertEqual(run("report", "-q", str(KARATE), "-o", "-").returncode, DONE)

    def test_links_permissions_and_pipes(self):
        """A link stays, a file keeps its permissions, a pipe is written to."""
        target, (_, text) = self.write("target", "old"), self.page(str(KARATE))
        link, pipe = self.path("link"), self.path("pipe")
        os.chmod(target, 0o600)
        os.symlink(target, link)
        self.run_done("report", "-q", str(KARATE), "-o", link)
        self.assertEqual((os.path.islink(link), os.stat(target).st_mode & 0o777), (True, 0o600))
        os.mkfifo(pipe)
        with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), encoding="utf-8") as reader:
            self.run_done("report", "-q", str(KARATE), "-o", pipe)
            self.assertEqual({reader.read(), pathlib.Path(target).read_text()}, {text})

    def test_nothing_is_left(self):
        before = set(os.listdir(self.folder))
        self.page(str(KARATE))
        self.assertEqual(set(os.listdir(self.folder)) - before, {"report.html"})

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_on_a_telephone(self):
        """The page is as wide as the window, and each number is on one line."""
        path, _ = self.page(str(KARATE))
        frame = pathlib.Path(self.write("frame.html", f"""<!DOCTYPE html><iframe width="360" height="900" src="{path}"></iframe>
            <p></p><script>document.querySelector("iframe").onload = (loaded) => {{
                const root = loaded.target.contentDocument.documentElement, range = new Range();
                const lines = [...root.querySelectorAll("td.number")].map((cell) => {{
                    range.selectNodeContents(cell);
                    return range.getClientRects().length;
                }});
                document.querySelector("p").textContent = `${{root.scrollWidth}} ${{Math.max(...lines)}}`;
            }};</script>"""))
        done = subprocess.run([BROWSER, "--no-sandbox", "--allow-file-access-from-files", "--virtual-time-budget=10000",
                               "--dump-dom", f"file://{frame}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=60, check=True, text=True)
        width, lines = map(int, re.search(r"<p>(\d+) (\d+)</p>", done.stdout).groups())
        self.assertLessEqual(width, 360)
        self.assertEqual(lines, 1)

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_in_a_browser(self):
        path, _ = self.page(str(KARATE))
        done = subprocess.run([BROWSER, "--no-sandbox", "--dump-dom", f"file://{path}"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=True,
                              text=True)
        page = Page(done.stdout)
        self.assertEqual(page.tags["svg"], 6)
        self.assertGreater(page.tags["rect"], 20)


if __name__ == "__main__":
    main()
