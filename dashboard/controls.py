"""Which parameters can be turned? Widgets bound to the URL, drawn in the sidebar, read into one Study.

The only file that knows the URL. A slider whose limit moves is another widget to Streamlit, read anew from an address
that may not fit it any more. So numbers with moving limits are number inputs, whose identity is their key alone, and
the slider beside one of them is only its handle.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import streamlit as st

from dashboard.study import MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MEASURES, Study
from posenc_core import SCHEMES, Param, Scheme

URL: Literal["query-params"] = "query-params"
DEFAULT_SCHEMES = ["Sinusoidal", "Binary", "Normalized"]
INTEGERS = ("n", "d", "p", "k", "from", "to")
DEFAULT_LENGTH, DEFAULT_DIM, DEFAULT_POSITION = 128, 64, 40


def sidebar() -> tuple[Study, list[str]]:
    """Draw every control. -> the study they describe, and a line for each value of the link that could not be used."""
    asked = st.session_state.pop("asked", None) or {
        key: st.query_params.get_all(key) for key in st.query_params if key not in st.session_state
    }
    _without_unreadable(asked)
    first_run = "scheme" not in st.session_state
    with st.sidebar:
        study, used = _controls()
    last = study.length - 1
    fits = {"n": (1, MAX_LENGTH), "d": (1, MAX_DIM), "k": (1, max(last, 1))}
    fits |= dict.fromkeys(("p", "from", "to"), (0, last))
    # a parameter of a scheme that is not chosen waits until it is; what else is unknown is named once
    asked = {
        key: values for key, values in asked.items() if key in used or (first_run and key not in _parameter_keys())
    }
    return study, [
        _unused(key, values, used, fits) for key, values in asked.items() if not _same(values, used.get(key))
    ]


def choose_position(position: int) -> None:
    """Make a position the chosen one, as if it had been typed; beyond an end it is the end."""
    st.session_state["p"] = min(max(position, 0), st.session_state["n"] - 1)


def show(first: int, last: int) -> None:
    """Show a stretch of positions, as if its ends had been typed; what lies outside the sequence is cut off."""
    end = st.session_state["n"] - 1
    first, last = sorted((min(max(first, 0), end), min(max(last, 0), end)))
    st.session_state["from"], st.session_state["to"] = first, last


def _controls() -> tuple[Study, dict[str, Any]]:
    names = st.multiselect(
        "Schemes",
        list(SCHEMES),
        default=DEFAULT_SCHEMES,
        max_selections=MAX_SCHEMES,
        key="scheme",
        bind=URL,
        help=f"The encodings to compare, 1 to {MAX_SCHEMES}, in the order in which they are chosen.",
    )
    left, right = st.columns(2)
    with left:
        length = _integer("n", "Length n", 1, MAX_LENGTH, DEFAULT_LENGTH, "The number of positions, in tokens.")
    with right:
        dim = _integer("d", "Dimension d", 1, MAX_DIM, DEFAULT_DIM, "d_model, the number of columns of each vector.")
    last = length - 1
    left, right = st.columns(2)
    with left:
        start = min(DEFAULT_POSITION, last)
        position = _integer(
            "p", "Position p", 0, last, start, "The chosen position, counted from 0. A click on a chart chooses it."
        )
    with right:
        words = "The length of a step in tokens: the second row shows the distance from p to p + k."
        offset = _integer("k", "Offset k", 1, max(last, 1), 1, words)
    st.session_state["position handle"] = position
    st.slider(
        "Move position p",
        0,
        max(last, 1),
        key="position handle",
        on_change=lambda: choose_position(st.session_state["position handle"]),
        disabled=not last,
        help="The same p, as a handle to drag or to move with the arrow keys.",
    )
    left, right = st.columns(2)
    with left:
        words = "The first position that the plots show. Dragging sideways over a plot sets it too."
        first = _integer("from", "First shown", 0, last, 0, words)
    with right:
        words = "The last position that the plots show. A double click on a plot shows all of them again."
        final = _integer("to", "Last shown", 0, last, last, words)
    measure = st.segmented_control(
        "Similarity",
        list(MEASURES),
        default="dot",
        key="similarity",
        bind=URL,
        required=True,
        width="stretch",
        help="How the third row compares position p with the others: the raw dot product; the cosine, which ignores "
        "the lengths of the vectors; or min-max, the dot products stretched from 0 (smallest) to 1 (largest).",
    )
    own_scales = st.toggle(
        "Own scales",
        key="own",
        bind=URL,
        help="Off: distance and similarity have the same scale in every portrait. On: each portrait its own.",
    )
    used: dict[str, Any] = {"scheme": names, "n": length, "d": dim, "p": position, "k": offset}
    used |= {"from": first, "to": final, "similarity": measure, "own": own_scales}
    schemes = []
    for name in names[:MAX_SCHEMES]:
        scheme, chosen = _scheme(SCHEMES[name])
        schemes.append(scheme)
        used |= chosen
    study = Study(tuple(schemes), length, dim, position, offset, measure or "dot", own_scales, (first, final))
    return study, used


def _integer(key: str, label: str, low: int, high: int, default: int, words: str) -> int:
    """A whole number from `low` to `high`; where only one is left there is nothing to choose."""
    return st.number_input(
        label,
        low,
        high,
        default,
        # for a length, arrow keys change the second digit: 12, 13 ... 120, 130 ... 120,000, 130,000
        step=10 ** max(len(str(st.session_state.get(key, 0))) - 2, 0) if key == "n" else 1,
        key=key,
        bind=URL,
        on_change=_keep_inside if key == "n" else None,
        disabled=low == high,
        help=f"{words} From {low:,} to {high:,}.",
    )


def _parameter_keys() -> set[str]:
    return {f"{name}.{parameter.name}" for name, scheme in SCHEMES.items() for parameter in scheme.parameters()}


def _scheme(scheme: type[Scheme]) -> tuple[Scheme, dict[str, Any]]:
    """One scheme with the widgets of its own parameters. -> it, and what each of its URL keys came to."""
    st.subheader(scheme.name, anchor=False, help=scheme.summary())
    values = {parameter.name: _parameter(scheme.name, parameter) for parameter in scheme.parameters()}
    return scheme(**values), {f"{scheme.name}.{name}": value for name, value in values.items()}


def _parameter(scheme_name: str, parameter: Param) -> Any:
    """The widget that its domain asks for. -> an allowed value."""
    # a scheme that is taken out and put back keeps its parameters
    shared: dict[str, Any] = {
        "key": f"{scheme_name}.{parameter.name}",
        "bind": URL,
        "help": f"{parameter.help} Allowed: {parameter.allowed}.",
        "persist_state": "session",
    }
    label = parameter.name.capitalize()
    if parameter.choices:
        value = st.segmented_control(
            label, parameter.choices, default=parameter.default, required=True, width="stretch", **shared
        )
        return parameter.default if value is None else value
    low, high = parameter.samples
    return st.number_input(
        label, low, high, parameter.default, step=parameter.default / 10 or 0.1, format="%g", **shared
    )


def _keep_inside() -> None:
    """After a change of length: the position and the offset move with its end, and the reader is told."""
    last = st.session_state["n"] - 1
    showed_end = st.session_state["to"] == st.session_state["study"].length - 1
    first = st.session_state["from"] if st.session_state["from"] < last else 0
    st.session_state["from"] = first
    st.session_state["to"] = last if showed_end else max(min(st.session_state["to"], last), first)
    for key, name, lowest in (("p", "Position p", 0), ("k", "Offset k", 1)):
        asked = st.session_state[key]
        # set even when it stays: its default may have moved, and the URL must go on saying what is shown
        st.session_state[key] = kept = max(min(asked, last), lowest)
        if kept != asked:
            st.toast(f"{name} = {asked} does not fit into n = {last + 1}: it is {kept} now.")


def _without_unreadable(asked: dict[str, list[str]]) -> None:
    """Start anew without what Streamlit cannot read: infinity as an integer, no choice where one must be made."""
    unreadable = [
        key
        for key, values in asked.items()
        if (key in INTEGERS and any(_number(value) is None for value in values)) or (values == [""] and key != "scheme")
    ]
    if unreadable and unreadable[0] in st.query_params:
        for key in unreadable:
            del st.query_params[key]
        st.session_state["asked"] = asked
        st.rerun()


def _number(text: str) -> float | None:
    """What a link's text is as a finite number."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None


def _same(values: Sequence[str], used: object) -> bool:
    """Whether what a link says is what the page uses."""
    if isinstance(used, list):
        return list(values) == (used or [""])
    text = values[0] if len(values) == 1 else ""
    if isinstance(used, bool):
        return text.lower() == str(used).lower()
    if isinstance(used, int | float):
        return _number(text) == used
    return text == str(used)


def _unused(key: str, values: Sequence[str], used: Mapping[str, Any], fits: Mapping[str, tuple[int, int]]) -> str:
    """One line about a value of the link that could not be used."""
    said = f"{key[:40]} = {', '.join(values)[:60]}"
    if key not in used:
        return f"The link says {said}, which is no parameter of this page."
    now = used[key]
    shown = ", ".join(now) or "nothing" if isinstance(now, list) else f"{now:g}" if isinstance(now, float) else now
    limits = " (whole, {:,} to {:,})".format(*fits[key]) if key in fits else ""
    return f"The link says {said}, which cannot be used here{limits}: {key} is {shown} instead."
