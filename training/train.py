"""Train one small Transformer with each positional encoding, and test it on longer texts.

Model, budget, and data are the same for every encoding; each has the best of three rates. Fixed positions come from
`posenc_core`: tables from `encode`, rotations from `rotate`, biases from `bias`. What a paper learns is learned here.
`make train` runs it; docs/training.md describes it.
"""

import copy
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.encodings import ENCODINGS, Encoding, LearnedT5, Positions
from training.settings import SETTINGS, share_of_rate, state
from training.tasks import BOS, LANGUAGE, NO_QUESTION, TASKS, texts

Record = list[tuple[Tensor, Tensor]]
"""Numbers added to the logits, (h or 1, n, n) or (b, h, n, n), and attention weights, (b, h, n, n), of each block."""


class Block(nn.Module):
    """Attention and a network, each after a layer norm."""

    def __init__(self, layer: int) -> None:
        """Create the weights."""
        super().__init__()
        width, self.layer = SETTINGS.width, layer
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.into, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.network = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: Tensor, positions: Positions, places: Tensor | None, record: Record | None) -> Tensor:
        """(b, n, d) -> (b, n, d). Bias and attention weights are appended to `record`, where it is a list."""
        count, length, width = x.shape
        parts = self.into(self.norms[0](x)).view(count, length, 3, SETTINGS.heads, -1).permute(2, 0, 3, 1, 4)
        queries, keys = positions.rotate(parts[0], places, False), positions.rotate(parts[1], places, True)
        bias = positions.bias(parts[0], self.layer)
        if record is not None:
            logits, added = queries @ keys.mT / math.sqrt(queries.shape[-1]), bias
            if added is None:
                added = positions.causal(length)
            record.append((added, (logits + added).softmax(-1)))
        mask = None if bias is None else bias.expand(count, -1, -1, -1)
        mixed = functional.scaled_dot_product_attention(queries, keys, parts[2], mask, is_causal=bias is None)
        x = x + self.out(mixed.transpose(1, 2).reshape(count, length, width))
        return x + self.network(self.norms[1](x))


class Model(nn.Module):
    """A decoder of a few blocks."""

    def __init__(self, encoding: Encoding) -> None:
        """Create the weights."""
        super().__init__()
        self.positions = encoding.positions()
        self.tokens = nn.Embedding(BOS + 1, SETTINGS.width)
        self.blocks = nn.ModuleList(Block(layer) for layer in range(SETTINGS.layers))
        self.last, self.out = nn.LayerNorm(SETTINGS.width), nn.Linear(SETTINGS.width, BOS + 1)

    def forward(self, tokens: Tensor, record: Record | None = None) -> Tensor:
        """Logits (b, n, v); bias and attention weights of every block are appended to `record`, where it is a list."""
        count, length = tokens.shape
        places = self.positions.draw_positions(count, length)
        x = self.tokens(tokens) + self.positions.vectors_to_add(places, length)
        for block in self.blocks:
            x = block(x, self.positions, places, record)
        return self.out(self.last(x))


def fit(
    model: Model,
    task: str,
    rate: float,
    steps: int,
    longest: int,
    stops: bool = False,
    schedule: str = "constant",
) -> tuple[Model, Any]:
    """Train on texts of random lengths up to `longest`; a language model on that length alone.

    `schedule` is one of `SCHEDULES`. With `stops`, training ends before `steps` when it is solved or on a plateau.
    -> averaged model, and accuracy and loss in every check, at length `longest`: (2, checks).
    """
    s, positions = SETTINGS, list(model.positions.parameters())
    others = [parameter for name, parameter in model.named_parameters() if not name.startswith("positions.")]
    groups = [{"params": positions, "lr": rate * model.positions.speed, "weight_decay": 0.0}, {"params": others}]
    optimizer = torch.optim.AdamW(groups, rate, weight_decay=s.weight_decay, foreach=True)
    shares = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: share_of_rate(schedule, step, steps))
    average, curve = copy.deepcopy(model).eval(), []
    for step in range(1, steps + 1):
        length = longest if task == LANGUAGE else int(torch.randint(s.shortest, longest + 1, ()))
        tokens, answers = texts(task, s.tokens_per_step // longest, length)
        loss = functional.cross_entropy(model(tokens).flatten(0, 1), answers.flatten(), ignore_index=NO_QUESTION)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        shares.step()
        if step % s.average_every == 0:
            keep = min(s.average, step / (step + 10 * s.average_every))
            with torch.no_grad():
                torch._foreach_lerp_(list(average.parameters()), list(model.parameters()), 1 - keep)
        if step % s.check_every == 0 or step == steps:
            curve.append(check(average, task, longest))
            stop = state(*np.transpose(curve))
            if stops and (
                (step >= s.least_steps and stop == "solved") or (step >= s.plateau_from and stop == "plateau")
            ):
                break
    return average, np.transpose(curve)


@torch.no_grad()
def answer(model: Model, task: str, count: int, length: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    """Test texts that a seed draws. -> questions, correct answers, loss in nats: (count, length) each."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        tokens, answers = texts(task, count, length, held_out=True)
        logits = torch.cat([model(part) for part in tokens.split(max(1, 2**13 // length))])
    loss = functional.cross_entropy(logits.flatten(0, 1), answers.flatten(), ignore_index=NO_QUESTION, reduction="none")
    return answers != NO_QUESTION, logits.argmax(-1) == answers, loss.view(answers.shape)


def check(model: Model, task: str, length: int) -> tuple[float, float]:
    """Accuracy and loss at a length, on texts that are the same in every check."""
    asked, correct, loss = answer(model, task, 2**13 // length, length, 10**6)
    return correct[asked].float().mean().item(), loss[asked].mean().item()


def mean_and_error(values: Tensor, asked: Tensor) -> tuple[float, float]:
    """Mean over the questions, and its standard error with each text as one observation."""
    total, counts = (values * asked).sum(1), asked.sum(1)
    mean = total.sum() / counts.sum()
    return mean.item(), ((total - mean * counts).square().sum().sqrt() / counts.sum()).item()


def measure(model: Model, task: str, seed: int) -> dict[str, np.ndarray]:
    """Accuracy on the last eighth of positions of each length with its standard error, mean accuracy, loss, bins."""
    s = SETTINGS
    if task == LANGUAGE:
        _, _, loss = answer(model, task, s.language_texts, s.language_tested, seed)
        parts = [mean_and_error(part, torch.ones_like(part)) for part in loss.chunk(s.language_bins, 1)]
        return {"language": np.transpose(parts)}
    numbers = []
    for length in s.lengths:
        count = max(s.test_tokens // length, s.single_answer_texts if TASKS[task].single_answer else 0)
        asked, correct, loss = answer(model, task, count, length, 10**6 + seed + 1)
        late = asked & (torch.arange(length) >= length - length // 8)
        numbers.append((*mean_and_error(correct, late), correct[asked].float().mean(), loss[asked].mean()))
        if length == s.binned:
            sums = [mask.view(count, s.bins, -1).sum((0, 2)) for mask in (correct & asked, asked)]
    measures = dict(zip(("accuracy", "error", "mean", "loss"), np.transpose(numbers), strict=True))
    return {**measures, "by_position": (sums[0] / sums[1]).numpy()}


@torch.no_grad()
def learned_bias(model: Model) -> np.ndarray:
    """Mean bias of the last query of the trained length by distance, minus that at distance 0. -> (l, h, n)."""
    s, record = SETTINGS, Record()
    with torch.random.fork_rng():
        torch.manual_seed(10**6)
        model(texts(LANGUAGE, s.language_texts, s.language_trained, held_out=True)[0], record)
    biases = [added.expand(s.language_texts, s.heads, -1, -1).mean(0)[:, -1].flip(-1) for added, _ in record]
    nats = torch.stack(biases)
    return (nats - nats[..., :1]).numpy()


def new_model(encoding: Encoding, task: str, seed: int) -> tuple[Model, int]:
    """Untrained model with the weights that a seed draws, and the trained length."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    model, longest = Model(encoding), SETTINGS.language_trained if task == LANGUAGE else SETTINGS.trained
    if isinstance(model.positions, LearnedT5):
        model.positions.longest = longest
    return model, longest


def train_rates(name: str) -> dict[str, np.ndarray]:
    """Short trials of each rate on a few tasks, seed 0. -> accuracy and loss: (rates, tasks, 2)."""
    s, trials = SETTINGS, []
    for rate in s.rates:
        for task in s.rate_tasks:
            model, longest = new_model(ENCODINGS[name], task, 0)
            trials.append(fit(model, task, rate, s.rate_steps, longest)[1][:, -1])
    return {"trials": np.reshape(trials, (len(s.rates), len(s.rate_tasks), 2))}


def train(name: str, task: str, seed: int, rates: Sequence[float]) -> dict[str, dict[str, np.ndarray]]:
    """Train at each learning rate until one solves the task; the best at the trained length is measured.

    -> measures of the model, and of each scheme that replaces its own, by name. `rate_losses` has the loss at each rate
    of the settings, NaN if it was not tried.
    """
    s, language = SETTINGS, task == LANGUAGE
    fits, losses = {}, np.full(len(s.rates), np.nan)
    for rate in rates:
        model, longest = new_model(ENCODINGS[name], task, seed)
        model, curve = fit(model, task, rate, s.language_steps if language else s.most_steps, longest, not language)
        fits[rate], losses[s.rates.index(rate)] = (model, curve), curve[1, -1]
        if state(*curve) == "solved":
            break
    rate = s.rates[int(np.nanargmin(losses))]
    model, curve = fits[rate]
    measures = {name: {**measure(model, task, seed), "curve": curve}}
    if not language:
        with torch.no_grad(), torch.random.fork_rng():
            torch.manual_seed(10**6)
            record: Record = []
            model(texts(task, 1, s.shown)[0], record)
        weights = torch.cat([weights for _, weights in record])
        measures[name]["attention"] = (255 * weights).round().to(torch.uint8).numpy()
        measures[name]["rate_losses"] = losses
    elif ENCODINGS[name].learned and ENCODINGS[name].scheme.family == "bias":
        measures[name]["learned_bias"] = learned_bias(model)
    for label, scheme, tunes in ENCODINGS[name].variants(longest):
        other = copy.deepcopy(model)
        other.positions.use(scheme)
        if tunes:
            torch.manual_seed(seed)
            other, curve = fit(other, task, rate * s.tuned_rate, s.tuned_steps, round(s.factor * longest))
        measures[f"{name}: {label}"] = {**measure(other, task, seed), **({"curve": curve} if tunes else {})}
    return measures
