"""Signatures that name every keyword: help() and editors show them in place of **settings."""
import inspect
import types
from typing import Any, get_args, get_type_hints


def _parameters(settings: inspect.Parameter) -> list[inspect.Parameter]:
    """The keywords of `**settings: Unpack[Loading]`, say, in the order of their classes."""
    keywords = get_args(settings.annotation)[0]
    return [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind,
                              default=False if kind is bool else None)
            for name, kind in get_type_hints(keywords).items()]


def _spell_out(function: Any) -> None:
    signature = inspect.signature(function)
    settings = [one for one in signature.parameters.values()
                if one.kind is one.VAR_KEYWORD and get_args(one.annotation)]
    if settings:
        others = [one for one in signature.parameters.values() if one is not settings[0]]
        function.__signature__ = signature.replace(parameters=others + _parameters(settings[0]))


def spell_out(*modules: types.ModuleType) -> None:
    """Gives the functions and methods of modules signatures that name every keyword."""
    for module in modules:
        own = [one for one in vars(module).values() if getattr(one, "__module__", None) == module.__name__]
        for one in own:
            for member in vars(one).values() if isinstance(one, type) else [one]:
                if isinstance(member, types.FunctionType):
                    _spell_out(member)
