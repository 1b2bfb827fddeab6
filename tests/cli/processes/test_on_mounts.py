"""Tests of processes that share a folder, run again with their folders on a network file system.

Each program that such a test starts has a mount in a name space of its own at the folder for temporary files: one of two
with caches (test_mounts.py), in turns.  The test itself sees the server.  What changes files under the caches, or knows
programs by their paths, is left out.
"""

import os
import shlex
import subprocess
import sys

from program import ProgramTest, main
from test_mounts import SKIPPED, Mounts, can_mount

SECONDS = 0.2  # for which names stay: less than the shortest lease of a test
CASES = (  # they mostly wait, so all run at the same time
    ("join", "Faults"),
    ("join", "Together", "Uses.test_another_input", "Tables.test_each_writes_the_whole_table",
     "Tables.test_kills_while_sums_are_left"),
    ("together", "Alone", "Faults.test_killed", "Faults.test_leaving"),
    ("mpi", "Ranks.test_in_a_folder", "Ranks.test_tables_in_a_folder", "Ranks.test_a_job_that_was_killed_goes_on", "Kills"),
)


class OnMounts(ProgramTest):
    def wrapped(self, mounts, program):
        """A script that runs the program in a name space of its own."""
        path = os.path.join(mounts.folder, os.path.basename(program))
        server, *clients = map(shlex.quote, [mounts.server, *mounts.clients])
        self.write(path, f"""#!/bin/sh
client={clients[0]}
[ $(($$ % 2)) = 0 ] || client={clients[1]}
exec unshare -m sh -c 'mount --bind "$0" {server} && cd "$PWD" && exec "$@"' $client {shlex.quote(program)} "$@"
""")
        os.chmod(path, 0o755)
        return path

    def start(self, name, *cases):
        mounts = Mounts(SECONDS)
        self.addCleanup(mounts.end)
        self.assertTrue(mounts.work())
        environment = dict(os.environ, TMPDIR=mounts.server, OMPI_MCA_orte_tmpdir_base="/tmp",
                           TRICORN_RANK=os.environ.get("TRICORN_MPI", ""))
        for program in ("TRICORN_PROGRAM", "TRICORN_MPI"):
            if environment.get(program):
                environment[program] = self.wrapped(mounts, environment[program])
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"test_{name}.py")
        return subprocess.Popen([sys.executable, "-B", script, *cases], env=environment, stderr=subprocess.PIPE,
                                stdout=subprocess.DEVNULL)

    def test_cases(self):
        started = [(cases, self.start(*cases)) for cases in CASES if cases[0] != "mpi" or os.environ.get("TRICORN_MPI")]
        for cases, process in started:
            with self.subTest(cases):
                message = process.communicate()[1]
                self.assertEqual(process.returncode, 0, message.decode())



if __name__ == "__main__":
    if os.geteuid() != 0 or not can_mount():
        print("needs root, and FUSE")
        sys.exit(SKIPPED)
    main()
