"""tricorn-mpi on two hosts, which are name spaces of this machine with names, folders for temporary files and a network
of their own: in memory and in a shared folder, with a link that is down for a while, and with a host that is killed.

Needs root and iproute2; ends with 77 where these are missing.  In place of ssh a script enters the other host.  With
Open MPI, or with MPICH if TRICORN_MPI and TRICORN_MPIEXEC are of MPICH.
"""

import glob
import json
import math
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from program import PATIENCE, SKIPPED, ProgramTest, main, run

MPI, MPIEXEC = os.environ.get("TRICORN_MPI", ""), os.environ.get("TRICORN_MPIEXEC", "mpirun")
HOSTS = {"tricorn-a": "10.99.0.1", "tricorn-b": "10.99.0.2"}
DOWN_SECONDS = 5
CLIQUES, SIZE = 15, 800  # seconds of counting, by an algorithm that is slow for it
TRIANGLES = CLIQUES * math.comb(SIZE, 3)
SLOWLY = ("--algorithm", "cpu-merge-edge", "--threads", "1", "--parts", "200")


class Hosts(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph, self.work = self.path("graph.txt"), self.path("graph.work")
        self.run_done("generate", "windmill", f"cliques={CLIQUES}", f"size={SIZE}", "-o", self.graph, "-q")
        names = self.write("hosts", "".join(f"{address} {name}\n" for name, address in HOSTS.items()))
        self.hosts = {}
        for name in HOSTS:
            enter = f"hostname {name} && mount -t tmpfs t /tmp && mount -t tmpfs t /dev/shm && " \
                    f"mount --bind {names} /etc/hosts && ip link set lo up && echo ready && exec sleep 3600"
            host = subprocess.Popen(["unshare", "--net", "--uts", "--mount", "sh", "-c", enter], stdout=subprocess.PIPE)
            self.addCleanup(self.end, host)
            self.assertEqual(host.stdout.readline(), b"ready\n")
            self.hosts[name] = host
        first, second = (str(host.pid) for host in self.hosts.values())
        self.call("ip", "link", "add", "link0", "netns", first, "type", "veth", "peer", "name", "link0", "netns", second)
        for name, address in HOSTS.items():
            self.inside(name, f"ip address add {address}/24 dev link0 && ip link set link0 up")
        self.agent = self.write("agent", "#!/bin/sh\n[ \"$1\" != -x ] || shift\nhost=$1\nshift\ncase $host in\n" + "".join(
            f"{name}) exec nsenter -t {host.pid} -n -u -m sh -c \"$*\" ;;\n" for name, host in self.hosts.items()) + "esac\n")
        os.chmod(self.agent, 0o755)

    def call(self, *words):
        subprocess.run(words, check=True)

    def inside(self, name, command):
        self.call("nsenter", "-t", str(self.hosts[name].pid), "-n", "-u", "-m", "sh", "-c", command)

    def processes(self, host):
        """Those on a host, but for the one that keeps it."""
        network = os.readlink(f"/proc/{host.pid}/ns/net")
        for path in glob.glob("/proc/[0-9]*/ns/net"):
            process = int(path.split("/")[2])
            try:
                if os.readlink(path) == network and process != host.pid:
                    yield process
            except OSError:
                pass

    def kill(self, host):
        for process in self.processes(host):
            os.kill(process, signal.SIGKILL)

    def end(self, host):
        self.kill(host)
        host.kill()
        host.communicate()

    def start(self, *words):
        if b"HYDRA" in subprocess.run([MPIEXEC, "--version"], stdout=subprocess.PIPE, check=True).stdout:  # MPICH
            how = ["-launcher", "ssh", "-launcher-exec", self.agent, "-hosts", ",".join(HOSTS)]
        else:
            network = next(iter(HOSTS.values())) + "/24"
            how = ["--allow-run-as-root", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", network, "--mca",
                   "oob_tcp_if_include", network, "--mca", "plm_rsh_agent", self.agent, "--host", ",".join(HOSTS)]
        command = [MPIEXEC, *how, "-n", "2", MPI, "count", self.graph, "--json", *SLOWLY, *words]
        return subprocess.Popen([self.agent, next(iter(HOSTS)), shlex.join(command)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, job):
        output, message = job.communicate(timeout=PATIENCE)
        self.assertEqual(job.returncode, 0, message)
        found = json.loads(output)
        self.assertEqual(found["triangles"], TRIANGLES)
        self.assertGreaterEqual(found["workers"], 2)

    def until_counting(self, job, work):
        """Until some parts are done; in memory, for a while."""
        while work and not any(step["step"] == "totals" and step["done"] > 3 for step in self.steps()):
            self.assertIsNone(job.poll(), "it has ended")
            time.sleep(0.1)
        time.sleep(0 if work else 1)

    def steps(self):
        shown = run("info", self.work, "--json")
        return json.loads(shown.stdout)["steps"] if shown.returncode == 0 else []

    def test_link_down(self):
        for work in ((), ("--work", self.work)):
            with self.subTest(work=work):
                job = self.start(*work)
                self.until_counting(job, work)
                self.inside("tricorn-b", "ip link set link0 down")
                time.sleep(DOWN_SECONDS)
                self.inside("tricorn-b", "ip link set link0 up")
                self.finish(job)

    def test_host_killed(self):
        job = self.start("--work", self.work)
        self.until_counting(job, True)
        self.kill(self.hosts["tricorn-b"])
        job.communicate(timeout=PATIENCE)
        self.assertNotEqual(job.returncode, 0)
        self.finish(self.start("--work", self.work))


if __name__ == "__main__":
    if os.geteuid() != 0 or not MPI or not all(map(shutil.which, ("ip", "unshare", "nsenter"))):
        print("needs root, iproute2 and tricorn-mpi")
        raise SystemExit(SKIPPED)
    tempfile.tempdir = "/var/tmp"  # each host has a /tmp of its own
    main()
