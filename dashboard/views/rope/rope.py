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
from dashboard.views.rope import facts, figures
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
    st.caption(say(*facts.drawn_pairs(study)))
    cells([(scheme, facts.cell(scheme, study)) for scheme in study.schemes])
    sections = {"pairing": pairs, "scaling": scaling, "example": example}
    tabs(study, "rope", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("rope", "bugs")


def rotations(study: Study) -> None:
    """Draw dials with a query and a key."""
    drawn, (query, key) = facts.dials(study), facts.places(study)
    claims = [facts.dial(dial, query - key) for dial in drawn]
    labels = [[MESSAGES.say(fact, part) for part in ("name", "frequency", "cosine")] for fact in claims]
    alt = message("rope-dials-alt", position=key, other=query, facts="; ".join(map(say, claims)))
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
        chart(figures.dials(drawn, query, key, labels), key="dials", alt=alt, followed=followed)


def cosine_sum(study: Study) -> None:
    """Draw the cosines of the drawn pairs as a sum, and over the offset."""
    count, (query, key) = len(facts.dials(study)), facts.places(study)
    with st.container(key="cosine-sum"):
        st.markdown(say(facts.cosine_sum(study)))
    alt = message("rope-cosines-alt", count=count, offset=query - key)
    chart(figures.cosines(study), key="cosines", alt=alt)


def every_pair(study: Study) -> None:
    """Draw the cosine of every pair at the offset."""
    query, key = facts.places(study)
    alt = message("rope-every-alt", count=study.dim // 2, offset=query - key)
    chart(figures.every_pair(study), key="every pair", alt=alt)


def pairs(study: Study) -> None:
    """Draw eight dimensions in both pairings, and tabulate the pairing of well-known libraries."""
    st.markdown(say(facts.opening(study)))
    position = facts.places(study)[0]
    angles = position * facts.rope(study).frequencies(facts.DIM)
    for place, name in zip(st.columns(2, gap="medium"), facts.PAIRINGS, strict=True):
        with place:
            heading, columns = message(f"rope-{name}"), pairing.columns(name, facts.DIM)
            figure = figures.arcs(columns, angles, heading=heading, position=position)
            text = ", ".join(f"{x}–{y}" for x, y in columns.tolist())
            chart(figure, key=f"pairs {name}", alt=message("rope-arcs-alt", heading=heading, facts=text))
            st.caption(message(f"rope-{name}.users"))
    library_table()


def example(study: Study) -> None:
    """Draw the worked example and reference values."""
    st.markdown(say(*facts.example(study)))
    numeric = st.column_config.NumberColumn
    config = {"column": numeric(message("rope-column"), pinned=True)}
    for letter, at in zip("qk", facts.places(study), strict=True):
        config[letter] = numeric(letter, format="%.1f")
        for name in facts.PAIRINGS:
            label = message("rope-at", letter=letter, position=at, name=name)
            config[f"{letter} {name}"] = numeric(label, format="%.5f")
    st.dataframe(facts.example_table(study), hide_index=True, height="content", column_config=config)
    st.markdown(message("rope-reference"))
    st.code(facts.reference_values(), language="python", wrap_lines=True)


def scaling(study: Study) -> None:
    """Draw the effect of each scaling on the frequencies."""
    rope = facts.rope(study)
    st.markdown(say(*facts.scalings(study)))
    handles.choice_handle("RoPE.scaling", study, label_visibility="collapsed")
    scalings = facts.every_scaling(rope, study.dim)
    sizes = np.concatenate([scaled.ratios for scaled in scalings.values()])
    ends = float(np.nanmin(sizes)), float(np.nanmax(sizes))
    complete = facts.complete(study)[0]
    places = [place for _ in range(0, len(scalings), 4) for place in st.columns(4, gap="small")]
    for place, (name, scaled) in zip(places, scalings.items(), strict=False):
        with place:
            text, label = say(*facts.scaling(scaled)), option_label(PARAMETERS["RoPE.scaling"], name)
            figure = figures.ratios(
                scaled.ratios, heading=label, ends=ends, complete=complete, selected=name == rope.scaling,
                plain=name == "none",
            )  # fmt: skip
            chart(figure, key=f"ratios {name}", alt=message("rope-ratio-alt", name=label, text=text))
            st.caption(text)
    st.markdown(say(facts.completeness(study)))
