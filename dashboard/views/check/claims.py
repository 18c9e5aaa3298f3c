"""Claims of Check: its figures, tests of code, and misconceptions; the verdict on a table is from the core."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.views.check import code_numbers
from dashboard.views.check.numbers import ROUNDING, Account, evenly, is_visible, limits, measurable
from dashboard.views.check.riddle_numbers import Riddle
from posenc_core import Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.analysis.pairing import PLACES, ROTATION_BUGS
from posenc_core.arrays import Array
from posenc_core.text.messages import Claim, claim
from posenc_tools.diagnosis import Pairs
from posenc_tools.known_bugs import KNOWN_BUGS

LENGTH, DIM = 4096, 64
"""Size of the table for the misconceptions, independent of the page."""


def headings(account: Account) -> list[Claim]:
    """Heading of each picture: the table, its reference, and the difference."""
    against = account.against
    if against is None:
        return [claim("check-table")]
    relation = "nearest" if account.state == "unknown" else "same"
    if against.meant:
        relation = "meant"
    pair, (limit, rest) = [claim("check-table"), claim(f"check-{relation}", name=against.name)], limits(account)
    if rest < limit:
        return [*pair, claim("check-difference-enlarged", factor=limit / rest)]
    return [*pair, claim("check-difference")] if is_visible(against.columns) else pair


def colors(account: Account) -> list[Claim]:
    """Reasons for a missing picture of the difference, and for clipped colors."""
    limit, _ = limits(account)
    notes = [claim("check-beyond", value=limit)] if account.largest > limit else []
    if account.against is not None and not is_visible(account.against.columns):
        notes.insert(0, claim("check-difference-none"))
    return notes


def spread(what: str, values: Array) -> Claim:
    """Range of the differences of "columns" or "rows"; equal ones have no maximum."""
    low, high = float(values.min()), float(values.max())
    if evenly(values):
        return claim(f"check-{what}-even", value=high)
    place = {"column" if what == "columns" else "position": int(values.argmax())}
    return claim(f"check-{what}-range", low=low if low > ROUNDING * high else 0.0, high=high, **place)


def left_out(pairs: Pairs) -> list[Claim]:
    """Return the number of pairs without a place on a log axis."""
    count, hidden = len(pairs.frequencies), int((~measurable(pairs)).sum())
    return [claim("check-pairs-left-out", count=hidden, whole=count)] if hidden else []


def frequencies(pairs: Pairs) -> Claim:
    """Range of the frequencies on the log axis."""
    finite = pairs.frequencies[measurable(pairs)]
    return claim("check-pairs-alt", count=len(finite), high=float(finite.max()), low=float(finite.min()))


def curves(riddle: Riddle) -> Claim:
    """Largest difference between the drawn pair and the formula."""
    first = 2 * riddle.pair
    off = float(np.abs(riddle.table - riddle.formula)[:, first : first + 2].max())
    columns = {"column": first, "other": first + 1}
    return (
        claim("check-curves-same", **columns)
        if off < ROUNDING
        else claim("check-curves-apart", **columns, distance=off)
    )


def tests() -> Claim:
    """Number of bugs that the two tests find, and of those that they miss."""
    trials = code_numbers.trials()
    missed = [name for name in ROTATION_BUGS if trials[name].keeps_length and trials[name].same_everywhere]
    places = tuple(place for pair in PLACES for place in pair)
    return claim(
        "check-tests", offset=PLACES[0][0] - PLACES[0][1], others=places, count=len(ROTATION_BUGS) - len(missed),
        whole=len(ROTATION_BUGS), rest=len(missed),
    )  # fmt: skip


def name_of(bug: str) -> str:
    """ID of the message that names a bug, or correct code."""
    return f"check-code-{bug.replace(' ', '-').replace('/', '-')}"


def code_verdict(bug: str) -> list[Claim]:
    """Results of the tests for code with a bug, or for correct code."""
    trials = code_numbers.trials()
    right = float(trials["none"].scores[0])
    if bug == "none":
        return [claim("check-verdict-right", value=right)]
    args = {"factor": float(1 / ROTATION_BUGS[bug].unit)} if bug == "degrees" else {}
    args |= {"count": ROTATION_BUGS[bug].forgotten} if ROTATION_BUGS[bug].forgotten else {}
    claims, trial = [claim(name_of(bug).replace("-code-", "-wrong-"), **args)], trials[bug]
    if trial.keeps_length and trial.same_everywhere:
        return [*claims, claim("check-verdict-missed", here=float(trial.scores[0]), there=right)]
    if not trial.keeps_length:
        claims.append(claim("check-verdict-length", position=PLACES[0][0], factor=float(trial.lengths[0, 0])))
    if not trial.same_everywhere:
        claims.append(claim("check-verdict-place", values=tuple(float(score) for score in trial.scores)))
    return claims


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """Corrections of common misconceptions about differing tables."""
    paper = Sinusoidal()
    exponents = np.arange(0, DIM, 2, dtype=np.float32) * np.float32(-np.log(paper.base) / DIM)
    angles = np.arange(LENGTH, dtype=np.float32)[:, None] * np.exp(exponents)
    table = geometry.vectors(paper, length=LENGTH, dim=DIM)
    off = np.abs(np.sin(angles) - table[:, ::2]).max(axis=1)
    bug = KNOWN_BUGS["cosine of the next pair"]
    wrong = float(np.abs(bug.table(2, DIM, paper.base)[1] - table[1]).max())
    low, high = float(off[:128].max()), float(off.max())
    first, second = Sinusoidal(schedule="Tensor2Tensor").frequencies(DIM)[:2]
    layouts = [
        geometry.vectors(Sinusoidal(layout=layout), length=DIM, dim=DIM) for layout in ("interleaved", "concatenated")
    ]
    changed = int((np.abs(layouts[0] - layouts[1]).max(axis=0) > 0).sum())
    return [
        claim("check-rounding", length=LENGTH, dim=DIM, low=low, high=high, name=bug.text("name"), value=wrong),
        claim("check-exponent", base=float(first / second) ** (DIM / 2), dim=DIM, whole=100**2),
        claim("check-layout", count=changed, dim=DIM),
    ]
