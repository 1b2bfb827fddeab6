"""docs/benchmarks.md: machines, a table for each graph, plots, what failed, ceilings."""

import statistics

from . import names, records, text

HEADING = """# Benchmarks

Made by `bench/report` from records of `tricorn bench`; [benchmarking.md](benchmarking.md) says what
the phases mean and how to run it. Algorithms have their papers' names, with tricorn's name in
brackets. REPEATED COUNT is the time of a later count with what was prepared; SINGLE COUNT is that of the
first count of a graph, where it was measured. SOLVE is prepare, transfer and the single count together, or
the repeated one where no single count was measured. Rates are those of repeated counts. OF BOUND is the
number of wedges a second, divided by the highest measured rate of bit probes; it is below 1 for algorithms
that test each wedge. Times are medians; a case with a wrong count has no time. STATUS tells counts that
nothing else confirmed and cases without a time; all others are verified. Compare times only within one table.
"""


def plain(words):
    """Words in which no character makes a cell, an element of HTML or a link; asterisks stay."""
    for character, written in (("\\", "\\\\"), ("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("[", "\\["), ("`", "\\`")):
        words = words.replace(character, written)
    return words


def table(heads, rows):
    """A Markdown table; all but the first column are aligned right."""
    lines = ["| " + " | ".join(map(plain, heads)) + " |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    lines += ["| " + " | ".join(plain(str(cell)) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def filled_table(heads, rows):
    """A Markdown table of the columns in which some row has a value."""
    columns = [column for column in zip(heads, *rows) if any(cell != "-" for cell in column[1:])]
    heads, *rows = zip(*columns)
    return table(heads, rows)


def machines(results):
    """The machines, a line for each platform."""
    lines = []
    for platform in results.platforms():
        own = results.cases[results.cases["platform"] == platform]
        machine = next((m for m in own["machine"] if m), {})
        facts = [f"**{plain(platform)}**"]
        if machine:
            facts.append(f"{machine.get('cpu')}, {machine.get('cores')} cores, "
                         f"{machine.get('memory_bytes', 0) / 2**30:.0f} GiB, {machine.get('system')}")
        for key, name in (("driver", "driver"), ("compiler", ""), ("commit", "commit")):
            values = sorted({value for value in own[key] if value})
            if values:
                facts.append(f"{name} {', '.join(values)}".strip())
        dates = sorted(date[:10] for date in own["date"] if date)
        if dates:
            facts.append(dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}")
        lines.append("* " + "; ".join(facts))
    return "\n".join(lines) + "\n"


def graph_rows(own, base, single):
    """The cells of a graph's table, with `single` also those of single counts."""
    base_rows = own[own["algorithm"] == base]
    base_count = base_rows["count"].iloc[0] if not base_rows.empty else float("nan")
    base_solve = base_rows["solve"].iloc[0] if not base_rows.empty else float("nan")
    for row in own.sort_values(["count", "algorithm"]).itertuples():
        timed = not text.missing(row.count)
        yield (row.shown, text.seconds(row.count),
               text.seconds(row.high - row.low) if timed else "-",
               text.ratio(row.count / base_count) if timed else "-",
               *([text.seconds(row.single_count)] if single else []),
               text.seconds(row.solve) if timed else "-",
               text.ratio(row.solve / base_solve) if timed else "-",
               text.seconds(row.read) if timed else "-", text.amount(row.edge_rate),
               text.amount(row.wedge_rate), text.ratio(row.of_bound), text.amount(row.peak_bytes),
               row.status if row.status != "ok" else "-" if row.verified else "unverified")


def graphs(results, bases):
    """A section for each platform, in it a table for each graph."""
    parts = []
    for platform in results.platforms():
        base = bases[platform]
        over = f"/ {names.paper_name(base)}"
        heads = ("algorithm", "repeated count", "IQR", over, "solve", over, "read", "edges/s", "wedges/s",
                 "of bound", "peak bytes", "status")
        parts.append(f"\n## {plain(platform)}\n")
        cases = results.cases[results.cases["platform"] == platform]
        for dataset in dict.fromkeys(cases["dataset"]):
            own = cases[cases["dataset"] == dataset]
            first = own.iloc[0]
            counts = own[own["status"] == "ok"]["triangles"].dropna()
            triangles = text.whole(counts.iloc[0]) if not counts.empty else "-"
            parts.append(f"### {plain(dataset)}\n\n{text.whole(first['vertices'])} vertices, "
                         f"{text.whole(first['edges'])} edges, {triangles} triangles\n")
            single = own["single_count"].notna().any()
            shown = (*heads[:4], "single count", *heads[4:]) if single else heads
            parts.append(filled_table(shown, graph_rows(own, base, single)))
    return "\n".join(parts)


def failures(results):
    """The cases without a time, and why."""
    bad = results.cases[results.cases["status"] != "ok"]
    if bad.empty:
        return ""
    rows = [(r.dataset, r.shown, r.platform, r.status, r.message) for r in bad.itertuples()]
    return "\n## Without a time\n\n" + table(("graph", "algorithm", "on", "status", "why"), rows)


def ceilings(results):
    """The highest rates of the machine."""
    if results.ceilings.empty:
        return ""
    rows = [(r.what, r.platform, text.amount(float(r.table_bytes)) + "B",
             f"{text.amount(r.rate)} {r.unit}") for r in results.ceilings.itertuples()]
    return "\n## Ceilings\n\n" + table(("what", "on", "table", "rate"), rows)


def best_original(originals, key):
    """The fastest code of each family on each graph that counts right there."""
    timed = originals[originals[key].notna()]
    best = timed.loc[timed.groupby(["family", "dataset"])[key].idxmin()]
    return {(r["family"], r["dataset"]): (r[key], r["algorithm"]) for _, r in best.iterrows()}


def beside(own, other):
    """"1.4 ms (1.54 ms)"; bold where the other is faster."""
    if own is None:
        return "-" if other is None else f"- ({text.seconds(other)})"
    both = text.seconds(own) + (f" ({text.seconds(other)})" if other is not None else "")
    return f"**{both}**" if other is not None and own > other else both


def originals(results):
    """Algorithms beside the codes of their authors and of others who have made them again."""
    if results.originals.empty:
        return ""
    parts = ["\n## Beside the original codes\n",
             "The least time of the count here. In brackets: the fastest published code of the same "
             "algorithm\nthat counts the graph correctly, on the same kind of GPU; bold if that "
             "code is faster.\n[Comparison](comparison.md) says why.\n"]
    for platform in dict.fromkeys(results.originals["platform"]):
        theirs = results.originals[results.originals["platform"] == platform]
        cases = results.cases[results.cases["platform"] == platform]
        graphs = list(dict.fromkeys(theirs["dataset"]))
        counts = best_original(theirs, "count")
        ours = {(r["alias"], r["dataset"]): r["least"] for _, r in cases.iterrows()
                if r["alias"] and not text.missing(r["least"])}
        families = [f for f in dict.fromkeys(theirs["family"]) if f != "prepare"]
        parts.append(table((f"{platform}: count", *graphs), [
            (names.shown(family), *(beside(ours.get((family, graph)),
                                           counts.get((family, graph), (None,))[0])
                                    for graph in graphs)) for family in families]))
        parts.append(prepared_beside(results.preparations, theirs, graphs, platform))
    return "\n".join(part for part in parts if part)


def prepared_beside(preparations, theirs, graphs, platform):
    """Preparation of clean edges on the device beside the fastest published one."""
    best = best_original(theirs, "prepare")
    if preparations.empty or not best:
        return ""
    own = preparations[preparations["platform"] == platform]
    ours = {r["dataset"]: r["prepare"] for _, r in own.iterrows()}
    return table((f"{platform}: prepare", *graphs), [
        ("clean edges on the device", *(beside(ours.get(graph),
                                               best.get(("prepare", graph), (None,))[0])
                                        for graph in graphs))])


def checks(results):
    """Graphs with known counts that every algorithm of a device counted right."""
    if not results.checks:
        return ""
    rows = []
    for record in results.checks:
        times = sorted((seconds, name) for name, seconds in record["count_seconds"].items())
        rows.append((record["dataset"], text.whole(record["vertices"]),
                     text.whole(record["edges"]), text.whole(record["triangles"]), len(times),
                     *(f"{text.seconds(seconds)} {names.shown(name)}" for seconds, name in
                       (times[0], times[len(times) // 2], times[-1]))))
    heads = ("graph", "vertices", "edges", "triangles", "algorithms right", "fastest", "median",
             "slowest")
    return ("\n## Real graphs on a GPU\n\nEvery algorithm gave the known count; the times are "
            "the least ones of the count.\n\n" + table(heads, rows))


WORK = """
## Work, bound and prediction

The work of a count per edge, as the algorithm estimates it from a sample before it counts. LINES of
512 bits are ANDed; TESTS look an id up in a bitmap or filter; COMPARES are made in registers; FETCHES
read a row from memory; BYTES are loaded from caches or memory. BOUND is the least time for this work
at the highest measured rates. It is the longest of three times: lines and tests at the rates of the
first cache; two gathers for each fetched row, from a table of at most the graph's size; reading the
edges once. PREDICTED is the time that the cost model predicts.

"""


def work(results):
    """The work of counts, and their times beside the bound and the prediction, a table for each platform."""
    told = results.cases[results.cases["bytes_per_edge"].notna()]
    if told.empty:
        return ""
    heads = ("graph", "algorithm", "wedges/edge", "lines/edge", "tests/edge", "compares/edge", "fetches/edge",
             "bytes/edge", "bytes/s", "bound", "count", "/ bound", "predicted", "/ count")
    parts = []
    for platform, own in told.sort_values(["dataset", "algorithm"]).groupby("platform"):
        rows = []
        for row in own.itertuples():
            bound = results.work_bound(row)
            rows.append((row.dataset, row.shown,
                         text.ratio(row.oriented_wedges / row.edges), text.ratio(row.lines_per_edge),
                         text.ratio(row.tests_per_edge), text.ratio(row.compares_per_edge),
                         text.ratio(row.fetches_per_edge), text.ratio(row.bytes_per_edge),
                         text.amount(row.bytes_per_edge * row.edges / row.count) + "B/s",
                         text.seconds(bound), text.seconds(row.count), text.ratio(row.count / bound),
                         text.seconds(row.predicted_seconds),
                         text.ratio(row.predicted_seconds / row.count)))
        parts.append(f"### Work on {plain(platform)}\n\n{table(heads, rows)}")
    return WORK + "\n".join(parts)


SHARED = """
## Several GPUs, and graphs larger than their memory

`gpu-adaptive`, by one plan for all counts (`time_gpus`). MEMORY is the limit for each GPU; if a count
of the whole graph needs more, the graph is cut into BLOCKS, which are copied from host memory in each
run. COUNT is the time of the kernels of the slowest GPU, RUN that of a whole run with all copies and
the index; both are medians. TIMES IN CORE is COUNT divided by that of the first line of the graph.

"""


def shared(results):
    """Counts by several GPUs and in blocks, beside one GPU that has room for the graph."""
    rows, first = [], {}
    for record in results.shared:
        if "count_seconds" not in record:
            continue  # a place that failed
        where = record.get("device") or record.get("gpu", "").replace("_", " ")
        count = statistics.median(record["count_seconds"])
        run = record.get("run_seconds")
        key = (record["dataset"], where, record.get("commit"))
        limit = record.get("device_bytes_limit")
        rows.append((record["dataset"], where, record["gpus"],
                     text.amount(limit) + "B" if limit else "all", record.get("blocks", 1),
                     text.seconds(count), text.seconds(statistics.median(run)) if run else "",
                     text.ratio(count / first.setdefault(key, count))))
    if not rows:
        return ""
    heads = ("graph", "on", "GPUs", "memory", "blocks", "count", "run", "times in core")
    return SHARED + table(heads, rows)


SHARES = """
## Shares of many GPUs, each timed alone

`time_shares`: the count of `gpu-adaptive` is cut into PARTS as for several GPUs, and one GPU counts each part
alone. Times are those of kernels, the least of several counts. INDEX is the time to make the index of a part
before, the longest of all parts. TOGETHER is the time of all parts divided by that of the whole.

"""


def shares(results):
    """How even the parts of a count on GPUs are, up to 1,024."""
    rows = []
    for record in results.shares:
        parts = record["share_seconds"]
        mean, whole = statistics.fmean(parts), record["whole_seconds"]
        rows.append((record["dataset"], record["device"], record["parts"],
                     "yes" if record["verified"] else "no", text.seconds(whole),
                     text.seconds(max(parts)), text.ratio(max(parts) / min(parts)),
                     text.ratio(max(parts) / mean), text.ratio(sum(parts) / whole),
                     text.ratio(record["gain"]), text.seconds(max(record["index_seconds"]))))
    if not rows:
        return ""
    heads = ("graph", "on", "parts", "right", "whole", "slowest", "max/min", "max/mean", "together",
             "speed-up", "index")
    return SHARES + table(heads, rows)


DEVICES = """
## More and more GPUs of one host

`bench/scale --devices`: the rows of the graph are in host memory. REPLICATED: all GPUs have all rows; one loads
them and the others copy them from it. BLOCKS: each GPU has a fourth of the memory that the graph takes. TRUST has 8
tasks. TriX and TRUST's workload partition use one GPU for each process. TRANSFER is loading with copies between GPUs
(for one GPU only loading), PLAN everything before a count, COUNT the kernels of the slowest GPU; all are medians.
FASTER is the speed-up over one GPU with all rows, by COUNT, and by PLAN and COUNT. In SIMULATED rows one GPU counted
the parts one after another: PLAN is the time for cutting (if it was measured) and the longest time to index a part,
without loading; MAX/MEAN is that of the parts.

"""


def devices(results):
    """Counts by several GPUs, real and simulated."""
    rows = [(r["dataset"], r["device"], r["devices"], names.paper_name(r["way"]),
             "simulated" if r["simulated"] else "real", *device_times(r)) for r in
            sorted(results.devices, key=lambda r: (r["dataset"], r["simulated"], r["way"],
                                                   r["devices"]))]
    if not rows:
        return ""
    heads = ("graph", "on", "GPUs", "way", "measured", "right", "transfer", "plan", "count", "faster: count",
             "faster: all", "max/mean")
    return DEVICES + table(heads, rows)


def device_times(record):
    """The cells from `right` on; of what did not run, the reason."""
    if "count_seconds" not in record:
        return (record.get("message") or record["status"], *["-"] * 6)
    def median(key):
        return statistics.median(record[key]) if record.get(key) else None
    plan = median("plan_seconds")
    if record["simulated"] and record["index_seconds"]:
        plan = (record["cut_seconds"] or 0.0) + max(record["index_seconds"])
    return ("yes" if record["verified"] else "NO", text.seconds(median("transfer_seconds")),
            text.seconds(plan), text.seconds(median("count_seconds")),
            text.ratio(record["count_gain"]), text.ratio(record["whole_gain"]),
            text.ratio(record["imbalance"]))


WHOLE = """
## From a file to the count

`bench/end_to_end`: whole processes, from the start to the end, that read a graph from an edge list of text in the
page cache and count. Times are medians; those of Python packages have the start of Python. RATIO is over the first
program of the graph.

"""


def whole(results):
    """Whole runs of programs on the same files."""
    rows, base = [], {}
    for record in results.whole:
        median = record.get("whole_median_seconds")
        first = base.setdefault((record["dataset"], records.platform(record)), median)
        rows.append((record["dataset"], records.platform(record), record["algorithm"], text.seconds(median),
                     text.ratio(median / first) if median and first else "-",
                     record["message"] or ("verified" if record["verified"] else "unverified")))
    if not rows:
        return ""
    return WHOLE + table(("graph", "on", "program", "time", "ratio", "count is"), rows)


LITTLE = """
## Larger than memory

`bench/out_of_core`: from a text file to the count, in a control group with this MEMORY, in which the page
cache is included; no byte of the file is cached before. CONVERT is the time in which another program
converts the text beforehand, COUNT that of everything afterwards (tricorn starts from the text), AGAIN that
of a second count from the work folder of the first one. READ and WRITTEN are bytes of the disk in COUNT,
PEAK is the most memory of the control group. Times are medians of wall time.

"""


def little(results):
    """Counts in little memory, beside those of other programs."""
    def median(record, key):
        return text.seconds(statistics.median(record[key])) if record.get(key) else ""
    def most(record, key):
        return text.amount(max(record[key])) + "B" if record.get(key) else ""
    rows = [(r["dataset"], text.amount(r["limit_bytes"]) + "B", names.shown(r["algorithm"], None),
             r.get("threads", ""), median(r, "convert_seconds"), median(r, "count_seconds"),
             median(r, "again_seconds"), most(r, "count_group_peak_bytes"), most(r, "count_read_bytes"),
             most(r, "count_written_bytes"), "verified" if r.get("verified") else r["status"])
            for r in sorted(results.little, key=lambda r: (r["dataset"], r["peer"], -r["limit_bytes"]))]
    if not rows:
        return ""
    heads = ("graph", "memory", "program", "threads", "convert", "count", "again", "peak", "read",
             "written", "count is")
    return LITTLE + table(heads, rows)


SCALE = """
## Many workers, simulated

`bench/scale`: one thread of the machine counted each part alone, and the exact wedges of each part and the bytes
of the rows that it needs were computed; an event-driven replay then lets the workers share the parts. A claim takes
20 us there and back, and 1 us of one server. JITTER varies each call by 3 %. STRAGGLERS are 1 % of the workers,
which take 1.3 times as long, with jitter. LOADING reads rows at 1 GB/s. TIME is the time at which a worker ends, the
largest divided by the least or by the mean. WEDGES are those of the cut. BYTES are those of the rows of the largest
worker; a block that a task has in two places counts once (TRUST's tasks of equal classes). With `gpu-` algorithms
each worker is a GPU: its part was timed alone on one H100 that had all rows, and only a sample of TRUST's tasks was
timed. PREDICTED graphs were not counted: their exact work, spread evenly between the least and the most, is
multiplied by the cost of the parts of s26, with the variation of these (`bench/scale --work`). TOGETHER is the time
of all workers divided by that of one that counts the whole with the same algorithm.

"""

def scale(results):
    """Simulated workers, by tricorn's cut and by those of papers."""
    if results.scale.empty:
        return ""
    def ratio(value):
        return "-" if text.missing(value) else text.ratio(value)
    told = results.scale.assign(predicted=[value is True for value in results.scale.get(
        "predicted", [False] * len(results.scale))])
    rows = [(r.dataset + (", predicted" if r.predicted else ""), r.algorithm,
             names.paper_name(r.partition), r.workers, r.tasks, r.scenario,
             ratio(r.time_max_min), ratio(r.time_max_mean), ratio(r.work_max_min),
             ratio(r.space_max_min),
             "-" if text.missing(r.worker_bytes) else text.amount(float(r.worker_bytes)) + "B",
             text.seconds(r.slowest_seconds), ratio(r.speed_up), ratio(r.together))
            for r in told.itertuples()
            if r.workers in SCALE_WORKERS and r.scenario in SCALE_SCENARIOS]
    heads = ("graph", "algorithm", "partition", "workers", "tasks", "scenario", "time max/min",
             "max/mean", "wedges max/min", "bytes max/min", "bytes", "slowest", "speed-up", "together")
    return SCALE + table(heads, rows)


SCALE_WORKERS = (8, 64, 512, 1024)
SCALE_SCENARIOS = ("quiet", "stragglers")


RANKS = """
## Several processes, whole runs

`bench/ranks`: from the file to the count, with the start of all processes, in rounds of all cases.
WALL is the median time, COUNT the median time of counting of the slowest process, START the median time
for a graph of three edges. TIMES ONE is WALL divided by that of one process with as many THREADS as all
processes together (for processes that join a folder: one process that counts from disk); LESS START
subtracts START from WALL before dividing. PEAK is the memory of the largest process. Other programs ran
under the same MPI.

"""


def ranks(results):
    """Ranks and joined processes, beside one process and other programs."""
    own = [record for record in results.ranks if "simulated_seconds" not in record]
    if not own:
        return ""
    rows, one = [], {}
    for record in own:
        wall = statistics.median(record["wall_seconds"])
        start = statistics.median(record["start_seconds"]) if record["start_seconds"] else None
        count = statistics.median(record["count_seconds"]) if record["count_seconds"] else None
        if record["processes"] == 1:
            one[record["dataset"]] = (wall, start)
        alone = one.get(record["dataset"])
        net = (text.ratio((wall - start) / (alone[0] - alone[1]))
               if alone and start is not None else "-")
        rows.append((record["dataset"], record["case"], record["processes"], record["threads"],
                     "yes" if record["verified"] else "NO", text.seconds(wall),
                     text.seconds(count), text.seconds(start),
                     text.ratio(wall / alone[0]) if alone else "-", net,
                     text.amount(record["peak_bytes"]) + "B"))
    heads = ("graph", "case", "processes", "threads", "right", "wall", "count", "start",
             "times one", "less start", "peak")
    return RANKS + table(heads, rows)


REPLAYED = """
## Simulated workers beside real ones

`bench/ranks --simulated`: COUNT is the slowest process's median time of counting by an algorithm, SIMULATED what the
replay of `bench/scale` says of as many workers of one thread (with fewer cores than workers, all their time over the
cores). Ranks each are a worker (`TRICORN_WORKERS=ranks`); joined processes count from a folder on disk.

"""


def replayed(results):
    """Processes beside the replay of as many workers."""
    rows = []
    for record in results.ranks:
        simulated = record.get("simulated_seconds")
        if simulated is None:
            continue
        count = statistics.median(record["count_seconds"])
        rows.append((record["dataset"], record["algorithm"], record["case"], record["processes"],
                     record["threads"], "yes" if record["verified"] else "NO",
                     text.seconds(simulated), text.seconds(count),
                     text.ratio(count / simulated)))
    if not rows:
        return ""
    heads = ("graph", "algorithm", "case", "workers", "cores", "right", "simulated", "count",
             "count / simulated")
    return REPLAYED + table(heads, rows)


PROFILED = (
    ("Time of the count", "count_seconds", text.seconds),
    ("Global load requests", "global_load_requests", text.amount),
    ("Warp execution efficiency", "warp_execution_efficiency", text.ratio),
    ("Global load transactions per request", "gld_transactions_per_request", text.ratio),
    ("Bandwidth, bytes a second", "device_bytes_per_second", text.amount),
    ("Occupancy", "achieved_occupancy", text.ratio),
)


def profiles(results):
    """Hardware counters, as tools/gpu_profile writes them, graph by graph, in the order of the records."""
    own = results.profiles
    if own.empty:
        return ""
    graphs = list(dict.fromkeys(own["dataset"]))
    algorithms = list(dict.fromkeys(own["shown"]))
    parts = ["\n## Hardware counters\n"]
    for title, key, form in PROFILED:
        values = {(r["dataset"], r["shown"]): r[key] for _, r in own.iterrows()}
        rows = [(name, *(form(values.get((graph, name), float("nan"))) for graph in graphs))
                for name in algorithms]
        parts += [f"### {title}\n", table(("algorithm", *graphs), rows)]
    return "\n".join(parts)


def write(results, bases, drawn, path):
    parts = [HEADING, machines(results)]
    if drawn:
        parts.append("\n`bench/report` writes the same as a page that sorts and filters, `benchmarks/index.html`.\n")
    parts += [f"\n![{plot.title}](benchmarks/{plot.name}.svg)\n" for plot in drawn]
    parts += [graphs(results, bases), failures(results), originals(results), checks(results),
              work(results), shared(results), devices(results), shares(results), whole(results), little(results),
              ranks(results), replayed(results), scale(results), profiles(results), ceilings(results)]
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")
