"""Counts of a graph by 1, 2, 4 and 8 GPUs, for bench/scale --devices.

Real ones (time_gpus) as far as the machine has them; for the others the parts are counted one after the
other on one GPU (time_shares; TRUST's tasks by time_tasks), in records that are marked simulated.
"""

import json
import statistics
import subprocess
import sys

from machine import describe_machine

# What is timed, and what time_gpus adds to the name of a device for it: a fourth of the memory, TRUST's
# n = 2 (2 x 2 blocks, 8 tasks), TriX's blocks.
WAYS = {"replicated": "", "blocks": "/4", "trust": "@trust:4", "workload": "@workload",
        "trix": "@trix:4"}
TRUST_CLASSES = 2
TRUST_TASKS = TRUST_CLASSES ** 3


def gpus_here():
    """(name, driver) of each GPU of this machine."""
    try:
        done = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version",
                               "--format=csv,noheader"], stdout=subprocess.PIPE, text=True,
                              check=False)
    except OSError:
        return []
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    return [tuple(part.strip() for part in line.rpartition(",")[::2]) for line in lines]


def about(here):
    """What all records of these GPUs say: the machine, its GPUs, the driver and the commit."""
    named = sorted({name for name, _ in here})
    return {"device": f"{len(here)} x {', '.join(named)}" if len(here) > 1 else ", ".join(named),
            "driver": ", ".join(sorted({driver for _, driver in here})), **describe_machine()}


def lines_of(program, *words):
    """The records that a program prints; (records, whether it ended well)."""
    done = subprocess.run([str(program), *words], stdout=subprocess.PIPE, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode == 0


def place(count, way):
    return "gpu:" + ",".join(str(g) for g in range(count)) + WAYS[way]


def places(counts):
    """(number of GPUs, way, place) of what time_gpus runs; one GPU first, as gains are over it."""
    yield 1, "replicated", place(1, "replicated")
    for count in counts:
        for way in WAYS:
            if (count, way) != (1, "replicated"):
                yield count, way, place(count, way)


# ---- real GPUs ----


def gains(timed, one):
    """How many times as fast as one GPU that has all of the graph: counting alone, and all."""
    if "count_seconds" not in timed or "count_seconds" not in one:
        return {"count_gain": None, "whole_gain": None}
    count, plan, count_one, plan_one = (
        statistics.median(record[key]) for record in (timed, one)
        for key in ("count_seconds", "plan_seconds"))
    return {"count_gain": count_one / count,
            "whole_gain": (count_one + plan_one) / (count + plan)}


def real(program, graph, triangles, counts, repeat):
    """Records of what GPUs of this machine took; (records, whether all went well)."""
    wanted = list(places(counts))
    timed, well = lines_of(program, "--repeat", str(repeat), graph, triangles,
                           *(where for _, _, where in wanted))
    by_place = {record.pop("place"): record for record in timed}
    one = by_place.get(place(1, "replicated"), {})
    records = [{"kind": "devices", "simulated": False, "devices": count, "way": way,
                **by_place[where], **gains(by_place[where], one), "imbalance": None}
               for count, way, where in wanted if where in by_place]
    return records, well


# ---- parts, one after the other on one GPU ----


def of_shares(shares):
    """As many GPUs as parts, each with all rows; time_shares says what each part took."""
    count, arrange = shares["share_seconds"], shares["index_seconds"]
    whole, cut = shares["whole_seconds"], shares.get("cut_seconds")  # older records lack it
    last = max(a + c for a, c in zip(arrange, count)) + (cut or 0.0)
    return simulated(shares, "replicated", shares["parts"], count, {
        "algorithm": "gpu-adaptive", "index_seconds": arrange, "cut_seconds": cut,
        "whole_gain": (whole + shares["whole_index_seconds"]) / last})


def of_tasks(tasks):
    """As many GPUs as TRUST has tasks, one each; without copies and indexes."""
    return simulated(tasks, "trust", tasks["classes"] ** 3 * tasks["shares"], tasks["seconds"],
                     {"algorithm": tasks["algorithm"], "index_seconds": None,
                      "whole_gain": None})


def simulated(taken, way, count, seconds, others):
    """A record of parts that were counted alone; `others` are members that only it has."""
    record = {"kind": "devices", "simulated": True, "dataset": taken["dataset"], "devices": count,
              "way": way, "verified": taken["verified"], "whole_seconds": taken["whole_seconds"],
              "part_seconds": seconds, "count_seconds": [max(seconds)],
              "count_gain": taken["whole_seconds"] / max(seconds),
              "imbalance": max(seconds) / statistics.fmean(seconds), **others}
    return {**record, **{key: taken[key] for key in ("device", "driver", "commit", "date")
                         if key in taken}}


def of_timed(timed, counts):
    """Records of the lines of time_shares and of whole time_tasks that are of these counts."""
    for taken in timed:
        if taken["kind"] == "shares" and taken["parts"] in counts:
            yield of_shares(taken)
        elif taken["kind"] == "tasks" and taken["every"] == 1 and taken["seconds"]:
            if taken["classes"] ** 3 * taken["shares"] in counts:
                yield of_tasks(taken)


def parts(build, graph, counts, repeat):
    """Records of parts on one GPU; (records, whether all went well)."""
    asked = ",".join(str(count) for count in counts if count > 1)
    timed, well = lines_of(build / "time_shares", "--repeat", str(repeat), asked, graph)
    if TRUST_TASKS in counts:
        tasks, also = lines_of(build / "time_tasks", "--repeat", str(repeat),
                               f"{TRUST_CLASSES}:1:1", graph)
        timed, well = timed + tasks, well and also
    return list(of_timed(timed, counts)), well


# ---- all ----


def measure(options, graph, triangles):
    """Records of a graph; ends the program where a count is wrong or a program fails."""
    here = gpus_here()
    if not here:
        sys.exit("scale: nvidia-smi shows no GPU")
    counts = [count for count in options.devices if count <= len(here)]
    for count in options.devices:
        if count not in counts:
            print(f"scale: {graph}: {count} GPUs are skipped, this machine has {len(here)}; their "
                  "parts are counted on one, simulated", file=sys.stderr)
    name = {"dataset": options.name or graph}
    records, well = real(options.build / "time_gpus", graph, triangles, counts, options.repeat)
    for record in records:
        yield {**record, **about(here), **name}
    if max(options.devices) > 1:
        records, also = parts(options.build, graph, options.devices, options.repeat)
        well = well and also
        for record in records:
            yield {**record, **about(here[:1]), **name}
    if not well:
        sys.exit(f"scale: {graph}: a count is wrong, or a program failed; see above")
