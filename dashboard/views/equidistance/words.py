"""Equidistance: how long steps are, where they differ, and what another length does to them."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from dashboard.study import Study
from dashboard.views import measurements, words
from dashboard.views.equidistance import numbers
from dashboard.views.equidistance.tables import printed
from dashboard.views.words import counted, listed, number, told_apart
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array
from posenc_core.geometry import OffsetDistances
from posenc_core.numerals import root


def claim(steps: Mapping[Scheme, Array], study: Study) -> str:
    """How long a step of k is in each scheme."""
    found = {scheme: geometry.spread(values) for scheme, values in steps.items() if len(values)}
    text = words.steps(found, study)
    if not found:
        return f"{text} Choose a larger n."
    return text if study.offset == study.length - 1 else f"{text} A flat line is a step that is equal everywhere."


def steps_alt(steps: Mapping[Scheme, Array], study: Study) -> str:
    """The picture of the steps for who cannot see it."""
    ranges = [
        f"{scheme.name} from {number(float(values.min()))} to {number(float(values.max()))}"
        for scheme, values in steps.items()
        if len(values)
    ]
    return f"Distance of a step of {study.offset:,} at every position: {listed(ranges) or 'no position has one'}."


def pair_words(study: Study) -> str:
    """How distance, norm and dot product belong together."""
    text = (
        "Distance, norms (the lengths of the two vectors) and dot product belong together: distance² is the sum of "
        "both norms², less 2 · dot product. With equal norms, a larger dot product is a smaller distance."
    )
    if numbers.pair_start(study) < study.position:
        beyond = f"No position is {counted(study.offset, 'token')} after {study.position:,}"
        text = f"{beyond}, so the last pair is shown. {text}"
    return text


def repeated_words(study: Study) -> str:
    """Why distances are so large where one number stands in every column."""
    names = [s.name for s in study.schemes if numbers.repeats_its_number(s, study.length, study.dim)]
    if not names:
        return ""
    return (
        f"In {listed(names)} one number stands in each of the {study.dim:,} columns: distances are {root(study.dim)} "
        "times those of the numbers."
    )


def offset_words(found: Mapping[Scheme, OffsetDistances]) -> str:
    """In which schemes the steps of every length are equal, and at which k they vary most in the others."""
    last = len(next(iter(found.values())).mean)
    upto = "A step of k = 1" if last == 1 else f"For every k up to {last:,}, a step"
    still = [s.name for s, bands in found.items() if not bands.mean.any()]
    same = [s.name for s, bands in found.items() if bands.mean.any() and _equal_at_every_offset(bands)]
    texts = [f"{upto} is equally long everywhere in {listed(same)}."] if same else []
    texts += [f"{upto} does not move at all in {listed(still)}."] if still else []
    texts += [_most_uneven(s.name, bands) for s, bands in found.items() if s.name not in same + still]
    if len(same + still) < len(found):
        texts.append("A band reaches from the shortest step to the longest.")
    return " ".join(texts)


def ring_words(rises: Mapping[Scheme, int | None]) -> str:
    """What the rings in the picture of the growth are."""
    turned = [f"k = {rise + 2:,} in {s.name}" for s, rise in rises.items() if rise is not None]
    if not turned:
        return ""
    return f"Rings: up to there, each further token adds less distance; at the ring it adds more: {listed(turned)}."


def diagonal_words(found: Mapping[Scheme, float]) -> str:
    """In which schemes every diagonal has one colour, by the unevenness of each."""
    one = [s.name for s, share in found.items() if share <= criteria.EQUAL]
    nearly = [s.name for s, share in found.items() if criteria.EQUAL < share <= criteria.NEAR]
    many = [s.name for s, share in found.items() if share > criteria.NEAR]
    texts = ["Along a diagonal, every pair is the same offset k apart."]
    texts += [f"Each diagonal has one colour in {listed(one)}: equal steps."] if one else []
    texts += [f"Each diagonal has nearly one colour in {listed(nearly)}."] if nearly else []
    texts += [f"Colours change along the diagonals in {listed(many)}."] if many else []
    return " ".join(texts)


def length_words(found: pd.DataFrame, study: Study) -> str:
    """In which schemes the same steps are equally long in both sequences."""
    first, second = study.length, study.options["n2"]
    if first == second:
        return f"Both lengths are {first:,}: there is nothing to compare. Choose another second length."
    if found["first"].isna().all() or found["second"].isna().all():
        return "The two sequences have no steps in common."
    both = found[found["k"] < min(first, second)]
    said: dict[str, list[str]] = {}
    for name, part in both.groupby("scheme", sort=False):
        said.setdefault(_changed(part["ratio"], first, second), []).append(str(name))
    texts = [sentence.format(names=listed(names)) for sentence, names in said.items()]
    # what the table shows as two numbers
    means = both["first"].map(printed) != both["second"].map(printed)
    if other := [str(name) for name in both.loc[means & (both["ratio"] == 1), "scheme"].unique()]:
        texts.append(
            f"The means over all positions still differ in {listed(other)}: the longer sequence has further steps."
        )
    return " ".join(texts)


def outgrown(study: Study) -> str:
    """Which schemes end before the second length does; nothing where none does."""
    second = study.options["n2"]
    ends = [(scheme.name, scheme.has(second)) for scheme in study.schemes if scheme.has(second) < second]
    return " ".join(f"{name} has only {end:,} positions, so it has no sequence of {second:,}." for name, end in ends)


def growth_words(found: pd.DataFrame, study: Study) -> str:
    """How many times as far as one step several steps are."""
    reached = found[(found["k"] > 1) & found["steps"].notna()]
    if reached.empty:
        return ""
    wanted = study.offset if study.offset > 1 else 9
    k = wanted if (reached["k"] == wanted).any() else int(reached["k"].max())
    times = {scheme: float(share) for scheme, share in reached.loc[reached["k"] == k, ["scheme", "steps"]].to_numpy()}
    straight = [name for name, share in times.items() if abs(share / k - 1) <= criteria.EQUAL]
    bent = {name: share for name, share in times.items() if share and name not in straight}
    even = all(_even(s, study, k) for s in study.schemes if s.name in bent)
    texts = []
    if bent:
        ratios = listed([f"{_far(told_apart(share, k)[0])} as one in {name}" for name, share in bent.items()])
        texts = [f"{'' if even else 'On average, '}{k:,} steps lead {ratios}, not {k:,} times."]
    texts += [f"In {listed(straight)}, {k:,} steps lead {k:,} times as far as one."] if straight else []
    return " ".join(texts)


def first_words(found: Mapping[Scheme, tuple[Array, Array]]) -> str:
    """In which schemes the first positions are equally far apart in both sequences."""
    same = [s.name for s, (a, b) in found.items() if np.abs(a - b).max() <= criteria.EQUAL * max(a.max(), b.max())]
    changed = [s.name for s in found if s.name not in same]
    texts = [f"The pictures of both lengths are the same in {listed(same)}."] if same else []
    if changed:
        texts.append(f"They differ in {listed(changed)}: the same two positions are not equally far apart in both.")
    texts.append("The two pictures of a scheme share their colours.")
    return " ".join(texts)


def _far(times: str) -> str:
    return "as far" if times == "1" else f"{times} times as far"


def _equal_at_every_offset(bands: OffsetDistances) -> bool:
    return bool((bands.largest - bands.smallest <= criteria.EQUAL * bands.largest).all())


def _even(scheme: Scheme, study: Study, offset: int) -> bool:
    """Whether one step and a step of this offset are each equally long everywhere."""
    found = (measurements.steps(scheme, study.length, study.dim, k) for k in (1, offset))
    return all(words.equal(geometry.spread(values)) for values in found)


def _most_uneven(name: str, bands: OffsetDistances) -> str:
    # by the shortest and the longest, as the scorecard does
    missing = np.nan_to_num(criteria.missing(bands.smallest, bands.largest))
    worst = geometry.first_equal(missing, missing.max())
    ties = int((missing >= missing.max() - words.ROUNDING).sum()) - 1
    p, q, k = int(bands.at_smallest[worst]), int(bands.at_largest[worst]), worst + 1
    low, high = float(bands.smallest[worst]), float(bands.largest[worst])
    longest, shortest = f"{q:,} → {q + k:,}", f"{p:,} → {p + k:,}"
    where = f"In {name}, steps vary most at k = {k:,}{f' and {ties:,} other k' if ties else ''}"
    if not low:
        return f"{where}: {longest} moves the vector and {shortest} does not."
    return f"{where}: {longest} is {_times(high / low)} {shortest}."


def _times(ratio: float) -> str:
    """How much longer something is, above 1."""
    return f"{number(100 * (ratio - 1))} % longer than" if ratio < 1.05 else f"{number(ratio)} times as long as"


def _changed(ratio: "pd.Series[float]", first: int, second: int) -> str:
    """What another length does to the steps, with a place for the names of schemes."""
    if (ratio == 1).all():
        return "The same step is equally long at both lengths in {names}."
    if ratio.isna().any() or ratio.max() - ratio.min() > criteria.EQUAL * ratio.max():
        return "In {names}, the length of the sequence changes how long a step is."
    mean = float(ratio.mean())
    longer, shorter = (first, second) if mean > 1 else (second, first)
    return f"In {{names}}, the same step at n = {longer:,} is {_times(max(mean, 1 / mean))} at n = {shorter:,}."
