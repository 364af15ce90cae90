"""The rules about a dataset as a whole: GEO8."""

from __future__ import annotations

from geoeval.verification.rule_model import Rule

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
