"""What was measured of the trained models, read from the file without the project's own reader."""

import json
from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).parents[2] / "posenc_core" / "data" / "trained_models.npz"
LENGTHS = (16, 32, 48, 64, 128, 256, 512)


@cache
def everything() -> dict:
    with np.load(FILE) as found:
        arrays = {key: found[key] for key in found.files}
    return arrays | {"facts": json.loads(str(arrays["facts"]))}


def measured(encoding: str, task: str, what: str = "accuracy") -> np.ndarray:
    """(seeds, lengths or bins)"""
    facts = everything()["facts"]
    found = everything()[what][facts["encodings"].index(encoding), list(facts["tasks"]).index(task)]
    return found.astype(np.float64)


def reaches(found: np.ndarray) -> int:
    """The longest length up to which, from 32 on, all seeds have 90%; 0 for none. (seeds, lengths)"""
    last = 0
    for length, column in zip(LENGTHS[1:], found.T[1:], strict=True):
        if column.min() < 0.9:
            break
        last = length
    return last
