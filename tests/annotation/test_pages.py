"""The pages, as somebody uses them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from geoeval.annotation.desk import Desk
from geoeval.annotation.draft import Draft
from geoeval.world.model import World
from geoeval.world.writer import write_context
from tests.annotation.conftest import DIRECTION, FACTS

pytest.importorskip("nicegui")

from nicegui import ui
from nicegui.testing import User
from nicegui.testing.user_simulation import user_simulation

from geoeval.annotation.app.serving import build_root

Steps = Callable[[User], Awaitable[None]]


def used(desk: Desk, steps: Steps, by: str = "Ann") -> None:
    """Open the pages as somebody and do something there."""

    async def run() -> None:
        async with user_simulation(root=build_root(desk, by)) as user:
            await steps(user)

    asyncio.run(run())


async def seen(user: User, text: str) -> None:
    """Wait until a text is on the page."""
    await user.should_see(text, retries=50)


def fill(user: User, marker: str, text: str) -> None:
    """Put a text into a field."""
    (field,) = user.find(marker=marker).elements
    assert isinstance(field, ui.input)
    field.set_value(text)


def test_a_question_is_proved_as_it_is_written(desk: Desk) -> None:
    """From nothing to a question whose label follows."""

    async def steps(user: User) -> None:
        await user.open("/")
        user.find(marker="new").click()
        await seen(user, "Write a question.")
        fill(user, "question", DIRECTION)
        await seen(user, "Still missing")
        fill(user, "context", FACTS)
        await seen(user, "computed from the facts")
        user.find(marker="add-right").click()
        await seen(user, "Still missing: two options.")
        fill(user, "option-1", "North")
        await seen(user, "Supported")

    used(desk, steps)
    (draft,) = desk.store.drafts()
    assert (draft.text, draft.options, draft.label) == (DIRECTION, ("South", "North"), 0)


def ready(number: int, label: int | None = 0, text: str = DIRECTION) -> Draft:
    """Return a complete question; its right option is the first."""
    return Draft(id=number, text=text, options=("South", "North"), label=label, context=FACTS)


def test_a_wrong_label_is_flagged(desk: Desk) -> None:
    """Before anybody exports it."""
    desk.store.add((ready(1, 1),))

    async def steps(user: User) -> None:
        await user.open("/")
        await seen(user, "Contradicted")
        await user.open("/export")
        await seen(user, "0 questions are complete and not contradicted.")
        await seen(user, "1: its label is contradicted")

    used(desk, steps)


def test_words_without_a_reading_are_marked(desk: Desk) -> None:
    """The author sees which words are in the way."""
    desk.store.add((ready(1, text="In which gorp direction is Fig Hall from Old Mill?"),))

    async def steps(user: User) -> None:
        await user.open("/")
        await seen(user, "does not narrow the answer")
        (html,) = [each for each in user.find(kind=ui.html).elements if "mark" in each.content]
        assert "<mark>gorp</mark>" in html.content

    used(desk, steps)


def test_changes_are_undone_and_deleted_questions_come_back(desk: Desk) -> None:
    """Nothing is lost."""
    desk.store.add((ready(1),))

    async def steps(user: User) -> None:
        await user.open("/")
        await seen(user, "Supported")
        fill(user, "question", "Something else?")
        await seen(user, "Not checkable")
        user.find(marker="undo").click()
        await seen(user, "Supported")
        (history,) = user.find(kind=ui.expansion, content="History").elements
        history.set_value(True)
        await seen(user, "UTC, Ann: undone")
        user.find(marker="delete").click()
        await seen(user, "Bring back 1")
        user.find("Bring back 1").click()
        await seen(user, "Supported")
        user.find(marker="undo").click()
        await seen(user, "There is nothing to undo.")

    used(desk, steps)
    assert desk.store.drafts() == (ready(1),)


def test_a_fact_with_another_value_is_added_only_when_asked(town_desk: Desk) -> None:
    """A context that states a number twice makes its questions ambiguous."""
    assert town_desk.map_file is not None
    place = next(town_desk.map_file.places()).place
    stated = write_context(World(places=(replace(place, phone="+1 555 0199"),)))

    async def steps(user: User) -> None:
        await user.open("/")
        user.find(marker="new").click()
        fill(user, "context", stated)
        fill(user, "search", place.name)
        user.find(marker="search-button").click()
        await seen(user, "Add to context")
        user.find(marker="add-place").click()
        await seen(user, "The context says something else")
        await seen(user, f"{place.name}: phone +1 555 0199, but {place.name}: phone {place.phone}")
        user.find("Keep the context").click()
        await user.should_not_see("The context says something else")
        await user.should_not_see("added to the context")
        user.find(marker="add-place").click()
        await seen(user, "The context says something else")
        user.find(marker="add-conflicting").click()
        await seen(user, "added to the context")

    used(town_desk, steps)
    (draft,) = town_desk.store.drafts()
    assert draft.context.count("+1 555 01") == 2


def test_facts_of_the_map_go_into_the_context(town_desk: Desk) -> None:
    """Places, lists, travel times and routes with a click."""
    assert town_desk.map_file is not None
    first, second = list(town_desk.map_file.places())[:2]

    async def steps(user: User) -> None:
        await user.open("/")
        fill(user, "search", first.place.name)
        user.find(marker="search-button").click()
        await seen(user, "Add to context")
        user.find(marker="add-place").click()
        await seen(user, "added to the context")
        user.find(marker="add-place").click()
        await seen(user, "is already in the context")
        fill(user, "kind", "museum")
        user.find(marker="add-nearby").click()
        await seen(user, f"museums around {first.place.name}")
        fill(user, "kind", "gorp")
        user.find(marker="add-nearby").click()
        await seen(user, "expected a kind of place, such as restaurant, got 'gorp'")
        user.find(marker="add-travel").click()
        await seen(user, "expected a place on the map in the field From, got ''")
        fill(user, "from", first.place.name)
        fill(user, "to", second.place.name)
        user.find(marker="add-travel").click()
        await seen(user, f"{first.place.name} to {second.place.name}, driving: added")
        user.find(marker="find-routes").click()
        await seen(user, "Add routes with steps")
        user.find(marker="add-routes").click()
        await seen(user, "the routes: added")
        user.find(marker="add-along").click()
        await seen(user, "along the route")
        fill(user, "search", "no such place at all")
        user.find(marker="search-button").click()
        await seen(user, "The map has no place called")

    used(town_desk, steps)
    (draft,) = town_desk.store.drafts()
    for part in (
        "Information of",
        "Nearby museums of",
        "Travel Time from",
        "routes from",
        "Map data",
    ):
        assert part in draft.context


def test_a_click_on_the_map_chooses_the_place_there(town_desk: Desk) -> None:
    """The one under the pointer, none where there is nothing."""
    assert town_desk.map_file is not None
    place = next(town_desk.map_file.places()).place
    assert place.location is not None
    at = {"lat": place.location[0], "lng": place.location[1]}

    async def steps(user: User) -> None:
        await user.open("/")
        leaflet = user.find(kind=ui.leaflet)
        leaflet.trigger("mapClick", {"latlng": {"lat": 80.0, "lng": 0.0}, "zoom": 16})
        leaflet.trigger("mapClick", {"latlng": at, "zoom": 16})
        await seen(user, "Add to context")
        await seen(user, place.name)

    used(town_desk, steps)


def test_a_query_is_edited_by_form(desk: Desk) -> None:
    """Where the rules misread, the author says what is meant; the verdict follows."""
    desk.store.add((ready(1, text="Whither?"),))

    async def steps(user: User) -> None:
        await user.open("/")
        await seen(user, "edit-query")
        user.find(marker="edit-query").click()
        await seen(user, "What does the question ask for?")
        user.find("Save").click()
        await seen(user, "choose a query to begin with, or cancel")
        user.find("a direction").click()
        await seen(user, "It asks for the compass direction of A seen from B.")
        for field, name in (("place", "Fig Hall"), ("seen_from", "Old Mill")):
            fill(user, f"field-figure.{field}", name)
            user.find(marker=f"field-figure.{field}").trigger("change")
            await seen(user, name)
        await seen(user, "It asks for the compass direction of Fig Hall seen from Old Mill.")
        user.find("As JSON").click()
        user.find("Use this JSON").click()
        user.find(marker="form-save").click()
        await seen(user, "Read, and reviewed, as")
        await seen(user, "Supported")
        user.find("Take back the review").click()
        await seen(user, "The reading is right")
        user.find(marker="accept").click()
        await seen(user, "Read, and reviewed, as")

    used(desk, steps)
    (entry,) = desk._queries.entries
    assert (entry.by, entry.reviewed) == ("Ann", True)


def test_questions_are_reviewed_by_keyboard(desk: Desk) -> None:
    """The worst first; a, e, r, u, j and k do what the buttons do."""
    desk.store.add((*(ready(number) for number in range(1, 4)), ready(4, 1)))

    async def steps(user: User) -> None:
        await user.open("/review")
        await seen(user, "0 of 4 reviewed")
        await seen(user, "Question 4")
        keyboard = user.find(kind=ui.keyboard)

        def press(key: str) -> None:
            pressed = {"action": "keydown", "key": key, "code": key, "repeat": False}
            modifiers = dict.fromkeys(("altKey", "ctrlKey", "metaKey", "shiftKey"), False)
            keyboard.trigger("key", {**pressed, "location": 0, **modifiers})

        press("a")
        await seen(user, "1 of 4 reviewed")
        await seen(user, "Question 1")
        press("r")
        await seen(user, "2 of 4 reviewed")
        press("k")
        await seen(user, "rejected")
        press("u")
        await seen(user, "1 of 4 reviewed")
        press("j")
        await seen(user, "Question 2")
        press("e")
        await seen(user, "What does the question ask for?")

    used(desk, steps)


def test_second_annotators_answer_without_the_label(desk: Desk) -> None:
    """Their answers are compared, and a difference is settled."""
    desk.store.save(ready(1), "Ann")
    desk.store.save(ready(2), "Ann")

    async def answering(user: User) -> None:
        await user.open("/answer")
        await seen(user, "2 left")
        await user.should_not_see("right option")
        user.find(marker="answer-1").click()
        await seen(user, "1 left")
        user.find(marker="answer-0").click()
        await seen(user, "No question is left for Ben to answer.")

    async def comparing(user: User) -> None:
        await user.open("/compare")
        await seen(user, "1 of 2 blind answers agree with the label (50%")
        await seen(user, "Disagreements: 1")
        user.find(marker="settle-0").click()
        await seen(user, "Disagreements: 0")
        await seen(user, "1 of 2 blind answers")

    used(desk, answering, by="Ben")
    used(desk, comparing)


def test_answers_are_given_by_keyboard(desk: Desk) -> None:
    """By letter, 0 for unanswerable, n to skip."""
    for number in (1, 2, 3):
        desk.store.save(ready(number), "Ann")

    async def steps(user: User) -> None:
        await user.open("/answer")
        await seen(user, "3 left")
        keyboard = user.find(kind=ui.keyboard)
        for key, after in (("b", "2 left"), ("0", "1 left"), ("n", "No question is left")):
            pressed = {"action": "keydown", "key": key, "code": key, "repeat": False}
            modifiers = dict.fromkeys(("altKey", "ctrlKey", "metaKey", "shiftKey"), False)
            keyboard.trigger("key", {**pressed, "location": 0, **modifiers})
            await seen(user, after)

    used(desk, steps, by="Ben")
    assert [each.answers[0].option for each in desk.answered()] == [1, -1]


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "\u202egnirts", "x" * 10_000])
def test_any_text_is_shown_as_text(desk: Desk, name: str) -> None:
    """Markup, bidirectional marks and endless words do no harm."""
    facts = FACTS.replace("Fig Hall", name)
    text = DIRECTION.replace("Fig Hall", f"gorp {name}")
    desk.store.add((replace(ready(1), text=text, context=facts, options=(name, "b")),))

    async def steps(user: User) -> None:
        for page, known in (("/", "Print view"), ("/review", "Context"), ("/answer", "1 left")):
            await user.open(page)
            await seen(user, known)
            await seen(user, "gorp")
            for label in user.find(kind=ui.label).elements:
                assert "\u202e" not in label.text
            shown = [each for each in user.client.elements.values() if isinstance(each, ui.html)]
            assert all("<img" not in each.content for each in shown)

    used(desk, steps, by="Ben")
