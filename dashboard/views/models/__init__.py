"""The page Models: position encoding in published models."""
