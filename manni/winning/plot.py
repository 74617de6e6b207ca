"""A picture of what a hand is about: the winning chance after it, by the tricks taken in it."""

from __future__ import annotations

from collections.abc import Sequence as Several
from pathlib import Path

from manni.cards import Seat
from manni.errors import ManniError, quote
from manni.rules import HAND_SIZE, KINDS, RuleSet, contracts_of_kind
from manni.winning.sequence import KnownLeft
from manni.winning.stakes import after_hand, by_tricks
from manni.winning.table import Columns, prospects


def draw(
    path: Path,
    rules: RuleSet,
    columns: Columns,
    number: int | None = None,
    left: KnownLeft | None = None,
    names: Several[str] = ("F", "M", "D"),
) -> None:
    """Draw one panel for each seat with a line for each kind of contract.

    Parameters
    ----------
    path : Path
        The file; its suffix says what format.
    columns, number, left
        As for `manni.winning.stakes.after_hand`.
    names : sequence of 3 str
        Of the players at F, M and D.

    Raises
    ------
    ManniError
        Naming ``plot``: matplotlib is not there, the file has no suffix, or it cannot be written.
    """
    if not path.suffix:
        raise ManniError("plot", f"{quote(str(path))} does not end in a format, such as .png")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ManniError("plot", "takes matplotlib: install manni[plots]") from None
    figure = Figure(figsize=(10, 3.6), layout="constrained")
    panels = figure.subplots(1, 3, sharey=True)
    sequence = prospects(rules).sequence
    phases = [sequence.overtime_at(number)] if rules.after_last(number) else sequence.at(number, left)
    branches = [branch for phase in phases for branch in sequence.phases[phase].branches]
    kinds = [kind for kind in KINDS if any(branch.kind == kind for branch in branches)]
    tricks = range(HAND_SIZE + 1)
    for kind in kinds:
        contract = contracts_of_kind(kind)[0]
        after = after_hand(rules, columns, contract, number, left)
        for seat, panel in zip(Seat, panels, strict=True):
            panel.plot(tricks, by_tricks(after, rules, contract, seat), marker="o", markersize=3, label=kind)
    for seat, panel in zip(Seat, panels, strict=True):
        panel.set(title=names[seat] if names[seat] == str(seat) else f"{names[seat]} ({seat})", xlabel="tricks taken")
        panel.set(xticks=range(0, HAND_SIZE + 1, 2), ylim=(-0.02, 1.02))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("winning chance after the hand")
    panels[0].legend()
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise ManniError("plot", f"cannot write {quote(str(path))}: {error}") from None
