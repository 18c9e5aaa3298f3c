"""Markdown tables of figures and their limits."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Wanted(NamedTuple):
    """A figure and its limit."""

    what: str
    found: float
    at_most: float
    shown: str = ".3g"
    """Format of the figure."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def verdicts(limits: Iterable[Wanted], what: str = "ratio") -> str:
    """Table of figures and their limits."""
    return table(
        (what, "found", "at most", ""),
        (
            (limit.what, f"{limit.found:{limit.shown}}", f"{limit.at_most:,g}", verdict(limit.found, limit.at_most))
            for limit in limits
        ),
    )


def verdict(value: float, at_most: float) -> str:
    """Verdict on a figure and its limit."""
    return "reached" if value <= at_most else "missed"


def p50(values: Sequence[float]) -> float:
    """Median."""
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[18]
