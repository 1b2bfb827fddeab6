"""How Sphinx makes the site of these pages; `tools/site` runs it."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import reference

project = "tricorn"
author = "The tricorn developers"
project_copyright = "The tricorn developers, Apache License 2.0"
release = ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", reference.HEADER))

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
# The C types of other headers, and those of the library, whose structs the pages show as code.
nitpick_ignore_regex = [("c:identifier", ".*")]


def show_definitions(app, page, source):
    """Functions of Python and of C, where a page has their names or a part of the header."""
    if page == "python-api":
        source[0], files = reference.show_docstrings(source[0]), reference.MODULES
    elif page.startswith("c-api/"):
        source[0], files = reference.show_header(source[0]), [reference.HEADER_FILE]
    else:
        return
    for file in [*files, reference.__file__]:  # a page is made again after a change of them
        app.env.note_dependency(str(file), docname=page)


def setup(app):
    app.connect("source-read", show_definitions)
