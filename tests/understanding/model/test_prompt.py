"""What a model is told."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.understanding.model.kinds import ASKS, CANDIDATES, CHOICES, FIGURES, Choice
from geoeval.understanding.model.prompt import BUDGET, map_summary, to_choose, to_fill, to_repair
from geoeval.world.model import Place, World
from tests.understanding.model.questions import WORLD, ask

QUESTION = ask("How far is the Stone Pier from the Harbour Museum?", "1 km", "2 km")


def test_the_names_of_a_world() -> None:
    """All names are there in short form, and no figure of theirs."""
    assert map_summary(WORLD, "") == [
        "today: monday",
        "place: Harbour Museum",
        "place: Stone Pier",
        "list of Cafes around Harbour Museum: Café Lune; Kettle & Cup",
        "travel: Harbour Museum -> Stone Pier (walking)",
        "travel: Stone Pier -> Harbour Museum",
        "route: Harbour Museum -> Stone Pier via A14",
        "route: Stone Pier -> Harbour Museum",
        "service flags: Wheelchair Accessible",
    ]
    assert map_summary(World(user_location="Old Mill"), "") == ["the user is at: Old Mill"]


def test_what_finds_no_room_is_counted() -> None:
    """Places of the question go first, and the lines stay in the order of the world."""
    crowd = tuple(Place(name=f"Place number {number}") for number in range(5000))
    world = replace(WORLD, places=(*crowd, Place(name="Lighthouse")))
    lines = map_summary(world, "Where is the Lighthouse, seen from the Harbour Museum?")
    assert "place: Lighthouse" in lines
    assert sum(map(len, lines)) <= BUDGET + 20
    *shown, last = lines
    assert last == f"and {len(map_summary(world, '', 10**7)) - len(shown)} more"
    assert lines.index("place: Lighthouse") < lines.index("route: Stone Pier -> Harbour Museum")


def test_asks_figures_and_candidates_are_told_with_what_they_mean() -> None:
    """The first request lists all of them, and which go together."""
    system, user = to_choose(QUESTION, WORLD)
    for name in (*ASKS, *FIGURES, *CANDIDATES):
        assert f"\n- {name}: " in system.content
    assert all(f"{choice};" in system.content for choice in CHOICES[:-1])
    assert len(system.content) < 9000
    assert json.loads(user.content)["options"] == ["1 km", "2 km"]


def test_one_choice_is_told_with_its_schema() -> None:
    """The second request has the schema of that choice only."""
    system, _ = to_fill(Choice("value", "direction"), QUESTION, WORLD)
    assert "Fill the query value direction: " in system.content
    assert '"seen_from"' in system.content
    assert '"legs"' not in system.content
    assert '"aside"' in system.content
    assert "unanswerable" not in system.content


def test_why_a_question_has_no_answer_is_told() -> None:
    """The reasons stand beside the slots, and what is none."""
    system, _ = to_fill(Choice("unanswerable"), QUESTION, WORLD)
    assert "coordinates (places that are asked about have no coordinates)" in system.content
    assert "That no option fits" in system.content


def test_a_long_reply_is_handed_back_in_part() -> None:
    """A model that rambles does not fill the next request."""
    said, asked = to_repair("x" * 100_000, "no JSON")
    assert len(said.content) == 4000
    assert "no JSON" in asked.content
