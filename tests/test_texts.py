"""Texts of all pages at random settings: no false 100%, no bound of a bound, no equal ends, no two units, no exponent.

`POSENC_STATES=2000 pytest -s tests/test_texts.py` draws 2,000 page states and prints the number of their texts.
"""

import logging
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
import streamlit as st

from dashboard.controls import links
from dashboard.state.pages import PACKAGES, PAGES
from dashboard.state.parameters import OF_SCHEMES, OPTIONS, VECTORS_FIRST
from posenc_core import SCHEMES, Real
from posenc_core.text import messages
from posenc_core.text.numerals import EXACT
from tests.dashboard.conftest import serve_charts

STATES = int(os.environ.get("POSENC_STATES", "150"))

NUMBER = r"[−\d][\d.,]*(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?"
UNIT = r"(?:%|°| (?:tokens?|positions?|nats?|radians?|rotations?|percentage points?))"
BOUND = "(at least|at most|more than|less than|up to)"
FAULTS = {
    "a bound of a bound": rf"\b{BOUND} ({BOUND}|<)",
    "equal ends of a range": rf"(?<![\d.,−])({NUMBER}{UNIT}?) to \1(?![\d.,%]|{UNIT}| ×)",
    "a false 100% or 0%": r"%.\(false\)",
    "one of one": r"\b1 of 1 \w",
    "two units": rf"\d{UNIT}{UNIT}",
    # the period of 64 bits has one
    "a number with an exponent": r"\d[eE][-−+]?\d|× 10(⁻|(¹[⁰¹²³⁴]|[⁰¹²³⁴⁵⁶⁷⁸⁹])(?![⁰¹²³⁴⁵⁶⁷⁸⁹]))",
}


class Box:
    """A tab, of which one is open."""

    def __init__(self, is_open: bool) -> None:
        self.open = is_open

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def states(count: int) -> Iterator[tuple[str, str, int]]:
    """Random settings: a page, the query of its address, and the number of its open tab."""
    random = np.random.default_rng(0)
    sizes = [1, 2, 3, 5, 8, 20, 50, 128, 200, 256, 1000], [1, 2, 3, 4, 7, 8, 63, 64, 65, 128, 256]
    names = {page: [name for name, each in SCHEMES.items() if need in each.abilities] for page, need in PAGES.items()}
    names |= {page: [*SCHEMES] for page in VECTORS_FIRST}
    for place in range(count):
        page = [*PAGES][place % len(PAGES)]
        n, d = (int(random.choice(each)) for each in sizes)
        n = 2 ** int(random.integers(11, 21)) if random.random() < 0.03 else n
        k = 1 if random.random() < 0.3 else int(random.integers(1, max(n, 2)))
        query: dict[str, Any] = {"n": n, "d": d, "p": int(random.integers(n)), "k": k}
        if names[page]:
            few = min(int(random.integers(1, 4)), len(names[page]))
            query["scheme"] = random.choice(names[page], few, replace=False).tolist()
        own = [each for name in query.get("scheme", ()) for each in OF_SCHEMES[name]]
        for each in own + [each for each in OPTIONS if page in each.pages]:
            if random.random() < 0.3:
                # the ends of a real parameter, up to 10³⁰⁸, make numbers of any size
                real = isinstance(each.domain, Real)
                value = each.domain.nearest(10 ** random.uniform(-2, 6)) if real else None
                query[each.key] = random.choice([*map(str, each.domain.samples)]) if value is None else value
        yield page, urlencode(query, doseq=True), int(random.integers(8))


@pytest.fixture
def formatted(monkeypatch):
    """Draw a page without a server, and return its texts by the ids of their messages."""
    texts, depth = [], 0
    text, percent = messages.Messages.text, messages.percent

    def recorded(self, id, args=messages.NOTHING):
        nonlocal depth
        depth += 1
        try:
            words = text(self, id, args)
        finally:
            depth -= 1
        if not depth:
            texts.append((id, words))
        return words

    def shares(share):
        words = percent(share)
        false = (words == "100%") != (abs(share - 1) <= EXACT) or (words == "0%") != (share == 0)
        return f"{words} (false)" if false else words

    def page_of(page: str, query: str, tab: int) -> list[tuple[str, str]]:
        monkeypatch.setattr(
            st, "tabs", lambda labels, **_: [Box(place == tab % len(labels)) for place in range(len(labels))]
        )
        texts.clear()
        st.session_state["state"] = links.parse(parse_qs(query))[0]
        study, _ = links.study(query).shown_on(page)
        package = PACKAGES.get(page, page)
        layout = import_module(f"dashboard.views.{package}.{package}")
        for draw in (layout.page, getattr(layout, "still", None)):
            if draw and (study.schemes or not PAGES[page]):
                draw(study)
        return [*texts]

    logging.disable(logging.WARNING)
    serve_charts(monkeypatch.setattr)
    st.session_state["pages"] = defaultdict(str)
    monkeypatch.setattr(st, "page_link", lambda *args, **more: None)
    # without a session, a form would hold the widgets of later tests, too
    monkeypatch.setattr(st, "form", lambda *args, **more: nullcontext())
    monkeypatch.setattr(st, "form_submit_button", lambda *args, **more: False)
    monkeypatch.setattr(messages.Messages, "text", recorded)
    monkeypatch.setattr(messages, "percent", shares)
    yield page_of
    logging.disable(logging.NOTSET)
    st.session_state.clear()


def faults(words: str) -> list[str]:
    """The faults of a text, with what shows them."""
    return [f"{name}: {match[0]}" for name, pattern in FAULTS.items() if (match := re.search(pattern, words))]


@pytest.mark.timeout(0)
def test_no_text_of_any_page_has_a_false_number(formatted):
    count, misses = 0, {}
    for page, query, tab in states(STATES):
        for id, words in formatted(page, query, tab):
            count += 1
            for fault in faults(words):
                misses.setdefault((id, fault.partition(":")[0]), (f"/{page}?{query}", tab, words, fault))
    print(f"{count:,} texts at {STATES:,} settings")
    assert not misses, "\n".join(f"{id}: {reason}" for (id, _), reason in sorted(misses.items()))
