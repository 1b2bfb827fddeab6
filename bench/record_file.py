#!/usr/bin/env python3
"""Files of records: JSON lines as they were written, or packed as in bench/results.

    bench/record_file.py FILE...         prints the records, a line for each
    bench/record_file.py --pack FILE     writes them to FILE.xz

A packed file has a line for each member: its name, null, and its values, one for each record, {} where a record
lacks the member.  Where all values are lists, as samples are, their lengths take the place of null, and the
values are the items of all.  Values that are alike are then side by side: xz takes a fifth less than for the lines.
"""

import argparse
import itertools
import json
import lzma
import pathlib

LACKS = {}
SMALLEST = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 2, "pb": 0}  # text is not aligned


def record_lines(path):
    """The lines of the file's records, also where it is packed; some may be blank."""
    opened = lzma.open if str(path).endswith(".xz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        first = file.readline()
        if first.startswith("["):
            yield from map(json.dumps, records_of([first, *file]))
        else:
            yield first
            yield from file


def read_records(path):
    """The file's records, one after the other."""
    yield from map(json.loads, filter(str.strip, record_lines(path)))


def records_of(lines):
    """The records of a packed file."""
    columns = {name: lists_of(lengths, values) if lengths else values for name, lengths, values in map(json.loads, lines)}
    for values in zip(*columns.values()):
        yield {name: value for name, value in zip(columns, values) if value != LACKS}


def lists_of(lengths, items):
    left = iter(items)
    return [LACKS if length == LACKS else list(itertools.islice(left, length)) for length in lengths]


def pack(records):
    """The bytes of a packed file."""
    lines = ""
    for name in dict.fromkeys(name for record in records for name in record):
        values, lengths = [record.get(name, LACKS) for record in records], None
        if all(value == LACKS or isinstance(value, list) for value in values):
            lengths = [LACKS if value == LACKS else len(value) for value in values]
            values = [item for value in values for item in value]
        lines += json.dumps([name, lengths, values], separators=(",", ":")) + "\n"
    return lzma.compress(lines.encode(), filters=[SMALLEST], check=lzma.CHECK_CRC32)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", type=pathlib.Path)
    parser.add_argument("--pack", action="store_true", help="write FILE.xz")
    asked = parser.parse_args()
    for path in asked.files:
        if asked.pack:
            path.with_name(path.name + ".xz").write_bytes(pack(list(read_records(path))))
        else:
            print(*map(json.dumps, read_records(path)), sep="\n")


if __name__ == "__main__":
    main()
