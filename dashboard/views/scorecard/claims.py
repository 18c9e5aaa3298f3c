"""Scorecard: what it claims, from the findings of each encoding by its name and the metric."""

from collections.abc import Mapping, Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from posenc_core import Binary, Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.analysis.criteria import CRITERIA, NEAR, Criterion, Finding, Verdict
from posenc_core.text.messages import Claim, claim

Found = Mapping[str, Mapping[str, Finding]]

ROWS: tuple[Criterion, ...] = (*sorted(CRITERIA, key=lambda criterion: "five" not in criterion.asked_by),)
"""The conditions in the order of the table: first the five that are often required."""

FIVE = [criterion.metric for criterion in ROWS if "five" in criterion.asked_by]

SEEN_ON = dict.fromkeys(("M1", "M1b", "M4", "M4b", "M5"), "equidistance") | dict.fromkeys(("M2", "M3"), "heatmap")
SEEN_ON |= dict.fromkeys(("M4g", "M7"), "similarity") | {"M6": "trajectory", "M8": "shift"}
"""Which page shows what a condition is about."""


def opening(found: Found) -> list[Claim]:
    """Which encodings meet the five conditions."""
    groups: dict[str, list[str]] = {"meets": [], "meets-testable": [], "misses": []}
    for name, card in found.items():
        verdicts = {card[metric].verdict for metric in FIVE}
        missed = verdicts & {"nearly", "fails"}
        # one position has no verdict on most of them
        groups["misses" if missed else "meets" if verdicts == {"holds"} else "meets-testable"].append(name)
    said = [claim(f"scorecard-{id}", schemes=tuple(each), count=len(each)) for id, each in groups.items() if each]
    none = len(groups["misses"]) == len(found)
    return [claim("scorecard-five"), *([claim("scorecard-misses-all")] if none else said)]


def legend(without: Sequence[str]) -> list[Claim]:
    """What the signs mean, and whose logits are asked about, since they are without vectors."""
    logits = [claim("scorecard-logits", schemes=tuple(without), count=len(without))] if without else []
    return [claim("scorecard-legend", share=NEAR), *logits]


def first_missed(found: Found) -> str:
    """The condition that tells the encodings apart first; else the first that is missed, or the first."""
    verdicts = {each.metric: {card[each.metric].verdict for card in found.values()} for each in ROWS}
    # of several that are as good the first one is taken
    return max(verdicts, key=lambda metric: "fails" in verdicts[metric] and len(verdicts[metric]))


def reasons(found: Found, metric: str) -> list[tuple[Verdict, Claim, tuple[str, ...]]]:
    """Each verdict on a condition with its reason, and the encodings that share them."""
    groups: dict[tuple[Verdict, Claim], list[str]] = {}
    for name, card in found.items():
        groups.setdefault((card[metric].verdict, card[metric].reason), []).append(name)
    return [(verdict, reason, tuple(names)) for (verdict, reason), names in groups.items()]


def missed(finding: Finding) -> Claim:
    """By how large a share a condition is missed; where there is no number, the verdict."""
    if finding.verdict in ("undefined", "does not apply"):
        return of_verdict(finding.verdict)
    return claim("scorecard-missed", share=0.0 if finding.verdict == "holds" else finding.number)


def of_verdict(verdict: Verdict) -> Claim:
    """A verdict in words, with its sign as an attribute."""
    return claim(f"scorecard-{verdict.replace(' ', '-')}")


def distinct_vectors(counts: Mapping[str, int], length: int) -> list[Claim]:
    """How many vectors differ: as they are, with rounded positions, and rounded themselves."""
    return [claim(f"scorecard-distinct-{what}", count=count, length=length) for what, count in counts.items()]


@shared_cache
def misconceptions() -> list[Claim]:
    """What is often believed of the conditions, and what is so."""
    short, long = Binary(order="MSB first").encode(range(8), 3), Binary(order="MSB first").encode(range(8), 4)
    changed = int((short != long[:, :3]).any(axis=1).sum())
    # sines and cosines of 32 random frequencies
    angles = np.arange(128)[:, None] * np.random.default_rng(0).normal(0, 0.1, 32)
    tables = (np.hstack((np.sin(angles), np.cos(angles))), geometry.vectors(Sinusoidal(), length=128, dim=64))
    rises = [geometry.first_rise(rows @ rows[0]) for rows in tables]
    return [claim("scorecard-waves", offset=rises[0], later=rises[1]), claim("scorecard-width", count=changed)]
