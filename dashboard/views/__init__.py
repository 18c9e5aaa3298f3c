"""The pages, one folder each, and beside them what several of them share."""
