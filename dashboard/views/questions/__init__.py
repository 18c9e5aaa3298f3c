"""The page Experiments: questions to answer by prediction."""
