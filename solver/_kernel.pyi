from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from solver.deal import Switch

@disjoint_base
class Stop:
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

@disjoint_base
class Engine:
    def __new__(cls, memory: int = ...) -> Engine: ...
    @property
    def memory(self) -> int: ...
    def solve(
        self,
        hands: Sequence[int],
        trick: Sequence[int],
        leader: int,
        trump: int,
        avoid: bool,
        seats: Sequence[int],
        cards: bool,
        nodes: int = ...,
        seconds: float = ...,
        stop: Switch | None = ...,
    ) -> tuple[list[tuple[int, int] | None], list[tuple[int, int, int]], int]: ...
    def card_values(
        self,
        hands: npt.NDArray[np.uint64],
        trick: Sequence[int],
        leader: int,
        trump: int,
        avoid: bool,
        first: int,
        step: int,
        end: int,
        values: npt.NDArray[np.int8],
        nodes: npt.NDArray[np.int64],
        seconds: float = ...,
        stop: Switch | None = ...,
    ) -> None: ...
    def guarantees(
        self,
        hands: npt.NDArray[np.uint64],
        leader: int,
        trump: int,
        avoid: bool,
        first: int,
        step: int,
        end: int,
        values: npt.NDArray[np.int8],
        nodes: npt.NDArray[np.int64],
        seconds: float = ...,
        stop: Switch | None = ...,
    ) -> None: ...
    def set_weights(self, values: Sequence[int]) -> None: ...
    def set_end_tricks(self, tricks: int) -> None: ...
    def solve_maxn(
        self,
        hands: Sequence[int],
        trick: Sequence[int],
        leader: int,
        trump: int,
        avoid: bool,
        cards: bool,
        nodes: int = ...,
        seconds: float = ...,
        stop: Switch | None = ...,
    ) -> tuple[list[tuple[int, int]], list[tuple[int, list[tuple[int, int]]]], int]: ...

def has_v3() -> bool: ...
