"""One test module a reader."""
