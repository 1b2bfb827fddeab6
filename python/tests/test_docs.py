"""What the documentation says is what was recorded."""
import doctest
import inspect
import operator
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import tricorn
from tricorn import _tricorn

ROOT = pathlib.Path(__file__).parents[2]


def test_every_function_is_shown() -> None:
    """Names of the module are on the page of all functions, and all names there have a docstring."""
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    names = re.findall(r"(?m)^\.\. auto\w+:: (?!tricorn\.[a-z])([\w.]+)$", page)
    assert len(names) == len(set(names))
    for name in names:
        assert operator.attrgetter(name.removeprefix("tricorn."))(tricorn).__doc__, name
    python = {name for name in tricorn.__all__ if not hasattr(_tricorn, name)
              and getattr(getattr(tricorn, name), "__module__", "").startswith("tricorn._")}
    assert len(python) > 30 and python <= {name.removeprefix("Graph.") for name in names}


def public() -> Iterator[tuple[str, str]]:
    """Functions of the module, and methods and properties of its classes that no such function shows: names, docstrings."""
    for name in tricorn.__all__:
        found = getattr(tricorn, name)
        if inspect.isfunction(found):
            yield name, inspect.getdoc(found) or ""
        elif inspect.isclass(found) and not issubclass(found, (tuple, Exception)):
            for method, member in inspect.getmembers(found):
                if method[0] != "_" and method not in tricorn.__all__ and (callable(member) or isinstance(member, property)):
                    yield f"{name}.{method}", inspect.getdoc(member) or ""


EXAMPLES = dict(public())


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_function_has_an_example(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in a folder with a small file, and finds what it says."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edges.txt").write_text("a b\nb c\nc a\nc d\n")
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], {"tricorn": tricorn}, name, None, None)
    assert example.examples and all(one.source for one in example.examples)
    failures: list[str] = []
    doctest.DocTestRunner().run(example, out=failures.append)
    assert not failures, "".join(failures)


def test_times() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name, rows in (("epyc", 14), ("h100", 4)):
        records = ROOT / "bench" / "results" / f"python-{name}.jsonl.xz"
        table = subprocess.run([sys.executable, "-B", ROOT / "bench" / "python", "--table", records],
                               capture_output=True, text=True, check=True).stdout
        assert table.count("\n") == 2 + rows
        assert table in page
