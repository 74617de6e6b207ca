"""``python -m manni``."""

from manni.cli import run

run()
