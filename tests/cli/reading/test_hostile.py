"""Small files that promise or unfold to much: an error, or the count, within the memory limit."""

import gzip
import os
import shutil
import struct
import subprocess
import zlib

from program import BAD_INPUT, DONE, FAILED, PROGRAM, SANITIZED, ProgramTest, default_signals, main

SECONDS = 120
LIMIT = 64 << 20
OWN = 24 << 20  # what the program takes besides: its code, libraries, stacks
BOMB = (16 if SANITIZED else 96) << 20  # bytes that a bomb unfolds to
CHUNK = 1 << 20

Q, I = "<Q", "<I"
HUGE = (2**31 - 1, 2**32 - 1, 2**32, 10**18, 2**63 - 1, 2**64 - 1)


def pack(form, *numbers):
    size = struct.calcsize(form)
    return b"".join((number % 2 ** (8 * size)).to_bytes(size, "little") for number in numbers)


class Hostile(ProgramTest):
    def count(self, path, *arguments):
        """Runs with the limit; what it took must be below it."""
        command = [PROGRAM, "count", path, "--memory", str(LIMIT), "--threads", "2", *arguments]
        with open(self.path("messages"), "w+b") as messages:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=messages, preexec_fn=default_signals)
            out = process.stdout.read()
            process.stdout.close()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            messages.seek(0)
            text = messages.read().decode(errors="replace")
        if not SANITIZED:
            self.assertLess(used.ru_maxrss * 1024, LIMIT + OWN, path)
        return process.returncode, out, text

    def check_refused(self, path, *arguments):
        code, out, text = self.count(path, *arguments)
        self.assertIn(code, (FAILED, BAD_INPUT), text)
        self.assertEqual(out, b"")
        self.assertTrue(text.startswith("tricorn: ") and text.count("\n") == 1, text)
        return text

    def headers(self):
        """(format, name, content): counts that no such file can hold."""
        for n in HUGE:
            yield "gapbs", "g.sg", b"\0" + pack(Q, n, 4) + bytes(64)
            yield "gapbs", "g.sg", b"\0" + pack(Q, 4, n) + bytes(64)
            yield "gapbs", "g.sg", b"\1" + pack(Q, n, n) + bytes(64)
            yield "gapbs", "g.wsg", b"\0" + pack(Q, n, 4) + bytes(64)
            yield "gbbs-binary", "g.gbbs", pack(Q, n, 4, 24 + 8 * (n + 1) + 16) + bytes(64)
            yield "gbbs-binary", "g.gbbs", pack(Q, 4, n, 24 + 40 + 4 * n) + bytes(64)
            yield "polak", "g.polak", pack(I, n or 7) + bytes(12)
            yield "adjacency", "g.adj", f"AdjacencyGraph\n{n}\n4\n0\n".encode()
            yield "adjacency", "g.adj", f"AdjacencyGraph\n4\n{n}\n0\n".encode()
            yield "metis", "g.metis", f"{n} 4\n2\n1\n".encode()
            yield "metis", "g.metis", f"4 {n}\n2\n1\n".encode()
            yield "metis", "g.metis", f"2 1 010 {n}\n1 2\n1 1\n".encode()
            banner = b"%%MatrixMarket matrix coordinate pattern general\n"
            yield "matrix-market", "g.mtx", banner + f"{n} {n} 3\n1 {n}\n".encode()
            yield "matrix-market", "g.mtx", banner + f"4 4 {n}\n1 2\n".encode()
            yield "konect", "out.g", f"% sym unweighted\n% {n} {n} {n}\n1 2\n".encode()

    def test_headers(self):
        for form, name, content in self.headers():
            with self.subTest(format=form, content=content[:80]):
                self.check_refused(self.write(name, content), "--format", form)

    def test_many_vertices(self):
        """Vertices without an edge cost nothing on disk."""
        for n in (2**31 - 1, 2**32 - 1):
            content = f"%%MatrixMarket matrix coordinate pattern general\n{n} {n} 1\n1 {n}\n"
            code, out, text = self.count(self.write("g.mtx", content.encode()))
            self.assertEqual((code, out.split()), (0, [b"triangles", b"0"]), text)
            self.assertIn(f"2 vertices (and {n - 2} without an edge)", text)

    def test_headers_in_streams(self):
        """Of what is compressed nobody knows the size beforehand."""
        for form, name, content in list(self.headers())[::2]:
            with self.subTest(format=form, content=content[:80]):
                path = self.write(name + ".gz", gzip.compress(content, compresslevel=1))
                self.check_refused(path, "--format", form)

    def test_sets_of_files(self):
        begin = pack(Q, 0, 2, 4)
        for n in HUGE:
            with self.subTest(number=n):
                self.write("vertex.bin", begin)
                self.write("edge.bin", pack(I, 1, 1, 0, 0))
                for numbers in ((n, 4, 4, 8), (2, n, 4, 8), (2, 4, n, 8), (2, 4, 4, n)):
                    meta = self.write("meta.txt", "\n".join(map(str, numbers)) + "\n")
                    self.check_refused(meta, "--format", "graphminer")
                self.write("adjacent.bin", pack(I, 1, 1, 0, 0))
                self.check_refused(self.write("begin.bin", pack(Q, 0, 2, n)), "--format", "trust")
                self.write("g.idx", pack(Q, 0, 2))
                self.write("g.adj", pack(I, 1, 1, 0, 0))
                config = self.write("g.config", f"{n}\n")
                self.check_refused(config, "--format", "ligra-binary")
                self.write("g.graph", b"\xff" * 64)
                told = self.write("g.properties", f"nodes={n}\narcs={n}\nwindowsize=7\n"
                                  "maxrefcount=3\nminintervallength=4\nversion=0\n"
                                  "graphclass=it.unimi.dsi.webgraph.BVGraph\n")
                self.check_refused(told, "--format", "bvgraph")

    def bomb(self, name, head, body, kind):
        """head, then body again and again up to BOMB bytes, compressed."""
        chunk = body * (CHUNK // len(body))
        path = self.path(name + (".gz" if kind == "gzip" else ".zst"))
        with open(path, "wb") as file:
            if kind == "gzip":
                packer = zlib.compressobj(6, zlib.DEFLATED, 31)
                file.write(packer.compress(head))
                for _ in range(BOMB // CHUNK):
                    file.write(packer.compress(chunk))
                file.write(packer.flush())
            else:
                with subprocess.Popen(["zstd", "-qc"], stdin=subprocess.PIPE, stdout=file) as zstd:
                    zstd.stdin.write(head)
                    for _ in range(BOMB // CHUNK):
                        zstd.stdin.write(chunk)
        return path

    def test_bombs(self):
        banner = b"%%MatrixMarket matrix coordinate pattern general\n"
        bombs = [
            ("edges", "g.txt", b"", b"1 2\n"),
            ("edges", "g.txt", b"", b"1 "),  # one line
            ("edges", "g.txt", b"1 2\n", b"\n"),
            ("matrix-market", "g.mtx", banner + b"4 4 99999999\n", b"1 2\n"),
            ("matrix-market", "g.mtx", banner, b"%\n"),
            ("metis", "g.metis", b"2 99999999\n", b"2 "),
            ("metis", "g.metis", b"4000000000 1\n", b"\n"),
            ("adjacency", "g.adj", b"AdjacencyGraph\n4000000000\n4000000000\n", b"0\n"),
            ("pairs32", "g.u32", b"", b"\0"),
            ("pairs64", "g.u64", b"", b"\0"),
            ("graph500-packed", "g.g500p", b"", b"\0"),
            ("polak", "g.polak", pack(I, 2**31 - 1), b"\0"),
            ("gapbs", "g.sg", b"\0" + pack(Q, 2**31, 2**31 - 1), b"\0"),
            ("gbbs-binary", "g.gbbs", pack(Q, 2**31, 0, 24 + 8 * (2**31 + 1)), b"\0"),
            ("tri", "g.tri", b"", b"\0"),
            ("npz", "g.npz", b"PK\x03\x04", b"\0"),
        ]
        for number, (form, name, head, body) in enumerate(bombs):
            kind = "gzip" if number % 2 or shutil.which("zstd") is None else "zstd"
            with self.subTest(format=form, body=body, kind=kind):
                path = self.bomb(name, head, body, kind)
                self.assertLess(os.path.getsize(path), BOMB // 100)
                code, _, text = self.count(path, "--format", form)
                self.assertIn(code, (DONE, FAILED, BAD_INPUT), text)


if __name__ == "__main__":
    main()
