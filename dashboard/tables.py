"""Which numbers stand behind a page? A data frame for each of its tables, made of a study alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import measurements
from dashboard.answers import moves, nearness, offsets, paths, words
from dashboard.measurements import MEASURED_CELLS, MEASURED_LENGTH, PAIRED_DIM, PAIRED_LENGTH
from dashboard.portraits import SEARCHED_CELLS, Portrait, portrait
from dashboard.study import MAX_DIM, MEASURES, Study


def summary(portraits: Sequence[Portrait]) -> pd.DataFrame:
    """One row a scheme; what is undefined is empty."""
    return pd.DataFrame(
        [
            {
                "scheme": p.scheme.name,
                "max_abs_value": p.largest if p.whole.highest is not None else None,
                "mean_step": p.step.mean if p.step else None,
                "relative_spread_of_step": p.step.relative if p.step else None,
                "relative_spread_of_norm": p.whole.norm.relative,
                "most_similar_to_itself": p.self_maxima,
            }
            for p in portraits
        ]
    )


def summary_columns(study: Study) -> dict[str, Any]:
    """Headings, formats and help of `summary`."""
    measure = MEASURES["cosine" if study.measure == "cosine" else "dot"]
    number = st.column_config.NumberColumn
    return {
        "scheme": st.column_config.TextColumn("Scheme", pinned=True),
        "max_abs_value": number(
            "Largest |value|",
            format="%.4g",
            help=f"The largest entry of the matrix, in size. A dash beyond {SEARCHED_CELLS:,} entries.",
        ),
        "mean_step": number(
            f"Mean step, k = {study.offset}", format="%.4g", help="Mean distance from p to p + k over all p."
        ),
        "relative_spread_of_step": number(
            "Spread of the step",
            format="%.2g",
            help="Standard deviation of the step over its mean (coefficient of variation). About 1e-15 is rounding: "
            "all steps are equal. A dash: no steps, or all of them 0.",
        ),
        "relative_spread_of_norm": number(
            "Spread of the norm",
            format="%.2g",
            help="The same for the length of the vectors: 0 means that every position has an equally long vector.",
        ),
        "most_similar_to_itself": number(
            "Most similar to itself",
            format="percent",
            help=f"Share of the positions whose {measure} with themselves is larger than with any other position. "
            f"A dash for more than {MEASURED_LENGTH:,} positions or {MEASURED_CELLS:,} entries.",
        ),
    }


def curves(study: Study) -> pd.DataFrame:
    """One row a shown position: the step and the similarity of every scheme; empty where there is no step."""
    table: dict[str, Any] = {}
    for p in [portrait(scheme, study) for scheme in study.schemes]:
        table[f"{p.scheme.name} step"] = p.steps
        table[f"{p.scheme.name} similarity"] = p.similarity
    return _shown(study, table)


def cells(study: Study) -> pd.DataFrame:
    """The cells of the heatmap, a row a position."""
    picture = measurements.picture(study.schemes[0], study.length, study.dim, *study.shown)
    table = pd.DataFrame(picture.means, columns=[f"dim_{j * picture.columns}" for j in range(picture.means.shape[1])])
    table.insert(0, "position", picture.start + picture.rows * np.arange(len(table)))
    return table


def steps(study: Study) -> pd.DataFrame:
    """The distance of a step at every shown position that has one."""
    size = (study.length, study.dim, study.offset)
    table = _shown(study, {scheme.name: measurements.steps(scheme, *size) for scheme in study.schemes})
    return table[table["position"] < study.length - study.offset]


def every_offset(study: Study) -> pd.DataFrame:
    """Mean, shortest and longest distance at every offset."""
    size = (study.length, study.dim)
    return offsets.table({scheme: measurements.offset_distances(scheme, *size) for scheme in study.schemes})


def similarities(study: Study) -> pd.DataFrame:
    """The similarity of every shown position with the chosen one."""
    size = (study.length, study.dim, study.position, study.measure)
    return _shown(study, {scheme.name: measurements.similarity(scheme, *size) for scheme in study.schemes})


def bases(study: Study) -> pd.DataFrame:
    """The sinusoid at several bases, one row each."""
    return nearness.bases(nearness.at_bases(study)[0])


def findings(study: Study) -> pd.DataFrame:
    """Every condition of every scheme, one row each."""
    size = (study.length, study.dim, study.offset)
    return pd.DataFrame(
        [
            {"scheme": scheme.name, "metric": metric, "verdict": finding.verdict, "number": finding.number}
            | {"positions": " ".join(map(str, finding.where)), "why": finding.why}
            for scheme in study.schemes
            for metric, finding in measurements.scorecard(scheme, *size).items()
        ]
    )


def matrix(study: Study) -> pd.DataFrame:
    """T(k) of the first scheme."""
    return pd.DataFrame(measurements.move(study.schemes[0], study.offset, study.length, study.dim)[0].matrix)


def coordinates(study: Study) -> pd.DataFrame:
    """The drawn coordinates of every position."""
    path = paths.path(study, study.schemes[0])
    return pd.DataFrame(path.points, columns=path.titles).rename_axis("position").reset_index()


def tokens(study: Study) -> pd.DataFrame:
    """One row a token of the sentence."""
    return words.numbering(study, _read(study).tokens)


def attention(study: Study) -> pd.DataFrame:
    """How much each token attends to each, with positions."""
    return words.frame(words.weights(_read(study), study.options, placed=True))


def _read(study: Study) -> words.Words:
    found = words.read(study)
    assert found, "a sentence without tokens is offered no table"
    return found


def _shown(study: Study, columns: Mapping[str, Any]) -> pd.DataFrame:
    """Columns over all positions as a table of the shown ones."""
    first, last = study.shown
    return pd.DataFrame(
        {"position": pd.Series(range(first, last + 1))}
        | {name: pd.Series(values[first : last + 1]) for name, values in columns.items()}
    )


MAX_ROWS = 2**16
"""Positions of a table that is offered as a file."""


def shown_fit(study: Study) -> str:
    """Why the shown positions are too many for a file; nothing where they are not."""
    first, last = study.shown
    if last - first < MAX_ROWS:
        return ""
    shown = f"{last - first + 1:,} are shown: choose a first and a last one, from and to"
    return f"tables are offered up to {MAX_ROWS:,} positions, and {shown}"


def pairs_fit(study: Study) -> str:
    """Why not every pair of positions is compared; nothing where it is."""
    fits = study.length <= PAIRED_LENGTH and study.dim <= PAIRED_DIM
    asked = f"here n = {study.length:,}, d = {study.dim:,}"
    return "" if fits else f"comparing every pair takes n up to {PAIRED_LENGTH:,} and d up to {PAIRED_DIM:,}; {asked}"


def steps_fit(study: Study) -> str:
    """Why no step is compared with all others; nothing where it is."""
    return "a sequence of one position has no steps" if study.length == 1 else pairs_fit(study)


def path_fits(study: Study) -> str:
    """Why no curve is drawn through the positions; nothing where one is."""
    columns = min(MEASURED_CELLS // min(study.length, MEASURED_LENGTH), MAX_DIM)
    if study.length > MEASURED_LENGTH or study.dim > columns:
        return f"drawing every position takes n up to {MEASURED_LENGTH:,} and n d up to {MEASURED_CELLS:,}"
    return paths.missing(study)


def sentence_fits(study: Study) -> str:
    """Why nothing is made of a sentence; nothing where something is."""
    return "" if words.read(study) else "the text has no token, or too many"


class Table(NamedTuple):
    """A table of a page."""

    made: Callable[[Study], pd.DataFrame]
    refused: Callable[[Study], str]
    """Why a study has no such table, in words; nothing where it has."""


TABLES: dict[str, dict[str, Table]] = {
    "compare": {
        "figures": Table(lambda study: summary([portrait(scheme, study) for scheme in study.schemes]), lambda _: ""),
        "curves": Table(curves, shown_fit),
    },
    "heatmap": {"cells": Table(cells, lambda _: "")},
    "equidistance": {
        "steps": Table(steps, shown_fit),
        "offsets": Table(every_offset, steps_fit),
        "lengths": Table(offsets.lengths, lambda _: ""),
    },
    "similarity": {"curves": Table(similarities, shown_fit), "bases": Table(bases, lambda _: "")},
    "scorecard": {"findings": Table(findings, pairs_fit)},
    "shift": {"residuals": Table(moves.residuals, steps_fit), "matrix": Table(matrix, steps_fit)},
    "trajectory": {"coordinates": Table(coordinates, path_fits)},
    "sentence": {"tokens": Table(tokens, sentence_fits), "attention": Table(attention, sentence_fits)},
}
"""What each page offers as a file, by name."""


def length(page: str, study: Study) -> int:
    """How many positions the matrices of a page have."""
    found = words.read(study) if page == "sentence" else None
    return len(found.tokens.words) if found else 1 if page == "sentence" else study.length
