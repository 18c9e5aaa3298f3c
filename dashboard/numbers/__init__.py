"""Numbers that several pages share, and their cache."""
