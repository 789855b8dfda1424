"""Fuzzing: the real program, by every way in, on what nobody would have written. `python -m tests.fuzz.run --help`."""
