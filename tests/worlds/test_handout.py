"""Hand-outs of a few cards against every way to colour them."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from manni.handout import HandOut, cards_of, subsets

cards = st.integers(0, 63)


@st.composite
def small(draw: st.DrawFn) -> tuple[int, tuple[int, int], tuple[int, int], tuple[int, int, int]]:
    chosen = draw(st.lists(cards, max_size=7, unique=True))
    fixed = [0, 0, 0]
    free = 0
    for card in chosen:
        place = draw(st.sampled_from(("free", "free", "free", "free", 0, 1, 2)))
        if place == "free":
            free |= 1 << card
        else:
            fixed[place] |= 1 << card
    voids = tuple(sum(0xFFFF << 16 * suit for suit in draw(st.sets(st.integers(0, 3), max_size=3))) for _ in range(2))
    sizes = draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    return free, sizes, (voids[0], voids[1]), (fixed[0], fixed[1], fixed[2])


def every_way(
    free: int, sizes: tuple[int, int], voids: tuple[int, int], fixed: tuple[int, int, int]
) -> set[tuple[int, int, int]]:
    found = set()
    loose = cards_of(free)
    for places in product(range(3), repeat=len(loose)):
        parts = list(fixed)
        for card, place in zip(loose, places, strict=True):
            parts[place] |= 1 << card
        full = (parts[0].bit_count(), parts[1].bit_count()) == sizes
        if full and not parts[0] & voids[0] and not parts[1] & voids[1]:
            found.add((parts[0], parts[1], parts[2]))
    return found


@settings(max_examples=300, deadline=None)
@given(small())
def test_every_way_is_listed_once_and_counted(
    case: tuple[int, tuple[int, int], tuple[int, int], tuple[int, int, int]],
) -> None:
    hand_out, expected = HandOut.of(*case), every_way(*case)
    listed = list(hand_out.enumerate())
    assert len(listed) == len(expected) == hand_out.ways()
    assert set(listed) == expected
    assert hand_out.possible() == bool(expected)


def test_subsets_are_all_choices_of_a_size() -> None:
    assert cards_of(0b10011) == (0, 1, 4)
    assert list(subsets(0b10011, 2)) == [0b00011, 0b10001, 0b10010]
    assert list(subsets(0b10011, 0)) == list(subsets(0, 0)) == [0]
    assert list(subsets(0b1, 2)) == []
