#!/usr/bin/env python3
"""What CMake says where something that the build needs is missing: the package, and the command that gets it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
LISTED = subprocess.run(["sed", "-n", "/^list_packages/,/^END/p", CHECKOUT / "tools/install_packages"],
                        capture_output=True, text=True, check=True).stdout
MODULES = {"libzstd": "libzstd-dev", "libxxhash": "libxxhash-dev", "popt": "libpopt-dev",
           "json-c": "libjson-c-dev", "cmocka": "libcmocka-dev"}


class Missing(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def configure(self, name, *settings, **environment):
        without_cc = {name: value for name, value in os.environ.items() if name != "CC"}
        return subprocess.run([shutil.which("cmake"), "-G", "Ninja", "-S", CHECKOUT, "-B", self.folder / name,
                               "-DTRICORN_MPI=OFF", *settings], capture_output=True, text=True, check=False,
                              env={**without_cc, **environment})

    def check(self, package, *settings, group="build", **environment):
        done = self.configure(package, *settings, **environment)
        message = " ".join(done.stderr.split())
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(f"Debian's package {package}, or", message)
        self.assertIn(f"'tools/install_packages {group}' installs", message)
        self.assertRegex(LISTED, rf"(?m)^{group.split()[-1]} +{package} ")

    def test_libraries(self):
        """pkg-config knows all but one."""
        for module, package in MODULES.items():
            with self.subTest(module):
                known = self.folder / f"all-but-{module}"
                known.mkdir()
                for other in MODULES.keys() - {module}:
                    (known / f"{other}.pc").write_text(f"Name: {other}\nDescription: {other}\nVersion: 99\n")
                self.check(package, "-DTRICORN_TESTS=ON", "-DTRICORN_PROGRAM=ON", PKG_CONFIG_LIBDIR=str(known),
                           group="build test" if module == "cmocka" else "build")

    def test_others(self):
        self.check("zlib1g-dev", "-DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON")
        self.check("pkg-config", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON")
        self.check("python3-dev", "-DTRICORN_PYTHON=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_Python=ON",
                   group="build python")

    def test_free_threaded_python(self):
        """One that says of itself that it is: this Python, with a module that it runs first."""
        (self.folder / "sitecustomize.py").write_text(
            "import sysconfig\n"
            "real = sysconfig.get_config_var\n"
            "sysconfig.get_config_var = lambda name: 1 if name == 'Py_GIL_DISABLED' else real(name)\n", encoding="utf-8")
        done = self.configure("free-threaded", "-DTRICORN_PYTHON=ON", PYTHONPATH=str(self.folder))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is a free-threaded Python", " ".join(done.stderr.split()))

    def test_tools(self):
        tools = self.folder / "tools"
        tools.mkdir()
        environment = {"PATH": str(tools)}
        self.check("ninja-build", **environment)
        (tools / "ninja").symlink_to(shutil.which("ninja"))
        self.check("gcc", **environment)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
