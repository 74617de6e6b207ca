from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from solver import Stop

@disjoint_base
class Ending:
    def __init__(
        self,
        hands: NDArray[np.uint64],
        weights: NDArray[np.float64],
        *,
        seat: int,
        leader: int,
        trick: Sequence[int],
        trump: int,
        avoid: bool,
        won: Sequence[int],
        voids: Sequence[int],
        thrown: int,
        unseen: int,
        payoff: NDArray[np.float64],
        softness: float,
        sharpness: float,
    ) -> None: ...
    def value(
        self, card: int, nodes: int = ..., seconds: float = ..., stop: Stop | None = ...
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], int] | None: ...
