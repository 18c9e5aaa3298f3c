"""What does a .safetensors file hold? A header in JSON that says where the bytes of each tensor lie."""

import json
import math
from functools import partial
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from posenc_core.readers.tensor import Promise, Refusal, numbers, shown, without_ones

__all__ = ["safetensors"]

LONGEST = 2**20
"""Bytes of a header: about ten thousand tensors."""

KINDS = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    **{
        f"{letter}{bits}": f"{word}{bits}" for letter, word in (("I", "int"), ("U", "uint")) for bits in (8, 16, 32, 64)
    },
}
"""What the file calls a kind of number, and what NumPy does."""


def safetensors(file: BinaryIO, name: str, total: int) -> list[Promise]:
    """The tensors of a .safetensors file of so many bytes; only its header is read."""
    length = int.from_bytes(file.read(8), "little")
    if total < 8 or length > total - 8:
        raise Refusal(f"{shown(name)} is no .safetensors file, or cut short: its header does not fit into it.")
    if length > LONGEST:
        raise Refusal(f"{shown(name)} has a header of {length:,} bytes, and one of at most {LONGEST:,} is read.")
    try:
        header = json.loads(file.read(length), object_pairs_hook=_once)
    except Refusal:
        raise
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise Refusal(f"{shown(name)} is no .safetensors file: its header is no JSON.")
    start, room = 8 + length, total - 8 - length
    header.pop("__metadata__", None)
    places = {each: _place(each, entry, room) for each, entry in header.items()}
    end = 0
    for each, (first, last) in sorted(places.items(), key=lambda item: item[1]):
        if first < end:
            raise Refusal(f"{shown(name)} is damaged: {shown(each)} lies over another tensor.")
        end = last
    return [_promise(file, each, header[each], start + place[0]) for each, place in places.items()]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The keys and values of one object of JSON, each key once."""
    found = dict(pairs)
    # half of a letter, which JSON can name, is no text: whoever showed it would fail
    "".join(found).encode()
    if len(found) < len(pairs):
        raise Refusal("The header of the .safetensors file names something twice.")
    return found


def _place(name: str, entry: Any, room: int) -> tuple[int, int]:
    """From where to where a tensor lies, once its entry is as it should be."""
    entry = entry if isinstance(entry, dict) else {}
    kind, shape, offsets = (entry.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not (isinstance(kind, str) and _counts(shape) and _counts(offsets) and len(offsets) == 2):
        raise Refusal(f"{shown(name)} is damaged: its entry in the header is not as safetensors writes it.")
    first, last = offsets
    if not first <= last <= room:
        raise Refusal(f"{shown(name)} is cut short: it should end at byte {last:,} of {room:,}.")
    if kind in KINDS and last - first != math.prod(shape) * _size(kind):
        raise Refusal(f"{shown(name)} is damaged: its {last - first:,} bytes are not what its shape needs.")
    return first, last


def _counts(value: Any) -> bool:
    """Whether a value of JSON is a list of a few whole numbers that a file can have."""
    return (
        isinstance(value, list)
        and len(value) <= 8
        and all(isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 2**63 for each in value)
    )


def _size(kind: str) -> int:
    return 2 if kind == "BF16" else np.dtype(KINDS[kind]).itemsize


def _promise(file: BinaryIO, name: str, entry: dict[str, Any], start: int) -> Promise:
    kind, shape = entry["dtype"], tuple(entry["shape"])
    if len(shape) == 1 and name.endswith("inv_freq"):
        # the frequencies of a rotation are a table of one row
        shape = (1, *shape)
    if kind not in KINDS:
        fault = f"holds {shown(kind)}, and a table holds numbers of {', '.join(KINDS)}"
        return Promise(name, shape, "unknown", fault, partial(np.empty, 0))
    return Promise(name, shape, KINDS[kind], None, partial(_read, file, start, kind, shape))


def _read(file: BinaryIO, start: int, kind: str, shape: tuple[int, ...]) -> NDArray[Any]:
    table = without_ones(shape)
    file.seek(start)
    data = file.read(math.prod(table) * _size(kind))
    if kind != "BF16":
        return numbers(data, np.dtype(KINDS[kind]).newbyteorder("<"), table)
    # bfloat16 is the upper half of a float32
    halves = numbers(data, np.dtype("<u2"), table)
    return (halves.astype(np.uint32) << 16).view(np.float32)
