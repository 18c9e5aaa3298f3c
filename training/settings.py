"""Hyperparameters of the trained models, and the states of training."""

import math
from dataclasses import dataclass

import numpy as np

from training.tasks import LANGUAGE

EXPERIMENT = 2
"""Version of the experiment. Raise it when results would change; results of another version are trained again."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of every model. Lengths in tokens, `<bos>` included."""

    layers: int = 2
    width: int = 64
    heads: int = 4
    tokens_per_step: int = 2048
    """Texts in a step times their greatest length: 64 texts of up to 32 tokens."""
    rates: tuple[float, ...] = (1e-3, 3e-3, 1e-2)
    rate_tasks: tuple[str, ...] = ("3 back", "induction", LANGUAGE)
    rate_steps: int = 1000
    """Length of the trials by which the rates of an encoding are chosen: lowest mean loss at the trained length."""
    warmup: int = 50
    weight_decay: float = 0.01
    average: float = 0.9
    average_every: int = 10
    """Exponential moving average of the weights, updated every so many steps; it is what is tested."""
    shortest: int = 9
    trained: int = 32
    lengths: tuple[int, ...] = (16, 32, 48, 64, 128, 256, 512)
    least_steps: int = 1000
    most_steps: int = 6000
    check_every: int = 100
    solved: float = 0.999
    solved_checks: int = 3
    """Solved: at least this accuracy at the trained length in each of the last checks."""
    plateau_from: int = 3000
    plateau_checks: int = 15
    plateau_loss: float = 0.02
    plateau_accuracy: float = 0.005
    """Plateau: over so many checks, mean loss fell by a smaller share, and mean accuracy rose by less, than before."""
    test_tokens: int = 2**15
    single_answer_texts: int = 512
    """Tokens tested at a length, and least number of texts where each has one answer."""
    bins: int = 16
    binned: int = 128
    shown: int = 24
    """Length of the text whose attention is kept."""
    noise_length: int = 2048
    """Random positions are drawn from this range (Ruoss et al.)."""
    factor: float = 4.0
    tuned_steps: int = 1000
    tuned_rate: float = 1 / 3
    """Tuning after a scaling: on texts up to `factor` times the trained length, at this share of the rate."""
    recipe_tasks: tuple[str, ...] = ("3 back", "index 5")
    recipe_seeds: int = 2
    recipe_steps: int = 2000
    """A recipe is a rate of `rates`, a schedule of `SCHEDULES`, and a seed."""
    language_trained: int = 128
    language_tested: int = 1024
    language_steps: int = 4000
    language_texts: int = 64
    language_bins: int = 64


SETTINGS = Settings()
STATES = ("solved", "still learning", "plateau")
SCHEDULES = ("constant", "cosine")
"""The rate after the warm-up: constant, or half a cosine that ends at 0."""


def share_of_rate(schedule: str, step: int, steps: int) -> float:
    """Share of the learning rate that a schedule uses in a step, counted from 0."""
    warm = min(1.0, (step + 1) / SETTINGS.warmup)
    if schedule == "constant":
        return warm
    return warm * (1 + math.cos(math.pi * step / steps)) / 2


def state(accuracy: np.ndarray, loss: np.ndarray) -> str:
    """State of training, one of `STATES`, from accuracy and loss in every check."""
    s = SETTINGS
    if len(accuracy) >= s.solved_checks and min(accuracy[-s.solved_checks :]) >= s.solved:
        return "solved"
    before, after = (slice(-2 * s.plateau_checks, -s.plateau_checks), slice(-s.plateau_checks, None))
    if len(accuracy) < 2 * s.plateau_checks:
        return "still learning"
    fell = 1 - np.mean(loss[after]) / np.mean(loss[before])
    rose = np.mean(accuracy[after]) - np.mean(accuracy[before])
    return "plateau" if fell < s.plateau_loss and rose < s.plateau_accuracy else "still learning"
