from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

_Ints = npt.NDArray[np.int32]

@disjoint_base
class Planes:
    @property
    def size(self) -> int: ...
    def __new__(
        cls,
        planes: _Ints,
        counts: _Ints,
        chances: npt.NDArray[np.float64],
        nets: _Ints,
        follow: _Ints,
        share: bool,
        values: npt.NDArray[np.float32],
    ) -> Planes: ...
    def mean(self, numbers: Iterable[int], f: int, m: int, d: int) -> tuple[float, float, float]: ...
    def solve(self, first: int, end: int, tolerance: float, sweeps: int) -> float: ...
