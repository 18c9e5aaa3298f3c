"""The page Bias: how far each attention head looks."""
