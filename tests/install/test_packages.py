#!/usr/bin/env python3
"""What cpack makes of this build: Debian packages by parts, and a tarball that runs where it is unpacked.

    test_packages.py BUILD_FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

BUILD = pathlib.Path((sys.argv + [""])[1]).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
NEEDED = ("cpack", "dpkg-deb", "dpkg-shlibdeps", "file")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, text=True, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "DEB;TGZ", "-B", cls.folder, "-D",
            "CPACK_DEBIAN_COMPRESSION_TYPE=none", cwd=cls.folder)
        cls.packages = {path.name.split("_")[0]: path for path in cls.folder.glob("*.deb")}

    def unpack(self, *names):
        root = self.folder / "-".join(names)
        for name in names:
            run("dpkg-deb", "-x", self.packages[name], root)
        return root

    def field(self, name, field):
        return run("dpkg-deb", "-f", self.packages[name], field).strip()

    def test_parts(self):
        names = set(self.packages) - {"tricorn-mpi"}
        version = re.findall(r"#define TRICORN_VERSION_\w+ (\d+)",
                             (CHECKOUT / "include/tricorn/tricorn.h").read_text())
        library = "libtricorn" + (version[0] if version[0] != "0" else f"0.{version[1]}")
        self.assertEqual(names, {"tricorn", "libtricorn-dev", library})
        for name in names:
            self.assertEqual(self.field(name, "Version"), ".".join(version))
            self.assertTrue((self.unpack(name) / f"usr/share/doc/{name}/copyright").is_file())
        self.assertIn("libc6", self.field("tricorn", "Depends"))
        self.assertIn(f"{library} (= ", self.field("libtricorn-dev", "Depends"))
        parts = {name: {path.relative_to(self.folder / name).as_posix()
                        for path in self.unpack(name).rglob("*") if not path.is_dir()} for name in names}
        self.assertIn("usr/bin/tricorn", parts["tricorn"])
        self.assertIn("usr/share/man/man1/tricorn-count.1", parts["tricorn"])
        self.assertIn("usr/include/tricorn/tricorn.h", parts["libtricorn-dev"])
        self.assertEqual(sum(".so" in name for name in parts[library]), 2)
        files = [name for part in parts.values() for name in part]
        self.assertEqual(len(files), len(set(files)), "a file is in two packages")
        self.assertFalse(any("tricorn-manual" in name for name in files))

    def test_the_program_runs_from_its_package(self):
        program = self.unpack("tricorn") / "usr/bin/tricorn"
        shown = run(program, "count", "-q", program.parents[1] / "share/tricorn/data/karate.txt")
        self.assertEqual(shown, "triangles  45\n")

    def test_the_tarball_has_one_folder(self):
        (path,) = self.folder.glob("*.tar.gz")
        with tarfile.open(path) as archive:
            names = archive.getnames()
            archive.extractall(self.folder / "tar")
        self.assertEqual({name.split("/")[0] for name in names}, {path.name[:-len(".tar.gz")]})
        (top,) = (self.folder / "tar").iterdir()
        (library,) = top.rglob("libtricorn.so")
        self.assertTrue(library.is_symlink())
        self.assertEqual(run(top / "bin/tricorn", "count", "-q", CHECKOUT / "data/karate.txt"),
                         "triangles  45\n")


if __name__ == "__main__":
    if not all(map(shutil.which, NEEDED)):
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1], verbosity=2)
