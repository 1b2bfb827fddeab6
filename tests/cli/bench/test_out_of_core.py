"""bench/out_of_core: limits of memory that hold, what a run used, counts that are right or wrong.

Without the right to make a memory cgroup most of it is skipped.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from program import DIAMOND, PROGRAM, ProgramTest, main

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "bench")
SCRIPT = os.path.join(BENCH, "out_of_core")

sys.path.insert(0, BENCH)
import limited  # noqa: E402

SMALL = 64 << 20
ALLOCATE = "data = bytearray(200 << 20); print(len(data))"


def why_not():
    """Why no limit can be set here, or None."""
    kind = subprocess.run(["stat", "--file-system", "--format=%T", tempfile.gettempdir()],
                          stdout=subprocess.PIPE)
    if kind.stdout.strip() == b"tmpfs":
        return "the temporary folder lies in memory"
    try:
        with limited.Group(SMALL) as group:
            group.run(["true"])
    except (limited.Unavailable, OSError, subprocess.SubprocessError) as error:
        return f"no memory cgroup can be made: {error}"
    return None


WHY_NOT = why_not()


class Files(ProgramTest):
    def test_of_version_2(self):
        """The files of a group, in a folder that looks like one of version 2."""
        self.write("cgroup.controllers", "cpu memory\n")
        self.write("cgroup.subtree_control", "cpu\n")
        group = limited.Group(SMALL, self.folder)
        self.assertEqual(group.version.kind, "cgroup2")
        self.assertEqual(limited.read(self.folder, "cgroup.subtree_control"), "+memory")
        self.assertEqual(limited.read(group.folder, "memory.max"), str(SMALL))
        self.assertFalse(os.path.exists(os.path.join(group.folder, "memory.swap.max")))
        self.assertIsNone(group.peak_bytes())
        limited.write(group.folder, "memory.events", "low 0\noom 2\noom_kill 1\n")
        self.assertTrue(group.was_killed())
        limited.write(group.folder, "memory.events", "low 0\noom 2\noom_kill 0\n")
        self.assertFalse(group.was_killed())
        limited.write(group.folder, "cgroup.procs", "0\n17\n")
        self.assertEqual(group.processes(), [17])

    def test_nowhere(self):
        with self.assertRaises(limited.Unavailable):
            limited.Group(SMALL, self.path("absent"))


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Limited(ProgramTest):
    def test_killed_at_the_limit(self):
        with limited.Group(SMALL) as group:
            ran = group.run([sys.executable, "-c", ALLOCATE])
            self.assertTrue(group.was_killed())
            self.assertEqual(ran.returncode, -9)
            self.assertFalse(ran.timed_out)
            self.assertLessEqual(group.peak_bytes() or 0, SMALL)

    def test_enough_memory(self):
        with limited.Group(8 * SMALL) as group:
            ran = group.run([sys.executable, "-c", ALLOCATE])
            self.assertFalse(group.was_killed())
            self.assertEqual((ran.returncode, ran.stdout), (0, f"{200 << 20}\n"))
            self.assertGreater(ran.resident_bytes, 200 << 20)
            self.assertGreater(group.peak_bytes() or ran.resident_bytes, 200 << 20)
            self.assertGreater(ran.seconds, 0)

    def test_files_are_charged_and_counted(self):
        """Pages of files count towards the limit, and a file that was dropped is read again."""
        size = 2 * SMALL
        path = self.path("file")
        with limited.Group(SMALL) as group:
            ran = group.run(["dd", "if=/dev/zero", f"of={path}", "bs=1M", f"count={size >> 20}"])
            self.check_done(ran)
            self.assertGreaterEqual(ran.written_bytes, size)
        limited.drop_from_cache(path)
        with limited.Group(SMALL) as group:
            ran = group.run(["sh", "-c", f"cat '{path}' | wc -c"])  # a child of the command
            self.assertEqual(int(ran.stdout), size)
            self.assertGreaterEqual(ran.read_bytes, size)
            self.assertFalse(group.was_killed())
            self.assertLessEqual(group.peak_bytes() or 0, SMALL)
            self.assertGreater(group.peak_bytes() or SMALL, SMALL // 2)

    def test_timeout_and_what_is_left_behind(self):
        with limited.Group(SMALL) as group:
            ran = group.run(["sleep", "100"], timeout=0.2)
            self.assertTrue(ran.timed_out)
            self.assertLess(ran.seconds, 50)
            ran = group.run(["sh", "-c", "sleep 100 & echo begun"])
            self.assertEqual((ran.returncode, ran.stdout), (0, "begun\n"))
            self.assertEqual(group.processes(), [])
        self.assertFalse(os.path.exists(group.folder))

    def test_last_output_is_kept(self):
        with limited.Group(SMALL) as group:
            ran = group.run(["sh", "-c", "head -c 9000000 /dev/zero; echo end"])
        self.assertEqual(len(ran.stdout), limited.KEPT_OUTPUT)
        self.assertTrue(ran.stdout.endswith("end\n"))

    def test_no_such_program(self):
        with limited.Group(SMALL) as group, self.assertRaises(OSError):
            group.run([self.path("absent")])


@unittest.skipIf(WHY_NOT, WHY_NOT)
class OutOfCore(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.write("graph.txt", DIAMOND)

    def measure(self, *arguments):
        return subprocess.run([sys.executable, "-B", SCRIPT, "--graphs", self.path("graphs"), "-t",
                               "1", *([] if "--tricorn" in arguments else ["--tricorn", PROGRAM]),
                               *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300)

    def records(self, *arguments, code=0):
        out = self.path("records.jsonl")
        result = self.measure("-o", out, *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertFalse(os.path.exists(out + ".partial"))
        return self.read_records(out)

    def peer(self, name, count, **members):
        told = {"name": name, "count": count, "triangles": r"found (\d+)", **members}
        return "--peer", self.write(name + ".json", json.dumps(told))

    def script(self, name, text):
        return self.write_program(name, "#!/bin/sh\n" + text)

    def test_published_count(self):
        """A benchmark graph is made once; all samples of tricorn and of a peer are kept."""
        peer = self.peer("echo", ["sh -c 'test {memory_mib}-{memory_gib} = 512-0.500'", "cat made"],
                         convert="sh -c 'wc -c <{graph} >size; echo found 482104 >made'",
                         memory_share=0.5)
        records = self.records("tiny", "--limit", "1G", "-n", "2", *peer)
        self.assertEqual([record["algorithm"] for record in records], ["tricorn", "echo"])
        self.assertEqual(os.listdir(self.path("graphs")), ["tiny.txt"])
        for record in records:
            self.assertEqual(record["status"], "ok", record["message"])
            self.assertEqual(record["kind"], "out-of-core")
            self.assertEqual(record["triangles"], 482104)
            self.assertEqual(record["verified_by"], "published")
            self.assertEqual(record["limit_bytes"], 1 << 30)
            self.assertEqual(record["file_bytes"], os.path.getsize(self.path("graphs/tiny.txt")))
            self.assertGreater(record["machine"]["memory_bytes"], 0)
            self.assertIn("commit", record)
            for phase in ("convert", "count") if record["peer"] else ("count",):
                for key in ("seconds", "cpu_seconds", "group_peak_bytes", "peak_bytes",
                            "read_bytes", "written_bytes"):
                    self.assertEqual(len(record[f"{phase}_{key}"]), 2)
        self.assertGreaterEqual(min(records[0]["count_read_bytes"]), records[0]["file_bytes"])
        self.assertNotIn("convert_seconds", records[0])

    def test_again_from_the_work_folder(self):
        program = self.script("tricorn", 'case "$*" in *--work*) ;; *) exit 9; esac\n'
                              'test -e made && echo again >>"' + self.folder + '/log"\ntouch made\n'
                              'echo \'{ "triangles": 2, "device": "cpu" }\'\n')
        records = self.records(self.graph, "--limit", "64M", "-n", "2", "--tricorn", program,
                               "--case", "levels=count {graph} --memory {limit} --work {work}")
        self.assertEqual(len(records), 1)
        self.assertEqual(records[0]["algorithm"], "levels")
        self.assertEqual(len(records[0]["count_seconds"]), 2)
        self.assertEqual(len(records[0]["again_seconds"]), 2)
        self.assertEqual(self.read_text("log"), "again\nagain\n")
        self.assertEqual((records[0]["verified"], records[0]["status"]), (False, "ok"))

    def test_wrong_and_disputed(self):
        one, two = self.peer("one", "echo found 1"), self.peer("two", "echo found 2")
        records = self.records(self.graph, "--limit", "1G", "-n", "1", *one, *two, code=1)
        self.assertEqual([record["status"] for record in records], ["ok", "wrong", "ok"])
        self.assertEqual(records[0]["verified_by"], "agreement")
        self.assertNotIn("count_seconds", records[1])
        os.remove(self.path("records.jsonl"))
        records = self.records(self.graph, "--limit", "1G", "-n", "1", "--peers-only", *one, *two,
                               code=1)
        self.assertEqual([record["status"] for record in records], ["disputed", "disputed"])

    def test_failures(self):
        large = self.peer("large", [[sys.executable, "-c", ALLOCATE]], convert="true")
        records = self.records(
            self.graph, "--limit", "64M", "-n", "2", "--timeout", "30", "--peers-only", *large,
            *self.peer("exits", "sh -c 'echo because >&2; exit 3'"),
            *self.peer("crashes", ["sh -c 'kill -SEGV $$'"]), *self.peer("silent", "true"),
            *self.peer("absent", "{here}/absent"), *self.peer("not-here", "sh -c 'exit 77'"),
            code=1)
        self.assertEqual([record["status"] for record in records],
                         ["killed", "failed", "crash", "failed", "skipped", "skipped"])
        self.assertIn("killed at the limit of memory in 'count'", records[0]["message"])
        self.assertEqual(len(records[0]["convert_seconds"]), 1)
        self.assertNotIn("count_seconds", records[0])
        self.assertIn("because", records[1]["message"])
        self.assertIn("no count", records[3]["message"])

    def test_goes_on_where_it_was_stopped(self):
        """The second peer ends the harness at its first run."""
        first = self.peer("first", ["sh -c 'echo x >>{here}/log; echo found 2'"])
        second = self.peer("second", ["sh -c 'test -e {here}/seen || { touch {here}/seen; "
                                      "kill $PPID; sleep 100; }; echo found 2'"])
        arguments = (self.graph, "--limit", "64M", "-n", "1", "--peers-only", *first, *second)
        out = self.path("records.jsonl")
        self.assertEqual(self.measure("-o", out, *arguments).returncode, 143)
        self.assertFalse(os.path.exists(out))
        records = self.records(*arguments)
        self.assertEqual([record["status"] for record in records], ["ok", "ok"])
        self.assertEqual(self.read_text("log"), "x\n")

    def test_refused(self):
        bad = self.write("bad.json", '{"name": "x", "triangles": "("}')
        self.assertIn(b"bad.json", self.measure(self.graph, "--limit", "1G", "--peer", bad).stderr)
        none = self.write("none.json", '{"name": "x", "triangles": "x"}')
        self.assertIn(b"no command",
                      self.measure(self.graph, "--limit", "1G", "--peer", none).stderr)
        for arguments, message in (
            (("--limit", "lots"), b"no size"),
            (("--limit", "1G", "--case", "x"), b"NAME=ARGUMENTS"),
            (("--limit", "1G", "--case", "x=count {grph}"), b"no value {grph}"),
            (("--limit", "1G", "--case", "x=a", "--case", "x=b"), b"two cases"),
            (("--limit", "1G", "--cgroup", self.path("absent")), b"no memory cgroup"),
            (("--limit", "1G", "-n", "0"), b"1 or more"),
        ):
            result = self.measure(self.graph, *arguments)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(message, result.stderr)


if __name__ == "__main__":
    main()
