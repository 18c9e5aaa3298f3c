"""Long work pauses between its parts: whoever runs it may do something else there, such as let others work."""

from collections.abc import Callable
from contextvars import ContextVar

__all__ = ["pause"]


def _go_on() -> None:
    """Nothing is to be done."""


between: ContextVar[Callable[[], None]] = ContextVar("between", default=_go_on)
"""What is done between two parts."""


def pause() -> None:
    """Do what is to be done between two parts."""
    between.get()()
