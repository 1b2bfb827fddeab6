"""Processes that share the count of a graph in a work folder: each tells the whole count, or writes
the whole table, whoever else comes, goes, is killed, stopped, or has written what is wrong.

TRICORN_KILLS=1000 kills as often, TRICORN_PROCESSES=64 lets as many share a count; the standard is
few (cli.join.slow has these, where slow tests are built).
"""

import collections
import glob
import json
import math
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import textwrap
import time
import unittest

from program import (BAD_INPUT, FAILED, PATIENCE, PROGRAM, SANITIZED, USAGE, ProgramTest, main,
                     memory_option, run, start, triangles)

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../docs/workers.md")

KILLS = int(os.environ.get("TRICORN_KILLS", "3" if SANITIZED else "6"))
PROCESSES = int(os.environ.get("TRICORN_PROCESSES", "5"))
TERMINATED = 143
RECORD = 40  # bytes of a journal; src/store/files/join.c

# 300 copies of K_40 that share a vertex: 234,000 edges.
CLIQUES, SIZE = 300, 40
WINDMILL = ("windmill", f"cliques={CLIQUES}", f"size={SIZE}")
TRIANGLES = CLIQUES * math.comb(SIZE, 3)
PARTS, MANY = 30, (300, 3000, 30000)  # the last ones for fast machines


class Join(ProgramTest):
    def setUp(self):
        super().setUp()
        self.work = self.path("work")
        self.graph = self.path("graph.txt")
        self.run_done("generate", *WINDMILL, "-o", self.graph, "--quiet")

    def words(self, *arguments, lease=30, parts=PARTS):
        return ("count", self.graph, "--work", self.work, "--join", "--threads", "1", "--lease",
                str(lease), "--parts", str(parts), *arguments)

    def join(self, *arguments, **options):
        return self.run_json(*self.words(*arguments, **options))

    def start(self, *arguments, **options):
        process = start(*self.words(*arguments, **options), "--json")
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def answer(self, process):
        output, message = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, message)
        found = json.loads(output)
        self.assertEqual(found["triangles"], TRIANGLES)
        return found

    def shared(self, pattern="*"):
        return sorted(glob.glob(os.path.join(self.work, "tricorn-join-*", pattern)))

    def records(self):
        return sum(os.path.getsize(name) // RECORD for name in self.shared("counts-*"))

    def wait_until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline, "waited in vain")
            time.sleep(0.002)


class Together(Join):
    def test_each_tells_the_whole_count(self):
        for count in (2, PROCESSES):
            with self.subTest(count=count):
                answers = [self.answer(one) for one in [self.start() for _ in range(count)]]
                self.assertEqual(len({one["parts"] for one in answers}), 1)
                self.assertEqual(sum(one["own_parts"] for one in answers), answers[0]["parts"])
                self.assertEqual(self.records(), answers[0]["parts"])
                self.assertGreaterEqual(answers[0]["parts"], PARTS)
                shutil.rmtree(self.work)

    def test_one_alone_and_one_that_comes_late(self):
        first, late = self.join(), self.join()
        self.assertEqual((first["triangles"], late["triangles"]), (TRIANGLES, TRIANGLES))
        self.assertEqual(first["own_parts"], first["parts"])
        self.assertEqual((late["own_parts"], late["workers"]), (0, 1))
        self.assertEqual(first["schedule"], "levels")

    def test_another_algorithm_verifies(self):
        found = self.join("--verify")
        self.assertEqual(found["triangles"], TRIANGLES)
        self.assertIsNotNone(found["verified_by"])
        self.assertEqual(len(self.shared("cut")), 2)

    def test_algorithms_share_a_folder(self):
        """Also one that comes late; only a count that is verified is of one algorithm."""
        chosen = ("cpu-merge-edge", "cpu-bitmap-vertex", "cpu-adaptive")
        answers = [self.answer(one) for one in [self.start("--algorithm", name) for name in chosen]]
        self.assertEqual([one["algorithm"] for one in answers], list(chosen))
        self.assertEqual(sum(one["own_parts"] for one in answers), answers[0]["parts"])
        self.assertEqual(len(self.shared("cut")), 1)
        late = self.join("--algorithm", "cpu-hash-vertex")
        self.assertEqual((late["triangles"], late["own_parts"]), (TRIANGLES, 0))
        verified = self.join("--algorithm", "cpu-merge-edge", "--verify")
        self.assertEqual((verified["triangles"], verified["own_parts"]), (TRIANGLES, verified["parts"]))
        self.assertEqual(len(self.shared("cut")), 3)

    def test_algorithms_go_on_with_each_others_count(self):
        for lost in (RECORD, 7 * RECORD):
            self.join("--algorithm", "cpu-merge-edge")
            [journal] = self.shared("counts-*")
            whole = self.read(journal)
            self.write(journal, whole[:-lost])
            found = self.join("--algorithm", "cpu-bitmap-vertex", lease=1)
            self.assertEqual(found["own_parts"], lost // RECORD)
            self.assertEqual((found["triangles"], found["workers"]), (TRIANGLES, 2))
            shutil.rmtree(self.work)

    def test_a_folder_that_was_prepared_before(self):
        alone = self.run_json("count", self.graph, "--work", self.work)
        self.assertEqual(alone["triangles"], TRIANGLES)
        self.assertEqual(self.join()["triangles"], TRIANGLES)

    def test_formats_that_are_read_whole(self):
        tri = self.path("graph.tri")
        self.run_done("convert", self.graph, tri)
        self.graph = tri
        found = self.join()
        self.assertEqual((found["triangles"], found["schedule"]), (TRIANGLES, "levels"))
        self.assertGreater(found["parts"], 1)


class Described(Join):
    """What info says of the folder, beside what its files say."""

    def described(self):
        found = self.run_json("info", self.work)
        for step in found["steps"]:
            self.assertLessEqual(step["done"], step["parts"])
            self.assertEqual(sum(one["done"] for one in step["processes"]), step["done"])
            self.assertEqual(step["seconds_left"] == 0, step["done"] == step["parts"])
        return found

    def alive(self):
        return {one["process"].split("-")[1] for one in self.described()["users"] if one["alive"]}

    def test_stages(self):
        os.mkdir(self.work)
        self.check_failed(run("info", self.work), BAD_INPUT, "work")
        user = os.path.join(self.work, "tricorn-user-alone-9000-7-here-12-34")
        self.write(user, b"")
        self.assertEqual(self.alive(), {"12"})
        os.utime(user, (time.time() - 10,) * 2)
        self.assertEqual(self.described()["users"][0]["alive"], False)
        shutil.rmtree(self.work)
        workers = [self.start(lease=3, parts=MANY[2]) for _ in range(3)]
        self.wait_until(lambda: self.records() > 9)
        for worker in workers:
            worker.send_signal(signal.SIGSTOP)
        alive = self.alive()
        self.assertLessEqual(alive, {str(worker.pid) for worker in workers})
        killed = next(worker for worker in workers if str(worker.pid) in alive)
        killed.kill()
        before = self.files()
        [step] = self.described()["steps"]
        self.assertEqual(step["done"], self.records())
        self.assertEqual(self.files(), before)
        self.wait_until(lambda: not self.alive())
        for worker in workers:
            if worker is not killed:
                worker.send_signal(signal.SIGCONT)
                self.answer(worker)
        found = self.described()
        self.assertEqual([(step["step"], step["done"]) for step in found["steps"]], [("totals", step["parts"])])
        self.assertEqual([(one["process"].split("-")[1], one["alive"]) for one in found["users"]],
                         [(str(killed.pid), False)])
        self.assertEqual((found["edges"], found["format"]), (CLIQUES * math.comb(SIZE, 2), "edges"))
        self.assertIn(b"dead", self.run_done("info", self.work).stdout)

    def files(self):
        found = glob.glob(os.path.join(self.work, "**"), recursive=True)
        return sorted((name, os.lstat(name).st_mtime_ns) for name in found)

    def test_what_is_wrong_is_refused_by_name(self):
        self.join()
        [about] = self.shared("about")
        right = self.read(about)
        for at in range(len(right)):
            self.write(about, right[:at] + bytes([right[at] ^ 1]) + right[at + 1:])
            self.check_failed(run("info", self.work), BAD_INPUT, "about")
        self.write(about, right[:-1])
        self.check_failed(run("info", self.work), BAD_INPUT, "about")
        os.remove(about)
        os.symlink("/etc/passwd", about)
        self.check_failed(run("info", self.work), BAD_INPUT, "about")
        os.remove(about)
        self.write(about, right)
        escape = os.path.join(self.work, "tricorn-user-alone-9-7-\x1b[31m-1-2")
        self.write(escape, b"")
        shown = self.run_done("info", self.work).stdout
        self.assertIn(b"?[31m-1-2", shown)
        self.assertNotIn(b"\x1b", shown)
        os.remove(escape)
        folder = os.path.dirname(about)
        os.rename(folder, self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), folder)
        self.check_failed(run("info", self.work), FAILED, "tricorn-join-")


class Faults(Join):
    def parts_done(self):
        """Of all journals: how often each part was counted."""
        done = collections.Counter()
        for name in self.shared("counts-*"):
            content = self.read(name)
            for at in range(0, len(content) // RECORD * RECORD, RECORD):
                done[struct.unpack_from("<Q", content, at)[0]] += 1
        return done

    def begun_again(self):
        """Leases of parts that others had begun: each has a generation of its own."""
        leases = [os.path.basename(name).split("-") for name in self.shared("lease-*")]
        return sum(int(generation) > 1 for _, _, generation in leases)

    def check_done_twice(self, parts, killed):
        """A kill costs at most the part that was counted; then nobody else notes it.  One whose
        lease was over, but whose process lived, is noted twice."""
        done = self.parts_done()
        self.assertEqual(sorted(done), list(range(parts)))
        twice, again = sum(done.values()) - len(done), self.begun_again()
        self.assertLessEqual(twice, again)
        self.assertLessEqual(again - twice, killed)
        return again - twice

    def test_kills(self):
        dice = random.Random(20)
        kills, lost = 0, 0
        while kills < KILLS:
            shutil.rmtree(self.work, ignore_errors=True)
            workers, before = [self.start(lease=1, parts=MANY[0]) for _ in range(3)], kills
            while kills < KILLS and any(one.poll() is None for one in workers):
                time.sleep(dice.uniform(0, 0.15))
                victim = dice.choice(workers)
                kills += victim.poll() is None
                victim.kill()
                if dice.random() < 0.5:
                    workers.append(self.start(lease=1, parts=MANY[0]))
            for one in workers:
                one.communicate()
                self.assertIn(one.returncode, (0, -signal.SIGKILL))
            found = self.join(lease=1)
            self.assertEqual(found["triangles"], TRIANGLES)
            lost += self.check_done_twice(found["parts"], kills - before)
        print(f"{kills} kills, {lost} parts done again", file=sys.stderr)

    def test_one_that_is_stopped(self):
        """Others count its part; when it goes on, it tells the same."""
        for parts in MANY:
            shutil.rmtree(self.work, ignore_errors=True)
            stopped = self.start(lease=1, parts=parts)
            self.wait_until(lambda: self.records() > 3)
            stopped.send_signal(signal.SIGSTOP)
            other = self.join(lease=1)
            self.assertEqual(other["triangles"], TRIANGLES)
            stopped.send_signal(signal.SIGCONT)
            self.answer(stopped)
            if other["own_parts"] > 0:
                return
        self.fail("it was too fast")

    def test_one_that_prepares_is_stopped_or_killed(self):
        for number in (signal.SIGSTOP, signal.SIGKILL):
            with self.subTest(number=number):
                shutil.rmtree(self.work, ignore_errors=True)
                first = self.start(lease=1)
                self.wait_until(lambda: glob.glob(os.path.join(self.work, "tricorn-preparing-1"))
                                or first.poll() is not None)
                first.send_signal(number)
                self.assertEqual(self.join(lease=1)["triangles"], TRIANGLES)
                first.send_signal(signal.SIGCONT)
                output, message = first.communicate(timeout=PATIENCE)
                if first.returncode == 0:  # it had the graph before, or found the other's
                    self.assertIn(b'"triangles":', output)
                elif number == signal.SIGSTOP:
                    self.assertIn(b"another process prepares", message)
                self.assertEqual(self.join(lease=1)["triangles"], TRIANGLES)

    def test_leaving(self):
        """After SIGTERM the part is counted, so nobody waits until a lease is over."""
        for parts in MANY:
            shutil.rmtree(self.work, ignore_errors=True)
            if self.leaves(parts):
                return
        self.fail("it was too fast")

    def leaves(self, parts):
        """Whether there was something left to count."""
        leaver = self.start(lease=3600, parts=parts)
        self.wait_until(lambda: self.records() > 3)
        leaver.send_signal(signal.SIGTERM)
        output, message = leaver.communicate(timeout=PATIENCE)
        if leaver.returncode == 0:  # it was done before the signal came
            found = json.loads(output)
            self.assertEqual((found["triangles"], found["own_parts"]), (TRIANGLES, found["parts"]))
            return False
        self.assertEqual((leaver.returncode, output), (TERMINATED, b""), message)
        self.assertEqual(self.records(), len(self.shared("lease-*")))
        left = self.records()
        found = self.join(lease=3600)
        self.assertEqual(found["triangles"], TRIANGLES)
        self.assertEqual(found["own_parts"], found["parts"] - left)
        self.assertEqual(found["workers"], 2 if left < found["parts"] else 1)
        return left < found["parts"]

    def test_a_torn_journal(self):
        """What a power cut has torn is counted again."""
        self.join()
        [journal] = self.shared("counts-*")
        whole = self.read(journal)
        for lost in (1, RECORD, 5 * RECORD + 7):
            self.write(journal, whole[:-lost])
            found = self.join(lease=1)
            self.assertEqual(found["triangles"], TRIANGLES)
            self.assertEqual(found["own_parts"], -(-lost // RECORD))
            for name in self.shared("counts-*"):
                if name != journal:
                    os.remove(name)


class Tables(Join):
    """Triangles of vertices and edges.  In the windmill each vertex but the hub is in the triangles
    of its clique, the hub in those of all, and each edge in all triangles of a clique with it."""

    def table_words(self, verb, out, lease=30, parts=PARTS):
        return (verb, self.graph, "--work", self.work, "--join", "--threads", "1", "--lease",
                str(lease), "--parts", str(parts), "--to", "tsv", "-o", out, "--quiet",
                *(["--sorted"] if verb == "edge" else []))

    def start_table(self, verb, number, **options):
        out = self.path(f"{verb}-{number}.tsv")
        process = start(*self.table_words(verb, out, **options))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process, out

    def check_table(self, verb, out):
        with open(out, encoding="ascii") as file:
            rows = [[int(word) for word in line.split()] for line in file.readlines()[1:]]
        if verb == "vertex":
            of_clique = math.comb(SIZE - 1, 2)
            counts = sorted(row[-1] for row in rows)
            self.assertEqual(counts, [of_clique] * CLIQUES * (SIZE - 1) + [of_clique * CLIQUES])
        else:
            self.assertEqual(len(rows), CLIQUES * math.comb(SIZE, 2))
            self.assertEqual({row[-1] for row in rows}, {SIZE - 2})

    def test_each_writes_the_whole_table(self):
        for verb in ("vertex", "edge"):
            with self.subTest(verb=verb):
                started = [self.start_table(verb, number) for number in range(PROCESSES)]
                for process, out in started:
                    _, message = process.communicate(timeout=PATIENCE)
                    self.assertEqual(process.returncode, 0, message)
                    self.check_table(verb, out)
        # Both share their sums, a total has a folder of its own, and later calls count nothing.
        self.assertEqual(self.join()["triangles"], TRIANGLES)
        self.assertEqual(len(self.shared("cut")), 2)
        records = self.records()
        for verb in ("vertex", "edge"):
            out = self.path(verb + "-late.tsv")
            self.run_done(*self.table_words(verb, out))
            self.check_table(verb, out)
        self.assertEqual(self.records(), records)

    def test_shares_are_the_table(self):
        """Processes write a share each, of which the first has the heading; one alone writes the same bytes."""
        self.graph = self.path("several-segments.txt")
        self.run_done("generate", "erdos-renyi", "vertices=10000", "edges=300000", "-o", self.graph, "--quiet")
        for verb in ("vertex", "edge", "list"):
            words = (verb, self.graph, "--work", self.work, "--threads", "1", "--quiet")
            for shares, form in ((3, "csv"), (1, "tsv"), (9, "binary")):
                with self.subTest(verb=verb, shares=shares):
                    self.check_shares((*words, "--to", form), shares)
            self.check_failed(run(*words, "--join", "--shares", "2", "--share", "2"), USAGE, "--share")
            message = self.check_failed(run(*words[:2], "--shares", "2", "--quiet"), USAGE, "--work")
            self.assertIn("--shares", message)
        self.check_failed(run("list", self.graph, "--work", self.work, "--shares", "2", "-q"), USAGE, "--join")
        self.check_failed(run("vertex", "--generalized", self.graph, "--shares", "2"), USAGE, "--shares")

    def check_shares(self, words, shares):
        started = [start(*words, "--join", "--shares", str(shares), "--share", str(share)) for share in range(shares)]
        parts = [process.communicate(timeout=PATIENCE)[0] for process in started]
        self.assertEqual([process.returncode for process in started], [0] * shares)
        self.assertGreater(sum(map(bool, parts)), min(shares - 1, 2))
        self.assertLess(len(max(parts, key=len)), 3 * len(b"".join(parts)) / shares)
        for join in ((), ("--join",)):
            whole = self.run_done(*words, *join).stdout
            self.assertEqual(b"".join(parts), whole)

    def test_shares_in_little_memory(self):
        """Processes of unequal memory cut alike: together they list what one lists that has the graph in memory."""
        self.graph = self.path("larger.txt")
        self.run_done("generate", "erdos-renyi", "vertices=100000", "edges=2000000", "-o", self.graph, "--quiet")
        words = ("list", self.graph, "--work", self.work, "--join", "--threads", "1", "--quiet", "--shares", "3")
        memories = memory_option(24), (), memory_option(40)
        parts = [self.run_done(*words, "--share", str(share), *memory).stdout
                 for share, memory in enumerate(memories)]
        rows = sorted(tuple(sorted(map(int, line.split()))) for part in parts for line in part.splitlines())
        whole = self.run_done("list", "--sorted", self.graph, "--quiet").stdout
        self.assertEqual(rows, [tuple(map(int, line.split())) for line in whole.splitlines()])

    def test_shares_of_partitions(self):
        """Processes that ask for unequal numbers of parts cut as the first did: together they list the whole."""
        self.graph = self.path("random.txt")
        self.run_done("generate", "erdos-renyi", "vertices=300", "edges=9000", "-o", self.graph, "--quiet")
        whole = self.run_done("list", "--sorted", self.graph, "--quiet").stdout
        for partition in ("trust", "trix", "workload", "polak"):
            with self.subTest(partition=partition):
                words = ("list", self.graph, "--work", self.path(partition), "--join", "--partition", partition,
                         "--blocks", "4", "--quiet", "--shares", "3")
                started = [start(*words, "--share", str(share), "--parts", str(parts))
                           for share, parts in enumerate((5, 64, 17))]
                parts = [process.communicate(timeout=PATIENCE)[0] for process in started]
                self.assertEqual([process.returncode for process in started], [0] * 3)
                rows = sorted(tuple(sorted(map(int, line.split()))) for part in parts for line in part.splitlines())
                self.assertEqual(rows, [tuple(map(int, line.split())) for line in whole.splitlines()])

    def test_algorithms_share_a_table(self):
        """One counts half of the parts, another one the rest."""
        for verb in ("vertex", "edge"):
            with self.subTest(verb=verb):
                out = self.path(verb + ".tsv")
                words = self.table_words(verb, out, lease=1)
                self.run_done(*words, "--algorithm", "cpu-merge-edge")
                [journal] = self.shared("counts-*")
                whole = self.read(journal)
                self.write(journal, whole[:len(whole) // RECORD // 2 * RECORD])
                self.run_done(*words, "--algorithm", "cpu-adaptive")
                self.check_table(verb, out)
                self.assertEqual(len(self.shared("counts-*")), 2)
                self.assertEqual(self.records(), len(whole) // RECORD)
                shutil.rmtree(self.work)

    def test_in_little_memory(self):
        """Several passes, and batches with rows of their own."""
        for verb in ("vertex", "edge"):
            out = self.path(verb + ".tsv")
            self.run_done(*self.table_words(verb, out), *memory_option(24))
            self.check_table(verb, out)

    def test_coefficients(self):
        """They are made of the same counts."""
        joined = run("cluster", self.graph, "--work", self.work, "--join", "--quiet")
        alone = run("cluster", self.graph, "--quiet")
        self.check_done(joined)
        self.assertEqual(joined.stdout, alone.stdout)
        self.assertEqual(len(self.shared("sums-*")), 1)

    def test_kills_while_sums_are_left(self):
        dice = random.Random(21)
        for verb in ("vertex", "edge"):
            kills, started = 0, 0
            while kills < KILLS // 2:
                shutil.rmtree(self.work, ignore_errors=True)
                workers = []
                while kills < KILLS // 2 and (not workers or
                                              any(one.poll() is None for one in workers)):
                    while sum(one.poll() is None for one in workers) < 3:
                        started += 1
                        workers.append(self.start_table(verb, started, lease=1, parts=60)[0])
                    time.sleep(dice.uniform(0, 0.15))
                    victim = dice.choice([one for one in workers if one.poll() is None] or workers)
                    kills += victim.poll() is None
                    victim.kill()
                    if any(one.poll() == 0 for one in workers):
                        break
                for one in workers:
                    one.kill()
                    one.communicate()
                    self.assertIn(one.returncode, (0, -signal.SIGKILL))
                out = self.path(verb + ".tsv")
                self.run_done(*self.table_words(verb, out, lease=1))
                self.check_table(verb, out)

    def test_sums_that_were_changed(self):
        out = self.path("vertex.tsv")
        self.run_done(*self.table_words("vertex", out))
        [sums] = self.shared("sums-*")
        whole = self.read(sums)
        words = self.table_words("vertex", out)
        for at in (0, len(whole) // 2, len(whole) - 1):
            self.write(sums, whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.check_failed(run(*words), BAD_INPUT, os.path.basename(sums), "was changed")
        self.write(sums, whole[:-1])
        self.check_failed(run(*words), BAD_INPUT, os.path.basename(sums), "was changed")
        os.remove(sums)
        os.symlink(self.graph, sums)
        self.check_failed(run(*words), BAD_INPUT, os.path.basename(sums), "is a link")
        os.remove(sums)
        self.write(sums, whole)
        self.run_done(*self.table_words("vertex", out))
        self.check_table("vertex", out)


class Changed(Join):
    def refused(self, *words, code=BAD_INPUT):
        return self.check_failed(run(*self.words("--quiet", lease=1)), code, *words)

    def test_a_journal(self):
        self.join()
        [journal] = self.shared("counts-*")
        whole = self.read(journal)
        for at in (0, 8, 16, 24, 32, len(whole) // 2):
            self.write(journal, whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.refused(os.path.basename(journal), "was changed")
        # Records of another journal, whose parts are others.
        self.write(journal, whole[RECORD:] + bytes(2 * RECORD))
        self.refused("was changed")
        self.write(journal, whole)
        self.assertEqual(self.join()["own_parts"], 0)

    def test_the_cut(self):
        self.join()
        [cut] = self.shared("cut")
        whole = self.read(cut)
        for content in (b"", whole[:-1], whole + b"x", whole[:20] + b"xx" + whole[22:]):
            self.write(cut, content)
            self.refused("cut", "was changed")

    def test_leases(self):
        self.join()
        for name in self.shared("counts-*"):
            os.remove(name)
        lease = self.shared("lease-*")[0]
        self.write(lease, "mine")
        self.refused("is not a lease")
        os.remove(lease)
        os.symlink(self.graph, lease)
        self.refused("is not a lease")
        os.remove(lease)
        os.mkfifo(lease)
        self.refused("is not a lease")

    def test_nothing_is_followed_out_of_the_folder(self):
        outside = self.write("outside", "precious")
        elsewhere = self.path("elsewhere")
        os.mkdir(elsewhere)
        os.mkdir(self.work)
        names = ["tricorn-rows", "tricorn-edges", "tricorn-new", "tricorn-preparing-1"]
        for name in names[:3]:
            os.symlink(outside, os.path.join(self.work, name))
            os.link(outside, os.path.join(self.work, name + "-too"))
        self.assertEqual(self.join()["triangles"], TRIANGLES)
        [shared] = glob.glob(os.path.join(self.work, "tricorn-join-*"))
        [journal] = self.shared("counts-*")
        os.remove(journal)
        os.symlink(outside, journal)
        self.refused(os.path.basename(journal), "is a link")
        shutil.rmtree(shared)
        os.symlink(elsewhere, shared)
        self.refused("cannot be opened", code=FAILED)
        os.remove(shared)
        for name in ("tricorn-graph", "tricorn-rows"):
            with self.subTest(name=name):
                path = os.path.join(self.work, name)
                os.rename(path, path + ".moved")
                os.symlink(path + ".moved", path)
                self.refused(name, "is a link")
                os.remove(path)
                os.mkfifo(path)
                self.refused(name, "no file")
                os.remove(path)
                os.rename(path + ".moved", path)
        self.assertEqual(self.read_text(outside), "precious")
        self.assertEqual(os.listdir(elsewhere), [])

    def test_a_block(self):
        self.join()
        shutil.rmtree(os.path.dirname(self.shared("cut")[0]))
        with open(os.path.join(self.work, "tricorn-rows"), "r+b") as file:
            file.seek(1000)
            byte = file.read(1)
            file.seek(1000)
            file.write(bytes([byte[0] ^ 1]))
        self.refused("tricorn-rows")


@unittest.skipIf(SANITIZED or not shutil.which("strace"), "needs strace, and no sanitizer's own calls")
class Server(Join):
    """The operations of the file server do not grow with the number of processes."""

    CALLS = "openat,mkdirat,linkat,unlinkat,renameat,newfstatat,getdents64,pwrite64,pread64,fdatasync,fsync,utimensat"

    def operations(self, name):
        """In the folder of the count; what is asked of an open file is no operation of a server."""
        with open(name, encoding="utf-8") as file:
            return sum("/tricorn-join-" in line and "newfstatat" not in line for line in file)

    def test_operations_of_a_part(self):
        for count in (4, 16, 64):
            shutil.rmtree(self.work, ignore_errors=True)
            self.run_done("count", self.graph, "--work", self.work)
            names = [self.path(f"calls{number}") for number in range(count)]
            workers = [subprocess.Popen(["strace", "-f", "-qq", "-y", "-e", f"trace={self.CALLS}", "-o", name, PROGRAM,
                                         *self.words("--json", parts=16 * count)],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in names]
            parts = {self.answer(worker)["parts"] for worker in workers}.pop()
            operations = sum(map(self.operations, names))
            print(f"{count} processes: {operations / parts:.1f} operations a part", file=sys.stderr)
            self.assertGreater(operations, parts)
            self.assertLess(operations, 20 * parts)


class Blocks(Join):
    """A partition cuts the graph once for all, and each reads the blocks of what it counts."""
    NAMES = ("trust", "trix", "workload", "polak")

    def cut(self, name, blocks, *more, **options):
        return self.words("--partition", name, "--blocks", str(blocks), *more, **options)

    def test_random_graphs(self):
        shared = random.Random(43)
        for trial in range(6 if SANITIZED else 18):
            name, blocks, parts = self.NAMES[trial % 4], shared.randrange(1, 65), shared.choice((1, 9, 64, 200))
            edges = self.random_graph(shared)
            with self.subTest(partition=name, blocks=blocks, parts=parts):
                workers = [start(*self.cut(name, blocks, "--json", parts=parts)) for _ in range(3)]
                found = []
                for worker in workers:
                    output, message = worker.communicate(timeout=PATIENCE)
                    self.assertEqual(worker.returncode, 0, message)
                    found.append(json.loads(output))
                self.assertEqual({one["triangles"] for one in found}, {triangles(edges)})
                self.assertEqual(sum(one["own_parts"] for one in found), found[0]["parts"])
                self.assertEqual({one["partition"] for one in found}, {name})
            shutil.rmtree(self.work)

    def random_graph(self, shared):
        vertices = shared.randrange(3, 90)
        edges = [(shared.randrange(vertices), shared.randrange(vertices)) for _ in range(shared.randrange(1, 900))]
        self.graph = self.write("random.txt", "".join(f"{u} {v}\n" for u, v in edges))
        return edges

    def test_random_tables(self):
        """The triangles of vertices and edges; each process may name another number of parts."""
        shared = random.Random(44)
        for trial in range(4 if SANITIZED else 16):
            name, verb = self.NAMES[trial % 4], ("vertex", "edge")[trial // 4 % 2]
            edges = self.random_graph(shared)
            rows = {x: {y for edge in edges for y in edge if x in edge and edge[0] != edge[1]} - {x} for x in range(90)}
            support = {(u, v): len(rows[u] & rows[v]) for u in rows for v in rows[u] if u < v}
            expected = "".join(f"{u}\t{v}\t{count}\n" for (u, v), count in sorted(support.items()))
            if verb == "vertex":
                counts = {x: sum(count for edge, count in support.items() if x in edge) // 2
                          for x in sorted({x for edge in edges for x in edge})}
                expected = "".join(f"{x}\t{count}\n" for x, count in counts.items())
            blocks = shared.randrange(1, 65)
            words = ["--quiet", *(["--sorted"] if verb == "edge" else [])]
            with self.subTest(partition=name, verb=verb, blocks=blocks):
                workers = [start(verb, *self.cut(name, blocks, *words, parts=shared.choice((1, 9, 64)))[1:])
                           for _ in range(3)]
                for worker in workers:
                    output, message = worker.communicate(timeout=PATIENCE)
                    self.assertEqual(worker.returncode, 0, message)
                    self.assertEqual(output.decode(), expected)
            shutil.rmtree(self.work)

    def uncount(self):
        """Removes the counts, and leaves the blocks."""
        for folder in self.shared(""):
            if not glob.glob(folder + "blocks-*"):
                shutil.rmtree(folder)

    def test_only_blocks_are_read(self):
        """1,024 tasks of 8 x 8 blocks and 2 shares: without the rows, and in little memory."""
        self.run_done("generate", "kronecker", "scale=16", "-o", self.graph, "--quiet")
        whole = self.run_json("count", self.graph)
        self.assertEqual(self.run_json(*self.cut("trust", 64, parts=1024))["triangles"], whole["triangles"])
        rows, [blocks] = os.path.join(self.work, "tricorn-rows"), self.shared("blocks-*")
        with open(rows, "r+b") as file:
            file.write(bytes(os.path.getsize(rows)))
        self.uncount()
        # Each edge is in a block for u, and in one for the sources of a share.
        block = (os.path.getsize(blocks) + 2 * os.path.getsize(blocks)) / 3 / 64
        workers = [start(*self.cut("trust", 64, "--json", parts=1024)) for _ in range(4)]
        answers, tasks = [], 0
        for worker in workers:
            output = worker.stdout.read()
            os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
            with open(f"/proc/{worker.pid}/io", encoding="ascii") as file:
                read = int(file.readline().split()[1])
            self.assertEqual(worker.wait(), 0, worker.stderr.read())
            worker.stdout.close()
            worker.stderr.close()
            found = json.loads(output)
            answers.append(found["triangles"])
            tasks += found["own_parts"]
            self.assertLess(read, 3 * block * found["own_parts"] + (4 << 20))
            if not SANITIZED:
                self.assertLess(found["peak_bytes"], 3 * block + (64 << 20))
        self.assertEqual((set(answers), tasks), ({whole["triangles"]}, 1024))

    def test_changed_files(self):
        for name in ("trust", "trix"):
            self.run_json(*self.cut(name, 9))
            for pattern in ("blocks-*", "index-*"):
                self.uncount()
                [path] = self.shared(pattern)
                whole = self.read(path)
                for place in random.Random(name + pattern).sample(range(len(whole) - 8), 3):
                    changed = bytearray(whole)
                    changed[place] ^= 1
                    self.write(path, bytes(changed))
                    result = run(*self.cut(name, 9, "--quiet"))
                    if result.returncode == 0:  # bytes between blocks, which are not read
                        self.assertIn(f"{TRIANGLES}".encode(), result.stdout)
                    else:
                        self.check_failed(result, BAD_INPUT, os.path.basename(path))
                    self.uncount()
                self.write(path, whole)
            shutil.rmtree(self.work)


class Uses(Join):
    def test_what_is_refused(self):
        count = ("count", self.graph)
        self.check_failed(run(*count, "--join"), USAGE, "--join", "--work")
        self.check_failed(run(*count, "--lease", "3"), USAGE, "--join")
        self.check_failed(run(*count, "--parts", "3", "--work", self.work), USAGE, "--join")
        self.check_failed(run(*count, "--lease", "0"), USAGE, "--lease")
        self.check_failed(run(*count, "--parts", "none"), USAGE, "--parts")
        self.check_failed(run("vertex", self.graph, "--join"), USAGE, "--join")
        self.check_failed(run("count", "-", "--join", "--work", self.work, stdin="1 2\n"), USAGE,
                          "is no file")
        self.check_failed(run(*self.words("--blocks", "9", "--quiet")), FAILED, "that join", "--partition")

    def test_the_script_of_the_docs(self):
        """The Slurm script of docs/workers.md, as the tasks of an array that Slurm would start."""
        lines = self.read_text(DOCS).split("#!/bin/sh\n", 1)[1].split("\n\n", 1)[0]
        script = textwrap.dedent("    #!/bin/sh\n" + lines).replace("/shared/graph.txt", self.graph)
        script = script.replace("/shared/graph.work", self.work)
        self.assertIn("tricorn count " + self.graph, script)
        path = self.write("array.sh", script)
        requeued = self.write("scontrol", f'#!/bin/sh\necho "$@" >> {self.path("requeued")}\n')
        os.chmod(requeued, 0o755)
        folder = os.path.dirname(os.path.abspath(PROGRAM))
        environment = dict(os.environ, PATH=os.pathsep.join((folder, self.folder, os.environ["PATH"])),
                           SLURM_CPUS_PER_TASK="1", SLURM_JOB_ID="7")
        tasks = [subprocess.Popen(["sh", path], env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) for _ in range(3)]
        for task in tasks[:2]:  # until it waits for the program
            self.wait_until(lambda: open(f"/proc/{task.pid}/task/{task.pid}/children").read())
        time.sleep(0.05)
        tasks[0].send_signal(signal.SIGUSR1)  # as Slurm before the end of the time
        tasks[1].send_signal(signal.SIGTERM)  # as scancel
        for number, codes in enumerate(((TERMINATED, 128 + signal.SIGUSR1), (TERMINATED,))):
            output, message = tasks[number].communicate(timeout=PATIENCE)
            self.assertIn(tasks[number].returncode, codes, message)
        self.assertEqual(self.read_text("requeued"), "requeue 7\n")
        self.answer(tasks[2])

    def test_another_input(self):
        self.join()
        other = self.write("other.txt", "1 2\n2 3\n3 1\n")
        self.check_failed(run("count", other, "--work", self.work, "--join", "--quiet"), USAGE,
                          "another input")
        self.assertEqual(self.join()["own_parts"], 0)


if __name__ == "__main__":
    main()
