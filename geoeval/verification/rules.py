"""All rules by their codes, with those about data (GEO1, GEO2) and whole datasets (GEO8)."""

from __future__ import annotations

from geoeval.errors import UsageError, quote
from geoeval.verification.answer_rules import LABEL_RULES, OPTION_RULES, code_of
from geoeval.verification.model import Rule

RECORD_RULES = (
    Rule(
        code="GEO101",
        name="unreadable-file",
        severity="error",
        what="A file is missing, is a directory, is not UTF-8 text or holds no records.",
        why="None of its questions was checked.",
        example="geoeval verify no_such_file.json",
        fix="Correct the path, or save the file as UTF-8 with a list of records.",
    ),
    Rule(
        code="GEO102",
        name="invalid-json",
        severity="error",
        what="The text of the file breaks the rules of JSON at the place named.",
        why="The records around that place may be lost, and other tools refuse the whole file.",
        example='{"id": 1, "question": "How far is it?" "context": "…"}',
        fix="Correct the text at that place: often a comma, a quote or a bracket is missing.",
    ),
    Rule(
        code="GEO103",
        name="missing-field",
        severity="error",
        what="A record lacks a field that it needs, or the field is blank.",
        why="The question cannot be checked.",
        example='{"id": 1, "context": "…", "answer": {"options": ["1 km"], "correct": 0}}',
        fix="Add the field at the path named; one with another name is declared with `--columns`.",
    ),
    Rule(
        code="GEO104",
        name="mistyped-field",
        severity="error",
        what="A field of a record has another type than it must have, or its explicit query or "
        "world has not the form of one.",
        why="Its meaning would have to be guessed, and programs guess differently.",
        example='{"correct": "0"}',
        fix="Write the field with the type that the message names.",
    ),
    Rule(
        code="GEO105",
        name="label-out-of-range",
        severity="error",
        what="The label names none of the options. In MapEval's format options count from 0, and "
        "-1 is unanswerable.",
        why="No answer can ever be right. Often such a label counts from 1.",
        example='{"options": ["North", "South"], "correct": 2}',
        fix="Name the right option as the message says; if the labels count from 1, declare "
        "`--labels from-1`.",
    ),
    Rule(
        code="GEO106",
        name="duplicate-id",
        severity="error",
        what="Two records of one file have the same id.",
        why="Results can no longer be told apart, and stores that key by id keep one of them.",
        example='[{"id": 7, …}, {"id": 7, …}]',
        fix="Give each record an id of its own.",
    ),
    Rule(
        code="GEO107",
        name="duplicate-option",
        severity="warning",
        what="Two options of a question are the same text.",
        why="If it is the right one, a model that chooses the other copy is marked wrong.",
        example='{"options": ["Old Mill", "Ox Inn", "Old Mill"]}',
        fix="Replace one of them by another wrong answer.",
    ),
    Rule(
        code="GEO108",
        name="no-options",
        severity="warning",
        what="A question has no options, or an option is empty.",
        why="Fewer real choices make a lucky guess likelier; without any there is none to check.",
        example='{"options": ["Yes", "No", "", ""]}',
        fix="Leave padding out, or add real options.",
    ),
    Rule(
        code="GEO109",
        name="empty-context",
        severity="warning",
        what="The context of a question holds nothing.",
        why="No answer can follow from it.",
        example='{"context": ""}',
        fix="Add the facts from which the answer follows.",
    ),
    Rule(
        code="GEO110",
        name="duplicate-key",
        severity="warning",
        what="A key stands more than once in an object of a record.",
        why="Programs read the last value, or the first, or refuse the file: each one may see "
        "another label.",
        example='{"correct": 0, "correct": 1}',
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO111",
        name="unreadable-plan",
        severity="error",
        what="The plan that stands in the place of a label has a line that is no step of a plan.",
        why="The plan cannot be played through, so that the record is not checked.",
        example='{"golden_plan": ["You walk around a little."]}',
        fix="Word the line as the message shows, or take it out.",
    ),
    Rule(
        code="GEO112",
        name="invalid-csv",
        severity="error",
        what="A row of a CSV file has more or fewer fields than its header has names, or a quote "
        "is not closed.",
        why="The fields cannot be told apart, so that the row is not checked.",
        example="12,Which is nearer, the inn or the mill?,the inn",
        fix="Put quotes around fields that hold the delimiter; write a quote inside quotes twice.",
    ),
    Rule(
        code="GEO113",
        name="short-header",
        severity="warning",
        what="The header of a CSV file has one name less than its rows have fields.",
        why="Programs differ in which column they leave without a name: some shift all of them.",
        example="Question,Answer above the row 1,How far is it?,2 km",
        fix="Name every column in the header.",
    ),
    Rule(
        code="GEO114",
        name="wrong-option-count",
        severity="warning",
        what="A record states another number of options than it has.",
        why="An option was lost or added after the count was taken, and the label with it.",
        example='{"option_count": "4", "options": "1) North\\n2) South\\n3) West"}',
        fix="Correct the count, or restore the option that is missing.",
    ),
    Rule(
        code="GEO115",
        name="ambiguous-label",
        severity="error",
        what="A label can be read in several ways: whole numbers count from 0 or from 1, and two "
        "columns may both hold the answer. Reported once for a file, with the number of records.",
        why="Guessing wrong would make every label of the file wrong at once.",
        example='{"options": ["North", "South"], "label": 1}',
        fix="Declare how labels are written: `--labels from-0`, `--labels from-1` or "
        "`--labels text`, or the column with `--columns answer=NAME`.",
    ),
    Rule(
        code="GEO116",
        name="misnamed-picture",
        severity="warning",
        what="A record names a picture in other capitals than its file has.",
        why="The picture is found on some systems only.",
        example="Vdata/map.png in the record, VData/map.png on the disk.",
        fix="Write the path as the file is stored.",
    ),
    Rule(
        code="GEO117",
        name="stale-query",
        severity="warning",
        what="The text or the options of a question have changed since its query was kept.",
        why="The query may answer another question. It is not used, so that the label is not "
        "checked by it.",
        example="`geoeval verify questions.json --queries questions.queries.jsonl` after an edit "
        "of a question.",
        fix="Run `geoeval formalize` on the dataset, then `geoeval review`.",
    ),
)

CONTEXT_RULES = (
    Rule(
        code="GEO201",
        name="unread-line",
        severity="info",
        what="A line of a context has no form that geoeval knows, or a fact in it is unreadable.",
        why="What it says does not count when the question is answered.",
        example="The inn is near the old bridge.",
        fix="Write the fact in one of the known forms; `geoeval world FILE` shows what was read.",
    ),
    Rule(
        code="GEO202",
        name="coordinate-out-of-range",
        severity="error",
        what="A latitude is not within ±90 or a longitude not within ±180 degrees.",
        why="No such place exists. Large figures are metres of a map projection; a latitude "
        "beyond 90 often is a longitude: the two were swapped.",
        example="Location: Old Mill(6711542.475, 2776540.101)",
        fix="Give latitude, longitude in degrees; convert projected coordinates back first.",
    ),
    Rule(
        code="GEO203",
        name="conflicting-facts",
        severity="warning",
        what="A context describes a place twice, with facts that differ: the same place, or two "
        "places under one name.",
        why="The answer depends on which description one reads, and a question that names the "
        "place is not answered.",
        example="Old Mill opens at 9:00 in one block and at 10:00 in another.",
        fix="Keep one description; where two places are meant, give them different names, or "
        "their addresses in the question.",
    ),
    Rule(
        code="GEO204",
        name="unreadable-hours",
        severity="warning",
        what="Opening hours are given in a form that cannot be read.",
        why="The place counts as one whose hours are unknown.",
        example="Opening hours: Monday: 9:00 till late",
        fix="Write each day with times or as closed.",
    ),
    Rule(
        code="GEO205",
        name="repeated-coordinates",
        severity="warning",
        what="Differently named places of a dataset have exactly the same coordinates, "
        "throughout a context.",
        why="Coordinates that were copied from record to record make every distance wrong.",
        example="(60.1, 24.9) stands for Old Mill in one record and for Ox Inn in the next.",
        fix="Look the coordinates of each place up again.",
    ),
)


WHOLE_RULES = (
    Rule(
        code="GEO801",
        name="duplicate-question",
        severity="warning",
        what="Several records have the same question, options and context; case, punctuation and "
        "the order of the options do not matter. Their labels say the same, as far as they have "
        "any.",
        why="One question counts several times in the score, and may stand in a training half and "
        "a test half at once.",
        example="Records 7 and 31 ask the same of the same context.",
        fix="Keep one of them.",
    ),
    Rule(
        code="GEO802",
        name="duplicate-with-other-label",
        severity="error",
        what="Several records have the same question, options and context, but their labels "
        "differ.",
        why="At most one of the labels is right: whoever answers both alike is marked wrong once.",
        example="Records 7 and 31 ask the same; one is keyed North, the other South.",
        fix="Find the right label, and keep one of the records.",
    ),
    Rule(
        code="GEO803",
        name="near-duplicate-question",
        severity="warning",
        what="Several records have the same options and context, and questions that differ in "
        "the spelling of one word: a letter more, less or another in a word of five or more, "
        "unless both are kinds of places or stand in the context.",
        why="They are one question in two spellings, as a rule by accident.",
        example="Which museum is nearest to …, and which musuem is nearest to …",
        fix="Keep one of them, or make them ask for different things.",
    ),
    Rule(
        code="GEO804",
        name="option-position-bias",
        severity="warning",
        what="Over 50 or more questions with equally many options, the positions of the keyed "
        "options are uneven: a chi-squared test finds p < 0.001 against equal chances.",
        why="A model that prefers one position scores above chance without reading.",
        example="Of 100 questions with four options, 60 have the first one for key.",
        fix="Shuffle the options of each question.",
    ),
    Rule(
        code="GEO805",
        name="answer-leaked-by-field",
        severity="warning",
        what="Another field of the records, or the first member of a list in it, holds the keyed "
        "option, its number or its letter, in all of 10 or more records that have the field, and "
        "not always the same.",
        why="Whoever is shown the whole record is shown the answer.",
        example='{"gold_text": "North", "answer": {"options": ["North", "South"], "correct": 0}}',
        fix="Take the field out of what is published with the questions.",
    ),
    Rule(
        code="GEO806",
        name="unanswerable-marked-by-field",
        severity="warning",
        what="A field has one value (or null, or is missing) in all unanswerable questions and in "
        "no other, with three or more of both.",
        why="Whoever sees the field need not find out that a question has no answer; a prompt "
        "that is made of it gives that away.",
        example='"classification" is null in exactly those records whose label is -1.',
        fix="Give these questions the value that they would have if they had an answer.",
    ),
)


__all__ = ["RULES", "Rule", "code_of", "rule"]

RULES: dict[str, Rule] = {
    each.code: each
    for each in sorted(
        (*RECORD_RULES, *CONTEXT_RULES, *LABEL_RULES, *OPTION_RULES, *WHOLE_RULES),
        key=lambda rule: rule.code,
    )
}
"""Every rule, in the order of its code."""


def rule(code: str) -> Rule:
    """Return the rule of a code or name.

    Examples
    --------
    >>> rule("geo601").name
    'no-option-fits'
    >>> rule("GEO999")
    Traceback (most recent call last):
    ...
    geoeval.errors.UsageError: expected the code or name of a rule, such as GEO301, got 'GEO999'
    """
    wanted = code.strip().casefold()
    for each in RULES.values():
        if wanted in {each.code.casefold(), each.name}:
            return each
    message = f"expected the code or name of a rule, such as GEO301, got {quote(code)}"
    raise UsageError(message)
