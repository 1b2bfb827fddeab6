"""bench/originals with programs that are made up: turns, records, tables, faults."""

import json
import os
import sys

from program import PROGRAM, ProgramTest, main, run_script

EDGES = "".join(f"{u} {v}\n" for u in range(1, 12) for v in range(u))  # K_12: 220 triangles

# It counts what it is asked for in 2 and 3 ms, prepared in 10.
TIME_ON_DEVICE = """
import json, sys
listed = sys.argv[sys.argv.index("--algorithms") + 1]
for word in listed.split(","):
    name, _, setting = word.partition("/")
    record = {"algorithm": name, "alias": "" if name == "gpu-adaptive" else name, "triangles": 220,
              "count_seconds": [0.003, 0.002], "prepare_seconds": [0.01]}
    if setting:
        record.update(parameters=f"{name}.{setting}", count_seconds=[0.006])
    print(json.dumps(record))
"""
TC_COMPARE = """
import sys
print("prepare rid 0.02\\nnoise")
for name in sys.argv[3:]:
    print(f"sample {name} 0.004\\ntriangles {name} 220")
"""
WETRIC = """
print("prepare WeTriC 0.1\\nprepare WeTriC-matrix/a=8192 0.05")
for length, seconds in ((0, 0.009), (8192, 0.001)):
    print(f"sample WeTriC/a={length}/s=5 {seconds}\\ntriangles WeTriC/a={length}/s=5 220")
"""
POLAK = "import sys\nprint('sample Polak-original 0.001\\ntriangles Polak-original 219')\nsys.exit(3)"


class Originals(ProgramTest):
    def script(self, name, text):
        return self.write_program(name, f"#!{sys.executable}\n{text}")

    def measure(self, *words):
        os.makedirs(self.path("originals"), exist_ok=True)
        for name, text in (("tc-compare", TC_COMPARE), ("wetric", WETRIC), ("polak", POLAK)):
            self.script(os.path.join("originals", name), text)
        environment = {**os.environ, "TRICORN_PROGRAM": PROGRAM, "TRICORN_ORIGINALS": self.path("originals"),
                       "TRICORN_TIME_ON_DEVICE": self.script("time_on_device", TIME_ON_DEVICE)}
        return run_script("bench/originals", *words, env=environment)

    def test_records_and_tables(self):
        out = self.path("out.jsonl")
        done = self.measure("-o", out, "-n", "2", self.write("k12.txt", EDGES))
        self.check_done(done)
        records = self.read_records(out)
        faults = [one for one in records if one["kind"] == "fault"]
        self.assertIn("exit code 3", faults[0]["polak"])
        by = {(one["algorithm"], one["parameters"]): one for one in records if one["kind"] != "fault"}
        self.assertEqual(by["grouptc", ""]["count_seconds"], [0.003, 0.002] * 2)
        self.assertEqual(by["grouptc", ""]["rounds_of"], [0, 0, 1, 1])
        self.assertEqual(by["grouptc", "paper=1"]["edges"], 66)
        self.assertEqual(by["GroupTC-BS", ""]["prepare_seconds"], [0.02] * 2)
        self.assertEqual(by["WeTriC", "a=8192 s=5"]["matrix_seconds"], [0.05] * 2)
        self.assertEqual([by["Polak-original", ""]["correct"], by["Polak", ""]["correct"]], [False, True])
        tables = self.measure("--tables", out).stdout
        for row in ("| grouptc | 2 (6); 4: 0.50 |", "| wetric | 2 (6); 1: **2.00** |", "| polak | 2 (6); 4: 0.50 |",
                    "| gpu-adaptive | 2 |"):
            self.assertIn(row, tables)

    def test_random_graphs(self):
        out = self.path("out.jsonl")
        done = self.measure("-o", out, "-n", "1", "--random", "5:1", "--least", "200", "--most", "900")
        self.check_done(done)
        tables = self.measure("--tables", out).stdout
        # 4 ms of GroupTC and 20 of its transfer; 1 ms of WeTriC; 10 and 2.5 of ours.
        self.assertRegex(tables, r"\| 2 \| 1 \| 4 \| 4 \| 0\.50 \| 12\.5 \| 1\.92 \|")


if __name__ == "__main__":
    main()
