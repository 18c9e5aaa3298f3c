"""Widgets and links, which set the state of the app."""
