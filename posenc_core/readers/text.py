"""What table does a text hold? Lines of numbers as pandas, NumPy and Excel write them, or brackets as they are printed.

Nothing is evaluated: a text is cut into pieces, and a piece is a number or is refused with its place. Column names and
row labels are left out: those that are text, an unnamed first column, and by two rules those that are numbers:

- A first line 0, 1, ..., d - 1 (or from 1) is column names, and a first column 0, 1, ..., n - 1 (or from 1) row labels,
  if every other number has a point, as 0.0: one program writes all whole numbers alike. If there are only one or two of
  them, another number must also be whole, because a sine and a cosine may begin with 0 1.
- Otherwise they are if there are at least three and the next line or column does not continue them: the differences
  are equal or at most 1, as in a matrix of distances. For a first column, the columns must have names, too.
"""

import csv
import io
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

import numpy as np

from posenc_core.arrays import Array
from posenc_core.readers.tensor import MAX_BYTES, MAX_NUMBERS, Promise, Refusal, Tensor, finite, shown

__all__ = ["pasted", "text"]

WIDEST = 2**16
"""Numbers in one line."""

LONGEST_LINE = 2**22
"""Characters in one line: 64 for each of its numbers."""

MOST_LINES = 2**18
"""Lines of one text, also those without numbers."""

MAX_CHARACTERS = 2**22
"""Length of a text that is pasted."""

# possessive (+): a long text of spaces takes no longer than any other
BEFORE = re.compile(
    r"\s*+(?:Out\[\d++\]:|Parameter containing:|<tf\.\w++:[^\[\]]*?numpy=)?+\s*+"
    r"(?:[A-Za-z_][\w.]*+\s*+=\s*+)?+(?:[A-Za-z_][\w.]*+\(\s*+)*+"
)
"""What may stand before brackets: a prompt, a name that they are given, and a function such as tensor."""

AFTER = re.compile(r"\s*+(?:,\s*+\w++\s*+=[^\[\]]*+|[\s);>]*+)")
"""What may stand after them: a kind or a device, and closing parentheses."""

ROW = re.compile(r"\[([^\[\]]*)\]")
"""Brackets with none inside."""

TABLE = re.compile(r"R+|\[R+\]|\[\[R+\]\]|\[(?:\[R\])+\]")
"""Rows R in brackets: (n, d), (1, n, d) or (n, 1, d)."""

SCALAR = re.compile(r"\b(?:np|numpy)\.float\d+\(([^()\[\]]*)\)")
"""How NumPy prints a number that stands in a list."""

DASHES = str.maketrans(dict.fromkeys("−–‐‑﹣－", "-") | {"\ufeff": None})
"""The minus signs of typeset text, and a mark of byte order."""

SKIPPED = re.compile(r"#(?![A-Z]+[/!?])|sep=.$")
"""A line that is no row: a comment, but no error of Excel such as #N/A, and Excel's line that names the separator."""

THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2}(?:,\d{3})+")
"""A number whose commas may separate thousands."""

ELISION = "leaves numbers out: save the table with np.save, or print all of it, after " + (
    'np.set_printoptions(threshold=10**9) or torch.set_printoptions(profile="full").'
)


def text(file: BinaryIO, name: str, most_numbers: int) -> list[Promise]:
    """The table of a file of text, as a spreadsheet or a program saves it."""
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
                raise Refusal(f"{shown(name)} has brackets and more than {MAX_BYTES:,} characters: save it as .npy.")
            table, note = _printed(printed, name, most_numbers), ""
        else:
            table, note = _table(_bounded(lines, name), name, "line", most_numbers)
    except UnicodeError:
        raise Refusal(f"{shown(name)} is no UTF-8 text: save it as CSV in UTF-8.") from None
    finally:
        # else the file would be closed with the lines
        lines.detach()
    return [Promise(name, table.shape, "text", None, lambda: table, note)]


def pasted(text: str, *, most_numbers: int = MAX_NUMBERS) -> Tensor:
    """The table in a text that somebody pasted: (n, d); ValueError with one sentence for what is no such text.

    It may be lines of numbers with commas, semicolons, tabs or spaces between them, or brackets as Python, NumPy and
    PyTorch print them.

    >>> pasted("tensor([[0.0000, 1.0000], [0.8415, 0.5403]])").read()
    array([[0.    , 1.    ],
           [0.8415, 0.5403]])
    """
    name, note = "The text", ""
    if len(text) > MAX_CHARACTERS:
        raise Refusal(f"The text has {len(text):,} characters, and at most {MAX_CHARACTERS:,} are read.")
    if "[" in text or "]" in text:
        table = _printed(text, name, most_numbers)
    else:
        table, note = _table(io.StringIO(SCALAR.sub(r"\1", text), None), name, "line", most_numbers)
    finite(table, name)
    return Tensor(name, (table.shape[0], table.shape[1]), "text", lambda: table, note)


def _bounded(lines: TextIO, name: str) -> Iterator[str]:
    """Lines of a file, none of which is read beyond its limit."""
    while line := lines.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE:
            raise Refusal(f"{shown(name)} has a line of more than {LONGEST_LINE:,} characters: save it as .npy.")
        yield line


def _is_printed(text: str) -> bool:
    """Whether a text begins with brackets."""
    begin = BEFORE.match(text)
    return begin is not None and text[begin.end() : begin.end() + 1] == "["


def _printed(text: str, name: str, most_numbers: int) -> Array:
    """The rows in brackets."""
    if "..." in text or "…" in text:
        raise Refusal(f"{shown(name)} {ELISION}")
    text = SCALAR.sub(r"\1", text.translate(DASHES))
    begin = BEFORE.match(text)
    start, end = begin.end() if begin else 0, text.rfind("]") + 1
    inside = text[start:end]
    frame, count = ROW.subn("R", inside)
    frame = re.sub(r"[\s,]+", "", frame)
    if not (TABLE.fullmatch(frame) and frame.count("R") == count and AFTER.fullmatch(text[end:])):
        brackets = "The brackets of the text" if name == "The text" else f"The brackets of {shown(name)}"
        raise Refusal(f"{brackets} are no table: it must be rows in brackets, as [[0, 1], [0.84, 0.54]].")
    rows = (" ".join(row[1].split()) or "[]" for row in ROW.finditer(inside))
    return _table(rows, name, "row", most_numbers)[0]


def _table(lines: Iterable[str], name: str, word: str, most_numbers: int) -> tuple[Array, str]:
    """The rows that lines hold, all equally long, and what was left out. -> (n, d), a sentence"""
    numbers, columns, n = array("d"), 0, 0
    # the names of columns, whether each line begins with a label, and the first line where it is 0, 1, 2, ...
    names, labels, counted = list[str](), False, list[str]()
    # from where the first column counts, how other whole numbers are written, and what commas may be
    begin, whole, commas = -1, set[str](), set[str]()
    for count, line in enumerate(lines, 1):
        if count > MOST_LINES:
            raise Refusal(f"{shown(name)} has more than {MOST_LINES:,} {word}s, and no more are read.")
        pieces = _pieces(line, word)
        if not pieces:
            continue
        if len(pieces) > WIDEST:
            raise Refusal(f"{shown(name)} has more than {WIDEST:,} numbers in {word} {count:,}.")
        if word == "line" and not n and not names and _are_names(pieces):
            names = pieces
            continue
        if n == 1 and counted and len(pieces) == columns + 1 and counted[0] == pieces[0] == "0":
            # as pandas prints: 0, 1, 2, ... above rows that begin with their label
            names, counted, numbers, n = ["", *counted], [], array("d"), 0
        if names and not n:
            labels = len(pieces) == len(names) and (not names[0].strip() or _count(names[1:]))
        row = _numbers(pieces[labels:])
        if row is None:
            raise Refusal(_no_number(name, f"{word} {count:,}", pieces, labels))
        if n and len(row) != columns:
            raise Refusal(
                f"{shown(name)} has rows of other lengths: {len(row):,} in {word} {count:,}, and {columns:,} before; "
                "all rows must be equally long."
            )
        columns = len(row)
        if len(numbers) + columns > most_numbers:
            raise Refusal(f"{shown(name)} has more than {most_numbers:,} numbers, and no more are read.")
        numbers.extend(row)
        marks = _marks(pieces[labels:])
        commas |= marks & {",", ".", "decimal"}
        if not n:
            counted = pieces if word == "line" and not names and _count(pieces) else []
            begin = {"0": 0, "1": 1}.get(pieces[0].strip(), -1)
        elif begin >= 0 and pieces[0].strip() != str(begin + n):
            begin = -1
        if (n if counted else begin >= 0) and len(whole) < 2:
            others = list(zip(row, pieces[labels:], strict=True))[not counted :]
            whole |= {"plain" if text.strip(" +-").isdigit() else "pointed" for x, text in others if x.is_integer()}
        n += 1
    if not n or not columns:
        raise Refusal(f"{shown(name)} holds no numbers.")
    if len(names) > columns + labels > 1:
        raise Refusal(
            f"{shown(name)} has {len(names):,} column names, and {columns + labels:,} columns: fill empty cells."
        )
    if "," in commas and ("." in commas or "decimal" not in commas):
        raise Refusal(f"{shown(name)} has commas in numbers that may not be decimal: write decimals with a point.")
    table = np.frombuffer(numbers).reshape(n, columns)
    if word == "row":
        return table, ""
    out = ["the first line (column names)"] if names else []
    if counted and len(table) > 1 and (_differs(table.shape[1], whole) or not _goes_on(table)):
        table, out = table[1:], ["the first line (column names)"]
    if begin >= 0 and columns > 1 and not labels:
        labels = _differs(len(table), whole) or (bool(names) and not _goes_on(table.T))
        table = table[:, 1:] if labels else table
    out += ["the first column (row labels)"] if labels else []
    return table, f"Not read as numbers: {' and '.join(out)}." if out else ""


def _differs(count: int, whole: set[str]) -> bool:
    """Whether so many names or labels 0, 1, 2, ... are written in another way than the whole numbers beside them."""
    return "plain" not in whole and (count > 2 or "pointed" in whole)


def _goes_on(table: Array) -> bool:
    """Whether the second row continues the first one, 0, 1, 2, ..., as in a matrix of distances or of equal rows."""
    step = np.abs(table[1] - table[0])
    near = step.max() <= 1 or bool((step == step[0]).all())
    return step.size <= 2 or (near and bool(step.any() or (table == table[0]).all()))


def _pieces(line: str, word: str) -> list[str]:
    """What stands between the separators of a line; nothing of a line that is no row."""
    line = (line if line.isascii() else line.translate(DASHES)).strip(" \r\n")
    separator = next((each for each in ";\t," if each in line), None)
    if word == "line" and SKIPPED.match(line):
        return []
    line = line.rstrip(f" {separator or ''}")
    if '"' in line and line.count(separator or " ") < WIDEST:
        try:
            return next(csv.reader([line], delimiter=separator or " ", skipinitialspace=True), [])
        except csv.Error:
            return [line]
    return line.split(separator, WIDEST) if line else []


def _numbers(pieces: list[str]) -> list[float] | None:
    """What the pieces stand for, with decimal commas where there is no point; None where one is no number."""
    joined = "".join(pieces)
    if "," in joined and "." not in joined:
        pieces = [piece.replace(",", ".") for piece in pieces]
    try:
        row = list(map(float, pieces))
    except ValueError:
        return None
    # Python reads 1_000 as a thousand, and nothing else does
    return None if "_" in joined else row


def _marks(pieces: list[str]) -> set[str]:
    """The signs of the numbers that are no digits, and whether a comma can only be decimal."""
    found = set("".join(pieces))
    if "," in found and any("," in piece and not THOUSANDS.fullmatch(piece.strip()) for piece in pieces):
        found.add("decimal")
    return found


def _are_names(pieces: list[str]) -> bool:
    """Whether these name columns: no number among them, or 0, 1, 2, ... after a name or nothing."""
    first, *rest = pieces
    named = [bool(piece.strip()) and _numbers([piece]) is None for piece in pieces]
    return all(named) or (bool(rest) and (named[0] or not first.strip()) and (all(named[1:]) or _count(rest)))


def _count(pieces: Sequence[str]) -> bool:
    """Whether these are 0, 1, 2, ..., or 1, 2, 3, ..., without a point."""
    begin = {"0": 0, "1": 1}.get(pieces[0].strip()) if pieces else None
    return begin is not None and all(piece.strip() == str(i) for i, piece in enumerate(pieces, begin))


def _no_number(name: str, place: str, pieces: list[str], labels: bool) -> str:
    rest = list(enumerate(pieces, 1))[labels:]
    column, piece = next(((j, piece.strip()) for j, piece in rest if _numbers([piece]) is None), (1, ",".join(pieces)))
    if re.fullmatch(r"\.{2,}|…", piece):
        return f"{shown(name)} {ELISION}"
    where = f"{shown(name)} has {{}} in {place}, column {column:,}"
    if not piece:
        return where.format("nothing") + ": write every number."
    if re.search(r"\d,\d", piece):
        return where.format(shown(piece)) + ": write decimals with a point."
    two = ": use one separator, and a point for decimals" if re.search(r"\d\s+[-+]?\d", piece) else ""
    return where.format(f"“{shown(piece)}”") + f", which is no number{two}."
