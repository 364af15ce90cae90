"""The answer in a model's reply: a number, a letter, the text of an option, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import Literal, get_args

from geoeval.datasets.fields import collapse_spaces
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import quote

Parser = Literal["own", "paper-textual", "paper-api"]
PARSERS: tuple[Parser, ...] = get_args(Parser)
"""How a reply is parsed: our own parser, or those of the paper's published evaluators."""

Form = Literal["json", "marks", "stated", "bare", "mentioned"]


@dataclass(frozen=True, slots=True)
class ReadReply:
    """The answer in a reply: a zero-based option, -1 for unanswerable, or None.

    ``form`` is how it was written, ``fault`` why nothing was found, and ``number`` the number of
    the option if it was written as one.
    """

    answer: int | None
    form: Form | None = None
    fault: str = ""
    number: int | None = field(default=None, compare=False)

    def is_other_text(self, options: Sequence[str]) -> bool:
        """Return whether the number of the option is also the text of another one."""
        equal = None if self.number is None else _find_equal_option(str(self.number), options)
        return equal not in {None, self.answer}


_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT = re.compile(r".*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNSEEN = re.compile(
    "[\u200b\u200c\u200d\u2060\ufeff]"
    r"|<[|｜][^|｜<>\n]{1,40}[|｜]>|</?s>|<(?:end|start)_of_turn>|\[/?INST\]"  # ends of turns
)
_FONT = re.compile(r"\\(?:text(?:bf|rm|it)?|math(?:rm|bf|sf)|mbox|bf|rm)\{([^{}\n]*)\}")
_KEYS = ("option_no", "correct_option", "option", "answer", "choice", "final_answer")
_VALUE = r"(?P<value>\S[^\n]{0,300})"
_MARK = r"(?P<value>[*_\"'(\[#$]*(?:\d{1,3}|[A-Z])\b[^\n]{0,300})"
_HEDGE = r"(?:(?:probably|likely|therefore|clearly|thus|most\s+likely)\s+)?(?!not\b|no\s+longer\b)"
_NO = r"(?:\s+(?:number|no\.?))?"
_COLON = r"(?:\s+is)?[*_]*\s*[:=]\s*"
_IS = r"(?:is|would\s+be|should\s+be|must\s+be)"
_IT_IS = rf"\b(?:it|that|this)(?:['’]s|\s+{_IS})\s+"
_CHOSEN = r"(?:correct|final|best|right|my|chosen)"
_LETTER = r"[*_\"'(\[]*(?P<value>[A-Z])[*_\"')\]]*"
_ENDS = r"[*_]*(?:[.!]?[*_]*\s*$|,?\s+(?:because|since|as|for)\b)"  # "so J. Smith" goes on
_I_THINK = r"I\s+(?:think|believe)\s+(?:that\s+)?"
_THE_ANSWER = rf"(?:{_CHOSEN}(?:\s+(?:answer|option|choice|one))?|answer)"
_SO = r"(?:so|therefore|thus|hence)[,:]?\s+"
# A clause before the one that names the letter: no condition, no list such as "A, C is correct".
_CLAUSE = (
    r"(?<![^.!?;\n])[^\S\n]*(?:(?:(?!(?i:\b(?:if|unless|whether|assuming|suppose|supposing|when|were"
    r"|had)\b)|\b[A-Z]\W{0,3}[,:;])[^.!?;\n])*?[,:]\s+)?"
)
_MEMBER = rf"""["'](?i:{"|".join(_KEYS)})\s*["']\s*:\s*"""
# Statements of an answer, one line each. After a bare "the answer is", a number may be a measure
# and "a" an article; "option" alone may start a list.
_STATING: Mapping[Form, tuple[str, ...]] = {
    "stated": (
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
        rf"(?i:\b{_SO}(?:it\s+is\s+)?option\s+){_MARK}",
        rf"(?i:(?<!not )(?<!or )\b{_SO}(?:it(?:['’]s|\s+is)\s+)?{_HEDGE}){_LETTER}{_ENDS}",
        rf"{_CLAUSE}(?i:{_SO})?(?i:{_I_THINK})?{_LETTER}\s+is\s+(?:the\s+)?{_THE_ANSWER}{_ENDS}",
        r"(?i:\boption\s+)(?P<value>\d{1,3}|[A-Z])(?=\s+is\s+(?:the\s+)?(?i:correct|right|best|answer))",
        r"(?i:<answer>)(?P<value>[^<]{1,300})(?i:</answer>)",
    ),
    "marks": (
        r"\^\^(?P<value>[^\^]{1,300})\^\^",
        r"\\boxed\{(?P<value>[^{}]{1,300})\}",
    ),
    "json": (  # that is broken
        rf"""{_MEMBER}["']?(?P<value>(?<=")[^"\n]*|(?<=')[^'\n]*|-?\d+(?:\.0+)?)""",
    ),
}
_STATED = tuple(
    (form, re.compile(pattern, re.MULTILINE))
    for form, patterns in _STATING.items()
    for pattern in patterns
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
"""A second letter or number after the first one: "A, C", "(A) and (C)"."""
_LISTING = re.compile(r"[,;]\s*(?:and\s+)?[(*]*(?:[A-Z]|\d{1,2})[)*]*(?:\s+[-–—]|[).:])\s")
"""A second option of a list in one line: "A — one café, B — two cafés"."""
_REASON = re.compile(
    r"(?![ .,]*\d)(?:\s*[,.;:!(–—]|\s+(?:-|because|since|as|for|is|was|would|not)\b|\s*$)"
)
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
    """Return the option that a reply names.

    The last statement counts: ``^^2^^``, a JSON object with ``option_no``, a line such as "Answer:
    B", a reply that consists of a number, a letter or an option, or a reply that mentions exactly
    one option. Numbers count from 1; 0 and "Unanswerable" mean that there is no answer.
    """
    return _READERS[parser](reply, options)


def _read_reply(reply: str, options: Sequence[str]) -> ReadReply:
    stripped = _strip_thoughts(reply)
    if not stripped:
        return ReadReply(None, fault="the reply is empty")
    statements = sorted(_find_statements(stripped))
    if not statements:
        found = _read_bare_answer(stripped, options)
        return found if found != ReadReply(None) else _read_mention(stripped, options)
    start, form, text = statements[-1]
    if _TAKEN_BACK.search(stripped, start):
        return ReadReply(None, fault="the reply retracts an answer")
    found = _read_value(text, options, form)
    if found == ReadReply(None):
        return ReadReply(
            None, fault=f"the reply gives {quote(text.strip())}, which is not an option"
        )
    return found


def _strip_thoughts(reply: str) -> str:
    """Return a reply without the model's reasoning and without invisible characters."""
    text = _THOUGHT.sub("", _THINKING.sub("", reply))
    return _FONT.sub(r"\1", _UNSEEN.sub("", text)).replace("：", ":").strip()


def _find_statements(text: str) -> Iterator[tuple[int, Form, str]]:
    objects = list(objects_in(text))
    yield from (
        (start, "json", str(each)) for start, _, value in objects for each in _find_answers(value)
    )
    for form, pattern in _STATED:
        for found in pattern.finditer(text):
            if not any(start <= found.start() < end for start, end, _ in objects):
                start = found.start() if form == "json" else found.start("value")
                yield start, form, found["value"]


def _read_bare_answer(reply: str, options: Sequence[str]) -> ReadReply:
    """Read a reply that is nothing but an answer, or whose first or last line is."""
    text = re.sub(r"\Ajson[^\S\n]*(?:\n|\Z)", "", reply.strip("` \n"))
    lines = list(filter(None, map(str.strip, text.splitlines())))
    marked = {line for line in lines if (lead := _LEAD.match(line)) and lead["behind"]}
    for line in lines[:1] + lines[-1:]:
        if len(lines) == 1 or (marked <= {line} and _is_bare_answer(line, options)):
            return _read_value(line, options, "bare", alone=True)
    return ReadReply(None)


def _is_bare_answer(line: str, options: Sequence[str]) -> bool:
    """Return whether a line is just an option, a number or a letter."""
    lead = _LEAD.fullmatch(line)
    return _find_equal_option(line, options) is not None or bool(
        lead and not lead["rest"].strip(_WRAPPING)
    )


def _read_mention(reply: str, options: Sequence[str]) -> ReadReply:
    """Return the only option mentioned in a sentence, if no mention is negated."""
    # single digits occur in any reply
    named = [
        index
        for index in _find_named_options(reply, options)
        if len(_unwrap_text(options[index])) > 2
    ]
    if len(named) > 1:
        return ReadReply(None, fault=f"the reply mentions {len(named)} options")
    if not named:
        return _no_option(reply)
    if _DENIED.search(reply):
        return ReadReply(None, fault="the reply mentions one option with a negation")
    if _NUMBER_ALONE.search(reply):
        return ReadReply(None, fault="the reply mentions an option and a number")
    return ReadReply(named[0], "mentioned")


def _read_value(text: str, options: Sequence[str], form: Form, *, alone: bool = False) -> ReadReply:
    """Read a value: a number from 1, a letter, an option, or one of them with a reason.

    A bare number or letter is that of an option if there is one, whatever the texts of the options.
    If a reply consists of the value (``alone``), its reason may not name another option.
    """
    bare = text.strip(" \t\r\n*_`\"'“”‘’")
    lead = _LEAD.fullmatch(bare)
    if lead is not None and not _begins_prose(lead, options):
        return _read_led_option(lead, options, form)
    answer = _find_equal_option(bare, options)
    if answer is None:
        answer = _read_reasoned_option(collapse_spaces(bare), options, alone=alone)
    return ReadReply(answer, None if answer is None else form)


def _read_reasoned_option(text: str, options: Sequence[str], *, alone: bool) -> int | None:
    """Return the longest option at the start of a text, if a reason follows."""
    for index, known in sorted(enumerate([*options, _UNANSWERABLE]), key=lambda e: -len(e[1])):
        wanted = collapse_spaces(known).strip(_WRAPPING)
        behind = text[len(wanted) :]
        begins = wanted and text.casefold().startswith(wanted.casefold())
        if not (begins and _REASON.match(behind)):
            continue
        if index == len(options):
            return UNANSWERABLE
        return None if alone and {*_find_named_options(behind, options)} - {index} else index
    return None


def _begins_prose(lead: re.Match[str], options: Sequence[str]) -> bool:
    """Return whether a letter or number starts a text such as "a restaurant" or "2 - 3 hours"."""
    rest = lead["rest"]
    if lead["mark"].islower() and rest.strip(_WRAPPING) and not lead["behind"].strip():
        return True
    is_number = lead["mark"].isdecimal() and rest.lstrip()[:1].isdecimal()
    return is_number and _find_equal_option(rest, options) is None


def _read_led_option(lead: re.Match[str], options: Sequence[str], form: Form) -> ReadReply:
    mark, rest = lead["mark"], lead["rest"]
    read = _read_number if mark.lstrip("-").isdecimal() else _read_letter
    found = read(mark, options, form)
    if found.answer is None and (equal := _find_equal_option(mark, options)) is not None:
        found = ReadReply(equal, form)  # no option has this number, and one has this text
    none = rest.strip(_WRAPPING).casefold() == _UNANSWERABLE
    other = UNANSWERABLE if none else _find_equal_option(rest, options)
    if other is None:
        if _SEVERAL.match(lead["behind"] + rest) or _LISTING.search(rest):
            return ReadReply(None, fault=f"{quote(lead[0].strip())} names several options")
        return found
    if found.answer is None or _is_same(found.answer, other, options):
        return found
    message = f"{quote(mark)} and {quote(rest.strip())} are different options"
    return ReadReply(None, fault=message)


def _is_same(one: int, other: int, options: Sequence[str]) -> bool:
    if UNANSWERABLE in {one, other}:
        return one == other
    return _unwrap_text(options[one]) == _unwrap_text(options[other])


def _read_number(digits: str, options: Sequence[str], form: Form) -> ReadReply:
    """Return the option with a number, from 1; 0 and -1 mean that there is no answer."""
    count = len(options)
    number = int(digits) if len(digits) < 10 else count + 1
    if number in {0, UNANSWERABLE}:
        return ReadReply(UNANSWERABLE, form, number=number)
    if number <= count:
        if not options[number - 1].strip():
            return ReadReply(None, fault=f"option {number} is empty")
        return ReadReply(number - 1, form, number=number)
    return ReadReply(None, fault=f"expected an option from 1 to {count}, got {quote(digits)}")


def _read_letter(letter: str, options: Sequence[str], form: Form) -> ReadReply:
    count = len(options)
    index = ord(letter.upper()) - ord("A")
    if 0 <= index < count and options[index].strip():
        return ReadReply(index, form)
    last = chr(ord("A") + count - 1)
    return ReadReply(None, fault=f"expected an option from A to {last}, got {quote(letter)}")


def _find_equal_option(text: str, options: Sequence[str]) -> int | None:
    """Return the only option equal to a text, ignoring case and whitespace."""
    wanted = _unwrap_text(text)
    found = [
        index for index, option in enumerate(options) if wanted and _unwrap_text(option) == wanted
    ]
    return found[0] if len(found) == 1 else None


def _unwrap_text(text: str) -> str:
    return collapse_spaces(text).strip(_WRAPPING).casefold()


def _find_named_options(reply: str, options: Sequence[str]) -> list[int]:
    """Return the options whose text occurs in a reply, but not within a longer option."""
    left = collapse_spaces(reply).casefold()
    found = []
    for index in sorted(range(len(options)), key=lambda each: -len(_unwrap_text(options[each]))):
        wanted = _unwrap_text(options[index])
        pattern = rf"(?<![\w])(?<!\d[.,]){re.escape(wanted)}(?![\w]|[.,]\d|\s+\d)"
        if wanted and re.search(pattern, left):
            left = re.sub(pattern, " ", left)
            found.append(index)
    return sorted(found)


def objects_in(text: str) -> Iterator[tuple[int, int, dict[str, object]]]:
    """Yield the outermost JSON objects in a text with their start and end."""
    start = text.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            yield start, end, value
        start = text.find("{", end)


def _find_answers(value: object) -> Iterator[object]:
    """Yield the answers in a JSON object, including those in the input of a final action."""
    if not isinstance(value, dict):
        return
    members = {str(key).strip().casefold(): each for key, each in value.items()}
    if is_final(members.get("action")):
        yield from _final_answers(members.get("action_input"))
        return
    given = [each for key in _KEYS if _is_single(each := members.get(key))]
    yield from given[:1]
    if not given and "action" not in members:
        for inner in members.values():
            yield from _find_answers(inner)


def is_final(action: object) -> bool:
    """Return whether an action ends the conversation."""
    return str(action).casefold().replace("_", " ") == "final answer"


def _final_answers(given: object) -> Iterator[object]:
    if isinstance(given, dict):
        yield from _find_answers(given)
    elif given is not None:
        inner = [text for *_, text in sorted(_find_statements(str(given)))]
        yield from inner[-1:] or [str(given)]


def _is_single(value: object) -> bool:
    return isinstance(value, int | float | str) and not isinstance(value, bool)


def _read_first_braces(reply: str, options: Sequence[str]) -> ReadReply:
    """Read ``option_no`` of the first object, up to the first closing brace, as published."""
    braces = re.search(r"\{.*?\}", reply, re.DOTALL)
    try:
        decoded = json.loads(braces[0]) if braces else {}
    except ValueError:
        decoded = {}
    digits = str(decoded.get("option_no", "")).strip()
    return _read_number(digits, options, "json") if digits.isdecimal() else _no_option(reply)


def _read_first_digit(reply: str, options: Sequence[str]) -> ReadReply:
    digit = re.search(r"\d", reply)
    return _read_number(digit[0], options, "mentioned") if digit else _no_option(reply)


def _no_option(reply: str) -> ReadReply:
    return ReadReply(None, fault=f"the reply names no option: {quote(reply)}")


_READERS: Mapping[Parser, Callable[[str, Sequence[str]], ReadReply]] = {
    "own": _read_reply,
    "paper-textual": _read_first_braces,
    "paper-api": _read_first_digit,
}
