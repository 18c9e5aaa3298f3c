"""What a hosted process needs: who comes in, whose turn it is, the log, files. It knows no page."""
