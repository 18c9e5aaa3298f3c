"""Bias: how far each head looks, slopes, buckets, and signs."""

from collections.abc import Sequence

import numpy as np

from dashboard.study import Study
from dashboard.views.bias import numbers
from dashboard.views.bias.numbers import TOYS, Curve, Signs, Slopes
from dashboard.views.words import counted, listed, number
from posenc_core import FIRE, KERPLE, T5, Scheme, criteria

LISTED = 16
"""Buckets that a sentence names one by one."""


def symbols(scheme: Scheme) -> str:
    """What the letters of a formula are."""
    head = "" if scheme.lacks("heads") else "; h is the head, counted from 1, of H"
    return f"Query i and key j, counted from 0{head}."


def question() -> str:
    """What a bias is."""
    return (
        "A bias is a number added to each attention score. Most take away more, the farther back a token stands. "
        "Heads are the parts of attention that look side by side; each may have a bias of its own."
    )


def claim(study: Study) -> str:
    """At which distance each scheme has lost half."""
    if study.length == 1:
        return "A sequence of one position has nothing to look back on. Choose a larger n."
    found: dict[str, list[str]] = {}
    for scheme in study.schemes:
        set_here = f" (r1 = {number(scheme.r1)}, r2 = {number(scheme.r2)})" if isinstance(scheme, KERPLE) else ""
        found.setdefault(_half(scheme, study), []).append(scheme.name + set_here)
    return " ".join(sentence.format(names=listed(names)) for sentence, names in found.items())


def _half(scheme: Scheme, study: Study) -> str:
    """A sentence with a place for the names of schemes."""
    if isinstance(scheme, T5 | FIRE):
        return "In {names}, a model learns how far each head looks: the curves show what stands in for it."
    n = study.length
    found = numbers.halves(scheme, study.options["heads"], n)
    known = [k for k in found if k is not None]
    whole = f"these {n:,} tokens"
    if not known:
        row = numbers.beyond(scheme, study.options["heads"], n)
        if row.low == row.high and len(found) == 1:
            return "In {names}, every token that is seen gets the same: no distance counts."
        if len(found) > 1:
            return f"In {{names}}, attention does not halve within {whole} in any head."
        return f"In {{names}}, attention does not halve within {whole}."
    masked = numbers.masked(scheme, study.options["heads"], n)
    if len(found) == 1 and masked:
        return f"In {{names}}, the key {_back(known[0])} is masked, and attention does not halve before it."
    halves = f"attention halves{' or ends at a mask' * masked}"
    if len(found) == 1:
        return f"In {{names}}, {halves} {_back(known[0])}."
    order = numbers.by_reach(scheme, study.options["heads"], n)
    least, most = (f"head {order[place] + 1}" for place in (0, len(known) - 1))
    nearest, farthest = min(known), max(known)
    if len(known) < len(found):
        rest = len(found) - len(known)
        others = f"{counted(rest, 'head')} {'does' if rest == 1 else 'do'} not within {whole}"
        return f"In {{names}}, {halves} {_back(nearest)} in {least}, which looks least far; {others}."
    ends = f"{_back(nearest)} in {least}, which looks least far, and {_back(farthest)} in {most}, which looks farthest"
    return f"In {{names}}, {halves} {ends}."


def halves_words(scheme: Scheme, study: Study) -> str:
    """After how many tokens each head has lost half; nothing where all are alike, or too many to read."""
    found = numbers.halves(scheme, study.options["heads"], study.length)
    if not 1 < len(found) <= LISTED:
        return ""
    each = ", ".join("not within n" if k is None else f"{k:,}" for k in found)
    mask = " or ends at a mask" if numbers.masked(scheme, study.options["heads"], study.length) else ""
    return f"Attention halves{mask} after so many tokens, from head 1 to head {len(found)}: {each}."


def _back(distance: int) -> str:
    return f"{counted(distance, 'token')} back"


def half_words() -> str:
    """What half is half of."""
    return (
        "Half of what the query gives itself, if both tokens hold equally good matches. It is the first distance at "
        "which the weight has fallen so far."
    )


def slopes_words(found: Slopes) -> str:
    """Whether the two readings of ALiBi's slopes agree."""
    heads = len(found.code)
    ends = f"from {number(found.code[0])} to {number(found.code[-1])}" if heads > 1 else f"{number(found.code[0])}"
    slope = "ALiBi takes off the score the distance times the slope of the head. "
    if found.same:
        return (
            f"{slope}For {counted(heads, 'head')}, the authors' code and the paper's sentence agree: "
            f"{'the slope is' if heads == 1 else 'slopes run'} {ends}. "
            "They do where the number of heads is a power of 2."
        )
    steepest, series, rest = int(found.code.argmax()), found.series, heads - found.series
    behind = "one slope" if rest == 1 else f"{rest} slopes"
    taken = "slope of 1 head" if series == 1 else f"{series} slopes of {series} heads"
    return (
        f"{slope}For {heads} heads, the authors' code and the paper's sentence differ. The code takes the "
        f"{taken} and puts {behind} of {2 * series} heads behind them. "
        f"So the steepest is head {steepest + 1}, with {number(found.code[steepest])}. The sentence makes one even "
        f"series, from {number(found.paper[0])} to {number(found.paper[-1])}."
    )


def slopes_alt(found: Slopes) -> str:
    """The picture of the slopes for who cannot see it."""
    heads = len(found.code)
    if found.same:
        return f"ALiBi's slope of each of {counted(heads, 'head')}: one series, by the code as by the paper."
    return (
        f"ALiBi's slope of each of {heads} heads. The paper's falls evenly; the code's jumps up again at head "
        f"{found.series + 1}."
    )


def curves_words(scheme: Scheme, found: Sequence[Curve], study: Study) -> str:
    """What the two charts show, and which heads."""
    text = "Left: what is added to the score, in nats. Nats are the unit of the exponent in a softmax: "
    text += f"{number(np.log(2))} nats less are half the weight. "
    text += "Right: the attention of a token of equal content, if that of the query's own place is 1."
    if scheme.lacks("causal"):
        text += " Only keys before the query are drawn."
    if found[0].head is None:
        heads = study.options["heads"]
        return text if heads == 1 else f"{text} {scheme.name} as it is shown here is the same in every head."
    count = study.options["heads"]
    if len(found) < count:
        text += f" Of {count} heads, {len(found)} are drawn, from the one that looks least far to the farthest."
    return text


def seen_from(scheme: Scheme, study: Study) -> str:
    """From where the curve is seen, where that matters."""
    if not numbers.place_counts(scheme, study.length):
        return ""
    return f"In {scheme.name} the place of the query counts as well: it is the last one, {study.length - 1:,}."


def curve_name(scheme: Scheme, curve: Curve) -> str:
    """A curve in the words of a legend."""
    return scheme.name if curve.head is None else f"head {curve.head}"


def curves_alt(scheme: Scheme, found: Sequence[Curve], study: Study, of: str) -> str:
    """One of the two charts for who cannot see it."""
    heads = "" if found[0].head is None else f" in {counted(len(found), 'head')}"
    return f"{of} of {scheme.name}{heads}, for keys 0 to {study.length - 1:,} tokens back."


def ruler_words(scheme: T5) -> str:
    """Which distances T5 tells apart."""
    found = numbers.ruler(scheme)
    last = int(found.firsts[-1])
    sides = "Half of them are for keys before the query, half for keys after it. " if scheme.both_ways else ""
    text = (
        f"T5 puts distances into {scheme.buckets} buckets, and learns one number for each. {sides}Each of the "
        f"distances 0 to {found.apart - 1} has a bucket of its own. "
    )
    if found.widest > 1:
        text += f"From {found.apart} to {last - 1}, a bucket holds up to {found.widest} distances. "
    text += f"The last begins at {last}: all that is farther away looks the same."
    if last < scheme.distance:
        text += (
            f" The formula would end at {scheme.distance}, its “max distance”; rounding down makes the last one start "
            "earlier."
        )
    return text


def unused_words(scheme: T5) -> str:
    """Which buckets no key is ever in."""
    never, buckets = numbers.unused(scheme), scheme.buckets
    if not never:
        return f"Every one of the {buckets} buckets is used."
    half = scheme.side
    why = ""
    if scheme.both_ways and half in never:
        why = f" Bucket {half} would be a key after the query and 0 tokens away: there is none."
    if len(never) == 1:
        return f"Bucket {never[0]} is never used.{why}"
    named = f": {listed([str(bucket) for bucket in never])}" if len(never) <= LISTED else ""
    small = " Some groups are so narrow that no whole distance falls into them." if set(never) - {half} else ""
    return f"{len(never)} of the {buckets} buckets are never used{named}.{why}{small}"


def firsts_words(scheme: T5) -> str:
    """The first distance of each bucket, to be copied."""
    found = numbers.ruler(scheme)
    texts = ", ".join(str(first) for first in found.firsts.tolist())
    after = f" After the query the numbers go on from {scheme.side + 1}." if scheme.both_ways else ""
    return f"First distance of each bucket before the query: {texts}.{after}"


def ruler_alt(scheme: T5) -> str:
    """The ruler for who cannot see it."""
    found = numbers.ruler(scheme)
    return (
        f"T5's bucket of each distance, as stairs: {found.apart} steps of one token, then steps of up to "
        f"{found.widest}. The last begins at {int(found.firsts[-1])}."
    )


def signs_words(found: Signs, heads: int) -> str:
    """That the three pictures are one attention."""
    if found.difference > criteria.EQUAL:
        return f"Behind the causal mask, weights differ by up to {number(found.difference)}."
    return (
        f"The same bias, head 1 of {heads}, in three forms: m is the slope, i the query and j the key. The pictures "
        "look opposite, and the attention is the same: behind the causal mask, which hides later tokens, all weights "
        "are equal. "
        "In each row the three differ by one number, and a softmax does not see that."
    )


def unmasked_words(found: Signs) -> str:
    """What is no longer the same without the mask."""
    return (
        "Without the mask, as in an encoder, +m j prefers the last token, wherever the query stands. "
        "The symmetric form −m |i − j| is "
        f"another bias: its weights differ by up to {number(found.unmasked)} here. It is one of several ways to look "
        "both ways."
    )


def sign_alt(name: str, rule: str) -> str:
    """One of the three pictures for who cannot see it."""
    where = ", for keys up to the query" if name == "paper" else ", for every query and key"
    return f"The bias as {name} has it, {rule}: a matrix of {TOYS} queries and {TOYS} keys{where}."


def falcon_words(slope: float, heads: int, dim: int) -> str:
    """What Falcon's order of steps makes of a slope."""
    root = float(np.sqrt(dim))
    text = (
        f"Falcon adds the bias before it divides the score by √d. With {counted(dim, 'number')} a head, a slope of "
        f"{number(slope)} acts as {number(slope / root)}"
    )
    text += f": {number(root)} times weaker." if dim > 1 else ", the same."
    if (off := numbers.rounded_slopes(heads)) > 0:
        text += (
            f" It also rounds slopes to bfloat16, a 16-bit format, which changes them by up to {number(100 * off)} %."
        )
    return text
