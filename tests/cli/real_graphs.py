"""Real graphs with known counts, for the tests that need them: the rows of MANIFEST.tsv."""

import csv
import os
import shutil
import subprocess

GRAPHS = os.environ.get("TRICORN_GRAPHS", "")
ALL_GRAPHS = os.environ.get("TRICORN_ALL_GRAPHS", "")  # "all", or the name of one, for slow tests
READABLE = ("mtx", "csv", "txt", "SNAP txt", "edge list", "METIS", "BVGraph")
BIPARTITE = "bipartite"


def rows():
    """The rows of the manifest; none without the folder."""
    if not GRAPHS:
        return []
    with open(os.path.join(GRAPHS, "MANIFEST.tsv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def arguments(row):
    """What the program needs to read the file of a row."""
    # The known counts take its first line, the numbers of vertices and edges, for an edge.
    options = ["--header", "no"] if row["name"] == "p2p-Gnutella31" else []
    return [*options, os.path.join(GRAPHS, row["file"])]


def project(test, row):
    """Of a row that a small program of the folder beside the graphs makes into a graph: a file
    in the test's folder."""
    source = os.path.join(GRAPHS, "..", "tools", "project_bipartite.c")
    if not os.path.exists(source):
        test.skipTest("there is no " + source)
    if shutil.which("zstd") is None or shutil.which("cc") is None:
        test.skipTest("needs zstd and cc")
    program, out = test.path("project"), test.path("graph.el")
    swap = ["-s"] if row["format"].endswith("-s") else []
    subprocess.run(["cc", "-O2", "-w", "-o", program, source], check=True)
    with open(out, "wb") as file:
        groups = ["zstd", "-dc", os.path.join(GRAPHS, row["file"])]
        with subprocess.Popen(groups, stdout=subprocess.PIPE) as zstd:
            subprocess.run([program, *swap], stdin=zstd.stdout, stdout=file, check=True)
    return out
