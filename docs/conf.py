"""How Sphinx makes the site of these pages; `tools/site` runs it."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADER = (ROOT / "include" / "tricorn" / "tricorn.h").read_text(encoding="utf-8")

project = "tricorn"
author = "The tricorn developers"
project_copyright = "The tricorn developers, Apache License 2.0"
release = ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", HEADER))

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"tricorn {release}"
html_static_path = ["_static"]
html_js_files = ["sort.js"]
html_extra_path = ["schema.json"]
html_show_sourcelink = False
nitpicky = True
# Pages of single algorithms, decisions and notes: their lists link to them.
suppress_warnings = ["toc.not_included"]
