"""Build of the compiled parts; everything else about the package stands in pyproject.toml.

MANNI_DEBUG=1 builds with Cython's run-time checks on, in a build directory of its own.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = [
    "solver/_kernel",
    "manni/policy/_kernel",
    "manni/advice/_ending",
    "manni/winning/_planes",
    "manni/worlds/_evidence",
    "manni/worlds/_suits",
]
"""Sources without suffix, each built for any machine."""

FASTER = ["solver/_kernel"]
"""Those built once more, as `<name>_v3`, for x86-64-v3 where compiler and machine know it."""

DEBUG = os.environ.get("MANNI_DEBUG", "0") not in ("", "0")
MSVC = sys.platform == "win32"
X86_64 = platform.machine().lower() in ("x86_64", "amd64")

DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,
    "boundscheck": DEBUG,
    "wraparound": DEBUG,
    "nonecheck": DEBUG,
    "initializedcheck": DEBUG,
}


def extension(source: str, suffix: str = "", flags: tuple[str, ...] = ()) -> Extension:
    """One kernel of `source`, compiled with `flags` under its name and `suffix`."""
    pyx = f"{source}{suffix}.pyx"
    folders = dict.fromkeys([str(Path(source).parent), "solver"])
    parts = [str(p) for f in folders for pattern in ("*.pxd", "*.pxi", "*.h") for p in sorted(Path(f).glob(pattern))]
    parts.append(f"{source}.pyx")  # the _v3 file includes it
    return Extension(
        f"{source}{suffix}".replace("/", "."),
        [pyx],
        depends=parts,
        include_dirs=list(folders),
        extra_compile_args=["/O2"] if MSVC else ["-O3", *flags],
    )


def extensions() -> list[Extension]:
    """Every kernel for this machine."""
    found = []
    for source in KERNELS:
        found.append(extension(source))
        if source in FASTER and X86_64 and not MSVC and sys.platform != "darwin":
            found.append(extension(source, "_v3", ("-march=x86-64-v3",)))
    return found


setup(
    ext_modules=cythonize(
        extensions(),
        build_dir="build/cython-checked" if DEBUG else "build/cython",
        compiler_directives=DIRECTIVES,
    ),
    options={
        # The objects of the two kinds of build must not be taken for each other.
        "build": {"build_base": "build/checked" if DEBUG else "build"},
        "build_ext": {"parallel": os.cpu_count()},
    },
)
