"""Reader of GGUF headers: metadata, and shapes and places of tensors. A prefix of a file is enough."""

import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from posenc_core.arrays import Array
from posenc_tools.readers.tensor import Refusal

MAGIC = b"GGUF"

PLACE = len(MAGIC) + 4
"""Bytes before the counts of tensors and keys."""

MAX_HEADER = 2**26
"""Size of a header in bytes; vocabularies of 260,000 tokens need a quarter of it."""

MAX_KEYS, MAX_TENSORS, MAX_AXES = 10_000, 100_000, 4
MAX_NAME = 2**16 - 1
"""Length of a name in bytes, as in the specification."""

MAX_STRINGS = 2**21
"""Number of strings in arrays; tokens and merges of a vocabulary are up to 700,000."""

MAX_KEPT = 4096
"""Longest strings and arrays that are kept; vocabularies are skipped."""

MAX_TOTAL = 2**16
"""Characters and numbers that are kept of all keys and values; values beyond half of that are skipped."""

FACTORS = ("rope_freqs.weight", "rope_factors_short.weight", "rope_factors_long.weight")
"""Tensors with factors of frequencies."""

MAX_OFFSET = 2**50
"""Largest place of a tensor in bytes."""

TYPES = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Codes of `struct` by value type."""

STRING, ARRAY = 8, 9
FLOAT32 = 0
"""Type of tensors with factors of frequencies."""


class GGUFTensor(NamedTuple):
    """Entry of a tensor: shape, type, and place after the header."""

    shape: tuple[int, ...]
    kind: int
    offset: int


class GGUFHeader(NamedTuple):
    """Header of a GGUF file, or the part of it that was read.

    Attributes
    ----------
    metadata : dict
        Values by key; None for long strings and arrays, which are skipped.
    tensors : dict of str to GGUFTensor
        Entries of tensors.
    keys, entries : int
        Number of keys and of tensors in the whole file.
    factors : dict of str to ndarray
        Numbers of the tensors `FACTORS`, as far as they were read.
    """

    metadata: dict[str, Any]
    tensors: dict[str, GGUFTensor]
    keys: int
    entries: int
    factors: dict[str, Array]


def is_gguf(file: BinaryIO) -> bool:
    """Return True if an open file begins as a GGUF file does; rewinds it."""
    start = file.read(len(MAGIC))
    file.seek(0)
    return start == MAGIC


def read_gguf_header(file: BinaryIO) -> GGUFHeader:
    """Read the header of a GGUF file, up to its end or that of the file.

    Parameters
    ----------
    file : binary file object
        File, or its first bytes.

    Returns
    -------
    GGUFHeader
        Metadata and tensors up to the end of the file.

    Raises
    ------
    ValueError
        If the file is not a GGUF file, is damaged, or its header is too large.
    """
    if file.read(len(MAGIC)) != MAGIC:
        raise Refusal("gguf-start")
    version = file.read(4)
    # the version is a small number in the byte order of the file
    order = "<" if version[2:] == b"\0\0" else ">"
    reader = _Reader(file, order)
    if len(version) < 4 or struct.unpack(f"{order}I", version)[0] not in (2, 3):
        raise Refusal("gguf-version")
    try:
        entries, keys = reader.number("Q"), reader.number("Q")
    except EOFError:
        raise Refusal("gguf-no-counts") from None
    if keys > MAX_KEYS or entries > MAX_TENSORS:
        raise Refusal("gguf-counts", count=keys, whole=entries)
    header = GGUFHeader({}, {}, keys, entries, {})
    try:
        for key, value in reader.pairs(keys):
            if key in header.metadata:
                raise Refusal("gguf-twice", key)
            header.metadata[key] = value
        for name, tensor in reader.tensors(entries):
            if name in header.tensors:
                raise Refusal("gguf-twice", name)
            header.tensors[name] = tensor
    except EOFError:
        return header
    reader.read_factors(header)
    return header


class _Reader:
    """Reads values one after the other; EOFError at the end of the file."""

    def __init__(self, file: BinaryIO, order: str) -> None:
        self.file, self.order, self.room, self.strings = file, order, MAX_TOTAL, MAX_STRINGS
        self.data, self.at = file.read(MAX_HEADER), 0

    def take(self, size: int) -> bytes:
        return self.data[self.skip(self.at + size) - size : self.at]

    def skip(self, at: int) -> int:
        """Move to a place in the file, and return it."""
        if at > MAX_HEADER:
            raise Refusal("gguf-header", most=MAX_HEADER)
        if at > len(self.data):
            raise EOFError
        self.at = at
        return at

    def number(self, code: str) -> Any:
        return struct.unpack(self.order + code, self.take(struct.calcsize(self.order + code)))[0]

    def text(self) -> bytes:
        return self.take(self.number("Q"))

    def name(self) -> str:
        data = self.text()
        if len(data) > MAX_NAME:
            raise Refusal("gguf-name", count=len(data))
        return data.decode("utf-8", "replace")

    def pairs(self, count: int) -> Iterator[tuple[str, Any]]:
        """Keys and values; a key whose value is cut off has the value None."""
        for _ in range(count):
            key = self.name()
            self.room -= len(key)
            if self.room < 0:
                raise Refusal("gguf-keys", most=MAX_TOTAL)
            try:
                yield key, self.value(self.number("I"))
            except EOFError:
                yield key, None
                raise

    def value(self, kind: int) -> Any:
        if kind == STRING:
            data = self.text()
            return data.decode("utf-8", "replace") if self.fits(len(data)) else None
        if kind != ARRAY:
            return self.number(self.code(kind))
        kind, count = self.number("I"), self.number("Q")
        if kind == STRING:
            self.skip_strings(count)
            return None
        code = self.code(kind)
        data = self.take(count * struct.calcsize(self.order + code))
        return list(struct.unpack(f"{self.order}{count}{code}", data)) if self.fits(count) else None

    def fits(self, size: int) -> bool:
        """Return True if a key or value is kept, and count its size."""
        is_kept = size <= min(MAX_KEPT, self.room - MAX_TOTAL // 2)
        self.room -= size if is_kept else 0
        return is_kept

    def skip_strings(self, count: int) -> None:
        """Skip the strings of an array, in a tight loop."""
        self.strings -= count
        if self.strings < 0:
            raise Refusal("gguf-strings", most=MAX_STRINGS)
        data, at, length = self.data, self.at, struct.Struct(f"{self.order}Q").unpack_from
        try:
            for _ in range(count):
                at += 8 + length(data, at)[0]
        # the end of the file, or a place beyond the integers of C
        except (struct.error, OverflowError):
            at += 8
        self.skip(at)

    def code(self, kind: int) -> str:
        if kind not in TYPES:
            raise Refusal("gguf-type", number=kind)
        return TYPES[kind]

    def tensors(self, count: int) -> Iterator[tuple[str, GGUFTensor]]:
        for _ in range(count):
            name, axes = self.name(), self.number("I")
            if axes > MAX_AXES:
                raise Refusal("gguf-axes", name, count=axes)
            shape = tuple(self.number("Q") for _ in range(axes))
            tensor = GGUFTensor(shape, self.number("I"), self.number("Q"))
            if tensor.offset > MAX_OFFSET:
                raise Refusal("gguf-offset", name, start=tensor.offset)
            yield name, tensor

    def read_factors(self, header: GGUFHeader) -> None:
        """Read the tensors with factors of frequencies, up to the end of the file."""
        alignment = header.metadata.get("general.alignment", 32)
        if type(alignment) is not int or not 1 <= alignment <= 2**20:
            raise Refusal("gguf-alignment")
        start = -(-(PLACE + self.at) // alignment) * alignment
        for name, (shape, kind, offset) in header.tensors.items():
            if name in FACTORS and kind == FLOAT32 and len(shape) == 1 and shape[0] <= MAX_KEPT:
                self.file.seek(start + offset)
                data = self.file.read(4 * shape[0])
                if len(data) == 4 * shape[0]:
                    # signaling NaN of a damaged file
                    with np.errstate(invalid="ignore"):
                        header.factors[name] = np.frombuffer(data, f"{self.order}f4").astype(float)
