"""Single findings shown in full."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from geoeval.query.values import (
    Bearing,
    Compound,
    DayPlan,
    DayRow,
    Illustration,
    Infeasible,
    Quantity,
    Spot,
)
from geoeval.reporting.audit.page import draw_finding
from geoeval.reporting.reports.findings import Shown
from geoeval.verification.model import Finding, Item, Match, Report


def draw_first(report: Report, name: object) -> str:
    """Return the first finding about a record as markup."""
    (item,) = (one for one in report.items if one.id == name)
    return draw_finding(Shown(item.findings[0], item), "here")


def test_key_and_answer_are_marked(sample: Report) -> None:
    """Both marks stand next to their options."""
    page = draw_first(sample, 17)
    assert '<bdi>6.2 km</bdi> <span class="label">label</span>' in page
    assert '<bdi>3.5 km</bdi> <span class="computed">computed</span>' in page


def test_derivations_show_steps_lines_and_cause(sample: Report) -> None:
    """Context lines have their numbers."""
    page = draw_first(sample, 17)
    assert "<b>Read as: </b><bdi>the straight-line distance between" in page
    assert "3.5 km great-circle</li>" in page
    assert '<li value="5"><code dir="auto">- Location' in page
    assert "on the Web Mercator plane it is 6.186 km" in page
    assert 'class="map"' in page


def test_relevant_conventions_are_explained(sample: Report) -> None:
    """Each choice comes with its meaning."""
    page = draw_first(sample, 43)
    assert "opening_hours = bind</code> A visit lies within the opening hours" in page
    assert 'class="day"' in page


def test_context_findings_show_their_evidence(sample: Report) -> None:
    """They have no derivation."""
    (item,) = (one for one in sample.items if one.id == 57)
    (finding,) = (one for one in item.findings if one.code == "GEO202")
    page = draw_finding(Shown(finding, item), "here")
    assert "Derivation" not in page
    assert 'class="evidence"' in page


def test_unanswerable_is_shown_below_the_options(sample: Report) -> None:
    """It is not one of the options."""
    (item,) = (one for one in sample.items if one.id == 17)
    infeasible = replace(item, answer=replace(item.answer, answer=-1))
    page = draw_finding(Shown(item.findings[0], infeasible), "here")
    assert '<span class="computed">computed</span> unanswerable' in page
    keyed = replace(item, label=-1)
    page = draw_finding(Shown(item.findings[0], keyed), "here")
    assert '<span class="label">label</span> unanswerable' in page


def test_several_fitting_options_are_marked(sample: Report) -> None:
    """None of them is marked as the answer."""
    (item,) = (one for one in sample.items if one.id == 17)
    answer = replace(item.answer, answer=None, match=Match(fits=(0, 1), best=None, notes=("near",)))
    page = draw_finding(Shown(item.findings[0], replace(item, answer=answer)), "here")
    assert page.count('<span class="computed">fits</span>') == 2
    assert '<li dir="auto">near</li>' in page


def test_long_questions_are_folded(sample: Report) -> None:
    """The beginning is visible, and the rest keeps its lines."""
    (item,) = (one for one in sample.items if one.id == 17)
    long = replace(item, question="Once upon a time.\n" * 100)
    page = draw_finding(Shown(item.findings[0], long), "here")
    assert "<summary><bdi>Once upon a time. Once" in page
    assert page.count("Once upon a time.<br>") == 99


def test_long_derivations_are_folded(sample: Report) -> None:
    """The step numbers continue in the folded part."""
    (item,) = (one for one in sample.items if one.id == 17)
    steps = tuple(f"step {n}" for n in range(20))
    answer = replace(item.answer, outcome=Infeasible(first_broken="no", steps=steps))
    page = draw_finding(Shown(item.findings[0], replace(item, answer=answer)), "here")
    assert "<summary>6 more steps</summary>" in page
    assert 'start="15"' in page


def test_open_answers_are_shown_next_to_the_computed(sample: Report) -> None:
    """Without a computed answer the place stays empty."""
    (item,) = (one for one in sample.items if one.id == 17)
    answer = replace(item.answer, answer=None, match=None)
    open_answer = replace(item, options=(), label=None, expected="6.2 km", answer=answer)
    page = draw_finding(Shown(item.findings[0], open_answer), "here")
    assert '<bdi>6.2 km</bdi> <span class="label">label</span>' in page
    assert '<bdi>3.458 km</bdi> <span class="computed">computed</span>' in page
    uncomputed = replace(open_answer, expected="", answer=replace(answer, outcome=None))
    page = draw_finding(Shown(item.findings[0], uncomputed), "here")
    assert '<bdi>(empty)</bdi> <span class="label">label</span></li></ol>' in page


def day(title: str, *broken: str) -> DayPlan:
    """Return an offered day with its text."""
    row = DayRow(place="Inn", stay_s=(3600, 7200))
    return DayPlan(rows=(row,), title=title, when="Monday", broken=broken)


def planned(item: Item, *days: DayPlan) -> Shown:
    """Return a finding about a plan whose key is "a" and whose answer is "b"."""
    outcome = Infeasible(first_broken="x", illustration=Illustration(days=days))
    answer = replace(item.answer, answer=1, outcome=outcome)
    asked = replace(item, options=("a", "b", "c", "d"), label=0, answer=answer)
    return Shown(item.findings[0], asked)


@pytest.fixture
def contradicted(sample: Report) -> Item:
    """Return an item whose label is wrong."""
    (item,) = (one for one in sample.items if one.id == 17)
    return item


def test_days_of_key_and_answer_come_first(contradicted: Item) -> None:
    """The other days are folded, each with what it violates."""
    shown = planned(contradicted, day("c"), day("b"), day("a", "closes at 5"), day("d"))
    page = draw_finding(shown, "here")
    before, after = page.split("<summary>2 other offered plans</summary>")
    assert (
        'label</span> <bdi>a</bdi> · <b>Monday</b><ul class="broken"><li dir="auto">closes at 5'
        in before
    )
    assert "computed</span> <bdi>b</bdi> · <b>Monday</b></figcaption>" in before
    assert "<bdi>c</bdi>" in after
    assert "<bdi>d</bdi>" in after


def test_the_first_day_is_shown_by_default(contradicted: Item) -> None:
    """A computed day is shown alone, an offered one before the others."""
    page = draw_finding(planned(contradicted, day("c"), day("d")), "here")
    assert page.index("<bdi>c</bdi>") < page.index("1 other offered plan<")
    bare = DayPlan(rows=(DayRow(place="Inn", stay_s=(3600, 7200)),))
    assert "<figcaption" not in draw_finding(planned(contradicted, bare), "here")


def test_file_findings_have_no_question(report: Report) -> None:
    """They have a place, a message and evidence."""
    fault: Finding = replace(report.findings[0], id=None, evidence=("line 3",))
    page = draw_finding(Shown(fault, None), "here")
    assert "<bdi>File</bdi>" in page
    assert "blockquote" not in page
    assert '<li dir="auto">line 3</li>' in page
    assert "data-verdict" not in page


def test_answers_without_an_outcome_are_shown(report: Report) -> None:
    """The finding is about the label although nothing was computed."""
    (item,) = (one for one in report.items if one.id == 6)
    uncomputed = replace(item, answer=replace(item.answer, outcome=None, match=None), options=())
    page = draw_finding(Shown(item.findings[0], uncomputed), "here")
    assert "Derivation" not in page
    assert 'class="options"' not in page


def keyed(sample: Report, name: object, **changes: Any) -> str:  # noqa: ANN401 - fields of Item
    """Return the first finding about a record with some fields changed."""
    (item,) = (one for one in sample.items if one.id == name)
    return draw_finding(Shown(item.findings[0], replace(item, **changes)), "here")


def test_key_and_computed_directions_are_drawn(sample: Report) -> None:
    """Lines reach as far as the place; a label without a direction has none."""
    page = keyed(sample, 18)
    assert page.count('class="keyed"') == page.count('class="key" cx') == 1
    assert ">West</text>" in page
    assert '<span class="is-key">label</span>' in page
    assert 'class="keyed"' not in keyed(sample, 18, options=("a", "b", "c", "d"))
    assert 'class="keyed"' not in keyed(sample, 18, label=None)


def test_directions_in_compound_answers_are_drawn(sample: Report) -> None:
    """The answer may also have a distance."""
    (item,) = (one for one in sample.items if one.id == 18)
    derived = item.answer.derivation
    assert derived is not None
    both = Compound(parts=(Quantity(amount=1, unit="m"), Bearing(degrees=75.1)))
    answer = replace(item.answer, outcome=replace(derived, value=both))
    assert 'class="keyed"' in keyed(sample, 18, answer=answer)


def test_key_and_computed_places_are_drawn(sample: Report) -> None:
    """The place has its name on the map, even where no distance to it was measured."""
    page = keyed(sample, 84)
    assert page.count('class="key" cx') == page.count('class="answer" cx') == 1
    assert ">Menara Gardens</text>" in page
    assert ">El Badi</text>" in keyed(sample, 84, keyed=Spot(name="El Badi", location=(31.6, -8)))
    assert 'class="key" cx' not in keyed(sample, 84, keyed=None)


def test_cause_and_rule_are_distinguished(sample: Report) -> None:
    """A cause that only states what is wrong is omitted."""
    page = keyed(sample, 18)
    assert "rule <code>GEO302 answer-contradicts-direction</code>" in page
    assert "cause <code>reversed bearing</code>" in page
    assert "<b>Cause: </b>the direction back is" in page
    assert "<span>cause" not in keyed(sample, 13)
    assert "<b>Cause: </b>" not in keyed(sample, 36)
