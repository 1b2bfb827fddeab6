"""Every command that README, the site's pages for beginners and the help of verbs show is run; what it prints
is what they show, but for times and memory."""

import os
import pathlib
import re
import shutil
import subprocess

from program import DIAMOND, PROGRAM, SANITIZED, ProgramTest, main, run

CHECKOUT = pathlib.Path(__file__).parents[2]
PAGES = ["README.md", *(f"docs/{name}.md" for name in ("index", "start", "howto", "examples")),
         *(f"docs/tutorials/{page.name}" for page in sorted((CHECKOUT / "docs" / "tutorials").glob("*.md")))]
# A command, which goes on in the lines after it that are indented, and what it prints.
EXAMPLE = re.compile(r"^\$ (.*\n(?:  .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)
# A command in a line of code or in the text: the verb, and the words behind it.
COMMAND = re.compile(r"(?:^(?:\$ |    )|`)(?:build/)?tricorn(?:-mpi)? ([a-z]+)((?:[^\n`|&;#]|\n(?=[^\n]*`))*)", re.MULTILINE)
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What differs from machine to machine and from run to run.
VARIES = [
    (re.compile(r"\d+\.\d+ s\b"), "T s"), (re.compile(r"\d+\.\d [kMG]B"), "M"),
    (re.compile(r"\d+ threads?"), "N threads"), (re.compile(r"(_seconds|peak)\": [\d.]+"), r"\1"),
    (re.compile(r"\"(read|start|prepare|transfer|count|verify|total|predicted_seconds|peak_bytes)\": [\d.]+"),
     r'"\1"'),
    (re.compile(r"\"threads\": \d+, \"instruction_set\": \"\w+\""), "N"),
    (re.compile(r"^(graph_bytes|counting_bytes|peak_bytes) +\d+$", re.MULTILINE), r"\1"),
    (re.compile(r"\"(\w+_per_edge)\": [\d.]+"), r'"\1"'),
    (re.compile(r"^a GPU was predicted to end in .*\n", re.MULTILINE), ""),  # where one is
    (re.compile(r"\"predicted_ends\": (null|\{[^}]*\})"), '"predicted_ends"'),
    (re.compile(r"cpu-[a-z-]+ on cpu|verified by cpu-[a-z-]+"), "A"),
]
# They take minutes, or other programs, or the network.
LONG = ("s22", "erdos-renyi", "scale=9", " bench", "--memory 2G", "product.txt    #", "--bind")


def same(text):
    for pattern, replacement in VARIES:
        text = pattern.sub(replacement, text)
    return sorted(text.splitlines())  # stdout and stderr come in any order


class Examples(ProgramTest):
    def setUp(self):
        super().setUp()
        self.begin(".")

    def begin(self, name):
        """Makes the folder of this name, in which commands run, with what they expect there."""
        self.place = pathlib.Path(self.path(name))
        (self.place / "build").mkdir(parents=True)
        (self.place / "data").symlink_to(CHECKOUT / "data")
        for link in ("tricorn", "build/tricorn"):
            (self.place / link).symlink_to(os.path.abspath(PROGRAM))

    def shell(self, command):
        environment = {**os.environ, "PATH": f"{self.place}:{os.environ['PATH']}"}
        return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.place, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=120, check=False, text=True)

    def test_pages(self):
        tried = 0
        for name in PAGES:
            if SANITIZED and name.endswith("large.md"):
                continue  # the sanitizer takes more memory than its limit
            if name.endswith("gpu.md") and run("count", "--device", "gpu", CHECKOUT / "data/karate.txt").returncode:
                continue  # no GPU is here
            self.begin(name)
            for block in BLOCK.findall((CHECKOUT / name).read_text(encoding="utf-8")):
                for command, shown in EXAMPLE.findall(block):
                    if any(word in command for word in LONG):
                        continue
                    with self.subTest(page=name, command=command):
                        done = self.shell(command)
                        self.assertEqual(done.returncode, 0, done.stdout)
                        self.assertEqual(same(done.stdout), same(shown))
                    tried += 1
        self.assertGreater(tried, 35)

    def test_help(self):
        """The examples of the verbs, which are those of the manual pages, on small files of such names."""
        self.write("graph.txt", DIAMOND.replace("\n", " 1\n"))  # with weights
        self.write("large.txt", DIAMOND)
        self.write("dependencies.tsv", "a\tb\nb\tc\nc\ta\n")
        self.write("candidates.txt", "1 2\n1 4\n")
        self.write("gone.txt", "2 3\n")
        self.write("labels.tsv", "1\ta\n2\tb\n")
        self.write("new.txt", "1 4\n")
        for command in ("tricorn convert -q graph.txt graph.mtx", "gzip -k graph.mtx graph.txt",
                        "zstd -q dependencies.tsv large.txt" if shutil.which("zstd") else
                        "cp dependencies.tsv dependencies.tsv.zst; cp large.txt large.txt.zst",
                        "tricorn generate -q kronecker scale=8 -o graph.tri"):
            self.assertEqual(self.shell(command).returncode, 0, command)
        verbs = re.findall(r"^  ([a-z]+) {2,}", run("--help").stdout.decode().split("Examples")[0], re.M)
        tried = 0
        for words in ([], *([verb] for verb in verbs)):
            shown = run(*words, "--help").stdout.decode().split("\nExamples:\n")[1].split("\n\n")[0]
            for command in map(str.strip, shown.splitlines()):
                if any(word in command for word in LONG):
                    continue
                with self.subTest(command=command):
                    done = self.shell(command)
                    self.assertEqual(done.returncode, 0, done.stdout)
                tried += 1
        self.assertGreater(tried, 30)

    def test_verbs_and_options_of_all_pages(self):
        """What any page says of commands: the verbs exist, and have the options."""
        verbs = re.findall(r"^  ([a-z]+) {2,}", run("--help").stdout.decode().split("Examples")[0], re.M)
        known = {verb: set(re.findall(r"--[a-z-]+", run(verb, "--help=all").stdout.decode())) for verb in verbs}
        pages = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *(CHECKOUT / "docs").rglob("*.md")]
        said = [(page.name, verb, option) for page in pages
                for verb, words in COMMAND.findall(page.read_text(encoding="utf-8").replace("\\\n", " "))
                for option in ["--help", *re.findall(r"(?<![\w-])--[a-z][a-z-]*", words)]]
        self.assertGreater(len(said), 300)
        self.assertEqual([one for one in said if one[2] not in known.get(one[1], ())], [])


if __name__ == "__main__":
    main()
