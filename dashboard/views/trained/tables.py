"""HTML of Trained: the example of a task, and tables of recipes, settings, and related work."""

from collections.abc import Sequence
from html import escape

from dashboard.say import MESSAGES, message, say
from dashboard.views.trained import claims, figures, numbers
from posenc_core.plot.style import DARK
from posenc_core.text.numerals import percent
from posenc_tools.models import trained


def language(encodings: Sequence[str]) -> str:
    """Loss of language models by range of positions, each encoding in the color of its curve."""
    rows, heads = list[list[str]](), [message("trained-encoding")]
    for encoding, (color, _) in zip(encodings, figures.styles(encodings), strict=True):
        cells = claims.language_cells(encoding)
        if not rows:
            heads += [message(f"{cell.id}.cell", **dict(cell.args)) for cell in cells]
        name = f'<b style="border-color: light-dark({color}, {DARK[color]})">{escape(trained.label(encoding))}</b>'
        rows.append([name, *(escape(say(cell)) for cell in cells)])
    return _table(message("trained-loss"), heads, rows)


def example(task: str) -> str:
    """Tokens of the example of a task, with the answer marked, and the last token with a question mark."""
    tokens, place, _ = numbers.example(task)
    asked = len(tokens) - 1
    classes = {place: ' class="answer"', asked: ' class="asked"'}
    cells = "".join(f"<span{classes.get(index, '')}>{escape(token)}</span>" for index, token in enumerate(tokens))
    return f'<div class="example">{cells} <em>{escape(say(claims.example(task)))}</em></div>'


def recipes(task: str) -> str:
    """Range of accuracy over the recipes of each encoding by length, the best first."""
    lengths, rows = trained.facts()["settings"]["lengths"], []
    for names in numbers.fates(task).values():
        for name in names:
            own = trained.recipes(name, task)
            count = message("trained-solved", count=len(own.accuracy), whole=own.tried)
            ranges = [_range(*own.range(length)) if len(own.accuracy) else "–" for length in lengths]
            rows.append([escape(trained.label(name)), escape(count), *ranges])
    heads = [message("trained-encoding"), message("trained-solve"), *map(str, lengths)]
    return _table(message("trained-ranges"), heads, rows)


def _range(low: float, high: float) -> str:
    """Lowest and highest accuracy, colored by what they have in common."""
    state = "solved" if low >= trained.SOLVED else "below" if high < numbers.HALF else "learning"
    first, last = percent(low), percent(high)
    text = last if first == last else f"{first.removesuffix('%')}–{last}"
    return f'<span class="{state}">{escape(text)}</span>'


def settings() -> str:
    """Table of what each encoding learns, its changed parameters, and the learning rate of its language model."""
    rows, shown = [], {*trained.names("3 back"), *trained.names(trained.LANGUAGE)}
    for name, entry in trained.facts()["encodings"].items():
        if name not in shown:
            continue
        parameters = ", ".join(f"{key} = {value}" for key, value in entry["scheme"].items() if key != "name")
        learned = trained.label(entry["learned"]) if entry["learned"] else "–"
        models = [run for run in trained.facts()["runs"] if (run["encoding"], run["task"]) == (name, trained.LANGUAGE)]
        rate = f"{models[0]['rate']:g}" if models else "–"
        rows.append([*map(escape, (trained.label(name), learned, rate)), f"<code>{escape(parameters or '–')}</code>"])
    ids = ("encoding", "learned", "rate", "parameters")
    return _table(message("trained-settings"), [message(f"trained-{id}") for id in ids], rows, "wide")


def studies() -> str:
    """Related work: setting, result, the result here, and whether they agree."""
    rows = []
    for key, statement in claims.studies():
        here = say(statement)
        if f"trained-study-{key}.reason" in MESSAGES:
            here += " " + message(f"trained-study-{key}.reason")
        study = f'<a href="{message(f"trained-{key}.link")}">{escape(message(f"trained-{key}"))}</a>'
        agree = message(f"trained-agree-{dict(statement.args)['agree']}")
        texts = (message(f"trained-{key}.setting"), message(f"trained-{key}.result"), here, agree)
        rows.append([study, *map(escape, texts)])
    ids = ("study", "setting", "result", "here", "agree")
    return _table(message("trained-studies"), [message(f"trained-head-{id}") for id in ids], rows, "wide")


def _table(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """HTML table; the first cell of a row is its heading. Cells are HTML."""
    # focusable: horizontal scrolling by keyboard
    columns = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>' for row in rows
    )
    return (
        f'<div class="reaches {kind}" role="region" tabindex="0" aria-label="{escape(label)}">'
        f"<table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>"
    )
