"""RTF files, written out as their bytes."""

from collections.abc import Callable

HEAD = rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}}"


def rtf(body: bytes, head: bytes = HEAD) -> Callable[[], bytes]:
    """Give a function that makes a whole file of a body."""
    return lambda: head + b"\\f0 " + body + b"}"


def rich() -> bytes:
    """Give a file with something of everything, for damaging."""
    return rtf(
        rb"{\info{\title Report \'e9}{\author Ann}}{\header Top\par}{\footer Bottom\par}\pard Caf\'e9 \u8364? \u-10179?\u-8704?\par"
        rb"\trowd\cellx100\cellx200\pard\intbl a\cell b\cell\row\pard {\field{\*\fldinst HYPERLINK \"http://x/\"}{\fldrslt click}}\par"
        rb"Note{\super\chftn}{\footnote\pard{\super\chftn} below}{\*\atnauthor Bob}{\*\annotation\pard why}\par"
        rb"{\pict\pngblip\bin4 {}\x}{\listtext 1.\tab}\pard\ilvl0 item\par{\deleted gone}{\v unseen}{\shp{\*\shpinst{\shptxt box\par}}}end\par"
    )()
