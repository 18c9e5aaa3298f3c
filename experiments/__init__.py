"""What a small Transformer can learn with each positional encoding: apart from the package, with PyTorch."""
