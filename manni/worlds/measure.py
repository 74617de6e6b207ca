"""How likely the worlds are before anything is read into what the others did: the uniform prior.

Before any play, every assignment of the unseen cards is equally likely, except that the cut card, dealt to the dealer
who then exchanged k of twelve cards, is still in the dealer's hand with probability (12 - k)/12, and all assignments
are equally likely within each of the two cases. Worlds that contradict the plays are struck out, the rest rescaled.

Let u cards be unseen before play, o of them in no hand. There are N_in = (u-1)!/(11! 12! o!) assignments with the cut
card in the dealer's hand and N_out = (u-1)!/(12! 12! (o-1)!) with it out of play, so N_in/N_out = 12/o, and a world of
the one kind is to a world of the other as (12 - k)/N_in to k/N_out, which is (12 - k) o to 12 k. Striking out worlds
leaves that ratio as it is, and o is the same now as before play.
"""

from __future__ import annotations

from typing import NamedTuple

from manni.handout import HandOut
from manni.view import View


class Case(NamedTuple):
    """The hand-outs that are equally likely among themselves.

    Attributes
    ----------
    weight : int
        The relative weight of one world of this case.
    hand_out : HandOut
        The worlds: the first hidden hand, the second, the cards out of play.
    """

    weight: int
    hand_out: HandOut


def cases(view: View) -> list[Case]:
    """The cases of the uniform prior: two when the cut card may be held or gone, else one."""
    if len(view.hand_outs) == 1:
        return [Case(1, view.hand_outs[0][1])]
    size, changed = view.rules.hand_size, view.dealer_changed
    weights = {"held": (size - changed) * view.out_size, "gone": size * changed}
    return [Case(weights[str(place)], hand_out) for place, hand_out in view.hand_outs]


def count_worlds(view: View) -> int:
    """The number of worlds consistent with the view; at least 1."""
    return sum(case.hand_out.ways() for case in cases(view))


def effective_worlds(view: View) -> float:
    """How many equally likely worlds would be as spread out as the uniform prior's: 1 over the sum of squares."""
    found = [(case.weight, case.hand_out.ways()) for case in cases(view)]
    total = sum(weight * ways for weight, ways in found)
    return total**2 / sum(weight**2 * ways for weight, ways in found)
