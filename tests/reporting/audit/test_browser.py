"""Audits in a real browser: no requests, no console messages, no overflow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from geoeval.datasets.load import load_datasets
from geoeval.reporting.audit.page import draw_page
from geoeval.reporting.view import View
from geoeval.verification.model import Report
from geoeval.verification.run import verify_datasets
from tests.reporting.audit.browser import Browser, browsing, find_browser

pytestmark = pytest.mark.slow

MOST_BYTES = 5_000_000
WIDTHS = (1200, 390)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser, or skip where there is none."""
    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed (apt-get install chromium)")
    with browsing(path) as started:
        yield started


@pytest.fixture(
    scope="module", params=["mapeval/dev.json", "mapqa/california", "sample", "hostile"]
)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an audit: of two published datasets, the sample, or hostile text."""
    if request.param in {"sample", "hostile"}:
        report = request.getfixturevalue(request.param)
    else:
        path = request.getfixturevalue("data_dir") / request.param
        report = verify_datasets(load_datasets(path))
    assert isinstance(report, Report)
    saved: Path = tmp_path_factory.mktemp("audit") / "audit.html"
    saved.write_text(draw_page(report, View()), encoding="utf-8")
    return saved


def test_the_page_is_small(page: Path) -> None:
    """It has less than five megabytes."""
    assert page.stat().st_size < MOST_BYTES


@pytest.mark.parametrize(("width", "dark"), [(1200, False), (390, True)])
def test_the_page_is_self_contained_and_fits(
    browser: Browser, page: Path, width: int, dark: bool
) -> None:
    """There is one request for the file itself, an empty console and no sideways scrolling."""
    browser.open(page, width, dark=dark)
    browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert browser.evaluate("document.documentElement.scrollWidth") == width
    assert [address for address in browser.requests() if not address.startswith("data:,")] == [
        page.as_uri()
    ]
    assert browser.complaints() == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_is_accessible(
    browser: Browser, page: Path, axe: str, width: int, *, dark: bool
) -> None:
    """By axe-core, it has no serious fault."""
    browser.open(page, width, dark=dark)
    assert browser.find_faults(axe) == []


def test_text_in_pictures_is_large_enough(browser: Browser, page: Path) -> None:
    """It has at least 11 pixels on a small screen."""
    browser.open(page, 390)
    browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    sizes = browser.evaluate(
        "[...document.querySelectorAll('figure svg text')].map((text) =>"
        " parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"
    )
    assert isinstance(sizes, list)
    assert min(sizes, default=11) >= 11


@pytest.mark.parametrize("width", WIDTHS)
def test_text_in_pictures_is_not_cut_off(browser: Browser, page: Path, width: int) -> None:
    """Every text lies inside its drawing in the fonts of the browser."""
    browser.open(page, width)
    browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    outside = browser.evaluate(
        "[...document.querySelectorAll('figure svg text')].filter((text) => {"
        " const box = text.getBoundingClientRect();"
        " const frame = text.ownerSVGElement.getBoundingClientRect();"
        " return box.left < frame.left - 2 || box.right > frame.right + 2"
        " || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;"
        "}).map((text) => text.textContent)"
    )
    assert outside == []


def test_the_form_filters_the_findings(browser: Browser, page: Path) -> None:
    """A rule selects its findings, an unknown word none, and a link shows all again."""
    browser.open(page, 1200)
    shown = "[...document.querySelectorAll('.finding')].filter((one) => one.checkVisibility())"
    everything = browser.evaluate(f"{shown}.length")
    change = "form.dispatchEvent(new Event('input', {bubbles: true}))"
    browser.evaluate(f"form.elements.rule.selectedIndex = 1; {change}")
    codes = browser.evaluate(f"[...new Set({shown}.map((one) => one.dataset.code))]")
    assert codes == [browser.evaluate("form.elements.rule.value")]
    browser.evaluate(f"form.elements.text.value = 'zzz nowhere'; {change}")
    assert browser.evaluate(f"{shown}.length") == 0
    assert browser.evaluate("form.querySelector('output').value") == "0 shown"
    browser.evaluate("location.hash = document.querySelector('.finding').id")
    browser.evaluate("reveal()")
    assert browser.evaluate(f"{shown}.length") == everything


def test_the_page_works_without_its_script(browser: Browser, page: Path) -> None:
    """The findings are shown, and the useless form is not."""
    browser.open(page, 1200, script=False)
    document = browser.command("DOM.getDocument")["root"]
    assert isinstance(document, dict)

    def matches(selector: str) -> object:
        asked = {"nodeId": document["nodeId"], "selector": selector}
        return browser.command("DOM.querySelectorAll", **asked)["nodeIds"]

    assert matches(".finding")
    assert matches("#filter[hidden]")
