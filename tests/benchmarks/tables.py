"""Tables of Markdown: what was found, and whether it is what was wanted."""

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Wanted(NamedTuple):
    """A figure and its limit."""

    what: str
    found: float
    at_most: float
    shown: str = ".3g"
    """How the figure is written."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table, its lines as Markdown has them."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def verdicts(wanted: Iterable[Wanted], what: str = "ratio") -> str:
    """The figures beside their limits."""
    return table(
        (what, "found", "at most", ""),
        (
            (each.what, f"{each.found:{each.shown}}", f"{each.at_most:,g}", verdict(each.found, each.at_most))
            for each in wanted
        ),
    )


def verdict(found: float, at_most: float) -> str:
    """Whether a figure is within its limit."""
    return "reached" if found <= at_most else "missed"


def p50(values: Sequence[float]) -> float:
    """What half of the values do not exceed."""
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """What 95 of 100 values do not exceed."""
    return statistics.quantiles(values, n=20, method="inclusive")[18]
