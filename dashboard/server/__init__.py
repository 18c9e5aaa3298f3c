"""Server of a hosted process: admission, limits, uploads, downloads, log, and metrics. Independent of the pages."""
