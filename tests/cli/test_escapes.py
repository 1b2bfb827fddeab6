"""Names of vertices, files, columns and options never act: not in a page, not on a terminal, not in a table.

Names are drawn from pieces that are markup, control sequences, formulas and code of shells.  Without a control
character there is no sequence that a terminal would obey.
"""

import csv
import html.parser
import io
import json
import os
import pathlib
import pty
import random
import re
import shutil
import subprocess
import tempfile
import threading
import unicodedata
import unittest
import xml.etree.ElementTree

from program import DONE, PATIENCE, PROGRAM, ProgramTest, default_signals, main, run

SEED = int(os.environ.get("TRICORN_SEED", "39"))
ROUNDS = int(os.environ.get("TRICORN_ROUNDS", "3"))
ROOT = pathlib.Path(__file__).parents[2]
MANUAL = os.environ.get("TRICORN_MANUAL", "build/manual")
VENV = ROOT / "build" / "venv"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)

MARKUP = ["<script>x()</script>", "</style>", "</title>", "]]>", "<!--", "-->", "\" onload=\"x()", "' onload='x()",
          "javascript:x()", "<img src=x onerror=x()>", "&lt;", "&#60;b>", "<svg/onload=x()>", "@@PICTURES@@",
          "@@ROWS@@", "$x_1$", "\\frac{", "|", "`x`"]
CONTROLS = ["\x1b[2J", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x07", "\x1bP+q\x1b\\", "\x9b31m", "\x85", "\x07", "\x08", "\x7f",
            "\r", "\n", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u2029"]
PLAIN = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "a\"b", "a,b", "a;b", "$(touch x)", "%s%n", "\\", "é", "名", "🙂",
         "the option 'x", " "]
TEXT_PIECES = MARKUP + CONTROLS + PLAIN


def drawn(dice, pieces=TEXT_PIECES):
    return "".join(dice.choice(pieces) for _ in range(dice.randint(1, 3)))


def drawn_file(dice):
    """The name of a file, in bytes: not empty, without a slash, perhaps not UTF-8."""
    name = drawn(dice).replace("/", "").encode()
    return dice.choice([b"", b"", b"\xff", b"\x9b2J", b"\xe2\x80"]) + name[:200] + b"n"


def obeyed(text):
    """The characters of a text that a terminal would obey: controls, ends of lines and changes of direction."""
    directions = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    return [c for c in text if unicodedata.category(c) in ("Cc", "Zl", "Zp") or c in "\u200e\u200f\u061c"
            or unicodedata.bidirectional(c) in directions]


def on_terminal(*arguments):
    """What a run shows whose standard output and standard error are a terminal."""
    ours, theirs = pty.openpty()
    shown = []

    def read():
        try:
            while block := os.read(ours, 1 << 16):
                shown.append(block)
        except OSError:  # the other end is closed
            pass

    reader = threading.Thread(target=read)
    with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                          preexec_fn=default_signals) as process:
        os.close(theirs)
        reader.start()
        process.wait(PATIENCE)
    reader.join()
    os.close(ours)
    return b"".join(shown).replace(b"\r\n", b"\n")


class Page(html.parser.HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, [name for name, _ in attributes]))

    def handle_comment(self, data):
        self.tags.append(("comment", []))

    def unknown_decl(self, data):
        self.tags.append(("declaration", []))

    def handle_data(self, data):
        self.text += data


class Escapes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.dice = random.Random(f"{SEED} {self.id()}")

    def graph(self, names, name=b"g.jsonl"):
        """A file with a clique of these vertices; its path, in bytes."""
        path = os.path.join(os.fsencode(self.folder), name)
        with open(path, "w", encoding="utf-8") as file:
            for i, u in enumerate(names):
                file.writelines(json.dumps({"source": u, "target": v}) + "\n" for v in names[:i])
        return path

    def names(self, count=5):
        found = {}
        while len(found) < count:
            found[drawn(self.dice)] = None
        return list(found)

    def check_shown(self, shown, lines=None):
        """Nothing but text and ends of lines."""
        text = shown.decode("utf-8", "surrogateescape")
        self.assertEqual(obeyed(text.replace("\n", "").replace("\t", "")), [], text)
        self.assertEqual([c for c in text if 0xdc80 <= ord(c) < 0xdca0], [], "controls of 8 bits")
        if lines is not None:
            self.assertEqual(text.count("\n"), lines, text)


SUMMARIES = (["count"], ["info"], ["info", "--partition", "trust"], ["info", "--rows"], ["report"],
             ["count", "--approximate", "50%"], ["cluster"], ["census"], ["clique"], ["truss"],
             ["count", "--sample", "edges", "--one-in", "1"])
TABLES = (["vertex"], ["edge"], ["list"], ["core"], ["similar"], ["cluster", "--vertices"], ["clique", "--vertices"],
          ["census", "--vertices"], ["vertex", "--generalized"], ["vertex", "--samples", "9"], ["truss", "-o", "-"])
FORM = ("--ids", "string", "--format", "jsonl", "--missing", "keep")


class Terminal(Escapes):
    def test_summaries(self):
        for verb in SUMMARIES:
            path = self.graph(self.names(), drawn_file(self.dice))
            for words in ([], ["--json"]):
                with self.subTest(verb=verb, path=path, words=words):
                    done = self.run_done(*verb, *words, *FORM, path)
                    self.check_shown(done.stdout)
                    self.check_shown(done.stderr)

    def test_several_files(self):
        paths = [self.graph(self.names(), drawn_file(self.dice)) for _ in range(3)]
        lines = self.run_done("count", *FORM, *paths).stdout
        self.check_shown(lines, len(set(paths)))

    def test_an_estimate(self):
        path = os.path.join(os.fsencode(self.folder), drawn_file(self.dice))
        pathlib.Path(os.fsdecode(path)).write_text("1 2\n2 3\n1 3\n")
        for words in ([], ["--json"]):
            self.check_shown(self.run_done("info", "--estimate", "--format", "edges", *words, path).stdout)

    def test_tables_on_a_terminal(self):
        for verb in TABLES:
            path = self.graph(self.names(), drawn_file(self.dice))
            forms = ["text", "csv", "tsv", "jsonl"]
            with self.subTest(verb=verb, path=path):
                self.check_shown(on_terminal(*verb, "--to", self.dice.choice(forms), *FORM, path))

    def test_graphs_on_a_terminal(self):
        names = [f"v{i}{name}v" for i, name in enumerate(self.names(20)) if not set("\r\n") & set(name)]
        shown = on_terminal("convert", "--to", "edges", *FORM, self.graph(names), "-")
        self.check_shown(shown)
        self.assertGreater(shown.count(b"\n"), len(names), shown)

    def test_messages(self):
        """Each names what was given, on one line."""
        good, plain = self.graph(["a", "b", "c"]), self.write("g.txt", "1 2\n2 3\n")
        for _ in range(ROUNDS):
            name, file = drawn(self.dice), drawn_file(self.dice)
            missing = os.path.join(os.fsencode(self.folder), b"missing-" + file)
            wrong = os.path.join(os.fsencode(self.folder), file)
            self.write(os.fsdecode(wrong), f"{name.splitlines()[0] if name.splitlines() else 'x'} {name}\n1\n".encode())
            for words in ([name], ["count", missing], ["count", wrong], ["count", "--" + name, good],
                          ["count", "--format", name, good], ["count", "--algorithm", name, good],
                          ["count", "--option", name + "=1", good], ["count", "--device", name, good],
                          ["vertex", "--to", name, good], ["vertex", "-o", missing + b"/x", good],
                          ["convert", good, missing + b"/x.txt"], ["count", "--memory", name, good],
                          ["cluster", "--weighted", "onnela", "--weights", name, good],
                          ["count", "--columns", f"{name},b", good], ["count", "--separator", name, plain],
                          ["count", "--vertex-file", missing, good], ["similar", "-q", "--pairs", missing, good],
                          ["similar", "-q", "--pairs", wrong, good], ["count", "--file-list", wrong],
                          ["count", "--work", missing + b"/x", good], ["bench", "--suite", name],
                          ["bench", missing], ["generate", name], ["generate", "complete", "vertices=" + name],
                          ["count", good, "--work", wrong]):
                with self.subTest(words=words):
                    done = run(*words)
                    self.check_shown(done.stderr, None if done.returncode == DONE else 1)
                    self.check_shown(done.stdout)

    def test_columns_of_a_file(self):
        """A message that names the columns of a header."""
        for _ in range(ROUNDS):
            heads = [name for name in self.names(9) if not set("\r\n\u2028\u2029\x85") & set(name)][:3]
            line = ",".join('"' + head.replace('"', '""') + '"' for head in heads)
            path = self.write("h.csv", f"{line}\n1,2,3\n2,3,4\n1,3,5\n")
            for words in (["--columns", "no,none"], ["--columns", "source=" + heads[0] + ",target=none"], []):
                done = run("count", *words, path)
                self.check_shown(done.stderr)

    def test_what_doctor_finds(self):
        for name in (drawn_file(self.dice) for _ in range(ROUNDS)):
            for words in ([], ["--json"]):
                done = run("doctor", *words, env={**os.environb, b"TMPDIR": b"/none/" + name})
                self.check_shown(done.stdout + done.stderr)


class EveryCharacter(Escapes):
    """Of the first plane, and some beyond it."""

    CHARACTERS = [chr(code) for code in (*range(1, 0xd800), *range(0xe000, 0x10000), *range(0x1f600, 0x1f610))]

    def test_messages(self):
        for at in range(0, len(self.CHARACTERS), 900):
            word = "x" + "".join(self.CHARACTERS[at:at + 900]) + "x"
            shown = run(word).stderr.decode("utf-8")
            self.assertIn("'" + "".join("?" if obeyed(c) else c for c in word) + "'", shown)

    def test_names(self):
        names = [f"v{c}v" for c in self.CHARACTERS]
        path = self.write("g.jsonl", "".join(json.dumps({"source": "u", "target": name}) + "\n" for name in names))
        table = self.run_done("vertex", "--to", "jsonl", *FORM, path).stdout
        self.check_shown(table)
        self.assertEqual({json.loads(line)["vertex"] for line in table.decode().splitlines()}, {"u", *names})
        shown = on_terminal("vertex", "-q", *FORM, path)
        self.check_shown(shown)
        rows = csv.reader(io.StringIO(shown.decode(), newline=""), delimiter="\t")
        self.assertEqual({row[0] for row in rows}, {"u", *("v?v" if obeyed(name) else name for name in names)})


class Tables(Escapes):
    def test_each_name_comes_back(self):
        """Cells are quoted as RFC 4180 has it, and JSON is UTF-8; a formula is a name like any other."""
        for _ in range(ROUNDS):
            names = self.names(8)
            path = self.graph(names, drawn_file(self.dice))
            for form in ("text", "csv", "tsv", "jsonl"):
                table = self.run_done("vertex", "--to", form, *FORM, path).stdout.decode("utf-8")
                if form == "jsonl":
                    rows = [json.loads(line)["vertex"] for line in table.split("\n")[:-1]]
                    self.check_shown(table.encode())
                else:
                    mark = "," if form == "csv" else "\t"
                    rows = [row[0] for row in csv.reader(io.StringIO(table, newline=""), delimiter=mark, strict=True)]
                    rows = rows if form == "text" else rows[1:]
                self.assertEqual(sorted(rows), sorted(names), form)

    def test_json(self):
        for verb in SUMMARIES:
            names = self.names()
            path = self.graph(names, drawn_file(self.dice))
            with self.subTest(verb=verb, path=path):
                answer = json.loads(self.run_done(*verb, "--json", *FORM, path).stdout.decode("utf-8"))
                kept = path.decode("utf-8", "replace")
                if "\ufffd" not in kept:
                    self.assertEqual(answer["file"], kept)
                tops = [row["id"] for row in answer.get("most_triangles", answer.get("largest_degrees", []))]
                self.assertEqual(set(tops) - set(names), set())

    def test_graphs(self):
        """A text that was written is read as the same graph; words that it would not give again are refused."""
        for _ in range(4 * ROUNDS):
            names = [name for name in self.names(9) if not set("\r\n") & set(name)]
            out = self.path("out.csv")
            done = run("convert", *FORM, self.graph(names), out)
            if b"would not be found again" in done.stderr:
                continue
            self.check_done(done)
            again = self.run_text("vertex", "--ids", "string", "--missing", "keep", "--to", "jsonl", out)
            self.assertEqual(sorted(json.loads(line)["vertex"] for line in again.split("\n")[:-1]), sorted(names))


class Html(Escapes):
    def page(self, names, name=b"g.jsonl"):
        done = self.run_done("report", "-q", "-o", "-", *FORM, self.graph(names, name))
        return done.stdout.decode("utf-8", "replace")

    def test_report(self):
        clean = Page(self.page([f"v{i}" for i in range(6)]))
        for _ in range(4 * ROUNDS):
            names, file = self.names(6), drawn_file(self.dice)
            text = self.page(names, file)
            page = Page(text)
            self.assertEqual(page.tags, clean.tags, (names, file))
            self.assertEqual(obeyed(text.replace("\n", "")), [], (names, file))
            for name in names:
                self.assertIn("".join("?" if obeyed(c) else c for c in name), page.text)

    @unittest.skipUnless(BROWSER, "there is no browser")
    def test_report_in_a_browser(self):
        """All pieces at once; a script that ran would change the title."""
        pieces = [piece.replace("x()", "document.title='ran'") for piece in MARKUP]
        shown = []
        for names in ([f"v{i}" for i in range(len(pieces))], pieces):
            path = self.write("page.html", self.page(names, b"<script>x()<script>" if names is pieces else b"g"))
            done = subprocess.run([BROWSER, "--no-sandbox", "--dump-dom", f"file://{path}"], check=True, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE)
            shown.append(Page(done.stdout))
        self.assertEqual(shown[1].tags, shown[0].tags)
        self.assertNotIn("<title>ran", shown[1].text)


class Bench(Escapes):
    """The pages that bench/report makes of records."""

    def record(self, dataset, algorithm, message=None):
        record = {"dataset": dataset, "algorithm": algorithm, "device": "cpu", "threads": 2, "triangles": 3,
                  "vertices": 3, "edges": 3, "oriented_wedges": 3, "verified": True, "count_seconds": [0.003, 0.002],
                  "machine": {"cpu": "C"}}
        return record if message is None else {**record, "status": "failed", "message": message}

    def report(self, folder, names):
        path = os.path.join(folder, "r.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for name in names:
                file.writelines(json.dumps(record) + "\n" for record in (
                    self.record(name, "one"), self.record(name, name), self.record(name, "bad", name)))
        done = subprocess.run([ROOT / "bench" / "report", "--folder", folder, path], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        self.check_done(done)
        pages = pathlib.Path(folder)
        return pages / "benchmarks" / "index.html", (pages / "benchmarks.md").read_text(encoding="utf-8")

    @unittest.skipUnless((VENV / "bin" / "python").exists(), "bench/venv has not made its Python")
    def test_pages(self):
        names = [str(i) + "".join(TEXT_PIECES[i::7]) for i in range(7)] + ["$x_1$"]
        index, markdown = self.report(self.folder, names)
        text = index.read_text(encoding="utf-8")
        template = Page((ROOT / "bench/reporting/page.html").read_text(encoding="utf-8"))
        outside = Page(re.sub(r"(?s)<svg.*?</svg>", "", text))
        self.assertEqual([tag for tag, _ in outside.tags if tag not in ("figure", "figcaption")],
                         [tag for tag, _ in template.tags])
        self.assertEqual([name for _, names in Page(text).tags for name in names if name.startswith("on")], [])
        self.assertEqual(Page(markdown).tags, [])
        self.assertEqual(obeyed((text + markdown).replace("\n", "")), [])
        pictures = list(index.parent.glob("*.svg"))
        self.assertTrue(pictures)
        for picture in pictures:
            elements = list(xml.etree.ElementTree.parse(picture).iter())
            self.assertFalse({"script", "img", "a", "image"} & {found.tag.split("}")[1] for found in elements}, picture)
            if picture.name.startswith("speed-up"):  # with the graphs' names
                self.assertTrue(any((found.text or "").startswith("$x_1$") for found in elements), picture)
        rows = json.loads(re.search(r'id="rows">(.*)</script>', text)[1])
        expected = {"".join("?" if obeyed(c) else c for c in name) for name in names}
        self.assertEqual({row["dataset"] for row in rows}, expected)


class Shell(Escapes):
    def test_completion(self):
        """bash completes the name of a file as one word in which it expands nothing."""
        for name in ("g $(touch x) `touch y`;touch z", "a b\"c'd", "x<&|>*?", "é名"):
            with tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, name).touch()
                script = (f"source {MANUAL}/tricorn.bash; PS1=; tricorn() {{ printf 'GOT<%s>' \"$@\"; exit; }}; "
                          "bind 'set enable-bracketed-paste off'\n")
                ours, theirs = pty.openpty()
                with subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], cwd=folder, stdin=theirs, stdout=theirs,
                                      stderr=theirs, start_new_session=True,
                                      env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb"}) as bash:
                    os.close(theirs)
                    os.write(ours, script.encode() + f"tricorn count {name[0]}\t\n".encode())
                    shown = b""
                    try:
                        while block := os.read(ours, 1 << 16):
                            shown += block
                    except OSError:
                        pass
                    bash.wait(PATIENCE)
                os.close(ours)
                self.assertIn(f"GOT<{name}>".encode(), shown)
                self.assertEqual(os.listdir(folder), [name])


if __name__ == "__main__":
    main()
