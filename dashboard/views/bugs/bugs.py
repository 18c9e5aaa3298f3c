"""The layout of Bugs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles
from dashboard.controls.widgets import control
from dashboard.numbers.measurements import MEASURED_LENGTH
from dashboard.say import MESSAGES, message, say
from dashboard.state import session_keys
from dashboard.state.parameters import BUGS, PARAMETERS, option_label
from dashboard.state.study import Study
from dashboard.views.bugs import facts, figures, listings
from dashboard.views.bugs.facts import DIM, GRID, NEW_GRID
from dashboard.views.page_parts import next_steps, open_link, side_by_side
from posenc_core.analysis import numbering
from posenc_core.text.messages import Claim, slug, translate
from posenc_core.text.numerals import number


def page(study: Study) -> None:
    """Draw the list of bugs, and the selected one: its effect, the wrong line, the correct one, and a picture."""
    st.title(message("bugs-title"), anchor=False)
    st.markdown(say(*facts.opening(study)))
    context, bug = study.options["context"], study.options["bug"]
    left, right = st.columns((2, 7), gap="large")
    with left.container(key="bugs"):
        handles.list_handle("bug", study, st.radio, label_visibility="collapsed")
    with right:
        with st.container(horizontal=True):
            st.header(option_label(PARAMETERS["bug"], bug), anchor=False)
            for key in CONTROLS.get(bug, ()):
                with st.container(width=220):
                    control(key, study.options[key])
        st.caption(message(f"bugs-seen-{facts.outcome(bug, context)}"))
        OPEN[bug](study)
        if bug in listings.ASSERTS:
            st.markdown(message("bugs-assert"))
            st.code(listings.ASSERTS[bug], language="python", wrap_lines=True)
        st.caption(message("bugs-listings"))
    next_steps("bugs", "questions")


def lines(statements: Sequence[Claim], wrong: str, right: str) -> None:
    """Draw the effect of a bug, its wrong line, and the correct one."""
    st.markdown(say(*statements))
    side_by_side(wrong, right)


def matrices(cells_by_id: Mapping[str, np.ndarray[Any, Any]], **style: Any) -> None:
    """Draw matrices with their numbers, two in a row, by heading or by the ID of its message."""
    limit = style.pop("limit", None) or max(float(np.nanmax(cells)) for cells in cells_by_id.values())
    for i, (id, cells) in enumerate(cells_by_id.items()):
        if not i % 2:
            places = st.columns(min(len(cells_by_id), 2), gap="medium")
        with places[i % 2]:
            heading = id
            if " × " not in id:
                heading = message(f"bugs-{id.replace(' ', '-')}")
            figure = figures.number_grid(cells, heading=heading, limit=limit, **style)
            rows = ("; ".join(", ".join(number(cell, prose=True) for cell in row) for row in cells)).replace("nan", "–")
            chart(figure, key=id, alt=message("bugs-cells-alt", heading=heading, facts=rows))


def padding(study: Study) -> None:
    """Draw positions in a padded batch, by index and by mask."""
    side = study.options["padding"]
    batch = facts.batch(side)
    lines(facts.padding(side), listings.PADDED_WRONG, listings.PADDED)
    masked = np.where(batch.mask, batch.right, np.nan)
    cells = {"counted": batch.counted.astype(float), "from-mask": masked}
    matrices(cells, across="place", down="sentence", value="position", words=batch.words)
    st.caption(message("bugs-padding-note", dim=DIM, factor=float(np.e)))


def first_row(study: Study) -> None:
    """Draw the first table rows of models."""
    context = study.options["context"]
    lines(facts.first_row(context), listings.FIRST_ROW_WRONG, listings.FIRST_ROW)
    side = study.options["padding"]
    batch = facts.batch(side)
    st.table(conventions(context), border="horizontal")
    read = {"read": facts.ROBERTA.rows(batch.mask)}
    matrices(read, across="place", down="sentence", value="table-row", words=batch.words)


def conventions(context: int) -> pd.DataFrame:
    """Table of the conventions for first rows."""
    rows = []
    for convention in numbering.CONVENTIONS:
        kind = {"formula": ".formula", "growing table": ".growing"}.get(convention.stored, "")
        first, padding = "row-at", "like-token" if convention.padding is None else "row-at"
        if convention.stored == "formula":
            first, padding = "row-at.formula", "no-row"
        rows.append(
            (
                translate(f"numbering-{slug(convention.models)}", convention.models),
                message(f"bugs-{first}", position=convention.first),
                message(f"bugs-{padding}", position=convention.padding),
                message(f"bugs-rows-needed{kind}", rows=convention.needed_rows(context)),
            )
        )
    columns = [message(f"bugs-{id}", length=context) for id in ("model", "first-token", "padding-row", "needed")]
    return pd.DataFrame(rows, columns=columns).set_index(columns[0])


def cache(study: Study) -> None:
    """Draw the scores of the next token with cached ones."""
    count = study.options["cached"]
    lines(facts.cache(count), listings.CACHED_WRONG, listings.CACHED)
    names = message("bugs-counted-on", position=count), message("bugs-counted-restarted")
    rows = dict(zip(names, facts.cached_scores(count), strict=True))
    picture = figures.comparison(rows, values="logits", along="cached-token", hover=" nats")
    chart(picture, key="cached logits", alt=message("bugs-logits-alt"))
    notes = [say(facts.cache_of_batch(study.options["padding"])), message("bugs-cache-note", dim=DIM)]
    st.caption(" ".join(notes))


def moved_keys(study: Study) -> None:
    """Draw the attention to cached tokens that have moved."""
    count = study.options["cached"]
    lines([facts.moved_keys(count)], listings.MOVED_WRONG, listings.MOVED)
    attention = facts.moved_attention(count)
    names = message("bugs-key-rotated"), message("bugs-key-still")
    picture = figures.comparison(dict(zip(names, attention, strict=True)), values="weights", along="kept-token")
    chart(picture, key="moved attention", alt=message("bugs-weights-alt"))
    st.caption(message("bugs-moved-note", dim=DIM))


def packing(study: Study) -> None:
    """Draw the positions of several texts in one row."""
    statements = facts.packing()
    lines(statements[:2], listings.PACKED_WRONG, listings.PACKED)
    positions, texts = numbering.packed_positions(facts.LENGTHS)
    cells = {"one-count": np.arange(len(positions))[None], "restarted": positions[None]}
    words = [[facts.TEXTS[text] for text in texts]]
    matrices(cells, across="place", down="row", value="position", words=words)
    st.markdown(say(*statements[2:]))


def paired(_: Study) -> None:
    """Draw the dot product by offset, in the pairing of training and in the other one."""
    lines([facts.paired()], listings.PAIRED_WRONG, listings.PAIRED)
    rows = {message(f"bugs-{id}"): row for id, row in facts.paired_scores().items()}
    picture = figures.comparison(rows, values="paired-values", along="offset")
    chart(picture, key="paired", alt=message("bugs-paired-alt"))
    open_link("check?door=code", message("bugs-paired-libraries"))


def half_precision(study: Study) -> None:
    """Draw the rounding of positions to bfloat16, and tabulate that of positions, values, and angles."""
    context = study.options["context"]
    lines([*facts.bfloat16(context), *facts.frequencies(context)], listings.ROUNDED_WRONG, listings.ROUNDED)
    points, values = facts.on_the_line()
    moved = points != values
    ends = zip(points[moved], values[moved], strict=True)
    changes = ", ".join(message("bugs-becomes", x=f"{point:.0f}", y=f"{becomes:.0f}") for point, becomes in ends)
    alt = message("bugs-line-alt", start=int(points[0]), end=int(points[-1]), facts=changes)
    chart(figures.number_line(points, values), key="number line", alt=alt)
    st.table(formats(context), border="horizontal")


def formats(context: int) -> pd.DataFrame:
    """Table of what each format leaves of positions, of vectors, and of the angles of RoPE."""
    short = min(context, MEASURED_LENGTH)
    counts, vectors = facts.distinct_counts(context), facts.distinct_vectors(short)
    rows = [
        message("bugs-format-positions", length=context),
        message("bugs-format-values", length=short, dim=DIM),
        message("bugs-format-frequencies", dim=facts.HEAD_DIM),
        message("bugs-format-angles", dim=facts.HEAD_DIM),
    ]
    columns = {}
    for format, (by_frequency, _, by_position) in facts.rounding_errors(context).items():
        # positions may overflow
        angle = "bugs-radians" if np.isfinite(by_position) else "bugs-radians.none"
        columns[format] = (
            MESSAGES.format(counts[format]),
            MESSAGES.format(vectors[format]),
            message("bugs-radians", value=by_frequency),
            message(angle, value=by_position),
        )
    return pd.DataFrame(columns, index=rows).rename_axis(message("bugs-format"))


def scaling(study: Study) -> None:
    """Draw the frequencies with and without the scaling."""
    lines([facts.scaling()], listings.UNSCALED_WRONG, listings.UNSCALED)
    rows = {message(f"bugs-{id}"): row for id, row in facts.slowed_frequencies().items()}
    picture = figures.comparison(rows, values="frequencies", along="pair", log=True)
    chart(picture, key="frequencies", alt=message("bugs-frequencies-alt"))


def attention_factor(study: Study) -> None:
    """Draw the logits with the attention factor once, twice, and not at all."""
    lines([facts.attention_factor()], listings.FACTOR_WRONG, listings.FACTOR)
    rows = {message(f"bugs-{id}"): row for id, row in facts.sized_logits().items()}
    picture = figures.comparison(rows, values="logits", along="offset", hover=" nats")
    chart(picture, key="sized logits", alt=message("bugs-sized-alt"))
    st.caption(message("bugs-cache-note", dim=facts.HEAD_DIM))


def length(study: Study) -> None:
    """Print the error messages for a position without a row."""
    context = study.options["context"]
    lines([facts.length(context)], listings.TOO_LONG_WRONG, listings.TOO_LONG)
    for id, printed in listings.errors(context, DIM).items():
        st.code(printed, language=None, wrap_lines=True)
        args = {"rows": context, "last_position": context - 1, "count": context + 1}
        st.markdown(message(f"bugs-error-{id}", **args, text="x + pe[:, :n]"))
    st.markdown(message("bugs-length-fix"))


def sizes(study: Study) -> None:
    """Explain exchanged sizes of two tables."""
    lines([facts.sizes(study.options["context"])], listings.SWAPPED_WRONG, listings.SWAPPED)


def axes(study: Study) -> None:
    """Draw sentence indices where positions were intended."""
    lines([facts.axes()], listings.ORDER_WRONG, listings.ORDER)
    sentences, tokens = facts.batch("right").mask.shape
    wrong = {"wrong-order": np.broadcast_to(np.arange(sentences)[:, None], (sentences, tokens))}
    matrices(wrong, across="token", down="sentence", value="table-row", limit=float(tokens - 1))
    st.page_link(st.session_state[session_keys.PAGES]["sentence"], label=message("bugs-axes-link"))


def image(study: Study) -> None:
    """Draw one formula in the layouts of four packages."""
    st.markdown(say(*facts.image()))
    tables = facts.images().items()
    matrices(
        {str(order): table for order, table in tables},
        across="column",
        down="token",
        value="value",
        limit=1.0,
        digits=".2f",
        signed=True,
    )


def image_size(study: Study) -> None:
    """Draw a table resized for another image size."""
    lines(facts.image_size(), listings.RESIZED_WRONG, listings.RESIZED)
    headings = [message("bugs-patches", rows=size[0], columns=f"{size[1]}") for size in (GRID, NEW_GRID)]
    tables = dict(zip(headings, facts.resized_rows(), strict=True))
    matrices(tables, across="column", down="row", value="table-row", digits=".3~f")


# parameters whose controls stand beside the name of a bug
CONTROLS = {
    "padding": ("padding",),
    "first row": ("context", "padding"),
    "cache": ("cached", "padding"),
    "moved": ("cached",),
    **dict.fromkeys(("bfloat16", "length", "sizes"), ("context",)),
}

SECTIONS = (
    *(padding, first_row, cache, moved_keys, packing, paired, half_precision, scaling, attention_factor),
    *(length, sizes, axes, image, image_size),
)
OPEN: dict[str, Callable[[Study], None]] = dict(zip(BUGS, SECTIONS, strict=True))
