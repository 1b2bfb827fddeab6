"""What the tests of the program share: running it, graphs in text, skipping as CTest wants it.

Each test file is a script; it finds the program by TRICORN_PROGRAM and real graphs by
TRICORN_GRAPHS, both set by CMake.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TRICORN_PROGRAM", "build/tricorn")
SANITIZED = os.environ.get("TRICORN_SANITIZE", "") != ""

SANITIZER_MEBIBYTES = 16  # that a sanitized program has when it starts, beside its own

DONE, FAILED, USAGE, BAD_INPUT, INTERRUPTED = 0, 1, 2, 3, 130
BY_LIBRARY = ("parquet",)  # formats that a library reads and writes, which python/tests/ tries where it is
SKIPPED = 77  # CTest's SKIP_RETURN_CODE

PATIENCE = 300  # seconds until a run counts as hung

# Two triangles that share an edge: 4 vertices, 5 edges.
DIAMOND = "1 2\n2 3\n1 3\n2 4\n3 4\n"


def triangles(edges):
    """The number of triangles, of edges in any order, with loops and repeats."""
    rows = {}
    for u, v in edges:
        if u != v:
            rows.setdefault(u, set()).add(v)
            rows.setdefault(v, set()).add(u)
    return sum(len(rows[u] & rows[v]) for u in rows for v in rows[u]) // 6


def sizes_of(edges):
    """As ProgramTest.sizes(), of edges without loops and repeats."""
    return len({end for edge in edges for end in edge}), len(edges), triangles(edges)


def memory_option(mebibytes):
    """--memory for a process that leaves the same room in a sanitized program."""
    return "--memory", f"{mebibytes + (SANITIZER_MEBIBYTES if SANITIZED else 0)}M"


def default_signals():
    """A shell may have started the tests with Ctrl-C ignored; the program would inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def start(*arguments, **options):
    """Starts the program with pipes for stdout and stderr, in bytes."""
    for stream in ("stdout", "stderr"):
        options.setdefault(stream, subprocess.PIPE)
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.Popen([PROGRAM, *arguments], preexec_fn=default_signals, **options)


def run(*arguments, stdin=b"", **options):
    """Runs the program to its end: an object with returncode, stdout and stderr as text."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    return subprocess.run(
        [PROGRAM, *arguments],
        input=stdin,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        **options,
    )


def run_script(script, *words, **options):
    """Runs a script of the checkout to its end: stdout and stderr are text."""
    return subprocess.run([sys.executable, "-B", ROOT / script, *words], capture_output=True,
                          text=True, timeout=PATIENCE, check=False, **options)


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own and the checks that most tests make."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tricorn-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return path

    def write_program(self, name, text):
        path = self.write(name, text)
        os.chmod(path, 0o755)
        return path

    def write_records(self, name, records):
        """A file with one JSON value a line."""
        return self.write(name, "".join(json.dumps(one) + "\n" for one in records))

    def sizes(self, text, *more):
        """The numbers of vertices, edges and triangles of a graph in text."""
        answer = self.run_json("count", "-", *more, stdin=text)
        return answer["vertices"], answer["edges"], answer["triangles"]

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def read_text(self, name):
        return self.read(name).decode()

    def read_records(self, name):
        """The values of a file with one JSON value a line."""
        return [json.loads(line) for line in self.read(name).splitlines()]

    def wait_for_output(self, process):
        """Until it has written some of a file in the test's folder that is not complete."""
        deadline = time.monotonic() + PATIENCE
        while not any(map(self.is_output, os.scandir(f"/proc/{process.pid}/fd"))):
            self.assertLess(time.monotonic(), deadline, "nothing was written")
            time.sleep(0.01)

    def is_output(self, entry):
        try:
            target = os.readlink(entry.path)
            written = os.stat(entry.path).st_size > 0
        except OSError:  # closed meanwhile
            return False
        return target.startswith(self.folder) and target.endswith((".tmp", " (deleted)")) and written

    def check_done(self, result):
        self.assertEqual(result.returncode, DONE, result.stderr)
        return result

    def run_done(self, *arguments, **options):
        """Runs the program, which must end well."""
        return self.check_done(run(*arguments, **options))

    def run_text(self, *arguments, **options):
        """Runs the program, which must end well; what it wrote on stdout."""
        return self.run_done(*arguments, **options).stdout.decode()

    def check_failed(self, result, code, *words):
        """Ended with code, nothing on stdout, one line on stderr that holds the words."""
        message = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, code, message)
        self.assertEqual(result.stdout or b"", b"")
        self.assertTrue(message.startswith("tricorn: "), message)
        self.assertEqual(message.count("\n"), 1, message)
        self.assertTrue(message.endswith("\n"), message)
        for word in words:
            self.assertIn(word, message)
        return message

    def run_json(self, *arguments, **options):
        """Runs with --json; stdout must be one JSON value and a newline."""
        result = self.run_done(*arguments, "--json", **options)
        self.assertTrue(result.stdout.endswith(b"\n"))
        return json.loads(result.stdout.decode("utf-8"))


def main():
    """Runs the tests of the script; 77 when there was nothing but skips."""
    result = unittest.main(exit=False, verbosity=2).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.testsRun <= len(result.skipped) else 0)
