"""What does a page answer? The numbers behind a page and the sentences that they make, one file a page."""
