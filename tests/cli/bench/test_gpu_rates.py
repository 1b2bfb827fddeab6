"""bench/gpu_rates on made-up records: the line it makes, and records it refuses."""

import json
import tempfile

from program import ProgramTest, main, run_script

SIZES = [64 << 10, 1 << 20, 16 << 20, 64 << 20, 256 << 20, 1 << 30]


def record(what, rate, size=None, **others):
    table = {} if size is None else {"table_bytes": size}
    return {"what": what, "device": "gpu", "capability": "9.0", "multiprocessors": 132,
            "clock_hz": 1.98e9, "memory_bytes_per_second": 3.352e12, "cache_bytes": 52428800,
            "rate": rate, **table, **others}


def ceilings():
    return [record("copy", 1e12, 1 << 30), record("read", 2e12, 1 << 30),
            record("probe", 3.25e12, 8192), record("popcount", 1e14),
            *(record("gather", 1e11 / (i + 1), size) for i, size in enumerate(SIZES))]


def line_of(records):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(one) + "\n" for one in records)
        file.flush()
        return run_script("bench/gpu_rates", file.name)


class Rates(ProgramTest):
    def test_line(self):
        """The better of two readings counts; what the CPU can do does not."""
        done = line_of([*ceilings(), record("read", 1e12, 1 << 30),
                        record("read", 9e12, device="cpu")])
        self.check_done(done)
        self.assertEqual(done.stdout.strip(),
                         "TG_GPU_RATES(9, 0, 132, 1.98e9, 3.35e12, 5.24e7, 2e12, 3.25e12, 1e14, "
                         "1e11, 5e10, 3.33e10, 2.5e10, 2e10, 1.67e10)")

    def test_product(self):
        """The product of hubs reaches a share of the unit's rate: 1.75e15 on an H100, 4.6e15 on an H200
        (docs/notes/gpu-counting.md#the-binary-matrix-unit)."""
        done = line_of([*ceilings(), record("product", 4.6e15), record("product", 1e15)])
        self.check_done(done)
        self.assertEqual(done.stdout.splitlines()[1:], ["TG_PRODUCT_RATE(9, 0, 132, 1.75e15)"])

    def test_refused(self):
        no_capability = ceilings()
        del no_capability[0]["capability"]
        no_clock = ceilings()
        del no_clock[3]["clock_hz"]
        for records, why in [([], "0 GPUs"), (ceilings()[:4], "gather"),
                             (ceilings()[4:], "read"), (no_capability, "which GPU"),
                             (no_clock, "which GPU"),
                             ([*ceilings(), record("read", 1, capability="8.0")], "2 GPUs")]:
            done = line_of(records)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    main()
