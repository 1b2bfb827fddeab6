"""DuckDB's library for the program, out of DuckDB's package for Python, which has the same calls."""
from __future__ import annotations

import os
import pathlib
import sysconfig


def environment(folder: "str | os.PathLike[str]") -> dict[str, str] | None:
    """The environment of a program that finds the library, by a link in the folder; None where Python's own library, which
    the package needs, is not there."""
    import _duckdb

    python = pathlib.Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME"))
    if not python.exists():
        python = pathlib.Path(sysconfig.get_config_var("LIBDIR"), str(sysconfig.get_config_var("MULTIARCH")), python.name)
    link = pathlib.Path(folder, "libduckdb.so")
    if not python.exists():
        return None
    if not link.exists():
        link.symlink_to(_duckdb.__file__)
    return {**os.environ, "LD_LIBRARY_PATH": os.fspath(folder), "LD_PRELOAD": os.fspath(python)}
