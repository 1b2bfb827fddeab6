"""Folders and files in which somebody else may write.  Whatever is in a work folder, in the place of
an output or of an input, and whatever the system limits: the answer is right or the file is refused by
name, within the time; nothing outside of the folder changes, and nothing of other people is removed.

TRICORN_FOLDER_CASES=10000 changes as many folders; TRICORN_FOLDER_SEED begins elsewhere.
"""

import contextlib
import ctypes
import ctypes.util
import glob
import itertools
import json
import math
import os
import random
import resource
import shutil
import socket
import stat
import subprocess
import tempfile
import threading
import unittest

from program import (BAD_INPUT, DIAMOND, DONE, FAILED, PROGRAM, SANITIZED, USAGE, ProgramTest, default_signals,
                     main, memory_option)

SECONDS = 30  # until a run counts as hung; with sanitizers runs are slower
CASES = int(os.environ.get("TRICORN_FOLDER_CASES", "50" if SANITIZED else "160"))
SEED = int(os.environ.get("TRICORN_FOLDER_SEED", "1"))

# 40 copies of K_20 that share a vertex.
CLIQUES, SIZE = 40, 20
TRIANGLES = CLIQUES * math.comb(SIZE, 3)
HOSTILE = (0, 1, 2, 3, 63, 255, 2**16, 2**31 - 1, 2**32 - 1, 2**32, 2**40, 2**61, 2**63, 2**64 - 1)


def run(*arguments, limits=(), closed=(), **options):
    """Runs the program with limits of the system, and without some standard descriptors."""
    def prepare():
        default_signals()
        for name, value in limits:
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))
        for descriptor in closed:
            os.close(descriptor)
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=SECONDS, check=False,
                          preexec_fn=prepare, **{"stdin": subprocess.DEVNULL, **options})


def snapshot(folder):
    """What is in the folder, down to the bytes, but for the numbers of links."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            info = os.lstat(path)
            content = None
            if stat.S_ISREG(info.st_mode) and info.st_size < 1 << 24:
                with open(path, "rb") as file:
                    content = file.read()
            found[path] = (info.st_mode, info.st_size, info.st_mtime_ns, content)
    return found


class FolderTest(ProgramTest):
    def check_message(self, result, *words):
        """One line that has one of the words."""
        message = result.stderr.decode()
        self.assertEqual((message.count("\n"), message[-1:]), (1, "\n"), message)
        self.assertTrue(not words or any(word in message for word in words), message)

    def check_refused(self, result, *words):
        self.assertIn(result.returncode, (FAILED, BAD_INPUT), result.stderr)
        self.check_message(result, *words)


# ---- changes ----


def replace_by(make):
    """A change that removes the file or folder and makes something else there."""
    def change(dice, path, outside):
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        make(path, outside)
    return change


def move_out(make):
    """A change that moves it out of the folder and makes a link to it."""
    def change(dice, path, outside):
        moved = os.path.join(outside, "moved")
        os.rename(path, moved)
        make(moved, path)
    return change


def make_socket(path, _outside):
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as made, in_folder(os.path.dirname(path)):
        made.bind(os.path.basename(path))  # a whole path may be too long


@contextlib.contextmanager
def in_folder(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def make_folder(path, _outside):
    os.mkdir(path)
    with open(os.path.join(path, "theirs"), "wb") as file:
        file.write(b"precious")


def rewrite(edit):
    """A change of the bytes of a file."""
    def change(dice, path, outside):
        with open(path, "rb") as file:
            content = bytearray(file.read())
        edit(dice, content)
        with open(path, "wb") as file:
            file.write(content)
    return change


def flip(dice, content):
    if content:
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)


def cut(dice, content):
    del content[dice.randrange(len(content) + 1):]


def put_number(dice, content):
    """A number where the file may have one."""
    if len(content) < 8:
        return
    size = dice.choice((4, 8))
    place = dice.choice((dice.randrange(0, min(len(content), 512) - size + 1, 4),
                         dice.randrange(0, len(content) - size + 1, 4)))
    number = dice.choice((dice.choice(HOSTILE), dice.randrange(2**16),
                          int.from_bytes(content[place:place + size], "little") + dice.choice((-1, 1))))
    content[place:place + size] = (number % 2 ** (8 * size)).to_bytes(size, "little")


def forge(dice, content):
    """Numbers, and the checksum with which the file ends."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        put_number(dice, content)
    if len(content) >= 8:
        content[-8:] = checksum(bytes(content[:-8])).to_bytes(8, "little")


XXHASH = ctypes.util.find_library("xxhash")


def checksum(content):
    library = ctypes.CDLL(XXHASH)
    library.XXH3_64bits.restype = ctypes.c_uint64
    library.XXH3_64bits.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
    return library.XXH3_64bits(content, len(content))


def grow(size):
    return lambda dice, path, outside: os.truncate(path, size)


CHANGES = {
    "a link to itself, moved": move_out(os.symlink),
    "a link to nothing": replace_by(lambda path, outside: os.symlink(os.path.join(outside, "new"), path)),
    "a link to /etc/passwd": replace_by(lambda path, _: os.symlink("/etc/passwd", path)),
    "a link to /dev/full": replace_by(lambda path, _: os.symlink("/dev/full", path)),
    "a link to the link": replace_by(lambda path, _: os.symlink(os.path.basename(path), path)),
    "a second name of itself": move_out(os.link),
    "a second name of a file": replace_by(
        lambda path, outside: os.link(os.path.join(outside, "precious"), path)),
    "a pipe": replace_by(lambda path, _: os.mkfifo(path)),
    "a socket": replace_by(make_socket),
    "a folder": replace_by(make_folder),
    "nothing": replace_by(lambda path, _: None),
    "an empty file": grow(0),
    "a terabyte behind it": grow(1 << 40),
    "a byte behind it": rewrite(lambda _, content: content.append(0)),
    "other bits": rewrite(flip),
    "less of it": rewrite(cut),
    "noise": rewrite(lambda dice, content: content.__setitem__(slice(None), dice.randbytes(4096))),
    "another number": rewrite(put_number),
    "a forged number": rewrite(forge),
    "a time to come": lambda dice, path, outside: os.utime(path, (4e9, 4e9)),
}
# Who writes checksums, too, is believed where the numbers agree with each other.
FORGED = "a forged number"
FOLDER_CHANGES = ("a link to itself, moved", "a link to nothing", "a link to the link", "a pipe", "a socket",
                  "nothing", "a time to come")


# ---- work folders ----


class Work(FolderTest):
    """Work folders in each of their stages, made once and changed again and again."""

    @classmethod
    def setUpClass(cls):
        kept = tempfile.TemporaryDirectory(prefix="tricorn-cli-")
        cls.addClassCleanup(kept.cleanup)
        cls.kept = kept.name
        cls.graph = os.path.join(cls.kept, "graph.txt")
        run("generate", "windmill", f"cliques={CLIQUES}", f"size={SIZE}", "-o", cls.graph)
        cls.words = cls.rename("words", "v{}")
        cls.wide = cls.rename("wide", "{}0000000000")
        cls.stages = {"whole": ("count", cls.graph, "--json"),
                      "read": ("count", cls.graph, "--json"),
                      "words": ("vertex", cls.words, "--to", "tsv"),
                      "wide": ("vertex", cls.wide, "--to", "tsv"),
                      "joined": ("count", cls.graph, "--json", "--join", "--lease", "1"),
                      "sums": ("edge", cls.graph, "--to", "tsv", "--join", "--lease", "1"),
                      "shared": ("count", cls.graph, "--json", "--join", "--lease", "1")}
        for stage in cls.stages:
            cls.make(stage)

    @classmethod
    def rename(cls, name, form):
        """The graph with other ids."""
        path = os.path.join(cls.kept, name + ".txt")
        with open(cls.graph, encoding="ascii") as file, open(path, "w", encoding="ascii") as renamed:
            renamed.writelines(" ".join(map(form.format, line.split())) + "\n" for line in file)
        return path

    @classmethod
    def make(cls, stage):
        """`read` and `shared`: a folder where the last step wants a file stops it."""
        work = os.path.join(cls.kept, stage)
        stops = {"read": "tricorn-rows", "shared": "tricorn-new"}.get(stage)
        if stops:
            os.makedirs(os.path.join(work, stops))
        result = cls.call(stage, work)
        assert (result.returncode == DONE) != bool(stops), result.stderr
        if stops:
            assert stops.encode() in result.stderr, result.stderr
            os.rmdir(os.path.join(work, stops))

    @classmethod
    def call(cls, stage, work):
        return run(*cls.stages[stage], "--work", work, "--quiet", *memory_option(64), "--threads", "2")

    def check_answer(self, stage, output):
        if "--json" in self.stages[stage]:
            self.assertEqual(json.loads(output)["triangles"], TRIANGLES)
        else:
            rows = [line.split(b"\t") for line in output.splitlines()[1:]]
            self.assertEqual(sum(int(row[-1]) for row in rows), 3 * TRIANGLES)

    def prepare(self, stage):
        """A copy of the folder, with what is not tricorn's in it and beside it."""
        shutil.rmtree(self.folder)
        work, outside = self.path("work"), self.path("outside")
        shutil.copytree(os.path.join(self.kept, stage), work)
        os.mkdir(outside)
        self.write("outside/precious", b"precious")
        for folder in (work, *glob.glob(work + "/tricorn-*/"), *glob.glob(work + "/tricorn-*/rows-0/")):
            make_folder(os.path.join(folder, "notes"), None)
        return work, outside

    def check(self, stage, result, believed, *words):
        """The answer, or a refusal that names it; nothing else has changed."""
        if result.returncode == DONE:
            if not believed:
                self.check_answer(stage, result.stdout)
        else:
            self.assertIn(result.returncode, (FAILED, BAD_INPUT) + believed * (USAGE,), result.stderr)
            self.check_message(result, *words)

    def check_others(self, work, before, theirs):
        self.assertEqual(snapshot(self.path("outside")), before)
        left = [path for path in snapshot(work) if path.endswith("notes/theirs")]
        self.assertEqual(sorted(left), theirs)

    def test_stages(self):
        """Each is what it should be, and goes on."""
        found = {stage: {os.path.basename(path) for path in snapshot(os.path.join(self.kept, stage))}
                 for stage in self.stages}
        self.assertEqual(found["whole"], {"tricorn-graph", "tricorn-rows"})
        self.assertEqual(found["read"], {"tricorn-edges", "tricorn-pages"})
        self.assertEqual(found["wide"], {"tricorn-graph", "tricorn-rows", "tricorn-names"})
        self.assertIn("cut", found["joined"])
        self.assertTrue(any(name.startswith("sums-") for name in found["sums"]))
        self.assertLessEqual({"plan", "edges-0", "rows-0", "tricorn-group"}, found["shared"])
        for stage in self.stages:
            work, outside = self.prepare(stage)
            before = snapshot(outside)
            theirs = sorted(path for path in snapshot(work) if path.endswith("notes/theirs"))
            result = self.check_done(self.call(stage, work))
            self.check_answer(stage, result.stdout)
            self.check_others(work, before, theirs)

    def draw(self, dice, work):
        """A file or folder of tricorn's, and a change of it."""
        paths = sorted(path for path in snapshot(work) if "/notes" not in path)
        path = dice.choice(paths)
        kinds = FOLDER_CHANGES if os.path.isdir(path) else sorted(CHANGES)
        kind = dice.choice([kind for kind in kinds if kind != FORGED or XXHASH])
        return path, kind

    def test_changed(self):
        for seed in range(SEED, SEED + CASES):
            dice = random.Random(seed)
            stage = dice.choice(sorted(self.stages))
            work, outside = self.prepare(stage)
            path, kind = self.draw(dice, work)
            with self.subTest(seed=seed, stage=stage, path=path[len(work):], kind=kind):
                CHANGES[kind](dice, path, outside)
                before = snapshot(outside)
                theirs = sorted(name for name in snapshot(work) if name.endswith("notes/theirs"))
                result = self.call(stage, work)
                self.check(stage, result, kind == FORGED, os.path.basename(path),
                           os.path.basename(os.path.dirname(path)))
                self.check_others(work, before, theirs)

    def test_changed_meanwhile(self):
        for seed in range(SEED, SEED + CASES // 4):
            dice = random.Random(seed)
            stage = dice.choice(sorted(self.stages))
            work, outside = self.prepare(stage)
            path, kind = self.draw(dice, work)
            before = snapshot(outside)
            if kind == FORGED:
                continue
            with self.subTest(seed=seed, stage=stage, path=path[len(work):], kind=kind):
                timer = threading.Timer(dice.uniform(0, 0.03), self.try_change, (kind, dice, path, outside))
                timer.start()
                result = self.call(stage, work)
                timer.join()
                self.check(stage, result, False, work)
                after = snapshot(outside)
                self.assertEqual({name: after[name] for name in before}, before)

    @staticmethod
    def try_change(kind, dice, path, outside):
        with contextlib.suppress(OSError, ValueError):  # tricorn may have removed it
            CHANGES[kind](dice, path, outside)

    def test_what_is_no_folder(self):
        outside = self.path("outside")
        os.mkdir(outside)
        self.write("outside/precious", b"precious")
        for kind in sorted(CHANGES):
            with self.subTest(kind=kind):
                path = self.write("work", DIAMOND)
                CHANGES[kind](random.Random(1), path, outside)
                before = snapshot(self.folder)
                result = run("count", self.graph, "--work", path, "--quiet")
                if kind in ("nothing", "a folder"):
                    self.check_done(result)
                    shutil.rmtree(path)
                    continue
                self.check_refused(result, path)
                self.assertEqual(snapshot(self.folder), before)
                os.remove(path)
                with contextlib.suppress(FileNotFoundError):
                    os.remove(os.path.join(outside, "moved"))


# ---- outputs ----


class Outputs(FolderTest):
    def setUp(self):
        super().setUp()
        self.graph = self.write("graph.txt", DIAMOND)
        self.out = self.path("out.tsv")

    def commands(self):
        yield "generate", "complete", "vertices=5", "--to", "edges", "--quiet", "-o", self.out
        yield "convert", self.graph, self.out, "--to", "edges", "--quiet"
        for verb in ("vertex", "edge", "list", "core", "truss", "report"):
            yield verb, self.graph, "--quiet", "-o", self.out

    def test_permissions_and_links(self):
        """A new file has those that the umask gives, another one keeps its own; links stay."""
        for command in self.commands():
            with self.subTest(command=command):
                contents = set()
                for mask in (0o077, 0o022, 0o002):
                    self.run_done(*command, umask=mask)
                    self.assertEqual(stat.S_IMODE(os.stat(self.out).st_mode), 0o666 & ~mask)
                    contents.add(self.read(self.out))
                    os.chmod(self.out, 0o600)
                    self.run_done(*command, umask=0)
                    self.assertEqual(stat.S_IMODE(os.stat(self.out).st_mode), 0o600)
                    os.remove(self.out)
                target = self.write("target", "old\n")
                os.symlink(target, self.out)
                self.run_done(*command)
                self.assertTrue(os.path.islink(self.out))
                self.assertEqual({self.read(target)}, contents)
                os.remove(target)
                self.check_refused(run(*command), self.out)
                os.remove(self.out)
                self.assertEqual(os.listdir(self.folder), ["graph.txt"])

    def test_pipes_sockets_and_devices(self):
        """They are written to, or refused, and stay what they are."""
        for command in self.commands():
            with self.subTest(command=command):
                self.run_done(*command)
                expected = self.read(self.out)
                os.remove(self.out)
                os.mkfifo(self.out)
                with open(os.open(self.out, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
                    self.run_done(*command)
                    self.assertEqual(reader.read(), expected)
                self.assertTrue(stat.S_ISFIFO(os.stat(self.out).st_mode))
                os.remove(self.out)
                make_socket(self.out, None)
                self.check_refused(run(*command), self.out)
                self.assertTrue(stat.S_ISSOCK(os.stat(self.out).st_mode))
                os.remove(self.out)
                self.assertEqual(os.listdir(self.folder), ["graph.txt"])

    def test_a_device_that_is_full(self):
        try:
            os.mknod(self.out, stat.S_IFCHR | 0o666, os.makedev(1, 7))
            os.close(os.open(self.out, os.O_WRONLY))
        except OSError:
            self.skipTest("no device can be made")
        for command in self.commands():
            with self.subTest(command=command):
                self.check_refused(run(*command), self.out)
                self.assertTrue(stat.S_ISCHR(os.stat(self.out).st_mode))
        self.assertEqual(len(os.listdir(self.folder)), 2)

    def test_closed_descriptors(self):
        """No file that is opened becomes a standard one."""
        work = self.path("work")
        count = ("count", self.graph, "--work", work)
        for closed in itertools.chain(*(itertools.combinations(range(3), n) for n in (1, 2, 3))):
            for command in (*self.commands(), count):
                with self.subTest(closed=closed, command=command):
                    self.run_done(*command)
                    before = snapshot(self.folder)
                    if command == count:
                        shutil.rmtree(work)
                    run(*command, closed=closed)
                    after = snapshot(self.folder)
                    self.assertEqual({path: of[3] for path, of in before.items()},
                                     {path: of[3] for path, of in after.items()})


# ---- limits and inputs ----


class Limits(FolderTest):
    """What the system limits is missing with a message, and without a half file."""

    def setUp(self):
        super().setUp()
        self.graph = self.path("graph.txt")
        self.run_done("generate", "windmill", f"cliques={CLIQUES}", f"size={SIZE}", "-o", self.graph)
        self.out = self.write("out", "old\n")

    def check_limited(self, *limits, sizes=False):
        """Commands, and how their answers are known.  sizes: files may be no larger."""
        work, scratch = self.path("work"), self.path("scratch")
        os.makedirs(scratch, exist_ok=True)
        for command, whole in ((("count", self.graph), b"triangles"),
                               (("count", self.graph, "--json"), f'"triangles": {TRIANGLES},'.encode()),
                               (("count", self.graph, "--work", work, "--json"), b'"triangles": '),
                               (("edge", self.graph, "-o", self.out), b""),
                               (("report", self.graph, "-o", self.out), b""),
                               (("convert", self.graph, self.out, "--to", "tri"), b"")):
            shutil.rmtree(work, ignore_errors=True)
            self.write("out", "old\n")
            with self.subTest(command=command, limits=limits), open(self.path("stdout"), "w+b") as out:
                result = run(*command, "--threads", "2", "--quiet", limits=limits, stdout=out,
                             env=dict(os.environ, TMPDIR=scratch))
                out.seek(0)
                if result.returncode == DONE:
                    self.assertIn(whole, out.read())
                else:
                    self.assertEqual(result.returncode, FAILED, result.stderr)
                    self.check_message(result)
                content = self.read(self.out)
                self.assertEqual(content == b"old\n", result.returncode != DONE or self.out not in command)
                self.assertEqual(os.listdir(scratch), [])
                self.assertLessEqual(set(os.listdir(self.folder)),
                                     {"graph.txt", "out", "scratch", "stdout", "work"})

    def test_descriptors(self):
        for most in (4, 5, 6, 8, 16):
            self.check_limited(("NOFILE", most))

    def test_sizes_of_files(self):
        for most in (0, 1, 100, 4096, 1 << 16):
            self.check_limited(("FSIZE", most))

    @unittest.skipIf(SANITIZED, "sanitizers need more")
    def test_stacks(self):
        for kilobytes in (64, 256, 512, 1024):
            self.check_limited(("STACK", kilobytes << 10))
        for kilobytes in (64, 512):
            result = run("count", self.graph, "--quiet", limits=(("STACK", kilobytes << 10),))
            self.assertEqual((result.returncode, b"ulimit -s 512" in result.stderr),
                             (DONE, False) if kilobytes == 512 else (FAILED, True))

    @unittest.skipIf(SANITIZED, "sanitizers need more")
    def test_address_space(self):
        least = next(size for size in itertools.count(8)
                     if run("--version", limits=(("AS", size << 20),)).returncode == DONE)
        for megabytes in (0, 1, 2, 4, 8, 16, 32, 64, 256):
            self.check_limited(("AS", (least + megabytes) << 20))


class Inputs(FolderTest):
    def test_devices(self):
        """Those that never end are refused, too."""
        for path in ("/dev/zero", "/dev/full", "/dev/null", "/proc/self/mem", "/", "/dev/fd/99"):
            with self.subTest(path=path):
                self.check_refused(run("count", path, *memory_option(32)), path)

    def test_sockets(self):
        path = self.path("socket")
        make_socket(path, None)
        self.check_refused(run("count", path), path)


if __name__ == "__main__":
    main()
