"""The layout of Sentence."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.bar.bar import draw_bar
from dashboard.charts import tokens as pictures
from dashboard.charts.chart import chart
from dashboard.controls import state
from dashboard.controls.widgets import control
from dashboard.say import MESSAGES, message, say
from dashboard.state.study import Study, order
from dashboard.views.page_parts import cells, next_steps, tabs
from dashboard.views.sentence import facts, figures
from dashboard.views.sentence.facts import DRAWN, HARDLY, Change, Order, Words
from dashboard.views.sentence.figures import headings
from posenc_core import Index, Normalized, Sinusoidal
from posenc_core.plot.style import MUTED, scheme_color

# two lines of a poem by Yun Dong-ju, cut into morphemes
POEM = (
    "어머님 나 는 별 하나 에 아름다운 말 한마디 씩 불러 봅니다",
    "소학교 때 책상 을 같이 했 던 아이 들 의 이름 과 패 경 옥 이런 이국 소녀 들 의 이름 과 벌써 애기 어머니 된 "
    "계집애 들 의 이름 과 가난 한 이웃 사람 들 의 이름 과 비둘기 강아지 토끼 노새 노루 프란시스 쟘 라이너 마리아 릴케 "
    "이런 시인 의 이름 을 불러 봅니다",
)
# height of the highest arcs of all rows together, in pixels
ARCHES = 330

numeric = st.column_config.NumberColumn


def page(study: Study) -> None:
    """Draw the effect of another word order on attention, without and with position."""
    st.title(message("sentence-title"), anchor=False)
    words = facts.embed_sentence(study)
    reordered = facts.reorder_words(words, study.options) if words else None
    texts = [say(facts.opening(study, words, reordered))]
    if words and reordered and not reordered.same:
        texts.append(MESSAGES.say(facts.change(study, words, reordered), "claim"))
    st.markdown(" ".join(texts))
    draw_bar(study, "sentence")
    sections: dict[str, Callable[[], None]] = {}
    if words:
        main_picture(study, words, reordered)
    sentences(study)
    if words:
        every = []
        for scheme in study.schemes:
            if embedded := facts.embed_sentence(study, scheme):
                order_of_words = facts.reorder_words(embedded, study.options)
                every.append((scheme, facts.cell(study, embedded, order_of_words)))
        cells(every)
        drawn = {"weights": attention, "tokens": tokens}
        if words.position is not None:
            drawn = {"weights": attention, "add": cost, "tokens": tokens, "batch": batches}
        sections = {id: partial(draw, study, words) for id, draw in drawn.items()}
    tabs(study, "sentence", sections)
    next_steps("sentence", "compare")


def sentences(study: Study) -> None:
    """Draw the field of the text, and a button for each example sentence."""
    left, right = st.columns([2, 3], gap="medium", vertical_alignment="bottom")
    with left:
        control("text", study.options["text"])
    with right, st.container(horizontal=True):
        for text in (message("sentence-default"), message("sentence-robot"), *POEM):
            label, words = text, text.split()
            if len(words) > 5:
                label = f"{' '.join(words[:3])} … ({len(words)})"
            st.button(label, on_click=state.choose, kwargs={"text": text}, disabled=text == study.options["text"])
    right.caption(message("sentence-poem"))


def main_picture(study: Study, words: Words, reordered: Order | None) -> None:
    """Draw the attention of the selected token, without and with position, in both word orders."""
    compared = reordered if reordered and not reordered.same else None
    selected, texts = min(study.options["word"], len(words.padding) - 1), words.tokens.words
    name = message("sentence-row-original") if compared else ""
    drawings = []
    for placed in (False, True):
        shares = facts.weights(words, study.options, placed=placed)[selected]
        drawings.append([pictures.Sentence(name, texts, range(len(texts)), shares, [False] * len(texts))])
    if compared:
        for drawing, change in zip(drawings, (compared.without, compared.placed), strict=True):
            drawing.append(reordered_row(words, change, compared, selected))
    most = max(facts.largest(row.shares) for drawing in drawings for row in drawing) or 1.0
    colors, arch = (MUTED, scheme_color(order(words.scheme))), ARCHES // len(drawings[0])
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            heading = headings(words)[i]
            figure = pictures.arcs(drawings[i], selected, heading=heading, color=colors[i], most=most, arch=arch)
            found, *other = [tuple(map(pictures.percentage, row.shares.tolist())) for row in drawings[i]]
            args: dict[str, Any] = {"heading": heading, "position": selected, "found": found}
            alt = message("sentence-arcs-alt", **args)
            if compared:
                alt = message("sentence-arcs-alt.both", **args, order=compared.name, names=other[0])
            chart(figure, key=f"arcs {i}", alt=alt, position=selected)
    use = [message("sentence-use")]
    if compared and pictures.percentages_below(texts):
        use.append(message("sentence-use.bold"))
    st.caption(" ".join(use))


def reordered_row(words: Words, change: Change, order: Order, selected: int) -> pictures.Sentence:
    """Return the sentence in the other word order, with the attention of the selected token."""
    places, texts = order.places, words.tokens.words
    after = change.after[int(np.argsort(places)[selected])]
    differs = np.abs(after - change.before[selected][places]) > HARDLY
    name = message(f"sentence-row-{order.name}")
    return pictures.Sentence(name, [texts[place] for place in places], places.tolist(), after, differs.tolist())


def tokens(study: Study, words: Words) -> None:
    """Tabulate the tokens with IDs and three encodings of their positions, and draw their vectors."""
    table = facts.numbering(study, words.tokens)
    st.markdown(say(*facts.vocabulary(words)))
    control("first", study.options["first"])
    start = int(study.options["first"])
    st.container(key="tokens").dataframe(
        table,
        hide_index=True,
        height="content" if len(table) <= 15 else 420,
        column_config={
            "number": numeric(
                message("sentence-number"), pinned=True, help=message("sentence-number.help", start=start)
            ),
            "token": st.column_config.TextColumn(message("sentence-token"), pinned=True),
            "id": numeric(message("sentence-token-id")),
            "index": numeric(Index.name),
            "normalized": numeric(Normalized.name, format="%.3f"),
            **{f"sinusoid_{j}": numeric(f"{Sinusoidal.name} {j}", format="%.3f") for j in range(facts.TABLED)},
        },
    )
    if notes := facts.special(words):
        st.caption("  \n".join(map(say, notes)))
    vectors(study, words)


def vectors(study: Study, words: Words) -> None:
    """Draw the matrices from one-hot rows to vectors, two in a row."""
    if words.position is None:
        st.markdown(message("sentence-no-vectors", scheme=words.scheme.name))
    st.markdown(say(facts.shapes(study, words)))
    count, first = len(words.padding), int(study.options["first"])
    panels = {"one-hot": words.one_hot, "embeddings": words.content}
    if words.position is not None:
        panels["position"] = words.position
        if study.options["combine"] == "sum":
            panels["sum"] = words.together
    limit = max(map(facts.largest, list(panels.values())[1:])) or 1.0
    for i, (id, values) in enumerate(panels.items()):
        if not i % 2:
            places = st.columns(2, gap="medium")
        with places[i % 2]:
            name = f"{message(f'sentence-panel-{id}', scheme=words.scheme.name)} ({count}, {values.shape[1]})"
            across = message("sentence-column" if i else "sentence-id")
            figure = pictures.token_matrix(
                values[:, :DRAWN],
                words.tokens.words,
                heading=name,
                hover=message("sentence-panel-hover", x="%{x}", y="%{y}", z="%{z:.4g}", axis=across),
                across=across,
                limit=limit if i else 1,
                signed=i > 0,
                first=first,
            )
            chart(figure, key=f"panel {i}", alt=message("sentence-panel-alt", name=name))
    st.caption(" ".join([message("sentence-lookup"), *map(say, facts.omitted_columns(study))]))


def cost(study: Study, words: Words) -> None:
    """Draw the four terms of the dot products, by initialization of the embeddings."""
    sizes = facts.sizes(study, words)
    text = say(*facts.larger(sizes[study.options["scale"]].ratio), facts.cost(study), facts.scalar())
    st.markdown(state.with_languages(text))
    chart(figures.terms(sizes, study.options["scale"]), key="terms", alt=message("sentence-terms-alt"))
    st.caption(message("sentence-terms-use"))


def attention(study: Study, words: Words) -> None:
    """Draw the attention weights between all tokens, without and with position, on one color scale."""
    matrices = [facts.weights(words, study.options, placed=value) for value in (False, True)]
    st.markdown(say(*facts.masked_parts(study, words)))
    limit = max(map(facts.largest, matrices)) or 1.0
    for i, place in enumerate(st.columns(2, gap="medium")):
        with place:
            heading = headings(words)[i]
            figure = pictures.token_matrix(
                matrices[i],
                words.tokens.words,
                heading=heading,
                hover=message("sentence-weight-hover", x="%{x}", y="%{y}", z="%{z:.4g}"),
                limit=limit,
                signed=False,
                first=int(study.options["first"]),
                bar=i == 1,
            )
            chart(figure, key=f"attention {i}", alt=message("sentence-weight-alt", heading=heading))
    st.caption(" ".join(filter(None, [message("sentence-softmax"), words.scheme.text("learned")])))


def batches(study: Study, words: Words) -> None:
    """Tabulate the shapes of a batch by line of code, and explain the other order of axes."""
    st.markdown(message("sentence-batch-use"))
    with st.container(horizontal=True, gap="medium"):
        for key in ("batch", "batch_first"):
            control(key, study.options[key])
    shapes = facts.batch(study, words)
    steps = [(message(f"sentence-step-{id}"), str(shape), line) for id, shape, line in shapes.steps]
    st.dataframe(
        pd.DataFrame(steps, columns=["what", "shape", "code"]),
        hide_index=True,
        height="content",
        column_config={id: message(f"sentence-step-{id}") for id in ("what", "shape", "code")},
    )
    st.markdown(say(*facts.wrong_axes(study, words, shapes)))
