"""The GPU part as a file: where it is found, and what is said of one that cannot be used.  A stub stands for it
(unit/part/part_stub.c), whose GPU cannot be opened, so this runs without a GPU.
"""

import os
import shutil
import subprocess
import sys
import unittest

from program import DIAMOND, DONE, FAILED, PROGRAM, ProgramTest, main, run

STUBS = os.environ["TRICORN_PART_STUBS"]
PACKAGE = os.environ.get("TRICORN_PYTHON_PACKAGE")
CHECKOUT = os.path.join(os.path.dirname(__file__), "../..")
VARIABLE = "TRICORN_GPU_PART"
NAME = next(name for name in os.listdir(os.path.join(STUBS, "GOOD")) if name.startswith("libtricorn-gpu.so."))
STUB_OPENED = "the stub has no GPU"


class Part(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.write("g.txt", DIAMOND)
        self.loaded = self.path("loaded")

    def count(self, *words, part=None, program=PROGRAM, **options):
        """Counts with the part searched in this folder, or where it is without the variable."""
        environment = {**os.environ, "STUB_LOADED": self.loaded}
        environment.pop(VARIABLE, None)
        if part is not None:
            environment[VARIABLE] = part
        return run("count", self.graph, *words, env=environment, executable=program, **options)

    def put(self, kind, *folder, name=NAME):
        """Copies a stub to a folder of the test, and returns the folder."""
        place = self.path(os.path.join(*folder))
        os.makedirs(place, exist_ok=True)
        shutil.copy(os.path.join(STUBS, kind, NAME), os.path.join(place, name))
        return place

    def check_refused(self, words, **options):
        """The message has the words and both remedies; without a named device the CPU counts."""
        refused = self.count("--device", "gpu", **options)
        self.check_failed(refused, FAILED, words)
        for remedy in (b"tricorn-gpu", b"tricorn-cu13", b"--device cpu"):
            self.assertIn(remedy, refused.stderr)
        self.check_counts_on_cpu(**options)

    def check_counts_on_cpu(self, **options):
        counted = self.check_done(self.count("--device", "cpu", **options))
        self.assertIn(b"triangles  2", counted.stdout)
        self.assertEqual(self.check_done(self.count(**options)).stdout, counted.stdout)

    def test_found(self):
        folder = self.put("GOOD", "part")
        self.check_failed(self.count("--device", "gpu", part=folder), FAILED, STUB_OPENED)
        self.check_failed(self.count("--algorithm", "trust", part=folder), FAILED, STUB_OPENED)
        self.check_counts_on_cpu(part=folder)

    def test_not_found(self):
        os.mkdir(self.path("empty"))
        self.check_refused(f"({NAME}) was not found", part=self.path("empty"))
        self.check_refused(f"({NAME}) was not found", part=self.path("no/such"))
        self.check_refused("was not found", part="")

    def test_other_version(self):
        folder = self.put("GOOD", "part", name="libtricorn-gpu.so.9.8.7")
        self.check_refused(f"{folder}/libtricorn-gpu.so.9.8.7 is of another version", part=folder)

    def test_other_sources(self):
        folder = self.put("OTHER", "part")
        self.check_refused("built from other sources", part=folder)

    def test_no_entry(self):
        folder = self.put("EMPTY", "part")
        self.check_refused("is not tricorn's GPU part", part=folder)

    def test_corrupt(self):
        folder = self.put("GOOD", "part")
        path = os.path.join(folder, NAME)
        whole = self.read(path)
        for content in (b"", b"text\n", whole[:100], whole[:len(whole) // 2]):
            with self.subTest(bytes=len(content)):
                self.write(path, content)
                self.check_refused("cannot be loaded", part=folder)
        os.remove(path)
        os.mkdir(path)
        self.check_refused("cannot be loaded", part=folder)

    def test_loaded_only_where_it_is_needed(self):
        folder = self.put("GOOD", "part")
        for words in ((), ("--device", "cpu"), ("--algorithm", "cpu-adaptive"), ("--verify",)):
            with self.subTest(words=words):
                self.check_done(self.count(*words, part=folder))
                self.assertFalse(os.path.exists(self.loaded))
        self.check_failed(self.count("--device", "gpu", part=folder), FAILED, STUB_OPENED)
        self.assertEqual(self.read_text(self.loaded), "loaded\n")

    def test_places(self):
        """From the program's own folder, by whatever name it was started, and never from the current one."""
        program = self.path("bin/tricorn")
        os.mkdir(self.path("bin"))
        shutil.copy(PROGRAM, program)
        os.symlink(program, self.path("link"))
        self.put("GOOD", "here")
        self.check_failed(self.count("--device", "gpu", program=program, cwd=self.path("here")), FAILED, "not found")
        self.check_failed(self.count("--device", "gpu", program=program, cwd=self.path("here"), part="."), FAILED,
                          "not found")
        for place in ("bin", "lib/tricorn", "bin/tricorn-not", "tricorn_gpu"):
            folder = self.put("GOOD", place)
            for how in (program, self.path("link")):
                with self.subTest(place=place, how=how):
                    found = place != "bin/tricorn-not"
                    self.check_failed(self.count("--device", "gpu", program=how, cwd=self.folder), FAILED,
                                      STUB_OPENED if found else "not found")
            os.remove(os.path.join(folder, NAME))
        self.put("GOOD", "bin")
        started = subprocess.run("tricorn count --device gpu g.txt", shell=True, cwd=self.folder, capture_output=True,
                                 env={"PATH": self.path("bin")}, check=False)
        self.assertEqual(started.returncode, FAILED)
        self.assertIn(STUB_OPENED.encode(), started.stderr)

    def doctor(self, part):
        environment = {**os.environ, VARIABLE: part}
        return {one["what"]: one for one in self.run_json("doctor", env=environment)["findings"]}

    def test_doctor(self):
        folder = self.put("GOOD", "part")
        found = self.doctor(folder)["GPU part"]
        self.assertEqual((found["state"], found["remedy"]), ("ok", None))
        self.assertIn(os.path.join(folder, NAME), found["found"])
        self.assertIn("12 34a PTX:56", found["found"])
        missing = self.doctor(self.folder)
        self.assertEqual([missing[what]["state"] for what in ("GPU part", "GPU")], ["missing", "missing"])
        self.assertIn("tricorn-gpu", missing["GPU part"]["remedy"])
        self.put("EMPTY", "part")
        broken = run("doctor", env={**os.environ, VARIABLE: folder})
        self.assertEqual(broken.returncode, FAILED)
        self.assertRegex(broken.stdout.decode(), r"broken +GPU part +.*not tricorn's GPU part")

    @unittest.skipUnless(PACKAGE, "the Python package was not built")
    def test_wheel(self):
        """The wheel of the part, installed by pip beside the package: the extension finds it."""
        site = self.path("site")
        shutil.copytree(os.path.join(PACKAGE, "tricorn"), os.path.join(site, "tricorn"))
        count = [sys.executable, "-c", "import tricorn; tricorn.count(([0, 1, 2], [1, 2, 0]), device='gpu')"]
        environment = {**os.environ, "PYTHONPATH": site}
        environment.pop(VARIABLE, None)
        alone = subprocess.run(count, env=environment, capture_output=True, text=True, check=False)
        self.assertIn(f"({NAME}) was not found", alone.stderr)
        self.assertIn("tricorn-cu13", alone.stderr)
        made = subprocess.run([os.path.join(CHECKOUT, "packaging/gpu_wheel"), os.path.join(STUBS, "GOOD", NAME), "13",
                               os.path.join(CHECKOUT, "LICENSE"), self.folder], capture_output=True, text=True, check=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", site,
               made.stdout.strip()]
        subprocess.run(pip, check=True)
        self.assertEqual(os.listdir(os.path.join(site, "tricorn_gpu")), [NAME])
        self.assertEqual(len([name for name in os.listdir(site) if name.startswith("tricorn_cu13-")]), 1)
        beside = subprocess.run(count, env=environment, capture_output=True, text=True, check=False)
        self.assertIn(STUB_OPENED, beside.stderr)

    @unittest.skipUnless(all(map(shutil.which, ("dpkg-deb", "dpkg-architecture", "strip", "objdump"))), "no dpkg-dev")
    def test_deb(self):
        """The package of Debian has the part beside the library's folder, and licences."""
        made = subprocess.run([os.path.join(CHECKOUT, "packaging/gpu_deb"), os.path.join(STUBS, "GOOD", NAME),
                               os.path.join(CHECKOUT, "LICENSE"), self.folder], capture_output=True, text=True, check=True)
        package, root = made.stdout.strip(), self.path("root")
        subprocess.run(["dpkg-deb", "-x", package, root], check=True)
        machine = subprocess.check_output(["dpkg-architecture", "-q", "DEB_HOST_MULTIARCH"], text=True).strip()
        self.assertTrue(os.path.isfile(os.path.join(root, "usr/lib", machine, "tricorn", NAME)))
        self.assertIn("CUDA Runtime", self.read_text(os.path.join(root, "usr/share/doc/tricorn-gpu/copyright")))
        found = self.doctor(os.path.join(root, "usr/lib", machine, "tricorn"))["GPU part"]
        self.assertEqual(found["state"], "ok")

    def test_version(self):
        folder = self.put("GOOD", "part")
        for part, expected in ((folder, os.path.join(folder, NAME)), (self.folder, "none")):
            shown = run("--version", env={**os.environ, VARIABLE: part})
            self.assertEqual((shown.returncode, shown.stdout.decode().splitlines()[-1]), (DONE, f"GPU part  {expected}"))


if __name__ == "__main__":
    main()
