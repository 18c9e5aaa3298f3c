"""Matrix of encodings and tasks, with links to their curves."""

from html import escape
from urllib.parse import urlencode

from dashboard.say import message
from dashboard.views.trained import numbers
from posenc_core.models import trained


def matrix() -> str:
    """HTML table of the reach of each encoding in each task."""
    results = trained.results()
    heads = "".join(f'<th scope="col">{escape(_task(task))}</th>' for task in results.tasks)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>' + "".join(_cell(name, task) for task in results.tasks) + "</tr>"
        for name in results.encodings
    )
    corner = f"<td>{escape(message('trained-encoding'))}</td>"
    # focusable: horizontal scrolling by keyboard
    label = escape(message("trained-matrix"))
    return (
        f'<div class="reaches" role="region" tabindex="0" aria-label="{label}">'
        f"<table><thead><tr>{corner}{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _task(task: str) -> str:
    return message(f"option-asked-{task.replace(' ', '-')}")


def _cell(name: str, task: str) -> str:
    """Longest length as a link, shaded by length."""
    reach = trained.reach(name, task)
    text, level = message("trained-some" if reach is None else "trained-no"), 0
    if reach:
        text, level = f"{reach}", trained.results().lengths.index(reach)
    link = escape(f"trained?{urlencode({'among': numbers.group(name), 'asked': task})}")
    return f'<td style="--level: {level}"><a href="{link}" target="_self">{escape(text)}</a></td>'
