"""The page Bugs: code that assigns wrong positions."""
