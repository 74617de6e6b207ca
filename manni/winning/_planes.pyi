from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

Ints = npt.NDArray[np.int32]

@disjoint_base
class Planes:
    size: int
    def __init__(
        self,
        planes: Ints,
        counts: Ints,
        chances: npt.NDArray[np.float64],
        nets: Ints,
        follow: Ints,
        share: bool,
        values: npt.NDArray[np.float32],
    ) -> None: ...
    def mean(self, numbers: Iterable[int], f: int, m: int, d: int) -> tuple[float, float, float]: ...
    def solve(self, first: int, end: int, tolerance: float, sweeps: int) -> float: ...
