"""The JSON Schema of the engine's queries and answers, made from the classes of `queries` and `answers`."""

from __future__ import annotations

from typing import Any

from manni.engine import queries
from manni.engine.answers import ANSWERS, Answer, ErrorAnswer, PartialAnswer
from manni.schemas.making import DIALECT, components

_ACTIONS = (queries.DeclareAction, queries.DiscardAction, queries.TakeAction, queries.PlayAction)


def engine_schema() -> dict[str, Any]:
    """The schema as ``manni/schemas/engine.schema.json`` publishes it.

    A document is a line, in or out. The definition ``Query`` has all queries; ``Answers`` has for every type of query
    the answers that it may get.
    """
    asked = tuple(queries.TYPES.values())
    answers = tuple(dict.fromkeys(form for forms in ANSWERS.values() for form in forms))
    every_time = (ErrorAnswer, PartialAnswer, Answer)
    _, definitions = components((*asked, *answers, *every_time, queries.View, *_ACTIONS))
    definitions["Action"] = {"description": "What a seat does.", "oneOf": _references(_ACTIONS)}
    definitions["Query"] = {"description": "A line of input.", "oneOf": _references(asked)}
    definitions["Answers"] = {
        "description": "Lines of output, by the type of the query.",
        "properties": {
            name: {"anyOf": _references((*ANSWERS[form], *every_time))} for name, form in queries.TYPES.items()
        },
    }
    return {
        "$schema": DIALECT,
        "title": "The Manni engine",
        "description": "Queries are lines of input, answers lines of output; docs/engine.md is the manual.",
        "anyOf": [{"$ref": "#/$defs/Query"}, *_references((*answers, *every_time))],
        "$defs": dict(sorted(definitions.items())),
    }


def _references(forms: tuple[type, ...]) -> list[dict[str, str]]:
    return [{"$ref": f"#/$defs/{form.__name__}"} for form in forms]
