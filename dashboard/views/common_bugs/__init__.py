"""The page Common bugs: code that gives tokens wrong positions."""
