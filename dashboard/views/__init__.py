"""Pages, one folder each, and the parts that they share."""
