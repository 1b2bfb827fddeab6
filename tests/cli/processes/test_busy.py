"""Beside other busy processes all threads take hardly longer than one: none waits long for a thread that the system has put aside."""

import os
import statistics
import subprocess
import sys
import time

from program import PROGRAM, ProgramTest, main, run

# libgomp's threads, which wait actively, took 5 to 30 times as long as one; each of a thousand rounds of trussness
# waited for several time slices.
MOST = 3
TURNS = 3
VERBS = (["truss"], ["count", "--verify"], ["cluster"], ["core"])


class Busy(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cpus = sorted(os.sched_getaffinity(0))[:2]
        if len(self.cpus) < 2 or os.environ.get("TRICORN_SANITIZE"):
            self.skipTest("needs two CPUs, and no sanitizer")
        self.graph = self.path("graph.tri")
        self.run_done("generate", "kronecker", "scale=14", "--output", self.graph)

    def seconds(self, verb, threads):
        """The time of one run on two CPUs."""
        start = time.monotonic()
        subprocess.run([PROGRAM, *verb, "--threads", str(threads), self.graph], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       preexec_fn=lambda: os.sched_setaffinity(0, self.cpus))
        return time.monotonic() - start

    def test_two_threads_beside_busy_processes(self):
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"],
                                 preexec_fn=lambda cpu=cpu: os.sched_setaffinity(0, [cpu]))
                for cpu in self.cpus]
        try:
            for verb in VERBS:
                taken = {1: [], 2: []}
                for _ in range(TURNS):
                    for threads, times in taken.items():
                        times.append(self.seconds(verb, threads))
                one, two = (statistics.median(taken[threads]) for threads in (1, 2))
                self.assertLess(two, MOST * one + 0.05, f"{verb}: {taken}")
        finally:
            for process in busy:
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
