"""Processes that a process which has counted makes: each counts, and none hangs."""
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

SECONDS = 60  # a hang lasts for ever; what ends takes a second or two

BEGIN = """
import multiprocessing, os, signal, sys, threading, time
from concurrent.futures import ProcessPoolExecutor
import networkx as nx
import tricorn

EDGES = [(u, v) for u in range(60) for v in range(u)]
TRIANGLES = 60 * 59 * 58 // 6
KARATE = nx.karate_club_graph()

def count(number):
    return tricorn.count(EDGES, threads=number % 3 or None)

def ask(number):
    return GRAPH.count(threads=2) + len(GRAPH.triangles()) + sum(GRAPH.degrees().tolist()) % 2

def of_networkx(number):
    return sum(nx.triangles(KARATE, backend="tricorn").values()) // 3

def forked(function):
    pid = os.fork()
    if pid == 0:
        os._exit(0 if function() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

"""
GUARD = "if __name__ == '__main__':\n"
COUNTED = "    assert tricorn.count(EDGES, threads=2) == TRIANGLES\n"


def run(tmp_path: pathlib.Path, body: str) -> str:
    script = tmp_path / "script.py"
    script.write_text(BEGIN + body)
    out = subprocess.run([sys.executable, "-W", "ignore", "-B", script], capture_output=True, text=True,
                         timeout=SECONDS, env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert out.returncode == 0, out.stderr
    return out.stdout


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
@pytest.mark.parametrize("pool", [
    "multiprocessing.get_context(METHOD).Pool(2)",
    "ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(METHOD))",
], ids=["Pool", "ProcessPoolExecutor"])
def test_pools(tmp_path: pathlib.Path, method: str, pool: str) -> None:
    run(tmp_path, GUARD + COUNTED + f"""
    nx.triangles(KARATE, backend="tricorn")
    with {pool.replace("METHOD", repr(method))} as pool:
        assert list(pool.map(count, range(6))) == [TRIANGLES] * 6
        assert list(pool.map(of_networkx, range(4))) == [45] * 4
    assert tricorn.count(EDGES) == TRIANGLES
""")


def test_inherited_graph(tmp_path: pathlib.Path) -> None:
    run(tmp_path, "GRAPH = tricorn.Graph(EDGES)\n" + GUARD + COUNTED + """
    expected = ask(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(ask, range(6)) == [expected] * 6
    plan, state = GRAPH.plan(), GRAPH.changing()
    assert forked(lambda: plan.count() == TRIANGLES) == 0
    assert forked(lambda: state.apply(removed=[(0, 1)]).triangles == TRIANGLES - 58) == 0
    assert forked(lambda: sum(map(len, GRAPH.iter_triangles())) == TRIANGLES) == 0
    assert plan.count() == state.triangles == TRIANGLES
""")


@pytest.mark.parametrize("before", [
    "tricorn.count(EDGES)", "tricorn.count(EDGES, threads=1)", "tricorn.clustering(EDGES)",
    "nx.clustering(KARATE, backend='tricorn')", "tricorn.trussness(EDGES)", "None",
    "next(tricorn.Graph(EDGES).iter_triangles())",
])
def test_fork_again_and_again(tmp_path: pathlib.Path, before: str) -> None:
    run(tmp_path, GUARD + f"""
    for _ in range(5):
        {before}
        assert forked(lambda: count(1) == count(2) == count(0) == TRIANGLES) == 0
    assert forked(lambda: forked(lambda: count(0) == TRIANGLES) == 0 and of_networkx(0) == 45) == 0
    time.sleep(1.1)  # the context of the last call is no longer kept
    assert forked(lambda: count(0) == TRIANGLES) == 0 and count(0) == TRIANGLES
""")


def test_fork_while_a_thread_counts(tmp_path: pathlib.Path) -> None:
    run(tmp_path, GUARD + """
    graph = tricorn.generate("kronecker", scale=14)
    ended = threading.Event()
    def work():
        while not ended.is_set():
            graph.count(threads=2)
    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(10):
        assert forked(lambda: count(0) == TRIANGLES) == 0
    ended.set()
    thread.join()
""")


def test_fork_while_a_thread_changes(tmp_path: pathlib.Path) -> None:
    """A child never waits for a thread that it does not have, and never counts what that has half done."""
    run(tmp_path, GUARD + """
    graph = tricorn.generate("kronecker", scale=14)
    edges, whole = graph.edge_support().ends, graph.count()
    state, idle, parts, ended = graph.changing(), graph.changing(), graph.parts(4), threading.Event()
    def work():
        while not ended.is_set():
            state.apply(removed=edges[:2000])
            state.apply(added=edges[:2000])
            parts.count(0)
    def child():
        assert idle.triangles == idle.apply(added=edges[:5]).triangles == whole
        for ask in lambda: state.apply(added=edges[:2000]).triangles, lambda: sum(map(parts.count, range(len(parts)))):
            try:
                assert ask() == whole
            except RuntimeError as error:
                assert "forked" in str(error), error
        return count(0) == TRIANGLES
    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(12):
        time.sleep(0.02)
        assert forked(child) == 0
    ended.set()
    thread.join()
    assert state.triangles == idle.triangles == whole
""")


def test_loader_with_workers(tmp_path: pathlib.Path) -> None:
    """What torch.utils.data.DataLoader(num_workers=2) does, after a count: workers with
    queues; those that are not forked get a pickled dataset."""
    run(tmp_path, """
import queue

class Dataset:
    def __init__(self):
        self.graph = tricorn.Graph(EDGES)
    def __getstate__(self):
        return {}
    def __setstate__(self, state):
        self.__init__()
    def __getitem__(self, number):
        graph = self.graph if number % 2 else tricorn.Graph(EDGES[number:])
        return graph.count(), int(graph.vertex_triangles()[number])

def worker(dataset, asked, answers):
    while (number := asked.get()) is not None:
        answers.put((number, dataset[number]))

def loaded(method, dataset):
    context = multiprocessing.get_context(method)
    asked, answers = context.Queue(), context.Queue()
    workers = [context.Process(target=worker, args=(dataset, asked, answers), daemon=True) for _ in range(2)]
    for process in workers: process.start()
    for number in range(8): asked.put(number)
    found = dict(answers.get(timeout=50) for _ in range(8))
    for process in workers: asked.put(None)
    for process in workers: process.join()
    return found
""" + GUARD + COUNTED + """
    dataset = Dataset()
    expected = {number: dataset[number] for number in range(8)}
    assert expected[1] == (TRIANGLES, 59 * 58 // 2)
    for epoch in range(2):
        for method in "fork", "forkserver", "spawn":
            assert loaded(method, dataset) == expected
""")


WAITS = {
    "cliques": "tricorn.cliques(GRAPH, 6, seconds=1e9)",
    "cliques with one thread": "tricorn.cliques(GRAPH, 6, seconds=1e9, threads=1)",
    "counts": "while True: GRAPH.count()",
    "trusses": "while True: GRAPH.trussness()",
    "batches": "while True: list(GRAPH.iter_triangles())",
    "a batch that is not taken": "kept = GRAPH.iter_triangles(); next(kept); time.sleep(1000)",
    "a table": "while True: GRAPH.write_table('triangles', os.devnull, format='binary')",
    "tables of objects": "while True: tricorn.Graph(EDGES)",
    "a pipe": "tricorn.count(os.fdopen(PIPE, 'rb'))",
    "a pipe without a buffer": "tricorn.count(os.fdopen(PIPE, 'rb', 0))",
    "a named pipe": "tricorn.count(f'/dev/fd/{PIPE}')",
    "pairs in a pipe": "tricorn.pair_similarity(GRAPH, f'/dev/fd/{PIPE}')",
}


def test_interrupt_of_a_child(tmp_path: pathlib.Path) -> None:
    """Control-C ends what a forked child does or waits for."""
    run(tmp_path, f"import ctypes\nWAITS = {WAITS}\n" + GUARD + COUNTED + """
    GRAPH, (PIPE, _) = tricorn.generate("kronecker", scale=15), os.pipe()
    GRAPH.count()
    children = {}
    for wait, body in WAITS.items():
        children[wait] = os.fork()
        if children[wait] == 0:
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # which comes where the parent ends: none outlives a failure
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                exec(body)
            except KeyboardInterrupt:
                os._exit(7)
            os._exit(1)
    time.sleep(2)
    assert [wait for wait, child in children.items() if os.waitpid(child, os.WNOHANG)[0]] == []
    for wait, child in children.items():
        begin = time.monotonic()
        os.kill(child, signal.SIGINT)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7 and time.monotonic() - begin < 20, wait
""")


def test_interrupt_of_a_stream(tmp_path: pathlib.Path) -> None:
    """Control-C ends the wait for a pipe that says nothing, however it is read."""
    for buffering in -1, 0:
        script = tmp_path / "script.py"
        script.write_text(BEGIN + "print('ready', flush=True)\n"
                          f"try: tricorn.count(os.fdopen(0, 'rb', {buffering}))\n"
                          "except KeyboardInterrupt: sys.exit(7)\n")
        with subprocess.Popen([sys.executable, "-B", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waiting:
            assert waiting.stdout is not None and waiting.stdout.readline() == b"ready\n"
            time.sleep(0.5)
            assert waiting.poll() is None
            waiting.send_signal(signal.SIGINT)
            assert waiting.wait(SECONDS) == 7
