"""Processes of two machines that share a work folder on NFS 4.2, mounted with the usual options: virtual machines, of
which one exports ext4 and two count.  Many start together, prepare a graph together, and are killed; every count is exact.

Needs Debian's qemu-system-x86, linux-image-amd64, nfs-kernel-server, busybox-static, e2fsprogs and kmod, but not root;
ends with 77 where these are missing.  With /dev/kvm it takes minutes.  TRICORN_STARTS, TRICORN_PREPARATIONS and
TRICORN_KILLS say how often (standard: a few); TRICORN_SEED draws other moments.
"""

import concurrent.futures
import glob
import json
import math
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import tempfile
import time

from program import PATIENCE, PROGRAM, SKIPPED, ProgramTest, main, run

STARTS, PREPARATIONS, KILLS = (int(os.environ.get(f"TRICORN_{name}", few)) for name, few in (
    ("STARTS", "8"), ("PREPARATIONS", "4"), ("KILLS", "8")))
SEED = int(os.environ.get("TRICORN_SEED", "42"))
LEASE = 15  # seconds; a client keeps attributes for at least 3 s, those of a folder for 30
CLIQUES, SIZE = (300, 1200), 40  # copies of K_40 that share a vertex
LARGE = ("kronecker", "scale=17", "edge_factor=16")
SOON = 15  # seconds within which a virtual machine prints
AT_ONCE = {"kvm": 8, "tcg": 2}  # trials with kills, which wait for the end of a lease

SERVER_PROGRAMS = ("/usr/sbin/exportfs", "/usr/sbin/rpc.mountd", "/usr/sbin/rpc.nfsd")
MODULES = ("virtio_pci", "virtio_net", "virtio_blk", "nfsd", "nfsv4")
KERNELS = [path for path in sorted(glob.glob("/boot/vmlinuz-*"), key=os.path.getmtime)
           if os.access(path, os.R_OK) and os.path.exists(path.replace("/boot/vmlinuz-", "/lib/modules/"))]

# The first process of a guest.  Its second network card leads to the server, whose third one leads to the second client;
# by the first one the host sends commands to a shell.
INIT = """#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev; mount -t tmpfs none /tmp
for module in $(cat /modules); do insmod $module 2> /dev/null; done
guest=$(sed 's/.*guest=\\([0-9]\\).*/\\1/' /proc/cmdline)
hostname guest$guest
ip link set lo up
for card in eth0 eth1 eth2; do ip link set $card up; done 2> /dev/null
ip address add 10.0.2.15/24 dev eth0
if [ $guest = 0 ]; then
    ip address add 10.1.1.1/24 dev eth1; ip address add 10.1.2.1/24 dev eth2
    mount -t ext4 /dev/vda /export; mount -t nfsd nfsd /proc/fs/nfsd
    mkdir -p /var/lib/nfs/v4recovery /run; touch /var/lib/nfs/etab /var/lib/nfs/rmtab
    echo "/export *(rw,no_root_squash,no_subtree_check,fsid=0)" > /etc/exports; echo "nfs 2049/tcp" > /etc/services
    exportfs -a; rpc.mountd -N 3; echo 10 > /proc/fs/nfsd/nfsv4gracetime; rpc.nfsd -N 3 8; echo Y > /proc/fs/nfsd/v4_end_grace
else
    ip address add 10.1.$guest.2/24 dev eth1
    until mount -t nfs4 -o vers=4.2,addr=10.1.$guest.1,clientaddr=10.1.$guest.2 10.1.$guest.1:/ /n; do sleep 1; done
fi
nc -ll -p 1 -e /bin/sh
"""


def call(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


class Guests:
    """Machine 0 is the server."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="tricorn-nfs-")
        self.guests, self.ports, self.accelerator = [], [], ""

    def path(self, name):
        return os.path.join(self.folder, name)

    def make_system(self):
        root = pathlib.Path(self.path("root"))
        for name in ("bin", "proc", "sys", "dev", "tmp", "n", "export", "etc"):
            (root / name).mkdir(parents=True)
        kernel = KERNELS[-1].replace("/boot/vmlinuz-", "")
        modules = [line.split()[1] for module in MODULES for line in
                   call("/sbin/modprobe", "-S", kernel, "--show-depends", module).splitlines() if line.startswith("insmod")]
        files = [*modules, *SERVER_PROGRAMS]
        for program in (PROGRAM, *SERVER_PROGRAMS):
            files += re.findall(r"(/\S+) \(0x", call("ldd", program))
        for path in dict.fromkeys(files):
            to = root / path.lstrip("/")
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
        for path in SERVER_PROGRAMS:
            (root / "bin" / os.path.basename(path)).symlink_to(path)
        shutil.copy(shutil.which("busybox"), root / "bin")
        shutil.copy(PROGRAM, root / "bin" / "tricorn")
        (root / "modules").write_text("\n".join(dict.fromkeys(modules)), encoding="ascii")
        (root / "init").write_text(INIT, encoding="ascii")
        os.chmod(root / "init", 0o755)
        with open(self.path("system"), "wb") as system:
            subprocess.run("find . | busybox cpio -o -H newc", shell=True, cwd=root, stdout=system,
                           stderr=subprocess.DEVNULL, check=True)
        with open(self.path("disk"), "wb") as disk:
            disk.truncate(8 << 30)
        call("/sbin/mke2fs", "-q", "-t", "ext4", self.path("disk"))

    def start(self, guest, accelerator):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.ports.append(free.getsockname()[1])
        links = [("on", f"link{client}") for client in (1, 2)] if guest == 0 else [("off", f"link{guest}")]
        cards = [f"user,hostfwd=tcp:127.0.0.1:{self.ports[-1]}-:1"]
        cards += [f"stream,server={server},addr.type=unix,addr.path={self.path(link)}" for server, link in links]
        words = ["qemu-system-x86_64", "-accel", accelerator, "-cpu", "host" if accelerator == "kvm" else "max",
                 "-m", "1536", "-display", "none", "-no-reboot", "-serial", "file:" + self.path(f"console{guest}"), "-kernel", KERNELS[-1], "-initrd", self.path("system"),
                 "-append", f"console=ttyS0 panic=-1 no_timer_check guest={guest}"]
        for number, card in enumerate(cards):
            kind, options = card.split(",", 1)
            words += ["-netdev", f"{kind},id=card{number},{options}", "-device",
                      f"virtio-net-pci,netdev=card{number},romfile=,mac=52:54:00:00:{guest:02}:{number:02}"]
        if guest == 0:
            words += ["-drive", f"file={self.path('disk')},if=virtio,format=raw,cache=unsafe"]
        self.guests.append(subprocess.Popen(words, stdin=subprocess.DEVNULL))

    def start_server(self):
        """Starts the server by KVM if the machine has it and the server boots, else by TCG; returns which of them."""
        for accelerator in ["kvm"] * os.access("/dev/kvm", os.R_OK | os.W_OK) + ["tcg"]:
            self.start(0, accelerator)
            deadline = time.monotonic() + SOON
            while time.monotonic() < deadline:
                time.sleep(0.1)
                if os.path.exists(self.path("console0")) and os.path.getsize(self.path("console0")) > 0:
                    return accelerator
            self.stop()
        raise AssertionError("no virtual machine starts")

    def begin(self):
        self.make_system()
        self.accelerator = self.start_server()
        for guest in (1, 2):
            self.start(guest, self.accelerator)
        for guest in (1, 2):  # a client has a shell once it has mounted the folder
            self.shell(guest, "")

    def shell(self, guest, script):
        """What the script prints that a guest runs.  A guest that does not answer yet, or is asked by many, is asked
        again."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", self.ports[guest]), timeout=PATIENCE) as at:
                    at.sendall(f"echo begun\n{script}\n".encode())
                    at.shutdown(socket.SHUT_WR)
                    told = b"".join(iter(lambda: at.recv(1 << 16), b"")).decode()
                    if told:
                        return told.removeprefix("begun\n")
            except ConnectionError:
                pass
            time.sleep(0.2)
        with open(self.path(f"console{guest}"), encoding="utf-8", errors="replace") as console:
            raise AssertionError("a guest does not answer: " + console.read()[-2000:])

    def stop(self):
        while self.guests:
            guest = self.guests.pop()
            guest.kill()
            guest.wait()
            self.ports.pop()

    def end(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Nfs(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.guests = Guests()
        cls.addClassCleanup(cls.guests.end)
        cls.guests.begin()
        cls.graphs = {}
        for cliques in CLIQUES:
            cls.make(f"/n/{cliques}.txt", "windmill", f"cliques={cliques}", f"size={SIZE}")
            cls.graphs[f"/n/{cliques}.txt"] = cliques * math.comb(SIZE, 3)

    @classmethod
    def make(cls, path, *model):
        cls.guests.shell(1, f"tricorn generate {' '.join(model)} -q -o {path}")

    def setUp(self):
        super().setUp()
        self.random = random.Random(f"{SEED} {self.id()}")

    @classmethod
    def large(cls):
        """A graph whose rows several processes write."""
        if "/n/large.txt" not in cls.graphs:
            cls.make("/n/large.txt", *LARGE)
            path = cls.guests.path("large.txt")
            run("generate", *LARGE, "-q", "-o", path)
            cls.graphs["/n/large.txt"] = json.loads(run("count", path, "-q", "--json").stdout)["triangles"]
        return "/n/large.txt"

    def start(self, guest, path, work, count, delays=()):
        """Starts as many processes on a guest, and returns what they print, a line each, once all have ended."""
        one = f"tricorn count {path} --work /n/{work} --join --json --quiet --threads 1 --lease {LEASE} < /dev/null 2>&1"
        begin = "".join(f"sleep {delay:.2f}; {one} & echo process $!\n" for delay in (*delays, *[0] * (count - len(delays))))
        return self.guests.shell(guest, begin + "wait")

    def check(self, outputs, path, killed=0):
        """All processes that were not killed have told the count."""
        found = [json.loads(line)["triangles"] for output in outputs for line in output.splitlines() if line.startswith("{")]
        others = [line for output in outputs for line in output.splitlines() if not line.startswith(("{", "process "))]
        started = sum(output.count("process ") for output in outputs)
        self.assertEqual((set(found), len(found), others), ({self.graphs[path]}, started - killed, []), outputs)

    def together(self, path, work, counts, delays=((), ())):
        """Starts processes on both guests at the same time."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            outputs = list(pool.map(lambda guest: self.start(guest, path, work, counts[guest - 1], delays[guest - 1]), (1, 2)))
        self.guests.shell(0, f"rm -r /export/{work}")
        return outputs

    def test_clients_keep_names(self):
        """As is usual for NFS, so that the other tests can fail."""
        mounts = self.guests.shell(1, "cat /proc/mounts")
        self.assertRegex(mounts, r" /n nfs4 rw,\S*vers=4\.2,rsize=\d+,wsize=\d+,namlen=255,hard,proto=tcp")
        self.assertNotRegex(mounts, "lookupcache|noac|sync")
        self.assertIn("absent", self.guests.shell(2, "ls -l /n; test -e /n/name || echo absent"))
        self.guests.shell(1, "touch /n/name")
        self.assertIn("absent", self.guests.shell(2, "test -e /n/name || echo absent"))

    def test_starts(self):
        for trial in range(STARTS):
            path = self.random.choice([path for path in self.graphs if "large" not in path])
            counts = self.random.randrange(1, 4), self.random.randrange(1, 4)
            delays = [[0.5 * self.random.random()] if self.random.random() < 0.3 else [] for _ in counts]
            with self.subTest(trial=trial, counts=counts, delays=delays):
                self.check(self.together(path, f"start{trial}", counts, delays), path)

    def test_preparations(self):
        path = self.large()
        for trial in range(PREPARATIONS):
            with self.subTest(trial=trial):
                self.check(self.together(path, f"prepared{trial}", (2, 2)), path)

    def kill(self, trial, moment, guest):
        """Kills one of three processes."""
        path = self.large()
        work = f"killed-{trial}-"
        with concurrent.futures.ThreadPoolExecutor() as pool:
            outputs = pool.submit(self.together, path, work, (2, 1))
            time.sleep(moment)
            killed = self.guests.shell(guest, f"for p in $(pidof tricorn); do grep -q {work} /proc/$p/cmdline && "
                                              "kill -9 $p && echo killed && break; done")
            return outputs.result(), killed.count("killed")

    def test_kills(self):
        path = self.large()
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE[self.guests.accelerator]) as pool:
            trials = [pool.submit(self.kill, trial, 8 * self.random.random(), self.random.choice((1, 2)))
                      for trial in range(KILLS)]
            killed = 0
            for number, trial in enumerate(trials):
                with self.subTest(trial=number):
                    outputs, count = trial.result()
                    killed += count
                    self.check([line.replace("Killed\n", "") for line in outputs], path, count)
        self.assertGreater(killed, KILLS / 4)


if __name__ == "__main__":
    PROGRAMS = ("qemu-system-x86_64", "busybox", *SERVER_PROGRAMS, "/sbin/mke2fs", "/sbin/modprobe")
    if not KERNELS or not all(map(shutil.which, PROGRAMS)):
        print("needs Debian's qemu-system-x86, linux-image-amd64, nfs-kernel-server, busybox-static, e2fsprogs and kmod")
        raise SystemExit(SKIPPED)
    main()
