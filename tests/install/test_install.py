#!/usr/bin/env python3
"""Install the build into an empty prefix and use it as another project would.

    test_install.py BUILD_FOLDER COMPILER

In C++, and with the warnings of the header's users, by every compiler that is there.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
CHECKOUT = HERE.parents[1]
BUILD, COMPILER = (sys.argv + ["", ""])[1:3]
WARNINGS = ("-Wall", "-Wextra", "-pedantic", "-Werror", "-Wmissing-field-initializers")
C_COMPILERS, CXX_COMPILERS = (COMPILER, "gcc", "clang"), ("g++", "clang++")
C_STANDARDS, CXX_STANDARDS = ("c99", "c11", "c17"), ("c++11", "c++14", "c++17", "c++20")


def run(*command, **options):
    """What the command prints; a failure shows all that it said."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{shlex.join(map(str, command))} gave {done.returncode}:\n"
                             f"{done.stdout}")
    return done.stdout


class TestInstall(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        first = pathlib.Path(cls.folder.name) / "first"
        run("cmake", "--install", BUILD, "--prefix", first)
        cls.prefix = pathlib.Path(cls.folder.name) / "moved"
        shutil.move(first, cls.prefix)  # nothing installed may remember where it was put
        cls.library = next(cls.prefix.rglob("libtricorn.so")).parent
        version = (CHECKOUT / "include/tricorn/tricorn.h").read_text()
        cls.version = ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", version))
        cls.expected = f"tricorn {cls.version}: 4 triangles\n"

    def linked_libraries(self, program):
        return run("readelf", "-d", program)

    def test_find_package(self):
        project, build = pathlib.Path(self.folder.name) / "user", "build"
        project.mkdir()
        for source in ("consumer.c", "loops.c"):
            shutil.copy(HERE / source, project)
        shutil.copy(HERE / "consumer.cmake", project / "CMakeLists.txt")
        run("cmake", "-S", ".", "-B", build, "-G", "Ninja", f"-DCMAKE_C_COMPILER={COMPILER}",
            f"-DCMAKE_PREFIX_PATH={self.prefix}", cwd=project)
        run("cmake", "--build", build, cwd=project)
        for kind, shared in (("tricorn", True), ("tricorn_static", False)):
            program = project / build / f"consumer_{kind}"
            self.assertEqual(run(program), self.expected)
            self.assertEqual("libtricorn.so" in self.linked_libraries(program), shared)
            run(project / build / f"loops_{kind}")

    def test_libgomp_is_not_needed(self):
        for file in (self.library / "libtricorn.so", self.prefix / "bin" / "tricorn"):
            self.assertNotIn("libgomp", self.linked_libraries(file))

    def pkg_config(self, *options):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.library / "pkgconfig")}
        return run("pkg-config", *options, "tricorn", env=environment)

    def compile_with(self, name, flags):
        program = pathlib.Path(self.folder.name) / name
        run(COMPILER, "-std=c17", HERE / "consumer.c", "-o", program, *flags)
        return program

    def test_pkg_config_shared(self):
        flags = shlex.split(self.pkg_config("--cflags", "--libs"))
        program = self.compile_with("consumer_shared", flags)
        environment = {**os.environ, "LD_LIBRARY_PATH": str(self.library)}
        self.assertEqual(run(program, env=environment), self.expected)
        self.assertIn("libtricorn.so", self.linked_libraries(program))

    def test_pkg_config_static(self):
        flags = shlex.split(self.pkg_config("--cflags", "--libs", "--static"))
        archive = str(self.library / "libtricorn.a")
        program = self.compile_with("consumer_static",
                                    [archive if flag == "-ltricorn" else flag for flag in flags])
        self.assertEqual(run(program), self.expected)
        self.assertNotIn("libtricorn.so", self.linked_libraries(program))

    def compile_everywhere(self, source, compilers, standards):
        """The programs that each compiler that is there makes by each standard."""
        flags = shlex.split(self.pkg_config("--cflags", "--libs"))
        for compiler in {shutil.which(name) for name in compilers} - {None}:
            for standard in standards:
                program = pathlib.Path(self.folder.name) / f"everywhere-{source}-{standard}"
                run(compiler, f"-std={standard}", *WARNINGS, HERE / source, "-o", program, *flags)
                yield run(program, env={**os.environ, "LD_LIBRARY_PATH": str(self.library)})

    def test_the_header_is_clean_in_c(self):
        for source, expected in (("consumer.c", self.expected), ("structs.c", "")):
            printed = list(self.compile_everywhere(source, C_COMPILERS, C_STANDARDS))
            self.assertEqual(set(printed), {expected})

    def test_the_header_is_clean_in_cxx(self):
        if not any(map(shutil.which, CXX_COMPILERS)):
            self.skipTest("there is no C++ compiler")
        for source, expected in (("consumer.cpp", self.expected), ("wrapped.cpp", "")):
            printed = list(self.compile_everywhere(source, CXX_COMPILERS, CXX_STANDARDS))
            self.assertEqual(set(printed), {expected})

    def test_pkg_config_version(self):
        self.assertEqual(self.pkg_config("--modversion").strip(), self.version)

    def test_the_program_runs_from_anywhere(self):
        graph = CHECKOUT / "data" / "karate.txt"
        self.assertIn("45", run(self.prefix / "bin" / "tricorn", "count", graph))

    def bench(self, *words):
        """One round of one algorithm, from a folder that is not the sources'."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("TRICORN_BENCH", "TRICORN_DATASETS")}
        done = subprocess.run([self.prefix / "bin" / "tricorn", "bench", "-n1", "--json", "-a",
                               "cpu-merge-edge", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False, env=environment,
                              cwd=self.folder.name)
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def test_the_program_finds_its_data_sets(self):
        done, records = self.bench("--suite", "smoke")
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = {record["dataset"]: record["triangles"] for record in records}
        self.assertEqual((counts["karate"], counts["lattice"]), (45, 560000))
        self.assertIn("debian12-python", counts)  # a file of the folder data, with words as ids
        self.assertTrue(all(record["status"] == "ok" for record in records))

    def test_they_are_the_installed_ones(self):
        with open(self.prefix / "share/tricorn/bench/datasets.csv", "a", encoding="utf-8") as file:
            file.write("clique7,mine,generate,complete vertices=7,number,,7,21,35,closed form,\n")
        done, records = self.bench("clique7")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((records[0]["dataset"], records[0]["triangles"]), ("clique7", 35))
        done, _ = self.bench("--suite", "tc-compare")
        self.assertEqual(done.returncode, 1)
        self.assertIn("TRICORN_DATASETS should name the folder of com-orkut.tri", done.stderr)
        self.assertTrue(os.access(self.prefix / "share/tricorn/bench/peers/gapbs", os.X_OK))

    def test_the_shared_library_exports_what_the_header_declares(self):
        header = (self.prefix / "include/tricorn/tricorn.h").read_text()
        declared = set(re.findall(r"^TRICORN_PUBLIC [^;(]*?\b(tricorn_\w+)\(", header, re.MULTILINE))
        listed = run("nm", "-D", "--defined-only", "--format=posix", self.library / "libtricorn.so")
        exported = {line.split()[0] for line in listed.splitlines()}
        self.assertGreater(len(declared), 20)
        self.assertEqual(sorted(exported), sorted(declared))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
