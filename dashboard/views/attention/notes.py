"""Attention: what is often said about it, and what is so."""

import numpy as np

from dashboard.views.notes import Note
from dashboard.views.words import listed, number
from posenc_core import RoPE, Sinusoidal, attention

SEARCHED = 20_000
"""Offsets that are searched for the first one at which equal contents score below 0."""


def _rotation_does_not_decay() -> Note:
    bases = ((64, 1e4), (128, 1e4), (128, 5e5))
    firsts = []
    for dim, base in bases:
        scores = attention.scores_at_offset(RoPE(base=base), range(SEARCHED), dim, length=SEARCHED)
        assert scores is not None
        firsts.append(f"{int((scores < 0).argmax()):,} (d = {dim}, B = {base:,.0f})")
    independent = attention.scores_at_offset(RoPE(), range(512), 64, length=512, content="independent")
    assert independent is not None and not independent.any()
    return Note(
        "RoPE decays: far tokens get less attention.",
        "Only for equal contents, and by trend: their mean score rises and falls, and is first below 0 at k = "
        f"{listed(firsts)}. For independent contents it is {number(float(independent[-1]))} at every offset. "
        "Section 3.4.3 of RoFormer plots an upper bound. Barbero et al. (2024, arXiv 2410.06205) argue that decay is "
        "not why RoPE helps; xPos (arXiv 2212.10554) adds one.",
    )


DRAWS, DIM = 400, 64
"""Pairs of random projections, and their size."""


def _untrained_tables_prefer_nothing() -> Note:
    random, offsets = np.random.default_rng(0), (0, 1, 10, 100)
    rows = Sinusoidal().encode([100, *(100 - k for k in offsets)], DIM)
    projections = random.normal(0, DIM**-0.5, (DRAWS, 2, DIM, DIM))
    scores = np.array([(w_q @ rows[0]) @ (w_k @ rows[1:].T) for w_q, w_k in projections]) / np.sqrt(DIM)
    means = ", ".join(number(round(float(mean), 3)) for mean in scores.mean(axis=0))
    return Note(
        "A sinusoid makes a model prefer near tokens from the start.",
        f"Not before training. With {DRAWS} draws of random W_Q and W_K (d = {DIM}), the position part at "
        f"k = 0, 1, 10 and 100 is {means} nats on average, and varies by {number(float(scores.std()))}. A mean of so "
        f"many draws is itself off by {number(float(scores.std()) / DRAWS**0.5)}. A bias can prefer near tokens from "
        "the start.",
    )


def _two_kinds_of_invariance() -> Note:
    alone = attention.translation_residual(attention.scores(Sinusoidal(), 128, DIM, content="independent"))
    changes = [number(attention.content_change(Sinusoidal(), 0, t, DIM, length=128).deviation) for t in (1, 10, 100)]
    return Note(
        "The sinusoid is translation invariant.",
        f"Averaged over contents it is: of what the scores differ by, the share that is not due to the offset is "
        f"{number(alone)} (n = 128, d = {DIM}). For two given contents it is not: when query and key move on together "
        f"by 1, 10 and 100 tokens, their score changes, with a standard deviation over contents of {listed(changes)} "
        "nats. The table of the xPos paper says “no” of the sinusoid and “yes” of RoPE, and means the second.",
    )


NOTES = (_rotation_does_not_decay, _untrained_tables_prefer_nothing, _two_kinds_of_invariance)
