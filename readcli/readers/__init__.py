"""One module a format: a source becomes events, or another source."""
