"""The layout of Sentence."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import handles, state
from dashboard.study import Study
from dashboard.views.notes import beside, often_said
from dashboard.views.sentence import numbers, words
from dashboard.views.sentence.figures import batch_matrix, token_matrix
from dashboard.views.sentence.notes import NOTES, layers_share_nothing, size_is_the_matter
from dashboard.views.sentence.numbers import DRAWN, HARDLY, Order, Words
from dashboard.views.thread import thread
from dashboard.views.words import counted
from posenc_core import sentence
from posenc_core.arrays import Array

numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """What happens to the words of a sentence on their way through the first layers of a model."""
    read = numbers.read(study)
    order = numbers.reordered(read, study.options) if read else None
    st.title("What happens to words?", anchor=False)
    st.markdown(words.claim(study, read, order))
    thread(study, "sentence")
    other_sentences(study)
    if not read:
        often_said(NOTES)
        return
    tokens(study, read)
    vectors(study, read)
    if read.position is not None:
        price(study, read, read.position)
    attention(study, read)
    other_order(study, read, order)
    if read.position is not None:
        batch(study, read)
    often_said(NOTES if read.position is None else (layers_share_nothing,))


def other_sentences(study: Study) -> None:
    """Sentences to try, a button each."""
    with st.container(horizontal=True):
        for text in words.SENTENCES:
            parts = text.split()
            label = f"{text if len(parts) < 6 else ' '.join(parts[:3]) + ' …'} ({counted(len(parts), 'token')})"
            st.button(label, on_click=state.choose, kwargs={"text": text}, disabled=text == study.options["text"])
    st.caption("The Korean sentences are from a poem by Yun Dong-ju, cut into morphemes.")


def tokens(study: Study, read: Words) -> None:
    """The tokens of the sentence with their ids, and what three schemes make of their positions."""
    st.header("Tokens and their numbers", anchor=False)
    table = numbers.numbering(study, read.tokens)
    st.markdown(words.vocabulary_words(read, table))
    st.container(key="tokens").dataframe(
        table,
        hide_index=True,
        height="content" if len(table) <= 15 else 420,
        column_config={
            "number": numeric("Number", pinned=True, help=f"Counted from {study.options['first']}."),
            "token": st.column_config.TextColumn("Token", pinned=True),
            "id": numeric("Id", help="The row of the token in the table of embeddings."),
            "index": numeric("Index"),
            "normalized": numeric("Normalized", format="%.3f"),
            **{f"sinusoid_{j}": numeric(f"Sinusoidal {j}", format="%.3f") for j in range(numbers.TABLED)},
        },
    )
    if special := words.special_words(read):
        st.caption("  \n".join(special))


def vectors(study: Study, read: Words) -> None:
    """The way of every token from a row with a single 1 to the vector that the model goes on with."""
    d, width = study.dim, read.together.shape[1]
    st.header("From words to vectors", anchor=False)
    handles.scheme_in_front(study, "sentence")
    with st.popover("Formula", type="tertiary", width="content"):
        st.markdown(read.scheme.summary())
        st.latex(read.scheme.formula)
        st.caption(f"Source: {read.scheme.source}.")
    st.markdown(words.vector_words(study, read))
    # of a wide concatenation the middle, where its halves meet
    middle = max(d - DRAWN // 2, 0) if width > max(d, DRAWN) else 0
    heatmaps(study, read, middle)
    if width > DRAWN:
        st.caption(words.drawn_words(study, width, middle))


def heatmaps(study: Study, read: Words, middle: int) -> None:
    """The matrices on the way to the vectors, two in a row; of the last one the columns from `middle` on."""
    count, first = len(read.padding), int(study.options["first"])
    panels = [("One-hot", read.one_hot, "id", 0), ("Embeddings E", read.content, "column", 0)]
    if read.position is not None:
        added = study.options["combine"] == "sum"
        panels += [
            (f"Position P, {read.scheme.name}", read.position, "column", 0),
            ("Sum, E + P" if added else "Concatenation, E and P", read.together, "column", middle),
        ]
    limit = max(numbers.largest(cells) for _, cells, *_ in panels[1:]) or 1.0
    for i, (name, cells, across, column) in enumerate(panels):
        if not i % 2:
            places = st.columns(2, gap="medium")
        with places[i % 2]:
            figure = token_matrix(
                cells[:, column : column + DRAWN],
                read.tokens.words,
                heading=f"{name} ({count}, {cells.shape[1]:,})",
                across=across,
                limit=limit if i else 1,
                signed=i > 0,
                first=first,
                column=column,
                bar=True,
            )
            alt = f"{name}: {counted(count, 'token')} down, {counted(cells.shape[1], 'column')} across."
            chart(figure, key=f"panel {i}", alt=alt)


def price(study: Study, read: Words, position: Array) -> None:
    """What adding costs: the four parts of the dot products, and how large the numbers of tokens and positions are."""
    st.header("Why add and not concatenate?", anchor=False)
    sizes = numbers.sizes(study, read)
    st.markdown(words.price_words(study, read, sizes))
    parts, first = sentence.terms(read.content, position), int(study.options["first"])
    titles = ("token · token, E Eᵀ", "token · position, E Pᵀ", "position · token, P Eᵀ", "position · position, P Pᵀ")
    # the last is wider by its colour bar
    for i, place in enumerate(st.columns((1, 1, 1, 1.2), gap="small")):
        with place:
            figure = token_matrix(
                parts[i],
                read.tokens.words,
                heading=titles[i],
                across="with token",
                limit=max(map(numbers.largest, parts)) or 1.0,
                signed=True,
                first=first,
                column=first,
                bar=i == 3,
                narrow=i < 3,
                height=250,
            )
            chart(figure, key=f"term {i}", alt=f"Dot products, {titles[i]}, for every pair of tokens.")
    size_table(sizes)
    beside(size_is_the_matter)


def size_table(sizes: pd.DataFrame) -> None:
    """How large the numbers of tokens and positions are, for every size of embeddings."""
    st.dataframe(
        sizes.assign(ratio=[words.times(-decibels) for decibels in sizes["signal_to_noise"]]),
        hide_index=True,
        height="content",
        placeholder="–",
        column_order=("embeddings", "ratio", "signal_to_noise", "content", "content_position", "position"),
        column_config={
            "embeddings": st.column_config.TextColumn(
                "Embeddings", pinned=True, help="N(0, v): random numbers around 0, v is their mean square. d as chosen."
            ),
            "ratio": numeric(
                "Position ÷ token",
                format="%.3g",
                help="How many times as large the numbers of the position are: the root of their mean square.",
            ),
            "signal_to_noise": numeric(
                "Signal to noise, dB",
                format="%.1f",
                help="Token over position in decibels, as engineers count: 0 is as large, 20 is ten times as large.",
            ),
            "content": numeric("Typical E Eᵀ", format="%.4g", help="Root mean square over all pairs, without padding."),
            "content_position": numeric("Typical E Pᵀ, P Eᵀ", format="%.4g", help="The same of token with position."),
            "position": numeric("Typical P Pᵀ", format="%.4g", help="The same of two positions."),
        },
    )


def attention(study: Study, read: Words) -> None:
    """How much each token looks at every other, without positions and with them."""
    st.header("Attention without and with position", anchor=False)
    plain, placed = (numbers.weights(read, study.options, placed=with_position) for with_position in (False, True))
    st.markdown(words.attention_words(study, read, plain, placed))
    without_and_with(study, read, (plain, placed), key="attention", value="weight")
    if np.isnan(plain).any() or np.isnan(placed).any():
        st.caption("Empty rows: tokens that may look at nothing.")


def other_order(study: Study, read: Words, order: Order | None) -> None:
    """What another order of the words changes."""
    st.header("The words in another order", anchor=False)
    if order:
        st.text(" ".join(order.words[read.words]))
    st.markdown(words.order_words(study, read, order))
    if order and not order.same:
        without_and_with(study, read, (order.without, order.placed), key="order", value="change")


def without_and_with(study: Study, read: Words, matrices: tuple[Array, Array], *, key: str, value: str) -> None:
    """Two matrices of weights, or of their changes, without position and with it, on one colour scale."""
    limit, headings = max(map(numbers.largest, matrices)), words.headings(read)
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            heading = headings[i]
            figure = token_matrix(
                matrices[i],
                read.tokens.words,
                heading=heading,
                across="to token",
                # what hardly changes is pale
                limit=limit if limit > HARDLY else 1.0,
                signed=value == "change",
                value=value,
                first=int(study.options["first"]),
                words_across=True,
                bar=i == 1,
            )
            chart(figure, key=f"{key} {i}", alt=f"{heading}: {value} of every token to every other.")


def batch(study: Study, read: Words) -> None:
    """The shapes of a batch, line by line, and what the line for the other order of axes does."""
    st.header("A batch of sentences, in code", anchor=False)
    st.markdown(words.batch_words(study))
    found = numbers.batch(study, read)
    st.dataframe(
        found.steps,
        hide_index=True,
        height="content",
        column_config={"what": "What it is", "shape": "Shape", "code": "Line of code"},
    )
    st.markdown(words.mixed_up_words(found))
    limit = float(max(found.right.max(), found.wrong.max())) or 1.0
    headings = (f"Right: {found.line}", f"Wrong: {found.other}")
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            figure = batch_matrix((found.right, found.wrong)[i], heading=headings[i], limit=limit, bar=i == 1)
            chart(figure, key=f"batch {i}", alt=f"{headings[i]}: the position that each token of each sentence gets.")
    plain = numbers.plain_sum(study.options["batch"], *read.content.shape)
    st.markdown(words.plain_words(study, read, plain))
    if isinstance(plain, str):
        st.code(f"ValueError: {plain}", language=None, wrap_lines=True)
