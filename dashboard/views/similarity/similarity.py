"""The layout of Similarity."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard.charts import lines, matrices, panels
from dashboard.charts.chart import chart
from dashboard.charts.style import scheme_style, step_color
from dashboard.controls import handles
from dashboard.parameters import MEASURES
from dashboard.study import Study, order
from dashboard.views import measurements, scores
from dashboard.views.measurements import PAIRED_DIM, PAIRED_LENGTH, AtBase, PairKind
from dashboard.views.notes import beside, often_said
from dashboard.views.similarity import figures, numbers, tables, words
from dashboard.views.similarity.notes import NOTES, base_is_no_length, farther_is_not_always_less
from dashboard.views.thread import thread
from dashboard.views.words import counted, not_followed, number
from posenc_core import Scheme, geometry
from posenc_core.arrays import Array

numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """Which positions are similar, near and far."""
    vectors, without = study.having("vectors"), study.lacking("vectors")
    st.title("Which positions are similar?", anchor=False)
    claims = [words.claim(every_ranking(vectors), vectors)] if vectors.schemes else []
    claims += [words.score_claim(seen(without), without)] if without.schemes else []
    st.markdown(words.LINE.join(claims))
    thread(study, "similarity")
    if vectors.schemes:
        curves(vectors)
    if without.schemes:
        score_curves(without)
    with st.container():
        if sides := words.sides_words(vectors):
            st.markdown(sides)
    beside(farther_is_not_always_less)
    if handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        every_pair(study)
    if vectors.schemes:
        far_position(study)


def still(study: Study) -> None:
    """What the base has to do with it."""
    base(study.having("vectors"))
    often_said(tuple(note for note in NOTES if note not in (farther_is_not_always_less, base_is_no_length)))


def seen(study: Study) -> dict[str, Array]:
    """The scores that the chosen position gives in schemes without vectors, by their names."""
    size = (study.length, study.dim, study.position)
    return {scores.named(s, study): scores.seen(s, *size, scores.head(s, study)) for s in study.schemes}


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
    """The similarity of every position with the chosen one, and two formulas over that of plain waves."""
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
    waves = numbers.plain(study)
    if waves and study.options["law"]:
        laws = words.laws(study, waves, found[waves])
        captions.append(laws.words)
        if laws.closed is not None:
            drawn.append(figures.overlay("closed form", laws.closed / scale[waves], dots=True))
        if laws.log is not None:
            drawn.append(figures.overlay("log law", laws.log / scale[waves], dots=False))
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


def score_curves(study: Study) -> None:
    """The scores of every key with the chosen position, in nats, on an axis of their own."""
    found = seen(study)
    drawn, followed = [], []
    for s, (name, curve) in zip(study.schemes, found.items(), strict=True):
        scale = (float(np.nanmax(np.abs(curve))) if study.own_scales else 1.0) or 1.0
        drawn.append(lines.Line(name, curve / scale, *scheme_style(order(s))))
        followed += scores.followed(s, study, divisor=scale)
    chart(
        lines.curves(
            drawn,
            values=words.scores_axis(study),
            along="position p",
            position=study.position,
            shown=study.shown,
            height=300,
        ),
        key="scores",
        alt=words.scores_alt(found, study),
        position=study.position,
        followed=followed,
    )
    st.caption(words.scores_read(study))


def every_pair(study: Study) -> None:
    """The similarity of every position with every other."""
    length, dim, measure = study.length, study.dim, study.measure
    kind: PairKind = measure if measure in ("cosine", "distance") else "dot"
    st.header("Every pair", anchor=False)
    vectors, without = study.having("vectors").schemes, study.lacking("vectors").schemes
    pairs = {s: measurements.pairs(s, length, dim, kind) for s in vectors}
    grids = {s: scores.grid(s, length, dim, 0, length - 1, PAIRED_LENGTH, scores.head(s, study)).cells for s in without}
    diagonals = {s: numbers.diagonals(s, length, dim, kind) for s in pairs}
    in_nats = {scores.named(s, study): numbers.score_diagonals(s, length, dim, scores.head(s, study)) for s in grids}
    said = [words.diagonal_words(diagonals, study), words.score_diagonal_words(in_nats, study)]
    if any(said):
        st.markdown(words.LINE.join(filter(None, said)))
    places = dict(zip(study.schemes, panels.places(len(study.schemes)), strict=True))
    for matrix_of, kind_of in ((pairs, kind), (grids, None)):
        limits = {s: float(np.nanmax(np.abs(matrix), initial=0)) or 1.0 for s, matrix in matrix_of.items()}
        for s, matrix in matrix_of.items():
            with places[s]:
                limit = limits[s] if study.own_scales else max(limits.values())
                pair_matrix(s, matrix, kind_of, limit, study)


def pair_matrix(scheme: Scheme, matrix: Array, kind: PairKind | None, limit: float, study: Study) -> None:
    """Every position against every other: their similarity, or without a `kind` their score."""
    name = scheme.name if kind else scores.named(scheme, study)
    values = MEASURES[kind] if kind else "score, nats"
    hover = f"{values} %{{z:.3f}}" if kind else "%{z:.4g} nats beside its own"
    chart(
        matrices.matrix(
            matrix,
            heading=f"{name}: {values}",
            across="position q",
            down="position p",
            limit=limit,
            signed=kind != "distance",
            hover=f"position %{{y}} {'and' if kind else 'sees'} %{{x}}<br>{hover}",
            marked_row=study.position,
            square=True,
            chooses="y",
            height=panels.height(len(study.schemes)),
        ),
        key=f"pairs {scheme.name}",
        alt=words.pairs_alt(scheme, kind) if kind else words.score_pairs_alt(name),
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
    handles.base_handle(name, here.base, numbers.SLIDER)
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
    vectors = study.having("vectors")
    away = numbers.beyond(vectors)
    st.markdown(words.far_words(vectors, away))
    if again := words.again_words(vectors):
        st.markdown(again)
    with st.container():
        if len(vectors.schemes) < len(study.schemes):
            st.caption(words.left_out(study))
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
