"""Take the pictures of docs/annotate.md with Chromium; run it with ``make pictures``."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from docs.pictures import save_png
from geoeval.datasets.load import sample_path
from geoeval.world.osm.build import build_from_osm
from geoeval.world.store.reading import MapFile
from tests.annotation.serving import Page, annotating
from tests.generation.conftest import TOWN
from tests.reporting.audit.browser import browsing, find_browser

WIDTH = 1200


def main() -> None:
    """Write a question about an invented town, then review the sample dataset."""
    found = find_browser()
    assert found is not None, "expected Chromium, which is not installed"
    with TemporaryDirectory() as name, browsing(found) as browser:
        folder = Path(name)
        build_from_osm(TOWN, folder / "town.world")
        with annotating(folder, "town.world", "--by", "Ann") as annotator:
            page = Page(browser, annotator)
            page.open()
            write_question(page, folder / "town.world")
            take(page, "annotate-write.png", 1250)
        options = ("--drafts", "sample.sqlite", "--queries", "sample.queries.jsonl")
        with annotating(folder, str(sample_path()), *options) as annotator:
            page = Page(browser, annotator)
            page.open("/review")
            page.wait_for_text("0 of 132 reviewed")
            page.wait_for_text("CONTEXT".title())
            take(page, "annotate-review.png", 850)


def write_question(page: Page, town: Path) -> None:
    """Take facts from the map, ask about them, and label the answer wrongly."""
    with MapFile(town) as file:
        place = next(file.places()).place.name
    page.click("New question")
    page.wait_for_text("Write a question.")
    page.type("Search for a place or a kind of place", place)
    page.click("Search")
    page.click("Add to context")
    page.type("Kind of place", "cafe")
    page.click("Add nearby places")
    page.wait_for_text("cafes around")
    page.type("Question", f"Which cafe is the second nearest to {place}?")
    page.wait_for_text("computed from the facts")
    first = "document.querySelector('.suggestion button')"
    for _ in range(4):
        name = json.dumps(page.browser.evaluate(f"{first}.innerText"))
        page.browser.evaluate(f"{first}.click()")
        page.browser.wait_for(f"{first}.innerText != {name}")
    page.click("B")
    page.wait_for_text("Contradicted")
    page.browser.evaluate("document.querySelectorAll('.q-notification').forEach(e => e.remove())")
    page.browser.evaluate("document.querySelector('.map-side').scrollTop = 0")


def take(page: Page, name: str, height: int) -> None:
    """Take a picture of what the browser shows."""
    page.browser.command(
        "Emulation.setDeviceMetricsOverride",
        width=WIDTH,
        height=height,
        deviceScaleFactor=1,
        mobile=False,
    )
    page.browser.wait_for("document.fonts.status === 'loaded'")
    taken = base64.b64decode(str(page.browser.command("Page.captureScreenshot")["data"]))
    save_png(Image.open(BytesIO(taken)), name)


if __name__ == "__main__":
    main()
