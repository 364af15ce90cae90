"""The annotator: how long an author waits for a verdict, and for the map to move."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, NotMeasuredError
from geoeval.datasets.load import load_dataset, sample_path
from geoeval.extras import check_installed
from geoeval.world.model import Place, World
from tests.annotation.serving import Page, annotating
from tests.reporting.audit.browser import browsing, find_browser

QUESTIONS, MOVES, PLACES = 100, 50, 10_000
VERDICT_MS, MOVE_MS = 300, 250
WATCH = """
window.typedAt = null; window.shownAt = null;
document.querySelector('textarea').addEventListener('input', () => {
  window.typedAt = performance.now(); window.shownAt = null;
});
new MutationObserver(() => { window.shownAt ??= performance.now(); }).observe(
  document.querySelector('.question-proof'), {childList: true, subtree: true});
"""


def verdicts() -> list[Figure]:
    """Type questions into a page, each about its own context, and wait for what it comes to."""
    records = [each for each in load_dataset(sample_path()).records if each.context]
    chosen = Random(5).sample(records, QUESTIONS)  # noqa: S311 - no secret
    spent = []
    with _page() as page:
        page.click("New question")
        page.wait_for_text("Write a question.")
        page.browser.evaluate(WATCH)
        for record in chosen:
            page.type("Facts from which the question is answered", record.context)
            time.sleep(0.7)  # until the facts are saved and proved
            page.type("Question", record.question.text)
            page.browser.wait_for("window.shownAt")
            took = page.browser.evaluate("window.shownAt - window.typedAt")
            assert isinstance(took, float | int)
            spent.append(float(took))
    return [_figure("question typed to verdict shown", spent, VERDICT_MS)]


def moves() -> list[Figure]:
    """Move a map of many places, drawing included."""
    draw = Random(3)  # noqa: S311 - no secret
    places = tuple(
        Place(name=f"Place {number}", location=(60 + draw.random() / 10, 24 + draw.random() / 5))
        for number in range(PLACES)
    )
    with _page(World(places=places)) as page:
        page.browser.wait_for("document.querySelector('.leaflet-overlay-pane canvas')")
        time.sleep(1)
        spent = [1000 * moved(page, number) for number in range(MOVES)]
    return [_figure(f"map of {PLACES} places moved", spent, MOVE_MS)]


def moved(page: Page, number: int) -> float:
    """Return how many seconds it takes to move the map by an arrow key, to and fro in turn."""
    browser = page.browser
    browser.evaluate("window.moved = 0; document.querySelector('.leaflet-container').focus()")
    key, code = (("ArrowRight", 39), ("ArrowLeft", 37))[number % 2]
    pressed = {"key": key, "windowsVirtualKeyCode": code}
    began = time.perf_counter()
    browser.command("Input.dispatchKeyEvent", type="rawKeyDown", **pressed)
    browser.evaluate("requestAnimationFrame(() => requestAnimationFrame(() => window.moved = 1))")
    browser.wait_for("window.moved")
    spent = time.perf_counter() - began
    browser.command("Input.dispatchKeyEvent", type="keyUp", **pressed)
    return spent


@contextmanager
def _page(world: World | None = None) -> Iterator[Page]:
    """Open a page in a browser."""
    check_installed("nicegui", "annotate")
    path = find_browser()
    if path is None:
        message = "no Chromium is installed"
        raise NotMeasuredError(message)
    with TemporaryDirectory() as name, browsing(path) as browser:
        if world is not None:
            world.save(Path(name) / "map.world")
        arguments = ["map.world"] if world is not None else []
        with annotating(Path(name), *arguments) as annotator:
            page = Page(browser, annotator)
            page.open()
            yield page


def _figure(name: str, spent: Sequence[float], target: int) -> Figure:
    """Return the median and the 95th percentile of some milliseconds."""
    cuts = statistics.quantiles(spent, n=20)
    note = f"p50 {statistics.median(spent):.0f} ms; target {target} ms"
    return Figure(name=f"{name}, p95 of {len(spent)}", value=f"{cuts[-1]:.0f} ms", note=note)
