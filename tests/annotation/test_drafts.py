"""Drafts: missing parts, verdicts, and suggested wrong options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geoeval.annotation.app.printing import print_page
from geoeval.annotation.distractors import right_option, suggest_distractors
from geoeval.annotation.draft import Draft, prove_draft
from geoeval.annotation.exchange import drafts_of
from geoeval.datasets.load import load_dataset, sample_path
from geoeval.query.solve import parse_query
from geoeval.verification.kept.decisions import accept_entry, edit_entry, reject_entry, unread_entry
from geoeval.verification.kept.entries import Reading
from geoeval.verification.run import verify_datasets
from tests.annotation.conftest import DIRECTION, FACTS

NORTHWARD = parse_query(
    {
        "ask": "value",
        "figure": {"kind": "direction", "place": "Fig Hall", "seen_from": "Old Mill"},
    }
)
NORTH_SOUTH = Draft(id=1, text=DIRECTION, options=("North", "South"), label=1, context=FACTS)


@pytest.mark.parametrize(
    ("draft", "missing"),
    [
        (Draft(id=1), ("a question", "two options", "the right option")),
        (Draft(id=1, text="?", options=("a",), label=0), ("two options",)),
        (Draft(id=1, text="?", options=("a", " "), label=0), ("two options",)),
        (Draft(id=1, text="?", options=("a b", "a  b"), label=0), ("options that differ",)),
        (Draft(id=1, text="?", options=("a", "b"), label=2), ("the right option",)),
        (Draft(id=1, text="?", options=("a", "b"), label=-1), ()),
    ],
)
def test_drafts_list_their_missing_parts(draft: Draft, missing: tuple[str, ...]) -> None:
    """A record needs all of them."""
    assert draft.missing == missing


@pytest.mark.parametrize(
    ("draft", "standing", "verdict"),
    [
        (Draft(id=1), "empty", "Write a question."),
        (replace(NORTH_SOUTH, label=None), "incomplete", "Still missing: the right option."),
        (NORTH_SOUTH, "supported", "Supported: 'South' follows, by 180.0°."),
        (replace(NORTH_SOUTH, label=0), "contradicted", "Contradicted: the label says 'North'"),
        (replace(NORTH_SOUTH, text="How scenic is it?", label=-1), "supported", "unanswerable"),
        (replace(NORTH_SOUTH, text="Gorp?"), "undetermined", "not clear what the question asks"),
        (replace(NORTH_SOUTH, context=""), "undetermined", "Not checkable: no context."),
    ],
)
def test_verdicts_are_sentences(draft: Draft, standing: str, verdict: str) -> None:
    """They have the margin, or what is wrong."""
    proof = prove_draft(draft)
    assert proof.standing == standing
    assert verdict in proof.verdict


def test_doubtful_words_are_reported() -> None:
    """They are unexplained or assumed to be harmless."""
    proof = prove_draft(
        replace(NORTH_SOUTH, text="In which gorp direction is Fig Hall from Old Mill?")
    )
    assert proof.marks == ("gorp",)
    assert proof.basis == (("assumes", '"gorp" does not narrow the answer'),)


def test_corrected_words_are_shown() -> None:
    """A misspelt word is marked, with the word that it is read as, and does not prevent a proof."""
    proof = prove_draft(replace(NORTH_SOUTH, text=DIRECTION.replace("which", "whihc")))
    assert proof.standing == "supported"
    assert proof.marks == ("whihc",)
    assert proof.basis == (("spelling", '"whihc" is read as "which"'),)


def test_questions_are_read_as_by_verify() -> None:
    """The trained reader is asked if the rules are not sure."""
    sample = load_dataset(sample_path())
    third = replace(sample, records=sample.records[::3])
    drafts, _ = drafts_of([third])
    expected = [item.verdict for item in verify_datasets([third]).items]
    assert len(expected) > 40
    assert [prove_draft(draft).standing for draft in drafts] == expected


def test_basis_of_a_kept_query_is_shown_until_it_is_reviewed() -> None:
    """Its assumptions mark words of the question."""
    draft = replace(NORTH_SOUTH, text="Whither from the landing?")
    entry = replace(
        edit_entry(unread_entry(draft.record()), Reading(query=NORTHWARD), "Ann"),
        doubts=("only",),
        basis={
            "assumptions": ['"the landing" is on the map'],
            "links": [{"words": "the landing", "name": "Old Mill"}],
        },
    )
    proof = prove_draft(draft, entry=entry)
    assert proof.basis == (
        ("assumes", '"the landing" is on the map'),
        ("link", '"the landing" is Old Mill'),
    )
    assert (proof.doubts, proof.marks) == (("only",), ("only", "the landing"))
    assert "<li>link: &#34;the landing&#34; is Old Mill</li>" in print_page(proof)
    assert prove_draft(draft, entry=accept_entry(entry)).basis == ()


def test_reviewed_queries_replace_the_reading() -> None:
    """A rejected query leaves the question without one."""
    draft = replace(NORTH_SOUTH, text="Whither?")
    entry = edit_entry(unread_entry(draft.record()), Reading(query=NORTHWARD), "Ann")
    assert not prove_draft(draft, entry=entry).is_reviewed
    assert prove_draft(draft, entry=accept_entry(entry)).standing == "supported"
    assert prove_draft(NORTH_SOUTH, entry=reject_entry(entry)).item.reason == "no_query"


def test_unread_lines_are_reported() -> None:
    """They have their number."""
    proof = prove_draft(replace(NORTH_SOUTH, context=f"{FACTS}Gorp!\n"))
    assert [line.partition(":")[0] for line in proof.unread] == ["line 10"]


@pytest.mark.parametrize(
    ("text", "right", "wrong", "mistake"),
    [
        (DIRECTION, "South", "North", "the direction back"),
        (
            "How long does it take to walk from Old Mill to Fig Hall?",
            "44 mins",
            "9 mins",
            "by car instead",
        ),
        ("What is the rating of Old Mill?", "4.4", "4.1", "that of Fig Hall"),
        ("Is Old Mill open on Tuesday at 10:00 AM?", "No", "Yes", "on Monday instead"),
        ("When does Old Mill close on Monday?", "5:00 PM", "9:00 AM", "confused"),
    ],
)
def test_wrong_options_represent_mistakes(text: str, right: str, wrong: str, mistake: str) -> None:
    """Each follows from a plausible mistake."""
    proof = prove_draft(replace(NORTH_SOUTH, text=text, options=(), label=None))
    assert right_option(proof) == right
    found = {each.text: each.mistake for each in suggest_distractors(proof)}
    assert mistake in found[wrong]
    assert right not in found


def suggest_for(text: str, *options: str, context: str = FACTS) -> dict[str, str]:
    """Return the suggested wrong options with their mistakes."""
    draft = Draft(id=1, text=text, options=options, context=context)
    return {each.text: each.mistake for each in suggest_distractors(prove_draft(draft))}


def test_options_that_exist_set_the_form() -> None:
    """The right option and the wrong ones have their unit and rounding."""
    text = "How far is Fig Hall from Old Mill in a straight line?"
    draft = Draft(id=1, text=text, options=("7 miles", "9 miles"), context=FACTS)
    assert right_option(prove_draft(draft)) == "7 miles"
    assert suggest_for(text, *draft.options)["11 miles"] == "kilometres taken for miles"
    assert right_option(prove_draft(replace(draft, options=()))) == "11.1 km"
    assert suggest_for(text)["17.9 km"] == "kilometres taken for miles"


def test_the_right_option_is_not_rounded_until_it_is_wrong() -> None:
    """Round options do not round it, and neither does a form in which it does not follow."""
    for how, options, right in (
        ("to walk", ("30 mins", "50 mins"), "44 mins"),
        ("to drive", ("3 hrs", "9 hrs"), "9 mins"),
    ):
        text = f"How long does it take {how} from Old Mill to Fig Hall?"
        draft = Draft(id=1, text=text, options=options, context=FACTS)
        assert right_option(prove_draft(draft)) == right


def test_numbers_without_a_mistake_are_a_last_resort() -> None:
    """They say so, and are left out if there are enough wrong options."""
    text = "What is the rating of Old Mill?"
    assert list(suggest_for(text).values()) == [
        "that of Fig Hall",
        "a number close to it",
        "a number close to it",
    ]
    assert "a number close to it" not in suggest_for(text, "4.4", "3.9", "3.5", "4.7").values()


@pytest.mark.parametrize(("count", "miscounted"), [(20, True), (21, False)])
def test_small_counts_are_miscounted_by_one(count: int, miscounted: bool) -> None:
    """Nobody gives 2,904 for 2,903."""
    context = FACTS.replace("(20 ratings)", f"({count} ratings)")
    found = suggest_for("How many people have rated Fig Hall?", context=context)
    assert (found.get(str(count + 1)) == "one too many") == miscounted
    assert any(why == "a number close to it" for why in found.values()) or miscounted


def test_suggestions_are_never_right() -> None:
    """For the questions of the sample, each is contradicted next to all other options."""
    checked = 0
    for record in load_dataset(sample_path()).records[::8]:
        draft = Draft(id=0, text=record.question.text, context=record.context, world=record.world)
        proof = prove_draft(draft)
        wrong = [each.text for each in suggest_distractors(proof)]
        options = (right_option(proof) or "", *wrong)
        for label in range(1, len(options)):
            offered = replace(draft, options=options, label=label)
            assert prove_draft(offered).item.verdict == "contradicted"
            checked += 1
    assert checked > 30


def test_suggestions_leave_the_right_option_the_answer() -> None:
    """At 24° from north, a diagonal would make the sector of north too narrow."""
    context = FACTS.replace("60.10, 24.90", "60.30, 24.99")
    assert {*suggest_for(DIRECTION, "North", "South", context=context)} == {"East", "West"}


@pytest.mark.parametrize(("word", "offered"), [("", ["Yes"]), ("still ", [])])
def test_only_certain_suggestions_are_offered(word: str, offered: list[str]) -> None:
    """With a word in doubt, no option is certain to be wrong."""
    assert [*suggest_for(f"Would Old Mill {word}be open at 10:00 AM on a Tuesday?")] == offered


def test_missing_values_give_no_suggestions() -> None:
    """Neither a right option nor wrong ones are suggested."""
    proof = prove_draft(replace(NORTH_SOUTH, text="How scenic is it?", options=(), label=None))
    assert right_option(proof) is None
    assert suggest_distractors(proof) == ()


@pytest.mark.parametrize(
    ("text", "options", "absent", "present"),
    [
        (DIRECTION, ("north", "south"), "north", "west"),
        (DIRECTION, ("N", "Southeast", "S"), "SE", "W"),
        ("When does Old Mill close on Monday?", ("9 AM", "5:00 PM"), "9:00 AM", "6:00 PM"),
        ("When does Old Mill close on Monday?", ("9 AM", "5 PM"), "9 AM", "6 PM"),
        (
            "How far is Fig Hall from Old Mill in a straight line?",
            ("17900 m", "11.1 km"),
            "17.9 km",
            "36.5 km",
        ),
    ],
)
def test_existing_options_are_not_suggested_again(
    text: str, options: tuple[str, ...], absent: str, present: str
) -> None:
    """Their values are compared, not their spelling."""
    found = suggest_for(text, *options)
    assert present in found
    assert absent not in found
