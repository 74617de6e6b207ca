"""Positions that cannot arise are refused with the part and the reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import solver
from solver import Deal

GOOD = Deal((0b11, 0b1100, 0b110000))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hands": (0b11, 0b1100)}, "hands"),
        ({"hands": (0b11, 0b1101, 0b110000)}, r"hands\[1\]"),
        ({"hands": (0b11, 0b1100, 0b10000)}, r"hands\[2\]"),
        ({"hands": (0b11, 0b1100, 1 << 13 | 1 << 14)}, r"hands\[2\]"),
        ({"hands": (0b11, 0b1100, 1 << 70 | 1 << 71)}, r"hands\[2\]"),
        ({"hands": (0b11, 0b1100, -4)}, r"hands\[2\]"),
        ({"hands": (0, 0, 0)}, r"hands\[0\]"),
        ({"hands": (0x1FFF, 0x1FFF << 16, 0x1FFF << 32)}, r"hands\[0\]"),
        ({"leader": 3}, "leader"),
        ({"leader": -1}, "leader"),
        ({"trump": 4}, "trump"),
        ({"trump": -1}, "trump"),
        ({"trump": 0, "avoid": True}, "trump"),
        ({"hands": (0b1, 0b1100, 0b110000), "trick": (2,)}, "trick"),
        ({"hands": (0b1, 0b1100, 0b110000), "trick": (13,)}, "trick"),
        ({"hands": (0b1, 0b1100, 0b110000), "trick": (-1,)}, "trick"),
        ({"hands": (0b1, 0b1100, 0b110000), "trick": (64,)}, "trick"),
        ({"hands": (0b1, 0b100, 0b110000), "trick": (1, 1)}, "trick"),
        ({"hands": (0b1, 0b100, 0b10000), "trick": (1, 3, 5)}, "trick"),
        ({"hands": (0b1, 0b100, 0b110000), "trick": (1, 16)}, "trick"),  # a revoke
        ({"hands": (0b1, 0b1100, 0b110000), "trick": (1,), "leader": 1}, r"hands\[\d\]"),
    ],
)
@pytest.mark.parametrize("concept", ["paranoid", "maxn"])
def test_a_position_that_cannot_arise_is_refused(change: dict[str, Any], message: str, concept: str) -> None:
    bad = GOOD._replace(**change)
    with pytest.raises(ValueError, match=rf"^{message}: .+"):
        solver.solve(bad, concept=concept)
    with pytest.raises(ValueError, match=rf"^{message}: .+"):
        list(solver.solve_many([bad], concept=concept))


@pytest.mark.parametrize("cards", [True, False])
def test_an_unknown_concept_is_refused(cards: bool) -> None:
    with pytest.raises(ValueError, match="concept"):
        solver.solve(GOOD, concept="minimax", cards=cards)


@pytest.mark.parametrize("seats", [(3,), (-1,)])
def test_an_unknown_seat_is_refused(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="seat"):
        solver.solve(GOOD, seats=seats)


WORLDS = np.array([[0b11, 0b1100, 0b110000], [0b11, 0b110000, 0b1100]], dtype=np.uint64)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ([0b11, 0b10001, 0b1100], "hands: world 1: "),  # a card twice
        ([0b11, 0b110000, 0b100], "hands: world 1: "),  # a card short
        ([0b11, 1 << 63 | 1 << 62, 0b1100], "hands: world 1: "),
        ([0b101, 0b110000, 0b1010], "hands: seat 0"),  # another hand for the seat to move
    ],
)
def test_a_world_that_cannot_arise_is_refused(second: list[int], message: str) -> None:
    worlds = np.array([WORLDS[0], second], dtype=np.uint64)
    with pytest.raises(ValueError, match=message):
        solver.card_values(worlds, (), 0, None, False)
    if "world" in message:
        with pytest.raises(ValueError, match=message):
            solver.guarantees(worlds, 0, None, False)


@pytest.mark.parametrize("second", [[1 << 20, 1 << 6, 0b11], [1 << 20, 1 << 7, 0b11]])
def test_a_world_that_contradicts_the_table_is_refused(second: list[int]) -> None:
    # Seat 0 led card 7 and seat 1 threw a card of another suit; then it cannot hold the suit, nor anybody card 7.
    worlds = np.array([[1 << 20, 1 << 21, 0b11], second], dtype=np.uint64)
    assert solver.card_values(worlds[:1], (7, 16), 0, None, False).values.tolist() == [[0, 0]]
    with pytest.raises(ValueError, match="hands: world 1: "):
        solver.card_values(worlds, (7, 16), 0, None, False)


@pytest.mark.parametrize("shape", [(4, 2), (3,), (2, 4)])
def test_an_array_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"hands: .*shape"):
        solver.card_values(np.ones(shape, dtype=np.uint64), (), 0, None, False)
    with pytest.raises(ValueError, match=r"hands: .*shape"):
        solver.guarantees(np.ones(shape, dtype=np.uint64), 0, None, False)
