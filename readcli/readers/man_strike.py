r"""Overstrikes: bold is `N\bN`, underlined `_\bN`, as printers and pagers have it."""

from __future__ import annotations


def bare(text: str) -> str:
    """Give a text without overstrikes: each backspace takes the letter before it away."""
    if "\b\b" in text:
        kept: list[str] = []
        for letter in text:
            if letter != "\b":
                kept.append(letter)
            elif kept:
                kept.pop()
        return "".join(kept)
    pieces = text.split("\b")  # without `re`, which costs half as long as a page
    last = pieces.pop()
    return "".join([piece[:-1] for piece in pieces]) + last


def is_struck(line: str) -> bool:
    """Say whether all letters of a line are bold."""
    at = 0
    while at < len(line):
        if line[at] in " \u00a0":
            at += 1
        elif line[at + 1 : at + 2] == "\b":
            if line[at + 2 : at + 3] != line[at]:
                return False
            at += 3
            while line[at : at + 1] == "\b":  # struck twice
                at += 2
        else:
            return False
    return True


def strike(text: str, font: str) -> str:
    """Write a text in a font: B bold, I underlined, BI both, R as it is."""
    if font == "R":
        return text
    if font == "B":
        return "".join(letter if letter in " \u00a0" else f"{letter}\b{letter}" for letter in text)
    if font == "I":
        return "".join(letter if letter in " \u00a0" else f"_\b{letter}" for letter in text)
    return "".join(letter if letter in " \u00a0" else f"_\b{letter}\b{letter}" for letter in text)
