"""Every rule: when it is reported, what harm the fault does, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from geoeval.errors import UsageError, quote
from geoeval.verification.model import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A fault that verification can find, with its explanation.

    ``name`` states the fault; ``what`` says when it is reported, ``why`` what harm it does,
    ``example`` shows one, ``fix`` says what to do about it.
    """

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    example: str
    fix: str


_WHY = (
    "Whoever answers rightly is marked wrong, and whoever repeats the mistake is marked right: "
    "the score no longer measures what it claims to."
)
_FIX = (
    "Follow the steps and facts shown as evidence. If they are right, correct the label to the "
    "suggested option; if a fact of the context is wrong, correct the fact; if the question means "
    "something else, word it so."
)


def _contradiction_rule(code: str, name: str, asked: str, example: str) -> Rule:
    return Rule(
        code=code,
        name=f"answer-contradicts-{name}",
        severity="error",
        what=f"The question asks for {asked}; the context gives another answer than the label.",
        why=_WHY,
        example=example,
        fix=_FIX,
    )


_ALL = (
    # GEO1 and GEO2: files, records and contexts
    Rule(
        code="GEO101", name="unreadable-file", severity="error",
        what="A file is missing, is a directory, is not UTF-8 text or holds no records.",
        why="None of its questions was checked.",
        example="geoeval verify no_such_file.json",
        fix="Correct the path, or save the file as UTF-8 with a list of records.",
    ),
    Rule(
        code="GEO102", name="invalid-json", severity="error",
        what="The text of the file breaks the rules of JSON at the place named.",
        why="The records around that place may be lost, and other tools reject the whole file.",
        example='{"id": 1, "question": "How far is it?" "context": "…"}',
        fix="Correct the text at that place: often a comma, a quote or a bracket is missing.",
    ),
    Rule(
        code="GEO103", name="missing-field", severity="error",
        what="A record lacks a field that it needs, or the field is blank.",
        why="The question cannot be checked.",
        example='{"id": 1, "context": "…", "answer": {"options": ["1 km"], "correct": 0}}',
        fix="Add the field at the path named; one with another name is declared with `--columns`.",
    ),
    Rule(
        code="GEO104", name="mistyped-field", severity="error",
        what="A field of a record has another type than it must have, or its explicit query or "
        "world has not the form of one.",
        why="Its meaning would have to be guessed, and programs guess differently.",
        example='{"correct": "0"}',
        fix="Write the field with the type that the message names.",
    ),
    Rule(
        code="GEO105", name="label-out-of-range", severity="error",
        what="The label names none of the options. In MapEval's format options count from 0, and "
        "-1 is unanswerable.",
        why="No answer can ever be right. Often such a label counts from 1.",
        example='{"options": ["North", "South"], "correct": 2}',
        fix="Name the right option as the message says; if the labels count from 1, declare "
        "`--labels from-1`.",
    ),
    Rule(
        code="GEO106", name="duplicate-id", severity="error",
        what="Two records of one file have the same id.",
        why="Results can no longer be distinguished, and stores that key by id keep one of them.",
        example='[{"id": 7, …}, {"id": 7, …}]',
        fix="Give each record an id of its own.",
    ),
    Rule(
        code="GEO107", name="duplicate-option", severity="warning",
        what="Two options of a question are the same text.",
        why="If it is the right one, a model that chooses the other copy is marked wrong.",
        example='{"options": ["Old Mill", "Ox Inn", "Old Mill"]}',
        fix="Replace one of them by another wrong answer.",
    ),
    Rule(
        code="GEO108", name="no-options", severity="warning",
        what="A question has no options, or an option is empty.",
        why="Fewer real choices make a lucky guess likelier; without any there is none to check.",
        example='{"options": ["Yes", "No", "", ""]}',
        fix="Leave padding out, or add real options.",
    ),
    Rule(
        code="GEO109", name="empty-context", severity="warning",
        what="The context of a question holds nothing.",
        why="No answer can follow from it.",
        example='{"context": ""}',
        fix="Add the facts from which the answer follows.",
    ),
    Rule(
        code="GEO110", name="duplicate-key", severity="warning",
        what="A key occurs more than once in an object of a record.",
        why="Programs read the last value, or the first, or reject the file: each one may see "
        "another label.",
        example='{"correct": 0, "correct": 1}',
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO111", name="unreadable-plan", severity="error",
        what="The plan given in place of a label has a line that is no step of a plan.",
        why="The plan cannot be played through, so that the record is not checked.",
        example='{"golden_plan": ["You walk around a little."]}',
        fix="Word the line as the message shows, or take it out.",
    ),
    Rule(
        code="GEO112", name="invalid-csv", severity="error",
        what="A row of a CSV file has more or fewer fields than its header has names, or a quote "
        "is not closed.",
        why="The fields are ambiguous, so the row is not checked.",
        example="12,Which is nearer, the inn or the mill?,the inn",
        fix="Put quotes around fields that hold the delimiter; write a quote inside quotes twice.",
    ),
    Rule(
        code="GEO113", name="short-header", severity="warning",
        what="The header of a CSV file has one name less than its rows have fields.",
        why="Programs differ in which column they leave without a name: some shift all of them.",
        example="Question,Answer above the row 1,How far is it?,2 km",
        fix="Name every column in the header.",
    ),
    Rule(
        code="GEO114", name="wrong-option-count", severity="warning",
        what="A record states another number of options than it has.",
        why="An option was lost or added after the count was taken, and the label with it.",
        example='{"option_count": "4", "options": "1) North\\n2) South\\n3) West"}',
        fix="Correct the count, or restore the option that is missing.",
    ),
    Rule(
        code="GEO115", name="ambiguous-label", severity="error",
        what="A label can be read in several ways: whole numbers count from 0 or from 1, and two "
        "columns may both hold the answer. Reported once for a file, with the number of records.",
        why="Guessing wrong would make every label of the file wrong at once.",
        example='{"options": ["North", "South"], "label": 1}',
        fix="Declare how labels are written: `--labels from-0`, `--labels from-1` or "
        "`--labels text`, or the column with `--columns answer=NAME`.",
    ),
    Rule(
        code="GEO116", name="misnamed-picture", severity="warning",
        what="A record names a picture in other capitals than its file has.",
        why="The picture is found on some systems only.",
        example="Vdata/map.png in the record, VData/map.png on the disk.",
        fix="Write the path as the file is stored.",
    ),
    Rule(
        code="GEO117", name="stale-query", severity="warning",
        what="The text or the options of a question have changed since its query was kept.",
        why="The query may answer another question. It is not used, so that the label is not "
        "checked by it.",
        example="`geoeval verify questions.json --queries questions.queries.jsonl` after an edit "
        "of a question.",
        fix="Run `geoeval formalize` on the dataset, then `geoeval review`.",
    ),
    Rule(
        code="GEO201", name="unread-line", severity="info",
        what="A line of a context has no form that geoeval knows, or a fact in it is unreadable.",
        why="What it says does not count when the question is answered.",
        example="The inn is near the old bridge.",
        fix="Write the fact in a known form; `geoeval world read FILE` shows what was read.",
    ),
    Rule(
        code="GEO202", name="coordinate-out-of-range", severity="error",
        what="A latitude is not within ±90 or a longitude not within ±180 degrees.",
        why="No such place exists. Large figures are metres of a map projection; a latitude "
        "beyond 90 often is a longitude: the two were swapped.",
        example="Location: Old Mill(6711542.475, 2776540.101)",
        fix="Give latitude, longitude in degrees; convert projected coordinates back first.",
    ),
    Rule(
        code="GEO203", name="conflicting-facts", severity="warning",
        what="A context states a fact twice, with values that differ: a fact of a place, or the "
        "time or length of a journey; or it describes two places under one name.",
        why="The answer depends on which statement one reads, so that a label that rests on it "
        "is ambiguous; a question that names one of two places may have no answer.",
        example="Old Mill opens at 9:00 in one block and at 10:00 in another.",
        fix="Keep one statement; where two places are meant, give them different names, or "
        "their addresses in the question.",
    ),
    Rule(
        code="GEO204", name="unreadable-hours", severity="warning",
        what="Opening hours are given in a form that cannot be read.",
        why="The place counts as one whose hours are unknown.",
        example="Opening hours: Monday: 9:00 till late",
        fix="Write each day with times or as closed.",
    ),
    Rule(
        code="GEO205", name="repeated-coordinates", severity="warning",
        what="Differently named places of a dataset have exactly the same coordinates, "
        "throughout a context.",
        why="Coordinates that were copied from record to record make every distance wrong.",
        example="(60.1, 24.9) is Old Mill in one record and Ox Inn in the next.",
        fix="Look the coordinates of each place up again.",
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
        "The way over the keyed café is 400 m longer, over another one 40 m.",
    ),
    _contradiction_rule(
        "GEO305", "count", "how many places there are",
        'Key "7", but 8 of the listed places lie within 500 m.',
    ),
    _contradiction_rule(
        "GEO306", "selection", "the places that meet a condition, or the best by a figure",
        "The keyed restaurant is rated 3.9, the question asks for at least 4.2.",
    ),
    _contradiction_rule(
        "GEO307", "fact", "a fact of one place, such as its rating, address or a service",
        'Key "Expensive", but the price level given is moderate.',
    ),
    _contradiction_rule(
        "GEO401", "opening-hours", "what is open or closed at some time",
        'Key "Yes", but the shop closes at 5:00 PM and the question says 6:00 PM.',
    ),
    _contradiction_rule(
        "GEO402", "trip-time", "when a trip is over, how long it takes, or what time is left",
        'Key "5:11 PM", but the visits and the travel end at 6:11 PM.',
    ),
    _contradiction_rule(
        "GEO403", "departure", "when to start or leave at the latest",
        'Key "3:14 PM", but the museum then closes before the visit is over.',
    ),
    _contradiction_rule(
        "GEO404", "schedule", "a schedule that holds",
        "The keyed schedule stays in a museum an hour after it has closed.",
    ),
    Rule(
        code="GEO405", name="plan-breaks-constraint", severity="error",
        what="A step of the plan cannot be as it is stated, or breaks what the question asks.",
        why=_WHY,
        example="The plan meets someone for 60 minutes, the question asks for 75 at least.",
        fix="Correct the step that the message names; a plan that holds is shown.",
    ),
    Rule(
        code="GEO406", name="plan-falls-short", severity="error",
        what="Every step of the plan holds, but it meets fewer people than is possible.",
        why=_WHY,
        example="The plan meets 5 people, a day on which 6 are met is shown.",
        fix="Replace the plan by one that meets as many.",
    ),
    _contradiction_rule(
        "GEO501", "travel", "a travel time or distance over some legs, or a difference of two",
        'Key "25 mins", but the legs take 13 and 16 minutes.',
    ),
    _contradiction_rule(
        "GEO502", "soonest-reached", "which place is reached soonest",
        "The keyed hospital is 16 minutes away, another one 9.",
    ),
    _contradiction_rule(
        "GEO503", "order", "the best order of visits, or whether an order is possible",
        "The keyed order comes home 12 minutes later than another one that is offered.",
    ),
    _contradiction_rule(
        "GEO504", "number-of-visits", "how many places can be visited",
        'Key "Three", but the fastest three take 6:29 of 6 hours.',
    ),
    _contradiction_rule(
        "GEO505", "route-step", "a step of a route, its road or a landmark next to it",
        "The keyed turn comes one step later than the one asked for.",
    ),
    _contradiction_rule(
        "GEO506", "manoeuvre-count", "how often a manoeuvre occurs on a route",
        'Key "2", but three steps turn left before that road.',
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
        what="A value was computed, or no offered plan can be carried out, and no option agrees.",
        why="Either the question has no right answer among its options, or it means something "
        "else than geoeval took it to mean; so the label is not counted as wrong.",
        example='Options "30 mins", "35 mins", but the legs take 29 minutes.',
        fix="Read the steps first: if the question means something else, or an option says the "
        "value in a way that is not read, leave the record as it is. Only if the steps are what is "
        "asked for, add the computed value to the options and key it.",
    ),
    Rule(
        code="GEO602", name="several-options-fit", severity="warning",
        what="The label and another option agree with what was computed equally well.",
        why="A model that chooses the other right option is marked wrong.",
        example="Two of the offered routes take the ramp that the question asks for.",
        fix="Replace the other option, or add to the question what distinguishes the two.",
    ),
    Rule(
        code="GEO603", name="label-within-margin", severity="warning",
        what="Another option follows, but the label misses it by less than the facts are exact: a "
        "bearing within 1° of the edge of its sector, a length within its own rounding, two "
        "distances that differ by less than 10 m or 1.2 %, a place that near to a radius.",
        why="Other coordinates of the same places, or another model of the Earth, give the label.",
        example='Options "North" and "East", key "East", and a bearing of 44.6°.',
        fix="Choose places that lie farther apart, or options that differ by more.",
    ),
    Rule(
        code="GEO701", name="answer-depends-on-convention", severity="warning",
        what="The label follows only if one thing that the question leaves unsaid is taken in "
        "another way than geoeval takes it by default; the message names the convention.",
        why="Readers who take it in the usual way are marked wrong.",
        example="The key counts the way home, which the question does not mention.",
        fix="Say it in the question.",
    ),
    Rule(
        code="GEO901", name="context-lacks-fact", severity="info",
        what="The context does not hold a fact that the answer needs, so that the label is "
        "neither proved nor refuted.",
        why="The question is not counted as checked.",
        example="The key is a distance, but one of the places has no coordinates.",
        fix="Add the missing fact to the context, and leave the label as it is: it may be right.",
    ),
    Rule(
        code="GEO902", name="question-not-understood", severity="info",
        what="geoeval could not carry every word of the question into a query, or passed over one "
        'such as "only" or "not", which is harmless as a rule, in a question whose label differs; '
        "or no query is kept for the question.",
        why="The question is not counted as checked. The words left over are shown.",
        example="Which of them has the shortest waiting time?",
        fix='Reword the question, or give the record an explicit "query", or keep one next to the '
        "dataset: `geoeval formalize`, `geoeval review`.",
    ),
    Rule(
        code="GEO903", name="no-usable-label", severity="info",
        what="The record has no label, or none that names an option or -1, or -1 although an "
        "option says that nothing decides.",
        why="There is nothing to check.",
        example='{"correct": null}',
        fix="Add the label.",
    ),
    Rule(
        code="GEO904", name="answer-is-opinion", severity="info",
        what="The question asks for the best or a good place, and the label is not the one with "
        "the highest rating.",
        why="Ratings are only one opinion: the label is neither proved nor refuted.",
        example="Recommend a good bakery.",
        fix="Ask for the highest rating, if that is meant.",
    ),
    Rule(
        code="GEO905", name="coordinates-decide-nothing", severity="info",
        what="The coordinates in the context of a question are impossible, or repeat those of "
        "other places, so that nothing computed from them proves or refutes the label.",
        why="The question is not counted as checked. GEO202 or GEO205 says what is wrong.",
        example='{"latitude": -118.2, "longitude": 34.0} for the place that is asked about.',
        fix="Correct the coordinates.",
    ),
    # GEO8: a dataset as a whole
    Rule(
        code="GEO801", name="duplicate-question", severity="warning",
        what="Several records have the same question, options and context; case, punctuation and "
        "the order of the options do not matter. Their labels say the same, as far as they have "
        "any.",
        why="One question counts several times in the score, and may be in a training half and "
        "a test half at once.",
        example="Records 7 and 31 ask the same of the same context.",
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO802", name="duplicate-with-other-label", severity="error",
        what="Several records have the same question, options and context, but their labels "
        "differ.",
        why="At most one of the labels is right: whoever answers both alike is marked wrong once.",
        example="Records 7 and 31 ask the same; one is keyed North, the other South.",
        fix="Find the right label, and keep one of the records.",
    ),
    Rule(
        code="GEO803", name="near-duplicate-question", severity="warning",
        what="Several records have the same options and context, and questions that differ in "
        "the spelling of one word: a letter more, less or another in a word of five or more, "
        "unless both are kinds of places or occur in the context.",
        why="They are one question in two spellings, as a rule by accident.",
        example="Which museum is nearest to …, and which musuem is nearest to …",
        fix="Keep one of them, or make them ask for different things.",
    ),
    Rule(
        code="GEO804", name="option-position-bias", severity="warning",
        what="Over 50 or more questions with equally many options, the positions of the keyed "
        "options are uneven: a chi-squared test finds p < 0.001 against equal chances.",
        why="A model that prefers one position scores above chance without reading.",
        example="Of 100 questions with four options, 60 have the first one for key.",
        fix="Shuffle the options of each question.",
    ),
    Rule(
        code="GEO805", name="answer-leaked-by-field", severity="warning",
        what="Another field of the records, or the first member of a list in it, holds the keyed "
        "option, its number or its letter, in all of 10 or more records that have the field, and "
        "not always the same.",
        why="Whoever is shown the whole record is shown the answer.",
        example='{"gold_text": "North", "answer": {"options": ["North", "South"], "correct": 0}}',
        fix="Take the field out of what is published with the questions.",
    ),
    Rule(
        code="GEO806", name="unanswerable-marked-by-field", severity="warning",
        what="A field has one value (or null, or is missing) in all unanswerable questions and in "
        "no other, with three or more of both.",
        why="Whoever sees the field need not find out that a question has no answer; a prompt "
        "that is made of it gives that away.",
        example='"classification" is null in exactly those records whose label is -1.',
        fix="Give these questions the value that they would have if they had an answer.",
    ),
)  # fmt: skip

RULES = {each.code: each for each in sorted(_ALL, key=lambda rule: rule.code)}
"""Every rule, in the order of its code."""


def find_rule(code: str) -> Rule:
    """Return the rule of a code or name."""
    wanted = code.strip().casefold()
    for each in RULES.values():
        if wanted in {each.code.casefold(), each.name}:
            return each
    raise UsageError(f"expected the code or name of a rule, such as GEO301, got {quote(code)}")
