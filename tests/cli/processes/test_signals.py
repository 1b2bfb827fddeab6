"""Ctrl-C, kill and a closed terminal: a clean stop with 128 and the signal's number, nothing half-written, wherever the program is."""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time

from program import DIAMOND, DONE, PROGRAM, ProgramTest, main, memory_option, run, start

# A program that has not stopped by then will not; a sanitizer makes it slow.
PATIENCE = 60
# Until a started program waits for input that does not come; longer is only slower.
SETTLED = 1.0
SEED = int(os.environ.get("TRICORN_SEED", "39"))
TRIALS = int(os.environ.get("TRICORN_TRIALS", "2"))  # signals for each command
# What shells return for a program that the signal has ended.
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


class Stop(ProgramTest):
    def stop(self, process, number=signal.SIGINT):
        process.send_signal(number)
        try:
            stdout, stderr = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"went on for {PATIENCE} seconds")
        return process.returncode, stdout, stderr.decode()

    def check_stopped(self, process, number=signal.SIGINT):
        self.assertIsNone(process.poll(), "ended before the signal")
        code, stdout, stderr = self.stop(process, number)
        self.assertEqual(code, CODES[number], stderr)
        self.assertEqual(stdout, b"")
        self.assertEqual(stderr.splitlines()[-1], "tricorn: stopped")

    def silent_pipe(self, beginning=DIAMOND):
        """A pipe that holds the beginning of a graph and stays open."""
        read, written = os.pipe()
        os.write(written, beginning.encode())
        self.addCleanup(os.close, written)
        self.addCleanup(os.close, read)
        return read

    def test_reading_a_silent_pipe(self):
        for number in CODES:
            for more in ([], ["--json"]):
                with self.subTest(number=number, more=more):
                    process = start("count", "-", *more, stdin=self.silent_pipe())
                    time.sleep(SETTLED)
                    self.check_stopped(process, number)

    def test_opening_a_named_pipe_that_nobody_writes(self):
        os.mkfifo(self.path("pipe"))
        process = start("count", self.path("pipe"))
        time.sleep(SETTLED)
        self.check_stopped(process)

    def test_counting(self):
        graph = self.path("large.txt")
        run("generate", "complete", "vertices=3000", "-o", graph)
        process = start("count", graph)
        self.assertIn(b"input edges", process.stderr.readline())  # it counts from here on
        code, stdout, stderr = self.stop(process)
        if code == DONE:
            self.skipTest("counted before the signal came")
        self.assertEqual((code, stdout), (CODES[signal.SIGINT], b""))
        self.assertEqual(stderr, "tricorn: stopped\n")

    def test_counting_cliques(self):
        """Within a row of which one position has cliques for minutes."""
        graph = self.path("large.tri")
        self.run_done("generate", "complete", "vertices=2000", "-o", graph, "--quiet")
        for words in ([], ["--vertices"]):
            process = start("clique", graph, "--size", "6", "--seconds", "1000000000000", *words)
            time.sleep(2 * SETTLED)
            begin = time.monotonic()
            code, _, stderr = self.stop(process)
            self.assertEqual(code, CODES[signal.SIGINT], stderr)
            self.assertLess(time.monotonic() - begin, 5, "it notices a signal within 0.2 s on a free machine")

    def test_convert_leaves_nothing_behind(self):
        out = self.write("out.txt", "old\n")
        for number in CODES:
            with self.subTest(number=number):
                process = start("convert", "-", out, stdin=self.silent_pipe())
                time.sleep(SETTLED)
                self.check_stopped(process, number)
                self.assertEqual(os.listdir(self.folder), ["out.txt"])
                self.assertEqual(self.read_text(out), "old\n")

    def test_kill_leaves_nothing_behind(self):
        """Nothing can be done on SIGKILL: the file has no name before it is complete."""
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_WRONLY))
        except OSError:
            self.skipTest("the file system has no files without a name")
        graph, out = self.path("g.tri"), self.path("out")
        self.run_done("generate", "complete", "vertices=2000", "-o", graph)
        for command in (["list", graph, "-o", out], ["list", graph, "-o", out + ".jsonl.gz"]):
            process = start(*command, "--quiet")
            self.wait_for_output(process)
            code, _, _ = self.stop(process, signal.SIGKILL)
            self.assertEqual(code, -signal.SIGKILL)
            self.assertEqual(os.listdir(self.folder), ["g.tri"])

    def test_writing_to_a_reader_that_does_not_read(self):
        read, written = os.pipe()
        process = start("generate", "complete", "vertices=500", stdout=written)
        time.sleep(SETTLED)
        self.addCleanup(os.close, read)
        os.close(written)
        self.assertIsNone(process.poll(), "the pipe took all")
        code, _, stderr = self.stop(process)
        self.assertEqual(code, CODES[signal.SIGINT], stderr)
        self.assertEqual(stderr.splitlines()[-1], "tricorn: stopped")

    def test_ignored_from_the_start_stays_ignored(self):
        """As in a script's background job: Ctrl-C is meant for what is in front; and as nohup
        does it with the terminal's end."""
        for number in (signal.SIGINT, signal.SIGHUP):
            read, written = os.pipe()
            before = signal.signal(number, signal.SIG_IGN)
            try:
                process = ignoring("count", "-", stdin=read)
            finally:
                signal.signal(number, before)
            os.write(written, DIAMOND.encode())
            time.sleep(SETTLED)
            process.send_signal(number)
            os.close(written)
            os.close(read)
            stdout, stderr = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, stdout), (DONE, b"triangles  2\n"), stderr)


class AtAnyMoment(ProgramTest):
    """Signals at moments that are drawn at random, while a verb starts, reads, counts and writes."""

    MODEL = ("kronecker", "scale=11")
    TABLES = [["vertex", "-o", "OUT.csv"], ["edge", "-o", "OUT.tsv.gz"], ["list", "-o", "OUT.txt"],
              ["list", "--sorted", "-o", "OUT.jsonl.zst"], ["truss", "-o", "OUT"], ["truss", "-k", "4", "-o", "OUT.tri"],
              ["core", "-o", "OUT"], ["core", "-k", "9", "-o", "OUT.mtx"], ["cluster", "--vertices", "-o", "OUT"],
              ["similar", "-o", "OUT"], ["clique", "--vertices", "-k", "3", "-o", "OUT"],
              ["census", "--vertices", "-o", "OUT"], ["report", "-o", "OUT.html"]]
    DISK = [["count", "--work", "WORK"], ["vertex", "--work", "WORK", "-o", "OUT"],
            ["count", "--work", "WORK", "--join", "--lease", "3600"],
            ["edge", "--work", "WORK", "--join", "--lease", "3600", "-o", "OUT"]]

    def setUp(self):
        super().setUp()
        self.dice = random.Random(f"{SEED} {self.id()}")
        self.graph = self.path("g.txt")
        self.run_done("generate", *self.MODEL, "-o", self.graph, "-q")
        os.mkdir(self.path("tmp"))

    def words(self, verb, at):
        """The command, whose files are in the folder `at`."""
        os.makedirs(at, exist_ok=True)
        return [word.replace("OUT", f"{at}/out").replace("WORK", f"{at}/work") for word in verb]

    def files(self, at):
        """Contents of the files that commands have left, outside of work folders."""
        found = {}
        for folder, folders, names in os.walk(at):
            folders[:] = [name for name in folders if name != "work"]
            found.update({name: pathlib.Path(folder, name).read_bytes() for name in names})
        return found

    def run_and_stop(self, words, seconds, twice):
        """Runs a command that gets a signal, or two of them, after so many seconds."""
        number = self.dice.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE])
        process = start(*words, env={**os.environ, "TMPDIR": self.path("tmp")})
        time.sleep(seconds)
        process.send_signal(number)
        if twice:
            time.sleep(self.dice.uniform(0, 0.005))
            process.send_signal(number)
        try:
            stdout, stderr = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"{words} went on for 30 seconds after {number!r}")
        # Before the program handles them, or if they come twice, signals end it at once.
        self.assertIn(process.returncode, (DONE, CODES.get(number, DONE), -number), (words, stderr))
        self.assertNotIn(b"Sanitizer", stderr)
        if process.returncode not in (DONE, -number):
            self.assertEqual((stdout, stderr.splitlines()[-1]), (b"", b"tricorn: stopped"), words)

    def attack(self, verb, *more, again=False):
        """Checks what is left after each signal; if `again`, the same command must end with the whole answer."""
        whole = self.path("whole")
        began = time.monotonic()
        expected = self.run_done(*self.words(verb, whole), "-q", *more)
        seconds, files = time.monotonic() - began, self.files(whole)
        shutil.rmtree(whole)
        for trial in range(TRIALS):
            at = self.path(f"at-{trial}")
            words = [*self.words(verb, at), "-q", *more]
            with self.subTest(words=words):
                self.run_and_stop(words, self.dice.uniform(0, 1.1 * seconds), twice=not again and trial % 2 == 1)
                self.assertIn(self.files(at), ({}, files))
                self.assertEqual(os.listdir(self.path("tmp")), [])
                if again:
                    done = self.run_done(*words)
                    self.assertEqual((done.stdout, self.files(at)), (expected.stdout, files))
                    left = os.listdir(os.path.join(at, "work"))
                    self.assertEqual([name for name in left if name.startswith("tricorn-prep")], [])
                shutil.rmtree(at)

    def test_tables_and_graphs(self):
        for verb in self.TABLES:
            self.attack(verb, self.graph)

    def test_files_of_graphs(self):
        for name in ("OUT.tri", "OUT.txt.gz", "OUT.npz"):
            self.attack(["convert", self.graph, name])
            self.attack(["generate", *self.MODEL, "-o", name])
        self.attack(["generate", "complete", "vertices=500", "--stream", "-o", "OUT.bin", "--to", "pairs32"])

    def test_folders(self):
        for verb in self.DISK:
            self.attack(verb, self.graph, "--threads", "1", again=True)

    def test_scratch_folders(self):
        large = self.path("large.txt")
        self.run_done("generate", "windmill", "cliques=500", "size=40", "-o", large, "-q")
        memory = memory_option(16)
        self.assertEqual(self.run_json("count", large, *memory)["schedule"], "levels")
        self.attack(["count"], large, *memory)

    def test_readers_that_go(self):
        """The reader of standard output goes away at any byte: as SIGPIPE ends others, and without a word."""
        for verb in (["list", self.graph], ["edge", self.graph], ["convert", "--to", "edges", self.graph, "-"],
                     ["report", self.graph]):
            for _ in range(TRIALS):
                process = start(*verb, "-q")
                process.stdout.read(self.dice.choice([0, 1, 10, 1000, 70000]))
                process.stdout.close()
                self.assertIn(process.wait(timeout=30), (DONE, -signal.SIGPIPE))
                self.assertEqual(process.stderr.read(), b"")
                process.stderr.close()


def ignoring(*arguments, **options):
    """Starts the program without resetting its signals."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([PROGRAM, *arguments], **pipes, **options)


if __name__ == "__main__":
    main()
