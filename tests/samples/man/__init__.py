"""Manual pages: `LAMP` in man(7), `TARN` in mdoc(7), and the trees of pages that tests look names up in."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path

LAMP = r"""'\" t
.\" A page with what pages in man(7) have.
.TH LAMP 1 "March 2026" "shop 1.4" "User Commands"
.de Me
\\$1 says
..
.ds Nw the newest
.nr Ct 3
.SH NAME
lamp \- light a room
.SH SYNOPSIS
.B lamp
[\fB\-b\fR \fIWATTS\fR]
.IR room ...
.br
.SH DESCRIPTION
Lamp lights one or more rooms.  It is \*(Nw of \n(Ct lamps\(emand the
brightest.\" nobody sees this
.if n In characters.
.if t On paper.
.ie '\*(Nw'old' Old.
.el Not old.
.PP
.Me Ann
so.
.SS "Bright rooms"
A room is bright from 100 lux on.
.SH OPTIONS
.TP
.BI \-b " watts"
Set the brightness; the text of an option goes on over the end of its line and is filled again.
.TP 4
\fB\-q\fR
Be quiet.
.RS
.IP \(bu 2
not a word
.IP \(bu
not a sound
.RE
.PP
.nf
one   line
  two lines
.fi
.TS
tab(|);
l r.
room|lux
hall|80
.TE
.SH "SEE ALSO"
.BR dark (1),
.UR https://lamp.example
the pages of the lamp
.UE .
"""
TARN = r""".Dd March 1, 2026
.Dt TARN 8
.Os
.Sh NAME
.Nm tarn
.Nd keep a mountain lake
.Sh SYNOPSIS
.Nm
.Op Fl av
.Op Fl d Ar depth
.Ar lake ...
.Sh DESCRIPTION
The
.Nm
utility keeps lakes
.Pq see Xr lake 7 ,
and says
.Dq "it is cold" .
.Bl -tag -width Fl
.It Fl a
All lakes.
.It Fl d Ar depth
To this depth; see
.Pa /etc/tarn.conf .
.El
.Pp
There are two kinds:
.Bl -bullet -compact
.It
deep ones
.It
shallow ones
.El
.Ss Cold lakes
.Bd -literal -offset indent
tarn  -a   Riffel
.Ed
.Sh EXIT STATUS
.Ex -std
.Sh AUTHORS
.An Ann Example Aq Mt ann@example.com
"""


def lamp() -> bytes:
    """Give a page in man(7)."""
    return LAMP.encode()


def tarn() -> bytes:
    """Give a page in mdoc(7)."""
    return TARN.encode()


def tree(folder: Path) -> Path:
    """Make a tree of pages: plain and packed ones, two sections, a subsection, a language, one that is only `.so`, names with colons."""
    files = {
        "man1/lamp.1": lamp(),
        "man8/tarn.8.gz": gzip.compress(tarn()),
        "man8/lamp.8.bz2": bz2.compress(page("LAMP", "8")),
        "man3/Light::Beam.3pm.xz": lzma.compress(page("BEAM", "3pm")),
        "man5/lamp.conf.5": page("LAMP.CONF", "5"),
        "man1/torch.1": b".so man1/lamp.1\n",
        "man1/thief.1": b".so ../../secret\n.so /etc/passwd\n.TH THIEF 1\n.SH NAME\nthief\n",
        "man1/loop.1": b".TH LOOP 1\n.SH NAME\nloop\n.so man1/loop.1\n",
        "de/man1/lamp.1": page("LAMPE", "1"),
    }
    for name, data in files.items():
        path = folder / "man" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "secret").write_text(".TH SECRET 1\n.SH NAME\nsecret words\n")
    return folder / "man"


def page(title: str, section: str) -> bytes:
    """Give a short page."""
    return f'.TH {title} {section} "2026" "shop" "Pages"\n.SH NAME\n{title.lower()} \\- a page\n'.encode()
