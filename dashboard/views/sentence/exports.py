"""Tables of Sentence: tokens, and attention weights."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.sentence import numbers
from dashboard.views.tables import Table


def tokens(study: Study) -> pd.DataFrame:
    """Tokens of the sentence, one row each."""
    return numbers.numbering(study, _embed(study).tokens)


def attention(study: Study) -> pd.DataFrame:
    """Attention weights with positions, one row per query token."""
    weights = numbers.weights(_embed(study), study.options, placed=True)
    return pd.DataFrame(weights).rename_axis("token").reset_index()


def _embed(study: Study) -> numbers.Words:
    words = numbers.embed_sentence(study)
    assert words, "a sentence without tokens is offered no table"
    return words


def sentence_fits(study: Study) -> str:
    """Error message if the sentence is empty or too long, else ""."""
    return "" if numbers.embed_sentence(study) else "the text has no token, or too many"


TABLES = {"tokens": Table(tokens, sentence_fits), "attention": Table(attention, sentence_fits)}
