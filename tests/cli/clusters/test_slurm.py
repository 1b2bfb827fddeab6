"""The scripts of docs/workers.md on a Slurm of our own, whose three nodes are this machine: an array, its return to the
queue, preemption, scancel, a node that is drained, one that is lost, and ranks of MPI of which one is killed.

Needs root, slurm-wlm and munge; ends with 77 where these are missing.
"""

import contextlib
import glob
import json
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from program import PATIENCE, PROGRAM, ProgramTest, main, run

MPI = os.environ.get("TRICORN_MPI", "")
PAGE = (pathlib.Path(__file__).parents[3] / "docs" / "workers.md").read_text(encoding="utf-8")
SCRIPT = "\n".join(line[4:] for line in re.search(r"^    #!/bin/sh\n(?:    .*\n)+", PAGE, re.M)[0].splitlines()) + "\n"
CLIQUES, SIZE, PARTS = 15, 800, 200  # several seconds of counting, by an algorithm that is slow for it
TRIANGLES = CLIQUES * math.comb(SIZE, 3)
NODES = ("n1", "n2", "n3")
CONFIGURATION = """ClusterName=tricorn
SlurmctldHost=localhost
SlurmUser=root
AuthInfo=socket={folder}/munge,cred_expire=5
StateSaveLocation={folder}
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
ReturnToService=2
KillWait=5
SlurmdTimeout=20
SchedulerParameters=sched_interval=1,requeue_delay=1
PartitionName=usual Nodes=ALL Default=YES PriorityTier=1
PartitionName=urgent Nodes=ALL PriorityTier=2 PreemptMode=OFF
SlurmctldPort={port}
"""


def free_port():
    with socket.socket() as bound:
        bound.bind(("localhost", 0))
        return bound.getsockname()[1]


class Slurm(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.at = tempfile.mkdtemp(prefix="tricorn-slurm-")
        os.chmod(cls.at, 0o755)  # munge wants that
        lines = CONFIGURATION.format(folder=cls.at, port=free_port())
        for node in NODES:
            lines += f"NodeName={node} NodeHostname=localhost Port={free_port()} CPUs=2\n"
            os.mkdir(f"{cls.at}/{node}")
        pathlib.Path(cls.at, "slurm.conf").write_text(lines, encoding="ascii")
        pathlib.Path(cls.at, "key").write_bytes(os.urandom(1024))
        os.chmod(f"{cls.at}/key", 0o400)
        os.environ["SLURM_CONF"] = f"{cls.at}/slurm.conf"
        cls.call("munged", "-f", "-S", f"{cls.at}/munge", *(f"--{name}={cls.at}/{file}" for name, file in (
            ("key-file", "key"), ("pid-file", "munged.pid"), ("log-file", "munged.log"), ("seed-file", "seed"))))
        cls.call("slurmctld", "-i")
        for node in NODES:
            cls.call("slurmd", "-N", node)
        cls.until(lambda: cls.call("sinfo", "-h", "-p", "usual", "-o", "%D %t") == "3 idle\n")

    @classmethod
    def tearDownClass(cls):
        cls.call("scancel", "-u", "root")
        for name in (*NODES, "slurmctld", "munged"):
            os.kill(int(pathlib.Path(cls.at, f"{name}.pid").read_text(encoding="ascii")), signal.SIGTERM)
        time.sleep(1)
        shutil.rmtree(cls.at, ignore_errors=True)

    @staticmethod
    def call(*words):
        return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout

    @staticmethod
    def until(ready):
        deadline = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < deadline, "waited in vain"
            time.sleep(0.1)

    def setUp(self):
        super().setUp()
        self.graph, self.work = self.path("graph.txt"), self.path("graph.work")
        self.run_done("generate", "windmill", f"cliques={CLIQUES}", f"size={SIZE}", "-o", self.graph, "-q")

    def submit(self, tasks):
        """The script of the page, with fewer and smaller tasks."""
        changes = (("--array=0-63", f"--array=0-{tasks - 1}"), ("--cpus-per-task=16", "--cpus-per-task=1"),
                   ("/shared/graph.txt", self.graph), ("/shared/graph.work", self.work),
                   ("\ntricorn count", f"\n{PROGRAM} count"), ("--parts 1024", f"--parts {PARTS} --algorithm cpu-merge-edge"))
        script = SCRIPT
        for old, new in changes:
            script = script.replace(old, new)
        return self.call("sbatch", "--parsable", "-o", self.path("out-%a"), self.write("job.sh", script)).strip()

    def states(self, job):
        """Of its tasks: {number: (state, how often it came back)}."""
        shown = self.call("scontrol", "show", "job", job)
        return {int(task): (state, int(back)) for task, state, back in re.findall(
            r"ArrayTaskId=(\d+)\s.*?JobState=(\w+).*?Restarts=(\d+)", shown, re.S)}

    def until_counting(self):
        self.until(lambda: sum(step["done"] for step in self.steps() if step["step"] == "totals") > 3)

    def steps(self):
        shown = run("info", self.work, "--json")
        return json.loads(shown.stdout)["steps"] if shown.returncode == 0 else []

    def finish(self, job, ended=()):
        """Waits for the tasks; all but those in `ended` have told the count."""
        self.until(lambda: not self.call("squeue", "-h", "-j", job).strip())
        for task, (state, _) in self.states(job).items():
            if task not in ended:
                self.assertEqual(state, "COMPLETED")
                told = pathlib.Path(self.path(f"out-{task}")).read_text(encoding="utf-8")
                self.assertEqual(re.findall(r'"triangles": (\d+)', told), [str(TRIANGLES)], told)

    def test_array(self):
        self.finish(self.submit(5))

    def test_time_is_over(self):
        """Slurm tells the script so by SIGUSR1; the task comes back, and goes on."""
        job = self.submit(2)
        self.until_counting()
        self.call("scancel", "--batch", "--signal=USR1", f"{job}_0")
        self.finish(job)
        self.assertEqual({task: back for task, (_, back) in self.states(job).items()}, {0: 1, 1: 0})

    def test_preempted(self):
        job = self.submit(3)
        self.until_counting()
        self.call("srun", "-p", "urgent", "-N", "3", "--exclusive", "sleep", "1")
        self.finish(job)
        self.assertTrue(all(back == 1 for _, back in self.states(job).values()))

    def test_cancelled(self):
        job = self.submit(3)
        self.until_counting()
        self.call("scancel", f"{job}_1")
        self.finish(job, ended={1})
        self.assertEqual(self.states(job)[1], ("CANCELLED", 0))

    def test_drained(self):
        job = self.submit(4)
        self.until_counting()
        self.call("scontrol", "update", "NodeName=n1", "State=DRAIN", "Reason=test")
        self.addCleanup(self.call, "scontrol", "update", "NodeName=n1", "State=RESUME")
        self.finish(job)

    @classmethod
    def lose(cls, node):
        """Kills the node's slurmd, those that watch its tasks, and the tasks."""
        parents, own = {}, []
        for path in glob.glob("/proc/[0-9]*"):
            try:
                parent = pathlib.Path(path, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
                about = pathlib.Path(path, "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            parents[path.split("/")[2]] = parent
            if f"SLURMD_NODENAME={node}".encode() in about and f"SLURM_CONF={cls.at}/slurm.conf".encode() in about:
                own.append(path.split("/")[2])
        watching = {parents[task] for task in own} - set(own)
        slurmd = pathlib.Path(cls.at, f"{node}.pid").read_text(encoding="ascii").strip()
        for process in (slurmd, *watching, *own):
            os.kill(int(process), signal.SIGKILL)

    def test_node_lost(self):
        """Slurm notices after SlurmdTimeout, and queues the task again; another node goes on."""
        job = self.submit(2)
        self.until_counting()
        shown = self.call("scontrol", "show", "job", job)
        node = re.search(r"ArrayTaskId=0\s.*?BatchHost=(\w+)", shown, re.S)[1]
        self.addCleanup(self.until, lambda: self.call("sinfo", "-h", "-n", node, "-o", "%t") == "idle\n")
        self.addCleanup(self.call, "slurmd", "-N", node)
        self.lose(node)
        self.finish(job)
        self.assertEqual(self.states(job)[0], ("COMPLETED", 1))

    def ranks(self, *words):
        """On one node, because PMIx wants a folder for temporary files for each."""
        return subprocess.Popen(["srun", "--mpi=pmix", "--kill-on-bad-exit=1", "-n", "2", "-N", "1", MPI, "count", self.graph,
                                 "--json", "--algorithm", "cpu-merge-edge", "--work", self.work, *words],
                                env=dict(os.environ, TRICORN_WORKERS="ranks"),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_ranks(self):
        """One that is killed ends the job at once; the same command goes on."""
        if not MPI:
            self.skipTest("no MPI")
        killed = self.ranks("--parts", str(PARTS))
        self.until_counting()
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # of those that end meanwhile
                if pathlib.Path(path).read_bytes().startswith(f"{MPI}\0count\0{self.graph}\0".encode()):
                    os.kill(int(path.split("/")[2]), signal.SIGKILL)
                    break
        self.assertNotEqual(killed.wait(timeout=30), 0)
        killed.communicate()
        output, message = self.ranks().communicate(timeout=PATIENCE)
        self.assertEqual(json.loads(output or b"{}").get("triangles"), TRIANGLES, message)


if __name__ == "__main__":
    if os.geteuid() != 0 or not all(map(shutil.which, ("sbatch", "slurmctld", "slurmd", "munged"))):
        print("needs root, slurm-wlm and munge")
        raise SystemExit(77)
    main()
