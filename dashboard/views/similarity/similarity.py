"""The layout of Similarity."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, AtBase, PairKind
from dashboard.say import message, say
from dashboard.state.study import Study, order
from dashboard.views import most_similar
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.similarity import claims, figures, numbers
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.foundation.rotating import Rotating
from posenc_core.plot import lines
from posenc_core.plot.lines import Line
from posenc_core.plot.style import INK, MUTED, scheme_style, step_color
from posenc_core.text.numerals import number


def page(study: Study) -> None:
    """Draw the similarity of all positions with the selected one."""
    st.title(message("similarity-title"), anchor=False)
    sections: dict[str, Callable[[], None]] = {}
    if study.length == 1:
        st.markdown(message("similarity-single"))
        draw_bar(study, "similarity")
    else:
        comparison(study)
        sections = {"pairs": partial(pairs, study), "base": partial(base, study)}
    tabs(study, "similarity", sections)
    next_steps("similarity", "attention")


def comparison(study: Study) -> None:
    """Draw the claim, the charts, and the cells."""
    vectors, without = study.with_ability("vectors"), study.without_ability("vectors")
    size = (study.length, study.dim, study.position)
    similarities = {s: measurements.similarity(s, *size, study.measure) for s in vectors.schemes}
    rankings = {s: measurements.ranking(s, *size, study.measure) for s in vectors.schemes}
    logits = {s: scores.relative_logits(s, *size, scores.head(s, study)) for s in without.schemes}
    opening = claims.opening(rankings, study) + claims.without(study)
    facts = {s: claims.cells(s, similarities[s], rankings[s], study) for s in similarities}
    facts |= {s: most_similar.logits(s, curve, study) for s, curve in logits.items()}
    st.markdown(say(*opening))
    draw_bar(study, "similarity")
    p, shown = study.position, {"measure": study.measure, "position": study.position}
    if similarities:
        alt = message("similarity-axis.alt", schemes=tuple(s.name for s in similarities), **shown)
        followed = [curve for s in similarities for curve in measurements.hover_curves(s, study, study.measure)]
        chart(figures.similarities(study), key="similarity", alt=alt, position=p, followed=followed)
        st.caption(message("similarity-use"))
    if logits:
        alt = message("similarity-logits-axis.alt", position=p, schemes=tuple(scores.label(s, study) for s in logits))
        followed = [curve for s in logits for curve in scores.hover_curves(s, study)]
        chart(figures.logits(study), key="scores", alt=alt, position=p, followed=followed)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    cells([(scheme, facts[scheme]) for scheme in study.schemes])


def pairs(study: Study) -> None:
    """Draw the similarity of all pairs of positions, with one color bar per common scale."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    n, d, measure = study.length, study.dim, study.measure
    kind: PairKind = measure if measure in ("cosine", "distance") else "dot"
    with_vectors, facts = study.with_ability("vectors").schemes, {}
    above = st.container()
    places = dict(zip(study.schemes, panels.places(len(study.schemes)), strict=True))
    grids: dict[Scheme, Array] = {}
    for s in study.schemes:
        if s in with_vectors:
            grids[s], diagonals = measurements.pairs(s, n, d, kind), numbers.diagonals(s, n, d, kind)
        else:
            head = scores.head(s, study)
            grids[s] = scores.grid(s, n, d, 0, n - 1, PAIRED_LENGTH, head).cells
            diagonals = numbers.score_diagonals(s, n, d, head)
        facts[s] = claims.diagonal(diagonals)
    shares = any(dict(fact.args) for diagonal_claims in facts.values() for fact in diagonal_claims)
    sentences = {"": True, "-shares": shares, "-dot": bool(with_vectors) and kind != measure}
    above.markdown(" ".join(message(f"similarity-pairs{id}") for id, needed in sentences.items() if needed))
    for group in (with_vectors, study.without_ability("vectors").schemes):
        for s in group:
            ends = color_ends([grids[other] for other in group])
            with places[s]:
                pair_matrix(s, grids[s], kind if s in with_vectors else None, *ends, study)
    cells([(s, facts[s]) for s in study.schemes])


def color_ends(grids: Sequence[Array]) -> tuple[float, bool]:
    """Signed limit of a common color scale, and whether it has both signs."""
    low, high = (
        min(float(np.nanmin(grid, initial=0)) for grid in grids),
        max(float(np.nanmax(grid, initial=0)) for grid in grids),
    )
    return (low if low and not high else max(-low, high) or 1.0), low < 0 < high


def pair_matrix(scheme: Scheme, matrix: Array, kind: PairKind | None, limit: float, signed: bool, study: Study) -> None:
    """Draw the similarities of all pairs, or the logits if `kind` is None."""
    id = "similarity-pairs-heading" if kind else "similarity-pairs-logits"
    args = {"scheme": scheme.name if kind else scores.label(scheme, study), "measure": kind or "dot"}
    group = study.with_ability("vectors") if kind else study.without_ability("vectors")
    words = {"across": message("similarity-pairs-across"), "down": message("similarity-along")}
    words["hover"] = message(f"{id}.hover", x="%{x}", y="%{y}", z="%{z:.4g}", **args)
    figure = panels.position_matrix(
        matrix,
        len(study.schemes),
        position=study.position,
        heading=message(id, **args),
        limit=limit,
        signed=signed,
        bar=scheme == group.schemes[-1],
        **words,
    )
    chart(figure, key=f"pairs {scheme.name}", alt=message(f"{id}.alt", **args), position=study.position)


def base(study: Study) -> None:
    """Draw the two formulas of waves, and the effect of their base, or the reason why it has none."""
    study = study.with_ability("vectors")
    waves = numbers.base_scheme(study)
    left, right = st.columns(2, gap="medium")
    with left:
        formulas(waves, study)
    if unchanged := claims.single_wave(study):
        right.markdown(say(*unchanged))
        return
    rows, here = numbers.at_bases(study)
    curves = [
        Line(message("similarity-base-curve", base=row.base), row.cosine, step_color(i, len(rows)), width=width)
        for i, row in enumerate(rows)
        for width in [3 if row is here else 1.25]
    ]
    values = message("similarity-base-axis.odd" if study.dim % 2 else "similarity-base-axis")
    figure = lines.curves(curves, values=values, along=message("similarity-base-along"), height=300)
    with right:
        st.markdown(say(*claims.base(here, waves.name)))
        chart(figure, key="bases", alt=message("similarity-base-axis.alt", scheme=waves.name, base=here.base))
    # a static table: the grid of a dataframe is a third of the download of a first visit
    st.table(bases(rows), width="content")


def bases(rows: Sequence[AtBase]) -> pd.DataFrame:
    """Table of the sinusoid at several bases, one row each."""
    table = pd.DataFrame(
        {
            "base": [row.base for row in rows],
            "rise": [row.first_rise for row in rows],
            "moving": [row.moving for row in rows],
            "neighbors": [row.neighbors for row in rows],
            # integers keep all digits, as in sentences
            "longest": [row.longest if row.longest < 1000 else float(np.round(row.longest)) for row in rows],
        }
    )
    texts = table.map(lambda value: "–" if pd.isna(value) else number(value))
    texts.columns = [message(f"similarity-column-{column}") for column in table]
    return texts.set_index(texts.columns[0])


def formulas(waves: Rotating, study: Study) -> None:
    """Draw the similarity of waves with the selected position, and two formulas over it."""
    p = study.position
    curve = measurements.similarity(waves, study.length, study.dim, p, study.measure)
    closed, log = numbers.closed_form(study, waves), numbers.log_law(study, waves)
    st.markdown(say(*claims.laws(study, waves, curve, closed)))
    curves = [Line(waves.name, curve, *scheme_style(order(waves)))]
    if closed is not None:
        curves.append(Line(message("similarity-closed"), closed, INK, "2px,7px", 3))
    if log is not None:
        curves.append(Line(message("similarity-approximation"), log, MUTED, "6px,4px", 1.5))
    args = {"measure": study.measure, "position": p}
    values, along = message("similarity-axis", **args), message("similarity-along")
    alt = message("similarity-axis.alt", schemes=tuple(line.name for line in curves), **args)
    figure = lines.curves(curves, values=values, along=along, position=p, shown=study.shown, height=300)
    chart(figure, key="formulas", alt=alt, position=p)
