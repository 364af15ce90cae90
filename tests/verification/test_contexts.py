"""Faults of contexts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.verification.contexts import check_context, context_key, names_by_point, read_contexts
from geoeval.verification.model import Finding
from geoeval.world.model import MapWorld, Place, World
from tests.verification.builders import TOWN, record


def checked(context: str, *others: str) -> tuple[Finding, ...]:
    """Check a context in the company of others."""
    made = record("1", label=0, context=context)
    contexts = read_contexts([made, *(record("1", label=0, context=other) for other in others)])
    return check_context(made, contexts[context], names_by_point(contexts.values()))


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
    "said twice": (block("Old Mill", "Rating: 4.1. (2 ratings).") * 2, None, None),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_faults_of_a_context_are_found(case: tuple[str, str | None, str | None]) -> None:
    """At most one finding of each rule, with the lines as evidence."""
    context, code, cause = case
    findings = checked(context)
    assert [finding.code for finding in findings] == ([code] if code else [])
    assert [finding.cause for finding in findings] == ([cause] if code else [])
    assert all(finding.evidence for finding in findings)


def test_two_places_of_one_name_are_told_with_their_addresses() -> None:
    """They are no description twice, but a name that decides nothing."""
    low, high = "Location: Low Rd(60.0, 25.0).", "Location: High Rd(60.4, 25.4)."
    (finding,) = checked(block("Old Mill", low) + block("Old Mill", high))
    assert finding.code == "GEO203"
    assert finding.evidence == (
        "context lines 1 and 4: Old Mill is at 'High Rd', another at 'Low Rd'",
    )


def test_many_lines_are_counted() -> None:
    """Only the first few are shown."""
    finding = checked(CASES["unread"][0])[0]
    assert finding.evidence[-1] == "and 2 more"


def test_coordinates_copied_from_record_to_record_are_found() -> None:
    """Where every point of a context stands for another name elsewhere."""
    copied = TOWN.replace("Old Mill", "Elm House").replace("Ox Inn", "Ash Court")
    other = copied.replace("Fig Hall", "Oak Barn")
    finding = checked(TOWN, other)[0]
    assert (finding.code, finding.cause) == ("GEO205", "repeated_coordinates")
    assert "elm house" in finding.evidence[0]
    assert checked(TOWN, copied) == ()


def test_a_longer_name_is_no_other_place() -> None:
    """Two records may call the same two places a little differently."""
    mill, inn = "Location: Low Rd(60.0, 25.0).", "Location: High Rd(60.1, 25.1)."
    one = block("Old Mill", mill) + block("Ox Inn", inn)
    other = block("The Old Mill Cafe", mill) + block("Ox Inn & Bar", inn)
    assert checked(one, other) == checked(other, one) == ()


def test_one_shared_point_is_no_pattern() -> None:
    """Two records may well ask about one point under two names."""
    one = block("Old Mill", "Location: Low Rd(60.0, 25.0).")
    other = block("The Mill Museum", "Location: Low Rd(60.0, 25.0).")
    assert checked(one, other) == ()


def test_an_explicit_world_goes_before_the_text() -> None:
    """The same world is read once."""
    made = replace(record("1", label=0), world={"places": [{"name": "Elm House"}]})
    contexts = read_contexts([made, made])
    assert [place.name for place in contexts[context_key(made)].world.places] == ["Elm House"]
    assert len(contexts) == 1


def test_a_map_is_no_context() -> None:
    """A town has many places of one name; nobody wrote them into the record."""
    places = tuple(
        Place(name="Old Mill", id=each, location=(60.0, lon), address=f"{each} Road")
        for each, lon in (("Low", 25.0), ("High", 25.4))
    )
    for world, codes in (
        (World(places=places), ["GEO203"]),
        (MapWorld(places=places, map_path="town.world"), []),
    ):
        made = replace(record("1", label=0, context=""), world=world)
        (context,) = read_contexts([made]).values()
        assert [finding.code for finding in check_context(made, context, {})] == codes


def test_a_broken_world_is_a_fault_of_the_record() -> None:
    """With its path in the record."""
    made = replace(record("1", label=0), world={"places": 3})
    context = read_contexts([made])[context_key(made)]
    (finding,) = check_context(made, context, {})
    assert finding.code == "GEO104"
    assert finding.message.startswith("$.world")
