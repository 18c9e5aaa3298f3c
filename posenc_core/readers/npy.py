"""What does NumPy's .npy or .npz file hold? Its header is matched with a pattern; nothing in it is evaluated."""

import io
import math
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from posenc_core.readers.tensor import WORDS, Promise, Refusal, fewer_bytes, numbers, shown, without_ones

__all__ = ["Header", "npy", "npz", "pickled"]

MAGIC = b"\x93NUMPY"

LONGEST = 10_000
"""Bytes of a header, as NumPy itself allows."""

MEMBERS = 1_000
"""Arrays in one archive."""

CONTENTS = 2**20
"""Bytes that may be read to learn what is in an archive: MEMBERS with names of a kilobyte."""

ENTRY = re.compile(r"""\s*(['"])(\w+)\1\s*:\s*(?:'([^']*)'|"([^"]*)"|(True|False)|\(([-\d\s,L]*)\))\s*(?:,|(?=\}))""")
"""A key of the header, and a text, a truth or whole numbers."""

KIND = re.compile(r"[<>|=]?([A-Za-z?])(\d{0,4})")
"""The kind of a number: the order of its bytes, a letter, and its size."""


class Header(NamedTuple):
    """What the header of one array says."""

    shape: tuple[int, ...]
    fortran: bool
    """Whether columns follow each other, and not rows."""
    kind: np.dtype[Any] | None
    """None for what holds no real numbers."""
    fault: str | None
    """Why not, in words that follow a name."""


def npy(file: BinaryIO, name: str, total: int) -> list[Promise]:
    """The array of a .npy file of so many bytes."""
    found = _header(file, name)
    start = file.tell()

    def read() -> NDArray[Any]:
        file.seek(start)
        return _array(file, found, name)

    if found.kind is not None and 0 < len(without_ones(found.shape)) <= 3:
        _check_length(found, name, total - start)
    return [Promise(name, found.shape, _called(found), found.fault, read)]


def npz(file: BinaryIO, name: str, total: int) -> list[Promise]:
    """The arrays of a .npz file of so many bytes; nothing is unpacked but their headers."""
    bounded = _Bounded(file, total)
    bounded.allow(CONTENTS, f"{shown(name)} has a list of contents longer than {CONTENTS:,} bytes.")
    with _sentences(name):
        archive = zipfile.ZipFile(cast(BinaryIO, bounded))
    members = archive.infolist()
    if any(member.filename.endswith("data.pkl") for member in members):
        raise Refusal(pickled(name))
    if len(members) > MEMBERS:
        raise Refusal(f"{shown(name)} holds {len(members):,} arrays, and at most {MEMBERS:,} are read.")
    arrays = [member for member in members if member.filename.endswith(".npy")]
    if len({member.filename for member in arrays}) < len(arrays):
        raise Refusal(f"{shown(name)} holds two arrays of the same name, and nobody could tell which is meant.")
    # members that lie over each other could be unpacked again and again
    bounded.allow(total, f"{shown(name)} is damaged: the arrays of its archive lie over each other.")
    found = [_member(archive, member) for member in arrays]
    bounded.allow(math.inf, "")
    return found


def pickled(name: str) -> str:
    """The sentence for a file that only running code could read."""
    return (
        f"{shown(name)} is a pickle, which can run code, and is not opened: "
        "save the table alone, with np.save(...) or safetensors.torch.save_file(...)."
    )


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Promise:
    name = member.filename.removesuffix(".npy")
    if member.flag_bits & 1:
        return _unread(name, "is encrypted")
    # others unpack with memory of a size that the archive chooses
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return _unread(name, "is packed in another way than NumPy packs")

    def opened(then: Callable[[BinaryIO], Any]) -> Any:
        with _sentences(name), archive.open(member) as stream:
            return then(cast(BinaryIO, stream))

    def beginning(stream: BinaryIO) -> tuple[Header, int]:
        return _header(stream, name), stream.tell()

    def whole(stream: BinaryIO) -> NDArray[Any]:
        array = _array(stream, _header(stream, name), name)
        # only what is read to its end is compared with its checksum
        stream.read(1)
        return array

    found, start = opened(beginning)
    if found.kind is not None and 0 < len(without_ones(found.shape)) <= 3:
        _check_length(found, name, member.file_size - start)
    return Promise(name, found.shape, _called(found), found.fault, partial(opened, whole))


def _unread(name: str, fault: str) -> Promise:
    return Promise(name, (), "unknown", fault, partial(np.empty, 0))


def _header(stream: BinaryIO, name: str) -> Header:
    """What the next bytes of a stream say of the array that follows."""
    begin = stream.read(8)
    if begin[:6] != MAGIC or len(begin) < 8:
        raise Refusal(f"{shown(name)} is no .npy file: it does not begin as NumPy's files do.")
    version = begin[6]
    if version not in (1, 2, 3):
        raise Refusal(f"{shown(name)} is a .npy file of version {version}, and 1, 2 and 3 are read.")
    length = int.from_bytes(stream.read(2 if version == 1 else 4), "little")
    if length > LONGEST:
        raise Refusal(f"{shown(name)} has a header of {length:,} bytes, and one of at most {LONGEST:,} is read.")
    text = stream.read(length)
    entries = _entries(text.decode("utf-8" if version == 3 else "latin-1", "replace"))
    if len(text) < length or {*entries} != {"descr", "fortran_order", "shape"}:
        if re.match(rb"""\s*\{.*['"]descr['"]\s*:\s*\[""", text, re.DOTALL):
            return Header((), False, None, "holds records, and a table holds real numbers")
        raise Refusal(f"{shown(name)} is damaged: its header is not as NumPy writes it.")
    kind, shape = KIND.fullmatch(str(entries["descr"])), entries["shape"]
    if kind is None or not isinstance(entries["fortran_order"], bool) or not isinstance(shape, tuple):
        raise Refusal(f"{shown(name)} is damaged: its header is not as NumPy writes it.")
    words = WORDS.get(kind[1])
    if words:
        return Header(shape, False, None, f"holds {words}, and a table holds real numbers")
    try:
        numeric = np.dtype(str(entries["descr"]))
    except TypeError:
        numeric = np.dtype(bool)
    if numeric.kind not in "iuf":
        return Header(shape, False, None, f"holds {shown(kind[0])}, which is no kind of real number")
    return Header(shape, entries["fortran_order"], numeric, None)


def _entries(text: str) -> dict[str, str | bool | tuple[int, ...]]:
    """The keys and values of a header; nothing where it is written in another way."""
    text, found, place = text.strip(), dict[str, str | bool | tuple[int, ...]](), 1
    while entry := ENTRY.match(text, place):
        _, key, single, double, truth, whole = entry.groups()
        if key in found:
            return {}
        parts = [part.strip().removesuffix("L") for part in (whole or "").split(",")]
        if any(len(part) > 19 or not re.fullmatch(r"-?\d+|", part) for part in parts):
            return {}
        if whole is not None:
            found[key] = tuple(int(part) for part in parts if part)
        else:
            found[key] = truth == "True" if truth else (single if double is None else double)
        place = entry.end()
    return found if text[:1] == "{" and text[place:].strip() == "}" else {}


def _called(found: Header) -> str:
    return "unknown" if found.kind is None else found.kind.name


def _length(found: Header) -> int:
    return math.prod(found.shape) * (0 if found.kind is None else found.kind.itemsize)


def _check_length(found: Header, name: str, present: int) -> None:
    if _length(found) > present:
        raise fewer_bytes(name, _length(found), present)


def _array(stream: BinaryIO, found: Header, name: str) -> NDArray[Any]:
    assert found.kind is not None  # only such are offered
    data = stream.read(_length(found))
    if len(data) < _length(found):
        raise fewer_bytes(name, _length(found), len(data))
    return numbers(data, found.kind, without_ones(found.shape), fortran=found.fortran)


class _Bounded(io.RawIOBase):
    """A file of which only so many bytes may be read, whatever it says of itself."""

    def __init__(self, file: BinaryIO, total: int) -> None:
        self._file, self._total = file, total

    def allow(self, budget: float, refusal: str) -> None:
        """Let so many bytes be read from now on, and refuse with a sentence whoever wants more."""
        self._budget, self._refusal = budget, refusal

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def read(self, count: int = -1) -> bytes:
        left = max(self._total - self._file.tell(), 0)
        count = left if count < 0 else min(count, left)
        self._budget -= count
        if self._budget < 0:
            raise Refusal(self._refusal)
        return self._file.read(count)


@contextmanager
def _sentences(name: str) -> Iterator[None]:
    """Whatever a broken archive makes zipfile raise, as one sentence."""
    try:
        yield
    except Refusal:
        raise
    # struct.error, zlib.error, EOFError, NotImplementedError, …: zipfile promises no list
    except Exception:
        raise Refusal(f"{shown(name)} is damaged: its archive cannot be unpacked.") from None
