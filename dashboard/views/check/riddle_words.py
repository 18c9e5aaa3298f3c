"""Which mistake is it? What is said of a riddle."""

from collections.abc import Sequence

import numpy as np

from dashboard.views.check.riddle_numbers import NONE, Riddle
from dashboard.views.check.words import plain
from dashboard.views.words import counted
from posenc_core.mistakes import MISTAKES

READ = (
    "Each row is a position. In the formula columns 0 and 1 are a sine and its cosine, 2 and 3 the next, and so on. "
    "Blue is above 0, red below."
)

CURVES = "The solid curves are this table, the dashed ones the formula."


def choice(name: str) -> str:
    """A choice, as a sentence without its full stop."""
    what = MISTAKES[name].what if name != NONE else "nothing is wrong: this is the formula"
    return what[0].upper() + what[1:]


def wrong(name: str) -> str:
    """What would have been seen, had it been this one."""
    if name == NONE:
        return "Not this one: without a mistake both pictures would be the same, and the curves as well."
    return f"Not this one: it would look like the picture below. {MISTAKES[name].story}"


def right(name: str) -> str:
    """What it is."""
    if name == NONE:
        return "Right: nothing is wrong with this table."
    return f"Right: {MISTAKES[name].what}. {MISTAKES[name].story}"


def check_says(verdict: str, evidence: Sequence[str]) -> str:
    """What this page says of the table, if it is given."""
    return "\n".join([f"**Check says of it:** {plain(verdict)}", "", *(f"- {plain(each)}" for each in evidence)])


def heading(name: str) -> str:
    """What the picture of a wrong choice shows."""
    return "Without a mistake" if name == NONE else f"With “{name}”"


def picture_alt(what: str, found: Riddle) -> str:
    """One of the pictures, for who cannot see it."""
    rows, columns = found.formula.shape
    last = found.start + rows - 1
    return f"{what}: heatmap of positions {found.start:,} to {last:,} downwards by {counted(columns, 'column')} across."


def curves_alt(found: Riddle) -> str:
    """The curves of one pair, and where they leave the formula."""
    first = 2 * found.pair
    table, formula = (each[:, first : first + 2] for each in (found.table, found.formula))
    off = float(np.abs(table - formula).max())
    most = "they are those of the formula" if off < SAME else f"they leave those of the formula by up to {off:.2f}"
    return f"Columns {first:,} and {first + 1:,} of this table as curves over the position: {most}."


SAME = 1e-9
"""By less than this curves differ by rounding alone."""
