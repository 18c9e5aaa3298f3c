"""The layout of Equidistance."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts import lines, matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style
from dashboard.controls import handles, state
from dashboard.parameters import MAX_LENGTH
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.equidistance import numbers, tables, words
from dashboard.views.equidistance.notes import NOTES, ONE_OFFSET
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH
from dashboard.views.notes import beside, often_said
from dashboard.views.thread import thread
from dashboard.views.words import number
from posenc_core import Scheme, geometry
from posenc_core.arrays import Array
from posenc_core.geometry import OffsetDistances

value = partial(st.column_config.TextColumn, alignment="right")


def page(study: Study) -> None:
    """Whether a step of some tokens is as long at every position, and in a sequence of another length."""
    st.title("Is one step the same everywhere?", anchor=False)
    one_step(study)
    if study.length > 1:
        one_pair(study)
    if study.length > 1 and handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        every_offset(study)
        every_pair(study)
    both = numbers.at_both(study)
    two_lengths(both, words.outgrown(study))
    if both.schemes and numbers.first_positions(study) > 1 and study.options["n2"] != study.length:
        first_positions(both)


def still(study: Study) -> None:
    """What is often said of steps."""
    often_said(tuple(note for note in NOTES if not compares_pairs(study) or note is not ONE_OFFSET))


def compares_pairs(study: Study) -> bool:
    """Whether the page compares every pair of positions."""
    return 1 < study.length <= PAIRED_LENGTH and study.dim <= PAIRED_DIM


def one_step(study: Study) -> None:
    """The distance from p to p + k at every position."""
    k, own = study.offset, study.own_scales
    steps = {s: measurements.steps(s, study.length, study.dim, k) for s in study.schemes}
    st.markdown(words.claim(steps, study))
    thread(study, "equidistance")
    scale = {s: float(values.mean()) or 1.0 if own and len(values) else 1.0 for s, values in steps.items()}
    chart(
        lines.curves(
            [lines.Line(s.name, values / scale[s], *scheme_style(order(s))) for s, values in steps.items()],
            values=f"distance p → p + {k}{as_share(study)}",
            along="position p",
            position=study.position,
            shown=study.shown,
            from_zero=True,
        ),
        key="steps",
        alt=words.steps_alt(steps, study),
        position=study.position,
    )


def one_pair(study: Study) -> None:
    """What the positions p and p + k have to do with each other, as a table."""
    start, k = numbers.pair_start(study), study.offset
    st.header(f"One pair of positions: {start:,} and {start + k:,}", anchor=False)
    st.markdown(f"{words.pair_words(study)} {words.repeated_words(study)}")
    printed(
        numbers.one_pair(study),
        distance=value("Distance"),
        norm=value(f"Norm of {start:,}"),
        other_norm=value(f"Norm of {start + k:,}"),
        dot=value("Dot product"),
        cosine=value("Cosine"),
    )


def printed(table: pd.DataFrame, **columns: Any) -> None:
    """A table of every scheme's figures, with the headings of its columns."""
    scheme = st.column_config.TextColumn("Scheme", pinned=True)
    st.dataframe(
        table.map(tables.printed), hide_index=True, height="content", column_config={"scheme": scheme, **columns}
    )


def every_offset(study: Study) -> None:
    """How far apart positions are at every offset, and what each further token adds."""
    found = {s: numbers.offset_distances(s, study.length, study.dim) for s in study.schemes}
    st.header("Steps of every length", anchor=False)
    if study.length > 2:
        st.markdown(words.offset_words(found))
    scale = {s: float(bands.mean.mean()) or 1.0 if study.own_scales else 1.0 for s, bands in found.items()}
    increments = {s: np.diff(bands.mean, prepend=0) / scale[s] for s, bands in found.items()}
    rises = {s: geometry.first_rise(values) for s, values in increments.items()}
    left, right = st.columns(2, gap="medium")
    with left:
        distances(found, scale, study)
    with right:
        additions(increments, rises, study)
    if rings := words.ring_words(rises):
        st.caption(rings)
    beside(ONE_OFFSET)


def distances(found: Mapping[Scheme, OffsetDistances], scale: Mapping[Scheme, float], study: Study) -> None:
    """The chart of the mean, shortest and longest distance at every offset."""
    figure = lines.curves(
        [
            lines.Line(
                s.name,
                bands.mean / scale[s],
                *scheme_style(order(s)),
                low=bands.smallest / scale[s],
                high=bands.largest / scale[s],
            )
            for s, bands in found.items()
        ],
        values=f"distance p → p + k{as_share(study)}",
        along="offset k, in tokens",
        start=1,
        chosen=study.offset,
        from_zero=True,
    )
    chart(
        figure,
        key="bands",
        alt="Mean, shortest and longest distance at every offset k.",
        followed=[
            curve
            for s in found
            for curve in measurements.followed(s, study, "distance", along="offsets", divisor=scale[s])
        ],
    )


def additions(increments: Mapping[Scheme, Array], rises: Mapping[Scheme, int | None], study: Study) -> None:
    """The chart of what each further token adds to the mean distance, ringed where that first rises."""
    chart(
        lines.curves(
            [
                lines.Line(
                    s.name,
                    values,
                    *scheme_style(order(s)),
                    marks=[rise + 1 for rise in (rises[s],) if rise is not None],
                )
                for s, values in increments.items()
            ],
            values=f"what one more token adds, k − 1 → k{as_share(study)}",
            along="offset k, in tokens",
            start=1,
            chosen=study.offset,
        ),
        key="increments",
        alt="How much the mean distance grows with each further token of offset.",
    )


def every_pair(study: Study) -> None:
    """The distance of every position from every other."""
    size, own = (study.length, study.dim), study.own_scales
    st.header("Every pair of positions", anchor=False)
    if study.length > 2:
        st.markdown(words.diagonal_words({s: numbers.unevenness(s, *size) for s in study.schemes}))
    pairs = {s: measurements.pairs(s, *size, "distance") for s in study.schemes}
    largest = max(float(matrix.max()) for matrix in pairs.values()) or 1.0
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        with place:
            limit = (float(matrix.max()) or 1.0) if own else largest
            chart(
                matrices.matrix(
                    matrix,
                    heading=f"{s.name}: distance",
                    across="position q",
                    down="position p",
                    limit=limit,
                    signed=False,
                    hover="position %{y} and %{x}<br>distance %{z:.3f}",
                    marked_row=study.position,
                    bar=own or s is study.schemes[-1],
                    square=True,
                    chooses="y",
                    height=panels.height(len(study.schemes)),
                ),
                key=f"pairs {s.name}",
                alt=f"Distance of every pair of positions in {s.name}, up to {number(float(matrix.max()))}.",
                position=study.position,
            )


def two_lengths(study: Study, outgrown: str) -> None:
    """The mean length of the same steps in two sequences, as a table; and which schemes have none in one of them."""
    second = study.options["n2"]
    st.header(f"Two lengths: n = {study.length:,} and {second:,}", anchor=False)
    if outgrown:
        st.markdown(outgrown)
    if not study.schemes:
        return
    lengths = numbers.lengths(study)
    st.markdown(words.length_words(lengths, study))
    if second == study.length:
        other = 2 * second if 2 * second <= MAX_LENGTH else second // 2
        st.button(f"Compare with n = {other:,}", key="another length", on_click=state.choose, kwargs={"n2": other})
    if grown := words.growth_words(lengths, study):
        st.markdown(grown)
    if second == study.length:
        lengths = lengths.drop(columns=["second", "ratio"])
    printed(
        lengths,
        k=value("Offset k"),
        first=value(f"Mean distance, n = {study.length:,}"),
        second=value(f"Mean distance, n = {second:,}"),
        ratio=value(
            "Ratio of the same steps",
            help="Of the steps from those positions that both lengths have. A dash: they have none, or no ratio is "
            "that of all.",
        ),
        steps=value(f"Times one step, n = {study.length:,}"),
    )


def first_positions(study: Study) -> None:
    """The distances of the first few positions, in both sequences."""
    count = numbers.first_positions(study)
    st.header(f"The first {count} positions at both lengths", anchor=False)
    both = {s: numbers.first_distances(s, study, count) for s in study.schemes}
    st.markdown(words.first_words(both))
    few = len(both) <= 2
    # beside each other where there is room, else one below the other
    places = panels.places(2 * len(both)) if few else [p for p in panels.places(len(both)) for _ in range(2)]
    for i, (s, pictures) in enumerate(both.items()):
        limit = max(float(matrix.max()) for matrix in pictures) or 1.0
        for j, (n, matrix) in enumerate(zip((study.length, study.options["n2"]), pictures, strict=True)):
            with places[2 * i + j]:
                chart(
                    matrices.matrix(
                        matrix,
                        heading=f"{s.name}, n = {n:,}",
                        across="position q",
                        down="position p",
                        limit=limit,
                        signed=False,
                        hover="position %{y} and %{x}<br>distance %{z:.4g}",
                        marked_row=study.position if study.position < count else None,
                        square=True,
                        chooses="y",
                        height=panels.height(len(places)),
                    ),
                    key=f"first {s.name} {j}",
                    alt=f"Distances of the first {count} positions of {s.name} at n = {n:,}, up to "
                    f"{number(float(matrix.max()))}.",
                    position=study.position,
                )


def as_share(study: Study) -> str:
    """What an axis says besides where each scheme has a scale of its own."""
    return ", as a share of the scheme's mean" if study.own_scales else ""
