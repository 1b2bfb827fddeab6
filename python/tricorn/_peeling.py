"""Cores and onion layers of graphs with parallel edges, by rounds of numpy."""
from typing import Any, NamedTuple

import numpy


class Peeled(NamedTuple):
    """Of each vertex: its core number, the round in which it was removed, from 1 on, and its degree before that."""

    cores: Any
    layers: Any
    degrees: Any


def _rows(vertices: int, ends: Any) -> tuple[Any, Any]:
    """The neighbours of each vertex, once for each edge to them: the offsets of rows, and the rows."""
    first = numpy.concatenate([ends[:, 0], ends[:, 1]])
    second = numpy.concatenate([ends[:, 1], ends[:, 0]])
    offsets = numpy.zeros(vertices + 1, numpy.int64)
    numpy.cumsum(numpy.bincount(first, minlength=vertices), out=offsets[1:])
    return offsets, second[numpy.argsort(first, kind="stable")]


def _neighbours(rows: tuple[Any, Any], vertices: Any) -> Any:
    """The rows of some vertices, one behind another."""
    offsets, targets = rows
    lengths = offsets[vertices + 1] - offsets[vertices]
    ends = numpy.cumsum(lengths)
    starts = numpy.repeat(offsets[vertices] - ends + lengths, lengths)
    return targets[starts + numpy.arange(len(starts))]


def peel(vertices: int, ends: Any) -> Peeled:
    """Removes vertices in rounds: all whose degree is at most the core number that the rounds have reached.

    ends: m x 2 places; an edge that comes twice counts twice in the degrees of its ends.
    """
    rows = _rows(vertices, ends)
    degrees = numpy.diff(rows[0])
    found = Peeled(*(numpy.zeros(vertices, numpy.int64) for _ in range(3)))
    left, core, layer = numpy.arange(vertices), 0, 0
    while len(left):
        core = degrees[left].min()
        some = left[degrees[left] <= core]
        while len(some):
            layer += 1
            found.cores[some], found.layers[some], found.degrees[some] = core, layer, degrees[some]
            met, times = numpy.unique(_neighbours(rows, some), return_counts=True)
            degrees[met] -= times
            some = met[(found.layers[met] == 0) & (degrees[met] <= core)]
        left = left[found.layers[left] == 0]
    return found


def degeneracy_rows(ends: Any, layers: Any) -> tuple[Any, Any, Any, Any]:
    """The vertices in an order of degeneracy, and rows with their numbers in it: offsets, where in each row the larger numbers begin, neighbours."""
    order = numpy.argsort(layers, kind="stable")
    ranks = numpy.empty_like(order)
    ranks[order] = numpy.arange(len(order))
    ends = numpy.sort(ranks[ends], axis=1)[:, ::-1]
    offsets, neighbours = _rows(len(order), ends)
    return order, offsets, offsets[:-1] + numpy.bincount(ends[:, 0], minlength=len(order)), neighbours
