"""Escaping of visitors' text in messages, browsers, and spreadsheets."""

import csv
from urllib.parse import urlencode

from tests.server.conftest import ask
from tests.server.hostile import TEXTS, places_of_signs, signed
from tests.server.visitor import Visitor, finished


def test_typed_text_is_escaped(url):
    """An invalid selection of columns is also reported in a line."""

    async def type_them() -> None:
        async with Visitor(url, "scheme=Index", "sentence") as visitor:
            short = [text for text in TEXTS if len(text) < 300]
            for start in range(0, len(short), 14):
                await visitor.change(text=signed(" ".join(short[start : start + 14]))[:1000])
                assert ("bidiComponent", "json") in places_of_signs(visitor)
        async with Visitor(url, "scheme=Index&tab=waves", "heatmap") as visitor:
            for words in (",", "9-1", "-", "1-", "9999", "0-9999", "²", "\x00", "\u202e1", *map(signed, TEXTS[::6])):
                await visitor.change(columns=words[:40])
                places_of_signs(visitor)
                (line,) = [part.body for kind, part, _ in visitor.parts if kind == "text"]
                assert "dimension" in line
                assert line.isprintable()

    finished(type_them())


def test_no_cell_of_a_file_is_a_formula(url):
    # the wide signs are for writing in Chinese and Japanese
    formula = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
    words = " ".join([*(f"{sign}1+1" for sign in formula[:8]), "a;=1+1", 'a";=1', "fine"])
    status, _, body = ask(f"{url}take/sentence/figure.csv?{urlencode({'text': words})}")
    assert status == 200
    # a spreadsheet may take a semicolon for the end of a cell
    assert not [part for part in body.decode().split(";") if part.startswith(formula)]
    cells = [cell for row in csv.reader(body.decode().splitlines()) for cell in row]
    assert not [cell for cell in cells if cell.startswith(formula)]
