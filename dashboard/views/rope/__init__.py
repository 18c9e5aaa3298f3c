"""The page RoPE: pairings, frequencies, and scalings of RoPE."""
