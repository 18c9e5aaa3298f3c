"""Check: what a reader is told beside the verdict and the evidence, which the core says."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dashboard.views.check.numbers import STRONGER, Account, Against
from dashboard.views.words import counted, listed, number, percent
from posenc_core.arrays import Array
from posenc_core.diagnosis import Pairs

CLAIM = (
    "Give a table with a row for each position. "
    "This page says which formula made it, or which known mistake, and what shows it."
)
CLOSED = "Nobody can give a table of their own here: whoever runs this server has closed that. The examples are open."
FILE_HELP = (
    "Read are .npy, .npz, .csv and .safetensors, as numbers alone: no code in them is run, and no pickle is opened. "
    "The table stays in this session, is written nowhere, and is gone when you close the page."
)
PASTE_HELP = (
    "A row a line, with commas, tabs or spaces between the numbers; or as NumPy and PyTorch print a table. "
    "Nothing that you paste is run."
)
WAIT = "The table is compared with all that is known."
WHERE = "The table stays on this page of your browser: the link to this page does not hold it."
SCHEME = "The table is now a scheme called Yours, beside all others on every page of this app."
GO_ON = f"{SCHEME} It is chosen, and n and d are its size:"


def plain(text: str) -> str:
    """A text in which Markdown finds nothing to do."""
    return re.sub(r"([\\`*_\[\]<>#|~$])", r"\\\1", text)


def size(rows: int, columns: int) -> str:
    """How many rows and columns."""
    return f"{counted(rows, 'row')} × {counted(columns, 'column')}"


def given(account: Account) -> str:
    """How large a table is, and how its numbers are stored."""
    turned = " Its rows are columns: all below is of the table turned over." if account.transposed else ""
    return f"{size(*account.size)}, stored as {account.stored}.{turned}"


def held_against(account: Account) -> list[str]:
    """The headings of the three pictures."""
    against = account.against
    assert against
    name = against.name
    what = f"What was meant: {name}" if against.meant else f"Nearest: {name}" if account.kind == "unknown" else name
    if not against.rest.means.any():
        return ["The table", what, "Difference: 0 everywhere"]
    return ["The table", what, "Difference" + (f", {times(against, account)} as strong" if own(account) else "")]


def own(account: Account) -> bool:
    """Whether the difference has a scale of its own."""
    limit, rest = limits(account)
    return 0 < rest < limit


def limits(account: Account) -> tuple[float, float]:
    """The numbers that have the strongest colour: in the table and what it is held against, and in the difference."""
    assert account.picture
    pictures = [account.picture, *([account.against.other] if account.against else [])]
    limit = max(float(np.abs(each.means).max()) for each in pictures) or 1.0
    rest = float(np.abs(account.against.rest.means).max()) if account.against else 0.0
    return limit, rest if 0 < rest < limit / STRONGER else limit


def times(against: Against, account: Account) -> str:
    """How much stronger the colours of a difference are than those of the table."""
    limit, rest = limits(account)
    return f"{number(limit / rest, 2)} times"


def pictures_said(account: Account) -> str:
    """What the three pictures show."""
    against = account.against
    assert against
    held = f"{against.name} as it was meant" if against.meant else f"the nearest, {against.name}"
    if account.kind not in ("unknown", "mistake"):
        held = against.name
    text = f"First the table, then {held}, then what is left between them."
    if own(account):
        text += f" The difference would be invisible on one scale: its colours are {times(against, account)} as strong."
    elif against.rest.means.any():
        text += " All three have one scale."
    return text


def picture_alt(heading: str, account: Account) -> str:
    """One of the three pictures in words."""
    rows, columns = account.size[::-1] if account.transposed else account.size
    return f"{heading}: heatmap of {rows:,} positions downwards by {columns:,} columns across."


def stands_out(account: Account) -> bool:
    """Whether something is left of rows and columns but rounding, so that it matters where."""
    return bool(account.against) and (account.against.meant or account.kind == "unknown" or account.noise > 0)


LEFT = (
    "What is left of each column and of each row; a ring marks the most. "
    "It is the norm of the difference, over that of a usual column or row: at 1 it is as large as the table."
)


def left_alt(values: Array, noun: str) -> str:
    """What is left of each column or row, in words."""
    top = int(values.argmax())
    return f"What is left of each {noun}: from {number(float(values.min()))} to {number(float(values[top]))}, at {noun} {top}."


def pairs_said(pairs: Pairs, shown: int) -> str:
    """What the picture of the pairs shows."""
    count = len(pairs.frequencies)
    text = (
        "Two columns that turn together are a pair. "
        "On a log axis, the pairs of a right table lie on one falling line."
    )
    hidden = count - shown
    if hidden:
        text += f" {counted(hidden, 'pair')} of {count:,} {'does' if hidden == 1 else 'do'} not turn forwards, and {'is' if hidden == 1 else 'are'} left out."
    return text


def pairs_alt(pairs: Pairs, shown: int) -> str:
    """The frequencies of the pairs, in words."""
    y = pairs.frequencies[np.isfinite(pairs.frequencies)]
    return (
        f"How far each of {counted(shown, 'pair')} turns with a token, on a log axis: "
        f"from {number(float(y.max()))} to {number(float(y.min()))} radians, beside the line of the account."
    )


def parameters(found: Mapping[str, Any]) -> str:
    """The parameters of an account; a dash where it has none."""
    said = (f"{name} {number(value) if isinstance(value, int | float) else value}" for name, value in found.items())
    return ", ".join(said) or "–"


def readings(account: Account) -> pd.DataFrame:
    """Every account of a table, the best first."""
    rows = [
        (reading.name, parameters(reading.parameters), misfit(reading.misfit), what)
        for what, reading in account.readings
    ]
    return pd.DataFrame(rows, columns=["account", "parameters", "left over", "beside the others"])


def misfit(share: float) -> str:
    """What an account leaves unexplained; a dash where nothing can be said."""
    return "–" if np.isnan(share) else percent(share) if share >= 1e-5 else f"{number(share, 2)}"



READINGS = (
    "Left over: the norm of the difference, over the norm of the table. "
    "The same numbers: no table of this size can tell such accounts apart."
)
UNDRAWN = "The numbers of this table are too large or too small for a picture."


def norms_alt(values: Array) -> str:
    """How long the vectors are, in words."""
    low, high = float(values.min()), float(values.max())
    return f"The length of the vector of each position: from {number(low)} to {number(high)}, at position {int(values.argmax())}."


REQUEST = (
    "Give a file, or paste numbers. A link with a table of somebody's own does not hold it: whoever opens it gives theirs."
)
NOT_TAKEN = "**This was not taken:**"
WHICH = "Which table of the file?"


def choice(scheme: list[str], n: int, d: int) -> str:
    """What it takes to look at the table on other pages."""
    return f"Choose {listed(scheme)}, n = {n:,} and d = {d:,}"
