"""The page Bias: reach of each attention head."""
