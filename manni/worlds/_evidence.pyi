import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from manni.policy._kernel import Policy

@disjoint_base
class Plays:
    def __new__(
        cls,
        rows: npt.NDArray[np.uint64],
        trump: int,
        avoid: bool,
        weights: npt.NDArray[np.float64],
        player: Policy,
        floor: float,
        power: float,
    ) -> Plays: ...
    def leads_and_throws(self, held: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]: ...
    def features(self, play: int, hand: int) -> tuple[int, list[int], list[list[float]]]: ...

def suit_terms(
    loose: int,
    before: int,
    most_cards: int,
    terms: npt.NDArray[np.float64] | None,
    kinds: npt.NDArray[np.int32],
    low: bool,
    power: float,
    plays: Plays | None,
) -> tuple[npt.NDArray[np.float64], float]: ...
