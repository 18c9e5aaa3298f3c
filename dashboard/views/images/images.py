"""The layout of Images."""

from dataclasses import replace
from functools import partial
from html import escape

import numpy as np
import streamlit as st

from dashboard.charts import panels
from dashboard.charts.chart import chart
from dashboard.controls import handles, state
from dashboard.say import message, say
from dashboard.state.parameters import GRID_SIDE, PARAMETERS, PATCH, option_label
from dashboard.state.study import Study
from dashboard.views import page_parts
from dashboard.views.formula import formula
from dashboard.views.images import facts, figures
from dashboard.views.page_parts import next_steps, tabs
from posenc_core import AxialRoPE, Scheme
from posenc_core.arrays import Array

WRONG = """\
# p counts the patches line by line
# exchanged
y, x = p % width, p // width
# numbered column by column
xs, ys = torch.arange(width), torch.arange(height)
x, y = torch.meshgrid(xs, ys, indexing="ij")
y, x = y.flatten(), x.flatten()"""
RIGHT = """\
p = torch.arange(height * width)
y, x = p // width, p % width
# or
ys, xs = torch.arange(height), torch.arange(width)
y, x = torch.meshgrid(ys, xs, indexing="ij")
y, x = y.flatten(), x.flatten()"""


def page(study: Study) -> None:
    """Draw the attention of a patch in four encodings."""
    st.title(message("images-title"), anchor=False)
    falls = facts.falls(study)
    st.markdown(say(*facts.verdict(study, falls)))
    large = study.options["panel"]
    handles.choice_handle("panel", study, label_visibility="collapsed")
    left, right = st.columns([5, 8], gap="medium")
    with left, st.container(key="patch"):
        panel(study, large, falls[large], figures.LARGE)
    with right:
        others = [id for id in falls if id != large]
        with st.container(key="patches"):
            for place, id in zip(st.columns(len(others), vertical_alignment="bottom"), others, strict=True):
                with place:
                    st.markdown(f"**{option_label(PARAMETERS['panel'], id)}**")
                    panel(study, id, falls[id], figures.SMALL)
        for handle, keys in ((handles.number_handle, PATCH), (handles.list_handle, ("axial", "mrope"))):
            for place, key in zip(st.columns(2, gap="medium"), keys, strict=True):
                with place:
                    handle(key, study)
    st.caption(message("images-use", count=GRID_SIDE))


def still(study: Study) -> None:
    """Draw the tabs, which do not depend on the patch."""
    sections = {"prompt": prompt, "resolution": resolution, "order": order, "formula": formulas_and_code}
    tabs(study, "images", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("images", "models")


def panel(study: Study, id: str, fall: Array, height: int) -> None:
    """Draw the attention of the selected patch to all patches in one encoding."""
    own, text = facts.patch(study), say(facts.least(fall))
    chart(
        figures.patches(np.exp(fall), own, height),
        key=f"patches {id}",
        alt=message("images-alt", name=say(facts.name(study, id)), row=own[0], column=own[1], text=text),
        position=own[0] * GRID_SIDE + own[1],
        choose=select,
    )
    st.caption(text)


def select(patch: int) -> None:
    """Select the patch of a click or a key, by its number, line by line."""
    row, column = divmod(min(max(patch, 0), GRID_SIDE**2 - 1), GRID_SIDE)
    state.choose(**dict(zip(PATCH, (row, column), strict=True)))


def prompt(study: Study) -> None:
    """Draw a prompt of text and images with the positions of its tokens, on three axes and on one."""
    with st.container(horizontal=True, gap="medium"):
        for key in ("grid_rows", "grid_columns", "images", "text_tokens"):
            handles.number_handle(key, study)
    text, prompt = say(*facts.after_image(study)), facts.prompt(study)
    st.markdown(text)
    size = study.options["grid_rows"], study.options["grid_columns"]
    several = {"three": prompt.positions, "one": np.arange(len(prompt.positions))[:, None]}
    for place, (id, positions) in zip(st.columns(2, gap="medium"), several.items(), strict=True):
        with place:
            heading = message(f"images-{id}")
            st.markdown(f"**{heading}**")
            st.html(figures.strip(positions, prompt.segments, size, alt=f"{heading}. {text}"))


def resolution(study: Study) -> None:
    """Draw the similarity over the distance on a trained and on a larger grid."""
    st.markdown(say(facts.resolution()))
    every = facts.resized()
    low = min(0.0, *(float(values.min()) for cosines in every.values() for values in cosines))
    with st.container(key="resized"):
        for place, (id, cosines) in zip(panels.places(len(every)), every.items(), strict=True):
            heading, text = message(f"images-by-{id}"), say(facts.edges(*cosines))
            with place:
                st.markdown(f"**{heading}**")
                chart(figures.resized(*cosines, low), key=f"resized {id}", alt=f"{heading}. {text}")
                st.caption(text)


def rulers(study: Study) -> None:
    """Draw the axis of each dimension."""
    st.subheader(message("images-ruler"), anchor=False)
    axes, lines = {option_label(PARAMETERS["panel"], "grid"): facts.axes_of_grid()}, []
    for id, encoding in facts.rotations(study).items():
        label = option_label(PARAMETERS["panel"], id)
        axes[label] = facts.axes_of_dimensions(encoding, facts.dim(study, id))
        lines.append(f"**{label}.** {say(*facts.dimensions(study, id))}")
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.markdown("\\\n".join(lines), width="content")
        names = [(name, escape(message(f"images-{name}"))) for name in figures.COLORS]
        items = "".join(f'<span><i class="{name}"></i>{text}</span>' for name, text in names)
        st.html(f'<p class="axes">{items}</p>', width="content")
    st.caption(message("images-code"))
    chart(figures.rulers(axes), key="rulers", alt=message("images-ruler-alt", names=tuple(axes)))


def order(study: Study) -> None:
    """Draw the axis of each dimension, and a head of rows in correct code and with two bugs, with the lines."""
    rulers(study)
    st.subheader(message("images-order"), anchor=False)
    st.markdown(say(facts.row_head(study)))
    for place, id in zip(panels.places(len(facts.INDEXINGS)), facts.INDEXINGS, strict=True):
        with place:
            heading = message(f"images-order-{id}")
            st.markdown(f"**{heading}**")
            shares = facts.attention_of_row_head(study, id)
            figure = figures.patches(shares, facts.PATCH, figures.SMALL, clicks=False)
            chart(figure, key=f"order {id}", alt=message("images-order-alt", name=heading))
    page_parts.side_by_side(WRONG, RIGHT)


def formulas_and_code(study: Study) -> None:
    """Draw the formulas of both rotations side by side, and their programs, for the grid of the page."""
    axial = replace(AxialRoPE.published()[study.options["axial"]], height=GRID_SIDE, width=GRID_SIDE)
    schemes: dict[str, Scheme] = {**facts.rotations(study), "axial": axial}
    alone = {
        id: replace(study, schemes=(scheme,), length=GRID_SIDE**2, dim=facts.dim(study, id))
        for id, scheme in schemes.items()
    }
    for place, (id, scheme) in zip(st.columns(2, gap="large"), schemes.items(), strict=True):
        with place:
            st.markdown(f"**{say(facts.name(study, id))}**")
            formula(scheme, alone[id])
    for one in alone.values():
        page_parts.code(one)
