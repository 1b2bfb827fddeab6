"""Bad input: each malformed file must give its exit code and say what is wrong, where, and what
to do; never a crash, a hang, or a count.  Unit tests have many more of each format."""

import collections
import gzip
import os
import re
import struct
import subprocess

from program import BAD_INPUT, DIAMOND, FAILED, PROGRAM, USAGE, ProgramTest, main
from program import default_signals

SECONDS = 120  # until a run counts as hung, also with sanitizers
LONG_LINE = 100_000_000
LONG_ENOUGH = 10_000_000  # beyond every buffer, where 100 MB would test nothing more

PATTERN = "%%MatrixMarket matrix coordinate pattern symmetric\n"
GENERAL = "%%MatrixMarket matrix coordinate real general\n"

# name: of the file; content: text or bytes; arguments: further ones; code: the exit code;
# message: a regular expression for what follows the name in the line on stderr.
Case = collections.namedtuple("Case", "name content arguments code message")


def bad(name, content, message, *arguments, code=BAD_INPUT):
    return Case(name, content, list(arguments), code, message)


def text(content, message, *arguments):
    return bad("g.txt", content, message, *arguments)


def matrix(content, message, *arguments):
    return bad("g.mtx", content, message, *arguments)


def gz(content):
    data = content if isinstance(content, bytes) else content.encode()
    return gzip.compress(data, mtime=0)


def zstd(content, kind=0, claimed=None):
    """A frame of one block, written by hand: RFC 8878.  kind 0: raw, 1: repeated, 3: reserved."""
    data = content if isinstance(content, bytes) else content.encode()
    single_segment = 0x20  # the content size is one byte
    header = b"\x28\xb5\x2f\xfd" + bytes([single_segment, len(data)])
    last = 1
    size = len(data) if claimed is None else claimed
    return header + struct.pack("<I", last | kind << 1 | size << 3)[:3] + data


def flip(data, place):
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


EDGES = "".join(f"{u}\t{u * 7 % 101}\n" for u in range(1, 5000))
JUNK = bytes((i * i * 31 + i // 7) % 256 for i in range(1, 70000))

TEXT = [
    text("1 2\n3\n", r":2: 1 column, but line 1 has 2"),
    text("1 2\n" * 40000 + "1 x\n" + "2 3\n" * 40000, r":40001: "),
    text("1 2\n" * 40000 + "7", r":40001: 1 column"),
    text("1 2\n\u0661 2\n", r":2: .*is no vertex id"),  # a digit, but not an ASCII one
    text(b"\x7fELF" + JUNK, ""),
    text(JUNK, ""),
    bad("g", bytes(range(256)) * 300, r":"),
    text("", r": .*"),
    text("1 2\n2 2\n3 3\n", r":2: .*loop", "--strict"),
    text("1 2\n2 3\n1 2\n", r":3: .*earlier edge", "--strict"),
    text("1 2\n# c\n2 3\n2 1\n", r":4: .*earlier edge", "--strict"),
    text("a b\nb c\nb b\n", r":3: .*loop", "--strict", "--ids", "string"),
    text("a b\nc\n", r":2: 1 column", "--ids", "string"),
    text("a b\nc\0 d\n", r":2: .*NUL", "--ids", "string"),
    text(PATTERN + "x y z\n", r":2: .*size line"),
    text(DIAMOND, r":1: .*Matrix Market.*--format edges", "--format", "matrix-market"),
]

MATRIX_MARKET = [
    matrix("%%MatrixMarket\n1 1 0\n", r":1: .*5"),
    matrix("%%MatrixMarket matrix array real general\n1 1\n1\n", r":1: .*dense"),
    matrix(GENERAL + "3 4 1\n2 1 1\n", r":2: .*bipartite"),
    matrix(PATTERN + "3 3 2\n2 1\n", r": .*2 entries.* 1"),
    matrix(PATTERN + "3 3 2\n2 1\n4 1\n", r":4: .*beyond"),
    matrix(PATTERN + "3 3 2\n2 2\n3 1\n", r":3: .*loop", "--strict"),
    matrix(PATTERN + "% c\n3 3 3\n2 1\n3 1\n2 1\n", r":6: .*earlier edge", "--strict"),
    matrix(PATTERN + "% " + "x" * 100000 + "\n3 3 1\n0 1\n", r":4: .*counts from 1"),
]

CUT = gz(EDGES)
LONE = zstd(DIAMOND)

COMPRESSED = [
    bad("g.txt.gz", CUT[: len(CUT) // 2], r": .*gzip.*cut"),
    bad("g.txt.gz", flip(CUT, len(CUT) - 6), r": .*gzip.*damaged"),  # its CRC
    bad("g.txt.gz", CUT + b"trailing", r": .*gzip.*appended"),
    bad("g.txt.gz", gz("1 2\n1 x\n"), r":2: .*is no vertex id"),
    bad("g.mtx.gz", gz(PATTERN + "3 3 2\n2 1\n"), r": .*2 entries"),
    bad("g.txt.zst", LONE[:-3], r": .*zstd.*cut"),
    bad("g.txt.zst", zstd(DIAMOND, kind=3), r": .*zstd.*damaged"),
    bad("g.txt.zst", zstd(DIAMOND, claimed=1 << 20), r": .*zstd"),
    bad("g.txt.gz", LONE[:-3], r": .*zstd.*cut"),  # the content counts, not the name
    bad("g.zip", b"PK\x03\x04" + JUNK, r": .*zip"),
]

EMPTY = [
    bad(name, content, r": is empty: it has no content", *arguments)
    for name in ("g", "g.txt", "g.mtx", "g.tri", "g.npz", "g.u32", "g.u64", "g.sg", "g.graph")
    for content in (b"", gz(""), zstd(""))
    for arguments in ([], ["--format", "edges"], ["--format", "pairs32"], ["--format", "tri"])
]

VALID = [
    bad("no-entries.mtx", PATTERN + "5 5 0\n", 0),
    bad("no-rows.mtx", PATTERN + "0 0 0\n", 0),
    bad("loops.txt", "1 1\n2 2\n", 0),
    bad("crlf.txt", DIAMOND.replace("\n", "\r\n"), 2),
    bad("no-last-newline.txt", DIAMOND.rstrip("\n"), 2),
    bad("columns.txt", DIAMOND.replace("\n", " 0.5 x -1\n"), 2),
    bad("commas.csv", DIAMOND.replace(" ", ","), 2),
    bad("largest.txt", "0 18446744073709551615\n18446744073709551615 1\n1 0\n", 1),
    bad("leading-zeros.txt", "0001 2\n" + "0" * 100 + "2 3\n3 1\n", 1),
    bad("two-members.gz", gz(DIAMOND[:8]) + gz(DIAMOND[8:]), 2),
    bad("two-frames.zst", zstd(DIAMOND[:8]) + zstd(DIAMOND[8:]), 2),
    bad("caps.mtx", "%%MatrixMarket MATRIX Coordinate PATTERN General\n3 3 3\n1 2\n2 3\n3 1\n", 1),
]


class CountTest(ProgramTest):
    def count(self, *arguments, stdin=subprocess.DEVNULL):
        return subprocess.run(
            [PROGRAM, "count", *arguments],
            stdin=stdin,
            capture_output=True,
            timeout=SECONDS,
            preexec_fn=default_signals,
        )


class BadContent(CountTest):
    def check_case(self, case, *further):
        path = self.write(case.name, case.content)
        message = self.check_failed(self.count(path, *case.arguments, *further), case.code)
        self.assertRegex(message, re.escape(case.name) + case.message)

    def check_table(self, cases):
        for number, case in enumerate(cases):
            with self.subTest(number=number, name=case.name, start=case.content[:60]):
                self.check_case(case, "--threads", str(1 + number % 2))

    def test_text(self):
        self.check_table(TEXT)

    def test_matrix_market(self):
        self.check_table(MATRIX_MARKET)

    def test_compressed(self):
        self.check_table(COMPRESSED)

    def test_empty(self):
        self.check_table(EMPTY)

    def test_empty_pipe(self):
        """The program in front has failed: its error must not become a graph without triangles."""
        for arguments in ([], ["--format", "edges"], ["--format", "tri"], ["--ids", "string"]):
            for verb in ("count", "vertex", "info"):
                command = ["sh", "-c", 'false | "$@" -', "sh", PROGRAM, verb, *arguments]
                result = subprocess.run(command, capture_output=True, timeout=SECONDS)
                message = self.check_failed(result, BAD_INPUT, "standard input: is empty")
                self.assertIn("the program that should write it wrote nothing", message)

    def test_unusual_but_valid(self):
        for case in VALID:
            with self.subTest(name=case.name):
                path = self.write(case.name, case.content)
                result = self.check_done(self.count(path))
                self.assertEqual(result.stdout.split(), [b"triangles", b"%d" % case.message])

    def test_from_standard_input(self):
        for case in (TEXT[0], MATRIX_MARKET[0], COMPRESSED[0]):
            with self.subTest(name=case.name):
                path = self.write(case.name, case.content)
                with open(path, "rb") as file:
                    self.check_failed(self.count("-", stdin=file), BAD_INPUT)


class BadFiles(CountTest):
    """What cannot be opened or read."""

    def test_missing(self):
        path = self.path("missing.txt")
        self.check_failed(self.count(path), FAILED, "missing.txt", "No such file")
        self.check_failed(self.count(self.path("no/such/folder")), FAILED, "No such file")

    def test_directory(self):
        self.check_failed(self.count(self.folder), BAD_INPUT, "is empty")

    def test_path_through_a_file(self):
        path = self.write("g.txt", DIAMOND)
        self.check_failed(self.count(path + "/x"), FAILED, "Not a directory")

    def test_no_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root may read everything")
        path = self.write("g.txt", DIAMOND)
        os.chmod(path, 0)
        self.check_failed(self.count(path), FAILED, "Permission denied")

    def test_name_too_long(self):
        self.check_failed(self.count("x" * 300), FAILED, "too long")

    def test_links_in_a_circle(self):
        path = self.path("circle")
        os.symlink(path, path)
        self.check_failed(self.count(path), FAILED, "circle")

    def test_unknown_format(self):
        path = self.write("g.txt", DIAMOND)
        self.check_failed(self.count(path, "--format", "nonsense"), USAGE, "nonsense")

    def test_unknown_algorithm(self):
        path = self.write("g.txt", DIAMOND)
        self.check_failed(self.count(path, "--algorithm", "nonsense"), USAGE, "nonsense")

    def test_no_output_from_bad_input(self):
        path = self.write("g.txt", "1 2\n1 x\n")
        result = subprocess.run(
            [PROGRAM, "convert", path, self.path("out.mtx")], capture_output=True, timeout=SECONDS
        )
        self.check_failed(result, BAD_INPUT, "g.txt:2")
        self.assertEqual(os.listdir(self.folder), ["g.txt"])


class LongLines(CountTest):
    """Lines of up to 100 MB: read, or refused, but never cut into pieces that look like edges."""

    def tearDown(self):
        for name in os.listdir(self.folder):
            os.unlink(self.path(name))

    def test_digits(self):
        path = self.write("g.txt", b"1 2\n" + b"1" * LONG_LINE + b" 2\n")
        self.check_failed(self.count(path), BAD_INPUT, "g.txt:2", "2^64")

    def test_no_separator(self):
        path = self.write("g.txt", b"1 2\n" + b"x" * LONG_ENOUGH)
        self.check_failed(self.count(path), BAD_INPUT, "g.txt:2")

    def test_comment(self):
        path = self.write("g.txt", b"#" + b" 7 8" * (LONG_ENOUGH // 4) + b"\n" + DIAMOND.encode())
        result = self.check_done(self.count(path))
        self.assertEqual(result.stdout.split(), [b"triangles", b"2"])

    def test_columns(self):
        path = self.write("g.txt", b"1 2" + b" 7 8" * (LONG_LINE // 4) + b"\n" + DIAMOND.encode())
        self.check_failed(self.count(path), BAD_INPUT, "g.txt:1", "--columns 1,2")
        result = self.check_done(self.count(path, "--columns", "1,2"))
        self.assertEqual(result.stdout.split(), [b"triangles", b"2"])

    def test_matrix_market_header(self):
        path = self.write("g.mtx", b"%%MatrixMarket " + b"x" * LONG_ENOUGH)
        self.check_failed(self.count(path), BAD_INPUT, "g.mtx")


class Large(CountTest):
    """Small files that promise more are in test_hostile.py."""

    def test_large_ids_are_cheap(self):
        path = self.write("g.txt", "4294967294 1\n1 4294967290\n4294967290 4294967294\n")
        result = self.check_done(self.count(path, "--memory", "256M"))
        self.assertEqual(result.stdout.split(), [b"triangles", b"1"])


if __name__ == "__main__":
    main()
