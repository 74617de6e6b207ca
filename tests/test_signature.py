"""The search is the one that the repository says: the node count of a fixed set, equal on every machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manni.cli import main

SIGNATURE = Path(__file__).parents[1] / "bench" / "SIGNATURE"


def test_the_signature_of_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["nodes"]
    stated = int(SIGNATURE.read_text())
    assert found == stated, f"bench/SIGNATURE says {stated}: a change of the engine that is meant writes {found} there"
