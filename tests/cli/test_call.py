"""``geoeval call``: one tool from a shell."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CONTEXT, Run, Save, question

ENDS_USED = {"origin": "Old Mill", "destination": "Stone Pier"}
ENDS = ("origin=Old Mill", "destination=Stone Pier")


def test_arguments_are_one_json_object_or_given_one_by_one(run: Run, save: Save) -> None:
    """Both say the same, and so does standard input."""
    world = ("--world", save([question(1)]))
    text = '{"origin": "Old Mill", "destination": "Stone Pier"}'
    one = run("call", "haversine", text, *world)
    assert one.code == 0
    assert one.out.splitlines() == [
        "used:",
        "  origin: Old Mill",
        "  destination: Stone Pier",
        "distance_m: 111195.08",
        "text: 111 km",
    ]
    assert run("call", "haversine", *ENDS, *world) == one
    assert run("call", "haversine", "-", *world, stdin=text.encode()) == one


def test_values_are_read_as_the_tool_wants_them(run: Run, save: Save) -> None:
    """Numbers as numbers, text as text, though it looks like a number."""
    world = ("--world", save([question(1)]))
    assert run("call", "bearing_cardinal", *ENDS, "points=4", *world).code == 0
    wrong = run("call", "bearing_cardinal", *ENDS, "points=far", *world).out
    assert "points: expected" in wrong
    assert "got 'far'" in wrong
    assert "got '12'" in run("call", "PlaceSearch", "placeName=12", *world).out
    assert "nope: expected one of the arguments" in run("call", "convert", "nope=1").out


def test_the_world_is_that_of_a_question(run: Run, save: Save) -> None:
    """--id chooses it in a dataset; a context alone does too."""
    other = question(2, context="Information of Ox Inn:\n- Location: 3 Quay (52.0, 4.5).\n")
    path = save([question(1), other])
    found = run("call", "PlaceDetails", "placeId=Ox Inn", "--world", path, "--id", "2")
    assert "address: 3 Quay" in found.out
    alone = run("call", "PlaceDetails", "placeId=Old Mill", "--world", save(CONTEXT, "c.txt"))
    assert "address: 1 Quay" in alone.out


def test_json_is_what_a_model_reads(run: Run, save: Save) -> None:
    """A result is the object itself."""
    result = run("call", "haversine", *ENDS, "--world", save(CONTEXT, "c.txt"), "--format", "json")
    assert (result.code, result.shape) == (
        0,
        {"used": ENDS_USED, "distance_m": 111195.08, "text": "111 km"},
    )


def test_a_failure_gives_1_and_says_what_to_mend(run: Run, save: Save) -> None:
    """The nearest names stand beside what came."""
    arguments = (
        "call",
        "PlaceDetails",
        "placeId=Stone\x1b Place",
        "--world",
        save(CONTEXT, "c.txt"),
    )
    result = run(*arguments)
    assert (result.code, result.err) == (1, "")
    place = 'a place: name, id or "latitude,longitude" that is known here'
    assert result.out.splitlines() == [
        "PlaceDetails rejects this call (unknown_place)",
        f"  placeId: expected {place}; got 'Stone\\u001b Place'",
        "    nearest: Stone Pier",
        "  Call again only with the intended place, by its name on this map or coordinates.",
    ]
    error = run(*arguments, "--format", "json").shape["error"]
    assert isinstance(error, dict)
    assert (error["kind"], error["arguments"][0]["nearest"]) == (
        "fix_arguments",
        ["Stone Pier"],
    )


def test_a_final_failure_gives_1_too(run: Run, save: Save) -> None:
    """The arguments were understood, and the world has no answer."""
    ends = ("originId=Old Mill", "destinationId=Stone Pier", "travelMode=walking")
    result = run("call", "TravelTime", *ends, "--world", save(CONTEXT, "c.txt"))
    assert result.code == 1
    assert result.out.splitlines()[:2] == [
        "TravelTime has no answer (no_route)",
        "  the map gives no walking travel time from Old Mill to Stone Pier",
    ]


def test_broken_json_is_a_failure_of_the_call(run: Run) -> None:
    """It is told as a model would be told."""
    for text in ("{bad", "[1]", '{"amount": NaN}'):
        result = run("call", "convert", text, "--format", "json")
        assert result.code == 1
        assert "fix_arguments" in json.dumps(result.shape)


def test_standard_input_is_read_as_utf8(run: Run) -> None:
    """A mark of byte order is left out, and bytes that are no UTF-8 are replaced."""
    given = b'\xef\xbb\xbf{"text": "Caf\xe9"}'
    assert "got 'Caf\ufffd'" in run("call", "convert", "-", stdin=given).out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["haversin"], "a tool, got 'haversin'; did you mean haversine"),
        (["convert", "225"], "one JSON object, or arguments such as key=value, got '225'"),
        (["convert", "=225"], "arguments such as key=value, got '=225'"),
        (["convert", "a=1", "a=2"], "each argument once, got 'a' twice"),
        (["convert", "{}", "a=2"], "arguments such as key=value, got '{}'"),
        (["convert", "--id", "2"], "--id needs --world with a dataset, got no --world"),
        (["convert", "--world", "none.json"], "the file does not exist"),
        (["convert", "-", "--world", "-"], "standard input can be used only once"),
    ],
)
def test_wrong_usage_gives_2(run: Run, arguments: list[str], complaint: str) -> None:
    """Nothing is called."""
    result = run("call", *arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
