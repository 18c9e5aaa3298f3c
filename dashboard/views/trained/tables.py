"""HTML tables of Trained: all tasks, settings of every encoding, and related work."""

from collections.abc import Sequence
from dataclasses import fields
from html import escape
from urllib.parse import urlencode

from dashboard.say import MESSAGES, message, say
from dashboard.views.trained import claims, numbers
from posenc_core.text.numerals import percent
from posenc_tools.models import trained


def example(task: str) -> str:
    """Tokens of the example of a task, with the answer marked, and the last token with a question mark."""
    tokens, place, _ = numbers.example(task)
    asked = len(tokens) - 1
    classes = {place: ' class="answer"', asked: ' class="asked"'}
    cells = "".join(f"<span{classes.get(index, '')}>{escape(token)}</span>" for index, token in enumerate(tokens))
    return f'<div class="example">{cells} <em>{escape(say(claims.example(task)))}</em></div>'


def tasks() -> str:
    """Outcome of every encoding in every task, as links to the curves."""
    results = trained.results()
    rows = [
        [escape(trained.label(name)), *(_outcome(name, task) for task in results.tasks)] for name in results.encodings
    ]
    heads = [
        message("trained-encoding"),
        *map(task_label, results.tasks),
    ]
    return _table(message("trained-matrix"), heads, rows)


def task_label(task: str) -> str:
    """Short name of a task."""
    return message(f"option-asked-{task.replace(' ', '-')}")


def _outcome(name: str, task: str) -> str:
    """Reach, or accuracy at the trained length, colored by the outcome, as a link to the chart with the encoding."""
    outcome, reach = numbers.outcome(name, task), trained.reach(name, task)
    state, text = "missing", "–"
    if reach:
        state, text = "solved", f"{reach}"
    elif reach == 0:
        state = "learning" if outcome.id == "learning" else "below"
        share = trained.accuracy(name, task).mean[trained.results().lengths.index(trained.trained_length(name))]
        text = percent(float(share))
    level = trained.results().lengths.index(reach) if reach else 0
    query = urlencode({"among": numbers.group(name), "asked": task})
    link = f' href="{escape(f"trained?{query}")}" target="_self"' if numbers.group(name) else ""
    return f'<a class="{state}" style="--level: {level}"{link}>{escape(text)}</a>'


def settings() -> str:
    """Learning rates, training steps, learned parts, and changed parameters of every trained encoding."""
    results = trained.results()
    rows = []
    for name, scheme in trained.ENCODINGS.items():
        usual, language = results.facts["rates"].get(name, ["–", "–"])
        others = [
            f"{rate} ({task_label(task)})"
            for task, rate in results.facts["task_rates"].get(name, {}).items()
            if rate != usual
        ]
        rates = ("; ".join([str(usual), *others]), language)
        counts = [trained.steps(name, task) for task in results.tasks]
        least, most = min(filter(None, counts), default=0), max(counts)
        span = "–".join(map(MESSAGES.format, sorted({least, most}))) if most else "–"
        parameters = ", ".join(
            f"{field.name} {MESSAGES.format(getattr(scheme, field.name))}"
            for field in fields(scheme)
            if getattr(scheme, field.name) != field.default
        )
        part = results.facts["learned"].get(name)
        learned = trained.label(part) if part else message("trained-fixed")
        cells = [escape(str(entry)) for entry in (trained.label(name), *rates, span, learned, parameters)]
        rows.append([*cells[:-1], f"<code>{cells[-1]}</code>"])
    ids = ("encoding", "rate", "rate-language", "steps", "learned", "parameters")
    return _table(message("trained-settings"), [message(f"trained-{id}") for id in ids], rows, "wide")


def studies() -> str:
    """Related work: setting, result, the result here, and whether they agree."""
    rows = []
    for key, statement in claims.studies():
        agree = dict(statement.args)["agree"]
        here = say(statement)
        if agree == "no":
            here += " " + message(f"trained-study-{key}.reason")
        study = f'<a href="{message(f"trained-{key}.link")}">{escape(message(f"trained-{key}"))}</a>'
        texts = (message(f"trained-{key}.setting"), message(f"trained-{key}.result"), here)
        rows.append([study, *map(escape, texts), escape(message(f"trained-agree-{agree}"))])
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
