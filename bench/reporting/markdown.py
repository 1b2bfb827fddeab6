"""docs/benchmarks.md: machines, two tables for each of them, plots, what failed, ceilings."""

import statistics

from . import names, records, text

HEADING = """# Benchmarks

`bench/report` makes this page from records of `tricorn bench`; [benchmarking](benchmarking.md) says what the phases
mean. Algorithms have their papers' names; tricorn's names are in brackets, or in the [list of
algorithms](algorithms/README.md). Times are medians. SINGLE COUNT is the first count of a graph, REPEATED COUNT a later
one with what was prepared. SOLVE is prepare, transfer and the single count together, or the repeated one where no
single count was measured. IQR is the distance of the quartiles. Compare times only within one table.

OF BOUND is the least time of the work that the algorithm estimates before it counts, divided by the time of the count. The
least time is the longest of three: lines of 512 bits that are ANDed, and bits that are tested, at the highest measured
rates; two gathers for each row that is fetched from memory, from a table of at most the graph's size; reading the edges
once. OF PREDICTED is the time that the cost model predicts, divided by that of the count.
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


def by_speed(cases):
    """The algorithms, from those that are close to the fastest of each graph to those that never have a time."""
    ratio = cases["count"] / cases.groupby("dataset")["count"].transform("min")
    return list(ratio.groupby(cases["algorithm"]).median().sort_values(kind="stable").index)


def by_size(cases):
    """The graphs, from few edges to many."""
    return list(cases.groupby("dataset")["edges"].max().fillna(0).sort_values(kind="stable").index)


def count_cell(row, least):
    """"1.5 ms", in bold if it is the fastest of the graph; what happened where no time is."""
    if row is None:
        return "-"
    if row.status != "ok" or text.missing(row.count):
        return row.status
    time = f"**{text.seconds(row.count)}**" if row.count == least else text.seconds(row.count)
    return time if row.verified else f"{time}, unverified"


def counts(cases):
    """The repeated counts of a platform: a row for each graph, a column for each algorithm."""
    found = {(row.dataset, row.algorithm): row for row in cases.itertuples()}
    least = cases.groupby("dataset")["count"].min()
    algorithms = by_speed(cases)
    return table(("graph", *map(names.paper_name, algorithms)), [
        (graph, *(count_cell(found.get((graph, algorithm)), least[graph]) for algorithm in algorithms))
        for graph in by_size(cases)])


def fastest_row(results, own, base):
    """The cells of a graph in the table of the fastest algorithms."""
    first, counted = own.iloc[0], own[own["status"] == "ok"]["triangles"].dropna()
    sizes = (first["dataset"], text.whole(first["vertices"]), text.whole(first["edges"]),
             text.whole(counted.iloc[0]) if not counted.empty else "-")
    if own["count"].isna().all():
        return (*sizes, *["-"] * 11)
    row = own.loc[own["count"].idxmin()]
    of_base = own[own["algorithm"] == base]["count"]
    return (*sizes, row["shown"], text.seconds(row["high"] - row["low"]),
            text.ratio(of_base.iloc[0] / row["count"]) if not of_base.empty else "-",
            *(text.seconds(row[key] or None) for key in ("read", "prepare", "transfer", "single_count", "solve")),
            text.amount(row["peak_bytes"]), text.ratio(results.work_bound(row) / row["count"]),
            text.ratio(row["predicted_seconds"] / row["count"]))


def graphs(results, bases):
    """A section for each platform: the repeated counts, and more of the fastest of each graph."""
    parts = []
    for platform in results.platforms():
        cases = results.cases[results.cases["platform"] == platform]
        base = bases[platform]
        heads = ("graph", "vertices", "edges", "triangles", "fastest", "IQR", f"times as fast as {names.paper_name(base)}",
                 "read", "prepare", "transfer", "single count", "solve", "peak bytes", "of bound", "of predicted")
        parts += [f"\n## {plain(platform)}\n", "This table has the repeated count; the fastest of each graph is bold.\n", counts(cases),
                  "This table has the fastest of each graph:\n", filled_table(heads, [
                      fastest_row(results, cases[cases["dataset"] == graph], base) for graph in by_size(cases)])]
    return "\n".join(parts)


def failures(results):
    """The cases without a time, and why."""
    bad = results.cases[results.cases["status"] != "ok"]
    if bad.empty:
        return ""
    rows = [(r.dataset, r.shown, r.platform, r.status, r.message) for r in bad.itertuples()]
    return "\n## Without a time\n\n" + table(("graph", "algorithm", "on", "status", "why"), rows)


def ceilings(results):
    """The highest rates of each machine, by the size of the table that they work on."""
    rates = {}
    for r in results.ceilings.itertuples():
        size = "" if text.missing(r.table_bytes) else f"{text.amount(float(r.table_bytes))}B: "
        rates.setdefault((r.platform, r.what, r.unit), []).append(size + text.amount(r.rate))
    if not rates:
        return ""
    return "\n## Ceilings\n\nRates are the highest that were measured, by the bytes of the array.\n\n" + table(
        ("on", "what", "unit", "rates"), [(*key, ", ".join(own)) for key, own in rates.items()])


def beside(own, other):
    """"1.4 ms (1.54 ms)"; bold where the other is faster."""
    if own is None:
        return "-" if other is None else f"- ({text.seconds(other)})"
    both = text.seconds(own) + (f" ({text.seconds(other)})" if other is not None else "")
    return f"**{both}**" if other is not None and own > other else both


def prepared_beside(results):
    """Preparation of clean edges on the device beside the fastest published one."""
    if results.originals.empty or results.preparations.empty:
        return ""
    parts = ["\n## Preparing beside other codes\n",
             "The table has the least times of preparing clean edges on the device and, in brackets, those of the fastest\n"
             "published code on the same kind of GPU, bold if that is faster. Counts are compared [interleaved](comparison.md#the-authors-programs-interleaved).\n"]
    for platform, theirs in results.originals.groupby("platform", sort=False):
        own = results.preparations[results.preparations["platform"] == platform]
        ours, best = dict(zip(own["dataset"], own["prepare"])), theirs.groupby("dataset", sort=False)["prepare"].min()
        parts.append(table((platform, *best.index),
                           [("prepare", *(beside(ours.get(graph), least) for graph, least in best.items()))]))
    return "\n".join(parts)


CHECKED = """
## Real graphs on a GPU

Every algorithm gave the known count; the times are the least ones of the count.
"""
SMALL = "Graphs of fewer than {:,} edges are left out: {} of them, which take {} to {} by the fastest.\n"
LEAST_EDGES = 100_000  # with fewer, a count takes the time of a launch


def checks(results):
    """Graphs with known counts that every algorithm of a device counted right."""
    rows, small = [], []
    for record in sorted(results.checks, key=lambda record: record["edges"]):
        times = sorted((seconds, name) for name, seconds in record["count_seconds"].items())
        if record["edges"] < LEAST_EDGES:
            small.append(times[0][0])
            continue
        rows.append((record["dataset"], text.whole(record["edges"]), text.whole(record["triangles"]), len(times),
                     f"{text.seconds(times[0][0])} {names.paper_name(times[0][1])}",
                     text.seconds(times[len(times) // 2][0]), text.seconds(times[-1][0])))
    if not rows:
        return ""
    heads = ("graph", "edges", "triangles", "algorithms right", "fastest", "median", "slowest")
    left_out = SMALL.format(LEAST_EDGES, len(small), *map(text.seconds, (min(small), max(small)))) if small else ""
    return CHECKED + left_out + "\n" + table(heads, rows)


SHARED = """
## Several GPUs, and graphs larger than their memory

`time_gpus` runs `gpu-adaptive`, by one plan for all counts. MEMORY is the limit for each GPU; if a count
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

`time_shares` cuts the count of `gpu-adaptive` into PARTS as for several GPUs, and one GPU counts each part alone.
Times are those of kernels, the least of several counts. A cell says how many times as fast as the whole the slowest
part is, and in brackets its time divided by the mean.

"""


def shares(results):
    """How even the parts of a count on GPUs are, up to 1,024."""
    cells, whole_seconds = {}, {}
    for record in results.shares:
        graph, parts = (record["dataset"], record["device"]), record["share_seconds"]
        even = text.ratio(max(parts) / statistics.fmean(parts))
        cells[graph, record["parts"]] = f"{text.ratio(record['gain'])} ({even})" if record["verified"] else "WRONG"
        whole_seconds[graph] = record["whole_seconds"]
    if not cells:
        return ""
    numbers = sorted({parts for _, parts in cells})
    return SHARES + table(("graph", "on", "whole", *(f"{number:,} parts" for number in numbers)), [
        (*graph, text.seconds(seconds), *(cells.get((graph, number), "-") for number in numbers))
        for graph, seconds in whole_seconds.items()])


DEVICES = """
## More and more GPUs of one host

`bench/scale --devices` begins with the rows of the graph in host memory. REPLICATED: all GPUs have all rows; one loads
them and the others copy them from it. BLOCKS: each GPU has a fourth of the memory that the graph takes. TRUST has 8
tasks; its workload partition was timed on one GPU alone. A cell has the time of everything before a count, and that of
the kernels of the slowest GPU, both medians. Brackets say how many times as fast as one GPU with all rows the kernels
are, and all of it. In SIMULATED rows one GPU counted the parts one after another: the time before a count is that for
cutting (if it was measured) and the longest time to index a part, without loading.

"""


def devices(results):
    """Counts by several GPUs, real and simulated."""
    rows = {}
    for r in sorted(results.devices, key=lambda r: (r["dataset"], r["simulated"], r["way"])):
        key = (r["dataset"], r["device"], names.paper_name(r["way"]), "simulated" if r["simulated"] else "real")
        rows.setdefault(key, {})[r["devices"]] = device_cell(r)
    if not rows:
        return ""
    numbers = sorted({number for cells in rows.values() for number in cells})
    heads = ("graph", "on", "way", "measured", *(f"{number} GPU{'' if number == 1 else 's'}" for number in numbers))
    return DEVICES + table(heads, [(*key, *(cells.get(number, "-") for number in numbers)) for key, cells in rows.items()])


def device_cell(record):
    """"24.8 ms + 39.1 ms (2, 1.92)"; of what did not run, the reason."""
    if "count_seconds" not in record:
        return record.get("message") or record["status"]
    if not record["verified"]:
        return "WRONG"
    if record["simulated"] and record["index_seconds"]:
        plan = (record["cut_seconds"] or 0.0) + max(record["index_seconds"])
    else:
        plan = statistics.median(record["plan_seconds"]) if record.get("plan_seconds") else None
    return (f"{text.seconds(plan)} + {text.seconds(statistics.median(record['count_seconds']))} "
            f"({text.ratio(record['count_gain'])}, {text.ratio(record['whole_gain'])})")


WHOLE = """
## From a file to the count

`bench/end_to_end` times whole processes, from the start to the end, that read a graph from an edge list of text in the
page cache and count. Times are medians; those of Python packages have the start of Python. RATIO is over the first
program of the graph.

"""


def whole(results):
    """Whole runs of programs on the same files."""
    rows, base = [], {}
    for record in results.whole:
        median = record.get("whole_median_seconds")
        first = base.setdefault((record["dataset"], records.platform(record)), median)
        rows.append((record["dataset"], records.platform(record), names.paper_name(record["algorithm"]),
                     text.seconds(median), text.ratio(median / first) if median and first else "-",
                     record["message"] or ("verified" if record["verified"] else "unverified")))
    if not rows:
        return ""
    return WHOLE + table(("graph", "on", "program", "time", "ratio", "count is"), rows)


LITTLE = """
## Larger than memory

`bench/out_of_core` times runs from a text file to the count, in a control group with this MEMORY, in which the page
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

For `bench/scale` one thread of the machine counted each part alone, and the exact wedges of each part and the bytes
of the rows that it needs were computed; an event-driven replay then lets the workers share the parts. A claim takes
20 us to the server and back, and 1 us of the server. A cell has the time at which the slowest of the WORKERS ends,
divided by the mean, and in brackets the same where 1 % of the workers take 1.3 times as long and each call varies by
3 %. The other columns are of the largest number of workers without slow ones. BYTES are those of the rows of the largest
worker; a block that a task has in two places counts once (TRUST's tasks of equal classes). With `gpu-` algorithms
each worker is a GPU: its part was timed alone on one H100 that had all rows, and only a sample of TRUST's tasks was
timed. PREDICTED graphs were not counted: their exact work, spread evenly between the least and the most, is
multiplied by the cost of the parts of s26, with the variation of these (`bench/scale --work`). TOGETHER is the time
of all workers divided by that of one that counts the whole with the same algorithm.

"""


SCALE_WORKERS = (8, 64, 512, 1024)


def uneven(own, workers):
    """"1.06 (1.53)": the slowest worker over the mean, and with some slow ones."""
    told = {row.scenario: row.time_max_mean for row in own[own["workers"] == workers].itertuples()}
    return f"{text.ratio(told['quiet'])} ({text.ratio(told.get('stragglers'))})" if "quiet" in told else "-"


def scale(results):
    """Simulated workers, by tricorn's cut and by those of papers."""
    if results.scale.empty:
        return ""
    told = results.scale.assign(predicted=[value is True for value in results.scale.get(
        "predicted", [False] * len(results.scale))])
    rows = []
    for (graph, algorithm, partition, predicted), own in told[told["workers"].isin(SCALE_WORKERS)].groupby(
            ["dataset", "algorithm", "partition", "predicted"], sort=False):
        last = own[own["scenario"] == "quiet"].sort_values("workers").iloc[-1]
        rows.append((graph + (", predicted" if predicted else ""), algorithm, names.paper_name(partition),
                     *(uneven(own, workers) for workers in SCALE_WORKERS),
                     *(text.ratio(last[key]) for key in ("work_max_min", "space_max_min")),
                     "-" if text.missing(last["worker_bytes"]) else text.amount(float(last["worker_bytes"])) + "B",
                     text.seconds(last["slowest_seconds"]), text.ratio(last["speed_up"]), text.ratio(last["together"])))
    heads = ("graph", "algorithm", "partition", *(f"{workers:,} workers" for workers in SCALE_WORKERS), "wedges max/min",
             "bytes max/min", "bytes", "slowest", "speed-up", "together")
    return SCALE + table(heads, rows)


RANKS = """
## Several processes, whole runs

`bench/ranks` times runs from the file to the count, with the start of all processes, in rounds of all cases.
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

`bench/ranks --simulated` compares two times: COUNT is the slowest process's median time of counting, SIMULATED what the
replay of `bench/scale` says of as many workers of one thread (with fewer cores than workers, all their time over the
cores). Each rank is a worker (`TRICORN_WORKERS=ranks`); joined processes count from a folder on disk.

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
    algorithms = list(dict.fromkeys(own["algorithm"]))
    parts = ["\n## Hardware counters\n"]
    for title, key, form in PROFILED:
        values = {(r["dataset"], r["algorithm"]): r[key] for _, r in own.iterrows()}
        rows = [(names.paper_name(name), *(form(values.get((graph, name), float("nan"))) for graph in graphs))
                for name in algorithms]
        parts += [f"### {title}\n", table(("algorithm", *graphs), rows)]
    return "\n".join(parts)


def write(results, bases, drawn, path):
    parts = [HEADING, machines(results)]
    if drawn:
        parts.append("\n`bench/report` also writes a page with all figures of each case, which sorts and filters: "
                     "`benchmarks/index.html`.\n")
    parts += [f"\n![{plot.title}](benchmarks/{plot.name}.svg)\n" for plot in drawn]
    parts += [graphs(results, bases), failures(results), prepared_beside(results), checks(results),
              shared(results), devices(results), shares(results), whole(results), little(results),
              ranks(results), replayed(results), scale(results), profiles(results), ceilings(results)]
    path.write_text("\n".join(part for part in parts if part), encoding="utf-8")
