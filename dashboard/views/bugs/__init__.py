"""The page Common bugs: code that assigns wrong positions."""
