"""English texts outside of the message files that a language translates by id: data, docstrings, help of parameters.

`python -m tests.translatable ko` prints those that a language lacks, as messages.
"""

import re
import sys
from functools import cache
from itertools import combinations, groupby

import posenc_tools
from posenc_core import CustomTable
from posenc_core.analysis import numbering
from posenc_core.foundation.presentation import FORMULA_WORDS
from posenc_core.schemes import ALL_SCHEMES
from posenc_core.text.messages import LOCALE, Messages, slug
from posenc_tools import KNOWN_BUGS
from posenc_tools.command.output import print_text
from posenc_tools.diagnosis.words import CONVENTIONS, convention_id
from posenc_tools.known_bugs.catalogue import NOT_SEEN
from posenc_tools.models import conventions, trained
from posenc_tools.models.catalogue import sources
from posenc_tools.models.words import OTHER_RELATIVE

CITATION = re.compile(r"\(\d{4}\)|arXiv \d|patent")
"""Part of a source that needs no translation."""


@cache
def translatable() -> dict[str, str]:
    """English texts by the ids of their translations."""
    texts = {"bug-not-seen": NOT_SEEN}
    for bug in KNOWN_BUGS.values():
        fields = {"name": bug.name, "what": bug.what, "story": bug.story, "seen": bug.seen}
        texts |= {f"bug-{slug(bug.name)}.{field}": text for field, text in fields.items() if text != NOT_SEEN}
    texts |= {convention_id(convention): convention["sentence"] for convention in CONVENTIONS}
    texts |= {f"summary-{slug(CustomTable.name)}": CustomTable.summary()}
    for name, kind in ALL_SCHEMES.items():
        texts |= {f"summary-{slug(name)}": kind.summary()}
        texts |= {f"parameter-{slug(f'{name} {parameter.name}')}": parameter.help for parameter in kind.parameters()}
        options = [{parameter.name: value} for parameter in kind.parameters() for value in parameter.domain.samples]
        for scheme in [CustomTable([[0.0]]), kind(), *(kind(**one | other) for one, other in combinations(options, 2))]:
            texts |= {f"letter-{slug(text)}": text for text in scheme.letters.values()}
            words = [match[2] for match in FORMULA_WORDS.finditer(scheme.formula)]
            texts |= {f"formula-{slug(word)}": word for word in words}
            texts |= {f"columns-{slug(scheme.columns)}": scheme.columns} if scheme.columns else {}
        texts |= {f"learned-{slug(name)}": kind.learned} if kind.learned else {}
        texts |= {f"source-{slug(name)}": kind.source} if not all(map(CITATION.search, kind.source.split("; "))) else {}
    texts |= {f"relative-{slug(text)}": text for text in (*conventions.table("relative").values(), OTHER_RELATIVE)}
    rows = [convention.models for convention in numbering.CONVENTIONS]
    texts |= {f"numbering-{slug(models)}": models for models in rows if re.search("[a-z] [a-z]", models)}
    prose = {name: text for name, text in sources().items() if re.search("[a-z]{2,} [a-z]{2,} [a-z]{2,}", text)}
    texts |= {f"model-source-{slug(name)}": text for name, text in prose.items()}
    encodings = trained.facts()["encodings"]
    names = [*encodings, *trained.names(trained.LANGUAGE), *(e["learned"] for e in encodings.values() if e["learned"])]
    return texts | {f"trained-{slug(name)}": name for name in names if name not in ALL_SCHEMES}


if __name__ == "__main__":
    own = Messages(sys.argv[1], LOCALE, posenc_tools.LOCALE)
    lacking = {id: text for id, text in translatable().items() if id not in own}
    lines = []
    for id, entries in groupby(lacking.items(), key=lambda entry: entry[0].partition(".")[0]):
        for number, (key, text) in enumerate(entries):
            attribute = key.partition(".")[2]
            if not number:
                lines.append(f"{id} =" if attribute else f"{id} = {text}")
            if attribute:
                lines.append(f"    .{attribute} = {text}")
    print_text("\n".join(lines))
