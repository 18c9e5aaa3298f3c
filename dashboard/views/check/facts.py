"""Facts of Check: the diagnosis of a table, tests of code, riddles, and misconceptions.

The cache holds pictures, curves, and sentences, never a table, however large the table is.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dashboard.numbers.memory import shared_cache
from posenc_core import Scheme, Sinusoidal
from posenc_core.analysis import geometry, pairing, pictures
from posenc_core.analysis.pairing import CORRECT_CODE, KEY, PLACES, QUERY, ROTATION_BUGS, Code, Trial
from posenc_core.analysis.pictures import Picture
from posenc_core.arrays import Array, read_only
from posenc_core.text.messages import Claim, claim
from posenc_tools import diagnosis, models
from posenc_tools.diagnosis import Diagnosis, Kind, Pairs, State, biases
from posenc_tools.diagnosis.words import Advice, advice, evidence, label, verdict
from posenc_tools.known_bugs import KNOWN_BUGS
from posenc_tools.models.rope_differences import likely_line
from posenc_tools.models.stored import reasons_of

CELLS = 512
"""Maximum number of rows and columns of a picture."""

DRAWN = 1e-30, 1e30
"""Range of the largest absolute value for which a picture is drawn: float32 cannot represent others."""

STRONGER = 4
"""A difference that is smaller than the table by this factor has a separate scale."""


STRONGEST = 4
"""Limit of the color scale, as a multiple of the RMS value: outliers would make all other cells pale."""

ROUNDING = 1e-9
"""Rounding tolerance of float64, relative to a typical column or row."""

DECIDED = ("bug", "different", "unknown")
"""States with unexplained or unintended columns or rows."""


class Against(NamedTuple):
    """Reference of a table, and the difference."""

    name: str | Claim
    meant: bool
    """Whether the reference is the intended table of code with a bug."""
    other: Picture
    rest: Picture
    rows: Array
    """Norm of the difference of each row, relative to a typical row, shape (n,)."""
    columns: Array
    """Norm of the difference of each column, relative to a typical column, shape (d,)."""
    frequencies: Array
    """Rotation of its pairs per position in radians, shape (m,); empty if no pair rotates."""


class Report(NamedTuple):
    """Diagnosis of a table, with its pictures."""

    state: State
    kind: Kind
    size: tuple[int, int]
    """Original size, before transposing."""
    transposed: bool
    """Whether everything else describes the transposed table."""
    noise: float
    verdict: str
    evidence: list[str]
    advice: Advice | None
    picture: Picture | None
    """None if the values are too large or too small to be drawn."""
    usual: float
    """Root mean square of the values."""
    against: Against | None
    pairs: Pairs | None
    beside: Scheme | None
    """Scheme to compare with on other pages."""

    @property
    def largest(self) -> float:
        """Largest absolute value of the pictures of the table and its reference."""
        drawn = [self.picture, self.against and self.against.other]
        return max((float(np.abs(picture.means).max()) for picture in drawn if picture), default=0.0)


@shared_cache
def report(yours: Scheme) -> Report:
    """Diagnose a table; cached per table. ValueError if it cannot be diagnosed."""
    n, d = yours.own_size or (1, 1)
    table = yours.encode(range(n), d).astype(np.float64, copy=False)
    diagnosed = diagnosis.diagnose(table)
    if diagnosed.transposed:
        table = np.ascontiguousarray(table.T)
    largest = float(np.abs(table).max())
    closest = diagnosed.runner_up if diagnosed.state == "unknown" else diagnosed.best
    picture = against = None
    if DRAWN[0] <= largest <= DRAWN[1] or not largest:
        picture = _picture(table)
        if closest and diagnosed.state != "kind":
            against = _against(table, diagnosed, closest)
    return Report(
        state=diagnosed.state,
        kind=diagnosed.best.kind,
        size=diagnosed.size,
        transposed=diagnosed.transposed,
        noise=diagnosed.noise,
        verdict=verdict(diagnosed),
        evidence=evidence(diagnosed),
        advice=advice(diagnosed),
        picture=picture,
        # without overflow
        usual=float(np.linalg.norm(table / (largest or 1.0))) * largest / np.sqrt(table.size),
        against=against,
        pairs=diagnosed.pairs,
        beside=closest.scheme if closest else None,
    )


def _picture(table: Array) -> Picture:
    reduced = pictures.picture(table, height=CELLS, width=CELLS)
    return reduced._replace(means=read_only(reduced.means.astype(np.float32)))


def _against(table: Array, result: Diagnosis, explanation: diagnosis.Explanation) -> Against | None:
    """Difference between a table and the intended one, or that of its explanation; None if that has other sizes."""
    n, d = table.shape
    name: str | Claim
    meant = explanation.scheme if result.best.kind == "mistake" else None
    if meant and not meant.unsupported_reason("vectors", n, d):
        other, name = geometry.vectors(meant, length=n, dim=d), meant.name
    else:
        meant, other, name = None, explanation.numbers(), label(explanation)
        if explanation.kind == "mistake":
            name = claim("check-bug", name=name)
    if other.shape != table.shape or not np.isfinite(other).all():
        return None
    if result.best.kind == "bias" and (hidden := biases.find_mask(table)) is not None:
        # masked cells are not values that a bias explains
        other = np.where(hidden, table, other)
    rest = table - other
    size = float(np.linalg.norm(table)) or 1.0
    angles = explanation.scheme and explanation.scheme.angles_at_offset(1, d, n)
    return Against(
        name,
        meant is not None,
        _picture(other),
        _picture(rest),
        read_only(np.linalg.norm(rest, axis=1) * np.sqrt(n) / size),
        read_only(np.linalg.norm(rest, axis=0) * np.sqrt(d) / size),
        read_only(np.empty(0) if angles is None else np.asarray(angles, float)),
    )


def limits(report: Report) -> tuple[float, float]:
    """Limits of the color scales: of the table and its reference, and of the difference."""
    usual, rest = report.usual, 0.0
    if against := report.against:
        usual = max(usual, float(np.sqrt(np.square(against.other.means).mean())))
        if is_visible(against.columns):
            rest = float(np.abs(against.rest.means).max())
    limit = float(min(report.largest, STRONGEST * usual)) or 1.0
    # separate scale for a small difference
    return limit, rest if 0 < rest < limit / STRONGER else limit


def is_visible(left: Array) -> bool:
    """Return whether any difference exceeds rounding."""
    return bool(left.max() > ROUNDING)


def evenly(values: Array) -> bool:
    """Return whether all values are equal up to rounding."""
    return bool(values.max() - values.min() <= ROUNDING * values.max())


def decides(report: Report) -> bool:
    """Return whether differences by column and row are relevant: not if they are only rounding."""
    against = report.against
    return bool(against and is_visible(against.columns) and (report.state in DECIDED or report.noise > 0))


def measurable(pairs: Pairs) -> NDArray[np.bool_]:
    """Mask of the pairs with a positive frequency, which a log axis can show."""
    return np.isfinite(pairs.frequencies) & (pairs.frequencies > 0)


def beside_model(model: models.Model, yours: Scheme) -> tuple[str, ...]:
    """Sentences that compare a table with a configuration; ValueError if that does not describe a table."""
    rows, columns = yours.own_size or (1, 1)
    comparison = models.comparison(model, yours.encode(range(rows), columns))
    line = likely_line(reasons_of(comparison))
    return tuple(filter(None, (str(comparison), line)))


CODES: dict[str, Code] = {"none": CORRECT_CODE["interleaved"], **ROTATION_BUGS}
"""Correct code, and code with each bug."""

APART, WALKED = 3, 128
"""Offset between a query and a key that move together, and number of positions."""


@shared_cache
def trials() -> dict[str, Trial]:
    """Test norms and positions for correct code and every bug."""
    return {name: pairing.trial(code, QUERY, KEY) for name, code in CODES.items()}


def detection_matrix() -> NDArray[np.bool_]:
    """Return whether the tests of norms, positions, and reference values find each bug, shape (codes, 3)."""
    every = trials()
    right = every["none"].scores[0]
    return np.array(
        [
            (not row.keeps_length, not row.same_everywhere, not np.allclose(row.scores, right, rtol=0, atol=1e-9))
            for row in every.values()
        ]
    )


@shared_cache
def walk(name: str) -> Array:
    """Score of a query and a key at a fixed offset, as both move, shape (WALKED,)."""
    places = [(start + APART, start) for start in range(WALKED)]
    return read_only(pairing.scores(CODES[name], QUERY, KEY, places))


NONE = "no mistake"
RIDDLES = (
    ("missing √d", ("sines alone", "exponent 4i/d", "missing √d")),
    ("exponent i/d", ("binary logarithm", "degrees", "exponent i/d")),
    ("bfloat16 positions", ("bfloat16 positions", "binary logarithm", "half table")),
    ("degrees", ("degrees", "exponent 2j/d", "minus forgotten")),
    ("sines alone", ("sines alone", "missing √d", "cosine first")),
    ("exponent j/d", ("exponent j/d", "positions from 1", "no mistake")),
    ("wrong logarithm", ("missing √d", "degrees", "wrong logarithm")),
    ("bfloat16 frequencies", ("sines alone", "bfloat16 frequencies", "half table")),
    ("exponent 4i/d", ("exponent 4i/d", "d + 1 cut", "degrees")),
    ("binary logarithm", ("d + 1 cut", "binary logarithm", "sines alone")),
    ("d + 1 cut", ("exponent j/d", "d + 1 cut", "missing √d")),
    ("half table", ("half table", "no mistake", "exponent 2j/d")),
    ("cosine of the next pair", ("half table", "missing √d", "cosine of the next pair")),
    ("positions from 1", ("sines alone", "positions from 1", "exponent i/d")),
    ("no mistake", ("positions from 1", "no mistake", "missing √d")),
    ("exponent 2j/d", ("wrong logarithm", "positions from 1", "exponent 2j/d")),
    ("cosine first", ("positions from 1", "degrees", "cosine first")),
    ("transposed", ("sines alone", "transposed", "wrong logarithm")),
    ("minus forgotten", ("minus forgotten", "d + 1 cut", "missing √d")),
)
"""Answer and choices of every riddle. Their order must not change, because links contain the number of a riddle."""

BASE = 10000.0

WINDOW = (0, 64, 16)
WINDOWS = {
    "bfloat16 positions": (384, 448, 8),
    "bfloat16 frequencies": (960, 1024, 14),
    "transposed": (0, 32, 32),
}
"""First position, end, and d of the table, by the answers that are not visible in `WINDOW`."""

MOVING = 0.2
"""Minimum standard deviation of a column in the curve figure."""


class Riddle(NamedTuple):
    """A table, and three possible causes."""

    answer: str
    choices: tuple[str, str, str]
    """Names of bugs, or `NONE`; one of them is the answer."""
    tables: tuple[Array, ...]
    """Table of each choice, shape (n, d)."""
    formula: Array
    """Correct table, shape (n, d)."""
    start: int
    """Position of the first row."""
    pair: int
    """Index of the pair with the largest difference, among those that visibly rotate."""

    @property
    def table(self) -> Array:
        """The table in question, shape (n, d)."""
        return self.tables[self.choices.index(self.answer)]


@shared_cache
def riddle(number: int) -> Riddle:
    """Riddle of a number; after the last one they repeat."""
    answer, choices = RIDDLES[number % len(RIDDLES)]
    start, stop, dim = WINDOWS.get(answer, WINDOW)
    formula = _table(NONE, start, stop, dim)
    tables = tuple(_table(name, start, stop, dim) for name in choices)
    off = np.abs(tables[choices.index(answer)] - formula).reshape(len(formula), -1, 2).mean(axis=(0, 2))
    moving = formula.std(axis=0).reshape(-1, 2).min(axis=1) > MOVING
    return Riddle(answer, choices, tables, formula, start, int((off * moving).argmax()))


def _table(name: str, start: int, stop: int, dim: int) -> Array:
    """Rows of the table of a bug, or of the correct one, shape (n, d); (d, n) if transposed."""
    if name == NONE:
        return read_only(np.array(Sinusoidal(base=BASE).encode(range(start, stop), dim), np.float64))
    return read_only(KNOWN_BUGS[name].table(stop, dim, BASE)[start:].copy())


LENGTH, DIM = 4096, 64
"""Size of the table for the misconceptions, independent of the page."""


def headings(report: Report) -> list[Claim]:
    """Heading of each picture: the table, its reference, and the difference."""
    against = report.against
    if against is None:
        return [claim("check-table")]
    relation = "nearest" if report.state == "unknown" else "same"
    if against.meant:
        relation = "meant"
    claims, (limit, rest) = [claim("check-table"), claim(f"check-{relation}", name=against.name)], limits(report)
    if rest < limit:
        claims.append(claim("check-difference-enlarged", factor=limit / rest))
    elif is_visible(against.columns):
        claims.append(claim("check-difference"))
    return claims


def colors(report: Report) -> list[Claim]:
    """Reasons for a missing picture of the difference, and for clipped colors."""
    limit, _ = limits(report)
    notes = []
    if report.against is not None and not is_visible(report.against.columns):
        notes.append(claim("check-difference-none"))
    if report.largest > limit:
        notes.append(claim("check-beyond", value=limit))
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
    if hidden := int((~measurable(pairs)).sum()):
        return [claim("check-pairs-left-out", count=hidden, whole=len(pairs.frequencies))]
    return []


def frequencies(pairs: Pairs) -> Claim:
    """Range of the frequencies on the log axis."""
    finite = pairs.frequencies[measurable(pairs)]
    return claim("check-pairs-alt", count=len(finite), high=float(finite.max()), low=float(finite.min()))


def curves(riddle: Riddle) -> Claim:
    """Largest difference between the drawn pair and the formula."""
    first = 2 * riddle.pair
    off = float(np.abs(riddle.table - riddle.formula)[:, first : first + 2].max())
    columns = {"column": first, "other": first + 1}
    if off < ROUNDING:
        return claim("check-curves-same", **columns)
    return claim("check-curves-apart", **columns, distance=off)


def tests() -> Claim:
    """Number of bugs that the two tests find, and of those that they miss."""
    every = trials()
    missed = [name for name in ROTATION_BUGS if every[name].keeps_length and every[name].same_everywhere]
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
    trial, right = trials()[bug], float(trials()["none"].scores[0])
    if bug == "none":
        return [claim("check-verdict-right", value=right)]
    args: dict[str, float] = {}
    if bug == "degrees":
        args["factor"] = float(1 / ROTATION_BUGS[bug].unit)
    if ROTATION_BUGS[bug].forgotten:
        args["count"] = ROTATION_BUGS[bug].forgotten
    claims = [claim(name_of(bug).replace("-code-", "-wrong-"), **args)]
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
