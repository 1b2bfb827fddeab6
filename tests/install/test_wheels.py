#!/usr/bin/env python3
"""The Python package as users get it: built from its sdist alone, in bare folders, and by packaging/wheel.

    test_wheels.py    takes minutes and a network; packaging/wheel needs root and debootstrap
"""
import email
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
HEADER = (CHECKOUT / "include/tricorn/tricorn.h").read_text(encoding="utf-8")
# Of each library that a wheel may have inside: the file of its licence, and who holds the copyright.
BUNDLED = {"libisal": ("libisal2", "Intel"), "libzstd": ("libzstd1", "Facebook")}
COUNT = "import sys, tricorn; print(tricorn.count(sys.argv[1]), tricorn.__file__)"


def run(*command, cwd):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if shutil.which("ccache"):
        environment |= {"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CCACHE_BASEDIR": "/"}
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, text=True, cwd=cwd, env=environment)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


class Wheels(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def new_python(self, name, *packages):
        run(sys.executable, "-m", "venv", name, cwd=self.folder)
        python = self.folder / name / "bin/python"
        run(python, "-m", "pip", "install", "--quiet", *packages, cwd=self.folder)
        return python

    def check_that_it_counts(self, *python):
        """It reads a plain file, gzip and zstd."""
        packed = self.folder / "karate.gz"
        packed.write_bytes(gzip.compress((CHECKOUT / "data/karate.txt").read_bytes()))
        for graph, count in ((CHECKOUT / "data/karate.txt", 45), (packed, 45),
                             (CHECKOUT / "data/debian12-python.tsv.zst", 8940)):
            shown, file = run(*python, "-c", COUNT, graph, cwd=self.folder).split()
            self.assertEqual(int(shown), count)
            self.assertTrue(file.startswith(str(self.folder)), file)

    def check_wheel(self, path):
        """Its name, its metadata and its licences."""
        self.assertRegex(path.name, r"^tricorn-[0-9.]+-cp311-abi3-")
        with zipfile.ZipFile(path) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            metadata = email.message_from_bytes(wheel.read(name))
            licenses = {pathlib.Path(file).name: wheel.read(file).decode() for file in wheel.namelist()
                        if file.startswith(name.replace("METADATA", "licenses/"))}
            libraries = [pathlib.Path(file).name for file in wheel.namelist() if ".so" in file]
        self.assertEqual(metadata["Version"], ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", HEADER)))
        self.assertEqual(metadata["License-Expression"], "Apache-2.0")
        self.assertEqual(metadata["Author"], "the tricorn developers")
        self.assertEqual(metadata["Requires-Python"], ">=3.11")
        self.assertIn("Homepage", "".join(metadata.get_all("Project-URL")))
        self.assertIn("Typing :: Typed", metadata.get_all("Classifier"))
        self.assertEqual(licenses["LICENSE"], (CHECKOUT / "LICENSE").read_text(encoding="utf-8"))
        libraries.remove("_tricorn.abi3.so")
        for library in libraries:
            self.assertIn(re.split(r"[-.]", library)[0], BUNDLED, "a library without a known licence")
        return libraries, licenses

    def test_sdist(self):
        python = self.new_python("build", "build")
        run(python, "-m", "build", "--outdir", "out", CHECKOUT, cwd=self.folder)
        (sdist,) = (self.folder / "out").glob("tricorn-*.tar.gz")
        (wheel,) = (self.folder / "out").glob("tricorn-*.whl")
        libraries, _ = self.check_wheel(wheel)
        self.assertEqual(libraries, [])
        self.check_that_it_counts(self.new_python("bare", sdist))

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("debootstrap"),
                         "packaging/wheel needs root and debootstrap")
    def test_portable(self):
        run(CHECKOUT / "packaging/wheel", self.folder / "out", cwd=self.folder)
        (wheel,) = (self.folder / "out").glob("tricorn-*manylinux_2_28_x86_64*.whl")
        libraries, licenses = self.check_wheel(wheel)
        self.assertTrue(libraries)
        for library in libraries:
            file, holder = BUNDLED[re.split(r"[-.]", library)[0]]
            self.assertIn(holder, licenses[file])
        self.assertIn("Yann Collet", licenses["libxxhash-dev"])
        self.check_that_it_counts(self.new_python("bare", wheel))

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("debootstrap") and shutil.which("aarch64-linux-gnu-gcc"),
                         "packaging/wheel --arm needs root, debootstrap and gcc-aarch64-linux-gnu")
    def test_arm(self):
        """Debian's Python for ARM, run by qemu, counts."""
        run(CHECKOUT / "packaging/wheel", "--arm", self.folder / "out", cwd=self.folder)
        (wheel,) = (self.folder / "out").glob("tricorn-*manylinux_2_*_aarch64*.whl")
        self.assertLessEqual(int(re.search(r"manylinux_2_(\d+)_aarch64", wheel.name)[1]), 28)
        libraries, _ = self.check_wheel(wheel)
        self.assertTrue(libraries)
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(self.folder / "package")
        roots = CHECKOUT / "build/roots"
        run(CHECKOUT / "tools/debian_root", roots / "python-arm", "bookworm", "arm64", "python3", cwd=self.folder)
        run(CHECKOUT / "tools/debian_root", roots / "qemu", "trixie", "amd64", "qemu-user", cwd=self.folder)
        self.check_that_it_counts(roots / "qemu/usr/bin/qemu-aarch64", "-L", roots / "python-arm",
                                  "-E", f"PYTHONPATH={self.folder / 'package'}",
                                  roots / "python-arm/usr/bin/python3")

    @unittest.skipUnless(shutil.which("musl-gcc"), "packaging/wheel --musl needs musl-tools")
    def test_musl(self):
        """A Python that is compiled for musl counts."""
        run(CHECKOUT / "packaging/wheel", "--musl", self.folder / "out", cwd=self.folder)
        (wheel,) = (self.folder / "out").glob("tricorn-*-musllinux_1_2_x86_64.whl")
        libraries, licenses = self.check_wheel(wheel)
        self.assertEqual(libraries, [])
        for file, holder in (("zlib", "Gailly"), ("libzstd", "Facebook"), ("xxhash", "Yann Collet")):
            self.assertIn(holder, licenses[file])
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(self.folder / "package")
        python = CHECKOUT / "build/roots/musl-python"
        run(CHECKOUT / "packaging/musl_root", python, "--python", cwd=self.folder)
        self.check_that_it_counts("env", f"PYTHONPATH={self.folder / 'package'}", python / "bin/python3.11")


if __name__ == "__main__":
    unittest.main(verbosity=2)
