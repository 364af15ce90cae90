"""Reading the chosen option from a reply."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.evaluation.replies import PARSERS, read_reply

CAFES = ("Blue Cup", "Red Cup", "Tea 4 Two", "4")
NAMED: dict[str, int | None] = {
    '{"option_no": 2, "explanation": "It {really} is."}': 1,
    '{"option_no": "2"}': 1,
    '{"answer": "Red Cup"}': 1,
    '```json\n{"action": "Final Answer", "action_input": "Red Cup"}\n```': 1,
    '{"action": "Final Answer", "action_input": {"option_no": 3}}': 2,
    '{"action": "PlaceSearch", "action_input": {"answer": 1}}': None,
    '{"option_no": 1} No, wait. {"option_no": 2}': 1,
    '{"option_no": 0}': -1,
    '{"option_no": 7, "explanation": "Red Cup"}': None,
    "^^3^^": 2,
    "I first thought ^^1^^, but it is ^^3^^.": 2,
    "\\boxed{\\text{B}}": 1,
    "Answer: \\text{B}": 1,
    "Answer: $\\mathbf{2}$": 1,
    "Answer: B<|im_end|>": 1,
    "Answer: B</s>": 1,
    "B<end_of_turn>": 1,
    "Answer: B<｜end▁of▁sentence｜>": 1,
    "So the answer would be B.": 1,
    "My answer would be C": 2,
    "The correct option should be 2.": 1,
    "I think it is (B)": 1,
    "It's option (3)": 2,
    "It would be option B, as it is near.": 1,
    "It is 2 km away.": None,
    "It is not (B)": None,
    "Answer: A, C": None,
    "ANSWER: A, B and C": None,
    "Answer: A; B": None,
    "Answer: A and B": None,
    "Answer: A/B": None,
    "Answer: (A), (C)": None,
    "Answer: **A**, **C**": None,
    "Answer: 1) and 3)": None,
    "Answer: 1, 3": None,
    '{"answer": "A, C"}': None,
    '{"answer": ["A", "C"]}': None,
    "\\boxed{A, C}": None,
    "^^1, 3^^": None,
    "A or C": None,
    "Answer: A, I think.": 0,
    "Answer: B, A is too far.": 1,
    "B": 1,
    "(b)": 1,
    "**Answer: B**": 1,
    "ANSWER: B) Red Cup": 1,
    "The answer is A": 0,
    "the answer is **B**.": 1,
    "The answer is a restaurant.": None,
    "The answer is 2 km": None,
    "I think the answer is option 2 because it is near.": 1,
    'The correct answer is "Red Cup".': 1,
    'The correct option is: "2. Red Cup"': 1,
    "2. Red Cup": 1,
    "2. Blue Cup": None,
    "3": 2,
    "4": 3,  # the number of an option takes precedence over a text that is a number
    "0": -1,
    "12": None,
    "Unanswerable": -1,
    "The final answer is: 0) Unanswerable": -1,
    "<think>answer: 1</think> 2": 1,
    "": None,
    "Sorry, I cannot help.": None,
    "I am a model": None,
    "2 minutes": None,
    "2.5 km": None,
    "2.0": 1,
    "10:30": None,
    "2 - 3 hours": None,
    "2. 4": None,
    "4. 4": 3,
    "B-12": None,
    "Red Cup is 4 km away": 1,
    "Blue Cup and not Red Cup": None,
    "Option 1 is wrong. Answer: 2.": 1,
    "1) Blue Cup\n2) Red Cup": None,
}


MUGS = ("Blue Cup", "Red Cup", "Tea 4 Two", "Green Mug")
# Replies that choose 2 but mention another option.
SECOND = (
    "Answer: 2. Blue Cup is closed on Mondays.",
    "2. Blue Cup is closed on Mondays.",
    "B) because Blue Cup is too far",
    "The correct answer is 2 because Blue Cup is closed",
    "I would pick option 2 over Blue Cup.",
    "### Answer\n2\n\nBlue Cup is closed.",
    "The answer is \\boxed{2}, since Blue Cup is closed.",
    "Answer：2 (Blue Cup is closed)",
    '{"option_no": 2, "explanation": "Blue Cup is closed\non Monday"}',
    "{'option_no': 2, 'explanation': 'Blue Cup is closed'}",
    '{"option_no": 2, "explanation": "Blue Cup is cl',
    '{"result": {"option_no": 2, "explanation": "Blue Cup is closed"}}',
    '{"option_no": 2.0, "explanation": "Blue Cup is closed"}',
    "Let me look at each option:\n1. Blue Cup\n2. Red Cup\n\nRed is best, so I choose option 2.",
    "1. I look at the list.\n2. I compare the distances.\n\nSo option 2 is right.",
    '{"option_no": 1}\n\nWait, I was wrong. Answer: 2',
    "^^1^^ no, sorry.\nFinal answer: 2",
    "Answer: 2\nSecond best option: 1",
    "Maybe Blue Cup? No, it is closed.</think>\n\n2",
    *("2,", "2!", "“2”", "^^2!^^", '{"option_no":"2,"}', "#2", "Option #2", "<answer>2</answer>"),
    *("Answer (1-4): 2", "Answer:\n```\n2\n```", "The answer is B!", "I choose B.", "\u200b2"),
    *('{"correct_option": 2}', "Answer: $2$", "option_no: 2", "Red Cup because it is nearest"),
)
# Replies that choose nothing or withdraw their choice.
NOTHING = (
    "The correct answer is not Blue Cup",
    "I cannot recommend Blue Cup.",
    "None of the options. Blue Cup is closed.",
    "Neither Blue Cup nor any other is open.",
    "My answer is A. Wait, let me reconsider. The nearest is Red Cup.",
    "The answer is A, no wait, B.",
    "A: too far\nB: closed\nC: fine",
)
# The letter after a clause, and sentences that differ from these in what they say of it.
CONCLUDED = (
    "After looking at all options, **C** is correct.",
    "Comparing the distances, C is the right one.",
    "It closes at 5. C is the best choice because it is near.",
    "The distance is 2.5 km, so C is correct.",
    "The museum is not open, so C is right.",
    "Thus, C is the answer.",
    "I think C is right",
    "I believe that C is correct",
    "So it's C.",
    "Thus it is C, because it is near",
    "There are 6 cafés, so C.",
    "So **C**.",
    "C is right. A is wrong.",
    "C — 6 cafés",
    "C. 6 coffee shops",
)
NOT_CONCLUDED = (
    "After looking at all options, C is wrong.",
    "So C is wrong.",
    "Thus, C is incorrect.",
    "I think C is not correct",
    "I don't think C is right",
    "I am not sure whether C is correct",
    "It is not true that C is correct.",
    "Some say C is right, but it is not",
    "At first sight, C is correct, but it closes.",
    "If it is open, C is correct.",
    "option C is not correct",
    "not C",
    "Not so C.",
    "So not C.",
    "Is C correct?",
    "So it's C?",
    "A or C is correct.",
    "Either way, A, C is right.",
    "So A or C.",
    "So A and C.",
    "So C. Miller's shop",
    "A — one café, B — three cafés",
    "2 - 6 cafés",
)
UNANSWERED = (
    "Unanswerable because Blue Cup is not listed",
    "Unanswerable: the context lacks Blue Cup",
    "0. There is nothing about Blue Cup.",
    "Answer: 0 - Blue Cup is missing",
)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        *((each, 1) for each in SECOND),
        *((each, None) for each in NOTHING),
        *((each, -1) for each in UNANSWERED),
        *((each, 2) for each in CONCLUDED),
        *((each, None) for each in NOT_CONCLUDED),
    ],
)
def test_options_mentioned_in_reasons_are_ignored(reply: str, answer: int | None) -> None:
    assert read_reply(reply, MUGS).answer == answer


@pytest.mark.parametrize(
    ("reply", "options", "answer"),
    [
        ("No, it is closed.", ("Yes", "No", "", ""), 1),
        ("The answer is no.", ("Yes", "No"), 1),
        ("Answer: no; yes would be wrong.", ("Yes", "No"), 1),
        ("3", ("Yes", "No", "", ""), None),
        ("Answer: 2-hour drive", ("2 hours", "3 hours"), None),
        ("1 hour 55 minutes", ("1 hour", "2 hours"), None),
        ("It is 2.5 km away.", ("5 km", "10 km"), None),
        ("2. Red Cup", ("Red Cup", "Red Cup", "Blue Cup"), 1),
        ("3.", ("4", "3", "7", "5"), 2),
        ("5", ("4", "3", "7", "5"), 3),
        ("B", ("B", "A", "D", "C"), 1),
    ],
)
def test_numbers_and_letters_denote_options(
    reply: str, options: tuple[str, ...], answer: int | None
) -> None:
    """A text counts if no option has the number, and measures are not numbers of options."""
    assert read_reply(reply, options).answer == answer


@pytest.mark.parametrize(
    "part", ["^^ ", "{", "Answer: ", "<answer>", '"option_no":', " ", "so, ", "a, C is "]
)
def test_long_replies_are_read_quickly(part: str) -> None:
    """No pattern backtracks over the whole reply."""
    start = time.perf_counter()
    read_reply(part * 5000, MUGS)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("reply", NAMED)
def test_last_clear_statement_is_the_answer(reply: str) -> None:
    """An unclear reply has no answer, but a fault."""
    read = read_reply(reply, CAFES)
    assert read.answer == NAMED[reply]
    assert bool(read.fault) is (read.answer is None)


def test_published_parsers() -> None:
    """They read braces up to the first closing brace, and the first digit."""
    braces = '{"option_no": 2, "explanation": "It {really} is."}'
    assert read_reply(braces, CAFES, "paper-textual").answer is None
    assert read_reply('{"option_no": 2}', CAFES, "paper-textual").answer == 1
    assert read_reply("Tea 4 Two, option 3", CAFES, "paper-api").answer == 3
    assert read_reply("none", CAFES, "paper-api").answer is None


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=80),
    st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=7),
    st.sampled_from(PARSERS),
)
def test_any_reply_can_be_read(reply: str, options: list[str], parser: str) -> None:
    """The answer is a valid option or None."""
    read = read_reply(reply, options, parser)  # type: ignore[arg-type] # a sampled parser
    assert read.answer is None or -1 <= read.answer < len(options)
