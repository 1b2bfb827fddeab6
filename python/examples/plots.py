#!/usr/bin/env python3
"""Degrees and clustering of a graph, as SVG.

    plots.py [FILE [FOLDER]]

FILE is a graph in any format of tricorn, with words as ids; without it, the dependencies of Debian's Python packages.
Writes degrees.svg, how many vertices have how many neighbours, and clustering.svg, the mean clustering
coefficient of those with about as many neighbours, to FOLDER (or here).  Needs numpy and matplotlib.
"""
import pathlib
import sys
from typing import Any

import matplotlib
import numpy as np

import tricorn

Numbers = np.ndarray[Any, np.dtype[Any]]
DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "debian12-python.tsv.zst"

def plot_degrees(degrees: Numbers, path: pathlib.Path) -> None:
    import matplotlib.pyplot as plt

    values, counts = np.unique(degrees[degrees > 0], return_counts=True)
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.loglog(values, counts, ".")
    axes.set(xlabel="neighbours", ylabel="vertices")
    figure.savefig(path, metadata={"Date": None})


def plot_clustering(degrees: Numbers, clustering: Numbers, path: pathlib.Path) -> None:
    """Means over degrees from 2 to 3, 4 to 7, 8 to 15, and so on."""
    import matplotlib.pyplot as plt

    bins = np.log2(np.maximum(degrees, 1)).astype(int)
    shown = [b for b in range(1, bins.max() + 1) if (bins == b).any()]
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot([2.0**b for b in shown], [clustering[bins == b].mean() for b in shown], "o-")
    axes.set(xlabel="neighbours, at least", ylabel="mean clustering coefficient", xscale="log", ylim=0)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    matplotlib.use("Agg")
    # Letters, no outlines of them; the same file each time.
    matplotlib.rcParams.update({"svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"], "svg.hashsalt": "tricorn"})
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    graph = tricorn.Graph(sys.argv[1] if len(sys.argv) > 1 else DATA)
    degrees = graph.degrees().to_numpy()
    plot_degrees(degrees, folder / "degrees.svg")
    plot_clustering(degrees, graph.clustering().to_numpy(), folder / "clustering.svg")


main()
