"""Training of small Transformers with each positional encoding: apart from the package, with PyTorch."""
