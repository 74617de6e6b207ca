"""What each technique of the search is worth: node multipliers with one switched off, values unchanged.

``python -m bench.ablation [--deals N] [--seed S] [--tricks K] [--maxn-tricks K] [NAME ...]``

The techniques are the switches in ``solver/techniques.h``. They are constants of the build, so that they cost nothing
where they are on: for each of them the engine is compiled once more, in ``build/ablation``, with that switch at 0.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from bench.report import mean, setting, table
from bench.scaling import measure, positions

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "ablation"
KINDS = ("NT", "trump", "NULLO", "maxn")


def techniques() -> dict[str, str]:
    """The switches and what they are, from the header that defines them."""
    text = (ROOT / "solver" / "techniques.h").read_text()
    return dict(re.findall(r"#define USE_(\w+) 1\s*/\* (.+?) \*/", text))


def translate() -> str:
    """Translate the engine to C; the path of the C file."""
    from Cython.Build import cythonize
    from setuptools import Extension

    checks_off = {"boundscheck": False, "wraparound": False, "initializedcheck": False, "cdivision": True}
    modules = cythonize(
        [Extension("solver._kernel", ["solver/_kernel.pyx"])],
        build_dir=str(BUILD.relative_to(ROOT) / "c"),
        compiler_directives={"language_level": 3, **checks_off},
        quiet=True,
    )
    path: str = modules[0].sources[0]
    return path


def build(name: str, source: str, macros: list[tuple[str, str]]) -> Path:
    """Compile the C file with `macros` into a directory of its own; the directory."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    target = BUILD / name
    shutil.rmtree(target, ignore_errors=True)
    (target / "solver").mkdir(parents=True)
    for module in (ROOT / "solver").glob("*.py"):
        shutil.copy(module, target / "solver")
    extension = Extension(
        "solver._kernel", [source], include_dirs=["solver"], define_macros=macros, extra_compile_args=["-O3"]
    )
    command = build_ext(Distribution({"ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(target), str(target / "objects")
    command.ensure_finalized()
    command.run()
    return target


def work(options: argparse.Namespace) -> None:
    """Solve the positions with the engine at hand and print nodes, milliseconds and a digest of the values."""
    import solver

    found: dict[str, list[float]] = {}
    values = hashlib.sha256()
    for kind in KINDS:
        tricks = options.maxn_tricks if kind == "maxn" else options.tricks
        point = measure(kind, options.seed, options.deals, tricks)
        found[kind] = [mean(point.nodes), mean(point.milliseconds)]
        for deal in positions(kind, options.seed, options.deals, min(tricks, 7)):
            answer = solver.solve(deal, concept="maxn" if kind == "maxn" else "paranoid")
            values.update(repr(answer._replace(nodes=0, seconds=0.0)).encode())
    print(json.dumps({"found": found, "values": values.hexdigest()}))


def run(directory: Path, options: argparse.Namespace) -> dict[str, dict[str, list[float]]]:
    """`work` in a process of its own, on the engine in `directory`."""
    size = ["--deals", options.deals, "--seed", options.seed, "--tricks", options.tricks]
    command = [sys.executable, "-P", "-m", "bench.ablation", "--work", *size, "--maxn-tricks", options.maxn_tricks]
    path = os.pathsep.join([str(directory), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, "MANNI_ISA": "portable"}
    done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=True)
    answer: dict[str, dict[str, list[float]]] = json.loads(done.stdout)
    return answer


def main() -> None:
    """Build, solve and compare what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.ablation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="techniques to switch off (default: each in turn)")
    parser.add_argument("--deals", type=int, default=40, help="positions of each kind (default 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tricks", type=int, default=12, help="of the paranoid positions (default 12)")
    parser.add_argument("--maxn-tricks", type=int, default=8, help="of the max^n positions (default 8)")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options)
        return
    os.chdir(ROOT)
    known = techniques()
    for name in options.names:
        if name not in known:
            parser.error(f"NAME: {name!r} is none of {', '.join(known)}")
    source = translate()
    whole = run(build("everything", source, []), options)
    rows = [["everything on: mean nodes, ms", *(x for kind in KINDS for x in whole["found"][kind])]]
    for name in options.names or known:
        part = run(build(name, source, [(f"USE_{name}", "0")]), options)
        if part["values"] != whole["values"]:
            raise SystemExit(f"without {name} a value differs")
        pairs = [(part["found"][kind], whole["found"][kind]) for kind in KINDS]
        rows.append([f"without {known[name]}", *(a / b for off, on in pairs for a, b in zip(off, on, strict=True))])
    print(setting())
    print(f"{options.deals} positions of {options.tricks} tricks (max^n: {options.maxn_tricks}), seed {options.seed}\n")
    print(table(["", *(f"{kind} {unit}" for kind in KINDS for unit in ("nodes", "time"))], rows))


if __name__ == "__main__":
    main()
