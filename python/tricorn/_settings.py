"""Keywords of functions, and their conversion for the library."""
from collections.abc import Callable
from typing import Any, TypedDict

Progress = Callable[[str, int, int], object]


class Common(TypedDict, total=False):
    """Keywords of every function.

    Keywords:
        threads: CPU threads; None: one for each usable CPU, fewer for small graphs.
        memory: the most resident memory of the process, in bytes; None: as much as the system allows.
        progress: called about 20 times a second as progress(phase, done, total), with total 0 if it is unknown; a true
            answer stops the call, which raises tricorn.Cancelled.  Or a tqdm bar.
    """

    threads: int | None
    memory: int | None
    progress: Any


class Reading(Common, total=False):
    """Keywords of tables and of files that are read, beside those of Common; texts are those of the program's options.

    Keywords:
        format, separator, header, comment: the form of a file.
        source, target, columns: the columns of a table or a file that have the ends of edges, by their names or by
            numbers from 1 on; or both by columns=("A", "B") or columns="A,B"; or by their roles, which are source,
            target, weight, time and label: columns={"source": "A", "target": "B", "weight": "C"}.  An id that is in two
            columns, such as a bank and an account, is "A+B" or ("A", "B").  Without them, for a
            table, the columns whose names say so ("source" and "target", "src" and "dst", "user_a" and "user_b"), or
            the only two.
        missing: "drop": rows of tables, columns and lists and lines of files in which a value is missing (None, NaN,
            NA, masked; in a file an empty field, too) are skipped, and Graph.describe() has their number; "error" (the
            default): such a row is an error; "keep": words of a file such as NA are names.
        where: conditions on the weight, the time or the label of edges, one or a list: "weight>=5", "time<2024-01-31",
            "label=friend".  Their columns are named by columns= or found by their names.  Rows of tables and lines of files are left out unless all hold (of several "label=", one),
            and Graph.describe() has their number as `excluded`.
    """

    format: str | None
    separator: str | None
    columns: Any
    source: Any
    target: Any
    missing: str | None
    where: Any
    header: str | None
    comment: str | None


class Sided(Reading, total=False):
    """Keywords of BipartiteGraph(), beside those of Reading; texts are those of the program's options.

    Keywords:
        ids, order, file_list: as in Loading.
    """

    ids: str | None
    order: str | None
    file_list: bool


class Loading(Reading, total=False):
    """Keywords of Graph(), beside those of Reading; texts are those of the program's options.

    Keywords:
        times: of edges, for temporal_motifs(): for a file or a table the column that has them, as for `weights`, or True;
            for arrays and lists a time for each edge, or True for a list of (source, target, time).  A time is a whole
            number of 64 bits, or a date in whole seconds.
        ids: of a file: "auto" (the default: numbers, or words where the first lines have words), "number" or "string".
        order: how vertices are numbered inside.
        directed: store directions, for triad_census(), vertex_triads() and directed_clustering().
        weights: of edges, for weighted_clustering(): for a file or a table the column that has them, by its name or
            its number from 1 on, or True: the column with such a name; for edges in arrays and lists a number for
            each, in their order; for a matrix True: its entries; for a graph of another package the name of an
            attribute, or True for the weights of NetworKit, rustworkx and PyTorch Geometric.  They are finite and, without
            `signs`, not negative.
        weight: another word for `weights`.
        signs: weights may be negative, for balance(): an edge has the sign of its weight.
        combine: the weight of a repeated edge, in either direction: "sum", "mean", "min", "max" or "first" of its
            weights; "error" (the default): an error, if they differ.
        strict: a self loop or a repeated edge is an error.
        scratch: a folder on a disk with room, where a graph that does not fit in memory is, in files without names;
            None: the environment's TMPDIR, else /var/tmp; "": such a graph is tricorn.OutOfMemory.
        work: a folder that stores the prepared graph, whatever its size, for later calls with the same file and
            keywords.
        join: other processes use the folder `work` at the same time.
        vertices: a file of vertices that may have no edge, beside an edge list in a file: an id on a line, or the
            first column of a table whose first line names it "id", "vertex", "node" or "name".
        file_list: the file is a list: each of its lines names a file, and all these are parts of one graph.
    """

    ids: str | None
    order: str | None
    combine: str | None
    scratch: str | None
    work: str | None
    weights: Any
    weight: Any
    times: Any
    signs: bool
    directed: bool
    strict: bool
    join: bool
    file_list: bool
    vertices: str | None


class Counting(Common, total=False):
    """Keywords of questions, beside those of Common.

    Keywords:
        algorithm: a name of tricorn.algorithms(); None: the library chooses.
        device: "auto", "cpu", "gpu", "gpu:0,1".
        device_memory: the most memory of each GPU, in bytes.
        verify: count again with an algorithm of another kind; WrongCount if they differ.
        parameters, blocks, partition, relabel: as the options of the program.
    """

    algorithm: str | None
    device: str | None
    device_memory: int | None
    parameters: str | None
    blocks: int | None
    partition: str | None
    relabel: str | None
    verify: bool


class Settings(Loading, Counting, total=False):
    """Keywords of functions of the module, which load and count: those of Loading and of Counting."""


READING = frozenset(Reading.__annotations__)
SIDED = frozenset(Sided.__annotations__)
LOADING = frozenset(Loading.__annotations__)
COUNTING = frozenset(Counting.__annotations__)
COMMON = frozenset(Common.__annotations__)


def _bar(bar: Any) -> Progress:
    """An object that moves a tqdm bar."""

    def move(phase: str, done: int, total: int) -> bool:
        if bar.desc is None or not bar.desc.startswith(phase):
            bar.reset()
            bar.set_description(phase, refresh=False)
        bar.total = total or None
        bar.update(done - bar.n)
        return False

    return move


def checked(given: dict[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    """The settings, converted for the extension; TypeError for an unknown keyword."""
    unknown = sorted(given.keys() - allowed)
    if unknown:
        raise TypeError(f"unexpected keyword {unknown[0]!r}; there are {', '.join(sorted(allowed))}")
    progress = given.get("progress")
    if progress is not None and hasattr(progress, "set_description"):
        given = {**given, "progress": _bar(progress)}
    return given if given.get("where") is None else {**given, "where": _listed(given["where"])}


def _listed(where: Any) -> list[str] | None:
    """Conditions as a list; None: these are none."""
    conditions = [where] if isinstance(where, str) else where
    if not isinstance(conditions, (list, tuple)) or not all(isinstance(one, str) for one in conditions):
        raise TypeError(f"where is a condition such as 'weight>=5', or a list of them, not {where!r}")
    return list(conditions) or None


def apart(given: dict[str, Any], allowed: frozenset[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of COMMON, and the others, which are `allowed`."""
    known = checked(given, allowed)
    return ({key: value for key, value in known.items() if key in COMMON},
            {key: value for key, value in known.items() if key not in COMMON and value is not None})


def split(given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings of loading and those of counting."""
    given = checked(given, LOADING | COUNTING)
    return ({key: value for key, value in given.items() if key in LOADING},
            {key: value for key, value in given.items() if key in COUNTING})
