"""The page Start: attention in two sentences of the same words, and links to the main pages."""
