#!/usr/bin/env python3
"""From a CSV file to communities: the Python packages of Debian 12 that are bound together most closely.

    communities.py [CSV [FOLDER]]

CSV has an edge in its two columns; without it, the dependencies of Debian's Python packages are written as
one.  Prints the communities, and writes trussness.png and clustering.png to FOLDER (or here).
Needs pandas and matplotlib.
"""
import pathlib
import sys

import matplotlib
import pandas as pd

import tricorn

DATA = pathlib.Path(__file__).resolve().parents[2] / "data" / "debian12-python.tsv.zst"


def write_csv(path: pathlib.Path) -> None:
    """The dependencies of Debian's Python packages, in names, as a table has them."""
    graph = tricorn.Graph(DATA)
    ends = graph.edge_support().ends
    pd.DataFrame({"package": ends[:, 0], "needs": ends[:, 1]}).to_csv(path, index=False)


def communities(graph: tricorn.Graph, k: int) -> list[list[str]]:
    """Parts of the k-truss that hang together, the largest first; their vertices by name."""
    truss = graph.k_truss(k)
    frame = pd.DataFrame({"name": truss.nodes, "part": truss.components()})
    parts = [sorted(names) for _, names in frame.groupby("part")["name"]]
    return sorted((part for part in parts if len(part) > 1), key=lambda part: (-len(part), part))


def plot(graph: tricorn.Graph, folder: pathlib.Path) -> None:
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    trussness = graph.trussness().values
    _, axes = plt.subplots()
    axes.hist(trussness, bins=[level - 0.5 for level in range(2, trussness.max() + 2)], log=True)
    axes.set(xlabel="trussness", ylabel="edges")
    plt.savefig(folder / "trussness.png")
    _, axes = plt.subplots()
    axes.loglog(graph.degrees(), graph.clustering() + 1e-6, ".", alpha=0.2)
    axes.set(xlabel="neighbours", ylabel="clustering coefficient")
    plt.savefig(folder / "clustering.png")


def main() -> None:
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else folder / "debian12-python.csv"
    if not path.exists():
        write_csv(path)
    table = pd.read_csv(path, keep_default_na=False)  # a name may be "null"
    graph = tricorn.Graph(table)
    print(f"{graph}: {graph.count()} triangles, transitivity {graph.transitivity():.4f}")
    k_max = int(graph.trussness().values.max())
    for k in range(k_max, max(k_max - 3, 2), -1):
        for part in communities(graph, k):
            print(f"{k}-truss, {len(part)} vertices: {', '.join(part[:6])}"
                  f"{', ...' if len(part) > 6 else ''}")
    plot(graph, folder)


main()
