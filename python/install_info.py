#!/usr/bin/env python3
"""Writes what pip would say of the package beside a copy of it, so that entry points are found.

    install_info.py PYPROJECT VERSION FOLDER
"""
import pathlib
import sys
import tomllib


def main() -> None:
    project = tomllib.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
    version = sys.argv[2]
    folder = pathlib.Path(sys.argv[3]) / f"{project['name']}-{version}.dist-info"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\n"
                                     f"Version: {version}\n", encoding="utf-8")
    lines = []
    for group, entries in project.get("entry-points", {}).items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
