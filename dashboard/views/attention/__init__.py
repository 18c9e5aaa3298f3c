"""The page Attention: attention to a key k tokens back."""
