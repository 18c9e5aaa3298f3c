"""A class of 50 on one process, of 150 on three behind nginx, and what breaks meanwhile.

python -m tests.soak      about eight minutes, with nothing else at work; the tables go to BENCHMARKS.md
"""

import argparse
import asyncio
import statistics

from tests.benchmarks.ratios import report
from tests.browser.serving import server
from tests.soak.faults import Outcome, Replicas, outcomes
from tests.soak.load import CEILING, LOOK, Tally, lesson

GROWTH = 1.05
"""The last third of a lesson may hold so many times what the second holds."""


def row(name: str, tally: Tally, seconds: float, alone: Tally) -> str:
    """A line of the table."""
    return (
        f"| {name} | {len(tally.seconds) / seconds:.1f} | {1e3 * tally.quantile(50):.0f} "
        f"| {1e3 * tally.quantile(95):.0f} | {tally.quantile(95) / alone.quantile(95):.1f} "
        f"| {statistics.median(tally.arrivals):.1f}, {max(tally.arrivals):.1f} | {len(tally.faults)} |"
    )


def held(samples: list[int], start: int, processes: int, sessions: int) -> tuple[str, bool]:
    """What memory does, in words, and whether it is as it must be."""
    third = len(samples) // 3
    second, last = (statistics.mean(samples[part : part + third]) for part in (third, 2 * third))
    most = max(samples) / processes
    text = (
        f"{start / processes / 2**20:.0f} MiB a process at the start, {most / 2**20:.0f} at most, "
        f"{(last - start) / sessions / 2**20:.2f} MiB a session; last third to second third {last / second:.3f}"
    )
    return text, most <= CEILING and last <= GROWTH * second


def load(seconds: float) -> tuple[str, bool]:
    """Lessons. -> their table, and whether all is as it must be."""
    lines = [
        "| visitors | changes a second | p50, ms | p95, ms | p95, to one visitor | first page p50, most, s | faults |",
        "|---|---|---|---|---|---|---|",
    ]
    notes, good = [], True
    with server() as one:
        alone, _ = asyncio.run(lesson(one.url, [one], 1, 30, 0.5))
        start = one.memory
        many, samples = asyncio.run(lesson(one.url, [one], 50, seconds))
        lines += [row("1, one process", alone, 30, alone), row("50, one process", many, seconds, alone)]
        note, sound = held(samples, start, 1, 50)
        notes.append(f"50 visitors: {note}.")
        faults = alone.faults + many.faults
        good &= sound
    with Replicas() as lab:
        asyncio.run(lesson(lab.url, lab.servers, 6, 10, 0.5))
        start = sum(found.memory for found in lab.servers)
        many, samples = asyncio.run(lesson(lab.url, lab.servers, 150, seconds))
        lines.append(row("150, three processes behind nginx", many, seconds, alone))
        note, sound = held(samples, start, 3, 150)
        notes.append(f"150 visitors: {note}.")
        faults += many.faults
        good &= sound
    notes += [f"A fault: {fault}" for fault in faults[:10]]
    lines += [
        "",
        f"Each visitor looks for {LOOK:g} s on average, then moves a number (85 %) or goes to another page, for "
        f"{seconds:g} s. A fault is an error, a lost line, or a page that does not show what was asked for.",
        "",
        *(f"- {note}" for note in notes),
    ]
    return "\n".join(lines), good and not faults


def broken(found: list[Outcome]) -> tuple[str, bool]:
    """The table of faults, and whether every page was right after each."""
    lines = ["| fault | visitors | right afterwards | longest away, s | |", "|---|---|---|---|---|"]
    for fault, sessions, right, back, note in found:
        lines.append(f"| {fault} | {sessions} | {right} | {'' if back is None else f'{back:.1f}'} | {note} |")
    return "\n".join(lines), all(outcome.right == outcome.sessions for outcome in found)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=90, help="how long a lesson lasts")
    table, fast = load(parser.parse_args().seconds)
    print(table, flush=True)
    faults, whole = broken(outcomes())
    print(f"\n{faults}")
    report("Load and faults", f"{table}\n\n{faults}")
    if not (fast and whole):
        raise SystemExit("not as it must be: see above")
