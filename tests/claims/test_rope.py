"""Claims of RoPE, recomputed from the definitions."""

import re
from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.say import say
from dashboard.state.study import Study
from dashboard.views.rope import facts
from posenc_core import RoPE, Scheme, xPos
from posenc_core.analysis.pairing import PLACES
from posenc_core.text.messages import Claim
from tests.claims.measured import accuracies
from tests.claims.truth import assert_complete, close, true, verify

Q = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])
K = np.array([0.8, -0.3, 0.5, 0.1, -0.6, 0.2, 0.9, -0.4])
ORDER = (0, 2, 4, 6, 1, 3, 5, 7)
SPECIAL = ("linear", "NTK-aware", "dynamic", "YaRN", "YaRN as printed", "llama3", "LongRoPE")


@dataclass(frozen=True)
class Page:
    """Settings of the page."""

    study: Study
    scaling: str = "none"

    @property
    def rope(self) -> RoPE:
        return next(scheme for scheme in (*self.study.schemes, RoPE()) if isinstance(scheme, RoPE))

    @property
    def scheme(self) -> Scheme:
        return self.study.schemes[0]

    @property
    def at(self) -> tuple[int, int]:
        """Positions of the query and the key."""
        offset = min(self.study.offset, self.study.length - 1)
        key = min(self.study.position, self.study.length - 1 - offset)
        return key + offset, key

    def frequencies(self, scaling: str, length: int | None = None) -> np.ndarray:
        """Radians per position of each pair of RoPE with a scaling, from its effect on vectors."""
        dim = self.study.dim
        scheme = RoPE(
            **{parameter.name: getattr(self.rope, parameter.name) for parameter in RoPE.parameters()}
            | {"scaling": scaling}
        )
        return scheme.frequencies(dim, length)

    @property
    def longest(self) -> int:
        return max(round(self.rope.factor * self.rope.trained_length), 1)

    @property
    def slower(self) -> np.ndarray:
        """Slowdown of each rotating pair by the scaling of the figure."""
        before, after = self.frequencies("none"), self.frequencies(self.scaling, self.longest)
        return before[before > 0] / after[before > 0]


def dot(base: float, at: int, of: int, pairs) -> float:
    """Dot product of the rotated query and key, given as complex numbers of each pair."""
    turn = base ** (-2 * np.arange(4) / 8)
    first, second = np.array(pairs).T
    query, key = (x[first] + 1j * x[second] for x in (Q, K))
    return float((query * np.exp(1j * at * turn) @ np.conj(key * np.exp(1j * of * turn))).real)


WOVEN, HALF = [(0, 1), (2, 3), (4, 5), (6, 7)], [(0, 4), (1, 5), (2, 6), (3, 7)]


@true("rope-pairings")
def _(page, offset, here, there):
    base = page.rope.base
    is_shown = offset == max(min(page.study.offset, page.study.length - 1), 1)
    return is_shown and close(dot(base, offset, 0, WOVEN), here) and close(dot(base, offset, 0, HALF), there)


@true("rope-cell-interleaved", "rope-cell-half")
def _(page):
    return page.scheme.pairing in ("interleaved", "half")


@true("rope-cell-wavelengths")
def _(page, low, high):
    n, d = page.study.length, page.study.dim
    waves = 2 * np.pi / (turns := page.scheme.frequencies(d, n))[turns > 0]
    return close(waves.min(), low) and close(waves.max(), high)


def trial(scheme, length):
    """Ratio of the norms of rotated queries and queries, and the dot product, at all places."""
    rows = [
        [scheme.rotate(x[None], [at], keys=x is K, length=length)[0] for x, at in zip((Q, K), place, strict=True)]
        for place in PLACES
    ]
    return np.array(
        [[np.linalg.norm(q) / np.linalg.norm(Q), np.linalg.norm(k) / np.linalg.norm(K)] for q, k in rows]
    ), [float(q @ k) for q, k in rows]


@true("rope-tests-passed")
def _(page):
    norms, dots = trial(page.scheme, page.study.length)
    return np.allclose(norms, 1, atol=1e-9) and np.ptp(dots) < 1e-9


@true("rope-tests-length")
def _(page):
    norms, dots = trial(page.scheme, page.study.length)
    return np.abs(norms - 1).max() > 1e-9 and np.ptp(dots) < 1e-9


@true("rope-tests-place")
def _(page):
    return np.ptp(trial(page.scheme, page.study.length)[1]) > 1e-9


@true("rope-moved")
def _(page, position, other, offset):
    last = page.study.length - 1
    return position == page.study.position > other == page.at[1] == last - offset and page.at[0] == last


def pair_frequencies(page) -> list[tuple[int, float]]:
    """Number and frequency of the fastest pair, the middle one, and one between them."""
    own = [(pair, value) for pair, value in enumerate(page.frequencies(page.rope.scaling, page.study.length)) if value]
    return [own[at] for at in sorted({0, len(own) // 4, len(own) // 2})]


def in_pairs(page) -> list[float]:
    """Dot products of interleaved pairs (1, 0), rotated by RoPE to the positions of the query and the key."""
    content = np.zeros((1, page.study.dim))
    content[0, ::2] = 1
    query, key = (page.rope.rotate(content, [at], length=page.study.length)[0] for at in page.at)
    products = query[::2] * key[::2] + query[1::2] * key[1::2]
    return [float(products[pair]) for pair, _ in pair_frequencies(page)]


def terms(text: Claim) -> list[float]:
    """Numbers of a sum."""
    args = dict(text.args)
    if text.id == "rope-scaled-sum":
        return [args["factor"] * value for value in terms(args["first"])]
    return [args["value"]] if text.id == "rope-term" else [*terms(args["first"]), *terms(args["last"])]


@true("rope-dial")
def _(page, speed, column, value, angle, here):
    own, k = pair_frequencies(page), page.at[0] - page.at[1]
    names = {1: ["only"], 2: ["fast", "slow"], 3: ["fast", "middle", "slow"]}[len(own)]
    pair, frequency = own[names.index(speed)]
    return column == pair and close(value, frequency) and close(angle, k * value) and close(here, np.cos(k * value))


def is_of_vectors(page, value: float) -> bool:
    """Return True if rotated vectors have this sum; only interleaved pairs are computed."""
    return page.rope.pairing == "half" or page.rope.share < 1 or np.isclose(sum(in_pairs(page)), value, atol=1e-6)


@true("rope-cosine-sum")
def _(page, offset, count, text, value):
    k, own = page.at[0] - page.at[1], pair_frequencies(page)
    gain = page.rope.attention_factor(page.study.length) ** 2
    is_sum = np.allclose(terms(text), [gain * np.cos(k * turn) for _, turn in own]) and close(sum(terms(text)), value)
    return offset == k and count == len(own) and is_sum and is_of_vectors(page, value)


@true("rope-drawn")
def _(page, count, whole, dim, base):
    rotating = np.count_nonzero(page.frequencies(page.rope.scaling, page.study.length))
    return (count, whole, dim, base) == (len(pair_frequencies(page)), rotating, page.study.dim, page.rope.base)


def test_the_sum_of_three_pairs_by_hand():
    for k, parts, total in ((2, "−0.42 0.98 1.00", "1.56"), (7, "0.75 0.76 1.00", "2.52")):
        for p in (0, 18, 120):
            text = say(facts.cosine_sum(make_study(p=p, k=k)))
            assert re.findall(r"\*\*(\S+)\*\*", text) == [*parts.split(), total]
    assert [value for _, value in pair_frequencies(Page(make_study()))] == [1, 0.1, 0.01]


@true("rope-example")
def _(page, position, other, here, there):
    woven, half = (dot(page.rope.base, *page.at, pairs) for pairs in (WOVEN, HALF))
    return (position, other) == page.at and np.allclose([woven, half], [here, there], atol=1e-9)


@true("rope-permutation")
def _(page, others, value):
    # the half-split order of an interleaved vector
    assert [Q[i] for i in others] == [*Q[::2], *Q[1::2]]
    return np.isclose(dot(page.rope.base, *page.at, WOVEN), value, atol=1e-9)


@true("rope-scalings")
def _(page, factor, length, longer):
    return factor == page.rope.factor and length == page.rope.trained_length and longer == page.longest


@true("rope-scalings-length")
def _(page, schemes, longer):
    lengths = (page.rope.trained_length, longer)
    reading = [name for name in SPECIAL if np.ptp([page.frequencies(name, n) for n in lengths], axis=0).any()]
    return [*schemes] == reading and longer == page.longest


@true("rope-scaling-none")
def _(page):
    return np.allclose(page.slower, 1, atol=1e-9)


@true("rope-scaling-even")
def _(page, factor):
    return np.allclose(page.slower, factor, rtol=1e-9) and abs(factor - 1) > 1e-9


@true("rope-scaling-pairs")
def _(page, here, factor, there):
    slower = page.slower
    middle = slower[(len(slower) - 1) // 2]
    return np.ptp(slower) > 0 and all(map(close, (slower[0], middle, slower[-1]), (here, factor, there)))


@true("rope-scaling-logits")
def _(page, factor):
    unit = np.ones((1, page.study.dim))
    rope = RoPE(
        **{parameter.name: getattr(page.rope, parameter.name) for parameter in RoPE.parameters()}
        | {"scaling": page.scaling}
    )
    if rope.share < 1 or page.study.dim < 2:
        return True
    return bool(np.isclose((rope.rotate(unit, [0], length=page.longest) ** 2).sum() / page.study.dim, factor))


@true("rope-complete")
def _(page, count, whole, length):
    turns = page.frequencies("none")
    complete = (turns * length >= 2 * np.pi * (1 - 1e-12)).sum()
    return length == page.rope.trained_length and (count, whole) == (complete, (turns > 0).sum()) and count < whole


@true("rope-complete-all")
def _(page, length):
    turns = page.frequencies("none")
    return length == page.rope.trained_length and bool((turns[turns > 0] * length >= 2 * np.pi * (1 - 1e-12)).all())


@true("rope-both")
def _(page, offset, here, there, value):
    woven, half = dot(1e4, offset, 0, WOVEN), dot(1e4, offset, 0, HALF)
    return close(woven, here) and close(half, there) and close(woven, value)


def cosine(scaling, position, lengths):
    """Cosine between the keys of a position rotated for two lengths, all pairs (1, 0)."""
    turns = [RoPE(scaling=scaling, factor=4.0, trained_length=2048).frequencies(128, length) for length in lengths]
    return float(np.cos(position * (turns[0] - turns[1])).mean())


@true("rope-cached")
def _(page, position, length, longer, here, there, whole, dim):
    is_case = longer == 2 * length == 4096 and (whole, dim) == (4, 128)
    cosines = [cosine(name, position, (length, longer)) for name in ("dynamic", "LongRoPE")]
    return is_case and np.allclose(cosines, [here, there], atol=1e-9)


@true("rope-squared")
def _(page, whole, factor, value):
    return close(factor, 0.1 * np.log(whole) + 1) and close(value, factor**2)


@true("rope-extrapolates")
def _(page, low, high, share, count):
    near, far = (accuracies("RoPE", "3 back", length) for length in (128, 512))
    return (low, high, share, count) == (min(near), max(near), max(far), len(near))


# What the page claims

EXCLUSIVE = [
    {"rope-tests-passed", "rope-tests-length", "rope-tests-place"},
    {"rope-scaling-none", "rope-scaling-even"},
]


def make_study(*schemes, n=128, d=64, p=40, k=1) -> Study:
    return Study(schemes or (RoPE(),), n, d, p, k)


def all_claims(study: Study) -> list[tuple[Page, Claim]]:
    """All claims of the page, each with its case."""
    page = Page(study)
    drawn, k = facts.dials(study), page.at[0] - page.at[1]
    of_page = [facts.opening(study), *(facts.dial(dial, k) for dial in drawn), facts.cosine_sum(study)]
    of_page += [*facts.drawn_pairs(study), *facts.cell(study.schemes[0], study), *facts.example(study)]
    of_page += [*facts.scalings(study), facts.completeness(study), *facts.misconceptions()]
    checked = [(page, statement) for statement in of_page]
    for name, scaled in facts.every_scaling(page.rope, study.dim).items():
        checked += [(Page(study, scaling=name), statement) for statement in facts.scaling(scaled)]
    return checked


def check(study: Study) -> list[tuple[Page, Claim]]:
    return verify(((page, [statement]) for page, statement in all_claims(study)), EXCLUSIVE)


class Halved(RoPE):
    """RoPE that leaves keys unrotated."""

    name = "Halved"

    def _rotate(self, x, positions, length, keys):
        return x if keys else super()._rotate(x, positions, length, keys)


KNOWN = [
    make_study(),
    make_study(k=3, p=5),
    make_study(n=1),
    make_study(n=50, p=10, k=40),
    make_study(k=65),
    make_study(xPos()),
    make_study(Halved()),
    make_study(RoPE(scaling="YaRN")),
    make_study(RoPE(scaling="YaRN"), n=8192),
    make_study(RoPE(pairing="half", scaling="LongRoPE")),
    make_study(RoPE(factor=1.0, factors="0.5")),
    make_study(RoPE(factors="1, 0.5")),
    make_study(RoPE(factors="0.5")),
    make_study(RoPE(share=0.5)),
    make_study(n=2**17),
    make_study(RoPE(share=0.01), d=8),
    make_study(RoPE(trained_length=1)),
    make_study(RoPE(trained_length=5), d=2),
    make_study(RoPE(scaling="dynamic")),
]


def test_claims_of_known_cases_are_true_and_exact():
    checked = [pair for case in KNOWN for pair in check(case)]
    assert_complete(checked, "rope-")


@settings(max_examples=40)
@given(
    st.sampled_from(("none", *SPECIAL)), st.sampled_from(("interleaved", "half")), st.sampled_from((1.0, 0.5, 0.25)),
    st.integers(1, 64), st.integers(1, 5000), st.integers(0, 99), st.integers(1, 99), st.sampled_from((1.0, 4.0, 32.0)),
)  # fmt: skip
def test_claims_about_a_rotation_are_true(scaling, pairing, share, half, n, p, k, factor):
    rope = RoPE(scaling=scaling, pairing=pairing, share=share, factor=factor)
    check(make_study(rope, n=n, d=2 * half, p=min(p, n - 1), k=k))
