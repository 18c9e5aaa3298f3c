"""Claims of Shift, recomputed from the definitions."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.say import say
from dashboard.state.study import Study
from dashboard.views.shift import claims, numbers
from posenc_core import Binary, CustomTable, Fourier, Gray, Index, Learned, NeRF, Normalized, RoPE, Scheme, Sinusoidal
from posenc_core.text.messages import Claim
from tests.claims.truth import TABLES, Case, Page, assert_complete, cases, close, true, verify

EXACT = 1e-9
FORMULAS = ("Sinusoidal", "RoPE", "Fourier", "NeRF")
"""Encodings whose pairs of columns rotate by a known angle."""


# From the definitions


def twice(c: Case) -> np.ndarray:
    """Rows 0 to 2n - 1 of a sequence of 2n, as far as they exist."""
    count = 2 * c.length if c.scheme.own_size is None else min(2 * c.length, c.scheme.own_size[0])
    return np.asarray(c.scheme.encode(range(count), c.dim, length=count), np.float64)


def later(c: Case) -> np.ndarray:
    """Rows n - k to 2n - 1: the shift maps the first part to the last."""
    return twice(c)[c.length - c.offset :]


def residual(move: tuple[np.ndarray, np.ndarray], rows: np.ndarray, k: int) -> float:
    """Norm of the residual of a map, relative to that of the shift."""
    before, after = rows[: len(rows) - k], rows[k:]
    size = np.abs(after - before).max(initial=0)
    if size <= 1e-12 * np.abs(after).max(initial=0):
        return np.nan
    return float(np.linalg.norm((before @ move[0] + move[1] - after) / size) / np.linalg.norm((after - before) / size))


def pairs(c: Case) -> list[list[int]]:
    return c.scheme.pairs(c.dim).tolist()


def blocks(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map that mixes only the two columns of each pair."""
    matrix, k = np.zeros((c.dim, c.dim)), c.offset
    rest = sorted(set(range(c.dim)) - {column for pair in pairs(c) for column in pair})
    for block in [*pairs(c), *([column] for column in rest)]:
        matrix[np.ix_(block, block)] = np.linalg.lstsq(c.table[:-k, block], c.table[k:, block], rcond=None)[0]
    return matrix, np.zeros(c.dim)


def affine(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map with a translation; a pure translation where that is exact."""
    before, after = c.table[: -c.offset], c.table[c.offset :]
    mean = (after - before).mean(axis=0)
    if np.abs(before + mean - after).max() <= 1e-12 * max(np.abs(before).max(), np.abs(after).max()):
        return np.eye(c.dim), mean
    one = np.abs(before).max() or 1.0
    solution = np.linalg.lstsq(np.column_stack((before, np.full(len(before), one))), after, rcond=None)[0]
    return solution[:-1], one * solution[-1]


def linear(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Least-squares map without a translation."""
    return np.linalg.lstsq(c.table[: -c.offset], c.table[c.offset :], rcond=None)[0], np.zeros(c.dim)


def fits(c: Case, move: tuple[np.ndarray, np.ndarray]) -> bool:
    """Return True if a map is exact at all positions."""
    inside, unseen = residual(move, c.table, c.offset), residual(move, later(c), c.offset)
    return unseen <= EXACT and not inside > EXACT


def angles(c: Case, length: int) -> list[float]:
    """Radians from one position to the next of each pair that rotates by a constant angle."""
    rows = np.asarray(c.scheme.encode(range(length), c.dim, length=length), np.float64)
    steps_of_pairs = []
    for sine, cosine in pairs(c):
        points = rows[:, cosine] + 1j * rows[:, sine]
        step = points[1] / points[0]
        assert np.abs(points[0] * step ** np.arange(length) - points).max() < 1e-6 * abs(points[0])
        steps_of_pairs.append(float(np.angle(step)))
    return steps_of_pairs


def rotates(c: Case) -> bool:
    return c.scheme.name in FORMULAS and not c.dim % 2


def one_angle(c: Case) -> bool:
    """Return True if twice the length has the same angles."""
    return np.allclose(angles(c, c.length), angles(c, 2 * c.length), rtol=0, atol=1e-10)


def added(c: Case) -> bool:
    """Return True if all rows differ from those k before by one vector, which may depend on the length."""
    for rows in (c.table, twice(c)):
        differences = rows[c.offset :] - rows[: -c.offset]
        if np.abs(differences - differences.mean(axis=0)).max() > EXACT * (np.abs(rows).max() or 1):
            return False
    return True


def same(c: Case) -> bool:
    return bool(np.abs(c.table[c.offset :] - c.table[: -c.offset]).max() <= EXACT * np.abs(c.table).max())


def moving(c: Case) -> int:
    return np.count_nonzero(np.abs(angles(c, c.length)) > 0)


VERDICTS: dict[str, Callable[[Case], bool]] = {
    "ends": lambda c: len(later(c)) == c.offset and not residual(affine(c), c.table, c.offset) > EXACT,
    "rotates-length": lambda c: rotates(c) and not one_angle(c),
    "rotates": lambda c: rotates(c) and moving(c) == c.dim // 2,
    "rotates-some": rotates,
    "same": lambda c: added(c) and same(c),
    "nothing-moves": lambda c: len(later(c)) > c.offset and np.isnan(residual(blocks(c), later(c), c.offset)),
    "linear": lambda c: fits(c, blocks(c)) or (not added(c) and fits(c, linear(c))),
    "adds": lambda c: added(c) and fits(c, affine(c)),
    "affine": lambda c: fits(c, affine(c)),
    "adds-length": added,
    "unpaired": lambda c: c.scheme.name in FORMULAS and c.dim % 2 == 1,
    "none": lambda c: residual(affine(c), c.table, c.offset) > EXACT,
    "few": lambda c: True,
}
"""The first true one is claimed."""


def verdict(c: Case) -> str:
    return next(id for id, holds in VERDICTS.items() if holds(c))


def angle_of(c: Case, pair: int) -> float:
    """Angle of the shift of a pair in degrees."""
    return float(np.degrees(angles(c, max(c.length, 3))[pair])) * c.offset


def drawn_angle(c: Case) -> float:
    return angle_of(c, min(c.options["pair"], len(pairs(c)) - 1))


def rotated(degrees: float) -> dict[str, float]:
    return {"degrees": degrees, "rotations": abs(degrees) // 360, "value": abs(degrees) % 360}


def relative_miss(c: Case) -> float:
    """Residual of the best map with a translation, relative to the norm of its target."""
    matrix, translation = affine(c)
    goals = c.table[c.offset :]
    return float(np.linalg.norm(c.table[: -c.offset] @ matrix + translation - goals) / np.linalg.norm(goals))


def of_verdict(c: Case) -> dict[str, float]:
    lone = sorted(set(range(c.dim)) - {column for pair in pairs(c) for column in pair})
    more = {
        "ends": lambda: {"end": c.length - 1},
        "rotates": lambda: rotated(drawn_angle(c)),
        "rotates-length": lambda: rotated(drawn_angle(c)),
        "rotates-some": lambda: {"count": moving(c), "whole": c.dim // 2, **rotated(drawn_angle(c))},
        "unpaired": lambda: {"count": len(lone), "column": lone[0]},
        "few": lambda: {"count": c.length - c.offset, "share": residual(affine(c), later(c), c.offset)},
        "none": lambda: {"share": relative_miss(c)},
    }
    return more.get(verdict(c), dict)()


for id in set(VERDICTS) - {"adds", "adds-length"}:
    true(f"shift-{id}")(lambda c, id=id, **args: verdict(c) == id and args == pytest.approx(of_verdict(c), rel=1e-4))


def steps(c: Case) -> np.ndarray:
    """Nonzero entries of the added vector."""
    mean = (c.table[c.offset :] - c.table[: -c.offset]).mean(axis=0)
    return mean[np.abs(mean) > EXACT * np.abs(mean).max()]


@true("shift-adds")
def _(c: Case, value: float) -> bool:
    return verdict(c) == "adds" and np.allclose(steps(c), value, rtol=1e-8, atol=0)


@true("shift-adds-share")
def _(c: Case, offset: int, whole: int) -> bool:
    share = np.allclose(steps(c), offset / whole, rtol=1e-8, atol=0)
    return verdict(c) == "adds-length" and offset == c.offset and share


@true("shift-adds-vector")
def _(c: Case) -> bool:
    return verdict(c).startswith("adds") and np.ptp(steps(c)) > EXACT * np.abs(steps(c)).max()


@true("shift-marks")
def _(c: Case, offset: int, length: int, dim: int) -> bool:
    return (offset, length, dim) == (c.offset, c.length, c.dim)


def drawn_pair(c: Case, column: int, other: int, dim: int) -> bool:
    return [column, other] == pairs(c)[min(c.options["pair"], len(pairs(c)) - 1)] and dim == c.dim


@true("shift-drawn-waves")
def _(c: Case, column: int, other: int, dim: int) -> bool:
    return drawn_pair(c, column, other, dim) and c.scheme.name in FORMULAS


@true("shift-drawn-pair")
def _(c: Case, column: int, other: int, dim: int) -> bool:
    return drawn_pair(c, column, other, dim) and c.scheme.name not in FORMULAS


@true("shift-drawn-bits")
def _(c: Case, lengths: tuple[int, ...], others: tuple[int, ...]) -> bool:
    bits = [column for column in range(c.dim) if np.unique(c.table[:, column]).size > 1]
    # codes at different places differ, as each bit has its own weight
    x, y = (sum(2**at * c.table[:, column] for at, column in enumerate(columns)) for columns in (lengths, others))
    codes, places = np.unique(c.table, axis=0), np.unique(np.stack((x, y)), axis=1)
    alternate = [*lengths] == bits[::2] and [*others] == bits[1::2]
    return alternate and np.unique(c.table[:, bits]).size == 2 and len(codes) == places.shape[1]


@true("shift-drawn-one")
def _(c: Case) -> bool:
    return c.dim == 1


# One pair


def selected_pair(c: Case) -> list[int]:
    return pairs(c)[c.options["pair"]]


def start(c: Case) -> int:
    return min(c.position, c.length - 1 - c.offset)


def total(c: Case) -> float:
    """Angle of the selected pair in degrees."""
    return angle_of(c, c.options["pair"])


@true("shift-pair-rotates")
def _(c: Case, column: int, other: int, offset: int, degrees: float, rotations: int, value: float) -> bool:
    right = close(degrees, total(c)) and degrees != 0 and close(360 * rotations + value, abs(degrees))
    return [column, other] == selected_pair(c) and offset == c.offset and right and 0 <= value < 360


@true("shift-why")
def _(c: Case, column: int, other: int, value: float, offset: int, angle: float) -> bool:
    right = [column, other] == selected_pair(c) and offset == c.offset
    return right and close(angle, np.radians(total(c))) and close(value * offset, angle)


@true("shift-why-blocks")
def _(c: Case, count: int, dim: int, rest: int) -> bool:
    matrix = np.zeros((c.dim, c.dim))
    for i in range(0, c.dim, 2):
        matrix[i : i + 2, i : i + 2] = 1
    return (count, dim, rest) == (c.dim // 2, c.dim, (matrix == 0).sum())


@true("shift-why-none")
def _(c: Case, scheme: str) -> bool:
    return scheme == c.scheme.name and not rotates(c)


@true("shift-pair-still")
def _(c: Case, column: int, other: int) -> bool:
    return [column, other] == selected_pair(c) and not np.ptp(c.table[:, selected_pair(c)], axis=0).any()


@true("shift-pair-adds")
def _(c: Case, column: int, other: int, offset: int) -> bool:
    return [column, other] == selected_pair(c) and offset == c.offset and added(c)


def fitted_pair(c: Case) -> tuple[np.ndarray, np.ndarray]:
    """Result of the block of the selected pair, and its target."""
    columns, p = selected_pair(c), start(c)
    result = c.table[p, columns] @ blocks(c)[0][np.ix_(columns, columns)]
    return result, c.table[p + c.offset, columns]


def arrives(c: Case) -> bool:
    result, goal = fitted_pair(c)
    return bool(np.abs(result - goal).max() <= EXACT * (np.abs(goal).max() or 1))


@true("shift-pair-fits")
def _(c: Case, column: int, other: int, position: int) -> bool:
    return [column, other] == selected_pair(c) and position == start(c) + c.offset and arrives(c)


@true("shift-pair-misses")
def _(c: Case, column: int, other: int, position: int, here: float, there: float) -> bool:
    goal = fitted_pair(c)[1]
    where = [column, other] == selected_pair(c) and position == start(c) + c.offset
    return where and not arrives(c) and close(here, goal[0]) and close(there, goal[1])


@true("shift-pair-last")
def _(c: Case, offset: int, position: int) -> bool:
    return (offset, position) == (c.offset, c.position) and position + offset >= c.length


@true("shift-pair-missing")
def _(c: Case, count: int, dim: int) -> bool:
    return count == len(pairs(c)) <= c.options["pair"] and dim == c.dim


# The page


@true("shift-composes")
def _(page: Page, schemes: tuple[str, ...]) -> bool:
    return schemes == tuple(c.scheme.name for c in page.cases if rotates(c))


@true("shift-shown")
def _(page: Page, count: int, dim: int) -> bool:
    case = page.cases[0]
    return count == numbers.drawn_size(make_study(case, *page.cases[1:])) < dim == case.dim


@true("shift-later-ends")
def _(page: Page, scheme: str, end: int) -> bool:
    (case,) = (c for c in page.cases if c.scheme.name == scheme)
    return len(twice(case)) == end + 1 < 2 * case.length


@true("shift-later-few")
def _(page: Page, count: int) -> bool:
    c = page.cases[0]
    # parameters of a column: a weight for each other column, and a constant
    return count == len(c.table[c.offset :]) <= c.dim + 1


@true("shift-later-random")
def _(page: Page, rows: int, width: int, share: float) -> bool:
    first, other = np.random.default_rng(0).normal(size=(2, 50, 128))
    matrix = np.linalg.lstsq(first[:-8], first[8:], rcond=None)[0]
    exact = residual((matrix, np.zeros(128)), first, 8) < 1e-9
    return exact and (rows, width) == first.shape and close(share, residual((matrix, np.zeros(128)), other, 8))


@true("shift-later-slow")
def _(page: Page, share: float) -> bool:
    c = Case(Sinusoidal(), 128, 64, offset=8)
    return close(share, residual(affine(c), later(c), 8))


# Misconceptions


@true("shift-sign")
def _(page: Page, share: float) -> bool:
    angle = 10000.0 ** (-np.arange(32) / 32)
    table, missed, size = Sinusoidal().encode(range(128), 64), 0.0, 0.0
    for i, w in enumerate(8 * angle):
        pair = table[:, 2 * i : 2 * i + 2]
        forth = np.array([[np.cos(w), -np.sin(w)], [np.sin(w), np.cos(w)]])
        assert np.allclose(pair[:-8] @ forth, pair[8:])
        assert np.allclose(pair[:-8, ::-1] @ forth.T, pair[8:, ::-1])
        assert np.allclose(forth.T @ pair[:-8].T, pair[8:].T)
        missed += ((pair[:-8] @ forth.T - pair[8:]) ** 2).sum()
        size += ((pair[8:] - pair[:-8]) ** 2).sum()
    return close(share, np.sqrt(missed / size))


@true("shift-sines")
def _(page: Page, share: float, value: float, factor: float) -> bool:
    table = np.sin(np.arange(128)[:, None] * 10000.0 ** (-np.arange(0, 64, 2) / 64))
    norms = np.linalg.norm(table, axis=1)
    apart = [np.linalg.norm(table[k:] - table[:-k], axis=1) for k in range(1, 65)]
    distances = max(steps.std() / steps.mean() for steps in apart)
    missed = 0.0
    for i in range(0, 32, 2):
        pair = table[:, i : i + 2]
        matrix = np.linalg.lstsq(pair[:-8], pair[8:], rcond=None)[0]
        missed += ((pair[:-8] @ matrix - pair[8:]) ** 2).sum()
    size = ((table[8:] - table[:-8]) ** 2).sum()
    return (
        close(share, norms.std() / norms.mean()) and close(value, distances) and close(factor, np.sqrt(missed / size))
    )


@true("shift-fast")
def _(page: Page, degrees: float, angle: float, value: float) -> bool:
    here, there = Sinusoidal().encode(range(2), 128)
    slow = np.degrees(np.arctan2(there[-2], there[-1]))
    cosine = here @ there / np.linalg.norm(here) / np.linalg.norm(there)
    return close(degrees, np.degrees(1)) and close(angle, slow) and close(value, cosine)


# What the page claims


def make_study(case: Case, *others: Case) -> Study:
    """Study of some cases of one size."""
    schemes = tuple(c.scheme for c in (case, *others))
    return Study(schemes, case.length, case.dim, case.position, case.offset, options=case.options)


def of_size(schemes: list[Scheme], n: int, d: int, p: int = 0, k: int = 1, pair: int = 0) -> Page:
    return Page(tuple(Case(scheme, n, d, p, k, {"pair": pair}) for scheme in schemes))


def all_claims(page: Page) -> list[tuple[Case | Page, list[Claim]]]:
    """All claims of the page, each with its case."""
    study = make_study(*page.cases)
    by_case: list[tuple[Case | Page, list[Claim]]] = [
        (page, claims.matrices(study, numbers.drawn_size(study)) + claims.later(study))
    ]
    return by_case + [
        (
            c,
            [
                *(claims.verdict(c.scheme, study), claims.drawn_columns(study, c.scheme), *claims.marks(study)),
                *(*claims.pair(study, c.scheme), *claims.derivation(study, c.scheme)),
            ],
        )
        for c in page.cases
    ]


ALWAYS = [*claims.free_fits(), *claims.misconceptions()]

KNOWN = [
    of_size([Sinusoidal(), Binary(), Normalized()], 40, 20, 7, 3),
    of_size([Sinusoidal(), Index()], 40, 6, 39, 20),
    of_size([Sinusoidal(layout="concatenated")], 12, 70, 2),
    of_size([Sinusoidal()], 20, 7, 2, pair=1),
    of_size([Sinusoidal()], 128, 63),
    of_size([Fourier()], 20, 6, 2, 15, pair=2),
    of_size([RoPE(share=0.25)], 20, 16, 2, pair=7),
    of_size([RoPE(scaling="dynamic", trained_length=20)], 16, 8),
    of_size([Learned()], 512, 384, 40, 500),
    of_size([Learned()], 300, 384, 40),
    of_size([Binary()], 64, 4, 3, 16),
    of_size([Binary()], 64, 4, 3, 8),
    of_size([Binary(values="-1/1")], 64, 4, 3, 8),
    of_size([Gray()], 16, 4, 3, 8, pair=2),
    of_size([Binary()], 2, 4),
    of_size([Binary()], 3, 1),
    of_size([Index()], 12, 3),
    of_size([NeRF(extent=3)], 50, 5, k=2),
    *(of_size([CustomTable(table)], len(table) // 2, table.shape[1]) for table in TABLES.values()),
    of_size([CustomTable(np.arange(8)[:, None] * np.array([[1.0, 2.0]]))], 4, 2),
    of_size([CustomTable(np.vstack((np.eye(4)[:3], np.zeros((3, 4)))))], 4, 4),
]


def test_claims_of_known_cases_are_true_and_exact():
    assert_complete(verify([(KNOWN[0], ALWAYS), *(pair for page in KNOWN for pair in all_claims(page))]), "shift-")


def test_the_numbers_of_a_short_sequence_by_hand():
    bits = (np.arange(32)[:, None] >> np.arange(5) & 1).astype(float)
    for k, share in ((1, "45%"), (3, "51%")):
        before, after = np.column_stack((bits[:-k], np.ones(32 - k))), bits[k:]
        missed = before @ np.linalg.lstsq(before, after, rcond=None)[0] - after
        assert f"{np.linalg.norm(missed) / np.linalg.norm(after):.0%}" == share
        sizes = [of_size([Binary()], 32, 5, 7, k), of_size([Normalized()], 32, 64, 7, k)]
        binary, normalized = (claims.verdict(page.cases[0].scheme, make_study(*page.cases)) for page in sizes)
        assert share in say(binary)
        assert f"adds {k}/31 everywhere" in say(normalized)
    (waves,) = of_size([Sinusoidal()], 32, 64, 7, 3, pair=6).cases
    assert "31°" in say(claims.verdict(waves.scheme, make_study(waves)))
    assert round(np.degrees(3 * 10000 ** (-12 / 64))) == 31
    # with as many rows as columns, some matrix always fits, which shows nothing
    for scheme, d, k in ((Learned(), 384, 3), (Binary(), 5, 8)):
        assert claims.verdict(scheme, Study((scheme,), 32, d, 0, k)).id in ("shift-few", "shift-affine")
    assert claims.verdict(Learned(), Study((Learned(),), 32, 384, 0, 3)).id == "shift-few"


@given(cases(), st.integers(0, 12))
def test_claims_about_an_encoding_are_true(case, pair):
    assume(case.length > 1 and not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    verify(all_claims(of_size([case.scheme], case.length, case.dim, case.position, case.offset, pair)))


@pytest.mark.parametrize("d", [2, 8, 24])
@pytest.mark.parametrize(("n", "k"), [(2, 1), (9, 4), (30, 29)])
def test_claims_about_several_encodings_are_true(n, d, k):
    verify(all_claims(of_size([Sinusoidal(), Binary(), Normalized(), Index()], n, d, n - 1, k)))
