"""Makes the JSON Schemas from the classes of the forms: types from their fields, descriptions from their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from typing import Any

import msgspec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(title: str, description: str, forms: Iterable[type[msgspec.Struct]]) -> dict[str, Any]:
    """The schema of a document that is one of some forms.

    Parameters
    ----------
    title, description : str
        Of the document.
    forms : iterable of msgspec.Struct types
        What it may be; together with the forms they are made of they become its ``$defs``.
    """
    references, definitions = components(forms)
    return {"$schema": DIALECT, "title": title, "description": description, "oneOf": references, "$defs": definitions}


def components(forms: Iterable[type[msgspec.Struct]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """References to the schemas of some forms, and by name the schemas of them and of all that they are made of."""
    asked = list(forms)
    references, definitions = msgspec.json.schema_components(asked, ref_template="#/$defs/{name}")
    for definition in definitions.values():
        _describe(definition, definition.pop("description", ""))
    for form in asked:
        for base in form.__mro__[1:]:
            if base.__module__ != "msgspec":
                _describe(definitions[form.__name__], base.__doc__ or "")
    return list(references), dict(sorted(definitions.items()))


def _describe(definition: dict[str, Any], docstring: str) -> None:
    """Give a definition the first part of a docstring, and its properties what is said of each attribute."""
    text, _, attributes = inspect.cleandoc(docstring).partition("Attributes\n----------\n")
    if text:
        definition.setdefault("description", _plain(text))
    for names, said in re.findall(r"^(\S.*?) : .*\n((?:(?: .*)?(?:\n|$))+)", attributes, re.MULTILINE):
        for name in names.split(", "):
            definition["properties"][name].setdefault("description", _plain(said))


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")
