"""Links of any kind: the page respects its limits and reports unusable values in a line."""

from contextlib import suppress
from itertools import cycle
from urllib.parse import parse_qs, quote_plus, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.controls import links
from dashboard.controls.links import FEW, safe_text
from dashboard.state.parameters import PARAMETERS
from tests.server.conftest import PLACES
from tests.server.hostile import KEYS, RAW, TEXTS, places_of_signs, signed, within
from tests.server.visitor import Visitor, finished

UNREADABLE = [urlencode(dict.fromkeys(PARAMETERS, text)) for text in ("1e400", "-inf", "nan", "1e999", "", "x")]
UNREADABLE += ["n=1e400", "p=inf", "Sinusoidal.base=1e999"]
"""Infinity as an integer and a missing required choice, for which Streamlit itself raises errors."""

UNUSABLE = urlencode(list(zip([*PARAMETERS, "scheme", *map(signed, KEYS)] * 2, map(signed, TEXTS * 4), strict=False)))
"""A link that changes every key, and whose every word has a marker."""


async def opened(url: str, query: str, page: str = "compare", *, fetch: bool = True) -> Visitor:
    """Result of a link on the page."""
    visitor = Visitor(url, query, page)
    await visitor.open(fetch=fetch)
    await visitor.close()
    return visitor


def same(values: list[str], shown) -> bool:
    """Return True if the page shows the values of the link."""
    values, shown = values if any(values) else [""], shown if isinstance(shown, list) else [shown]
    return len(values) == len(shown or [""]) and all(map(alike, values, shown or [""]))


def alike(text: str, value) -> bool:
    if isinstance(value, bool):
        return text.lower() == str(value).lower()
    with suppress(ValueError):
        return float(text) == value if isinstance(value, int | float) else text == value
    return False


def unusable(key: str, texts: list[str]) -> bool:
    """Return True if a link cannot set a key to this text."""
    try:
        links.parse_value(key, texts)
    except ValueError:
        return True
    return False


def sound(visitor: Visitor) -> None:
    """Check that the page respects its limits and agrees with its URL."""
    state = visitor.shown
    assert not visitor.exceptions
    assert not within(state)
    for key, values in parse_qs(visitor.query, keep_blank_values=True).items():
        # what the page does not use has no control
        if key in state:
            assert same(values, state[key]), key


def check(visitor: Visitor, query: str) -> None:
    """Check that the page of a link has no error and reports ignored values."""
    sound(visitor)
    parameters = parse_qs(query, keep_blank_values=True)
    ignored = {key for key in parameters if unusable(key, parameters[key])} - {"embed", "embed_options"}
    lines = [words for words in visitor.texts if words.startswith(("The link sets", "The link's"))]
    assert len(lines) == min(len(ignored), FEW + 1)
    assert all(len(line) < 400 and "\n" not in line for line in lines)
    if len(ignored) > FEW + 1:
        assert f"sets {len(ignored) - FEW:,} more" in lines[-1]
    else:
        assert all(any(safe_text(key, 40) in line for line in lines) for key in ignored)


@st.composite
def part(draw) -> str:
    """Draw a part of a link: a usable value, an unusable value, or an unknown key."""
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


@pytest.mark.parametrize(("page", "other"), [*zip(PLACES, cycle(UNREADABLE), strict=False)])
def test_links_with_everything_wrong_and_back_to_them(url, page, other):
    async def go_back() -> None:
        async with Visitor(url, UNUSABLE, page) as visitor:
            check(visitor, UNUSABLE)
            assert ("text", "body") in places_of_signs(visitor)
            visitor.past.append((visitor.pages[page], other))
            await visitor.back()
            check(visitor, other)
            # an address that has crossed with a change
            if "d" in visitor.shown:
                visitor.query = UNUSABLE
                await visitor.change(d=7)
                sound(visitor)
                assert visitor.shown["d"] == 7

    finished(go_back())


def test_back_to_a_wrong_link_of_another_page(url):
    async def go_back() -> None:
        async with Visitor(url, "", "compare") as visitor:
            visitor.past.append((visitor.pages["clocks"], UNUSABLE))
            await visitor.back()
            check(visitor, UNUSABLE)

    finished(go_back())


def test_a_link_that_is_too_long_or_unknown_is_refused(url):
    # longer than a server takes an address
    query = "p=3&text=" + "a" * 100_000
    check(finished(opened(url, query, fetch=False)), query)
    # of so many parameters Streamlit reads none
    visitor = finished(opened(url, "p=3&" + "&".join(f"key{i}=1" for i in range(1200))))
    assert (visitor.exceptions, visitor.shown["position"]) == ([], [40])
    visitor = finished(opened(url, "p=3&scheme=Binary&scheme=Normalized", "nothing-here"))
    assert visitor.shown["position"] == [3]
    assert visitor.shown["charts"] == ["portrait Binary", "portrait Normalized"]
