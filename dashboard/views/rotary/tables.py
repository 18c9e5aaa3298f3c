"""Rotary: the example column by column, both tests of every mistake, all scalings, and what formats leave."""

import numpy as np
import pandas as pd

from dashboard.study import Study
from dashboard.views.rotary import numbers, words
from dashboard.views.tables import Offer, Table
from posenc_core import pairing
from posenc_core.pairing import KEY, QUERY


def columns(study: Study) -> pd.DataFrame:
    """The query and the key before they are turned, and after, in both pairings."""
    found = numbers.worked(study)
    table: dict[str, object] = {"column": range(numbers.DIM)}
    for letter, vector, turned in (("q", QUERY, found.queries), ("k", KEY, found.keys)):
        table[letter] = vector
        table |= {f"{letter} {name}": values for name, values in turned.items()}
    return pd.DataFrame(table)


def scores(study: Study) -> pd.DataFrame:
    """The score by the offset."""
    found = numbers.by_offset(study)
    return pd.DataFrame({"offset": range(len(next(iter(found.values())))), **found})


def mistakes() -> pd.DataFrame:
    """What both tests say of right code and of every mistake."""
    rows = [
        (words.NAMES[name], float(trial.lengths[0, 0]), *trial.scores, words.caught(trial) if wrong else "–")
        for name, trial in numbers.trials().items()
        for wrong in [name in pairing.MISTAKES]
    ]
    at = [f"score at ({i}, {j})" for i, j in pairing.PLACES]
    return pd.DataFrame(rows, columns=["code", "length", *at, "caught"])


def ratios(study: Study) -> pd.DataFrame:
    """The frequency of every pair under each scaling, over that without one."""
    rope = numbers.rope(study)
    found = numbers.scalings(rope, study.dim)
    return pd.DataFrame({"pair": range(study.dim // 2), **{name: scaled.ratios for name, scaled in found.items()}})


def scalings(study: Study) -> pd.DataFrame:
    """What each scaling does to the fastest pair and to the slowest, and to scores."""
    rows = []
    for name, (found, factor, _) in numbers.scalings(numbers.rope(study), study.dim).items():
        turning = found[np.isfinite(found)]
        kept = int((np.abs(turning - 1) <= numbers.CLOSE).sum())
        rows.append((name, turning[0], turning[-1], kept, factor, factor**2))
    return pd.DataFrame(rows, columns=["scaling", "fastest", "slowest", "kept", "factor", "squared"])


def formats(study: Study) -> pd.DataFrame:
    """What each format leaves of positions and of turns."""
    rows = [
        (
            format,
            found.published,
            found.apart,
            words.first_moved(found),
            words.radians(found.by_frequency),
            words.radians(found.by_position),
        )
        for format, found in numbers.bits(study).items()
    ]
    return pd.DataFrame(rows, columns=["format", "published", "apart", "moved", "frequency", "position"])


def always(study: Study) -> str:
    """Nothing stands against these tables."""
    return ""


OFFER = Offer(
    {
        "columns": Table(columns, always),
        "scores": Table(scores, always),
        "ratios": Table(ratios, always),
    }
)
