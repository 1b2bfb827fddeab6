"""The Python programs of README, the first pages and the tutorials print what the pages show, or the count."""
import importlib.util
import pathlib
import re
import subprocess
import sys

import networkx as nx
import pytest

CHECKOUT = pathlib.Path(__file__).parents[2]
PAGES = (CHECKOUT / "README.md", *(CHECKOUT / "docs" / name for name in ("index.md", "start.md")),
         *sorted((CHECKOUT / "docs" / "tutorials").glob("*.md")))
PROGRAMS = [(page.stem, program) for page in PAGES
            for program in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)]


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_programs(number: int, tmp_path: pathlib.Path) -> None:
    page, program = PROGRAMS[number]
    if page == "dask" and importlib.util.find_spec("distributed") is None:
        pytest.skip("Dask is not installed")
    source = nx.gnp_random_graph(300, 0.1, seed=5)
    nx.write_edgelist(source, tmp_path / "graph.txt", data=False)
    (tmp_path / "data").symlink_to(CHECKOUT / "data")
    (tmp_path / "friends.csv").write_text("from,to\nann,bob\nbob,cid\ncid,ann\ncid,dan\n", encoding="utf-8")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "-B", "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    lines = done.stdout.splitlines()
    shown = re.findall(r"^print\(.*\)  +# (.*)", program, re.MULTILINE)
    assert lines == shown if shown else lines[-1:] == [str(sum(nx.triangles(source).values()) // 3)], done.stderr


def test_pages_have_programs() -> None:
    assert {page for page, _ in PROGRAMS} >= {"README", "index", "start", "communities", "dask"}
