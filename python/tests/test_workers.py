"""The programs for engines with tasks that docs/workers.md shows count right, where the engine is installed."""
import importlib.util
import pathlib
import re
import subprocess
import sys

import networkx as nx
import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "workers.md"
PROGRAMS = {found.removeprefix("# ").partition(".")[0]: found
            for found in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)}
ENGINES = {"Dask": "distributed", "Object": "fsspec", "Ray": "ray", "Spark": "pyspark"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str, tmp_path: pathlib.Path) -> None:
    if importlib.util.find_spec(ENGINES[re.split(r"\W", name)[0]]) is None:
        pytest.skip("the engine is not installed")
    source = nx.gnp_random_graph(300, 0.1, seed=5)
    nx.write_edgelist(source, tmp_path / "graph.txt", data=False)
    (tmp_path / "program.py").write_text(PROGRAMS[name], encoding="utf-8")
    done = subprocess.run([sys.executable, "-B", "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.stdout.split()[-1:] == [str(sum(nx.triangles(source).values()) // 3)], done.stderr
    if "triangles.csv" in PROGRAMS[name]:
        rows = (tmp_path / "triangles.csv").read_text(encoding="utf-8").splitlines()
        assert rows[0] == "id,triangles" and {tuple(map(int, row.split(","))) for row in rows[1:]} == \
            set(nx.triangles(source).items())


def test_all_engines_are_shown() -> None:
    assert {re.split(r"\W", name)[0] for name in PROGRAMS} == set(ENGINES)
