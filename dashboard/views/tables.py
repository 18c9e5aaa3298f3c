"""Tables that a page offers as files, and what several of them share."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pandas as pd

from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import message
from dashboard.state.study import Study

MAX_ROWS = 2**16
"""Positions of a table that is offered as a file."""


class Table(NamedTuple):
    """A table of a page."""

    made: Callable[[Study], pd.DataFrame]
    refused: Callable[[Study], str]
    """Why a study has no such table, in words; nothing where it has."""


def whole_sequence(study: Study) -> int:
    """Every position of the sequence."""
    return study.length


class Offer(NamedTuple):
    """What a page offers as files besides the matrices."""

    tables: Mapping[str, Table]
    """By their names in links."""
    length: Callable[[Study], int] = whole_sequence
    """How many positions the matrices of the page have."""


def shown(study: Study, columns: Mapping[str, Any]) -> pd.DataFrame:
    """Columns over all positions as a table of the shown ones."""
    first, last = study.shown
    return pd.DataFrame(
        {"position": pd.Series(range(first, last + 1))}
        | {name: pd.Series(values[first : last + 1]) for name, values in columns.items()}
    )


def always(study: Study) -> str:
    """Nothing: every study has it."""
    return ""


def shown_fit(study: Study) -> str:
    """Why the shown positions are too many for a file; nothing where they are not."""
    first, last = study.shown
    if last - first < MAX_ROWS:
        return ""
    return message("file-rows", most=MAX_ROWS, count=last - first + 1)


def pairs_fit(study: Study) -> str:
    """Why not every pair of positions is compared; nothing where it is."""
    if study.length <= PAIRED_LENGTH and study.dim <= PAIRED_DIM:
        return ""
    return message("file-pairs", length=PAIRED_LENGTH, dim=PAIRED_DIM, longer=study.length, wider=study.dim)


def steps_fit(study: Study) -> str:
    """Why no step is compared with all others; nothing where it is."""
    return message("file-one-position") if study.length == 1 else pairs_fit(study)
