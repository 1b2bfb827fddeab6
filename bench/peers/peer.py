"""Common code of the scripts of this folder.  A peer takes the path of a graph, an edge list in text,
runs another program on it, and prints one JSON object; docs/benchmarking.md says what is in it.

    main("TRICORN_PEER_GAPBS", "GAPBS's program tc", count)

calls count(program, graph) with the program that the variable names, and prints the dictionary
that it returns.  Where the variable is not set, the peer is not here: exit code 77.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import time

NOT_HERE = 77
THREADS = int(os.environ.get("TRICORN_BENCH_THREADS", "0")) or os.cpu_count()
TRIALS = int(os.environ.get("TRICORN_BENCH_TRIALS", "1"))
WARMUP = int(os.environ.get("TRICORN_BENCH_WARMUP", "1"))


def not_here(why):
    """Ends the script: this peer is left out."""
    print(why, file=sys.stderr)
    sys.exit(NOT_HERE)


def fail(why):
    print(why, file=sys.stderr)
    sys.exit(1)


# ---- programs ----


def program(variable, what):
    """The path in an environment variable; without it the peer is not installed."""
    path = os.environ.get(variable, "")
    if not path:
        not_here(f"{variable} is not set: it should name {what}")
    found = shutil.which(path)
    if found is None:
        not_here(f"{variable}={path}: there is no such program")
    return found


def run(*words, **options):
    """Runs a program to its end and returns its output, stdout and then stderr.  Its time is in run.seconds."""
    options.setdefault("cwd", work_folder())
    begun = time.perf_counter()
    result = subprocess.run(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True, errors="replace", **options
    )
    run.seconds = time.perf_counter() - begun
    if result.returncode < 0:  # as a shell's: so that a crash is seen as one
        os.kill(os.getpid(), -result.returncode)
    if result.returncode != 0:
        lines = (result.stderr + result.stdout).strip().splitlines()
        fail(f"{words[0]} ended with exit code {result.returncode}: {lines[-1:]}")
    return result.stdout + result.stderr


def numbers(pattern, text):
    """All floats that the pattern's group finds."""
    return [float(found) for found in re.findall(pattern, text)]


def triangles(pattern, text):
    """The count that the pattern's group finds; a failure if there is none."""
    found = re.findall(pattern, text)
    if not found:
        fail(f"no count in the output: {text.strip().splitlines()[-1:]}")
    return int(found[-1])


# ---- graphs: converted once for all rounds, outside of all times ----


def work_folder():
    """A folder that is kept for all rounds of this graph."""
    return os.environ.get("TRICORN_BENCH_WORK") or os.getcwd()


def made_once(name, make):
    """The path of a file of the work folder; make(path) writes it if it does not exist."""
    path = os.path.join(work_folder(), name)
    if not os.path.exists(path):
        partial = f"{path}.partial"
        make(partial)
        os.rename(partial, path)
    return path


def convert(graph, name, to):
    """The graph in another of tricorn's formats."""
    tricorn = os.environ.get("TRICORN_PROGRAM", "tricorn")
    return made_once(
        name, lambda path: run(tricorn, "convert", "--quiet", "--to", to, graph, path)
    )


def plain_edges(graph):
    """The edge list without comment lines, with tabs between ids."""

    def write(path):
        with open(path, "wb") as file:
            subprocess.run(["grep", "-v", "^#", graph], stdout=file, check=False,
                           env=dict(os.environ, LC_ALL="C"))  # 1: no edge at all

    return made_once("plain.el", write)


def csr(graph):
    """(offsets, neighbours) as bytes: int64 and int32, each edge in both rows, rows ascending."""
    with open(convert(graph, "graph.sg", "gapbs"), "rb") as file:
        _, edges, vertices = struct.unpack("<?qq", file.read(17))
        return vertices, edges, file.read(8 * (vertices + 1)), file.read(4 * edges)


# ---- the script ----


def graph_of(variable, what):
    """The path on the command line, which must have nothing else."""
    if len(sys.argv) != 2:
        fail(f"usage: {sys.argv[0]} GRAPH   (an edge list; {variable} names {what})")
    return os.path.abspath(sys.argv[1])


def main(variable, what, count):
    """Finds the program, counts the graph of the command line, prints the answer."""
    graph = graph_of(variable, what)
    answer = count(program(variable, what), graph)
    print(json.dumps({**answer, "program_seconds": run.seconds}))  # of the last program that ran


def python_main(variable, module, count):
    """The same for a Python package, in a process of its own: the variable names an interpreter that has it;
    without the variable, this interpreter is tried."""
    graph = graph_of(variable, "a Python")
    if os.environ.get("TRICORN_PEER_PACKAGE") == module:
        print(json.dumps(count(package_of(variable, module), graph)))
        return
    python = program(variable, "a Python") if os.environ.get(variable) else sys.executable
    begun = time.perf_counter()
    result = subprocess.run([python, "-B", os.path.abspath(sys.argv[0]), graph], stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "TRICORN_PEER_PACKAGE": module}, check=False)
    seconds = time.perf_counter() - begun
    if result.returncode < 0:
        os.kill(os.getpid(), -result.returncode)
    if result.returncode != 0:
        sys.exit(result.returncode)
    print(json.dumps({**json.loads(result.stdout.splitlines()[-1]), "program_seconds": seconds}))


def package_of(variable, module):
    """The package, imported."""
    folder = sys.path.pop(0)  # this folder's scripts are called as the packages are
    try:
        return __import__(module)
    except ImportError as error:
        return not_here(f"{error}; {variable} should name a Python that has {module}")
    finally:
        sys.path.insert(0, folder)
