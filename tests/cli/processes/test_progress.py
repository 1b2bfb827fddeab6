"""The progress bar: when it shows, what it says, and that it goes away."""

import fcntl
import os
import pty
import re
import signal
import struct
import termios
import threading
import time

from program import DONE, PATIENCE, SANITIZED, ProgramTest, main, memory_option, run, start

COLUMNS = 70
CHUNKS, CHUNK_SECONDS = 16, 0.15  # 2.4 s in all: over the second from which a bar shows
CHUNK = "".join(f"{i} {i + 1}\n" for i in range(20000)).encode()

# A process that counts from disk is stopped again and again, so that it takes seconds anywhere.
RUNS, STOPS = 0.02 if SANITIZED else 0.004, 0.12  # s; a bar is drawn every 0.1 s
TRIES = 10


def feed_slowly(descriptor):
    """Writes a graph bit by bit, then closes."""
    for _ in range(CHUNKS):
        view = memoryview(CHUNK)
        while view:
            view = view[os.write(descriptor, view) :]
        time.sleep(CHUNK_SECONDS)
    os.close(descriptor)


def read_all(descriptor, collected):
    try:
        while block := os.read(descriptor, 1 << 16):
            collected.append(block)
    except OSError:  # EIO: the other end of the terminal is closed
        pass


class Progress(ProgramTest):
    def run_slowly(self, *arguments, terminal):
        """Counts a graph that comes slowly; returns what came on stderr."""
        read, written = os.pipe()
        if terminal:
            ours, theirs = pty.openpty()
            size = struct.pack("HHHH", 24, COLUMNS, 0, 0)
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        else:
            ours, theirs = os.pipe()
        collected = []
        process = start("count", "-", *arguments, stdin=read, stderr=theirs)
        os.close(read)
        os.close(theirs)
        reader = threading.Thread(target=read_all, args=(ours, collected))
        reader.start()
        feed_slowly(written)
        stdout, _ = process.communicate(timeout=PATIENCE)
        reader.join()
        os.close(ours)
        self.assertEqual((process.returncode, stdout), (DONE, b"triangles  0\n"))
        return b"".join(collected).decode().replace("\r\n", "\n")

    def check_bar(self, text):
        """A line rewritten in place, and blanked before the next message."""
        self.assertRegex(text, r"\rreading +[0-9.]+ [kM]B  [0-9.]+ [kM]?B/s")
        self.assertGreater(text.count("\rreading"), 3)
        self.assertRegex(text, r"\r +\rstandard input: ")
        self.assertNotIn("\r", text[text.index("standard input: ") :])

    def test_on_a_terminal(self):
        text = self.run_slowly(terminal=True)
        self.check_bar(text)
        for line in re.split(r"[\r\n]", text[: text.index("standard input: ")]):
            self.assertLess(len(line), COLUMNS)

    def test_not_off_a_terminal(self):
        self.assertNotIn("\r", self.run_slowly(terminal=False))

    def test_always(self):
        self.check_bar(self.run_slowly("--progress", "always", terminal=False))

    def test_never(self):
        self.assertNotIn("\r", self.run_slowly("--progress=never", terminal=True))

    def test_quiet(self):
        self.assertEqual(self.run_slowly("--quiet", terminal=True), "")


class FromDisk(ProgramTest):
    """Counting from disk, in a folder that was prepared before."""

    BAR = re.compile(r"counting +(\d+)% \[=*>? *\] +([0-9.]+) ?[kMG]?/s  (\d+:\d\d|long) left")

    def count_with_stops(self, *words):
        """What came on stderr."""
        process = start(*words, "--progress", "always")
        self.addCleanup(process.kill)
        while process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            time.sleep(STOPS)
            process.send_signal(signal.SIGCONT)
            time.sleep(RUNS)
        stdout, stderr = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, stdout), (DONE, b"triangles  19760000\n"))
        return stderr.decode()

    def test_counting(self):
        """The share that is done never falls and ends at the whole, beside rate and time left."""
        graph = self.path("graph.txt")  # 2,000 copies of K_40: 2,000 * 9,880 triangles
        self.run_done("generate", "windmill", "cliques=2000", "size=40", "-o", graph)
        words = ("count", graph, "--work", self.path("work"), "--threads", "1", *memory_option(20))
        self.run_done(*words)
        # Beside other programs the process may run on for longer than it was let: again, then.
        for _ in range(TRIES):
            shares = self.check_bars(self.count_with_stops(*words))
            if len(set(shares)) > 3:
                return
        self.fail(f"few different shares: {shares}")

    def check_bars(self, stderr):
        """The shares, in percent; none if the count ended before it drew a bar."""
        lines = [line for line in re.split(r"[\r\n]", stderr) if line.startswith("counting")]
        bars = [self.BAR.fullmatch(line.rstrip()) for line in lines]
        self.assertTrue(all(bars), lines)
        shares = [int(bar[1]) for bar in bars]
        if not shares:
            return shares
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(shares[-1], 100)
        self.assertEqual(bars[-1][3], "0:00")
        self.assertTrue(all(float(bar[2]) > 0 for bar in bars), lines)
        return shares


if __name__ == "__main__":
    main()
