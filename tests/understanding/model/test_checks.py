"""Checks of a reply, whatever its query asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.query.solve import parse_query
from geoeval.understanding.model.checks import (
    Filled,
    find_assumptions,
    find_faults,
    link_options,
    translated_options,
    with_links,
)
from geoeval.understanding.readings import Link
from geoeval.world.model import Place, World
from tests.queries import best, places, value
from tests.understanding.model.questions import WORLD, ask

MUSEUM = "Harbour Museum"
BARE = World(places=(Place(name="Old Mill"),))


def faults_of(text: str, query: object, world: World = WORLD, **members: object) -> list[str]:
    """Return the faults of a reply about a question."""
    return find_faults(parse_query(query), Filled.model_validate(members), ask(text), world)


@pytest.mark.parametrize(
    "query",
    [
        value("direction", place=MUSEUM, seen_from="Stone Pier"),
        best("distance", places("Café Lune", "Kettle & Cup", anchor="museum of the harbour")),
        {"ask": "list", "wanted": "all", "of": places(category="cafe", excluding=["Café Lune"])},
        value("route", measure="left_turn", route={"kind": "routes"}, before="Quay Rd"),
        {"ask": "list", "of": {"kind": "schedules", "trip": {"stops": [{"place": MUSEUM}]},
         "schedules": [{"text": "", "visits": [
             {"place": MUSEUM, "start": "09:00", "end": "10:00"}]}]}},
    ],
)  # fmt: skip
def test_names_on_the_map_are_accepted(query: object) -> None:
    """Spellings that the map resolves are accepted; roads and clock times are not places."""
    assert faults_of("Wohin?", query) == []


def test_an_unknown_name_is_reported_once() -> None:
    """The fault lists the nearest names on the map; a name from the question is accepted."""
    (fault,) = faults_of(
        "Where?", value("distance", origin="Stone Peer Cafe", destination="Stone Peer Cafe")
    )
    assert fault.startswith("neither the map nor the question names 'Stone Peer Cafe'")
    assert "the nearest names are" in fault
    assert (
        faults_of("Where is the Moon Base?", value("fact", fact="phone", place="Moon Base")) == []
    )


def test_coordinates_come_from_the_question_or_the_map() -> None:
    """A model may remember, or invent, where a place is."""
    query = value("distance", origin="60.2, 24.9", destination=MUSEUM)
    (fault,) = faults_of("How far is the depot from Harbour Museum?", query)
    assert fault.startswith("neither the map nor the question names '60.2, 24.9'")
    assert faults_of("How far is (60.2, 24.9) from Harbour Museum?", query) == []
    named = replace(WORLD, places=(*WORLD.places, Place(name="60.2, 24.9")))
    assert faults_of("How far is the depot from Harbour Museum?", query, named) == []
    link = Link("the depot", "60.2, 24.9")
    (fault,) = faults_of("How is the depot rated?", value("fact", fact="rating", place=MUSEUM),
                         links=[link])  # fmt: skip
    assert fault.startswith("the map has no '60.2, 24.9'")


def test_links_must_be_quoted() -> None:
    """Their words must come from the question, and their names from the map."""
    query = value("fact", fact="rating", place=MUSEUM)
    text = "How is the museum rated, by 3 friends?"
    links = [Link("The museum", MUSEUM), Link("friends", "Cafes")]
    assert faults_of(text, query, links=links) == []
    missing, not_quoted = faults_of(text, query, links=[Link("the zoo", "Moon Base")])
    assert missing.startswith("the map has no 'Moon Base'")
    assert not_quoted == "the question does not contain 'the zoo'"


@pytest.mark.parametrize(
    ("text", "link", "assumed"),
    [
        ("How is the Harbour Museum rated?", ("the Harbour Museum", MUSEUM), ()),
        ("How is the museum rated?", ("the museum", MUSEUM), ()),  # the rules link it too
        ("How is the old hall rated?", ("the old hall", MUSEUM),
         ("'the old hall' means 'Harbour Museum'",)),
        ("How is the zoo rated, from Harbour Museum?", ("the zoo", MUSEUM),
         ("'the zoo' means 'Harbour Museum'",)),  # the rules link other words to it
        ("How is a museum rated, from Harbour Museum?", ("a", MUSEUM),
         ("'a' means 'Harbour Museum'",)),
        ("How is the Harbour Museum rated?", ("the", MUSEUM), ("'the' means 'Harbour Museum'",)),
        ("How is it rated?", None, ("the question means 'Harbour Museum'",)),
    ],
)  # fmt: skip
def test_a_link_that_is_not_exact_is_an_assumption(
    text: str, link: tuple[str, str] | None, assumed: tuple[str, ...]
) -> None:
    query = parse_query(value("fact", fact="rating", place=MUSEUM))
    reply = Filled(links=() if link is None else (Link(*link),))
    assert find_assumptions(query, reply, ask(text), WORLD) == assumed


@pytest.mark.parametrize(
    ("words", "is_assumed"),
    [("my location", False), ("here", False), ("the depot", True), ("mir", True), ("the", True)],
)
def test_only_words_for_the_user_denote_their_place(words: str, *, is_assumed: bool) -> None:
    """Other words would make a distance from the user that of another place."""
    world = replace(WORLD, user_location=MUSEUM)
    query = parse_query(value("distance", origin=MUSEUM, destination="Stone Pier"))
    reply = Filled(links=(Link(words, MUSEUM),))
    found = find_assumptions(query, reply, ask(f"How far is {words} from Stone Pier?"), world)
    assert found == ((f"{words!r} means 'Harbour Museum'",) if is_assumed else ())


def test_linked_words_in_a_query_are_replaced() -> None:
    """Only in fields of places, and only words that are no name of the map."""
    links = (Link("the hall", MUSEUM), Link("Stone Pier", MUSEUM))
    query = best("distance", places("the hall", "Stone Pier", anchor="The Hall"))
    changed = with_links({**query, "text": "the hall"}, links, WORLD)
    assert changed == {
        **best("distance", places(MUSEUM, "Stone Pier", anchor=MUSEUM)), "text": "the hall",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("because", "words", "fault"),
    [
        ("kind_of_fact", "in the sun", ""),
        ("kind_of_fact", "Stone Pier", "it is a place of the map"),
        ("place", "Moon Base", ""),
        ("place", "Stone Pier", "the map has that place"),
        ("kind_of_place", "hospital", ""),
        ("kind_of_place", "cafe", "the map lists such places"),
        ("coordinates", "cafe", ""),
        ("ratings", "best", "the map has ratings"),
    ],
)
def test_a_reason_against_the_map_is_rejected(because: str, words: str, fault: str) -> None:
    """A question is not unanswerable for lack of what the map has."""
    text = "Best cafe or hospital in the sun, Stone Pier or Moon Base?"
    query = {"ask": "unanswerable", "fact": "it", "words": words}
    found = faults_of(text, query, because=because)
    assert found == ([f"{words!r} is no reason to call it unanswerable: {fault}"] if fault else [])


@pytest.mark.parametrize(("words", "is_fault"), [("the", True), ("?", True), ("the sun", False)])
def test_a_lack_is_quoted_by_more_than_an_article(words: str, *, is_fault: bool) -> None:
    query = {"ask": "unanswerable", "fact": "it", "words": words}
    fault = [f"expected 'words' that name what is lacking, got {words!r}"]
    found = faults_of("Is the sun up ?", query, because="kind_of_fact")
    assert found == (fault if is_fault else [])


def test_a_map_may_lack_ratings_and_coordinates() -> None:
    """A map without places lacks both as well."""
    query = {"ask": "unanswerable", "fact": "it", "words": "best"}
    for world in (BARE, World()):
        for because in ("ratings", "coordinates"):
            assert faults_of("Which is best?", query, world, because=because) == []
    located = World(places=(Place(name="Old Mill", location=(1.0, 2.0)),))
    assert faults_of("Which is best?", query, located, because="coordinates") != []


@pytest.mark.parametrize(
    "given",
    [
        ["North"],
        ["North, 4 km", "South, 5.2 km"],
        ["North, four km", "South, 5.3 km"],
    ],
)
def test_translated_options_keep_their_figures(given: list[str]) -> None:
    """No figure is lost, added or changed; digits may come from another script."""
    assert translated_options(given, ("nord, 4 km", "süd, 5,3 km")) == ()
    assert translated_options(["12 minutes"], ("১২ মিনিট",)) == ("12 minutes",)
    assert translated_options(["11:00"], ("11 時",)) == ("11:00",)  # zeros may be left out


@pytest.mark.parametrize(
    ("text", "words", "quoted"),
    [
        ("港の博物館の評価は？", "博物館", True),
        ("港の博物館の評価は？", "美術館", False),
        ("호텔에서 얼마나 걸려요?", "호텔", True),  # with a particle
        ("هل الفطور بالفندق جيد؟", "الفندق", True),
        ("Où est l'hôtel ?", "hôtel", True),
        ("Is it near the Finnish church?", "inn", False),
        ("Is it near the  HOTEL?", "the hotel", True),
        ("Is it near “Anna’s–Inn”?", '"Anna\'s-Inn"', True),  # as models write it
        ("ＡＢＣホテルは？", "ABCホテル", True),
        ("ড় ঘর কোথায়?", "\u09a1\u09bc ঘর", True),  # composed or not
    ],
)
def test_quotes_are_whole_words_of_latin_scripts(text: str, words: str, *, quoted: bool) -> None:
    query = value("fact", fact="rating", place=MUSEUM)
    faults = faults_of(text, query, links=[Link(words, MUSEUM)])
    assert faults == ([] if quoted else [f"the question does not contain {words!r}"])


def test_options_name_places_as_the_map_does() -> None:
    """Longer words first and whole; options that a query offers letter by letter stay."""
    links = [Link("hall", "Town Hall"), Link("old hall", MUSEUM)]
    rating = parse_query(value("fact", fact="rating", place=MUSEUM))
    options = ("the old hall", "the hall", "Town Hall")
    linked = (f"the {MUSEUM}", "the Town Hall", "Town Hall")
    assert link_options(options, rating, links, WORLD) == linked
    options_of_words = ("Whitehall", "hall\\s", "古いhall")
    linked = ("Whitehall", "A\\1\\s", "古いA\\1")
    assert link_options(options_of_words, rating, [Link("hall", "A\\1")], WORLD) == linked
    orders: dict[str, object] = {
        "kind": "orders",
        "trip": {"stops": [{"place": MUSEUM}]},
        "orders": [{"text": "the hall", "places": [MUSEUM]}],
    }
    order = parse_query(best("trip", orders, figure="finish"))
    assert link_options(options, order, links, WORLD)[1] == "the hall"


def test_no_part_of_another_name_in_an_option_is_replaced() -> None:
    """The option would otherwise be another place, so that a wrong one is chosen."""
    world = replace(WORLD, places=(*WORLD.places, Place(name="Museum Hotel")))
    rating = parse_query(value("fact", fact="rating", place=MUSEUM))
    options = ("Museum Hotel", "the museum hotel", "the Museum, Museum Hotel", "Museum shop")
    linked = (*options[:2], f"the {MUSEUM}, Museum Hotel", f"{MUSEUM} shop")
    for words in ("Museum", MUSEUM):
        found = link_options(options, rating, [Link(words, MUSEUM)], world)
        assert found == (linked if words == "Museum" else options)
    assert link_options((MUSEUM,), rating, [Link("Museum", MUSEUM)], world) == (MUSEUM,)


def test_plans_are_not_filled_by_models() -> None:
    """They state facts, which a model must not."""
    plan = {"ask": "stay_plan", "days": 1, "stays": [{"city": "Rome", "days": 1}]}
    assert faults_of("Where in Rome?", plan) == [
        "only a question that states its own facts asks for a plan"
    ]


def test_a_place_of_the_map_is_not_linked_to_another() -> None:
    """Its option would otherwise count as the other place."""
    query = value("fact", fact="rating", place=MUSEUM)
    text = "How is the Stone Pier rated?"
    assert faults_of(text, query, links=[Link("Stone Pier", MUSEUM)]) == [
        "'Stone Pier' and 'Harbour Museum' are different places on the map"
    ]


def test_a_reason_for_unanswerable_is_one_of_the_list() -> None:
    query = {"ask": "unanswerable", "fact": "it", "words": "sun"}
    assert faults_of("In the sun?", query, because="rain") == [
        "expected 'because' to be one of kind_of_fact, place, kind_of_place, coordinates, ratings"
    ]
    known = value("fact", fact="rating", place=MUSEUM)
    assert faults_of("Harbour Museum?", known, because="rain") == []
