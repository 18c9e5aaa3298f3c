"""The page Lesson: word order in a Transformer, in ten steps of question, prediction, and answer."""
