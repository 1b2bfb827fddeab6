#!/usr/bin/env python3
"""check_floors.py must pass a tree that keeps every rule and name each breach with its line."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).parents[3]
CHECK_FLOORS = CHECKOUT / "tools" / "check_floors.py"

CLEAN = {
    "include/tricorn/tricorn.h": "#include <stddef.h>\n#include <stdint.h>\n",
    "src/base/context.h": "#include <stdio.h>\n#include <tricorn/tricorn.h>\n",
    "src/graph/graph.h": '#include "base/context.h"\n',
    "src/device/memory.h": '#include "base/context.h"\n',
    "src/io/text/text.c": '#include "io/text/text.h"\n\n#include "graph/graph.h"\n',
    "src/io/text/text.h": "",
    "src/prepare/prepare.h": '#include "graph/graph.h"\n',
    "src/cpu/merge.c": '#include "cpu/intersect/scalar.h"\n#include "scalar_rows.h"\n',
    "src/cpu/intersect/scalar.h": "",
    "src/cpu/truss/rows.c": '#include "cpu/scalar_rows.h"\n#include "cpu/truss/bits.h"\n',
    "src/cpu/truss/bits.h": "",
    "src/io/formats/json/json.c": '#include "io/formats/json/scan.h"\n#include "io/text/text.h"\n',
    "src/io/formats/json/scan.h": "",
    "src/io/formats/metis.h": '#include "io/formats/json/scan.h"\n',
    "src/cpu/scalar_rows.h": "",
    "src/cpu/analytics/cliques.h": "",
    "src/gpu/hash.cu": '#include "device/memory.h"\n',
    "src/registry/algorithms.def": "",
    "src/registry/registry.c": '#include "registry/algorithms.def"\n',
    "src/api/api.c": '#include "registry/registry.c"\n',
    "cli/main.c": '#include "command.h"\n#include <tricorn/tricorn.h>\n#include <popt.h>\n',
    "cli/command.h": "",
    "cli/options.def": 'CLI_OPTION("format", 0, FORM)\nCLI_OPTION("to", 0, SAVE)\n',
    "cli/verbs.def": "CLI_VERB(count)\n",
    "src/io/fine.c": """/* "--format" */\nfail("a --tool of theirs, --formats, tricorn counts");\n""",
    "bench/run.c": "#include <tricorn/tricorn.h>\n",
    "tests/support/check.h": '#include "graph/graph.h"\n',
    "tests/property/test_all.c": '#include "support/check.h"\n#include <tricorn/tricorn.h>\n',
    "tools/many_parameters.txt": "",
    "src/task/five.c": "static int five(int a, int b, int c, int (*d)(int, int), int e)\n{\n}\n",
    "src/task/calls.c": "int none(void)\n{\n    six(1, 2, 3, 4, 5, 6);\n}\n",
    "src/task/declares.h": "/* int six(int a, int b, int c, int d, int e, int f) {} */\n"
                           "int six(int a, int b, int c, int d, int e, int f);\n"
                           "#define SIX(a, b, c, d, e, f) {}\n",
    "tests/unit/io/text/test_text.c": '#include "io/text/text.h"\n#include "support/check.h"\n',
}

SIX = "six(int a, int b,\n    int c, int d, int e, int f)\n{\n}\n"

# What is written over the clean tree: (file, its text, FILE:LINE of the fault, words of it).
BREACHES = [
    ("src/base/context.h", '\n#include "graph/graph.h"\n', ":2:", "above it"),
    ("src/graph/graph.h", '#include "io/text/text.h"\n', ":1:", "above it"),
    ("src/graph/graph.h", '  #  include "api/api.c"\n', ":1:", "above it"),
    ("src/graph/graph.h", "#include <io/text/text.h>\n", ":1:", "above it"),
    ("src/graph/graph.h", '#include "device/memory.h"\n', ":1:", "neighbour"),
    ("src/io/text/text.c", '#include "prepare/prepare.h"\n', ":1:", "neighbour"),
    ("src/io/text/text.c", '#include "../../prepare/prepare.h"\n', ":1:", "neighbour"),
    ("src/cpu/merge.c", '#include "gpu/hash.cu"\n', ":1:", "neighbour"),
    ("src/gpu/hash.cu", '#include "cpu/scalar_rows.h"\n', ":1:", "neighbour"),
    ("src/cpu/intersect/scalar.h", '#include "registry/registry.c"\n', ":1:", "above it"),
    ("src/io/text/text.c", '#include "io/formats/metis.h"\n', ":1:", "is above it (floor 2.4)"),
    ("src/cpu/scalar_rows.h", '#include "cpu/truss/bits.h"\n', ":1:", "above it"),
    ("src/cpu/truss/bits.h", '#include "cpu/analytics/cliques.h"\n', ":1:", "neighbour"),
    ("src/registry/algorithms.def", '#include "api/api.c"\n', ":1:", "above it"),
    ("src/base/context.h", '#include "base/missing.h"\n', ":1:", "not in this checkout"),
    ("src/base/context.h", "#include HEADER\n", ":1:", "name the file in quotes"),
    ("src/api/api.c", '#include "../../cli/command.h"\n', ":1:", "outside it"),
    ("src/novel/x.c", "", ":1:", "has no floor"),
    ("cli/main.c", '#include "../src/base/context.h"\n', ":1:", "cli/ may not include"),
    ("cli/main.c", '#include "base/context.h"\n', ":1:", "cli/ may not include"),
    ("bench/run.c", '#include "graph/graph.h"\n', ":1:", "bench/ may not include"),
    ("python/module.c", '#include "graph/graph.h"\n', ":1:", "python/ may not include"),
    ("tests/property/test_all.c", '\n\n#include "graph/graph.h"\n', ":3:",
     "tests/ may not include"),
    ("include/tricorn/tricorn.h", "#include <stdint.h>\n#include <stdio.h>\n", ":2:", "stdio.h"),
    ("include/tricorn/tricorn.h", '#include "base/context.h"\n', ":1:", "public header"),
    ("src/io/text/text.c", "\nint early(void)\n{\n    TG_DO(call());\ncleanup:\n    return 0;\n}\n",
     ":2:", "early has a label cleanup"),
    ("src/io/text/text.c", '\nfail("say --format x");\n', ":2:", "'--format' of the program"),
    ("src/io/text/text.c", 'fail("x"\n     "no --to");\n', ":2:", "'--to' of the program"),
    ("src/gpu/hash.cu", 'fail("tricorn count -");\n', ":1:", "'tricorn count' of the program"),
    ("src/io/text/text.c", "\n" * 801, ":801:", "801 lines"),
    ("cli/main.c", "\n" * 801, ":801:", "801 lines"),
    ("src/task/six.c", "struct x {\n    int a;\n};\n\nstatic void " + SIX, ":5:", "six has 6"),
    ("mpi/six.c", "static const int x[] = {1};\nint " + SIX, ":2:", "six has 6 parameters"),
    ("src/gpu/six.cu", 'extern "C" {\nstatic __global__ void __launch_bounds__(MOST(1, 2)) ' + SIX
     + "}\n", ":2:", "six has 6"),
    ("src/gpu/six.cuh", "template <int A>\nstruct x {\n    int " + SIX + "};\n", ":3:", "six has 6"),
    ("src/task/text.c", "static int is_bracket(char c)\n{\n    return c == '{';\n}\nint " + SIX,
     ":5:", "six has 6"),
    ("tools/many_parameters.txt", "five\n", ":1:", "remove the line"),
]


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def check(root):
    return subprocess.run([sys.executable, str(CHECK_FLOORS), str(root)], capture_output=True,
                          text=True, check=False)


class TestCheckFloors(unittest.TestCase):
    def test_a_clean_tree_passes(self):
        with tempfile.TemporaryDirectory() as folder:
            write(pathlib.Path(folder), CLEAN)
            result = check(folder)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_800_lines_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            write(pathlib.Path(folder), {**CLEAN, "src/io/text/text.c": "\n" * 800})
            self.assertEqual(check(folder).returncode, 0)

    def test_each_breach_is_named(self):
        for name, text, line, words in BREACHES:
            with self.subTest(name=name, text=text[:60]), tempfile.TemporaryDirectory() as folder:
                write(pathlib.Path(folder), {**CLEAN, name: text})
                result = check(folder)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(len(result.stdout.splitlines()), 1, result.stdout)
                self.assertTrue(result.stdout.startswith(name + line), result.stdout)
                self.assertIn(words, result.stdout)

    def test_functions_of_the_list_may_have_many_parameters(self):
        twice = {"src/task/one.c": "int " + SIX, "src/task/two.c": "int " + SIX}
        for names, faults in (("six\nsix\n", 0), ("six\n", 1), ("six\nsix\nsix\n", 1)):
            with self.subTest(names=names), tempfile.TemporaryDirectory() as folder:
                write(pathlib.Path(folder),
                      {**CLEAN, **twice, "tools/many_parameters.txt": names})
                result = check(folder)
                self.assertEqual(len(result.stdout.splitlines()), faults, result.stdout)

    def test_every_breach_is_told_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            upward = '#include "api/api.c"\n'
            write(pathlib.Path(folder), {**CLEAN, "src/base/context.h": upward * 2,
                                         "src/io/text/text.h": upward})
            result = check(folder)
        self.assertEqual(result.returncode, 1)
        self.assertEqual([line.split(": ")[0] for line in result.stdout.splitlines()],
                         ["src/base/context.h:1", "src/base/context.h:2", "src/io/text/text.h:1"])

    def test_a_folder_that_is_no_checkout_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            result = check(folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no folder src/", result.stderr)


if __name__ == "__main__":
    unittest.main()
