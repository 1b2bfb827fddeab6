"""Runs the cells of notebooks, and compares what they print with what the notebooks show.

    python3 notebooks.py FILE.ipynb ...   writes what the cells print into the notebooks
"""
import contextlib
import io
import json
import pathlib
import sys
from typing import Any


def printed(cell: dict[str, Any]) -> str:
    """What a notebook shows below a cell."""
    return "".join(line for output in cell["outputs"] for line in output["text"])


def run(path: pathlib.Path) -> list[tuple[dict[str, Any], str]]:
    """The cells with code, each with what it prints; they share their names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile("".join(cell["source"]), str(path), "exec"), names)
            found.append((cell, out.getvalue()))
    return found


def write(path: pathlib.Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, (_, text)) in enumerate(zip(codes, run(path), strict=True)):
        cell["execution_count"] = number + 1
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text.splitlines(True)}] if text else []
    path.write_text(json.dumps(notebook, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(pathlib.Path(name))
