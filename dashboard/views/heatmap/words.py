"""Heatmap: what moves in the matrix, one number of it, its waves, the order of its columns, and what comes later."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.heatmap.numbers import MOST_WAVED, UNSEEN_CELLS, Beyond, Counting, Halves, Still
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH, STILL
from dashboard.views.words import counted, listed, number, percent, told_apart
from posenc_core import Choice, Scheme, criteria, geometry
from posenc_core.arrays import Array
from posenc_core.pictures import Picture

STAYS = 1e-9
"""A wave that moves by no more than this share of its amplitude stays where it starts."""

STILL_HELP = (
    f"A column hardly changes where the standard deviation of its values, over the whole sequence, is below {STILL}."
)


def vectors(picture: Picture, dim: int, *, by_position: bool) -> str:
    """What a position has, and where it stands in the picture."""
    place = "row" if by_position else "column"
    if picture.rows * picture.columns > 1:
        return f"Each position has one vector of {counted(dim, 'number')}. A {place} of the picture shows their means."
    if dim == 1:
        return f"Each position has one vector: a {place} of the picture, with a single number."
    if by_position:
        return f"Each position has one vector: a row of the picture, with one number in each of its {dim:,} columns."
    return (
        f"Each position has one vector: a column of the picture, with one number in each of its {dim:,} rows. "
        "These rows are the columns j of the matrix."
    )


def changing(still: Still | None, dim: int) -> str:
    """How many columns change along the sequence; nothing where nobody has looked."""
    if still is None:
        return ""
    found, along = still.columns, "along the sequence"
    hardly = ("never change", "never changes") if still.constant else ("hardly change", "hardly changes")
    if dim == 1:
        return f"The only column {hardly[1] if len(found) else 'changes'} {along}."
    if not len(found):
        return f"{'Both' if dim == 2 else f'All {dim:,}'} columns change {along}."
    if len(found) == dim:
        return f"No column changes {along}." if still.constant else f"No column changes much {along}."
    if len(found) == 1:
        return f"1 of {dim:,} columns {hardly[1]} {along}."
    half = ", all of them in the second half of the columns" if found[0] >= dim / 2 else ""
    return f"{len(found):,} of {dim:,} columns {hardly[0]} {along}{half}."


def values(picture: Picture) -> str:
    """What the cells hold, and from where to where they go: of means nothing else is known."""
    low, high = float(picture.means.min()), float(picture.means.max())
    ends = low, high
    same = high - low <= criteria.EQUAL * max(abs(low), abs(high))
    range_ = number(low) if same else " to ".join(told_apart(*ends))
    if picture.rows * picture.columns > 1:
        block = f"Each cell is the mean of up to {picture.rows:,} × {picture.columns:,} numbers"
        return f"{block}; {f'all means are {range_}' if same else f'the means go from {range_}'}."
    return f"Every value shown is {range_}." if same else f"The values shown go from {range_}."


def invitation(picture: Picture) -> str:
    """What a click on a cell does."""
    number_of = "the number in its middle" if picture.rows * picture.columns > 1 else "its number"
    return f"Click a cell to open {number_of}."


def opened(study: Study, column: int, lines: Sequence[str]) -> str:
    """Which number is worked out or only shown, and why another than the one that was asked for."""
    asked = study.options["column"]
    instead = "" if asked == column else f" There is no column {asked:,}: d = {study.dim:,} ends at column {column:,}."
    where = f"the number at position p = {study.position:,}, column {column:,}"
    said = f"This is how {where} is made."
    if len(lines) == 1:
        rule = "The table holds it, no rule makes it." if study.schemes[0].own_size else "Its rule is behind “Formula”."
        said = f"This is {where}. {rule}"
    return f"{said} A click on the heatmap opens another.{instead}"


def letters(scheme: Scheme, study: Study, column: int) -> str:
    """What the letters of a formula stand for where columns turn in pairs; nothing for another scheme."""
    if scheme.angles_at_offset(1, study.dim, study.length) is None:
        return ""
    texts = [f"d = {study.dim:,} is the number of columns"]
    texts += [f"B = {number(scheme.base)} is the base"] if hasattr(scheme, "base") else []
    texts += [f"${letter}$ {meaning}" for letter, meaning in scheme.letters.items()]
    found = np.flatnonzero((scheme.pairs(study.dim) == column).any(axis=1))
    pair = f"i = {found[0]:,} counts the pairs, from 0" if len(found) else _without_partner(scheme, study.dim)
    return f"In the formula, {listed([*texts, pair])}."


def _without_partner(scheme: Scheme, dim: int) -> str:
    """What is so of the last column of an odd dim."""
    wave = scheme.unpaired(dim)
    return f"the last {wave} has no {'cosine' if wave == 'sine' else 'sine'}" if wave else "the last column holds zeros"


def steps(lines: Sequence[str]) -> str:
    """The lines of a calculation as one formula; long ones small and begun anew, to fit a phone."""
    if any(line.count(r"\frac") > 1 for line in lines):
        parts = [part for line in lines for part in line.replace("PE(p, j) = ", "PE(p, j)\n= ").split("\n")]
        lines = [r"\footnotesize " + part.replace(r"\frac", r"\tfrac") for part in parts]
    return r"\begin{gathered}" + r" \\[1ex] ".join(lines) + r"\end{gathered}"


def wave_names(scheme: Scheme, count: int, dim: int) -> list[str]:
    """What each wave of a scheme is called: bits, pairs that turn, and of an odd dim one wave without a partner."""
    if scheme.period(dim):
        return [f"bit {j}" for j in range(count)]
    angles = scheme.angles_at_offset(1, dim)
    if angles is None or (np.diff(np.abs(angles)) > 0).any():
        # none turn, or their order is not that of their pairs
        return [f"wave {j}" for j in range(count)]
    return [f"pair {i}" if i < dim // 2 else f"the lone {scheme.unpaired(dim)}" for i in range(count)]


def wave_words(scheme: Scheme, waves: Array, study: Study) -> str:
    """What a wavelength is, and how many waves come round within the sequence."""
    names = wave_names(scheme, len(waves), study.dim)
    lone = [wave for wave, name in zip(waves, names, strict=True) if name.startswith("the lone")]
    others = waves[: len(waves) - len(lone)]
    kind = names[0].split()[0]
    texts = [DEFINED.get(kind, "A wavelength is the number of tokens after which a wave starts again.")]
    still = study.dim // 2 - len(others) if kind == "pair" else 0
    texts += [_turning(others, "turning pair" if still else kind, study.length)] if len(others) else []
    if still:
        texts.append(f"The other {'pair stands' if still == 1 else f'{still:,} pairs stand'} still.")
    for wave in lone:
        turns = "completes a turn" if wave <= study.length else "does not complete a turn"
        alone = _without_partner(scheme, study.dim).removeprefix("the last ").replace(" has", ", which has")
        texts.append(f"The {'last' if len(others) else 'only'} {alone}, {turns}.")
    return " ".join([*texts, _lengths(waves)])


DEFINED = {
    "pair": "Two columns, a sine and a cosine, are a pair and share one wave. "
    "Its wavelength is the number of tokens that a full turn takes.",
    "the": "The wavelength of a wave is the number of tokens that a full turn takes.",
    "bit": "A wavelength is the number of tokens after which a bit starts its cycle again.",
}
"""What a wavelength is, by what has it."""


def _turning(waves: Array, name: str, length: int) -> str:
    done, within = int((waves <= length).sum()), f"within n = {length:,}"
    round_ = "a turn" if name.endswith("pair") else "a cycle"
    if len(waves) == 1:
        return f"The only {name} {'completes' if done else 'does not complete'} {round_} {within}."
    if not done:
        return f"No {name} completes {round_} {within}."
    if done == len(waves):
        return f"{'Both' if done == 2 else f'All {done:,}'} {name}s complete {round_} {within}."
    return f"{done:,} of {counted(len(waves), name)} complete{'s' if done == 1 else ''} {round_} {within}."


def _lengths(waves: Array) -> str:
    shortest, longest = float(waves[0]), float(waves[-1])
    if len(waves) == 1:
        return f"Its wavelength is {number(shortest)} tokens."
    if longest - shortest <= criteria.EQUAL * shortest:
        return f"All wavelengths are {number(shortest)} tokens."
    if not np.isfinite(longest):
        return f"The shortest wavelength is {number(shortest)} tokens, the longest more than 10³⁰⁸ tokens."
    low, high = told_apart(shortest, longest)
    return f"The shortest wavelength is {low} tokens, the longest {high} tokens."


def counting(found: Counting) -> str:
    """How far a sinusoid counts like bits: which of them have a wave of their own."""
    bits, own = len(found.nearest), sum(found.nearest.count(i) == 1 for i in found.nearest)
    shortest, longest = found.wavelengths.min(), found.wavelengths.max()
    if bits == 1:
        return "One bit and one wave: the bit jumps, the wave glides."
    if len(set(found.nearest)) == 1:
        return f"{'Both' if bits == 2 else f'All {bits}'} bits share one wave here: a larger d has more waves."
    if longest - shortest <= criteria.NEAR * longest:
        return f"The {bits} bits stand beside nearly equal waves here: a larger base has slower ones."
    both = "From top to bottom, bits and waves both slow down: the sinusoid counts too, but smoothly."
    if own == bits:
        return f"{both} Each of the {bits} bits has a wave of its own."
    if not own:
        return f"{both} There are fewer waves than bits here: the same wave stands beside several bits."
    have = "1 bit has a wave of its own" if own == 1 else f"{own} of the {bits} bits have a wave of their own"
    return f"{both} {have}. For the others the nearest wave is the same as that of another bit, so it is drawn again."


def counting_rows(found: Counting, dim: int) -> list[str]:
    """What each row of bits and waves shows."""
    return [
        f"bit {j}, period {period:.0f}<br>{'pair' if i < dim // 2 else 'sine'} {i}, period {number(length)}"
        for j, (period, i, length) in enumerate(zip(found.periods, found.nearest, found.wavelengths, strict=True))
    ]


def single_wave(wave: Array, study: Study) -> str:
    """Whether one wave alone tells positions apart, and what A and w do."""
    amplitude, frequency = study.options["amplitude"], study.options["frequency"]
    # the angle w p has been rounded, the more the larger it is
    rounding = 4 * np.finfo(np.float64).eps * amplitude * max(frequency * len(wave), 1)
    if len(wave) > 1 and np.ptp(wave) <= max(rounding, STAYS * amplitude):
        return "This sine stays where it starts and tells no position from another."
    texts = []
    if len(wave) > 1:
        texts = [_told_apart(wave, study.position, rounding)]
        texts.append(f"Neighbours differ by up to {number(float(np.abs(np.diff(wave)).max()))}.")
    if amplitude and frequency:
        turn = number(2 * np.pi / frequency)
        texts.append(f"A = {number(amplitude)} sets how high the sine goes, w = {number(frequency)} how fast.")
        texts.append(f"One turn takes 2π / w ≈ {turn} {'token' if turn == '1' else 'tokens'}.")
        if frequency > np.pi:
            texts.append("That is less than two tokens: whole positions show another, slower wave.")
    return " ".join(texts)


def _told_apart(wave: Array, position: int, rounding: float) -> str:
    apart = np.abs(wave - wave[position])
    near = np.abs(np.arange(len(wave)) - position) <= 1
    nearest = float(np.delete(apart[near], min(position, 1)).min())
    nearer = int((apart[~near] < nearest - rounding).sum())
    if not nearer:
        than = "its neighbours have" if near.sum() == 3 else "its neighbour has"
        return f"Take one sine. No other position has a value nearer to that of position {position:,} than {than}."
    others = "1 other position has" if nearer == 1 else f"{nearer:,} other positions have"
    than = "its neighbours have" if near.sum() == 3 else "its neighbour has"
    return f"Take one sine. {others} a value nearer to that of position {position:,} than {than}."


def halves(found: Halves, sinusoid: Scheme, length: int, dim: int) -> str:
    """What sines lose without their cosines: equal steps and equal lengths."""
    alone = _without_partner(sinusoid, dim).capitalize()
    lone = f" {alone}, as d is odd: it is left out." if dim % 2 else ""
    first = f" Drawn and measured here are the first {MOST_WAVED:,} positions." if found.positions < length else ""
    if found.positions < 3 or not _same(found.pair_steps) or _same(found.sine_steps):
        return f"In the second picture, each sine has its cosine beside it.{lone}{first}"
    low, high = told_apart(*found.sine_steps)
    short, long = told_apart(*found.sine_norms)
    return (
        f"With sines alone, a step of one token is {low} to {high} long; with their cosines it is "
        f"{number(found.pair_steps[0])} everywhere. Vectors of sines alone are {short} to {long} long; with their "
        f"cosines all are {number(found.pair_norms[0])} long.{lone}{first}"
    )


def _same(ends: tuple[float, float]) -> bool:
    return ends[1] - ends[0] <= criteria.EQUAL * ends[1]


def beyond(scheme: Scheme, found: Beyond | None, length: int) -> str:
    """How much of what comes later lies outside what the sequence has shown, at the length that the page shows."""
    if found is None:
        return f"With N = {length:,}, {scheme.name} has no vectors for later positions."
    share, last = float(found.outside.mean()), scheme.has(4 * length) - 1
    later = f"position {length:,}" if last == length else f"positions {length:,} to {last:,}"
    has = "formula also gives vectors" if scheme.own_size is None else "table also has vectors"
    texts = [
        f"The {has} for {later}.",
        f"{_part(share)} outside the range that {'their' if 0 < share < 1 else 'its'} column has shown before.",
    ]
    if found.stuck:
        texts.append("A column so slow that float64 rounds its values to one number counts as inside.")
    if share:
        texts.append("A model that was trained up to here has never met such values.")
    if found.longer is not None:
        texts.append(f"N stays {length:,} here, as everywhere on this page.")
        texts.append(
            f"With N = {4 * length:,} it would be {percent(found.longer)}, but then the known vectors change too."
        )
    return " ".join(texts)


def _part(share: float) -> str:
    if share in (0, 1):
        return f"{'Every' if share else 'No'} value there lies"
    text = percent(share)
    return f"{text[0].upper()}{text[1:]} of the values there lie"


def left_out(study: Study) -> str:
    """What is not looked at in so large a matrix."""
    texts = []
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        limit = f"n up to {PAIRED_LENGTH:,} and d up to {PAIRED_DIM:,}"
        texts.append(f"Other orders of the columns are looked for with {limit}.")
    if study.length * study.dim > UNSEEN_CELLS:
        texts.append(f"What comes later is looked at in matrices of up to {UNSEEN_CELLS:,} numbers.")
    return " ".join(texts)


def other_orders(scheme: Scheme, study: Study) -> list[str]:
    """Which other choices of a parameter only put the columns in another order, measured on all pairs."""
    if study.length > PAIRED_LENGTH or study.dim > PAIRED_DIM:
        return []
    found = [
        _other_order(scheme, study, parameter.name, other)
        for parameter in scheme.parameters()
        for other in (parameter.domain.options if isinstance(parameter.domain, Choice) else ())
        if other != getattr(scheme, parameter.name)
    ]
    return [text for text in found if text]


def _other_order(scheme: Scheme, study: Study, name: str, other: object) -> str | None:
    twin = type(scheme)(**{**{p.name: getattr(scheme, p.name) for p in scheme.parameters()}, name: other})
    if twin.lacks("vectors", study.length, study.dim):
        return None
    mine, its = (measurements.table(each, study.length, study.dim) for each in (scheme, twin))
    places = geometry.column_order(mine, its)
    if places is None or np.array_equal(mine, its):
        return None
    distances = geometry.distances(mine)
    change = np.abs(distances - geometry.distances(its)).max()
    if not any(j != place for j, place in enumerate(places)):
        return None
    # of columns that hold the same numbers nobody can tell which became which
    keys = [column.tobytes() for column in mine.T + 0.0]
    alone = {key for key, count in Counter(keys).items() if count == 1}
    moved = [j for j, place in enumerate(places) if j != place and keys[j] in alone]
    became = ": " * bool(moved) + listed([f"column {j} becomes column {places[j]}" for j in moved[:2]])
    same = " No distance changes." if change <= criteria.EQUAL * distances.max() else ""
    both = f"**{getattr(scheme, name)}** and **{other}**"
    return f"{both} hold the same columns in another order{became}{', and so on' if len(moved) > 2 else ''}.{same}"


def alt(scheme: Scheme, study: Study, limit: float, column: int) -> str:
    """What the heatmap shows, for a reader who cannot see it."""
    first, last = study.shown
    return (
        f"{scheme.name} encoding, positions {first:,} to {last:,} by {counted(study.dim, 'dimension')}, colours from "
        f"{number(-limit)} to {number(limit)}. Marked: position {study.position:,}, column {column:,}."
    )
