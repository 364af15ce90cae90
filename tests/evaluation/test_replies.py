"""Which option a reply names."""

from __future__ import annotations

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
    "4": 3,  # an option's number goes before a text that is a number
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


@pytest.mark.parametrize("reply", NAMED)
def test_what_a_reply_names(reply: str) -> None:
    """The last clear statement counts; what is unclear is no answer, and says why."""
    read = read_reply(reply, CAFES)
    assert read.answer == NAMED[reply]
    assert bool(read.fault) is (read.answer is None)


def test_the_published_parsers() -> None:
    """Braces up to the first that close; the first digit."""
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
def test_any_reply_is_read(reply: str, options: list[str], parser: str) -> None:
    """No reply raises, and what is read is an option."""
    read = read_reply(reply, options, parser)  # type: ignore[arg-type] # a sampled parser
    assert read.answer is None or -1 <= read.answer < len(options)
