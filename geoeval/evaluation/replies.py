"""The answer that a model's reply names: a number, a letter, the text of an option, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import JSONDecoder
from typing import Literal, get_args

from geoeval.datasets.fields import plain
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import quote

Parser = Literal["own", "paper-textual", "paper-api"]
PARSERS: tuple[Parser, ...] = get_args(Parser)
"""How a reply is read: by us, or as the paper's published evaluators did it."""

Form = Literal["json", "marks", "stated", "bare", "mentioned"]


@dataclass(frozen=True, slots=True)
class ReadReply:
    """What a reply answers: a 0-based option, -1 for unanswerable, or None where none was read.

    ``form`` says how it was written, ``fault`` why nothing was read.
    """

    answer: int | None
    form: Form | None = None
    fault: str = ""


_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_MARKS = re.compile(r"\^\^\s*(.+?)\s*\^\^", re.DOTALL)
_KEYS = ("option_no", "option", "answer", "choice", "final_answer")
_FINAL = "final answer"
_STATED = re.compile(
    r"(?i:\b(?:answer|option|choice)(?:\s+(?:number|no\.?))?(?:\s+is)?[*_]*\s*[:=])"
    r"\s*(?P<value>[^\n]+)"
    r"|(?i:\b(?:correct|final|best)\s+(?:answer|option|choice)\s+is)\s+(?P<named>[^\n]+)"
    # Behind a mere "the answer is", a number may be a measure and "a" an article.
    r"|(?i:\b(?:answer|choice)\s+is\s+)(?P<mark>[*_\"'(\[]*(?:\d+|[A-Z])[*_\"')\]]*)"
    r"(?=[.,;]?\s*$|[.,;]\s)"
    r"|(?i:\banswer\s+is\s+(?:option|choice)\s+)(?P<option>\d+|[A-Za-z])\b",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    r"(?:option\s*|choice\s*)?[(\[]?(?P<mark>\d+|[A-Za-z])[)\]]?(?:\s*[.):\-–—]\s*|\s+|$)(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WRAPPING = " \t\r\n*_`\"'“”‘’.,;:!()[]{}"
_UNANSWERABLE = "unanswerable"
_DECODER = JSONDecoder()


def read_reply(reply: str, options: Sequence[str], parser: Parser = "own") -> ReadReply:
    """Return which option a reply names.

    The last statement counts: ``^^2^^``, a JSON object with ``option_no``, a line such as
    "Answer: B", a reply that is nothing but a number, a letter or an option, or a reply that
    mentions one option only. Numbers count from 1; 0 and "Unanswerable" say that none can be told.

    Parameters
    ----------
    reply
        What the model said.
    options
        The options as they were offered.
    parser
        "own", or "paper-textual" and "paper-api" for the published evaluators' way: the first
        ``{…}`` up to the first closing brace, and the first digit.

    Returns
    -------
    ReadReply
        With ``answer`` None if nothing, something ambiguous or a number out of range was read.

    Examples
    --------
    >>> cafes = ("Blue Cup", "Red Cup", "Tea 4 Two")
    >>> read_reply('{"option_no": 2, "explanation": "It {really} is."}', cafes)
    ReadReply(answer=1, form='json', fault='')
    >>> read_reply("I would go to Tea 4 Two.", cafes).answer
    2
    >>> read_reply("Tea 4 Two", cafes, "paper-api").answer  # the first digit
    >>> read_reply("Either Blue Cup or Red Cup.", cafes).fault
    'the reply mentions 2 options'
    """
    if parser == "paper-textual":
        return _first_braces(reply, len(options))
    if parser == "paper-api":
        digit = re.search(r"\d", reply)
        return _numbered(digit[0], len(options), "mentioned") if digit else _nothing(reply)
    said = _THINKING.sub("", reply).strip()
    if not said:
        return ReadReply(None, fault="the reply is empty")
    written: tuple[tuple[Form, Sequence[object]], ...] = (
        ("marks", _MARKS.findall(said)),
        ("json", list(_json_values(said))),
        ("stated", [found[found.lastgroup or 0] for found in _STATED.finditer(said)]),
        ("bare", [said]),
    )
    for form, values in written:
        found = _value(str(values[-1]), options, form) if values else ReadReply(None)
        if found.answer is not None or found.fault:
            return found
    named = _mentioned(said, options)
    if len(named) == 1:
        return ReadReply(named[0], "mentioned")
    if named:
        return ReadReply(None, fault=f"the reply mentions {len(named)} options")
    return _nothing(said)


def _value(text: str, options: Sequence[str], form: Form) -> ReadReply:
    """Read a value: a number from 1, a letter, an option, or a number or letter with an option."""
    bare = text.strip(_WRAPPING)
    if re.fullmatch(r"-1|\d+", text.strip(" \t\r\n*_`\"'.()[]{}")) or bare.isdecimal():
        found = _numbered(text.strip(" \t\r\n*_`\"'.()[]{}"), len(options), form)
        same = _equal(bare, options)
        return found if found.answer is not None or same is None else ReadReply(same, form)
    same = _equal(text, options)
    if same is not None:
        return ReadReply(same, form)
    if bare.casefold() == _UNANSWERABLE:
        return ReadReply(UNANSWERABLE, form)
    marked = _NUMBERED.fullmatch(bare)
    if marked is None:
        return ReadReply(None)
    mark, rest = marked["mark"], marked["text"]
    found = (
        _numbered(mark, len(options), form)
        if mark.isdecimal()
        else _lettered(mark, len(options), form)
    )
    if not rest.strip(_WRAPPING):
        return found
    other = _equal(rest, options)
    if other is None and rest.strip(_WRAPPING).casefold() == _UNANSWERABLE:
        other = UNANSWERABLE
    if other is None and rest[:1].isdecimal():  # "2.5 km", "10:30", "2 - 3 hours"
        is_whole = re.fullmatch(r"\d+\.0+", bare)  # how tables write a number
        return found if is_whole else ReadReply(None)
    if other is None:  # words behind a number may be a sentence of its own
        separated = re.match(r"(?:option\s*|choice\s*)?[(\[]?\w+[)\]]?\s*[.):\-–—\n(]", bare)
        return found if separated and not _mentioned(rest, options) else ReadReply(None)
    if found.answer not in {None, other}:
        message = f"{quote(mark)} and {quote(rest.strip())} are different options"
        return ReadReply(None, fault=message)
    return ReadReply(other, form)


def _numbered(digits: str, count: int, form: Form) -> ReadReply:
    """Read the number of an option, from 1; 0 and -1 say that there is none."""
    number = int(digits) if len(digits) < 10 else count + 1
    if number in {0, UNANSWERABLE}:
        return ReadReply(UNANSWERABLE, form)
    if number <= count:
        return ReadReply(number - 1, form)
    return ReadReply(None, fault=f"expected an option from 1 to {count}, got {quote(digits)}")


def _lettered(letter: str, count: int, form: Form) -> ReadReply:
    """Read the letter of an option."""
    index = ord(letter.upper()) - ord("A")
    if 0 <= index < count:
        return ReadReply(index, form)
    last = chr(ord("A") + count - 1)
    return ReadReply(None, fault=f"expected an option from A to {last}, got {quote(letter)}")


def _equal(text: str, options: Sequence[str]) -> int | None:
    """Return the one option that a text is, whatever its capitals and blanks."""
    wanted = _key(text)
    found = [index for index, option in enumerate(options) if wanted and _key(option) == wanted]
    return found[0] if len(found) == 1 else None


def _key(text: str) -> str:
    """Return a text without what wraps it."""
    return plain(text).strip(_WRAPPING).casefold()


def _mentioned(said: str, options: Sequence[str]) -> list[int]:
    """Return the options whose whole text stands in a reply, not inside that of a longer one."""
    left = plain(said).casefold()
    found = []
    for index in sorted(range(len(options)), key=lambda each: -len(_key(options[each]))):
        wanted = _key(options[index])
        pattern = rf"(?<!\w){re.escape(wanted)}(?!\w)"
        # A single figure or letter stands in any sentence.
        if len(wanted) > 2 and re.search(pattern, left):
            left = re.sub(pattern, " ", left)
            found.append(index)
    return sorted(found)


def _json_values(said: str) -> Iterator[object]:
    """Yield the answers that JSON objects in a reply give, also as the input of a last action."""
    start = said.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(said, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield from _answers(value)
        start = said.find("{", end)


def _answers(value: object) -> Iterator[object]:
    """Yield the answers of one JSON object."""
    if not isinstance(value, dict):
        return
    members = {str(key).casefold(): each for key, each in value.items()}
    if str(members.get("action", "")).casefold().replace("_", " ") == _FINAL:
        given = members.get("action_input")
        if isinstance(given, dict):
            yield from _answers(given)
        elif given is not None:
            inner = list(_json_values(str(given))) or _MARKS.findall(str(given))
            yield from inner or [given]
        return
    for key in _KEYS:
        given = members.get(key)
        if isinstance(given, int | str) and not isinstance(given, bool):
            yield given
            return


def _first_braces(reply: str, count: int) -> ReadReply:
    """Read ``option_no`` of the first braces, up to the first that close, as was published."""
    braces = re.search(r"\{.*?\}", reply, re.DOTALL)
    try:
        said = json.loads(braces[0]) if braces else {}
    except ValueError:
        said = {}
    digits = str(said.get("option_no", "")).strip()
    return _numbered(digits, count, "json") if digits.isdecimal() else _nothing(reply)


def _nothing(said: str) -> ReadReply:
    """Return that a reply names no option."""
    return ReadReply(None, fault=f"the reply names no option: {quote(said)}")
