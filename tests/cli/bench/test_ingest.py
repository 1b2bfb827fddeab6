"""bench/ingest: every format in turn, with rates that follow from the sizes and the seconds."""

import os
import statistics
import subprocess
import sys

from program import BY_LIBRARY, DIAMOND, PROGRAM, ProgramTest, main

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "..", "..", "bench", "ingest")


class Ingest(ProgramTest):
    def ingest(self, *arguments, **environment):
        return subprocess.run([sys.executable, "-B", SCRIPT, "--tricorn", PROGRAM, *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
                              env={**os.environ, "TRICORN_PEER_GAPBS": "", **environment})

    def records(self, *arguments, **environment):
        out = self.path("records")
        self.check_done(self.ingest(*arguments, "-o", out, **environment))
        return self.read_records(out)

    def test_every_format(self):
        graph = self.write("graph.txt", DIAMOND)
        records = self.records(graph, "-n", "2", "-t", "1")
        written = {row["name"] for row in self.run_json("formats")
                   if row["reads"] and row["writes"] and row["name"] not in BY_LIBRARY}
        self.assertEqual({record["format"] for record in records}, written)
        self.assertEqual(sorted(record["compression"] for record in records
                                if record["format"] == "edges"), ["gzip", "none", "zstd"])
        for record in records:
            self.assertEqual(record["triangles"], 2)
            self.assertGreater(record["machine"]["cores"], 0)
            self.assertIn("commit", record)
            self.assertEqual(len(record["read_seconds"]), 2)
            both = [sum(pair) for pair in zip(record["read_seconds"], record["prepare_seconds"])]
            self.assertAlmostEqual(record["megabytes_per_second"],
                                   record["bytes"] / 1e6 / max(statistics.median(both), 1e-6),
                                   delta=0.1)

    def test_generated_and_chosen(self):
        result = self.check_done(self.ingest("tiny", "metis", "pairs32", "-n", "1"))
        lines = result.stdout.decode().splitlines()
        self.assertEqual([line.split()[1] for line in lines[1:-1]], ["metis", "pairs32"])

    def test_peers(self):
        graph = self.write("graph.txt", DIAMOND)
        gapbs = self.write_program("tc", "#!/bin/sh\ngrep -qv '#' \"$2\" || exit 1\n"
                                   "echo 'Read Time:           0.50000'\n"
                                   "echo 'Build Time:          0.25000'\necho '2 triangles'\n")
        records = self.records(graph, "edges", "-n", "1", "--peer", "cat=cat FILE",
                               TRICORN_PEER_GAPBS=gapbs)
        programs = {record["program"]: record for record in records}
        self.assertEqual(set(programs), {"tricorn", "gapbs", "cat"})
        self.assertEqual(programs["gapbs"]["read_seconds"], [0.5])
        self.assertEqual(programs["gapbs"]["prepare_seconds"], [0.25])

    def test_other_count(self):
        graph = self.write("graph.txt", DIAMOND)
        gapbs = self.write_program("tc", "#!/bin/sh\necho 'Read Time: 0.5'\necho 'Build Time: 0.5'\n"
                                   "echo '3 triangles'\n")
        result = self.ingest(graph, "edges", "-n", "1", TRICORN_PEER_GAPBS=gapbs)
        self.assertEqual(result.returncode, 1)
        self.assertIn(b"counts differ", result.stderr)

    def test_refused(self):
        self.assertIn(b"no format 'bvgraph'", self.ingest("tiny", "bvgraph").stderr)
        self.assertNotEqual(self.ingest(self.path("absent")).returncode, 0)


if __name__ == "__main__":
    main()
