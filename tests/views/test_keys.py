"""`.key[0].sub`: where values stand in JSON, YAML and TOML."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

import pytest

from readcli.errors import NotFound, ReadError, Unsupported, UsageError
from readcli.views.keys import parse_path, write_path
from tests.views import shown

JSON = """{
  "name": "shop", // a comment
  "scripts": {
    "test": "pytest",
    "lint": ["ruff", "mypy",
      "x,]y"]
  },
  "files.exclude": { "a b": null },
  "list": [
    {"id": 1}, {"id": 2,
    "deep": [[1], [2,
3]]}
  ],
  "multi"
    :
    true,
}
"""
YAML = """\
# top
name: x
jobs:
  build: &b   # note
    runs-on: [ubuntu, "a b"]
    steps:
    - uses: a/b@v1
      with: {x: 1,
        y: [1, 2]}
    - run: |
        echo key: value

        # not a comment
      env:
        A: "multi
          line"
  # trailing

  test:
    - - 1
      - 2
    - k: v
url: http://x.y/z
"q k": 1
? odd
'it''s': plain
  goes on
last: >-
  folded
"""
TOML = '''\
top = 1
a.b = "x"

[tool.ruff]
line = 100
list = [
  "a", # c
  { x = 1, y = [1,
    2] },
]
s = """
[no]
"""

[[bin]]
name = "a"
[bin.sub]
q = 1
[[bin]]
name = "b"

# lint
[tool.ruff.lint]
x = 'y' # z
"a.b" = 2026-01-01
'''
FOUND = [
    ("a.json", JSON, ".name", [2]),
    ("a.json", JSON, ".scripts", [3, 4, 5, 6, 7]),
    ("a.json", JSON, ".scripts.lint", [5, 6]),
    ("a.json", JSON, ".scripts.lint[2]", [6]),
    ("a.json", JSON, ".scripts.lint[-1]", [6]),
    ("a.json", JSON, '."files.exclude"', [8]),
    ("a.json", JSON, ".files.exclude", [8]),
    ("a.json", JSON, '.["files.exclude"]["a b"]', [8]),
    ("a.json", JSON, ".list[1]", [10, 11, 12]),
    ("a.json", JSON, ".list[1].deep[1]", [11, 12]),
    ("a.json", JSON, ".multi", [14, 15, 16]),
    ("a.jsonl", '{"a":1}\n{"a":\n2}\n[3]\n', ".[1].a", [2, 3]),
    ("a.jsonl", '{"a":1}\n{"a":\n2}\n[3]\n', ".[2]", [4]),
    ("b.json", "[1,\n2]", ".[1]", [2]),
    ("a.yaml", YAML, ".name", [2]),
    ("a.yaml", YAML, ".jobs.build", list(range(4, 17))),
    ("a.yaml", YAML, ".jobs.build.runs-on[1]", [5]),
    ("a.yaml", YAML, ".jobs.build.steps[0].with", [8, 9]),
    ("a.yaml", YAML, ".jobs.build.steps[0].with.y[1]", [9]),
    ("a.yaml", YAML, ".jobs.build.steps[1].run", [10, 11, 12, 13]),
    ("a.yaml", YAML, ".jobs.build.steps[-1].env.A", [15, 16]),
    ("a.yaml", YAML, ".jobs.test", [19, 20, 21, 22]),
    ("a.yaml", YAML, ".jobs.test[0][1]", [21]),
    ("a.yaml", YAML, ".url", [23]),
    ("a.yaml", YAML, '."q k"', [24]),
    ("a.yaml", YAML, '."it\'s"', [26, 27]),
    ("a.yaml", YAML, ".last", [28, 29]),
    ("b.yml", "a: 1\n---\nb: 2\n", ".b", [3]),
    ("b.yml", "a: 1\n---\nb: 2\n", ".[0].a", [1]),
    ("a.toml", TOML, ".top", [1]),
    ("a.toml", TOML, ".a.b", [2]),
    ("a.toml", TOML, ".tool.ruff", [*range(4, 14), 23, 24, 25]),
    ("a.toml", TOML, ".tool.ruff.list[1].y[1]", [9]),
    ("a.toml", TOML, ".tool.ruff.s", [11, 12, 13]),
    ("a.toml", TOML, ".bin[0].sub", [17, 18]),
    ("a.toml", TOML, ".bin[1]", [19, 20]),
    ("a.toml", TOML, '.tool.ruff.lint."a.b"', [25]),
]


@pytest.mark.parametrize(("name", "text", "selector", "wanted"), FOUND, ids=[f"{row[0]}:{row[2]}" for row in FOUND])
def test_value(tmp_path: Path, name: str, text: str, selector: str, wanted: list[int]) -> None:
    """A value's lines are those from its key to its end, with the numbers of the file."""
    path = tmp_path / name
    path.write_text(text)
    result = shown(path, selector)
    assert result.numbers == wanted
    lines = text.split("\n")
    assert result.rows == [lines[n - 1] for n in wanted]


def test_toml_sample_is_toml() -> None:
    """What the table above calls TOML is read by tomllib."""
    assert tomllib.loads(TOML)["tool"]["ruff"]["lint"]["a.b"].year == 2026


def test_missing(tmp_path: Path) -> None:
    """A key that is not there is told with the nearest, an index with the last one; other text has no keys; a wrong path is usage."""
    path = tmp_path / "a.json"
    path.write_text(JSON)
    with pytest.raises(NotFound) as missing:
        shown(path, ".scripts.tst")
    assert ":.scripts.test" in missing.value.hint
    with pytest.raises(NotFound, match=r"no .list\[7\]") as missing:
        shown(path, ".list[7]")
    assert "[0] to [1]" in missing.value.hint
    with pytest.raises(NotFound):
        shown(path, ".name.sub")
    with pytest.raises(UsageError):
        shown(path, ".a[x]")
    text = tmp_path / "a.txt"
    text.write_text("a: 1\n")
    with pytest.raises(Unsupported):
        shown(text, ".a")


def test_paths_are_written_as_they_are_read() -> None:
    """Any path written as a selector is parsed back to itself."""
    for path in (("a",), ("a", 0, "b c"), (0,), ("x.y", 'q"z', -1, "\\"), ("@scope/x",), ("ü",)):
        assert parse_path(write_path(path)) == path


def test_places_agree_with_json(tmp_path: Path) -> None:
    """In generated JSON, however it is broken into lines, each value's lines hold its own text."""
    dice = random.Random(7)

    def make(depth: int) -> object:
        kind = dice.randrange(6 if depth else 4)
        if kind == 4:
            return [make(depth - 1) for _ in range(dice.randrange(4))]
        if kind == 5:
            return {f"k{dice.randrange(9)}": make(depth - 1) for _ in range(dice.randrange(4))}
        return [None, True, dice.randrange(99), 'q"\\{[,'][kind]

    def walk(value: object, path: tuple) -> list[tuple[tuple, object]]:
        found = [(path, value)] if path else []
        if isinstance(value, dict):
            found += [hit for key, item in value.items() for hit in walk(item, (*path, key))]
        if isinstance(value, list):
            found += [hit for index, item in enumerate(value) for hit in walk(item, (*path, index))]
        return found

    for round_ in range(12):
        value = {"root": [make(4) for _ in range(3)]}
        file = tmp_path / f"{round_}.json"
        file.write_text(json.dumps(value, indent=dice.choice([None, 1, 3])))
        for path, item in dice.sample(hits := walk(value, ()), min(12, len(hits))):
            text = "\n".join(shown(file, write_path(path)).rows)
            if file.read_text().count("\n"):
                text = text.strip().rstrip(",")
                text = text.partition(": ")[2] if isinstance(path[-1], str) else text
                assert json.loads(text) == item


@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.toml"])
def test_damage(tmp_path: Path, name: str) -> None:
    """Whatever is cut off or changed, the answer is lines or one error."""
    dice = random.Random(name)
    text = {"a.json": JSON, "a.yaml": YAML, "a.toml": TOML}[name].encode()
    path = tmp_path / name
    for round_ in range(40):
        data = bytearray(text[: dice.randrange(1, len(text))] if round_ % 2 else text)
        for _ in range(3):
            data[dice.randrange(len(data))] = dice.choice(b"{}[]\"':,=#|-\n x")
        path.write_bytes(bytes(data))
        for selector in (".a.b[0]", ".jobs.test[0]", ".tool.ruff", ".scripts.lint[1]"):
            try:
                shown(path, selector)
            except ReadError:
                pass
        shown(path, "outline")


def test_deep_nesting(tmp_path: Path) -> None:
    """A hundred thousand brackets and three thousand levels of indentation are read without recursion."""
    path = tmp_path / "a.json"
    path.write_text("[" * 100_000)
    assert shown(path, ".[0][0]").numbers == [1]
    path = tmp_path / "a.yaml"
    path.write_text("\n".join(" " * n + "a:" for n in range(3000)))
    assert shown(path, ".a.a").numbers == list(range(2, 3001))
