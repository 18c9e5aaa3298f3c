"""Tables of Bias: slopes, curves, buckets, and values beyond the length."""

import numpy as np
import pandas as pd

from dashboard.say import message
from dashboard.state.study import Study
from dashboard.views.bias import numbers
from dashboard.views.tables import MAX_ROWS, Table
from posenc_core import T5


def slopes(study: Study) -> pd.DataFrame:
    """ALiBi's slope of each head by both definitions."""
    code, paper = numbers.slopes(study.options["heads"])
    return pd.DataFrame({"head": range(1, len(code) + 1), "code": code, "paper": paper})


def curves(study: Study) -> pd.DataFrame:
    """Bias of every head of the scheme in front at every distance, from the last position."""
    scheme, heads = study.schemes[0], study.options["heads"]
    count = numbers.heads_of(scheme, heads)
    biases = numbers.looking_back(scheme, heads, study.length, np.arange(count))
    names = [f"{scheme.name} head {head + 1}" for head in range(count)] if count > 1 else [scheme.name]
    return pd.DataFrame({"distance": range(study.length), **dict(zip(names, biases, strict=True))})


def buckets(study: Study) -> pd.DataFrame:
    """First distance of each T5 bucket, on both sides."""
    sides = numbers.rulers(numbers.configured_scheme(study, T5)).items()
    columns = [{"keys": name, "bucket": side.numbers, "first distance": side.firsts} for name, side in sides]
    return pd.concat([*map(pd.DataFrame, columns)])


def beyond(study: Study) -> pd.DataFrame:
    """Bias of the first head of every scheme within the length, and at multiples of it."""
    biases = [scheme for scheme in study.known.values() if not scheme.unsupported_reason("bias")] or study.schemes
    rows = []
    for scheme in biases:
        within = numbers.looking_back(scheme, study.options["heads"], study.length, np.zeros(1, np.int64))[0]
        row = {"scheme": scheme.name, "lowest": within.min(), "highest": within.max()}
        for times in numbers.FARTHER:
            row[f"at {times} n"] = numbers.farthest(scheme, study.options["heads"], times * study.length + 1)[0]
        rows.append(row)
    return pd.DataFrame(rows)


def rows_fit(study: Study) -> str:
    """Error message if there are too many distances for a file, else ""."""
    return "" if study.length <= MAX_ROWS else message("bias-rows", most=MAX_ROWS, length=study.length)


TABLES = {
    "slopes": Table(slopes),
    "curves": Table(curves, rows_fit),
    "buckets": Table(buckets),
    "beyond": Table(beyond),
}
