"""Queries with anything wrong in them: one answer each, and never a failure of the engine's own."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bench.engine_fire import Ammunition

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 12, 13, 10**6, 2**31, 2**63, 10**30, 0.5, -0.0, 1e300),
    *("", " ", "x", "F", "NT", "NULLO", "AS", "KS 2S", "AKQ...", "....", "...", "\x00", "ö", "♠", "A♠ K♠", "10H"),
    *("plain", "declared", "hornafjordur", "S H D", "AS/KS/QS"),
    *([], [1], ["AS", "AS"], [[]], {}, {"F": 1}, {"F": [1, 2]}, {"play": "AS"}, {"discard": ["AS"]}, {"take": 1}),
    *({"base": "plain"}, {"base": "plain", "name": "x", "par": 3}, {"base": "hornafjordur", "name": "q", "target": 3}),
]
NAMES = ["x", "F", "seat", "rules", "exchanged", "taken", "kept", "number", "score"]
LETTERS = "AKQJT98765432SHDC. /-,x"

Path = tuple[Any, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places in a query that may be changed."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if path or key not in ("id", "type"):
            yield (*path, key)
            yield from paths(value[key], (*path, key))


def mutate(query: dict[str, Any], rng: random.Random) -> None:
    """Change something somewhere in a query."""
    places = list(paths(query))
    if not places:
        return
    *way, last = rng.choice(places)
    inside: Any = query
    for key in way:
        inside = inside[key]
    value, odd = inside[last], copy.deepcopy(rng.choice(ODD))
    match rng.randrange(5):
        case 0:
            del inside[last]
        case 1 if isinstance(inside, dict):
            inside[rng.choice(NAMES)] = odd
        case 2 if isinstance(value, str) and value:
            place = rng.randrange(len(value))
            inside[last] = value[:place] + rng.choice(LETTERS) + value[place + 1 :]
        case 3 if isinstance(value, int):
            inside[last] = value + rng.choice([-1, 1, 1000])
        case _:
            inside[last] = odd


def mutated(seed: int, count: int) -> list[dict[str, Any]]:
    rng, ammunition = random.Random(seed), Ammunition(seed, hands=40)
    queries = []
    while len(queries) < count:
        query = ammunition.query("q")
        for _ in range(rng.choice([1, 1, 2, 3])):
            mutate(query, rng)
        query["id"] = len(queries)
        limits = {"advise": {"time": 0.02}, "solve": {"nodes": 1000}}
        queries.append({**query, **limits.get(query["type"], {}), "report_every": None})
    return queries


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 250), *(pytest.param(seed, 5000, marks=pytest.mark.slow) for seed in range(2, 6))]
)
def test_mutated_queries(ask: Any, seed: int, count: int) -> None:
    queries = mutated(seed, count)
    answers = ask(*queries)
    assert sorted(answer["id"] for answer in answers) == list(range(count))
    refused = [answer for answer in answers if "error" in answer]
    assert len(refused) > count / 2
    for answer in refused:
        assert not answer["error"].startswith("the engine failed"), queries[answer["id"]]
        assert answer["error"].isprintable()
        assert 0 < len(answer["error"]) < 400
        assert 0 < len(answer["field"]) < 120
