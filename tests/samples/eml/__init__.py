"""Mail and mailboxes as text (RFC 5322, RFC 4155)."""

import base64

_HEAD = b"From: =?utf-8?B?QW5uIMOWZMO2bg==?= <ann@example.org>\r\nTo: bob@example.org,\r\n carl@example.org\r\nDate: Wed, 1 May 2024 12:30:00 +0200\r\n"


def _mixed(*parts: bytes, kind: bytes = b"mixed", mark: bytes = b"XX") -> bytes:
    body = b"".join(b"--" + mark + b"\r\n" + part + b"\r\n" for part in parts)
    return b"Content-Type: multipart/" + kind + b'; boundary="' + mark + b'"\r\n\r\n' + body + b"--" + mark + b"--\r\n"


def _file(name: bytes, content: bytes, kind: bytes = b"application/octet-stream") -> bytes:
    return (
        b"Content-Type: " + kind + b"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; " + name + b"\r\n\r\n"
        + base64.encodebytes(content)
    )  # fmt: skip


def plain() -> bytes:
    """Give a message with a quoted-printable body and a folded subject of two encoded words."""
    return _HEAD + (
        b"Subject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n =?utf-8?Q?_=F0=9F=98=80?=\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\nSch=F6ne Gr=FC=DFe=\r\n aus K=F6ln\r\n"
    )


def raw() -> bytes:
    """Give a message with raw UTF-8 in header and body, and no word about it."""
    return "Subject: Grüße – 😀\nFrom: Jörg <j@example.org>\n\nWörter\n".encode()


def alternatives() -> bytes:
    """Give plain and HTML of one text, a picture of the HTML and an attachment whose name has two encodings."""
    text = b"Content-Type: text/plain\r\n\r\nplain words"
    picture = b"Content-Type: image/png\r\nContent-ID: <1@x>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw=="
    related = _mixed(b"Content-Type: text/html\r\n\r\n<p>html words</p>", picture, kind=b"related", mark=b"RR")
    both = _mixed(text, related, kind=b"alternative", mark=b"AA")
    files = _file(b"filename*=utf-8''%C3%9Cbersicht.txt", b"10 EUR"), _file(b'filename="=?utf-8?B?w5xiZXJzaWNodC50eHQ=?="', b"20 EUR")
    return _HEAD + b"Subject: Offer\r\n" + _mixed(both, *files)


def html() -> bytes:
    """Give a message with HTML only."""
    return _HEAD + "Subject: H\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>Prix : <b>5 €</b></p></body></html>".encode()


def forwarded() -> bytes:
    """Give a message that holds another one, which has an attachment."""
    inner = b"Subject: Inner/one\r\nFrom: x@example.org\r\n" + _mixed(b"Content-Type: text/plain\r\n\r\ninner words", mark=b"II")
    return (
        _HEAD
        + b"Subject: Fwd\r\n"
        + _mixed(b"Content-Type: text/plain\r\n\r\nouter words", b"Content-Type: message/rfc822\r\n\r\n" + inner)
    )


def encrypted() -> bytes:
    """Give an encrypted message (RFC 3156)."""
    return _HEAD + b"Subject: E\r\n" + _mixed(_file(b"filename=msg.asc", b"----"), kind=b"encrypted")


def bad_words() -> bytes:
    """Give headers, charsets and transfer encodings that nobody can read."""
    return (
        b"Subject: =?no-such?Q?a=20b?= =?utf-8?B?!!!?= tail\r\nFrom: <\xff\xfe>\r\nContent-Type: text/plain; charset=no-such\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n!!!!\r\nd29yZHM=\r\n"
    )


def deep() -> bytes:
    """Parts nested deeper than anybody sends."""
    head = b"".join(b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (number, number) for number in range(600))
    return b"Subject: deep\r\n" + head + b"Content-Type: text/plain\r\n\r\nbottom\r\n"


def mailbox() -> bytes:
    """Give three messages: a quoted line, a line that only looks like a beginning, an attachment in the last."""
    first = (
        b"From ann@example.org Wed May  1 12:30:00 2024\nSubject: One\nFrom: a@example.org\n\nfirst words\n>From here on\n>>From there\n\n"
    )
    second = b"From - Thu May 02 12:30:00 2024\nSubject: Two\n\nsecond words\n\nFrom now on all is well\n\n"
    third = b"From x Fri May  3 12:30:00 2024\nSubject: Three\n" + _mixed(
        b"Content-Type: text/plain\n\nthird words", _file(b"filename=a.txt", b"A")
    )
    return first + second + third.replace(b"\r\n", b"\n")


def text() -> bytes:
    """Give a text that is no mail."""
    return b"Just some words\nand more\n"
