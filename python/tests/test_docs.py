"""What the documentation says is what was recorded."""
import operator
import pathlib
import re
import subprocess
import sys

import tricorn
from tricorn import _settings, _tricorn

ROOT = pathlib.Path(__file__).parents[2]


def test_every_function_is_shown() -> None:
    """Names of the module are on the page of all functions, and all names there have a docstring."""
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    names = [name for found in re.findall(r"<!-- ([\w. \n]+) -->", page) for name in found.split()]
    assert len(names) == len(set(names))
    for name in names:
        found = operator.attrgetter(name)(tricorn if hasattr(tricorn, name.partition(".")[0]) else _settings)
        assert found.__doc__, name
    python = {name for name in tricorn.__all__ if not hasattr(_tricorn, name)
              and getattr(getattr(tricorn, name), "__module__", "").startswith("tricorn._")}
    assert len(python) > 30 and python <= {name.removeprefix("Graph.") for name in names}


def test_times() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name, rows in (("epyc", 9), ("h100", 4)):
        records = ROOT / "bench" / "results" / f"python-{name}.jsonl.xz"
        table = subprocess.run([sys.executable, "-B", ROOT / "bench" / "python", "--table", records],
                               capture_output=True, text=True, check=True).stdout
        assert table.count("\n") == 2 + rows
        assert table in page
