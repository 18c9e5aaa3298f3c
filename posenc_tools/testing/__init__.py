"""Assertions for tests of code that computes positions."""

from posenc_tools.testing.biases import assert_alibi, assert_relative_bias
from posenc_tools.testing.decoders import assert_positions
from posenc_tools.testing.rotary import assert_rotary
from posenc_tools.testing.sinusoidal import assert_sinusoidal

__all__ = ["assert_alibi", "assert_positions", "assert_relative_bias", "assert_rotary", "assert_sinusoidal"]
