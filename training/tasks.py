"""Tasks of the trained models: questions about random tokens, and the next character of a book."""

import lzma
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

BOOK = Path(__file__).parent / "shakespeare.txt.xz"
"""Plays of Shakespeare, public domain: data/tinyshakespeare/input.txt of karpathy/char-rnn on GitHub."""

HELD_OUT = 0.1
"""Share of the book, at its end, that is only tested."""

BOS = 65
"""First token of every text, `<bos>`. The others are 0 to 64: symbols of a task, or the 65 characters of the book."""

NO_QUESTION = -100
"""Answer at a position where nothing is asked."""

LANGUAGE = "language model"


def back(tokens: Tensor, k: int) -> Tensor:
    """Token k back; `<bos>` is not asked for."""
    return torch.cat((torch.full_like(tokens[:, : k + 1], NO_QUESTION), tokens[:, 1:-k]), 1)


def index(tokens: Tensor) -> Tensor:
    """Token at index 5, at every later position."""
    later = torch.arange(tokens.shape[1]) > 5
    return torch.where(later, tokens[:, 5:6], NO_QUESTION)


def induction(tokens: Tensor) -> Tensor:
    """Token that followed the only earlier occurrence. Writes keys, from 16 on, each twice; the rest is filler."""
    count, length = tokens.shape
    keys = min(length // 4, 48)
    places = (1 + torch.rand(count, length - 1).argsort(1)[:, : 2 * keys]).view(count, keys, 2).sort(2).values
    names = 16 + torch.rand(count, 48).argsort(1)[:, :keys]
    tokens.scatter_(1, places.flatten(1), names.repeat_interleave(2, 1))
    answers = torch.full_like(tokens, NO_QUESTION)
    return answers.scatter_(1, places[..., 1], tokens.gather(1, places[..., 0] + 1))


def repetition(tokens: Tensor) -> Tensor:
    """Next token, in a second half that repeats the first. Writes the second half."""
    half = (tokens.shape[1] - 1) // 2
    tokens[:, -half:] = tokens[:, -2 * half : -half]
    answers = torch.full_like(tokens, NO_QUESTION)
    answers[:, -half:-1] = tokens[:, -half + 1 :]
    return answers


def order(tokens: Tensor) -> Tensor:
    """Order of tokens 0 and 1, after both: 2 if 0 comes first, else 3. Writes each of them once."""
    tokens[:] = tokens.clamp(min=2)
    places = 1 + torch.rand(tokens[:, 1:].shape).argsort(1)[:, :2]
    tokens.scatter_(1, places, torch.tensor([[0, 1]]).expand(len(tokens), 2))
    answer = torch.where(places[:, :1] < places[:, 1:], 2, 3)
    later = torch.arange(tokens.shape[1]) > places.max(1, keepdim=True).values
    return torch.where(later, answer, NO_QUESTION)


@dataclass(frozen=True)
class Task:
    """A question about random tokens. `ask` may write the tokens that it needs."""

    ask: Callable[[Tensor], Tensor]
    chance: float = 1 / 16
    symbols: int = 16
    single_answer: bool = False


TASKS: dict[str, Task] = {
    "1 back": Task(lambda tokens: back(tokens, 1)),
    "3 back": Task(lambda tokens: back(tokens, 3)),
    "8 back": Task(lambda tokens: back(tokens, 8)),
    "index 5": Task(index, single_answer=True),
    "induction": Task(induction),
    "copy": Task(repetition, 1 / 64, symbols=64),
    "order": Task(order, 0.5, single_answer=True),
}


@cache
def book() -> tuple[Tensor, Tensor]:
    """Characters of the book as tokens: those for training, those held out."""
    characters = np.frombuffer(lzma.decompress(BOOK.read_bytes()), np.uint8)
    tokens = torch.as_tensor(np.unique(characters, return_inverse=True)[1])
    end = round(len(tokens) * (1 - HELD_OUT))
    return tokens[:end], tokens[end:]


def texts(task: str, count: int, length: int, held_out: bool = False) -> tuple[Tensor, Tensor]:
    """Texts that begin with `<bos>`, and the answer at each position. -> (count, length) twice."""
    if task == LANGUAGE:
        characters = book()[held_out]
        last = len(characters) - length
        start = torch.linspace(0, last, count).long() if held_out else torch.randint(last + 1, (count,))
        answers = characters[start[:, None] + torch.arange(length)]
        return torch.cat((torch.full_like(answers[:, :1], BOS), answers[:, :-1]), 1), answers
    tokens = torch.randint(TASKS[task].symbols, (count, length))
    tokens[:, 0] = BOS
    return tokens, TASKS[task].ask(tokens)
