#!/usr/bin/env python3
"""Check that a checkout is small, and that pages use the records, pictures and tests in it.

    tools/check_checkout.py [ROOT]      ROOT: the checkout, the one of this script if not given

The files that git tracks take at most MOST_BYTES.  A page or a script, tests apart, names each record of
bench/results by its path, or by a pattern of paths, and a record is there for each of these.  A page
shows each picture of docs/benchmarks, and names only tests that exist.

Prints what is wrong, a line for each fault, and exits with 1 if there is one; with 77 where git does
not know the files.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

MOST_BYTES = 12_000_000
UNKNOWN = 77
RECORDS = "bench/results/"
PICTURES = "docs/benchmarks/"
RECORD = re.compile(r"bench/results/[\w*/-]+\.jsonl\.xz")
PICTURE = re.compile(r"\bbenchmarks/[\w-]+\.\w+(?=\))")
TEST = re.compile(r"`((?:unit|property|fault|cli)\.[\w.]*\w)`")


def tracked(root):
    """The paths of files that git tracks, below the root; a file that was just removed is not one."""
    done = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        print(f"check_checkout: {done.stderr.strip()}", file=sys.stderr)
        sys.exit(UNKNOWN)
    return [path for path in done.stdout.split("\0") if path and (root / path).is_file()]


def named(root, paths, pattern):
    """What texts name: {words that match the pattern: the first file that has them}."""
    found = {}
    for path in paths:
        if not path.startswith((RECORDS, PICTURES, "tests/")):
            for words in pattern.findall((root / path).read_text(encoding="utf-8", errors="replace")):
                found.setdefault(words, path)
    return found


def record_faults(root, paths):
    records = [path for path in paths if path.startswith(RECORDS)]
    names = named(root, paths, RECORD)
    for record in records:
        if not any(fnmatch.fnmatchcase(record, name) for name in names):
            yield f"{record}: no page and no script names this record; remove it, or name it beside its table"
    for name, path in names.items():
        if not fnmatch.filter(records, name):
            yield f"{path}: {name} is not in this checkout"


def picture_faults(root, paths):
    shown = named(root, [path for path in paths if path.endswith(".md")], PICTURE)
    for path in paths:
        if path.startswith(PICTURES) and path.removeprefix("docs/") not in shown:
            yield f"{path}: no page shows this picture; remove it, or show it"


def test_faults(root, paths):
    """A test's name is its path: tests/unit/base/test_pool.c is unit.base.pool; folders may be left out."""
    tests = {"/".join(path.split("/")[1:]).rsplit(".", 1)[0] for path in paths if path.startswith("tests/")}
    for name, path in named(root, [path for path in paths if path.endswith(".md")], TEST).items():
        *folders, last = name.split(".")
        if not fnmatch.filter(tests, f"{folders[0]}/*test_{last}") and "/".join([*folders, last]) not in {
                test.rsplit("/", 1)[0] for test in tests}:
            yield f"{path}: there is no test {name}"


def size_faults(root, paths):
    total = sum((root / path).stat().st_size for path in paths)
    if total > MOST_BYTES:
        yield (f"the checkout takes {total:,} bytes, more than {MOST_BYTES:,}; "
               "docs/benchmarking.md says which records stay")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    paths = tracked(root)
    faults = [fault for check in (size_faults, record_faults, picture_faults, test_faults) for fault in check(root, paths)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
