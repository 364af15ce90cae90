"""Execute the tutorials and turn them into pages.

A tutorial is a Python file in jupytext's percent format. It runs in a folder with the files of
docs/examples. It becomes a Markdown page with its pictures, the HTML pages that it wrote, and a
notebook to download.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

DOCS = Path(__file__).parent
TUTORIALS = tuple(sorted((DOCS / "tutorials").glob("*.py")))
PICTURES = {"image/svg+xml": "svg", "image/png": "png"}
FAILED = re.compile(r"command not found|geoeval: error:.*|Traceback")
# What a terminal does not show at the end: a line that is erased from the line below it, as a
# progress bar is when it is complete; codes of colours; and text that a progress bar overwrites.
UNSEEN = re.compile(
    r"[^\n]*\n(?:\x1b\[\?25h)?\r?\x1b\[1A\x1b\[2K|\x1b\[[\d;?]*[a-zA-Z]|[^\n]*\r(?!\n)"
)
SECONDS = 120  # for one cell


@dataclass
class Page:
    """A tutorial as Markdown, and the files that it shows or links to, by name."""

    name: str
    text: str
    files: dict[str, bytes] = field(default_factory=dict)


def execute(tutorial: Path) -> tuple[nbformat.NotebookNode, dict[str, bytes]]:
    """Return a tutorial with the outputs of its cells, and the HTML pages that it wrote.

    Raises CellExecutionError if a cell fails, and ValueError if a command in one does.
    """
    notebook = jupytext.read(tutorial)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DOCS / "examples", folder, dirs_exist_ok=True)
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "76",
            "NO_COLOR": "1",
            "TERM": "dumb",
        }
        resources = {"metadata": {"path": folder}}
        # Together, because a progress bar erases what an earlier piece of the stream has shown.
        client = NotebookClient(
            notebook, timeout=SECONDS, resources=resources, coalesce_streams=True
        )
        client.execute(env=environment)
        written = {each.name: each.read_bytes() for each in Path(folder).glob("*.html")}
    printed = (
        output
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if output.output_type == "stream"
    )
    for output in printed:
        output.text = UNSEEN.sub("", output.text.replace(f"{folder}/", ""))
        if found := FAILED.search(output.text):
            message = f"{tutorial.name}: {found[0]}"
            raise ValueError(message)
    return notebook, written


def page(tutorial: Path) -> Page:
    """Execute a tutorial and return its page."""
    notebook, written = execute(tutorial)
    made = Page(tutorial.stem, "", written)
    made.files[f"{made.name}.ipynb"] = nbformat.writes(notebook).encode()
    made.text = "\n\n".join(part for cell in notebook.cells for part in _parts(cell, made))
    title, _, rest = made.text.partition("\n")
    made.text = f"{title}\n\n{_how_to_run(made.name)}\n{rest}\n"
    return made


def _how_to_run(name: str) -> str:
    """Return what a reader needs to run a tutorial: its notebook, folder and extras."""
    index = (DOCS / "tutorials" / "index.md").read_text(encoding="utf-8")
    (extras,) = re.findall(rf"^\| \[.*\]\({name}\.md\) \| (.*?) \|", index, re.MULTILINE)
    wanted = ",".join(re.findall(r"`(\w+)`", extras))
    install = f'`pip install ".[{wanted}]"`' if wanted else "`pip install .`"
    return (
        f"[Download this page as a notebook]({name}.ipynb). It runs in the folder `docs/examples`\n"
        f"of a [clone](../install.md), where {install} has installed what it needs."
    )


def _parts(cell: nbformat.NotebookNode, made: Page) -> Iterator[str]:
    """Yield a cell and its outputs as Markdown."""
    if cell.cell_type != "code":
        yield cell.source
        return
    language = "bash" if cell.source.startswith("!") else "python"
    yield _fenced(re.sub(r"^!", "$ ", cell.source, flags=re.MULTILINE), language)
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    if printed:
        yield _fenced(printed.replace("\r\n", "\n"), "text")
    for output in cell.outputs:
        if output.output_type != "stream":
            yield _shown(output.data, cell.metadata.get("title", ""), made)


def _shown(data: nbformat.NotebookNode, title: str, made: Page) -> str:
    """Return what a cell displays, in the richest form that a page can hold."""
    for form, suffix in PICTURES.items():
        if form in data:
            shown = sum(name.startswith(f"{made.name}-") for name in made.files)
            name = f"{made.name}-{shown + 1}.{suffix}"
            drawn = data[form]
            made.files[name] = drawn.encode() if suffix == "svg" else base64.b64decode(drawn)
            return f"![{title}]({name})"
    if "text/html" in data:
        return re.sub(
            r"<style.*?</style>\n?|^ +", "", data["text/html"], flags=re.DOTALL | re.MULTILINE
        )
    return _fenced(data["text/plain"], "text")


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
