"""The desk: facts from a map, decisions in the query file, and verified exports."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval import verify_dataset
from geoeval.annotation import facts
from geoeval.annotation.app.guard import Guard, Message
from geoeval.annotation.app.printing import print_page
from geoeval.annotation.desk import Desk
from geoeval.annotation.draft import Draft, prove_draft
from geoeval.annotation.exchange import dataset_text, drafts_of
from geoeval.annotation.form import (
    CONDITIONS,
    TEMPLATES,
    can_lack,
    change_field,
    example_fields,
    fields_of,
    with_condition,
    without_part,
)
from geoeval.datasets.formats import Declared
from geoeval.datasets.labels import parse_label_form
from geoeval.datasets.load import load_dataset, parse_dataset, sample_path
from geoeval.errors import NotRecordedError, RecordError, UsageError
from geoeval.query.solve import parse_query
from geoeval.verification.kept.decisions import QueriesFile
from geoeval.verification.kept.entries import query_lines, read_queries
from geoeval.world.categories import stated_kinds
from geoeval.world.model import Place, TravelMode
from geoeval.world.reader import read_context
from geoeval.world.service import MapPlace
from geoeval.world.store.reading import MapFile
from tests.annotation.conftest import DIRECTION, FACTS

READY = Draft(id=1, text=DIRECTION, options=("North", "South"), label=1, context=FACTS)


def test_map_facts_are_read_back(town: MapFile) -> None:
    """Each kind of fact is a valid context, and so are all together."""
    first, second, *_ = town.places()
    routes = facts.routes_between(town, first, second, TravelMode.WALKING)
    fact_kinds = [
        facts.place_facts(first),
        facts.nearby_facts(town, first, "museums", limit=3),
        facts.nearby_facts(town, first, "cafe", 800.0),
        facts.travel_facts(town, first, second, TravelMode.DRIVING),
        facts.route_facts(routes),
        facts.places_facts(facts.find_along(town, routes[0], "cafe", 300.0)),
    ]
    text = ""
    for each in fact_kinds:
        text = facts.with_facts(text, each, town.attribution)
    world, unread = read_context(text)
    assert unread == ()
    assert [nearby.category for nearby in world.lists] == ["museums", "cafes"]
    assert [len(kind) for kind in (world.legs, world.routes)] == [1, len(routes)]
    assert world.attribution == town.attribution


@pytest.mark.parametrize(
    ("types", "stated", "kinds"),
    [
        (("library",), "- Type: library.", ("library",)),
        (("supermarket", "store"), "- Type: supermarket.", ("supermarket",)),
        (("cafe", "book_store"), "- Type: cafe; book store.", ("cafe", "book store")),
        (("establishment",), "", ()),
    ],
)
def test_the_kind_of_a_place_is_read_back(
    types: tuple[str, ...], stated: str, kinds: tuple[str, ...]
) -> None:
    """Kinds that another one implies are left out, and so are types that are no kind."""
    context = facts.with_facts(
        "", facts.place_facts(MapPlace(place=Place(name="Old Mill"), types=types))
    )
    assert context.splitlines()[1:] == [stated] * bool(stated)
    world, _ = read_context(context)
    assert stated_kinds(world.places[0].category) == kinds


def test_places_along_a_route_are_in_its_order(town: MapFile) -> None:
    """Only those near it are listed, by their distance from its line."""
    first, second, *_ = town.places()
    (route,) = facts.routes_between(town, first, second, TravelMode.WALKING, most=1)
    near = facts.find_along(town, route, "cafe", 150.0)
    far = facts.find_along(town, route, "cafe", 2000.0)
    assert 0 < len(near) < len(far)
    assert [each for each in far if each in near] == near


def test_missing_map_facts_are_reported(town: MapFile) -> None:
    """The cases are an unknown kind and a route without geometry."""
    first, second, *_ = town.places()
    (route,) = facts.routes_between(town, first, second, TravelMode.WALKING, most=1)
    with pytest.raises(UsageError, match="expected a kind of place, such as restaurant, got 'x'"):
        facts.nearby_facts(town, first, "x")
    with pytest.raises(NotRecordedError, match="has no geometry for the route"):
        facts.find_along(town, replace(route, points=()), "cafe", 100.0)


def test_decisions_are_written_at_once(desk: Desk) -> None:
    """The last one of each question counts, and entries of earlier texts are removed."""
    desk.store.add((READY,))
    assert desk.accept(READY, "Ann").reviewed
    assert read_queries(desk.queries_path)[0].by == "rules"
    assert desk.reject(READY, "no").query is None
    changed_words = replace(READY, text="Which way is Fig Hall from Old Mill?")
    assert desk.entry(changed_words) is None
    desk.accept(changed_words, "Ann")
    (entry,) = read_queries(desk.queries_path)
    assert entry.query is not None
    desk.reopen(changed_words)
    assert not read_queries(desk.queries_path)[0].reviewed


def test_decisions_of_other_processes_are_kept(desk: Desk) -> None:
    """The file is read again before each change."""
    other = QueriesFile(desk.queries_path)
    second = replace(READY, id=2)
    desk.accept(READY, "Ann")
    other.put(replace(other.entries[0], id=9))
    desk.accept(second, "Ann")
    assert [entry.id for entry in read_queries(desk.queries_path)] == [1, 9, 2]


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".csv"])
def test_exports_are_read_back_and_supported(desk: Desk, suffix: str, tmp_path: Path) -> None:
    """Incomplete and wrong records are left out."""
    desk.store.add((READY, Draft(id=2), replace(READY, id=3, label=0), replace(READY, id="4")))
    found = desk.exportable()
    assert [why for _, why in found.left_out][1] == "its label is contradicted"
    assert len(desk.exportable(also_wrong=True).drafts) == 3
    target = tmp_path / f"questions{suffix}"
    target.write_text(dataset_text(found.drafts, suffix), encoding="utf-8")
    lines = query_lines(desk.kept_queries(found.drafts))
    (tmp_path / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    report = verify_dataset(target, queries=tmp_path / "q.jsonl")
    assert [item.verdict for item in report.items] == ["supported", "supported"]
    back, left_out = drafts_of([load_dataset(target)])
    assert ([replace(b, category=None) for b in back], left_out) == (
        [replace(READY, id=str(READY.id) if suffix == ".csv" else 1), replace(READY, id="4")],
        0,
    )


def test_csv_keeps_unanswerable_and_missing_options() -> None:
    """An empty cell is not an option, and -1 means unanswerable."""
    drafts = (
        replace(READY, id="a", label=-1),
        replace(READY, id="b", options=("North", "South", "East"), label=2),
    )
    text = dataset_text(drafts, ".csv")
    assert [row["answer"] for row in csv.DictReader(io.StringIO(text))] == ["-1", "C"]
    declared = Declared(labels=parse_label_form("unanswerable=-1"))
    back, _ = drafts_of([parse_dataset(text, "questions.csv", declared)])
    assert [(each.used_options, each.label) for each in back] == [
        (draft.options, draft.label) for draft in drafts
    ]
    assert not any(each.missing for each in back)


def test_unexportable_content_is_rejected() -> None:
    """The cases are an explicit world in CSV and an unknown suffix."""
    with pytest.raises(UsageError, match="without a world for CSV, got question 1 with"):
        dataset_text([replace(READY, world={"places": []})], ".csv")
    with pytest.raises(UsageError, match=r"expected one of the suffixes .*, got '.xml'"):
        dataset_text([READY], ".xml")
    kept = replace(READY, world={"places": []}, category="nearby")
    record = json.loads(dataset_text([kept], ".jsonl"))
    assert (record["world"], record["classification"]) == ({"places": []}, "nearby")


def test_records_without_options_are_not_imported() -> None:
    """They are counted."""
    drafts, left_out = drafts_of([load_dataset(sample_path())])
    assert left_out == 0
    assert all(draft.options for draft in drafts)
    open_ended = '{"id": 1, "question": "?", "context": "", "world": {}}'
    assert drafts_of([parse_dataset(open_ended, "one.json")])[1] in {0, 1}


def test_answers_of_others_are_compared(desk: Desk) -> None:
    """The label of that time counts, and settled differences disappear."""
    for number in (1, 2, 3):
        desk.store.save(replace(READY, id=number), "Ann")
    desk.store.create("Ann")
    assert [draft.id for draft in desk.to_answer("Ben")] == [1, 2, 3]
    assert desk.to_answer("Ann") == ()
    for number, option in ((1, 1), (2, 0), (3, 1)):
        desk.answer(replace(READY, id=number), "Ben", option)
    assert desk.to_answer("Ben") == ()
    assert (desk.agreement().share.right, desk.agreement().share.of) == (2, 3)
    first = desk.answered()[0]
    assert (first.draft.id, first.differs) == (2, True)
    desk.settle(first, 0, "Cy")
    assert not any(each.differs for each in desk.answered())
    assert desk.agreement().share.right == 2
    assert desk.store.get(2) == replace(READY, id=2, label=0)


def test_all_templates_and_conditions_are_valid() -> None:
    """Each is a query with fields, and conditions can be added and removed."""
    for query in map(parse_query, TEMPLATES.values()):
        assert fields_of(query)
    nearest = parse_query(TEMPLATES["the nearest place"])
    for condition in CONDITIONS.values():
        narrowed = with_condition(nearest, ("among",), condition)
        assert any(field.removes for field in fields_of(narrowed))
        assert change_field(narrowed, ("among", "filters", 0), None) == nearest


@pytest.mark.parametrize(
    ("name", "examples"),
    [
        ("a fact of a place", {"fact", "place"}),
        ("the best rated place", {"category", "anchor"}),
        ("how many places", {"category", "anchor", "within_m"}),
        ("a travel time", {"origin", "destination", "mode"}),
        ("whether a place is open", {"place", "day", "at"}),
        ("when a trip ends", {"origin", "depart", "place", "visit_min"}),
    ],
)
def test_examples_are_left_to_the_author(name: str, examples: set[str]) -> None:
    """What the name of the query says is not an example, as the rating of the best rated."""
    found = example_fields(parse_query(TEMPLATES[name]))
    assert {path[-1] for path in found} == examples


def test_every_condition_has_an_example() -> None:
    """Only those below the new condition count."""
    nearest = parse_query(TEMPLATES["the nearest place"])
    for condition in CONDITIONS.values():
        narrowed = with_condition(nearest, ("among",), condition)
        assert example_fields(narrowed, ("among", "filters"))
        assert ("among", "anchor") not in example_fields(narrowed, ("among", "filters"))


def test_only_optional_fields_can_be_left_out() -> None:
    """A nearest place needs no kind, and a direction needs both places."""
    assert can_lack(parse_query(TEMPLATES["the nearest place"]), ("among", "category"))
    assert not can_lack(parse_query(TEMPLATES["a direction"]), ("figure", "place"))


def test_parts_after_a_removed_one_move_up() -> None:
    """Fields of other lists, of parts before it and above it stay."""
    paths = [("a", 0, "x"), ("a", 1, "x"), ("a", 2, "x"), ("b", 2, "x"), ("c",)]
    left = {("a", 0, "x"), ("a", 1, "x"), ("b", 2, "x"), ("c",)}
    assert without_part(paths, ("a", 1)) == left


def test_invalid_fields_are_rejected() -> None:
    """The message states what was expected."""
    direction = parse_query(TEMPLATES["a direction"])
    with pytest.raises(RecordError, match="field required"):
        change_field(direction, ("figure", "place"), "")


@pytest.mark.parametrize(
    "draft", [READY, Draft(id="<b>", text="<script>\u202e"), replace(READY, label=-1)]
)
def test_the_print_view_is_plain_text(draft: Draft) -> None:
    """It runs and loads nothing."""
    page = print_page(prove_draft(draft))
    assert "<script" not in page
    assert "\u202e" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")


def scope(kind: str = "http", query: str = "", **headers: str) -> Message:
    """Return a request."""
    named = {"host": "127.0.0.1:80", **headers}
    raw = [(name.encode(), value.encode()) for name, value in named.items()]
    return {"type": kind, "headers": raw, "query_string": query.encode()}


def responses(guard: Guard, request: Message) -> list[Message]:
    """Return the responses of a guarded application."""
    import asyncio

    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(guard(request, receive, send))
    return sent


async def application(request: Message, _receive: object, send: object) -> None:
    """Accept every request."""
    if request["type"] == "lifespan":
        await send({"type": "lifespan.startup.complete"})  # type: ignore[operator]
        return
    await send({"type": "http.response.start", "status": 200})  # type: ignore[operator]


def test_the_guard_admits_authorised_requests_only() -> None:
    """It checks host, origin, and the token in the address or a cookie."""
    guard = Guard(application, ["127.0.0.1:80"], "secret")
    given = responses(guard, scope(query="token=secret"))[0]
    assert given["status"] == 200
    assert any(name == b"set-cookie" for name, _ in given["headers"])
    for request, status in (
        (scope(cookie="a=b; geoeval-token=secret"), 200),
        (scope(), 403),
        (scope(query="token=wrong"), 403),
        (scope(query="token=secret", host="evil.example"), 403),
        (scope(query="token=secret", origin="http://evil.example"), 403),
        (scope(query="token=secret", origin="http://127.0.0.1:80"), 200),
        (scope(cookie="\x00=;;=,"), 403),
    ):
        assert responses(guard, request)[0]["status"] == status
    assert responses(guard, scope("websocket", origin="http://evil.example"))[0]["code"] == 1008
    assert responses(guard, {"type": "lifespan"})[0]["type"] == "lifespan.startup.complete"
    assert responses(Guard(application, (), None), scope(host="any"))[0]["status"] == 200
