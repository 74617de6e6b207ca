"""Write the published JSON Schemas anew from the forms in the code; ``make schemas`` runs it."""

from __future__ import annotations

import json
from pathlib import Path

import manni.schemas
from manni.engine.schema import engine_schema
from manni.record_form import record_schema

HOME = Path(manni.schemas.__file__).parent

for name, schema in {"engine": engine_schema(), "record": record_schema()}.items():
    text = json.dumps(schema, indent=2, ensure_ascii=False)
    (HOME / f"{name}.schema.json").write_text(text + "\n", "utf-8")
