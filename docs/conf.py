"""How Sphinx makes the site of these pages; `tools/site` runs it."""
import pathlib
import re
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADER = (ROOT / "include" / "tricorn" / "tricorn.h").read_text(encoding="utf-8")
sys.path.insert(0, str(ROOT / "python"))

project = "tricorn"
author = "The tricorn developers"
project_copyright = "The tricorn developers, Apache License 2.0"
release = ".".join(re.findall(r"#define TRICORN_VERSION_\w+ (\d+)", HEADER))

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "breathe"]
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
# Types of other headers and of other packages.
nitpick_ignore_regex = [("c:identifier", ".*"), ("py:class", ".*")]

# The docstrings of the package, whose compiled part, and other packages, are not needed for them.
autodoc_mock_imports = ["tricorn._tricorn", "distributed", "duckdb", "numpy"]
python_use_unqualified_type_names = True
napoleon_custom_sections = [("Fields", "params_style"), ("Keywords", "params_style")]
default_role = "code"
smartquotes = False

# The comments of the header, which tools/site has given to Doxygen.
breathe_projects = {"tricorn": str(ROOT / "build" / "site-header" / "xml")}
breathe_default_project = "tricorn"
breathe_domain_by_extension = {"h": "c"}
breathe_default_members = ("members", "undoc-members")


def shorten(app, function, is_bound):
    """Shows **settings, whose keywords have a section of their own, in place of all keywords."""
    if isinstance(function, types.FunctionType):
        vars(function).pop("__signature__", None)


def setup(app):
    app.connect("autodoc-before-process-signature", shorten)
