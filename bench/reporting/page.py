"""One self-contained HTML page: a table that sorts and filters, and the plots."""

import html
import json
import math
import pathlib
import re

from . import names

TEMPLATE = pathlib.Path(__file__).with_name("page.html")

# The columns of the table: key, heading, how the page writes it; the last ones are shown if the reader asks for them.
COLUMNS = (
    ("dataset", "graph", "text"), ("algorithm", "algorithm", "text"), ("platform", "on", "text"),
    ("status", "status", "text"), ("edges", "edges", "whole"), ("triangles", "triangles", "whole"),
    ("single_count", "single count", "seconds"), ("count", "repeated count", "seconds"),
    ("solve", "solve", "seconds"), ("speed_up", "speed-up", "ratio"),
    ("iqr", "IQR", "seconds"), ("read", "read", "seconds"), ("prepare", "prepare", "seconds"),
    ("transfer", "transfer", "seconds"),
    ("edge_rate", "edges/s", "amount"), ("wedge_rate", "wedges/s", "amount"), ("of_bound", "of bound", "ratio"),
    ("peak_bytes", "peak bytes", "amount"), ("energy_joules", "joules", "ratio"),
    ("edges_per_joule", "edges/J", "amount"),
    ("wedges_per_edge", "wedges/edge", "ratio"), ("lines_per_edge", "lines/edge", "ratio"),
    ("tests_per_edge", "tests/edge", "ratio"), ("compares_per_edge", "compares/edge", "ratio"),
    ("fetches_per_edge", "fetches/edge", "ratio"), ("bytes_per_edge", "bytes/edge", "ratio"),
    ("bound", "bound", "seconds"), ("predicted_seconds", "predicted", "seconds"),
)
FIRST_OF_ASKED = "iqr"


def plain(value):
    """A value as JSON has it: no NaN, no numpy types."""
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def base_times(results, bases):
    """The base's count on each (graph, platform)."""
    timed = results.timed()
    own = timed[timed["algorithm"] == timed["platform"].map(bases)]
    return own.groupby(["dataset", "platform"])["count"].min()


def rows_of(results, bases):
    cases = results.cases.assign(iqr=results.cases["high"] - results.cases["low"],
                                 wedges_per_edge=results.cases["oriented_wedges"] / results.cases["edges"],
                                 bound=[results.work_bound(case) for case in results.cases.itertuples()])
    times = base_times(results, bases)
    rows = []
    for case in cases.to_dict("records"):
        key = (case["dataset"], case["platform"])
        case["speed_up"] = times[key] / case["count"] if key in times.index else None
        row = {name: plain(case[name]) for name, _, _ in COLUMNS}
        row["algorithm"] = case["shown"]
        if row["count"] is None:
            row["solve"] = None
        row["message"] = case["message"]
        rows.append(row)
    return rows


def named(bases):
    """The bases in words: one name, or one for each platform."""
    shown = {platform: names.shown(base) for platform, base in bases.items() if base}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return ", ".join(f"{base} on {platform}" for platform, base in shown.items()) or "nothing"


def embedded(value):
    """JSON that is safe within a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def pictures(drawn, folder):
    parts = []
    for plot in drawn:
        svg = (folder / f"{plot.name}.svg").read_text(encoding="utf-8")
        # All pictures are in one page: the names in each of them become its own.
        svg = re.sub(r'(?<=#)n\d+(?=[")])|(?<= id=")n\d+(?=")', rf"{plot.name}-\g<0>", svg)
        parts.append(f"<figure><figcaption>{html.escape(plot.title)}. {html.escape(plot.about)}"
                     f"</figcaption>{svg}</figure>")
    return "\n".join(parts)


def write(results, bases, drawn, path):
    page = TEMPLATE.read_text(encoding="utf-8")
    asked = [key for key, _, _ in COLUMNS].index(FIRST_OF_ASKED)
    columns = [{"key": key, "head": head, "kind": kind + " asked" * (place >= asked)}
               for place, (key, head, kind) in enumerate(COLUMNS)]
    contents = {
        "@@COLUMNS@@": embedded(columns),
        "@@ROWS@@": embedded(rows_of(results, bases)),
        "@@BASE@@": html.escape(named(bases)),
        "@@PICTURES@@": pictures(drawn, path.parent),
    }
    # All at once, because a name in one of them may look like a mark.
    page = re.sub("|".join(contents), lambda found: contents[found[0]], page)
    path.write_text(page, encoding="utf-8")
