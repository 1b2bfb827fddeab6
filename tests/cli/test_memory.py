"""--memory: the process stays within it, and a message says how much is enough; the same in a
memory control group, where one can be made."""

import itertools
import os
import re
import subprocess
import unittest

from program import DONE, FAILED, PROGRAM, SANITIZED, DIAMOND, ProgramTest, default_signals, main, run

MEGABYTE = 1 << 20
ENOUGH = re.compile(r"(\d+) bytes are enough")
GROUPS = [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]


def peak_and_code(*arguments, verb="count", before=default_signals, stdin=subprocess.DEVNULL):
    """Runs the verb: its exit code, its peak of resident bytes if it is done, what it said."""
    process = subprocess.Popen([PROGRAM, verb, "--json", *arguments], stdin=stdin,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)
    out, said = process.communicate(timeout=300)
    peak = re.search(rb'"peak_bytes": ?(\d+)', out)
    return process.returncode, int(peak[1]) if peak else 0, said.decode()


@unittest.skipIf(SANITIZED, "a sanitizer's own memory is many times the program's")
class Memory(ProgramTest):
    def make(self, name, *model):
        path = self.path(name)
        self.run_done("generate", *model, "--output", path)
        return path

    def words(self, source):
        """The same edges between words."""
        with open(source, encoding="ascii") as lines:
            text = "".join(f"user-{u} user-{v}\n" for u, v in map(str.split, lines))
        return self.write("words.txt", text)

    def converted(self, source, name, *arguments):
        self.run_done("convert", "--quiet", source, self.path(name), *arguments)
        return self.path(name)

    def graphs(self):
        """(path, further options)"""
        kronecker = self.make("kronecker.txt", "kronecker", "scale=15")
        grid = self.make("grid.txt", "grid2d", "width=500", "height=400")
        yield kronecker, ["--strict"]
        yield self.make("watts.txt", "watts-strogatz", "vertices=80000", "degree=10"), ["--strict"]
        yield self.make("star.txt", "star", "vertices=300000"), ["--strict"]
        yield self.converted(kronecker, "k.txt.gz"), ["--strict"]
        yield self.converted(grid, "g.txt.zst"), ["--order", "degree"]
        yield self.converted(kronecker, "k.tri"), []
        yield self.converted(kronecker, "k.mtx"), ["--strict"]
        yield self.words(grid), ["--ids", "string", "--header", "no", "--strict"]
        yield grid, ["--strict"]
        yield grid, ["--order", "core"]
        yield kronecker, ["--verify", "--strict"]
        yield self.write("tiny.txt", DIAMOND), ["--strict"]

    def named(self, path, *arguments):
        """What the message says is enough, with a limit that is not.  Strict reading and orders
        that are named need the graph in memory; others would count from disk."""
        message = self.check_failed(run("count", path, *arguments), FAILED, path, "limit")
        return int(ENOUGH.search(message)[1])

    def test_what_is_named_is_enough(self):
        for path, options in self.graphs():
            for threads in ("1", "2", "6"):
                arguments = [*options, "--threads", threads]
                with self.subTest(path=path, arguments=arguments):
                    size = self.named(path, "--memory", "4M", *arguments)
                    code, peak, said = peak_and_code(path, *arguments, "--memory", str(size))
                    self.assertEqual(code, DONE, said)
                    self.assertLessEqual(peak, size)

    def test_every_limit(self):
        """Counted within the limit, or refused by a message that names more than it."""
        path = self.make("graph.txt", "kronecker", "scale=16")
        counted = 0
        for size in range(8, 72, 4):
            with self.subTest(size=size):
                code, peak, said = peak_and_code(path, "--threads", "2", "--strict", "--memory",
                                                 f"{size}M")
                self.assertIn(code, (DONE, FAILED), said)
                self.assertLessEqual(peak, size * MEGABYTE)
                counted += code == DONE
                if code == FAILED:
                    self.assertGreater(int(ENOUGH.search(said)[1]), size * MEGABYTE)
        self.assertGreater(counted, 0)

    def test_from_disk(self):
        """A graph that does not fit is counted within the limit all the same."""
        path = self.make("graph.txt", "kronecker", "scale=17")
        for size in (16, 24, 32, 64):
            with self.subTest(size=size):
                code, peak, said = peak_and_code(path, "--threads", "2", "--memory", f"{size}M")
                self.assertEqual(code, DONE, said)
                self.assertLessEqual(peak, size * MEGABYTE)

    def test_verbs_from_disk(self):
        """So are the other verbs for graphs on disk: with many vertices, and with hubs."""
        graphs = {self.make("sparse.txt", "path-power", "vertices=600000", "reach=2"): (16, 24),
                  self.make("hubs.txt", "kronecker", "scale=17"): (20, 32)}
        out = self.path("out.csv")
        verbs = [("convert", self.path("out.tri")), ("info",), ("vertex", "-o", out),
                 ("vertex", "--top", "9", "-o", out), ("edge", "-o", out),
                 ("edge", "--sorted", "-o", out), ("list", "--sorted", "-o", out), ("cluster",)]
        for path, sizes in graphs.items():
            for size, (verb, *options) in itertools.product(sizes, verbs):
                if verb == "list" and path.endswith("hubs.txt"):
                    options = ["--top", "1000", "-o", out]  # of some tens of millions
                with self.subTest(path=path, size=size, verb=verb, options=options):
                    limit = ("--memory", f"{size}M", "--threads", "2")
                    code, peak, said = peak_and_code(path, *options, *limit, verb=verb)
                    self.assertEqual(code, DONE, said)
                    self.assertGreater(peak, 0)
                    self.assertLessEqual(peak, size * MEGABYTE)

    def test_a_table_names_what_is_enough(self):
        """Columns of all vertices are in memory, where the graph is on disk, too."""
        path = self.make("sparse.txt", "path-power", "vertices=600000", "reach=2")
        arguments = (path, "--vertices", "--output", self.path("out.csv"), "--threads", "2")
        said = self.check_failed(run("cluster", *arguments, "--quiet", "--memory", "16M"), FAILED,
                                 str(16 * MEGABYTE), "600000 vertices")
        size = int(ENOUGH.search(said)[1])
        code, peak, said = peak_and_code(*arguments, "--memory", str(size), verb="cluster")
        self.assertEqual(code, DONE, said)
        self.assertLessEqual(peak, size)

    def test_a_pipe_names_no_number(self):
        path = self.make("graph.txt", "kronecker", "scale=16")
        with open(path, "rb") as file:
            code, _, said = peak_and_code("-", "--memory", "24M", "--strict", stdin=file)
        self.assertEqual(code, FAILED)
        self.assertEqual(re.findall(r"\d+", said), [str(24 * MEGABYTE)])

    def test_little_memory_for_little(self):
        path = self.write("g.txt", DIAMOND)
        self.run_done("count", path, "--memory", "16M", "--threads", "1")

    def test_a_limit_hides_no_fault_of_the_file(self):
        self.check_failed(run("count", self.path("none.txt"), "--memory", "1M"), FAILED,
                          "cannot be opened")


class Group(ProgramTest):
    """In a control group with a limit, made below this process's own; root may do that."""

    def setUp(self):
        super().setUp()
        self.group = None
        for base, limit in GROUPS:
            group = os.path.join(self.own_group(base, limit), f"tricorn-test-{os.getpid()}")
            try:
                os.mkdir(group)
            except OSError:
                continue
            if os.path.exists(os.path.join(group, limit)):
                self.group, self.limit = group, os.path.join(group, limit)
                break
            os.rmdir(group)
        if self.group is None:
            self.skipTest("no memory control group can be made here")
        self.addCleanup(os.rmdir, self.group)

    @staticmethod
    def own_group(base, limit):
        """The folder of this process's group, or where the hierarchy is mounted."""
        version1 = limit != "memory.max"
        with open("/proc/self/cgroup", encoding="utf-8") as lines:
            for line in lines:
                _, controllers, path = line.rstrip("\n").split(":", 2)
                if "memory" in controllers.split(",") if version1 else controllers == "":
                    folder = base + path.rstrip("/")
                    return folder if os.path.isdir(folder) else base
        return base

    def count(self, path, size, *arguments):
        """In a group of `size` bytes; a swap would make it slow, not kill it."""
        self.write(self.limit, str(size))

        def enter():
            default_signals()
            with open(os.path.join(self.group, "cgroup.procs"), "w", encoding="ascii") as procs:
                procs.write(str(os.getpid()))

        return peak_and_code(path, *arguments, before=enter)

    @unittest.skipIf(SANITIZED, "a sanitizer's own memory is many times the program's")
    def test_from_disk(self):
        path = self.path("graph.txt")
        self.run_done("generate", "kronecker", "scale=17", "--output", path)
        for size in (16, 32, 64):
            with self.subTest(size=size):
                code, _, said = self.count(path, size * MEGABYTE, "--threads", "2")
                self.assertEqual(code, DONE, said)

    @unittest.skipIf(SANITIZED, "a sanitizer's own memory is many times the program's")
    def test_too_large_is_said(self):
        path = self.path("graph.txt")
        self.run_done("generate", "kronecker", "scale=18", "--output", path)
        for threads in ("1", "2"):
            for size in (16, 24, 32, 48):
                with self.subTest(threads=threads, size=size):
                    code, _, said = self.count(path, size * MEGABYTE, "--threads", threads,
                                               "--strict")
                    self.assertEqual(code, FAILED, said)
                    self.assertIn(f"limit of {size * MEGABYTE} bytes, which the system", said)
                    enough = int(ENOUGH.search(said)[1])
            with self.subTest(threads=threads, enough=enough):
                page = os.sysconf("SC_PAGESIZE")  # the unit of a group's limit
                code, _, said = self.count(path, enough // page * page + page, "--threads", threads,
                                           "--strict")
                self.assertEqual(code, DONE, said)

    def test_a_higher_limit_by_hand_counts(self):
        path = self.write("g.txt", DIAMOND)
        code, _, said = self.count(path, 256 * MEGABYTE, "--memory", "2G")
        self.assertEqual(code, DONE, said)


if __name__ == "__main__":
    main()
