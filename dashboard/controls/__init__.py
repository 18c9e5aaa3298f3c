"""The widgets and links that say what is looked at."""
