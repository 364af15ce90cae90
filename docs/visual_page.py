"""Draw docs/assets/visual.png for docs/generation.md; run it with ``make pictures``."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap

import matplotlib.pyplot as plt
from PIL import Image

from docs.pictures import save_png
from geoeval.generation.visual.sets import Pictured, generate_pictures
from geoeval.world.model import World
from geoeval.world.osm.build import build_from_osm
from tests.generation.conftest import TOWN

COUNT, SEED, ACROSS = 20, 5, 4
WIDTH = 64  # letters in a line below a picture


def main() -> None:
    """Make twenty questions about pictures of an invented town and draw them as one sheet."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "town.world"
        build_from_osm(TOWN, path)
        made = list(generate_pictures(World.open(path), COUNT, SEED))
    figure, axes = plt.subplots(COUNT // ACROSS, ACROSS, figsize=(26, 24), dpi=100)
    for number, (axis, each) in enumerate(zip(axes.flat, made, strict=True), start=1):
        axis.imshow(Image.open(BytesIO(each.snapshot.png)))
        axis.set_axis_off()
        axis.text(0, -0.02, caption(number, each), transform=axis.transAxes, va="top", fontsize=13)
    figure.subplots_adjust(
        left=0.005, right=0.995, top=0.995, bottom=0.03, wspace=0.02, hspace=0.19
    )
    sheet = BytesIO()
    figure.savefig(sheet)
    save_png(Image.open(sheet), "visual.png")


def caption(number: int, each: Pictured) -> str:
    """Return a question with its options, the right one marked."""
    lines = wrap(f"{number}. {each.asked.text}", WIDTH)
    marks = ["✓ " if at == each.label else "" for at in range(len(each.options))]
    told = " · ".join(f"{mark}{text}" for mark, text in zip(marks, each.options, strict=True))
    return "\n".join([*lines, *wrap(told, WIDTH)])


if __name__ == "__main__":
    main()
