"""Scorecard: the signs of verdicts, and which page shows what a condition is about."""

from posenc_core.criteria import Finding

SIGNS = {"holds": "✓", "nearly": "≈", "fails": "✗", "undefined": "–"}

SEEN_ON = {
    "M1": "equidistance",
    "M1b": "equidistance",
    "M2": "heatmap",
    "M3": "heatmap",
    "M4": "equidistance",
    "M4b": "equidistance",
    "M4g": "similarity",
    "M5": "equidistance",
    "M6": "trajectory",
    "M7": "similarity",
    "M8": "shift",
}
"""Which page shows what a condition is about."""


def signed(finding: Finding) -> str:
    """A verdict that can be seen and read."""
    return f"{SIGNS[finding.verdict]} {finding.verdict}"
