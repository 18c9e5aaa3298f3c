"""Messages, and numbers in words."""
