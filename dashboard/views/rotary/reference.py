"""Rotary: values of both pairings to compare code with, as a program."""

from dashboard.views.rotary import numbers
from posenc_core.analysis import pairing
from posenc_core.analysis.pairing import KEY, PLACES, QUERY
from posenc_core.arrays import Array

PARTNERS = {"interleaved": "dimensions 2i and 2i + 1", "half": "dimensions i and i + d/2"}


def values() -> str:
    """The query, the key, and their dot products in both pairings."""
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
