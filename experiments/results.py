"""Run `train.py` for every encoding, task, and seed, and gather what it finds in one file: `make train`.

make train                                   what is not there yet, five seeds, all cores
make train ARGS="--seeds 1"                  fewer
make train ARGS="--check RoPE '3 back' 0"    one again, beside what the file has
"""

import argparse
import json
import multiprocessing
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import torch

import posenc_core
from experiments import train

HERE = Path(__file__).parent
RESULTS, RUNS = posenc_core.extrapolation.FILE, HERE / "runs"

Run = tuple[str, str, int]
"""An encoding, a task, and a seed."""


def kept(run: Run) -> tuple[Run, float]:
    """Train once and keep what is found, unless it is there. -> the run, and how long it took, in seconds."""
    path, start = file_of(run), time.monotonic()
    if not path.exists():
        found = train.trained(*run)
        arrays = {f"{name}|{key}": array for name, each in found.items() for key, array in each.items()}
        np.savez(path.with_suffix(".part.npz"), **arrays)
        path.with_suffix(".part.npz").rename(path)
    return run, time.monotonic() - start


def file_of(run: Run) -> Path:
    """Where what is found of a run is kept."""
    return RUNS / ("-".join(map(str, run)).replace(" ", "_") + ".npz")


def before(seeds: int) -> dict[str, np.ndarray]:
    """What the results have already, with room for so many seeds; all unknown where anything else has changed."""
    names = [
        label
        for name, each in train.ENCODINGS.items()
        for label in (name, *(f"{name}: {test[0]}" for test in each.tests))
    ]
    chance = {task: chance for task, (_, chance) in train.TASKS.items()}
    facts = {"encodings": names, "tasks": chance, "hyperparameters": json.loads(json.dumps(train.HYPERPARAMETERS))}
    shape = (len(names), len(train.TASKS), seeds)
    found = {key: np.full((*shape, size), np.nan, np.float32) for key, size in train.MEASURED.items()}
    found["attention"] = np.zeros(
        (len(train.ENCODINGS), len(train.TASKS), train.HEADS, train.SHOWN, train.SHOWN), np.uint8
    )
    found["facts"] = np.array(json.dumps(facts))
    if RESULTS.exists():
        with np.load(RESULTS) as known:
            if {key: value for key, value in json.loads(str(known["facts"])).items() if key in facts} == facts:
                found["attention"][:] = known["attention"]
                for key in train.MEASURED:
                    count = min(seeds, known[key].shape[2])
                    found[key][:, :, :count] = known[key][:, :, :count]
    return found


def gathered(found: dict[str, np.ndarray], runs: list[Run]) -> dict[str, np.ndarray]:
    """The results with what was kept of some runs, and where and with what they were made."""
    facts = json.loads(str(found["facts"]))
    names, tasks = facts["encodings"], list(train.TASKS)
    for run in runs:
        name, task, seed = run
        with np.load(file_of(run)) as arrays:
            for entry in arrays.files:
                label, key = entry.split("|")
                if key != "attention":
                    found[key][names.index(label), tasks.index(task), seed] = arrays[entry]
                elif seed == 0:
                    found[key][list(train.ENCODINGS).index(name), tasks.index(task)] = arrays[entry]
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout.strip()
    versions = {"posenc_core": posenc_core.__version__, "torch": torch.__version__, "numpy": np.__version__}
    return found | {"facts": np.array(json.dumps(facts | {"commit": commit, "versions": versions}))}


def main() -> int:
    """Train what is not there yet, and write the results; or train one entry again and say how far off it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="how often each is trained")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="how many are trained at once")
    parser.add_argument("--check", nargs=3, metavar=("ENCODING", "TASK", "SEED"), help="train this one again")
    given = parser.parse_args()
    if given.seeds < 1 or given.jobs < 1:
        parser.error("--seeds and --jobs must be at least 1")
    if given.check:
        name, task, seed = given.check
        with np.load(RESULTS) as found:
            labels = json.loads(str(found["facts"]))["encodings"]
            told = found["accuracy"][labels.index(name), list(train.TASKS).index(task), int(seed)]
        again = train.trained(name, task, int(seed))[name]["accuracy"]
        print(json.dumps({"before": told.tolist(), "again": again.tolist()}))
        return int(np.abs(told - again).max() > 0.05)
    RUNS.mkdir(exist_ok=True)
    found, names = before(given.seeds), list(train.ENCODINGS)
    labels = json.loads(str(found["facts"]))["encodings"]
    missing = np.isnan(found["accuracy"][[labels.index(name) for name in names], ..., 0])
    every = [(name, task, seed) for seed in range(given.seeds) for task in train.TASKS for name in names]
    runs = [run for run in every if missing[names.index(run[0]), list(train.TASKS).index(run[1]), run[2]]]
    start, took = time.monotonic(), []
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for count, (run, seconds) in enumerate(pool.imap_unordered(kept, runs), 1):
            took += [seconds] * (seconds > 0.5)
            rest = (len(runs) - count) * (time.monotonic() - start) / max(len(took), 1) / 60
            print(f"{count} of {len(runs)}: {run} in {seconds:.0f} s; about {rest:.0f} minutes left", flush=True)
    np.savez_compressed(RESULTS, **gathered(found, runs))
    print(f"{RESULTS.name}: {RESULTS.stat().st_size:,} bytes, {(time.monotonic() - start) / 60:.0f} minutes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
