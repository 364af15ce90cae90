"""What the site has beside the pages of docs/: executed tutorials, the house, pages of the root."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.notebooks import TUTORIALS, page

ROOT = Path(__file__).parents[1]
# Ours stands in for typing's, which takes long to import; signatures are shown by either.
griffe.typing_overload.add("geoeval.calculators.sphere.overloads.overload")
OF_THE_ROOT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing/index.md"}

# Records of the past have the words of every question, and the answer of none.
SEARCHED_LAST = ("changelog.md", "decisions/")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files that are made when the site is built."""
    for name, content in (
        *_tutorials(),
        *_pages_of_the_root(config),
        ("assets/house.svg", house()),
    ):
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Rank pages about the past of the project below the others in the search."""
    if page.file.src_uri.startswith(SEARCHED_LAST):
        page.meta["search"] = {"boost": 0.3}
    return markdown


def _tutorials() -> Iterator[tuple[str, str | bytes]]:
    for tutorial in TUTORIALS:
        made = page(tutorial)
        yield f"tutorials/{made.name}.md", made.text
        yield from ((f"tutorials/{name}", content) for name, content in made.files.items())


def _pages_of_the_root(config: MkDocsConfig) -> Iterator[tuple[str, str]]:
    """Yield the pages of the root, with links that hold from where the site has them."""
    for name, at in OF_THE_ROOT.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        up = "../" * at.count("/")
        text = re.sub(r"\]\(docs/", f"]({up}", text)
        yield at, re.sub(r"\]\((?=[A-Z])", f"]({config.repo_url}/blob/main/", text)


def house() -> str:
    """Draw the layers of the package, one storey each: what stands higher imports what is below."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (contract,) = tool["importlinter"]["contracts"]
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    known = dict(re.findall(r"^\| (`.+?`) \| (.+?) \|$", guide, re.MULTILINE))
    storey, width, rooms = 46, 980, 340
    drawn = []
    for floor, layer in enumerate(contract["layers"]):
        names = layer.split(" | ")
        top = 12 + floor * storey
        across = rooms / len(names)
        for at, name in enumerate(names):
            left = 12 + at * across
            middle = left + across / 2 - 2, top + storey / 2 + 1
            drawn.append(
                f'<rect x="{left:.0f}" y="{top}" width="{across - 4:.0f}" height="{storey - 6}"'
                f' rx="4" fill="#dcecf5" stroke="#0072b2"/>'
                f'<text x="{middle[0]:.0f}" y="{middle[1]:.0f}" text-anchor="middle"'
                f' font-weight="bold">{name}</text>'
            )
        words = known[", ".join(f"`{name}`" for name in names)].replace("`", "")
        for line, text in enumerate(_two_lines(words)):
            drawn.append(f'<text x="{rooms + 24}" y="{top + 16 + 16 * line}">{escape(text)}</text>')
    height = 24 + storey * len(contract["layers"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="12" fill="#1d2129">'
        f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>{"".join(drawn)}</svg>'
    )


def _two_lines(text: str) -> tuple[str, str]:
    """Return a text broken in its middle if it is long."""
    if len(text) < 90:
        return text, ""
    at = text.index(" ", len(text) // 2)
    return text[:at], text[at + 1 :]
