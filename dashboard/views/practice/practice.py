"""The layout of Practice."""

from html import escape

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.say import message
from dashboard.study import Study
from dashboard.views.notes import often_said
from dashboard.views.practice import figures, listings, numbers, words
from dashboard.views.practice.notes import NOTES
from dashboard.views.practice.numbers import GRID, NEW_GRID
from dashboard.views.takeaway import own_link
from dashboard.views.wrong_and_right import below_each_other
from posenc_core import numbering


def page(study: Study) -> None:
    """Positions as code hands them out, and where that goes wrong."""
    context = study.options["context"]
    st.title("Which number does each token get?", anchor=False)
    st.markdown(words.claim(context))
    st.table(words.cases(context), width="content")
    st.caption(words.LISTINGS)
    padded(study)
    first_rows(study)
    cached(study)
    packed(study)
    rounded(study)
    too_long(study)
    swapped(study)
    order_of_axes(study)
    image(study)
    another_size(study)
    often_said(NOTES)
    with st.expander(message("share.link-only"), icon=":material/download:"):
        own_link()


def opening(case: str, study: Study) -> None:
    """The heading of a case, and whether its fault is seen."""
    st.header(words.CASES[case].heading, anchor=False)
    st.markdown(words.opening(case, study.options["context"]))


def padded(study: Study) -> None:
    """A padded batch, numbered along the batch and by its mask."""
    opening("padded", study)
    side = study.options["padding"]
    found = numbers.batch(side)
    st.markdown(words.padded_words(side, found))
    left, right = st.columns(2, gap="large")
    limit = float(found.mask.shape[1] - 1)
    with left:
        for key, heading, cells in (
            ("counted", "Counted along the batch", found.counted),
            ("from mask", "Counted by the mask: padding has no number", np.where(found.mask, found.right, np.nan)),
        ):
            figure = figures.numbered(
                cells,
                heading=heading,
                across="place",
                down="sentence",
                value="position",
                limit=limit,
                words=[[escape(word) for word in row] for row in found.words],
            )
            chart(figure, key=key, alt=words.batch_alt(heading, cells))
    with right:
        below_each_other(listings.PADDED_WRONG, listings.PADDED)
        st.markdown(words.padded_cost(numbers.costs(side)))
        if found.wrong:
            st.markdown(words.moved(found))
        st.caption(words.padded_means())


def first_rows(study: Study) -> None:
    """Where models begin in their tables."""
    opening("first", study)
    context = study.options["context"]
    st.markdown(words.first_words(context))
    left, right = st.columns(2, gap="large")
    found, read = numbers.batch(study.options["padding"]), numbers.rows_read(study.options["padding"])
    with left:
        st.table(words.conventions(context))
        figure = figures.numbered(
            read,
            heading=words.READ,
            across="place",
            down="sentence",
            value="row",
            limit=float(read.max()),
            words=[[escape(word) for word in row] for row in found.words],
        )
        chart(figure, key="rows read", alt=words.read_alt(read))
    with right:
        below_each_other(listings.FIRST_ROW_WRONG, listings.FIRST_ROW)
        st.markdown(words.first_fault(context))


def cached(study: Study) -> None:
    """The next token after some that are cached."""
    opening("cached", study)
    count = study.options["cached"]
    found = numbers.cached(count)
    st.markdown(words.cached_words(count, found))
    left, right = st.columns(2, gap="large")
    with left:
        chart(figures.scores(found), key="cached scores", alt=words.CACHED_ALT)
    with right:
        below_each_other(listings.CACHED_WRONG, listings.CACHED)
        st.markdown(words.next_words(numbers.batch(study.options["padding"]).mask))
        st.caption(words.CACHED_MEANS)


def packed(study: Study) -> None:
    """Several texts in one row."""
    opening("packed", study)
    st.markdown(words.packed_words())
    positions, texts = numbering.packed(numbers.LENGTHS)
    along = np.arange(len(positions))
    left, right = st.columns(2, gap="large")
    with left:
        for key, heading, cells in (("one count", "One count for all", along), ("anew", "Counted in each", positions)):
            figure = figures.numbered(
                cells[None],
                heading=heading,
                across="place",
                down="row",
                value="position",
                limit=float(along[-1]),
                words=[[words.TEXTS[text] for text in texts]],
            )
            chart(figure, key=key, alt=words.batch_alt(heading, cells[None]))
    with right:
        below_each_other(listings.PACKED_WRONG, listings.PACKED)


def rounded(study: Study) -> None:
    """What of the positions bfloat16 leaves."""
    opening("rounded", study)
    context = study.options["context"]
    st.markdown(words.rounded_words(context))
    left, right = st.columns(2, gap="large")
    with left:
        chart(figures.rounding(numbers.rounding(context)), key="rounding", alt=words.ROUNDING_ALT)
        if caption := words.rounded_caption(context):
            st.caption(caption)
        st.markdown("The last positions:")
        st.table(words.last_rounded(context))
    with right:
        below_each_other(listings.ROUNDED_WRONG, listings.ROUNDED)


def too_long(study: Study) -> None:
    """What is printed when a position has no row."""
    opening("long", study)
    context = study.options["context"]
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(words.long_words(context))
        for error in words.errors(context):
            st.code(error.printed, language=None, wrap_lines=True)
            st.markdown(error.when)
    with right:
        below_each_other(listings.TOO_LONG_WRONG, listings.TOO_LONG)
        st.markdown(words.LONG)


def swapped(study: Study) -> None:
    """The sizes of two tables, exchanged."""
    opening("swapped", study)
    context = study.options["context"]
    left, right = st.columns(2, gap="large")
    left.markdown(words.swapped_words(context))
    with right:
        below_each_other(listings.SWAPPED_WRONG, listings.SWAPPED)


def order_of_axes(study: Study) -> None:
    """The number of the sentence in place of the position."""
    opening("order", study)
    found = numbers.batch("right")
    st.markdown(words.order_words(found))
    left, right = st.columns(2, gap="large")
    sentences, tokens = found.mask.shape
    with left:
        figure = figures.numbered(
            np.broadcast_to(np.arange(sentences)[:, None], (sentences, tokens)),
            heading="What the wrong line adds",
            across="token",
            down="sentence",
            value="row of the table",
            limit=float(tokens - 1),
        )
        chart(figure, key="order of axes", alt="Row of the table for each token: the same in a whole sentence.")
        pages = st.session_state["pages"]
        st.page_link(pages["sentence"], label="See the shapes line by line on Sentence")
    with right:
        below_each_other(listings.ORDER_WRONG, listings.ORDER)


def image(study: Study) -> None:
    """One formula in the order of four packages."""
    opening("image", study)
    st.markdown(words.image_words())
    tables = numbers.images()
    # in rows of two: in narrower cells the numbers could not be read
    places = [place for _ in range(0, len(tables), 2) for place in st.columns(2, gap="large")]
    for place, (order, table) in zip(places, tables.items(), strict=True):
        with place:
            figure = figures.numbered(
                table,
                heading=words.ORDER_WORDS[order],
                across="column",
                down="token",
                value="value",
                limit=1.0,
                digits=".2f",
                signed=True,
            )
            chart(figure, key=f"image {order}", alt=words.image_alt(order))
    st.markdown(words.shape_words())


def another_size(study: Study) -> None:
    """A table stretched for an image of another size."""
    opening("resized", study)
    st.markdown(words.resized_words())
    left, right = st.columns(2, gap="large")
    old, new = numbers.resized()
    with left:
        for key, size, cells in (("old image", GRID, old), ("new image", NEW_GRID, new)):
            figure = figures.numbered(
                cells,
                heading=words.size_heading(size),
                across="column",
                down="row",
                value="row of the table",
                limit=float(old.max()),
                digits=".3~f",
            )
            chart(figure, key=key, alt=words.size_alt(size, cells))
    with right:
        below_each_other(listings.RESIZED_WRONG, listings.RESIZED)
