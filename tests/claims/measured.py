"""Stored results of the trained models, read without the project's reader, and synthetic results for tests."""

import json
from functools import cache
from pathlib import Path

import numpy as np

from posenc_tools.models import trained

LENGTHS = (16, 32, 48, 64, 128, 256, 512)


@cache
def _read(path: Path) -> dict:
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    return arrays | {"facts": json.loads(str(arrays["facts"]))}


def everything() -> dict:
    return _read(trained.FILE)


def place(encoding: str, task: str) -> tuple[int, int]:
    axes = everything()["facts"]["axes"]
    return axes["encodings"].index(encoding), axes["tasks"].index(task)


def measured(encoding: str, task: str, key: str = "accuracy") -> np.ndarray:
    """Values of the trained seeds: (seeds, lengths or bins)."""
    seeds = everything()[key][place(encoding, task)].astype(np.float64)
    return seeds[np.isfinite(seeds).any(axis=1)]


def longest_in_training(encoding: str) -> int:
    return 128 if ": tuned" in encoding else 32


def reaches(encoding: str, task: str) -> int | None:
    """Longest length up to which the mean is at least 90%, from the longest in training on; 0 for none."""
    seeds, last = measured(encoding, task), 0
    if not len(seeds):
        return None
    for length, column in zip(LENGTHS, seeds.T, strict=True):
        if length >= longest_in_training(encoding):
            if column.mean() < 0.9:
                break
            last = length
    return last


def checks(encoding: str, task: str) -> list[np.ndarray]:
    """Accuracy and loss in each check of each seed: (2, checks)."""
    curves = everything()["curve"][place(encoding, task)].astype(np.float64)
    return [curve[:, np.isfinite(curve[0])] for curve in curves if np.isfinite(curve[0]).any()]


def states(encoding: str, task: str) -> list[str]:
    """State of each seed, as defined in docs/training.md."""
    result = []
    for accuracy, loss in checks(encoding, task):
        before, after = slice(-30, -15), slice(-15, None)
        if min(accuracy[-3:]) >= 0.999 and len(accuracy) >= 3:
            result.append("solved")
        elif (
            len(accuracy) >= 30
            and loss[after].mean() > 0.98 * loss[before].mean()
            and (accuracy[after].mean() - accuracy[before].mean() < 0.005)
        ):
            result.append("plateau")
        else:
            result.append("still learning")
    return result


def write_synthetic(path: Path) -> None:
    """Write results with every outcome, a different one for each encoding and task."""
    stored, rng = _read(Path(trained.__file__).parents[1] / "data" / "trained_models.npz"), np.random.default_rng(0)
    facts = json.loads(json.dumps(stored["facts"])) | {"states": {}}
    arrays = {key: np.array(value) for key, value in stored.items() if key != "facts"}
    for key in ("accuracy", "error", "mean", "loss", "by_position", "curve"):
        encodings, tasks, _, *shape = arrays[key].shape
        arrays[key] = np.full((encodings, tasks, 3, *shape), np.nan, arrays[key].dtype)
    for row, name in enumerate(facts["axes"]["encodings"]):
        for column, task in enumerate(facts["axes"]["tasks"]):
            outcome = 0 if name == "RoPE" else (row + 2 * column) % 7
            seeds = 1 + (row + column) % 3
            if outcome == 6 and row > 15:
                continue
            fall = {0: 600, 1: 200, 2: longest_in_training(name) + 8}.get(outcome, 0)
            shares = np.where(np.array(LENGTHS) <= fall, 0.97, 0.3) + rng.uniform(-0.02, 0.02, (seeds, 7))
            trained_here, reached = ": " not in name or ": tuned" in name, []
            for seed in range(seeds):
                if outcome == 4 and seed == 0:
                    shares[seed] = 0.2
                arrays["accuracy"][row, column, seed] = arrays["mean"][row, column, seed] = shares[seed]
                arrays["error"][row, column, seed] = rng.uniform(0, 0.01, 7)
                arrays["loss"][row, column, seed] = arrays["by_position"][row, column, seed, 0] = 0.5
                arrays["by_position"][row, column, seed] = rng.uniform(0.4, 0.6, 16)
                state = {3: "still learning", 5: "plateau", 6: "still learning"}.get(outcome, "solved")
                count = {"solved": 12, "plateau": 40, "still learning": 60}[state]
                accuracy = {
                    "solved": np.full(12, 1.0),
                    "plateau": np.full(40, 0.3),
                    "still learning": np.linspace(0.1, 0.8, 60),
                }
                if trained_here:
                    arrays["curve"][row, column, seed, 0, :count] = accuracy[state]
                    arrays["curve"][row, column, seed, 1, :count] = 2 - accuracy[state]
                    reached.append(state)
            if reached:
                facts["states"].setdefault(name, {})[task] = reached
        arrays["language"][row] = rng.uniform(1.5, 2.5, arrays["language"][row].shape)
    weights = rng.uniform(0, 1, arrays["attention"].shape) * np.tri(24)
    weights[:, :, 0, 0] = np.eye(24, k=-3) * 200 + np.tri(24)
    arrays["attention"] = np.round(255 * weights / weights.sum(axis=-1, keepdims=True)).astype(np.uint8)
    np.savez(path, facts=json.dumps(facts), **arrays)
