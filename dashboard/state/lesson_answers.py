"""Answers to the questions of the lesson: choices, correct ones, and their text in a link."""

from collections.abc import Mapping

CHOICES: Mapping[int, tuple[str, ...]] = {
    1: ("2", "4", "11"),
    2: ("3", "9", "11"),
    3: ("same", "less", "more"),
    4: ("0", "7", "10", "equal"),
    5: ("4", "11", "none"),
    6: ("0", "6", "9", "equal"),
    7: ("143", "258", "272", "315"),
    8: ("less", "equal", "more"),
    9: ("2", "4", "11"),
    10: ("relative", "sinusoidal", "learned", "all"),
}
"""Possible predictions of each step; numbers are positions."""

RIGHT = (("11",), ("11",), ("less",), ("7",), ("11",), ("9",), ("315",), ("equal",), ("2", "0"), ("relative",))
"""Correct predictions of each step."""

LAST_PLACE = {1: 11, 2: 11, 5: 11, 9: 11}
"""Last word that a click can select."""

UNANSWERED = "-"
"""Text of a step whose answer was requested without a prediction, in a link."""


def read_answers(text: str) -> dict[int, str]:
    """Predictions by step from the text in a link, without unusable ones; empty for a requested answer."""
    answers = {step: answer for step, answer in enumerate(text.split("."), start=1) if step in CHOICES}
    return {step: answer.removeprefix(UNANSWERED) for step, answer in answers.items() if _is_usable(step, answer)}


def _is_usable(step: int, answer: str) -> bool:
    places = map(str, range(LAST_PLACE[step] + 1 if step in LAST_PLACE else 0))
    return answer in (UNANSWERED, *CHOICES[step], *places)


def join_answers(predictions: Mapping[int, str]) -> str:
    """Join predictions by step into the text in a link."""
    texts = [predictions[step] or UNANSWERED if step in predictions else "" for step in CHOICES]
    return ".".join(texts).rstrip(".")


def score(predictions: Mapping[int, str]) -> tuple[int, int]:
    """Return the number of correct predictions, and of predictions."""
    answers = {step: choice for step, choice in predictions.items() if choice}
    return sum(is_right(step, choice) for step, choice in answers.items()), len(answers)


def is_right(step: int, prediction: str) -> bool:
    """Return whether a prediction is correct."""
    return prediction in RIGHT[step - 1]
