"""What tables does a file hold? By the end of its name it is known how to read it."""

from pathlib import PurePath
from typing import BinaryIO

from posenc_core.readers.npy import npy, npz, pickled
from posenc_core.readers.safetensors import safetensors
from posenc_core.readers.tensor import MAX_BYTES, MAX_NUMBERS, Refusal, Tensor, offered, shown, size
from posenc_core.readers.text import text

__all__ = ["KINDS", "tensors"]

BINARY = {".npy": npy, ".npz": npz, ".safetensors": safetensors}

LINES = (".csv", ".tsv", ".txt")

KINDS = (*BINARY, *LINES)
"""File name extensions of the formats that can be read."""

PICKLES = (".pt", ".pth", ".pkl", ".pickle", ".bin", ".ckpt")


def tensors(file: BinaryIO, name: str, *, most_bytes: int = MAX_BYTES, most_numbers: int = MAX_NUMBERS) -> list[Tensor]:
    """The tables that an open file holds, those that are called as positions are first.

    Only headers are read, but of a text, which has none; `Tensor.read()` reads one table while the file is open. An
    axis of 1 is left out where there are more than two. No code is run, whatever the file holds. ValueError, with one
    sentence, for a file of another kind, one that is damaged or too large, and one without a table of real numbers.
    """
    end = PurePath(name).suffix.lower()
    if end in PICKLES:
        raise Refusal(pickled(name))
    if end not in KINDS:
        raise Refusal(f"{shown(name)} must end in one of {', '.join(KINDS)}, to say what it is.")
    total = size(file)
    if not total:
        raise Refusal(f"{shown(name)} is empty.")
    if total > most_bytes:
        raise Refusal(f"{shown(name)} has {total:,} bytes, and at most {most_bytes:,} are read.")
    found = BINARY[end](file, name, total) if end in BINARY else text(file, name, most_numbers)
    return offered(found, name, most_numbers)
