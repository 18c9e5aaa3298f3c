"""The layout of Similarity."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style, step_color
from dashboard.controls import sidebar
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views import measurements
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH, AtBase, PairKind
from dashboard.views.notes import beside, often_said
from dashboard.views.similarity import figures, numbers, tables, words
from dashboard.views.similarity.notes import NOTES, base_is_no_length, farther_is_not_always_less
from dashboard.views.thread import thread
from dashboard.views.words import counted, not_followed, number
from posenc_core import Scheme, Sinusoidal, geometry
from posenc_core.arrays import Array

numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """Which positions are similar, near and far."""
    st.title("Which positions are similar?", anchor=False)
    st.markdown(words.claim(every_ranking(study), study))
    thread(study, "similarity")
    curves(study)
    with st.container():
        if sides := words.sides_words(study):
            st.markdown(sides)
    beside(farther_is_not_always_less)
    if sidebar.fits(study, "Comparing every pair of positions", PAIRED_LENGTH, PAIRED_DIM):
        every_pair(study)
    far_position(study)


def still(study: Study) -> None:
    """What the base has to do with it."""
    base(study)
    often_said(tuple(note for note in NOTES if note not in (farther_is_not_always_less, base_is_no_length)))


def every_ranking(study: Study) -> dict[Scheme, Array]:
    """What decides, in each scheme, which positions are more similar to the chosen one."""
    size = (study.length, study.dim, study.position)
    return {s: measurements.ranking(s, *size, study.measure) for s in study.schemes}


def first_turns(study: Study) -> dict[Scheme, int | None]:
    """After how many tokens to the right of p each scheme first turns; without those that are nowhere defined."""
    sign, p = -1 if study.measure == "distance" else 1, study.position
    rankings = every_ranking(study)
    return {s: geometry.first_rise(sign * r[p:]) for s, r in rankings.items() if np.isfinite(r).any()}


def curves(study: Study) -> None:
    """The similarity of every position with the chosen one, and two formulas over that of the sinusoid."""
    p, size = study.position, (study.length, study.dim, study.position)
    found = {s: measurements.similarity(s, *size, study.measure) for s in study.schemes}
    largest = {s: float(np.nanmax(np.abs(curve), initial=0)) or 1.0 for s, curve in found.items()}
    scale = {s: largest[s] if study.own_scales else 1.0 for s in found}
    turns = first_turns(study)
    drawn = [
        lines.Line(
            s.name,
            curve / scale[s],
            *scheme_style(order(s)),
            marks=[p + turn for turn in (turns.get(s),) if turn],
        )
        for s, curve in found.items()
    ]
    captions = [words.turn_words(turns, study), not_followed(study)]
    sinusoid = next((s for s in study.schemes if isinstance(s, Sinusoidal)), None)
    if sinusoid and study.options["law"]:
        laws = words.laws(study, sinusoid, found[sinusoid])
        captions.append(laws.words)
        if laws.closed is not None:
            drawn.append(figures.overlay("closed form", laws.closed / scale[sinusoid], dots=True))
        if laws.log is not None:
            drawn.append(figures.overlay("log law", laws.log / scale[sinusoid], dots=False))
    chart(
        lines.curves(
            drawn,
            values=words.curves_axis(study),
            along="position p",
            position=p,
            shown=study.shown,
            height=360,
        ),
        key="similarity",
        alt=words.curves_alt(study),
        position=p,
        followed=[curve for s in found for curve in measurements.followed(s, study, study.measure, divisor=scale[s])],
    )
    st.caption(words.LINE.join(filter(None, captions)))


def every_pair(study: Study) -> None:
    """The similarity of every position with every other."""
    length, dim, measure = study.length, study.dim, study.measure
    kind: PairKind = measure if measure in ("cosine", "distance") else "dot"
    st.header("Every pair", anchor=False)
    pairs = {s: measurements.pairs(s, length, dim, kind) for s in study.schemes}
    if said := words.diagonal_words({s: numbers.diagonals(s, length, dim, kind) for s in pairs}, study):
        st.markdown(said)
    limits = {s: float(np.nanmax(np.abs(matrix), initial=0)) or 1.0 for s, matrix in pairs.items()}
    for place, (s, matrix) in zip(panels.places(len(pairs)), pairs.items(), strict=True):
        with place:
            chart(
                matrices.matrix(
                    matrix,
                    heading=f"{s.name}: {MEASURES[kind]}",
                    across="position q",
                    down="position p",
                    limit=limits[s] if study.own_scales else max(limits.values()),
                    signed=kind != "distance",
                    hover=f"position %{{y}} and %{{x}}<br>{MEASURES[kind]} %{{z:.3f}}",
                    marked_row=study.position,
                    square=True,
                    chooses="y",
                    height=panels.height(len(study.schemes)),
                ),
                key=f"pairs {s.name}",
                alt=words.pairs_alt(s, kind),
                position=study.position,
            )


def base(study: Study) -> None:
    """What the base does, or why it does nothing here."""
    st.header("Why 10,000?", anchor=False)
    if unchanged := words.no_base(study):
        st.markdown(unchanged)
        return
    rows, here = numbers.at_bases(study)
    name = numbers.based(study).name
    st.markdown(words.base_words(rows, here, name))
    sidebar.base_handle(name, here.base, numbers.SLIDER)
    chart(
        lines.curves(
            [
                lines.Line(
                    f"B = {number(row.base)}",
                    row.cosine,
                    step_color(i, len(rows)),
                    width=3 if row is here else 1.25,
                )
                for i, row in enumerate(rows)
            ],
            values=words.base_axis(study),
            along="offset k, in tokens",
            height=320,
        ),
        key="bases",
        alt=words.bases_alt(rows, name),
    )
    base_table(rows, study)


def base_table(rows: Sequence[AtBase], study: Study) -> None:
    """The figures of every base."""
    at_bases = tables.readable(tables.bases(rows))
    st.dataframe(
        at_bases,
        hide_index=True,
        height="content",
        placeholder="–",
        column_config={
            "base": tables.column("Base B", at_bases["base"]),
            "rise": numeric(
                "First rise after k", help="After how many tokens the cosine first rises. A dash: it never does."
            ),
            "moving": numeric(
                "Columns that move",
                help=f"Of {study.dim:,}, those whose standard deviation within n is at least {measurements.STILL}.",
            ),
            "turning": numeric(
                "Waves within n",
                help=f"Of {counted(study.dim // 2, 'pair')}, those whose wavelength is at most n tokens.",
            ),
            "end": numeric("Cosine at k = n − 1", format="%.3f"),
            "neighbours": numeric(
                "Distance of neighbours", format="%.3f", help="Of positions 0 and 1; for even d of all neighbours."
            ),
            "longest": tables.column("Longest wave, tokens", at_bases["longest"]),
        },
    )


def far_position(study: Study) -> None:
    """Whether a position far beyond p could be taken for it."""
    far = f"p + {study.options['far']:,}"
    st.header(f"Is position {far} the same as p?", anchor=False)
    away = numbers.beyond(study)
    st.markdown(words.far_words(study, away))
    if again := words.again_words(study):
        st.markdown(again)
    if away:
        st.dataframe(
            tables.beyond(away),
            hide_index=True,
            height="content",
            column_config={
                "scheme": st.column_config.TextColumn("Scheme"),
                "far": numeric(f"To {far}", format="%.4g", help="Distance from position p."),
                "neighbour": numeric("To p + 1", format="%.4g", help="Distance from position p."),
            },
        )
    beside(base_is_no_length)
