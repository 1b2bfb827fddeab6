"""Plots of the papers' experiments, from the records that the scripts of bench/papers write.

    PYTHONPATH=bench python -m reporting.papers bench/results/papers/{tc-compare,trust,fox}-h200.jsonl.xz

Writes docs/benchmarks/papers-SCRIPT-FIGURE.svg: for each figure that is `drawn` how many times as
long as its base each case takes, a row for each graph.  A script's figures are of the files that
begin with its name.
"""

import importlib.machinery
import importlib.util
import pathlib
import sys

from . import plots

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ("trust", "tc_compare", "fox", "polak", "trix")


def load(name):
    """A script of bench/papers as a module."""
    folder = ROOT / "bench" / "papers"
    sys.path.insert(0, str(folder))
    loader = importlib.machinery.SourceFileLoader(f"papers_{name}", str(folder / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def ratios(axes, figure, rows, names):
    """The values of each case over those of the base."""
    base = [case.label for case in figure.cases].index(figure.base)
    for place, case in enumerate(figure.cases):
        points = [(values[place] / values[base], y) for y, values in enumerate(rows)
                  if place != base and values[place] and values[base]]
        if points:
            axes.plot(*zip(*points), linestyle="none", markersize=5, label=case.label,
                      color=plots.COLOURS[2 * place % len(plots.COLOURS)],
                      marker=plots.MARKERS[place % len(plots.MARKERS)])
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(rows)), names)
    axes.set_xscale("log")
    axes.set_xlabel(f"times {figure.base}")
    plots.close_rows(axes, len(rows))


def draw(name, module, records, folder):
    """The plots of one script's figures."""
    paper = sys.modules["paper"]
    for figure in (figure for figure in module.FIGURES if figure.drawn):
        rows = {graph: paper.row(figure, records, graph)
                for graph in dict.fromkeys(graph for _, graph, _ in records)}
        rows = {graph: values for graph, values in rows.items()
                if sum(value is not None for value in values) > 1}
        if not rows:
            continue
        plot = plots.Plot(f"papers-{name.replace('_', '-')}-{plots.slug(figure.name)}",
                          f"{figure.name}: {figure.title}", figure.claim)
        names = [paper.row_name(graph) for graph in rows]
        plots.write(folder, plot, lambda axes, figure=figure, rows=rows, names=names: ratios(
            axes, figure, list(rows.values()), names), 2 * len(rows))
        print(folder / f"{plot.name}.svg")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = ROOT / "docs" / "benchmarks"
    for name in SCRIPTS:
        own = [path for path in sys.argv[1:] if pathlib.Path(path).name.startswith(name.replace("_", "-"))]
        module = load(name)
        draw(name, module, sys.modules["paper"].read_records(own), folder)


if __name__ == "__main__":
    main()
