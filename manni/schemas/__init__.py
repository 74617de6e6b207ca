"""JSON Schemas (2020-12) of what the package reads and writes, as published files: `published` gives their text.

``tools/schemas.py`` makes them from the classes that read and write these forms; a test holds the two together.
"""

from __future__ import annotations

from importlib import resources


def published(name: str) -> str:
    """The text of the schema `name`: ``record`` or ``engine``."""
    return resources.files("manni.schemas").joinpath(f"{name}.schema.json").read_text("utf-8")
