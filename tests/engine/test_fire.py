"""A small run of ``bench/engine_fire.py``."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.engine_fire import fire


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_nothing_is_lost_under_fire() -> None:
    out = fire(300, threads=2, seed=3)
    assert out.problems() == []
    assert len(out.sent) + out.malformed == 300
    assert out.malformed > 5
    assert out.terminated > 0
