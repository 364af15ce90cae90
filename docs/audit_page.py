"""Take the pictures of docs/audit.md from the audit of the sample; run it with ``make pictures``.

Needs Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

from docs.pictures import save_png
from geoeval.datasets.load import sample_path
from geoeval.reporting.audit.page import draw_finding, draw_page, page_style
from geoeval.reporting.reports.findings import Shown
from geoeval.reporting.view import View
from geoeval.verification.model import Report
from geoeval.verification.run import verify_dataset

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTH, SUMMARY_HEIGHT, MOST_HEIGHT = 960, 760, 3000
FINDING_WIDTH, FINDING_SCALE = 520, 1.5
"""Narrow: words have 11 pixels in a page that is 390 wide. A scale of 2 makes files of 150 kB."""
MARGIN = 16
SHOWN = {"direction": 18, "count": 1, "schedule": 98}
"""The findings that are shown, by the ids of their records."""
WHOLE = "direction"
"""The finding that is shown to its end; the others end with their pictures, as they are long."""


def main() -> None:
    """Take the head of the page, and some findings."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        sys.exit("no Chromium is installed; apt-get install chromium")
    report = verify_dataset(sample_path())
    page = draw_page(report, View(title="Audit of the sample dataset"))
    save_png(photograph(browser, page).crop((0, 0, WIDTH, SUMMARY_HEIGHT)), "audit-summary.png")
    for name, record in SHOWN.items():
        alone = finding_alone(report, record, whole=name == WHOLE)
        taken = photograph(browser, alone, FINDING_WIDTH, FINDING_SCALE)
        save_png(taken, f"audit-{name}.png")


def finding_alone(report: Report, record: int, *, whole: bool) -> str:
    """Return a page with the finding about one record, or with its part down to the pictures."""
    (item,) = (one for one in report.items if one.id == record)
    text = draw_finding(Shown(item.findings[0], item), "finding", f"{sample_path().parent}/")
    style = page_style() if whole else f"{page_style()}.pictures ~ * {{ display: none; }}"
    head = f'<meta charset="utf-8"><style>{style}</style>'
    return f"<!doctype html><html><head>{head}</head><body><main>{text}</main></body></html>"


def photograph(browser: str, page: str, width: int = WIDTH, scale: float = 1) -> Image.Image:
    """Return what a browser shows of a page, down to the end of what it holds."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.png")
        source.write_text(page, encoding="utf-8")
        subprocess.run(  # noqa: S603 - the browser of this machine, on a page of our own
            [
                browser,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},{MOST_HEIGHT}",
                f"--force-device-scale-factor={scale}",
                f"--screenshot={target}",
                source.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        with Image.open(target) as taken:
            picture = taken.convert("RGB")
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    box = ImageChops.difference(picture, ground).getbbox()
    bottom = picture.height if box is None else min(box[3] + MARGIN, picture.height)
    return picture.crop((0, 0, picture.width, bottom))


if __name__ == "__main__":
    main()
