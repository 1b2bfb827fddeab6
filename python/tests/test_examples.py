"""The examples run, and find what is known."""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

import notebooks
import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def test_communities(tmp_path: pathlib.Path) -> None:
    for _ in range(2):  # the second time from the file that the first one wrote
        out = subprocess.run([sys.executable, "-B", EXAMPLES / "communities.py", tmp_path / "edges.csv",
                              tmp_path], capture_output=True, text=True, check=True)
        assert "8940 triangles" in out.stdout  # data/README.md's
        assert "\n9-truss, 15 vertices: python3-heat, " in out.stdout  # NetworkX finds the same
    assert {"trussness.png", "clustering.png", "edges.csv"} <= {path.name for path in tmp_path.iterdir()}


def test_plots(tmp_path: pathlib.Path) -> None:
    """Points of a star with a triangle: degrees 1 (3 vertices), 2 (2) and 5 (1), by the marks of the SVG."""
    (tmp_path / "edges.txt").write_text("".join(f"hub {leaf}\n" for leaf in "abcde") + "a b\n")
    subprocess.run([sys.executable, "-B", EXAMPLES / "plots.py", tmp_path / "edges.txt", tmp_path], check=True)
    for name, points in (("degrees", 3), ("clustering", 2)):
        root = xml.etree.ElementTree.parse(tmp_path / f"{name}.svg").getroot()
        marks = [len(line.findall("{*}g/{*}use")) for line in root.iter()
                 if line.get("id", "").startswith("line2d")]  # ticks of axes have one each
        assert max(marks) == points


def test_small(tmp_path: pathlib.Path) -> None:
    """Two cliques, joined by an edge: two communities."""
    rows = [f"{a},{b}" for side in ("abcde", "vwxyz") for a in side for b in side if a < b]
    (tmp_path / "edges.csv").write_text("\n".join(["from,to", *rows, "a,z"]))
    out = subprocess.run([sys.executable, "-B", EXAMPLES / "communities.py", tmp_path / "edges.csv",
                          tmp_path], capture_output=True, text=True, check=True)
    assert "5-truss, 5 vertices: a, b, c, d, e\n5-truss, 5 vertices: v, w, x, y, z\n" in out.stdout


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path: pathlib.Path) -> None:
    """Cells print what the notebook shows."""
    cells = notebooks.run(path)
    assert len(cells) > 2 and all(printed == notebooks.printed(cell) for cell, printed in cells)


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3
