"""Check: what a reader is told beside the verdict and the evidence, which the core says."""

import re
from collections.abc import Sequence

import numpy as np

from dashboard.views.check.numbers import STRONGER, Account, Against
from dashboard.views.words import counted, listed, number
from posenc_core.arrays import Array
from posenc_core.diagnosis import Pairs
from posenc_core.diagnosis.words import Advice

SAYS = "This page says which formula made it, or which known bug, and what shows it."
CLAIM = f"Upload a positional-encoding matrix, one row per position. {SAYS}"
CLAIM_CLOSED = f"Choose an example: a matrix with one row per position. {SAYS}"
CLOSED = "Nobody can give a table of their own here: whoever runs this server has closed that. The examples are open."
FILE_HELP = (
    "Read are .npy, .npz, .csv and .safetensors, as numbers alone: no code in them is run, and no pickle is opened. "
    "An axis of 1, as for a batch, is left out. Of a large model save the one table: np.save('pe.npy', table). "
    "The server keeps the table only while this page is open, and writes it nowhere."
)
PASTE_HELP = (
    "A row a line, with commas, tabs or spaces between the numbers; or as NumPy and PyTorch print a table. "
    "Nothing that you paste is run."
)
WAIT = "The table is compared with all that is known."
WHERE = "The server keeps the table only while this page is open, and no link holds it."
SCHEME = "The table is now a scheme called Yours, beside all others on every page of this app."
GO_ON = f"{SCHEME} It is chosen, and n and d are its size:"


STRONGEST = 4
"""How many times the usual number has the strongest color: one that is far larger would make all others pale."""


def plain(text: str) -> str:
    """A text in which Markdown finds nothing to do, and no line begins with a percent sign."""
    return re.sub(r"([\\`*_\[\]<>#|~$])", r"\\\1", text).replace(" %", "\N{NO-BREAK SPACE}%")


def size(rows: int, columns: int) -> str:
    """How many rows and columns."""
    return f"{counted(rows, 'row')} × {counted(columns, 'column')}"


def headings(account: Account) -> list[str]:
    """The headings of the three pictures."""
    against = account.against
    assert against
    what = "What was meant: " if against.meant else "The nearest: " if account.state == "unknown" else ""
    left = (
        f", {times(account)} as strong" if enlarged(account) else "" if seen(against.columns) else f": {none(against)}"
    )
    return ["The table", f"{what}{against.name}", f"Difference{left}"]


def limits(account: Account) -> tuple[float, float]:
    """The numbers that have the strongest color: in the table and what it is held against, and in the difference."""
    assert account.picture
    against = account.against
    usual = max(account.usual, float(np.sqrt(np.square(against.other.means).mean())) if against else 0.0)
    limit = min(_largest(account), STRONGEST * usual)
    rest = float(np.abs(against.rest.means).max()) if against and seen(against.columns) else 0.0
    return limit or 1.0, rest if 0 < rest < limit / STRONGER else limit or 1.0


def _largest(account: Account) -> float:
    """The largest number of the table and of what it is held against, as they are drawn."""
    assert account.picture
    drawn = [account.picture, *([account.against.other] if account.against else [])]
    return max(float(np.abs(each.means).max()) for each in drawn)


def enlarged(account: Account) -> bool:
    """Whether the difference has a scale of its own, being too small for that of the table."""
    limit, rest = limits(account)
    return rest < limit


def beyond(account: Account) -> str:
    """That a few numbers are too large for the colors of all others; nothing where none is."""
    limit, _ = limits(account)
    few = _largest(account) > limit
    return f" Numbers beyond ±{number(limit)} have the strongest color, too." if few else ""


def times(account: Account) -> str:
    """How much stronger the colors of a difference are than those of the table."""
    limit, rest = limits(account)
    return f"{number(limit / rest, 2)} times"


def pictures_said(account: Account) -> str:
    """What the three pictures show."""
    against = account.against
    if against is None:
        return f"The table, and how long each of its rows is.{beyond(account)}"
    nearest = f"the nearest, {against.name}" if account.state == "unknown" else against.name
    other = f"{against.name} as it was meant" if against.meant else nearest
    text = f"First the table, then {other}, then their difference.{beyond(account)}"
    if enlarged(account):
        return f"{text} It is small: its colors are {times(account)} as strong."
    if seen(against.columns):
        return f"{text} All three have one scale."
    return f"{text} It is {none(against)}."


def none(against: Against) -> str:
    """What a difference is that is none."""
    return "rounding alone" if against.columns.any() else "0 everywhere"


def picture_alt(heading: str, account: Account) -> str:
    """One of the three pictures in words."""
    rows, columns = account.size[::-1] if account.transposed else account.size
    return f"{heading}: heatmap of {rows:,} positions downwards by {columns:,} columns across."


def decides(account: Account) -> bool:
    """Whether it matters of which columns and rows something is left: not where all that is left is rounding."""
    against = account.against
    if against is None or not seen(against.columns):
        return False
    return account.state in DECIDED or account.noise > 0


DECIDED = ("bug", "different", "unknown")
"""States in which some columns or rows are not explained, or not what was meant."""


def seen(left: Array) -> bool:
    """Whether something is left but rounding."""
    return bool(left.max() > ROUNDING)


ROUNDING = 1e-9
"""Shares of a usual column or row below are what float64 leaves on the way."""


def meant(told: Advice) -> str:
    """The heading of the two lines of code, where a correct formula gives the same numbers."""
    return f"If {told.meant} was meant, this line is probably wrong"


def apart(account: Account) -> str:
    """What the curves over the columns and the rows show."""
    assert account.against
    other = "what was meant" if account.against.meant else account.against.name
    alike = all(evenly(left) for left in (account.against.columns, account.against.rows))
    ring = "" if alike else " A ring marks the most."
    return (
        f"How far the table is from {other}, column by column and row by row.{ring} "
        "At 1, the difference is as large as a usual column or row."
    )


def shows(account: Account) -> str:
    """The heading over the evidence."""
    return "What can be said" if account.state == "unknown" else "What shows it"


def where(account: Account) -> str:
    """The heading over the curves of columns and rows."""
    return "Which columns and rows differ?" if account.state in DECIDED else "Where is the noise?"


def evenly(values: Array) -> bool:
    """Whether there is no largest, but for rounding."""
    return bool(values.max() - values.min() <= ROUNDING * values.max())


def apart_alt(values: Array, noun: str) -> str:
    """How far apart the columns or rows are, in words."""
    return f"How far apart each {noun} is: {_range(values, noun)}"


def norms_alt(values: Array) -> str:
    """How long the vectors are, in words."""
    return f"The length of the vector of each position: {_range(values, 'position')}"


def _range(values: Array, noun: str) -> str:
    """From where to where some numbers go; all alike have no largest."""
    low, high = float(values.min()), float(values.max())
    if evenly(values):
        return f"{number(high)} everywhere."
    return f"from {number(low) if low > ROUNDING * high else 0} to {number(high)}, at {noun} {int(values.argmax()):,}."


def pairs_said(pairs: Pairs, shown: int) -> str:
    """What the picture of the pairs shows."""
    count = len(pairs.frequencies)
    text = "Two columns with one frequency are a pair. On a log axis, the pairs of the formula lie on one falling line."
    hidden = count - shown
    if hidden:
        left = "is left out" if hidden == 1 else "are left out"
        text += f" {counted(hidden, 'pair')} of {count:,} without a positive frequency {left}."
    return text


def pairs_alt(pairs: Pairs, shown: int) -> str:
    """The frequencies of the pairs, in words."""
    y = pairs.frequencies[np.isfinite(pairs.frequencies)]
    return (
        f"The frequency of each of {counted(shown, 'pair')}, on a log axis: from {number(float(y.max()))} to "
        f"{number(float(y.min()))} radians per position, beside those of the explanation."
    )


UNDRAWN = "The numbers of this table are too large or too small for a picture."


REQUEST = (
    "Your table is not part of the link: anyone who opens it needs to upload their own. "
    "If the server no longer has yours, upload it again."
)
MASKED = (
    "The matrix has negative infinity, as an attention mask has, and this page takes finite numbers. "
    "Give it without the mask, or run python -m posenc_core on the file."
)
NOT_TAKEN = "**This was not taken:**"
WHICH = "Which table of the file?"


def choice(names: Sequence[str], length: int, dim: int) -> str:
    """What it takes to look at the table on other pages."""
    return f"Choose {listed(names)}, n = {length:,} and d = {dim:,}"
