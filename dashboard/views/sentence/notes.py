"""Sentence: what is often said about it, and what is so."""

from dashboard.views.notes import Note
from dashboard.views.sentence.words import decibels
from posenc_core import Index, Sinusoidal, geometry, sentence


def _scale_is_the_matter() -> Note:
    content = sentence.embeddings(1004, 64)[4:]
    index, wave = (
        sentence.signal_to_noise(content, geometry.vectors(scheme, 128, 64)) for scheme in (Index(), Sinusoidal())
    )
    return Note(
        "A network cannot read whole numbers, so the position is connected to the token.",
        "Size is the matter, not kind: beside the index of 128 positions a token of N(0, 1) stands at "
        f"{decibels(index)}, beside the sinusoid at {decibels(wave)}. "
        "And the formula adds the two; it does not concatenate them.",
    )


NOTES = (_scale_is_the_matter,)
