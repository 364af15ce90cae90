"""The pages in use."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from geoeval.annotation.desk import Desk
from geoeval.annotation.draft import Draft
from geoeval.understanding.learned.reader import shipped_model
from geoeval.world.model import World
from geoeval.world.writer import write_context
from tests.annotation.conftest import DIRECTION, FACTS

pytest.importorskip("nicegui")

from nicegui import ui
from nicegui.testing import User
from nicegui.testing.user_simulation import user_simulation

from geoeval.annotation.app import serving
from geoeval.annotation.app.serving import annotator_server, build_root, warm_up

Steps = Callable[[User], Awaitable[None]]


def use_pages(desk: Desk, steps: Steps, by: str = "Ann") -> None:
    """Open the pages as a user and perform some steps."""

    async def run() -> None:
        async with user_simulation(root=build_root(desk, by)) as user:
            await steps(user)

    asyncio.run(run())


async def wait_for_text(user: User, text: str) -> None:
    """Wait until a text is on the page."""
    await user.should_see(text, retries=50)


def fill(user: User, marker: str, text: str) -> None:
    """Put a text into a field."""
    (field,) = user.find(marker=marker).elements
    assert isinstance(field, ui.input)
    field.set_value(text)


def test_questions_are_verified_while_written(desk: Desk) -> None:
    """A question is written from nothing until its label follows."""

    async def steps(user: User) -> None:
        await user.open("/")
        user.find(marker="new").click()
        await wait_for_text(user, "Write a question.")
        fill(user, "question", DIRECTION)
        await wait_for_text(user, "Still missing")
        fill(user, "context", FACTS)
        await wait_for_text(user, "computed from the facts")
        user.find(marker="add-right").click()
        await wait_for_text(user, "Still missing: two options, the right option.")
        fill(user, "option-1", "North")
        await wait_for_text(user, "Still missing: the right option.")
        (label,) = user.find(marker="label").elements
        assert isinstance(label, ui.radio)
        label.set_value(0)
        await wait_for_text(user, "Supported")

    use_pages(desk, steps)
    (draft,) = desk.store.drafts()
    assert (draft.text, draft.options, draft.label) == (DIRECTION, ("South", "North"), 0)


def ready(number: int, label: int | None = 0, text: str = DIRECTION) -> Draft:
    """Return a complete question whose first option is right."""
    return Draft(id=number, text=text, options=("South", "North"), label=label, context=FACTS)


def test_wrong_labels_are_flagged(desk: Desk) -> None:
    """The warning appears before any export."""
    desk.store.add((ready(1, 1),))

    async def steps(user: User) -> None:
        await user.open("/")
        await wait_for_text(user, "Contradicted")
        await user.open("/export")
        await wait_for_text(user, "0 questions are complete and not contradicted.")
        await wait_for_text(user, "1: its label is contradicted")

    use_pages(desk, steps)


def test_questions_of_unknown_form_are_explained(desk: Desk) -> None:
    """The author sees which forms are read, with a link to more."""
    desk.store.add((ready(1, text="Gorp?"),))

    async def steps(user: User) -> None:
        await user.open("/")
        await wait_for_text(user, "Questions are read that ask how far")
        await wait_for_text(user, "How questions are read")
        await user.should_not_see("no frame fits")

    use_pages(desk, steps)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("CSV", "1 question written to questions.csv"),
        ("Queries (JSON Lines)", "the queries of 2 questions written to questions.queries.jsonl"),
        ("MapEval JSON, including", "2 questions written to questions.json"),
    ],
)
def test_exports_count_their_records(desk: Desk, link: str, message: str) -> None:
    """A contradicted question is written only on request."""
    desk.store.add((ready(1), ready(2, 1)))

    async def steps(user: User) -> None:
        await user.open("/export")
        await wait_for_text(user, "1 question is complete and not contradicted.")
        user.find(kind=ui.link, content=link).click()
        await wait_for_text(user, message)

    use_pages(desk, steps)


def test_the_trained_reader_is_loaded_before_it_is_needed(desk: Desk) -> None:
    """The question for it is one that the rules do not read."""
    shipped_model.cache_clear()
    warm_up(desk)
    assert shipped_model.cache_info().currsize == 1


def test_nothing_is_read_while_the_server_starts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library then looks at all objects, which breaks a tuple that another thread builds."""
    steps: list[str] = []
    is_warm = threading.Event()

    def note_warm_up(_: Desk) -> None:
        steps.append("warm-up")
        is_warm.set()

    async def start_library() -> None:
        steps.append("library")

    monkeypatch.setattr("nicegui.app.middleware_stack", None)  # another test may have started it
    monkeypatch.setattr("nicegui.ui_run_with._startup", start_library)
    monkeypatch.setattr("nicegui.ui_run_with._shutdown", start_library)
    monkeypatch.setattr(serving, "warm_up", note_warm_up)
    application: Any = annotator_server(desk, "Ann").config.app

    async def start() -> None:
        web = application.app
        async with web.router.lifespan_context(web):
            assert await asyncio.to_thread(is_warm.wait, 10)

    assert steps == []
    asyncio.run(start())
    assert steps == ["library", "warm-up", "library"]


def test_unexplained_words_are_marked(desk: Desk) -> None:
    """The author sees which words prevent a reading."""
    desk.store.add((ready(1, text="In which gorp direction is Fig Hall from Old Mill?"),))

    async def steps(user: User) -> None:
        await user.open("/")
        await wait_for_text(user, "does not narrow the answer")
        (html,) = [each for each in user.find(kind=ui.html).elements if "mark" in each.content]
        assert "<mark>gorp</mark>" in html.content

    use_pages(desk, steps)


def test_changes_and_deletions_can_be_undone(desk: Desk) -> None:
    desk.store.add((ready(1),))

    async def steps(user: User) -> None:
        await user.open("/")
        await wait_for_text(user, "Supported")
        fill(user, "question", "Something else?")
        await wait_for_text(user, "Not checkable")
        user.find(marker="undo").click()
        await wait_for_text(user, "Supported")
        (history,) = user.find(kind=ui.expansion, content="History").elements
        history.set_value(True)
        await wait_for_text(user, "UTC, Ann: undone")
        user.find(marker="delete").click()
        await wait_for_text(user, "Restore 1")
        user.find("Restore 1").click()
        await wait_for_text(user, "Supported")
        user.find(marker="undo").click()
        await wait_for_text(user, "There is nothing to undo.")

    use_pages(desk, steps)
    assert desk.store.drafts() == (ready(1),)


def test_undo_takes_back_the_last_field_alone(desk: Desk) -> None:
    """The history says which field each change is of."""

    async def steps(user: User) -> None:
        await user.open("/")
        user.find(marker="new").click()
        fill(user, "question", DIRECTION)
        fill(user, "option-0", "South")
        fill(user, "option-1", "North")
        (label,) = user.find(marker="label").elements
        assert isinstance(label, ui.radio)
        label.set_value(0)
        await wait_for_text(user, "Not checkable")
        user.find(marker="undo").click()
        await wait_for_text(user, "Still missing: the right option.")
        user.find(marker="undo").click()
        await wait_for_text(user, "Still missing: two options, the right option.")
        (history,) = user.find(kind=ui.expansion, content="History").elements
        history.set_value(True)
        await wait_for_text(user, "UTC, Ann: option B edited")

    use_pages(desk, steps)
    assert desk.store.drafts() == (Draft(id=1, text=DIRECTION, options=("South",)),)


def test_conflicting_facts_need_confirmation(town_desk: Desk) -> None:
    """A number stated twice makes questions ambiguous."""
    assert town_desk.map_file is not None
    place = next(town_desk.map_file.places()).place
    stated = write_context(World(places=(replace(place, phone="+1 555 0199"),)))

    async def steps(user: User) -> None:
        await user.open("/")
        user.find(marker="new").click()
        fill(user, "context", stated)
        fill(user, "search", place.name)
        user.find(marker="search-button").click()
        await wait_for_text(user, "Add to context")
        user.find(marker="add-place").click()
        await wait_for_text(user, "The facts conflict")
        for text in ("The context says", "phone +1 555 0199", "The map says", f"{place.phone}"):
            await user.should_see(text)
        user.find("Keep the context").click()
        await user.should_not_see("The facts conflict")
        await user.should_not_see("added to the context")
        user.find(marker="add-place").click()
        await wait_for_text(user, "The facts conflict")
        user.find(marker="add-conflicting").click()
        await wait_for_text(user, "added to the context")

    use_pages(town_desk, steps)
    (draft,) = town_desk.store.drafts()
    assert draft.context.count("+1 555 01") == 2


def test_map_facts_are_added_to_the_context(town_desk: Desk) -> None:
    """Places, lists, travel times and routes are added with a click."""
    assert town_desk.map_file is not None
    first, second = list(town_desk.map_file.places())[:2]

    async def steps(user: User) -> None:
        await user.open("/")
        fill(user, "search", first.place.name)
        user.find(marker="search-button").click()
        await wait_for_text(user, "Add to context")
        user.find(marker="add-place").click()
        await wait_for_text(user, "added to the context")
        user.find(marker="add-place").click()
        await wait_for_text(user, "is already in the context")
        fill(user, "kind", "museum")
        user.find(marker="add-nearby").click()
        await wait_for_text(user, f"museums around {first.place.name}")
        fill(user, "kind", "gorp")
        user.find(marker="add-nearby").click()
        await wait_for_text(user, "expected a kind of place, such as restaurant, got 'gorp'")
        user.find(marker="add-travel").click()
        await wait_for_text(user, "expected a place on the map in the field From, got ''")
        fill(user, "from", first.place.name)
        fill(user, "to", second.place.name)
        user.find(marker="add-travel").click()
        await wait_for_text(user, "expected a mode of travel, which is not chosen yet")
        (mode,) = user.find(marker="mode").elements
        assert isinstance(mode, ui.radio)
        mode.set_value("driving")
        user.find(marker="add-travel").click()
        await wait_for_text(user, f"{first.place.name} to {second.place.name}, driving: added")
        user.find(marker="find-routes").click()
        await wait_for_text(user, "Add routes with steps")
        user.find(marker="add-routes").click()
        await wait_for_text(user, "the routes: added")
        user.find(marker="add-along").click()
        await wait_for_text(user, "expected a number of metres from the route")
        fill(user, "along-kind", "restaurant")
        (within,) = user.find(marker="along-within").elements
        assert isinstance(within, ui.number)
        within.set_value(200)
        user.find(marker="add-along").click()
        await wait_for_text(user, "places along the route: added")
        fill(user, "search", "no such place at all")
        user.find(marker="search-button").click()
        await wait_for_text(user, "The map has no place called")

    use_pages(town_desk, steps)
    (draft,) = town_desk.store.drafts()
    for part in (
        "Information of",
        "Nearby museums of",
        "Travel Time from",
        "routes from",
        "Map data",
    ):
        assert part in draft.context


def test_clicks_on_the_map_select_places(town_desk: Desk) -> None:
    """The nearest place under the pointer is selected, if any."""
    assert town_desk.map_file is not None
    place = next(town_desk.map_file.places()).place
    assert place.location is not None
    at = {"lat": place.location[0], "lng": place.location[1]}

    async def steps(user: User) -> None:
        await user.open("/")
        leaflet = user.find(kind=ui.leaflet)
        leaflet.trigger("mapClick", {"latlng": {"lat": 80.0, "lng": 0.0}, "zoom": 16})
        leaflet.trigger("mapClick", {"latlng": at, "zoom": 16})
        await wait_for_text(user, "Add to context")
        await wait_for_text(user, place.name)

    use_pages(town_desk, steps)


async def open_query_form(user: User) -> None:
    """Open the form for the query of a question that is not read."""
    await user.open("/")
    await wait_for_text(user, "edit-query")
    user.find(marker="edit-query").click()
    await wait_for_text(user, "What does the question ask for?")


async def change_field(user: User, field: str, text: str, left: str) -> None:
    """Change a field of the query, after which a text is on the form."""
    fill(user, f"field-{field}", text)
    user.find(marker=f"field-{field}").trigger("change")
    await wait_for_text(user, left)


def test_queries_can_be_edited_by_form(desk: Desk) -> None:
    """The author corrects a reading, and the verdict changes."""
    desk.store.add((ready(1, text="Whither?"),))

    async def steps(user: User) -> None:
        await open_query_form(user)
        user.find("Save").click()
        await wait_for_text(user, "choose a query to begin with, or cancel")
        user.find("a direction").click()
        await wait_for_text(user, "Still to fill in: place; seen from.")
        user.find("Save").click()
        await user.should_not_see("It asks for")
        for field, name, left in (
            ("place", "Fig Hall", "Still to fill in: seen from."),
            ("seen_from", "Old Mill", "It asks for"),
        ):
            await change_field(user, f"figure.{field}", name, left)
        await wait_for_text(
            user, "It asks for the compass direction of Fig Hall seen from Old Mill."
        )
        user.find("As JSON").click()
        user.find("Use this JSON").click()
        user.find(marker="form-save").click()
        await wait_for_text(user, "Read, and reviewed, as")
        await wait_for_text(user, "Supported")
        user.find("Withdraw the review").click()
        await wait_for_text(user, "Accept the query")
        user.find(marker="accept").click()
        await wait_for_text(user, "Read, and reviewed, as")

    use_pages(desk, steps)
    (entry,) = desk._queries.entries
    assert (entry.by, entry.reviewed) == ("Ann", True)


def test_examples_of_a_query_are_not_saved(desk: Desk) -> None:
    """The author fills in or leaves out each of them, also those of a condition."""
    desk.store.add((ready(1, text="Whither?"),))

    async def steps(user: User) -> None:
        await open_query_form(user)
        user.find("when a place opens or closes").click()
        await wait_for_text(user, "Still to fill in: place; edge; day.")
        user.find("the nearest place").click()
        await wait_for_text(user, "Still to fill in: places, category; places, anchor.")
        user.find("rated at least").click()
        await wait_for_text(user, "places, anchor; places, condition 1, value.")
        user.find("Remove this part").click()
        await wait_for_text(user, "Still to fill in: places, category; places, anchor.")
        user.find(marker="form-save").click()
        for field, name, left in (
            ("category", "restaurant", "Still to fill in: places, anchor."),
            ("anchor", "Old Mill", "It asks for the nearest restaurant to Old Mill."),
        ):
            await change_field(user, f"among.{field}", name, left)

    use_pages(desk, steps)
    assert desk._queries.entries == ()


def test_unchanged_queries_are_not_saved(desk: Desk) -> None:
    """Saving them would be a review by accident."""
    desk.store.add((ready(1),))

    async def steps(user: User) -> None:
        await user.open("/")
        await wait_for_text(user, "edit-query")
        user.find(marker="edit-query").click()
        await wait_for_text(user, "It asks for")
        user.find(marker="form-save").click()
        await wait_for_text(user, "nothing is changed")

    use_pages(desk, steps)
    assert desk._queries.entries == ()


def press(user: User, key: str) -> None:
    """Press a key."""
    pressed = {"action": "keydown", "key": key, "code": key, "repeat": False}
    modifiers = dict.fromkeys(("altKey", "ctrlKey", "metaKey", "shiftKey"), False)
    user.find(kind=ui.keyboard).trigger("key", {**pressed, "location": 0, **modifiers})


async def press_keys(user: User, *steps: tuple[str, tuple[str, ...]]) -> None:
    """Press keys, and wait for the texts that each of them shows."""
    for key, texts in steps:
        press(user, key)
        for text in texts:
            await wait_for_text(user, text)


def test_questions_are_reviewed_by_keyboard(desk: Desk) -> None:
    """The worst come first, and the keys a, e, r, u, j and k work as the buttons."""
    desk.store.add((*(ready(number) for number in range(1, 4)), ready(4, 1)))

    async def steps(user: User) -> None:
        await user.open("/review")
        await wait_for_text(user, "0 of 4 reviewed")
        await wait_for_text(user, "Question 4")
        await press_keys(
            user,
            ("a", ("1 of 4 reviewed", "Question 1")),
            ("r", ("2 of 4 reviewed",)),
            ("k", ("rejected",)),
            ("u", ("1 of 4 reviewed",)),
            ("j", ("Question 2",)),
            ("e", ("What does the question ask for?",)),
        )

    use_pages(desk, steps)


def test_the_last_decision_is_undone_from_the_next_question(desk: Desk) -> None:
    """A key that has nothing to undo says so."""
    desk.store.add(tuple(ready(number) for number in range(1, 4)))

    async def steps(user: User) -> None:
        await user.open("/review")
        await wait_for_text(user, "Question 1")
        await press_keys(
            user,
            ("u", ("No decision to undo: go to a question that is reviewed.",)),
            ("a", ("Question 2",)),
            ("a", ("2 of 3 reviewed", "Question 3")),
            ("u", ("1 of 3 reviewed", "Question 2")),
        )
        user.find(marker="undo-decision").click()
        await wait_for_text(user, "0 of 3 reviewed")
        await wait_for_text(user, "Question 1")

    use_pages(desk, steps)


@pytest.mark.parametrize("page", ["/", "/review"])
def test_questions_without_text_are_listed(desk: Desk, page: str) -> None:
    desk.store.add((Draft(id=1), ready(2)))

    async def steps(user: User) -> None:
        await user.open(page)
        await wait_for_text(user, DIRECTION)
        (name,) = [
            each.text
            for each in user.find(kind=ui.label, content="(no text yet)").elements
            if isinstance(each, ui.label) and "what" in each.classes
        ]
        assert name in {"(no text yet)", "1 (no text yet)"}

    use_pages(desk, steps)


def test_second_annotators_see_no_label(desk: Desk) -> None:
    """Their answers are compared, and a difference is settled."""
    desk.store.save(ready(1), "Ann")
    desk.store.save(ready(2), "Ann")

    async def answering(user: User) -> None:
        await user.open("/answer")
        await wait_for_text(user, "2 left")
        await user.should_not_see("right option")
        user.find(marker="answer-1").click()
        await wait_for_text(user, "1 left")
        user.find(marker="answer-0").click()
        await wait_for_text(user, "No question is left for Ben to answer.")

    async def comparing(user: User) -> None:
        await user.open("/compare")
        await wait_for_text(user, "1 of 2 blind answers agree with the label (50%")
        await wait_for_text(user, "Disagreements: 1")
        await wait_for_text(user, "B: North")
        user.find(marker="settle-0").click()
        await wait_for_text(user, "Disagreements: 0")
        await wait_for_text(user, "1 of 2 blind answers")

    use_pages(desk, answering, by="Ben")
    use_pages(desk, comparing)


def test_answers_are_given_by_keyboard(desk: Desk) -> None:
    """Letters choose options, 0 means unanswerable, and n skips."""
    for number in (1, 2, 3):
        desk.store.save(ready(number), "Ann")

    async def steps(user: User) -> None:
        await user.open("/answer")
        await wait_for_text(user, "3 left")
        for key, after in (("b", "2 left"), ("0", "1 left"), ("n", "No question is left")):
            press(user, key)
            await wait_for_text(user, after)

    use_pages(desk, steps, by="Ben")
    assert [each.answers[0].option for each in desk.answered()] == [1, -1]


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "\u202egnirts", "x" * 10_000])
def test_any_text_stays_text(desk: Desk, name: str) -> None:
    """Markup, bidirectional marks and endless words do no harm."""
    facts = FACTS.replace("Fig Hall", name)
    text = DIRECTION.replace("Fig Hall", f"gorp {name}")
    desk.store.add((replace(ready(1), text=text, context=facts, options=(name, "b")),))

    async def steps(user: User) -> None:
        for page, known in (("/", "Print view"), ("/review", "Context"), ("/answer", "1 left")):
            await user.open(page)
            await wait_for_text(user, known)
            await wait_for_text(user, "gorp")
            for label in user.find(kind=ui.label).elements:
                assert "\u202e" not in label.text
            shown = [each for each in user.client.elements.values() if isinstance(each, ui.html)]
            assert all("<img" not in each.content for each in shown)

    use_pages(desk, steps, by="Ben")
