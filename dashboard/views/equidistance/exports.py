"""Tables of Equidistance: steps, one pair of positions, every offset, and two lengths."""

from typing import Any

import numpy as np
import pandas as pd

from dashboard.numbers import measurements
from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.equidistance import numbers
from dashboard.views.page_parts import static_table
from dashboard.views.tables import Table, shown_fit, shown_rows, steps_fit
from posenc_core.text.numerals import number


def steps(study: Study) -> pd.DataFrame:
    """Distance at offset k, one row per shown position that has it."""
    size = (study.length, study.dim, study.offset)
    table = shown_rows(study, {scheme.name: measurements.steps(scheme, *size) for scheme in study.schemes})
    return table[table["position"] < study.length - study.offset]


def every_offset(study: Study) -> pd.DataFrame:
    """Mean, smallest, and largest distance at every offset."""
    size = (study.length, study.dim)
    every_band = {scheme: numbers.offset_distances(scheme, *size) for scheme in study.schemes}
    last = max((len(bands.mean) for bands in every_band.values()), default=0)
    columns: dict[str, Any] = {"k": range(1, last + 1)}
    for s, bands in every_band.items():
        columns |= {f"{s.name} mean": bands.mean, f"{s.name} least": bands.smallest, f"{s.name} most": bands.largest}
    return pd.DataFrame(columns)


def draw(table: pd.DataFrame, name: str, **args: int) -> None:
    """Draw a table of values of each encoding; column headings are the messages `equidistance-<name>-<column>`."""
    rows = table.set_index("scheme").map(lambda value: "–" if np.isnan(value) else number(value, 4))
    rows.columns = [message(f"equidistance-{name}-{column}", **args) for column in rows]
    static_table(rows, message("equidistance-encoding"))


def has_pairs(study: Study) -> str:
    """Error message for a single position, else ""."""
    return message("file-one-position") if study.length == 1 else ""


TABLES = {
    "steps": Table(steps, shown_fit),
    "pair": Table(numbers.one_pair, has_pairs),
    "offsets": Table(every_offset, steps_fit),
    "lengths": Table(numbers.lengths),
}
