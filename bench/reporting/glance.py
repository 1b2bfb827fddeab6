"""The pictures of docs/glance.md: one question each, from records in bench/results, as `bench/report --glance`."""

import statistics

from . import names, plots, records, text

RESULTS = names.ROOT / "bench" / "results"
MANY_CORES, THEIR_DAY = 64, "2026-11-29"  # the records of the picture of many cores


def lines(name):
    return list(records.read_lines(RESULTS / f"{name}.jsonl.xz"))


def kernels():
    """Counting on one H100, by each algorithm."""
    of = {record["algorithm"]: record for record in lines("report/cases-h100")
          if record.get("dataset") == "s24" and record.get("kind") in (None, "measured") and record["verified"]}
    return [(names.paper_name(name), record["count_seconds"], not record.get("alias")) for name, record in of.items()]


def little_memory():
    """From a text to the count within a limit of memory: each peer, and tricorn with the same memory."""
    counted = [record for record in lines("report/out-of-core") if record["dataset"] == "s24" and record["verified"]]
    limits = {record["limit_bytes"]: record["algorithm"] for record in counted if record["peer"]}
    fastest = {}
    for record in counted:
        key = record["peer"], record["limit_bytes"]
        if record["limit_bytes"] in limits:
            fastest[key] = min(fastest.get(key, record["count_seconds"]), record["count_seconds"], key=statistics.median)
    return [(f"{names.paper_name(limits[limit]) if peer else 'tricorn'}, {text.amount(limit)}B", seconds, not peer)
            for (peer, limit), seconds in fastest.items()]


def many_cores():
    """From a text to the count on many cores, for each program and graph."""
    told = [record for record in lines("report/end-to-end") if record["verified"]
            and record["machine"]["cores"] == MANY_CORES and record["date"].startswith(THEIR_DAY)]
    edges = {record["dataset"]: f"{record['edges'] / 1e6:.0f} million edges" for record in told if "edges" in record}
    return [(f"{names.paper_name(record['algorithm']) if record['peer'] else 'tricorn'}, {edges[record['dataset']]}",
             record["whole_seconds"], not record["peer"]) for record in told if record["algorithm"] != "auto"]


def of_programs(name, **wanted):
    """The last record of each program that has these members."""
    of = {record["program"]: record for record in lines(name)
          if all(record.get(key) == value for key, value in wanted.items())}
    return [(program, record["seconds"], program.startswith("tricorn")) for program, record in of.items()]


QUESTIONS = (
    ("cores", f"From a text file to the count, {MANY_CORES} cores of an Intel Xeon, {THEIR_DAY}", many_cores),
    ("kernels", "Counting Kronecker 2^24 on one H100", kernels),
    ("memory", "Kronecker 2^24, 260 million edges, in little memory, 2 CPU threads", little_memory),
    ("truss", "Trussness of the 3.8 million edges of Kronecker 2^18, 2 CPU threads",
     lambda: of_programs("truss-epyc", graph="s18", measure="truss")),
    ("python", "nx.clustering of a graph of NetworkX, 1 million edges",
     lambda: of_programs("python-epyc", case="networkx", function="clustering", nodes="int")),
)


def draw(folder):
    """Writes glance-NAME.svg for each question."""
    for name, title, ask in QUESTIONS:
        bars = [(label, statistics.median(seconds), ours) for label, seconds, ours in ask()]
        plots.write(folder, plots.Plot(f"glance-{name}", title, "", 1.0 + 0.25 * len(bars), plots.BARS_INCHES),
                    lambda axes, bars=bars: plots.sorted_bars(axes, bars), 0)
