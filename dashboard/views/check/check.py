"""The layout of Check."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from dashboard.charts.chart import chart
from dashboard.controls import config_upload, handles, state, table_upload
from dashboard.say import message, plain, say
from dashboard.state import session_keys, uploaded_table
from dashboard.state.parameters import PARAMETERS
from dashboard.state.study import Study, order
from dashboard.views.check import facts, figures
from dashboard.views.check.code import code_door
from dashboard.views.check.facts import Report
from dashboard.views.check.riddle import riddle
from dashboard.views.page_parts import next_steps, side_by_side, tabs
from posenc_core import Scheme
from posenc_core.plot.style import scheme_color
from posenc_tools import models

# pages that compare the table with encodings
PAGES = ("compare", "equidistance", "similarity", "scorecard", "clocks")

# box and icon of a verdict, by the state of the table
LOOKS = {
    "known": (st.success, "check"),
    "kind": (st.info, "info"),
    "bug": (st.warning, "build"),
    "different": (st.warning, "build"),
}


# commands for the file of a model
COMMANDS = """\
posenc model config.json
posenc model header.gguf --length 131072
posenc model new.json --against old.json"""

# model whose report stands there before a file is uploaded
EXAMPLE = "Llama 3.1 8B"


def page(study: Study) -> None:
    """Draw the riddle that a link opens, or else the doors, and what is behind the open one."""
    st.title(message("check-title"), anchor=False)
    if study.options["game"]:
        riddle(study)
        st.button(message("check-leave"), key="leave riddle", on_click=state.choose, kwargs={"game": 0})
    else:
        st.markdown(message("check-claim"))
        with st.container(key="doors"):
            handles.choice_handle("door", study, label_visibility="collapsed")
        {"table": table_door, "code": code_door, "model": model_door}[study.options["door"]](study)
    next_steps("check", "models")


def table_door(study: Study) -> None:
    """Draw the verdict on a table, the evidence as pictures, and its consequences."""
    yours = table_upload.table(study)
    if not yours:
        return
    try:
        with st.spinner(message("check-wait")):
            report = facts.report(yours)
    except ValueError as error:
        st.error(plain(str(error)))
        return
    if st.session_state.pop(session_keys.IS_TABLE_NEW, False):
        state.choose_next(**beside(report, yours))
    verdict(report)
    pictures(report)
    tabs(study, "check", following(study, report, yours))
    label = message("check-riddle-start")
    st.button(label, icon=":material/extension:", key="open riddle", on_click=state.choose, kwargs={"game": 1})


def model_door(study: Study) -> None:
    """Draw the upload of a model file, what it says, and the command that needs no upload."""
    st.markdown(message("check-door-model"))
    left, right = st.columns(2, gap="large")
    with left:
        with st.container(horizontal=True):
            config_upload.upload_controls()
        if model := config_upload.chosen_model(EXAMPLE):
            about = plain(say(*models.describe(model).about))
            if not config_upload.is_uploaded():
                about = message("check-door-model-example", text=about)
            st.markdown(about)
            target = st.session_state[session_keys.PAGES]["models"]
            st.page_link(target, label=message("check-door-model-open"), icon=":material/arrow_forward:")
    with right:
        st.markdown(message("check-door-model-command"))
        st.code(COMMANDS, language="bash", wrap_lines=True)
        st.caption(message("check-door-model-gguf"))


def following(study: Study, report: Report, yours: Scheme) -> dict[str, Callable[[], None]]:
    """Tabs of a verdict: a bug starts with its line."""
    sections: dict[str, Callable[[], None]] = {}
    if report.advice and not report.advice.meant:
        sections["fix"] = partial(wrong_line, report)
    return sections | {
        "evidence": partial(evidence, report, scheme_color(order(yours))),
        "another": partial(another, report, yours),
        "pages": partial(other_pages, study, report, yours),
    }


def verdict(report: Report) -> None:
    """Draw the verdict in one sentence."""
    draw, icon = LOOKS.get(report.state, (st.info, "question_mark"))
    rows, columns = report.size
    with st.container(key="verdict"):
        draw(message("check-verdict", text=plain(report.verdict), rows=rows, width=columns), icon=f":material/{icon}:")


def pictures(report: Report) -> None:
    """Draw the table, its reference, and the difference, where there is one."""
    if report.picture is None:
        st.caption(message("check-undrawn"))
        return
    limit, rest = facts.limits(report)
    drawings = [(report.picture, limit)]
    if against := report.against:
        drawings += [(against.other, limit), (against.rest, rest)]
    (rows, columns), bias = report.size, report.kind == "bias"
    if report.transposed:
        rows, columns = columns, rows
    alt_id = "check-picture-alt.bias" if bias else "check-picture-alt"
    headings = facts.headings(report)
    for place, caption, (picture, most) in zip(st.columns(max(len(headings), 2)), headings, drawings, strict=False):
        heading = say(caption)
        alt = message(alt_id, heading=heading, rows=rows, width=columns)
        with place:
            figure = figures.table(picture.means, heading, most, size=(picture.rows, picture.columns), bias=bias)
            chart(figure, key=f"picture {caption.id}", alt=alt)
    if notes := facts.colors(report):
        st.caption(say(*notes))


def wrong_line(report: Report) -> None:
    """Draw the explanation of the bug, and its correction."""
    advice = report.advice
    assert advice
    if advice.meant:
        st.markdown(message("check-meant-line", name=plain(advice.meant)))
    st.markdown(plain(f"{advice.story} {advice.seen}"))
    side_by_side(advice.wrong, advice.right)


def evidence(report: Report, color: str) -> None:
    """List the evidence for the verdict, and draw differences by column and row, and frequencies."""
    st.markdown("\n".join(f"- {plain(sentence)}" for sentence in report.evidence))
    if facts.decides(report):
        differences(report, color)
    if report.pairs is not None and facts.measurable(report.pairs).any():
        pairs(report, color)


def another(report: Report, yours: Scheme) -> None:
    """Draw the line of an intended formula, the comparison with a model, and that with the table before resizing."""
    if report.advice and report.advice.meant:
        wrong_line(report)
    beside_model(yours)
    if isinstance(yours, uploaded_table.UploadedTable) and uploaded_table.UPLOADS_ALLOWED:
        resizing(yours)


def resizing(yours: uploaded_table.UploadedTable) -> None:
    """Draw the interpolation that makes the table from another one."""
    st.markdown(message("check-resized"))
    for sentence in table_upload.comparison(yours):
        # an error may quote a visitor's text: never Markdown
        st.text(sentence)


def beside_model(yours: Scheme) -> None:
    """Draw the selection of a configuration, and the comparison of the table with it."""
    st.markdown(message("check-model"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        label, shown = message("check-model-which"), message("check-model-which.placeholder")
        name = st.selectbox(
            label, models.MODELS, None, config_upload.model_label, "model of the table", placeholder=shown, width=360
        )
        config_upload.upload_controls("table")
    if model := config_upload.chosen_model(name, "table"):
        try:
            sentences = facts.beside_model(model, yours)
        except ValueError as error:
            sentences = (str(error),)
        for sentence in sentences:
            # may quote a visitor's file: never Markdown
            st.text(sentence)


def differences(report: Report, color: str) -> None:
    """Draw the difference by column and by row."""
    against = report.against
    assert against
    both = {"columns": against.columns, "rows": against.rows}
    words = plain(message("check-differences", name=against.name))
    if not all(map(facts.evenly, both.values())):
        words = f"{words} {message('check-differences.ring')}"
    st.markdown(words)
    for place, (what, values) in zip(st.columns(2, gap="medium"), both.items(), strict=True):
        with place:
            chart(figures.apart(values, what, color), key=f"{what} apart", alt=say(facts.spread(what, values)))


def pairs(report: Report, color: str) -> None:
    """Draw the frequencies of the pairs beside the expected line."""
    pairs, against = report.pairs, report.against
    assert pairs is not None
    st.markdown(" ".join([message("check-pairs"), *map(say, facts.left_out(pairs))]))
    meant = against.frequencies if against and against.meant else np.empty(0)
    chart(figures.frequencies(pairs, meant, color), key="frequencies", alt=say(facts.frequencies(pairs)))


def beside(report: Report, yours: Scheme) -> dict[str, Any]:
    """Parameters of other pages: the table at its size, beside the closest encoding."""
    rows, columns = yours.own_size or (1, 1)
    names, values = [yours.name], {"n": rows, "d": columns}
    if scheme := report.beside:
        names.insert(0, scheme.name)
        values |= {f"{scheme.name}.{one.name}": getattr(scheme, one.name) for one in scheme.parameters()}
    return {"scheme": names, **{key: PARAMETERS[key].clamp(value) for key, value in values.items()}}


def other_pages(study: Study, report: Report, yours: Scheme) -> None:
    """Link to pages that show the table, or draw a button that selects it."""
    parameters = beside(report, yours)
    is_chosen = all(state.state()[key] == value for key, value in parameters.items() if key != "scheme")
    if is_chosen and yours in study.schemes:
        st.markdown(" ".join([message("check-pages", name=yours.name), message("check-pages.chosen")]))
        with st.container(horizontal=True):
            for name in PAGES:
                target, label = st.session_state[session_keys.PAGES][name], message(f"menu-{name}")
                st.page_link(target, label=label, icon=":material/arrow_forward:")
    else:
        st.markdown(message("check-pages", name=yours.name))
        label = message(
            "check-pages.choose", names=tuple(parameters["scheme"]), length=parameters["n"], dim=parameters["d"]
        )
        st.button(label, key="choose yours", on_click=state.choose, kwargs=parameters)
