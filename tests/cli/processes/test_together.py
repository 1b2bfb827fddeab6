"""Processes that join a work folder prepare its graph together: each reads shares of the file and
sorts groups of rows.  One that is killed, stopped or ends has its parts done by others; what was
changed is refused; what cannot be shared is prepared by one."""

import glob
import gzip
import json
import math
import os
import shutil
import signal
import time

from program import BAD_INPUT, FAILED, PATIENCE, ProgramTest, main, run, start

# Copies of K_40 that share a vertex; more of them for fast machines.
CLIQUES, SIZE = (300, 1200, 4000), 40


class Together(ProgramTest):
    def setUp(self):
        super().setUp()
        self.work = self.path("work")

    def make(self, cliques=CLIQUES[0]):
        self.graph = self.path("graph.txt")
        self.triangles = cliques * math.comb(SIZE, 3)
        self.run_done("generate", "windmill", f"cliques={cliques}", f"size={SIZE}", "-o",
                      self.graph, "--quiet")

    def words(self, *more):
        return ("count", self.graph, "--work", self.work, "--join", "--threads", "2", "--lease",
                "1", "--quiet", *more)

    def start(self, *more):
        process = start(*self.words("--json", *more))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def answer(self, process):
        output, message = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, message)
        self.check_found(json.loads(output))

    def check_found(self, found):
        self.assertEqual(found["triangles"], self.triangles)
        self.assertEqual((found["schedule"], found["duplicates"]), ("levels", 0))
        self.assertEqual(found["edges"], found["input_edges"])

    def join(self):
        self.check_found(self.run_json(*self.words()))
        self.assertEqual(self.stage(), [])

    def stage(self, pattern=""):
        return sorted(glob.glob(os.path.join(self.work, "tricorn-prepare-*", pattern)))

    def until(self, pattern, process):
        """Waits for a part of that name; False if the process has ended before."""
        deadline = time.monotonic() + PATIENCE
        while not self.stage(pattern):
            if process.poll() is not None:
                return False
            self.assertLess(time.monotonic(), deadline, "waited in vain")
        return True

    def meet(self, pattern, number):
        """Sends a signal to a process once it has made such a part; the graph is not done then."""
        for cliques in CLIQUES:
            self.make(cliques)
            shutil.rmtree(self.work, ignore_errors=True)
            process = self.start()
            if self.until(pattern, process):
                process.send_signal(number)
                if self.stage() and not os.path.exists(os.path.join(self.work, "tricorn-graph")):
                    return process
            process.kill()
            process.communicate()
        self.fail("it was too fast")

    def refused(self, *words):
        return self.check_failed(run(*self.words()), BAD_INPUT, *words)

    def refused_or_failed(self, name):
        """Bytes that are read otherwise than they were written may be a failure of the disk."""
        result = run(*self.words())
        self.assertIn(result.returncode, (FAILED, BAD_INPUT), result.stderr)
        self.assertIn(name.encode(), result.stderr)
        return result.stderr.decode()


class Faults(Together):
    def test_killed(self):
        """In each of its steps; the next one goes on with the parts that are there."""
        for pattern in ("own-*", "rows-0"):
            with self.subTest(pattern=pattern):
                self.meet(pattern, signal.SIGKILL).communicate()
                self.assertEqual(bool(self.stage("edges-*")), pattern != "own-*")
                for one in [self.start() for _ in range(2)]:
                    self.answer(one)
                self.assertEqual(self.stage(), [])

    def test_stopped(self):
        """Others do its part; when it goes on, it tells the same."""
        stopped = self.meet("edges-0", signal.SIGSTOP)
        self.join()
        stopped.send_signal(signal.SIGCONT)
        self.answer(stopped)

    def test_leaving(self):
        leaver = self.meet("edges-0", signal.SIGTERM)
        output, message = leaver.communicate(timeout=PATIENCE)
        self.assertEqual((leaver.returncode, output), (143, b""), message)
        self.join()

    def test_changed(self):
        self.meet("edges-1", signal.SIGKILL).communicate()
        for lease in self.stage("tricorn-join-*/lease-*"):  # nobody waits for them
            os.remove(lease)
        kept, outside = self.path("kept"), self.path("outside")
        os.rename(self.work, kept)
        os.mkdir(outside)
        for name, changes in (("plan/tricorn-pages", ("byte",)),
                              ("edges-1/tricorn-pages", ("byte", "link")),
                              ("edges-1/tricorn-edges", ("byte", "link"))):
            for change in changes:
                with self.subTest(name=name, change=change):
                    shutil.rmtree(self.work, ignore_errors=True)
                    shutil.copytree(kept, self.work)
                    [path] = self.stage(name)
                    if change == "byte":
                        with open(path, "r+b") as file:
                            file.seek(os.path.getsize(path) // 2)
                            byte = file.read(1)
                            file.seek(-1, os.SEEK_CUR)
                            file.write(bytes([byte[0] ^ 1]))
                    else:
                        os.rename(path, os.path.join(outside, "moved"))
                        os.symlink(os.path.join(outside, "moved"), path)
                    message = self.refused_or_failed(os.path.basename(name))
                    if change == "link":
                        self.assertIn("is a link", message)
        self.assertEqual(os.listdir(outside), ["moved"])

    def test_what_is_not_tricorns_stays(self):
        """Also a file outside whose second name is that of all rows."""
        self.meet("edges-0", signal.SIGKILL).communicate()
        theirs = [self.stage()[0] + "theirs", self.stage("edges-0")[0] + "/theirs", self.path("rows")]
        for path in theirs:
            self.write(path, b"precious")
        rows = self.stage()[0].rstrip("/").replace("prepare", "rows")
        os.link(self.path("rows"), rows)
        self.refused("tricorn-rows", "other names")
        os.remove(rows)
        self.check_found(self.run_json(*self.words()))
        for path in theirs:
            self.assertEqual(self.read(path), b"precious")

    def test_a_folder_that_is_a_link(self):
        self.meet("edges-0", signal.SIGKILL).communicate()
        [part] = self.stage("edges-0")
        os.rename(part, self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), part)
        before = sorted(os.listdir(self.path("elsewhere")))
        result = run(*self.words())
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(b"edges-0", result.stderr)
        self.assertEqual(sorted(os.listdir(self.path("elsewhere"))), before)


class Groups(Together):
    def test_many_can_sort_side_by_side(self):
        """However many threads the process has that chooses the intervals."""
        self.graph = self.path("graph.txt")
        self.run_done("generate", "kronecker", "scale=18", "edge_factor=32", "-o", self.graph, "-q")
        for threads in "1", "64":
            process = self.start("--threads", threads)
            self.assertTrue(self.until("rows-0", process))
            process.send_signal(signal.SIGSTOP)
            [parts] = [step["parts"] for step in self.run_json("info", self.work)["steps"]
                       if step["step"] == "sorting"]
            process.kill()
            process.communicate()
            self.assertGreaterEqual(parts, 8)
            shutil.rmtree(self.work)


class Alone(Together):
    """One prepares, and all is as without others."""

    def test_what_is_not_shared(self):
        self.make(20)
        lines = self.read(self.graph)
        self.graph = self.write("graph.txt.gz", gzip.compress(lines, 1))
        self.join()
        # Ids beyond 32 bits on the last line only: another process may have read its share.
        shutil.rmtree(self.work)
        self.graph = self.write("far.txt", lines + b"9000000001 9000000002\n")
        self.join()
        shutil.rmtree(self.work)
        self.graph = self.write("sparse.txt", lines + b"4000000001 4000000002\n")
        self.join()

    def test_bad_lines(self):
        self.make(20)
        with open(self.graph, "ab") as file:
            file.write(b"1 2\n3 x\n")
        count = self.read(self.graph).count(b"\n")
        self.refused(f"graph.txt:{count}: ")

    def test_a_first_line_that_may_be_sizes(self):
        lines = "".join(f"{u} {v}\n" for u in range(50) for v in range(u))
        self.graph = self.write("graph.txt", f"49 {50 * 49 // 2}\n" + lines)
        alone = run("count", self.graph, "--quiet")
        shared = run(*self.words())
        self.assertEqual((shared.returncode, shared.stderr), (alone.returncode, alone.stderr))

    def test_comments_and_a_heading(self):
        self.make(20)
        lines = self.read(self.graph)
        self.graph = self.write("graph.csv", b"# of ours\n# a heading\nfrom,to\n" +
                                lines.replace(b" ", b",").replace(b"\t", b","))
        self.join()


if __name__ == "__main__":
    main()
