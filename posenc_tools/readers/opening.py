"""Reading of tables from files; the format follows from the file name extension."""

from pathlib import PurePath
from typing import BinaryIO

from posenc_tools.readers.npy import npy, npz
from posenc_tools.readers.safetensors import safetensors
from posenc_tools.readers.tensor import MAX_BYTES, MAX_NUMBERS, Refusal, Tensor, size, valid_tables
from posenc_tools.readers.text import text

BINARY = {".npy": npy, ".npz": npz, ".safetensors": safetensors}

LINES = (".csv", ".tsv", ".txt")

KINDS = (*BINARY, *LINES)
"""Supported file name extensions."""

PICKLES = (".pt", ".pth", ".pkl", ".pickle", ".bin", ".ckpt")


def tensors(file: BinaryIO, name: str, *, most_bytes: int = MAX_BYTES, most_numbers: int = MAX_NUMBERS) -> list[Tensor]:
    r"""List the tables in an open file, likely position tables first.

    Only headers are read (text files are read completely). No code in the file is executed.

    Parameters
    ----------
    file : binary file object
        Must remain open until `Tensor.read` is called.
    name : str
        File name; its extension determines the format.
    most_bytes : int, default 16 MiB
        Limit for the size of the file.
    most_numbers : int, default 4,194,304
        Limit for the numbers of a table; half of it for a table in text, which is slower to read.

    Returns
    -------
    list of Tensor
        Tables of two axes, ignoring singleton axes.

    Raises
    ------
    ValueError
        If the file is damaged, too large, of an unsupported format, or without a table of real numbers.

    Examples
    --------
    >>> import io
    >>> [table] = tensors(io.BytesIO(b"0,1\n0.84,0.54\n"), "table.csv")
    >>> table.shape, table.read()[1, 0]
    ((2, 2), np.float64(0.84))
    """
    end = PurePath(name).suffix.lower()
    if end in PICKLES:
        raise Refusal("reader-pickle", name)
    if end not in KINDS:
        raise Refusal("reader-extension", name, text=", ".join(KINDS))
    total = size(file)
    if not total:
        raise Refusal("reader-empty", name)
    if total > most_bytes:
        raise Refusal("reader-bytes", name, count=total, most=most_bytes)
    arrays = BINARY[end](file, name, total) if end in BINARY else text(file, name, most_numbers // 2)
    return valid_tables(arrays, name, most_numbers)
