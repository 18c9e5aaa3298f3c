"""Sentence: what is often said about it, and what is so."""

from dashboard.views.notes import Note
from dashboard.views.sentence.words import times
from dashboard.views.words import number
from posenc_core import Index, Sinusoidal, geometry, sentence


def size_is_the_matter() -> Note:
    """That whole numbers are too large for a network, not of the wrong kind."""
    content = sentence.embeddings(1004, 64)[4:]
    index, wave = (
        times(-sentence.signal_to_noise(content, geometry.vectors(scheme, 128, 64)))
        for scheme in (Index(), Sinusoidal())
    )
    return Note(
        "A network cannot read whole numbers, so the position is connected to the token.",
        "Size is the matter, not kind. Numbers from 0 to 127 are "
        f"{number(index)} times as large as those of a token of N(0, 1), those of the sinusoid {number(wave)} times. "
        "And the formula adds position and token; it does not concatenate them.",
    )


def layers_share_nothing() -> Note:
    """What layers share, and what not."""
    return Note(
        "The embeddings are shared by all layers.",
        "Token and position are added once, before the first layer, and every layer has weights of its own. What the "
        "paper shares (section 3.4) is one matrix: the embeddings of encoder and decoder, and the last linear step. "
        "RoPE acts in every layer: it turns queries and keys there.",
    )


NOTES = (size_is_the_matter, layers_share_nothing)
