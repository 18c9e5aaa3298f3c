"""Readers of .npy and .npz files, with `numpy.lib.format` for headers of limited size and no pickles."""

import io
import math
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np
from numpy.lib import format

from posenc_core.arrays import AnyArray
from posenc_core.text.messages import Claim, claim
from posenc_tools.readers.tensor import Refusal, StoredArray, fewer_bytes, numbers, printable, without_ones

MAGIC = b"\x93NUMPY"

MAX_HEADER = 4_096
"""Size of a header in bytes: NumPy writes 118 for a table, and nested expressions of 10,000 overflow a small stack."""

MEMBERS = 1_000
"""Number of arrays in an archive."""

CONTENTS = 2**20
"""Bytes read to list an archive: MEMBERS with names of a kilobyte."""

CONTENTS_BY_KIND = {
    "b": "boolean", "c": "complex", "O": "objects", "S": "text", "U": "text", "M": "dates", "m": "dates", "V": "bytes"
}  # fmt: skip
"""Variants of a message by the kind of a NumPy dtype without real numbers."""

KEYS = (b"'descr':", b"'fortran_order':", b"'shape':")


class Header(NamedTuple):
    """Validated header of an array."""

    shape: tuple[int, ...]
    fortran: bool  # column-major order
    dtype: np.dtype[Any] | None  # None unless the numbers are real
    fault: Claim | None  # error without a period


def npy(file: BinaryIO, name: str, total: int) -> list[StoredArray]:
    """List the array of a .npy file of `total` bytes."""
    header = _header(file, name)
    start = file.tell()

    def load() -> AnyArray:
        file.seek(start)
        return _array(file, header, name)

    _check_length(header, name, total - start)
    return [StoredArray(name, header.shape, _kind(header), header.fault, load)]


def npz(file: BinaryIO, name: str, total: int) -> list[StoredArray]:
    """List the arrays of a .npz file of `total` bytes; only their headers are unpacked."""
    bounded = _Bounded(file, total, name)
    bounded.allow(CONTENTS, "reader-npz-directory")
    with _archive_errors(name):
        archive = zipfile.ZipFile(cast(BinaryIO, bounded))
    members = archive.infolist()
    if any(member.filename.endswith("data.pkl") for member in members):
        raise Refusal("reader-pickle", name)
    if len(members) > MEMBERS:
        raise Refusal("reader-npz-arrays", name, count=len(members), most=MEMBERS)
    arrays = [member for member in members if member.filename.endswith(".npy")]
    if len({member.filename for member in arrays}) < len(arrays):
        raise Refusal("reader-npz-twice", name)
    # overlapping members could be unpacked again and again
    bounded.allow(total, "reader-npz-overlap")
    result = [_member(archive, member) for member in arrays]
    bounded.allow(math.inf, "")
    return result


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> StoredArray:
    name = member.filename.removesuffix(".npy")
    if member.flag_bits & 1:
        return _unsupported_array(name, "reader-npz-encrypted")
    # other methods need memory of a size that the archive determines
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return _unsupported_array(name, "reader-npz-method")

    def with_stream(function: Callable[[BinaryIO], Any]) -> Any:
        with _archive_errors(name), archive.open(member) as stream:
            return function(cast(BinaryIO, stream))

    def beginning(stream: BinaryIO) -> tuple[Header, int]:
        return _header(stream, name), stream.tell()

    def whole(stream: BinaryIO) -> AnyArray:
        array = _array(stream, _header(stream, name), name)
        # zipfile verifies the checksum at the end
        stream.read(1)
        return array

    header, start = with_stream(beginning)
    _check_length(header, name, member.file_size - start)
    return StoredArray(name, header.shape, _kind(header), header.fault, partial(with_stream, whole))


def _unsupported_array(name: str, id: str) -> StoredArray:
    return StoredArray(name, (), "unknown", claim(id, name=printable(name)), partial(np.empty, 0))


def _header(stream: BinaryIO, name: str) -> Header:
    """Read and validate the header of an array."""
    begin = stream.read(8)
    if begin[:6] != MAGIC or len(begin) < 8:
        raise Refusal("reader-npy", name)
    version = begin[6]
    if version not in (1, 2, 3):
        raise Refusal("reader-npy-version", name, number=version)
    prefix = stream.read(2 if version == 1 else 4)
    length = int.from_bytes(prefix, "little")
    if length > MAX_HEADER:
        raise Refusal("reader-header-bytes", name, count=length, most=MAX_HEADER)
    text = stream.read(length)
    # version 3 is version 2 with UTF-8 in the names of fields, and records are rejected
    parse = format.read_array_header_1_0 if version == 1 else format.read_array_header_2_0
    try:
        shape, fortran, dtype = parse(io.BytesIO(prefix + text), max_header_size=MAX_HEADER)
    # literal_eval also raises SyntaxError, MemoryError, RecursionError, ...
    except Exception:
        shape = None
    repeated = any(text.count(key) != 1 for key in KEYS)
    if shape is None or repeated or any(type(n) is bool or abs(n) >= 2**63 for n in shape):
        raise Refusal("reader-npy-header", name)
    if dtype.kind in "iuf":
        return Header(shape, fortran, dtype, None)
    contents = "records" if dtype.names else CONTENTS_BY_KIND.get(dtype.kind, "other")
    fault = claim("reader-contents", name=printable(name), contents=contents, text=printable(str(dtype)))
    return Header(shape, False, None, fault)


def _kind(header: Header) -> str:
    return "unknown" if header.dtype is None else header.dtype.name


def _length(header: Header) -> int:
    return math.prod(header.shape) * (0 if header.dtype is None else header.dtype.itemsize)


def _check_length(header: Header, name: str, present: int) -> None:
    """Raise Refusal for a table of real numbers that is cut off."""
    if 0 < len(without_ones(header.shape)) <= 3 and _length(header) > present:
        raise fewer_bytes(name, _length(header), present)


def _array(stream: BinaryIO, header: Header, name: str) -> AnyArray:
    assert header.dtype is not None  # others are not listed
    data = stream.read(_length(header))
    if len(data) < _length(header):
        raise fewer_bytes(name, _length(header), len(data))
    return numbers(data, header.dtype, without_ones(header.shape), fortran=header.fortran)


class _Bounded(io.RawIOBase):
    """File with a limit for the bytes that are read."""

    def __init__(self, file: BinaryIO, total: int, name: str) -> None:
        self._file, self._total, self._name = file, total, name

    def allow(self, budget: float, id: str) -> None:
        """Set the number of bytes that may be read from now on, and the id of the error message beyond it."""
        self._limit, self._budget, self._id = budget, budget, id

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
            raise Refusal(self._id, self._name, most=self._limit)
        return self._file.read(count)


@contextmanager
def _archive_errors(name: str) -> Iterator[None]:
    """Convert the errors of zipfile to a Refusal."""
    try:
        yield
    except Refusal:
        raise
    # zipfile raises struct.error, zlib.error, EOFError, NotImplementedError, ...
    except Exception:
        raise Refusal("reader-npz-damaged", name) from None
