"""Two tasks with several recipes of training: rates, schedules, seeds. What holds in all of them is a finding.

make recipes                       train what is missing, and write the results so far to training/recipes.npz
make recipes ARGS="--list"         list what is missing
"""

import argparse
import itertools
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np

import posenc_core as pe
from training.encodings import ENCODINGS, Encoding, LearnedFIRE
from training.results import origin
from training.settings import SCHEDULES, SETTINGS, state
from training.train import fit, measure, new_model

RESULTS = Path(__file__).parent / "recipes.npz"
MAIN = (
    "RoPE",
    "ALiBi",
    "NoPE",
    "Sinusoidal",
    "T5 (learned)",
    "KERPLE (learned)",
    "TransformerXL (learned)",
    "FIRE (learned)",
    "Learned table",
)
RECIPE_ENCODINGS = {name: ENCODINGS[name] for name in MAIN} | {
    # the paper's threshold of 512 is beyond every trained text, and switches its interpolation off
    "FIRE (learned, L = 8)": Encoding(pe.FIRE(threshold=8), LearnedFIRE, learned="network, c, L per layer"),
}
"""Encodings in the order of training: all recipes of one before the next begins."""

Recipe = tuple[str, str, float, str, int]
"""Task, encoding, rate, schedule, and seed."""


def recipes() -> list[Recipe]:
    """All runs, in order."""
    s = SETTINGS
    return list(itertools.product(s.recipe_tasks, RECIPE_ENCODINGS, s.rates, SCHEDULES, range(s.recipe_seeds)))


def perform(recipe: Recipe) -> dict[str, np.ndarray]:
    """Train a recipe and measure it. A constant rate stops when the task is solved; a cosine needs all of its steps."""
    task, name, rate, schedule, seed = recipe
    model, longest = new_model(RECIPE_ENCODINGS[name], task, seed)
    stops = schedule == "constant"
    model, curve = fit(model, task, rate, SETTINGS.recipe_steps, longest, stops, schedule)
    return {**measure(model, task, seed), "curve": curve}


def load() -> dict[str, np.ndarray]:
    """Results so far; keys are a recipe as JSON, a bar, and the name of the measure."""
    if not RESULTS.exists():
        return {}
    with np.load(RESULTS) as stored:
        return dict(stored)


def store(arrays: dict[str, np.ndarray]) -> None:
    """Write the results with the settings and where they come from; an interruption leaves the earlier file."""
    facts = json.dumps({"settings": asdict(SETTINGS), "origin": origin()})
    part = RESULTS.with_suffix(".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **{**arrays, "facts": np.array(facts)})
    part.replace(RESULTS)


def main() -> int:
    """Train what is missing, or list it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="list missing runs")
    args = parser.parse_args()
    arrays = load()
    missing = [recipe for recipe in recipes() if f"{json.dumps(recipe)}|accuracy" not in arrays]
    print(f"{len(missing)} of {len(recipes())} runs missing", flush=True)
    for count, recipe in enumerate(missing, 1):
        label = json.dumps(recipe)
        if args.list:
            print(label)
            continue
        start = time.process_time()
        measures = perform(recipe)
        seconds = time.process_time() - start
        arrays.update({f"{label}|{key}": value.astype(np.float32) for key, value in measures.items()})
        arrays[f"{label}|seconds"] = np.array(seconds, np.float32)
        store(arrays)
        end, percent = state(*measures["curve"]), np.round(100 * measures["accuracy"])
        print(f"{time.strftime('%H:%M')} {count} {label}: {end}, {percent}, {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
