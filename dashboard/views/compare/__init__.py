"""The page Compare: what does each scheme look like, are its steps equal, and what does a chosen position see?"""
