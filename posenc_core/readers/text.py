"""Reader of tables in text: lines of numbers from pandas, NumPy, or Excel, or printed brackets.

Nothing is evaluated: the text is split into fields, and each must be a number. Column names in the first line and row
labels in the first column are skipped if they are no numbers, or if three or more count 0, 1, 2, ... while every other
number has a decimal point. Commas within fields are decimal commas, unless all of them may separate thousands.
"""

import csv
import io
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import BinaryIO, TextIO

import numpy as np

from posenc_core.arrays import Array
from posenc_core.readers.tensor import MAX_BYTES, MAX_NUMBERS, Refusal, StoredArray, Tensor, finite, printable
from posenc_core.text.messages import message

MAX_COLUMNS = 2**16
"""Numbers in a line."""

MAX_LINE_LENGTH = 2**22
"""Characters in a line, 64 for each number."""

MAX_LINES = 2**18
"""Lines of a text, including those without numbers."""

MAX_CHARACTERS = 2**22
"""Length of pasted text."""

# possessive quantifiers (+) prevent backtracking on long runs of spaces
BEFORE = re.compile(
    r"\s*+(?:Out\[\d++\]:|Parameter containing:|<tf\.\w++:[^\[\]]*?numpy=)?+\s*+"
    r"(?:[A-Za-z_][\w.]*+\s*+=\s*+)?+(?:[A-Za-z_][\w.]*+\(\s*+)*+"
)
"""Optional text before brackets: a prompt, an assignment, and a function such as `tensor`."""

AFTER = re.compile(r"\s*+(?:,\s*+\w++\s*+=[^\[\]]*+|[\s);>]*+)")
"""Optional text after brackets: a dtype or a device, and closing parentheses."""

ROW = re.compile(r"\[([^\[\]]*)\]")
"""Innermost brackets."""

TABLE = re.compile(r"R+|\[R+\]|\[\[R+\]\]|\[(?:\[R\])+\]")
"""Rows R in brackets: (n, d), (1, n, d) or (n, 1, d)."""

SCALAR = re.compile(r"\b(?:np|numpy)\.float\d+\(([^()\[\]]*)\)")
"""NumPy scalar as printed in a list."""

THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+")
"""Number whose commas may separate thousands."""

DASHES = str.maketrans(dict.fromkeys("−–‐‑﹣－", "-") | {"\ufeff": None})
"""Typographic minus signs, and the byte order mark."""

COMMENT = re.compile(r"#(?![A-Z]+[/!?])|sep=.$")
"""Line without numbers: a comment (no Excel error such as #N/A), or the line `sep=;` of Excel."""


def text(file: BinaryIO, name: str, most_numbers: int) -> list[StoredArray]:
    """Read the table of a text file."""
    begin = file.read(1000)
    file.seek(0)
    # Excel's "Unicode text"
    encoding = "utf-16" if begin[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    lines = io.TextIOWrapper(file, encoding)
    try:
        if encoding == "utf-8-sig" and b"\0" in begin:
            raise UnicodeError
        if _is_printed(begin.decode(encoding, "ignore")):
            printed = lines.read(MAX_BYTES + 1)
            if len(printed) > MAX_BYTES:
                raise Refusal("reader-long-text", name, most=MAX_BYTES)
            table, note = _parse_printed(printed, name, most_numbers), ""
        else:
            table, note = _table(_limited_lines(lines, name), name, most_numbers)
    except UnicodeError:
        raise Refusal("reader-not-utf8", name) from None
    finally:
        # keep the file open
        lines.detach()
    return [StoredArray(name, table.shape, "text", None, lambda: table, note)]


def parse_text(text: str, *, most_numbers: int = MAX_NUMBERS) -> Tensor:
    """Read a table from text.

    Parameters
    ----------
    text : str
        Lines of numbers separated by commas, semicolons, tabs, or spaces, or brackets as printed by Python, NumPy, and
        PyTorch.
    most_numbers : int, default 4,194,304
        Limit for the numbers of the table.

    Returns
    -------
    Tensor
        The table and a note about ignored labels.

    Raises
    ------
    ValueError
        If the text is no table of finite numbers.

    Examples
    --------
    >>> parse_text("tensor([[0.0000, 1.0000], [0.8415, 0.5403]])").read()
    array([[0.    , 1.    ],
           [0.8415, 0.5403]])
    """
    name, note = message("reader-text"), ""
    if len(text) > MAX_CHARACTERS:
        raise Refusal("reader-characters", name, count=len(text), most=MAX_CHARACTERS)
    if "[" in text or "]" in text:
        table = _parse_printed(text, name, most_numbers)
    else:
        table, note = _table(io.StringIO(SCALAR.sub(r"\1", text), None), name, most_numbers)
    finite(table, name)
    return Tensor(name, (table.shape[0], table.shape[1]), "text", lambda: table, note)


def _limited_lines(lines: TextIO, name: str) -> Iterator[str]:
    """Iterate over the lines of a file, limited in length."""
    while line := lines.readline(MAX_LINE_LENGTH):
        if len(line) == MAX_LINE_LENGTH:
            raise Refusal("reader-long-line", name, most=MAX_LINE_LENGTH)
        yield line


def _is_printed(text: str) -> bool:
    """Return True if a text begins with brackets."""
    begin = BEFORE.match(text)
    return begin is not None and text[begin.end() : begin.end() + 1] == "["


def _parse_printed(text: str, name: str, most_numbers: int) -> Array:
    """Parse rows in brackets."""
    if "..." in text or "…" in text:
        raise Refusal("reader-omits", name)
    text = SCALAR.sub(r"\1", text.translate(DASHES))
    begin = BEFORE.match(text)
    start, end = begin.end() if begin else 0, text.rfind("]") + 1
    inside = text[start:end]
    frame, count = ROW.subn("R", inside)
    frame = re.sub(r"[\s,]+", "", frame)
    if not (TABLE.fullmatch(frame) and frame.count("R") == count and AFTER.fullmatch(text[end:])):
        raise Refusal("reader-brackets", message("reader-text.inside") if name == message("reader-text") else name)
    rows = (" ".join(row[1].split()) or "[]" for row in ROW.finditer(inside))
    return _parse(_fields(rows, name, "row"), False, name, "row", most_numbers)[0]


def _table(lines: Iterable[str], name: str, most_numbers: int) -> tuple[Array, str]:
    """Parse lines with optional column names and row labels. -> (n, d), note about them."""
    rows = _fields(lines, name, "line")
    head = list(islice(rows, 2))
    first, second = [*(pieces for _, pieces in head), [], []][:2]
    # R and the printed frames of pandas have no name for the labels
    unnamed = len(second) == len(first) + 1
    has_names = _are_names(first) or (unnamed and _counts(first))
    if has_names and len(first) > len(second) > 1:
        raise Refusal("reader-names", name, count=len(first), whole=len(second))
    has_labels = has_names and (unnamed or not first[0].strip() or _numbers(second[:1]) is None)
    table, counts, integers = _parse(chain(head[has_names:], rows), has_labels, name, "line", most_numbers)
    if not has_names and len(first) > 2 and len(table) > 1 and _counts(first):
        if integers:
            raise Refusal("reader-counts", name)
        table, has_names = table[1:], True
    if counts and not (has_labels or integers) and len(table) > 2 and table.shape[1] > 1:
        table, has_labels = table[:, 1:], True
    ids = {"reader-first-line": has_names, "reader-first-column": has_labels}
    skipped = [message(id) for id, is_skipped in ids.items() if is_skipped]
    return table, message("reader-skipped", names=skipped) if skipped else ""


def _parse(
    rows: Iterable[tuple[int, list[str]]], has_labels: bool, name: str, word: str, most_numbers: int
) -> tuple[Array, bool, bool]:
    """Parse rows of equal length. -> (n, d), whether the first column counts, whether other fields are integers."""
    numbers, columns, n, marks = array("d"), 0, 0, set[str]()
    begin, line_counts, column_counts, integers = 0, False, True, False
    for count, pieces in rows:
        row = _numbers(pieces[has_labels:])
        if row is None:
            raise _no_number(name, word, count, pieces, has_labels)
        if n and len(row) != columns:
            raise Refusal("reader-lengths", name, word=word, count=count, width=len(row), length=columns)
        columns = len(row)
        if len(numbers) + columns > most_numbers:
            raise Refusal("reader-numbers", name, most=most_numbers)
        numbers.extend(row)
        marks |= {",", "."}.intersection("".join(pieces[has_labels:]))
        if any("," in text and not THOUSANDS.fullmatch(text.strip()) for text in pieces[has_labels:]):
            marks.add("decimal comma")
        if not n:
            begin, line_counts = int(pieces[0].strip() == "1"), _counts(pieces)
        column_counts = column_counts and pieces[0].strip() == str(begin + n)
        if (n if line_counts else column_counts) and not integers:
            integers = any(text.strip(" +-").isdigit() for text in pieces[1:])
        n += 1
    if not n or not columns:
        raise Refusal("reader-no-numbers", name)
    if "," in marks and ("." in marks or "decimal comma" not in marks):
        raise Refusal("reader-commas", name)
    return np.frombuffer(numbers).reshape(n, columns), column_counts, integers


def _fields(lines: Iterable[str], name: str, word: str) -> Iterator[tuple[int, list[str]]]:
    """Split lines into fields; the number of a line, from 1, and its fields if there are any."""
    for count, line in enumerate(lines, 1):
        if count > MAX_LINES:
            raise Refusal("reader-lines", name, most=MAX_LINES, word=word)
        pieces = _split(line, word)
        if len(pieces) > MAX_COLUMNS:
            raise Refusal("reader-long-row", name, most=MAX_COLUMNS, word=word, count=count)
        if pieces:
            yield count, pieces


def _split(line: str, word: str) -> list[str]:
    """Split a line into fields; empty for a comment."""
    line = (line if line.isascii() else line.translate(DASHES)).strip(" \r\n")
    separator = next((character for character in ";\t," if character in line), None)
    if word == "line" and COMMENT.match(line):
        return []
    line = line.rstrip(f" {separator or ''}")
    if '"' in line and line.count(separator or " ") < MAX_COLUMNS:
        try:
            return next(csv.reader([line], delimiter=separator or " ", skipinitialspace=True), [])
        except csv.Error:
            return [line]
    return line.split(separator, MAX_COLUMNS) if line else []


def _numbers(pieces: list[str]) -> list[float] | None:
    """Convert fields to numbers, with decimal commas if there is no point; None if one is no number."""
    joined = "".join(pieces)
    if "," in joined and "." not in joined:
        pieces = [piece.replace(",", ".") for piece in pieces]
    try:
        row = list(map(float, pieces))
    except ValueError:
        return None
    # only Python accepts 1_000
    return None if "_" in joined else row


def _are_names(pieces: list[str]) -> bool:
    """Return True for column names: no numbers, or 0, 1, 2, ... after a name or an empty field."""
    numeric = [_numbers([piece]) is not None for piece in pieces]
    return bool(pieces) and not numeric[0] and (not any(numeric) or _counts(pieces[1:]))


def _counts(pieces: Sequence[str]) -> bool:
    """Return True for 0, 1, 2, ..., or 1, 2, 3, ..., without a point."""
    begin = int(bool(pieces) and pieces[0].strip() == "1")
    return bool(pieces) and all(piece.strip() == str(i) for i, piece in enumerate(pieces, begin))


def _no_number(name: str, word: str, count: int, pieces: list[str], labels: bool) -> Refusal:
    rest = list(enumerate(pieces, 1))[labels:]
    column, piece = next(((j, piece.strip()) for j, piece in rest if _numbers([piece]) is None), (1, ",".join(pieces)))
    if re.fullmatch(r"\.{2,}|…", piece):
        return Refusal("reader-omits", name)
    if not piece:
        id = "reader-nothing"
    elif re.search(r"\d,\d", piece):
        id = "reader-comma"
    else:
        id = "reader-two-numbers" if re.search(r"\d\s+[-+]?\d", piece) else "reader-no-number"
    return Refusal(id, name, word=word, count=count, column=column, text=printable(piece))
