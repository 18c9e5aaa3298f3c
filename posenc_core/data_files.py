"""Files in `posenc_core/data`, and TOML files of this package and of others."""

from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; callers must not change the result.

    >>> sorted(read_toml(DATA / "colors.toml"))
    ['own', 'palette', 'passing', 'plain', 'rising', 'signed']
    """
    # imported at its first use: schemes need no TOML
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        allowed = "allowed are quoted texts, numbers, true, false, and lists; a JSON null is the text 'null' in quotes"
        raise ValueError(f"{path.name}: {error}; {allowed}") from None
