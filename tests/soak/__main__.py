"""A class on one process and on three behind nginx, what breaks meanwhile, and who takes more than a share.

python -m tests.soak                     about 12 minutes, with nothing else at work; it writes docs/benchmarks.md
python -m tests.soak --only slow-pages   the scenarios whose name begins so
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
        raise SystemExit("not as it must be: what is bold")
