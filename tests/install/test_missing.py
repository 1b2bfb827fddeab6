#!/usr/bin/env python3
"""What CMake says where something that the build needs is missing: the package, and the command that gets it; and what
that command installs on each system."""
import os
import pathlib
import re
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
# Programs that keep the names of what they install in a file; of each system, with the package that has zstd's header.
KEEP = """printf '%s\\n' "$@" >>"$KEPT"; exit $RESULT"""
SYSTEMS = {
    "Debian": ({"dpkg-query": 'grep -qx -e "$4" "$KEPT" && printf installed', "apt-get": KEEP}, "libzstd-dev"),
    "Fedora": ({"rpm": 'grep -qx -e "$3" "$KEPT"', "dnf": KEEP}, "libzstd-devel"),
    "Alpine": ({"apk": f'case $1 in info) grep -qx -e "$3" "$KEPT" ;; *) {KEEP} ;; esac'}, "zstd-dev"),
}


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

    def known_but(self, missing=None):
        """A folder where pkg-config finds all MODULES but one."""
        known = self.folder / f"all-but-{missing}"
        known.mkdir()
        for module in MODULES.keys() - {missing}:
            (known / f"{module}.pc").write_text(f"Name: {module}\nDescription: {module}\nVersion: 99\n")
        return str(known)

    def test_libraries(self):
        """pkg-config knows all but one."""
        for module, package in MODULES.items():
            with self.subTest(module):
                self.check(package, "-DTRICORN_TESTS=ON", "-DTRICORN_PROGRAM=ON", PKG_CONFIG_LIBDIR=self.known_but(module),
                           group="build test" if module == "cmocka" else "build")

    def test_optional_libraries(self):
        """A build for another system, whose libraries pkg-config knows, takes none of this machine's."""
        done = self.configure("optional", PKG_CONFIG_LIBDIR=self.known_but())
        self.assertEqual(done.returncode, 0, done.stderr)
        commands = (self.folder / "optional/compile_commands.json").read_text(encoding="utf-8")
        self.assertEqual(re.findall("TRICORN_HAS_ISAL|TRICORN_HAS_HWLOC|TRICORN_LIBARCHIVE|TRICORN_LIBEXPAT|TRICORN_LIBHDF5|-isystem", commands), [])

    def functions(self, source, *options):
        """What a file of the library defines."""
        file = self.folder / "object.o"
        subprocess.run(["cc", "-std=gnu17", "-D_GNU_SOURCE", f"-I{CHECKOUT}/include", f"-I{CHECKOUT}/src", "-I/usr/include/hdf5/serial", *options,
                        "-c", source, "-o", file], check=True)
        listed = subprocess.run(["nm", "-g", "--defined-only", file], capture_output=True, text=True, check=True)
        return re.findall(r"(?m)\S+$", listed.stdout)

    def test_builds_without_optional_libraries(self):
        """A file that uses the header of one defines the same functions without it."""
        used = 0
        for source in (CHECKOUT / "src").rglob("*.c"):
            names = re.findall(r"(?m)^#ifdef (TRICORN_(?:LIB|HAS_)\w+)", source.read_text(encoding="utf-8"))
            if names:
                with self.subTest(source.name):
                    self.assertEqual(self.functions(source), self.functions(source, *(f'-D{name}="x"' for name in names)))
                    used += 1
        self.assertGreater(used, 0)

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

    def install(self, name, groups=("build",), result=0, kept="kept"):
        """install_packages as root in a system of that name where nothing is installed but what a file names."""
        tools = self.folder / name
        if not tools.exists():
            tools.mkdir()
            (tools / "kept").touch()
            for tool in ("cat", "env", "grep", "mktemp", "rm", "tail"):
                (tools / tool).symlink_to(shutil.which(tool))
            for tool, text in {"id": "echo 0", **SYSTEMS.get(name, ({}, ""))[0]}.items():
                (tools / tool).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                (tools / tool).chmod(0o755)
        return subprocess.run(["/bin/sh", CHECKOUT / "tools/install_packages", *groups], capture_output=True, text=True,
                              check=False, env={"PATH": str(tools), "KEPT": str(tools / kept), "RESULT": str(result)})

    def test_install(self):
        for name, (stubs, package) in SYSTEMS.items():
            with self.subTest(name):
                *_, tool = stubs
                failed = self.install(name, result=1, kept="lost")
                self.assertEqual(failed.returncode, 1)
                self.assertRegex(failed.stderr, rf"{tool} could not install .*\n.*by hand:  {tool} .* {package} ")
                self.assertIn("yet these packages are not", self.install(name, kept="../lost/none").stderr)
                done = self.install(name)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                kept = (self.folder / name / "kept").read_text(encoding="utf-8").split()
                explained = re.findall(r"(?m)^  (\S+) ", done.stdout)
                self.assertIn(package, explained)
                self.assertEqual(kept[-len(explained):], explained)
                again = self.install(name)
                self.assertEqual((again.returncode, again.stdout), (0, ""))
                self.assertIn("python3-dev", self.install(name, ["build", "python"]).stdout)
                test = self.install(name, ["test"])
                self.assertIn("libcmocka-dev", test.stdout if name == "Debian" else test.stderr)
        other = self.install("another")
        self.assertEqual(other.returncode, 0)
        self.assertIn("no apt-get, dnf or apk", other.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
