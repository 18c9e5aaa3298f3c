"""How long it takes to import the app, beside what it is made of alone."""

import os
import subprocess
import sys
import time

from tests.benchmarks.tables import Wanted, p50, table, verdicts
from tests.browser.serving import ROOT

STARTS = 7
CODES = {
    "the app": "import dashboard.app",
    "Streamlit, numpy and Plotly": "import streamlit, numpy, plotly.graph_objects",
}


def measured() -> str:
    """The tables."""
    times: dict[str, list[float]] = {name: [] for name in CODES}
    # the packages were compiled when they were installed, so the app may be too
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(STARTS):
        for name, code in CODES.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True)
            times[name].append(time.perf_counter() - start)
    ours, alone = (p50(taken) for taken in times.values())
    figures = table(("import", "p50, ms"), ((name, f"{1e3 * p50(taken):.0f}") for name, taken in times.items()))
    ratio = Wanted("import of the app, to Streamlit + numpy + Plotly alone", ours / alone, 1.15)
    return f"{figures}\n\n{verdicts([ratio])}"
