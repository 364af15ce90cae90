"""The rules: when each is reported, what harm the fault does, and how to fix it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from geoeval.errors import UsageError, quote
from geoeval.verification.model import Severity

Part = Literal["question", "options", "answer", "context", "world", "query"]
"""The part of a record in which a fault lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault that verification can find, with its explanation.

    ``name`` states the fault, ``what`` when it is reported, ``why`` what harm it does, and ``fix``
    what to do about it. ``part`` is the part of a record at fault.
    """

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    fix: str
    part: Part = "answer"

    @property
    def example(self) -> str:
        """An instance of the fault, as a small diff to the same without it."""
        return _read_examples()[self.code].rstrip()


@cache
def _read_examples() -> dict[str, str]:
    text = files(__package__).joinpath("rule_examples.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


_WHY = (
    "A model with the right answer is marked wrong, and a model that repeats the mistake is marked "
    "right, so the score no longer measures accuracy."
)
_FIX = (
    "Check the steps and facts shown as evidence. If they are right, change the label to the "
    "suggested option. If a fact in the context is wrong, correct the fact. If the question means "
    "something else, reword it."
)


def _contradiction_rule(code: str, name: str, asked: str) -> Rule:
    return Rule(
        code=code,
        name=f"answer-contradicts-{name}",
        severity="error",
        what=f"The question asks {asked}; the context gives an answer other than the label.",
        why=_WHY,
        fix=_FIX,
    )


_ALL = (
    # GEO1 and GEO2: files, records and contexts
    Rule(
        code="GEO101", name="unreadable-file", severity="error",
        what="A file is missing, is a directory, is not UTF-8 text, or contains no records.",
        why="None of its questions was checked.",
        fix="Correct the path, or save the file as UTF-8 with a list of records.",
    ),
    Rule(
        code="GEO102", name="invalid-json", severity="error",
        what="The file is not valid JSON at the position given.",
        why="The records around that position may be lost, and other tools reject the whole file.",
        fix="Correct the text at that position: often a comma, a quote or a bracket is missing.",
    ),
    Rule(
        code="GEO103", name="missing-field", severity="error",
        what="A required field of a record is missing or blank.",
        why="The question cannot be checked.",
        fix="Add the field at the path given. If it has another name, declare it with `--columns`.",
    ),
    Rule(
        code="GEO104", name="mistyped-field", severity="error",
        what="A field of a record has the wrong type, or its explicit query or world is invalid.",
        why="Its meaning would have to be guessed, and programs guess differently.",
        fix="Use the type that the message gives.",
    ),
    Rule(
        code="GEO105", name="label-out-of-range", severity="error",
        what="The label refers to none of the options. In MapEval's format options are counted "
        "from 0, and -1 means unanswerable.",
        why="No answer can be right. Often such a label is counted from 1.",
        fix="Give the right option in the form that the message describes. If labels are counted "
        "from 1, declare `--labels from-1`.",
    ),
    Rule(
        code="GEO106", name="duplicate-id", severity="error",
        what="Two records of a file have the same id.",
        why="Their results cannot be distinguished, and programs that index by id lose one.",
        fix="Give each record a unique id.",
    ),
    Rule(
        code="GEO107", name="duplicate-option", severity="warning",
        what="Two options of a question have the same text.",
        why="If that text is right, a model that chooses the other copy is marked wrong.",
        fix="Replace one copy with another wrong answer.",
    ),
    Rule(
        code="GEO108", name="no-options", severity="warning",
        what="A question has no options, or an option is empty.",
        why="Fewer real options make guessing easier; without options there is no label to check.",
        fix="Remove empty options, or add real ones.",
    ),
    Rule(
        code="GEO109", name="empty-context", severity="warning",
        what="The context of a question is empty.",
        why="No answer can follow from it.",
        fix="Add the facts that determine the answer.",
    ),
    Rule(
        code="GEO110", name="duplicate-key", severity="warning",
        what="A key occurs more than once in an object of a record.",
        why="Some programs read the last value, some the first, and some reject the file, so they "
        "may see different labels.",
        fix="Keep one value.",
    ),
    Rule(
        code="GEO111", name="unreadable-plan", severity="error",
        what="A line of the plan given as the label is not a step of a plan.",
        why="The plan cannot be simulated, so the record is not checked.",
        fix="Reword the line as the message shows, or remove it.",
    ),
    Rule(
        code="GEO112", name="invalid-csv", severity="error",
        what="A row of a CSV file has more or fewer fields than its header, or a quotation mark is "
        "not closed.",
        why="The fields are ambiguous, so the row is not checked.",
        fix="Quote fields that contain the delimiter, and double quotation marks inside them.",
    ),
    Rule(
        code="GEO113", name="short-header", severity="warning",
        what="The header of a CSV file has one name fewer than its rows have fields.",
        why="Programs disagree about the unnamed column, and some shift all the others.",
        fix="Name every column in the header.",
    ),
    Rule(
        code="GEO114", name="wrong-option-count", severity="warning",
        what="The number of options that a record states is not the number that it has.",
        why="An option was lost or added after counting, so the label may be wrong too.",
        fix="Correct the number, or restore the missing option.",
    ),
    Rule(
        code="GEO115", name="ambiguous-label", severity="error",
        what="A label can be read in several ways: a whole number may be counted from 0 or from 1, "
        "and two columns may each be the answer. This is reported once per file, with the number "
        "of records.",
        why="A wrong guess would make every label of the file wrong.",
        fix="Declare how labels are written (`--labels from-0`, `--labels from-1` or "
        "`--labels text`) or which column has them (`--columns answer=NAME`).",
    ),
    Rule(
        code="GEO116", name="misnamed-picture", severity="warning",
        what="The name of a picture in a record and its file name differ in capitalisation.",
        why="The picture is found only where file names are not case-sensitive.",
        fix="Write the path exactly as it is on disk.",
    ),
    Rule(
        code="GEO117", name="stale-query", severity="warning",
        what="The text or the options of a question have changed since its query was kept.",
        why="The query may no longer match the question, so it is not used and the label is not "
        "checked.",
        fix="Run `geoeval formalize` on the dataset, then `geoeval review`.",
    ),
    Rule(
        code="GEO201", name="unread-line", severity="info", part="context",
        what="A line of a context, or a fact in it, has a form that geoeval cannot read.",
        why="Its content is ignored when the question is answered.",
        fix="Write the fact in a known form. `geoeval world read FILE` shows how lines are read.",
    ),
    Rule(
        code="GEO202", name="coordinate-out-of-range", severity="error", part="context",
        what="A latitude is outside ±90 degrees, or a longitude outside ±180 degrees.",
        why="No such place exists. Large numbers are metres of a map projection. A latitude beyond "
        "90 is often a longitude: the two were swapped.",
        fix="Give latitude, then longitude, in degrees. Convert projected coordinates to degrees.",
    ),
    Rule(
        code="GEO203", name="conflicting-facts", severity="warning", part="context",
        what="A context gives two different values for a fact of a place or for the time or length "
        "of a journey, or it describes two places with the same name.",
        why="The answer depends on the value that is read, so a label based on it is ambiguous. A "
        "question about one of two places with the same name may have no answer.",
        fix="Keep one value. If they are two places, give them different names.",
    ),
    Rule(
        code="GEO204", name="unreadable-hours", severity="warning", part="context",
        what="Opening hours are given in a form that cannot be read.",
        why="The opening hours of the place count as unknown.",
        fix="Give times for each day, or write that it is closed.",
    ),
    Rule(
        code="GEO205", name="repeated-coordinates", severity="warning", part="context",
        what="All places of a context have exactly the same coordinates as places with other "
        "names elsewhere in the dataset.",
        why="Coordinates that were copied between records make every distance wrong.",
        fix="Look up the coordinates of each place again.",
    ),
    # GEO3 to GEO5: labels, by the kind of question
    _contradiction_rule("GEO301", "distance", "for a straight-line distance"),
    _contradiction_rule(
        "GEO302", "direction", "for a compass direction, perhaps with the distance"
    ),
    _contradiction_rule("GEO303", "nearest", "for the nearest, farthest or k-th nearest place"),
    _contradiction_rule(
        "GEO304", "between", "for a place between two others, or for the closest or farthest pair"
    ),
    _contradiction_rule("GEO305", "count", "how many places there are"),
    _contradiction_rule(
        "GEO306",
        "selection",
        "for the places that meet a condition, or for the best place by a fact",
    ),
    _contradiction_rule(
        "GEO307", "fact", "for a fact about a place, such as its rating, address or a service"
    ),
    _contradiction_rule("GEO401", "opening-hours", "when places are open or closed"),
    _contradiction_rule(
        "GEO402", "trip-time", "when a trip is over, how long it takes, or how much time is left"
    ),
    _contradiction_rule("GEO403", "departure", "when to start or leave at the latest"),
    _contradiction_rule("GEO404", "schedule", "for a feasible schedule"),
    Rule(
        code="GEO405", name="plan-breaks-constraint", severity="error",
        what="A step of the plan is impossible or violates a constraint of the question.",
        why=_WHY,
        fix="Correct the step that the message names. The message shows a valid plan.",
    ),
    Rule(
        code="GEO406", name="plan-falls-short", severity="error",
        what="Every step of the plan is possible, but it meets fewer people than it could.",
        why=_WHY,
        fix="Replace the plan with one that meets as many people as possible.",
    ),
    _contradiction_rule(
        "GEO501", "travel",
        "for a travel time or distance over some legs, or for the difference between two",
    ),
    _contradiction_rule("GEO502", "soonest-reached", "which place is reached soonest"),
    _contradiction_rule(
        "GEO503", "order", "for the best order of visits, or whether an order is feasible"
    ),
    _contradiction_rule("GEO504", "number-of-visits", "how many places can be visited"),
    _contradiction_rule(
        "GEO505", "route-step", "for a step of a route, its road or a landmark next to it"
    ),
    _contradiction_rule("GEO506", "manoeuvre-count", "how often a manoeuvre occurs on a route"),
    _contradiction_rule(
        "GEO507", "route-choice",
        "for the fastest, shortest or longest route, or for a route with a feature",
    ),
    _contradiction_rule(
        "GEO508", "route-figure", "for the travel time or length of a named route"
    ),
    # GEO6, GEO7 and GEO9: options, conventions, and what cannot be checked
    Rule(
        code="GEO601", name="no-option-fits", severity="warning", part="options",
        what="No option agrees with the computed value, or none of the offered plans is feasible.",
        why="Either the question has no right answer among its options, or geoeval has "
        "misunderstood it, so the label is not counted as wrong.",
        fix="Check the steps first. If the question means something else, or an option expresses "
        "the value in a form that geoeval cannot read, leave the record as it is. Only if the "
        "steps are right, add the computed value to the options and label it.",
    ),
    Rule(
        code="GEO602", name="several-options-fit", severity="warning", part="options",
        what="The label and another option agree with the computed value equally well.",
        why="A model that chooses the other right option is marked wrong.",
        fix="Replace the other option, or add a detail that distinguishes the two to the question.",
    ),
    Rule(
        code="GEO603", name="label-within-margin", severity="warning",
        what="Another option follows, but the label is too close to call: a bearing is within 1° "
        "of the edge of a sector, a length is within its own rounding, two distances differ by "
        "less than 10 m or 1.2%, or a place is that close to a radius.",
        why="Slightly different coordinates, or another model of the Earth, could give the label.",
        fix="Choose places that are farther apart, or options that differ by more.",
    ),
    Rule(
        code="GEO701", name="answer-depends-on-convention", severity="warning",
        what="The label is right only under a convention other than the default, for a detail that "
        "the question leaves open. The message names this convention.",
        why="A model that follows the default is marked wrong.",
        fix="State the detail in the question.",
    ),
    Rule(
        code="GEO901", name="context-lacks-fact", severity="info", part="context",
        what="The context does not contain a fact that the answer needs, so the label is neither "
        "proved nor refuted.",
        why="The question is not counted as checked.",
        fix="Add the missing fact to the context. Leave the label as it is: it may be right.",
    ),
    Rule(
        code="GEO902", name="question-not-understood", severity="info", part="question",
        what="geoeval could not turn the whole question into a query; or the answer differs from "
        'the label, but a word that may change the question, such as "only" or "not", was left '
        "out; or no query is kept for the question.",
        why="The question is not counted as checked. The message lists the words left out.",
        fix='Reword the question, give the record an explicit "query", or keep a query next to the '
        "dataset with `geoeval formalize` and `geoeval review`.",
    ),
    Rule(
        code="GEO903", name="no-usable-label", severity="info",
        what="The record has no label, the label is neither an option nor -1, or it is -1 although "
        "one of the options says that the context does not decide.",
        why="There is nothing to check.",
        fix="Add the label.",
    ),
    Rule(
        code="GEO904", name="answer-is-opinion", severity="info", part="question",
        what="The question asks for the best place or a good place, and the label is not the place "
        "with the highest rating.",
        why="A rating is only one opinion, so the label is neither proved nor refuted.",
        fix="Ask for the highest rating if that is what you mean.",
    ),
    Rule(
        code="GEO905", name="coordinates-decide-nothing", severity="info", part="context",
        what="The coordinates in the context of a question are impossible or repeat those of other "
        "places, so nothing computed from them proves or refutes the label.",
        why="The question is not counted as checked. GEO202 or GEO205 explains the fault.",
        fix="Correct the coordinates.",
    ),
    # GEO8: a dataset as a whole
    Rule(
        code="GEO801", name="duplicate-question", severity="warning",
        what="Several records have the same question, options and context, ignoring case, "
        "punctuation and the order of the options, and their labels, if any, agree.",
        why="The question counts several times in the score, and may be in both the training data "
        "and the test data.",
        fix="Keep one of the records.",
    ),
    Rule(
        code="GEO802", name="duplicate-with-other-label", severity="error",
        what="Several records have the same question, options and context, but their labels "
        "differ.",
        why="At most one of the labels is right, so a consistent model is marked wrong once.",
        fix="Find the right label, and keep one of the records.",
    ),
    Rule(
        code="GEO803", name="near-duplicate-question", severity="warning",
        what="Several records have the same options and context, and their questions differ by one "
        "edit in one word of five letters or more, unless both words are kinds of place or occur "
        "in the context.",
        why="They are usually the same question with a typo.",
        fix="Keep one of the records, or make the questions clearly different.",
    ),
    Rule(
        code="GEO804", name="option-position-bias", severity="warning",
        what="Over at least 50 questions with the same number of options, the positions of the "
        "labels are unevenly distributed: a chi-squared test against equal frequencies gives "
        "p < 0.001.",
        why="A model that prefers one position scores above chance without reading.",
        fix="Shuffle the options of each question.",
    ),
    Rule(
        code="GEO805", name="answer-leaked-by-field", severity="warning",
        what="Another field, or the first member of a list in it, contains the labelled option or "
        "its number or letter in every record that has the field (at least 10), and its value "
        "varies.",
        why="A model that sees the whole record sees the answer.",
        fix="Do not publish the field with the questions.",
    ),
    Rule(
        code="GEO806", name="unanswerable-marked-by-field", severity="warning",
        what="A field has one value (or null, or is missing) in every unanswerable question and in "
        "no other, with at least three of each.",
        why="The field, or a prompt that includes it, reveals that a question has no answer.",
        fix="Give these questions the value that they would have if they were answerable.",
    ),
)  # fmt: skip

RULES = {each.code: each for each in sorted(_ALL, key=lambda rule: rule.code)}
"""All rules by code, in the order of their codes."""


def find_rule(code: str) -> Rule:
    """Return the rule with a given code or name."""
    wanted = code.strip().casefold()
    for each in RULES.values():
        if wanted in {each.code.casefold(), each.name}:
            return each
    raise UsageError(f"expected the code or name of a rule, such as GEO301, got {quote(code)}")
