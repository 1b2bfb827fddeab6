"""The examples run, and find what is known."""
import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def test_communities(tmp_path: pathlib.Path) -> None:
    for _ in range(2):  # the second time from the file that the first one wrote
        out = subprocess.run([sys.executable, "-B", EXAMPLES / "communities.py", tmp_path / "edges.csv",
                              tmp_path], capture_output=True, text=True, check=True)
        assert "401442 triangles" in out.stdout  # data/README.md's, and that of README.md
        assert "-truss, " in out.stdout
    assert {"trussness.png", "clustering.png", "edges.csv"} <= {path.name for path in tmp_path.iterdir()}


def test_small(tmp_path: pathlib.Path) -> None:
    """Two cliques, joined by an edge: two communities."""
    rows = [f"{a},{b}" for side in ("abcde", "vwxyz") for a in side for b in side if a < b]
    (tmp_path / "edges.csv").write_text("\n".join(["from,to", *rows, "a,z"]))
    out = subprocess.run([sys.executable, "-B", EXAMPLES / "communities.py", tmp_path / "edges.csv",
                          tmp_path], capture_output=True, text=True, check=True)
    assert "5-truss, 5 vertices: a, b, c, d, e\n5-truss, 5 vertices: v, w, x, y, z\n" in out.stdout
