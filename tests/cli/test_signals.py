"""Ctrl-C, kill and a closed terminal: a clean stop with 128 and the signal's number, nothing half-written, wherever the program is."""

import os
import signal
import subprocess
import time

from program import DIAMOND, DONE, PROGRAM, ProgramTest, main, run, start

# A program that has not stopped by then will not; a sanitizer makes it slow.
PATIENCE = 60
# Until a started program waits for input that does not come; longer is only slower.
SETTLED = 1.0
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
        self.check_done(run("generate", "complete", "vertices=2000", "-o", graph, "--quiet"))
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
                with open(out, encoding="ascii") as file:
                    self.assertEqual(file.read(), "old\n")

    def test_kill_leaves_nothing_behind(self):
        """Nothing can be done on SIGKILL: the file has no name before it is complete."""
        try:
            os.close(os.open(self.folder, os.O_TMPFILE | os.O_WRONLY))
        except OSError:
            self.skipTest("the file system has no files without a name")
        graph, out = self.path("g.tri"), self.path("out")
        self.check_done(run("generate", "complete", "vertices=2000", "-o", graph))
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


def ignoring(*arguments, **options):
    """Starts the program without resetting its signals."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([PROGRAM, *arguments], **pipes, **options)


if __name__ == "__main__":
    main()
