"""Server of a hosted process: admission, scheduling, uploads, downloads, log, and metrics. Independent of the pages."""
