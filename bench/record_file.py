"""Files of records: JSON lines, as they were written, or compressed with xz as in bench/results."""

import json
import lzma


def open_records(path):
    """The file's text, for reading."""
    opened = lzma.open if str(path).endswith(".xz") else open
    return opened(path, "rt", encoding="utf-8")


def read_records(path):
    """The file's records, one after the other."""
    with open_records(path) as lines:
        yield from map(json.loads, filter(str.strip, lines))
