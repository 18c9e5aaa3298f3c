"""Tables of Rotary: the example by dimension, and frequency ratios of every scaling."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.rotary import numbers
from dashboard.views.tables import Offer, Table, always
from posenc_core.analysis.pairing import KEY, QUERY


def columns(study: Study) -> pd.DataFrame:
    """Query and key before and after rotation, in both pairings."""
    example = numbers.worked_example(study)
    table: dict[str, object] = {"column": range(numbers.DIM)}
    for letter, vector, turned in (("q", QUERY, example.queries), ("k", KEY, example.keys)):
        table[letter] = vector
        table |= {f"{letter} {name}": values for name, values in turned.items()}
    return pd.DataFrame(table)


def ratios(study: Study) -> pd.DataFrame:
    """Ratio of each pair's frequency under each scaling to that without one."""
    rope = numbers.rope(study)
    scalings = numbers.scalings(rope, study.dim)
    return pd.DataFrame({"pair": range(study.dim // 2), **{name: scaled.ratios for name, scaled in scalings.items()}})


OFFER = Offer({"columns": Table(columns, always), "ratios": Table(ratios, always)})
