"""What tables are in a file, or in a text? Read without running anything, with each size checked before it is taken."""

from posenc_core.readers.opening import KINDS, tensors
from posenc_core.readers.tensor import MAX_BYTES, MAX_NUMBERS, Tensor, two_axes
from posenc_core.readers.text import pasted

__all__ = ["KINDS", "MAX_BYTES", "MAX_NUMBERS", "Tensor", "pasted", "tensors", "two_axes"]
