"""The annotator in a browser, from an empty file to a verified record, and after a crash."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from benchmarks.annotation import moved
from geoeval.annotation.store import DraftStore
from geoeval.cli.main import main
from geoeval.datasets.load import sample_path
from geoeval.verification.kept.entries import read_queries
from geoeval.world.model import Place, World
from tests.annotation.conftest import DIRECTION, FACTS
from tests.annotation.serving import Annotator, Page, annotating
from tests.reporting.audit.browser import Browser, browsing, find_browser

pytest.importorskip("nicegui")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_browser() is None, reason="needs Chromium"),
]

HOSTILE = ("<img src=x onerror=alert(1)>", "\u202egnirts", "x" * 10_000, "{{7*7}}</textarea>")


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Run a browser."""
    path = find_browser()
    assert path is not None
    with browsing(path) as found:
        yield found


@pytest.fixture
def annotator(tmp_path: Path) -> Iterator[Annotator]:
    """Run an annotator on an empty file of drafts."""
    with annotating(tmp_path) as found:
        yield found


def questions(folder: Path, count: int, wrong: int = 0) -> Path:
    """Write a dataset of questions, the last of them with wrong labels."""
    records = [
        {
            "id": number,
            "question": DIRECTION,
            "context": FACTS,
            "answer": {
                "type": "mcq",
                "options": ["North", "South"],
                "correct": int(number <= count - wrong),
            },
        }
        for number in range(1, count + 1)
    ]
    path = folder / "questions.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return path


@pytest.fixture
def town_page(browser: Browser, tmp_path: Path, town_file: Path) -> Iterator[Page]:
    """Run an annotator with the map of the town and three questions, the last label wrong."""
    source = questions(tmp_path, 3, wrong=1)
    with annotating(tmp_path, str(town_file), str(source)) as found:
        yield Page(browser, found)


def test_a_new_record_can_be_verified(
    browser: Browser, annotator: Annotator, tmp_path: Path
) -> None:
    """A wrong label is flagged meanwhile and left out of the export."""
    page = Page(browser, annotator)
    page.open()
    page.click("New question")
    page.wait_for_text("Write a question.")
    page.type("Question", DIRECTION)
    page.type("Facts from which the question is answered", FACTS)
    page.type("Option A", "North")
    page.type("Option B", "South")
    page.click("A")
    page.wait_for_text("Contradicted: the label says 'North'")
    assert json.loads(page.fetch("/download/questions.json")) == []
    page.click("B")
    page.wait_for_text("Supported: 'South' follows")
    target = tmp_path / "questions.json"
    target.write_text(page.fetch("/download/questions.json"), encoding="utf-8")
    queries = tmp_path / "q.jsonl"
    queries.write_text(page.fetch("/download/questions.queries.jsonl"), encoding="utf-8")
    assert main(["verify", str(target)]) == 0
    assert main(["verify", str(target), "--queries", str(queries)]) == 0
    assert {url.split("/")[2] for url in browser.requests() if url.startswith("http")} == {
        annotator.url.split("/")[2]
    }
    assert browser.complaints() == []


def test_queries_are_reviewed_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    """Each key writes to the file at once, and the worst verdict comes first."""
    source = questions(tmp_path, 20, wrong=1)
    with annotating(tmp_path, str(source)) as annotator:
        page = Page(browser, annotator)
        page.open("/review")
        page.wait_for_text("0 of 20 reviewed")
        page.wait_for_text("Question 20".upper())
        for done in range(1, 21):
            page.press("r" if done == 1 else "a")
            page.wait_for_text(f"{done} of 20 reviewed")
            page.wait_for_text("rejected" if done == 20 else "")
        page.press("k")
        page.press("j")
    entries = read_queries(tmp_path / "questions.queries.jsonl")
    assert [entry.reviewed for entry in entries] == [True] * 20
    assert [entry.id for entry in entries if entry.query is None] == [20]


def test_disagreements_of_annotators_are_settled(browser: Browser, annotator: Annotator) -> None:
    """The second annotator sees no label, and both answers are compared until they are settled."""
    page = Page(browser, annotator, "Ann")
    page.open()
    page.click("New question")
    page.type("Question", DIRECTION)
    page.type("Option A", "North")
    page.type("Option B", "South")
    page.click("B")
    page.wait_for_text("Not checkable")
    second = Page(browser, annotator, "Ben")
    second.open("/answer")
    second.wait_for_text("1 left")
    assert "right option" not in str(browser.evaluate("document.body.innerText"))
    second.press("a")
    second.wait_for_text("No question is left for Ben to answer.")
    page = Page(browser, annotator, "Ann")
    page.open("/compare")
    page.wait_for_text("0 of 1 blind answers agree")
    page.wait_for_text("Disagreements: 1".upper())
    page.click("B: South")
    page.wait_for_text("Disagreements: 0".upper())


def test_killed_servers_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    """Text typed just before is there after a restart."""
    with annotating(tmp_path) as annotator:
        page = Page(browser, annotator)
        page.open()
        page.click("New question")
        page.type("Question", DIRECTION)
        page.type("Facts from which the question is answered", FACTS)
        page.wait_for_text("computed from the facts")
        annotator.kill()
        browser.wait_for("!window.socket.connected")
        page.type("Option A", "typed while nobody listens")
    with DraftStore(tmp_path / "drafts.sqlite") as store:
        (draft,) = store.drafts()
        assert (draft.text, draft.context.strip()) == (DIRECTION, FACTS.strip())
    port = annotator.url.rstrip("/").rpartition(":")[2]
    with annotating(tmp_path, "--port", port) as annotator:
        page = Page(browser, annotator)
        page.open()
        page.wait_for_text("computed from the facts")
        assert browser.evaluate("document.querySelector('textarea').value") == DIRECTION
        browser.wait_for(
            "[...document.querySelectorAll('input')].some(e => e.value.startsWith('typed while'))"
        )


def test_hostile_texts_stay_text(browser: Browser, tmp_path: Path) -> None:
    """Names, questions and options are hostile on every page."""
    places = tuple(
        Place(name=name, location=(60 + number / 100, 24.0), address=name)
        for number, name in enumerate(HOSTILE)
    )
    World(places=places).save(tmp_path / "town.world")
    with DraftStore(tmp_path / "drafts.sqlite") as store:
        for name in HOSTILE:
            draft = store.create("<b>Ben</b>")
            facts = f"Information of {name}:\n- Location: (60.1, 24.0).\n"
            text = f"How far is {name} from gorp?"
            options = (name, "1 km")
            store.save(
                type(draft)(id=draft.id, text=text, options=options, label=0, context=facts), name
            )
    with annotating(tmp_path, "town.world") as annotator:
        page = Page(browser, annotator, "Cy")
        for path, known in (
            ("/", "Print view"),
            ("/review", "0 of 4 reviewed"),
            ("/answer", "4 left"),
            ("/export", "complete"),
            ("/compare", "Nobody"),
        ):
            page.open(path)
            page.wait_for_text(known)
            page.wait_for_text("gorp") if path in {"/", "/review", "/answer"} else None
            assert browser.evaluate("document.querySelectorAll('main img').length") == 0
            assert "\u202e" not in str(browser.evaluate("document.body.innerText"))
            assert "49" not in str(browser.evaluate("document.querySelector('main').innerText"))
            wide = browser.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert isinstance(wide, int)
            assert wide <= 0
        page.open("/")
        page.type("Search for a place or a kind of place", HOSTILE[0])
        page.click("Search")
        page.wait_for_text("onerror")
        assert browser.evaluate("document.querySelectorAll('main img').length") == 0
        printed = page.fetch("/print/1")
        assert "&lt;img" in printed
        assert "<img" not in printed


def test_maps_of_ten_thousand_places_move_quickly(browser: Browser, tmp_path: Path) -> None:
    """All but two of fifty moves take less than a quarter of a second, drawing included."""
    draw = Random(3)  # noqa: S311 - no secret
    places = (
        Place(name=f"Place {number}", location=(60 + draw.random() / 10, 24 + draw.random() / 5))
        for number in range(10_000)
    )
    World(places=tuple(places)).save(tmp_path / "city.world")
    with annotating(tmp_path, "city.world") as annotator:
        page = Page(browser, annotator)
        page.open()
        browser.wait_for("document.querySelector('.leaflet-overlay-pane canvas')")
        spent = [moved(page, number) for number in range(50)]
        assert statistics.quantiles(spent, n=20)[-1] < 0.25


@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_pages_are_accessible(
    browser: Browser, town_page: Page, axe: str, width: int, *, dark: bool
) -> None:
    """By axe-core, no page or dialog has a serious fault."""
    for path, known in (
        ("/", "Supported"),
        ("/review", "0 of 3 reviewed"),
        ("/answer", "3 left"),
        ("/compare", "Nobody"),
        ("/export", "complete"),
        ("dialog", "What does the question ask for?"),
        ("/print/1", "PROOF"),
    ):
        if path == "dialog":
            town_page.open("/", width, dark=dark)
            town_page.click("Edit the query")
        elif path.startswith("/print"):
            browser.visit(town_page.annotator.url.rstrip("/") + path, width, dark=dark)
        else:
            town_page.open(path, width, dark=dark)
        town_page.wait_for_text(known)
        # A dialog that is still fading in has other colours.
        browser.wait_for(
            "document.getAnimations().every("
            "a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)"
        )
        assert browser.find_faults(axe) == [], path


TOO_SMALL = """
[...document.querySelectorAll('main button, main a, main input, main [role=radio], header a')]
  .filter(e => !e.closest('.leaflet-control-attribution, .skip'))
  .map(e => e.closest('.q-radio, .q-field') || e)
  .filter(e => e.getBoundingClientRect().width && e.getBoundingClientRect().height < 39.5)
  .map(e => e.outerHTML.slice(0, 200))
"""


def test_fingers_hit_every_button(browser: Browser, town_page: Page) -> None:
    """On a phone no target is lower than 40 pixels, and the map is under a button."""
    for path, known in (
        ("/review", "0 of 3 reviewed"),
        ("/answer", "3 left"),
        ("/export", "complete"),
        ("/", "Supported"),
    ):
        town_page.open(path, 390)
        town_page.wait_for_text(known)
        assert browser.evaluate(TOO_SMALL) == [], path
    leaflet = "document.querySelector('.leaflet-container')"
    top = "document.querySelector('[data-draft]').getBoundingClientRect().top"
    assert not browser.evaluate(f"{leaflet}.offsetHeight")
    assert browser.evaluate(f"{top} < innerHeight / 2")
    town_page.click("Map")
    browser.wait_for(f"{leaflet}.offsetHeight && {top} > {leaflet}.offsetHeight")
    assert browser.evaluate(TOO_SMALL) == []
    town_page.click("Hide the map")
    browser.wait_for(f"!{leaflet}.offsetHeight")


OVERLAPS = """
[...document.querySelectorAll('.option-row, .q-radio')].map(e => e.getBoundingClientRect())
  .filter(box => [...document.querySelectorAll('.q-notification')]
    .map(e => e.getBoundingClientRect())
    .some(m => m.left < box.right && box.left < m.right && m.top < box.bottom
      && box.top < m.bottom)).length
"""


@pytest.mark.parametrize("width", [1200, 800, 390])
def test_messages_do_not_cover_the_options(browser: Browser, town_page: Page, width: int) -> None:
    """The author goes on choosing options meanwhile."""
    town_page.open("/", width)
    town_page.wait_for_text("Supported")
    browser.evaluate("document.querySelector('.option-row').scrollIntoView({block: 'end'})")
    town_page.click("Undo")
    town_page.wait_for_text("There is nothing to undo.")
    assert browser.evaluate(OVERLAPS) == 0


def test_the_map_is_next_to_the_question(browser: Browser, town_page: Page) -> None:
    """It stays in sight while the author scrolls."""
    town_page.open("/", 1200)
    town_page.wait_for_text("Supported")
    map_box = "document.querySelector('.leaflet-container').getBoundingClientRect()"
    edge = "document.querySelector('[data-draft]').getBoundingClientRect().right"
    assert browser.evaluate(f"{map_box}.left >= {edge}")
    browser.evaluate("scrollTo(0, document.body.scrollHeight)")
    browser.wait_for(f"scrollY > 100 && {map_box}.top >= 0")


def test_the_sample_can_be_reviewed(browser: Browser, tmp_path: Path) -> None:
    """Wrong labels come first."""
    with annotating(
        tmp_path, str(sample_path()), "--drafts", "drafts.sqlite", "--queries", "q.jsonl"
    ) as annotator:
        page = Page(browser, annotator)
        page.open("/review")
        page.wait_for_text("0 of 132 reviewed")
        page.wait_for_text("Contradicted")
