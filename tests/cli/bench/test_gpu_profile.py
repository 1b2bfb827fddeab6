"""tools/gpu_profile on output in Nsight Compute's two forms, written by hand; there need be no
GPU and no ncu."""

import json
import os

from program import DIAMOND, DONE, PROGRAM, ProgramTest, main, run_script


REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
OCCUPANCY = "sm__warps_active.avg.pct_of_peak_sustained_active"
SHARED_LOADS = "smsp__inst_executed_op_shared_ld.sum"

# name, ms, requests, sectors, thread instructions, warp instructions, bytes, occupancy in %, shared
# loads, reads of the L2, hits there
KERNELS = (
    ("count_degrees(const tg_edge *, unsigned long, unsigned int *)", 9, 10, 10, 32, 1, 10, 10, 5, 9,
     9),
    ("void count_edges<256>(tg_device_task, tg_tally *)", 1, 1000, 4000, 16000, 1000, 1e9, 80, 700,
     100, 90),
    ("count_hubs(tg_device_task)", 3, 3000, 6000, 96000, 3000, 2e9, 40, 300, 300, 150),
)
# Of the last two: 4 ms, 4000 requests, 10000 sectors, 112000 / 4000 = 28 of 32 threads, 3e9 bytes
# in 4 ms, (80 + 3 * 40) / 4 % occupancy, 1000 shared loads, 240 hits in 400 reads.
EXPECTED = {
    "kernels": 2,
    "kernel_seconds": 0.004,
    "global_load_requests": 4000,
    "warp_execution_efficiency": 28 / 32,
    "gld_transactions_per_request": 2.5,
    "device_bytes_per_second": 7.5e11,
    "achieved_occupancy": 0.5,
    "shared_load_instructions": 1000,
    "l2_hit_rate": 0.6,
}


def counters(kernel, time_unit):
    """(name, unit, value) of a kernel's counters as ncu has them."""
    _, milliseconds, requests, sectors, threads, warps, size, occupancy, loads, reads, hits = kernel
    time = milliseconds * (1e6 if time_unit == "nsecond" else 1)
    return (("gpu__time_duration.sum", time_unit, time), (REQUESTS, "", requests),
            (SECTORS, "sector", sectors), ("smsp__thread_inst_executed.sum", "inst", threads),
            ("smsp__inst_executed.sum", "inst", warps), ("dram__bytes.sum", "byte", size),
            (OCCUPANCY, "%", occupancy), (SHARED_LOADS, "inst", loads),
            ("lts__t_sectors_op_read.sum", "sector", reads),
            ("lts__t_sectors_op_read_lookup_hit.sum", "sector", hits))


def quoted(values):
    return ",".join(f'"{value}"' for value in values)


def long_form():
    lines = ["==PROF== Connected to process 4711 (/usr/bin/tricorn)", "triangles  2",
             '==PROF== Profiling "count_edges" - 1: 0%....50%....100% - 3 passes',
             "==PROF== Disconnected from process 4711",
             quoted(("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
                     "Stream", "Block Size", "Grid Size", "Device", "CC", "Section Name",
                     "Metric Name", "Metric Unit", "Metric Value"))]
    for place, kernel in enumerate(KERNELS):
        for name, unit, value in counters(kernel, "nsecond"):
            lines.append(quoted((place, 4711, "tricorn", "127.0.0.1", kernel[0], 1, 7,
                                 "(256, 1, 1)", "(528, 1, 1)", 0, "9.0",
                                 "Command line profiler metrics", name, unit, f"{value:,.2f}")))
    return "\n".join(lines) + "\n"


def wide_form():
    names = [name for name, _, _ in counters(KERNELS[0], "msecond")]
    units = [unit for _, unit, _ in counters(KERNELS[0], "msecond")]
    lines = [quoted(("ID", "Process ID", "Kernel Name", *names)), quoted(("", "", "", *units))]
    for place, kernel in enumerate(KERNELS):
        values = [f"{value:,.2f}" for _, _, value in counters(kernel, "msecond")]
        lines.append(quoted((place, 4711, kernel[0], *values)))
    return "\n".join(lines) + "\n"


class Profile(ProgramTest):
    def tool(self, *words):
        environment = dict(os.environ, TRICORN_PROGRAM=PROGRAM)
        return run_script("tools/gpu_profile", *words, env=environment)

    def check_record(self, record):
        for key, value in EXPECTED.items():
            self.assertAlmostEqual(record[key], value, msg=key)

    def records(self, *words):
        out = self.path("out.jsonl")
        result = self.tool(*words, "-o", out)
        self.check_done(result)
        return self.read_records(out), result.stdout

    def test_both_forms(self):
        for form in (long_form, wide_form):
            with self.subTest(form=form.__name__):
                path = self.write(f"{form.__name__}.csv", form())
                os.path.exists(self.path("out.jsonl")) and os.remove(self.path("out.jsonl"))
                records, table = self.records("--from", path)
                self.check_record(records[0])
                for word in ("4,000", "87.5 %", "2.50", "750", "50.0 %", "1,000", "60.0 %"):
                    self.assertIn(word, table)

    def test_other_kernels_can_be_left_out(self):
        path = self.write("a.csv", long_form())
        records, _ = self.records("--from", path, "--exclude", "degrees|hubs")
        self.assertEqual(records[0]["kernels"], 1)
        self.assertAlmostEqual(records[0]["warp_execution_efficiency"], 0.5)

    def test_it_runs_ncu_on_each_case_and_times_it_without(self):
        output = self.write("output.csv", long_form())
        asked = self.path("asked")
        ncu = self.write_program("ncu", f'#!/bin/sh\necho "$@" >> {asked}\ncat {output}\n')
        graph = self.write("g.txt", DIAMOND)
        names = ["cpu-merge-edge", "cpu-hash-vertex"]
        records, table = self.records("--ncu", ncu, "--device", "cpu", "--trials", "2",
                                      "--algorithms", ",".join(names), "--words",
                                      "--relabel collective", graph)
        self.assertEqual([record["algorithm"] for record in records], names)
        for record in records:
            self.check_record(record)
            self.assertGreaterEqual(record["count_seconds"], 0)
        lines = self.read_text(asked).splitlines()
        self.assertEqual(len(lines), 2)
        for name, line in zip(names, lines):
            self.assertIn(f"--algorithm {name} --relabel collective", line)
            self.assertIn(REQUESTS, line)
            self.assertIn(OCCUPANCY, line)
        self.assertIn("cpu-hash-vertex", table)

    def test_all_algorithms_in_one_process(self):
        """Each plan begins with the kernel that uploads its rows."""
        lines = [line for line in long_form().splitlines() if line]
        upload = ("narrow_offsets(const unsigned long *, unsigned int *, unsigned long)",
                  5, 1, 1, 1, 1, 1, 1, 1, 1, 1)
        begin = [quoted((9, 1, "b", "h", upload[0], 1, 7, "1", "1", 0, "9.0", "s", *counter[:2],
                         f"{counter[2]:.2f}")) for counter in counters(upload, "nsecond")]
        # Kernels of two plans, of which a process may have the same numbers only once.
        first = [line.replace('"4711"', '"1"') for line in lines[5:]]
        second = [line.replace('"4711"', '"2"') for line in lines[5:]]
        again = [line.replace('"9","1"', '"9","2"', 1) for line in begin]
        output = self.write("output.csv", "\n".join(lines[:5] + begin + first + again + second))
        program = self.write("tricorn", "")
        counter = self.write("bench_algorithms", "#!/bin/sh\n" + "".join(
            f"echo '{json.dumps(record)}'\n" for record in (
                {"algorithm": "one", "alias": "", "triangles": 2, "verified": True, "count_seconds": [3, 1, 2]},
                {"algorithm": "two", "alias": "2", "triangles": 2, "verified": True, "count_seconds": [5]})))
        ncu = self.write("ncu", f"#!/bin/sh\ncat {output}\n")
        for script in (counter, ncu):
            os.chmod(script, 0o755)
        graph = self.write("g.txt", DIAMOND)
        records, _ = self.records("--ncu", ncu, "--together", "--program", program, graph + "=2")
        self.assertEqual([(r["dataset"], r["algorithm"], r["count_seconds"]) for r in records],
                         [("g", "one", 2), ("g", "two", 5)])
        for record in records:
            self.check_record(record)

    def test_failures_are_sentences(self):
        denied = self.write("denied.csv", "==ERROR== ERR_NVGPUCTRPERM - no permission\n")
        for words, said in (
            (("--from", denied), "ERR_NVGPUCTRPERM"),
            (("--from", self.write("empty.csv", "")), "no table"),
            (("--from", self.path("missing.csv")), "missing.csv"),
            (("--from", self.write("b.csv", long_form()), "--exclude", "count"), "all kernels"),
            (("--ncu", self.path("no-ncu"), "s18"), "Nsight Compute"),
            ((), "GRAPH"),
        ):
            with self.subTest(words=words):
                result = self.tool(*words)
                self.assertNotEqual(result.returncode, DONE)
                self.assertIn(said, result.stderr)
                self.assertNotIn("Traceback", result.stderr)


if __name__ == "__main__":
    main()
