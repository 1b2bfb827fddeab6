"""Reads open files and streams: all bytes from their present position on."""
from __future__ import annotations

import codecs
import io
import os
from typing import Any

from . import _roles, _tricorn

_CHUNK_BYTES = 1 << 20
_INNER = ("buffer", "raw", "stream")  # what the objects of io and codecs read from
_DECODED = (".bz2", ".xz", ".lzma", ".gz")  # suffixes of files whose objects decompress them


def options(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings as the reader of files expects them."""
    known = {key: value for key, value in settings.items() if key not in _roles.KEYWORDS}
    weights = known.pop("weights", None)
    columns = {role: _roles.in_file(column) for role, column in _roles.said(settings, weights).items()}
    wrong = [column for role, column in columns.items()
             if not isinstance(column, (str, int)) or isinstance(column, bool) and (role, column) not in (("weight", True), ("time", True))]
    times = settings.get("times")
    wrong += [] if times is None or isinstance(times, (str, int)) else [times]
    if wrong:
        raise TypeError(f"a column of a file has a name, or a number from 1 on, and {wrong[0]!r} is none")
    known["weights"] = _roles.stores_weights(columns, weights, settings)
    known["times"] = times is not None
    known["where"] = settings.get("where")
    known["columns"] = {role: str(column) for role, column in columns.items() if column is not True}
    if known.get("vertices") is not None:
        known["vertices"] = os.fspath(known["vertices"])
    return known


def _is_plain(source: Any) -> bool:
    """Whether reading the descriptor and reading the object give the same bytes, compressed by gzip or not."""
    source = getattr(source, "file", source)  # of tempfile
    if isinstance(source, io.TextIOWrapper):
        if codecs.lookup(source.encoding).name not in ("utf-8", "ascii"):
            return False
        source = source.buffer
    return type(source).__module__ in ("_io", "gzip")


def _descriptor(source: Any) -> int | None:
    """The descriptor of a file whose object has buffered nothing; None if only the object has the remaining bytes."""
    if not _is_plain(source):
        return None
    try:
        descriptor: int = source.fileno()
        if isinstance(source, io.FileIO) and not source.seekable():
            return descriptor  # a pipe without a buffer
        untouched = source.tell() == 0 == os.lseek(descriptor, 0, os.SEEK_CUR)
    except (AttributeError, OSError, ValueError):
        return None
    return descriptor if untouched else None


def _chunk(source: Any) -> Any:
    """Some bytes or text of a file."""
    try:
        chunk = source.read(_CHUNK_BYTES)
    except (AttributeError, KeyError, TypeError) as error:  # of an archive or a table in a file
        raise TypeError(f"{type(source).__name__} is no open file, as its read(count) shows: {error}; give a path, an "
                        "open file, or what its read() returns") from error
    if chunk is None:
        raise BlockingIOError("the file has no bytes yet: give one that waits, by os.set_blocking()")
    if not isinstance(chunk, (bytes, bytearray, memoryview, str)):
        raise TypeError(f"read() of a file gives bytes or str, not {type(chunk).__name__}")
    return chunk.encode("utf-8", "surrogateescape") if isinstance(chunk, str) else chunk


def _copy(source: Any, to: Any) -> None:
    """Copies all that read() returns, text as UTF-8."""
    while len(chunk := _chunk(source)):
        to.write(chunk)


def _check_end(source: Any, name: str) -> None:
    """Raises ReadWriteError if a response of HTTP has ended early, of which read(count) says nothing."""
    while source is not None:
        left = getattr(source, "length", None) if hasattr(source, "getheader") else None
        if isinstance(left, int) and left > 0:
            raise _tricorn.ReadWriteError(f"{name!r}: the response has ended {left} bytes early: load it again")
        source = next((getattr(source, inner) for inner in _INNER if getattr(source, inner, None) is not None), None)


def _has_moved(source: Any) -> bool:
    """Whether something of the file was read or written before."""
    try:
        return bool(source.seekable() and source.tell() > 0)
    except (AttributeError, OSError, ValueError):
        return False


def read(source: Any, settings: dict[str, Any]) -> _tricorn.Graph:
    """Makes the graph of an open file: from its descriptor if nothing was read yet, else by its read()."""
    name = str(getattr(source, "name", "") or "stream")
    descriptor = _descriptor(source)
    if descriptor is not None:
        return _tricorn.read(descriptor, name, settings)
    import tempfile

    for suffix in _DECODED:
        name = name.removesuffix(suffix)
    with tempfile.TemporaryFile() as copy:
        moved = _has_moved(source)
        _copy(source, copy)
        _check_end(source, name)
        if moved and copy.tell() == 0:
            raise ValueError(f"{name!r} is at its end, and has nothing left to read: give file.seek(0) before")
        copy.seek(0)
        return _tricorn.read(copy.fileno(), name, settings)
