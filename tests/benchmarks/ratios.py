"""Ratios of CPU times of warm calls to peers, measured alternately in one process, the median of three processes.

Our first call in a process, which may build what later calls reuse, has its own column. Writes docs/benchmarks.md.

python -m tests.benchmarks.ratios             every case, and the table
python -m tests.benchmarks.ratios --case 3    one case in this process, its ratio as JSON
"""

import argparse
import gc
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import mpmath
import numpy as np

from posenc_core import Binary, Sinusoidal
from posenc_core.analysis import geometry, pictures
from tests.benchmarks import peers

ROOT = Path(__file__).parents[2]


class Case(NamedTuple):
    """Our computation and a peer's; `at_least` is the required ratio of their times."""

    work: str
    peer: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    at_least: float | None
    rounds: int = 15


def sinusoid(n: int, d: int) -> Callable[[], Any]:
    return lambda: Sinusoidal().encode(range(n), d, dtype=np.float32)


def _pairs(n: int, d: int) -> Callable[[], Any]:
    return lambda: np.array(geometry.distances(Sinusoidal(), length=n, dim=d))


TABLE = Sinusoidal().encode(range(1024), 512)
TF = "TF tutorial, NumPy"
SMALL, LARGE = (2048, 512), (32768, 4096)
CASES = [
    Case("sinusoid 2048 x 512", TF, sinusoid(*SMALL), lambda: peers.tensorflow_tutorial(*SMALL), 15, 60),
    Case("sinusoid 2048 x 512", "double loop", sinusoid(*SMALL), lambda: peers.double_loop(*SMALL), 500, 3),
    Case("sinusoid 2048 x 512", "torch, 1 thread", sinusoid(*SMALL), lambda: peers.torch_tutorial(*SMALL), 1.4, 200),
    Case("sinusoid 2048 x 512", "positional-encodings", sinusoid(*SMALL), lambda: peers.package(*SMALL), None, 60),
    Case(
        "sinusoid 32768 x 4096",
        "TF tutorial, NumPy",
        sinusoid(*LARGE),
        lambda: peers.tensorflow_tutorial(*LARGE),
        12,
        3,
    ),
    Case("sinusoid 32768 x 4096", "torch, 1 thread", sinusoid(*LARGE), lambda: peers.torch_tutorial(*LARGE), 4, 5),
    Case("sinusoid 32768 x 4096", "np.empty + fill", sinusoid(*LARGE), lambda: peers.fill(*LARGE), 1 / 2.5, 9),
    Case(
        "binary 2048 x 512",
        "int64 shifts",
        lambda: Binary().encode(range(2048), 512, dtype=np.float32),
        lambda: peers.shifted_bits(2048, 512),
        5,
        100,
    ),
    Case(
        "similarity of 1,000,000 positions, d = 512",
        "chunked matrix product",
        lambda: geometry.similarity(Sinusoidal(), 500_000, length=1_000_000, dim=512),
        lambda: peers.chunked_similarity(1_000_000, 512, 500_000),
        40,
        3,
    ),
    Case(
        "all-pairs distances 1024 x 512, from nothing",
        "sklearn, given the matrix",
        _pairs(1024, 512),
        lambda: _sklearn(TABLE),
        10,
        40,
    ),
    Case(
        "picture of 131072 x 4096 at 1024 x 1024",
        "brute force, our kernel",
        lambda: pictures.picture(Sinusoidal(), length=131072, dim=4096),
        lambda: peers.brute_picture(131072, 4096, 1024, 1024),
        80,
        3,
    ),
]


def _sklearn(table: np.ndarray) -> np.ndarray:
    from sklearn.metrics import pairwise_distances

    return pairwise_distances(table)


def once(call: Callable[[], Any]) -> float:
    """CPU seconds of one call, without the release of its result; other work on the machine hardly changes them."""
    start = time.process_time()
    result = call()
    took = time.process_time() - start
    del result
    return took


def ratio(case: Case) -> dict[str, float]:
    """Time of the first call, median times of warm calls of both, and of their ratio, measured alternately."""
    gc.disable()
    first = once(case.ours)
    case.theirs()
    ours, theirs = [], []
    for turn in range(case.rounds):
        for call, times in [(case.ours, ours), (case.theirs, theirs)][:: 1 if turn % 2 else -1]:
            times.append(once(call))
    return {
        "first": first,
        "ours": statistics.median(ours),
        "theirs": statistics.median(theirs),
        "ratio": statistics.median(b / a for a, b in zip(ours, theirs, strict=True)),
    }


def peak(call: Callable[[], Any]) -> int:
    """Peak memory of numpy in bytes."""
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def checks() -> list[tuple[str, str, str, bool]]:
    """Limits of error and memory: (what, value, limit, whether it is met)."""
    rows = Sinusoidal().encode(range(999_936, 1_000_001), 512, dtype=np.float32)
    with mpmath.workdps(40):
        frequencies = [mpmath.power(10000, -mpmath.mpf(2 * i) / 512) for i in range(256)]
        exact = [
            [float(f(p * w)) for w in frequencies for f in (mpmath.sin, mpmath.cos)] for p in range(999_990, 1_000_001)
        ]
    error = float(np.abs(rows[-11:] - np.array(exact)).max())
    matrix = peak(sinusoid(*LARGE)) / (LARGE[0] * LARGE[1] * 4)
    curve = peak(lambda: geometry.similarity(Sinusoidal(), 500_000, length=1_000_000, dim=512)) / 2**20
    picture = pictures.picture(Sinusoidal(), length=131072, dim=4096).means
    difference = float(np.abs(picture - peers.brute_picture(131072, 4096, 1024, 1024)).max())
    return [
        ("largest error of float32 output, p up to 1,000,000, against mpmath", f"{error:.2e}", "3e-8", error <= 3e-8),
        ("peak memory of sinusoid 32768 x 4096, in outputs", f"{matrix:.3f}", "1.05", matrix <= 1.05),
        ("peak memory of the similarity of 1,000,000 positions", f"{curve:.1f} MiB", "32 MB", curve * 2**20 <= 32e6),
        ("picture of 131072 x 4096, difference to brute force", f"{difference:.1e}", "1e-6", difference <= 1e-6),
    ]


def table() -> str:
    """Run every case in three processes, and return the report."""
    head = ("work", "peer", "first call, ms", "warm, ms", "peer warm, ms", "ratio of warm calls", "wanted", "")
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for number, case in enumerate(CASES):
        command = [sys.executable, "-m", "tests.benchmarks.ratios", "--case", str(number)]
        runs = [json.loads(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout) for _ in range(3)]
        run = sorted(runs, key=lambda run: run["ratio"])[1]
        limited = verdict = ""
        if case.at_least is not None:
            limited, verdict = f"{case.at_least:g}", "reached" if run["ratio"] >= case.at_least else "missed"
        times = " | ".join(f"{1e3 * run[name]:.3g}" for name in ("first", "ours", "theirs"))
        lines.append(f"| {case.work} | {case.peer} | {times} | {run['ratio']:.3g} | {limited} | {verdict} |")
        print(lines[-1], flush=True)
    lines += ["", "| what speed must not cost | found | at most | |", "|---|---|---|---|"]
    for what, value, limited, holds in checks():
        lines.append(f"| {what} | {value} | {limited} | {'reached' if holds else 'missed'} |")
        print(lines[-1], flush=True)
    words = "CPU time on one thread. The first call of ours in a process may build what later, warm calls reuse."
    return "\n".join([words, "", *lines])


def report(section: str, text: str) -> None:
    """Write a section of docs/benchmarks.md, replacing the one of the same name."""
    path = ROOT / "docs" / "benchmarks.md"
    origin = "Written by `make bench` (medians, measured alternately in one run) and `make soak`."
    head = f"# Benchmarks\n\n{origin}\n"
    sections = (path.read_text() if path.exists() else head).split("\n## ")
    remaining = [part for part in sections if not part.startswith(section)]
    names = ("numpy", "torch", "positional-encodings", "scikit-learn", "streamlit", "plotly")
    here = {package.metadata["Name"].lower(): package.version for package in importlib.metadata.distributions()}
    versions = ", ".join(f"{name} {here[name]}" for name in names if name in here)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    path.write_text("\n## ".join([*remaining, f"{section}\n\n{text}\n\n{machine}; {versions}.\n"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--case", type=int)
    case = parser.parse_args().case
    if case is None:
        report("Kernels", table())
    else:
        print(json.dumps(ratio(CASES[case])))
