"""Claims of Check, recomputed from the definitions."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dashboard.views.check import facts
from posenc_core import Binary, CustomTable, Sinusoidal
from posenc_core.analysis.pairing import PLACES, ROTATION_BUGS
from posenc_core.text.messages import Claim, claim
from posenc_tools.diagnosis import Pairs
from posenc_tools.known_bugs import EXAMPLES
from tests.claims.truth import CHECKS, assert_complete, close, true, verify


@dataclass(frozen=True)
class Compared:
    """A table and the one it is compared with."""

    table: np.ndarray
    other: np.ndarray | None = None
    relation: str = ""
    name: str | Claim = ""
    frequencies: tuple[float, ...] = ()
    """Pair of columns, if a claim is about one."""
    pair: int = 0
    """Answer of a riddle, if a claim is about one."""

    @property
    def rest(self) -> np.ndarray:
        assert self.other is not None
        return self.table - self.other


def rms(cells: np.ndarray) -> float:
    return float(np.sqrt((cells**2).mean()))


def largest(c: Compared) -> float:
    return max(float(np.abs(table).max()) for table in (c.table, c.other) if table is not None)


def limit(c: Compared) -> float:
    """Limit of the color scale: the largest number, but at most four times the RMS."""
    return min(largest(c), 4 * max(rms(table) for table in (c.table, c.other) if table is not None))


def factor(c: Compared) -> float:
    """Ratio of the largest value to the largest difference."""
    return limit(c) / float(np.abs(c.rest).max()) if differences(c) else 1.0


def relative(c: Compared, axis: int) -> np.ndarray:
    """RMS difference of each column (axis 0) or row, relative to the mean."""
    return np.sqrt((c.rest**2).mean(axis=axis)) / (rms(c.table) or 1.0)


def differences(c: Compared) -> bool:
    return c.other is not None and relative(c, 0).max() > 1e-9


def is_drawn_as(value: float, expected: float) -> bool:
    """Compare up to the rounding of a float32 picture."""
    return bool(np.isclose(value, expected, rtol=1e-5))


true("check-table")(lambda c: True)
for relation in ("same", "meant", "nearest"):
    true(f"check-{relation}")(lambda c, name, relation=relation: (c.relation, c.name) == (relation, name))
true("check-difference")(lambda c: differences(c) and factor(c) <= 4)
true("check-difference-enlarged")(lambda c, factor: factor > 4 and is_drawn_as(factor, globals()["factor"](c)))
true("check-difference-none")(lambda c: c.other is not None and not differences(c))
true("check-beyond")(lambda c, value: is_drawn_as(value, limit(c)) and largest(c) > limit(c))


def ranges(axis: int) -> tuple[Callable[..., bool], Callable[..., bool]]:
    def even(c: Compared, value: float) -> bool:
        return bool(np.allclose(relative(c, axis), value, rtol=1e-8))

    def between(c: Compared, low: float, high: float, place: int) -> bool:
        sizes = relative(c, axis)
        ends = close(low, sizes.min()) or (low == 0 and sizes.min() <= 1e-9 * high)
        return ends and close(high, sizes.max()) and place < len(sizes) and close(sizes[place], high)

    return even, between


for what, axis in (("columns", 0), ("rows", 1)):
    even, between = ranges(axis)
    true(f"check-{what}-even")(even)
    place = "column" if what == "columns" else "position"
    true(f"check-{what}-range")(
        lambda c, low, high, between=between, place=place, **at: between(c, low, high, at[place])
    )


def positive(c: Compared) -> list[float]:
    return [frequency for frequency in c.frequencies if 0 < frequency < np.inf]


@true("check-pairs-left-out")
def _(c: Compared, count: int, whole: int) -> bool:
    return whole == len(c.frequencies) and count == whole - len(positive(c)) > 0


@true("check-pairs-alt")
def _(c: Compared, count: int, high: float, low: float) -> bool:
    frequencies = positive(c)
    ends = np.isclose([high, low], [max(frequencies), min(frequencies)], rtol=1e-3)
    return count == len(frequencies) and bool(ends.all())


def off(c: Compared, column: int, other: int) -> float:
    is_pair = (column, other) == (2 * c.pair, 2 * c.pair + 1)
    return float(np.abs(c.rest[:, [column, other]]).max()) if is_pair else np.nan


true("check-curves-same")(lambda c, column, other: off(c, column, other) < 1e-9)
true("check-curves-apart")(lambda c, column, other, distance: close(off(c, column, other), distance) and distance > 0)


# Code: the case is the name of a bug

Q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
K = np.array([0.8, -0.3, 0.5, 0.1, -0.6, 0.2, 0.9, -0.4])


@true("check-tests")
def _(c, offset, others, count, whole, rest):
    places = [*zip(others[::2], others[1::2], strict=True)]
    caught = [bug for bug in ROTATION_BUGS if abs(norm_of(bug) - 1) > 1e-9 or np.ptp(dots_of(bug, places)) > 1e-9]
    apart = {i - j for i, j in places} == {offset}
    return apart and (count, whole, rest) == (len(caught), 8, 8 - len(caught))


def rotate(x, at, bug, key):
    """Rotation with a bug, from its description."""
    if bug == "q alone" and key:
        return x
    at = at - 2 * (bug == "cache anew" and key)
    exponent = 1 if bug == "exponent i/d" else 2
    angles = at * 10_000.0 ** (-exponent * np.arange(4) / 8) * (np.pi / 180 if bug == "degrees" else 1)
    table = np.tile(angles, 2) if bug == "half table" else np.repeat(angles, 2)
    for _ in range(2 if bug == "twice" else 1):
        if bug == "half rotation":
            partner = np.concatenate([-x[4:], x[:4]])
        else:
            partner = np.stack([-x[1::2], x[::2]], axis=1).ravel()
        x = x * np.cos(table) + (-1 if bug == "sign flipped" else 1) * partner * np.sin(table)
    return x


def norm_of(bug):
    return float(np.linalg.norm(rotate(Q, 5, bug, False)) / np.linalg.norm(Q))


def dots_of(bug, places=PLACES):
    return [float(rotate(Q, i, bug, False) @ rotate(K, j, bug, True)) for i, j in places]


for bug in ROTATION_BUGS:
    CHECKS[facts.name_of(bug).replace("-code-", "-wrong-")] = lambda name, bug=bug, **args: (
        name == bug
        and np.allclose(
            dots_of(bug), [float(ROTATION_BUGS[bug](Q, i, False) @ ROTATION_BUGS[bug](K, j, True)) for i, j in PLACES]
        )
        and all(close({"factor": 180 / np.pi, "count": 2}[name], value) for name, value in args.items())
    )


@true("check-verdict-right")
def _(bug_of, value):
    return bug_of == "none" and np.allclose(dots_of("none"), value, atol=1e-12)


@true("check-verdict-missed")
def _(bug_of, here, there):
    dots = dots_of(bug_of)
    passed = close(norm_of(bug_of), 1) and np.ptp(dots) < 1e-9
    return passed and close(dots[0], here) and close(dots_of("none")[0], there) and abs(here - there) > 1e-6


@true("check-verdict-length")
def _(bug_of, position, factor):
    return position == 5 and close(norm_of(bug_of), factor) and abs(factor - 1) > 1e-9


@true("check-verdict-place")
def _(bug_of, values):
    return np.allclose(dots_of(bug_of), values, atol=1e-12) and np.ptp(values) > 1e-9


# Misconceptions


@true("check-rounding")
def _(c: object, length: int, dim: int, low: float, high: float, name: str, value: float) -> bool:
    if (length, dim) != (4096, 64):
        return False
    assert name == "cosine of the next pair"
    single = np.float32
    paper = 10000.0 ** (-np.arange(0, dim, 2) / dim)
    rounded = np.exp(np.arange(0, dim, 2, dtype=single) * single(-np.log(10000.0) / dim))
    positions = np.arange(length)[:, None]
    error = np.abs(np.sin(positions.astype(single) * rounded) - np.sin(positions * paper)).max(axis=1)
    wrong = np.abs(np.cos(10000.0 ** (-(np.arange(0, dim, 2) + 2) / dim)) - np.cos(paper)).max()
    assert error.argmax() > length / 2
    return close(low, error[:128].max()) and close(high, error.max()) and close(value, wrong)


@true("check-exponent")
def _(c: object, base: float, dim: int, whole: int) -> bool:
    if dim != 64:
        return False
    pairs = np.arange(dim // 2)
    same = np.allclose(base ** (-2 * pairs / dim), 10000.0 ** (-2 * pairs / (dim - 2)))
    return same and np.allclose(100.0 ** (-2 * pairs / dim), float(whole) ** (-pairs / dim))


@true("check-layout")
def _(c: object, count: int, dim: int) -> bool:
    if dim != 64:
        return False
    angles = np.arange(dim)[:, None] * 10000.0 ** (-np.arange(0, dim, 2) / dim)
    waves = np.sin(angles), np.cos(angles)
    tables = np.stack(waves, axis=2).reshape(dim, dim), np.hstack(waves)
    assert np.allclose(tables[0] @ tables[0].T, tables[1] @ tables[1].T)
    return count == int((tables[0] != tables[1]).any(axis=0).sum())


# What the page claims

SINUSOIDAL = Sinusoidal().encode(range(128), 64)
FAST = tuple(10000.0 ** (-np.arange(32) / 32))


def compare(name: str, relation: str, other: np.ndarray, label: str = "Sinusoidal") -> Compared:
    return Compared(EXAMPLES[name](), other, relation, label)


def of_report(c: Compared) -> list[Claim]:
    """All claims of the page about a table."""
    report = facts.report(CustomTable(c.table))
    made_claims = [*facts.headings(report), *facts.colors(report)]
    if facts.decides(report):
        assert report.against
        made_claims += [facts.spread("columns", report.against.columns), facts.spread("rows", report.against.rows)]
    if c.frequencies:
        assert report.pairs
        made_claims.append(facts.frequencies(report.pairs))
    return made_claims


OUTLIER = np.where(np.eye(128, 64) * (np.arange(64) == 5), 30, SINUSOIDAL)
NEXT = EXAMPLES["cosine of the next pair"]()
NOISY = NEXT + np.random.default_rng(0).normal(0, 0.1, (128, 64))
BIASES = -np.abs(np.subtract.outer(range(128), range(128))) / 2.0  # slopes of the first of 8 heads of ALiBi

KNOWN = {
    "known": Compared(SINUSOIDAL, Sinusoidal().encode(range(128), 64), "same", "Sinusoidal", FAST),
    "rounding": Compared(np.round(SINUSOIDAL, 12), SINUSOIDAL, "same", "Sinusoidal", FAST),
    "a bug": compare("exponent 2j/d", "meant", SINUSOIDAL),
    "a scale": compare("missing √d", "meant", SINUSOIDAL),
    "a small difference": compare("bfloat16 frequencies", "meant", SINUSOIDAL),
    "noise": compare("noise", "same", SINUSOIDAL),
    "an outlier": Compared(OUTLIER, SINUSOIDAL, "same", "Sinusoidal"),
    "one column": Compared(SINUSOIDAL + np.eye(64)[5], SINUSOIDAL, "same", "Sinusoidal"),
    "bits": compare("binary", "same", Binary().encode(range(128), 8), "Binary"),
    "biases": Compared(EXAMPLES["ALiBi"](), BIASES, "same", "ALiBi"),
    "near a bug": Compared(NOISY, NEXT, "nearest", claim("check-bug", name="cosine of the next pair")),
    "random": Compared(EXAMPLES["random"]()),
    "zeros": Compared(np.zeros((3, 2))),
}
"""Tables, and the ones they are compared with."""

EVEN = Compared(np.ones((3, 2)), np.zeros((3, 2)))


def of_riddle(seed: int) -> tuple[Compared, list[Claim]]:
    riddle = facts.riddle(seed)
    rows, columns = riddle.table.shape
    formula = Sinusoidal().encode(range(riddle.start, riddle.start + rows), columns)
    return Compared(riddle.table, formula, pair=riddle.pair), [facts.curves(riddle)]


def of_pairs(*frequencies: float) -> tuple[Compared, list[Claim]]:
    values, count = np.array(frequencies), len(frequencies)
    pairs = Pairs(np.arange(2 * count).reshape(-1, 2), values, np.zeros(count), np.abs(values))
    return Compared(np.zeros((1, 1)), frequencies=frequencies), [*facts.left_out(pairs), facts.frequencies(pairs)]


def all_claims() -> list[tuple[Compared | str, list[Claim]]]:
    return [
        *((c, of_report(c)) for c in KNOWN.values()),
        *map(of_riddle, range(len(facts.RIDDLES))),
        (EVEN, [facts.spread("columns", np.ones(2)), facts.spread("rows", np.ones(3))]),
        of_pairs(1.0, 0.1, -0.2, 0.0, np.nan),
        (KNOWN["zeros"], [*facts.misconceptions(), facts.tests()]),
        *((bug, facts.code_verdict(bug)) for bug in ("none", *ROTATION_BUGS)),
    ]


EXCLUSIVE = [
    {"check-difference", "check-difference-enlarged", "check-difference-none"},
    {"check-curves-same", "check-curves-apart"},
    {"check-verdict-missed", "check-verdict-right"},
]


def test_claims_of_known_cases_are_true_and_exact():
    assert_complete(verify(all_claims(), EXCLUSIVE), "check-")
