"""DuckDB's library for the program, out of DuckDB's package for Python, which has the same calls, and Arrow's for GLib, for
which arrow_glib.cpp stands."""
from __future__ import annotations

import os
import pathlib
import subprocess
import sysconfig


def environment(folder: "str | os.PathLike[str]") -> dict[str, str] | None:
    """The environment of a program that finds the libraries, by a link in the folder; None where Python's own library, which
    the packages need, is not there."""
    import _duckdb
    import pyarrow

    python = pathlib.Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME"))
    if not python.exists():
        python = pathlib.Path(sysconfig.get_config_var("LIBDIR"), str(sysconfig.get_config_var("MULTIARCH")), python.name)
    link, arrow = (pathlib.Path(folder, name) for name in ("libduckdb.so", "libarrow-glib.so"))
    if not python.exists():
        return None
    if not link.exists():
        link.symlink_to(_duckdb.__file__)
    if not arrow.exists():
        package = pathlib.Path(pyarrow.__file__).parent
        subprocess.run(["g++", "-std=c++20", "-shared", "-fPIC", f"-I{package}/include", f"-Wl,-rpath,{package}", "-o", arrow,
                        pathlib.Path(__file__).with_name("arrow_glib.cpp"), *package.glob("libarrow.so.*")], check=True)
    return {**os.environ, "LD_LIBRARY_PATH": os.fspath(folder), "LD_PRELOAD": os.fspath(python)}
