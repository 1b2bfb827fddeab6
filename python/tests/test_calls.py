"""Threads, signals, progress and memory."""
import concurrent.futures
import gc
import json
import pathlib
import random
import resource
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tricorn


@pytest.fixture(scope="module")
def large() -> tricorn.Graph:
    return tricorn.generate("kronecker", scale=15)


def test_threads_share_a_graph(large: tricorn.Graph) -> None:
    """Eight at once, of which each asks something else of a graph that has not been asked before."""
    graph = tricorn.generate("kronecker", scale=12)
    total = graph.run(threads=1).triangles
    plan = graph.plan(threads=1)

    def ask(number: int) -> int:
        match number % 4:
            case 0:
                return plan.count(threads=1)
            case 1:
                return int(graph.vertex_triangles(threads=1).sum()) // 3
            case 2:
                return int(graph.edge_support(threads=1).values.sum()) // 3
        return sum(len(batch) for batch in graph.iter_triangles(threads=1))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(32))) == {total}


def test_other_threads_run_meanwhile(large: tricorn.Graph) -> None:
    ticks = 0
    ended = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    tricorn.generate("kronecker", scale=15).count()
    seconds = time.perf_counter() - start
    ended.set()
    thread.join()
    assert ticks > 20 * seconds


def test_progress(large: tricorn.Graph) -> None:
    seen: list[tuple[str, int, int]] = []
    tricorn.generate("kronecker", scale=15, progress=lambda *at: seen.append(at))
    assert seen and all(isinstance(phase, str) and done >= 0 for phase, done, _ in seen)
    with pytest.raises(tricorn.Cancelled):
        tricorn.generate("kronecker", scale=15, progress=lambda *_: True)
    with pytest.raises(ZeroDivisionError):
        tricorn.generate("kronecker", scale=15, progress=lambda *_: 1 / 0)


def test_progress_that_calls_again(large: tricorn.Graph) -> None:
    """Of the same graph and of others, rightly; an exception from within stops what is under way."""
    graph, total = tricorn.generate("kronecker", scale=13), tricorn.generate("kronecker", scale=13).count()
    seen: list[object] = []

    def again(*_: object) -> None:
        seen.append((graph.count(threads=2), int(graph.vertex_triangles().sum()), tricorn.count([(0, 1), (1, 2), (2, 0)])))

    def wrong(*_: object) -> None:
        tricorn.count([(0, -1)])

    for ask in graph.count, graph.trussness, graph.triangles, graph.square_clustering, graph.plan().count:
        seen.clear()
        ask(progress=again)
        assert set(seen) <= {(total, 3 * total, 1)}
    assert graph.count(progress=again) == total and seen
    with pytest.raises(ValueError, match="negative|-1"):
        graph.count(progress=wrong)


def test_progress_of_many_threads() -> None:
    """Each thread gets its own exception, or its own count."""
    graph, total = tricorn.generate("kronecker", scale=13), tricorn.generate("kronecker", scale=13).count()

    def ask(number: int) -> object:
        def progress(*_: object) -> None:
            time.sleep(0.001 * (number % 5))
            if number % 3 == 0:
                raise KeyError(number)
        try:
            return graph.count(threads=1 + number % 2, progress=progress)
        except KeyError as error:
            return error.args[0]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for number, answer in enumerate(pool.map(ask, range(48))):
            assert answer == (number if number % 3 == 0 else total)


EXIT = """
import numpy, os, random, sys, threading, time, tricorn
graph = tricorn.generate("kronecker", scale=13)
read, written = os.pipe()
def work():
    while True:
        WORK
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("work", ["graph.count()", "graph.count(progress=lambda *_: time.sleep(0.01))",
                                  "graph.trussness()", "for _ in graph.iter_triangles(): pass",
                                  "tricorn.generate('kronecker', scale=12)", "graph.cliques(5, seconds=1e9)",
                                  "tricorn.count(os.fdopen(os.dup(read), 'rb'))"])
def test_exit_while_threads_count(work: str) -> None:
    """Python ends as it would without them: no crash, no message, no wait.

    The script imports numpy before it starts threads: CPython 3.11 itself can crash if it ends while a daemon
    thread imports a package, as it frees the lock of imports that the thread waits for.
    """
    dice = random.Random(work)
    for _ in range(2):
        out = subprocess.run([sys.executable, "-B", "-c", EXIT.replace("WORK", work), str(dice.uniform(0, 0.15))],
                             capture_output=True, text=True, timeout=30, check=False)
        assert (out.returncode, out.stdout, out.stderr) == (0, "", ""), out


def test_exit_while_a_signal_comes(tmp_path: pathlib.Path) -> None:
    """A process that a signal ends leaves the whole table, or no file."""
    graph, table = "tricorn.generate('kronecker', scale=11)", tmp_path / "table.csv"
    body = f"import tricorn\nprint(flush=True)\n{graph}.write_table('edges', {str(table)!r})"
    subprocess.run([sys.executable, "-B", "-c", body], check=True, timeout=30, stdout=subprocess.DEVNULL)
    whole = table.read_bytes()
    dice = random.Random(39)
    for _ in range(6):
        table.unlink(missing_ok=True)
        with subprocess.Popen([sys.executable, "-B", "-c", body], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as running:
            assert running.stdout is not None
            running.stdout.readline()
            time.sleep(dice.uniform(0, 0.08))
            running.send_signal(dice.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
            running.wait(30)
        assert [path.name for path in tmp_path.iterdir()] == (["table.csv"] if table.exists() else [])
        assert not table.exists() or table.read_bytes() == whole


INTERRUPTED = """
import os, signal, sys, threading, time, tricorn
graph = tricorn.generate("complete", vertices=3000, threads=1)
sent = 0.0
def send():
    global sent
    sent = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, send).start()
try:
    for _ in range(1000):
        WORK
except KeyboardInterrupt:
    print(time.process_time() - sent)
"""


@pytest.mark.parametrize("work", ["graph.count(algorithm='cpu-merge-edge', threads=1)", "graph.trussness(threads=1)",
                                  "graph.cliques(4, seconds=1e9, threads=1)", "graph.vertex_triangles(threads=1)",
                                  "graph.square_clustering(threads=1)", "graph.k_core(threads=1)"])
def test_interrupt(work: str) -> None:
    """Control-C ends what runs within 0.2 s of the work of one thread, however busy the machine is."""
    out = subprocess.run([sys.executable, "-c", INTERRUPTED.replace("WORK", work)],
                         capture_output=True, text=True, timeout=60, check=True)
    assert float(out.stdout) < 0.2


INTERRUPTED_OFTEN = """
import signal, time, tricorn
state = tricorn.Graph([(0, 1), (1, 2), (2, 0)]).changing()
def stop(*_):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, stop)
seen, end = 0, time.monotonic() + 2
while time.monotonic() < end:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0005)
        while True:
            state.apply(added=[(0, 1)], threads=1)
    except KeyboardInterrupt:
        seen += 1
print(seen > 20, state.triangles)
"""


def test_interrupts_at_any_moment() -> None:
    """No lock stays closed."""
    out = subprocess.run([sys.executable, "-c", INTERRUPTED_OFTEN], capture_output=True, text=True, timeout=60, check=True)
    assert out.stdout == "True 1\n"


def resident() -> int:
    """Bytes of the process that are in memory."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def test_no_leak() -> None:
    """10,000 calls, some of which fail, leave no more than some pages; a leak of 100 bytes is seen."""
    edges = np.array([[0, 1], [1, 2], [2, 0], [2, 3]])

    def calls(count: int) -> None:
        for _ in range(count // 26):
            graph = tricorn.Graph(edges, threads=1)
            graph.vertex_triangles(threads=1)
            graph.trussness(threads=1)
            graph.triangles(threads=1)
            graph.square_clustering(threads=1)
            graph.pair_similarity(edges, threads=1)
            graph.approximate(threads=1)
            changing = graph.changing(threads=1)
            changing.apply(removed=edges[:1], added=[(0, 3)], threads=1)
            with pytest.raises(ValueError):
                graph.pair_similarity([(0, 9)], threads=1)
            tricorn.triad_census(edges, threads=1)
            tricorn.weighted_clustering(edges, weights=[1, 2, 3, 4], threads=1)
            graph.generalized_degrees(threads=1)
            graph.approximate_vertices(threads=1)
            graph.row_statistics(threads=1)
            graph.partition_sizes(partition="trust", threads=1)
            tricorn.algorithm("lotus")
            tricorn.partition("trust")
            with pytest.raises(OSError):
                graph.write_table({"a": np.arange(4), "b": np.ones(4)}, "/missing/a.csv", threads=1)
            with pytest.raises(OSError):
                graph.write_table("similarity", "/missing/a.csv", pairs=edges, threads=1)
            with pytest.raises(ValueError):
                graph.write_table({"a": -edges[:, 1]}, "/missing/a.csv", threads=1)
            with pytest.raises(OSError):
                graph.pair_similarity("/missing/pairs.txt", threads=1)
            graph.vertex_cliques(3, threads=1)
            changing.edge_support(edges, threads=1)
            with pytest.raises(ValueError):
                tricorn.Graph(([0], [-1]), threads=1)

    calls(2000)
    gc.collect()
    before = resident()
    calls(10000)
    gc.collect()
    assert resident() - before < 1_000_000


def test_memory_is_limited() -> None:
    """What results take counts, too: the triangles of this graph take 1.1 GB."""
    with pytest.raises(MemoryError):
        tricorn.generate("complete", vertices=650).triangles(memory=resident() + (600 << 20))


def test_typed() -> None:
    """The package, and the examples, by mypy's strict rules, which pyproject.toml asks for."""
    package = pathlib.Path(tricorn.__file__).parent
    out = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", "/dev/null", package, "examples"],
                         capture_output=True, text=True, cwd=pathlib.Path(__file__).parent.parent)
    assert out.returncode == 0, out.stdout


def test_typed_for_editors(tmp_path: pathlib.Path) -> None:
    """The examples by pyright's standard rules, as editors show them; a name that no call has is an error."""
    (tmp_path / "wrong.py").write_text("import tricorn\ntricorn.count('graph.txt', threds=2)\n")
    examples, package = pathlib.Path(__file__).parent.parent / "examples", pathlib.Path(tricorn.__file__).parent
    for checked, code in ((examples, 0), (tmp_path / "wrong.py", 1)):
        rules = tmp_path / "rules.json"
        rules.write_text(json.dumps({"include": [str(checked)], "extraPaths": [str(package.parent)],
                                     "typeCheckingMode": "standard"}))
        out = subprocess.run([sys.executable, "-m", "basedpyright", "--level", "error", "--project", rules,
                              "--pythonpath", sys.executable], capture_output=True, text=True, check=False)
        assert out.returncode == code and ("threds" in out.stdout) == bool(code), out
