"""Links of any kind: the page is drawn within its limits, and says in a line what it could not use."""

import math
from urllib.parse import parse_qs, quote_plus, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.links import FEW, said
from tests.dashboard.conftest import PAGES
from tests.hosting.hostile import KEYS, KNOWN, RAW, TEXTS, within
from tests.hosting.visitor import Visitor, finished

PATIENCE = 30


async def opened(url: str, query: str, page: str = "", *, fetch: bool = True) -> Visitor:
    """What a visitor has seen of a link."""
    visitor = Visitor(url, query, "" if page == "compare" else page, patience=PATIENCE)
    await visitor.open(fetch=fetch)
    await visitor.close()
    return visitor


def lines(visitor: Visitor) -> list[str]:
    """What the page says about the link."""
    texts = [element.text.body for element in visitor.elements if element.WhichOneof("type") == "text"]
    return [words for words in texts if words.startswith("The link")]


def same(asked: list[str], shown) -> bool:
    """Whether the page shows what the link asks for."""
    asked = asked if any(asked) else [""]
    if isinstance(shown, list) and len(shown) != 1:
        return asked == (shown or [""])
    shown, text = shown[0] if isinstance(shown, list) else shown, asked[0]
    if len(asked) > 1:
        return False
    if isinstance(shown, bool):
        return text.lower() == str(shown).lower()
    if isinstance(shown, int | float):
        try:
            return float(text) == shown
        except ValueError:
            return False
    return text == shown


def check(visitor: Visitor, query: str) -> None:
    """The page holds its limits, shows what its address says, and says what it ignores."""
    assert not visitor.exceptions
    assert not within(visitor.shown)
    for key, values in parse_qs(visitor.query, keep_blank_values=True).items():
        if key in visitor.shown and key in (*KNOWN, "scheme"):
            # of a repeated one Streamlit takes the first choice, or the last number
            assert any(same(said, visitor.shown[key]) for said in ([values] if key == "scheme" else zip(values))), key
    asked = parse_qs(query, keep_blank_values=True)
    ignored = {
        key: values
        for key, values in asked.items()
        if key.lower() not in ("embed", "embed_options")
        and (key not in (*KNOWN, "scheme") or not same(values, visitor.shown[key]))
    }
    found = lines(visitor)
    assert len(found) == min(len(ignored), FEW + 1)
    assert all(len(line) < 400 and "\n" not in line for line in found)
    if len(ignored) <= FEW + 1:
        for key in ignored:
            assert any(said(key, 40) in line for line in found)
    else:
        assert f"says {len(ignored) - FEW:,} more" in found[-1]


@st.composite
def good(draw, key: str) -> str:
    """A value that could be used."""
    known = KNOWN[key]
    if known.choices:
        return str(draw(st.sampled_from(known.choices)))
    if isinstance(known.default, bool):
        return draw(st.sampled_from(("true", "false", "TRUE")))
    if isinstance(known.default, str):
        return draw(st.sampled_from(("1-2", "a b a", "I love you so much")))
    # small: how long the largest take is measured elsewhere
    return str(draw(st.integers(math.ceil(known.low), int(min(known.high, 100)))))


@st.composite
def part(draw) -> str:
    """A part of a link."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(RAW))
    key = draw(st.sampled_from((*KNOWN, "scheme", "scheme")) | st.sampled_from(KEYS) | st.text(max_size=12))
    value = draw(
        st.sampled_from(TEXTS)
        | st.text(max_size=30)
        | st.integers().map(str)
        | st.floats().map(str)
        | (good(key) if key in KNOWN else st.sampled_from(("Index", "Binary", "Sinusoidal", "Normalized")))
    )
    written = value.encode("utf-8", "surrogatepass")
    return f"{quote_plus(key.encode('utf-8', 'surrogatepass'))}={quote_plus(written)}"


@given(page=st.sampled_from(PAGES), parts=st.lists(part(), max_size=12))
def test_no_link_breaks_a_page(url, page, parts):
    query = "&".join(parts)
    # what follows a # stays in the browser
    query = query.partition("#")[0]
    check(finished(opened(url, query, page)), query)


@pytest.mark.parametrize("page", PAGES)
def test_a_link_with_everything_wrong(url, page):
    query = urlencode([(key, text) for key, text in zip([*KNOWN, "scheme", *KEYS] * 2, TEXTS * 4, strict=False)])
    check(finished(opened(url, query, page)), query)


@pytest.mark.parametrize(("count", "few"), [(1000, False), (1001, True), (1200, True)])
def test_a_link_with_too_many_parameters_says_so_in_one_line(url, count, few):
    visitor = finished(opened(url, "&".join(["p=3", *(f"key{i}=1" for i in range(count - 1))])))
    assert not visitor.exceptions
    if few:
        assert lines(visitor) == ["The link is too long: nothing of it is used."]
        assert (visitor.query, visitor.shown["p"]) == ("", 40)
    else:
        assert len(lines(visitor)) == FEW + 1
        assert visitor.shown["p"] == 3


def test_a_link_of_600_kb_is_refused_or_says_so(url):
    query = "text=" + "a" * 600_000
    # no server takes such an address
    with pytest.raises(ConnectionError):
        finished(opened(url, query))
    visitor = finished(opened(url, query, fetch=False))
    assert not visitor.exceptions
    assert lines(visitor) == ["The link is too long: nothing of it is used."]


def test_a_page_that_does_not_exist_is_the_first_one(url):
    visitor = finished(opened(url, "p=3", "nothing-here"))
    assert visitor.not_found
    assert not visitor.exceptions
    assert visitor.shown["position"] == [3]
