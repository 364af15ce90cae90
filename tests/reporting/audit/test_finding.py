"""One finding in full."""

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


def drawn(report: Report, name: object) -> str:
    """Return the first finding about a record."""
    (item,) = (one for one in report.items if one.id == name)
    return draw_finding(Shown(item.findings[0], item), "here")


def test_the_key_and_the_answer_are_marked(sample: Report) -> None:
    """Beside their options."""
    page = drawn(sample, 17)
    assert '<bdi>6.2 km</bdi> <span class="key">key</span>' in page
    assert '<bdi>3.5 km</bdi> <span class="computed">computed</span>' in page


def test_the_derivation_is_there_with_the_lines_it_rests_on(sample: Report) -> None:
    """Steps, lines of the context with their numbers, and why the key came about."""
    page = drawn(sample, 17)
    assert "<b>Read as: </b><bdi>the straight-line distance between" in page
    assert "3.5 km great-circle</li>" in page
    assert '<li value="5"><code dir="auto">- Location' in page
    assert "on the Web Mercator plane it is 6.186 km" in page
    assert 'class="map"' in page


def test_conventions_that_mattered_are_explained(sample: Report) -> None:
    """With the choice and its meaning."""
    page = drawn(sample, 43)
    assert "opening_hours = bind</code> A visit lies within the opening hours" in page
    assert 'class="day"' in page


def test_a_finding_about_a_context_shows_its_evidence(sample: Report) -> None:
    """And no derivation, which has nothing to do with it."""
    (item,) = (one for one in sample.items if one.id == 57)
    (finding,) = (one for one in item.findings if one.code == "GEO202")
    page = draw_finding(Shown(finding, item), "here")
    assert "How it follows" not in page
    assert 'class="evidence"' in page


def test_unanswerable_is_no_option(sample: Report) -> None:
    """It is said below the options."""
    (item,) = (one for one in sample.items if one.id == 17)
    infeasible = replace(item, answer=replace(item.answer, answer=-1))
    page = draw_finding(Shown(item.findings[0], infeasible), "here")
    assert '<span class="computed">computed</span> unanswerable' in page
    keyed = replace(item, label=-1)
    page = draw_finding(Shown(item.findings[0], keyed), "here")
    assert '<span class="key">key</span> unanswerable' in page


def test_several_options_that_fit_are_marked(sample: Report) -> None:
    """None of them is the answer."""
    (item,) = (one for one in sample.items if one.id == 17)
    answer = replace(item.answer, answer=None, match=Match(fits=(0, 1), best=None, notes=("near",)))
    page = draw_finding(Shown(item.findings[0], replace(item, answer=answer)), "here")
    assert page.count('<span class="computed">fits</span>') == 2
    assert '<li dir="auto">near</li>' in page


def test_a_long_question_is_folded(sample: Report) -> None:
    """Its beginning can be read, and the rest is there with its lines."""
    (item,) = (one for one in sample.items if one.id == 17)
    long = replace(item, question="Once upon a time.\n" * 100)
    page = draw_finding(Shown(item.findings[0], long), "here")
    assert "<summary><bdi>Once upon a time. Once" in page
    assert page.count("Once upon a time.<br>") == 99


def test_long_derivations_can_be_unfolded(sample: Report) -> None:
    """The numbers of the steps go on."""
    (item,) = (one for one in sample.items if one.id == 17)
    steps = tuple(f"step {n}" for n in range(20))
    answer = replace(item.answer, outcome=Infeasible(first_broken="no", steps=steps))
    page = draw_finding(Shown(item.findings[0], replace(item, answer=answer)), "here")
    assert "<summary>6 more steps</summary>" in page
    assert 'start="15"' in page


def test_an_answer_in_words_stands_beside_the_computed_one(sample: Report) -> None:
    """Where there are no options to mark; nothing stands there where nothing was computed."""
    (item,) = (one for one in sample.items if one.id == 17)
    answer = replace(item.answer, answer=None, match=None)
    told = replace(item, options=(), label=None, expected="6.2 km", answer=answer)
    page = draw_finding(Shown(item.findings[0], told), "here")
    assert '<bdi>6.2 km</bdi> <span class="key">key</span>' in page
    assert '<bdi>3.458 km</bdi> <span class="computed">computed</span>' in page
    lost = replace(told, expected="", answer=replace(answer, outcome=None))
    page = draw_finding(Shown(item.findings[0], lost), "here")
    assert '<bdi>(empty)</bdi> <span class="key">key</span></li></ol>' in page


def day(title: str, *broken: str) -> DayPlan:
    """Return a day that is offered by a text."""
    row = DayRow(place="Inn", stay_s=(3600, 7200))
    return DayPlan(rows=(row,), title=title, when="Monday", broken=broken)


def planned(item: Item, *days: DayPlan) -> Shown:
    """Return a finding about a plan: the key is "a", the answer "b"."""
    outcome = Infeasible(first_broken="x", illustration=Illustration(days=days))
    answer = replace(item.answer, answer=1, outcome=outcome)
    asked = replace(item, options=("a", "b", "c", "d"), label=0, answer=answer)
    return Shown(item.findings[0], asked)


@pytest.fixture
def contradicted(sample: Report) -> Item:
    """Return an item whose label is wrong."""
    (item,) = (one for one in sample.items if one.id == 17)
    return item


def test_the_days_of_key_and_answer_are_shown_first(contradicted: Item) -> None:
    """The others are folded; each says what it breaks."""
    shown = planned(contradicted, day("c"), day("b"), day("a", "closes at 5"), day("d"))
    page = draw_finding(shown, "here")
    before, after = page.split("<summary>2 other offered plans</summary>")
    assert (
        'key</span> <bdi>a</bdi> · <b>Monday</b><ul class="broken"><li dir="auto">closes at 5'
        in before
    )
    assert "computed</span> <bdi>b</bdi> · <b>Monday</b></figcaption>" in before
    assert "<bdi>c</bdi>" in after
    assert "<bdi>d</bdi>" in after


def test_without_them_the_first_day_is_shown(contradicted: Item) -> None:
    """A day that is computed stands alone, one that is offered before the others."""
    page = draw_finding(planned(contradicted, day("c"), day("d")), "here")
    assert page.index("<bdi>c</bdi>") < page.index("1 other offered plan<")
    bare = DayPlan(rows=(DayRow(place="Inn", stay_s=(3600, 7200)),))
    assert "<figcaption" not in draw_finding(planned(contradicted, bare), "here")


def test_a_finding_about_a_file_has_no_question(report: Report) -> None:
    """It has a place, a message and what supports it."""
    fault: Finding = replace(report.findings[0], id=None, evidence=("line 3",))
    page = draw_finding(Shown(fault, None), "here")
    assert "<bdi>File</bdi>" in page
    assert "blockquote" not in page
    assert '<li dir="auto">line 3</li>' in page
    assert "data-verdict" not in page


def test_an_answer_without_an_outcome_shows_what_is_known(report: Report) -> None:
    """The finding is about the label, but nothing was computed."""
    (item,) = (one for one in report.items if one.id == 6)
    lost = replace(item, answer=replace(item.answer, outcome=None, match=None), options=())
    page = draw_finding(Shown(item.findings[0], lost), "here")
    assert "How it follows" not in page
    assert 'class="options"' not in page


def keyed(sample: Report, name: object, **changes: Any) -> str:  # noqa: ANN401 - fields of Item
    """Return the first finding about a record, of which some fields are changed."""
    (item,) = (one for one in sample.items if one.id == name)
    return draw_finding(Shown(item.findings[0], replace(item, **changes)), "here")


def test_the_keyed_direction_is_drawn_beside_the_computed_one(sample: Report) -> None:
    """As far as the place lies; a label that names no direction has no line."""
    page = keyed(sample, 18)
    assert page.count('class="keyed"') == page.count('class="key" cx') == 1
    assert ">West</text>" in page
    assert '<span class="is-key">key</span>' in page
    assert 'class="keyed"' not in keyed(sample, 18, options=("a", "b", "c", "d"))
    assert 'class="keyed"' not in keyed(sample, 18, label=None)


def test_a_direction_that_is_part_of_the_answer_is_drawn_too(sample: Report) -> None:
    """Beside its distance, say."""
    (item,) = (one for one in sample.items if one.id == 18)
    derived = item.answer.derivation
    assert derived is not None
    both = Compound(parts=(Quantity(amount=1, unit="m"), Bearing(degrees=75.1)))
    answer = replace(item.answer, outcome=replace(derived, value=both))
    assert 'class="keyed"' in keyed(sample, 18, answer=answer)


def test_the_keyed_place_is_drawn_beside_the_computed_one(sample: Report) -> None:
    """Under the name that the map has for it; also where nothing was measured to it."""
    page = keyed(sample, 84)
    assert page.count('class="key" cx') == page.count('class="answer" cx') == 1
    assert ">Menara Gardens</text>" in page
    assert ">El Badi</text>" in keyed(sample, 84, keyed=Spot(name="El Badi", location=(31.6, -8)))
    assert 'class="key" cx' not in keyed(sample, 84, keyed=None)


def test_cause_and_rule_are_named_apart(sample: Report) -> None:
    """A cause that only says what is wrong is none."""
    page = keyed(sample, 18)
    assert "rule <code>GEO302 answer-contradicts-direction</code>" in page
    assert "cause <code>reversed bearing</code>" in page
    assert "<b>Cause: </b>the direction back is" in page
    assert "<span>cause" not in keyed(sample, 13)
    assert "<b>Cause: </b>" not in keyed(sample, 36)
