"""A CUDA driver that is too old, or has no GPU, or whose calls fail, and a GPU that is lost at any call: an
error with a remedy, and the CPU where no device is named.  Of several GPUs only those that count are started.

A library stands for the driver (driver_stub.c), and functions for CUDA's runtime (fault/cuda.cu), in a
program that predicts a GPU to be faster.  With LOST_ON_GPU the GPU is a real one, which is lost after
kernels, too.  On a build without CUDA the test is skipped.
"""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from program import DIAMOND, DONE, FAILED, PATIENCE, SKIPPED, ProgramTest, main, run

STUB = os.environ.get("TRICORN_DRIVER_STUB", "")
LOST = os.environ.get("TRICORN_LOST", "")
ON_GPU = "LOST_ON_GPU" in os.environ

# What the stub does, and what CUDA says of it.
FAULTS = (
    ({"STUB_VERSION": "11000"}, "driver version is insufficient"),
    ({"STUB_INIT": "100"}, "no CUDA-capable device"),
    ({"STUB_INIT": "802"}, "not yet initialized"),
    ({"STUB_INIT": "803"}, "unsupported display driver"),
    ({"STUB_ERROR": "46"}, "busy or unavailable"),
    ({"STUB_ERROR": "719"}, "unspecified launch failure"),
    ({"STUB_ERROR": "2"}, "no more memory"),
)
VERBS = ("count", "vertex", "edge", "truss", "cluster", "similar", "report")


class Driver(ProgramTest):
    def test_faults(self):
        path = self.write("g.txt", DIAMOND)
        for fault, words in FAULTS:
            environment = {**os.environ, **fault, "LD_LIBRARY_PATH": os.path.dirname(STUB)}
            with self.subTest(fault=fault):
                counted = self.run_done("count", path, env=environment)
                self.assertIn(b"triangles  2", counted.stdout)
            for verb in VERBS:
                with self.subTest(fault=fault, verb=verb):
                    refused = run(verb, "--device", "gpu", path, env=environment)
                    self.assertEqual((refused.returncode, refused.stdout), (FAILED, b""))
                    self.assertIn(words, refused.stderr.decode())
                    self.assertIn("--device cpu", refused.stderr.decode())


# What the user sets, what is given, and the GPUs that are started.
STARTS = (
    ("0,1,2,3", ["--device", "gpu:0"], "0"),
    ("0,1,2,3", ["--device", "gpu:1"], "1"),
    ("0,1,2,3", ["--device", "gpu"], "0"),
    ("0,1,2,3", ["--device", "gpu:2,0"], "2,0"),
    ("0,1,2,3", ["--device", "gpu:2,2"], "2"),
    ("0,1,2,3", ["--device", "gpu:3,1,0,2"], "0,1,2,3"),
    ("0,1,2,3", ["--device", "gpu:4"], "0,1,2,3"),
    ("0,1,2,3", ["--algorithm", "gpu-adaptive"], "0"),
    ("2,GPU-5", ["--device", "gpu:1"], "GPU-5"),
    ("3", ["--device", "gpu:0"], "3"),
    (None, ["--device", "gpu:0"], "all"),  # no file says how many GPUs exist
)


class Starts(ProgramTest):
    """Only the GPUs that count are started, once, and keep their numbers."""

    def started(self, visible, words, **options):
        seen = self.path("started")
        environment = {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(STUB), "STUB_STARTED": seen}
        environment.pop("CUDA_VISIBLE_DEVICES", None)
        if visible is not None:
            environment["CUDA_VISIBLE_DEVICES"] = visible
        if os.path.exists(seen):
            os.remove(seen)
        result = run(*words, env=environment, **options)
        if not os.path.exists(seen):
            return result, None
        return result, self.read_text(seen).splitlines()

    def test_devices(self):
        path = self.write("g.txt", DIAMOND)
        for visible, given, expected in STARTS:
            for verb in VERBS:
                with self.subTest(visible=visible, given=given, verb=verb):
                    self.assertEqual(self.started(visible, [verb, *given, path])[1], [expected])

    def test_auto(self):
        path = self.write("g.txt", DIAMOND)
        for visible, expected in (("0,1,2,3", "0"), ("GPU-5,1", "GPU-5"), ("2", "2")):
            with self.subTest(visible=visible):
                counted, seen = self.started(visible, ["count", path], executable=LOST)
                self.assertIn(b"triangles  2", self.check_done(counted).stdout)
                self.assertEqual(seen, [expected])

    def test_none(self):
        path = self.write("g.txt", DIAMOND)
        for words in (["count", "--device", "cpu", path], ["info", path]):
            with self.subTest(words=words):
                self.assertIsNone(self.started("0,1", words)[1])

    def test_messages_have_the_users_numbers(self):
        path = self.write("g.txt", DIAMOND)
        for number in (0, 2, 4):
            refused = self.started("0,1,2,3", ["count", "--device", f"gpu:{number}", path])[0]
            self.check_failed(refused, FAILED, f"gpu:{number} cannot be used")


# Each prints the same on every device, and takes only files that can be read again.
RUNS = (
    ("count",),
    ("count", "--verify"),
    ("count", "--blocks", "4"),
    ("vertex",),
    ("vertex", "--generalized"),
    ("edge", "--top", "20"),
    ("truss",),
    ("truss", "-k", "4"),
    ("cluster",),
    ("similar",),
    ("report",),
)


def lost_run(first, *words, fault="LOST_FROM", **options):
    """Runs the program with a GPU that is lost at call number `first`, or has no memory from an allocation on."""
    environment = {**os.environ, fault: str(first)}
    if not ON_GPU:
        environment["LOST_STUB"] = ""
    return subprocess.run([LOST, *words], env=environment, capture_output=True, timeout=PATIENCE, **options)


class Lost(ProgramTest):
    def setUp(self):
        super().setUp()
        chance = random.Random(39)
        ends = [(chance.randrange(200) ** 2 // 200, chance.randrange(200)) for _ in range(2000)]
        self.graph = self.write("g.txt", "".join(f"{u} {v}\n" for u, v in ends))
        # Of this file the rows are in host memory; a text is prepared by the GPU, too.
        self.rows = self.path("g.tri")
        self.run_done("convert", self.graph, self.rows)
        self.again = 0  # how often the CPU ran all again

    def of_each_run(self, lose):
        """Calls lose(words, expected) for each run of RUNS and both files, several at the same time."""
        cases = []
        for words in RUNS:
            expected = self.run_done(*words, "--device", "cpu", self.graph).stdout
            cases += [([*words, path], expected) for path in (self.graph, self.rows)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for case, end in [(case, pool.submit(lose, *case)) for case in cases]:
                with self.subTest(words=case[0]):
                    end.result()

    def lose_at(self, first, words, expected, fault="LOST_FROM"):
        """Returns whether the GPU was lost."""
        chosen = lost_run(first, *words, fault=fault)
        self.assertEqual((chosen.returncode, chosen.stdout), (DONE, expected), (first, chosen.stderr))
        self.again += b"the CPU counts now" in chosen.stderr
        named = lost_run(first, *words, "--device", "gpu", fault=fault)
        if named.returncode == DONE:
            self.assertEqual(named.stdout, expected)
            return False
        self.assertEqual((named.returncode, named.stdout), (FAILED, b""), (first, named.stderr))
        self.assertIn(b"--device cpu", named.stderr)
        return True

    def test_any_call(self):
        def lose(words, expected):
            first = 0
            while first < (1 << 20 if ON_GPU else 200) and self.lose_at(first, words, expected):
                first += 1 + first // 3

        self.of_each_run(lose)
        self.assertGreater(self.again, 0)

    def test_memory(self):
        def lose(words, expected):
            for first in 0, 1, 3, 9, 27:
                self.lose_at(first, words, expected, fault="REFUSED_FROM")

        self.of_each_run(lose)

    def test_files_of_which_one_is_counted(self):
        """Each file is counted once, by the GPU or the CPU."""
        expected = self.run_done("count", "--device", "cpu", self.rows, self.rows).stdout
        for first in range(0, 120, 7):
            with self.subTest(first=first):
                counted = lost_run(first, "count", self.rows, self.rows)
                self.assertEqual((counted.returncode, counted.stdout), (DONE, expected), counted.stderr)

    def test_pipes_are_read_once(self):
        """Standard input cannot be read again: an error, or the count."""
        text = self.read(self.graph)
        expected = self.run_done("count", "--device", "cpu", self.graph).stdout
        for first in range(0, 64, 7):
            with self.subTest(first=first):
                counted = lost_run(first, "count", "-", input=text)
                if counted.returncode == DONE:
                    self.assertEqual(counted.stdout, expected)
                else:
                    self.assertEqual((counted.returncode, counted.stdout), (FAILED, b""))
                    self.assertIn(b"--device cpu", counted.stderr)


if __name__ == "__main__":
    if not STUB or (ON_GPU and lost_run(1 << 62, "doctor").returncode != DONE):
        sys.exit(SKIPPED)
    main()
