"""Mark the pictures of the documentation with the version of geoeval that they show.

tests/architecture/test_pictures.py compares it with the version of the project.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from PIL import Image
from PIL.PngImagePlugin import PngInfo

ASSETS = Path(__file__).parent / "assets"
MARK = f"geoeval {version('geoeval')}"
COLOURS = 224  # a quarter of the size, and no difference to be seen


def save_png(picture: Image.Image, name: str) -> None:
    """Write a picture with few colours."""
    about = PngInfo()
    about.add_text("Software", MARK)
    few = picture.convert("RGB").quantize(COLOURS)
    few.save(ASSETS / name, optimize=True, pnginfo=about)


def save_svg(drawing: str, name: str) -> None:
    """Write a drawing."""
    (ASSETS / name).write_text(f"{drawing.rstrip()}\n<!-- {MARK} -->\n", encoding="utf-8")
