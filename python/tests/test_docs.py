"""What the documentation says is what was recorded."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]


def test_times() -> None:
    records = ROOT / "bench" / "results" / "2026-11-23-epyc-python.jsonl"
    table = subprocess.run([sys.executable, "-B", ROOT / "bench" / "python", "--table", records],
                           capture_output=True, text=True, check=True).stdout
    assert table.count("\n") > 5
    assert table in (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
