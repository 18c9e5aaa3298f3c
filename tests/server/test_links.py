"""Links of any kind: the page respects its limits and reports unusable values in a line."""

from contextlib import suppress
from itertools import cycle
from urllib.parse import parse_qs, quote_plus, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.controls import links
from dashboard.controls.links import FEW, safe_text
from dashboard.state.pages import FIRST
from dashboard.state.parameters import MAX_LENGTH, PARAMETERS
from tests.server.conftest import PLACES
from tests.server.hostile import KEYS, RAW, TEXTS, places_of_signs, signed, within
from tests.server.visitor import Visitor, finished

UNREADABLE = [urlencode(dict.fromkeys(PARAMETERS, text)) for text in ("1e400", "-inf", "nan", "1e999", "", "x")]
UNREADABLE += ["n=1e400", "p=inf", "Sinusoidal.base=1e999"]
"""Infinity as an integer and a missing required choice, for which Streamlit itself raises errors."""

UNUSABLE = urlencode(list(zip([*PARAMETERS, "scheme", *map(signed, KEYS)] * 2, map(signed, TEXTS * 4), strict=False)))
"""A link that changes every key, and whose every word has a marker."""


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
    expected = parse_qs(visitor.query, keep_blank_values=True)
    # positions and offsets beyond the sequence are kept, and its last one is shown
    last = state.get("n", MAX_LENGTH) - 1
    expected |= {
        key: [str(min(int(expected[key][0]), max(last, int(key == "k"))))] for key in ("p", "k") if key in expected
    }
    study = links.study(visitor.query)
    names = [scheme.name for scheme in study.shown_on(visitor.page or FIRST)[0].schemes or study.schemes]
    expected |= {"scheme": [*names[:1], *sorted(names[1:])] if "scheme handle" in state else names}
    for key, values in expected.items():
        # what the page does not use has no control
        if key in state:
            assert same(values, state[key]), key


async def check(visitor: Visitor, query: str) -> None:
    """Check that the page of a link has no error, reports ignored values, and has every control in its boxes."""
    sound(visitor)
    check_lines(visitor, query)
    await visitor.open_box()
    sound(visitor)


def check_lines(visitor: Visitor, query: str) -> None:
    """Check that the page reports the ignored values of its link."""
    parameters = parse_qs(query, keep_blank_values=True)
    ignored = {key for key in parameters if unusable(key, parameters[key])} - {"embed", "embed_options"}
    lines = [words for words in visitor.texts if words.startswith(("The link sets", "The link's"))]
    assert len(lines) == min(len(ignored), FEW + 1)
    assert all(len(line) < 400 and "\n" not in line for line in lines)
    if len(ignored) > FEW + 1:
        assert f"sets {len(ignored) - FEW:,} more" in lines[-1]
    else:
        assert all(any(safe_text(key, 40) in line for line in lines) for key in ignored)


async def checked(url: str, query: str, page: str = "compare", *, fetch: bool = True) -> None:
    """Open a link on the page and check it."""
    visitor = Visitor(url, query, page)
    await visitor.open(fetch=fetch)
    await check(visitor, query)
    await visitor.close()


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
    finished(checked(url, query, page))


@pytest.mark.parametrize(("page", "other"), [*zip(PLACES, cycle(UNREADABLE), strict=False)])
def test_links_with_everything_wrong_and_back_to_them(url, page, other):
    async def go_back() -> None:
        async with Visitor(url, UNUSABLE, page) as visitor:
            check_lines(visitor, UNUSABLE)
            assert ("text", "body") in places_of_signs(visitor)
            await visitor.open_box()
            sound(visitor)
            places_of_signs(visitor)
            visitor.past.append((visitor.pages[page], other))
            await visitor.back()
            await check(visitor, other)
            # an address that has crossed with a change
            if "d" in visitor.shown:
                visitor.query = UNUSABLE
                await visitor.change(d=6)
                sound(visitor)
                assert visitor.shown["d"] == 6

    finished(go_back())


def test_back_to_a_wrong_link_of_another_page(url):
    async def go_back() -> None:
        async with Visitor(url, "", "compare") as visitor:
            visitor.past.append((visitor.pages["clocks"], UNUSABLE))
            await visitor.back()
            await check(visitor, UNUSABLE)

    finished(go_back())


def test_a_link_that_is_too_long_or_unknown_is_refused(url):
    # longer than a server takes an address
    query = "p=3&text=" + "a" * 100_000
    finished(checked(url, query, fetch=False))
    # of so many parameters Streamlit reads none
    visitor = finished(opened(url, "p=3&" + "&".join(f"key{i}=1" for i in range(1200)), "compare"))
    assert (visitor.exceptions, visitor.shown["position"]) == ([], [20])
    visitor = finished(opened(url, "focus=dog", "nothing-here"))
    assert (visitor.page, visitor.shown["charts"], visitor.shown["position"]) == (
        "",
        ["start", "start compare"],
        [0, 20],
    )


async def opened(url: str, query: str, page: str) -> Visitor:
    """Return a visitor who has opened a link and left."""
    async with Visitor(url, query, page) as visitor:
        return visitor
