"""Reader of .safetensors files: a JSON header with the offsets of each tensor."""

import json
import math
from functools import partial
from typing import Any, BinaryIO

import numpy as np

from posenc_core.arrays import AnyArray
from posenc_core.text.messages import claim
from posenc_tools.readers.tensor import Refusal, StoredArray, numbers, printable, without_ones

MAX_HEADER = 2**20
"""Size of a header in bytes: about ten thousand tensors."""

SIZES = (8, 16, 32, 64)
KINDS = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16"}
KINDS |= {f"I{bits}": f"int{bits}" for bits in SIZES} | {f"U{bits}": f"uint{bits}" for bits in SIZES}
"""NumPy dtype names by safetensors dtype."""


def safetensors(file: BinaryIO, name: str, total: int) -> list[StoredArray]:
    """List the tensors of a .safetensors file from its header."""
    length = int.from_bytes(file.read(8), "little")
    if total < 8 or length > total - 8:
        raise Refusal("reader-safetensors", name)
    if length > MAX_HEADER:
        raise Refusal("reader-header-bytes", name, count=length, most=MAX_HEADER)
    try:
        header = json.loads(file.read(length), object_pairs_hook=_unique_keys)
    except Refusal:
        raise
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise Refusal("reader-safetensors-json", name)
    start, room = 8 + length, total - 8 - length
    header.pop("__metadata__", None)
    places = {tensor: _validate_entry(tensor, entry, room) for tensor, entry in header.items()}
    end = 0
    for tensor, (first, last) in sorted(places.items(), key=lambda item: item[1]):
        if first < end:
            raise Refusal("reader-safetensors-overlap", name, label=printable(tensor))
        end = last
    return [_array(file, tensor, header[tensor], start + place[0]) for tensor, place in places.items()]


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Convert a JSON object to a dictionary; reject repeated keys."""
    entries = dict(pairs)
    # a lone surrogate, valid in JSON, could not be printed
    "".join(entries).encode()
    if len(entries) < len(pairs):
        raise Refusal("reader-safetensors-twice")
    return entries


def _validate_entry(name: str, entry: Any, room: int) -> tuple[int, int]:
    """Validate an entry and return its start and end."""
    entry = entry if isinstance(entry, dict) else {}
    kind, shape, offsets = (entry.get(key) for key in ("dtype", "shape", "data_offsets"))
    if not (isinstance(kind, str) and _are_counts(shape) and _are_counts(offsets) and len(offsets) == 2):
        raise Refusal("reader-safetensors-entry", name)
    first, last = offsets
    if not first <= last <= room:
        raise Refusal("reader-safetensors-end", name, end=last, whole=room)
    if kind in KINDS and last - first != math.prod(shape) * _size(kind):
        raise Refusal("reader-safetensors-shape", name, count=last - first)
    return first, last


def _are_counts(value: Any) -> bool:
    """Return True for a short list of nonnegative integers below 2**63."""
    return isinstance(value, list) and len(value) <= 8 and all(type(n) is int and 0 <= n < 2**63 for n in value)


def _size(kind: str) -> int:
    return 2 if kind == "BF16" else np.dtype(KINDS[kind]).itemsize


def _array(file: BinaryIO, name: str, entry: dict[str, Any], start: int) -> StoredArray:
    kind, shape = entry["dtype"], tuple(entry["shape"])
    if len(shape) == 1 and name.endswith("inv_freq"):
        # frequencies of a rotation are one row
        shape = (1, *shape)
    if kind not in KINDS:
        fault = claim("reader-safetensors-type", name=printable(name), label=printable(kind), text=", ".join(KINDS))
        return StoredArray(name, shape, "unknown", fault, partial(np.empty, 0))
    return StoredArray(name, shape, KINDS[kind], None, partial(_load, file, start, kind, shape))


def _load(file: BinaryIO, start: int, kind: str, shape: tuple[int, ...]) -> AnyArray:
    table = without_ones(shape)
    file.seek(start)
    data = file.read(math.prod(table) * _size(kind))
    if kind != "BF16":
        return numbers(data, np.dtype(KINDS[kind]).newbyteorder("<"), table)
    # bfloat16 is the upper half of a float32
    halves = numbers(data, np.dtype("<u2"), table)
    return (halves.astype(np.uint32) << 16).view(np.float32)
