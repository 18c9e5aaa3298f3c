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
from typing import BinaryIO, NamedTuple, TextIO

import numpy as np

from posenc_core.arrays import Array
from posenc_core.text.messages import message
from posenc_tools.readers.tensor import MAX_BYTES, MAX_NUMBERS, Refusal, StoredArray, Tensor, finite, printable

MAX_COLUMNS = 2**16
"""Numbers in a line."""

MAX_LINE_LENGTH = 2**22
"""Characters in a line, 64 for each number."""

MAX_LINES = 2**17
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


class _Source(NamedTuple):
    """Text, as messages name it, and its limit."""

    name: str
    most_numbers: int
    unit: str = "line"  # "row" for brackets


def text(file: BinaryIO, name: str, most_numbers: int) -> list[StoredArray]:
    """Read the table of a text file."""
    begin = file.read(1000)
    file.seek(0)
    # Excel's "Unicode text"
    encoding = "utf-16" if begin[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    lines, source = io.TextIOWrapper(file, encoding), _Source(name, most_numbers)
    try:
        if encoding == "utf-8-sig" and b"\0" in begin:
            raise UnicodeError
        if _is_printed(begin.decode(encoding, "ignore")):
            printed = lines.read(MAX_BYTES + 1)
            if len(printed) > MAX_BYTES:
                raise Refusal("reader-long-text", name, most=MAX_BYTES)
            table, note = _parse_brackets(printed, source), ""
        else:
            table, note = _parse_lines(_limited_lines(lines, name), source)
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
    source = _Source(name, most_numbers)
    if "[" in text or "]" in text:
        table = _parse_brackets(text, source)
    else:
        table, note = _parse_lines(io.StringIO(SCALAR.sub(r"\1", text), None), source)
    finite(table, name)
    return Tensor(name, (table.shape[0], table.shape[1]), "text", lambda: table, note)


def _limited_lines(lines: TextIO, name: str) -> Iterator[str]:
    """Iterate over the lines of a file, limited in length."""
    while line := lines.readline(MAX_LINE_LENGTH):
        if len(line) == MAX_LINE_LENGTH:
            raise Refusal("reader-long-line", name, most=MAX_LINE_LENGTH)
        yield line


# brackets


def _is_printed(text: str) -> bool:
    """Return True if a text begins with brackets."""
    return text.startswith("[", _start(text))


def _start(text: str) -> int:
    """Place of the brackets, after any text before them."""
    before = BEFORE.match(text)
    return before.end() if before else 0


def _parse_brackets(text: str, source: _Source) -> Array:
    """Parse rows in brackets. -> (n, d)."""
    if "..." in text or "…" in text:
        raise Refusal("reader-omits", source.name)
    # first, as each search of the whole text holds the interpreter
    if text.count("[") > 2 * (MAX_LINES + 1):
        raise Refusal("reader-lines", source.name, most=MAX_LINES, word="row")
    if max(map(len, text.split("]"))) > MAX_LINE_LENGTH:
        raise Refusal("reader-long-line", source.name, most=MAX_LINE_LENGTH)
    if not text.isascii():
        text = text.translate(DASHES)
    start, end = _start(text), text.rfind("]") + 1
    frame, count = ROW.subn("R", text[start:end])
    frame = re.sub(r"[\s,]+", "", frame)
    if not (TABLE.fullmatch(frame) and frame.count("R") == count and AFTER.fullmatch(text[end:])):
        inside, pasted = message("reader-text.inside"), message("reader-text")
        raise Refusal("reader-brackets", inside if source.name == pasted else source.name)
    source = source._replace(unit="row")
    rows = (SCALAR.sub(r"\1", row[1]) if "float" in row[1] else row[1] for row in ROW.finditer(text[start:end]))
    texts = (" ".join(row.split()) or "[]" for row in rows)
    return _Rows(_split_rows(texts, source), source).table()


# lines


def _parse_lines(lines: Iterable[str], source: _Source) -> tuple[Array, str]:
    """Parse lines with optional column names and row labels. -> (n, d), note about them."""
    numbered = _split_rows(lines, source)
    head = list(islice(numbered, 2))
    first, second = [*(fields for _, fields in head), [], []][:2]
    has_names, has_labels = _find_labels(first, second, source.name)
    rows = _Rows(chain(head[has_names:], numbered), source, has_labels)
    table = rows.table()
    if not has_names and len(first) > 2 and len(table) > 1 and _counts(first):
        if rows.has_integers:
            raise Refusal("reader-counts", source.name)
        table, has_names = table[1:], True
    if rows.column_counts and not (has_labels or rows.has_integers) and len(table) > 2 and table.shape[1] > 1:
        table, has_labels = table[:, 1:], True
    ids = {"reader-first-line": has_names, "reader-first-column": has_labels}
    skipped = [message(id) for id, is_skipped in ids.items() if is_skipped]
    return table, message("reader-skipped", names=skipped) if skipped else ""


def _find_labels(first: list[str], second: list[str], name: str) -> tuple[bool, bool]:
    """Find column names in the first line, and row labels in the first column, by texts that are no numbers."""
    # R and the printed frames of pandas have no name for the labels
    is_unnamed = len(second) == len(first) + 1
    has_names = _are_names(first) or (is_unnamed and _counts(first))
    if has_names and len(first) > len(second) > 1:
        raise Refusal("reader-names", name, count=len(first), whole=len(second))
    return has_names, has_names and (is_unnamed or not first[0].strip() or _numbers(second[:1]) is None)


def _are_names(fields: list[str]) -> bool:
    """Return True for column names: no numbers, or 0, 1, 2, ... after a name or an empty field."""
    numeric = [_numbers([field]) is not None for field in fields]
    return bool(fields) and not numeric[0] and (not any(numeric) or _counts(fields[1:]))


# rows


class _Rows:
    """Numbers of rows of equal length, and if the first row or column may count the others."""

    def __init__(self, numbered: Iterable[tuple[int, list[str]]], source: _Source, has_labels: bool = False) -> None:
        self.source, self.has_labels = source, has_labels
        self.numbers, self.count, self.columns, self.marks = array("d"), 0, 0, set[str]()
        self.line_counts, self.column_counts, self.start = False, True, 0
        self.has_integers = False
        """True if a number that is no count has no decimal point."""
        for place, fields in numbered:
            self._add(place, fields)

    def _add(self, place: int, fields: list[str]) -> None:
        """Add the fields of a line."""
        values = fields[self.has_labels :]
        row = _numbers(values)
        if row is None:
            raise _no_number(self.source, place, fields, self.has_labels)
        if self.count and len(row) != self.columns:
            sizes = {"width": len(row), "length": self.columns}
            raise Refusal("reader-lengths", self.source.name, word=self.source.unit, count=place, **sizes)
        self.columns = len(row)
        if len(self.numbers) + self.columns > self.source.most_numbers:
            raise Refusal("reader-numbers", self.source.name, most=self.source.most_numbers)
        self.numbers.extend(row)
        joined = "".join(values)
        self.marks |= {mark for mark in ",." if mark in joined}
        if "," in joined and any("," in text and not THOUSANDS.fullmatch(text.strip()) for text in values):
            self.marks.add("decimal comma")
        self._compare_counts(fields)
        self.count += 1

    def _compare_counts(self, fields: list[str]) -> None:
        """Compare a line with 0, 1, 2, ..., and its first field with the number of the row."""
        if not self.count:
            self.start, self.line_counts = int(fields[0].strip() == "1"), _counts(fields)
        self.column_counts = self.column_counts and fields[0].strip() == str(self.start + self.count)
        if (self.count if self.line_counts else self.column_counts) and not self.has_integers:
            self.has_integers = any(text.strip(" +-").isdigit() for text in fields[1:])

    def table(self) -> Array:
        """Return the numbers. -> (n, d)."""
        if not self.numbers:
            raise Refusal("reader-no-numbers", self.source.name)
        if "," in self.marks and ("." in self.marks or "decimal comma" not in self.marks):
            raise Refusal("reader-commas", self.source.name)
        return np.frombuffer(self.numbers).reshape(self.count, self.columns)


def _split_rows(lines: Iterable[str], source: _Source) -> Iterator[tuple[int, list[str]]]:
    """Split lines into fields; the number of a line, from 1, and its fields if there are any."""
    for place, line in enumerate(lines, 1):
        if place > MAX_LINES:
            raise Refusal("reader-lines", source.name, most=MAX_LINES, word=source.unit)
        fields = _split(line, source.unit)
        if len(fields) > MAX_COLUMNS:
            raise Refusal("reader-long-row", source.name, most=MAX_COLUMNS, word=source.unit, count=place)
        if fields:
            yield place, fields


def _split(line: str, unit: str) -> list[str]:
    """Split a line into fields; empty for a comment."""
    line = (line if line.isascii() else line.translate(DASHES)).strip(" \r\n")
    separator = next((character for character in ";\t," if character in line), None)
    if unit == "line" and COMMENT.match(line):
        return []
    line = line.rstrip(f" {separator or ''}")
    if '"' in line and line.count(separator or " ") < MAX_COLUMNS:
        try:
            return next(csv.reader([line], delimiter=separator or " ", skipinitialspace=True), [])
        except csv.Error:
            return [line]
    return line.split(separator, MAX_COLUMNS) if line else []


def _numbers(fields: list[str]) -> list[float] | None:
    """Convert fields to numbers, with decimal commas if there is no point; None if one is no number."""
    joined = "".join(fields)
    if "," in joined and "." not in joined:
        fields = [field.replace(",", ".") for field in fields]
    try:
        row = list(map(float, fields))
    except ValueError:
        return None
    # only Python accepts 1_000
    return None if "_" in joined else row


def _counts(fields: Sequence[str]) -> bool:
    """Return True for 0, 1, 2, ..., or 1, 2, 3, ..., without a point."""
    begin = int(bool(fields) and fields[0].strip() == "1")
    return bool(fields) and all(field.strip() == str(i) for i, field in enumerate(fields, begin))


def _no_number(source: _Source, place: int, fields: list[str], has_labels: bool) -> Refusal:
    """Error for the first field of a line that is no number."""
    rest = list(enumerate(fields, 1))[has_labels:]
    column, field = next(((j, field.strip()) for j, field in rest if _numbers([field]) is None), (1, ",".join(fields)))
    if re.fullmatch(r"\.{2,}|…", field):
        return Refusal("reader-omits", source.name)
    if not field:
        id = "reader-nothing"
    elif re.search(r"\d,\d", field):
        id = "reader-comma"
    else:
        id = "reader-two-numbers" if re.search(r"\d\s+[-+]?\d", field) else "reader-no-number"
    return Refusal(id, source.name, word=source.unit, count=place, column=column, text=printable(field))
