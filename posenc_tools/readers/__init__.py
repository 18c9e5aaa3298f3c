"""Readers of tables from files and text. No code in a file is executed, and every size is validated first."""

from posenc_tools.readers.opening import KINDS, tensors
from posenc_tools.readers.tensor import MAX_BYTES, MAX_NUMBERS, Tensor, two_axes
from posenc_tools.readers.text import parse_text

__all__ = ["KINDS", "MAX_BYTES", "MAX_NUMBERS", "Tensor", "parse_text", "tensors", "two_axes"]
