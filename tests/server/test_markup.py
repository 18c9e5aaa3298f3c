"""Escaping of visitors' text in messages, browsers, and spreadsheets."""

import csv
import json
import re
from urllib.parse import urlencode

import pytest
from google.protobuf.json_format import MessageToDict

from tests.server.conftest import PLACES, ask
from tests.server.hostile import TEXTS
from tests.server.test_links import opened
from tests.server.visitor import Visitor, finished

SIGN = "zqx"
"""Marker that only the visitor's text contains."""


def signed(text: str) -> str:
    """Build a text in which every word has the marker."""
    return SIGN + re.sub(r"(\s+)", rf"\1{SIGN}", text)


def signs(data, path: tuple[str, ...] = ()):
    """Iterate over the texts with the marker, and their places."""
    if isinstance(data, str) and SIGN in data:
        yield path[-2:], data
    for part in data if isinstance(data, list | dict) else ():
        yield from signs(part, path)
        if isinstance(data, dict):
            yield from signs(data[part], (*path, part))


def check(visitor: Visitor) -> set[tuple[str, ...]]:
    """Check that the marker occurs only in plain text, and return the places."""
    assert not visitor.exceptions
    marks = [sign for message in visitor.drawn.values() for sign in signs(MessageToDict(message.delta))]
    for path, value in marks:
        if path == ("bidiComponent", "json"):
            for place, words in signs(json.loads(value)):
                # Plotly reads a few tags; a query is written into the address alone
                assert place == ("q",) or not re.search("[<>]|&(?!(amp|lt|gt);)", words), words
        elif path == ("html", "body"):
            # in links to files, which say them as a query does
            assert SIGN not in re.sub(r'href="[^"<>]*"', "", value), value
        else:
            # what Streamlit shows as it is
            fields = {(field, part) for field in ("textArea", "textInput") for part in ("value", "default")}
            assert path in {("text", "body"), ("code", "codeText"), *fields}, path
    return {path for path, _ in marks}


@pytest.mark.parametrize("page", PLACES)
def test_text_of_a_link_is_escaped(url, page):
    words = {signed(text)[:30]: signed(text) for text in TEXTS[:12]}
    words |= dict.fromkeys(("scheme", "similarity", "n", "own", "Sinusoidal.layout"), signed("<b>**[x](//example.org)"))
    assert ("text", "body") in check(finished(opened(url, urlencode(words), page)))


def test_typed_text_is_escaped(url):
    """An invalid selection of columns is also reported in a line."""

    async def type_them() -> None:
        async with Visitor(url, "scheme=Index", "sentence") as visitor:
            short = [text for text in TEXTS if len(text) < 300]
            for start in range(0, len(short), 14):
                await visitor.change(text=signed(" ".join(short[start : start + 14]))[:1000])
                assert ("bidiComponent", "json") in check(visitor)
        async with Visitor(url, "scheme=Index&tab=columns", "heatmap") as visitor:
            for words in (",", "9-1", "-", "1-", "9999", "0-9999", "²", "\x00", "\u202e1", *map(signed, TEXTS[::6])):
                await visitor.change(columns=words[:40])
                check(visitor)
                (line,) = [part.body for kind, part, _ in visitor.parts if kind == "text"]
                assert "dimension" in line
                assert line.isprintable()

    finished(type_them())


def test_no_cell_of_a_file_is_a_formula(url):
    # the wide signs are for writing in Chinese and Japanese
    formula = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
    words = " ".join([*(f"{sign}1+1" for sign in formula[:8]), "a;=1+1", 'a";=1', "fine"])
    status, _, body = ask(f"{url}take/sentence/tokens.csv?{urlencode({'text': words})}")
    assert status == 200
    # a spreadsheet may take a semicolon for the end of a cell
    assert not [part for part in body.decode().split(";") if part.startswith(formula)]
    tokens = [row["token"] for row in csv.DictReader(body.decode().splitlines())]
    assert (len(tokens), tokens[-1]) == (11, "fine")
    assert not [token for token in tokens if token.startswith(formula)]
