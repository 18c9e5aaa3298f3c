"""Sentence: its tokens, and how much each attends to each."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.sentence import numbers
from dashboard.views.tables import Offer, Table


def tokens(study: Study) -> pd.DataFrame:
    """One row a token of the sentence."""
    return numbers.numbering(study, _read(study).tokens)


def attention(study: Study) -> pd.DataFrame:
    """How much each token attends to each, with positions: a row a token that attends."""
    weights = numbers.weights(_read(study), study.options, placed=True)
    return pd.DataFrame(weights).rename_axis("token").reset_index()


def _read(study: Study) -> numbers.Words:
    found = numbers.read(study)
    assert found, "a sentence without tokens is offered no table"
    return found


def sentence_fits(study: Study) -> str:
    """Why nothing is made of a sentence; nothing where something is."""
    return "" if numbers.read(study) else "the text has no token, or too many"


def length(study: Study) -> int:
    """How many tokens there are; one where nothing is made of the sentence."""
    found = numbers.read(study)
    return len(found.tokens.words) if found else 1


OFFER = Offer({"tokens": Table(tokens, sentence_fits), "attention": Table(attention, sentence_fits)}, length)
