"""Attention: what a position takes from a score, in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dashboard.parameters import HEADS
from dashboard.study import Study
from dashboard.views.attention import numbers
from dashboard.views.attention.numbers import LITTLE, Mode
from dashboard.views.words import ROUNDING, counted, listed, number, percent
from posenc_core import Scheme, attention, criteria
from posenc_core.attention import NEAR, Change, Drops, Reach

T = TypeVar("T")

LINE = "  \n"
"""Between the lines of a caption."""

MUCH = 1000.0
"""How many times as much attention is told as a number."""

ALONE = "A sequence of one position has a single score, and nothing to compare it with. Choose a larger n."
NO_TOKENS = "Type one token for the query and one for the key, in the sidebar."

CONTENTS = {
    "same": "If query and key hold the same content",
    "independent": "At the mean score of independent contents",
    "yours": "With your two tokens",
}


def claim(found: Mapping[Scheme, Drops], study: Study, asked: Mode) -> str:
    """How much of the attention is left for a token k back."""
    k = study.offset
    shares = _each({scheme: _share(drops, k) for scheme, drops in found.items()}, str, asked.head)
    text = (
        f"**{CONTENTS[asked.content]}, the key {counted(k, 'token')} back gets this share of the attention of the "
        f"query's own place: {shares}.**"
    )
    if moving := [scheme.name for scheme, drops in found.items() if varies(drops)]:
        text += f" In {listed(moving)}, it depends on where the query stands too; this is the share at the mean score."
    if asked.content == "same" and (turning := [scheme.name for scheme in found if scheme.family == "rotation"]):
        text += f" With independent contents it would be 100 % in {listed(turning)}, at every distance."
    return text


def _share(drops: Drops, offset: int) -> str:
    """What is left at an offset; all of what is masked is lost."""
    if np.isfinite(drops.mean[offset]):
        return left(float(drops.mean[offset]))
    return f"0 %{'' if np.isinf(drops.low[offset]) else ' for some queries'} (masked)"


def left(drop: float) -> str:
    """What a drop leaves of the attention, in percent."""
    if abs(drop) <= ROUNDING:
        return "100 %"
    if drop > 0:
        # it is never nothing, only less than a computer can write
        return percent(max(float(np.exp(-drop)), 1e-300))
    if -drop > np.log(MUCH):
        return f"more than {number(100 * MUCH)} %"
    share = float(np.exp(-drop))
    return "just over 100 %" if share < 1.001 else f"{number(100 * share)} %"


def varies(drops: Drops) -> bool:
    """Whether a drop depends on where the query stands, but for rounding."""
    seen = np.isfinite(drops.high)
    largest = max(float(np.abs(drops.mean[seen]).max(initial=0)), 1.0)
    apart = (drops.high[seen] - drops.low[seen]).max(initial=0)
    return bool(apart > criteria.EQUAL * largest or (seen != np.isfinite(drops.low)).any())


def named(scheme: Scheme, head: int) -> str:
    """The name of a scheme, with the head that is shown where they differ."""
    return f"{scheme.name} (head {head + 1} of {HEADS})" if "heads" in scheme.abilities else scheme.name


def axes() -> tuple[str, str]:
    """What the two axes of values show."""
    return "lost by the score, in nats", "attention, for 1 at k = 0"


def drops_alt(found: Mapping[Scheme, Drops], asked: Mode) -> str:
    """The curves for who cannot see them."""
    names = listed([named(scheme, asked.head) for scheme in found])
    return f"How many nats a score loses when the key stands k tokens back, over k, for {names}."


def drops_words(found: Mapping[Scheme, Drops], study: Study, asked: Mode) -> str:
    """How the two axes and the bands are read."""
    texts = [
        "A nat is the unit of a score: one nat less leaves 1/e of the attention, "
        f"{percent(float(np.exp(-1)))}. The right axis says what is left."
    ]
    if asked.content == "independent":
        seen = [scheme for scheme, drops in found.items() if np.isfinite(drops.mean[study.offset])]
        sizes = {scheme: numbers.spread_at(scheme, study.offset, study.length, study.dim) for scheme in seen}
        at = f"; at k = {study.offset:,}, {_each(sizes, nats)}" if sizes else ""
        texts.append(f"Bands: how much content moves a score to both sides, one standard deviation{at}.")
    elif moving := [scheme.name for scheme, drops in found.items() if varies(drops)]:
        texts.append(f"Bands: from the lowest to the highest of all queries, in {listed(moving)}.")
    if beyond := {scheme: k for scheme, drops in found.items() if (k := leaves(drops))}:
        texts.append(
            f"The axis ends at {nats(LITTLE)}, a millionth of the attention: "
            + listed([f"{named(scheme, asked.head)} first leaves it at k = {k:,}" for scheme, k in beyond.items()])
            + "."
        )
    if masked := {scheme: k for scheme, drops in found.items() if (k := _masked(drops))}:
        firsts = listed([f"k = {k:,} in {named(scheme, asked.head)}" for scheme, k in masked.items()])
        texts.append(f"Masked keys have no point; the nearest is at {firsts}.")
    return LINE.join(texts)


def learned(schemes: Iterable[Scheme]) -> list[str]:
    """What of each scheme a model learns, and what stands in for that here."""
    return [f"{scheme.name}: {scheme.learned}" for scheme in schemes if scheme.learned]


def not_drawn(left_out: Sequence[Scheme], study: Study) -> str:
    """Which schemes have no curve at this size, and why; nothing where all have one."""
    if not left_out:
        return ""
    return (
        f"Not drawn: {listed([scheme.name for scheme in left_out])}. At n = {study.length:,} and d = {study.dim:,}, "
        "only scores with a formula of the offset are worked out."
    )


def leaves(drops: Drops) -> int | None:
    """From which offset on a token gets less than a millionth of the attention, or a million times as much."""
    return _first(np.isfinite(drops.mean) & (np.abs(drops.mean) > LITTLE))


def _masked(drops: Drops) -> int | None:
    """The first offset at which a query does not see its key."""
    return _first(np.isinf(drops.mean))


def _first(found: NDArray[np.bool_]) -> int | None:
    return int(found.argmax()) if found.any() else None


def nats(value: float) -> str:
    """Some nats; what is only rounding is 0."""
    text = number(value) if abs(value) > ROUNDING else "0"
    return f"{text} nat{'' if text == '1' else 's'}"


def assumed(study: Study) -> str:
    """What all of these numbers take for granted."""
    return (
        "**What is assumed.** W_Q and W_K, which a model learns, are left out: they are the identity. "
        f"Content has |x|² = d = {study.dim:,}, as after a layer norm. "
        "All d numbers belong to one head, and scores are divided by √d."
    )


def facts(study: Study) -> list[str]:
    """What only scores show, with numbers of the chosen schemes, or of one that stands for its family."""
    made: Sequence[Callable[[Study], str]] = (_twice, _no_preference, _untrained, _distance)
    return [text for fact in made if (text := fact(study))]


def _twice(study: Study) -> str:
    rotation = numbers.example(study, "rotation")
    found = numbers.twice_its_table(study, rotation) if rotation else None
    if not rotation or not found:
        return ""
    return (
        f"**With the same content, {rotation.name} loses exactly twice as much as the sinusoid it is made of**, added "
        f"as a table. At k = {study.offset:,} these are {nats(found[0])} and {nats(found[1])}."
    )


def _no_preference(study: Study) -> str:
    rotation = numbers.example(study, "rotation")
    if not rotation:
        return ""
    n, d, k = study.length, study.dim, study.offset
    means = attention.scores_at_offset(rotation, range(min(n, numbers.CHECKED)), d, length=n, content="independent")
    if means is None or np.abs(means).max() > ROUNDING:
        return ""
    near, here, far = (numbers.spread_at(rotation, offset, n, d) for offset in (0, k, n - 1))
    text = f"**With independent contents, {rotation.name} has a mean score of 0 at every offset.** "
    if abs(near - far) <= criteria.EQUAL * near:
        return (
            f"{text}It prefers no distance; it changes how contents compare. One score still has a standard deviation "
            f"of {nats(here)}, at every offset."
        )
    return (
        f"{text}The standard deviation of one score changes with the offset: {nats(near)} at k = 0 and {nats(far)} at "
        f"k = {n - 1:,}. {_favored(near > far, n)}"
    )


def _favored(near: bool, length: int) -> str:
    """Who gains where some scores vary more; of two tokens neither does."""
    if length < 3:
        return ""
    return f"A softmax rewards large scores, so {'near' if near else 'far'} tokens get more attention on average."


def _untrained(study: Study) -> str:
    table, bias, p = numbers.example(study, "table"), numbers.example(study, "bias"), study.position
    texts = []
    if table:
        spread = attention.untrained_spread(table, p, p, study.dim, length=study.length)
        texts.append(
            f"**With random W_Q and W_K, as before training, the position part of {table.name} averages to 0 at every "
            f"offset.** Of query and key at p = {p:,} it varies by {nats(spread)}, up as often as down (entries of "
            "variance 1/d)."
        )
    lost = numbers.drop_at(bias, study.offset, study, "same") if bias else None
    if bias and lost is not None and ROUNDING < lost < np.inf:
        texts.append(
            f"A bias prefers near tokens even then: {named(bias, study.options['head'] - 1)} takes {nats(lost)} off "
            f"the score at k = {study.offset:,}, whatever W_Q and W_K are."
        )
    return " ".join(texts)


def _distance(study: Study) -> str:
    table = numbers.example(study, "table")
    if not table:
        return ""
    found = numbers.content_change(study, table)
    p, q = numbers.start(study), numbers.start(study) + study.offset
    distance = found.deviation / np.sqrt(2 / study.dim)
    return (
        "**The distance between two vectors also says how differently contents take a move of both tokens.** "
        f"In {table.name}, {p:,} and {q:,} are {number(distance)} apart, as on the page Equidistance. Times √(2/d), "
        "this is the standard deviation over contents: when query and key move together from "
        f"{p:,} to {q:,}, their score changes by {change(found)}. The mean is what |e(p)|² grows by, over √d."
    )


def change(found: Change) -> str:
    """What a score changes by: the mean and the standard deviation over contents."""
    mean, deviation = (0.0 if abs(value) <= ROUNDING else value for value in found)
    return f"{number(mean)} ± {number(deviation)} nats" if deviation else nats(0.0)


def pairs_alt(scheme: Scheme, asked: Mode) -> str:
    """A matrix for who cannot see it."""
    return (
        f"Score of every query, down, with every key, across, above that of its own token: {named(scheme, asked.head)}."
    )


def pairs_words(study: Study, asked: Mode) -> str:
    """How the matrices are read, and what their diagonals show."""
    texts = ["A cell says how many nats the score of a key (column) lies above that of the query's own token (row)."]
    said: dict[str, list[str]] = {}
    # of two positions, each diagonal but one is a single cell
    for scheme in study.schemes if study.length > 2 else ():
        found = numbers.every_pair(scheme, study.length, study.dim, asked)
        said.setdefault(_diagonals(found.residual, found.masked), []).append(scheme.name)
    texts += [text.format(names=listed(names)) for text, names in said.items()]
    if causal := [scheme.name for scheme in study.schemes if not scheme.lacks("causal")]:
        texts.append(f"Upper right is empty in {listed(causal)}, which {_do(causal)} not look at later tokens.")
    if masked := [s.name for s in study.schemes if numbers.every_pair(s, study.length, study.dim, asked).masked]:
        texts.append(f"In {listed(masked)}, keys are masked: their cells are empty, too.")
    return " ".join(texts)


def _do(names: Sequence[str]) -> str:
    return "does" if len(names) == 1 else "do"


def _diagonals(residual: float, masked: bool) -> str:
    if np.isnan(residual):
        if masked:
            return "In {names}, all cells of keys that are seen are 0: none of them is preferred."
        return "In {names}, all cells are 0: no place is preferred."
    if residual <= criteria.EQUAL:
        return "In {names}, every diagonal has one colour: to attention, only the offset counts."
    if residual <= criteria.NEAR:
        return "In {names}, every diagonal has nearly one colour: the offset counts most."
    return "In {names}, diagonals change their colour: where the query stands counts too."


def beyond(largest: float) -> str:
    """What the ends of the colours stand for, where some cells lie beyond them; nothing where none does."""
    return f"Cells beyond ±{nats(LITTLE)} have the strongest colour." if largest > LITTLE else ""


def reach_words(found: Mapping[Scheme, Reach], study: Study, asked: Mode) -> str:
    """How far back the last token looks, on average, nearest first."""
    ordered = dict(sorted(found.items(), key=lambda each: each[1].distance))
    sizes = {scheme: each.distance for scheme, each in ordered.items()}
    even = attention.reach(np.zeros(study.length))
    shown = _each(sizes, tokens, asked.head)
    scores = "mean scores" if asked.content == "independent" else "scores"
    return (
        f"**By these {scores}, the last of {counted(study.length, 'token')} looks back {shown}, on average.** "
        f"With equal shares for all, it would be {tokens(even.distance)}, with {percent(even.near)} of the weight "
        f"within {NEAR} tokens. The entropy says how even the shares are: {number(even.entropy)} if all are equal."
    )


def tokens(distance: float) -> str:
    """A mean distance in words; what is only rounding is 0."""
    text = number(distance) if distance > ROUNDING else "0"
    return f"{text} token{'' if text == '1' else 's'}"


def residual_words(schemes: Sequence[Scheme], study: Study) -> str:
    """Whether only the offset counts, on average over contents and for each of them."""
    k, p = study.offset, numbers.start(study)
    size = (study.length, study.dim, study.options["head"] - 1)
    alone = {scheme: numbers.position_residual(scheme, *size) for scheme in schemes}
    moved = {scheme: numbers.content_change(study, scheme) for scheme in schemes}
    texts = []
    if same := [s.name for s, share in alone.items() if share <= criteria.EQUAL]:
        texts.append(f"**Averaged over contents, only the offset counts in {listed(same)}.**")
    if others := [s.name for s, share in alone.items() if share > criteria.EQUAL]:
        texts.append(
            f"In {listed(others)}, where the query stands counts too."
            if same
            else f"**Averaged over contents, where the query stands counts too in {listed(others)}.**"
        )
    if changed := {s: found for s, found in moved.items() if found.deviation > ROUNDING}:
        texts.append(
            f"When query and key move together from {p:,} to {p + k:,}, their score changes by "
            f"{_each(changed, change)} (mean ± standard deviation over contents)."
        )
    # what does not look at the content changes nothing, or the same for all
    kept = [s for s in moved if s not in changed]
    if still := [s.name for s in kept if s.family == "table" or alone[s] <= criteria.EQUAL]:
        texts.append(f"Moved from {p:,} to {p + k:,}, every two contents keep their score in {listed(still)}.")
    if alike := [s.name for s in kept if s.name not in still]:
        texts.append(f"In {listed(alike)}, a move changes the scores at one offset by the same for all contents.")
    return " ".join(texts)


def residual(value: float) -> str:
    """A residual in a table; a dash where there is none."""
    return "–" if np.isnan(value) else number(value) if value > ROUNDING else "0"


def moved(alone: float, mean: float, deviation: float) -> str:
    """A change in a table; no number where contents make no difference and the offset is not all that counts."""
    if deviation <= ROUNDING and not alone <= criteria.EQUAL:
        return "the same for all"
    return change(Change(mean, deviation)).removesuffix(" nats")


def _each(values: Mapping[Scheme, T], said: Callable[[T], str], head: int | None = None) -> str:
    """Each value with the names of those that have it: "1 nat in RoPE and ALiBi and 2 nats in Index".

    With the head, counted from 0, where the values are not the same in all.
    """
    found: dict[str, list[str]] = {}
    for scheme, value in values.items():
        found.setdefault(said(value), []).append(scheme.name if head is None else named(scheme, head))
    return listed([f"{text} in {listed(names)}" for text, names in found.items()])
