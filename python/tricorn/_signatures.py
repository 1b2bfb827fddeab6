"""Signatures that name every keyword: help() and editors show them in place of **settings."""
from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

if TYPE_CHECKING:
    import inspect


class _Signature:
    """The signature of a function, which is made when it is asked for: importing inspect takes 10 ms.

    inspect takes it for its own, because of its __class__.
    """

    __slots__ = ("_function", "_made")

    def __init__(self, function: types.FunctionType) -> None:
        self._function = function
        self._made: inspect.Signature | None = None

    def _signature(self) -> inspect.Signature:
        if self._made is None:
            self._made = _spelled_out(self._function)
        return self._made

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._signature())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._signature(), name)

    def __str__(self) -> str:
        return str(self._signature())


def _spelled_out(function: types.FunctionType) -> inspect.Signature:
    """The signature with the keywords of `**settings: Unpack[Loading]`, say, in the order of their classes."""
    import inspect

    plain = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    plain.__kwdefaults__, plain.__annotations__ = function.__kwdefaults__, function.__annotations__
    signature = inspect.signature(plain)
    *others, settings = signature.parameters.values()
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind,
                               default=False if kind is bool else None)
             for name, kind in get_type_hints(get_args(settings.annotation)[0]).items()]
    return signature.replace(parameters=others + named)


def spell_out(*modules: types.ModuleType) -> None:
    """Gives the functions and methods of modules signatures that name every keyword."""
    for module in modules:
        own = [one for one in vars(module).values() if getattr(one, "__module__", None) == module.__name__]
        for one in own:
            for member in list(vars(one).values()) if isinstance(one, type) else [one]:
                if isinstance(member, types.FunctionType) and get_args(member.__annotations__.get("settings")):
                    member.__dict__["__signature__"] = _Signature(member)
