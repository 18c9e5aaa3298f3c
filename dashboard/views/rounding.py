"""Rounding tolerances of the pages."""

ROUNDING = 1e-12
"""Absolute tolerance for values that are 0 up to rounding."""

TIE = 1e-13
"""Relative tolerance for equal similarities: above rounding errors, below the change of waves after one period."""
