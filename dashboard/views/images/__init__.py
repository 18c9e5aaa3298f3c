"""The page Images: attention over a grid of patches, and the positions of a prompt with images."""
