#!/usr/bin/env python3
"""The tarball that cpack makes of this build, and what packaging/debian/ says of the build.

    test_packages.py BUILD_FOLDER       packaging/check_debs makes the Debian packages and uses them
"""
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest

BUILD = pathlib.Path((sys.argv + [""])[1]).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = CHECKOUT / "packaging/debian"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, text=True, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


class Tarball(unittest.TestCase):
    def test_it_has_one_folder(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, cwd=folder)
            (path,) = folder.glob("*.tar.gz")
            with tarfile.open(path) as archive:
                names = archive.getnames()
                archive.extractall(folder / "tar")
            self.assertEqual({name.split("/")[0] for name in names}, {path.name[:-len(".tar.gz")]})
            self.assertFalse(any("tricorn-manual" in name for name in names))
            (top,) = (folder / "tar").iterdir()
            (library,) = top.rglob("libtricorn.so")
            self.assertTrue(library.is_symlink())
            self.assertEqual(run(top / "bin/tricorn", "count", "-q", CHECKOUT / "data/karate.txt"),
                             "triangles  45\n")


class Debian(unittest.TestCase):
    control = (DEBIAN / "control").read_text(encoding="utf-8")

    def field(self, package, name):
        """The words of a field of a paragraph of control, without versions and what is in brackets."""
        paragraph = re.search(rf"(?ms)^(?:Package|Source): {re.escape(package)}\n.*?(?:^$|\Z)", self.control)[0]
        value = re.search(rf"(?m)^{name}: (.*(?:\n .*)*)", paragraph)[1]
        return {re.sub(r"[\s(<].*", "", word.strip()) for word in value.split(",")}

    def test_the_library_is_called_as_it_is_built(self):
        (name,) = (path.name.removeprefix("libtricorn.so.") for path in BUILD.glob("libtricorn.so.*")
                   if path.is_symlink())
        self.assertIn(f"libtricorn{name}", self.field("libtricorn-dev", "Depends"))
        self.assertTrue((DEBIAN / f"libtricorn{name}.install").is_file())

    def test_the_build_needs_what_a_checkout_needs(self):
        """tools/install_packages lists the same libraries; what programs link with the static one is a part."""
        listed = re.findall(r"(?m)^build +(lib\S+-dev|zlib\S+)", (CHECKOUT / "tools/install_packages").read_text())
        needed = self.field("tricorn", "Build-Depends")
        self.assertEqual(set(listed) - {"libc6-dev"} - needed, set())
        self.assertEqual(self.field("libtricorn-dev", "Depends") - needed - {"${misc:Depends}", "libtricorn0.1"}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
