"""Hook between the parts of long computations, so that the caller can run something else there."""

from collections.abc import Callable
from contextvars import ContextVar

between: ContextVar[Callable[[], None]] = ContextVar("between", default=lambda: None)
"""Function that `pause` calls; by default a no-op."""


def pause() -> None:
    """Call the hook between two parts of a computation."""
    between.get()()
