"""Bias: slopes, curves, buckets, and what comes beyond the length."""

import numpy as np
import pandas as pd

from dashboard.study import Study
from dashboard.views.bias import numbers
from dashboard.views.tables import MAX_ROWS, Offer, Table
from posenc_core import T5


def slopes(study: Study) -> pd.DataFrame:
    """ALiBi's slope of each head by both readings."""
    found = numbers.slopes(study.options["heads"])
    return pd.DataFrame({"head": range(1, len(found.code) + 1), "code": found.code, "paper": found.paper})


def curves(study: Study) -> pd.DataFrame:
    """What every head of the scheme in front adds at every distance back, seen from the last position."""
    scheme, heads = study.schemes[0], study.options["heads"]
    count = numbers.heads_of(scheme, heads)
    found = numbers.looking_back(scheme, heads, study.length, np.arange(count))
    names = [f"{scheme.name} head {head + 1}" for head in range(count)] if count > 1 else [scheme.name]
    return pd.DataFrame({"distance": range(study.length), **dict(zip(names, found, strict=True))})


def buckets(study: Study) -> pd.DataFrame:
    """T5's buckets with the first distance of each, to both sides."""
    scheme = numbers.known(study, T5)
    sides = {"before": -1, "after": 1} if scheme.both_ways else {"before": -1}
    found = {name: numbers.ruler(scheme, side) for name, side in sides.items()}
    return pd.concat(
        [
            pd.DataFrame({"keys": name, "bucket": each.numbers, "first distance": each.firsts})
            for name, each in found.items()
        ]
    )


def beyond(study: Study) -> pd.DataFrame:
    """What every scheme adds within the length and beyond it."""
    rows = numbers.all_beyond(study)
    columns = {f"at {times} n": [row.values[place] for row in rows] for place, times in enumerate(numbers.FARTHER)}
    return pd.DataFrame(
        {
            "scheme": [row.scheme.name for row in rows],
            "lowest": [row.low for row in rows],
            "highest": [row.high for row in rows],
            **columns,
        }
    )


def always(study: Study) -> str:
    """Nothing is in the way."""
    return ""


def rows_fit(study: Study) -> str:
    """Why the distances are too many for a file; nothing where they are not."""
    if study.length <= MAX_ROWS:
        return ""
    return f"curves are offered up to n = {MAX_ROWS:,}, here n = {study.length:,}"


OFFER = Offer(
    {
        "slopes": Table(slopes, always),
        "curves": Table(curves, rows_fit),
        "buckets": Table(buckets, always),
        "beyond": Table(beyond, always),
    }
)
