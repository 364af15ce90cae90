"""The prompts for a model."""

from __future__ import annotations

import json
from dataclasses import replace

from geoeval.understanding.model.kinds import ASKS, CANDIDATES, CHOICES, FIGURES, Choice
from geoeval.understanding.model.prompt import BUDGET, map_summary, to_choose, to_fill, to_repair
from geoeval.world.model import Place, World
from tests.understanding.model.questions import WORLD, ask

QUESTION = ask("How far is the Stone Pier from the Harbour Museum?", "1 km", "2 km")


def test_the_map_summary_lists_all_names() -> None:
    """It contains no figures."""
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


def test_names_beyond_the_budget_are_counted() -> None:
    """Places of the question come first, and lines keep the order of the world."""
    crowd = tuple(Place(name=f"Place number {number}") for number in range(5000))
    world = replace(WORLD, places=(*crowd, Place(name="Lighthouse")))
    lines = map_summary(world, "Where is the Lighthouse, seen from the Harbour Museum?")
    assert "place: Lighthouse" in lines
    assert sum(map(len, lines)) <= BUDGET + 20
    *shown, last = lines
    assert last == f"and {len(map_summary(world, '', 10**7)) - len(shown)} more"
    assert lines.index("place: Lighthouse") < lines.index("route: Stone Pier -> Harbour Museum")


def test_the_first_prompt_explains_all_choices() -> None:
    """It lists asks, figures, candidates and their combinations."""
    system, user = to_choose(QUESTION, WORLD)
    for name in (*ASKS, *FIGURES, *CANDIDATES):
        assert f"\n- {name}: " in system.content
    assert all(f"{choice};" in system.content for choice in CHOICES[:-1])
    assert len(system.content) < 9000
    assert json.loads(user.content)["options"] == ["1 km", "2 km"]


def test_the_second_prompt_has_the_chosen_schema_only() -> None:
    system, _ = to_fill(Choice("value", "direction"), QUESTION, WORLD)
    assert "Fill the query value direction: " in system.content
    assert '"seen_from"' in system.content
    assert '"legs"' not in system.content
    assert '"aside"' in system.content
    assert "unanswerable" not in system.content


def test_the_prompt_explains_reasons_for_unanswerable() -> None:
    """It also says what is not a reason."""
    system, _ = to_fill(Choice("unanswerable"), QUESTION, WORLD)
    assert "coordinates (places that are asked about have no coordinates)" in system.content
    assert "That no option fits" in system.content


def test_a_long_reply_is_truncated_in_the_repair() -> None:
    """A rambling model does not fill the next request."""
    reply, request = to_repair("x" * 100_000, "no JSON")
    assert len(reply.content) == 4000
    assert "no JSON" in request.content
