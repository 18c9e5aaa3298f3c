"""The layout of RoPE."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts.chart import Followed, chart
from dashboard.controls import handles
from dashboard.say import MESSAGES, message, say
from dashboard.state.parameters import PARAMETERS, option_label
from dashboard.state.study import Study
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.pairings import library_table
from dashboard.views.rope import claims, exports, figures, numbers
from posenc_core.analysis import pairing
from posenc_core.plot.style import INK


def page(study: Study) -> None:
    """Draw the rotation of a query and a key in three pairs, the sum of their cosines, and the cosines of all pairs."""
    st.title(message("rope-title"), anchor=False)
    st.markdown(message("rope-claim"))
    draw_bar(study, "rope")
    left, right = st.columns([2, 1], gap="medium")
    with left:
        rotations(study)
        every_pair(study)
    with right:
        cosine_sum(study)
    st.caption(say(*claims.drawn_pairs(study)))
    cells([(scheme, claims.cell(scheme, study)) for scheme in study.schemes])
    sections = {"pairing": pairs, "scaling": scaling, "example": example}
    tabs(study, "rope", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("rope", "bugs")


def rotations(study: Study) -> None:
    """Draw dials with a query and a key."""
    shown, (query, key) = claims.dials(study), numbers.places(study)
    drawn = numbers.dials(study)
    hands = [(dial.frequency * key, dial.frequency * query) for dial in drawn]
    labels = [[MESSAGES.say(fact, part) for part in ("name", "frequency", "cosine")] for fact in shown]
    figure = figures.dials(hands, [figures.COLORS[dial.speed] for dial in drawn], labels)
    alt = message("rope-dials-alt", position=key, other=query, facts="; ".join(map(say, shown)))
    # the hands of the key and of the query: dials count from the right, and hands of `Followed` from the top, clockwise
    pointed = [
        (np.pi / 2 - dial.frequency * ahead, -dial.frequency, figures.APART * place, 0.0)
        for place, dial in enumerate(drawn)
        for ahead in (0, query - key)
    ]
    last = study.length - 1 - (query - key)
    followed = [Followed("", INK, along="hands", hands=pointed, last=last)]
    # narrow dials leave space below them, which style.css removes
    with st.container(key="dials"):
        chart(figure, key="dials", alt=alt, followed=followed)


def cosine_sum(study: Study) -> None:
    """Draw the cosines of the drawn pairs as a sum, and over the offset."""
    text, (query, key) = say(claims.cosine_sum(study)), numbers.places(study)
    with st.container(key="cosine-sum"):
        st.markdown(text)
    frequencies: dict[str, float] = {dial.speed: dial.frequency for dial in numbers.dials(study)}
    figure = figures.cosines(frequencies, numbers.gain(study), query - key)
    chart(figure, key="cosines", alt=message("rope-cosines-alt", count=len(frequencies), offset=query - key))


def every_pair(study: Study) -> None:
    """Draw the cosine of every pair at the offset."""
    query, key = numbers.places(study)
    frequencies = numbers.rope(study).frequencies(study.dim, study.length)
    drawn = {dial.pair: figures.COLORS[dial.speed] for dial in numbers.dials(study)}
    heading = message("rope-every", offset=query - key)
    figure = figures.every_pair(np.cos(frequencies * (query - key)), drawn, heading=heading)
    chart(figure, key="every pair", alt=message("rope-every-alt", count=len(frequencies), offset=query - key))


def pairs(study: Study) -> None:
    """Draw eight dimensions in both pairings, and tabulate the pairing of well-known libraries."""
    st.markdown(say(claims.opening(study)))
    example = numbers.worked_example(study)
    for place, name in zip(st.columns(2, gap="medium"), numbers.PAIRINGS, strict=True):
        with place:
            heading, columns = message(f"rope-{name}"), pairing.columns(name, numbers.DIM)
            figure = figures.arcs(columns, example.angles, heading=heading, position=example.at, reach=numbers.DIM // 2)
            text = ", ".join(message("rope-arcs-pair", x=str(x), y=str(y)) for x, y in columns.tolist())
            chart(figure, key=f"pairs {name}", alt=message("rope-arcs-alt", heading=heading, facts=text))
            st.caption(message(f"rope-{name}.users"))
    st.caption(say(*claims.rotation_angles(study)))
    st.markdown(message("rope-libraries"))
    library_table()


def example(study: Study) -> None:
    """Draw the worked example and reference values."""
    st.markdown(say(*claims.example(study)))
    worked = numbers.worked_example(study)
    positions = {"q": worked.at, "k": worked.of}
    numeric = st.column_config.NumberColumn
    config = {
        f"{letter} {name}": numeric(message("rope-at", letter=letter, position=at, name=name), format="%.5f")
        for letter, at in positions.items()
        for name in numbers.PAIRINGS
    }
    config |= {"column": numeric(message("rope-column"), pinned=True)} | {x: numeric(x, format="%.1f") for x in "qk"}
    st.dataframe(exports.columns(study), hide_index=True, height="content", column_config=config)
    st.markdown(message("rope-reference"))
    st.code(exports.reference_values(), language="python", wrap_lines=True)


def scaling(study: Study) -> None:
    """Draw the effect of each scaling on the frequencies."""
    rope = numbers.rope(study)
    st.markdown(say(*claims.scalings(study)))
    handles.choice_handle("RoPE.scaling", study, label_visibility="collapsed")
    scalings = numbers.scalings(rope, study.dim)
    sizes = np.concatenate([scaling.ratios[np.isfinite(scaling.ratios)] for scaling in scalings.values()])
    ends = float(sizes.min()), float(sizes.max())
    boundary = numbers.boundary(rope, study.dim)
    for start in range(0, len(scalings), 4):
        for place, (name, scaled) in zip(
            st.columns(4, gap="small"), list(scalings.items())[start : start + 4], strict=True
        ):
            with place:
                text, label = say(*claims.scaling(name, scaled)), option_label(PARAMETERS["RoPE.scaling"], name)
                figure = figures.ratios(
                    scaled.ratios, heading=label, ends=ends, incomplete=boundary, selected=name == rope.scaling,
                    plain=name == "none",
                )  # fmt: skip
                chart(figure, key=f"ratios {name}", alt=message("rope-ratio-alt", name=label, text=text))
                st.caption(text)
    st.markdown(say(claims.complete(study)))
