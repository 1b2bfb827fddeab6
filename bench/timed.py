"""Times in records: which of them are compared, and how far many of them are from the best."""

import math


def least(record, phases):
    """Seconds of the phases, each at its best round; of one count, where that was timed by itself.
    Of several plans that counted several times each, first counts: these are the slowest."""
    if len(phases) == 1:
        return min(record[phases[0] + "_seconds"])
    if record.get("once_seconds"):
        return min(record["once_seconds"])
    prepare, count = record["prepare_seconds"], record["count_seconds"]
    if len(count) > len(prepare) > 1:
        return min(map(sum, zip(prepare, count[::len(count) // len(prepare)])))
    return min(prepare) + min(count)


def usable(record, device, phases):
    """Whether it has the times of these phases of a right count with the standard parameters.  time_on_device
    has no kind and no status, and its device is the GPU's name."""
    good = record.get("status") == "ok" if "kind" in record else record.get("verified")
    return (record.get("kind", "measured") == "measured" and good
            and record["algorithm"].split("-")[0] == device and not record.get("peer")
            and not record.get("parameters") and all(record.get(phase + "_seconds") for phase in phases))


def quantile(ascending, part):
    """The least value that at least this part of the values does not exceed."""
    return ascending[max(0, math.ceil(part * len(ascending)) - 1)]


def print_distribution(name, regrets, most):
    """How many are near the best, and what the others lose."""
    ascending = sorted(regrets)
    within = sum(one <= most for one in ascending) / len(ascending)
    print(f"{name}: {100 * within:.1f} % of {len(ascending)} within {most:g} %; median "
          f"{quantile(ascending, 0.5):+.1f} %, 90 % {quantile(ascending, 0.9):+.1f} %, "
          f"95 % {quantile(ascending, 0.95):+.1f} %, worst {ascending[-1]:+.1f} %")
