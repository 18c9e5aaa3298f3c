"""Assertions for tests of code that computes positions."""

from posenc_core.testing.rotary import assert_rotary
from posenc_core.testing.sinusoidal import assert_sinusoidal

__all__ = ["assert_rotary", "assert_sinusoidal"]
