"""Graphs as pickle has them: the bytes of a .tri file with what that cannot hold, or a path for a graph on disk.

Directions and weights, which a .tri file has not, are pickled beside it, and a checksum is over all of these.  Nodes that are all words or all
numbers are the names in the .tri file; other nodes are pickled as they are.
"""
from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from . import _columns, _tricorn
from ._names import words_of

if TYPE_CHECKING:
    from ._graph import Graph

_FORM = 1  # of the state; another one is refused
# What describe() says of the input, which the restored graph was not made of.
_INPUT = ("input_edges", "self_loops", "duplicates", "both_directions", "missing", "format", "dialect")


def _bytes_of(graph: _tricorn.Graph) -> bytes:
    """The .tri file of a graph."""
    descriptor = os.memfd_create("tricorn")
    try:
        graph.write(descriptor, {"format": "tri"})
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as view:
            return view[:]
    finally:
        os.close(descriptor)


def _graph_of(content: bytes) -> _tricorn.Graph:
    descriptor = os.memfd_create("tricorn")
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return _tricorn.read(descriptor, "the pickled graph", {"format": "tri"})
    finally:
        os.close(descriptor)


def _kind_of(nodes: Sequence[Hashable]) -> str:
    """What names of a file these nodes are: "words", "numbers", or "" if they are objects."""
    kinds = set(map(type, nodes))
    return "words" if kinds == {str} else "numbers" if kinds == {int} else ""


def _named_file(graph: Graph) -> dict[str, Any]:
    """The .tri file with the nodes as its names, where a file can have them; else the nodes beside it."""
    nodes = graph.nodes
    kind = "" if nodes is None else _kind_of(nodes)
    if kind:
        try:
            return {"tri": _bytes_of(graph._in_files()), "names": kind}
        except (TypeError, ValueError):  # a word with a NUL, a number below 0
            pass
    return {"tri": _bytes_of(graph._graph), "names": "", "nodes": nodes}


def _checksum(state: dict[str, Any]) -> int:
    """That of the file, the directions and the weights."""
    found = 0
    for part in (state["tri"], *state["values"]):
        found = zlib.crc32(b"" if part is None else part, found)
    return found


def _by_path(graph: Graph) -> dict[str, Any]:
    if graph._source is None:
        raise _tricorn.Unsupported("this graph is on disk and was not made of a file by its path, so that it cannot be "
                                   "pickled: write it by graph.write('graph.tri'), and make a graph of that path")
    path, settings = graph._source
    known = {key: value for key, value in settings.items() if key not in ("progress", "work", "join")}
    if settings.get("join"):  # else the other process has a folder of its own
        known.update(work=settings["work"], join=True)
    return {"path": path, "settings": known, "sizes": (graph.n, graph.m)}


def state_of(graph: Graph) -> dict[str, Any]:
    """What restored() makes an equal graph of."""
    described = graph.describe()
    if described["folder"] is not None:
        return {"form": _FORM, **_by_path(graph)}
    state = {**_named_file(graph), "values": graph._graph.values({})}
    return {"form": _FORM, "described": {key: described[key] for key in _INPUT}, **state, "checksum": _checksum(state)}


def _of_file(state: dict[str, Any]) -> tuple[_tricorn.Graph, Sequence[Hashable] | None]:
    if state["checksum"] != _checksum(state):
        raise _tricorn.BadFormat("the pickled graph is damaged: its checksum is wrong")
    graph, (directions, weights) = _graph_of(state["tri"]), state["values"]
    if directions is not None or weights is not None:
        graph = graph.with_values(directions, weights, {})
    if state["names"] == "words":
        return graph, words_of(graph)
    if state["names"] == "numbers":
        nodes = memoryview(graph.ids({})).tolist()
        return _columns.by_places(graph), nodes  # as for all nodes
    return graph, state["nodes"]


def _again(state: dict[str, Any]) -> Graph:
    """Makes the graph of the path again; ValueError if the file has another graph by now."""
    from ._graph import Graph

    graph = Graph(state["path"], **state["settings"])
    if (graph.n, graph.m) != state["sizes"]:
        raise ValueError(f"{state['path']!r} has {graph.n} vertices and {graph.m} edges, and had {state['sizes'][0]} and "
                         f"{state['sizes'][1]} when the graph was pickled: the file has changed")
    return graph


def restored(state: dict[str, Any]) -> Graph:
    """The graph of a state; tricorn.BadFormat if it is damaged, or of another version of tricorn."""
    from ._graph import Graph

    if state.get("form") != _FORM:
        raise _tricorn.BadFormat(f"the pickled graph has the form {state.get('form')!r}, and this version of tricorn "
                                 f"reads form {_FORM}: pickle it with this version")
    try:
        if "path" in state:
            return _again(state)
        described, (graph, nodes) = state["described"], _of_file(state)
    except KeyError as error:
        raise _tricorn.BadFormat(f"the pickled graph is damaged: it lacks {error}") from None
    made = Graph._of(graph, nodes)
    if nodes is not None and len(nodes) != len(made):
        raise _tricorn.BadFormat(f"the pickled graph is damaged: it has {len(made)} vertices, and {len(nodes)} nodes")
    made._described = described
    return made
