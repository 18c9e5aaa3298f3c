"""Similarity: what a formula says, laid over the curves."""

from dashboard.charts.lines import Line
from dashboard.charts.style import INK, MUTED, Array


def overlay(name: str, values: Array, *, dots: bool) -> Line:
    """A thin curve laid over others: what a formula says, as dots, or what it comes to, as a dashed line."""
    return Line(name, values, INK if dots else MUTED, "2px,7px" if dots else "6px,4px", 3 if dots else 1.5)
