"""Claims of Start: every weight recomputed with NumPy, for every setting of the switches and every word."""

from itertools import product
from urllib.parse import urlencode

import numpy as np
import pytest

from dashboard.controls import links
from dashboard.state.parameters import START_WORDS
from dashboard.views.sentence import facts as sentence
from dashboard.views.start import facts, figures
from tests.claims.truth import assert_exact, close, true

# three words after four special tokens
E = dict(zip(START_WORDS, np.random.default_rng(0).standard_normal((7, 8))[4:] / np.sqrt(8), strict=True))
ANGLES = np.arange(3)[:, None] * 10000.0 ** (-np.arange(0, 8, 2) / 8)
P = np.stack((np.sin(ANGLES), np.cos(ANGLES)), axis=-1).reshape(3, 8)
ORDERS = {False: ("dog", "bites", "man"), True: ("man", "bites", "dog")}
SETTINGS = [*product((False, True), (False, True), START_WORDS)]


def weights(words, placed: bool, focus: str) -> dict[str, float]:
    """Attention weights of one word, by word."""
    x = np.array([E[word] for word in words]) + placed * P
    powers = np.exp(x @ x[list(words).index(focus)] / np.sqrt(8))
    return dict(zip(words, (powers / powers.sum()).tolist(), strict=True))


def study(swap: bool, placed: bool, focus: str):
    return links.study(urlencode({"swap": swap, "positions": placed, "focus": focus}))


def are_weights(focus: str, order: tuple[str, ...], shown_claims) -> bool:
    """Return True if these are the weights of a word, either without or with positions."""
    shares = [(dict(statement.args)["name"], dict(statement.args)["share"]) for statement in shown_claims]
    return any(
        all(close(share, weights(order, placed, focus)[name]) for name, share in shares) for placed in (False, True)
    )


true("start-alone", "start-same")(lambda text, first, last: are_weights(text, ORDERS[False], (first, last)))
true("start-row")(lambda quote, text, found: are_weights(text, tuple(quote.split()), found))


@true("start-changed")
def _(text, name, here, there):
    return close(here, weights(ORDERS[False], True, text)[name]) and close(
        there, weights(ORDERS[True], True, text)[name]
    )


@pytest.mark.parametrize(("swap", "placed", "focus"), SETTINGS)
def test_claims_are_true_and_exact(swap, placed, focus):
    assert_exact(facts.verdict(study(swap, placed, focus)))
    for row in facts.row_claims(study(swap, placed, focus)):
        assert_exact(row)


@pytest.mark.parametrize(("swap", "placed", "focus"), SETTINGS)
def test_the_weights_and_the_sentence_are_right(swap, placed, focus):
    page = study(swap, placed, focus)
    rows, both = facts.rows(page), [weights(ORDERS[back], placed, focus) for back in (False, swap)]
    assert [row.text for row in rows] == [" ".join(ORDERS[back]) for back in (False, swap)]
    for row, truth in zip(rows, both, strict=True):
        by_word = dict(zip(START_WORDS, row.weights[facts.focus(page)], strict=True))
        assert all(close(by_word[word], truth[word]) for word in START_WORDS)
    first, second = both
    verdict = facts.verdict(page)
    args = dict(verdict.args)
    if swap and placed:
        change = {word: abs(first[word] - second[word]) for word in START_WORDS}
        assert verdict.id == "start-changed"
        assert change[args["name"]] == max(change.values()) > 0.05
        assert close(args["here"], first[args["name"]]) and close(args["there"], second[args["name"]])
    else:
        assert verdict.id == ("start-same" if swap else "start-alone")
        assert all(close(first[word], second[word]) for word in START_WORDS)
        by_word = {dict(word.args)["name"]: dict(word.args)["share"] for word in (args["first"], args["last"])}
        assert by_word.keys() == {*START_WORDS} - {focus}
        assert all(close(share, first[word]) for word, share in by_word.items())


@pytest.mark.parametrize(("swap", "placed", "focus"), SETTINGS)
def test_arcs_are_as_wide_as_the_weights_and_end_at_their_words(swap, placed, focus):
    page = study(swap, placed, focus)
    figure = figures.arcs(page)
    arcs = [trace for trace in figure["data"] if trace["mode"] == "lines"][len(START_WORDS) :]
    others = [word for word in START_WORDS if word != focus]
    ends = [(order, word) for order in (ORDERS[False], ORDERS[swap]) for word in others]
    for arc, (order, word) in zip(arcs, ends, strict=True):
        assert close(arc["x"][-1], order.index(word))
        assert close(arc["line"]["width"] / figures.WIDEST, weights(order, placed, focus)[word])
        assert arc["line"]["color"] == figures.COLORS[START_WORDS.index(word)]


def test_the_page_sentence_shows_the_same_weights():
    page = links.study("text=dog+bites+man&d=8&scheme=Sinusoidal")
    words = sentence.embed_sentence(page)
    order = sentence.reorder_words(words, page.options)
    for change, placed in ((order.without, False), (order.placed, True)):
        for focus in START_WORDS:
            place = START_WORDS.index(focus)
            before, after = ([*weights(ORDERS[back], placed, focus).values()] for back in (False, True))
            np.testing.assert_allclose(change.before[place], before)
            np.testing.assert_allclose(change.after[2 - place], after)
