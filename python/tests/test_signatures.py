"""Signatures name every keyword; the stub of the extension has what the extension has."""
import ast
import inspect
import pathlib
import pydoc
import types
from typing import Any, get_args, get_type_hints

import pytest

import tricorn
from tricorn import _settings, _tricorn

KEYWORDS = {"Common": _settings.COMMON, "Reading": _settings.READING, "Sided": _settings.SIDED, "Loading": _settings.LOADING,
            "Counting": _settings.COUNTING, "Settings": _settings.LOADING | _settings.COUNTING}


def written() -> dict[str, tuple[str, set[str]]]:
    """Of each public function and method with **settings: the class of its keywords, and its other parameters."""
    found = {}
    for path in pathlib.Path(tricorn.__file__).parent.glob("_*.py"):
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            for one in part.body if isinstance(part, ast.ClassDef) else [part]:
                if not isinstance(one, ast.FunctionDef) or one.args.kwarg is None or one.args.kwarg.annotation is None:
                    continue
                kind = ast.unparse(one.args.kwarg.annotation)
                owner = f"{part.name}." if isinstance(part, ast.ClassDef) else ""
                others = {a.arg for a in [*one.args.posonlyargs, *one.args.args, *one.args.kwonlyargs]} - {"self"}
                if kind.startswith("Unpack["):
                    found[owner + one.name] = kind.removeprefix("Unpack[").removesuffix("]"), others
    return found


WRITTEN = written()


@pytest.mark.parametrize("name", WRITTEN)
def test_keywords_are_named(name: str) -> None:
    found: Any = tricorn
    for part in name.removesuffix(".__init__").split("."):
        found = getattr(found, part)
    kind, others = WRITTEN[name]
    parameters = dict(inspect.signature(found).parameters)
    parameters.pop("self", None)
    assert set(parameters) == others | KEYWORDS[kind]
    assert not any(one.kind is one.VAR_KEYWORD for one in parameters.values())
    defaults = {key: parameters[key].default for key in KEYWORDS[kind]}
    assert all(value is None or value is False for value in defaults.values())


def test_help() -> None:
    assert len(WRITTEN) > 60
    shown = pydoc.render_doc(tricorn.count, renderer=pydoc.plaintext)
    for text in ("algorithm: str | None = None", "threads: int | None = None", "directed: bool = False"):
        assert text in shown
    assert "settings" not in pydoc.render_doc(tricorn.Graph.count, renderer=pydoc.plaintext)
    assert "weights: Any = None" in str(inspect.signature(tricorn.Graph))


def test_defaults_are_true() -> None:
    """Every keyword may be given with the default that the signature shows."""
    edges = [(0, 1), (1, 2), (2, 0), (2, 3)]
    parameters = inspect.signature(tricorn.count).parameters
    given = {name: one.default for name, one in parameters.items() if one.kind is one.KEYWORD_ONLY}
    assert tricorn.count(edges, **given) == tricorn.Graph(edges).count() == 1
    with pytest.raises(TypeError, match="unexpected keyword 'thread'"):
        tricorn.count(edges, **{"thread": 1})


def names_of(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """What a module or a class of the stub defines."""
    found: dict[str, ast.stmt] = {}
    for part in body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            found[part.name] = part
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            found[part.target.id] = part
    return found


def test_stub_has_what_the_extension_has() -> None:
    path = pathlib.Path(tricorn.__file__).with_name("_tricorn.pyi")
    stub = names_of(ast.parse(path.read_text(encoding="utf-8")).body)
    public = {name for name in dir(_tricorn) if not name.startswith("__") or name == "__version__"}
    assert set(stub) == public
    for name, part in stub.items():
        made = getattr(_tricorn, name)
        if isinstance(part, ast.ClassDef) and not issubclass(made, Exception):
            methods = {key for key, value in vars(made).items() if isinstance(value, types.MethodDescriptorType)}
            assert {one for one in names_of(part.body) if not one.startswith("__")} == methods, name
        elif isinstance(part, ast.ClassDef):
            assert {ast.unparse(base) for base in part.bases} == {base.__name__ for base in made.__bases__}, name


def test_bound_methods() -> None:
    signature = inspect.signature(tricorn.Graph([(0, 1)]).count)
    assert "self" not in signature.parameters and "algorithm" in signature.parameters
    assert "**settings" in inspect.getsource(tricorn.count)
