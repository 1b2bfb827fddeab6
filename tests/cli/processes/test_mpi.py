"""tricorn-mpi under mpirun: ranks share a count in memory or in a work folder, and one of them tells.

TRICORN_KILLS=1000 kills as many ranks; the standard is one (cli.mpi.slow has these, where slow tests are
built).
"""

import contextlib
import gzip
import json
import math
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from program import PATIENCE, SANITIZED, USAGE, ProgramTest, main, run

MPI, MPIEXEC = os.environ.get("TRICORN_MPI", ""), os.environ.get("TRICORN_MPIEXEC", "mpirun")
RANK = os.environ.get("TRICORN_RANK", MPI)  # the program of a rank, where MPI is a script that starts it

# 40 copies of K_30 that share a vertex.
WINDMILL = ("windmill", "cliques=40", "size=30")
TRIANGLES = 40 * math.comb(30, 3)

KILLS = int(os.environ.get("TRICORN_KILLS", "1"))

# Open MPI refuses root, and more ranks than CPUs; MPICH knows none of these names.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1")
TOGETHER = {"TRICORN_WORKERS": "machines"}  # ranks of a machine are one worker
APART = {"TRICORN_WORKERS": "ranks"}
if SANITIZED:  # MPI has leaks of its own
    ENVIRONMENT["ASAN_OPTIONS"] = "detect_leaks=0"


class Job(ProgramTest):
    """Ranks that are workers, each by itself."""
    way = APART

    def setUp(self):
        super().setUp()
        self.graph = self.path("graph.txt")
        self.run_done("generate", *WINDMILL, "-o", self.graph, "--quiet")

    def words(self, ranks, *arguments):
        return [MPIEXEC, "-n", str(ranks), MPI, *arguments]

    def mpirun(self, ranks, *arguments):
        return self.job(*self.words(ranks, *arguments))

    def job(self, *words):
        return subprocess.run(words, env=ENVIRONMENT | self.way, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=PATIENCE)

    def start(self, ranks, *arguments, **streams):
        return subprocess.Popen(self.words(ranks, *arguments), env=ENVIRONMENT | self.way,
                                **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
                                   "stderr": subprocess.DEVNULL} | streams)

    def count(self, ranks, *arguments):
        return self.count_by(*self.words(ranks, "count", self.graph, "--json", *arguments))

    def count_by(self, *words):
        result = self.check_done(self.job(*words))
        self.assertEqual(result.stdout.count(b"\n"), 1)  # one object, of one rank
        found = json.loads(result.stdout)
        self.assertEqual(found["triangles"], TRIANGLES)
        return found

    def family(self, first):
        """The process and all below it: MPIs start ranks in groups and sessions of their own."""
        parents, found = {}, [first]
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", encoding="ascii") as file:
                parents[int(name)] = int(file.read().rpartition(")")[2].split()[1])
        for process in found:
            found += [child for child, parent in parents.items() if parent == process]
        return found

    def names(self, folder):
        try:
            return os.listdir(self.path(folder))
        except FileNotFoundError:
            return []

    def ranks_of(self, job):
        return [process for process in self.family(job.pid) if self.program_of(process) == RANK]

    @staticmethod
    def program_of(process):
        try:
            return os.readlink(f"/proc/{process}/exe")
        except OSError:
            return None

    def check_refused(self, *refused):
        for words, message in refused:
            result = self.mpirun(2, *words)
            self.assertEqual((result.returncode, result.stdout), (USAGE, b""), result.stderr)
            self.assertEqual(result.stderr.count(message), 1, result.stderr)
        result = self.mpirun(2, "count", self.path("missing"))
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(b"missing", result.stderr)


@unittest.skipUnless(MPI, "tricorn-mpi was not built: there is no MPI")
class Ranks(Job):
    def test_in_memory(self):
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks):
                found = self.count(ranks, "--parts", "50")
                self.assertEqual((found["workers"], found["parts"]), (ranks, 50))
                self.assertEqual(found["schedule"], "workers")
                self.assertEqual(found["own_parts"] == 50, ranks == 1)

    def test_verified(self):
        found = self.count(2, "--verify", "--algorithm", "cpu-merge-edge", "--quiet")
        self.assertIsNotNone(found["verified_by"])

    def test_ranks_with_several_algorithms(self):
        # What comes behind a colon is another part of the same job.
        for name, *more in (("cpu-merge-edge",), ("cpu-bitmap-vertex", "--work", self.path("work"))):
            with self.subTest(algorithm=name):
                words = ["count", self.graph, "--json", "--parts", "40", *more, "--algorithm"]
                found = self.count_by(*self.words(1, *words, name), ":", "-n", "2", MPI, *words,
                                      "cpu-adaptive")
                self.assertEqual(found["algorithm"], name)
                if not more:  # in a folder one rank may count all before another one comes
                    self.assertEqual(found["workers"], 3)

    def test_several_gpus_of_one_rank_are_refused(self):
        result = self.mpirun(2, "count", self.graph, "--device", "gpu:0,1")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(b"one GPU, but 2 are named", result.stderr)

    def test_in_a_folder(self):
        work = ("--work", self.path("work"), "--parts", "20")
        found = self.count(2, *work)
        self.assertEqual(found["schedule"], "levels")
        self.assertEqual(self.count(4, *work)["own_parts"], 0)
        found = self.count(4, *work, "--partition", "trust", "--blocks", "9")
        self.assertEqual((found["partition"], found["parts"]), ("trust", 27))

    def test_partitions(self):
        for name, more in (("workload", ()), ("polak", ()), ("trust", ("--blocks", "4")),
                           ("trix", ("--blocks", "4"))):
            with self.subTest(partition=name):
                found = self.count(2, "--partition", name, *more)
                self.assertEqual((found["schedule"], found["partition"]), ("workers", name))
        alone = self.run_done("edge", self.graph, "--quiet")
        shared = self.check_done(self.mpirun(2, "edge", self.graph, "--quiet", "--partition", "workload"))
        self.assertEqual(shared.stdout, alone.stdout)

    def test_tables(self):
        """Rank 0 writes what one process writes."""
        for verb, *more in (("vertex",), ("edge",), ("cluster", "--vertices"), ("similar", "--sorted"),
                            ("vertex", "--generalized")):
            with self.subTest(verb=verb):
                more += [self.graph, "--quiet"]
                alone = self.run_done(verb, *more)
                out = self.path(f"{verb}.csv")
                self.run_done(verb, *more, "-o", self.path("one.csv"))
                self.check_done(self.mpirun(3, verb, *more, "-o", out))
                with open(out, "rb") as ours, open(self.path("one.csv"), "rb") as one:
                    self.assertEqual(ours.read(), one.read())
                shared = self.check_done(self.mpirun(2, verb, *more))
                self.assertEqual(shared.stdout, alone.stdout)

    def test_shares(self):
        """Each rank writes a file; one behind the other, they are what one process writes."""
        work = ("--work", self.path("work"))
        for verb, *more in (("vertex",), ("edge",), ("vertex", *work), ("edge", *work), ("list", *work)):
            with self.subTest(verb=verb, more=more):
                words = (verb, self.graph, "--quiet", *more)
                self.check_done(self.mpirun(3, *words, "--shares", "3", "-o", self.path("part.csv.gz")))
                parts = [gzip.open(self.path(f"part-{rank}.csv.gz")).read() for rank in range(3)]
                self.assertTrue(all(parts) or verb == "edge")  # on disk, few edges are not cut
                self.assertEqual(b"".join(parts), self.run_done(*words, "--to", "csv").stdout)
        out = ("-o", self.path("out.csv"))
        self.check_refused((("edge", self.graph, "--shares", "3", *out), b"--shares 2"),
                           (("edge", self.graph, "--shares", "2"), b"-o FILE"),
                           (("edge", self.graph, "--shares", "2", "--share", "1", *out), b"leave out --share"),
                           (("list", self.graph, *work), b"--shares"))

    def test_tables_in_a_folder(self):
        """Edges from disk are in another order, so they are sorted."""
        for verb, *more in (("vertex",), ("edge", "--sorted")):
            with self.subTest(verb=verb):
                more += [self.graph, "--quiet"]
                alone = self.run_done(verb, *more)
                shared = self.check_done(self.mpirun(3, verb, *more, "--work", self.path("work")))
                self.assertEqual(shared.stdout, alone.stdout)

    def test_clustering(self):
        """Figures once, those of one process."""
        alone = self.run_json("cluster", self.graph)
        shared = json.loads(self.check_done(self.mpirun(3, "cluster", self.graph, "--json", "-q")).stdout)
        for key in ("transitivity", "average_clustering", "triangles", "wedges"):
            self.assertEqual(shared[key], alone[key])

    def test_a_job_that_was_killed_goes_on(self):
        work = ("--work", self.path("work"), "--lease", "1", "--parts", "500")
        job = self.start(2, "count", self.graph, *work)
        deadline = time.monotonic() + PATIENCE
        while not any(name.startswith("tricorn-join-") for name in self.names("work")):
            self.assertLess(time.monotonic(), deadline, "nothing was counted")
            time.sleep(0.01)
        for process in self.family(job.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        job.wait()
        self.count(2, *work)

    def test_what_is_refused(self):
        self.check_refused((("count", self.graph, "--algorithm", "none"), b"unknown algorithm"),
                           (("info", self.graph), b"workers do not share"),
                           (("cluster", "--squares", self.graph), b"workers do not share --directed, --squares"),
                           (("similar", "--measure", "resource", self.graph), b"workers share"),
                           (("count", "-"), b"name a file"))


@unittest.skipUnless(MPI, "tricorn-mpi was not built: there is no MPI")
class Machines(Job):
    """Ranks of a machine that are one worker, with the CPUs of all."""
    way = TOGETHER

    def test_one_worker(self):
        for ranks, *work in ((4,), (2, "--work", self.path("work"))):
            with self.subTest(ranks=ranks, work=work):
                found = self.count(ranks, *work)
                self.assertEqual(found["workers"], 1)
                self.assertLessEqual(found["threads"], len(os.sched_getaffinity(0)))
        self.assertEqual(self.count(2, "--threads", "1")["threads"], 1)

    def test_tables(self):
        alone = self.run_done("edge", self.graph, "--quiet")
        shared = self.check_done(self.mpirun(3, "edge", self.graph, "--quiet"))
        self.assertEqual(shared.stdout, alone.stdout)

    def test_what_is_refused(self):
        self.check_refused((("info", self.graph), b"workers do not share"))

    def test_a_rank_that_waits_and_dies_ends_the_job(self):
        pipe = self.path("pipe.txt")
        os.mkfifo(pipe)
        with self.start(3, "count", pipe, stderr=subprocess.PIPE) as job:
            with open(pipe, "wb"):  # it is being read, until this ends
                ranks = self.ranks_of(job)
                self.assertEqual(len(ranks), 3)
                os.kill(next(rank for rank in ranks if not self.has_open(rank, pipe)), signal.SIGKILL)
                job.communicate(timeout=PATIENCE)
        self.assertNotEqual(job.returncode, 0)

    @staticmethod
    def has_open(process, path):
        folder = f"/proc/{process}/fd"
        return any(os.readlink(os.path.join(folder, number)) == path for number in os.listdir(folder))


@unittest.skipUnless(MPI, "tricorn-mpi was not built: there is no MPI")
class Kills(Job):
    def test_jobs_whose_ranks_are_killed_go_on(self):
        """Any rank, at any time; the job is started again until it tells the count."""
        dice = random.Random()  # times decide, too: no seed would repeat a run
        kills = 0
        while kills < KILLS:
            self.way = dice.choice((APART, TOGETHER))
            shutil.rmtree(self.path("work"), ignore_errors=True)
            output = None
            while output is None:
                with self.start(3, "count", self.graph, "--json", "--work", self.path("work"), "--lease",
                                "1", "--parts", "300", stdout=subprocess.PIPE) as job:
                    if kills < KILLS and self.kill_one(job, dice):
                        kills += 1
                        self.end(job)
                    told, _ = job.communicate(timeout=PATIENCE)
                if job.returncode == 0:
                    output = told
            self.assertEqual(json.loads(output)["triangles"], TRIANGLES)

    def kill_one(self, job, dice):
        time.sleep(dice.uniform(0, 1))
        ranks = self.ranks_of(job)
        if not ranks:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(dice.choice(ranks), signal.SIGKILL)
            return True
        return False

    def end(self, job):
        """Open MPI 4.1 hangs at times where a rank is killed while it starts, and all others have ended."""
        deadline, seen = time.monotonic() + PATIENCE, time.monotonic()
        while job.poll() is None:
            self.assertLess(time.monotonic(), deadline, "ranks go on without one that was killed")
            if self.ranks_of(job):
                seen = time.monotonic()
            elif time.monotonic() - seen > 3:
                job.kill()
            time.sleep(0.02)


if __name__ == "__main__":
    main()
