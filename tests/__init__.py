"""The tests; they read like the manual."""
