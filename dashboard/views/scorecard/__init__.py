"""The page Scorecard: which encodings meet which conditions."""
