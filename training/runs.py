"""Runs of the experiment: list what is missing, train it, and store it. `make train` runs it.

make train                                              train what is missing; every finished run is stored at once
make train ARGS="--list"                                list it only
make train ARGS="--check '3 back' RoPE 0.01 cosine 0"   train a run again, and compare it
"""

import argparse
import itertools
import json
import multiprocessing
import subprocess
import sys
import time
from dataclasses import MISSING, asdict, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import posenc_core
from posenc_tools.models.trained import ATTENTION, FILE
from training.encodings import ENCODINGS
from training.settings import EXPERIMENT, SETTINGS
from training.tasks import LANGUAGE, TASKS, letter_loss
from training.train import attention, fit, measure, new_model, train_language

DIGITS = 5
"""Stored decimals: a single wrong answer stays visible."""


class Run(NamedTuple):
    """Task, encoding, learning rate (0 if it is chosen by trials, for language models), schedule, and seed."""

    task: str
    encoding: str
    rate: float
    schedule: str
    seed: int


class Result(NamedTuple):
    """A run, its records as they are stored, and the attention that is kept, by encoding."""

    run: Run
    records: list[dict[str, Any]]
    attention: dict[str, np.ndarray]


def runs() -> list[Run]:
    """All runs: each recipe of the small tasks, then the language models."""
    s = SETTINGS
    small = [name for name, encoding in ENCODINGS.items() if encoding.small_tasks]
    recipes = itertools.product(TASKS, small, s.rates, s.schedules, range(s.seeds))
    language = [
        Run(LANGUAGE, name, 0.0, "constant", seed)
        for seed in range(s.seeds)
        for name, encoding in ENCODINGS.items()
        if seed < encoding.language_seeds
    ]
    return [*itertools.starmap(Run, recipes), *language]


def perform(run: Run) -> Result:
    """Train a run and measure it."""
    start, weights = time.process_time(), {}
    if run.task == LANGUAGE:
        measured = train_language(run.encoding, run.seed)
    else:
        model, longest = new_model(run.encoding, run.task, run.seed)
        model, steps = fit(model, run.task, run.rate, SETTINGS.most_steps, longest, run.schedule)
        own = {"encoding": run.encoding, "rate": run.rate, "steps": steps}
        measured = [{**own, **measure(model, run.task, run.seed)}]
        if run[0] == "3 back" and run[2:] == (SETTINGS.shown_rate, "cosine", 0):
            weights[run.encoding] = attention(model, run.task)
    seconds = round(time.process_time() - start)
    records = [
        {
            "task": run.task,
            "schedule": run.schedule,
            "seed": run.seed,
            **{
                key: np.round(value, DIGITS).tolist() if isinstance(value, list) else value
                for key, value in each.items()
            },
            "seconds": seconds if each["encoding"] == run.encoding else 0,
        }
        for each in measured
    ]
    return Result(run, records, weights)


def load() -> tuple[list[dict[str, Any]], dict[str, np.ndarray], list[Any]]:
    """Return stored records, attention by encoding, and origins; nothing of another version of the experiment."""
    if not FILE.exists():
        return [], {}, []
    stored = json.loads(FILE.read_text("utf-8"))
    if stored["experiment"] != EXPERIMENT:
        return [], {}, []
    weights = dict(np.load(ATTENTION)) if ATTENTION.exists() else {}
    return stored["runs"], weights, stored["made"]


def store(records: list[dict[str, Any]], weights: dict[str, np.ndarray], made: list[Any]) -> None:
    """Write results with all that describes them, one run a line; an interruption leaves the earlier files."""
    facts = {
        "experiment": EXPERIMENT,
        "settings": asdict(SETTINGS),
        "chance": {name: 1 / task.symbols for name, task in TASKS.items()},
        "letter_loss": round(letter_loss(), DIGITS),
        "encodings": {name: described(name) for name in ENCODINGS},
        "made": made,
    }
    lines = [json.dumps({key: value}, ensure_ascii=False)[1:-1] for key, value in facts.items()]
    each = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    text = "{\n" + ",\n".join(lines) + ',\n"runs": [\n' + each + "\n]\n}\n"
    part = FILE.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(FILE)
    np.savez_compressed(ATTENTION, **weights)


def described(name: str) -> dict[str, Any]:
    """Scheme of an encoding with the parameters that are not the default, and what is learned."""
    encoding = ENCODINGS[name]
    scheme = {"name": encoding.scheme.name}
    for field in fields(encoding.scheme):
        value = getattr(encoding.scheme, field.name)
        if field.default is not MISSING and value != field.default:
            scheme[field.name] = value
    return {"scheme": scheme, "learned": encoding.learned, "draw": encoding.draw}


@cache
def origin() -> dict[str, Any]:
    """Commit and package versions of this process."""
    here = Path(__file__).parent
    commit = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=here).stdout.strip()
    versions = {"posenc_core": posenc_core.__version__, "torch": torch.__version__, "numpy": np.__version__}
    return {"commit": commit, "versions": versions}


def missing() -> list[Run]:
    """List runs that are not stored."""
    done = set()
    for record in load()[0]:
        rate = 0.0 if record["task"] == LANGUAGE else record["rate"]
        done.add(Run(record["task"], record["encoding"], rate, record["schedule"], record["seed"]))
    return [run for run in runs() if run not in done]


def train(jobs: int) -> None:
    """Train what is missing."""
    left = missing()
    records, weights, made = load()
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for count, (run, new, own) in enumerate(pool.imap_unordered(perform, left), 1):
            records += new
            weights |= own
            if origin() not in made:
                made.append(origin())
            store(records, weights, made)
            print(f"{time.strftime('%H:%M')} {count} of {len(left)}: {json.dumps(run)}", flush=True)


def check(run: Run) -> int:
    """Train a run again and print both results. -> 1 if a number differs by more than 0.05."""
    (after,) = (record for record in perform(run).records if record["encoding"] == run.encoding)
    same = [
        record
        for record in load()[0]
        if all(record[key] == after[key] for key in ("task", "encoding", "rate", "schedule", "seed"))
    ]
    key = "loss" if run.task == LANGUAGE else "accuracy"
    before = same[0][key] if same else []
    print(json.dumps({"before": before, "again": after[key]}))
    return int(not same or np.abs(np.subtract(before, after[key])).max() > 0.05)


def main() -> int:
    """Train what is missing, or do what an option asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--list", action="store_true", help="list missing runs")
    parser.add_argument(
        "--check", nargs=5, metavar=("TASK", "ENCODING", "RATE", "SCHEDULE", "SEED"), help="repeat a run"
    )
    args = parser.parse_args()
    if args.jobs < 1:
        parser.error("--jobs must be at least 1")
    if args.check:
        task, name, rate, schedule, seed = args.check
        run = Run(task, name, float(rate), schedule, int(seed))
        if run not in runs():
            parser.error(f"no such run: {json.dumps(run)}; the rate of a language model is 0")
        return check(run)
    left = missing()
    print(f"{len(left)} of {len(runs())} runs missing", flush=True)
    if args.list:
        print("\n".join(json.dumps(run) for run in left))
        return 0
    train(args.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
