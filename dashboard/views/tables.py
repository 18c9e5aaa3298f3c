"""Data tables that pages export, and their shared limits."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pandas as pd

from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.say import message
from dashboard.state.study import Study

MAX_ROWS = 2**16
"""Maximum number of rows of a download."""


class Table(NamedTuple):
    """A data table of a page."""

    build: Callable[[Study], pd.DataFrame]
    error: Callable[[Study], str] = lambda _: ""
    """Error message if a study has no such table, else ""."""


def shown_rows(study: Study, columns: Mapping[str, Any]) -> pd.DataFrame:
    """Build a table of the shown positions from values at all positions."""
    first, last = study.shown
    return pd.DataFrame(
        {"position": pd.Series(range(first, last + 1))}
        | {name: pd.Series(values[first : last + 1]) for name, values in columns.items()}
    )


def shown_fit(study: Study) -> str:
    """Error message if too many positions are shown for a file, else ""."""
    first, last = study.shown
    if last - first < MAX_ROWS:
        return ""
    return message("file-rows", most=MAX_ROWS, count=last - first + 1)


def pairs_fit(study: Study) -> str:
    """Error message if the study is too large for all pairs, else ""."""
    if study.length <= PAIRED_LENGTH and study.dim <= PAIRED_DIM:
        return ""
    return message("file-pairs", length=PAIRED_LENGTH, dim=PAIRED_DIM, longer=study.length, wider=study.dim)


def steps_fit(study: Study) -> str:
    """Error message if there are no pairs to compare, or too many, else ""."""
    return message("file-one-position") if study.length == 1 else pairs_fit(study)
