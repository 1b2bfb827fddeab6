"""Runs commands in a memory cgroup, v1 or v2, and tells what they used.

    with Group(64 << 20) as group:
        ran = group.run(["program", "argument"])
        print(ran.seconds, ran.read_bytes, group.peak_bytes(), group.was_killed())

A memory cgroup charges what its processes allocate and the pages of files that they brought into
the page cache.  So a program cannot keep a file in "free" memory beyond the limit.  Bytes read and
written are those of /proc/PID/io: what went to storage for the process and all children that it
waited for.  (The blkio counters of v1 give buffered writes to the root group.)
"""

import contextlib
import dataclasses
import itertools
import os
import selectors
import signal
import subprocess
import time

KEPT_OUTPUT = 1 << 20  # bytes of each stream, the last ones
PATIENCE = 10  # seconds until processes that were killed must be gone
NAMES = itertools.count()


class Unavailable(Exception):
    """No memory cgroup can be made here; the text says why."""


@dataclasses.dataclass
class Ran:
    """One command, with all children that it waited for."""

    seconds: float
    cpu_seconds: float
    resident_bytes: int  # of its largest process; at least the size of the caller, which forked it
    read_bytes: int  # from storage
    written_bytes: int  # to storage, also what was removed before it got there
    returncode: int  # negative: the signal
    timed_out: bool
    stdout: str
    stderr: str


# ---- cgroups ----


@dataclasses.dataclass
class Version:
    """The files of a version of cgroups.  Limits are written in this order; None: the limit.  The
    optional ones concern swap, which a machine may be without."""

    kind: str  # of the file system
    limits: tuple
    optional_limits: tuple
    peak: str
    events: str
    empty: str  # writing to it drops the group's pages of files

    def enable(self, parent):
        """v2 passes a controller on to children only where the parent says so."""
        switch = "cgroup.subtree_control"
        if self.kind == "cgroup2" and "memory" not in read(parent, switch).split():
            write(parent, switch, "+memory")


VERSIONS = (
    Version("cgroup", (("memory.limit_in_bytes", None),),
            (("memory.memsw.limit_in_bytes", None), ("memory.swappiness", 0)),
            "memory.max_usage_in_bytes", "memory.oom_control", "memory.force_empty"),
    Version("cgroup2", (("memory.max", None),), (("memory.swap.max", 0),),
            "memory.peak", "memory.events", "memory.reclaim"),
)


def read(folder, name):
    with open(os.path.join(folder, name), encoding="ascii") as file:
        return file.read()


def write(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="ascii") as file:
        file.write(str(value))


def find_parents():
    """(version, folder) in which a group may be made: the top, and the group of this process."""
    own = {}
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        for line in file:
            _, controllers, path = line.rstrip("\n").split(":", 2)
            own["cgroup" if "memory" in controllers.split(",") else controllers] = path
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        mounts = [line.split() for line in file]
    for version in VERSIONS:
        for fields in mounts:
            kind, options = fields[fields.index("-") + 1], fields[-1].split(",")
            if kind != version.kind or (kind == "cgroup" and "memory" not in options):
                continue
            yield version, fields[4]
            path = own.get("cgroup" if kind == "cgroup" else "", "/").lstrip("/")
            if path and not path.startswith(".."):
                yield version, os.path.join(fields[4], path)


class Group:
    """A memory cgroup for one measurement: its peak begins at 0, it ends with all its processes."""

    def __init__(self, limit_bytes, parent=None):
        self.limit_bytes = limit_bytes
        parents = list(find_parents())
        if parent:
            version = VERSIONS[os.path.exists(os.path.join(parent, "cgroup.controllers"))]
            parents = [(version, parent)]
        failures = []
        for self.version, folder in parents:
            self.folder = os.path.join(folder, f"tricorn-{os.getpid()}-{next(NAMES)}")
            try:
                self.make(folder)
                return
            except OSError as error:
                failures.append(str(error))
                with contextlib.suppress(OSError):
                    os.rmdir(self.folder)
        raise Unavailable("; ".join(failures) or "no memory cgroups are mounted")

    def make(self, parent):
        self.version.enable(parent)
        os.mkdir(self.folder)
        for name, value in self.version.limits:
            write(self.folder, name, self.limit_bytes if value is None else value)
        for name, value in self.version.optional_limits:
            if os.path.exists(os.path.join(self.folder, name)):
                write(self.folder, name, self.limit_bytes if value is None else value)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        with contextlib.suppress(OSError):  # a removed group would keep its pages
            write(self.folder, self.version.empty, self.limit_bytes)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                os.rmdir(self.folder)
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def peak_bytes(self):
        """The most memory at one time; None where the kernel does not tell."""
        try:
            return int(read(self.folder, self.version.peak))
        except OSError:
            return None

    def was_killed(self):
        """Whether the kernel killed a process of the group for its memory."""
        words = [line.split() for line in read(self.folder, self.version.events).splitlines()]
        return any(key == "oom_kill" and int(value) > 0 for key, value in words)

    def processes(self):
        """Those that can be named here: 0 stands for one of another namespace."""
        listed = (int(word) for word in read(self.folder, "cgroup.procs").split())
        return [process for process in listed if process > 0]

    def kill(self, leader=None):
        """Ends all processes of the group.  The leader may stay listed until it is waited for."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            left = self.processes()
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            if not set(left) - {leader}:
                return
            time.sleep(0.001)

    # ---- one command ----

    def enter(self):
        """In the child, before it becomes the program: 0 stands for the writer."""
        write(self.folder, "cgroup.procs", 0)

    def run(self, words, folder=None, environment=None, timeout=None):
        """Runs the command to its end; processes that it leaves behind are killed."""
        begun = time.perf_counter()
        with subprocess.Popen(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=self.enter, start_new_session=True) as process:
            try:
                timed_out, streams = self.wait(process, timeout)
                seconds = time.perf_counter() - begun
                self.kill(process.pid)
                for file, kept in streams.items():
                    keep(kept, file.read())
            except BaseException:
                self.kill(process.pid)
                raise
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
            moved = read_io(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        out, error = (bytes(kept).decode(errors="replace") for kept in streams.values())
        return Ran(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10,
                   moved.get("read_bytes"), moved.get("write_bytes"), process.returncode, timed_out,
                   out, error)

    def wait(self, process, timeout):
        """Until the process ends, or is killed after the timeout: whether it was, and the last
        output of each stream."""
        streams = {process.stdout: bytearray(), process.stderr: bytearray()}
        deadline = None if timeout is None else time.monotonic() + timeout
        timed_out = False
        ended = os.pidfd_open(process.pid)
        try:
            with selectors.DefaultSelector() as selector:
                for file in (*streams, ended):
                    selector.register(file, selectors.EVENT_READ)
                while True:
                    left = None if deadline is None else max(0, deadline - time.monotonic())
                    ready = [key.fileobj for key, _ in selector.select(left)]
                    for file in streams.keys() & set(ready):
                        if not keep(streams[file], os.read(file.fileno(), 1 << 16)):
                            selector.unregister(file)
                    if ended in ready:
                        return timed_out, streams
                    if not ready:
                        timed_out, deadline = True, None
                        self.kill(process.pid)
        finally:
            os.close(ended)


def keep(kept, data):
    """Appends to the last output; whether there was any."""
    kept += data
    del kept[:-KEPT_OUTPUT]
    return bool(data)


def read_io(process):
    """The counters of a process that ended and was not waited for."""
    try:
        lines = read(f"/proc/{process}", "io").splitlines()
    except OSError:
        return {}
    return {key: int(value) for key, value in (line.split(": ") for line in lines)}


# ---- the page cache ----


def drop_from_cache(*paths):
    """Writes files, and those of folders, to storage and drops their pages from the page cache."""
    for path in paths:
        inside = (os.path.join(folder, name) for folder, _, names in os.walk(path)
                  for name in names)
        for name in [path] if os.path.isfile(path) else inside:
            with contextlib.suppress(OSError):
                file = os.open(name, os.O_RDONLY)
                try:
                    os.fsync(file)
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                finally:
                    os.close(file)
