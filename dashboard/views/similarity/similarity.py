"""The layout of Similarity."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.numbers import measurements, scores
from dashboard.numbers.measurements import PAIRED_DIM, PAIRED_LENGTH, PairKind
from dashboard.say import message, say
from dashboard.state.study import Study, order
from dashboard.views.cells import cells
from dashboard.views.next_steps import next_steps
from dashboard.views.position_bar import position_bar
from dashboard.views.similarity import claims, exports, numbers
from dashboard.views.tabs import tabs
from posenc_core import Scheme
from posenc_core.arrays import Array
from posenc_core.plot import lines, matrices
from posenc_core.plot.lines import Line
from posenc_core.plot.style import INK, MUTED, scheme_style, step_color
from posenc_core.text.messages import Claim


def page(study: Study) -> None:
    """Which positions are similar to the selected one, and why."""
    st.title(message("similarity-title"), anchor=False)
    drawn: dict[str, Callable[[], None]] = {}
    if study.length == 1:
        st.markdown(message("similarity-single"))
        position_bar(study, "similarity")
    else:
        found = comparison(study)
        drawn = {
            "pairs": partial(pairs, study),
            "formulas": partial(formulas, found, study),
            "base": partial(base, study),
            "far": partial(far, study),
        }
    tabs(study, "similarity", drawn, claims.misconceptions)
    next_steps("similarity", "attention")


def comparison(study: Study) -> dict[Scheme, Array]:
    """The claim, the charts, and the cells. -> the similarity of every position with the selected one."""
    vectors, without = study.having("vectors"), study.lacking("vectors")
    size = (study.length, study.dim, study.position)
    found = {s: measurements.similarity(s, *size, study.measure) for s in vectors.schemes}
    rankings = {s: measurements.ranking(s, *size, study.measure) for s in vectors.schemes}
    seen = {s: scores.relative_logits(s, *size, scores.head(s, study)) for s in without.schemes}
    said = claims.opening(rankings, study) + claims.without(study)
    facts = {s: claims.cells(s, found[s], rankings[s], study) for s in found}
    facts |= {s: claims.score_cells(s, curve, study) for s, curve in seen.items()}
    st.markdown(say(*said))
    if found:
        curves(found, facts, study)
    if seen:
        score_curves(seen, study)
    if missing := scores.hover_notes(study):
        st.caption(say(*missing))
    position_bar(study, "similarity")
    cells([(scheme, facts[scheme]) for scheme in study.schemes])
    return found


def largest(curve: Array) -> float:
    """By what a curve is divided on its own scale."""
    return float(np.nanmax(np.abs(curve), initial=0)) or 1.0


def curves(found: Mapping[Scheme, Array], facts: Mapping[Scheme, list[Claim]], study: Study) -> None:
    """The similarity of every position with the selected one, and two formulas over that of plain waves."""
    p, args = study.position, {"measure": study.measure, "position": study.position}
    scale = {s: largest(curve) if study.own_scales else 1.0 for s, curve in found.items()}
    drawn = []
    for s, curve in found.items():
        rises = [dict(each.args)["offset"] for each in facts[s] if each.id == "similarity-rises"]
        marks = [p + k for k in rises if k]
        drawn.append(Line(s.name, curve / scale[s], *scheme_style(order(s)), marks=marks))
    waves = numbers.plain(study)
    if waves and study.options["law"]:
        closed, log = numbers.closed_form(study, waves), numbers.log_law(study, waves)
        if closed is not None:
            drawn.append(Line(message("similarity-closed"), closed / scale[waves], INK, "2px,7px", 3))
        if log is not None:
            drawn.append(Line(message("similarity-approximation"), log / scale[waves], MUTED, "6px,4px", 1.5))
    values = message("similarity-axis.own" if study.own_scales else "similarity-axis", **args)
    along = message("similarity-along")
    chart(
        lines.curves(drawn, values=values, along=along, position=p, shown=study.shown, height=320),
        key="similarity",
        alt=message("similarity-axis.alt", schemes=tuple(s.name for s in found), **args),
        position=p,
        followed=[
            curve for s in found for curve in measurements.hover_curves(s, study, study.measure, divisor=scale[s])
        ],
    )
    st.caption(message("similarity-use"))


def score_curves(found: Mapping[Scheme, Array], study: Study) -> None:
    """The logits of every key with the selected position, in nats, on a separate axis."""
    p, drawn, followed = study.position, [], []
    for s, curve in found.items():
        scale = largest(curve) if study.own_scales else 1.0
        drawn.append(Line(scores.label(s, study), curve / scale, *scheme_style(order(s))))
        followed += scores.hover_curves(s, study, divisor=scale)
    values = message("similarity-logits-axis.own" if study.own_scales else "similarity-logits-axis", position=p)
    along = message("similarity-along")
    chart(
        lines.curves(drawn, values=values, along=along, position=p, shown=study.shown, height=300),
        key="scores",
        alt=message("similarity-logits-axis.alt", position=p, schemes=tuple(line.name for line in drawn)),
        position=p,
        followed=followed,
    )


def pairs(study: Study) -> None:
    """The similarity of every position with every other; one color bar where the scale is common."""
    if not handles.fits(study, PAIRED_LENGTH, PAIRED_DIM):
        return
    n, d, measure = study.length, study.dim, study.measure
    kind: PairKind = measure if measure in ("cosine", "distance") else "dot"
    made, facts = study.having("vectors").schemes, {}
    above = st.container()
    places = dict(zip(study.schemes, panels.places(len(study.schemes)), strict=True))
    grids: dict[Scheme, Array] = {}
    for s in study.schemes:
        if s in made:
            grids[s], diagonals = measurements.pairs(s, n, d, kind), numbers.diagonals(s, n, d, kind)
        else:
            head = scores.head(s, study)
            grids[s] = scores.grid(s, n, d, 0, n - 1, PAIRED_LENGTH, head).cells
            diagonals = numbers.score_diagonals(s, n, d, head)
        facts[s] = claims.diagonal(diagonals)
    shares = any(dict(each.args) for found in facts.values() for each in found)
    said = {"": True, "-shares": shares, "-dot": bool(made) and kind != measure}
    above.markdown(" ".join(message(f"similarity-pairs{id}") for id, needed in said.items() if needed))
    for group in (made, study.lacking("vectors").schemes):
        for s in group:
            ends = color_ends([grids[other] for other in ([s] if study.own_scales else group)])
            with places[s]:
                pair_matrix(s, grids[s], kind if s in made else None, *ends, study)
    cells([(s, facts[s]) for s in study.schemes])


def color_ends(grids: Sequence[Array]) -> tuple[float, bool]:
    """The end of a common color scale, below 0 where no cell is above, and whether there are cells of both signs."""
    low, high = (
        min(float(np.nanmin(each, initial=0)) for each in grids),
        max(float(np.nanmax(each, initial=0)) for each in grids),
    )
    return (low if low and not high else max(-low, high) or 1.0), low < 0 < high


def pair_matrix(scheme: Scheme, matrix: Array, kind: PairKind | None, limit: float, signed: bool, study: Study) -> None:
    """Every position against every other: their similarity, or without a `kind` their logit."""
    id = "similarity-pairs-heading" if kind else "similarity-pairs-logits"
    args = {"scheme": scheme.name if kind else scores.label(scheme, study), "measure": kind or "dot"}
    group = study.having("vectors") if kind else study.lacking("vectors")
    chart(
        matrices.matrix(
            matrix,
            heading=message(id, **args),
            across=message("similarity-pairs-across"),
            down=message("similarity-along"),
            limit=limit,
            signed=signed,
            hover=message(f"{id}.hover", x="%{x}", y="%{y}", z="%{z:.4g}", **args),
            marked_row=study.position,
            bar=study.own_scales or scheme == group.schemes[-1],
            square=True,
            chooses="y",
            height=panels.height(len(study.schemes)),
        ),
        key=f"pairs {scheme.name}",
        alt=message(f"{id}.alt", **args),
        position=study.position,
    )


def formulas(found: Mapping[Scheme, Array], study: Study) -> None:
    """How the two formulas fit the curve."""
    waves = numbers.plain(study)
    if waves and study.options["law"]:
        st.markdown(say(*claims.laws(study, waves, found[waves], numbers.closed_form(study, waves))))
    else:
        st.markdown(message("similarity-no-waves"))


def base(study: Study) -> None:
    """What the base does, or why it does nothing here."""
    study = study.having("vectors")
    if unchanged := claims.single_wave(study):
        st.markdown(say(*unchanged))
        return
    rows, here = numbers.at_bases(study)
    name = numbers.based(study).name
    st.markdown(say(*claims.base(here, name)))
    handles.base_handle(name, here.base, numbers.SLIDER)
    drawn = [
        Line(message("similarity-base-curve", base=row.base), row.cosine, step_color(i, len(rows)), width=width)
        for i, row in enumerate(rows)
        for width in [3 if row is here else 1.25]
    ]
    values = message("similarity-base-axis.odd" if study.dim % 2 else "similarity-base-axis")
    figure = lines.curves(drawn, values=values, along=message("similarity-base-along"), height=280)
    chart(figure, key="bases", alt=message("similarity-base-axis.alt", scheme=name, base=here.base))
    # plain: the grid of a dataframe is a third of all that a first visit loads
    st.table(exports.printed(rows), width="content")


def far(study: Study) -> None:
    """Whether a position far beyond p could be taken for it."""
    vectors = study.having("vectors")
    cells([*claims.far(numbers.beyond(vectors), vectors).items()])
    if said := claims.again(vectors):
        st.markdown(say(*said))
    if without := study.lacking("vectors").schemes:
        st.caption(message("similarity-far-without", schemes=tuple(s.name for s in without)))
