"""The examples of README.md and docs/: fenced blocks, and the commands inside console blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>[a-z]+)[^\n]*\n(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)

ROW = re.compile(r"^\| *`(?P<first>[^`]+)` *\|(?P<rest>.*)\|$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its file, the line on which its body starts, its language and body."""

    file: str
    line: int
    language: str
    body: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A command of a console block and the output shown below it."""

    text: str
    output: str


def pages() -> list[Path]:
    """Return README.md, CONTRIBUTING.md and every page below docs/."""
    return [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


def api_pages() -> str:
    """Return the text of the pages that describe the public names, one page per family."""
    return "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/api").glob("*.md"))


def blocks(language: str) -> list[Block]:
    """Return the fenced blocks of one language, over all pages."""
    return [block for page in pages() for block in _blocks(page) if block.language == language]


def _blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        indent = match["indent"]
        body = "".join(
            line.removeprefix(indent) for line in match["body"].splitlines(keepends=True)
        )
        line = text.count("\n", 0, match.start("body")) + 1
        yield Block(page.relative_to(ROOT).as_posix(), line, match["language"], body)


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block; a backslash at the end continues a line."""
    found = []
    for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
        text, _, output = part.replace("\\\n", " ").partition("\n")
        found.append(Command(" ".join(text.split()), output))
    return found


def rows(page: str, heading: str | None = "") -> dict[str, str]:
    """Return the table rows of a page of docs/ whose first cell is code, by that cell.

    ``heading`` limits them to one section; None selects the text before the first section.
    """
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    above, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    if heading is None:
        text = above
    elif heading:
        (text,) = (section for section in sections if section.startswith(f"{heading}\n"))
    return {match["first"]: match["rest"] for match in ROW.finditer(text)}
