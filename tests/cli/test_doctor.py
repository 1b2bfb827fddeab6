"""tricorn doctor: what the machine has, and what is missing."""

import os

from program import DONE, FAILED, ProgramTest, main, run


class Doctor(ProgramTest):
    def findings(self, *arguments, **options):
        answer = self.run_json("doctor", *arguments, **options)
        return {row["what"]: row for row in answer["findings"]}

    def test_what_is_there(self):
        found = self.findings("--threads", "1")
        processors = len(os.sched_getaffinity(0))
        self.assertTrue(found["threads"]["found"].startswith("1 of "), found["threads"])
        self.assertTrue(self.findings()["threads"]["found"].startswith(f"{processors} of "))
        self.assertIn("161700 triangles", found["trial count"]["found"])  # 100 choose 3
        for row in found.values():
            self.assertEqual(row["remedy"] is None, row["state"] == "ok", row)
        sets = found["instruction sets"]["found"]
        flags = self.read_text("/proc/cpuinfo").split()
        self.assertEqual("avx2" in sets.split("has")[1].split(), "avx2" in flags)

    def test_what_is_asked_for(self):
        found = self.findings("--isa", "portable")
        self.assertTrue(found["instruction sets"]["found"].startswith("portable is used"))

    def test_text(self):
        shown = self.run_text("doctor")
        for what in ("threads", "memory", "GPU", "hwloc", "ISA-L", "trial count"):
            self.assertRegex(shown, rf"(?m)^(ok|missing) +{what} ")
        self.assertEqual(shown.count("get: "), shown.count("\nmissing"))

    def test_what_is_broken(self):
        result = run("doctor", env={**os.environ, "TMPDIR": self.path("nowhere")})
        self.assertEqual(result.returncode, FAILED)
        self.assertRegex(result.stdout.decode(), r"(?m)^broken +scratch folder .*nowhere")
        self.assertEqual(run("doctor").returncode, DONE)


if __name__ == "__main__":
    main()
