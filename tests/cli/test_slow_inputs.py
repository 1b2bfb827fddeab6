"""Files of about 1 MB that are made to be slow take at most 20 times the time of the processor that
ordinary text of that size takes, and the memory that `info --estimate` names."""

import gzip
import itertools
import os
import random
import re
import resource
import struct
import subprocess
import unittest

from program import BAD_INPUT, DONE, FAILED, PROGRAM, SANITIZED, ProgramTest, default_signals, main

SIZE = 1 << 20
TIMES = 20  # as long as ordinary text
NO_SECONDS = 0.05  # below this a time is that of starting the program
TRIES = 3
VERBS = ("count", "truss", "core", "cluster", "similar", "clique", "census", "convert", "info")
READING = ("count", "convert")  # the time of the others depends on the graph alone
HUGE = 10**18
LINES_RATE = 20 << 20  # bytes of a table for each second of the processor
EXPANDED_RATE = 16 << 20  # bytes of a text that was compressed
EXPANDED = 128 << 20
LIMIT = 64 << 20


def lines(rows):
    """The first SIZE bytes of rows, whole lines."""
    text = "\n".join(itertools.islice(rows, SIZE // 2))[:SIZE]
    return text[: text.rindex("\n") + 1].encode()


def edges(pairs):
    return lines(f"{u} {v}" for u, v in pairs)


def drawn(vertices):
    source = random.Random(1)
    return ((source.randrange(vertices), source.randrange(vertices)) for _ in itertools.count())


def joined(first, second):
    return ((u, v) for u in first for v in second)


def halves(vertices):
    """Every second vertex, joined to all before it."""
    return ((u, v) for u in range(0, vertices, 2) for v in range(u))


def clique_with_leaves(vertices):
    return itertools.chain(((u, v) for v in range(vertices) for u in range(v)),
                           ((leaf % vertices, leaf) for leaf in itertools.count(vertices)))


def broom(length):
    return itertools.chain(((u, u + 1) for u in range(length)),
                           ((length, leaf) for leaf in itertools.count(length + 1)))


def shuffled_path(vertices):
    order = list(range(vertices))
    random.Random(2).shuffle(order)
    return zip(order, order[1:])


def fibonacci(least):
    """A number whose multiples are close together after a product with the golden ratio."""
    a, b = 1, 1
    while a < least:
        a, b = b, a + b
    return a


def graphs():
    """(what it is, the pairs, options)"""
    ids = itertools.count
    star = [(0, leaf) for leaf in range(1, 130000)]
    yield "a path", ((u, u + 1) for u in ids()), ()
    yield "a path, backwards", ((u + 1, u) for u in range(90000, 0, -1)), ()
    yield "a path by cores", shuffled_path(90000), ("--order", "core")
    yield "a star", star, ()
    yield "a star whose hub is last", ((leaf, 100000) for leaf in range(100000)), ()
    yield "a star, at random", star, ("--order", "random")
    yield "a broom", broom(40000), ()
    yield "stars of stars", itertools.chain(joined([0], range(1, 290)),
                                            ((1 + i, 300 + 289 * i + j) for i in range(289) for j in range(289))), ()
    yield "a tree", (((v - 1) // 2, v) for v in ids(1)), ()
    yield "equal degrees", ((u, (u * 7 + d) % 15000) for d in range(5) for u in range(15000)), ()
    yield "a complete graph", ((u, v) for v in ids() for u in range(v)), ()
    yield "two sides", joined(range(370), range(400, 770)), ()
    yield "two hubs", ((hub, leaf) for leaf in ids(2) for hub in (0, 1)), ()
    yield "every second joined", halves(1000), ()
    yield "a clique with leaves", clique_with_leaves(300), ()
    yield "a clique with leaves, at random", clique_with_leaves(300), ("--order", "random")
    yield "small cliques", ((20 * c + i, 20 * c + j) for c in ids() for i in range(20) for j in range(i)), ()
    yield "ids that collide", ((i * fibonacci(2**40), (i + 1) * fibonacci(2**40)) for i in ids()), ()
    yield "ids with equal low bits", ((i << 44, (i + 1) << 44) for i in range(2**20 - 1)), ()


def texts():
    """(the name of the file, the content, options)"""
    strings = ("--ids", "string", "--header", "no")
    one = lines("1 2" for _ in itertools.count())
    yield "repeated.txt", one, ()
    yield "loops.txt", lines("1 1" for _ in itertools.count()), ()
    yield "line.txt", one.replace(b"\n", b" "), ()
    yield "letters.txt", b"a b c d " * (SIZE // 8), ()
    yield "letters-in-lines.txt", b"a b\nc d\nb c\n" * (SIZE // 12), strings
    yield "word.txt", b"a" * SIZE, strings
    yield "words.txt", b"a" * (SIZE // 2) + b" " + b"b" * (SIZE // 2) + b"\n", strings
    yield "long-words.txt", lines(f"{'x' * 1000}{i} {'x' * 1000}{i + 1}" for i in itertools.count()), strings
    yield "number.txt", b"1" * SIZE, ()
    for number, byte in enumerate((b" ", b"\n", b"\0", b",", b'"', b"#\n", b",\n", b"\xff")):
        yield f"bytes-{number}.txt", byte * (SIZE // len(byte)), ()
    yield "quote.csv", b'a,b\n"' + b"1,2\n" * (SIZE // 4), ()
    yield "names.csv", ",".join(f"source{i},target{i}" for i in range(35000)).encode() + b"\n" + one, ()
    yield "columns.csv", (b",".join([b"1"] * 60001) + b"\n") * 8, ("--columns", "60000,60001")
    yield "prose.txt", lines(" ".join("etaoin"[i % 6 : i % 7 + 1] for i in range(k, k + 12)) for k in itertools.count()), ()
    yield "zeros.u32", bytes(SIZE), ()
    yield "drawn.u64", random.Random(3).randbytes(SIZE), ()
    yield "members.txt.gz", gzip.compress(b"1 2\n") * (SIZE // 24), ()
    yield "deep.json", b"[" * SIZE, ()
    yield "deep-members.json", b'{"a":' * (SIZE // 5), ()
    yield "string.json", b'{"nodes":[],"links":[{"source":"' + b"\\u0041" * (SIZE // 6) + b'"}]}', ()
    yield "keys.json", ("{" + ",".join(f'"k{i}":{i}' for i in range(60000)) + "}").encode(), ()
    yield "keys.jsonl", lines(f'{{"source":{i},"target":{i + 1},"k{i}":1}}' for i in itertools.count()), ()
    yield "rows.metis", b"1048000 0\n" + b"\n" * 1048000, ()


def declared(vertices):
    """Three triangles of ten edges, and vertices without an edge."""
    pairs = ("2 1", "3 2", "3 1", "4 3", "5 4", "6 5", "6 4", "8 7", "9 8", "9 7")
    header = f"%%MatrixMarket matrix coordinate pattern symmetric\n{vertices} {vertices} {len(pairs)}\n"
    return "\n".join((header.rstrip(), *pairs, "")).encode()


def headers():
    """(the name of the file, the content, options): all declare HUGE vertices and edges."""
    yield "g.mtx", f"%%MatrixMarket matrix coordinate pattern general\n{HUGE} {HUGE} {HUGE}\n".encode(), ()
    yield "g.metis", f"{HUGE} {HUGE}\n".encode() + b"\n" * SIZE, ()
    yield "g.sg", b"\0" + struct.pack("<QQ", HUGE, HUGE) + bytes(SIZE), ()
    told = f"nodes={HUGE}\narcs={HUGE}\nwindowsize=7\nminintervallength=4\nversion=0\ngraphclass=a.BVGraph\n"
    yield "g.properties", told.encode(), ("--format", "bvgraph")


def zstd_frame(begin, byte, count):
    """Frame of `begin`, then `count` times a byte in blocks that RFC 8878 calls RLE."""
    most, rle = 1 << 17, 1
    blocks = [(len(begin) << 3, begin)] + [(most << 3 | rle << 1, byte)] * (count // most - 1)
    blocks += [(most << 3 | rle << 1 | 1, byte)]
    return b"\x28\xb5\x2f\xfd\0\x38" + b"".join(head.to_bytes(3, "little") + body for head, body in blocks)


def bombs():
    """(the name of the file, the content): each expands to EXPANDED bytes."""
    once = ("repeated", b"1 2\n"), ("comments", b"# c\n"), ("ids", b"1 "), ("words", b"ab,"), ("loops", b"1 1\n")
    for begin in (b"", b"1 2\n2 3\n3 1\n"):
        for name, byte in (("zeros", b"\0"), ("spaces", b" "), ("newlines", b"\n"), ("digits", b"1"), ("quotes", b'"')):
            yield f"{name}-{len(begin)}.txt.zst", zstd_frame(begin, byte, EXPANDED)
            yield f"{name}-{len(begin)}-frames.csv.zst", zstd_frame(begin, byte, EXPANDED // 16) * 16
            once += ((name, byte),)
        for name, unit in once:
            part = gzip.compress(unit * ((16 << 20) // len(unit)))
            yield f"{name}-{len(begin)}.txt.gz", gzip.compress(begin) + part * (EXPANDED >> 24)
        once = once[:5]


@unittest.skipIf(SANITIZED, "a sanitizer's own time and memory are many times the program's")
class Slow(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("g.graph", b"\xff" * SIZE)
        self.ordinary = self.write("ordinary.txt", edges(drawn(40000)))
        self.most, self.usual = {}, self.named(self.ordinary, ())

    def run_verb(self, verb, path, options):
        """(exit code, seconds of the processor, peak of memory if it is done, as the system saw it)"""
        to = {"convert": [self.path("out.tri")], "similar": ["--output", os.devnull]}.get(verb, [])
        command = [PROGRAM, verb, path, *to, *options, "--threads", "2", "--json", "--quiet"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, preexec_fn=default_signals) as process:
            out = process.stdout.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        peak = re.search(rb'"peak_bytes": ?(\d+)', out)
        return process.returncode, used.ru_utime + used.ru_stime, int(peak[1]) if peak else 0, used.ru_maxrss << 10

    def named(self, path, options):
        """The peak that the estimate names; 0: the format has none."""
        return self.run_verb("info", path, ("--estimate", *options))[2]

    def seconds_allowed(self, verb):
        if verb not in self.most:
            usual = min(self.run_verb(verb, self.ordinary, ())[1] for _ in range(TRIES))
            self.most[verb] = TIMES * max(usual, NO_SECONDS)
        return self.most[verb]

    def check(self, verbs, path, options, codes):
        most = self.named(path, options) or self.usual
        for verb in verbs:
            with self.subTest(verb=verb, file=os.path.basename(path), options=options):
                allowed, taken = self.seconds_allowed(verb), []
                while not taken or (taken[-1] > allowed and len(taken) < TRIES):
                    code, seconds, peak, _ = self.run_verb(verb, path, options)
                    taken.append(seconds)
                self.assertIn(code, codes)
                self.assertLessEqual(min(taken), allowed)
                self.assertLessEqual(peak, most)

    def test_graphs(self):
        for name, pairs, options in graphs():
            verbs = [verb for verb in VERBS if not options or verb != "census"]
            self.check(verbs, self.write(f"{name}.txt", edges(pairs)), options, [DONE])

    def test_texts(self):
        for name, content, options in texts():
            self.check(READING, self.write(name, content), options, (DONE, BAD_INPUT))

    def test_headers(self):
        for name, content, options in headers():
            self.check(READING, self.write(name, content), options, (FAILED, BAD_INPUT))

    def test_bombs(self):
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10  # counts until the program begins
        for name, content in bombs():
            with self.subTest(file=name):
                code, seconds, _, resident = self.run_verb("count", self.write(name, content), ("--memory", "64M"))
                self.assertIn(code, (DONE, FAILED, BAD_INPUT))  # FAILED: a line is longer than LIMIT
                self.assertLessEqual(seconds, EXPANDED / EXPANDED_RATE)
                self.assertLessEqual(resident, max(own, LIMIT))

    def test_declared_vertices(self):
        """Vertices without an edge cost a pass of memory, or where the graph is on disk, nothing."""
        path = self.write("declared.mtx", declared(5 * 10**7))
        self.check([verb for verb in VERBS if verb != "convert"], path, (), [DONE])
        most = self.write("most.mtx", declared(2**32 - 2))
        self.check(("count", "cluster", "info", "truss", "core"), most, ("--memory", "500M"), [DONE])
        self.check(("clique", "graphlet", "census"), most, ("--memory", "500M"), [FAILED])

    def test_lines_of_declared_vertices(self):
        path, out = self.write("declared.mtx", declared(4 * 10**6)), self.path("out.txt")
        for verb in ("vertex", "core"):
            code, seconds, *_ = self.run_verb(verb, path, ("--output", out))
            self.assertEqual(code, DONE)
            self.assertLessEqual(seconds, os.path.getsize(out) / LINES_RATE, verb)


if __name__ == "__main__":
    main()
