"""Similarity: what the curves, the laws, the diagonals, the base and far positions come to."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, get_args

import numpy as np

from dashboard.parameters import MEASURES
from dashboard.study import Study
from dashboard.views import measurements
from dashboard.views.measurements import AtBase, PairKind
from dashboard.views.similarity import numbers
from dashboard.views.similarity.numbers import Beyond, Diagonals
from dashboard.views.words import (
    NATS,
    ROUNDING,
    compared,
    counted,
    listed,
    not_ahead,
    number,
    scored,
    scores_not_followed,
    similarities,
    undefined,
)
from posenc_core import Scheme, criteria, geometry
from posenc_core.arrays import Array
from posenc_core.rotating import Rotating

LINE = "  \n"
"""Between the lines of a caption."""


class Laws(NamedTuple):
    """What is laid over the curve of plain waves, and what is to be said of it."""

    closed: Array | None
    """The closed form, where the curve itself was measured."""
    log: Array | None
    """The law 1 − (ln k + 0.577) / ln B of the cosine, in the measure that is shown; None where it does not speak."""
    words: str


def claim(rankings: Mapping[Scheme, Array], study: Study) -> str:
    """What is most similar to the chosen position, by the measure that is shown."""
    more = "smaller" if study.measure == "distance" else "larger"
    return f"**By {MEASURES[study.measure]}, where {more} is more similar.** {similarities(rankings, study)}"


def score_claim(found: Mapping[str, Array], study: Study) -> str:
    """What the chosen position sees in schemes without vectors."""
    names = [scheme.name for scheme in study.schemes]
    has = "has" if len(names) == 1 else "have"
    texts = [f"**By score, in nats.** {listed(names)} {has} no vectors to compare."]
    return " ".join(texts + scored(found, study.position) + not_ahead(study.schemes))


def scores_axis(study: Study) -> str:
    """What the curves of scores show, in the words of an axis."""
    share = ", as a share of the scheme's largest" if study.own_scales else ", nats"
    return f"score seen from position {study.position:,}, beside its own{share}"


def scores_read(study: Study) -> str:
    """How the curves of scores are to be read."""
    texts = [NATS, "They are on no scale of dot products or distances."]
    if any(scheme.family == "rotation" for scheme in study.schemes):
        texts.append("Where queries and keys are turned, both hold the same content here.")
    return " ".join(texts + scores_not_followed(study.schemes, study))


def scores_alt(found: Mapping[str, Array], study: Study) -> str:
    """The curves of scores for who cannot see them."""
    return f"{scores_axis(study)}, at every position, for {listed([*found])}."


def score_pairs_alt(name: str) -> str:
    """A matrix of scores for who cannot see it."""
    return f"Score of every query position with every key position in {name}, in nats, beside the query's own."


def score_diagonal_words(found: Mapping[str, Diagonals], study: Study) -> str:
    """What the matrices of scores show."""
    if study.length == 1 or not found:
        return ""
    texts = ["Without vectors, a cell is the score of the query of its row with the key of its column, in nats."]
    said: dict[str, list[str]] = {}
    for name, diagonals in found.items():
        if diagonals.miss is not None:
            said.setdefault(_diagonals(diagonals.miss, diagonals.empty), []).append(name)
    return " ".join([*texts, *(text.format(names=listed(names)) for text, names in said.items())])


def left_out(study: Study) -> str:
    """Which of the chosen schemes have no vectors to be far apart."""
    names = [scheme.name for scheme in study.lacking("vectors").schemes]
    one = len(names) == 1
    return f"{listed(names)} {'has' if one else 'have'} no vectors, and {'is' if one else 'are'} not in this table."


def curves_axis(study: Study) -> str:
    """What the curves show, in the words of an axis."""
    return compared(study) + (", as a share of the scheme's largest" if study.own_scales else "")


def curves_alt(study: Study) -> str:
    """The curves for who cannot see them."""
    return f"{compared(study)}, at every position, for {listed([s.name for s in study.schemes])}."


def pairs_alt(scheme: Scheme, kind: PairKind) -> str:
    """A matrix of pairs for who cannot see it."""
    return f"{MEASURES[kind]} of every pair of positions in {scheme.name}."


def bases_alt(rows: Sequence[AtBase], name: str) -> str:
    """The curves at several bases for who cannot see them."""
    return f"The cosine of {name} over the offset, for the bases {listed([number(row.base) for row in rows])}."


def turn_words(turns: Mapping[Scheme, int | None], study: Study) -> str:
    """Where the curves turn back to the right of p: farther away, and yet more similar; nothing at the end."""
    if study.position == study.length - 1 or not turns:
        return ""
    turn = "the distance first falls" if study.measure == "distance" else "similarity first rises"
    later = [f"{counted(k, 'token')} on in {s.name}" for s, k in turns.items() if k]
    at_once = [s.name for s, k in turns.items() if k == 0]
    texts = []
    if later:
        texts.append(f"Ring{'s' * (len(later) > 1)}: where {turn} to the right of p, {listed(later)}.")
    if at_once:
        texts.append(f"The position after p is already more similar than p itself in {listed(at_once)}.")
    if not texts:
        texts.append(f"No curve {turn.split()[-1]} to the right of p.")
    return " ".join(texts)


def laws(study: Study, scheme: Rotating, curve: Array) -> Laws:
    """The closed form and the log law, beside the curve as it was measured."""
    closed, texts = None, []
    products = "Σ cos(w k) over the frequencies w: only the offset k counts."
    if wave := scheme.unpaired(study.dim):
        other = "cosine" if wave == "sine" else "sine"
        products = f"Σ cos(w k), and the last {wave} at p times that at q: d is odd, and it has no {other} beside it."
    if not measurements.measured(study.length, study.dim):
        texts.append(f"At this size the curve of {scheme.name} is computed by a formula: its dot product is {products}")
    else:
        closed = geometry.similarity(scheme, study.position, study.length, study.dim, kind=study.measure)
        if np.isfinite(closed).any():
            apart = float(np.nanmax(np.abs(closed - curve)))
            same = apart <= criteria.EQUAL * float(np.nanmax(np.abs(curve)))
            fit = "gives the same curve" if same else f"misses the curve by at most {number(apart)}"
            texts.append(f"Dots: the closed form, a formula that {fit}. The dot product is {products}")
    log = numbers.log_law(study, scheme)
    if log is not None:
        texts.append(_log_words(numbers.log_reach(study, scheme), study))
    elif study.dim > 1:
        texts.append("The log law speaks of dot product, cosine and distance only.")
    return Laws(closed, log, LINE.join(filter(None, texts)))


def _log_words(reach: int, study: Study) -> str:
    """That the log law is an approximation, and up to where it is one."""
    farthest = max(study.position, study.length - 1 - study.position)
    if not farthest:
        return ""
    within = f"within {number(criteria.NEAR)} of the cosine"
    if reach == farthest:
        return f"Dashes: the log law, an approximation; here it stays {within}."
    if not reach:
        return f"Dashes: the log law, an approximation for large d and B; here it is not {within} even at k = 1."
    return f"Dashes: the log law, an approximation; it stays {within} up to k = {reach:,}, and farther out it may not."


def sides_words(study: Study) -> str:
    """Whether the shown similarity tells before from after; nothing where no side is long enough or it is undefined."""
    p, length = study.position, study.length
    reach = min(p, length - 1 - p)
    if not reach:
        return ""
    found: dict[str, list[str]] = {}
    empty = False
    for s in study.schemes:
        around = (s, length, study.dim, p, study.measure)
        curve, ranking = measurements.similarity(*around), measurements.ranking(*around)
        if np.isnan(ranking).all():
            said = f"In {{names}}, nothing can be said of position {p:,}: {undefined(s, study)}."
        else:
            undefined_pairs = np.isnan(ranking[p - reach : p][::-1] + ranking[p + 1 :][:reach])
            empty |= bool(undefined_pairs.any() and not undefined_pairs.all())
            said = _sides(curve, ranking, p, far_away=study.measure == "distance")
        if said:
            found.setdefault(said, []).append(s.name)
    if not found:
        return ""
    sides = f"{counted(reach, 'token')} before and {reach:,} after"
    texts = [
        said.format(sides=sides, names=listed(names), know="it knows" if len(names) == 1 else "they know", p=f"{p:,}")
        for said, names in found.items()
    ]
    if empty:
        texts.append("Positions with a zero vector, which has no angle, are left out.")
    return f"**Left or right, by {MEASURES[study.measure]}?** {' '.join(texts)}"


def _sides(curve: Array, ranking: Array, p: int, *, far_away: bool) -> str:
    """A sentence with places for both sides, names and p: how what stands before p compares with what stands after it.

    Order and ties are those of the ranking; what looks nearly the same must do so in the curve as well.
    """
    reach = min(p, len(ranking) - 1 - p)
    both = np.stack([each[p - reach :][:reach][::-1] for each in (ranking, curve)])
    others = np.stack([each[p + 1 :][:reach] for each in (ranking, curve)])
    known = np.isfinite(both[0]) & np.isfinite(others[0])
    (before, shown_before), (after, shown_after) = both[:, known], others[:, known]
    if not before.size:
        return "To {names}, there is nothing to compare: a zero vector has no angle."
    rounding = ROUNDING * float(np.nanmax(np.abs(ranking)))
    apart = float(np.abs(after - before).max())
    if apart <= max(criteria.EQUAL * _largest(before, after), rounding):
        if len(after) == 1:
            return "{sides} look the same to {names}, which cannot tell before from after."
        values = np.sort(after)
        if np.ptp(values) <= rounding:
            return "{sides} all look the same to {names}: {know} neither how far nor which way."
        if (np.diff(values) <= rounding).any():
            return "{sides} look the same to {names}, which cannot tell before from after."
        return "{sides} look the same to {names}: {know} how far, not which way."
    if apart <= criteria.NEAR * _largest(before, after):
        shown_apart = float(np.abs(shown_after - shown_before).max())
        if shown_apart <= criteria.NEAR * _largest(shown_before, shown_after):
            return "{sides} look nearly the same to {names}."
    rises = before - after if far_away else after - before
    comes, less = ("nearer", "farther") if far_away else ("more similar", "less similar")
    if (rises > rounding).all():
        return f"In {{names}}, what comes after position {{p}} is {comes} than what comes as far before."
    if (rises < -rounding).all():
        return f"In {{names}}, what comes before position {{p}} is {comes} than what comes as far after."
    if (rises >= -rounding).all():
        return f"In {{names}}, what comes after position {{p}} is never {less} than what comes as far before."
    if (rises <= rounding).all():
        return f"In {{names}}, what comes before position {{p}} is never {less} than what comes as far after."
    return f"In {{names}}, the two sides differ, and neither is always {comes}."


def _largest(*values: Array) -> float:
    return float(np.abs(values).max())


def diagonal_words(found: Mapping[Scheme, Diagonals], study: Study) -> str:
    """What the matrices of all pairs show, by how far each diagonal is from being of one colour."""
    said: dict[str, list[str]] = {}
    for s, diagonals in found.items():
        if diagonals.miss is not None:
            said.setdefault(_diagonals(diagonals.miss, diagonals.empty), []).append(s.name)
    if study.length == 1:
        return ""
    texts = ["A cell compares the position of its row with the position of its column."] if said else []
    if said and study.measure not in get_args(PairKind):
        texts.append("It shows the dot product, from which the chosen measure is made.")
    texts += [text.format(names=listed(names)) for text, names in said.items()]
    if any(diagonals.empty for diagonals in found.values()):
        texts.append("Empty cells are undefined: a zero vector has no angle.")
    return " ".join(texts)


def _diagonals(miss: float, empty: bool) -> str:
    if np.isnan(miss):
        return f"In {{names}}, all cells{' that are not empty' if empty else ''} are equal."
    if miss <= criteria.EQUAL:
        return "In {names}, every diagonal has one colour: only how far apart the two positions stand matters."
    if miss <= criteria.NEAR:
        return "In {names}, every diagonal has nearly one colour: how far apart two positions stand matters most."
    return "In {names}, diagonals change their colour: where they stand matters too."


def no_base(study: Study) -> str:
    """Why the base of the waves does nothing here; nothing where it does something."""
    if study.dim == 1:
        return "d = 1 leaves a single sine, the same at every base."
    own = numbers.sinusoid(numbers.based(study))
    if study.dim == 2 or (study.dim == 3 and own.unpaired(3) is None):
        return f"d = {study.dim} leaves a single pair, which turns by 1 radian a token at every base."
    return "A sequence of one position has no offsets to compare." if study.length == 1 else ""


def base_words(rows: Sequence[AtBase], here: AtBase, name: str) -> str:
    """What the base of a scheme decides; the numbers are in the table."""
    texts = [f"{name} has a base B: that of its wavelengths, not a maximum length."]
    if np.isfinite(here.longest):
        texts.append(f"At B = {number(here.base)} its slowest wave takes {number(here.longest)} tokens for one turn.")
    texts.append("A smaller base sets neighbours farther apart; a larger one makes the slow waves slower.")
    moving = [row.moving for row in rows if row.moving is not None]
    if moving and moving[0] > moving[-1]:
        texts.append("A larger base also leaves more columns that hardly move within the sequence.")
    return " ".join(texts)


def base_axis(study: Study) -> str:
    """What the curves at several bases show, in the words of an axis."""
    return "cosine of positions 0 and k" if study.dim % 2 else "cosine of positions k apart"


def far_words(study: Study, rows: Sequence[Beyond]) -> str:
    """Whether the position far beyond the chosen one is the same as it, or near to it, as its neighbour is."""
    p, q = study.position, study.position + study.options["far"]
    alone = "A sequence of one position has no next one: here it is taken as n = 2. " if study.length == 1 else ""
    cases: tuple[tuple[str, Callable[[Beyond], bool]], ...] = (
        (f"In {{names}}, position {q:,} has the same vector as position {p:,}.", lambda row: not row.far),
        (f"In {{names}}, position {q:,} is nearer to position {p:,} than position {p + 1:,} is.", _nearer),
        (f"In {{names}}, position {q:,} is as near to position {p:,} as position {p + 1:,} is.", _as_near),
        (f"In {{names}}, position {q:,} is farther from position {p:,} than position {p + 1:,} is.", lambda _: True),
    )
    found: dict[str, list[str]] = {text: [] for text, _ in cases}
    for row in rows:
        found[next(text for text, holds in cases if holds(row))].append(row.scheme.name)
    texts = [text.format(names=listed(names)) for text, names in found.items() if names]
    texts += [f"{s.name} ends at position {s.has(q + 1) - 1:,}." for s in study.schemes if s.has(q + 1) <= q]
    return alone + " ".join(texts)


def _as_near(row: Beyond) -> bool:
    return abs(row.far - row.neighbour) <= criteria.EQUAL * row.neighbour


def _nearer(row: Beyond) -> bool:
    return row.far < row.neighbour and not _as_near(row)


def again_words(study: Study) -> str:
    """Whether a scheme of waves comes nearer to where it was than a step.

    Nothing for odd d, where it depends on p, and where no such scheme is chosen.
    """
    scheme = numbers.based(study)
    if study.dim % 2 or scheme not in study.schemes:
        return ""
    name, waves = scheme.name, numbers.sinusoid(scheme)
    offset, nearest = numbers.nearest_again(waves, study.dim)
    searched = f"{numbers.SEARCHED:,}"
    if offset == 1:
        return f"{name} does not come back: of all positions up to {searched} tokens on, the next one is nearest."
    step = measurements.at_base(waves.base, 2, study.dim, waves).neighbours
    near = f"{number(nearest)} away, where a step is {number(step)}"
    return f"{name} comes back: of all positions up to {searched} tokens on, k = {offset:,} is nearest, {near}."
