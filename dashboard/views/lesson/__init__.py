"""Lesson: how does a Transformer know the order of its tokens? Ten steps, each a question, a prediction, an answer."""
