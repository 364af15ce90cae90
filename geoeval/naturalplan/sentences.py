"""Parsing of planning prompts: names, words, tables, and the forms of sentences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import groupby, product
from typing import Any, Literal, NamedTuple, TypeAlias

from geoeval.calculators.clock import find_clocks
from geoeval.calculators.units import find_durations
from geoeval.errors import quote
from geoeval.understanding.reading import NotUnderstood
from geoeval.understanding.vocabulary.text import Token, clean_text, tokenise

_DECLARED: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("forms.toml").read_text(encoding="utf-8")
)
_SETS = {name: frozenset(text.split()) for name, text in _DECLARED["words"].items()}
NARROWING, _PRONOUNS, _JOINING = (_SETS[name] for name in ("NARROWING", "PRONOUNS", "JOINTS"))
_WORD = re.compile(r"[^\W_][\w'.&-]*")
_PLACING = frozenset({"at", "in", "on", "from", "between", "during"})


@lru_cache(maxsize=64)
def any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that matches any whole name, the longest first; none without names."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    found = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)")


@lru_cache(maxsize=1024)
def is_name(text: str) -> bool:
    """Return whether a text is written like a name, without pronouns and narrowing words."""
    words = text.split()
    if not words or words[0].casefold() in _PRONOUNS:
        return False
    inner = range(1, len(words) - 1)
    return all(
        _WORD.fullmatch(word) is not None
        and word.casefold() not in NARROWING
        and (not word[0].islower() or (i in inner and word in _JOINING))
        for i, word in enumerate(words)
    )


def names_in(
    sentences: Iterable[Sentence], patterns: Sequence[re.Pattern[str]], known: Collection[str] = ()
) -> set[str]:
    """Return the names that the patterns find, without those that contain a known name."""
    found = {
        match["name"]
        for sentence, pattern in product(sentences, patterns)
        for match in pattern.finditer(sentence.text)
    }
    return {
        name
        for name in found
        if is_name(name)
        and name.split()[0].casefold() not in _PLACING
        and not any(f" {other} " in f" {name} " for other in known)
    }


Line = tuple[int, str]
Phrases = tuple[str, ...]
Forms: TypeAlias = "tuple[Form, ...]"
Kind = Literal["name", "clock", "minutes", "day", "days", "count", "word"]
_DAY = re.compile(
    r"\bdays?\s+(?P<first>\d{1,4})(?:\s*-\s*(?P<last>\d{1,4}))?(?!\w|[.,]\d)", re.IGNORECASE
)
_DAYS = re.compile(r"(?<![\w.,-])(?P<number>\d{1,4})[\s-]+days?\b", re.IGNORECASE)
_LIKE_CLOCK = re.compile(r"\d[:.]\d|[ap]\.?m|noon|midday|midnight|clock", re.IGNORECASE)
_LIKE_DURATION = re.compile(r"min|hour|hr|\dh", re.IGNORECASE)
_SPLIT_OFF = re.compile(r" (?='(?:d|ll|re|ve)\b)")  # as ``clean_text`` splits "you'd"
_JOINTS = ("", "-", "'", ".")
_SIGNS = (".", ",", "-")


class Part(NamedTuple):
    """A mention or a word as written, its offset and its figure: minutes, or in its unit."""

    kind: Kind
    text: str
    start: int
    figure: int = 0


@dataclass(frozen=True)
class Statement:
    """A sentence with its 1-based line."""

    line: int
    text: str
    parts: tuple[Part, ...]

    @cached_property
    def skeleton(self) -> str:
        """The words, with each mention as its kind ("<clock>"), each followed by a space."""
        return "".join(f"{p.text if p.kind == 'word' else f'<{p.kind}>'} " for p in self.parts)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words outside mentions."""
        return tuple(part.text for part in self.parts if part.kind == "word")

    def __str__(self) -> str:
        return f"line {self.line}: {quote(self.text)}"


class Sentence(NamedTuple):
    """A sentence as written, with its 1-based line, its words, and its offset in the line."""

    line: int
    text: str
    tokens: tuple[Token, ...]
    start: int


def split_sentences(lines: Iterable[tuple[int, str]]) -> Iterator[Sentence]:
    """Yield the sentences of numbered lines; none spans several lines."""
    for number, line in lines:
        text = line.replace("**", "")
        for _, group in groupby(tokenise(text), key=lambda token: token.sentence):
            tokens = tuple(group)
            start = tokens[0].start
            if tokens[0].text[0].isdigit() and text[start - 1 : start] == "-":
                start -= 1
            yield Sentence(number, text[start : tokens[-1].end], tokens, start)


def read_statements(
    sentences: Iterable[Sentence], known: Iterable[str], vocabulary: frozenset[str]
) -> Iterator[Statement]:
    """Yield sentences with their mentions and words."""
    names = any_of(frozenset(map(clean_text, known)))
    for line, text, tokens, start in sentences:
        mentioned, covered = _find_mentions(text, names)
        free = [token for token in tokens if not covered[token.start - start]]
        words = _find_words(text, start, free, vocabulary)
        parts = tuple(sorted([*mentioned, *words], key=lambda part: part.start))
        yield Statement(line, _SPLIT_OFF.sub("", text), parts)


def _find_mentions(text: str, names: re.Pattern[str]) -> tuple[list[Part], bytearray]:
    found: list[Part] = []
    covered = bytearray(len(text))
    for kind, start, end, figure in (*_find_names_and_days(text, names), *_find_times(text)):
        if not any(covered[start:end]):
            found.append(Part(kind, text[start:end], start, figure))
            covered[start:end] = b"\x01" * (end - start)
    return found, covered


def _find_names_and_days(text: str, names: re.Pattern[str]) -> Iterator[tuple[Kind, int, int, int]]:
    for match in names.finditer(text):
        yield "name", *match.span(), 0
    for match in _DAY.finditer(text):
        yield "day", match.start(), match.end("first"), int(match["first"])
        if match["last"] is not None:
            yield "day", *match.span("last"), int(match["last"])
    for match in _DAYS.finditer(text):
        yield "days", *match.span(), int(match["number"])


def _find_times(text: str) -> Iterator[tuple[Kind, int, int, int]]:
    for start, end, minute in find_clocks(text) if _LIKE_CLOCK.search(text) else ():
        yield "clock", start, end, minute
    for start, end, seconds in find_durations(text) if _LIKE_DURATION.search(text) else ():
        if seconds % 60 == 0 and text[start - 1 : start] not in _SIGNS:
            yield "minutes", start, end, seconds // 60


def _find_words(
    text: str, offset: int, free: list[Token], vocabulary: frozenset[str]
) -> Iterator[Part]:
    """Yield the words outside mentions; consecutive capitalised ones form a name."""
    begin = end = 0  # of the name in progress
    for token in free:
        start = token.start - offset
        named = token.text[0].isupper() and token.key not in vocabulary
        goes_on = named and text[end:start].strip() in _JOINTS
        if end and not goes_on:
            yield Part("name", text[begin:end], begin)
            end = 0
        if named:
            begin, end = begin if end else start, token.end - offset
        else:
            yield _make_plain_part(token, text[:start])
    if end:
        yield Part("name", text[begin:end], begin)


def _make_plain_part(token: Token, before: str) -> Part:
    if not token.text.isdecimal():
        return Part("word", token.key, len(before))
    if before.endswith(_SIGNS):
        return Part("word", before[-1] + token.text, len(before))
    return Part("count", token.text, len(before), int(token.text[:9]))


_LEG_ROW = re.compile(
    r"\W*(?:[Ff]rom )?(?P<origin>[^:,;]+?) to (?P<destination>[^:,;]+?)\s*:\s*"
    r"(?P<minutes>\d{1,5})\s*(?P<unit>min(?:ute)?s?)?\s*\.?\s*"
)
_LEAD, _END = r"(?>\W*(?:and )?(?:[Ff]rom )?)", r"\s*(?:[,;.]+(?=\s|$)|$)"


class LegLine(NamedTuple):
    """A row "A to B: 8." with its line; ``stated_minutes``: whether it names its unit."""

    line: int
    ends: tuple[str, str]
    minutes: int
    stated_minutes: bool


class FlightList(NamedTuple):
    """A line, its flights as one-way pairs, and the text around them, if any."""

    line: int
    flights: tuple[tuple[str, str], ...]
    rest: tuple[Line, ...]


def numbered_lines(text: str) -> list[Line]:
    """Return the lines of a text that are not blank, numbered from 1, in plain characters."""
    numbered = enumerate(text.removeprefix("TASK:").split("\n"), start=1)  # as published
    return [(number, clean_text(line)) for number, line in numbered if line.strip()]


def read_leg(line: Line) -> LegLine | None:
    """Return the travel time that a line states, if it is a row of a travel table."""
    number, text = line
    row = _LEG_ROW.fullmatch(text)
    if row is None or not (is_name(row["origin"]) and is_name(row["destination"])):
        return None
    ends = (row["origin"], row["destination"])
    return LegLine(number, ends, int(row["minutes"]), row["unit"] is not None)


def read_flights(line: Line, cities: Iterable[str]) -> FlightList:
    """Return the flights that a line lists between known cities."""
    number, text = line
    known = any_of(frozenset(cities)).pattern
    pair = re.compile(rf"{_LEAD}((?>{known})) (and|to) ((?>{known})){_END}")
    at = begin = text.rfind(": ") + 1
    flights: list[tuple[str, str]] = []
    while found := pair.match(text, at):
        at, (one, joint, other) = found.end(), found.groups()
        flights += [(one, other), (other, one)] if joint == "and" else [(one, other)]
    if not flights:
        return FlightList(number, (), (line,))
    around = (text[:begin], text[at:].strip())
    return FlightList(number, tuple(flights), tuple((number, part) for part in around if part))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A kind of sentence: fixed phrases by role, and the other words that it knows.

    ``carries`` maps roles to alternative phrases, of which one must match, in this order. A
    phrase is a row of slots: ``from|between`` is either word, ``a?`` is optional, ``<clock>`` is a
    mention of that kind. Words matched by one role are not available to the next.
    """

    name: str
    carries: Mapping[str, Phrases]
    words: frozenset[str] = frozenset()

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word of the form, those of its phrases included."""
        slots = (s.rstrip("?") for each in self.carries.values() for p in each for s in p.split())
        phrased = {word for slot in slots for word in slot.split("|") if word[0] != "<"}
        return self.words | phrased


class FormedStatement(NamedTuple):
    """A sentence matched by a form, with the parts of each role."""

    form: str
    statement: Statement
    carried: dict[str, tuple[Part, ...]]

    def name(self, role: str) -> str:
        """Return the name in a role, or "" if the form has no such role."""
        parts = self.carried.get(role, ())
        return next((part.text for part in parts if part.kind == "name"), "")

    def figures(self, kind: Kind) -> list[int]:
        """Return the figures of one kind that are mentioned."""
        return [part.figure for part in self.statement.parts if part.kind == kind]

    def first(self, kind: Kind) -> int:
        """Return the first figure of a kind, 0 if there is none."""
        return next(iter(self.figures(kind)), 0)

    def last(self, kind: Kind) -> int:
        """Return the last figure of a kind, of which there must be one."""
        return self.figures(kind)[-1]

    def __str__(self) -> str:
        return str(self.statement)


def forms_of(kind: Literal["meetings", "stays"], text: Literal["prompt", "plan"]) -> Forms:
    """Return the forms that are declared for prompts or plans of a kind, in their order."""
    return tuple(
        Form(
            name=each["name"],
            carries={role: tuple(phrases) for role, phrases in each["carries"].items()},
            words=frozenset[str]().union(
                *(_SETS.get(name, {name}) for name in each.get("knows", "").split())
            ),
        )
        for each in _DECLARED[kind][text]
    )


def vocabulary_of(forms: Iterable[Form]) -> frozenset[str]:
    """Return every word of some forms."""
    return frozenset[str]().union(*(form.vocabulary for form in forms))


def read_by(statement: Statement, forms: Forms) -> FormedStatement | None:
    """Return a statement by the first form that covers all of it, if any."""
    fit = _find_form(statement.skeleton, forms)
    if fit is None:
        return None
    form, roles = fit
    parts = statement.parts
    return FormedStatement(
        form, statement, {role: tuple(parts[i] for i in at) for role, at in roles.items()}
    )


@lru_cache(maxsize=4096)
def _find_form(skeleton: str, forms: Forms) -> tuple[str, Mapping[str, tuple[int, ...]]] | None:
    fits = ((form.name, _match_form(skeleton, form)) for form in forms)
    return next(((name, roles) for name, roles in fits if roles is not None), None)


def _match_form(skeleton: str, form: Form) -> dict[str, tuple[int, ...]] | None:
    """Return the part indices of each role, if the form covers the whole skeleton."""
    left, parts = skeleton, skeleton.split()
    roles: dict[str, tuple[int, ...]] = {}
    for role, phrases in form.carries.items():
        match = _compile_phrases(phrases).search(left)
        if match is None:
            return None
        first = left.count(" ", 0, match.start())
        roles[role] = tuple(range(first, first + match[0].count(" ")))
        taken = re.sub(r"[^ ]", ".", match[0])
        left = f"{left[: match.start()]}{taken}{left[match.end() :]}"
    carried = {i for at in roles.values() for i in at}
    others = (part for i, part in enumerate(parts) if i not in carried)
    return roles if all(part in form.words for part in others) else None


@lru_cache(maxsize=256)
def _compile_phrases(phrases: Phrases) -> re.Pattern[str]:
    found = (re.sub(r"([^ ?]+)(\??) ?", r"(?:(?:\1) )\2", phrase) for phrase in phrases)
    return re.compile(rf"(?<![^ ])(?:{'|'.join(found)})")


class Unread(Exception):  # noqa: N818 - not an error of the caller: a reason on its way up
    """A prompt does not state a whole problem, or a plan has a sentence that is no step."""

    def __init__(self, why: NotUnderstood) -> None:
        super().__init__(why.detail)
        self.why = why


def check_stated(found: object, what: str) -> None:
    """Raise Unread if a required fact is not stated."""
    if not found:
        raise Unread(NotUnderstood(reason="fact missing", detail=f"expected {what}, got none"))


def report_if(is_conflict: object, what: str, *statements: object) -> None:
    """Raise Unread if statements conflict, or one cannot hold."""
    if is_conflict:
        detail = ": ".join([what, *(["; ".join(map(str, statements))] if statements else [])])
        raise Unread(NotUnderstood(reason="facts conflict", detail=detail))


def not_read(left: Sequence[tuple[Statement, tuple[str, ...]]]) -> Unread:
    """Return the exception for sentences that no form covers, with their unknown words."""
    shown = "; ".join(str(statement) for statement, _ in left[:3])
    more = f"; and {len(left) - 3} more" if len(left) > 3 else ""
    words = tuple(word for _, rest in left for word in rest)
    detail = f"not read: {shown}{more}"
    return Unread(NotUnderstood(reason="words unexplained", unexplained=words, detail=detail))


def by_form(statements: Iterable[Statement], forms: Forms) -> dict[str, list[FormedStatement]]:
    """Return statements by the name of their form."""
    found: dict[str, list[FormedStatement]] = {}
    left = []
    known = vocabulary_of(forms)
    for statement in statements:
        sentence = read_by(statement, forms)
        if sentence is None:
            words = tuple(word for word in statement.words if word not in known)
            # Where every word is known, their combination is not: report all parts.
            left.append((statement, words or tuple(part.text for part in statement.parts)))
        else:
            found.setdefault(sentence.form, []).append(sentence)
    if left:
        raise not_read(left)
    return found


def once_each(
    sentences: Iterable[FormedStatement], role: str, twice: str
) -> dict[str, FormedStatement]:
    """Return statements by the name in a role; raise Unread if a name has two."""
    first: dict[str, FormedStatement] = {}
    for sentence in sentences:
        name = sentence.name(role)
        earlier = first.setdefault(name, sentence)
        report_if(earlier is not sentence, f"{name} {twice}", earlier, sentence)
    return first


def read_steps(
    lines: Iterable[str], names: Iterable[str], forms: Forms, example: str
) -> list[FormedStatement]:
    """Return the steps that the lines of a plan state, without remarks."""
    sentences = split_sentences(
        (number, clean_text(line)) for number, line in enumerate(lines, start=1)
    )
    steps = []
    for statement in read_statements(sentences, names, vocabulary_of(forms) | NARROWING):
        step = read_by(statement, forms)
        if step is None:
            detail = f'expected a step of a plan, such as "{example}", got {statement}'
            raise Unread(NotUnderstood(reason="words unexplained", detail=detail))
        steps.append(step)
    return [step for step in steps if step.form != "aside"]
