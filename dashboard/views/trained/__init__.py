"""The page Trained: results of small Transformers trained with each encoding."""
