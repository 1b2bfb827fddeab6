"""Graphs larger than memory: on disk in a scratch folder or a work folder, which is found again,
goes on after any kill, and refuses what was damaged.

TRICORN_KILLS=1000 kills as often; the standard is few (cli.work.slow does, where slow tests are built).
"""

import array
import collections
import fcntl
import json
import math
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import unittest

from program import (BAD_INPUT, FAILED, SANITIZED, USAGE, ProgramTest, main, memory_option, run,
                     start)

PATIENT_TRIES = 20  # for a kill that has to come at the right time
KILLS = int(os.environ.get("TRICORN_KILLS", "12" if SANITIZED else "40"))
GRAPH, ROWS, JOURNAL = "tricorn-graph", "tricorn-rows", "tricorn-journal"
EDGES, PAGES, NAMES = "tricorn-edges", "tricorn-pages", "tricorn-names"
JOURNAL_HEAD, JOURNAL_RECORD, JOURNAL_KEY = 32, 32, 16  # bytes; src/store/files/journal.c

# 2,000 copies of K_40 that share a vertex: 1 hub, 20 million triangles, 1,560,000 edges.
WINDMILL = ("windmill", "cliques=2000", "size=40")


class Stored(ProgramTest):
    def setUp(self):
        super().setUp()
        self.work = self.path("work")

    def make(self, *model, name="graph.txt"):
        path = self.path(name)
        self.run_done("generate", *model, "-o", path, "--quiet")
        return path

    def count(self, path, *arguments, **options):
        return self.run_json("count", path, *arguments, **options)


class Scratch(Stored):
    """Without a work folder."""

    def test_little_memory(self):
        path = self.make("path-power", "vertices=400000", "reach=8")
        whole = self.count(path)
        little = self.count(path, *memory_option(24))
        self.assertEqual(little["triangles"], sum((400000 - s) * (s - 1) for s in range(2, 9)))
        self.assertEqual(little["schedule"], "levels")
        for key in ("vertices", "edges", "input_edges", "self_loops", "duplicates", "triangles"):
            self.assertEqual(little[key], whole[key], key)
        self.assertEqual(whole["schedule"], "cpu")
        self.assertGreater(little["passes"], 1)
        self.assertEqual(whole["passes"], 0)
        scratch = dict(os.environ, TMPDIR=self.folder)
        said = self.run_done("count", path, *memory_option(24), env=scratch).stderr.decode()
        # how many blocks there are depends a little on which thread was first
        self.assertRegex(said, rf"did not fit in memory: counted from disk \({self.folder}\) in "
                         r"\d+ passes, \d+ blocks")
        said = self.run_done("count", path).stderr.decode()
        self.assertNotIn("disk", said)

    def test_what_may_be_a_matrix_is_refused_as_in_memory(self):
        """An incidence matrix in any order has the lines of an edge list whose weights are 1."""
        edges = range(1, 300001)
        lines = [f"{e}\t{e * 7 % 150000 + 1 + end}\t1\n" for e in edges for end in (0, 1)]
        random.Random(1).shuffle(lines)
        path = self.write("matrix.txt", "".join(lines))
        for arguments in ((), memory_option(18)):
            message = self.check_failed(run("count", path, *arguments), BAD_INPUT)
            self.assertIn("incidence matrix", message)
        named = self.count(path, *memory_option(18), "--format", "edges")
        self.assertEqual(named["input_edges"], len(lines))
        apart = self.write("apart.txt", "".join(f"{e + 300000}\t{e + 300001}\t1\n" for e in edges))
        found = self.count(apart, *memory_option(18))
        self.assertEqual((found["input_edges"], found["triangles"]), (len(edges), 0))

    def test_from_a_pipe_with_loops_and_repeats(self):
        path = self.make("complete", "vertices=1200")
        with open(path, encoding="ascii") as file:
            lines = file.readlines()
        again = [f"{v}\t{u}\n" for u, v in (line.split() for line in lines[::3])]
        loops = [f"{u}\t{u}\n" for u in range(2000)]
        text = "".join(lines + again + loops)
        found = self.count("-", *memory_option(20), stdin=text)
        self.assertEqual(found["schedule"], "levels")
        self.assertEqual(found["triangles"], math.comb(1200, 3))
        self.assertEqual(found["edges"], math.comb(1200, 2))
        self.assertEqual(found["self_loops"], 2000)
        self.assertEqual(found["duplicates"], len(again))
        self.assertEqual(found["both_directions"], len(again))
        self.assertEqual(found["isolated"], 800)

    def test_other_formats(self):
        path = self.make(*WINDMILL)
        for suffix, form in ((".mtx", "matrix-market"), (".bin", "pairs32"), (".bin", "pairs64"),
                             (".bin", "graph500"), (".txt.gz", "edges"), (".txt.zst", "edges")):
            with self.subTest(form=form, suffix=suffix):
                other = self.path("other" + suffix)
                self.run_done("convert", path, other, "--to", form)
                found = self.count(other, "--format", form, *memory_option(24))
                self.assertEqual(found["schedule"], "levels")
                self.assertEqual(found["triangles"], 2000 * math.comb(40, 3))
                self.assertEqual((found["vertices"], found["isolated"]), (78001, 0))

    # 1,200 copies of K_40 that share a vertex, and 99 vertices without an edge behind 100 loops.
    FEWER, VERTICES = ("windmill", "cliques=1200", "size=40"), 46801

    def make_with_gaps(self):
        path = self.make(*self.FEWER)
        with open(path, "a", encoding="ascii") as file:
            file.writelines(f"{u}\t{u}\n5\t4\n" for u in range(self.VERTICES - 1, self.VERTICES + 99))
        return path

    def check_with_gaps(self, path, *arguments, isolated=99, megabytes=18, **options):
        found = self.count(path, *arguments, *memory_option(megabytes), **options)
        self.assertEqual(found["schedule"], "levels")
        self.assertEqual(found["triangles"], 1200 * math.comb(40, 3))
        self.assertEqual(found["edges"], 1200 * math.comb(40, 2))
        self.assertEqual((found["vertices"], found["isolated"]), (self.VERTICES, isolated))
        return found

    def test_rows_and_matrices(self):
        """From a file, and from a pipe; each edge once or from both its ends, as the format has it."""
        path = self.make_with_gaps()
        for form, both in (("metis", False), ("gapbs", False), ("gbbs-binary", True), ("adjacency", True),
                           ("npz", True), ("graphchallenge-adj", True), ("tri", None)):
            other = self.path("other." + form)
            self.run_done("convert", path, other, "--to", form)
            isolated = 0 if form == "graphchallenge-adj" else 99
            pipes = (False,) if form in ("gbbs-binary", "graphchallenge-adj") else (False, True)
            for piped in pipes:
                with self.subTest(form=form, piped=piped):
                    content = self.read(other) if piped else b""
                    found = self.check_with_gaps("-" if piped else other, "--format", form,
                                                 isolated=isolated, megabytes=20, stdin=content)
                    if both is not None:
                        repeats = found["edges"] if both else 0
                        self.assertEqual(found["self_loops"], 0)
                        self.assertEqual((found["duplicates"], found["both_directions"]),
                                         (repeats, repeats))
            if both is None:  # what was removed when it was made
                self.assertEqual((found["self_loops"], found["duplicates"]), (100, 100))
            os.remove(other)

    def test_konect(self):
        """Numbers begin with 1; loops and repeats are those of the lines."""
        path = self.make_with_gaps()
        with open(path, encoding="ascii") as file:
            lines = [f"{int(u) + 1} {int(v) + 1}\n" for u, v in map(str.split, file)]
        vertices = self.VERTICES + 200
        head = f"% asym unweighted\n% {len(lines)} {vertices} {vertices}\n"
        text = head + "".join(lines)
        for name, content in ((self.write("out.graph", text), ""), ("-", text)):
            with self.subTest(name=name):
                found = self.check_with_gaps(name, isolated=200, stdin=content)
                self.assertEqual(found["format"], "konect")
                self.assertEqual((found["self_loops"], found["duplicates"]), (100, 100))
        for line, word in (("1 0\n", "a vertex is 0"), (f"1 {vertices + 1}\n", "a vertex is larger"),
                           ("1 18446744073709551615\n", "a vertex is larger")):
            with self.subTest(word=word):
                bad = self.write("out.bad", head + line + "".join(lines))
                here, little = (self.check_failed(run("count", bad, *arguments), BAD_INPUT, word)
                                for arguments in ((), memory_option(18)))
                self.assertEqual(here, little)

    def test_an_incidence_matrix(self):
        """Both lines of an edge are anywhere, and the columns either way."""
        path = self.make(*self.FEWER)
        whole = self.path("graph_inc.tsv")
        self.run_done("convert", path, whole)
        lines = self.read(whole).splitlines(keepends=True)
        turned = [b"\t".join((v, e, one)) for e, v, one in (line.split(b"\t") for line in lines)]
        random.Random(2).shuffle(turned)
        for content in (lines, turned):
            found = self.check_with_gaps("-", "--format", "graphchallenge-inc", isolated=0,
                                         stdin=b"".join(content))
            self.assertEqual((found["self_loops"], found["duplicates"]), (0, 0))
        again = self.write("odd_inc.tsv", b"".join(lines + lines[1234:1235]))
        said = [self.check_failed(run("count", again, *arguments), BAD_INPUT, "edge 618 is on 3 lines")
                for arguments in ((), memory_option(18))]
        self.assertEqual(*said)

    def test_node_link(self):
        """Nodes before or behind, with ids or without."""
        path = self.make_with_gaps()
        with open(path, encoding="ascii") as file:
            links = '"links":[' + ",".join(f"[{u},{v}]" for u, v in map(str.split, file)) + "]"
        count = self.VERTICES + 99
        ids = '"nodes":[' + ",".join(f'{{"id":{u}}}' for u in range(count)) + "]"
        places = '"nodes":[' + ",".join(["{}"] * count) + "]"
        for members in ((ids, links), (links, ids), (places, links), (links, places)):
            found = self.check_with_gaps("-", megabytes=20, stdin="{" + ",".join(members) + "}")
            self.assertEqual((found["self_loops"], found["duplicates"]), (100, 100))
        fewer = ids.replace('{"id":40000},', "")
        for members in ((fewer, links), (links, fewer)):
            path = self.write("fewer.json", "{" + ",".join(members) + "}")
            said = [self.check_failed(run("count", path, *arguments), BAD_INPUT, "the id of a node")
                    for arguments in ((), memory_option(20))]
            self.assertEqual(*said)

    def test_webgraph(self):
        """u has the successors u + 1 and u + 2: two, in gamma code, then +1 as 2 and a gap of 0; file
        and offsets are more than tables may be in memory."""
        joined, alone = 700000, 1000
        bits = "0110111" * (joined - 2) + "010011" + "1" * (1 + alone)
        content = int(bits, 2) << -len(bits) % 8
        self.write("g.graph", content.to_bytes((len(bits) + 7) // 8, "big"))
        self.write("g.properties", f"nodes={joined + alone}\narcs={2 * joined - 3}\nwindowsize=0\n"
                   "maxrefcount=0\nminintervallength=0\nversion=0\ncompressionflags=RESIDUALS_GAMMA\n"
                   "graphclass=it.unimi.dsi.webgraph.BVGraph\n")
        found = self.count(self.path("g.graph"), *memory_option(18))
        self.assertEqual(found["schedule"], "levels")
        self.assertEqual((found["triangles"], found["edges"]), (joined - 2, 2 * joined - 3))
        self.assertEqual((found["vertices"], found["isolated"]), (joined, alone))

    def test_rows_in_several_files(self):
        """Offsets take more memory than tables may: a path of 1,000,000 edges, and 200,000 vertices
        beside it."""
        edges, alone = 1000000, 200000
        offsets = array.array("Q", range(edges + 1))
        offsets.extend([edges] * alone)
        targets = array.array("I", range(1, edges + 1))
        for name, content in (("begin.bin", offsets), ("adjacent.bin", targets)):
            self.write(name, content.tobytes())
        sg = self.write("path.sg", b"\1" + struct.pack("<QQ", edges, edges + alone) +
                        2 * (offsets.tobytes() + targets.tobytes()))
        for path in (self.path("begin.bin"), sg):
            with self.subTest(path=path):
                found = self.count(path, *memory_option(20))
                self.assertEqual(found["schedule"], "levels")
                self.assertEqual((found["triangles"], found["edges"]), (0, edges))
                self.assertEqual((found["vertices"], found["isolated"]), (edges + 1, alone - 1))
        offsets[700000] -= 2
        self.write("begin.bin", offsets.tobytes())
        said = [self.check_failed(run("count", self.path("begin.bin"), *arguments), BAD_INPUT,
                                  "offset number 700000 is 699998 after 699999")
                for arguments in ((), memory_option(20))]
        self.assertEqual(*said)

    def test_formats_that_are_only_read(self):
        path = self.make(*WINDMILL)
        with open(path, encoding="ascii") as file:
            edges = [tuple(map(int, line.split())) for line in file]
        vertices = 78001
        heads = {"dimacs": f"p edge {vertices} {len(edges)}\n",
                 "pajek": f"*Vertices {vertices}\n*Edges\n",
                 "smat": f"{vertices} {vertices} {len(edges)}\n"}
        lines = {"dimacs": lambda u, v: f"e {u + 1} {v + 1}\n", "pajek": lambda u, v: f"{u + 1} {v + 1}\n",
                 "smat": lambda u, v: f"{u} {v} 1\n", "json-lines": lambda u, v: f"[{u},{v}]\n",
                 "adjlist": lambda u, v: f"{u}: {v}\n", "multiline-adjlist": lambda u, v: f"{u} 1\n{v}\n"}
        for form, line in lines.items():
            with self.subTest(form=form):
                other = self.write("other", heads.get(form, "") + "".join(line(u, v) for u, v in edges))
                found = self.count(other, "--format", form, *memory_option(24))
                self.assertEqual(found["schedule"], "levels")
                self.assertEqual(found["triangles"], 2000 * math.comb(40, 3))
                self.assertEqual((found["vertices"], found["isolated"]), (vertices, 0))
                self.assertEqual((found["input_edges"], found["self_loops"]), (len(edges), 0))

    def check_tri(self, path, megabytes):
        """The same as in memory, also of what was removed when the file was made."""
        tri = self.path("graph.tri")
        self.run_done("convert", path, tri)
        whole = self.count(tri)
        self.assertEqual(whole["schedule"], "cpu")
        little = self.count(tri, *memory_option(megabytes))
        self.assertEqual(little["schedule"], "levels")
        for key in ("triangles", "vertices", "isolated", "edges", "input_edges", "self_loops",
                    "duplicates", "both_directions", "format"):
            self.assertEqual(little[key], whole[key], key)
        return little

    def test_tri_with_gaps(self):
        path = self.make(*WINDMILL)
        with open(path, "a", encoding="ascii") as file:
            file.writelines(f"{u}\t{u}\n5\t4\n" for u in range(78000, 78100))
        found = self.check_tri(path, 16)
        self.assertEqual(found["triangles"], 2000 * math.comb(40, 3))
        self.assertEqual((found["self_loops"], found["duplicates"]), (100, 100))
        self.assertEqual((found["vertices"], found["isolated"]), (78001, 99))

    def test_tri_with_ids(self):
        """Ids that are sparse, or words, come from the file."""
        lines = [f"{u * 7}\t{(u + s) * 7}\n" for s in range(1, 9) for u in range(150000)]
        path = self.write("sparse.txt", "".join(lines))
        found = self.check_tri(path, 18)
        self.assertEqual(found["vertices"], 150008)
        # s < 8 neighbours ahead, and those of the first are among the next ones
        self.assertEqual(found["triangles"], self.triangles_of_path(150000))

    def triangles_of_path(self, count):
        """u is joined to u + 1 .. u + 8, for u below count: triangles u < u + a < u + a + b with a +
        b at most 8 and u + a below count."""
        return sum(max(0, count - a) for a in range(1, 8) for b in range(1, 9 - a))

    def test_a_damaged_tri(self):
        path = self.make(*WINDMILL)
        tri = self.path("graph.tri")
        self.run_done("convert", path, tri)
        good = self.read(tri)
        for place in random.Random(3).sample(range(len(good)), 12):
            bad = bytearray(good)
            bad[place] ^= 1 << place % 8
            self.write(tri, bad)
            with self.subTest(place=place):
                self.check_failed(run("count", tri, *memory_option(16)), BAD_INPUT)
        for size in (len(good) - 1, len(good) // 2):
            self.write(tri, good[:size])
            self.check_failed(run("count", tri, *memory_option(16)), BAD_INPUT, "damaged")

    def test_nothing_is_left_behind(self):
        path = self.make("path-power", "vertices=300000", "reach=8")
        scratch = self.path("scratch")
        os.mkdir(scratch)
        environment = dict(os.environ, TMPDIR=scratch)
        found = self.count(path, *memory_option(20), env=environment)
        self.assertEqual(found["schedule"], "levels")
        self.assertEqual(os.listdir(scratch), [])
        process = start("count", path, *memory_option(20), env=environment)
        time.sleep(0.3)
        process.kill()
        process.communicate()
        self.assertEqual(os.listdir(scratch), [])

    def test_no_scratch_folder(self):
        path = self.make("path-power", "vertices=300000", "reach=8")
        environment = dict(os.environ, TMPDIR=self.path("missing"))
        result = run("count", path, *memory_option(20), env=environment)
        self.check_failed(result, FAILED, "missing")
        small = self.make("complete", "vertices=5", name="small.txt")
        self.assertEqual(self.count(small, env=environment)["triangles"], 10)


@unittest.skipIf(os.geteuid() != 0, "only root mounts a small disk")
class SmallDisk(Stored):
    """A disk that is too small for the edges is refused before it is full, if that can be known."""

    DISK_BYTES = 6 << 20

    def setUp(self):
        super().setUp()
        self.disk = self.path("disk")
        os.mkdir(self.disk)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.DISK_BYTES}", "tmpfs", self.disk]
        if shutil.which("mount") is None or subprocess.run(mount, stderr=subprocess.DEVNULL).returncode:
            self.skipTest("no small disk can be mounted")
        self.addCleanup(subprocess.run, ["umount", self.disk], check=True)
        self.environment = dict(os.environ, TMPDIR=self.disk)

    def check_refused(self, result, *words):
        self.check_failed(result, FAILED, self.disk, "bytes are free", "--work", "TMPDIR", *words)
        self.assertEqual(os.listdir(self.disk), [])

    def needed(self, result):
        return int(re.search(rb"takes about (\d+) there", result.stderr)[1])

    def test_refused_before(self):
        """1,560,000 edges take 15.6 MB."""
        path = self.make(*WINDMILL)
        self.run_done("convert", path, self.path("graph.txt.gz"))
        for name in (path, self.path("graph.txt.gz")):
            with self.subTest(name=name):
                result = run("count", name, *memory_option(20), env=self.environment)
                self.check_refused(result, "too small")
                self.assertAlmostEqual(self.needed(result) / 15600000, 1, delta=0.5)

    def test_a_work_folder(self):
        """It goes to disk though it fits in memory, so all is known."""
        path = self.make(*WINDMILL)
        work = os.path.join(self.disk, "work")
        result = run("count", path, "--work", work)
        self.check_failed(result, FAILED, work, "too small", "15600000 there")

    def test_a_pipe(self):
        """Its size is not known."""
        path = self.make(*WINDMILL)
        text = self.read_text(path)
        result = run("count", "-", *memory_option(20), stdin=text, env=self.environment)
        self.check_refused(result, "No space left", "bytes at byte ")
        self.assertNotIn(b"there in all", result.stderr)

    def test_enough(self):
        path = self.make("path-power", "vertices=30000", "reach=8")
        found = self.count(path, "--work", os.path.join(self.disk, "work"))
        self.assertEqual(found["triangles"], sum((30000 - s) * (s - 1) for s in range(2, 9)))


class Work(Stored):
    """With a work folder."""

    def test_found_again(self):
        path = self.make(*WINDMILL)
        first = self.count(path, "--work", self.work)
        self.assertEqual(first["triangles"], 2000 * math.comb(40, 3))
        self.assertEqual(sorted(os.listdir(self.work)), [GRAPH, ROWS])
        made = os.stat(os.path.join(self.work, ROWS)).st_mtime_ns
        again = self.count(path, "--work", self.work)
        self.assertEqual(os.stat(os.path.join(self.work, ROWS)).st_mtime_ns, made)
        for key in ("triangles", "vertices", "isolated", "edges", "input_edges", "duplicates",
                    "self_loops", "both_directions", "format", "dialect"):
            self.assertEqual(again[key], first[key], key)

    def test_every_algorithm(self):
        path = self.make("complete", "vertices=300")
        for algorithm in self.run_json("algorithms"):
            if algorithm["device"] != "cpu":
                continue
            with self.subTest(algorithm=algorithm["name"]):
                found = self.count(path, "--work", self.work, "--algorithm", algorithm["name"])
                self.assertEqual(found["triangles"], math.comb(300, 3))

    def test_verified(self):
        path = self.make("complete", "vertices=300")
        found = self.count(path, "--work", self.work, "--verify")
        self.assertEqual(found["triangles"], math.comb(300, 3))
        self.assertNotEqual(found["verified_by"], found["algorithm"])
        self.assertEqual(sorted(os.listdir(self.work)), [GRAPH, ROWS])

    def test_another_input(self):
        path = self.make("complete", "vertices=100")
        self.assertEqual(self.count(path, "--work", self.work)["triangles"], math.comb(100, 3))
        time.sleep(0.01)
        path = self.make("complete", "vertices=101")
        self.assertEqual(self.count(path, "--work", self.work)["triangles"], math.comb(101, 3))
        text = self.read_text(path)
        self.assertEqual(self.count("-", "--work", self.work, stdin=text)["triangles"], math.comb(101, 3))
        text += "".join(f"{u}\t200\n" for u in range(101))
        self.assertEqual(self.count("-", "--work", self.work, stdin=text)["triangles"], math.comb(102, 3))

    def test_two_at_once(self):
        path = self.make("complete", "vertices=100")
        os.mkdir(self.work)
        folder = os.open(self.work, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.check_failed(run("count", path, "--work", self.work), FAILED, "another process")

    def test_strict(self):
        path = self.make("complete", "vertices=100")
        for option in (["--strict"], ["--order", "core"]):
            self.check_failed(run("count", path, "--work", self.work, *option), USAGE, "strict")

    def test_a_link_is_replaced(self):
        """So a link to /dev/full is no full disk: tests/fault/test_files.c has that."""
        path = self.make("complete", "vertices=100")
        os.mkdir(self.work)
        os.symlink("/dev/full", os.path.join(self.work, "tricorn-edges"))
        self.assertEqual(self.count(path, "--work", self.work)["triangles"], math.comb(100, 3))


class Damage(Stored):
    """Files of a work folder that are cut, changed, foreign or missing are refused by name."""

    def setUp(self):
        super().setUp()
        self.graph = self.make("complete", "vertices=400")
        self.expected = self.count(self.graph, "--work", self.work)["triangles"]
        self.assertEqual(self.expected, math.comb(400, 3))

    def file(self, name):
        return os.path.join(self.work, name)

    def check_refused(self, name, *words):
        result = run("count", self.graph, "--work", self.work)
        self.assertIn(result.returncode, (FAILED, BAD_INPUT), result.stderr)
        self.assertEqual(result.stdout, b"")
        self.assertIn(name.encode(), result.stderr)
        for word in words:
            self.assertIn(word.encode(), result.stderr)

    def test_each_byte_counts(self):
        for name in (GRAPH, ROWS):
            good = self.read(self.file(name))
            places = random.Random(1).sample(range(len(good)), 30)
            for place in places:
                bad = bytearray(good)
                bad[place] ^= 1 << place % 8
                self.write(self.file(name), bad)
                with self.subTest(name=name, place=place):
                    self.check_refused(name)
            for size in (0, 7, len(good) // 2, len(good) - 1):
                self.write(self.file(name), good[:size])
                with self.subTest(name=name, size=size):
                    self.check_refused(name)
            self.write(self.file(name), good)
        self.assertEqual(self.count(self.graph, "--work", self.work)["triangles"], self.expected)

    def test_a_terabyte(self):
        self.torn_journal()
        os.truncate(self.file(JOURNAL), 1 << 40)
        self.assertEqual(self.count(self.graph, "--work", self.work)["triangles"], self.expected)
        os.truncate(self.file(GRAPH), 1 << 40)
        self.check_refused(GRAPH, "changed or damaged")

    def test_foreign_and_missing(self):
        self.write(self.file(GRAPH), b"my own notes, which nobody may touch" * 100)
        self.check_refused(GRAPH, "not a file of tricorn")
        os.remove(self.file(GRAPH))
        self.assertEqual(self.count(self.graph, "--work", self.work)["triangles"], self.expected)
        os.remove(self.file(ROWS))
        self.check_refused(ROWS)

    def torn_journal(self):
        """Three records and a piece of a fourth, of another count or damaged."""
        self.write(self.file(JOURNAL), os.urandom(JOURNAL_HEAD + 3 * JOURNAL_RECORD + 5))

    def test_a_torn_journal(self):
        self.torn_journal()
        self.assertEqual(self.count(self.graph, "--work", self.work)["triangles"], self.expected)
        self.assertFalse(os.path.exists(self.file(JOURNAL)))

    def test_a_dropped_journal_is_told(self):
        dropped = f"of an earlier count in {self.work} could not be used"
        for quiet in ((), ("--quiet",)):
            self.torn_journal()
            said = self.run_done("count", self.graph, "--work", self.work, *quiet).stderr
            lines = [line for line in said.decode().split("\n") if dropped in line]
            self.assertEqual([line.split(" of ")[0] for line in lines], [] if quiet else ["4 blocks"])
        said = self.run_done("count", self.graph, "--work", self.work).stderr.decode()
        self.assertNotIn("earlier", said)


class Kills(Stored):
    """kill -9 at random moments: the same command goes on, and gives the same count."""

    def setUp(self):
        super().setUp()
        self.graph = self.make(*WINDMILL)
        self.expected = 2000 * math.comb(40, 3)
        self.arguments = ("count", self.graph, "--work", self.work, *memory_option(20))

    def file(self, name):
        return os.path.join(self.work, name)

    def written(self, name):
        """When the file was written; None: there is none."""
        try:
            return os.stat(self.file(name)).st_mtime_ns
        except FileNotFoundError:
            return None

    def records(self):
        """The parts that are done, each by what it reads."""
        try:
            content = self.read(self.file(JOURNAL))[JOURNAL_HEAD:]
        except FileNotFoundError:
            return []
        whole = len(content) // JOURNAL_RECORD * JOURNAL_RECORD
        return [content[at : at + JOURNAL_KEY] for at in range(0, whole, JOURNAL_RECORD)]

    def state(self):
        """What is kept: edges that were read, rows that were made, parts that were counted."""
        pages = self.written(PAGES)
        rows = self.written(ROWS) if self.written(GRAPH) is not None else None
        return {"edges": pages and self.written(EDGES), "rows": rows, "done": self.records()}

    def check_nothing_is_done_again(self, before, after):
        """Files that were complete are not written again, and parts of the journal stay there, each
        once.  So what a kill costs is the part of the work in progress."""
        if before["rows"] is not None:
            self.assertEqual(after["rows"], before["rows"], "rows were made again")
            if before["edges"] is None:
                self.assertIsNone(after["edges"], "edges were read again")
        elif before["edges"] is not None and after["rows"] is None:
            self.assertEqual(after["edges"], before["edges"], "edges were read again")
        done = after["done"]
        self.assertEqual(len(done), len(set(done)), "a part was counted twice")
        self.assertEqual(done[: len(before["done"])], before["done"], "a part was counted again")

    def check_ended(self, stdout, before):
        """It has the count, and counted what the journal had not."""
        found = json.loads(stdout)
        self.assertEqual(found["triangles"], self.expected)
        self.assertEqual(found["earlier_blocks"], len(before["done"]))

    def go_on(self, seconds, chance, most):
        """Kills and begins again until a count ends; returns the number of kills and, of those
        that left something, of what."""
        kills, before = 0, {"edges": None, "rows": None, "done": []}
        left = {"edges": 0, "rows": 0, "done": 0}
        while kills < most:
            process = start(*self.arguments, "--json", "--quiet")
            time.sleep(chance.uniform(0, seconds))
            process.send_signal(signal.SIGKILL)
            stdout, stderr = process.communicate()
            self.assertIn(process.returncode, (0, -signal.SIGKILL), stderr)
            kills += process.returncode != 0
            if stdout:  # it was done
                break
            after = self.state()
            self.check_nothing_is_done_again(before, after)
            before = after
            for what in left:
                left[what] += bool(after[what])
        else:
            stdout = self.run_done(*self.arguments, "--json", "--quiet").stdout
        self.check_ended(stdout, before)
        return kills, left

    def test_kills(self):
        begin = time.monotonic()
        whole = self.count(*self.arguments[1:])
        seconds = time.monotonic() - begin
        self.assertEqual(whole["triangles"], self.expected)
        self.assertGreater(whole["blocks"], 4)
        kills, chance, found = 0, random.Random(7), collections.Counter()
        while kills < KILLS:
            shutil.rmtree(self.work)
            more, left = self.go_on(seconds, chance, KILLS - kills)
            kills += more
            found.update(left)
            found["counts"] += 1
        print(f"{kills} kills, {dict(found)}", file=sys.stderr)

    def test_edges_are_not_read_again(self):
        """Once they are on disk, the input may change where its fingerprint does not look."""
        self.stop_when_read()
        self.check_without_input()

    def check_without_input(self, *names):
        times, size = os.stat(self.graph), os.path.getsize(self.graph)
        with open(self.graph, "r+b") as file:
            file.seek(1 << 20)
            file.write(b"x" * (size - (1 << 20)))
        os.utime(self.graph, ns=(times.st_atime_ns, times.st_mtime_ns))
        found = self.count(*self.arguments[1:])
        self.assertEqual((found["triangles"], found["format"]), (self.expected, "edges"))
        self.assertEqual((found["vertices"], found["isolated"]), (78001, 0))
        self.assertEqual(sorted(os.listdir(self.work)), [GRAPH, *names, ROWS])

    def test_numbered_edges_are_not_read_again(self):
        """Ids of 64 bits are numbered before, and named afterwards."""
        with open(self.graph, encoding="ascii") as file:
            edges = [line.split() for line in file]
        with open(self.graph, "w", encoding="ascii") as file:
            file.writelines(f"{int(u) * 10**13}\t{int(v) * 10**13}\n" for u, v in edges)
        self.arguments = ("count", self.graph, "--work", self.work, *memory_option(40))
        self.stop_when_read()
        self.check_without_input(NAMES)
        ids = sorted({int(u) for edge in edges for u in edge})
        rows = self.run_text("vertex", *self.arguments[1:]).splitlines()
        hub = 2000 * math.comb(39, 2)
        self.assertEqual(rows, [f"{v * 10**13}\t{hub if v == 0 else math.comb(39, 2)}" for v in ids])

    def test_damaged_edges(self):
        """Pages that were cut or changed are refused; without them the input is read again."""
        for damage in ("cut", "changed", "pages", "removed"):
            with self.subTest(damage=damage):
                self.stop_when_read()
                name = PAGES if damage == "pages" else EDGES
                with open(self.file(name), "r+b") as file:
                    if damage == "cut":
                        file.truncate(os.path.getsize(self.file(name)) - 1)
                    else:
                        file.seek(100)
                        byte = file.read(1)[0]
                        file.seek(100)
                        file.write(bytes([byte ^ 1]))
                if damage == "removed":
                    os.remove(self.file(name))
                else:
                    result = run(*self.arguments)
                    self.assertIn(result.returncode, (FAILED, BAD_INPUT), result.stderr)
                    self.assertIn(name.encode(), result.stderr)
                    os.remove(self.file(name))
                self.assertEqual(self.count(*self.arguments[1:])["triangles"], self.expected)
                shutil.rmtree(self.work)

    def test_another_input(self):
        """Edges of another one are of no use."""
        self.stop_when_read()
        other = self.make("complete", "vertices=200", name="other.txt")
        found = self.count(other, "--work", self.work)
        self.assertEqual(found["triangles"], math.comb(200, 3))
        self.assertEqual(sorted(os.listdir(self.work)), [GRAPH, ROWS])

    def stop_when_read(self):
        """Kills a preparation between reading and its end."""
        for _ in range(PATIENT_TRIES):
            process = start(*self.arguments)
            while self.written(PAGES) is None and process.poll() is None:
                pass
            process.kill()
            process.communicate()
            if self.written(PAGES) is not None and self.written(GRAPH) is None:
                return
            shutil.rmtree(self.work)
        self.fail("no kill came in time")


if __name__ == "__main__":
    main()
