"""Claims of Sentence, recomputed from the definitions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.controls import links
from dashboard.state.study import Study
from dashboard.views.sentence import facts
from posenc_core import SCHEMES, Index, Normalized
from posenc_core.analysis import sentence
from posenc_core.text.messages import Claim
from tests.claims.truth import assert_complete, close, true, verify


@dataclass(frozen=True)
class Page:
    """A sentence and the settings of the page."""

    study: Study

    @property
    def options(self):
        return self.study.options

    @property
    def scheme(self):
        return self.study.schemes[0]

    @cached_property
    def words(self) -> list[str]:
        return self.options["text"].split()

    @cached_property
    def ids(self) -> np.ndarray:
        extra = 2 * self.options["ends"]
        length = max(self.options["pad"], len(self.words) + extra)
        return sentence.tokens(
            self.options["text"], known=self.options["known"], ends=self.options["ends"], length=length
        ).ids

    @cached_property
    def inner(self) -> np.ndarray:
        """Positions of the words."""
        return int(self.options["ends"]) + np.arange(len(self.words))

    @property
    def padding(self) -> np.ndarray:
        return self.ids == 0

    @property
    def causal(self) -> bool:
        unit = np.ones((1, 4))
        ahead = self.scheme.logits(unit, unit, [0], [1], heads=8) if self.scheme.family != "table" else np.zeros(1)
        return self.options["causal"] or not np.isfinite(ahead).any()

    def weights(self, places, *, placed: bool) -> np.ndarray:
        """Attention of the tokens in some order."""
        size, how = self.options["scale"], self.options["combine"]
        n, d = len(self.ids), self.study.dim
        table = sentence.embeddings(int(self.ids.max(initial=3)) + 1, d, size)
        content = table[self.ids[places]]
        queries = keys = content
        bias = np.zeros((n, n))
        if placed and self.scheme.family == "table":
            position = np.asarray(self.scheme.encode(range(n), d), float)
            queries = keys = content + position if how == "sum" else np.hstack([content, position])
        elif placed and self.scheme.family == "rotation":
            queries = self.scheme.rotate(content, range(n))
            keys = self.scheme.rotate(content, range(n), keys=True)
        elif placed:
            bias = self.scheme.bias(range(n), range(n), 8)[0]
        with np.errstate(over="ignore", invalid="ignore"):
            logits = queries @ keys.T / np.sqrt(queries.shape[1]) + bias
        visible = np.ones((n, n), bool)
        if self.causal:
            visible &= np.tri(n, dtype=bool)
        if self.options["mask"]:
            visible &= ~self.padding[places]
        logits = np.where(visible, logits, -np.inf)
        attention = np.full((n, n), np.nan)
        some = visible.any(axis=1)
        attention[some] = np.exp(logits[some] - logits[some].max(axis=1, keepdims=True))
        return attention / attention.sum(axis=1, keepdims=True)

    def change(self, order: np.ndarray, *, placed: bool) -> float:
        """Largest change of a weight when the words are reordered."""
        back = np.argsort(order)
        before = self.weights(np.arange(len(order)), placed=placed)
        after = self.weights(order, placed=placed)[np.ix_(back, back)]
        apart = np.abs(after - before)[~(self.padding & self.options["mask"])]
        return float(np.nanmax(np.where(apart <= 1e-12, 0, apart), initial=0))

    @cached_property
    def order(self) -> np.ndarray:
        """Reversed, or shuffled as on the page."""
        places = np.arange(len(self.ids))
        places[self.inner] = self.inner[::-1]
        if self.options["order"] == "shuffled":
            places = facts.reorder_words(facts.embed_sentence(self.study), self.options).places
            assert sorted(places) == [*range(len(places))]
        return places

    @property
    def own(self) -> np.ndarray:
        """Mean weight on the token itself, without and with positions."""
        used = ~(self.padding & self.options["mask"])
        places = np.arange(len(self.ids))
        return np.array(
            [np.nanmean(self.weights(places, placed=is_placed).diagonal()[used]) for is_placed in (False, True)]
        )

    @cached_property
    def ratio(self) -> float:
        """Ratio of the sizes of positions and tokens."""
        used = ~self.padding
        content = sentence.embeddings(int(self.ids.max()) + 1, self.study.dim, self.options["scale"])[self.ids]
        position = np.asarray(self.scheme.encode(range(len(self.ids)), self.study.dim), float)
        return float(np.sqrt(np.mean(position[used] ** 2) / np.mean(content[used] ** 2)))


# The checks


@true("sentence-empty")
def _(page):
    return not page.words and not page.options["ends"]


@true("sentence-too-long")
def _(page, count, most):
    return count == len(page.words) + 2 * page.options["ends"] > most == 128


@true("sentence-few")
def _(page):
    return len(page.words) < 2


@true("sentence-same")
def _(page):
    inner = page.ids[page.inner]
    return (inner == inner[::-1]).all() and (page.options["order"] == "reversed" or len({*inner}) == 1)


@true("sentence-without")
def _(page, order):
    return order == page.options["order"] and not page.causal and not page.change(page.order, placed=False)


def is_stated(most, value):
    """Return whether a change is stated in percentage points, and as 0 if it is invisible."""
    return bool(np.isclose(100 * most, value, rtol=1e-6)) if value else most <= 1e-6


@true("sentence-without-causal")
def _(page, order, value):
    most = page.change(page.order, placed=False)
    return order == page.options["order"] and page.causal and is_stated(most, value)


def with_position(page, scheme):
    assert scheme == page.scheme.name
    return page.change(page.order, placed=True)


@true("sentence-change")
def _(page, scheme, value):
    return is_stated(with_position(page, scheme), value)


def is_symmetric_in_distance(added, page, scheme):
    """Return True if the position terms of the logits depend on the distance alone, in both directions."""
    n, most = len(page.ids), 1e-9 * np.abs(added).max()
    alone = all(abs(added[i, j] - added[abs(i - j), 0]) <= most for i in range(n) for j in range(n))
    return page.options["order"] == "reversed" and alone and not with_position(page, scheme)


@true("sentence-change-mirrored")
def _(page, scheme):
    places = range(len(page.ids))
    if page.scheme.family == "bias":
        return is_symmetric_in_distance(page.scheme.bias(places, places, 8)[0], page, scheme)
    table = np.asarray(page.scheme.encode(places, page.study.dim), float)
    return page.options["combine"] == "concatenation" and is_symmetric_in_distance(table @ table.T, page, scheme)


@true("sentence-own")
def _(page, share):
    return close(page.own[1], share)


@true("sentence-effect-sum", "sentence-effect-concatenation")
def _(page):
    return page.scheme.family == "table"


@true("sentence-effect-rotation")
def _(page):
    unit = np.ones((2, page.study.dim))
    return page.scheme.family == "rotation" and not np.array_equal(*page.scheme.rotate(unit, range(2)))


@true("sentence-effect-bias")
def _(page):
    return page.scheme.family == "bias" and np.ptp(page.scheme.bias([200], range(201), 8)) > 0


@true("sentence-effect-none")
def _(page):
    return page.scheme.family == "bias" and not np.any(page.scheme.bias([200], range(201), 8))


@true("sentence-head")
def _(page, scheme, head, heads):
    every = page.scheme.bias([200], range(201), 8)
    return scheme == page.scheme.name and len(every) == heads == 8 and head == 1


@true("sentence-causal")
def _(page):
    return page.causal


@true("sentence-padding")
def _(page):
    return page.options["mask"] and page.padding.any()


@true("sentence-vocabulary")
def _(page, whole, count, rest):
    return count == min(len(set(page.words)), page.options["known"]) and rest == 4 and whole == count + rest


@true("sentence-unknown")
def _(page, count, whole):
    return count == (page.ids[page.inner] == 1).sum() and whole == len(page.words)


def has(page, text, column):
    return column in page.ids and sentence.SPECIAL[column] == text


@true("sentence-special-pad")
def _(page, text, column):
    return (text, column) == ("<pad>", 0) and has(page, text, column)


@true("sentence-special-unk")
def _(page, text, column):
    return (text, column) == ("<unk>", 1) and has(page, text, column)


@true("sentence-special-start")
def _(page, text, column):
    return (text, column) == ("<bos>", 2) and page.ids[0] == 2 and has(page, text, column)


@true("sentence-special-end")
def _(page, text, column):
    return (text, column) == ("<eos>", 3) and has(page, text, column)


def shaped(page, count, whole, dim):
    word_ids = {int(id) for id in page.ids} - {0, 1, 2, 3}
    return count == len(page.ids) and whole == 4 + len(word_ids) and dim == page.study.dim


@true("sentence-shapes")
def _(page, count, whole, dim):
    return page.scheme.family != "table" and shaped(page, count, whole, dim)


@true("sentence-shapes-sum")
def _(page, count, whole, dim, width):
    return page.options["combine"] == "sum" and shaped(page, count, whole, dim) and width == dim


@true("sentence-shapes-concatenation")
def _(page, count, whole, dim, width):
    return page.options["combine"] == "concatenation" and shaped(page, count, whole, dim) and width == 2 * dim


@true("sentence-drawn")
def _(page, most):
    return page.study.dim > most == 512


@true("sentence-position-larger")
def _(page, factor):
    return close(page.ratio, factor) and factor > 1


@true("sentence-token-larger")
def _(page, factor):
    return close(1 / page.ratio, factor) and factor >= 1


@true("sentence-cost")
def _(page, dim, wider, rest, whole):
    matrices = [np.empty((size, size)).size for size in (dim, wider)]
    return dim == page.study.dim and wider == 2 * dim and matrices == [rest, whole]


def other_module(page, shown, text):
    """Output of the module for the other order of axes for x = 0. (sentences, tokens)"""
    n, d, count = len(page.ids), 2, page.options["batch"]
    first = page.options["batch_first"] == "batch first"
    rows = page.scheme.own_size[0] if page.scheme.own_size else 5000
    pe = np.repeat(np.arange(float(rows))[:, None], d, axis=1)
    pe, x = (pe[:, None], np.zeros((count, n, d))) if first else (pe[None], np.zeros((n, count, d)))
    assert shown == str((*pe.shape[:2], page.study.dim))
    assert text == ("pe[:x.size(0)]" if first else "pe[:, :x.size(1)]")
    added = x + (pe[: x.shape[0]] if first else pe[:, : x.shape[1]])
    return (added if first else added.swapaxes(0, 1))[..., 0]


@true("sentence-mixed-up")
def _(page, shown, text):
    rows = other_module(page, shown, text)
    count, n = rows.shape
    return (rows == np.arange(count)[:, None]).all() and (rows != np.arange(n)).any()


@true("sentence-scalar")
def _(page, factor, value):
    scheme = Normalized(spread="one column", divisor="N")
    sizes = [1 / np.sqrt(np.mean(scheme.encode(range(5), d, length=5) ** 2)) for d in (64, 512)]
    return close(factor, sizes[0]) and close(value, sizes[1])


@true("sentence-integers")
def _(page, last_position, factor, value):
    # the mean of the squares of 0 to n is n (2n + 1) / 6, and that of sines and cosines 1/2
    return last_position == 127 and close(factor, np.sqrt(127 * 255 / 6)) and close(value, np.sqrt(0.5))


@true("sentence-shared")
def _(page):
    return True


# What the page claims

EXCLUSIVE = [
    {"sentence-without", "sentence-without-causal"},
    {"sentence-position-larger", "sentence-token-larger"},
    {"sentence-shapes", "sentence-shapes-sum", "sentence-shapes-concatenation"},
    {"sentence-effect-rotation", "sentence-effect-bias", "sentence-effect-none"},
]
"""Of each set, at most one is true of its arguments, and the page makes that claim."""


def all_claims(study: Study) -> list[Claim]:
    """All claims of the page about a sentence with one encoding."""
    words = facts.embed_sentence(study)
    order = facts.reorder_words(words, study.options) if words else None
    statements = [facts.opening(study, words, order)]
    if not words:
        return statements
    statements += [*facts.cell(study, words, order), *facts.masked_parts(study, words)]
    statements += [*facts.vocabulary(words), *facts.special(words), facts.shapes(study, words)]
    statements += [*facts.omitted_columns(study), facts.cost(study), facts.scalar(), *facts.misconceptions()]
    if words.position is not None:
        statements += facts.larger(facts.sizes(study, words)[study.options["scale"]].ratio)
        statements += facts.wrong_axes(study, words, facts.batch(study, words))
    return list(dict.fromkeys(statements))


def check(query: str) -> list[tuple[Page, Claim]]:
    page = Page(links.study(query))
    return verify([(page, all_claims(page.study))], EXCLUSIVE)


KNOWN = (
    "text=", "text=&pad=3", "text=" + "+".join(["a"] * 130), "text=a", "text=a&batch=1", "text=a&ends=true&batch=1",
    "text=a+a",     "text=a+b+a", "text=a+b+a&combine=concatenation", "text=<unk>+b+<unk>&known=1",
    "scheme=Index&Index.start=1&d=256&combine=concatenation&mask=false&causal=true&text=a+b+a",
    "", "order=shuffled", "scale=N(0, 1)", "scale=N(0, 0.02²)", "scale=N(0, 1)&d=512", "scale=N(0, 1)&d=4096",
    "combine=concatenation", "combine=concatenation&d=512", "combine=concatenation&ends=true&pad=9&d=63",
    "combine=concatenation&pad=9&mask=false", "combine=concatenation&d=6&text=a+b", "causal=true",
    "combine=concatenation&d=7&scale=N(0, 0.02²)", "causal=true&scale=N(0, 1)&d=512",
    "causal=true&scale=N(0, 1)&d=4096", "pad=9&known=3&ends=true", "d=1024", "d=600&combine=concatenation",
    "batch=5", "batch=1", "batch_first=sequence+first", "scheme=Learned&d=8", "scheme=Grid&d=8", "scheme=RoPE",
    "scheme=xPos&d=8", "scheme=ALiBi", "scheme=ALiBi&ALiBi.direction=symmetric", "scheme=NoPE", "scheme=T5",
    "scheme=Index&Index.spread=one+column&text=a+b", "scheme=Sinusoidal&text=a+b+b+b", "scheme=Binary",
    "text=<pad>+hello", "scheme=Normalized&d=2&text=a+b",
)  # fmt: skip


def test_claims_of_known_cases_are_true_and_exact():
    queries = (query if "scheme" in query else f"scheme=Sinusoidal&{query}" for query in KNOWN)
    assert_complete([pair for query in queries for pair in check(query)], "sentence-")


MORE = ("order=shuffled", "combine=concatenation", "ends=true", "pad=6", "mask=false", "causal=true")


@settings(max_examples=40)
@given(
    st.sampled_from([name for name in SCHEMES if name != "Grid"]),
    st.lists(st.sampled_from("abc"), max_size=5).map("+".join),
    st.sampled_from([1, 2, 3, 8]),
    st.sets(st.sampled_from(MORE)),
)
def test_claims_about_a_sentence_are_true(name, text, dim, more):
    dim += dim % 2 if SCHEMES[name].family == "rotation" else 0
    check("&".join([f"scheme={name}&text={text}&d={dim}", *sorted(more)]))


def test_the_typical_sizes_of_the_four_terms():
    study = links.study("scheme=Index&d=6&text=a+b+c&pad=5&scale=N(0, 1)")
    words = facts.embed_sentence(study)
    content, position = words.content[:3], Index().encode(range(3), 6)
    sizes = facts.sizes(study, words)["N(0, 1)"].terms
    pairs = ((content, content), (content, position), (position, content), (position, position))
    assert np.allclose(sizes, [np.sqrt(np.mean((one @ other.T) ** 2)) for one, other in pairs])
    assert all(size > 0 for size in sizes)
