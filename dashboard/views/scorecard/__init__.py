"""The page Scorecard: conditions that each encoding meets."""
