"""Processes on several machines that share a work folder on a network file system, each by a mount with
caches of its own (caching_mount.c): every one gives the right answer, also where others are killed.

TRICORN_STARTS, TRICORN_PREPARATIONS and TRICORN_KILLS say how often processes start together, prepare a graph
together, and are killed, TRICORN_SCALE how large that graph is, and TRICORN_KEPT for how many seconds a mount keeps
names.  The standard is few and small; cli.mounts.slow, where slow tests are built, has 200, 100 with 19 million edges, and 200.
"""

import glob
import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from program import PATIENCE, SKIPPED, ProgramTest, main, run, start

MOUNT = os.environ.get("TRICORN_CACHING_MOUNT", "")
STARTS, PREPARATIONS, KILLS, SCALE = (int(os.environ.get(f"TRICORN_{name}", few)) for name, few in (
    ("STARTS", "6"), ("PREPARATIONS", "1"), ("KILLS", "1"), ("SCALE", "18")))
SEED = int(os.environ.get("TRICORN_SEED", "44"))
SECONDS = float(os.environ.get("TRICORN_KEPT", "0.5"))  # for which a mount keeps names and attributes
LEASE = round(4 * SECONDS)
CLIQUES, SIZE = (300, 1200), 40  # copies of K_40 that share a vertex


class Mounts:
    """Two mounts of one folder."""

    def __init__(self, seconds=SECONDS):
        self.folder = tempfile.mkdtemp(prefix="tricorn-mounts-")
        self.server, *self.clients = (os.path.join(self.folder, name) for name in ("server", "a", "b"))
        for path in self.server, *self.clients:
            os.mkdir(path)
        self.processes = [
            subprocess.Popen([MOUNT, self.server, client, str(seconds)], stderr=subprocess.PIPE)
            for client in self.clients
        ]

    def work(self):
        """Whether the system lets them be mounted."""
        deadline = time.monotonic() + PATIENCE
        while not all(map(os.path.ismount, self.clients)):
            if any(process.poll() is not None for process in self.processes):
                return False
            assert time.monotonic() < deadline, "neither mounted nor refused"
            time.sleep(0.01)
        return True

    def end(self):
        for client, process in zip(self.clients, self.processes):
            subprocess.run(["fusermount3", "-u", "-z", client], check=False, stderr=subprocess.DEVNULL)
            process.kill()
            process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)


class Mounted(ProgramTest):
    seconds = SECONDS

    def setUp(self):
        super().setUp()
        self.mounts = Mounts(self.seconds)
        self.addCleanup(self.mounts.end)
        self.assertTrue(self.mounts.work())


class Caches(Mounted):
    """What the mounts do that a local file system does not, so that the tests below can fail."""

    seconds = 3600

    def paths(self, name):
        return [os.path.join(client, name) for client in self.mounts.clients]

    def test_absent_names_stay(self):
        here, there = self.paths("name")
        self.assertFalse(os.path.exists(there))
        with open(here, "wb"):
            self.assertFalse(os.path.exists(there))
            self.assertEqual(os.listdir(self.mounts.clients[1]), ["name"])
            with self.assertRaises(FileExistsError):
                os.close(os.open(there, os.O_CREAT | os.O_EXCL))

    def test_pages_are_written_whole(self):
        here, there = self.paths("page")
        self.write(here, bytes(8192))
        with open(here, "r+b") as first, open(there, "r+b") as second:
            first.write(b"a" * 100)
            os.pread(second.fileno(), 1, 0)
            first.flush()
            os.fsync(first.fileno())
            second.seek(100)
            second.write(b"b" * 100)
        with open(os.path.join(self.mounts.server, "page"), "rb") as file:
            self.assertEqual(file.read(200), bytes(100) + b"b" * 100)

    def test_removed_files_are_stale(self):
        here, there = self.paths("file")
        self.write(here, b"x")
        with open(there, "rb", buffering=0) as file:
            os.remove(here)
            with self.assertRaises(OSError):
                file.read()


class Alone(Mounted):
    """A process that uses the folder without --join, and one on another machine."""

    def start(self, mount, *words):
        process = start("count", self.graph, "--work", os.path.join(self.mounts.clients[mount], "work"), "-q", *words)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_excludes(self):
        self.graph = self.path("graph.txt")
        self.run_done("generate", "kronecker", "scale=17", "-o", self.graph, "-q")
        joined = ("--join", "--lease", str(LEASE))
        for first, second in ((), joined), (joined, ()):
            with self.subTest(first=first):
                user = self.start(0, *first, "--threads", "1", "--algorithm", "cpu-merge-edge")
                while not glob.glob(os.path.join(self.mounts.server, "work", "tricorn-uses-*")):
                    time.sleep(0.01)
                other = self.start(1, *second)
                while other.poll() is None:  # the user hardly goes on, but touches its lease
                    user.send_signal(signal.SIGSTOP)
                    time.sleep(0.3)
                    user.send_signal(signal.SIGCONT)
                    time.sleep(0.02)
                self.assertIn(b"another process uses the work folder", other.communicate(timeout=PATIENCE)[1])
                self.assertNotEqual(other.returncode, 0)
                user.kill()
                user.communicate()
                if first:  # after the time of its lease
                    after = self.run_json("count", self.graph, "-q", "--work", os.path.join(self.mounts.clients[1], "work"))
                    self.assertEqual(after["triangles"], self.run_json("count", self.graph, "-q")["triangles"])
                shutil.rmtree(os.path.join(self.mounts.server, "work"))


class Together(Mounted):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.graphs = {}
        for cliques in CLIQUES:
            path = self.path(f"{cliques}.txt")
            self.run_done("generate", "windmill", f"cliques={cliques}", f"size={SIZE}", "-o", path, "-q")
            self.graphs[path] = cliques * math.comb(SIZE, 3)

    def start(self, number, work, *words):
        """On the mounts in turns."""
        folder = os.path.join(self.mounts.clients[number % 2], work)
        process = start(*words, "--work", folder, "--join", "--threads", "1", "--lease", str(LEASE), "--quiet")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def output(self, process):
        output, message = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, message)
        return output

    def test_starts(self):
        for trial in range(STARTS):
            path = self.random.choice(list(self.graphs))
            verb = self.random.choice(("count", "count", "count", "vertex", "edge"))
            words = [verb, path, *(["--json"] if verb == "count" else [])]
            processes = []
            for number in range(self.random.randrange(2, 5)):
                processes.append(self.start(number, f"work{trial}", *words))
                time.sleep(self.random.choice((0, 0.3 * self.random.random())))
            outputs = list(map(self.output, processes))
            with self.subTest(trial=trial, verb=verb, processes=len(processes)):
                if verb == "count":
                    self.assertEqual({json.loads(output)["triangles"] for output in outputs}, {self.graphs[path]})
                else:
                    table = self.run_done(verb, path, "--quiet").stdout
                    self.assertEqual(sorted(max(outputs, key=len).splitlines()), sorted(table.splitlines()))
            shutil.rmtree(os.path.join(self.mounts.server, f"work{trial}"))

    def large(self):
        """A graph whose rows several processes write, and its triangles."""
        path = self.path("large.txt")
        self.run_done("generate", "kronecker", f"scale={SCALE}", "edge_factor=20", "-o", path, "-q")
        return path, self.run_json("count", path, "-q")["triangles"]

    def three(self, path, work):
        return [self.start(number, work, "count", path, "--json") for number in range(3)]

    def check_answers(self, processes, work, triangles):
        found = [json.loads(self.output(process))["triangles"] for process in processes]
        self.assertEqual(set(found), {triangles})
        shutil.rmtree(os.path.join(self.mounts.server, work))

    def test_rows_of_several(self):
        path, triangles = self.large()
        for trial in range(PREPARATIONS):
            self.check_answers(self.three(path, f"large{trial}"), f"large{trial}", triangles)

    def test_kills(self):
        path, triangles = self.large()
        kills = trial = 0
        while kills < KILLS:
            processes = self.three(path, f"killed{trial}")
            time.sleep(2 * self.random.random())
            victim = processes[self.random.randrange(2)]
            if victim.poll() is None:  # the others have to answer
                victim.kill()
                processes.remove(victim)
                kills += 1
            self.check_answers(processes, f"killed{trial}", triangles)
            trial += 1


def can_mount():
    if not MOUNT or not shutil.which("fusermount3"):
        return False
    mounts = Mounts()
    try:
        return mounts.work()
    finally:
        mounts.end()


if __name__ == "__main__":
    if not can_mount():
        print("FUSE cannot be mounted here")
        sys.exit(SKIPPED)
    main()
