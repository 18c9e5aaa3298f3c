"""Texts of all pages at random settings: no false 100%, no bound of a bound, no equal ends, no two units, no exponent.

`POSENC_STATES=2000 pytest -s tests/test_texts.py` draws 2,000 page states and prints the number of their texts.
"""

import json
import logging
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
import streamlit as st
from google.protobuf.message import Message as ProtoMessage
from streamlit.delta_generator import DeltaGenerator

from dashboard.controls import links
from dashboard.state.pages import PAGES
from dashboard.state.parameters import OF_SCHEMES, OPTIONS, VECTORS_FIRST
from posenc_core import SCHEMES, Real
from posenc_core.text import messages
from posenc_core.text.numerals import EXACT
from tests.dashboard.conftest import english_sentences, serve_charts
from tests.test_messages import PENDING

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
    # the period of 64 bits has one, and hashes of commits are none
    "a number with an exponent": r"(?<!commit )\b[\d.]+[eE][-−+]?\d+\b|× 10(⁻|(¹[⁰¹²³⁴]|[⁰¹²³⁴⁵⁶⁷⁸⁹])(?![⁰¹²³⁴⁵⁶⁷⁸⁹]))",
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
    names = {
        page: [name for name, scheme in SCHEMES.items() if need in scheme.abilities] for page, need in PAGES.items()
    }
    names |= {page: [*SCHEMES] for page in VECTORS_FIRST}
    for place in range(count):
        page = [*PAGES][place % len(PAGES)]
        n, d = (int(random.choice(choices)) for choices in sizes)
        n = 2 ** int(random.integers(11, 21)) if random.random() < 0.03 else n
        k = 1 if random.random() < 0.3 else int(random.integers(1, max(n, 2)))
        query: dict[str, Any] = {"n": n, "d": d, "p": int(random.integers(n)), "k": k}
        if names[page]:
            few = min(int(random.integers(1, 4)), len(names[page]))
            query["scheme"] = random.choice(names[page], few, replace=False).tolist()
        own = [parameter for name in query.get("scheme", ()) for parameter in OF_SCHEMES[name]]
        for parameter in own + [option for option in OPTIONS if page in option.pages]:
            if random.random() < 0.3:
                # the ends of a real parameter, up to 10³⁰⁸, make numbers of any size
                real = isinstance(parameter.domain, Real)
                value = parameter.domain.nearest(10 ** random.uniform(-2, 6)) if real else None
                query[parameter.key] = random.choice([*map(str, parameter.domain.samples)]) if value is None else value
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
        # with the default sentence of the language
        values = st.session_state["state"] = links.parse(parse_qs(query))[0]
        study, _ = links.build_study(values["scheme"], values).shown_on(page)
        layout = import_module(f"dashboard.views.{page}.{page}")
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


SETTINGS = (
    *("scheme=Grid&scheme=RoPE&n=5&d=6", "scheme=Sinusoidal&n=12&d=8&Sinusoidal.layout=concatenated"),
    *("", "n=1", "n=2", "d=1", "d=2", "d=3", "n=4096&d=63", "n=131072&d=64", "n=256&d=128&p=128", "n=50&p=49&k=49"),
    *("similarity=cosine&p=127", "similarity=min-max&p=0", "similarity=softmax&scheme=RoPE&scheme=T5"),
    *("similarity=distance&scheme=Learned&scheme=NeRF", "scheme=Binary&n=50&d=3", "RoPE.scaling=YaRN&scheme=RoPE"),
    "scheme=Index&scheme=Normalized&Normalized.spread=one+column&Index.start=1",
    "scheme=ALiBi&scheme=KERPLE&scheme=FIRE&scheme=Sandwich&scheme=NoPE",
    "scheme=xPos&scheme=Gray&scheme=Fourier&scheme=SlidingWindow",
    "scheme=Yours&table=example&example=sines+alone",
)
"""Settings of the walk through the pages in Korean."""


def shown_texts(value: Any, name: str = "") -> Iterator[str]:
    """Texts of an element of Streamlit, with those of its charts, without what no reader sees."""
    if name in ("id", "key", "js_content", "css_content", "url", "family", "colorscale", "language"):
        return
    if isinstance(value, str):
        if name == "json":
            yield from shown_texts(json.loads(value))
        else:
            yield value
    elif isinstance(value, ProtoMessage):
        for field, content in value.ListFields():
            yield from shown_texts(content, field.name)
    elif isinstance(value, dict):
        for field, content in value.items():
            yield from shown_texts(content, field)
    elif isinstance(value, Iterable) and not isinstance(value, bytes):
        for content in value:
            yield from shown_texts(content, name)


@pytest.mark.skipif(bool(PENDING), reason="tests/untranslated.txt lists English texts")
@pytest.mark.parametrize("settings", [SETTINGS[:1], pytest.param(SETTINGS, marks=pytest.mark.thorough)], ids=len)
def test_no_page_has_an_english_sentence_in_korean(formatted, monkeypatch, settings):
    """Draw every page at these settings, with another tab at each; there are more settings than tabs of a page."""
    elements: list[Any] = []
    plain = DeltaGenerator._enqueue

    def recorded(self, kind, element, *args, **more):
        elements.append([] if kind == "code" else element)
        return plain(self, kind, element, *args, **more)

    monkeypatch.setattr(DeltaGenerator, "_enqueue", recorded)
    token, korean, english = messages.LANGUAGE.set("ko"), 0, {}
    for page in PAGES:
        for tab, query in enumerate(settings):
            elements.clear()
            formatted(page, query, tab)
            texts = [*shown_texts(elements)]
            korean += sum(bool(re.search("[가-힣]", text)) for text in texts)
            english |= {run: f"/{page}?{query}, tab {tab}" for text in texts for run in english_sentences(text)}
    messages.LANGUAGE.reset(token)
    assert korean > 200
    assert not english, english


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
