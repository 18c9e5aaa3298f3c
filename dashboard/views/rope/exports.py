"""Tables of RoPE: the example by dimension, frequency ratios of every scaling, and reference values for code."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.rope import numbers
from dashboard.views.tables import Table
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import KEY, PLACES, QUERY
from posenc_core.arrays import Array

PARTNERS = {"interleaved": "dimensions 2i and 2i + 1", "half": "dimensions i and i + d/2"}


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


def reference_values() -> str:
    """Program with the query, the key, and their dot products in both pairings."""
    lines = [
        f"# d = {numbers.DIM}, base 10,000, positions from 0, no scaling",
        f"q = {QUERY.tolist()}",
        f"k = {KEY.tolist()}",
    ]
    (i, j), *_ = PLACES
    for name, turn in pairing.CORRECT_CODE.items():
        by_offset = pairing.scores(turn, QUERY, KEY, [(k, 0) for k in range(numbers.OFFSETS)])
        lines += [
            f"# {name}: {PARTNERS[name]}",
            f"q_at_{i} = {_decimals(turn(QUERY, i, False))}",
            f"score_q{i}_k{j} = {pairing.scores(turn, QUERY, KEY, [(i, j)])[0]:.9f}",
            f"score_q{j}_k{i} = {pairing.scores(turn, QUERY, KEY, [(j, i)])[0]:.9f}",
            "# the query at 0, 1, 2 ... and the key at 0",
            f"scores = {_decimals(by_offset)}",
        ]
    return "\n".join(lines)


def _decimals(values: Array) -> str:
    return f"[{', '.join(f'{value:.9f}' for value in values)}]"


TABLES = {"columns": Table(columns), "ratios": Table(ratios)}
