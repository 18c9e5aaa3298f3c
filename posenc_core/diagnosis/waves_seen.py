"""Which waves is a table made of? Fits, with all their names and what they leave of the whole table."""

from collections.abc import Sequence
from dataclasses import replace

from posenc_core.diagnosis.reading import Reading, Seen
from posenc_core.diagnosis.wave_fits import Table, fitted
from posenc_core.diagnosis.wave_names import names

WHOLE = 3
"""So many fits are compared with the whole table."""


def readings(seen: Seen) -> list[Sequence[Reading]]:
    """Accounts of a table as waves: names for the same numbers together, the plainest first."""
    if seen.hidden is not None or not seen.norm or len(seen.numbers) < 2:
        return []
    found: list[Sequence[Reading]] = []
    for fit in fitted(Table(seen)):
        named = names(fit, seen)
        if not named:
            continue
        misfit = seen.misfit(named[0].waves.numbers())
        found.append([replace(each.reading, misfit=misfit) for each in named])
        if len(found) == WHOLE:
            break
    return found
