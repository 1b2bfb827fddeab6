"""docs/comparison.md: each row of its table of mechanisms says whether tricorn has it as the paper does; the
head of the page counts them, and what shows a row exists."""

import collections
import pathlib
import re
import unittest

from program import run

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "comparison.md"
PAPERS = ("TRUST", "Li et al.", "Fox", "Polak", "TriX")
ANSWERS = ("yes", "in part", "no")


def rows():
    """(place in a paper, mechanism, answer, what shows it) of each row."""
    section = PAGE.read_text(encoding="utf-8").split("## Mechanism by mechanism")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][1:]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in lines]


def script_of(name):
    """The test script of cli.NAME."""
    return next((ROOT / "tests" / "cli").rglob(f"test_{name}.py"), None)


class Comparison(unittest.TestCase):
    def test_each_row_has_an_answer_and_what_shows_it(self):
        for row in rows():
            self.assertEqual(len(row), 4, row)
            place, mechanism, answer, shown = row
            self.assertTrue(place.startswith(PAPERS), row)
            self.assertIn(answer, ANSWERS, row)
            self.assertGreater(len(mechanism), 4, row)
            self.assertGreater(len(shown), 4, row)
        self.assertEqual(len({row[:2] for row in rows()}), len(rows()))

    def test_the_head_counts_them(self):
        """By papers and in all."""
        page = PAGE.read_text(encoding="utf-8")
        found = collections.Counter(answer for _, _, answer, _ in rows())
        missing = "1 is" if found["no"] == 1 else f"{found['no']} are"
        self.assertIn(f"Of {len(rows())} mechanisms and experiments {found['yes']} are here as the paper has them (yes), "
                      f"{found['in part']} in part, and {missing} not (no).", page.replace("\n", " "))
        for paper in PAPERS:
            of = collections.Counter(answer for place, _, answer, _ in rows() if place.startswith(paper))
            self.assertIn(f"{paper} {of['yes']}, {of['in part']}, {of['no']}", page.replace("\n", " "))

    def test_tests_and_scripts_exist(self):
        """unit.FOLDER.NAME (its cases in brackets behind it), cli.NAME and bench/ are what they are called."""
        for _, _, _, shown in rows():
            for name, cases in re.findall(r"`unit\.([\w.]+)`(?: \(([^)]*)\))?", shown):
                folder, stem = name.rsplit(".", 1)
                found = list((ROOT / "tests" / "unit" / folder.replace(".", "/")).glob(f"test_{stem}.c*"))
                self.assertEqual(len(found), 1, f"unit.{name}")
                for case in re.findall(r"`(\w+)`", cases):
                    self.assertTrue(re.search(rf"\b{case}\(|\({case}\)", found[0].read_text(encoding="utf-8")),
                                    f"unit.{name}: {case}")
            for name in re.findall(r"`cli\.(\w+)`", shown):
                self.assertIsNotNone(script_of(name), name)
            for path in re.findall(r"`(bench/\w+(?:/\w+)?)", shown):
                self.assertTrue((ROOT / path).exists(), path)
            for path in re.findall(r"\]\(([\w/-]+\.md)", shown):
                self.assertTrue((PAGE.parent / path).exists(), path)

    def test_settings_of_papers_exist(self):
        """NAME.paper=1 and NAME.PARAMETER=N are settings of an algorithm of that name."""
        listed = run("algorithms", "--json").stdout.decode()
        for _, _, _, shown in rows():
            for alias, parameter in re.findall(r"`(\w[\w-]*)\.(\w+)=\w+`", shown):
                self.assertIn(f'"alias":"{alias}"', listed.replace(" ", ""), shown)
                if parameter != "paper":
                    self.assertIn(f'"name":"{parameter}"', listed.replace(" ", ""), shown)


if __name__ == "__main__":
    unittest.main()
