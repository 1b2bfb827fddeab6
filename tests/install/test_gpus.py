#!/usr/bin/env python3
"""For which GPUs cmake/gpus.cmake has code compiled, with compilers and drivers of all ages."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
CMAKE = CHECKOUT / "cmake"
# What nvcc of each CUDA prints with --list-gpu-code.
CUDA_12_0 = "50 52 53 60 61 62 70 72 75 80 86 87 89 90"
CUDA_12_8 = "50 52 53 60 61 62 70 72 75 80 86 87 89 90 100 101 120"
CUDA_13_0 = "75 80 86 87 88 89 90 100 110 103 120 121"


class Gpus(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, lines):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + "".join(f"echo {line}\n" for line in lines))
        path.chmod(0o755)
        return path

    def choose(self, codes, words="", capabilities=()):
        nvcc = self.write("nvcc", [f"sm_{code}" for code in codes.split()])
        self.write("nvidia-smi", capabilities)
        script = self.folder / "choose.cmake"
        script.write_text(f'cmake_minimum_required(VERSION 3.22)\ninclude({CMAKE}/gpus.cmake)\n'
                          f'tricorn_choose_gpus({nvcc} chosen {words})\n'
                          'message("${chosen}")\n')
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        done = subprocess.run(["cmake", "-P", script], env=environment, capture_output=True, text=True,
                              check=False)
        return " ".join(done.stderr.split())

    def test_by_default_each_generation_that_nvcc_knows(self):
        old = "75-real;80-real;86-real;89-real;90a-real;"
        self.assertEqual(self.choose(CUDA_12_0), old + "90-virtual")
        self.assertEqual(self.choose(CUDA_12_8), old + "100-real;120-real;120-virtual")
        self.assertEqual(self.choose(CUDA_13_0), old + "100-real;110-real;120-real;120-virtual")

    def test_all(self):
        self.assertEqual(self.choose(CUDA_12_0, "all"), "75-real;80-real;86-real;87-real;89-real;90a-real")
        self.assertEqual(self.choose(CUDA_13_0, "all").replace("-real", "").replace("a", ""),
                         "75;80;86;87;88;89;90;100;103;110;120;121")

    def test_those_of_this_machine(self):
        for capabilities, expected in ((["7.5"], "75-real"), (["9.0", "9.0"], "90a-real"),
                                       (["8.6", "12.0"], "86-real;90-virtual"), (["10.3"], "90-virtual")):
            self.assertEqual(self.choose(CUDA_12_0, "native", capabilities), expected)
        self.assertIn("oldest that tricorn supports is 75", self.choose(CUDA_12_0, "native", ["7.0"]))
        self.assertIn("nvidia-smi names no GPU", self.choose(CUDA_12_0, "native"))

    def test_others_as_they_are_said(self):
        self.assertEqual(self.choose(CUDA_12_0, "75-virtual 90"), "75-virtual;90a-real;90-virtual")

    def test_the_image_has_code_for_all_and_asks_for_what_its_nvcc_knows(self):
        text = (CHECKOUT / "packaging/docker/Dockerfile.cuda").read_text(encoding="utf-8")
        version = re.search(r"(?m)^FROM nvidia/cuda:(\d+\.\d+)", text)[1]
        known = {"12.0": CUDA_12_0, "12.8": CUDA_12_8, "13.0": CUDA_13_0}[version]
        self.assertNotIn("ARCHITECTURES", text)
        chosen = set(re.findall(r"(\d+)a?-", self.choose(known)))
        self.assertLessEqual(chosen, set(known.split()))
        self.assertLessEqual({"75", "80", "89", "90", "100", "120"}, chosen)

    def test_an_nvcc_that_is_too_old(self):
        for codes in ("", "30 35 50 70 72"):
            message = self.choose(codes)
            self.assertIn("CUDA 12.0 or later is needed", message)
            self.assertIn("-DCMAKE_CUDA_COMPILER", message)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
