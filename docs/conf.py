"""How Sphinx makes the site of these pages; `tools/site` runs it."""
import ast
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
html_css_files = ["style.css"]
html_js_files = ["sort.js"]
html_extra_path = ["schema.json"]
html_show_sourcelink = False
nitpicky = True
# Pages of single algorithms, decisions and notes: their lists link to them.
suppress_warnings = ["toc.not_included"]


PACKAGE = ROOT / "python" / "tricorn"


def definitions():
    """Of each function and class of the package, by name: what stands before its docstring, and that."""
    found = {}
    for path in sorted(PACKAGE.glob("_*.py")):
        text = path.read_text(encoding="utf-8")
        for part in ast.parse(text).body:
            methods = part.body if isinstance(part, ast.ClassDef) else []
            for one, name in [(part, "")] + [(method, part.name + ".") for method in methods]:
                if isinstance(one, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(one):
                    lines = text.splitlines()[one.lineno - 1:one.body[0].lineno - 1]
                    found[name + one.name] = "\n".join(line.strip() for line in lines).rstrip(":"), \
                        ast.get_docstring(one)
    return found


def show_docstrings(app, page, source):
    """In place of <!-- NAME NAME ... --> the signatures and docstrings of these names."""
    if page != "python-api":
        return
    known = definitions()

    def show(match):
        return "\n".join(f"### {name}\n\n```python\n{known[name][0]}\n```\n\n```text\n{known[name][1]}\n```\n"
                         for name in match[1].split())

    source[0] = re.sub(r"<!-- ([\w. \n]+) -->", show, source[0])


def setup(app):
    app.connect("source-read", show_docstrings)
