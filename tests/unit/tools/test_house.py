#!/usr/bin/env python3
"""tools/house must measure a small checkout as one counts by hand."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).parents[3]
HOUSE = CHECKOUT / "tools" / "house"

# tricorn_graph_load goes down to io, back up, down to load, to io, and up twice.
LOADING = {
    "src/api/graph_api.c": """#include "load/place.h"
static int prepare(tg_place *place)
{
    tg_place_begin(place);
    return 0;
}
int tricorn_graph_load(const tricorn_load_options *options)
{
    tg_open(options);
    tg_unrelated(1, 2, 3, 4, 5, 6);
    return prepare(options);
}
""",
    "src/load/place.h": "typedef struct tg_place {\n    int part_count;\n} tg_place;\n",
    "src/load/place.c": """#include "io/open.h"
/* There are so
 * many of them. */
int tg_place_begin(tg_place *place)
{
    return tg_open_part(place->options);
}
""",
    "src/io/open.h": "/* What is open there. */\nextern const char *names;\n",
    "src/io/open.c": """int tg_open(const tricorn_load_options *options)
{
    return "there" != 0;
}
int tg_open_part(const tricorn_load_options *options, int a, int b, int c, int d, int e)
{
    return tg_open(options);
}
""",
    "src/base/unrelated.c": "int tg_unrelated(int slots)\n{\n    return slots;\n}\n",
    "docs/glossary.md": "# Words\n\n| **part** | a numbered piece of a count |\n",
    "docs/decisions/0001-one.md": "",
    "docs/decisions/README.md": "",
    "docs/notes/0001-two.md": "",
}
CYCLE = {"src/io/open.h": '#include "load/place.h"\n'}
PROGRAM = {
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(tricorn C)\n"
                      "add_executable(tricorn cli/main.c)\n",
    "cli/main.c": """#include <stdio.h>
static int recognise(int depth)
{
    return depth == 0 ? 0 : recognise(depth - 1);
}
static const struct {
    int (*recognise)(int);
} format = {.recognise = recognise};
int main(int count, char **words)
{
    (void)words;
    if (count == 3) return puts("line\\nline") < 0;
    return format.recognise(1) + format.recognise(2);
}
""",
    "data/karate.txt": "",
}


def measure(files, *options):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        subprocess.run(["git", "init", "-q", folder], check=True)
        done = subprocess.run([sys.executable, str(HOUSE), folder, "--json", *options],
                              capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return {name: row["today"] for name, row in found["figures"].items()}, found


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class TestHouse(unittest.TestCase):
    def test_text(self):
        today, found = measure(LOADING, "--no-build")
        self.assertEqual(found["climbs"], ["tg_open -> tricorn_graph_load",
                                           "tg_open_part -> tg_place_begin",
                                           "tg_place_begin -> prepare"])
        self.assertEqual(today["climbs of options through load"], 3)
        self.assertEqual(found["identifiers with each word"], {"part": 2, "slot": 1})
        self.assertEqual(today["words for a piece in identifiers"], 2)
        self.assertEqual(today["of them without a line in the glossary"], 1)
        self.assertEqual(today["functions with more than 5 parameters"], 1)
        self.assertEqual(today["files in the largest flat folder"], 2)
        self.assertEqual(today["records"], 2)
        self.assertEqual(today['comments with "there"'], 2)
        self.assertEqual(today['comments with "so many", "so much"'], 1)
        self.assertEqual(today["lines of the longest function"], 6)
        self.assertEqual(today["lines of the longest file"], 12)
        self.assertEqual(today["folders of src/ in a cycle of includes"], 0)
        self.assertEqual(today["megabytes of the checkout"], 0.0)
        self.assertIsNone(today["calls to count 78 edges"])

    def test_a_cycle(self):
        today, _ = measure({**LOADING, **CYCLE}, "--no-build")
        self.assertEqual(today["folders of src/ in a cycle of includes"], 2)

    @unittest.skipUnless(all(map(shutil.which, ("gcc", "cmake", "ninja", "addr2line"))),
                         "what builds the program is not installed")
    def test_program(self):
        today, _ = measure({**LOADING, **PROGRAM})
        self.assertEqual(today["calls to count 78 edges"], 1 + 2 + 3)
        self.assertEqual(today["functions that these calls reach"], 2)
        self.assertEqual(today["depth of these calls"], 4)
        self.assertEqual(today["formats recognised for one load"], 5)
        self.assertEqual(today["lines of tricorn count --help"], 2)


if __name__ == "__main__":
    unittest.main()
