#!/usr/bin/env python3
"""The library's interface is the one that is listed, and tools/abi sees what would break it.

    test_abi.py BUILD_FOLDER
"""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path((sys.argv + [""])[1])
LOADER = importlib.machinery.SourceFileLoader("abi", str(CHECKOUT / "tools" / "abi"))
abi = importlib.util.module_from_spec(importlib.util.spec_from_loader("abi", LOADER))
LOADER.exec_module(abi)
HEADER = (CHECKOUT / "include/tricorn/tricorn.h").read_text(encoding="utf-8")
LIST = (CHECKOUT / "cmake/abi.txt").read_text(encoding="utf-8")


class Abi(unittest.TestCase):
    def breaks(self, old, new):
        self.assertIn(old, HEADER)
        return list(abi.breaks(abi.marks(abi.declarations(HEADER)), abi.declarations(HEADER.replace(old, new, 1))))

    def test_nothing_that_is_listed_breaks(self):
        self.assertEqual(abi.main(["--check"]), 0)

    def test_all_of_the_header_is_seen(self):
        found = abi.declarations(HEADER)
        functions = set(re.findall(r"^TRICORN_PUBLIC [^;(]*?\b(tricorn_\w+)\(", HEADER, re.MULTILINE))
        self.assertEqual(functions - set(found), set())
        structs = set(re.findall(r"^(?:typedef )?struct (\w+)\n?\s*\{", HEADER, re.MULTILINE))
        self.assertEqual({f"struct {name}" for name in structs} - set(found), set())
        self.assertGreater(len(functions), 50)
        self.assertEqual(abi.read_list(abi.as_text(found)), abi.marks(found))

    def test_the_library_exports_the_list(self):
        listed = {name for name, (word, *_) in abi.read_list(LIST).items() if word == "TRICORN_PUBLIC"}
        shown = subprocess.run(["nm", "-D", "--defined-only", "--format=posix",
                                BUILD / "libtricorn.so"], stdout=subprocess.PIPE, check=True, text=True)
        self.assertEqual(listed - {line.split()[0] for line in shown.stdout.splitlines()}, set())
        self.assertGreater(len(listed), 50)

    def test_the_name_has_the_version_that_may_break(self):
        numbers = dict(re.findall(r"#define TRICORN_VERSION_(\w+) (\d+)", HEADER))
        expected = numbers["MAJOR"] if numbers["MAJOR"] != "0" else f"0.{numbers['MINOR']}"
        shown = subprocess.run(["readelf", "-d", BUILD / "libtricorn.so"], stdout=subprocess.PIPE,
                               check=True, text=True).stdout
        self.assertIn(f"Library soname: [libtricorn.so.{expected}]", shown)

    def test_what_breaks(self):
        for old, new, word in (
                ("TRICORN_PUBLIC const char *tricorn_version(void);", "", "gone"),
                ("const char *tricorn_version(void)", "const char *tricorn_version(int)", "another way"),
                ("    uint32_t threads;", "    uint64_t threads;", "members"),
                ("    TRICORN_IO_ERROR = 3,", "    TRICORN_IO_ERROR = 33,", "members"),
                ("    uint64_t process_bytes_limit;\n} tricorn_context_options;",
                 "} tricorn_context_options;", "members"),
        ):
            found = self.breaks(old, new)
            self.assertEqual(len(found), 1, (old, found))
            self.assertIn(word, found[0])

    def test_what_does_not_break(self):
        for old, new in (
                ("TRICORN_PUBLIC const char *tricorn_version(void);",
                 "TRICORN_PUBLIC const char *tricorn_version(void);\nTRICORN_PUBLIC int tricorn_more(void);"),
                ("    uint64_t process_bytes_limit;\n} tricorn_context_options;",
                 "    uint64_t process_bytes_limit;\n    int more;\n} tricorn_context_options;"),
                ("TRICORN_OUT_OF_DEVICE_MEMORY = 9 /*", "TRICORN_OUT_OF_DEVICE_MEMORY = 9, TRICORN_MORE = 10 /*"),
        ):
            self.assertEqual(self.breaks(old, new), [])
            self.assertNotEqual(abi.declarations(HEADER), abi.declarations(HEADER.replace(old, new, 1)))

    def test_a_new_version_may_break(self):
        old = abi.marks(abi.declarations(HEADER))
        for part, code in (("MINOR", 0), ("PATCH", 1)):
            name = re.search(rf"#define TRICORN_VERSION_{part} (\d+)", HEADER)
            text = HEADER.replace(name[0], f"{name[0]}9")
            text = text.replace("TRICORN_PUBLIC const char *tricorn_version(void);", "")
            self.assertEqual(abi.report(old, abi.declarations(text), "the last one"), code)


class OneVersion(unittest.TestCase):
    """Texts that cannot read the header have the same version."""

    def test_all(self):
        version = ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", HEADER))
        for name, pattern in (("CITATION.cff", r"^version: (\S+)"),
                              ("packaging/conda/recipe.yaml", r"^  version: (\S+)"),
                              ("packaging/debian/changelog", r"^tricorn \(([0-9.]+)\)"),
                              *((f"packaging/spack/spack_repo/tricorn/packages/{name}/package.py",
                                r'^    version\("([0-9.]+)"') for name in ("tricorn", "py_tricorn"))):
            path = CHECKOUT / name
            found = re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
            self.assertEqual(found[:1], [version], name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
