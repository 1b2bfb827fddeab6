"""Manual pages and completion, which are made from the tables of verbs and options."""

import csv
import glob
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import DIAMOND, USAGE, ProgramTest, main, run

CHECKOUT = pathlib.Path(__file__).parents[2]
MANUAL = os.environ.get("TRICORN_MANUAL", "build/manual")
VERB = re.compile(r"^  ([a-z]+) {2,}", re.MULTILINE)
OPTION = re.compile(r"^ +(?:-(\w))?(?:, )?(?:--([a-z-]+))?(?:[= ](\S+))? {2,}", re.MULTILINE)
PAGES = [name for section in (1, 3, 5) for name in glob.glob(f"{MANUAL}/*.{section}")]

# Runs the completion of bash for its words, as readline would; prints a candidate a line.
COMPLETE_IN_BASH = """
compopt() { :; }
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_tricorn
printf '%s\\n' "${COMPREPLY[@]}"
"""

# Runs the completion of zsh for its words; prints what it would ask zsh's own functions to offer.
COMPLETE_IN_ZSH = """
compdef() { :; }
_arguments() { print -rl -- "$@"; }
_describe() { print -rl -- "${(@P)4}"; }
source "$1"; shift
words=("$@") CURRENT=$#
_tricorn
"""


def verbs():
    return VERB.findall(run("--help").stdout.decode().split("Examples:")[0])


def options(verb):
    """(letter, name, value) of each option that the verb's whole help shows."""
    shown = run(verb, "--help=all").stdout.decode().split("\nUsage:")[1].split("\nExamples:")[0]
    return [found for found in OPTION.findall(shown) if found[0] or found[1]]


def complete(*words):
    done = subprocess.run(["bash", "-c", COMPLETE_IN_BASH, "bash", f"{MANUAL}/tricorn.bash", *words],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True)
    assert done.stderr == "", done.stderr
    return done.stdout.split()


def page(name):
    """The text of a page, without bold print and with single blanks."""
    shown = subprocess.run(["mandoc", "-T", "ascii", f"{MANUAL}/{name}"], stdout=subprocess.PIPE,
                           check=True, text=True).stdout
    return " ".join(re.sub(".\b", "", shown).split())


@unittest.skipUnless(shutil.which("mandoc"), "there is no mandoc")
class Pages(unittest.TestCase):
    def test_they_are_clean(self):
        self.assertGreater(len(PAGES), 20)
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *PAGES],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
        # A page that is another one's has no text.
        said = [line for line in done.stdout.splitlines() if "tricorn_" not in line]
        self.assertEqual(said, [])

    def test_every_verb_and_option_is_there(self):
        main_page = page("tricorn.1")
        for verb in verbs():
            self.assertIn(f"tricorn-{verb}(1)", main_page)
            text = page(f"tricorn-{verb}.1")
            shown = options(verb)
            self.assertGreater(len(shown), 1)
            for letter, name, value in shown:
                end = f"={value}" if name and value else ""
                self.assertIn(f"--{name}{end} " if name else f"-{letter} ", text + " ")
        self.assertEqual(len(glob.glob(f"{MANUAL}/tricorn-*.1")), len(verbs()))

    def test_every_function_is_there(self):
        header = (CHECKOUT / "include/tricorn/tricorn.h").read_text()
        names = set(re.findall(r"^TRICORN_PUBLIC [^;(]*?\b(tricorn_\w+)\(", header, re.MULTILINE))
        text = page("tricorn.3")
        self.assertEqual([name for name in names if f"{name}(" not in text], [])
        for name in names:
            self.assertEqual(pathlib.Path(MANUAL, f"{name}.3").read_text(), ".so man3/tricorn.3\n")
        self.assertEqual(len(glob.glob(f"{MANUAL}/tricorn_*.3")), len(names))

    def test_the_format_is_whole(self):
        """Every word of the page's source is in it, whatever stands around it."""
        source = (CHECKOUT / "docs/format.md").read_text().split("\n", 1)[1]
        text = page("tri.5")
        words = set(re.findall(r"\w+", source))
        self.assertEqual([word for word in words if word not in text], [])


class Bash(ProgramTest):
    def test_verbs_and_options(self):
        self.assertEqual(complete("tricorn", "cl"), ["cluster", "clique"])
        self.assertEqual(set(complete("tricorn", "")) - {"help", "--help", "--version"}, set(verbs()))
        for verb in verbs():
            expected = {f"--{name}" + ("=" if value else "") if name else f"-{letter}"
                        for letter, name, value in options(verb)}
            self.assertEqual(set(complete("tricorn", verb, "-")), expected)

    def test_files_and_folders(self):
        self.write("graph.txt", DIAMOND)
        os.mkdir(self.path("folder"))
        self.assertEqual(complete("tricorn", "count", self.path("gr")), [self.path("graph.txt")])
        self.assertEqual(complete("tricorn", "vertex", "-o", self.path("gr")), [self.path("graph.txt")])
        self.assertEqual(complete("tricorn", "count", "--work", "=", self.path("")), [self.path("folder")])
        self.assertEqual(complete("tricorn", "count", "--threads", "="), [])

    def test_the_program_takes_every_word(self):
        graph, seen = self.write("g.txt", DIAMOND), set()
        for verb in verbs():
            for letter, name, value in options(verb):
                if not value or name in ("output", "work", "pairs", "suite") or verb == "report":
                    continue
                option = f"--{name}" if name else f"-{letter}"
                words = complete("tricorn", verb, option, "=", "")
                if verb == "bench" or (option, *words) in seen or verb == "generate" and name == "to":
                    continue
                seen.add((option, *words))
                to = [self.path("out.txt")] if verb == "convert" else []
                to = ["-k2"] if (verb, name) == ("truss", "to") else to
                to = ["--weighted", "onnela"] if name == "combine" else to
                for word in words:
                    result = run(verb, f"{option}={word}", graph, *to)
                    if b"the format is of " in result.stderr or word == "parquet":
                        continue
                    self.assertNotEqual(result.returncode, USAGE, result.stderr)
        self.assertGreater(len(seen), 12)

    def test_models_and_suites(self):
        listed = re.findall(r"^(\S+)", run("generate").stdout.decode(), re.MULTILINE)
        self.assertEqual(complete("tricorn", "generate", ""), listed)
        with open(CHECKOUT / "bench/datasets.csv", encoding="utf-8") as file:
            known = {suite for row in csv.DictReader(file) for suite in row["suites"].split()}
        suites = complete("tricorn", "bench", "--suite", "=", "")
        self.assertEqual(set(suites) - known, set())
        self.assertGreater(len(suites), 1)


class OtherShells(unittest.TestCase):
    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        def ask(line):
            done = subprocess.run(["fish", "--no-config", "-c", f"source {MANUAL}/tricorn.fish; "
                                   f"complete -C '{line}'"], stdout=subprocess.PIPE, check=True,
                                  text=True)
            return [row.split("\t")[0] for row in done.stdout.splitlines()]

        self.assertEqual(sorted(ask("tricorn cl")), ["clique", "cluster"])
        self.assertEqual(ask("tricorn count --jso"), ["--json"])
        self.assertEqual(sorted(ask("tricorn count --device ")), ["auto", "cpu", "gpu"])
        self.assertIn("kronecker", ask("tricorn generate "))

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        def ask(*words):
            done = subprocess.run(["zsh", "-f", "-c", COMPLETE_IN_ZSH, "zsh", f"{MANUAL}/_tricorn", *words],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True, text=True)
            return done.stdout.splitlines()

        self.assertIn("cluster:clustering coefficients of the graph and of its vertices",
                      ask("tricorn", "clu"))
        offered = ask("tricorn", "count", "--dev")
        self.assertIn("--device=[auto, cpu, gpu, or GPUs by number\\: gpu\\:0,1]:DEVICE:(auto cpu gpu)",
                      offered)
        self.assertIn("*:argument:_files", offered)
        for verb in verbs():
            self.assertIn("--help[show this help]", ask("tricorn", verb, ""))


if __name__ == "__main__":
    main()
