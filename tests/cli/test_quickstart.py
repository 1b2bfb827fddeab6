#!/usr/bin/env python3
"""quickstart says the loss of the GPU part last, with the reason; compilers and builds are stubs here."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).parents[2]
# Refuses to configure with CUDA if $REFUSED is set; else makes a program that says what it is asked.
CMAKE = """#!/bin/sh
case "$*" in *TRICORN_CUDA=ON*)
    if [ -n "$REFUSED" ]; then echo "working"; echo "x.cu(1): error: no sum on sm_75"; exit 1; fi ;;
esac
printf '#!/bin/sh\\necho "program: $*"\\n' >build/tricorn; chmod +x build/tricorn
"""
STUB = "#!/bin/sh\nexit 0\n"


class Quickstart(unittest.TestCase):
    def run_it(self, tools, refused=""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copy(CHECKOUT / "quickstart", root)
            for name, text in {"tools/install_packages": STUB, **tools}.items():
                (root / name).parent.mkdir(exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
                (root / name).chmod(0o755)
            environment = {**os.environ, "PATH": f"{root / 'bin'}:{os.environ['PATH']}",
                           "REFUSED": refused}
            return subprocess.run([root / "quickstart"], env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_the_loss_of_the_gpu_part_is_the_last_line(self):
        done = self.run_it({"bin/cmake": CMAKE, "bin/nvcc": STUB}, refused="yes")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("program: count data/debian12-python.tsv.zst", done.stdout)
        self.assertRegex(done.stdout.splitlines()[-1],
                         r"WITHOUT the GPU part.*x\.cu\(1\): error: no sum on sm_75")

    def test_no_loss_is_told_where_the_gpu_part_is_built(self):
        done = self.run_it({"bin/cmake": CMAKE, "bin/nvcc": STUB})
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("program: count", done.stdout)
        self.assertNotIn("WITHOUT", done.stdout)


if __name__ == "__main__":
    unittest.main()
