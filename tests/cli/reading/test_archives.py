"""Archives and files that are compressed in other ways than gzip and zstd: counted, or refused."""

import base64
import bz2
import ctypes
import gzip
import io
import itertools
import lzma
import os
import random
import tarfile
import zipfile

from program import BAD_INPUT, DIAMOND, FAILED, ProgramTest, main, memory_option, run

COUNT = 2  # the triangles of DIAMOND
TEXT = DIAMOND.encode()
NOTES = {"README.txt": b"about it", ".hidden": b"1 9\n", "__MACOSX/g.txt": b"1 9\n"}
# What the program lz4 and libarchive's writer of 7-Zip make of DIAMOND.
LZ4 = base64.b85decode("1R_lsWI(4B004k7ATkOvATtUvATtUwAT$ayAT$a90002LDvJ*")
SEVEN = base64.b85decode(
    "H+sCUCma9+@qCaA6aWAK00000HUIzs00000HdOvtF(5JuG9WVwF(5MvG9WYxGaxhy0R#pB0SOcU2MYlJ0RaFE6aWYc0gYK)q5uE|0TB%VX8<k$bO3k&bN~PV6$SwSAb_NS000")


def zipped(files, method=zipfile.ZIP_DEFLATED):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def tarred(files, mode="w"):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:
        folder = tarfile.TarInfo("web")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return made.getvalue()


def encrypted(archive):
    """The zip archive of one file with the mark of encrypted content."""
    marked = bytearray(archive)
    marked[6] |= 1
    marked[marked.index(b"PK\1\2") + 8] |= 1
    return bytes(marked)


PACKED = {"g.txt.xz": lzma.compress(TEXT), "g.txt.bz2": bz2.compress(TEXT), "g.txt.lz4": LZ4,
          "g.txt.lzma": lzma.compress(TEXT, lzma.FORMAT_ALONE)}
FILES = {**NOTES, "web/g.txt": TEXT}
ARCHIVES = {"g.zip": zipped(FILES), "stored.zip": zipped(FILES, zipfile.ZIP_STORED), "g.tar": tarred(FILES),
            "g.7z": SEVEN, "g.tar.gz": tarred(FILES, "w:gz"), "g.tar.bz2": tarred(FILES, "w:bz2"),
            "g.tgz": tarred(FILES, "w:gz"), "g.tar.xz": tarred(FILES, "w:xz"),
            "within.zip": zipped({"g.txt.bz2": PACKED["g.txt.bz2"]}), "gz.zip": zipped({"a": gzip.compress(TEXT)})}
TWO = {"a.txt": TEXT, "web/b.txt": b"1 2\n2 3\n1 3\n"}


class Archives(ProgramTest):
    def counted(self, *arguments, **options):
        return self.run_json("count", *arguments, **options)["triangles"]

    def refused(self, name, content, code, *words):
        path = self.write(name, content)
        self.check_failed(run("count", path), code, name, *words)
        return path

    def test_files_and_pipes(self):
        for name, content in {**PACKED, **ARCHIVES}.items():
            with self.subTest(name):
                self.assertEqual(self.counted(self.write(name, content)), COUNT)
                if name == "g.7z":
                    self.check_failed(run("count", "-", stdin=content), BAD_INPUT, "7-Zip", "name a file")
                else:
                    self.assertEqual(self.counted("-", stdin=content), COUNT)
                self.assertEqual(self.counted("--strict", "--threads", "1", self.path(name)), COUNT)

    def test_parts(self):
        os.mkdir(self.path("parts"))
        for part, pack in enumerate((lzma.compress, bz2.compress, bytes)):
            self.write(f"parts/{part}.txt", pack(b"".join(TEXT.splitlines(True)[part::3])))
        self.assertEqual(self.counted(self.path("parts")), COUNT)

    def test_members(self):
        for name, content in {"a.zip": zipped(TWO), "a.tar": tarred(TWO), "a.tar.xz": tarred(TWO, "w:xz")}.items():
            path = self.refused(name, content, BAD_INPUT, "a.txt and web/b.txt", f"{name}/FILE")
            self.check_failed(run("count", "-", stdin=content), BAD_INPUT, "a.txt and web/b.txt")
            self.assertEqual(self.counted(f"{path}/a.txt"), COUNT)
            self.assertEqual(self.counted(f"{path}/web/b.txt"), 1)
            self.check_failed(run("count", f"{path}/b.txt"), FAILED, "no file b.txt")
        self.check_failed(run("count", self.write("g.txt", TEXT) + "/g.txt"), FAILED, "nor an archive")

    def test_hostile(self):
        self.refused("none.zip", zipped(NOTES), FAILED, "no file that may be a graph")
        self.refused("folder.tar", tarred({}), FAILED, "no file that may be a graph")
        self.refused("key.zip", encrypted(zipped({"g.txt": TEXT})), BAD_INPUT, "g.txt is encrypted", "7z e")
        self.refused("nest.zip", zipped({"g.zip": ARCHIVES["g.zip"]}), BAD_INPUT, "archive within an archive")
        deep = TEXT
        for _ in range(30):
            deep = gzip.compress(deep, mtime=0)
        self.refused("deep.gz", deep, BAD_INPUT, "")
        self.refused("many.zip", zipped({f"{i}": b"1 2\n" for i in range(5000)}), BAD_INPUT, "0 and 1")
        self.refused("nul.txt.xz", lzma.compress(bytes(1 << 26)), BAD_INPUT, "binary")  # a bomb of zeros
        self.refused("../up.zip"[3:], zipped({"../../g.txt": b"1 x\n2 3\n"}), BAD_INPUT, "../../g.txt:1")
        names = tarred({"a\nb\x1b[1m": TEXT, "c": TEXT})
        self.refused("names.tar", names, BAD_INPUT, "a?b?[1m and c")

    def test_memory(self):
        dictionary = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 28}]
        path = self.write("g.txt.xz", lzma.compress(TEXT, filters=dictionary))
        self.assertEqual(self.counted(path), COUNT)
        self.check_failed(run("count", path, *memory_option(64)), FAILED, "memory")

    def test_without_the_libraries(self):
        """What has their names is no library, so they cannot be loaded."""
        for file, (name, content) in {"libarchive.so.13": ("g.txt.xz", PACKED["g.txt.xz"]),
                                      "libexpat.so.1": ("g.graphml", b"<graphml/>")}.items():
            self.write(file, b"no library")
            result = run("count", self.write(name, content), env={**os.environ, "LD_LIBRARY_PATH": self.folder})
            self.check_failed(result, BAD_INPUT, name, f"({file}), and that is not installed", "Debian: lib")

    def test_damage(self):
        """What is cut or changed is refused, or still the same graph."""
        chosen = random.Random(45)
        for name, content in {**PACKED, **ARCHIVES}.items():
            for kind, _ in itertools.product(("cut", "flip"), range(5)):
                at = chosen.randrange(8, len(content))
                damaged = content[:at] + (bytes([content[at] ^ 1 << chosen.randrange(8)]) + content[at + 1:]
                                          if kind == "flip" else b"")
                result = run("count", "--quiet", self.write(name, damaged))
                if result.returncode == 0:
                    self.assertEqual(result.stdout.split()[-1], b"2", (name, kind, at))
                else:
                    self.check_failed(result, result.returncode, name)
                    self.assertIn(result.returncode, (FAILED, BAD_INPUT))


def brotli(content, quality=5):
    """What brotli's own encoder makes of the content."""
    encoder = ctypes.CDLL("libbrotlienc.so.1")
    made, size = ctypes.create_string_buffer(2 * len(content) + 100), ctypes.c_size_t(2 * len(content) + 100)
    assert encoder.BrotliEncoderCompress(quality, 22, 0, ctypes.c_size_t(len(content)), content, ctypes.byref(size), made)
    return made.raw[:size.value]


class Brotli(ProgramTest):
    """Only the name says that a file is compressed so."""

    def setUp(self):
        super().setUp()
        try:
            self.packed = brotli(TEXT)
        except OSError:
            self.skipTest("needs libbrotlienc")
        if "this build" in run("count", self.write("g.txt.br", self.packed)).stderr.decode():
            self.skipTest("built without brotli")

    def test_counted(self):
        for quality in (0, 5, 11):
            for count in (1, 20000):
                path = self.write("g.csv.br", brotli("".join(f"{u},{u + step}\n" for u in range(count) for step in (1, 2)).encode(), quality))
                for threads in ("1", "3"):
                    answer = self.run_json("count", path, "--threads", threads)
                    self.assertEqual((answer["format"], answer["triangles"]), ("edges", count - 1))

    def test_parts(self):
        for part, lines in enumerate(("1 2\n2 3\n", "1 3\n3 4\n")):
            self.write(f"part-{part}.txt.br", brotli(lines.encode()))
        self.assertEqual(self.run_json("count", self.path("part-*.br"))["triangles"], 1)

    def test_damaged(self):
        path = self.path("g.txt.br")
        for cut in range(1, len(self.packed)):
            self.check_failed(run("count", self.write("g.txt.br", self.packed[:cut])), BAD_INPUT, path)
        self.check_failed(run("count", self.write("g.txt.br", self.packed + b"x")), BAD_INPUT, "followed by other bytes")
        large = brotli(b"".join(b"%d %d\n" % (u, u * u) for u in range(9000)))
        for seed in range(30):
            changed = bytearray(large)
            place = random.Random(seed).randrange(len(large))
            changed[place] ^= 1 << seed % 8
            result = run("count", self.write("g.txt.br", bytes(changed)))
            self.assertIn(result.returncode, (0, BAD_INPUT))  # brotli has no checksum

    def test_text_of_that_name(self):
        self.assertEqual(self.run_json("count", self.write("brazil.br", DIAMOND))["triangles"], COUNT)


if __name__ == "__main__":
    main()
