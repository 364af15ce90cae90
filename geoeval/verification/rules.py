"""The rules: when each is reported, what harm the fault does, and how to fix it."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.errors import UsageError, quote
from geoeval.verification.model import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault that verification can find, with its explanation.

    ``name`` states the fault, ``what`` when it is reported, ``why`` what harm it does, ``example``
    an instance, and ``fix`` what to do about it.
    """

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    example: str
    fix: str


_WHY = (
    "A right answer is marked wrong, and an answer that repeats the mistake is marked right, so "
    "the score no longer measures what it claims to measure."
)
_FIX = (
    "Follow the steps and facts shown as evidence. If they are right, change the label to the "
    "suggested option. If a fact in the context is wrong, correct the fact. If the question means "
    "something else, reword it."
)


def _contradiction_rule(code: str, name: str, asked: str, example: str) -> Rule:
    return Rule(
        code=code,
        name=f"answer-contradicts-{name}",
        severity="error",
        what=f"The question asks for {asked}; the answer that follows from the context is not the "
        "label.",
        why=_WHY,
        example=example,
        fix=_FIX,
    )


_ALL = (
    # GEO1 and GEO2: files, records and contexts
    Rule(
        code="GEO101", name="unreadable-file", severity="error",
        what="A file is missing, is a directory, is not UTF-8 text or has no records.",
        why="None of its questions was checked.",
        example="geoeval verify no_such_file.json",
        fix="Correct the path, or save the file as UTF-8 with a list of records.",
    ),
    Rule(
        code="GEO102", name="invalid-json", severity="error",
        what="The file is not valid JSON at the position given.",
        why="The records around that position may be lost, and other tools reject the whole file.",
        example='{"id": 1, "question": "How far is it?" "context": "…"}',
        fix="Correct the text at that position: often a comma, a quote or a bracket is missing.",
    ),
    Rule(
        code="GEO103", name="missing-field", severity="error",
        what="A record lacks a field that it needs, or the field is blank.",
        why="The question cannot be checked.",
        example='{"id": 1, "context": "…", "answer": {"options": ["1 km"], "correct": 0}}',
        fix="Add the field at the path given. If it has another name, declare it with `--columns`.",
    ),
    Rule(
        code="GEO104", name="mistyped-field", severity="error",
        what="A field of a record has the wrong type, or its explicit query or world is not valid.",
        why="Its meaning would have to be guessed, and programs guess differently.",
        example='{"correct": "0"}',
        fix="Write the field with the type that the message names.",
    ),
    Rule(
        code="GEO105", name="label-out-of-range", severity="error",
        what="The label does not name an option. In the format of MapEval, options count from 0, "
        "and -1 means unanswerable.",
        why="No answer can be right. Often such a label counts from 1.",
        example='{"options": ["North", "South"], "correct": 2}',
        fix="Name the right option as the message says. If the labels count from 1, declare "
        "`--labels from-1`.",
    ),
    Rule(
        code="GEO106", name="duplicate-id", severity="error",
        what="Two records of a file have the same id.",
        why="Their results cannot be distinguished, and stores keyed by id keep only one of them.",
        example='[{"id": 7, …}, {"id": 7, …}]',
        fix="Give each record its own id.",
    ),
    Rule(
        code="GEO107", name="duplicate-option", severity="warning",
        what="Two options of a question have the same text.",
        why="If that option is right, a model that chooses the other copy is marked wrong.",
        example='{"options": ["Old Mill", "Ox Inn", "Old Mill"]}',
        fix="Replace one of them with a different wrong answer.",
    ),
    Rule(
        code="GEO108", name="no-options", severity="warning",
        what="A question has no options, or an option is empty.",
        why="With fewer real choices, a lucky guess is more likely. With none, there is no label "
        "to check.",
        example='{"options": ["Yes", "No", "", ""]}',
        fix="Remove empty options, or add real options.",
    ),
    Rule(
        code="GEO109", name="empty-context", severity="warning",
        what="The context of a question is empty.",
        why="No answer can follow from it.",
        example='{"context": ""}',
        fix="Add the facts from which the answer follows.",
    ),
    Rule(
        code="GEO110", name="duplicate-key", severity="warning",
        what="A key occurs more than once in an object of a record.",
        why="Programs read the last value, or the first, or reject the file, so each may see a "
        "different label.",
        example='{"correct": 0, "correct": 1}',
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO111", name="unreadable-plan", severity="error",
        what="The plan given in place of a label has a line that is not a step of a plan.",
        why="The plan cannot be simulated, so the record is not checked.",
        example='{"golden_plan": ["You walk around a little."]}',
        fix="Word the line as the message shows, or remove it.",
    ),
    Rule(
        code="GEO112", name="invalid-csv", severity="error",
        what="A row of a CSV file has more or fewer fields than the header has names, or a quote "
        "is not closed.",
        why="The fields are ambiguous, so the row is not checked.",
        example="12,Which is nearer, the inn or the mill?,the inn",
        fix="Put quotes around fields that contain the delimiter, and double quotes inside quotes.",
    ),
    Rule(
        code="GEO113", name="short-header", severity="warning",
        what="The header of a CSV file has one name fewer than its rows have fields.",
        why="Programs differ in which column they leave without a name, and some shift all names.",
        example="Question,Answer above the row 1,How far is it?,2 km",
        fix="Name every column in the header.",
    ),
    Rule(
        code="GEO114", name="wrong-option-count", severity="warning",
        what="The number of options that a record states is not the number of options it has.",
        why="An option was added or lost after the count, so the label may be wrong.",
        example='{"option_count": "4", "options": "1) North\\n2) South\\n3) West"}',
        fix="Correct the count, or restore the missing option.",
    ),
    Rule(
        code="GEO115", name="ambiguous-label", severity="error",
        what="A label can be read in several ways: integers may count from 0 or from 1, or two "
        "columns may both hold the answer. Reported once per file, with the number of records.",
        why="A wrong guess would make every label of the file wrong.",
        example='{"options": ["North", "South"], "label": 1}',
        fix="Declare how labels are written with `--labels from-0`, `--labels from-1` or "
        "`--labels text`, or declare the column with `--columns answer=NAME`.",
    ),
    Rule(
        code="GEO116", name="misnamed-picture", severity="warning",
        what="The name of a picture in a record differs from that of the file in upper and lower "
        "case.",
        why="The picture is found only on systems that ignore case.",
        example="Vdata/map.png in the record, VData/map.png on disk.",
        fix="Write the path exactly as the file is stored.",
    ),
    Rule(
        code="GEO117", name="stale-query", severity="warning",
        what="The text or the options of a question have changed since its query was kept.",
        why="The query may answer a different question, so it is not used to check the label.",
        example="`geoeval verify questions.json --queries questions.queries.jsonl` after an edit "
        "of a question.",
        fix="Run `geoeval formalize` on the dataset, then `geoeval review`.",
    ),
    Rule(
        code="GEO201", name="unread-line", severity="info",
        what="geoeval does not know the form of a line of a context, or cannot read a fact in it.",
        why="The line is ignored when the question is answered.",
        example="The inn is near the old bridge.",
        fix="Write the fact in a known form. `geoeval world read FILE` shows what was read.",
    ),
    Rule(
        code="GEO202", name="coordinate-out-of-range", severity="error",
        what="A latitude is not within ±90 or a longitude not within ±180 degrees.",
        why="There is no such place. Large figures are metres of a map projection. A latitude "
        "beyond 90 is often a longitude, because the two were swapped.",
        example="Location: Old Mill(6711542.475, 2776540.101)",
        fix="Give latitude and longitude in degrees. Convert projected coordinates first.",
    ),
    Rule(
        code="GEO203", name="conflicting-facts", severity="warning",
        what="A context states a fact twice with different values (a fact of a place, or the time "
        "or length of a journey), or it describes two places with the same name.",
        why="The answer depends on which statement is used, so a label that depends on it is "
        "ambiguous. A question that names one of the two places may have no answer.",
        example="Old Mill opens at 9:00 in one block and at 10:00 in another.",
        fix="Keep one statement. If two places are meant, give them different names, or state "
        "their addresses in the question.",
    ),
    Rule(
        code="GEO204", name="unreadable-hours", severity="warning",
        what="Opening hours are given in a form that cannot be read.",
        why="The opening hours of the place are treated as unknown.",
        example="Opening hours: Monday: 9:00 till late",
        fix='Give opening times for each day, or "Closed".',
    ),
    Rule(
        code="GEO205", name="repeated-coordinates", severity="warning",
        what="All places of a context have exactly the coordinates of places with other names "
        "elsewhere in the dataset.",
        why="Coordinates copied from record to record make every distance wrong.",
        example="(60.1, 24.9) is Old Mill in one record and Ox Inn in the next.",
        fix="Look up the coordinates of each place again.",
    ),
    # GEO3 to GEO5: labels, by the kind of question
    _contradiction_rule(
        "GEO301", "distance", "a straight-line distance",
        'Key "205 km", but the coordinates lie 181.5 km apart.',
    ),
    _contradiction_rule(
        "GEO302", "direction", "a compass direction, perhaps with the distance",
        'Key "North", but the initial bearing is 176°: the direction was reversed.',
    ),
    _contradiction_rule(
        "GEO303", "nearest", "the nearest, farthest or k-th nearest place",
        'Key "Ox Inn" at 831 m, but "Old Mill" lies 377 m away.',
    ),
    _contradiction_rule(
        "GEO304", "between", "a place between two others, or the closest or farthest pair",
        "The way via the keyed café is 400 m longer, via another café 40 m.",
    ),
    _contradiction_rule(
        "GEO305", "count", "how many places there are",
        'Key "7", but 8 of the listed places lie within 500 m.',
    ),
    _contradiction_rule(
        "GEO306", "selection", "the places that meet a condition, or the best by a figure",
        "The keyed restaurant is rated 3.9, but the question asks for at least 4.2.",
    ),
    _contradiction_rule(
        "GEO307", "fact", "a fact of one place, such as its rating, address or a service",
        'Key "Expensive", but the price level given is moderate.',
    ),
    _contradiction_rule(
        "GEO401", "opening-hours", "what is open or closed at some time",
        'Key "Yes", but the shop closes at 5:00 PM and the question asks about 6:00 PM.',
    ),
    _contradiction_rule(
        "GEO402", "trip-time", "when a trip is over, how long it takes, or what time is left",
        'Key "5:11 PM", but the visits and the travel end at 6:11 PM.',
    ),
    _contradiction_rule(
        "GEO403", "departure", "when to start or leave at the latest",
        'Key "3:14 PM", but then the museum closes before the visit is over.',
    ),
    _contradiction_rule(
        "GEO404", "schedule", "a schedule that holds",
        "The keyed schedule stays in a museum an hour after it has closed.",
    ),
    Rule(
        code="GEO405", name="plan-breaks-constraint", severity="error",
        what="A step of the plan is impossible, or breaks a constraint of the question.",
        why=_WHY,
        example="The plan meets someone for 60 minutes, but the question asks for at least 75.",
        fix="Correct the step that the message names. The evidence shows a valid plan.",
    ),
    Rule(
        code="GEO406", name="plan-falls-short", severity="error",
        what="Every step of the plan is valid, but it meets fewer people than possible.",
        why=_WHY,
        example="The plan meets 5 people, and the evidence shows a day that meets 6.",
        fix="Replace the plan with one that meets as many people as possible.",
    ),
    _contradiction_rule(
        "GEO501", "travel", "a travel time or distance over some legs, or a difference of two",
        'Key "25 mins", but the legs take 13 and 16 minutes.',
    ),
    _contradiction_rule(
        "GEO502", "soonest-reached", "which place is reached soonest",
        "The keyed hospital is 16 minutes away, another hospital 9.",
    ),
    _contradiction_rule(
        "GEO503", "order", "the best order of visits, or whether an order is possible",
        "The keyed order returns home 12 minutes later than another order on offer.",
    ),
    _contradiction_rule(
        "GEO504", "number-of-visits", "how many places can be visited",
        'Key "Three", but the fastest three take 6:29 of 6 hours.',
    ),
    _contradiction_rule(
        "GEO505", "route-step", "a step of a route, its road or a landmark next to it",
        "The keyed turn comes one step after the turn in question.",
    ),
    _contradiction_rule(
        "GEO506", "manoeuvre-count", "how often a manoeuvre occurs on a route",
        'Key "2", but there are three left turns before that road.',
    ),
    _contradiction_rule(
        "GEO507", "route-choice", "the fastest, shortest or longest route, or one with a feature",
        'Key "Via Elm St" (13 minutes), but "Via Mill Rd" takes 12.',
    ),
    _contradiction_rule(
        "GEO508", "route-figure", "the travel time or length of a named route",
        'Key "52.0 km", but the steps of the route add up to 61.2 km.',
    ),
    # GEO6, GEO7 and GEO9: options, conventions, and what cannot be checked
    Rule(
        code="GEO601", name="no-option-fits", severity="warning",
        what="No option agrees with the computed value, or none of the offered plans is feasible.",
        why="Either no option is right, or geoeval misread the question; so the label is not "
        "counted as wrong.",
        example='Options "30 mins", "35 mins", but the legs take 29 minutes.',
        fix="Read the steps first. If the question means something else, or an option states the "
        "value in a form that geoeval does not read, leave the record as it is. If the steps "
        "answer the question, add the computed value to the options and make it the label.",
    ),
    Rule(
        code="GEO602", name="several-options-fit", severity="warning",
        what="The label and another option agree equally well with the computed value.",
        why="A model that chooses the other right option is marked wrong.",
        example="Two of the offered routes take the ramp that the question asks for.",
        fix="Replace the other option, or add a detail to the question that distinguishes the two.",
    ),
    Rule(
        code="GEO603", name="label-within-margin", severity="warning",
        what="Another option follows, but the label misses it by less than the precision of the "
        "facts: a bearing within 1° of the edge of its sector, a length within its own rounding, "
        "two distances that differ by less than 10 m or 1.2%, or a place as close to a radius.",
        why="With other coordinates for the same places, or another model of the Earth, the label "
        "may be right.",
        example='Options "North" and "East", key "East", and a bearing of 44.6°.',
        fix="Choose places that are farther apart, or options that differ by more.",
    ),
    Rule(
        code="GEO701", name="answer-depends-on-convention", severity="warning",
        what="The label follows only under a convention that is not the default, for something "
        "that the question leaves unsaid. The message names the convention.",
        why="Readers who follow the usual convention are marked wrong.",
        example="The key counts the way home, which the question does not mention.",
        fix="State it in the question.",
    ),
    Rule(
        code="GEO901", name="context-lacks-fact", severity="info",
        what="The context lacks a fact that the answer needs, so the label is neither proved nor "
        "refuted.",
        why="The question is not counted as checked.",
        example="The key is a distance, but one of the places has no coordinates.",
        fix="Add the missing fact to the context. Do not change the label, which may be right.",
    ),
    Rule(
        code="GEO902", name="question-not-understood", severity="info",
        what="geoeval could not express every word of the question in a query; or it ignored a "
        'usually harmless word such as "only" or "not", and the label differs; or no query is '
        "kept for the question.",
        why="The question is not counted as checked. The message shows the words.",
        example="Which of them has the shortest waiting time?",
        fix='Reword the question, add an explicit "query" to the record, or keep a query next to '
        "the dataset with `geoeval formalize` and `geoeval review`.",
    ),
    Rule(
        code="GEO903", name="no-usable-label", severity="info",
        what="The record has no label, or a label that names neither an option nor -1, or the "
        "label -1 although an option says that the answer cannot be determined.",
        why="There is nothing to check.",
        example='{"correct": null}',
        fix="Add the label.",
    ),
    Rule(
        code="GEO904", name="answer-is-opinion", severity="info",
        what="The question asks for the best or a good place, and the label is not the place with "
        "the highest rating.",
        why="A rating is only one opinion, so the label is neither proved nor refuted.",
        example="Recommend a good bakery.",
        fix="If the highest rating is meant, ask for it.",
    ),
    Rule(
        code="GEO905", name="coordinates-decide-nothing", severity="info",
        what="The coordinates in the context of a question are impossible, or repeat those of "
        "other places, so they neither prove nor refute the label.",
        why="The question is not counted as checked. GEO202 or GEO205 states the fault.",
        example='{"latitude": -118.2, "longitude": 34.0} for the place in question.',
        fix="Correct the coordinates.",
    ),
    # GEO8: a dataset as a whole
    Rule(
        code="GEO801", name="duplicate-question", severity="warning",
        what="Several records have the same question, options and context, regardless of case, "
        "punctuation and the order of the options. Their labels agree or are missing.",
        why="The question counts several times in the score, and may be in both a training set "
        "and a test set.",
        example="Records 7 and 31 ask the same question about the same context.",
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO802", name="duplicate-with-other-label", severity="error",
        what="Several records have the same question, options and context, but different labels.",
        why="At most one of the labels is right, so a consistent answer is marked wrong once.",
        example="Records 7 and 31 ask the same question, with the keys North and South.",
        fix="Find the right label, and keep one of the records.",
    ),
    Rule(
        code="GEO803", name="near-duplicate-question", severity="warning",
        what="Several records have the same options and context, and questions that differ only "
        "in the spelling of a word: one letter is added, removed, changed or swapped in a word of "
        "at least five letters. Kinds of places and words of the context do not count.",
        why="They are usually the same question with a typo.",
        example="Which museum is nearest to …, and which musuem is nearest to …",
        fix="Keep one of them, or make them ask different questions.",
    ),
    Rule(
        code="GEO804", name="option-position-bias", severity="warning",
        what="Among at least 50 questions with the same number of options, the positions of the "
        "keys are uneven: p < 0.001 in a chi-squared test against equal probabilities.",
        why="A model that prefers one position scores above chance without reading the question.",
        example="Of 100 questions with four options, 60 have the first option as key.",
        fix="Shuffle the options of each question.",
    ),
    Rule(
        code="GEO805", name="answer-leaked-by-field", severity="warning",
        what="Another field, or the first member of a list in it, contains the text, the number "
        "or the letter of the key in all records that have the field, if these are at least 10 "
        "and the values vary.",
        why="A model that sees the whole record sees the answer.",
        example='{"gold_text": "North", "answer": {"options": ["North", "South"], "correct": 0}}',
        fix="Remove the field from the published records.",
    ),
    Rule(
        code="GEO806", name="unanswerable-marked-by-field", severity="warning",
        what="A field has the same value (or null, or is missing) in all unanswerable questions "
        "and in no other question, with at least three of both.",
        why="The field reveals which questions have no answer, for example to a model that is "
        "prompted with it.",
        example='"classification" is null in exactly those records whose label is -1.',
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
