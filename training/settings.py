"""Hyperparameters of the trained models."""

import math
from dataclasses import dataclass

EXPERIMENT = 3
"""Version of the experiment. Raise it when results would change; results of another version are trained again."""


@dataclass(frozen=True)
class Settings:
    """Hyperparameters of every model. Lengths in tokens, `<bos>` included."""

    layers: int = 2
    width: int = 64
    heads: int = 4
    tokens_per_step: int = 2048
    """Texts in a step times their greatest length: 64 texts of up to 32 tokens."""
    warmup: int = 50
    weight_decay: float = 0.01
    average: float = 0.9
    average_every: int = 10
    """Exponential moving average of the weights, updated every so many steps; it is what is tested."""
    rates: tuple[float, ...] = (1e-3, 3e-3, 1e-2)
    schedules: tuple[str, ...] = ("constant", "cosine")
    """The rate after the warm-up: constant, or half a cosine that ends at 0."""
    seeds: int = 2
    """A recipe of a small task is a rate, a schedule, and a seed: every combination is trained."""
    shortest: int = 9
    trained: int = 32
    lengths: tuple[int, ...] = (16, 32, 48, 64, 128, 256, 512)
    least_steps: int = 1000
    most_steps: int = 2000
    """A constant rate ends between the two, once the task is solved; a cosine needs all of its steps."""
    check_every: int = 100
    solved: float = 0.999
    solved_checks: int = 3
    """Solved in training: at least this accuracy at the trained length in each of the last checks."""
    test_tokens: int = 2**15
    single_answer_texts: int = 512
    """Tokens tested at a length, and least number of texts where each has one answer."""
    shown: int = 24
    """Length of the text whose attention is kept."""
    shown_rate: float = 1e-2
    """The attention that is kept is that of "3 back" at this rate, with a cosine, seed 0."""
    noise_length: int = 2048
    """Random positions are drawn from this range (Ruoss et al.)."""
    factor: float = 4.0
    tuned_steps: int = 1000
    tuned_rate: float = 1 / 3
    """Tuning after a scaling: on texts up to `factor` times the trained length, at this share of the rate."""
    language_trained: int = 128
    language_tested: int = 1024
    language_steps: int = 4000
    language_rate_steps: int = 1000
    """Length of the trials of each rate; the one with the lowest loss at the trained length is used."""
    language_texts: int = 64
    language_bins: int = 64


SETTINGS = Settings()


def share_of_rate(schedule: str, step: int, steps: int) -> float:
    """Share of the learning rate that a schedule uses in a step, counted from 0."""
    warm = min(1.0, (step + 1) / SETTINGS.warmup)
    if schedule == "constant":
        return warm
    return warm * (1 + math.cos(math.pi * step / steps)) / 2
