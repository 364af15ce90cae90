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
_THOUGHT = re.compile(r".*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNSEEN = re.compile(
    "[\u200b\u200c\u200d\u2060\ufeff]"
    r"|<[|｜][^|｜<>\n]{1,40}[|｜]>|</?s>|<(?:end|start)_of_turn>|\[/?INST\]"  # ends of turns
)
_FONT = re.compile(r"\\(?:text(?:bf|rm|it)?|math(?:rm|bf|sf)|mbox|bf|rm)\{([^{}\n]*)\}")
_KEYS = ("option_no", "correct_option", "option", "answer", "choice", "final_answer")
_FINAL = "final answer"
_VALUE = r"(?P<value>\S[^\n]{0,300})"
_MARK = r"(?P<value>[*_\"'(\[#$]*(?:\d{1,3}|[A-Z])\b[^\n]{0,300})"
_HEDGE = r"(?:(?:probably|likely|therefore|clearly|thus|most\s+likely)\s+)?(?!not\b|no\s+longer\b)"
_NO = r"(?:\s+(?:number|no\.?))?"
_COLON = r"(?:\s+is)?[*_]*\s*[:=]\s*"
_IS = r"(?:is|would\s+be|should\s+be|must\s+be)"
_IT_IS = rf"\b(?:it|that|this)(?:['’]s|\s+{_IS})\s+"
_CHOSEN = r"(?:correct|final|best|right|my|chosen)"
# What states an answer, each on one line. Behind a mere "the answer is", a number may be a measure
# and "a" an article; "option" alone may head a list.
_STATED = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"(?i:\banswer{_NO}(?:\s+\([^)\n]*\))?{_COLON}[*_]*){_VALUE}",
        rf"(?i:^\W*(?:final\s+|my\s+)?answer\W*\n+[\s`]*){_VALUE}",
        rf"(?i:(?<!second )(?<!next )\b{_CHOSEN}\s+(?:option|choice){_NO}{_COLON}){_VALUE}",
        rf"(?i:^\W*(?:option|choice)(?:_no|\s+(?:number|no\.?))?[*_]*\s*[:=]\s*){_VALUE}",
        rf"(?i:\b(?:correct|final|best|right)\s+(?:answer|option|choice)\s+{_IS}\s+{_HEDGE}){_VALUE}",
        rf"(?i:\b(?:answer|choice)\s+{_IS}\s+{_HEDGE}(?:option\s+|choice\s+)?){_MARK}",
        rf"(?i:\banswer\s+{_IS}\s+{_HEDGE})(?P<value>(?i:yes|no)\b[^\n]*)",
        rf"(?i:{_IT_IS}{_HEDGE}(?:option|choice)\s+){_MARK}",
        rf"(?i:{_IT_IS}{_HEDGE})(?P<value>\((?:\d{{1,3}}|[A-Z])\)[^\n]{{0,300}})",
        rf"(?i:\b(?:choose|chose|pick|select|go\s+with)\s+(?:the\s+)?(?:option\s+|choice\s+)?){_MARK}",
        rf"(?i:\b(?:so|therefore|thus|hence)[,:]?\s+(?:it\s+is\s+)?option\s+){_MARK}",
        r"(?i:\boption\s+)(?P<value>\d{1,3}|[A-Z])(?=\s+is\s+(?:the\s+)?(?i:correct|right|best|answer))",
        r"\^\^(?P<value>[^\^]{1,300})\^\^",
        r"\\boxed\{(?P<value>[^{}]{1,300})\}",
        r"(?i:<answer>)(?P<value>[^<]{1,300})(?i:</answer>)",
    )
)
_LOOSE = re.compile(
    rf"[\"'](?i:{'|'.join(_KEYS)})\s*[\"']\s*:\s*(?:\"(?P<double>[^\"\n]*)|'(?P<single>[^'\n]*)"
    r"|(?P<bare>-?\d+(?:\.0+)?))"
)
_LEAD = re.compile(
    r"(?P<said>(?i:option|choice|no\.|number)?\s*)[#$(\[{]*\s*(?P<mark>-1|\d{1,9}|[A-Za-z])(?:\.0+)?"
    r"(?P<behind>\s*[$)\]}*_]+[.:,;!?]?(?=\s|$)|\s*[.:,;!?]+(?=\s|$)|\s+[-–—](?=\s)|\s*$"
    r"|(?=\s+(?:because|since|as|for|not|which|over"
    r"|is\s+(?:right|correct|the\s+(?:right|correct|best|answer)))\b)|(?=\s*\())"
    r"(?P<rest>.*)",
    re.DOTALL,
)
_SEVERAL = re.compile(
    r"[\s$)\]}*_\"'.]*(?:[,;/&+]|\s(?:and|or)\s|\s)[\s$(\[{*_\"']*(?:and\s+|or\s+)?[$(\[{*_\"']*"
    r"(?:[A-Z]|\d{1,3})(?![\w.,]\w)[$)\]}*_\"']*(?:[.;!]?\s*$|\s*[,;/&+]|\s+(?:and|or)\s)"
)
"""A second letter or number behind the first one: "A, C", "(A) and (C)"."""
_REASON = re.compile(r"\s*[,.;:!(–—]|\s+(?:-|because|since|as|for|is|was|would|not)\b|\s*$")
_TAKEN_BACK = re.compile(
    r"\b(?:wait|actually|correction|reconsider|mistaken|sorry)\b", re.IGNORECASE
)
_DENIED = re.compile(
    r"\b(?:not|no|none|neither|nor|never|cannot|except|unlike|instead|rather|over|wrong|incorrect"
    r"|without)\b|n['’]t\b",
    re.IGNORECASE,
)
_NUMBER_ALONE = re.compile(r"(?<![\w.,])\d{1,2}(?![\w]|[.,]\d|\s*[^\W\d_])")
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
        return _first_braces(reply, options)
    if parser == "paper-api":
        digit = re.search(r"\d", reply)
        return _numbered(digit[0], options, "mentioned") if digit else _nothing(reply)
    said = _tidy(reply)
    if not said:
        return ReadReply(None, fault="the reply is empty")
    statements = sorted(_statements(said))
    if statements:
        start, form, text = statements[-1]
        if _TAKEN_BACK.search(said, start):
            return ReadReply(None, fault="the reply takes an answer back")
        found = _value(text, options, form)
        if found.answer is None and not found.fault:
            return ReadReply(None, fault=f"the reply states {quote(text.strip())}, no option")
        return found
    found = _alone(said, options)
    if found.answer is not None or found.fault:
        return found
    return _by_mention(said, options)


def _tidy(reply: str) -> str:
    """Return a reply without what a model thought, and without marks that nobody sees."""
    said = _THOUGHT.sub("", _THINKING.sub("", reply))
    return _FONT.sub(r"\1", _UNSEEN.sub("", said)).replace("：", ":").strip()


def _statements(said: str) -> Iterator[tuple[int, Form, str]]:
    """Yield where a reply states an answer, how, and what it states."""
    spans = [(start, end) for start, end, _ in _objects(said)]
    yield from ((start, "json", text) for start, _, text in _json_values(said))
    for found in _LOOSE.finditer(said):
        if not any(start <= found.start() < end for start, end in spans):
            text = next(each for each in found.groups() if each is not None)
            yield found.start(), "json", text
    for pattern in _STATED:
        for found in pattern.finditer(said):
            if not any(start <= found.start() < end for start, end in spans):
                marked = pattern.pattern.startswith((r"\^", r"\\boxed"))
                yield found.start("value"), "marks" if marked else "stated", found["value"]


def _alone(said: str, options: Sequence[str]) -> ReadReply:
    """Read a reply that is an answer by itself, or whose first or last line is."""
    lines = [line.strip() for line in said.strip("` \n").splitlines() if line.strip()]
    if lines[:1] == ["json"]:
        lines = lines[1:]
    if len(lines) == 1:
        return _value(lines[0], options, "bare", alone=True)
    marked = [line for line in lines if (lead := _LEAD.match(line)) and lead["behind"]]
    for line in (lines[0], lines[-1]) if lines else ():
        rest = [each for each in marked if each != line]
        lead = _LEAD.fullmatch(line)
        whole = _equal(line, options) is not None or (lead and not lead["rest"].strip(_WRAPPING))
        if whole and not rest:
            return _value(line, options, "bare", alone=True)
    return ReadReply(None)


def _by_mention(said: str, options: Sequence[str]) -> ReadReply:
    """Read the one option that a reply names in a sentence, if it denies none."""
    named = _mentioned(said, options)
    if len(named) > 1:
        return ReadReply(None, fault=f"the reply mentions {len(named)} options")
    if not named:
        return _nothing(said)
    if _DENIED.search(said):
        return ReadReply(None, fault="the reply mentions one option and denies something")
    if _NUMBER_ALONE.search(said):
        return ReadReply(None, fault="the reply mentions an option and a number")
    return ReadReply(named[0], "mentioned")


def _value(text: str, options: Sequence[str], form: Form, *, alone: bool = False) -> ReadReply:
    """Read a value: a number from 1, a letter, an option, or one of them with a reason.

    A number or a letter by itself is always that of an option, whatever the options say. In a
    reply that is nothing else (``alone``), a reason may not name another option.
    """
    bare = text.strip(" \t\r\n*_`\"'“”‘’")
    lead = _LEAD.fullmatch(bare)
    if lead is not None:
        found = _led(lead, options, form)
        if found is not None:
            return found
    same = _equal(bare, options)
    if same is not None:
        return ReadReply(same, form)
    for index, known in sorted(enumerate([*options, _UNANSWERABLE]), key=lambda e: -len(e[1])):
        wanted = plain(known).strip(_WRAPPING)
        begins = wanted and plain(bare).casefold().startswith(wanted.casefold())
        behind = plain(bare)[len(wanted) :]
        if begins and _REASON.match(behind) and not behind.lstrip(" .,")[:1].isdecimal():
            if (
                alone
                and index < len(options)
                and [each for each in _named(behind, options) if each != index]
            ):
                return ReadReply(None)
            answer = UNANSWERABLE if index == len(options) else index
            return ReadReply(answer, form)
    return ReadReply(None)


def _led(lead: re.Match[str], options: Sequence[str], form: Form) -> ReadReply | None:
    """Read a number or a letter with what stands behind it, None if it is none of an option."""
    mark, rest = lead["mark"], lead["rest"]
    is_number = mark.lstrip("-").isdecimal()
    by_itself = not rest.strip(_WRAPPING)
    if not is_number and mark.islower() and not (by_itself or lead["behind"].strip()):
        return None  # "a restaurant"
    if rest.lstrip()[:1].isdecimal() and _equal(rest, options) is None:
        return None  # "2 - 3 hours"
    found = _numbered(mark, options, form) if is_number else _lettered(mark, options, form)
    other = _equal(rest, options)
    if rest.strip(_WRAPPING).casefold() == _UNANSWERABLE:
        other = UNANSWERABLE
    if other is None and _SEVERAL.match(lead["behind"] + rest):
        return ReadReply(None, fault=f"{quote(lead[0].strip())} names several options")
    if other is not None and found.answer not in {None, other}:
        if found.answer is not None and found.answer >= 0 and other >= 0:
            same = _key(options[found.answer]) == _key(options[other])
            if same:
                return found
        message = f"{quote(mark)} and {quote(rest.strip())} are different options"
        return ReadReply(None, fault=message)
    return found


def _numbered(digits: str, options: Sequence[str], form: Form) -> ReadReply:
    """Read the number of an option, from 1; 0 and -1 say that there is none."""
    count = len(options)
    number = int(digits) if len(digits) < 10 else count + 1
    if number in {0, UNANSWERABLE}:
        return ReadReply(UNANSWERABLE, form)
    if number <= count:
        if not options[number - 1].strip():
            return ReadReply(None, fault=f"option {number} is empty")
        return ReadReply(number - 1, form)
    return ReadReply(None, fault=f"expected an option from 1 to {count}, got {quote(digits)}")


def _lettered(letter: str, options: Sequence[str], form: Form) -> ReadReply:
    """Read the letter of an option."""
    count = len(options)
    index = ord(letter.upper()) - ord("A")
    if 0 <= index < count and options[index].strip():
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
    """Return the options whose whole text stands in a reply; single figures stand in any."""
    return [index for index in _named(said, options) if len(_key(options[index])) > 2]


def _named(said: str, options: Sequence[str]) -> list[int]:
    """Return the options whose whole text stands in a reply, not inside of a longer one."""
    left = plain(said).casefold()
    found = []
    for index in sorted(range(len(options)), key=lambda each: -len(_key(options[each]))):
        wanted = _key(options[index])
        pattern = rf"(?<![\w])(?<!\d[.,]){re.escape(wanted)}(?![\w]|[.,]\d|\s+\d)"
        if wanted and re.search(pattern, left):
            left = re.sub(pattern, " ", left)
            found.append(index)
    return sorted(found)


def _objects(said: str) -> Iterator[tuple[int, int, object]]:
    """Yield the JSON objects in a reply with where they begin and end."""
    start = said.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(said, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield start, end, value
        start = said.find("{", end)


def _json_values(said: str) -> Iterator[tuple[int, int, str]]:
    """Yield the answers that JSON objects give, also as the input of a last action."""
    for start, end, value in _objects(said):
        for given in _answers(value):
            yield start, end, str(given)


def _answers(value: object) -> Iterator[object]:
    """Yield the answers of one JSON object."""
    if not isinstance(value, dict):
        return
    members = {str(key).strip().casefold(): each for key, each in value.items()}
    if str(members.get("action", "")).casefold().replace("_", " ") == _FINAL:
        given = members.get("action_input")
        if isinstance(given, dict):
            yield from _answers(given)
        elif given is not None:
            inner = [text for *_, text in sorted(_statements(str(given)))]
            yield from inner[-1:] or [given]
        return
    for key in _KEYS:
        given = members.get(key)
        if isinstance(given, int | float | str) and not isinstance(given, bool):
            yield int(given) if isinstance(given, float) and given.is_integer() else given
            return
    if "action" not in members:
        for inner_value in members.values():
            yield from _answers(inner_value)


def _first_braces(reply: str, options: Sequence[str]) -> ReadReply:
    """Read ``option_no`` of the first braces, up to the first that close, as was published."""
    braces = re.search(r"\{.*?\}", reply, re.DOTALL)
    try:
        said = json.loads(braces[0]) if braces else {}
    except ValueError:
        said = {}
    digits = str(said.get("option_no", "")).strip()
    return _numbered(digits, options, "json") if digits.isdecimal() else _nothing(reply)


def _nothing(said: str) -> ReadReply:
    """Return that a reply names no option."""
    return ReadReply(None, fault=f"the reply names no option: {quote(said)}")
