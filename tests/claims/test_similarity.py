"""Claims of Similarity, recomputed from the definitions."""

from dataclasses import replace

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dashboard.state.parameters import MEASURES
from dashboard.state.study import Study
from dashboard.views.similarity import facts
from posenc_core import (
    FIRE,
    SCHEMES,
    T5,
    ALiBi,
    Binary,
    CustomTable,
    Gray,
    Index,
    Learned,
    NoPE,
    Normalized,
    RoPE,
    Scheme,
    Sinusoidal,
    xPos,
)  # fmt: skip
from posenc_core.text.messages import Claim
from tests.claims.measured import accuracies
from tests.claims.truth import TABLES, Case, Page, assert_complete, cases, close, logits, ranking, true, verify


def all_claims(study: Study) -> list[tuple[Case | Page, list[Claim]]]:
    """All claims of the page, each with its case."""
    by_scheme = {
        s: Case(s, study.length, study.dim, study.position, options=dict(study.options)) for s in study.schemes
    }
    by_case: list[tuple[Case | Page, list[Claim]]] = [(Page(tuple(by_scheme.values())), facts.opening(study))]
    for s, case in by_scheme.items():
        by_case.append((case, facts.cells(s, study) + facts.diagonal(s, study, "dot")))
    vectors = study.with_ability("vectors")
    if waves := facts.plain(vectors):
        of_waves = facts.laws(study, waves)
        of_waves += facts.single_wave(study) or facts.base(facts.at_bases(study)[1], waves.name)
        by_case.append((by_scheme[waves], of_waves))
    return by_case


SHARED = [
    {f"similarity-most{id}" for id in ("", "-itself", "-tied", "-all", "-other", "-others")},
    {"similarity-most-zero", "similarity-most-equal"},
    {"similarity-nearest", "similarity-nearest-many"},
    {"similarity-logits", "similarity-logits-same", "similarity-logits-alone"},
    {"similarity-ahead-yes", "similarity-ahead-no"},
]
"""Claims that Compare makes as well: of each set, at most one is true, and the page makes that claim."""

EXCLUSIVE = [
    *SHARED,
    {"similarity-own-all", "similarity-own-only", "similarity-own-none"},
    {"similarity-near-all", "similarity-near-only", "similarity-near-none"},
    {"similarity-rises", "similarity-falls"},
    {"similarity-sides-same", "similarity-sides-nearly"},
    {f"similarity-sides-{id}" for id in ("same", "after", "before", "mixed")},
    {f"similarity-diagonal-{id}" for id in ("yes", "nearly", "no", "equal")},
]
"""More such sets."""


# From the definitions


def measure(c: Case) -> str:
    kind: str = c.options["similarity"]
    return kind


def flat(values: np.ndarray) -> bool:
    return bool(np.ptp(values) <= 1e-12 * np.abs(values).max())


def most(c: Case) -> list[int]:
    values = ranking(c)
    if measure(c) == "distance":
        values[c.position] = -np.inf
    if not np.isfinite(values).any():
        return []
    best = np.nanmax(values)
    size = np.abs(values[np.isfinite(values)]).max()
    return np.flatnonzero(best - values <= 1e-12 * size).tolist()


def peaks(c: Case) -> bool:
    if measure(c) == "distance":
        return all(abs(q - c.position) == 1 for q in most(c))
    return most(c) == [c.position]


def both_sides(c: Case) -> tuple[np.ndarray, np.ndarray]:
    values, p = ranking(c), c.position
    reach = min(p, c.length - 1 - p)
    before, after = values[p - reach : p][::-1], values[p + 1 :][:reach]
    finite = np.isfinite(before + after)
    return before[finite], after[finite]


def rounding(c: Case) -> float:
    return 1e-11 * np.nanmax(np.abs(ranking(c)))


def comparable(page: Page) -> list[Case]:
    """Cases with vectors for which the measure is defined."""
    with_vectors = [c for c in page.cases if "vectors" in c.scheme.abilities]
    return [c for c in with_vectors if np.isfinite(ranking(c)).any()]


def opening(name: str, which: str) -> None:
    """Register the check of a claim about all, only some, or none of the comparable encodings."""

    def holds(page: Page, schemes: tuple[str, ...], position: int, measure: str = "distance") -> bool:
        candidates = comparable(page)
        own = [c.scheme.name for c in candidates if peaks(c)]
        all_own = len(own) == sum("vectors" in c.scheme.abilities for c in page.cases)
        some = "only" if own else "none"
        actual = "all" if all_own else some
        right = [*schemes] == (own or [c.scheme.name for c in candidates]) and actual == which
        here = candidates[0]
        by = here.options["similarity"]
        return right and here.position == position and measure == by and (name == "near") == (by == "distance")

    true(f"similarity-{name}-{which}")(holds)


for name in ("own", "near"):
    for which in ("all", "only", "none"):
        opening(name, which)


@true("similarity-without")
def _(page: Page, schemes: tuple[str, ...]) -> bool:
    def vectors(c: Case) -> bool:
        try:
            return bool(c.table.size)
        except ValueError:
            return False

    return {*schemes} == {c.scheme.name for c in page.cases if not vectors(c)}


@true("similarity-nearest")
def _(c: Case, position: int, others: tuple[int, ...]) -> bool:
    return position == c.position and [*others] == most(c)


@true("similarity-nearest-many")
def _(c: Case, position: int, count: int) -> bool:
    return position == c.position and count == len(most(c)) > 3


@true("similarity-most")
def _(c: Case, position: int, others: tuple[int, ...]) -> bool:
    return position == c.position in others and 1 < len(others) < c.length and [*others] == most(c)


@true("similarity-most-tied")
def _(c: Case, position: int, count: int) -> bool:
    return position == c.position in most(c) and 3 < count + 1 == len(most(c)) < c.length


@true("similarity-most-other")
def _(c: Case, position: int, others: tuple[int, ...]) -> bool:
    return position == c.position not in others and [*others] == most(c) and len(others) <= 3


@true("similarity-most-others")
def _(c: Case, position: int, count: int) -> bool:
    return position == c.position not in most(c) and 3 < count == len(most(c))


@true("similarity-most-itself")
def _(c: Case, position: int) -> bool:
    return most(c) == [position] == [c.position]


@true("similarity-most-all")
def _(c: Case, position: int) -> bool:
    return position == c.position and len(most(c)) == c.length


@true("similarity-most-zero")
def _(c: Case, position: int) -> bool:
    return position == c.position and np.isnan(ranking(c)).all() and not c.table[position].any()


@true("similarity-most-equal")
def _(c: Case, position: int) -> bool:
    undefined = position == c.position and np.isnan(ranking(c)).all() and bool(c.table[position].any())
    return undefined and flat(c.table @ c.table[position])


@true("similarity-rises")
def _(c: Case, offset: int) -> bool:
    steps = np.diff(ranking(c)[c.position :])
    return offset < len(steps) and steps[offset] > 0 and not (steps[:offset] > rounding(c)).any()


@true("similarity-falls")
def _(c: Case) -> bool:
    return not (np.diff(ranking(c)[c.position :]) > rounding(c)).any()


@true("similarity-sides-same")
def symmetric(c: Case) -> bool:
    before, after = both_sides(c)
    return bool(np.abs(before - after).max() <= max(1e-9 * np.abs([before, after]).max(), rounding(c)))


@true("similarity-sides-nearly")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return not symmetric(c) and np.abs(before - after).max() <= 0.05 * np.abs([before, after]).max()


@true("similarity-sides-after")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return not symmetric(c) and bool((after >= before - rounding(c)).all())


@true("similarity-sides-before")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return not symmetric(c) and bool((before >= after - rounding(c)).all())


@true("similarity-sides-mixed")
def _(c: Case) -> bool:
    before, after = both_sides(c)
    return not symmetric(c) and bool((before > after).any() and (after > before).any())


def visible_logits(c: Case) -> np.ndarray:
    """Logits of the selected position with the keys that it sees."""
    row = logits(c)[c.position]
    return row[np.isfinite(row)]


@true("similarity-logits")
def _(c: Case, position: int, low: float, high: float) -> bool:
    return position == c.position and close(low, visible_logits(c).min()) and close(high, visible_logits(c).max())


@true("similarity-logits-same")
def _(c: Case, position: int) -> bool:
    return position == c.position and len(visible_logits(c)) > 1 and np.ptp(visible_logits(c)) == 0


@true("similarity-logits-alone")
def _(c: Case, position: int) -> bool:
    return position == c.position and len(visible_logits(c)) == 1


def every_pair(c: Case) -> np.ndarray:
    """Dot products, or without vectors the logits, of all positions."""
    return c.table @ c.table.T if "vectors" in c.scheme.abilities else logits(c)


def varies(pairs: np.ndarray) -> float:
    """Largest range of the values on one diagonal, relative to the largest value."""
    diagonals = [np.diagonal(pairs, k) for k in range(1 - len(pairs), len(pairs))]
    return max((np.ptp(diagonal) for diagonal in diagonals if np.isfinite(diagonal).all()), default=0) / np.nanmax(
        np.abs(pairs)
    )


def offset_error(c: Case) -> float:
    return varies(every_pair(c))


def all_equal(c: Case) -> bool:
    pairs = every_pair(c)
    finite = pairs[np.isfinite(pairs)]
    return np.ptp(finite) <= 1e-9 * np.abs(finite).max()


@true("similarity-diagonal-yes")
def _(c: Case) -> bool:
    return not all_equal(c) and offset_error(c) <= 1e-9


@true("similarity-diagonal-nearly")
def _(c: Case, share: float) -> bool:
    return not all_equal(c) and close(share, offset_error(c)) and 1e-9 < share <= 0.05


@true("similarity-diagonal-no")
def _(c: Case, share: float) -> bool:
    return not all_equal(c) and close(share, offset_error(c)) and share > 0.05


@true("similarity-diagonal-equal")
def _(c: Case) -> bool:
    return all_equal(c)


# Sinusoids


def table_of(c: Case, length: int) -> np.ndarray:
    return c.scheme.encode(range(length), c.dim, length=length)


def of_offset(c: Case) -> bool:
    """Return True if the offset alone determines the dot product of the first positions."""
    rows = table_of(c, 40)
    return varies(rows @ rows.T) <= 1e-8


@true("similarity-closed-form", "similarity-closed-same")
def _(c: Case, scheme: str = "") -> bool:
    return scheme in ("", c.scheme.name) and (c.dim % 2 == 1 or of_offset(c))


@true("similarity-unpaired")
def _(c: Case) -> bool:
    return c.dim % 2 == 1 and not of_offset(c)


@true("similarity-log")
def _(c: Case, offset: int, share: float) -> bool:
    rows = c.table / np.linalg.norm(c.table, axis=1)[:, None]
    k = np.abs(np.arange(c.length) - c.position)
    law = 1 - (np.log(np.maximum(k, 1)) + np.euler_gamma) / np.log(c.scheme.base)
    off = k[(np.abs(rows @ rows[c.position] - law) > 0.05) & (k > 0)]
    return share == 0.05 and offset == (off.min() - 1 if off.size else k.max())


@true("similarity-base-none")
def _(c: Case, dim: int) -> bool:
    other = replace(c.scheme, base=7.0)
    return dim == c.dim and np.array_equal(c.table, other.encode(range(c.length), dim))


@true("similarity-base")
def _(c: Case, scheme: str, base: float, period: float) -> bool:
    slowest = 2 * np.pi * base ** ((c.dim - 2 + c.dim % 2) / c.dim)
    return scheme == c.scheme.name and base == c.scheme.base and close(period, slowest)


@true("similarity-base-effect")
def _(c: Case) -> bool:
    apart = [np.linalg.norm(np.diff(replace(c.scheme, base=b).encode([0, 1], c.dim), axis=0)) for b in (2.0, 1e4, 1e6)]
    return bool((np.diff(apart) < 0).all())


@true("similarity-trend")
def _(c: Case, count: int, whole: int, offset: int) -> bool:
    rows = Sinusoidal().encode(range(256), 128)
    rises = np.flatnonzero(np.diff(rows[128:] @ rows[128]) > 0)
    return (count, whole, offset) == (len(rises), 127, rises[0])


@true("similarity-range")
def _(c: Case, low: float, high: float, share: float) -> bool:
    rows = Sinusoidal().encode(range(256), 128)
    dots = rows @ rows[128]
    weights = np.exp((dots - dots.max()) / np.sqrt(128))
    right = close(low, dots.min() / dots[128]) and close(high, dots.max() / dots[128])
    return right and close(share, 1 / weights.sum())


@true("similarity-length")
def _(c: Case, period: float, there: float, here: float) -> bool:
    rows = Sinusoidal().encode([0, 1, 10_000], 64)
    apart = np.linalg.norm(rows - rows[0], axis=1)
    return close(period, 2 * np.pi * 10_000 ** (62 / 64)) and close(here, apart[1]) and close(there, apart[2])


@true("similarity-base-free")
def _(c: Case, distances: tuple[float, ...]) -> bool:
    frequencies = [base ** (-np.arange(32) / 32) for base in (2.0, 100.0, 1e4)]
    offsets = np.arange(1, 128)[:, None]
    nearest = [np.sqrt((2 - 2 * np.cos(offsets * w)).sum(axis=1)).min() for w in frequencies]
    return min(nearest) > 1 and np.allclose(distances, nearest)


@true("similarity-extrapolates")
def _(c: Case, low: float, high: float, count: int) -> bool:
    near, far = (accuracies("Sinusoidal", "3 back", length) for length in (32, 64))
    return (low, high, count) == (min(near), max(far), len(near))


# What is tried


def make_study(*schemes: Scheme, n: int, d: int, p: int = 0, similarity: str = "dot") -> Study:
    options = {"similarity": similarity}
    return Study(schemes, n, d, p, 1, known={"Sinusoidal": Sinusoidal()}, options=options)


def uploaded(name: str, p: int, similarity: str = "dot") -> Study:
    n, d = TABLES[name].shape
    return make_study(CustomTable(TABLES[name]), n=n, d=d, p=p, similarity=similarity)


KNOWN = [
    make_study(Sinusoidal(), Binary(), n=20, d=64, p=9),
    make_study(Sinusoidal(), Binary(), n=20, d=64, p=9, similarity="distance"),
    make_study(Binary(), Sinusoidal(), n=20, d=8, similarity="cosine"),
    make_study(ALiBi(), RoPE(), xPos(), T5(), n=12, d=8, p=5),
    make_study(Sinusoidal(), n=60, d=64, p=20),
    make_study(Sinusoidal(), n=20, d=8, p=5, similarity="distance"),
    make_study(Sinusoidal(), n=20, d=7, p=10),
    make_study(Sinusoidal(), n=12, d=63, p=6),
    make_study(Sinusoidal(), n=9, d=2),
    make_study(Sinusoidal(), n=3, d=62, p=1),
    make_study(Binary(), n=40, d=8),
    make_study(Binary(), n=40, d=8, similarity="min-max"),
    make_study(Binary(), n=40, d=8, p=12, similarity="distance"),
    make_study(Gray(), n=16, d=8, p=5),
    make_study(Index(), n=20, d=4, p=10),
    make_study(Index(), n=20, d=4, p=10, similarity="distance"),
    make_study(Normalized(), n=20, d=4, p=10, similarity="cosine"),
    make_study(Learned(), n=20, d=4, p=3),
    make_study(CustomTable(np.arange(9.0, 0, -1)[:, None]), n=9, d=1, p=4),
    make_study(CustomTable(np.array([[1.0], [3], [3], [3], [3], [0]])), n=6, d=1),
    *(uploaded(name, 3) for name in TABLES),
    uploaded("identity", 2, "distance"),
    uploaded("equal rows", 3, "min-max"),
    make_study(ALiBi(), n=12, d=4),
    make_study(FIRE(), NoPE(), n=12, d=4, p=5),
]


def test_claims_of_known_cases_are_true_and_exact():
    pairs = [pair for study in KNOWN for pair in all_claims(study)]
    assert_complete(verify([*pairs, (Page(()), facts.misconceptions())], EXCLUSIVE), "similarity-")


@given(cases([make() for make in SCHEMES.values()]), st.sampled_from([*MEASURES]))
def test_claims_about_an_encoding_are_true(case, kind):
    assume(case.length > 1 and not case.scheme.unsupported_reason("scores", case.length, case.dim))
    assume(
        not case.scheme.unsupported_reason("vectors", case.length, case.dim) or "vectors" not in case.scheme.abilities
    )
    study = make_study(case.scheme, n=case.length, d=case.dim, p=case.position, similarity=kind)
    verify(all_claims(study), EXCLUSIVE)


@settings(max_examples=40)
@given(st.integers(2, 24), st.integers(1, 12), st.integers(0, 23), st.sampled_from([*MEASURES]))
def test_claims_about_several_encodings_are_true(length, half, position, kind):
    study = make_study(Sinusoidal(), Index(), ALiBi(), Binary(), n=length, d=2 * half, p=position, similarity=kind)
    verify(all_claims(study), EXCLUSIVE)
