"""What mdoc(7) macros print: fonts, marks around words, names of systems and standards."""

from __future__ import annotations

OPENING = ("(", "[")
CLOSING = (".", ",", ":", ";", ")", "]", "?", "!")
LIBRARIES = {
    "libc": "Standard C Library (libc, -lc)", "libm": "Math Library (libm, -lm)", "libcrypt": "Crypt Library (libcrypt, -lcrypt)",
    "libcurses": "Curses Library (libcurses, -lcurses)", "libpthread": "POSIX Threads Library (libpthread, -lpthread)",
    "libutil": "System Utilities Library (libutil, -lutil)", "libarchive": "Streaming Archive Library (libarchive, -larchive)",
    "libedit": "Line Editor and History Library (libedit, -ledit)", "librt": "POSIX Real-time Library (librt, -lrt)",
}  # fmt: skip
FONTS = {
    **dict.fromkeys(("Cm", "Ic", "Sy", "Cd"), "B"),
    **dict.fromkeys(("Em", "Va", "Fr", "Sx"), "I"),
    **dict.fromkeys(("Li", "Dv", "Ev", "Er", "Tn", "Ad"), "R"),
}
# Between marks to the end of the line.
ENCLOSED = {
    "Op": ("[", "]"), "Bq": ("[", "]"), "Pq": ("(", ")"), "Brq": ("{", "}"), "Aq": ("<", ">"), "Dq": ("\u201c", "\u201d"),
    "Qq": ('"', '"'), "Sq": ("\u2018", "\u2019"), "Ql": ("\u2018", "\u2019"), "En": ("", ""),
}  # fmt: skip
# Opening and closing marks by themselves.
PARTS = {
    "Oo": ("[", True), "Oc": ("]", False), "Bo": ("[", True), "Bc": ("]", False), "Po": ("(", True), "Pc": (")", False), "Bro": ("{", True),
    "Brc": ("}", False), "Ao": ("<", True), "Ac": (">", False), "Do": ("\u201c", True), "Dc": ("\u201d", False), "Qo": ('"', True),
    "Qc": ('"', False), "So": ("\u2018", True), "Sc": ("\u2019", False),
}  # fmt: skip
SYSTEMS = {"Ox": "OpenBSD", "Nx": "NetBSD", "Fx": "FreeBSD", "Dx": "DragonFly", "Bsx": "BSD/OS", "Ux": "UNIX"}
# How wide the head of an item is taken to be where a macro's name is given as its width.
WIDTHS = {
    **dict.fromkeys(("Ao", "An", "Aq", "Ar", "Bo", "Bq", "Cd", "Dq", "Dv", "Fa", "No", "Pf", "Po", "Pq", "Qo", "So", "Sq", "Va", "Vt"), 12),
    **dict.fromkeys(("Ad", "Cm", "Do", "Fl", "Ic", "Nm", "Tn", "Xr"), 10), **dict.fromkeys(("Fo", "Fn", "Li", "Ql", "Sx"), 16),
    "Ds": 6, "Ms": 6, "Sy": 6, "Er": 17, "Ev": 15, "Op": 14, "Pa": 32,
}  # fmt: skip
_STANDARDS = {
    "-ansiC": "ANSI X3.159-1989 (\u201cANSI C89\u201d)", "-ansiC-89": "ANSI X3.159-1989 (\u201cANSI C89\u201d)",
    "-isoC": "ISO/IEC 9899:1990 (\u201cISO C90\u201d)", "-isoC-90": "ISO/IEC 9899:1990 (\u201cISO C90\u201d)",
    "-isoC-99": "ISO/IEC 9899:1999 (\u201cISO C99\u201d)", "-isoC-2011": "ISO/IEC 9899:2011 (\u201cISO C11\u201d)",
    "-p1003.1-88": "IEEE Std 1003.1-1988 (\u201cPOSIX.1\u201d)", "-p1003.1-90": "IEEE Std 1003.1-1990 (\u201cPOSIX.1\u201d)",
    "-p1003.1": "IEEE Std 1003.1 (\u201cPOSIX.1\u201d)", "-p1003.1-96": "ISO/IEC 9945-1:1996 (\u201cPOSIX.1\u201d)",
    "-p1003.1-2001": "IEEE Std 1003.1-2001 (\u201cPOSIX.1\u201d)", "-p1003.1-2004": "IEEE Std 1003.1-2004 (\u201cPOSIX.1\u201d)",
    "-p1003.1-2008": "IEEE Std 1003.1-2008 (\u201cPOSIX.1\u201d)", "-p1003.1b-93": "IEEE Std 1003.1b-1993 (\u201cPOSIX.1b\u201d)",
    "-p1003.2": "IEEE Std 1003.2 (\u201cPOSIX.2\u201d)", "-p1003.2-92": "IEEE Std 1003.2-1992 (\u201cPOSIX.2\u201d)",
    "-xpg4.2": "X/Open Portability Guide Issue 4, Version 2 (\u201cXPG4.2\u201d)",
    "-susv2": "Version 2 of the Single UNIX Specification (\u201cSUSv2\u201d)",
    "-susv3": "Version 3 of the Single UNIX Specification (\u201cSUSv3\u201d)",
    "-susv4": "Version 4 of the Single UNIX Specification (\u201cSUSv4\u201d)",
    "-svid4": "System V Interface Definition, Fourth Edition (\u201cSVID4\u201d)",
}  # fmt: skip


def standard(key: str) -> str:
    """Give the name of a standard; one that is not known stands as it is written."""
    return _STANDARDS.get(key, key.removeprefix("-"))
