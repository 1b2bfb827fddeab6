"""Reading records: JSON lines in, one row for each case out."""

import csv
import dataclasses
import json
import pathlib
import re
import sys

import pandas
import record_file

from . import names

PHASES = ("read", "prepare", "transfer", "count")
# Two records that agree in these are the same case: the later one replaces the earlier.
CASE = ("dataset", "algorithm", "platform", "kind")
# The work that some algorithms report; all but the first for each edge.
WORK = ("predicted_seconds", "lines_per_edge", "tests_per_edge", "compares_per_edge",
        "fetches_per_edge", "bytes_per_edge")
LINE_BITS = 512
UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
CATALOG = pathlib.Path(__file__).resolve().parent.parent / "datasets.csv"


@dataclasses.dataclass
class Results:
    """Tables with one row for each case, ceiling, profile of tools/gpu_profile, graph whose
    preparation alone was timed, and preparation by a published code; and the
    records of the graphs on which all algorithms were checked, of graphs counted by several
    GPUs or in blocks, of workers that bench/scale simulated, and of counts in little memory."""

    cases: pandas.DataFrame
    ceilings: pandas.DataFrame
    profiles: pandas.DataFrame
    preparations: pandas.DataFrame
    checks: list
    originals: pandas.DataFrame
    shared: list
    scale: pandas.DataFrame
    ranks: list  # whole runs of several processes (bench/ranks)
    little: list
    shares: list  # of one GPU's count, each timed alone (time_shares)
    devices: list  # counts by several GPUs, real and simulated (bench/scale --devices)
    whole: list  # whole runs of programs, from a file to the count (bench/end_to_end)

    def timed(self):
        """The cases that may be compared: counted right, and measured."""
        return self.cases[self.cases["count"].notna()]

    def check_base(self, name):
        """ValueError if no case of that algorithm has a time."""
        if name is not None and name not in set(self.timed()["algorithm"]):
            raise ValueError(f"no record with a time is of the base '{name}'")

    def base_of(self, platform, name):
        """The base of speed-ups on a platform: the named algorithm if it ran there, else the first
        peer, else the algorithm that is slowest on most graphs; None without any time."""
        timed = self.timed()
        timed = timed[timed["platform"] == platform]
        if timed.empty or name in set(timed["algorithm"]):
            return name
        peers = timed[timed["peer"]]["algorithm"]
        if not peers.empty:
            return peers.iloc[0]
        slowest = timed.loc[timed.groupby("dataset")["count"].idxmax(), "algorithm"]
        return slowest.mode().iloc[0]

    def probe_ceiling(self, platform):
        """Bit probes a second at the most, from the fastest cache; NaN if nobody measured."""
        if self.ceilings.empty:
            return float("nan")
        own = (self.ceilings["what"] == "probe") & (self.ceilings["platform"] == platform)
        return self.ceilings[own]["rate"].max()

    def rates(self, platform, what):
        """The ceiling's rates by the size of their table; empty if nobody measured."""
        if self.ceilings.empty:
            return {}
        own = self.ceilings[(self.ceilings["what"] == what)
                            & (self.ceilings["platform"] == platform)]
        return dict(zip(own["table_bytes"], own["rate"]))

    def work_bound(self, row):
        """The least seconds for a case's work, the longest of: lines and tests at the best rates of
        any cache; gathers of offsets and ids of far rows from a table of the graph's size;
        reading the edges.  NaN where the ceilings are not known."""
        popcount, probe, gather, read = (self.rates(row.platform, what)
                                         for what in ("popcount", "probe", "gather", "read"))
        if not (popcount and probe and gather and read):
            return float("nan")
        computing = (row.lines_per_edge * LINE_BITS / max(popcount.values())
                     + row.tests_per_edge / max(probe.values()))
        graph_bytes = 4 * row.edges + 8 * row.vertices
        tables = [size for size in gather if size <= graph_bytes] or [min(gather)]
        waiting = 2 * row.fetches_per_edge / gather[max(tables)]
        return row.edges * max(computing, waiting, 4 / read[max(read)])

    def platforms(self):
        return list(dict.fromkeys(self.cases["platform"]))


# ---- one record ----


def samples(record, key):
    """The samples of a record as a series; some programs write one number for a list of one."""
    value = record.get(key)
    if value is None:
        return pandas.Series(dtype=float)
    return pandas.Series(value if isinstance(value, list) else [value], dtype=float)


def platform(record):
    """The machine, marked where the run was simulated.  Compare times within one platform."""
    simulated = " (simulated)" if record.get("kind") == "simulated" else ""
    return machine_of(record) + simulated


def machine_of(record):
    """A GPU's name, or CPU and threads."""
    device = str(record.get("device", ""))
    if record.get("gpu"):
        return record["gpu"]
    if device and device != "cpu" and not device.startswith("gpu"):
        return device
    if device.startswith("gpu"):
        return "GPU"
    cpu = record.get("machine", {}).get("cpu") or "CPU"
    threads = record.get("threads")
    return f"{cpu}, {threads} thread{'' if threads == 1 else 's'}" if threads else cpu


def status(record):
    if "status" in record:
        return record["status"]
    return "ok" if record.get("verified", True) else "wrong"


def row_of(record, catalog):
    """A case's row, with medians for its samples; a case that is not ok has no times."""
    known = catalog.get(record["dataset"], {})
    row = {
        "dataset": record["dataset"],
        "algorithm": record["algorithm"],
        "alias": record.get("alias") or "",
        "shown": names.shown(record["algorithm"], record.get("alias")),
        "platform": platform(record),
        "threads": record.get("threads"),
        "commit": record.get("commit", "unknown"),
        "kind": record.get("kind", "measured"),
        "peer": bool(record.get("peer")),
        "status": status(record),
        "message": record.get("message") or "",
        "verified": bool(record.get("verified")),
        "verified_by": record.get("verified_by") or "",
        "triangles": record.get("triangles"),
        "date": record.get("date", ""),
        "compiler": record.get("compiler", ""),
        "machine": record.get("machine", {}),
        "driver": record.get("driver", ""),
    }
    for key in ("vertices", "edges", "oriented_wedges"):
        row[key] = record.get(key, known.get(key))
    timed = row["status"] == "ok"
    for key in WORK:
        row[key] = record.get(key, float("nan")) if timed else float("nan")
    for phase in PHASES:
        row[phase] = samples(record, f"{phase}_seconds").median() if timed else float("nan")
    count = samples(record, "count_seconds")
    row["least"] = count.min() if timed else float("nan")
    row["samples"] = len(count) if timed else 0
    row["low"], row["high"] = (count.quantile(0.25), count.quantile(0.75)) if timed else (None, None)
    row["solve"] = sum(row[phase] for phase in PHASES[1:] if row[phase] == row[phase])
    once = samples(record, "once_seconds")  # prepared for one count, unlike count_seconds
    if not once.empty:
        row["solve"] = once.median()
    row["single_count"] = single_count(record, once).median() if timed else float("nan")
    row["peak_bytes"] = samples(record, "peak_bytes").max()
    device = "device_peak_bytes" if "device_peak_bytes" in record else "device_bytes"
    row["device_peak_bytes"] = samples(record, device).max()
    row["energy_joules"] = samples(record, "energy_joules").median()
    row["edges_per_joule"] = record.get("edges_per_joule", float("nan"))
    return row


def single_count(record, once):
    """The samples of a count by itself; time_on_device has them as a part of the whole."""
    if "single_count_seconds" in record or once.empty:
        return samples(record, "single_count_seconds")
    return once - samples(record, "prepare_seconds")


def original_of(record):
    """The time in which a published code prepares a graph."""
    return {"dataset": record["dataset"], "platform": platform(record),
            "prepare": samples(record, "prepare_seconds").min()}


# ---- all ----


def shown(value):
    """A value of JSON in whose texts the characters that a page cannot show are question marks: control
    characters, ends of lines, halves of characters, and changes of the direction of writing."""
    if isinstance(value, str):
        return UNSHOWN.sub("?", value)
    if isinstance(value, list):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    return value


def read_lines(path):
    """The objects of a file; lines that were cut off are left out with a message."""
    for number, line in enumerate(record_file.record_lines(path), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if isinstance(record, dict):
            yield shown(record)
        else:
            print(f"report: {path}:{number}: not a JSON object, left out", file=sys.stderr)


def read_catalog():
    """The sizes in the list of data sets, for records without sizes."""
    known = {}
    with open(CATALOG, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            known[row["name"]] = {key: int(row[key]) for key in ("vertices", "edges") if row[key]}
    return known


def share_sizes(cases):
    """Copies a graph's sizes to all of its cases: not every program reports them."""
    for key in ("vertices", "edges", "oriented_wedges"):
        cases[key] = pandas.to_numeric(cases[key])
        cases[key] = cases[key].fillna(cases.groupby("dataset")[key].transform("max"))
    return cases


def load(paths):
    """All records of the files, the last of each case."""
    catalog = read_catalog()
    rows, ceilings, profiles, preparations, originals, checks = {}, [], [], [], [], []
    shared, scale, ranks, shares, devices, little, whole = [], [], [], [], [], {}, {}
    for path in paths:
        for record in read_lines(path):
            if record.get("kind") == "ceiling":
                record["platform"] = platform(record)
                ceilings.append(record)
            elif record.get("kind") == "profile":
                record["shown"] = names.shown(record["algorithm"], record.get("alias"))
                profiles.append(record)
            elif record.get("kind") == "prepare":
                preparations.append(row_of(record, catalog))
            elif record.get("kind") == "checked":
                checks.append(record)
            elif record.get("kind") == "gpus":
                shared.append(record)
            elif record.get("kind") == "scale":
                scale.append(record)
            elif record.get("kind") == "ranks":
                ranks.append(record)
            elif record.get("kind") == "out-of-core":
                case = ("dataset", "algorithm", "device", "limit_bytes", "threads")
                little[tuple(record.get(key) for key in case)] = record
            elif record.get("kind") == "end-to-end":
                whole[record["dataset"], record["algorithm"], platform(record)] = record
            elif record.get("kind") == "shares":
                shares.append(record)
            elif record.get("kind") == "devices":
                devices.append(record)
            elif record.get("kind") in ("sink", "host", "files", "tasks"):
                continue
            elif record.get("kind") == "original":
                originals.append(original_of(record))
            elif "dataset" in record and "algorithm" in record:
                row = row_of(record, catalog)
                rows[tuple(row[key] for key in CASE)] = row
    cases = pandas.DataFrame(rows.values())
    if not cases.empty:
        cases = share_sizes(cases)
        cases["wedge_rate"] = cases["oriented_wedges"] / cases["count"]
        cases["edge_rate"] = cases["edges"] / cases["count"]
    results = Results(cases, pandas.DataFrame(ceilings), pandas.DataFrame(profiles),
                      pandas.DataFrame(preparations), checks, pandas.DataFrame(originals),
                      shared, pandas.DataFrame(scale), ranks, list(little.values()), shares,
                      devices, list(whole.values()))
    if not cases.empty:
        bounds = {platform: results.probe_ceiling(platform) for platform in results.platforms()}
        cases["of_bound"] = cases["wedge_rate"] / cases["platform"].map(bounds)
    return results
