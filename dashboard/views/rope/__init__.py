"""The page Rotary: pairings, frequencies, and scalings of RoPE."""
