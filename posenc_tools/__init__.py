"""Tools for engineers: the checker of tables, known bugs, readers of files, models, assertions, and exercises.

>>> from posenc_core import Sinusoidal
>>> from posenc_tools import diagnose
>>> print(diagnose(Sinusoidal().encode(range(64), 32)))
This is Sinusoidal, interleaved, base 10,000, and every number agrees.
"""

from pathlib import Path

from posenc_core.text.messages import add_messages

LOCALE = Path(__file__).parent / "locale"
"""Folder with the messages of this package, one folder per language."""

# before the modules that format messages while they are imported
add_messages(LOCALE)

from posenc_tools import exercises, models, readers  # noqa: E402
from posenc_tools.diagnosis import Diagnosis, diagnose  # noqa: E402
from posenc_tools.known_bugs import KNOWN_BUGS  # noqa: E402
from posenc_tools.testing import (  # noqa: E402
    assert_alibi,
    assert_positions,
    assert_relative_bias,
    assert_rotary,
    assert_sinusoidal,
)

__all__ = [
    "KNOWN_BUGS", "Diagnosis", "assert_alibi", "assert_positions", "assert_relative_bias", "assert_rotary",
    "assert_sinusoidal", "diagnose", "exercises", "models", "readers",
]  # fmt: skip
