"""The page Questions: a search over questions and misconceptions of all pages."""
