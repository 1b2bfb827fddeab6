"""Counts shared by the workers of a Dask cluster: `tricorn.dask.count(path, client)`, and tables of vertices and edges.

Each task of a count counts some parts.  A worker loads the graph at its first task and stores it.  Dask repeats the
tasks of a lost worker elsewhere; a part may be counted any number of times.  Tables are shared through a folder.
"""
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, Unpack, cast

import distributed

from . import _inputs
from ._graph import Graph
from ._plans import Parts
from ._settings import LOADING, Loading, checked
from ._tricorn import WrongCount
from ._values import Edges, Vertices

_TASKS_PER_THREAD = 8  # this many, so that all threads end at about the same time
_LEAST_TASKS = 64  # for workers that come later

_lock = threading.Lock()
_kept: dict[str, Parts] = {}  # the Parts that this process used last


def _parts(path: str, number: int, settings: dict[str, Any]) -> Parts:
    """The parts of a file, in this process."""
    key = repr((path, number, sorted(settings.items())))
    with _lock:
        if key not in _kept:
            _kept.clear()
            _kept[key] = Graph(path, **settings).parts(number)
        return _kept[key]


def _measure(path: str, number: int, settings: dict[str, Any]) -> tuple[int, int]:
    made = _parts(path, number, settings)
    return made.identity, len(made)


def _count(path: str, number: int, settings: dict[str, Any], first: int, end: int,
           identity: int) -> int:
    made = _parts(path, number, settings)
    if made.identity != identity:
        raise WrongCount(f"{path!r}: this worker has read another graph than the others: "
                         "give all of them the same file")
    return sum(made.count(part, threads=settings.get("threads")) for part in range(first, end))


def _cut(count: int, parts: int) -> Iterator[tuple[int, int]]:
    """Cuts a range into ranges of about the same length, none empty."""
    parts = min(parts, count)
    for part in range(parts):
        yield part * count // parts, (part + 1) * count // parts


def count(path: "str | os.PathLike[str]", client: "distributed.Client", *, parts: int | None = None,
          done: Callable[[int, int], object] | None = None, **settings: Unpack[Loading]) -> int:
    """The number of triangles of a file that all workers can read, each once.

    Args:
        parts: about how many parts to count, a task each; None: as many as suit the cluster, or one that grows to 64
            threads.
        done: called after each task, with the number of tasks that are done and of all tasks.
        settings: how to load the file; work=DIR, join=True stores a graph larger than memory in a folder that the
            workers share.  `threads` are of each task: give workers one thread each.

    Raises the errors of Graph() and count(), and those of Dask.
    """
    _inputs.file_options(checked(dict(settings), LOADING))  # what is wrong is said here, not by a worker
    tasks_wanted = parts or max(_LEAST_TASKS, sum(client.nthreads().values()) * _TASKS_PER_THREAD)
    number = parts or tasks_wanted * 4
    what = (os.fspath(path), number, dict(settings))
    identity, length = client.submit(_measure, *what, pure=False).result()
    tasks = [client.submit(_count, *what, first, end, identity, pure=False)
             for first, end in _cut(length, tasks_wanted if parts is None else length)]
    total = 0
    for ended, task in enumerate(distributed.as_completed(tasks), start=1):
        total += task.result()
        if done:
            done(ended, len(tasks))
    return total


def _answer(path: str, question: str, settings: dict[str, Any]) -> Any:
    return getattr(Graph(path, **settings), question)(threads=settings.get("threads"))


def _joining(question: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with which all workers join a folder; what is wrong is said here, not by a worker."""
    if not settings.get("work"):
        raise TypeError(f"{question}() needs work=DIR, a folder that all workers see: they share the count through it")
    known = {**settings, "join": True}
    _inputs.file_options(checked(known, LOADING))
    return known


def _table(question: str, path: "str | os.PathLike[str]", client: "distributed.Client", tasks: int | None,
           settings: dict[str, Any]) -> Any:
    """The answer of the task that is ready first: then all parts are counted, and each task has the whole answer."""
    known = _joining(question, settings)
    number = tasks or max(1, sum(client.nthreads().values()))
    shares = [client.submit(_answer, os.fspath(path), question, known, pure=False) for _ in range(number)]
    try:
        return next(iter(distributed.as_completed(shares))).result()
    finally:
        client.cancel(shares)


def vertex_triangles(path: "str | os.PathLike[str]", client: "distributed.Client", *, tasks: int | None = None,
                     **settings: Unpack[Loading]) -> Vertices:
    """Triangles of each vertex of a file, as Graph.vertex_triangles() gives them.

    Args:
        tasks: how many workers may share it; None: as many as the cluster has threads.
        settings: how to load the file; work=DIR has to be among them, a folder that all workers see: they share the
            count through it.
    """
    return cast(Vertices, _table("vertex_triangles", path, client, tasks, dict(settings)))


def clustering(path: "str | os.PathLike[str]", client: "distributed.Client", *, tasks: int | None = None,
               **settings: Unpack[Loading]) -> Vertices:
    """Clustering coefficient of each vertex, as Graph.clustering() gives it; see vertex_triangles()."""
    return cast(Vertices, _table("clustering", path, client, tasks, dict(settings)))


def edge_support(path: "str | os.PathLike[str]", client: "distributed.Client", *, tasks: int | None = None,
                 **settings: Unpack[Loading]) -> Edges:
    """Triangles of each edge, as Graph.edge_support() gives them; see vertex_triangles()."""
    return cast(Edges, _table("edge_support", path, client, tasks, dict(settings)))


def _write(path: str, table: str, out: str, share: tuple[int, int], settings: dict[str, Any]) -> str:
    Graph(path, **settings).write_table(table, out, share=share, threads=settings.get("threads"))
    return out


def write_table(path: "str | os.PathLike[str]", client: "distributed.Client", table: str,
                out: "str | os.PathLike[str]", *, shares: int | None = None, **settings: Unpack[Loading]) -> list[str]:
    """Writes a table of a file's graph, as Graph.write_table() does, by all workers: each writes shares of it.

    Args:
        table: "vertices", "edges" or "triangles".
        out: the file, in a folder that all workers see; a share has its number before the suffixes: edges-07.csv.gz for
            edges.csv.gz.  Shares are whole files, and what a lost worker leaves is written by another.
        shares: how many; None: as many as the cluster has threads.
        settings: as for vertex_triangles().

    Returns the files in the order of the table: one behind the other they are the table; the first has the heading.
    """
    known = _joining("write_table", dict(settings))
    number = shares or max(1, sum(client.nthreads().values()))
    folder, name = os.path.split(os.path.abspath(out))
    start, dot, suffixes = name.partition(".")
    digits = len(str(number - 1))
    files = [os.path.join(folder, f"{start}-{share:0{digits}}{dot}{suffixes}") for share in range(number)]
    tasks = [client.submit(_write, os.fspath(path), table, file, (share, number), known, pure=False)
             for share, file in enumerate(files)]
    return cast(list[str], client.gather(tasks))
