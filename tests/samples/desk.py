"""The folder in which the golden pages are run: small files of many kinds, made anew for each page."""

from __future__ import annotations

import os
import sqlite3
import zipfile
from pathlib import Path

from tests.samples import logs, man

APP = '''\
"""A shop."""

import json
import sys


class Cart:
    """What is bought."""

    def __init__(self):
        self.items = []

    def add(self, name, price):
        """Put something in."""
        self.items.append((name, price))
        return self

    def total(self):
        return sum(price for _, price in self.items)


def main():
    cart = Cart().add("pen", 2).add("ink", 5)
    print(json.dumps(cart.total()), file=sys.stdout)
'''
LOG = "".join(f"2026-03-01T10:00:{n:02} step {n}{' ERROR: disk full' if n in (17, 41) else ''}\n" for n in range(60))
NOTES = "# Notes\n\n## Install\n\nRun it.\n\n## Usage\n\nRead *this*.\n\n### Details\n\nMore.\n"


def make(folder: Path) -> None:
    """Fill a folder."""
    write = {
        "a.txt": "alpha\nbeta\ngamma\n",
        "odd": "one\n\nthree",
        "crlf.txt": "one\r\ntwo\r\n",
        "app.py": APP,
        "build.log": LOG,
        "notes.md": NOTES,
        "table.csv": "name,price\npen,2\nink,5\n",
        "data.json": '{\n  "name": "shop",\n  "scripts": {\n    "test": "pytest",\n    "lint": ["ruff", "mypy"]\n  }\n}\n',
        "merged.c": "int a;\n<<<<<<< HEAD\nint b = 1;\n=======\nint b = 2;\n>>>>>>> feature\nint c;\n",
    }
    for name, text in write.items():
        (folder / name).write_bytes(text.encode())
    (folder / "latin.txt").write_bytes("na\u00efve r\u00e9sum\u00e9\n".encode("latin-1"))
    (folder / "blob.bin").write_bytes(bytes(range(256)))
    (folder / "a:1-2").write_bytes(b"a file with a selector for a name\n")
    (folder / "colours.log").write_bytes(b"\x1b[32mok\x1b[0m one\n 10%\r 50%\r100%\nlast\n")
    (folder / "docs").mkdir()
    (folder / "docs" / "deep.txt").write_bytes(b"deep\n")
    logs.write(folder / "ci")
    man.tree(folder)
    with zipfile.ZipFile(folder / "kit.zip", "w") as kit:
        for name, data in (("kit/read.me", "first\nsecond\n"), ("kit/src/main.c", "int main;\n")):
            kit.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data)
    with sqlite3.connect(folder / "shop.sqlite") as shop:
        shop.execute("CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, price REAL)")
        shop.executemany("INSERT INTO goods (name, price) VALUES (?, ?)", [("pen", 2.0), ("ink", 5.5), ("pad", None)])
    shop.close()
    for path in sorted(folder.rglob("*")):
        os.utime(path, (1_772_366_400, 1_772_366_400))
