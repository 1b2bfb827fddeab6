#!/usr/bin/env python3
"""check_checkout.py must pass a checkout that keeps every rule and name each breach."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).parents[3]
CHECK = CHECKOUT / "tools" / "check_checkout.py"

CLEAN = {
    "README.md": "![fast](docs/benchmarks/fast.svg)\n",
    "docs/page.md": "`bench/results/one-here.jsonl.xz`; ![slow](benchmarks/slow.svg), `cli.bench`, `unit.base`\n",
    "tests/cli/verbs/test_bench.py": "",
    "tests/unit/base/test_pool.c": "",
    "tests/test.py": "# bench/results/gone.jsonl.xz, bench/results/three.jsonl.xz\n",
    "bench/script": "# bench/results/papers/*-here.jsonl.xz\n",
    "bench/results/one-here.jsonl.xz": "",
    "bench/results/papers/two-here.jsonl.xz": "",
    "docs/benchmarks/fast.svg": "<svg/>",
    "docs/benchmarks/slow.svg": "<svg/>",
}

# What is written over the clean checkout: (file, its text, words of the fault).
BREACHES = [
    ("bench/results/three.jsonl.xz", "", "bench/results/three.jsonl.xz: no page"),
    ("bench/results/papers/two-there.jsonl.xz", "", "two-there.jsonl.xz: no page"),
    ("docs/more.md", "`bench/results/gone.jsonl.xz`", "docs/more.md: bench/results/gone.jsonl.xz is not"),
    ("docs/benchmarks/fast.png", "", "docs/benchmarks/fast.png: no page shows"),
    ("docs/benchmarks/index.html", "benchmarks/index.html)", "docs/benchmarks/index.html: no page shows"),
    ("docs/other.md", "`cli.bench`, `cli.pool`", "docs/other.md: there is no test cli.pool"),
    ("src/large", "x" * 12_000_000, "more than 12,000,000"),
]


def check(files, track=True):
    """(exit code, output) for a checkout of these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        if track:
            subprocess.run(["git", "-C", root, "init", "-q"], check=True)
            subprocess.run(["git", "-C", root, "add", "."], check=True)
        done = subprocess.run([sys.executable, CHECK, root], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout


class CheckCheckout(unittest.TestCase):
    def test_clean(self):
        self.assertEqual(check(CLEAN), (0, ""))

    def test_breaches(self):
        for path, text, words in BREACHES:
            with self.subTest(path):
                code, output = check({**CLEAN, path: text})
                self.assertEqual((code, output.count("\n")), (1, 1), output)
                self.assertIn(words, output)

    def test_without_git_nothing_is_said(self):
        self.assertEqual(check(CLEAN, track=False), (77, ""))


if __name__ == "__main__":
    unittest.main()
