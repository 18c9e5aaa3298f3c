"""The page Experiments: frequent questions, and questions to answer by prediction."""
