"""Notebooks of all versions of their format, as JSON."""

import json


def cell(kind: str, source: object, *outputs: dict[str, object], **more: object) -> dict[str, object]:
    """Give a cell of nbformat 4."""
    made: dict[str, object] = {"cell_type": kind, "metadata": {}, "source": source}
    if kind == "code":
        made.update(execution_count=1, outputs=list(outputs))
    return {**made, **more}


def made(*cells: object, **metadata: object) -> bytes:
    """Give a notebook of nbformat 4."""
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()


def seeds() -> bytes:
    """Give the notebook of the seed's vectors."""
    return made(
        cell("markdown", ["# Title\n", "\n", "Body\n"]),
        cell("code", ["print('hello')\n"]),
        cell("code", "x = 1\ny = 2"),
        cell("raw", []),
    )


def old(*, version: int = 3, with_worksheets: bool = True, with_metadata: bool = True) -> bytes:
    """Give a notebook of nbformat 2 or 3: worksheets, `input`, headings, pyout."""
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Old times"], "metadata": {}},
        {
            "cell_type": "code",
            "input": ["1 + 1"],
            "language": "python",
            "prompt_number": 1,
            "outputs": [
                {
                    "output_type": "pyout",
                    "prompt_number": 1,
                    "output_text" if version == 2 else "text": ["2"],
                    "output_png" if version == 2 else "png": "iVBORw0KGgo=",
                }
            ],
        },
        {"cell_type": "html", "source": "<b>bold</b>"},
    ]
    notebook: dict[str, object] = {"nbformat": version, "nbformat_minor": 0, "metadata": {"name": "Oldbook"}}
    notebook.update({"worksheets": [{"cells": cells[:2]}, {"cells": cells[2:]}]} if with_worksheets else {"cells": cells})
    if not with_metadata:
        del notebook["metadata"]
    return json.dumps(notebook).encode()


def talkative() -> bytes:
    """Give a notebook with every kind of output."""
    progress = "".join(f"\r{percent}%" for percent in range(100)) + "\rdone\n"
    return made(
        cell(
            "code",
            "run()",
            {
                "output_type": "stream",
                "name": "stdout",
                "text": ["\u001b[31mRed\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007\n", progress],
            },
            {"output_type": "stream", "name": "stderr", "text": "".join(f"line {number}\n" for number in range(100))},
            {"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBORw0KGgo=\n", "text/plain": ["<Figure>"]}},
            {
                "output_type": "display_data",
                "metadata": {},
                "data": {
                    "text/html": "<style>td{}</style><table><tr><td>a</td><td>b &amp; c</td></tr></table>",
                    "text/plain": "<IPython.core.display.HTML object>",
                },
            },
            {"output_type": "execute_result", "metadata": {}, "data": {"application/json": {"a": [1]}}},
            {"output_type": "display_data", "metadata": {}, "data": {"application/vnd.jupyter.widget-view+json": {}}},
        ),
        cell(
            "code",
            "fail()",
            {
                "output_type": "error",
                "ename": "NameError",
                "evalue": "name 'gone' is not defined",
                "traceback": ["\u001b[0;31mNameError\u001b[0m", "at line 1"],
            },
        ),
        cell("code", "quiet()"),
    )
