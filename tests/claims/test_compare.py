"""Claims of Compare, recomputed from the definitions."""

from dataclasses import dataclass

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.numbers import scores
from dashboard.state.study import Study
from dashboard.views.compare import facts
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
from tests.claims.test_similarity import SHARED
from tests.claims.truth import (
    HEADS,
    TABLES,
    Case,
    assert_complete,
    cases,
    close,
    distances,
    logits,
    ranking,
    true,
    verify,
)  # fmt: skip


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


def same(values: np.ndarray) -> bool:
    return bool(np.ptp(values) <= 2e-9 * np.abs(values).max())


def most(values: np.ndarray) -> set[int]:
    """Positions of the largest values, up to rounding."""
    if np.isnan(values).all():
        return set()
    top = np.nanmax(values)
    return {*np.flatnonzero(top - values <= 1e-12 * np.nanmax(np.abs(values))).tolist()}


def even(case: Case) -> bool:
    return same(distances(case.table, case.offset))


def is_own_nearest(case: Case, measure: str) -> bool:
    """Return True if each position is most similar to itself alone."""
    by = Case(case.scheme, case.length, case.dim, options={"similarity": measure})
    curves = [ranking(by, p) for p in range(case.length)]
    return all(not np.isnan(curve).all() and most(curve) == {p} for p, curve in enumerate(curves))


def losses(case: Case) -> np.ndarray:
    """Logit at offset 0 minus that at offset k, for every query that sees the key."""
    logit_losses = -np.diagonal(logits(case), -case.offset)
    return logit_losses[np.isfinite(logit_losses)]


# The checks


@true("compare-single")
def _(page):
    return page.cases[0].length == 1


@true("compare-only")
def _(page, length, offset):
    return all(case.length == length > 1 and case.offset == offset == length - 1 for case in page.cases)


@true("compare-mask")
def _(page):
    return all(case.scheme.family == "bias" and (np.nan_to_num(logits(case)) == 0).all() for case in page.cases)


def rule_selects(page: Page, schemes, offset, rule, *, all_others=None) -> bool:
    """Return True if these encodings follow the rule, and the other ones with vectors do not."""
    claimed = page.named(schemes)
    rest = [case for case in page.made if case not in claimed]
    holds = len(claimed) == len(schemes) > 0 and offset == page.cases[0].offset < page.cases[0].length - 1
    return holds and all(map(rule, claimed)) and (all_others is None or all(map(all_others, rest)))


@true("compare-both-all")
def _(page, schemes, offset, measure):
    return len(schemes) == len(page.made) and rule_selects(
        page, schemes, offset, lambda case: even(case) and is_own_nearest(case, measure)
    )


@true("compare-both-only")
def _(page, schemes, count, offset, measure):
    def rule(case):
        return even(case) and is_own_nearest(case, measure)

    fewer = count == len(schemes) < len(page.made)
    return fewer and rule_selects(page, schemes, offset, rule, all_others=lambda case: not rule(case))


@true("compare-even")
def _(page, schemes, offset, measure):
    return rule_selects(
        page,
        schemes,
        offset,
        lambda case: even(case) and not is_own_nearest(case, measure),
        all_others=lambda c: not even(c),
    )


@true("compare-own")
def _(page, schemes, offset, measure):
    return rule_selects(
        page,
        schemes,
        offset,
        lambda case: is_own_nearest(case, measure) and not even(case),
        all_others=lambda c: not is_own_nearest(c, measure),
    )


@true("compare-neither")
def _(page, schemes, offset, measure):
    return len(schemes) == len(page.made) and rule_selects(
        page, schemes, offset, lambda c: not is_own_nearest(c, measure) and not even(c)
    )


@true("compare-spacing")
def _(page, schemes, offset):
    return rule_selects(page, schemes, offset, even, all_others=lambda case: not even(case))


@true("compare-spacing-varies")
def _(page, schemes, offset):
    return len(schemes) == len(page.made) and rule_selects(page, schemes, offset, lambda case: not even(case))


@true("compare-drop")
def _(page, schemes, offset):
    def rule(case):
        drops = losses(case)
        return same(drops) and drops.max() > 1e-9

    return rule_selects(page, schemes, offset, rule)


@true("compare-drop-varies")
def _(page, schemes, offset):
    return rule_selects(page, schemes, offset, lambda case: not same(losses(case)))


@true("compare-distance-constant")
def _(case, mean, offset):
    values = distances(case.table, case.offset)
    return offset == case.offset and len(values) > 1 and same(values) and close(values.mean(), mean)


@true("compare-distance-only")
def _(case, mean, offset):
    values = distances(case.table, case.offset)
    return offset == case.offset and len(values) == 1 and close(values[0], mean)


@true("compare-distance-range")
def _(case, low, high, offset):
    values = distances(case.table, case.offset)
    return offset == case.offset and close(values.min(), low) and close(values.max(), high) and low < high


def longer(case: Case) -> float:
    """Difference of the vectors at twice the length, relative to the largest value."""
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
    drops = losses(case)
    return offset == case.offset < case.length - 1 and same(drops) and close(drops.mean(), mean)


@true("compare-drop-only")
def _(case, mean, offset):
    drops = losses(case)
    return offset == case.offset and len(drops) == 1 and close(drops[0], mean)


@true("compare-drop-range")
def _(case, low, high, offset):
    drops = losses(case)
    return offset == case.offset and low < high and close(drops.min(), low) and close(drops.max(), high)


@true("compare-drop-masked")
def _(case, offset):
    return offset == case.offset < case.length and not len(losses(case))


@true("compare-not-followed")
def _(page, schemes):
    return all(case.length > 2048 or case.length * case.dim > 2**20 for case in page.named(schemes))


@true("compare-logits-not-followed")
def _(page, schemes):
    cases = page.named(schemes)

    def by_offset(case):
        diagonals = [np.diagonal(logits(case), -k) for k in range(case.length)]
        return all(np.allclose(diagonal, diagonal[0]) for diagonal in diagonals)

    return len(cases) == len(schemes) and not any(map(by_offset, cases))


# What the page claims


EXCLUSIVE = [
    *SHARED,
    {f"compare-{id}" for id in ("both-all", "both-only", "even", "own", "neither")},
    {"compare-distance-constant", "compare-distance-only", "compare-distance-range"},
    {"compare-same-yes", "compare-same-no"},
    {"compare-drop-constant", "compare-drop-only", "compare-drop-range", "compare-drop-masked"},
]
"""Of each set, at most one is true, and the page makes that claim."""


def make_study(schemes, length, dim, position=0, offset=1, similarity="dot") -> Study:
    return Study(tuple(schemes), length, dim, position, offset, options={"similarity": similarity})


def all_claims(study: Study) -> list[tuple[Case | Page, list[Claim]]]:
    """All claims of the page, each with its case."""
    cases = {
        scheme: Case(scheme, study.length, study.dim, study.position, study.offset, {"similarity": study.measure})
        for scheme in study.schemes
    }
    page = Page(tuple(cases.values()))
    by_case: list[tuple[Case | Page, list[Claim]]] = [(page, facts.opening(study) + scores.hover_notes(study))]
    return by_case + [(cases[scheme], facts.cells(scheme, study)) for scheme in study.schemes]


TIES = CustomTable(TABLES["ties"])
KNOWN = [
    make_study([Sinusoidal(), Binary(), Normalized()], 24, 12, 7),
    make_study([Sinusoidal()], 24, 12, 7, similarity="cosine"),
    make_study([Binary(), Normalized()], 16, 4, 0, similarity="cosine"),
    make_study([Binary()], 16, 4, 5, similarity="cosine"),
    make_study([Binary()], 16, 6, 5),
    make_study([Normalized()], 12, 6, 4),
    make_study([CustomTable(np.eye(6))], 6, 6, 3, similarity="cosine"),
    make_study([CustomTable(TABLES["equal rows"])], 8, 3, 2),
    make_study([CustomTable(TABLES["equal rows"])], 8, 3, 2, similarity="cosine"),
    make_study([TIES], 8, 1, 1),
    make_study([CustomTable(np.array([[1.0], [3], [2], [0]]))], 4, 1, 0),
    make_study([CustomTable(np.array([[1.0, 0], [3, 0], [3, 0], [0, 2]]))], 4, 2, 0),
    make_study([Learned(), Index()], 20, 6, 3),
    make_study([Learned()], 20, 16, 3),
    make_study([CustomTable(TABLES["odd"])], 10, 7, 2, similarity="cosine"),
    make_study([Sinusoidal(), Index()], 20, 6, 3, 19),
    make_study([RoPE()], 20, 6, 3),
    make_study([SCHEMES["ALiBi"]()], 4, 6, 3, 3),
    make_study([RoPE(), SCHEMES["ALiBi"]()], 20, 6, 3, 2),
    make_study([SCHEMES["ALiBi"](), SCHEMES["FIRE"](threshold=2)], 20, 6, 3, 2),
    make_study([SCHEMES["FIRE"](threshold=2)], 20, 6, 0, 2),
    make_study([SCHEMES["xPos"](), SCHEMES["T5"]()], 20, 6, 9, 2),
    make_study([SCHEMES["ALiBi"](direction="symmetric")], 9, 6, 4, 2),
    make_study([NoPE()], 9, 6, 4),
    make_study([Sinusoidal(), NoPE()], 1, 6),
    make_study([Fourier(), Binary()], 2100, 4, 4),
    make_study([Binary()], 2100, 12, 4),
]
UNSEEN = {"compare-drop-masked"}
"""No built-in encoding masks a key behind the query."""


def test_claims_of_known_cases_are_true_and_exact():
    pairs = [pair for study in KNOWN for pair in all_claims(study)]
    assert_complete(verify(pairs, EXCLUSIVE), "compare-", UNSEEN)


MEASURES = st.sampled_from(["dot", "cosine"])


@given(cases(), MEASURES)
def test_claims_about_an_encoding_are_true(case, measure):
    assume(not case.scheme.unsupported_reason("vectors", case.length, case.dim))
    if case.offset < case.length:
        # rounding decides at the threshold between constant and variable distances, 1e-9
        assume(
            not 5e-10 * distances(case.table, case.offset).max()
            < np.ptp(distances(case.table, case.offset))
            <= 2e-9 * distances(case.table, case.offset).max()
        )
    verify(all_claims(make_study([case.scheme], case.length, case.dim, case.position, case.offset, measure)), EXCLUSIVE)


@given(
    st.lists(st.sampled_from([*SCHEMES]), min_size=2, max_size=4, unique=True),
    st.integers(1, 3) | st.integers(4, 24),
    st.integers(1, 6).map(lambda half: 2 * half),
    st.integers(0, 23),
    st.integers(1, 23),
)
def test_claims_about_several_encodings_are_true(names, length, dim, position, offset):
    schemes = [scheme for name in names if not (scheme := SCHEMES[name]()).unsupported_reason("scores", length, dim)]
    verify(all_claims(make_study(schemes, length, dim, position, offset)), EXCLUSIVE)


def winner(rows: list[np.ndarray]) -> str:
    """Position that every row prefers: its own, the last one, or none alone."""
    best = [most(row) for row in rows]
    if all(found == {own} for own, found in enumerate(best)):
        return "itself"
    if all(found == {own} or not found for own, found in enumerate(best)):
        return "undefined"
    if all(own in found or not found for own, found in enumerate(best)):
        return "ties"
    return "last" if all(len(rows) - 1 in found or not found for found in best) else "others"


@given(cases(), MEASURES)
def test_verdicts_about_an_encoding_are_true(case, measure):
    assume(case.length > 1 and not case.scheme.unsupported_reason("scores", case.length, case.dim))
    study = make_study([case.scheme], case.length, case.dim, case.position, case.offset, measure)
    found = facts.winner(case.scheme, study)
    if facts.has_vectors(case.scheme):
        by = Case(case.scheme, case.length, case.dim, options={"similarity": measure})
        assert found == winner([ranking(by, p) for p in range(case.length)])
        return
    rows = [np.where(np.isfinite(row), row, np.nan) for row in logits(case)]
    flat = np.concatenate(rows)
    tolerance = 1e-9 * (np.nanmax(flat) - np.nanmin(flat))
    tops = [{*np.flatnonzero(row >= np.nanmax(row) - tolerance).tolist()} for row in rows]
    own = all(top == {p} for p, top in enumerate(tops))
    tied = all(p in top for p, top in enumerate(tops))
    assert found == ("itself" if own else "ties" if tied else "others")
