"""Links of any kind: the page is drawn within its limits, and says in a line what it could not use."""

from contextlib import suppress
from itertools import chain, repeat
from urllib.parse import parse_qs, quote_plus, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.controls.links import FEW, said
from dashboard.parameters import PARAMETERS
from posenc_core import Numbers
from tests.server.conftest import PLACES
from tests.server.hostile import KEYS, RAW, TEXTS, within
from tests.server.visitor import Visitor, finished

UNREADABLE = [urlencode(dict.fromkeys(PARAMETERS, text)) for text in ("1e400", "-inf", "nan", "1e999", "", "x")]
UNREADABLE += ["n=1e400", "p=inf", "Sinusoidal.base=1e999"]
"""Infinity as a whole number, no choice where one must be made: there Streamlit itself ends in an error."""

UNUSABLE = urlencode(list(zip([*PARAMETERS, "scheme", *KEYS] * 2, TEXTS * 4, strict=False)))
"""Something else at every key."""

WALKS = dict(zip(PLACES, chain(UNREADABLE, repeat(UNUSABLE)), strict=False))
"""From which of these links a visitor goes on, by page."""


async def opened(url: str, query: str, page: str = "", *, fetch: bool = True) -> Visitor:
    """What a visitor has seen of a link."""
    visitor = Visitor(url, query, page)
    await visitor.open(fetch=fetch)
    await visitor.close()
    return visitor


def same(asked: list[str], shown) -> bool:
    """Whether the page shows what the link asks for."""
    asked, shown = asked if any(asked) else [""], shown if isinstance(shown, list) else [shown]
    return len(asked) == len(shown or [""]) and all(map(alike, asked, shown or [""]))


def alike(text: str, value) -> bool:
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    with suppress(ValueError):
        return float(text) == value if isinstance(value, int | float) else text == value
    return False


def unlisted(key: str, said: str) -> bool:
    """Whether it should list numbers and does not: it stays in its box, to be put right, and counts for nothing."""
    domain = PARAMETERS[key].domain if key in PARAMETERS else None
    if not isinstance(domain, Numbers):
        return False
    try:
        return not domain.read(said)
    except ValueError:
        return True


def sound(visitor: Visitor) -> None:
    """The page holds its limits, and shows what its address says."""
    shown = visitor.shown
    assert not visitor.exceptions
    assert not within(shown)
    for key, values in parse_qs(visitor.query, keep_blank_values=True).items():
        if key in (*PARAMETERS, "scheme"):
            # of a repeated one Streamlit takes the first choice, or the last number
            assert any(same(said, shown[key]) for said in ([values] if key == "scheme" else zip(values))), key


def check(visitor: Visitor, query: str) -> None:
    """The page of a link is sound, and says what it ignores."""
    sound(visitor)
    shown, asked = visitor.shown, parse_qs(query, keep_blank_values=True)
    used = {key: shown[key] for key in (*PARAMETERS, "scheme") if key in shown}
    ignored = {key for key in asked if key not in used or not same(asked[key], used[key])} - {"embed", "embed_options"}
    ignored |= {key for key in asked if unlisted(key, asked[key][0])}
    lines = [words for words in visitor.texts if words.startswith(("The link says", "The link's"))]
    assert len(lines) == min(len(ignored), FEW + 1)
    assert all(len(line) < 400 and "\n" not in line for line in lines)
    if len(ignored) > FEW + 1:
        assert f"says {len(ignored) - FEW:,} more" in lines[-1]
    else:
        assert all(any(said(key, 40) in line for line in lines) for key in ignored)


@st.composite
def part(draw) -> str:
    """A part of a link: what could be used, what could not, or what is no parameter."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(RAW))
    key = draw(st.sampled_from((*PARAMETERS, "scheme", "scheme")) | st.sampled_from(KEYS) | st.text(max_size=12))
    words = ("Index", "Binary", "Sinusoidal", "Normalized", "true", "false", "TRUE", "1-2", "a b a")
    # small numbers: how long the largest take is measured elsewhere
    choices = getattr(PARAMETERS[key].domain, "options", words) if key in PARAMETERS else words
    good = st.sampled_from(choices).map(str) | st.integers(0, 100).map(str)
    bad = st.sampled_from(TEXTS) | st.text(max_size=30) | st.integers().map(str) | st.floats().map(str)
    return "=".join(quote_plus(words.encode("utf-8", "surrogatepass")) for words in (key, draw(bad | good)))


# every one is a visit of its own: a quarter as many as of what takes no server
@settings(max_examples=settings.default.max_examples // 4)
@given(page=st.sampled_from(PLACES), parts=st.lists(part(), max_size=12))
def test_no_link_breaks_a_page(url, page, parts):
    # what follows a # stays in the browser
    query = "&".join(parts).partition("#")[0]
    check(finished(opened(url, query, page)), query)


@pytest.mark.parametrize(("page", "query"), WALKS.items())
def test_a_link_with_everything_wrong_and_back_to_it(url, page, query):
    async def go_back() -> None:
        async with Visitor(url, query, page) as visitor:
            check(visitor, query)
            await visitor.back()
            sound(visitor)
            # an address that has crossed with a change
            visitor.query = query
            await visitor.change(d=7)
            assert not visitor.exceptions
            # and a step back to another page, of whose address Streamlit reads another one than it shows
            visitor.past.append((visitor.pages["shift" if page != "shift" else "heatmap"], query))
            await visitor.back()
            sound(visitor)

    finished(go_back())
    other = UNUSABLE if query != UNUSABLE else UNREADABLE[PLACES.index(page) % len(UNREADABLE)]
    check(finished(opened(url, other, page)), other)


def test_a_link_that_is_too_long_or_leads_nowhere(url):
    # longer than a server takes an address
    query = "p=3&text=" + "a" * 100_000
    check(finished(opened(url, query, fetch=False)), query)
    # of so many parameters Streamlit reads none
    visitor = finished(opened(url, "p=3&" + "&".join(f"key{i}=1" for i in range(1200))))
    assert (visitor.exceptions, visitor.shown["position"]) == ([], [40])
    visitor = finished(opened(url, "p=3", "nothing-here"))
    check(visitor, "p=3")
    assert (visitor.not_found, visitor.shown["position"]) == (True, [3])
