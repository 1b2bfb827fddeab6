"""A CUDA driver that is too old, or has no GPU, or whose calls fail: an error with a remedy, and the CPU
where no device is named.

A library stands for the driver (driver_stub.c).  On a build without CUDA the test is skipped.
"""

import os
import sys

from program import DIAMOND, FAILED, SKIPPED, ProgramTest, main, run

STUB = os.environ.get("TRICORN_DRIVER_STUB", "")

# What the stub does, and what CUDA says of it.
FAULTS = (
    ({"STUB_VERSION": "11000"}, "driver version is insufficient"),
    ({"STUB_INIT": "100"}, "no CUDA-capable device"),
    ({"STUB_INIT": "802"}, "not yet initialized"),
    ({"STUB_INIT": "803"}, "unsupported display driver"),
    ({"STUB_ERROR": "46"}, "busy or unavailable"),
    ({"STUB_ERROR": "719"}, "unspecified launch failure"),
    ({"STUB_ERROR": "2"}, "out of memory"),
)
VERBS = ("count", "vertex", "edge", "truss", "cluster", "similar", "report")


class Driver(ProgramTest):
    def test_faults(self):
        path = self.write("g.txt", DIAMOND)
        for fault, words in FAULTS:
            environment = {**os.environ, **fault, "LD_LIBRARY_PATH": os.path.dirname(STUB)}
            with self.subTest(fault=fault):
                counted = self.check_done(run("count", path, env=environment))
                self.assertIn(b"triangles  2", counted.stdout)
            for verb in VERBS:
                with self.subTest(fault=fault, verb=verb):
                    refused = run(verb, "--device", "gpu", path, env=environment)
                    self.assertEqual((refused.returncode, refused.stdout), (FAILED, b""))
                    self.assertIn(words, refused.stderr.decode())
                    self.assertIn("--device cpu", refused.stderr.decode())


if __name__ == "__main__":
    if not STUB:
        sys.exit(SKIPPED)
    main()
