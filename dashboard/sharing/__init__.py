"""Files, previews, and links that a page offers."""
