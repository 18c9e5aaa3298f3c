"""Import time of the app, compared with that of its dependencies alone."""

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


def measure() -> str:
    """Tables of the report."""
    times: dict[str, list[float]] = {name: [] for name in CODES}
    # installed packages are precompiled, so the app may be too
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(STARTS):
        for name, code in CODES.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True, capture_output=True)
            times[name].append(time.perf_counter() - start)
    ours, alone = (p50(durations) for durations in times.values())
    figures = table(("import", "p50, ms"), ((name, f"{1e3 * p50(durations):.0f}") for name, durations in times.items()))
    ratio = Wanted("import of the app, to Streamlit + numpy + Plotly alone", ours / alone, 1.15)
    return f"{figures}\n\n{verdicts([ratio])}"
