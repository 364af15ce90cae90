"""Labels that name several options, and open answers with a tolerance."""

from __future__ import annotations

import pytest

from geoeval.verification.run import verify_dataset

WORLD = {
    "places": [
        {"name": "Old Mill", "location": [48.86, 2.29], "rating": 4.5},
        {"name": "Stone Pier", "location": [48.865, 2.305], "rating": 4.1},
        {"name": "Ox Inn", "location": [48.866, 2.305], "rating": 3.2},
    ]
}
ABOVE_FOUR = {
    "ask": "list",
    "of": {
        "kind": "places",
        "filters": [{"kind": "compare", "measure": "rating", "comparator": ">", "value": 4}],
    },
}


def verify(**record: object) -> tuple[str, str]:
    """Return the verdict on a record, and the message of its finding."""
    (item,) = verify_dataset([{"world": WORLD, **record}]).items
    return item.verdict, next((finding.message for finding in item.findings), "")


@pytest.mark.parametrize(
    ("answer", "verdict", "words"),
    [
        ("A, B", "supported", ""),
        (["Old Mill", "Stone Pier"], "supported", ""),
        ("A", "ambiguous", "the label says 'Old Mill', but options 0, 1 agree equally well"),
        ("A, B, C", "contradicted", "the label says 'Ox Inn', but"),
        ("A, C", "contradicted", "the label says 'Ox Inn', but"),
    ],
)
def test_several_labels_must_be_the_options_that_fit(
    answer: object, verdict: str, words: str
) -> None:
    """One wrong label makes the whole wrong, and a missing one makes it incomplete."""
    found = verify(
        question="Which of these places have a rating above 4?",
        options=["Old Mill", "Stone Pier", "Ox Inn"],
        answer=answer,
        query=ABOVE_FOUR,
    )
    assert found[0] == verdict
    assert found[1].startswith(words)


def test_incomplete_labels_are_ambiguous() -> None:
    """All three options fit, and two are labelled."""
    low = ABOVE_FOUR["of"] | {  # type: ignore[operator]  # an object of a JSON value
        "filters": [{"kind": "compare", "measure": "rating", "comparator": ">", "value": 3}]
    }
    found = verify(
        question="Which of these places have a rating above 3?",
        options=["Old Mill", "Stone Pier", "Ox Inn"],
        answer="A, B",
        query=ABOVE_FOUR | {"of": low},
    )
    assert found[0] == "ambiguous"


def test_conflicting_facts_leave_several_labels_open() -> None:
    """They follow from one of two ratings."""
    context = (
        "Information of <b>Old Mill</b>:\n- Location: 1 Quay(48.86, 2.29).\n- Rating: {}.\n\n"
        "Information of <b>Stone Pier</b>:\n- Rating: 4.4.\n\n"
    )
    found = verify(
        world=None,
        context=context.format(4.5) + context.format(3.0).partition("Information of <b>Stone")[0],
        question="Which of these places have a rating above 4?",
        options=["Old Mill", "Stone Pier", "Ox Inn"],
        answer="A, B",
        query=ABOVE_FOUR,
    )
    assert found[0] == "ambiguous"
    assert "but the facts differ" in found[1]


@pytest.mark.parametrize(
    ("answer", "tolerance", "verdict"),
    [
        ("1.3 km", None, "contradicted"),
        ("1.3 km", "", "contradicted"),
        ("1.3 km", "10%", "supported"),
        ("1.3 km", "5%", "contradicted"),
        ("1.3 km", "80 m", "supported"),
        ("1.3 km", "60 m", "contradicted"),
        ("1.23 km", "1 m", "supported"),
        ("1.3 km", "roughly", "undetermined"),
        ("1.3 km", "50", "undetermined"),
        ("1.230 m", None, "undetermined"),
        ("1,230 km", None, "undetermined"),
        ("0.764", None, "undetermined"),
        (1230, None, "supported"),
    ],
)
def test_open_answers_may_state_a_tolerance(
    answer: object, tolerance: str | None, verdict: str
) -> None:
    """The true distance is 1,230 m, or 0.764 miles; what cannot be read refutes nothing."""
    ends = {"kind": "distance", "origin": "Old Mill", "destination": "Stone Pier"}
    found = verify(
        question="How far is Stone Pier from Old Mill?",
        answer=answer,
        tolerance=tolerance,
        query={"ask": "value", "figure": ends},
    )
    assert found[0] == verdict
