"""Views in which the right action follows from first principles; ``blindspots.jsonl`` says which it is, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from manni.actions import Discard, Play
from manni.advice import advise
from manni.cards import CardSet
from manni.limits import Limit
from manni.view import View

CASES = [json.loads(line) for line in (Path(__file__).parent / "blindspots.jsonl").read_text("utf-8").splitlines()]


def test_there_are_thirty_with_different_names_and_reasons() -> None:
    assert len(CASES) >= 30
    assert len({case["name"] for case in CASES}) == len({case["why"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_right_action_is_found(case: dict[str, Any]) -> None:
    best = advise(View.from_json(case["view"]), limit=Limit(worlds=200), seed=1).best
    right = case["right"]
    if isinstance(best, Play):
        assert str(best.card) in right, case["why"]
    elif isinstance(best, Discard):
        assert not best.cards & CardSet.parse(right["keep"]), case["why"]
        assert not CardSet.parse(right["throw"]) - best.cards, case["why"]
    else:
        assert best.to_json() == right, case["why"]
