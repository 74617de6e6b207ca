from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

_Masks = npt.NDArray[np.uint64]
_Numbers = npt.NDArray[np.int8]
_House = tuple[int, bool, Sequence[int]]

@disjoint_base
class Policy:
    def __init__(
        self,
        suits: npt.NDArray[np.float64],
        draws: npt.NDArray[np.float64],
        habits: npt.NDArray[np.float32] | None = ...,
        unseen: float = ...,
    ) -> None: ...
    def scores(
        self, hand: int, unseen: int, trick: Sequence[int], voids: Sequence[int], trump: int, avoid: bool, legal: int
    ) -> dict[int, float]: ...
    def play_out_many(
        self,
        hands: _Masks,
        out: _Masks,
        known: _Masks,
        won: _Numbers,
        trick: Sequence[int],
        voids: Sequence[int],
        leader: int,
        trump: int,
        avoid: bool,
        softness: float = ...,
        seed: int = ...,
    ) -> None: ...
    def hand_value(self, kept: int, drawn: int, contract: int) -> float: ...
    def would_take(self, hand: int, contract: int) -> bool: ...
    def best_discards(
        self,
        hands: _Masks,
        contract: int,
        allowances: _Numbers,
        thrown: _Masks,
        tricks: npt.NDArray[np.float64],
        softness: float = ...,
        seed: int = ...,
    ) -> None: ...
    def discards(self, hand: int, contract: int, allowance: int) -> tuple[_Masks, npt.NDArray[np.float64]]: ...
    def deal_before(
        self,
        house: _House,
        hand: int,
        seat: int,
        cut: int,
        contract: int,
        declared: bool,
        par: int,
        exchanged: Sequence[int],
        doubt: float,
        seed: int,
        first: int,
        hands: _Masks,
        thrown: _Masks,
        stock: _Numbers,
    ) -> None: ...
    def open_out(
        self,
        house: _House,
        hands: _Masks,
        thrown: _Masks,
        stock: _Numbers,
        exchanged: Sequence[int],
        seat: int,
        decision: int,
        contracts: _Numbers,
        actions: _Masks,
        first: int,
        end: int,
        tricks: _Numbers,
        softness: float = ...,
        seed: int = ...,
    ) -> None: ...
    def simulate(
        self,
        house: _House,
        cut: _Numbers,
        contracts: _Numbers,
        kinds: int,
        par: int,
        seed: int,
        first: int,
        tricks: _Numbers,
        exchanged: _Numbers,
        played: _Numbers,
        softness: float = ...,
        exchange_softness: float = ...,
        guest: Policy | None = ...,
        guest_seat: int = ...,
    ) -> None: ...
    def lessons(
        self,
        house: _House,
        contract: int,
        seed: int,
        hands: int,
        share: float,
        stray: float,
        exchange_softness: float,
        squares: npt.NDArray[np.float64],
        products: npt.NDArray[np.float64],
        rows: npt.NDArray[np.float64],
    ) -> None: ...
