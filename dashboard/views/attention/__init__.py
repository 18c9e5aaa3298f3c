"""The page Attention: the attention that a key k tokens back gets."""
