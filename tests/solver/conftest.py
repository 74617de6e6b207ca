"""Settings for the engine's tests: reproducible hypothesis runs, and the benchmarks' helpers within reach."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# At the end of the path, so that the tests still find the installed package first where that is asked for.
sys.path.append(str(Path(__file__).parents[2]))

settings.register_profile(
    "engine",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("engine")
