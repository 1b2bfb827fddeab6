"""A count shared by the workers of a Dask cluster: `tricorn.dask.count(path, client)`.

Each task counts some parts.  A worker loads the graph at its first task and stores it.  Dask repeats the
tasks of a lost worker elsewhere; a part may be counted any number of times.
"""
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, Unpack

import distributed

from . import _inputs
from ._graph import Graph
from ._plans import Parts
from ._settings import LOADING, Loading, checked
from ._tricorn import WrongCount

_TASKS_PER_THREAD = 8  # this many, so that all threads end at about the same time

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

    parts: about how many parts to count; None: some for each thread of the cluster.
    done: called after each task, with the number of tasks that are done and of all tasks.
    settings: how to load the file; work=DIR, join=True stores a graph larger than memory in a folder that the workers
    share.  `threads` are of each task: give workers one thread each.  Raises the errors of Graph() and count(), and
    those of Dask.
    """
    _inputs.file_options(checked(dict(settings), LOADING))  # what is wrong is said here, not by a worker
    threads = max(1, sum(client.nthreads().values()))
    number = parts or threads * _TASKS_PER_THREAD * 4
    what = (os.fspath(path), number, dict(settings))
    identity, length = client.submit(_measure, *what, pure=False).result()
    tasks = [client.submit(_count, *what, first, end, identity, pure=False)
             for first, end in _cut(length, threads * _TASKS_PER_THREAD)]
    total = 0
    for ended, task in enumerate(distributed.as_completed(tasks), start=1):
        total += task.result()
        if done:
            done(ended, len(tasks))
    return total
