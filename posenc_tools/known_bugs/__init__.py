"""Known bugs of code that computes sinusoidal tables, and the tables that result."""

from posenc_tools.known_bugs.catalogue import KNOWN_BUGS, KnownBug
from posenc_tools.known_bugs.examples import EXAMPLES

__all__ = ["EXAMPLES", "KNOWN_BUGS", "KnownBug"]
