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
from dashboard.state.parameters import GRID_SIDE, PATCH
from dashboard.state.study import Study
from dashboard.views import page_parts
from dashboard.views.formula import formula
from dashboard.views.images import claims, figures, numbers
from dashboard.views.page_parts import next_steps, tabs

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
    st.markdown(say(*claims.verdict(study)))
    grids(study)


def still(study: Study) -> None:
    """Draw the tabs, which do not depend on the patch."""
    sections = {"prompt": prompt, "resolution": resolution, "order": order, "formula": formulas_and_code}
    tabs(study, "images", {id: partial(draw, study) for id, draw in sections.items()})
    next_steps("images", "models")


def grids(study: Study) -> None:
    """Draw the logits of the selected patch with all patches, in each encoding."""
    own, falls = numbers.patch(study), numbers.falls(study)
    controls = [*((handles.number_handle, key) for key in PATCH)]
    controls += [(handles.list_handle, key) for key in numbers.MENUS]
    with st.container(key="patches"):
        for place, (id, values), (control, key) in zip(panels.places(len(falls)), falls.items(), controls, strict=True):
            heading, text = message(f"images-{id}.short"), say(claims.least(values))
            with place:
                st.markdown(f"**{heading}**")
                chart(
                    figures.patches(np.exp(values), own),
                    key=f"patches {id}",
                    alt=message("images-alt", name=say(claims.name(study, id)), row=own[0], column=own[1], text=text),
                    position=own[0] * GRID_SIDE + own[1],
                    choose=select,
                )
                control(key, study)
                st.caption(text)
    st.caption(message("images-use", count=GRID_SIDE))


def select(patch: int) -> None:
    """Select the patch of a click or a key, by its number, line by line."""
    row, column = divmod(min(max(patch, 0), GRID_SIDE**2 - 1), GRID_SIDE)
    state.choose(**dict(zip(PATCH, (row, column), strict=True)))


def prompt(study: Study) -> None:
    """Draw a prompt of text and images with the positions of its tokens, on three axes and on one."""
    with st.container(horizontal=True, gap="medium"):
        for key in ("grid_rows", "grid_columns", "images", "text_tokens"):
            handles.number_handle(key, study)
    text, prompt = say(*claims.prompt(study)), numbers.prompt(study)
    st.markdown(text)
    counted = np.arange(len(prompt.positions))[:, None]
    for place, id, positions in zip(
        st.columns(2, gap="medium"), ("three", "one"), (prompt.positions, counted), strict=True
    ):
        with place:
            heading, size = message(f"images-{id}"), (study.options["grid_rows"], study.options["grid_columns"])
            st.markdown(f"**{heading}**")
            st.html(figures.strip(positions, prompt.segments, size, alt=f"{heading}. {text}"))


def resolution(study: Study) -> None:
    """Draw the similarity over the distance on a trained and on a larger grid."""
    st.markdown(say(claims.resolution()))
    every = numbers.resized()
    low = min(0.0, *(float(values.min()) for cosines in every.values() for values in cosines))
    with st.container(key="resized"):
        for place, (id, cosines) in zip(panels.places(len(every)), every.items(), strict=True):
            heading, text = message(f"images-by-{id}"), say(claims.resized(cosines))
            with place:
                st.markdown(f"**{heading}**")
                chart(figures.resized(cosines, low), key=f"resized {id}", alt=f"{heading}. {text}")
                st.caption(text)


def rulers(study: Study) -> None:
    """Draw the axis of each dimension."""
    st.subheader(message("images-ruler"), anchor=False)
    lines = [f"**{message(f'images-{id}.short')}.** {say(*claims.dimensions(study, id))}" for id in numbers.MENUS]
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.markdown("\\\n".join(lines), width="content")
        names = [(name, escape(message(f"images-{name}"))) for name in figures.COLORS]
        items = "".join(f'<span><i class="{name}"></i>{text}</span>' for name, text in names)
        st.html(f'<p class="axes">{items}</p>', width="content")
    named = {
        message(f"images-{id}.short"): numbers.axes_of_dimensions(encoding, numbers.dim(study, id))
        for id, encoding in numbers.encodings(study).items()
    }
    st.caption(message("images-code"))
    chart(figures.rulers(named), key="rulers", alt=message("images-ruler-alt", names=tuple(named)))


def order(study: Study) -> None:
    """Draw the axis of each dimension, and a head of rows in correct code and with two bugs, with the lines."""
    rulers(study)
    st.subheader(message("images-order"), anchor=False)
    st.markdown(say(claims.row_head(study)))
    for place, id in zip(panels.places(len(numbers.INDEXINGS)), numbers.INDEXINGS, strict=True):
        with place:
            heading = message(f"images-order-{id}")
            st.markdown(f"**{heading}**")
            figure = figures.patches(numbers.attention_of_row_head(study, id), numbers.PATCH, clicks=False)
            chart(figure, key=f"order {id}", alt=message("images-order-alt", name=heading))
    page_parts.side_by_side(WRONG, RIGHT)


def formulas_and_code(study: Study) -> None:
    """Draw the formulas of both rotations side by side, and their programs."""
    every = rotations(study)
    for place, (id, alone) in zip(st.columns(2, gap="large"), every.items(), strict=True):
        with place:
            st.markdown(f"**{say(claims.name(study, id))}**")
            formula(alone.schemes[0], alone)
    for alone in every.values():
        page_parts.code(alone)


def rotations(study: Study) -> dict[str, Study]:
    """Return a study of each rotation alone, with its dimensions and the grid of the page."""
    axial = replace(numbers.axial_rope(study), height=GRID_SIDE, width=GRID_SIDE)
    return {
        id: replace(study, schemes=(scheme,), length=GRID_SIDE**2, dim=numbers.dim(study, id))
        for id, scheme in {"axial": axial, "mrope": numbers.mrope(study)}.items()
    }
