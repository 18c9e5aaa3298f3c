"""Messages, claims, and number formatting."""
