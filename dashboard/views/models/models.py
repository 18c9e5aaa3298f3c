"""The layout of Models."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.parse import urlencode

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import config_upload, handles
from dashboard.say import message, plain, say
from dashboard.state.parameters import PARAMETERS, option_label
from dashboard.state.study import Study
from dashboard.views.models import facts, figures
from dashboard.views.page_parts import columns, next_steps, open_link, tabs
from posenc_core.text.messages import Claim
from posenc_core.text.printable import printable
from posenc_core.text.references import cite
from posenc_tools import models
from posenc_tools.models import Layers, Model

PAIRING, SCALING = PARAMETERS["RoPE.pairing"], PARAMETERS["RoPE.scaling"]

# length in tokens at which the lines are shown first
LENGTH = 131072

# pictures of layers, and pictures in a row
MAX_PICTURES, ROW = 6, 3


def page(study: Study) -> None:
    """Draw the position encoding of a model, the effect of scaling on each pair, and the consequences."""
    st.title(message("models-title"), anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = {"format_func": config_upload.model_label, "disabled": config_upload.is_uploaded()}
        handles.choice_handle("model", study, **look)
        config_upload.upload_controls()
    model = selected_model(study)
    sections: dict[str, Callable[[], None]] = {}
    variants: dict[Claim, Layers] = {}
    if model:
        report = models.describe(model)
        order = facts.strip(model)
        variants = facts.variants(model)
        st.markdown(plain(say(*facts.headline(report, variants, has_strip=bool(order)))))
        if order:
            strip(model, order, min(study.options["layer"], len(order) - 1))
        pictures(model)
        columns([(model.name, figures.color(model.kind), facts.cell(model))])
        elsewhere(model)
        sections = {"facts": partial(known, model, report), "two": partial(two, study, model)}
        sections["setup"] = partial(setup, model)
    sections["catalogue"] = partial(catalogue, model, variants)
    tabs(study, "models", sections)
    next_steps("models", "rope")


def selected_model(study: Study) -> Model | None:
    """Return the uploaded model, or that of the link; None if an uploaded file is invalid."""
    name = study.options["model"]
    if config_upload.is_uploaded() or name not in models.IMAGE_MODELS:
        return config_upload.chosen_model(name)
    st.markdown(message("models-of-images", name=name))
    link = f"images?{urlencode({models.IMAGE_MODELS[name]: name})}"
    open_link(link, message("models-open", page=message("menu-images")))
    return None


def strip(model: Model, order: Sequence[int], selected: int) -> None:
    """Draw the layers of the whole model, and describe the selected one."""
    statement = facts.layer(selected, model.layers[order[selected]])
    labels = [say(label) for label in facts.labels(model.layers)]
    figure = figures.strip(list(zip(model.layers, labels, strict=True)), order, selected)
    chart(figure, key="layers", alt=say(statement), position=selected)
    st.caption(f"{say(statement)} {message('models-layer-hint')}")


def pictures(model: Model) -> None:
    """Draw the wavelengths, or the reach of the heads, of each kind of layers side by side, on one scale."""
    every = facts.with_pictures(model)
    kinds = every[:MAX_PICTURES]
    height = figures.SMALL if len(kinds) > 1 else figures.HEIGHT
    looks = {}
    if facts.strip(model):
        looks = dict(zip(model.layers, figures.looks(model.layers), strict=True))
    waves = [facts.waves(model, layers) for layers in kinds]
    scaled = [wavelengths[1] for wavelengths in waves if wavelengths]
    most = max([float(lengths[np.isfinite(lengths)].max(initial=1)) for lengths in scaled], default=1.0)
    places = [place for _ in kinds[::ROW] for place in st.columns(min(len(kinds), ROW))]
    for layers, lengths, place in zip(kinds, waves, places, strict=False):
        statement, heads = facts.picture(model, layers), facts.reach(model, layers)
        color, _ = looks.get(layers, (figures.color(model.kind), 1.0))
        assert statement
        if heads is not None:
            figure = figures.reach(heads, color)
        elif lengths is not None:
            figure = figures.waves(lengths, color, _lines(model, layers), most, height)
        with place:
            if len(model.layers) > 1:
                st.markdown(f"**{plain(say(facts.kind(layers)))}**")
            key = f"model {model.layers.index(layers)}" if len(kinds) > 1 else "model"
            chart(figure, key=key, alt=say(statement))
            st.caption(say(statement))
    if len(every) > len(kinds):
        st.caption(message("models-more-kinds", count=len(every) - len(kinds)))


def _lines(model: Model, layers: Layers) -> list[tuple[str, int]]:
    """Labels and lengths of the lines across a picture of wavelengths."""
    if layers.which == "encoder":
        return []
    if layers.span:
        return [(say(facts.span(layers)), layers.span)]
    lines = []
    if model.trained_length:
        id = "models-trained.before" if facts.is_scaled(model) else "models-trained"
        lines.append((message(id, length=model.trained_length), model.trained_length))
    if model.stated and model.stated != model.trained_length:
        lines.append((message("models-stated", length=model.stated), model.stated))
    return lines


def elsewhere(model: Model) -> None:
    """Draw links to other pages with the encoding of the model."""
    if links := facts.links(model):
        with st.container(horizontal=True):
            for page, link in links.items():
                open_link(link, message("models-open", page=message(f"menu-{page}")))
    if model.main.rope and not model.main.rope.exact(model.stated or 1):
        st.caption(message("model-unlike", scheme="RoPE"))


def known(model: Model, report: models.Description) -> None:
    """List what was read, assumed, and unknown, and the sources."""
    if vision := facts.vision(report):
        st.markdown(bullets(vision))
    assumptions(report)
    if model.stated and model.main.scheme:
        there = models.describe(model, model.stated - 1).at
        st.expander(message("models-end", position=model.stated - 1)).markdown(bullets(there))
    if model.read:
        text = "\n".join(printable(f"{key} = {str(value)[:200]}") for key, value in model.read.items())
        st.expander(message("models-read")).code(text, language=None, wrap_lines=True)
    if model.unused:
        text = "\n".join(map(printable, model.unused))
        st.expander(message("models-unused")).code(text, language=None, wrap_lines=True)
    if model.sources:
        st.expander(message("models-sources")).markdown("\n".join(f"- {plain(source)}" for source in model.sources))


def assumptions(report: models.Description) -> None:
    """List what is assumed, and what is not known."""
    for id, statements in (("assumed", report.assumed), ("unknown", report.unknown)):
        if statements:
            st.markdown(f"**{message(f'models-{id}')}**\n{bullets(statements)}")


def bullets(statements: Sequence[Claim]) -> str:
    """Markdown list of claims."""
    return "\n".join(f"- {plain(say(statement))}" for statement in statements)


def draw_variants(model: Model, variants: Mapping[Claim, Layers]) -> None:
    """Draw each variant of the rotation: a sentence, its source, and the change of the logits."""
    positions = np.linspace(0, (model.stated or 1) - 1, facts.POINTS).astype(int)
    factors = facts.temperature(model, positions)
    for place, (statement, layers) in enumerate(variants.items()):
        st.markdown(plain(say(statement)))
        if statement.id == "models-temperature" and factors is not None:
            figure = figures.temperature(positions, factors)
        else:
            back, curves = facts.variant(model, layers, statement.id)
            looks = (figures.color("rotation"), "solid"), (figures.color("sinusoidal"), "dash")
            names = [message(f"{statement.id}.curve"), message(f"{statement.id}.other")]
            rows = [(name, curve[back], *look) for name, curve, look in zip(names, curves, looks, strict=True)]
            figure = figures.falls(back, rows, None)
        chart(figure, key=f"variant {place}", alt=say(statement))
        st.caption(message("models-source", text=cite(facts.REFERENCES[statement.id])))


def two(study: Study, model: Model) -> None:
    """Describe the differences between two models, and draw their mean logits over the distance."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look = {"format_func": config_upload.model_label, "disabled": config_upload.is_uploaded("other")}
        handles.choice_handle("other", study, **look)
        config_upload.upload_controls("other")
    other = config_upload.chosen_model(study.options["other"], "other")
    if not other:
        return
    changes = models.differences(model, other)
    st.markdown(f"**{plain(message('models-changes', first=other.name, last=model.name))}**")
    st.markdown(f"{plain(say(changes.verdict))}\n{bullets(changes.effects)}")
    if changes.keys:
        labels = {message(f"models-keys.{name}"): name for name in ("name", "first", "last")}
        keys = [{label: dict(change.args)[name] for label, name in labels.items()} for change in changes.keys]
        st.expander(message("models-keys", count=len(keys))).dataframe(pd.DataFrame(keys), hide_index=True)
    report = models.describe(other)
    with st.expander(message("models-about", name=other.name)):
        st.markdown(plain(say(*report.about)))
        assumptions(report)
    back, compared = facts.distances(model, other), (model, other)
    curves = [facts.falls(model, int(back[-1])) for model in compared]
    statement = facts.differ(model, other)
    st.markdown(plain(say(statement)))
    styles = (figures.color("rotation"), "solid"), (figures.color("sinusoidal"), "dash")
    rows = [
        (model.name, values[back], *style)
        for model, values, style in zip(compared, curves, styles, strict=True)
        if values is not None
    ]
    if rows:
        figure = figures.falls(back, rows, dict(statement.args).get("offset"))
        chart(figure, key="two", alt=say(statement))
        st.caption(message("models-falls-note"))
    columns([(model.name, figures.color(model.kind), facts.cell(model)) for model in compared])


def setup(model: Model) -> None:
    """Print the lines that run the model at a chosen length."""
    length = st.number_input(message("models-length"), 1, models.MOST_TOKENS, LENGTH, 1024)
    try:
        run = models.run_at(model, length)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    st.markdown(plain(say(*run.about)))
    for name in dict.fromkeys((*run.lines, *run.defaults)):
        st.markdown(f"**{name}**")
        if name in run.lines:
            st.code(run.lines[name], language="python" if name == "transformers" else "bash", wrap_lines=True)
        # below, once for all programs
        if notes := [note for note in run.defaults.get(name, ()) if note.id != "run-static"]:
            st.caption(plain(say(*notes)))
    static = tuple(name for name, notes in run.defaults.items() if any(note.id == "run-static" for note in notes))
    if static:
        st.caption(plain(message("run-static", names=static, count=len(static))))
    if run.check:
        st.markdown(f"**{message('models-check')}**")
        st.code(run.check, language="python", wrap_lines=True)
        st.markdown(plain(say(*run.expected)))
    if run.lines:
        st.caption(message("models-setup-note"))


def catalogue(model: Model | None, variants: Mapping[Claim, Layers]) -> None:
    """Draw all models over the years, the variants of the selected one, and a table with values and sources."""
    dated = [model for model in map(models.model, models.MODELS) if model.year and model.stated]
    alt = message("models-time-alt", count=len(dated))
    chart(figures.timeline(dated, model), key="timeline", alt=alt)
    st.caption(message("models-time-note", count=len(dated)))
    if model and variants:
        st.header(message("models-variants", name=plain(model.name)), anchor=False)
        draw_variants(model, variants)
    rows = []
    for model in map(models.model, models.MODELS):
        base, scaling = None, ""
        if rope := model.main.rope:
            base, scaling = rope.base, option_label(SCALING, rope.scaling)
        row = {
            "name": model.name,
            "family": message("models-cell-family", family=model.kind),
            "dim": model.dim,
            "heads": model.heads,
            "base": base,
            "pairing": option_label(PAIRING, model.huggingface or ""),
            "release": option_label(PAIRING, model.release or ""),
            "scaling": scaling,
            "trained": model.trained_length,
            "stated": model.stated,
            "rows": model.rows,
            "year": model.year,
            "sources": "; ".join(model.sources),
        }
        rows.append({message(f"models-column-{id}"): value for id, value in row.items()})
    st.dataframe(pd.DataFrame(rows).replace({np.nan: None}), hide_index=True, placeholder="–")
    st.caption(message("models-catalogue-note"))
