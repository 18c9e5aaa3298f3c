"""How fast is the app in a browser, beside the stock chart, plain text, and a page of text with one chart?

python -m tests.benchmarks.page                      everything; the tables go to docs/benchmarks.md
python -m tests.benchmarks.page Following Controls   some parts, printed only
"""

import argparse

from tests.benchmarks import changes, controls, following, starts, visits
from tests.benchmarks.ratios import report

PARTS = {
    "A change of the position": changes.measured,
    "Following the pointer": following.measured,
    "Controls of other pages": controls.measured,
    "The first visit": visits.measured,
    "Import": starts.measured,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", help="words of headings")
    asked = parser.parse_args().parts
    found = []
    for heading, measured in PARTS.items():
        if not asked or any(word in heading for word in asked):
            found.append(f"### {heading}\n\n{measured()}")
            print(found[-1], end="\n\n", flush=True)
    if not asked:
        report("Page", "\n\n".join(found))
