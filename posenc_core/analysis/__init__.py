"""Questions that any encoding or matrix answers: geometry, criteria, shifts, attention."""
