"""Makes Sphinx's directives of the docstrings of the package and of the header's comments, so that the site's
objects.inv names every function; nothing is imported or compiled."""
import ast
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = sorted((ROOT / "python" / "tricorn").glob("_*.py"))
HEADER_FILE = ROOT / "include" / "tricorn" / "tricorn.h"
HEADER = HEADER_FILE.read_text(encoding="utf-8")


def directive(name, argument, parts):
    """parts: pairs of a language and a text."""
    blocks = "\n\n".join(f"```{language}\n{text}\n```" for language, text in parts if text.strip())
    return f"````{{{name}}} {argument}\n{blocks}\n````\n"


# ---- Python --------------------------------------------------------------------------------------------

def definitions():
    """The functions, classes, methods and properties of the package by their names: their nodes."""
    found = {}
    for path in MODULES:
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
                found[part.name] = part
                found.update({f"{part.name}.{one.name}": one for one in getattr(part, "body", [])
                              if isinstance(part, ast.ClassDef) and isinstance(one, ast.FunctionDef)})
    return found


def described(known, name):
    """The definition of that name that has a docstring, also one of a base class."""
    owner, _, member = name.rpartition(".")
    if name in known and ast.get_docstring(known[name]):
        return known[name]
    bases = known[owner].bases if owner in known else []
    return next(filter(None, (described(known, f"{base.id}.{member}") for base in bases if isinstance(base, ast.Name))), None)


def parameters(function, owner):
    """The parameters without their types, which the site's index does not need, and without self."""
    for one in ast.walk(function.args):
        if isinstance(one, ast.arg):
            one.annotation = None
    if owner and function.args.args and function.args.args[0].arg in ("self", "cls"):
        del function.args.args[0]
    return ast.unparse(function.args)


def of_python(known, name):
    """The directive of a function, method, property or class of the package."""
    one, owner = described(known, name), name.rpartition(".")[0]
    text, _, example = ast.get_docstring(one).partition("\n    >>>")
    parts = [("text", text.rstrip()), ("pycon", re.sub(r"^    ", "", example and f"    >>>{example}", flags=re.MULTILINE))]
    if isinstance(one, ast.ClassDef):
        return directive("py:class", f"tricorn.{name}", parts)
    if any(getattr(mark, "id", "") == "property" for mark in one.decorator_list):
        return directive("py:property", f"tricorn.{name}", parts)
    return directive("py:method" if owner else "py:function", f"tricorn.{name}({parameters(one, owner)})", parts)


def show_docstrings(text):
    """The page with the directives in place of <!-- NAME NAME ... -->."""
    return re.sub(r"<!-- ([\w. \n]+) -->",
                  lambda match: "\n".join(of_python(definitions(), name) for name in match[1].split()), text)


# ---- C -------------------------------------------------------------------------------------------------

FUNCTION = re.compile(r"(?:/\*(?P<comment>(?:(?!\*/).)*)\*/\n)?TRICORN_PUBLIC\s+(?P<declaration>[^;{]+);", re.DOTALL)


def of_c(match):
    """The directive of a function of the header, with the comment in front of it."""
    comment = re.sub(r"^ \* ?", "", (match["comment"] or "").strip(" "), flags=re.MULTILINE).strip()
    return directive("c:function", " ".join(match["declaration"].split()), [("text", comment)])


def of_header(region):
    """The region of the header: functions as directives, all else as it stands."""
    shown, end = [], 0
    for match in [*FUNCTION.finditer(region), None]:
        between = region[end:match.start() if match else None].strip("\n")
        shown += [f"```c\n{between}\n```\n"] * bool(between.strip()) + ([of_c(match)] if match else [])
        end = match.end() if match else end
    return "\n".join(shown)


def show_header(text):
    """The page with directives in place of the region of the header that it includes."""

    def show(match):
        start = HEADER.index("\n", HEADER.index(match[1]))
        return of_header(HEADER[start:HEADER.index(match[2], start)])

    return re.sub(r'```\{literalinclude\} [./]*/include/tricorn/tricorn\.h\n:language: c\n'
                  r':start-after: "(.*)"\n:end-before: "(.*)"\n```', show, text)
