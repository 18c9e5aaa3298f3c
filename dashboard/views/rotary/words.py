"""Rotary: which columns turn together, whether code turns them right, and what stretching and rounding do to turns."""

from collections.abc import Mapping

import numpy as np

from dashboard.study import Study
from dashboard.views.rotary import numbers
from dashboard.views.rotary.numbers import Rounded
from dashboard.views.words import counted, listed, number, told_apart
from posenc_core import RoPE, criteria, pairing
from posenc_core.arrays import Array
from posenc_core.pairing import KEY, MISTAKES, PLACES, QUERY, Pairing, Trial

NAMES = {
    "interleaved": "right, interleaved",
    "half": "right, half",
    "half table": "half table, interleaved rotation",
    "half rotation": "interleaved table, half rotation",
    "q alone": "queries alone are turned",
    "twice": "turned twice",
    "cache anew": "cached tokens forgotten",
    "sign flipped": "sign of the sine flipped",
    "degrees": "radians taken for degrees",
    "exponent i/d": "exponent i/d, not 2i/d",
}
"""How right code and every mistake are called in a table."""

WRONG = {
    "half table": "The tables of cosine and sine are laid out in halves, but the code turns neighbours together.",
    "half rotation": "The tables of cosine and sine are interleaved, but the code turns column i with column i + d/2.",
    "q alone": "Queries are turned and keys are not.",
    "twice": "Queries and keys are turned twice, so every offset counts double.",
    "cache anew": f"{MISTAKES['cache anew'].forgotten} tokens are in the cache already, and the positions of later "
    "keys do not count them: each key seems farther back than it is.",
    "sign flipped": "The sine has the wrong sign, so pairs turn backwards: offset k acts as −k.",
    "degrees": f"Angles in radians are taken for degrees, so every pair turns "
    f"{number(1 / MISTAKES['degrees'].unit)} times too slowly.",
    "exponent i/d": "Pair i turns by B^(−i/d) a token, not by B^(−2i/d): every pair but the first turns too fast.",
}
"""What each mistake is."""

PARTNERS: dict[Pairing, str] = {
    "interleaved": "neighbours, columns 2i and 2i + 1",
    "half": "column i and column i + d/2",
}
"""Which columns each pairing turns together."""


def claim(study: Study) -> str:
    """What the page shows, in one example."""
    offset = max(min(study.offset, study.length - 1), 1)
    scores = {
        name: float(pairing.scores(numbers.plain(name, numbers.rope(study).base), QUERY, KEY, [(offset, 0)])[0])
        for name in numbers.PAIRINGS
    }
    return (
        "A rotation turns the columns of queries and keys in pairs. Two ways to choose the pairs are in use: "
        "interleaved pairs neighbours, and half pairs column i with column i + d/2. "
        f"The same q and k, {_tokens(offset)} apart, have the score {_both(scores)}. "
        "**Neither is a mistake, but a model works only with the pairing that it was trained with.**"
    )


def pairing_words(study: Study) -> str:
    """Which columns the two pairings turn together, and by how much."""
    found = numbers.worked(study)
    turns, rest = divmod(float(found.angles[0]), 2 * np.pi)
    whole = f": {counted(int(turns), 'full turn')} and {number(np.degrees(rest))}°" if turns else ""
    text = (
        "**Interleaved** is the pairing of the paper, of GPT-J and of Meta's Llama. "
        "**Half** is that of GPT-NeoX and of Hugging Face's Llama. "
        f"Drawn are d = {numbers.DIM} columns, whatever d is chosen; those of one colour turn together. "
        f"At position {found.at:,}, pair 0 has turned by {_radians(found.angles[0])}{whole}. "
        f"The last pair has turned by {_radians(found.angles[-1])}."
    )
    if found.at != study.position:
        text += (
            f" No key stands {_tokens(found.at - found.of)} before position {study.position:,}: shown is the query at "
            f"{found.at:,}."
        )
    return text


def example_words(study: Study) -> str:
    """What the table of columns shows, and the scores that come of it."""
    found = numbers.worked(study)
    text = f"The query q stands at position {found.at:,}, the key k at {found.of:,}. "
    if found.at == found.of:
        return (
            f"{text}At one and the same position both pairings leave the dot product of q and k as it is: "
            f"{number(float(QUERY @ KEY))}."
        )
    return f"{text}After they have been turned, their dot product is the score: {_both(found.scores)}."


def permutation_words(study: Study) -> str:
    """How the columns of one pairing are put in the order of the other."""
    found, order = numbers.worked(study), pairing.permutation(numbers.DIM).tolist()
    return (
        "**One order of the columns turns one pairing into the other.** "
        f"Column j of the half pairing holds column {order}[j] of the interleaved one. "
        f"With q and k in this order, the half pairing gives {number(numbers.reordered(study, found))}, the score of "
        "the interleaved one. In a model the rows of W_Q and W_K are put in this order, head by head, and never those "
        "of W_V."
    )


def scores_words(study: Study) -> str:
    """What the curves of the score have in common."""
    found = numbers.by_offset(study)
    others = [name for name in found if name not in numbers.PAIRINGS]
    text = f"At offset 0 nothing is turned against anything, and the score is q · k = {number(float(QUERY @ KEY))}."
    if changed := [name for name in others if abs(found[name][0] - QUERY @ KEY) > numbers.CLOSE]:
        text = text.removesuffix(".") + f"; {listed(changed)} {'multiply' if len(changed) > 1 else 'multiplies'} it."
    if others:
        text += f" {listed(others)} {'are' if len(others) > 1 else 'is'} drawn as chosen in the sidebar."
    if (offset := min(study.offset, study.length - 1)) >= len(found["half"]):
        text += f" Offset {offset:,} is not drawn."
    return text


def arcs_alt(name: Pairing) -> str:
    """The picture of a pairing for who cannot see it."""
    pairs = [f"{first} with {second}" for first, second in pairing.columns(name, numbers.DIM)]
    return f"The {name} pairing of {numbers.DIM} columns: {listed(pairs)} turn together."


def scores_alt(study: Study) -> str:
    """The chart of scores for who cannot see it."""
    found = numbers.by_offset(study)
    return f"The score of one query and one key by their offset, 0 to {len(found['half']) - 1}: {listed([*found])}."


# Is my code right?


def tests_words() -> str:
    """The two tests."""
    places = [f"({i}, {j})" for i, j in PLACES]
    offsets = {i - j for i, j in PLACES}
    return (
        "Two tests need no value to compare with: what they ask for never changes (it is invariant). "
        "**Length:** a turned vector is as long as before. "
        f"**Place:** at one offset, here {', '.join(map(str, offsets))}, the score is the same wherever q and k stand: "
        f"at {listed(places)}. Choose a mistake, and see what the tests say of code that has it."
    )


def verdict(name: str) -> str:
    """What the tests say of code with this mistake, or without one."""
    if name == "none":
        trial = numbers.trials()["interleaved"]
        return (
            "**No mistake chosen: both tests pass.** Vectors keep their length, and the score is "
            f"{number(trial.scores[0])} at every place."
        )
    trials = numbers.trials()
    trial, right = trials[name], trials["interleaved"].scores[0]
    if trial.keeps_length and trial.same_everywhere:
        wrong, good = told_apart(float(trial.scores[0]), float(right))
        found = (
            f"**Both tests pass, and the code is wrong.** The score is {wrong} at every place; it should be {good}. "
            "Only a published value tells."
        )
    else:
        found = f"**Caught by its {caught(trial).replace(', ', ' and its ')}.**"
        if not trial.keeps_length:
            found += f" At position {PLACES[0][0]}, q is {number(trial.lengths[0, 0])} times as long as before."
        if not trial.same_everywhere:
            found += f" The score changes with the place: {listed([number(score) for score in trial.scores])}."
    return f"{WRONG[name]} {found}"


def caught(trial: Trial) -> str:
    """Which of the tests catch code."""
    found = ["length"] * (not trial.keeps_length) + ["place"] * (not trial.same_everywhere)
    return ", ".join(found) or "neither"


def mistakes_words() -> str:
    """How many mistakes the tests catch, and what catches the others."""
    trials = numbers.trials()
    missed = [NAMES[name] for name in MISTAKES if caught(trials[name]) == "neither"]
    return (
        f"The two tests catch {len(MISTAKES) - len(missed)} of {len(MISTAKES)} mistakes. They miss "
        f"angles that are equally wrong at every place: {'; '.join(missed)}. Published values catch these: "
        "compare what your code gives with the numbers below."
    )


def chosen_words(study: Study) -> str:
    """What both tests say of the chosen rotations."""
    texts: dict[str, list[str]] = {}
    for scheme, trial in numbers.chosen_trials(study).items():
        texts.setdefault(_tested(trial), []).append(scheme.name)
    return " ".join(text.format(names=listed(names)) for text, names in texts.items())


def walk_alt(name: str) -> str:
    """The chart of scores along the sequence for who cannot see it."""
    right = "level for right code"
    return f"The score of one query and one key, {numbers.APART} tokens apart, wherever they stand: " + (
        f"{right}." if name == "none" else f"{right}, {'level' if _level(name) else 'up and down'} with the mistake."
    )


def reference_words() -> str:
    """What the numbers below are."""
    return (
        "**Numbers to compare your code with.** The library transformers gives them in its Llama (half) and in its "
        "GPT-J (interleaved), and ONNX in its operator RotaryEmbedding, up to the rounding of float32."
    )


def reference() -> str:
    """Numbers to compare one's own code with, as a program has them."""
    lines = [
        f"# d = {numbers.DIM}, base 10,000, positions from 0, no scaling",
        f"q = {QUERY.tolist()}",
        f"k = {KEY.tolist()}",
    ]
    (i, j), *_ = PLACES
    for name, turn in pairing.RIGHT.items():
        by_offset = pairing.scores(turn, QUERY, KEY, [(k, 0) for k in range(numbers.FIRST_OFFSETS + 1)])
        lines += [
            f"# {name}: {PARTNERS[name]}",
            f"q_at_{i} = {_decimals(turn(QUERY, i, False))}",
            f"score_q{i}_k{j} = {pairing.scores(turn, QUERY, KEY, [(i, j)])[0]:.9f}",
            f"score_q{j}_k{i} = {pairing.scores(turn, QUERY, KEY, [(j, i)])[0]:.9f}",
            "# the query at 0, 1, 2 ... and the key at 0",
            f"scores = {_decimals(by_offset)}",
        ]
    return "\n".join(lines)


# How are turns stretched?


def scalings_words(study: Study) -> str:
    """What every scaling does to the fastest pair and to the slowest."""
    rope = numbers.rope(study)
    found = {name: scaled for name, scaled in numbers.scalings(rope, study.dim).items() if name != "none"}
    texts: dict[str, list[str]] = {}
    for name, scaled in found.items():
        texts.setdefault(_slowed(scaled.ratios), []).append(name)
    text = "A scaling slows turns, so that a model can read texts longer than those of its training. "
    if rope.factor == 1:
        text += f"Here s = 1: no longer than {counted(rope.trained, 'token')}. "
    else:
        text += (
            f"Here s = {number(rope.factor)}: from {counted(rope.trained, 'token')} of training to "
            f"{numbers.stretched(rope):,}. "
        )
    text += " ".join(said.format(names=listed(names)) for said, names in texts.items())
    if reading := [name for name, scaled in found.items() if scaled.reads_length]:
        text += (
            f" The length of the sequence counts in {listed(reading)}: drawn is a sequence of "
            f"{counted(numbers.stretched(rope), 'token')}."
        )
    return text


def attention_words(study: Study) -> str:
    """Which scalings make scores larger too; nothing where none does."""
    found = numbers.scalings(numbers.rope(study), study.dim)
    texts: dict[str, list[str]] = {}
    for name, scaled in found.items():
        if abs(scaled.factor - 1) > criteria.EQUAL:
            said = f"by {number(scaled.factor)}, so scores by {number(scaled.factor**2)}"
            texts.setdefault(said, []).append(name)
    if not texts:
        return ""
    said = "; ".join(f"{listed(names)} {text}" for text, names in texts.items())
    return f"Some also multiply cosine and sine: {said}. Query and key both have the factor, so a score has its square."


def ratios_axis(rope: RoPE) -> str:
    """What the picture of all scalings shows."""
    return f"frequency over that without a scaling, s = {number(rope.factor)}, trained on {rope.trained:,} tokens"


def mark_words(rope: RoPE) -> str:
    """What stands beside the dotted line."""
    return f"wavelength = {rope.trained:,}"


def seen_words(study: Study) -> str:
    """How many pairs a length has shown a whole turn."""
    rope = numbers.rope(study)
    found = numbers.seen(rope, study.dim, rope.trained)
    here = numbers.seen(rope, study.dim, study.length)
    pairs = f"of {counted(found.turning, 'pair')}"
    if not found.turning:
        return "No pair turns: there is nothing to stretch."
    text = (
        f"**Without a scaling, {counted(rope.trained, 'token')}, the trained length, {_show(rope.trained)} "
        f"{found.whole:,} {pairs} a whole turn.** "
    )
    if left := found.turning - found.whole:
        which = "The other" if found.whole else "This" if left == 1 else "These"
        rest = "pair needs" if left == 1 else f"{left:,} pairs need"
        text += (
            f"{which} {rest} more tokens for one: in longer texts {'it comes' if left == 1 else 'they come'} to "
            "angles that training has not shown. "
        )
    text += f"{counted(study.length, 'token')}, the n of this page, {_show(study.length)} {here.whole:,}"
    text += "." if rope.scaling == "none" else f", and {here.scaled:,} with the scaling chosen here, {rope.scaling}."
    if (found.formula, here.formula) == (found.whole, here.whole):
        text += (
            f" Without a scaling, the count is d/2 · log_B(n / 2π), rounded up, from 0 to d/2: {found.formula} and "
            f"{here.formula} for these two lengths."
        )
    return text


def ratios_alt(study: Study) -> str:
    """The picture of all scalings for who cannot see it."""
    rope = numbers.rope(study)
    names = listed([*numbers.scalings(rope, study.dim)])
    return (
        f"How fast each pair turns under every scaling, over its speed without one, at s = {number(rope.factor)} and "
        f"{counted(rope.trained, 'trained token')}: {names}. The one that RoPE has here is thicker: {rope.scaling}."
    )


def ratios_caption(study: Study) -> str:
    """How to read the picture of all scalings."""
    rope = numbers.rope(study)
    text = f"Thick is the scaling that RoPE has here: {rope.scaling}."
    if rope not in study.schemes:
        text += " Choose RoPE as a scheme to change it in the sidebar."
    if numbers.boundary(rope, study.dim, rope.trained) is not None:
        text += (
            " The wavelength is how many tokens one whole turn takes. At the dotted line it is the trained length, "
            "without a scaling."
        )
    return text


# What is left in half precision?


def bits_words(study: Study) -> str:
    """What bfloat16 does to positions and to turns."""
    found, last = numbers.bits(study)["bfloat16"], study.length - 1
    first = numbers.first_lost("bfloat16")
    text = (
        "**Keep positions and frequencies in float32.** bfloat16, a 16-bit format, has no whole number "
        f"between {first.before:,} and {first.after:,}: position {first.lost:,} becomes {first.becomes:,}. "
        f"Of the positions 0 to 2,048 it keeps only {found.published:,} apart; of the n = {study.length:,} here, "
        f"{'all' if found.apart == study.length else f'{found.apart:,}'}. "
    )
    if not found.by_frequency:
        return f"{text}Frequencies in bfloat16 lose nothing within n here."
    text += (
        f"At position {last:,}, frequencies in bfloat16 turn pair {found.pair:,} wrong by "
        f"{_radians(found.by_frequency)}, and no other pair by more."
    )
    if found.by_frequency > np.pi:
        text += " That is more than half a turn: nothing is left of its angle."
    return text


def first_moved(found: Rounded) -> str:
    """The first position that a format has no number for, and what it becomes."""
    if found.moved is None:
        return "none"
    return f"{found.moved:,} → {f'{found.becomes:,.0f}' if np.isfinite(found.becomes) else 'beyond its largest number'}"


def radians(error: float) -> str:
    """An error of an angle."""
    return number(error) if np.isfinite(error) else "no number"


def _both(scores: Mapping[Pairing, float]) -> str:
    woven, half = told_apart(scores["interleaved"], scores["half"])
    return f"{woven} interleaved, {half} half"


def _tokens(offset: int) -> str:
    return "one token" if offset == 1 else counted(offset, "token")


def _radians(angle: float) -> str:
    size = number(float(angle))
    return f"{size} {'radian' if size == '1' else 'radians'}"


def _show(count: int) -> str:
    return "shows" if count == 1 else "show"


def _tested(trial: Trial) -> str:
    """What the tests say of a chosen rotation: a sentence with a place for its name."""
    if not trial.same_everywhere:
        return "In {names} as chosen, the score changes with the place."
    if trial.keeps_length:
        return "{names} as chosen in the sidebar: both tests pass."
    first = float(trial.lengths[0, 0])
    if np.abs(trial.lengths - first).max() <= criteria.EQUAL * first:
        return (
            f"{{names}} as chosen makes every vector {number(first)} times as long, on purpose: its scaling multiplies "
            "cosine and sine. The place makes no difference."
        )
    return "{names} as chosen changes lengths on purpose, and keeps what counts: the place makes no difference."


def _level(name: str) -> bool:
    scores = numbers.walk(name, numbers.APART)
    return bool(np.ptp(scores) <= numbers.CLOSE)


def _decimals(values: Array) -> str:
    return f"[{', '.join(f'{value:.9f}' for value in values)}]"


def _slowed(ratios: Array) -> str:
    """What a scaling does to the fastest and the slowest pair: a sentence with a place for the names of scalings."""
    turning = ratios[np.isfinite(ratios)]
    if not turning.size:
        return "With {names}, nothing turns, so nothing changes."
    if np.abs(turning - 1).max() <= criteria.EQUAL:
        return "With {names}, no pair is slowed."
    if np.ptp(turning) <= criteria.EQUAL * turning.max():
        return f"With {{names}}, every pair turns {_speed(turning[0])}."
    return f"With {{names}}, the fastest pair turns {_speed(turning[0])}, and the slowest {_speed(turning[-1])}."


def _speed(ratio: float) -> str:
    if abs(ratio - 1) <= criteria.EQUAL:
        return "as before"
    return f"{number(1 / ratio)} times as slowly" if ratio < 1 else f"{number(ratio)} times as fast"
