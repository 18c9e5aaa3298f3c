"""Claims of Bias, recomputed from the definitions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dashboard.state.study import Study
from dashboard.views.bias import facts
from posenc_core import FIRE, KERPLE, SCHEMES, T5, ALiBi, NoPE, Sandwich, Scheme, Shaw, SlidingWindow, TransformerXL
from posenc_core.text.messages import Claim
from tests.claims.measured import counting, losses, runs
from tests.claims.truth import assert_complete, close, true, verify
from tests.dashboard.extreme_schemes import Sinks


@dataclass(frozen=True)
class Page:
    """An encoding and the settings of the page."""

    scheme: Scheme
    study: Study

    @property
    def heads(self) -> int:
        return int(self.study.options["heads"])

    @cached_property
    def back(self) -> np.ndarray:
        """Bias of the last query at each distance. (heads, n)"""
        last = self.study.length - 1
        heads = 1 if self.scheme.unsupported_reason("heads") else self.heads
        return self.scheme.bias([last], range(last, -1, -1), heads)[:, 0]

    @cached_property
    def reach(self) -> list[int | None]:
        weights = np.exp(self.back - self.back[:, :1])
        return [next((k for k, weight in enumerate(row) if weight <= 0.5 + 1e-9), None) for row in weights]

    @property
    def steepness(self) -> float:
        """Slope of ALiBi's first head."""
        scheme = self.study.known.get("ALiBi", ALiBi())
        return -float(scheme.bias([1], [0], self.heads)[0, 0, 0])

    @property
    def heads_differ(self) -> bool:
        return len(self.reach) > 1


def slope(heads: int) -> list[float]:
    """The authors' code: a series for a power of 2; else every second slope of twice as many heads for the rest."""
    series = 2 ** int(np.log2(heads))
    between = [2.0 ** (-8 * h / (2 * series)) for h in range(1, 2 * series + 1, 2)]
    return [2.0 ** (-8 * h / series) for h in range(1, series + 1)] + between[: heads - series]


def paper(heads: int) -> list[float]:
    return [2.0 ** (-8 * h / heads) for h in range(1, heads + 1)]


def bucket(scheme: T5, ahead: int) -> int:
    """Bucket number in the order of steps of T5's code."""
    count = scheme.buckets // 2 if scheme.direction == "bidirectional" else scheme.buckets
    first = count if scheme.direction == "bidirectional" and ahead > 0 else 0
    away = abs(ahead) if scheme.direction == "bidirectional" else max(-ahead, 0)
    exact = count // 2
    if away < exact:
        return first + away
    grown = np.log(away / exact) / np.log(scheme.distance / exact) * (count - exact)
    return first + min(exact + int(grown + 1e-12), count - 1)


def buckets(page: Page) -> list[int]:
    """Bucket of each distance, to well beyond the start of the last bucket."""
    return [bucket(page.scheme, -k) for k in range(2 * page.scheme.distance)]


def softmax(values: np.ndarray) -> np.ndarray:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


# The checks


@true("bias-learned")
def _(page, scheme):
    return scheme == page.scheme.name and bool(page.scheme.learned)


@true("bias-query-content")
def _(page):
    scheme, query = page.scheme, np.random.default_rng(99).normal(size=page.scheme.vectors.shape[1])
    return scheme.name == "Shaw" and not np.allclose(scheme.vectors @ query / 8, scheme.bias([0], [0], 1))


@true("bias-clipped")
def _(page, offset):
    scheme, count = page.scheme, page.study.length
    behind = scheme.bias([count - 1], range(count), 1)[0, 0, ::-1]
    same = np.flatnonzero(~np.isclose(behind, behind[-1], rtol=1e-12)).max() + 1
    return offset == same < count - 1


@true("bias-terms")
def _(page, count, whole):
    """Terms (a) to (d) of two pairs of query and key at the same distance."""
    random = np.random.default_rng(0)
    u, v, distance = random.normal(size=(3, 8))
    w = random.normal(size=(8, 8))
    terms = np.array([[q @ k, q @ w @ distance, u @ k, v @ w @ distance] for q, k in random.normal(size=(2, 2, 8))])
    return (count, whole) == (int((terms[0] != terms[1]).sum()), len(terms[0]))


@true("bias-flat")
def _(page, scheme):
    return scheme == page.scheme.name and not page.heads_differ and not np.ptp(page.back)


@true("bias-far")
def _(page, scheme, later):
    return later == page.study.length - 1 and not any(k is not None for k in page.reach) and np.ptp(page.back) > 0


@true("bias-one")
def _(page, scheme, offset):
    return not page.heads_differ and page.reach == [offset]


@true("bias-range")
def _(page, scheme, offset, head, later, other):
    if not page.heads_differ or None in page.reach or max(head, other) > len(page.reach):
        return False
    ends = (page.reach[head - 1], page.reach[other - 1])
    return ends == (min(page.reach), max(page.reach)) == (offset, later)


@true("bias-partly")
def _(page, scheme, offset, head, later, count):
    reached = [k for k in page.reach if k is not None]
    if not page.heads_differ or not reached or head > len(page.reach):
        return False
    rest = page.reach.count(None)
    return page.reach[head - 1] == min(reached) == offset and count == rest > 0 and later == page.study.length - 1


def at_end(page, offset):
    return offset == page.study.length - 1


@true("bias-cell-masked")
def _(page, offset):
    return at_end(page, offset) and bool(np.isneginf(page.back[:, -1]).any())


@true("bias-cell-range")
def _(page, low, high, offset):
    last = page.back[:, -1]
    return at_end(page, offset) and close(last.min(), low) and close(last.max(), high)


@true("bias-cell-learned")
def _(page):
    return bool(page.scheme.learned)


@true("bias-cell-fixed")
def _(page):
    return not page.scheme.learned


@true("bias-same")
def _(page, scheme, heads):
    every = page.scheme.bias([5], range(6), page.heads)
    return heads == page.heads > 1 and scheme == page.scheme.name and bool((every == every[:1]).all())


@true("bias-before")
def _(page):
    return bool(np.isfinite(page.scheme.bias([0], [1], 1)).all())


@true("bias-query")
def _(page, scheme, position):
    near, far = (float(page.scheme.bias([at], [at - 1], 1)[0, 0, 0]) for at in (1, position))
    return scheme == page.scheme.name and position == page.study.length - 1 and not close(near, far)


@true("bias-slopes-same")
def _(page, heads, low, high):
    slopes = slope(heads)
    return (
        heads == page.heads and np.allclose(slopes, paper(heads)) and close(slopes[0], high) and close(slopes[-1], low)
    )


@true("bias-slopes")
def _(page, heads, count, whole, head, value):
    slopes = slope(heads)
    is_paper = count <= heads < whole == 2 * count and np.allclose(slopes[:count], paper(count))
    is_paper = is_paper and np.allclose(slopes[count:], paper(whole)[::2][: heads - count])
    return heads == page.heads and is_paper and slopes[head - 1 : head] == [max(slopes)] and close(max(slopes), value)


@true("bias-buckets")
def _(page, where, count, end, later):
    if where != {"bidirectional": "encoder", "causal": "decoder"}[page.scheme.direction]:
        return False
    bucket_numbers = buckets(page)
    alone = [bucket_numbers.count(number) == 1 for number in bucket_numbers]
    starts = bucket_numbers[later - 1] != bucket_numbers[later] and {*bucket_numbers[later:]} == {bucket_numbers[-1]}
    return count == page.scheme.buckets and all(alone[: end + 1]) and not alone[end + 1] and starts


@true("bias-buckets-early")
def _(page, later, most):
    return buckets(page).index(buckets(page)[-1]) == later < most == page.scheme.distance


@true("bias-buckets-sides")
def _(page, count, whole):
    used = {bucket(page.scheme, k) for k in range(-300, 300)}
    return 2 * count == whole == page.scheme.buckets and count not in used and count + 1 in used


@true("bias-unmasked")
def _(page, share, value):
    at = np.arange(8.0)
    plus, both = np.tile(value * at, (8, 1)), -value * np.abs(at[:, None] - at)
    return close(value, page.steepness) and close(np.abs(softmax(plus) - softmax(both)).max(), share)


@true("bias-falcon")
def _(page, dim, value, norm, factor):
    scale = np.sqrt(page.study.dim)
    return (
        dim == page.study.dim and close(value, page.steepness) and close(norm, value / scale) and close(factor, scale)
    )


@true("bias-twelve")
def _(page, low, high, head, value):
    slopes = slope(12)
    ends = close(paper(12)[-1], low) and close(paper(12)[0], high)
    return ends and slopes[head - 1 : head] == [max(slopes)] and close(max(slopes), value)


@true("bias-from-zero")
def _(page, here, there, factor, lowest):
    right, wrong = paper(8), [2.0 ** (-8 * h / 8) for h in range(8)]
    ratios = np.divide(wrong, right)
    return (
        close(right[0], here)
        and close(wrong[0], there)
        and np.allclose(ratios, factor, rtol=1e-9)
        and close(right[-1], lowest)
        and min(wrong) > lowest
    )


@true("bias-undivided")
def _(page, factor, dim):
    return close(factor, dim**0.5)


@true("bias-extrapolates")
def _(page, value, count, whole, number):
    rises = losses("ALiBi", 512, 1024) - losses("ALiBi", 64, 128)
    learned = [len(counting(name, "3 back")) for name in ("ALiBi", "RoPE")]
    fewer = [count, number] == learned and whole == len(runs("ALiBi", "3 back")) > count
    return fewer and close(value, rises.mean()) and value < 0.1


# What the page claims


EXCLUSIVE = [
    {"bias-flat", "bias-far", "bias-one", "bias-range", "bias-partly"},
    {"bias-cell-masked", "bias-cell-range"},
    {"bias-cell-learned", "bias-cell-fixed"},
    {"bias-slopes-same", "bias-slopes"},
]
"""Of each set, at most one is true, and the page makes that claim."""


def make_study(scheme, length=128, heads=12, h=1, dim=64) -> Study:
    options = {"heads": heads, "h": h, "log_k": False}
    return Study((scheme,), length, dim, 0, 1, options=options, known={scheme.name: scheme})


def all_claims(study: Study) -> tuple[Page, list[Claim]]:
    """All claims of the page about an encoding."""
    (scheme,) = study.schemes
    page = Page(scheme, study)
    made_claims = facts.opening(study, scheme) + facts.cell(scheme, study) + facts.limits(scheme, study)
    made_claims += [facts.slope_definitions(page.heads), *facts.unmasked(study), *facts.misconceptions()]
    if isinstance(scheme, T5):
        made_claims += facts.buckets(scheme)
    return page, list(dict.fromkeys(made_claims))


KNOWN = [
    make_study(ALiBi()),
    make_study(ALiBi(), 300, 8, 3),
    make_study(ALiBi(), 80, 8, 8),
    make_study(ALiBi(), 2, 8, 64),
    make_study(ALiBi(direction="symmetric"), 300, 1),
    make_study(KERPLE()),
    make_study(NoPE()),
    make_study(Shaw()),
    make_study(TransformerXL()),
    make_study(Sandwich(), 50),
    make_study(T5()),
    make_study(T5(direction="causal", buckets=64, distance=64)),
    make_study(FIRE(threshold=30), 40),
    make_study(Shaw(), 40),
    make_study(SlidingWindow(), 40),
    make_study(Sinks(), 40),
]


def test_claims_of_known_cases_are_true_and_exact():
    assert_complete(verify(map(all_claims, KNOWN), EXCLUSIVE), "bias-")


BIASES = [make for make in SCHEMES.values() if "bias" in make().abilities]
"""Each choice of each parameter, the others at their defaults."""
CHOICES = [
    make(**{parameter.name: value})
    for make in BIASES
    for parameter in (None, *make.parameters())
    for value in (parameter.domain.samples if parameter else ())
] + [make() for make in BIASES]


@given(st.sampled_from(CHOICES), st.integers(2, 4) | st.integers(2, 200), st.integers(1, 64), st.integers(1, 64))
def test_claims_about_a_bias_are_true(scheme, length, heads, h):
    verify([all_claims(make_study(scheme, length, heads, h, dim=length))], EXCLUSIVE)
