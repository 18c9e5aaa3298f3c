"""What numbers does a text hold? Lines of them, as a spreadsheet or NumPy writes them, or brackets as they are printed.

Nothing is evaluated: a text is cut into pieces, and a piece is a number or is refused with its place.
"""

import io
import re
from array import array
from collections.abc import Iterable
from typing import BinaryIO

import numpy as np

from posenc_core.arrays import Array
from posenc_core.files.tensor import MAX_NUMBERS, Promise, Refusal, finite, shown

WIDEST = 2**16
"""Numbers in one line."""

MOST_LINES = 2**18
"""Lines of one text, also those without numbers."""

MAX_CHARACTERS = 2**22
"""Length of a text that is pasted."""

# possessive (+): a long text of spaces takes no longer than any other
BEFORE = re.compile(r"\s*+(?:[A-Za-z_][\w.]*+\s*+=\s*+)?(?:[A-Za-z_][\w.]*+\(\s*+)*+")
"""What may stand before brackets: a name that they are given, and a function such as tensor."""

AFTER = re.compile(r"\s*+(?:,\s*+\w++\s*+=[^\[\]]*+|[\s);]*+)")
"""What may stand after them: a kind or a device, and closing parentheses."""

ROW = re.compile(r"\[([^\[\]]*)\]")
"""Brackets with none inside."""

TABLE = re.compile(r"R+|\[R+\]|\[\[R+\]\]|\[(?:\[R\])+\]")
"""Rows R in brackets: (n, d), (1, n, d) or (n, 1, d)."""

SCALAR = re.compile(r"\b(?:np|numpy)\.float\d+\(([^()\[\]]*)\)")
"""How NumPy prints a number that stands in a list."""


def text(file: BinaryIO, name: str, most_numbers: int) -> list[Promise]:
    """The table of a file of lines, with one row of numbers in each."""
    begin = file.read(1000)
    file.seek(0)
    if begin[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in begin:
        raise Refusal(f"{shown(name)} is no UTF-8 text: save it as CSV in UTF-8.")
    lines = io.TextIOWrapper(file, "utf-8-sig")
    try:
        table = _table(lines, name, "line", most_numbers)
    except UnicodeDecodeError:
        raise Refusal(f"{shown(name)} is no UTF-8 text: save it as CSV in UTF-8.") from None
    finally:
        # else the file would be closed with the lines
        lines.detach()
    return [Promise(name, table.shape, "text", None, lambda: table)]


def pasted(text: str, *, most_numbers: int = MAX_NUMBERS) -> Array:
    """The table in a text that somebody pasted: (n, d); ValueError with one sentence for what is no such text.

    It may be lines of numbers with commas, semicolons, tabs or spaces between them, or brackets as Python, NumPy and
    PyTorch print them.

    >>> pasted("tensor([[0.0000, 1.0000], [0.8415, 0.5403]])")
    array([[0.    , 1.    ],
           [0.8415, 0.5403]])
    """
    if len(text) > MAX_CHARACTERS:
        raise Refusal(f"The text has {len(text):,} characters, and at most {MAX_CHARACTERS:,} are read.")
    if "..." in text or "…" in text:
        raise Refusal(
            "The text leaves numbers out with “...”: print all of them, after np.set_printoptions(threshold=10**9) or "
            'torch.set_printoptions(profile="full").'
        )
    text = SCALAR.sub(r"\1", text)
    if "[" not in text and "]" not in text:
        return finite(_table(io.StringIO(text), "The text", "line", most_numbers), "The text")
    start, end = text.find("["), text.rfind("]") + 1
    inside = text[start:end]
    frame, count = ROW.subn("R", inside)
    frame = re.sub(r"[\s,]+", "", frame)
    around = BEFORE.fullmatch(text[: max(start, 0)]) and AFTER.fullmatch(text[end:])
    if start < 0 or not around or not TABLE.fullmatch(frame) or frame.count("R") != count:
        raise Refusal("The brackets of the text are no table: it must be rows in brackets, as [[0, 1], [0.84, 0.54]].")
    rows = (" ".join(row[1].split()) or "[]" for row in ROW.finditer(inside))
    return finite(_table(rows, "The text", "row", most_numbers), "The text")


def _table(lines: Iterable[str], name: str, word: str, most_numbers: int) -> Array:
    """The rows that lines hold, all equally long. -> (n, d)"""
    numbers, columns, headed = array("d"), 0, False
    for count, line in enumerate(lines, 1):
        if count > MOST_LINES:
            raise Refusal(f"{shown(name)} has more than {MOST_LINES:,} {word}s, and no more are read.")
        line = line.strip(" \r\n")
        if not line or (line[0] == "#" and word == "line"):
            continue
        pieces = _pieces(line)
        if len(pieces) > WIDEST:
            raise Refusal(f"{shown(name)} has more than {WIDEST:,} numbers in {word} {count:,}.")
        row = _numbers(pieces)
        if row is None and not columns and not headed and word == "line" and _names(pieces):
            headed = True
            continue
        if row is None:
            raise Refusal(_no_number(name, f"{word} {count:,}", pieces))
        if columns and len(row) != columns:
            raise Refusal(
                f"{shown(name)} has rows of other lengths: {len(row):,} in {word} {count:,}, and {columns:,} before; "
                "all rows must be equally long."
            )
        columns = len(row)
        if len(numbers) + columns > most_numbers:
            raise Refusal(f"{shown(name)} has more than {most_numbers:,} numbers, and no more are read.")
        numbers.extend(row)
    if not columns:
        raise Refusal(f"{shown(name)} holds no numbers.")
    table = np.frombuffer(numbers).reshape(-1, columns)
    if word == "line":
        _check_labels(table, name, headed)
    return table


def _pieces(line: str) -> list[str]:
    separator = next((each for each in ";\t," if each in line), None)
    return line.removesuffix(separator or "\n").split(separator, WIDEST)


def _numbers(pieces: list[str]) -> list[float] | None:
    """What the pieces stand for; None where one is no number."""
    try:
        row = list(map(float, pieces))
    except ValueError:
        return None
    # Python reads 1_000 as a thousand, and nothing else does
    return None if "_" in "".join(pieces) else row


def _names(pieces: list[str]) -> bool:
    """Whether these are the names of columns: no number among them."""
    return all(piece.strip() and _numbers([piece]) is None for piece in pieces)


def _no_number(name: str, place: str, pieces: list[str]) -> str:
    column, piece = next((j, piece.strip()) for j, piece in enumerate(pieces, 1) if _numbers([piece]) is None)
    where = f"{shown(name)} has {{}} in {place}, column {column:,}"
    if not piece:
        hint = " without an index (pandas: index=False, header=False)" if column == 1 else ""
        return where.format("nothing") + f": write every number{hint}."
    if re.fullmatch(r"[-+]?\d+,\d+", piece):
        return where.format(shown(piece)) + ": write decimals with a point."
    return where.format(f"“{shown(piece)}”") + ", which is no number."


def _check_labels(table: Array, name: str, headed: bool) -> None:
    """Refuse the names of columns and rows where they are numbers, which would be taken for the table's own."""
    n, d = table.shape
    if n > 1 and d > 2 and (table[0] == np.arange(d)).all() and (table[1] % 1).any():
        raise Refusal(
            f"{shown(name)} begins with 0, 1, 2, …, which are names of columns: leave them out (pandas: header=False)."
        )
    if headed and n > 2 and d > 1 and any((table[:, 0] == np.arange(n) + first).all() for first in (0, 1)):
        raise Refusal(f"{shown(name)} has a first column that counts the rows: leave it out (pandas: index=False).")
