import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

@disjoint_base
class SuitDeal:
    def __new__(
        cls,
        loose: int,
        may_first: int,
        may_second: int,
        need_first: int,
        need_second: int,
        fixed: tuple[int, int, int],
        first: npt.NDArray[np.float64],
        second: npt.NDArray[np.float64],
        out: npt.NDArray[np.float64] | None,
    ) -> SuitDeal: ...
    @property
    def mass(self) -> float: ...
    def draw(self, count: int, seed: int) -> npt.NDArray[np.uint64]: ...
