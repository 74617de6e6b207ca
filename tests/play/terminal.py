"""A pseudo-terminal with ``manni play`` in it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """Runs the command on a terminal of 80 columns; `screen` is everything it has printed."""

    def __init__(self, *arguments: str, folder: Path, **env: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        # The build under test, from whatever directory; and nothing of the terminal that runs the tests.
        clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "manni", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={**clean, "TERM": "xterm-256color", "PYTHONPATH": path, **env},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = ""

    @property
    def screen(self) -> str:
        return ANSI.sub("", self.raw).replace("\r\n", "\n")

    def wait(self, end: str = "\n> ", timeout: float = 60) -> str:
        """Wait until the screen ends so, or the program does; returns what came since the last time."""
        start = len(self.raw)
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            ready, _, _ = select.select([self._master], [], [], 0.5)
            if ready:
                try:
                    data = os.read(self._master, 1 << 16)
                except OSError:  # the program has closed the terminal
                    data = b""
                if not data:
                    return self._since(start)
                while data and data[-1] & 0xC0 == 0x80 and not self._whole(data):
                    data += os.read(self._master, 1)
                self.raw += data.decode()
                if ANSI.sub("", self.raw[-200:]).replace("\r\n", "\n").endswith(end):
                    return self._since(start)
        raise AssertionError(f"no {end!r} at the end of {self.screen[-500:]!r}")

    @staticmethod
    def _whole(data: bytes) -> bool:
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True

    def _since(self, start: int) -> str:
        return ANSI.sub("", self.raw[start:]).replace("\r\n", "\n")

    def enter(self, text: str) -> str:
        """Type a line; returns what the program answers up to the next prompt, or its end."""
        self.type(text + "\n")
        return self.wait()

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def end(self) -> int:
        """Wait for the end of the program; returns its exit status."""
        self.wait("\0never")
        return self.process.wait(30)

    def close(self) -> None:
        """End the program if it has not ended."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)
