"""Tables of Sentence: tokens, and attention weights."""

import pandas as pd

from dashboard.state.study import Study
from dashboard.views.sentence import numbers
from dashboard.views.tables import Offer, Table


def tokens(study: Study) -> pd.DataFrame:
    """Tokens of the sentence, one row each."""
    return numbers.numbering(study, _read(study).tokens)


def attention(study: Study) -> pd.DataFrame:
    """Attention weights with positions, one row per query token."""
    weights = numbers.weights(_read(study), study.options, placed=True)
    return pd.DataFrame(weights).rename_axis("token").reset_index()


def _read(study: Study) -> numbers.Words:
    found = numbers.read(study)
    assert found, "a sentence without tokens is offered no table"
    return found


def sentence_fits(study: Study) -> str:
    """Error message if the sentence is empty or too long, else ""."""
    return "" if numbers.read(study) else "the text has no token, or too many"


def length(study: Study) -> int:
    """Return the number of tokens; 1 if the sentence is empty or too long."""
    found = numbers.read(study)
    return len(found.tokens.words) if found else 1


OFFER = Offer({"tokens": Table(tokens, sentence_fits), "attention": Table(attention, sentence_fits)}, length)
