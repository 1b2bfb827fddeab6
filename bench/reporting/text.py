"""Numbers in words, the same in all tables and plots."""

import math

UNITS = ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k"))


def missing(value):
    return value is None or (isinstance(value, float) and math.isnan(value))


def seconds(value):
    if missing(value):
        return "-"
    if value == 0:
        return "0"
    for least, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= least:
            return f"{ratio(value / least)} {unit}"
    return f"{value * 1e9:.3g} ns"


def amount(value):
    if missing(value):
        return "-"
    for least, unit in UNITS:
        if value >= least:
            return f"{value / least:.3g}{unit}"
    return f"{value:.3g}"


def whole(value):
    return "-" if missing(value) else f"{int(value):,}"


def ratio(value):
    if missing(value):
        return "-"
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:,.0f}"
