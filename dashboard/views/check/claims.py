"""Check: what its pictures show, and the misconceptions. What a table is, the core says."""

from collections.abc import Sequence

import numpy as np

from dashboard.numbers.memory import shared_cache
from dashboard.views.check.numbers import ROUNDING, Account, evenly, limits, measurable, seen
from dashboard.views.check.riddle_numbers import Riddle
from posenc_core import Sinusoidal
from posenc_core.analysis import geometry
from posenc_core.arrays import Array
from posenc_core.diagnosis import Pairs
from posenc_core.known_bugs import MISTAKES
from posenc_core.text.messages import Claim, claim

LENGTH, DIM = 4096, 64
"""Of the misconceptions, whatever the page shows."""


def headings(account: Account) -> list[Claim]:
    """What each picture is: the table, what it is compared with, and the difference."""
    against = account.against
    if against is None:
        return [claim("check-table")]
    relation = "meant" if against.meant else "nearest" if account.state == "unknown" else "same"
    found, (limit, rest) = [claim("check-table"), claim(f"check-{relation}", name=against.name)], limits(account)
    if rest < limit:
        return [*found, claim("check-difference-enlarged", factor=limit / rest)]
    return [*found, claim("check-difference")] if seen(against.columns) else found


def colors(account: Account) -> list[Claim]:
    """Why there is no picture of the difference, and that a few numbers are too large for the colors of all others."""
    limit, _ = limits(account)
    none = account.against is not None and not seen(account.against.columns)
    large = [claim("check-beyond", value=limit)] if account.largest > limit else []
    return [claim("check-difference-none")] * none + large


def spread(what: str, values: Array) -> Claim:
    """From where to where the differences of "columns" or "rows" go; equal ones have no largest."""
    low, high = float(values.min()), float(values.max())
    if evenly(values):
        return claim(f"check-{what}-even", value=high)
    place = {"column" if what == "columns" else "position": int(values.argmax())}
    return claim(f"check-{what}-range", low=low if low > ROUNDING * high else 0.0, high=high, **place)


def left_out(pairs: Pairs) -> list[Claim]:
    """How many pairs have no place on a log axis."""
    count, hidden = len(pairs.frequencies), int((~measurable(pairs)).sum())
    return [claim("check-pairs-left-out", count=hidden, whole=count)] if hidden else []


def frequencies(pairs: Pairs) -> Claim:
    """From where to where the frequencies on the log axis go."""
    drawn = pairs.frequencies[measurable(pairs)]
    return claim("check-pairs-alt", count=len(drawn), high=float(drawn.max()), low=float(drawn.min()))


def curves(found: Riddle) -> Claim:
    """How far the curves of the drawn pair leave those of the formula."""
    first = 2 * found.pair
    off = float(np.abs(found.table - found.formula)[:, first : first + 2].max())
    named = {"column": first, "other": first + 1}
    return claim("check-curves-same", **named) if off < ROUNDING else claim("check-curves-apart", **named, distance=off)


@shared_cache
def misconceptions() -> Sequence[Claim]:
    """What is often believed of a table that differs, and what is so."""
    paper = Sinusoidal()
    exponents = np.arange(0, DIM, 2, dtype=np.float32) * np.float32(-np.log(paper.base) / DIM)
    angles = np.arange(LENGTH, dtype=np.float32)[:, None] * np.exp(exponents)
    table = geometry.vectors(paper, length=LENGTH, dim=DIM)
    off = np.abs(np.sin(angles) - table[:, ::2]).max(axis=1)
    bug = MISTAKES["cosine of the next pair"]
    wrong = float(np.abs(bug.table(2, DIM, paper.base)[1] - table[1]).max())
    low, high = float(off[:128].max()), float(off.max())
    first, second = Sinusoidal(schedule="Tensor2Tensor").frequencies(DIM)[:2]
    layouts = [
        geometry.vectors(Sinusoidal(layout=layout), length=DIM, dim=DIM) for layout in ("interleaved", "concatenated")
    ]
    changed = int((np.abs(layouts[0] - layouts[1]).max(axis=0) > 0).sum())
    return [
        claim("check-rounding", length=LENGTH, dim=DIM, low=low, high=high, name=bug.name, value=wrong),
        claim("check-exponent", base=float(first / second) ** (DIM / 2), dim=DIM, whole=100**2),
        claim("check-layout", count=changed, dim=DIM),
    ]
