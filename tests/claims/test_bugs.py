"""Claims of Bugs, recomputed from the definitions."""

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.state.parameters import BUGS
from dashboard.views.bugs import facts
from posenc_core import SCHEMES
from tests.claims.truth import CHECKS, assert_complete, close, perturbed, true, verify

BATCH = (("I", "love", "you", "so", "much"), ("She", "likes", "tea"), ("Good", "day"))
VOCABULARY = 50_257


class Page:
    """Settings of the page."""

    def __init__(self, query: str) -> None:
        self.study = links.study(query)
        self.context, self.side = self.study.options["context"], self.study.options["padding"]
        self.cached = self.study.options["cached"]

    @property
    def places(self):
        """Positions of the words of each sentence in the padded batch."""
        return [
            [(5 - len(sentence)) * (self.side == "left") + place for place in range(len(sentence))]
            for sentence in BATCH
        ]

    def cost(self, name: str, wrong_positions=None) -> float:
        """Largest change of a logit within a sentence if its places are used as positions."""
        queries, keys = np.random.default_rng(0).normal(size=(2, 10, 64))
        most, start = 0.0, 0
        for sentence, places in zip(BATCH, wrong_positions or self.places, strict=True):
            part = slice(start, start + len(sentence))
            start += len(sentence)
            ways = (range(len(sentence)), places)
            right, wrong = (SCHEMES[name]().logits(queries[part], keys[part], at, at, length=10) for at in ways)
            most = max(most, float(np.abs(np.tril(wrong - right)[np.isfinite(right)]).max()))
        return most


def round_bfloat16(points):
    """Round to 8 binary digits, ties to even."""
    mantissa, exponent = np.frexp(np.asarray(points, float))
    return np.ldexp(np.rint(mantissa * 256), exponent - 8)


def remaining(count, name):
    points = np.arange(count)
    with np.errstate(over="ignore"):
        return len(np.unique(round_bfloat16(points) if name == "bfloat16" else points.astype(name)))


@true("bugs-silent")
def _(page, count, whole):
    # all but the two that raise an error; smaller tables raise none
    return whole == 14 == len(BUGS) and count == 12 + (page.context > VOCABULARY)


@true("bugs-harmless")
def _(page, count):
    return count == 1 and page.context == VOCABULARY


@true("bugs-padding-left")
def _(page, count, whole):
    moved = [place != order for places in page.places for order, place in enumerate(places)]
    return page.side == "left" and (sum(moved), len(moved)) == (count, whole)


@true("bugs-padding-right")
def _(page):
    return all(places == [*range(len(places))] for places in page.places)


@true("bugs-cost-table", "bugs-cost-rotation", "bugs-cost-bias")
def _(page, scheme, value):
    return close(page.cost(scheme), value) and value > 1e-9


@true("bugs-cost-same", "bugs-cost-none")
def _(page, schemes):
    return schemes and all(page.cost(name) < 1e-9 for name in schemes)


FIRST_ROWS = {"BART": 2, "mBART": 2, "OPT": 2, "RoBERTa": 2, "XLM-R": 2}
PADDING_ROWS = {"OPT": 1, "RoBERTa": 1, "XLM-R": 1}


@true("bugs-first")
def _(page, names, position, length, rows):
    return {*names} == {*FIRST_ROWS} and position == 2 and length == page.context and rows == length + position


@true("bugs-first-padding")
def _(page, names, position):
    return {*names} == {*PADDING_ROWS} and position == 1


@true("bugs-first-early")
def _(page, count):
    return count == 2


@true("bugs-first-error")
def _(page, length, rows, last_position):
    # the token at this position, after two free rows
    return length == page.context and length + 2 == rows == last_position + 1


def cache_logits(page, place):
    """Mean RoPE logit of a token at a place with each cached one, for equal contents of variance 1."""
    angles = np.outer(place - np.arange(page.cached), 10_000.0 ** (-np.arange(0, 64, 2) / 64))
    return 2 * np.cos(angles).sum(axis=1) / np.sqrt(64)


@true("bugs-cache")
def _(page, count, last_position):
    return count == page.cached == last_position + 1


@true("bugs-cache-nearest")
def _(page, position, other, value):
    right, anew = cache_logits(page, page.cached), cache_logits(page, 0)
    nearest = (int(right.argmax()), int(anew.argmax())) == (position, other) == (page.cached - 1, 0)
    return nearest and close(anew[0] - right[0], value)


@true("bugs-cache-same")
def _(page, value):
    return page.cached == 1 and close(cache_logits(page, 0)[0] - cache_logits(page, 1)[0], value)


@true("bugs-cache-batch")
def _(page, lengths, width):
    return lengths == tuple(map(len, BATCH)) and width == max(lengths)


@true("bugs-packing")
def _(page, rows, count, whole):
    right = [order for sentence in BATCH for order in range(len(sentence))]
    return (rows, whole, count) == (3, 10, sum(one != other for one, other in enumerate(right)))


@true("bugs-packing-mask")
def _(page, rest, count, whole, values):
    lengths = [len(sentence) for sentence in BATCH]
    bounds = tuple(sum(lengths[:i]) for i in range(len(lengths) + 1))
    return (rest, count, whole, values) == (len(lengths), sum(n * n for n in lengths), sum(lengths) ** 2, bounds)


@true("bugs-packing-cost")
def _(page, scheme, value, schemes):
    packed = [[0, 1, 2, 3, 4], [5, 6, 7], [8, 9]]
    costs = {name: page.cost(name, packed) for name in ("Sinusoidal", "RoPE", "ALiBi")}
    return close(costs[scheme], value) and {*schemes} == {name for name, cost in costs.items() if cost < 1e-9}


def attention(offsets):
    """Attention of a token to equal contents of variance 1 at these offsets, with RoPE and d = 64."""
    logits = 2 * np.cos(np.outer(offsets, 10_000.0 ** (-np.arange(0, 64, 2) / 64))).sum(axis=1) / np.sqrt(64)
    return np.exp(logits) / np.exp(logits).sum()


@true("bugs-moved")
def _(page, whole, position, share):
    # keys from position c on, which should be at 0; the token itself, at c, does not move
    count = page.cached
    right, still = (attention([*(count - at), 0]) for at in (np.arange(count), np.arange(count) + count))
    return (whole, position) == (2 * count, count) and close(np.maximum(still - right, 0).sum(), share)


@true("bugs-scaling")
def _(page, count, whole, factor, high):
    # the published rule, by wavelength: context 8192, factors 8, 1, and 4
    slowest = 2 * np.pi * 500_000 ** (63 / 64)
    changed = sum(2 * np.pi * 500_000 ** (i / 64) > 8192 / 4 for i in range(64))
    ratio = (500_000 / 10_000) ** (63 / 64) * 8
    return (count, whole, factor) == (changed, 64, 8) and slowest > 8192 and close(ratio, high)


@true("bugs-attention-factor")
def _(page, factor, here, there, low, high):
    size = 0.1 * np.log(4) + 1
    return factor == 4 and all(map(close, (size, size**2, 1 - 1 / size**2, size**2 - 1), (here, there, low, high)))


@true("bugs-paired")
def _(page, offset, here, there):
    q, k = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]), np.array([0.8, -0.3, 0.5, 0.1, -0.6, 0.2, 0.9, -0.4])
    turns = np.exp(1j * offset * 10_000.0 ** (-np.arange(4) / 4))
    halves = ((q[:4] + 1j * q[4:]) * turns @ (k[:4] - 1j * k[4:])).real
    neighbors = ((q[::2] + 1j * q[1::2]) * turns @ (k[::2] - 1j * k[1::2])).real
    return close(halves, here) and close(neighbors, there)


def angle_errors(page):
    turns = 10_000.0 ** (-np.arange(64) / 64)
    step = 2.0 ** (np.floor(np.log2(turns)) - 7)
    return np.abs(np.round(turns / step) * step - turns) * (page.context - 1)


@true("bugs-angle")
def _(page, dim, column, last_position, value):
    errors = angle_errors(page)
    return dim == 128 and last_position == page.context - 1 and close(errors[column], value) and value == errors.max()


@true("bugs-angle-lost")
def _(page):
    return angle_errors(page).max() > np.pi


@true("bugs-bfloat16")
def _(page, position, other):
    first = next(p for p in range(1000) if round_bfloat16(p) != p)
    return position == first and other == round_bfloat16(first)


@true("bugs-left")
def _(page, name, count, whole):
    return whole == page.context and remaining(whole, name) == count < whole


@true("bugs-left-all")
def _(page, whole):
    return whole == page.context and all(remaining(whole, name) == whole for name in ("bfloat16", "float16", "float32"))


@true("bugs-infinite")
def _(page, position, end, later):
    with np.errstate(over="ignore"):
        becomes = np.float16([position, position + 1, end, later])
    rounds = becomes[:3].tolist() == [position] * 3 == [65_504] * 3 and np.isinf(becomes[3])
    return rounds and later == end + 1 == 65_520 and page.context - 1 >= later


@true("bugs-length")
def _(page, rows, last_position):
    return rows == page.context == last_position + 1


@true("bugs-sizes")
def _(page, whole, length, count):
    return whole == VOCABULARY > length == page.context and count == whole - length


@true("bugs-sizes-equal")
def _(page, rows):
    return rows == VOCABULARY == page.context


@true("bugs-sizes-fit")
def _(page, whole, rows):
    return whole == VOCABULARY < rows == page.context


@true("bugs-axes")
def _(page, count, length):
    return (count, length) == (3, 5)


@true("bugs-image")
def _(page, count, here, there):
    # the first two tokens differ only in their column
    def apart(one, other):
        waves = [[wave(x / 10_000 ** (i / 2)) for wave in (np.sin, np.cos) for i in (0, 1)] for x in (one, other)]
        return np.linalg.norm(np.subtract(*waves))

    rescaled = apart(*(2 * np.pi * np.array([1, 2]) / 3))
    return count == 4 and np.isclose(rescaled, here, atol=1e-5) and close(apart(0, 1), there)


@true("bugs-image-shape")
def _(page, rows, width, position, other, column):
    # the last of the first row of a 2 × 3 image
    return (rows, width, position) == (3, 2, 2) and (other, column) == divmod(position, width)


@true("bugs-image-size")
def _(page, rows, count):
    return (rows, count) == (1 + 2 * 3, 1 + 3 * 4)


@true("bugs-image-size-flat")
def _(page):
    return True


@true("bugs-rows")
def _(page, rows, length, position, last_position):
    return length + position == rows == last_position + 1 == 514


@true("bugs-wide")
def _(page, whole, count, rest):
    return count == remaining(whole, "bfloat16") < remaining(whole, "float16") == rest == whole == 2049


EXCLUSIVE = [{"bugs-sizes-equal", "bugs-sizes-fit"}, {"bugs-cost-same", "bugs-left-all"}]
QUERIES = (
    "", "padding=right", "cached=1", "cached=2", "cached=1000", "context=2", "context=257", "context=258",
    "context=2048", "context=2049", "context=50256", "context=50257", "context=50258", "context=65520",
    "context=65521", "context=131072",
)  # fmt: skip


def all_claims(page: Page):
    """All claims of the page, for any open bug."""
    made_claims = facts.opening(page.study) + facts.padding(page.side) + facts.first_row(page.context)
    made_claims += [
        *facts.cache(page.cached),
        facts.cache_of_batch(page.side),
        *facts.packing(),
        facts.moved_keys(page.cached),
    ]
    made_claims += [facts.scaling(), facts.attention_factor()]
    made_claims += [
        *facts.bfloat16(page.context),
        *facts.frequencies(page.context),
        facts.paired(),
        facts.length(page.context),
        facts.sizes(page.context),
        facts.axes(),
    ]
    return [*made_claims, *facts.image(), *facts.image_size(), *facts.misconceptions()]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_claims_of_known_cases_are_true_and_exact():
    checked = verify(((page, all_claims(page)) for page in map(Page, QUERIES)), EXCLUSIVE)
    # among the encodings of the batch, only added vectors are changed
    assert_complete(checked, "bugs-", ["bugs-cost-rotation", "bugs-cost-bias"])
    tried = {statement: page for page, statement in checked}
    for statement, page in tried.items():
        for other in perturbed(statement):
            assert not CHECKS[statement.id](page, **dict(other.args)), other
