"""Load tests: a class on one process and on three behind nginx, interruptions, and clients that use too much.

python -m tests.soak                     about 12 minutes on an idle machine; writes docs/benchmarks.md
python -m tests.soak --only slow-pages   scenarios with this prefix
"""

import argparse
import asyncio
import time

from tests.benchmarks.ratios import report
from tests.soak.lab import Figure, Lab
from tests.soak.scenarios import SCENARIOS

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    only = parser.parse_args().only
    rows = ["| scenario | figures |", "|---|---|"]
    for name, options, scenario, *rest in SCENARIOS:
        if name.startswith(only):
            begun = time.monotonic()
            with Lab(**options) as lab:
                try:
                    figures = asyncio.run(scenario(lab, *rest))
                except Exception as error:
                    figures = [Figure(f"not measured, {error!r}:", 1, most=0)]
            rows.append(f"| {name} | {'; '.join(map(str, figures))} |")
            print(rows[-1], f"{time.monotonic() - begun:.0f} s", flush=True)
    if not only:
        report("Load and failures", "\n".join(rows))
    if "**" in "".join(rows):
        raise SystemExit("The bold figures exceed their limits.")
