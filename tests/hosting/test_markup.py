"""A visitor's words stay words: in what is sent, in what a browser makes of it, and in what a spreadsheet would."""

import asyncio
import csv
import io
import json
import re
import urllib.request
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode, urljoin

import pytest

from tests.dashboard.conftest import PAGES
from tests.hosting.hostile import TEXTS
from tests.hosting.visitor import Visitor, finished

SIGN = "zqx"
"""Found in a visitor's words and nowhere else."""

WORDS = {
    ("text", "body"),
    ("code", "code_text"),
    ("text_area", "value"),
    ("text_input", "value"),
}
"""Where Streamlit shows words as they are."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the start of a formula; the wide ones are for writing in Chinese and Japanese."""


def signed(text: str) -> str:
    """A text whose every word can be found again."""
    return SIGN + re.sub(r"(\s+)", rf"\1{SIGN}", text)


def strings(message, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text in a message, and where it stands."""
    for field, value in message.ListFields():
        place = (*path, field.name)
        if field.message_type and field.message_type.GetOptions().map_entry:
            yield from ((place, str(each)) for pair in value.items() for each in pair)
        elif field.message_type:
            for part in value if field.is_repeated else [value]:
                yield from strings(part, place)
        elif field.cpp_type == field.CPPTYPE_STRING and field.type != field.TYPE_BYTES:
            yield from ((place, each) for each in (value if field.is_repeated else [value]))


def texts(data) -> Iterator[str]:
    """Every text in some JSON."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)
    elif isinstance(data, str):
        yield data


def check(visitor: Visitor) -> set[tuple[str, ...]]:
    """A visitor's words stand only where they are shown as words. -> where."""
    found = set()
    for message in (*visitor.elements, *(block.delta.add_block for block in visitor.blocks)):
        for path, value in strings(message):
            if SIGN not in value:
                continue
            found.add(path)
            if path == ("bidi_component", "json"):
                data = json.loads(value)
                drawn = [*texts(json.loads(data.pop("figure"))), *texts(data)]
                for words in filter(lambda words: SIGN in words, drawn):
                    # Plotly reads a few tags
                    assert not set("<>") & set(words), words
                    assert "&" not in re.sub("&(amp|lt|gt);", "", words), words
            else:
                assert path in WORDS, (path, value)
    assert not any(SIGN in words for words in visitor._toasts)
    assert not visitor.exceptions
    return found


def opened(url: str, page: str, **query: str) -> Visitor:
    """What a visitor has seen of a link."""

    async def open() -> Visitor:
        async with Visitor(url, urlencode(query), "" if page == "compare" else page, patience=30) as visitor:
            return visitor

    return finished(open())


@pytest.mark.parametrize("page", PAGES)
def test_words_of_a_link_stay_words(url, page):
    everything = {f"{signed(text)[:30]}": signed(text) for text in TEXTS[:12]}
    known = dict.fromkeys(("scheme", "similarity", "n", "own", "Sinusoidal.layout"), signed("<b>**[x](//example.org)"))
    assert ("text", "body") in check(opened(url, page, **known, **everything))


def test_words_of_a_sentence_stay_words(url):
    async def speak() -> None:
        async with Visitor(url, "", "sentence", patience=30) as visitor:
            for text in TEXTS:
                await visitor.change(text=signed(text)[:1000])
                found = check(visitor)
                # beyond 128 tokens nothing is drawn
                assert len(text.split()) > 126 or ("bidi_component", "json") in found

    finished(speak())


def test_words_for_columns_stay_words(url):
    async def ask() -> None:
        async with Visitor(url, "", "heatmap", patience=30) as visitor:
            for text in TEXTS[::2]:
                await visitor.change(columns=signed(text)[:40])
                assert ("text", "body") in check(visitor)

    finished(ask())


@pytest.mark.parametrize("columns", [",", "9-1", "-", "1-", "9999", "0-9999", "²", "\x00", "\u202e1"])
def test_columns_that_are_none_are_named(url, columns):
    visitor = opened(url, "heatmap", columns=columns)
    (line,) = [element.text.body for element in visitor.elements if element.WhichOneof("type") == "text"]
    assert "column" in line
    assert line.isprintable()
    assert not visitor.exceptions


def test_no_cell_of_a_file_is_a_formula(url):
    async def both() -> list[str]:
        words = [f"{sign}1+1" for sign in FORMULA if not sign.isspace()]
        # the page offers its files while it is open
        async with Visitor(
            url, urlencode({"text": " ".join([*words, "a;=1+1", 'a";=1', "fine"])}), "sentence"
        ) as visitor:
            (link,) = (href for said in visitor.texts for href in re.findall(r'href="([^"]*tokens[^"]*csv)"', said))
            return await asyncio.to_thread(read, urljoin(url, unescape(link)))

    def read(link: str) -> list[str]:
        with urllib.request.urlopen(link, timeout=30) as answer:
            assert answer.headers["Content-Disposition"].startswith("attachment")
            written = answer.read().decode()
        # a spreadsheet may take a semicolon for the end of a cell
        assert not [part for part in written.split(";") if part.startswith(FORMULA)]
        return [row["token"] for row in csv.DictReader(io.StringIO(written))]

    tokens = finished(both())
    assert len(tokens) == 11
    assert not [token for token in tokens if token.startswith(FORMULA)]
    assert tokens[-1] == "fine"


def test_a_browser_makes_no_markup_of_words(visit, url):
    markup = [
        f"<a href=https://example.org>{SIGN}</a>",
        f"<b>{SIGN}</b>",
        f"<img/src=https://example.org/{SIGN}.png>",
        f"<span/style=font-size:99px>{SIGN}</span>",
        f"[{SIGN}](https://example.org)",
        f"![{SIGN}](https://example.org/a.png)",
        f"https://example.org/{SIGN}",
        f"**{SIGN}**",
        f":red[{SIGN}]",
        f"${SIGN}$",
        f"<style>*{{font-size:99px}}</style>{SIGN}",
    ]
    # the fixture fails where anything is fetched from elsewhere
    page = visit(urlencode({"text": " ".join(markup), f"<b>{SIGN}</b>": markup[0]}), at=f"{url}sentence")
    made = page.evaluate(
        f"""() => [...document.querySelectorAll('body *')]
          .filter((element) => element.textContent.includes('{SIGN}') || (element.src ?? '').includes('{SIGN}'))
          .filter((element) => element.matches('a, b, strong, em, img, style, script, .katex, svg b, svg a')
            || getComputedStyle(element).fontSize === '99px' || element.style.color === 'red')
          .map((element) => element.outerHTML.slice(0, 200))"""
    )
    assert made == []
    assert page.locator("[data-testid=stMain] svg text", has_text="<b>").count(), "the words are there, as words"
    assert page.get_by_text(f"The link says <b>{SIGN}</b> = {markup[0]}").count()
