"""Markdown tables of figures and their limits."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Wanted(NamedTuple):
    """A ratio, or another figure, and its limit."""

    what: str
    found: float
    at_most: float


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def verdicts(limits: Iterable[Wanted]) -> str:
    """Table of figures and their limits."""
    rows = ((*limit, "reached" if limit.found <= limit.at_most else "missed") for limit in limits)
    return table(
        ("", "found", "at most", ""), ((what, f"{found:.3g}", f"{most:g}", word) for what, found, most, word in rows)
    )


def p50(values: Sequence[float]) -> float:
    """Median."""
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """95th percentile."""
    return statistics.quantiles(values, n=20, method="inclusive")[18]
