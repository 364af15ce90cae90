"""``geoeval world read``: the world read from contexts."""

from __future__ import annotations

import json

from geoeval.world.model import world_from_json
from geoeval.world.reader import read_context
from tests.cli.conftest import CONTEXT, Run, Save, question

RICH = CONTEXT + (
    "Nearby Restaurants of Old Mill are (sorted by distance in ascending order):\n"
    "1. <b>Fish Bar</b>\n   - Address: 2 Quay.\n"
    "Travel Time from Old Mill to Stone Pier on foot is 9 mins (0.7 km).\n"
    "There are 1 routes from Old Mill to Stone Pier by car. They are:\n"
    "1. Via Shore Rd | 5 mins | 2.0 km\n - Head north\n"
    "Information of <b>Tea Room</b>:\n- Rating: 4.5. (12 ratings).\n"
)


def test_counts_and_kinds_of_lines_are_shown(run: Run, save: Save) -> None:
    """One line per context, then the kinds of lines, then the total."""
    path = save([question(1)])
    result = run("world", "read", path)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{path}:1:2: [1] 2 places, 0 lists, 0 legs, 0 routes"
    assert "       2  place heading" in lines
    assert lines[-1] == "1 context, 5 lines, 0 not understood"


def test_id_shows_one_context_in_detail(run: Run, save: Save) -> None:
    """Every place, list, leg and route has its line."""
    out = run("world", "read", save([question(1, context=RICH)]), "--id", "1").out
    assert "    place: Old Mill (1 Quay; at 52, 4)" in out
    assert "    place: Tea Room (no address; rated 4.5)" in out
    assert "    list: Restaurants around Old Mill: 1 place" in out
    assert "    leg: Old Mill to Stone Pier, walking, 540 s, 700 m" in out
    assert "    route: Old Mill to Stone Pier via Shore Rd, driving, 300 s, 2000 m, 1 step" in out


def test_unparsed_lines_exit_with_1(run: Run, save: Save) -> None:
    """With --unparsed nothing else is shown."""
    path = save([question(1), question(2, context=CONTEXT + "Colourless \x1b ideas sleep.\n")])
    result = run("world", "read", path, "--unparsed")
    assert result.code == 1
    first, last = result.out.splitlines()
    assert "[2] line 5 of the context: Colourless \\u001b ideas sleep." in first
    assert last.endswith(", 1 not understood")
    assert run("world", "read", path).code == 0
    assert run("world", "read", save([question(1)]), "--unparsed").code == 0


def test_json_contains_the_worlds(run: Run, save: Save) -> None:
    """It has each world, its lines by kind, and the lines not understood."""
    path = save([question(1), question("b", context="Colourless ideas sleep.")])
    shape = json.loads(run("world", "read", path, "--format", "json").out)
    first, second = shape["items"]
    assert first["id"] == 1
    assert [place["name"] for place in first["world"]["places"]] == ["Old Mill", "Stone Pier"]
    assert second["unparsed"][0]["text"] == "Colourless ideas sleep."
    assert shape["unparsed"] == 1
    assert shape["lines"]["place heading"] == 2
    short = json.loads(run("world", "read", path, "--format", "json", "--unparsed").out)
    assert "world" not in short["items"][0]


def test_unreadable_file_exits_with_2(run: Run, save: Save) -> None:
    """Faults go to standard error; readable contexts are shown."""
    result = run("world", "read", save(f"[{json.dumps(question(1))}"))
    assert result.code == 2
    assert "GEO102" in result.err
    assert "1 context" in result.out


def test_explain_shows_each_line_and_what_it_was_read_as(run: Run, save: Save) -> None:
    """A file with a single context needs no dataset around it."""
    context = CONTEXT + "Today is Someday.\n- Colour: red.\n"
    path = save(context, "town.txt")
    result = run("world", "read", path, "--explain")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{path}:1:1: [1] 2 places, 0 lists, 0 legs, 0 routes"
    assert lines[2] == "     2  address         address 1 Quay; location (52.0, 4.0)"
    assert lines[5].startswith(
        "     5  not understood  Today is Someday. (unrecognised line) → write"
    )
    assert (
        run("world", "read", "-", "--explain", stdin=context.encode()).out.splitlines()[1:]
        == lines[1:]
    )


def test_explain_and_unparsed_show_what_to_write_instead(run: Run, save: Save) -> None:
    """Contexts that were understood are not listed."""
    path = save([question(1), question(2, context=CONTEXT + "Today is Someday.\n")])
    result = run("world", "read", path, "--explain", "--unparsed")
    assert result.code == 1
    head, line, last = result.out.splitlines()
    assert head.endswith("[2]")
    assert line.endswith("→ write it like 'Today is Tuesday.'")
    assert last.endswith(", 1 not understood")


def test_explained_lines_are_in_the_json(run: Run, save: Save) -> None:
    path = save(CONTEXT + "Today is Someday.\n", "town.txt")
    (item,) = json.loads(run("world", "read", path, "--explain", "--format", "json").out)["items"]
    assert item["explained"][1]["values"] == {"address": "1 Quay", "location": [52.0, 4.0]}
    assert item["explained"][4]["instead"] == "write it like 'Today is Tuesday.'"
    assert (
        "explained" not in json.loads(run("world", "read", path, "--format", "json").out)["items"]
    )


def test_a_file_with_a_world_is_shown(run: Run, save: Save) -> None:
    """Tables and empty files are read as datasets only."""
    out = run("world", "read", save({"places": [{"name": "Mill"}]}, "town.json")).out
    assert "1 place, 0 lists, 0 legs, 0 routes" in out
    for text, name in (("a,b\n1,2\n", "set.csv"), ("", "town.txt")):
        assert run("world", "read", save(text, name)).out.startswith("0 contexts")


def test_template_is_read_without_an_unread_line(run: Run, save: Save) -> None:
    """Its JSON is the same world."""
    text = run("world", "template").out
    assert run("world", "read", save(text, "town.txt"), "--unparsed").code == 0
    described = run("world", "template", "--format", "json").out
    assert world_from_json(json.loads(described)) == read_context(text)[0]
    assert '"line"' not in described
    schema = json.loads(run("world", "template", "--format", "schema").out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
