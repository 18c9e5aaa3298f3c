"""Which parameters can be turned? Widgets bound to the URL, read into one Study.

The only file that knows the URL. Every widget is drawn on every page in the same place, those that a page does not use
out of sight: what is not drawn would leave the address, and Back would stop at states that nobody chose. A slider whose
limit moves is another widget to Streamlit, read anew from an address that may not fit it any more. So numbers with
moving limits are number inputs, whose identity is their key alone, and the slider beside one is only its handle.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.study import MAX_DIM, MAX_LENGTH, MAX_SCHEMES, MAX_TEXT, MAX_TOKENS, MEASURES, Study
from posenc_core import SCHEMES, Param, Scheme
from posenc_core.sentence import Size

URL: Literal["query-params"] = "query-params"
DEFAULT_SCHEMES = ["Sinusoidal", "Binary", "Normalized"]
DEFAULT_LENGTH, DEFAULT_DIM, DEFAULT_POSITION = 128, 64, 40
MAX_FAR = 1_000_000


class Option(NamedTuple):
    """A control of some pages only: a choice, a whole number, a text, or by its default a switch."""

    key: str
    label: str
    default: Any
    help: str
    pages: tuple[str, ...]
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    longest: int = 0


OPTIONS = (
    Option(
        "similarity",
        "Similarity",
        "dot",
        "How two positions are compared: the raw dot product; the cosine, which ignores the lengths of the vectors; "
        "min-max, the dot products stretched from 0 (smallest) to 1 (largest); softmax, the shares attention would "
        "give; or the distance, where small is near.",
        ("compare", "similarity"),
        choices=tuple(MEASURES),
    ),
    Option(
        "own",
        "Own scales",
        False,
        "Off: all schemes are drawn on the same scale. On: each portrait has its own; a curve among "
        "others is divided by its mean distance or its largest similarity.",
        ("compare", "equidistance", "similarity"),
    ),
    Option(
        "down",
        "Downwards",
        "dimension",
        "What runs down the page: the dimension, as on Compare, or the position, as a matrix is printed.",
        ("heatmap",),
        choices=("dimension", "position"),
    ),
    Option(
        "columns",
        "Columns as curves",
        "",
        "Which columns are drawn as curves, at most 8: such as 4-7 or 0, 1, 30. Empty: the first four.",
        ("heatmap",),
        longest=40,
    ),
    Option(
        "n2",
        "Second length",
        256,
        "The length of a second sequence, in tokens, to compare the same steps in.",
        ("equidistance",),
        low=2,
        high=MAX_LENGTH,
    ),
    Option(
        "law",
        "Closed form and log law",
        True,
        "Lays the closed form Σ cos(w k) and the law 1 − (ln k + 0.577) / ln B over the curve of the sinusoid.",
        ("similarity",),
    ),
    Option(
        "far",
        "Far offset",
        10_000,
        "How far beyond p the page looks for a position that comes near to it again, in tokens.",
        ("similarity",),
        low=2,
        high=MAX_FAR,
    ),
    Option(
        "pair",
        "Pair",
        0,
        "Which pair of columns is shown as one block of 2 × 2 numbers, from 0, the fastest.",
        ("shift",),
        high=MAX_DIM // 2 - 1,
    ),
    Option(
        "space",
        "Space",
        "2-D",
        "How many coordinates are drawn.",
        ("trajectory",),
        choices=("2-D", "3-D"),
    ),
    Option(
        "axes",
        "Axes",
        "columns",
        "Three columns of the matrix, or its principal components: the directions in which positions spread most.",
        ("trajectory",),
        choices=("columns", "principal components"),
    ),
    *(
        Option(
            axis,
            f"Column on {axis}",
            column,
            f"Which column is the {axis} coordinate, from 0.",
            ("trajectory",),
            high=MAX_DIM - 1,
        )
        for axis, column in (("x", 0), ("y", 1), ("z", 2))
    ),
    Option(
        "text",
        "Text",
        "I love you so much",
        "Any text; it is cut into tokens at its spaces.",
        ("sentence",),
        longest=MAX_TEXT,
    ),
    Option(
        "first",
        "Numbering from",
        "0",
        "The number of the first token. The schemes count from 0, whatever is shown.",
        ("sentence",),
        choices=("0", "1"),
    ),
    Option(
        "combine",
        "Token and position",
        "sum",
        "How a token's vector and its position's come together: added, or one behind the other.",
        ("sentence",),
        choices=("sum", "concatenation"),
    ),
    Option(
        "scale",
        "Embeddings",
        "N(0, 1/d)",
        "How large the toy embeddings are: standard normal; N(0, 1/d), a common start, which times √d, as "
        "in the paper, is standard normal again; or with deviation 0.02, as BERT and GPT start.",
        ("sentence",),
        choices=get_args(Size),
    ),
    Option("ends", "Start and end tokens", False, "Puts <s> and </s> around the sentence.", ("sentence",)),
    Option(
        "pad",
        "Pad to",
        0,
        "Fills the sentence up to this many tokens with <pad>; 0 for no padding.",
        ("sentence",),
        high=MAX_TOKENS,
    ),
    Option("mask", "Padding mask", True, "Hides <pad> from the attention of all tokens.", ("sentence",)),
    Option("causal", "Causal mask", False, "Hides from each token what comes after it.", ("sentence",)),
    Option(
        "known",
        "Known words",
        MAX_TOKENS,
        "How many of the most frequent words the vocabulary knows; the others become <unk>.",
        ("sentence",),
        low=1,
        high=MAX_TOKENS,
    ),
    Option(
        "order",
        "Another order",
        "reversed",
        "Which other order of the same words is tried: without position, attention weights only change places.",
        ("sentence",),
        choices=("reversed", "shuffled"),
    ),
)

SHARED = {
    "scheme": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence"),
    "n": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory"),
    "d": ("compare", "heatmap", "equidistance", "similarity", "scorecard", "shift", "trajectory", "sentence"),
    "p": ("compare", "heatmap", "equidistance", "similarity", "shift", "trajectory"),
    "k": ("compare", "equidistance", "scorecard", "shift"),
    "from": ("compare", "heatmap", "equidistance", "similarity"),
    "to": ("compare", "heatmap", "equidistance", "similarity"),
}
"""Which pages use what of the parameters that most of them share."""

INTEGERS = ("n", "d", "p", "k", "from", "to", *(option.key for option in OPTIONS if option.high))


def sidebar(page: str) -> tuple[Study, list[str]]:
    """Draw every control, those of this page in sight. -> the study, and a line for each unusable value of the link."""
    asked = st.session_state.pop("asked", None) or {
        key: st.query_params.get_all(key) for key in st.query_params if key not in st.session_state
    }
    _without_unreadable(asked)
    with st.sidebar:
        study, used = _controls()
        if page not in SHARED["scheme"]:
            st.caption("Nothing to set here: what this page opens brings its own parameters.")
    _out_of_sight(page, study)
    last = study.length - 1
    fits = {option.key: (option.low, option.high) for option in OPTIONS if option.high}
    fits |= {"n": (1, MAX_LENGTH), "d": (1, MAX_DIM), "k": (1, max(last, 1))}
    fits |= dict.fromkeys(("p", "from", "to"), (0, last))
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


def choose(**values: Any) -> None:
    """Set some controls, as if their values had been typed."""
    for key, value in values.items():
        st.session_state[key] = value
    if "n" in values:
        _keep_inside()


def bring_forward(name: str) -> None:
    """Make a scheme the first of the chosen ones: the one that a page for a single scheme shows."""
    others = [other for other in st.session_state["scheme"] if other != name]
    st.session_state["scheme"] = [name, *others][:MAX_SCHEMES]


def scheme_in_front(study: Study) -> Scheme:
    """Let the reader choose which scheme a page for a single one shows. -> the first of the chosen ones."""
    front = study.schemes[0]
    st.session_state["scheme in front"] = front.name
    st.segmented_control(
        "Scheme",
        list(SCHEMES),
        key="scheme in front",
        label_visibility="collapsed",
        required=True,
        on_change=lambda: bring_forward(st.session_state["scheme in front"] or front.name),
    )
    return front


def fits(study: Study, what: str, length: int, dim: int = MAX_DIM) -> bool:
    """Whether a study is small enough for some work; if not, the page says the limit and offers what would fit."""
    if study.length <= length and study.dim <= dim:
        return True
    limit = f"n up to {length:,}" + (f" and d up to {dim:,}" if dim < MAX_DIM else "")
    with st.container(border=True):
        st.markdown(f"{what} takes {limit}; here n = {study.length:,} and d = {study.dim:,}.")
        values = {"n": min(study.length, length), "d": min(study.dim, dim)}
        words = f"Use n = {values['n']:,}, d = {values['d']:,}"
        st.button(words, key=f"fit {what}", on_click=choose, kwargs=values)
    return False


def link() -> str:
    """The address of this page in its present state."""
    query = urlencode({key: st.query_params.get_all(key) for key in st.query_params}, doseq=True)
    return f"{(st.context.url or '').partition('?')[0]}{'?' if query else ''}{query}"


def _controls() -> tuple[Study, dict[str, Any]]:
    names = st.multiselect(
        "Schemes",
        list(SCHEMES),
        default=DEFAULT_SCHEMES,
        max_selections=MAX_SCHEMES,
        key="scheme",
        bind=URL,
        help=f"The encodings to look at, 1 to {MAX_SCHEMES}, in the order in which they are chosen. Pages for a "
        "single scheme show the first.",
    )
    with _row("n", "d"):
        length = _integer("n", "Length n", 1, MAX_LENGTH, DEFAULT_LENGTH, "The number of positions, in tokens.")
        dim = _integer("d", "Dimension d", 1, MAX_DIM, DEFAULT_DIM, "d_model, the number of columns of each vector.")
    last = length - 1
    with _row("p", "k"):
        words = "The chosen position, counted from 0. A click on a chart chooses it."
        position = _integer("p", "Position p", 0, last, min(DEFAULT_POSITION, last), words)
        words = "The length of a step in tokens: distances are measured from p to p + k."
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
    with _row("from", "to"):
        words = "The first position that the plots show. Dragging sideways over a plot sets it too."
        first = _integer("from", "First shown", 0, last, 0, words)
        words = "The last position that the plots show. A double click on a plot shows all of them again."
        final = _integer("to", "Last shown", 0, last, last, words)
    options = {option.key: _option(option) for option in OPTIONS}
    used: dict[str, Any] = {"scheme": names, "n": length, "d": dim, "p": position, "k": offset}
    used |= {"from": first, "to": final} | options
    made = {}
    for name, scheme in SCHEMES.items():
        with st.container(key=f"parameters-{name}"):
            made[name], values = _scheme(scheme)
        used |= values
    study = Study(
        tuple(made[name] for name in names),
        length,
        dim,
        position,
        offset,
        options["similarity"],
        options["own"],
        (first, final),
        made,
        options,
    )
    return study, used


def _row(*keys: str) -> DeltaGenerator:
    """A row for some controls; where one is out of sight the others take its place."""
    return st.container(horizontal=True, key="row-" + "-".join(keys))


def _out_of_sight(page: str, study: Study) -> None:
    """Hide what this page does not use: by style, since what moves in the page or leaves it would lose its value."""
    chosen = [scheme.name for scheme in study.schemes]
    unused = {key for key, pages in SHARED.items() if page not in pages}
    hidden = {*unused, *(option.key for option in OPTIONS if page not in option.pages)}
    hidden |= {"position-handle"} if "p" in unused else set()
    hidden |= {"z"} if study.options["space"] == "2-D" else set()
    hidden |= {"x", "y", "z"} if study.options["axes"] != "columns" else set()
    hidden |= {f"row-{'-'.join(keys)}" for keys in (("n", "d"), ("p", "k"), ("from", "to")) if unused.issuperset(keys)}
    hidden |= {f"parameters-{name}" for name in SCHEMES if "scheme" in unused or name not in chosen}
    selectors = (f".st-key-{key}, [data-testid=stLayoutWrapper]:has(> .st-key-{key})" for key in sorted(hidden))
    st.html(f"<style>[data-testid=stSidebar] :is({', '.join(selectors)}) {{ display: none; }}</style>")


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


def _option(option: Option) -> Any:
    """The widget that the kind of an option asks for. -> an allowed value."""
    if option.choices:
        value = st.segmented_control(
            option.label,
            option.choices,
            default=option.default,
            key=option.key,
            bind=URL,
            required=True,
            width="stretch",
            help=option.help,
        )
        return value or option.default
    if option.high:
        return _integer(option.key, option.label, option.low, option.high, option.default, option.help)
    if option.longest > 100:
        return st.text_area(
            option.label, option.default, key=option.key, bind=URL, max_chars=option.longest, help=option.help
        )
    if option.longest:
        return st.text_input(
            option.label, option.default, key=option.key, bind=URL, max_chars=option.longest, help=option.help
        )
    return st.toggle(option.label, option.default, key=option.key, bind=URL, help=option.help)


def _scheme(scheme: type[Scheme]) -> tuple[Scheme, dict[str, Any]]:
    """One scheme with the widgets of its own parameters. -> it, and what each of its URL keys came to."""
    st.subheader(scheme.name, anchor=False, help=scheme.summary())
    values = {parameter.name: _parameter(scheme.name, parameter) for parameter in scheme.parameters()}
    return scheme(**values), {f"{scheme.name}.{name}": value for name, value in values.items()}


def _parameter(scheme_name: str, parameter: Param) -> Any:
    """The widget that its domain asks for. -> an allowed value."""
    shared: dict[str, Any] = {
        "key": f"{scheme_name}.{parameter.name}",
        "bind": URL,
        "help": f"{parameter.help} Allowed: {parameter.allowed}.",
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
    may_be_empty = {"scheme", *(option.key for option in OPTIONS if option.longest)}
    unreadable = [
        key
        for key, values in asked.items()
        if (key in INTEGERS and any(_number(value) is None for value in values))
        or (values == [""] and key not in may_be_empty)
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
    longest = {option.key: option.longest for option in OPTIONS if option.longest}
    if key in longest and len(", ".join(values)) > longest[key]:
        return f"The link's {key} has more than {longest[key]:,} letters: only the first {longest[key]:,} are used."
    shown = ", ".join(now) or "nothing" if isinstance(now, list) else f"{now:g}" if isinstance(now, float) else now
    limits = " (whole, {:,} to {:,})".format(*fits[key]) if key in fits else ""
    return f"The link says {said}, which cannot be used here{limits}: {key} is {str(shown)[:60]} instead."
