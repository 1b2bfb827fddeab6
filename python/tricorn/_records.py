"""What answers have besides values of vertices and edges: named tuples."""
from typing import Any, NamedTuple


class Result(NamedTuple):
    """A count, and how it was made.  No two kinds of seconds overlap, except those of verifying."""

    triangles: int
    algorithm: str
    device: str
    verified_by: str | None
    threads: int
    read_seconds: float
    prepare_seconds: float
    transfer_seconds: float
    count_seconds: float
    verify_seconds: float
    peak_bytes: int
    device_peak_bytes: int
    schedule: str
    blocks: int
    passes: int
    start_seconds: float
    predicted_seconds: float
    partition: str | None
    workers: int
    parts: int
    own_parts: int
    gpu_costs: str | None


class Approximation(NamedTuple):
    """An estimate of the number of triangles: it is from `low` to `high` with probability `confidence` at least.

    Fields:
        exact: the triangles were counted, which was as fast; then all three are the number.
    """

    estimate: float
    low: int
    high: int
    exact: bool
    error: float
    confidence: float
    seed: int
    wedges: int
    samples: int
    closed: int
    seconds: float


class LocalApproximation(NamedTuple):
    """An estimate of the triangles of each vertex: n numbers each, in the order of the vertices.

    Fields:
        low, high: int64; the interval of each vertex has its number with the requested confidence.
        estimates: float64; if the triangles of a vertex were counted, all three are the same.
    """

    estimates: Any
    low: Any
    high: Any


class Sample(NamedTuple):
    """An estimate of the triangles of a file, by a sample of its edges; see tricorn.sample().

    Fields:
        estimate: unbiased.
        low, high: the ends of the interval.
        exact: the sample has all edges.
        one_in: N, if the sample has one edge in N.
        edges, triangles: those of the sample.
    """

    estimate: float
    low: int
    high: int
    exact: bool
    kind: str
    one_in: int
    confidence: float
    seed: int
    input_edges: int
    edges: int
    triangles: int
    read_seconds: float
    count_seconds: float


class Estimate(NamedTuple):
    """An estimate of what counting a file needs; see tricorn.estimate().

    Fields:
        vertices: an upper bound.
        exact: the file has these numbers; else they are estimated from a part of it.
        peak_bytes: of the process, if it counts in memory.
        disk_peak_bytes, disk_bytes: of the process and on disk, if it would count from disk; else 0.
    """

    input_edges: int
    vertices: int
    exact: bool
    peak_bytes: int
    format: str
    disk_peak_bytes: int
    disk_bytes: int


class WorkProcess(NamedTuple):
    """A process that has `done` some parts of a step, or one that uses a folder "alone" or "shared".

    Fields:
        process: MACHINE-NUMBER-RANDOM.
        silent_seconds: since it was heard; None: it has ended.
        alive: it was silent for less than the time of its lease.
    """

    process: str
    use: str | None
    done: int
    silent_seconds: float | None
    alive: bool


class WorkStep(NamedTuple):
    """A step of the work in a folder, of whose `parts` some are `done`, and the processes that did them.

    Fields:
        step: "planning", "reading", "sorting", "joining" or "checking", which prepare the graph; "totals", "vertices"
            or "edges", which count.
        seconds_left: at the rate until now; None: unknown.
    """

    step: str
    parts: int
    done: int
    seconds_left: float | None
    processes: list[WorkProcess]


class WorkFolder(NamedTuple):
    """What a work folder has; see tricorn.work_folder().

    Fields:
        vertices, edges, stored_bytes: of the graph; 0 until it is prepared.
        users: processes that use the folder.
    """

    vertices: int
    edges: int
    stored_bytes: int
    steps: list[WorkStep]
    users: list[WorkProcess]


class GeneralizedDegrees(NamedTuple):
    """How many edges of each vertex are in each number of triangles.

    Vertex i has the rows offsets[i] to offsets[i + 1] - 1 of pairs.  A row has a number of triangles, which
    ascends, and how many edges are in that number of triangles.  offsets: n + 1 numbers, pairs: p x 2 (int64).
    """

    offsets: Any
    pairs: Any


class RowStatistics(NamedTuple):
    """Measures of how the rows of the oriented graph fill tables of buckets, as in TRUST (2021).

    Fields:
        lengths: least, quartiles and most of the out-degrees of vertices with an edge.
        spreads: the same of each vertex's largest out-degree of an out-neighbour, divided by the smallest.
        collisions: the most ids of a row in one bucket, id % 32, or % 1024 if the row has more than 100 ids, in
            the order of the input.
        warp_collisions: the same, always % 32.
        in_degree_collisions, collective_collisions, collective_degree_collisions: under the numbers of `relabel`.
        own_collisions: under the graph's own numbers.
        phi, in_degree_phi, collective_phi, collective_degree_phi, own_phi: the same numbers' cost of looking ids
            up (TRUST, Eq. 2): summed over rows, the out-degrees of the ids times the most ids in one bucket.
    """

    lengths: tuple[int, int, int, int, int]
    spreads: tuple[float, float, float, float, float]
    warp_collisions: int
    collisions: int
    in_degree_collisions: int
    collective_collisions: int
    collective_degree_collisions: int
    own_collisions: int
    phi: int
    in_degree_phi: int
    collective_phi: int
    collective_degree_phi: int
    own_phi: int


class PartitionSizes(NamedTuple):
    """The sizes of the parts into which a partition cuts a graph, for a memory of `memory_bytes`.

    Fields:
        rows, columns: numbers of blocks: n and n of "trust", P1 and P2 of "trix"; of "levels" ranges and passes.
        tasks: all tasks, of which empty_tasks read nothing.
        read_bytes: the bytes that the other tasks read.
        list_bytes, buffer_bytes: of the list and the buffer of "trix"; else 0.
        block_collisions: the most ids in a bucket of the hash tables of "trust"; else 0.
        phi: the cost of looking ids up in all tasks of "trust", as in RowStatistics; else 0.
    """

    partition: str
    memory_bytes: int
    rows: int
    columns: int
    blocks: int
    smallest_bytes: int
    largest_bytes: int
    total_bytes: int
    list_bytes: int
    buffer_bytes: int
    tasks: int
    empty_tasks: int
    read_bytes: int
    block_collisions: int
    phi: int


class Parameter(NamedTuple):
    """A number that `parameters` sets for an algorithm: from least to most; standard: if it is not set."""

    name: str
    summary: str
    least: int
    most: int
    standard: int


class Algorithm(NamedTuple):
    """The description of an algorithm; see tricorn.algorithm().

    Fields:
        alias: the paper's name.
        year: of the paper; 0: none.
        vertices, edges, lists: what it can count beside totals.
        paper_parameters: those with which it works as its source says, if they are not the standard ones
            ("NAME.paper=1" in `parameters` sets all of them); else None.
    """

    name: str
    alias: str | None
    summary: str
    device: str
    source: str
    year: int
    iterator: str | None
    lookup: str | None
    granularity: str | None
    parameters: tuple[Parameter, ...]
    vertices: bool
    edges: bool
    lists: bool
    paper_parameters: str | None


class Partition(NamedTuple):
    """The description of a partition; see tricorn.partition().  on_disk: it counts graphs on disk, and no others."""

    name: str
    source: str
    cuts: str
    tasks: str
    on_disk: bool


class Batch(NamedTuple):
    """The result of a change: triangles and edges after it, and how many edges were removed and added."""

    triangles: int
    edges: int
    removed: int
    added: int
    method: str
    seconds: float
