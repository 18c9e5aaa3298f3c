"""Which bugs do people write in code for a table of sines and cosines? A catalog, and the tables that they make."""

from posenc_core.known_bugs.catalog import MISTAKES, Mistake
from posenc_core.known_bugs.examples import EXAMPLES

__all__ = ["EXAMPLES", "MISTAKES", "Mistake"]
