"""``geoeval call``: one tool from a shell."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import CONTEXT, Run, Save, question

ENDS_USED = {"origin": "Old Mill", "destination": "Stone Pier"}
ENDS = ("origin=Old Mill", "destination=Stone Pier")


def test_arguments_may_be_json_pairs_or_stdin(run: Run, save: Save) -> None:
    """All three forms give the same result."""
    world = ("--world", save([question(1)]))
    text = '{"origin": "Old Mill", "destination": "Stone Pier"}'
    result = run("call", "haversine", text, *world)
    assert result.code == 0
    assert result.out.splitlines() == [
        "used:",
        "  origin: Old Mill",
        "  destination: Stone Pier",
        "distance_m: 111195.08",
        "text: 111 km",
    ]
    assert run("call", "haversine", *ENDS, *world) == result
    assert run("call", "haversine", "-", *world, stdin=text.encode()) == result


def test_values_are_read_by_their_declared_type(run: Run, save: Save) -> None:
    """A text that looks like a number stays a text."""
    world = ("--world", save([question(1)]))
    assert run("call", "bearing_cardinal", *ENDS, "points=4", *world).code == 0
    wrong = run("call", "bearing_cardinal", *ENDS, "points=far", *world).out
    assert "points: expected" in wrong
    assert "got 'far'" in wrong
    assert "got '12'" in run("call", "PlaceSearch", "placeName=12", *world).out
    assert "nope: expected one of the arguments" in run("call", "convert", "nope=1").out


def test_world_may_come_from_a_dataset_or_a_context(run: Run, save: Save) -> None:
    """--id selects the question of a dataset."""
    other = question(2, context="Information of Ox Inn:\n- Location: 3 Quay (52.0, 4.5).\n")
    path = save([question(1), other])
    found = run("call", "PlaceDetails", "placeId=Ox Inn", "--world", path, "--id", "2")
    assert "address: 3 Quay" in found.out
    alone = run("call", "PlaceDetails", "placeId=Old Mill", "--world", save(CONTEXT, "c.txt"))
    assert "address: 1 Quay" in alone.out


def test_json_format_prints_the_result_object(run: Run, save: Save) -> None:
    result = run("call", "haversine", *ENDS, "--world", save(CONTEXT, "c.txt"), "--format", "json")
    assert (result.code, result.shape) == (
        0,
        {"used": ENDS_USED, "distance_m": 111195.08, "text": "111 km"},
    )


def test_fixable_failure_exits_with_1_and_suggests(run: Run, save: Save) -> None:
    """The nearest names are listed with the rejected value."""
    arguments = (
        "call",
        "PlaceDetails",
        "placeId=Stone\x1b Place",
        "--world",
        save(CONTEXT, "c.txt"),
    )
    result = run(*arguments)
    assert (result.code, result.err) == (1, "")
    place = 'a known place: its name, id or "latitude,longitude"'
    assert result.out.splitlines() == [
        "PlaceDetails rejects this call (unknown_place)",
        f"  placeId: expected {place}; got 'Stone\\u001b Place'",
        "    nearest: Stone Pier",
        "  If you know the intended place, call again with its name on the map or its coordinates.",
    ]
    error = run(*arguments, "--format", "json").shape["error"]
    assert isinstance(error, dict)
    assert (error["kind"], error["arguments"][0]["nearest"]) == (
        "fix_arguments",
        ["Stone Pier"],
    )


def test_final_failure_exits_with_1(run: Run, save: Save) -> None:
    ends = ("originId=Old Mill", "destinationId=Stone Pier", "travelMode=walking")
    result = run("call", "TravelTime", *ends, "--world", save(CONTEXT, "c.txt"))
    assert result.code == 1
    assert result.out.splitlines()[:2] == [
        "TravelTime has no answer (no_route)",
        "  the map has no walking travel time from Old Mill to Stone Pier",
    ]


def test_broken_json_is_a_failed_call(run: Run) -> None:
    """The error is the same as for a language model."""
    for text in ("{bad", "[1]", '{"amount": NaN}'):
        result = run("call", "convert", text, "--format", "json")
        assert result.code == 1
        assert "fix_arguments" in json.dumps(result.shape)


def test_stdin_is_read_as_utf8(run: Run) -> None:
    """A byte order mark is dropped, and invalid bytes are replaced."""
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
def test_wrong_usage_exits_with_2(run: Run, arguments: list[str], complaint: str) -> None:
    """No tool is called."""
    result = run("call", *arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
