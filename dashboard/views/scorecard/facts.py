"""Facts of Scorecard: findings by encoding and criterion, and what they say about the encodings."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from dashboard.numbers import scores
from dashboard.numbers.memory import shared_cache
from dashboard.state.parameters import HEADS
from dashboard.state.study import Study
from posenc_core import Binary, Sinusoidal
from posenc_core.analysis import criteria, geometry
from posenc_core.analysis.criteria import CRITERIA, NEAR, Criterion, Finding, Verdict
from posenc_core.text.messages import Claim, claim

Found = Mapping[str, Mapping[str, Finding]]

ROWS: tuple[Criterion, ...] = (*sorted(CRITERIA, key=lambda criterion: "five" not in criterion.asked_by),)
"""Criteria in the order of the table, the five that are often required first."""

FIVE = [criterion.code for criterion in ROWS if "five" in criterion.asked_by]

SEEN_ON = dict.fromkeys(("M1", "M1b", "M4", "M4b", "M5"), "equidistance") | dict.fromkeys(("M2", "M3"), "heatmap")
SEEN_ON |= dict.fromkeys(("M4g", "M7"), "similarity") | dict.fromkeys(("M6", "M8"), "clocks")
"""Page that illustrates each criterion."""


_scorecard = partial(shared_cache(criteria.scorecard), heads=HEADS)


def cards(study: Study) -> Found:
    """Return the findings of all criteria, by name of the encoding and criterion."""
    size = {"length": study.length, "dim": study.dim, "offset": study.offset}
    return {scores.label(s, study): _scorecard(s, **size, head=scores.head(s, study)) for s in study.schemes}


def opening(cards: Found) -> list[Claim]:
    """Return the encodings that meet the five conditions."""
    groups: dict[str, list[str]] = {"meets": [], "meets-testable": [], "misses": []}
    for name, card in cards.items():
        verdicts = {card[metric].verdict for metric in FIVE}
        # a single position leaves most criteria undecided
        id = "meets" if verdicts == {"holds"} else "meets-testable"
        groups["misses" if verdicts & {"nearly", "fails"} else id].append(name)
    if len(groups["misses"]) == len(cards):
        return [claim("scorecard-five"), claim("scorecard-misses-all")]
    claims = [claim("scorecard-five")]
    for id, names in groups.items():
        if names:
            claims.append(claim(f"scorecard-{id}", schemes=tuple(names), count=len(names)))
    return claims


def legend(without: Sequence[str]) -> list[Claim]:
    """Meaning of the signs, and encodings that are judged by logits because they have no vectors."""
    claims = [claim("scorecard-legend", share=NEAR)]
    if without:
        claims.append(claim("scorecard-logits", schemes=tuple(without), count=len(without)))
    return claims


def distinguishing_criterion(cards: Found) -> str:
    """Key of the first criterion that distinguishes the encodings, else the first that is missed, else the first."""
    verdicts = {row.key: {card[row.key].verdict for card in cards.values()} for row in ROWS}
    # `max` returns the first maximum
    return max(verdicts, key=lambda metric: "fails" in verdicts[metric] and len(verdicts[metric]))


def reasons(cards: Found, metric: str) -> list[tuple[Verdict, Claim, tuple[str, ...]]]:
    """Verdicts on a criterion with their reasons, and the encodings that share them."""
    groups: dict[tuple[Verdict, Claim], list[str]] = {}
    for name, card in cards.items():
        groups.setdefault((card[metric].verdict, card[metric].reason), []).append(name)
    return [(verdict, reason, tuple(names)) for (verdict, reason), names in groups.items()]


def relative_error(finding: Finding) -> Claim:
    """Relative error of a criterion, or the verdict if there is none."""
    if finding.verdict in ("undefined", "does not apply"):
        return of_verdict(finding.verdict)
    return claim("scorecard-missed", share=0.0 if finding.verdict == "holds" else finding.number)


def of_verdict(verdict: Verdict) -> Claim:
    """Message of a verdict; its attribute is the sign."""
    return claim(f"scorecard-{verdict.replace(' ', '-')}")


@shared_cache
def misconceptions() -> list[Claim]:
    """Corrections of common misconceptions about the conditions."""
    short, long = Binary(order="MSB first").encode(range(8), 3), Binary(order="MSB first").encode(range(8), 4)
    changed = int((short != long[:, :3]).any(axis=1).sum())
    # sines and cosines of 32 random frequencies
    angles = np.arange(128)[:, None] * np.random.default_rng(0).normal(0, 0.1, 32)
    tables = (np.hstack((np.sin(angles), np.cos(angles))), geometry.vectors(Sinusoidal(), length=128, dim=64))
    rises = [geometry.first_rise(rows @ rows[0]) for rows in tables]
    return [claim("scorecard-waves", offset=rises[0], later=rises[1]), claim("scorecard-width", count=changed)]
