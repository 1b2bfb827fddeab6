"""What workers would take for a graph that no GPU holds, for bench/scale --work: its exact work
(kronecker_work) by the cost that was measured on a smaller graph, cut into as many parts.

A part takes a fixed time, its work by the cost, and what one of the parts that were measured took
beyond its mean.  The fixed time is what a measured part took beyond its share of the whole.  Of the
work only the least, the most and the mean are known: the parts between are spread evenly.
"""

import random
import statistics

SEED = 1
# What kronecker_work tells of TRUST's tasks, by their number.
TRUST_WORK = {512: "trust", 1024: "trust_shares"}


def even(least, most, parts):
    return [least + (most - least) * i / max(1, parts - 1) for i in range(parts)]


def relative(spread):
    """The work of parts over its mean."""
    values = even(spread["least"], spread["most"], spread["parts"])
    mean = statistics.fmean(values)
    return [value / mean if mean else 0.0 for value in values]


def own_work(work):
    """Of tricorn's parts: tests of blocks and, of the wedges beyond all blocks, as large a part of the
    time as of all wedges; the same workers have the most of both."""
    left = work["left_wedges"] / work["wedges"]
    return [(1 - left) * tests + left * beyond
            for tests, beyond in zip(relative(work["dealt_tests"]), relative(work["left"]))]


def work_of(work, cost):
    """The work of each part over its mean, or None where it was not counted."""
    if cost["kind"] == "shares":
        told = work.get("dealt_tests", {})
        return own_work(work) if told.get("parts") == cost["parts"] else None
    tasks = cost["classes"] ** 3 * cost["shares"]
    told = work.get(TRUST_WORK.get(tasks), {})
    return relative(told) if told.get("parts") == tasks else None


def predicted(work, cost, measured):
    """(seconds of each part, of the whole) of a graph with `work`; `measured` is the work of the
    graph of `cost`, a line of time_shares or time_tasks.  None where the parts were not counted."""
    parts = work_of(work, cost)
    if parts is None:
        return None
    taken = cost["share_seconds" if cost["kind"] == "shares" else "seconds"]
    times = work["wedges"] / measured["wedges"]
    mean, share = statistics.fmean(taken), cost["whole_seconds"] / len(parts)
    fixed = max(0.0, mean - share)
    beyond = [taken[i * len(taken) // len(parts)] - mean for i in range(len(parts))]
    random.Random(SEED).shuffle(beyond)
    seconds = [fixed + (mean - fixed) * times * part + more for part, more in zip(parts, beyond)]
    return seconds, cost["whole_seconds"] * times


def latest(records):
    """The last work of each graph."""
    return {record["dataset"]: record for record in records if record["kind"] == "work"}
