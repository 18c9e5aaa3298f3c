"""What Compare claims, recomputed from the definitions."""

from dataclasses import dataclass

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dashboard.numbers import scores
from dashboard.state.study import Study
from dashboard.views.compare import claims
from dashboard.views.compare.numbers import both
from posenc_core import (
    SCHEMES,
    Binary,
    CustomTable,
    Fourier,
    Index,
    Learned,
    NoPE,
    Normalized,
    RoPE,
    Scheme,
    Sinusoidal,
)
from posenc_core.text.messages import Claim
from tests.claims.truth import (
    HEADS,
    TABLES,
    Case,
    ahead,
    assert_complete,
    cases,
    close,
    logits,
    true,
    verify,
)


@dataclass(frozen=True)
class Page:
    """All encodings of the page, each as a case."""

    cases: tuple[Case, ...]

    def named(self, names: tuple[str, ...]) -> list[Case]:
        return [case for case in self.cases if label(case.scheme) in names]

    @property
    def made(self) -> list[Case]:
        return [case for case in self.cases if "vectors" in case.scheme.abilities]


def label(scheme: Scheme) -> str:
    return f"{scheme.name} (head 1 of {HEADS})" if not scheme.unsupported_reason("heads") else scheme.name


# From the definitions


def distances(case: Case) -> np.ndarray:
    """From p to p + k, for every p."""
    table, k = case.table, case.offset
    scale = np.abs(table).max() or 1
    return scale * np.linalg.norm(table[k:] / scale - table[: case.length - k] / scale, axis=1)


def same(values: np.ndarray) -> bool:
    return bool(np.ptp(values) <= 2e-9 * np.abs(values).max())


def curve(case: Case, position: int | None = None) -> np.ndarray:
    """How similar every position is to the selected one, by what rises with it; NaN where that is undefined."""
    table, p = case.table, case.position if position is None else position
    dots = table @ table[p]
    measure = case.options.get("similarity", "dot")
    norms = np.linalg.norm(table, axis=1)
    if measure == "distance":
        return -np.linalg.norm(table - table[p], axis=1)
    if measure == "cosine":
        with np.errstate(all="ignore"):
            return dots / norms / norms[p]
    if measure == "min-max" and np.ptp(dots) <= 1e-12 * np.abs(dots).max():
        return np.full(len(dots), np.nan)
    return dots


def most(values: np.ndarray) -> set[int]:
    """The positions of the largest values, but for rounding."""
    if np.isnan(values).all():
        return set()
    top = np.nanmax(values)
    return {*np.flatnonzero(top - values <= 1e-12 * np.nanmax(np.abs(values))).tolist()}


def nearest(case: Case) -> set[int]:
    return most(curve(case))


def even(case: Case) -> bool:
    return same(distances(case))


def own(case: Case, measure: str) -> bool:
    """Whether each position is most similar to itself alone."""
    by = Case(case.scheme, case.length, case.dim, options={"similarity": measure})
    curves = [curve(by, p) for p in range(case.length)]
    return all(not np.isnan(each).all() and most(each) == {p} for p, each in enumerate(curves))


def losses(case: Case) -> np.ndarray:
    """How much lower the key at offset k is, from every query that sees it."""
    found = -np.diagonal(logits(case), -case.offset)
    return found[np.isfinite(found)]


# The checks


def equivariant() -> bool:
    """Whether permuted inputs of self-attention permute its outputs, which are not invariant."""
    x, order = np.random.default_rng(0).normal(size=(6, 8)), np.array([3, 0, 5, 1, 4, 2])

    def attention(x):
        weights = np.exp(x @ x.T / np.sqrt(8))
        return weights / weights.sum(axis=1, keepdims=True) @ x

    return np.allclose(attention(x[order]), attention(x)[order]) and not np.allclose(attention(x[order]), attention(x))


@true("compare-subject")
def _(page, family):
    assert equivariant()
    families = {case.scheme.family for case in page.cases if case.scheme.name != "NoPE"}
    return families == {family} if family != "several" else len(families) > 1


@true("compare-subject-mask")
def _(page):
    return all(case.scheme.family == "bias" and (np.nan_to_num(logits(case)) == 0).all() for case in page.cases)


def chosen(page: Page, schemes, offset, rule, *, all_others=None) -> bool:
    """Whether the rule holds for these encodings, and the other one for the rest of those with vectors."""
    named = page.named(schemes)
    rest = [case for case in page.made if case not in named]
    holds = len(named) == len(schemes) > 0 and offset == page.cases[0].offset < page.cases[0].length - 1
    return holds and all(map(rule, named)) and (all_others is None or all(map(all_others, rest)))


@true("compare-both-all")
def _(page, schemes, offset, measure):
    return len(schemes) == len(page.made) and chosen(
        page, schemes, offset, lambda case: even(case) and own(case, measure)
    )


@true("compare-both-only")
def _(page, schemes, count, offset, measure):
    def rule(case):
        return even(case) and own(case, measure)

    fewer = count == len(schemes) < len(page.made)
    return fewer and chosen(page, schemes, offset, rule, all_others=lambda case: not rule(case))


@true("compare-even")
def _(page, schemes, offset, measure):
    return chosen(
        page, schemes, offset, lambda case: even(case) and not own(case, measure), all_others=lambda c: not even(c)
    )


@true("compare-own")
def _(page, schemes, offset, measure):
    return chosen(
        page,
        schemes,
        offset,
        lambda case: own(case, measure) and not even(case),
        all_others=lambda c: not own(c, measure),
    )


@true("compare-neither")
def _(page, schemes, offset, measure):
    return len(schemes) == len(page.made) and chosen(
        page, schemes, offset, lambda c: not own(c, measure) and not even(c)
    )


@true("compare-spacing")
def _(page, schemes, offset):
    return chosen(page, schemes, offset, even, all_others=lambda case: not even(case))


@true("compare-spacing-varies")
def _(page, schemes, offset):
    return len(schemes) == len(page.made) and chosen(page, schemes, offset, lambda case: not even(case))


@true("compare-drop")
def _(page, schemes, offset):
    def rule(case):
        found = losses(case)
        return same(found) and found.max() > 1e-9

    return chosen(page, schemes, offset, rule)


@true("compare-drop-varies")
def _(page, schemes, offset):
    return chosen(page, schemes, offset, lambda case: not same(losses(case)))


@true("compare-distance-constant")
def _(case, mean, offset):
    found = distances(case)
    return offset == case.offset and len(found) > 1 and same(found) and close(found.mean(), mean)


@true("compare-distance-only")
def _(case, mean, offset):
    found = distances(case)
    return offset == case.offset and len(found) == 1 and close(found[0], mean)


@true("compare-distance-range")
def _(case, low, high, offset):
    found = distances(case)
    return offset == case.offset and close(found.min(), low) and close(found.max(), high) and low < high


@true("compare-nearest-itself")
def _(case, position):
    return position == case.position and nearest(case) == {position}


@true("compare-nearest-tied")
def _(case, position, count):
    return position == case.position and position in nearest(case) and len(nearest(case)) == count + 1 < case.length


@true("compare-nearest-last")
def _(case, position, other):
    return position == case.position != other == case.length - 1 and nearest(case) == {other}


@true("compare-nearest-other")
def _(case, position, other):
    return position == case.position != other < case.length - 1 and nearest(case) == {other}


@true("compare-nearest-others")
def _(case, position, count):
    return position == case.position and position not in nearest(case) and len(nearest(case)) == count > 1


@true("compare-nearest-all")
def _(case, position):
    return position == case.position and len(nearest(case)) == case.length > 1


@true("compare-nearest-zero")
def _(case, position):
    return position == case.position and np.isnan(curve(case)).all() and not case.table[position].any()


@true("compare-nearest-equal")
def _(case, position):
    return position == case.position and np.isnan(curve(case)).all() and bool(case.table[position].any())


def closest(case: Case) -> set[int]:
    far = -curve(case)
    others = np.delete(np.arange(case.length), case.position)
    return {*others[far[others] - far[others].min() <= 1e-12 * far[others].max()].tolist()}


@true("compare-closest")
def _(case, position, others):
    return position == case.position and closest(case) == {*others} and len(others) <= 3


@true("compare-closest-many")
def _(case, position, count):
    return position == case.position and len(closest(case)) == count > 3


def longer(case: Case) -> float:
    """How much the vectors differ at twice the length, as a share of the largest value."""
    other = case.scheme.encode(range(case.length), case.dim, length=2 * case.length)
    return float(np.abs(other - case.table).max() / (np.abs(case.table).max() or 1))


@true("compare-same-yes")
def _(case, length):
    return length == 2 * case.length and longer(case) <= 1e-9


@true("compare-same-no")
def _(case, length):
    return length == 2 * case.length and longer(case) > 1e-9


@true("compare-drop-constant")
def _(case, mean, offset):
    found = losses(case)
    return offset == case.offset < case.length - 1 and same(found) and close(found.mean(), mean)


@true("compare-drop-only")
def _(case, mean, offset):
    found = losses(case)
    return offset == case.offset and len(found) == 1 and close(found[0], mean)


@true("compare-drop-range")
def _(case, low, high, offset):
    found = losses(case)
    return offset == case.offset and low < high and close(found.min(), low) and close(found.max(), high)


@true("compare-drop-masked")
def _(case, offset):
    return offset == case.offset < case.length and not len(losses(case))


@true("compare-lowest")
def _(case, lowest, position):
    row = logits(case)[case.position]
    return position == case.position and np.isfinite(row).sum() > 1 and close(np.nanmin(row), lowest)


@true("compare-lowest-alone")
def _(case, position):
    return position == case.position and np.isfinite(logits(case)[case.position]).sum() == 1


@true("compare-ahead-no")
def _(case):
    return not ahead(case)


@true("compare-ahead-yes")
def _(case):
    return ahead(case)


@true("compare-not-followed")
def _(page, schemes):
    return all(case.length > 2048 or case.length * case.dim > 2**20 for case in page.named(schemes))


@true("compare-logits-not-followed")
def _(page, schemes):
    found = page.named(schemes)

    def by_offset(case):
        diagonals = [np.diagonal(logits(case), -k) for k in range(case.length)]
        return all(np.allclose(each, each[0]) for each in diagonals)

    return len(found) == len(schemes) and not any(map(by_offset, found))


# What the page claims


EXCLUSIVE = [
    {f"compare-{id}" for id in ("both-all", "both-only", "even", "own", "neither")},
    {"compare-distance-constant", "compare-distance-only", "compare-distance-range"},
    {f"compare-nearest-{id}" for id in ("itself", "tied", "last", "other", "others", "all", "zero", "equal")},
    {"compare-closest", "compare-closest-many"},
    {"compare-same-yes", "compare-same-no"},
    {"compare-drop-constant", "compare-drop-only", "compare-drop-range", "compare-drop-masked"},
    {"compare-lowest", "compare-lowest-alone"},
    {"compare-ahead-no", "compare-ahead-yes"},
]
"""Of each set at most one is true, and the page makes it."""


def studied(schemes, length, dim, position=0, offset=1, similarity="dot") -> Study:
    return Study(tuple(schemes), length, dim, position, offset, options={"similarity": similarity})


def claimed(study: Study) -> list[tuple[Case | Page, list[Claim]]]:
    """All that the page claims, each with what its checks see."""
    cases = {
        each: Case(each, study.length, study.dim, study.position, study.offset, {"similarity": study.measure})
        for each in study.schemes
    }
    portraits, of_scores = both(study)
    page = Page(tuple(cases.values()))
    found = [(page, claims.all_of(portraits, of_scores, study) + scores.hover_notes(study))]
    found += [(cases[p.scheme], claims.cells(p, study)) for p in portraits]
    return found + [(cases[p.scheme], claims.score_cells(p, study)) for p in of_scores]


TIES = CustomTable(TABLES["ties"])
KNOWN = [
    studied([Sinusoidal(), Binary(), Normalized()], 24, 12, 7),
    studied([Sinusoidal()], 24, 12, 7, similarity="distance"),
    studied([Binary(), Normalized()], 16, 4, 0, similarity="cosine"),
    studied([Binary()], 16, 4, 5, similarity="distance"),
    studied([Binary()], 16, 6, 5),
    studied([Normalized()], 12, 6, 4),
    studied([CustomTable(np.eye(6))], 6, 6, 3, similarity="distance"),
    studied([CustomTable(TABLES["equal rows"])], 8, 3, 2),
    studied([CustomTable(TABLES["equal rows"])], 8, 3, 2, similarity="min-max"),
    studied([TIES], 8, 1, 1),
    studied([CustomTable(np.array([[1.0], [3], [2], [0]]))], 4, 1, 0),
    studied([CustomTable(np.array([[1.0, 0], [3, 0], [3, 0], [0, 2]]))], 4, 2, 0),
    studied([Learned(), Index()], 20, 6, 3),
    studied([Learned()], 20, 16, 3),
    studied([CustomTable(TABLES["odd"])], 10, 7, 2, similarity="cosine"),
    studied([Sinusoidal(), Index()], 20, 6, 3, 19),
    studied([RoPE()], 20, 6, 3),
    studied([SCHEMES["ALiBi"]()], 4, 6, 3, 3),
    studied([RoPE(), SCHEMES["ALiBi"]()], 20, 6, 3, 2),
    studied([SCHEMES["ALiBi"](), SCHEMES["FIRE"](threshold=2)], 20, 6, 3, 2),
    studied([SCHEMES["FIRE"](threshold=2)], 20, 6, 0, 2),
    studied([SCHEMES["xPos"](), SCHEMES["T5"]()], 20, 6, 9, 2),
    studied([SCHEMES["ALiBi"](direction="symmetric")], 9, 6, 4, 2),
    studied([NoPE()], 9, 6, 4),
    studied([Fourier(), Binary()], 2100, 4, 4),
    studied([Binary()], 2100, 12, 4),
]
UNSEEN = {"compare-drop-masked"}
"""No encoding of the registry masks a key behind the query."""


def test_claims_of_known_cases_are_true_and_exact():
    pairs = [pair for study in KNOWN for pair in claimed(study)]
    assert_complete(verify(pairs, EXCLUSIVE), "compare-", UNSEEN)


MEASURES = st.sampled_from(["dot", "cosine", "min-max", "softmax", "attention", "distance"])


@settings(max_examples=400)
@given(cases(), MEASURES)
def test_claims_about_an_encoding_are_true(case, measure):
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    verify(claimed(studied([case.scheme], case.length, case.dim, case.position, case.offset, measure)), EXCLUSIVE)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from([*SCHEMES]), min_size=2, max_size=4, unique=True),
    st.integers(1, 3) | st.integers(4, 24),
    st.integers(1, 6).map(lambda half: 2 * half),
    st.integers(0, 23),
    st.integers(1, 23),
)
def test_claims_about_several_encodings_are_true(names, length, dim, position, offset):
    schemes = [each for name in names if not (each := SCHEMES[name]()).unsupported_reason("scores", length, dim)]
    verify(claimed(studied(schemes, length, dim, position, offset)), EXCLUSIVE)
