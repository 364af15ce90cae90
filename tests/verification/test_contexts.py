"""Faults of contexts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from geoeval.datasets.records import Span
from geoeval.verification.contexts import check_context, context_key, names_by_point, read_contexts
from geoeval.verification.model import Finding
from geoeval.world.model import MapWorld, Place, World, world_to_json
from geoeval.world.writer import write_context
from tests.verification.builders import TOWN, record


def findings_about(context: str, *others: str) -> tuple[Finding, ...]:
    """Check a context together with others."""
    labelled = record("1", label=0, context=context)
    contexts = read_contexts([labelled, *(record("1", label=0, context=other) for other in others)])
    return check_context(labelled, contexts[context], names_by_point(contexts.values()))


def block(name: str, *facts: str) -> str:
    """Write a block about a place."""
    return f"Information of <b>{name}</b>:\n" + "".join(f"- {fact}\n" for fact in facts) + "\n"


CASES = {
    "sound": (TOWN, None, None),
    "unread": ("The moon is made of cheese.\n" * 7, "GEO201", None),
    "latitude 95": (block("Old Mill", "Location: Low Rd(95.0, 200.0)."), "GEO202", None),
    "swapped": (
        block("Old Mill", "Location: Low Rd(125.5, 25.0)."), "GEO202", "swapped_coordinates",
    ),
    "projected": (
        block("Old Mill", "Location: Low Rd(6711542.475, 2776540.101)."),
        "GEO202", "projected_coordinates",
    ),
    "hours": (block("Old Mill", "Opening hours: Monday: till late."), "GEO204", None),
    "conflict": (
        block("Old Mill", "Rating: 4.1. (2 ratings).")
        + block("Old Mill", "Rating: 4.5. (2 ratings)."),
        "GEO203", None,
    ),
    "repeated": (block("Old Mill", "Rating: 4.1. (2 ratings).") * 2, None, None),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_context_faults_are_found(case: tuple[str, str | None, str | None]) -> None:
    """Each rule gives at most one finding, with the lines as evidence."""
    context, code, cause = case
    findings = findings_about(context)
    assert [finding.code for finding in findings] == ([code] if code else [])
    assert [finding.cause for finding in findings] == ([cause] if code else [])
    assert all(finding.evidence for finding in findings)


def test_places_sharing_a_name_list_their_addresses() -> None:
    """They are not a repeated description, but the name is ambiguous."""
    low, high = "Location: Low Rd(60.0, 25.0).", "Location: High Rd(60.4, 25.4)."
    (finding,) = findings_about(block("Old Mill", low) + block("Old Mill", high))
    assert finding.code == "GEO203"
    assert finding.evidence == (
        "context lines 1 and 4: Old Mill is at 'High Rd', another at 'Low Rd'",
    )


def test_long_line_lists_are_counted() -> None:
    """Only the first few lines are shown."""
    finding = findings_about(CASES["unread"][0])[0]
    assert finding.evidence[-1] == "and 2 more"


def test_copied_coordinates_are_found() -> None:
    """Every point of the context has another name in another record."""
    copied = TOWN.replace("Old Mill", "Elm House").replace("Ox Inn", "Ash Court")
    other = copied.replace("Fig Hall", "Oak Barn")
    finding = findings_about(TOWN, other)[0]
    assert (finding.code, finding.cause) == ("GEO205", "repeated_coordinates")
    assert "elm house" in finding.evidence[0]
    assert findings_about(TOWN, copied) == ()


def test_longer_names_are_the_same_place() -> None:
    """Two records may name the same two places slightly differently."""
    mill, inn = "Location: Low Rd(60.0, 25.0).", "Location: High Rd(60.1, 25.1)."
    one = block("Old Mill", mill) + block("Ox Inn", inn)
    other = block("The Old Mill Cafe", mill) + block("Ox Inn & Bar", inn)
    assert findings_about(one, other) == findings_about(other, one) == ()


def test_single_shared_points_are_ignored() -> None:
    """Two records may ask about one point under two names."""
    one = block("Old Mill", "Location: Low Rd(60.0, 25.0).")
    other = block("The Mill Museum", "Location: Low Rd(60.0, 25.0).")
    assert findings_about(one, other) == ()


def test_explicit_worlds_replace_the_text() -> None:
    """A world is read only once."""
    labelled = replace(record("1", label=0), world={"places": [{"name": "Elm House"}]})
    contexts = read_contexts([labelled, labelled])
    assert [place.name for place in contexts[context_key(labelled)].world.places] == ["Elm House"]
    assert len(contexts) == 1


def test_maps_are_not_checked_as_contexts() -> None:
    """A town has many places of the same name."""
    places = tuple(
        Place(name="Old Mill", id=each, location=(60.0, lon), address=f"{each} Road")
        for each, lon in (("Low", 25.0), ("High", 25.4))
    )
    for world, codes in (
        (World(places=places), ["GEO203"]),
        (MapWorld(places=places, map_path="town.world"), []),
    ):
        labelled = replace(record("1", label=0, context=""), world=world)
        (context,) = read_contexts([labelled]).values()
        assert [finding.code for finding in check_context(labelled, context, {})] == codes


def test_broken_worlds_are_faults_of_the_record() -> None:
    """The fault has its path in the record."""
    labelled = replace(record("1", label=0), world={"places": 3})
    context = read_contexts([labelled])[context_key(labelled)]
    (finding,) = check_context(labelled, context, {})
    assert finding.code == "GEO104"
    assert finding.message.startswith("$.world")


def test_worlds_are_read_from_files_next_to_the_dataset(tmp_path: Path) -> None:
    """A context, a world as JSON or a map file; each is read once, with its unread lines."""
    world = World(places=(Place(name="Elm House"),))
    (tmp_path / "town.json").write_text(json.dumps(world_to_json(world)), encoding="utf-8")
    (tmp_path / "town.txt").write_text(f"{write_context(world)}\nProse.", encoding="utf-8")
    world.save(tmp_path / "town.world")
    span = Span(file=str(tmp_path / "set.json"))
    for name, count in (("town.json", 0), ("town.txt", 1), ("town.world", 0)):
        one, other = (replace(record(each, label=0), span=span, world=name) for each in "12")
        (context,) = read_contexts([one, other]).values()
        assert [place.name for place in context.world.places] == ["Elm House"]
        assert len(check_context(one, context, {})) == len(context.unread) == count


def test_a_world_may_be_json_in_a_column() -> None:
    stated = replace(record("1", label=0), world='{"places": [{"name": "Elm House"}]}')
    (context,) = read_contexts([stated]).values()
    assert [place.name for place in context.world.places] == ["Elm House"]


@pytest.mark.parametrize(
    ("world", "fault"),
    [
        ("none.json", r"\$\.world: the world .*none\.json' cannot be read: No such file"),
        ("wide.txt", r"\$\.world: the world .*wide\.txt' cannot be read: it is not UTF-8"),
        ("half.json", r"\$\.world: the world .*half\.json' is not valid JSON: Expecting"),
        ("wrong.json", r"\$\.world: the file .*wrong\.json' is not a valid world: \$\.places"),
        ("../town.json", r"\$\.world: expected a path below the folder of the dataset, got"),
        ("/town.json", r"\$\.world: expected a path below the folder of the dataset, got"),
        ("{", r"\$\.world: expected a world as an object, as JSON or as the path of a file: Expec"),
    ],
)
def test_unusable_worlds_are_faults_of_the_field(tmp_path: Path, world: str, fault: str) -> None:
    """However long the path is, it is quoted in full."""
    (tmp_path / "wide.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "half.json").write_text("{")
    (tmp_path / "wrong.json").write_text('{"places": 3}')
    stated = replace(record("1", label=0), span=Span(file=str(tmp_path / "a.json")), world=world)
    (context,) = read_contexts([stated]).values()
    assert re.match(fault, context.fault or "")
