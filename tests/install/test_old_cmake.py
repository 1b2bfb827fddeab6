#!/usr/bin/env python3
"""The oldest CMake that we promise, from PyPI: it reads the presets, and configures and builds by them.

    test_old_cmake.py    takes minutes and a network
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


class OldCmake(unittest.TestCase):
    def run_in_checkout(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True,
                              cwd=CHECKOUT)
        self.assertEqual(done.returncode, 0, done.stdout[-4000:])
        return done.stdout

    def test_presets(self):
        lists = (CHECKOUT / "CMakeLists.txt").read_text(encoding="utf-8")
        promised = re.search(r"cmake_minimum_required\(VERSION (3\.\d+)\.\.\.", lists)
        with tempfile.TemporaryDirectory() as folder:
            self.run_in_checkout(sys.executable, "-m", "venv", f"{folder}/venv")
            self.run_in_checkout(f"{folder}/venv/bin/pip", "install", "--quiet", f"cmake=={promised[1]}.*")
            cmake = f"{folder}/venv/bin/cmake"
            self.assertIn(promised[1], self.run_in_checkout(cmake, "--version"))
            presets = re.findall(r'^ +"(\w+)"', self.run_in_checkout(cmake, "--list-presets"), re.MULTILINE)
            self.assertIn("release", presets)
            if not shutil.which("clang"):
                presets.remove("fuzz")
            if not shutil.which("nvcc", path=os.environ["PATH"] + ":/usr/local/cuda/bin"):
                presets.remove("cuda")
            for preset in presets:
                self.run_in_checkout(cmake, "--preset", preset, "-B", f"{folder}/{preset}")
            self.run_in_checkout(cmake, "--build", f"{folder}/debug", "--target", "test_unit_base_pool")
            self.run_in_checkout(f"{folder}/debug/tests/test_unit_base_pool")


if __name__ == "__main__":
    unittest.main(verbosity=2)
