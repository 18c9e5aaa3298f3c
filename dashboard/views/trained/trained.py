"""The layout of Trained."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.say import message, plain, say
from dashboard.state.study import Study
from dashboard.views.page_parts import next_steps, tabs
from dashboard.views.trained import claims, figures, numbers, tables
from posenc_core.plot import matrices
from posenc_core.text.numerals import percent
from posenc_tools.models import trained

# pictures of a small task, and the fates of the encodings in each
PANELS = {"kept": ("solid", "twice"), "depends": ("depends",), "lost": ("lost",)}


def page(study: Study) -> None:
    """Draw language models, small tasks, attention maps, and the method."""
    st.title(message("trained-title"), anchor=False)
    parts = {"language": partial(language, study), "task": partial(task, study)}
    tabs(study, "trained", {**parts, "heads": heads, "how": how})
    next_steps("trained", "attention")


def language(study: Study) -> None:
    """Draw the loss of language models by position."""
    among = study.options["among"]
    encodings, text = numbers.GROUPS[among], say(*claims.language(among))
    handles.choice_handle("among", study, label_visibility="collapsed")
    st.markdown(plain(text))
    chart(figures.language(encodings), key="language", alt=text)
    st.caption(plain(say(*claims.language_note(among))))
    st.html(tables.language(encodings))
    st.markdown(message("trained-transfer"))


def task(study: Study) -> None:
    """Draw the accuracy in a small task by length, for every recipe that solves it at the trained length."""
    asked = study.options["asked"]
    handles.choice_handle("asked", study, label_visibility="collapsed")
    st.markdown(plain(say(*claims.question(asked))))
    st.html(tables.example(asked))
    by_fate, said = numbers.fates(asked), claims.fates(asked)
    drawn = {panel: [name for fate in fates for name in by_fate.get(fate, ())] for panel, fates in PANELS.items()}
    panels = [panel for panel, names in drawn.items() if names]
    # two names in a line of the legend
    rows = (max(map(len, drawn.values())) + 1) // 2
    for panel, column in zip(panels, st.columns(max(len(panels), 1), gap="medium"), strict=False):
        text = say(*(statement for fate in PANELS[panel] for statement in said.get(fate, ())))
        with column:
            st.markdown(f"**{message(f'trained-panel-{panel}')}**")
            chart(figures.recipes(drawn[panel], asked, rows), key=panel, alt=text)
            st.markdown(plain(text))
    st.markdown(plain(say(*said.get("unsolved", ()))))
    st.caption(message("trained-note"))
    st.html(tables.recipes(asked))


def heads() -> None:
    """Draw the attention of one trained head beside that of the formula."""
    maps_of = trained.learned_attention()
    offered = [name for name in trained.names("3 back") if name in maps_of]
    first = offered.index("RoPE") if "RoPE" in offered else 0
    with st.container(horizontal=True, vertical_alignment="bottom"):
        encoding = st.selectbox(
            message("trained-encoding"), offered, first, format_func=trained.label, key="encoding of a head", width=320
        )
        blocks, count, _, _ = maps_of[encoding].shape
        options = [f"{block + 1}.{place + 1}" for block in range(blocks) for place in range(count)]
        block, place = claims.sharpest(encoding)
        default = options[count * (block - 1) + place]
        option = st.segmented_control(
            message("trained-head"), options, default=default, key=f"head {encoding}", required=True, wrap=True
        )
    block, place = divmod(options.index(option), count)
    st.markdown(plain(say(claims.head(encoding, block + 1, place))))
    formula, learned = trained.formula_attention(encoding), maps_of[encoding][block]
    maps = {"formula": formula, "learned": learned}
    shown = {key: weights_of[place] for key, weights_of in maps.items() if weights_of is not None}
    for column, (key, attention) in zip(st.columns(len(shown), gap="medium"), shown.items(), strict=True):
        with column:
            weights(attention, message(f"trained-map-{key}"), key)
    st.caption(message("trained-heads-note", value=trained.facts()["settings"]["shown_rate"]))


def weights(attention: np.ndarray, heading: str, key: str) -> None:
    """Draw the attention of every token to earlier ones."""
    figure = matrices.matrix(
        np.where(np.tri(len(attention), dtype=bool), attention, np.nan),
        heading=heading,
        across=message("attention-key"),
        down=message("attention-query"),
        limit=float(attention.max()),
        signed=False,
        hover=message("trained-map-hover", x="%{x}", y="%{y}", z="%{hovertext}"),
        square=True,
        height=480,
    )
    figure["data"][0]["hovertext"] = [[*map(percent, row)] for row in attention.tolist()]
    chart(figure, key=f"map {key}", alt=heading)


def how() -> None:
    """Explain the training and its limits, with the settings of every encoding, and related work."""
    st.markdown("\n".join(f"- {plain(say(statement))}" for statement in claims.method()))
    st.markdown(message("trained-learned-note"))
    st.html(tables.settings())
    st.markdown(message("trained-invisible"))
    st.markdown(message("trained-studies-note"))
    st.html(tables.studies())
