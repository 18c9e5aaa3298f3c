"""Runs of the experiment: list what is missing, train it, and gather it in one file. `make train` runs it.

make train                                        list what is missing, with its cost, and train it
make train ARGS="--list"                          list it only
make train ARGS="--gather"                        write what is there so far to posenc_tools/data/trained_models.npz
make train ARGS="--check RoPE '3 back' 0"         train a run again and compare it
"""

import argparse
import json
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

import posenc_core
from training.encodings import ENCODINGS
from training.settings import EXPERIMENT, SETTINGS, state
from training.tasks import LANGUAGE, TASKS
from training.train import train, train_rates

HERE = Path(__file__).parent
RESULTS, RUNS = HERE.parent / "posenc_tools" / "data" / "trained_models.npz", HERE / "runs"

RATES = "rates"
"""Task of a run that compares learning rates."""

ORDER = ("3 back", "index 5", LANGUAGE, "induction", "1 back", "order", "8 back", "copy")
"""Tasks in the order of training: each is complete before the next begins."""

MAIN, RANDOM, OTHERS = list(ENCODINGS)[:9], list(ENCODINGS)[9:12], list(ENCODINGS)[12:]
"""Encodings of the page's first curves, those with random positions, and the others."""

Run = tuple[str, str, int]
"""Encoding, task, and seed."""

Arrays = dict[str, np.ndarray]

VARIANTS = {name: [f"{name}: {label}" for label, _, _ in encoding.variants(1)] for name, encoding in ENCODINGS.items()}
AXES = {
    "encodings": [label for name in ENCODINGS for label in (name, *VARIANTS[name])],
    "trained": list(ENCODINGS),
    "tasks": list(TASKS),
    "runs": [*TASKS, LANGUAGE, RATES],
}
"""Names along the axes of the results. Encodings include the schemes that replace a trained one: "RoPE: YaRN"."""

CHECKS = SETTINGS.most_steps // SETTINGS.check_every
CELL = ("encodings", "tasks", "seeds")
SHAPES: dict[str, tuple[type, tuple[str | int, ...]]] = {
    **{key: (np.float32, (*CELL, len(SETTINGS.lengths))) for key in ("accuracy", "error", "mean", "loss")},
    "by_position": (np.float16, (*CELL, SETTINGS.bins)),
    "curve": (np.float32, (*CELL, 2, CHECKS)),
    "attention": (np.uint8, ("trained", "tasks", SETTINGS.layers, SETTINGS.heads, SETTINGS.shown, SETTINGS.shown)),
    "language": (np.float32, ("encodings", 2, SETTINGS.language_bins)),
    "learned_bias": (np.float16, ("trained", SETTINGS.layers, SETTINGS.heads, SETTINGS.language_trained)),
    "language_curve": (np.float16, ("encodings", 2, SETTINGS.language_steps // SETTINGS.check_every)),
    "trials": (np.float32, ("trained", len(SETTINGS.rates), len(SETTINGS.rate_tasks), 2)),
    "rate_losses": (np.float32, ("trained", "tasks", len(SETTINGS.rates))),
    "seconds": (np.float32, ("trained", "runs", "seeds")),
}
"""Type and axes of each array. NaN is missing; a curve ends with NaN. `error` is the standard error of `accuracy`.

`rate_losses` are losses at the trained length, seed 0, at each learning rate; NaN if the rate was not tried.
"""


def runs(seeds: int) -> list[Run]:
    """All runs, the best evidence first. Further seeds are for the main encodings and the two tasks of every encoding.

    The others answer what their rows of the page ask for: an offset, an index, and a language model.
    """
    both = ("3 back", "index 5")
    plan = [
        (MAIN, (RATES, *ORDER), [0]),
        (MAIN, both, range(1, seeds)),
        (RANDOM + OTHERS, (RATES, *both, LANGUAGE), [0]),
        (RANDOM, ORDER, [0]),
    ]
    every = [(name, task, seed) for names, tasks, some in plan for seed in some for task in tasks for name in names]
    return list(dict.fromkeys(every))


def load(seeds: int) -> tuple[Arrays, list[dict[str, Any]]]:
    """Results so far, from the gathered file and the runs, with room for the seeds; commits and versions used."""
    files = sorted(RUNS.glob(f"{EXPERIMENT}-*-[0-9]*.npz"))
    known, facts = {}, {"experiment": EXPERIMENT, "axes": AXES, "made": []}
    if RESULTS.exists():
        with np.load(RESULTS) as stored:
            facts = json.loads(str(stored["facts"]))
            known = {key: stored[key] for key in stored if key != "facts"} if facts["experiment"] == EXPERIMENT else {}
    names = {**AXES, "seeds": list(range(seeds))}
    arrays = {}
    for key, (kind, axes) in SHAPES.items():
        shape = [len(names[axis]) if isinstance(axis, str) else axis for axis in axes]
        arrays[key] = np.full(shape, 0 if kind is np.uint8 else np.nan, kind)
        if key in known:
            before = {**facts["axes"], "seeds": list(range(known["seconds"].shape[2]))}
            common = [[n for n in names[axis] if n in before[axis]] for axis in axes if isinstance(axis, str)]
            named = [axis for axis in axes if isinstance(axis, str)]
            to, of = (
                [[listed[axis].index(n) for n in some] for axis, some in zip(named, common, strict=True)]
                for listed in (names, before)
            )
            arrays[key][np.ix_(*to)] = known[key][np.ix_(*of)]
    origins = facts["made"] if known else []
    for file in files:
        with np.load(file) as run:
            enter(arrays, run, seeds)
            run_origin = json.loads(str(run["made"]))
            if run_origin not in origins:
                origins.append(run_origin)
    return arrays, origins


def enter(arrays: Arrays, run: Mapping[str, np.ndarray], seeds: int) -> None:
    """Enter the measures of a run into the results, if its encoding, task, and seed are in use."""
    name, task, seed = json.loads(str(run["run"]))
    if name not in ENCODINGS or task not in AXES["runs"] or seed >= seeds:
        return
    trained = AXES["trained"].index(name)
    arrays["seconds"][trained, AXES["runs"].index(task), seed] = run["seconds"]
    for entry in run:
        label, _, key = entry.partition("|")
        if key in ("trials", "learned_bias"):
            arrays[key][trained] = run[entry]
        elif key in ("attention", "rate_losses"):
            if seed == 0:
                arrays[key][trained, AXES["tasks"].index(task)] = run[entry]
        elif key in ("language", "curve") and task == LANGUAGE:
            key = "language" if key == "language" else "language_curve"
            arrays[key][AXES["encodings"].index(label), :, : run[entry].shape[1]] = run[entry]
        elif key:
            place = AXES["encodings"].index(label), AXES["tasks"].index(task), seed
            # the curve of an earlier run may be longer
            arrays[key][place] = np.nan
            arrays[key][place][..., : run[entry].shape[-1]] = run[entry]


@cache
def origin() -> dict[str, Any]:
    """Commit and package versions of this process."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout.strip()
    versions = {"posenc_core": posenc_core.__version__, "torch": torch.__version__, "numpy": np.__version__}
    return {"commit": commit, "versions": versions}


def perform(run: Run) -> Run:
    """Train a run and write its file."""
    name, task, seed = run
    path, start, _ = file_of(run), time.process_time(), origin()
    measures = {name: train_rates(name)} if task == RATES else train(name, task, seed, rates_to_try(name, task, seed))
    arrays = {f"{label}|{key}": array for label, arrays in measures.items() for key, array in arrays.items()}
    provenance, seconds = json.dumps(origin()), time.process_time() - start
    RUNS.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, run=json.dumps(run), made=provenance, seconds=seconds, **arrays)
    part.rename(path)
    return run


def file_of(run: Run) -> Path:
    """File of a run; its name begins with the version of the experiment."""
    return RUNS / ("-".join(map(str, (EXPERIMENT, *run))).replace(" ", "_") + ".npz")


def rates_to_try(name: str, task: str, seed: int) -> list[float]:
    """Learning rates of a run, in order of trial; training stops with the first that solves the task.

    With seed 0 all of them, the best of the trials first. With another seed the best of seed 0, and the others only
    where seed 0 solved the task, so that no seed fails a task for its rate alone.
    """
    arrays, rates = load(seed + 1)[0], list(SETTINGS.rates)
    row = AXES["trained"].index(name)
    if task == LANGUAGE:
        return [best_rates(arrays["trials"][row])[1]]
    if seed == 0:
        best = best_rates(arrays["trials"][row])[0]
    else:
        best = rates[int(np.nanargmin(arrays["rate_losses"][row, AXES["tasks"].index(task)]))]
        if states(arrays)[name][task][0] != "solved":
            return [best]
    return sorted(rates, key=lambda rate: rate != best)


def best_rates(trials: np.ndarray) -> list[float]:
    """Learning rates with the lowest mean loss at the trained length: for the tasks, and for the language model."""
    losses = np.nan_to_num(trials[..., 1], nan=np.inf)
    language = [task == LANGUAGE for task in SETTINGS.rate_tasks]
    return [SETTINGS.rates[int(losses[:, np.equal(language, of)].mean(axis=1).argmin())] for of in (False, True)]


def missing(seeds: int) -> tuple[list[Run], float]:
    """List the runs that are not in the results, and estimate their processor hours from runs of the same task."""
    arrays, _ = load(seeds)
    seconds = arrays["seconds"]
    unknown = {RATES: 180.0, LANGUAGE: 150.0}
    left, total = [], 0.0
    for name, task, seed in runs(seeds):
        row = seconds[:, AXES["runs"].index(task)]
        if np.isnan(row[AXES["trained"].index(name), seed]) or (seed == 0 and needs_other_rates(arrays, name, task)):
            left.append((name, task, seed))
            total += float(np.nanmean(row)) if np.isfinite(row).any() else unknown.get(task, 40.0)
    return left, total / 3600


def needs_other_rates(arrays: Arrays, name: str, task: str) -> bool:
    """Return True for a task that is not solved with seed 0, although learning rates were not tried."""
    if task not in TASKS:
        return False
    losses = arrays["rate_losses"][AXES["trained"].index(name), AXES["tasks"].index(task)]
    curve = arrays["curve"][AXES["encodings"].index(name), AXES["tasks"].index(task), 0]
    return bool(np.isnan(losses).any()) and state(*curve[:, np.isfinite(curve[1])]) != "solved"


def gather(seeds: int) -> None:
    """Write all results so far to one file."""
    arrays, origins = load(seeds)
    trials = dict(zip(ENCODINGS, arrays["trials"], strict=True))
    facts = {
        "experiment": EXPERIMENT,
        "axes": AXES,
        "chance": {name: task.chance for name, task in TASKS.items()},
        "settings": asdict(SETTINGS),
        "rates": {name: best_rates(losses) for name, losses in trials.items() if np.isfinite(losses).any()},
        "task_rates": task_rates(arrays),
        "learned": {name: encoding.learned for name, encoding in ENCODINGS.items() if encoding.learned},
        "states": states(arrays),
        "made": origins,
    }
    np.savez_compressed(RESULTS, facts=json.dumps(facts), **arrays)
    left, hours = missing(seeds)
    print(f"{RESULTS.name}: {RESULTS.stat().st_size:,} bytes; {len(left)} runs missing, {hours:.1f} hours")


def task_rates(arrays: Arrays) -> dict[str, dict[str, float]]:
    """Learning rate of each encoding and task, of those that are trained."""
    rates = {
        name: {
            task: SETTINGS.rates[int(np.nanargmin(losses))]
            for task, losses in zip(TASKS, row, strict=True)
            if np.isfinite(losses).any()
        }
        for name, row in zip(ENCODINGS, arrays["rate_losses"], strict=True)
    }
    return {name: own for name, own in rates.items() if own}


def states(arrays: Arrays) -> dict[str, dict[str, list[str]]]:
    """State of each encoding and task, by seed, in the order of the seeds; without those that are missing."""
    by_encoding: dict[str, dict[str, list[str]]] = {}
    for label, row in zip(AXES["encodings"], arrays["curve"].astype(float), strict=True):
        for task, curves in zip(TASKS, row, strict=True):
            ended = [curve[:, np.isfinite(curve[1])] for curve in curves]
            if any(curve.size for curve in ended):
                by_encoding.setdefault(label, {})[task] = [state(*curve) for curve in ended if curve.size]
    return by_encoding


def check(name: str, task: str, seed: int) -> int:
    """Train a run again and print both accuracies by length, or losses by position. -> 1 if they differ by > 0.05."""
    place = AXES["encodings"].index(name)
    arrays = load(seed + 1)[0]
    measures = train(name, task, seed, rates_to_try(name, task, seed))[name]
    if task == LANGUAGE:
        before, again = arrays["language"][place, 0], measures["language"][0]
    else:
        before, again = arrays["accuracy"][place, AXES["tasks"].index(task), seed], measures["accuracy"]
    print(json.dumps({"before": before.astype(float).round(4).tolist(), "again": again.round(4).tolist()}))
    return int(not np.abs(before - again).max() <= 0.05)


def main() -> int:
    """Train what is missing, or do what an option asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=2, help="models per main encoding and task")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--list", action="store_true", help="list missing runs")
    parser.add_argument("--gather", action="store_true", help="write the results so far")
    parser.add_argument("--check", nargs=3, metavar=("ENCODING", "TASK", "SEED"), help="repeat a run")
    args = parser.parse_args()
    if args.seeds < 1 or args.jobs < 1:
        parser.error("--seeds and --jobs must be at least 1")
    if args.check:
        name, task, seed = args.check
        if (name, task, seed) not in [(*run[:2], str(run[2])) for run in runs(args.seeds) if run[1] != RATES]:
            parser.error(f"no such run: {name!r} {task!r} {seed}")
        return check(name, task, int(seed))
    if not args.gather:
        left, hours = missing(args.seeds)
        print(f"{len(left)} of {len(runs(args.seeds))} runs missing, about {hours:.1f} processor hours", flush=True)
        if args.list:
            print("\n".join(" | ".join(map(str, run)) for run in left))
            return 0
        with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
            for count, run in enumerate(pool.imap(perform, left), 1):
                print(f"{time.strftime('%H:%M')} {count} of {len(left)}: {' | '.join(map(str, run))}", flush=True)
    gather(args.seeds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
