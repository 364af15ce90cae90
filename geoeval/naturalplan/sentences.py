"""Splits planning prompts into sentences and tables, and matches sentences with forms."""

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
_PREPOSITIONS = frozenset({"at", "in", "on", "from", "between", "during"})


@lru_cache(maxsize=64)
def any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern that matches any whole name, preferring the longest."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    alternatives = "|".join(map(re.escape, longest_first)) or r"(?!)"
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)")


@lru_cache(maxsize=1024)
def is_name(text: str) -> bool:
    """Return whether a text is capitalised like a name and has no pronoun or narrowing word."""
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
    """Return the names that the patterns find, except those that contain a known name."""
    found = {
        match["name"]
        for sentence, pattern in product(sentences, patterns)
        for match in pattern.finditer(sentence.text)
    }
    return {
        name
        for name in found
        if is_name(name)
        and name.split()[0].casefold() not in _PREPOSITIONS
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
_CLOCK_HINT = re.compile(r"\d[:.]\d|[ap]\.?m|noon|midday|midnight|clock", re.IGNORECASE)
_DURATION_HINT = re.compile(r"min|hour|hr|\dh", re.IGNORECASE)
_SPLIT_OFF = re.compile(r" (?='(?:d|ll|re|ve)\b)")  # as ``clean_text`` splits "you'd"
_JOINTS = ("", "-", "'", ".")
_NUMBER_SIGNS = (".", ",", "-")


class Part(NamedTuple):
    """A mention or a word as written, its offset, and its figure: minutes, days or a count."""

    kind: Kind
    text: str
    start: int
    figure: int = 0


@dataclass(frozen=True)
class Statement:
    """A sentence with its one-based line and its parts."""

    line: int
    text: str
    parts: tuple[Part, ...]

    @cached_property
    def skeleton(self) -> str:
        """The words and, for mentions, their kinds ("<clock>"), each followed by a space."""
        return "".join(f"{p.text if p.kind == 'word' else f'<{p.kind}>'} " for p in self.parts)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that are not in a mention."""
        return tuple(part.text for part in self.parts if part.kind == "word")

    def __str__(self) -> str:
        return f"line {self.line}: {quote(self.text)}"


class Sentence(NamedTuple):
    """A sentence as written, with its one-based line, its tokens and its offset in the line."""

    line: int
    text: str
    tokens: tuple[Token, ...]
    start: int


def split_sentences(lines: Iterable[tuple[int, str]]) -> Iterator[Sentence]:
    """Yield the sentences of numbered lines; a sentence ends with its line."""
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
    """Yield the sentences split into mentions and words."""
    names = any_of(frozenset(map(clean_text, known)))
    for line, text, tokens, start in sentences:
        mentioned, covered = _find_mentions(text, names)
        free = [token for token in tokens if not covered[token.start - start]]
        words = _find_words(text, start, free, vocabulary)
        parts = tuple(sorted([*mentioned, *words], key=lambda part: part.start))
        yield Statement(line, _SPLIT_OFF.sub("", text), parts)


def _find_mentions(text: str, names: re.Pattern[str]) -> tuple[list[Part], bytearray]:
    mentions: list[Part] = []
    covered = bytearray(len(text))
    for kind, start, end, figure in (*_find_names_and_days(text, names), *_find_times(text)):
        if not any(covered[start:end]):
            mentions.append(Part(kind, text[start:end], start, figure))
            covered[start:end] = b"\x01" * (end - start)
    return mentions, covered


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
    for start, end, minute in find_clocks(text) if _CLOCK_HINT.search(text) else ():
        yield "clock", start, end, minute
    for start, end, seconds in find_durations(text) if _DURATION_HINT.search(text) else ():
        if seconds % 60 == 0 and text[start - 1 : start] not in _NUMBER_SIGNS:
            yield "minutes", start, end, seconds // 60


def _find_words(
    text: str, offset: int, free: list[Token], vocabulary: frozenset[str]
) -> Iterator[Part]:
    """Yield the words outside mentions; consecutive capitalised words form a name."""
    name_start = name_end = 0  # of the name in progress
    for token in free:
        start = token.start - offset
        in_name = token.text[0].isupper() and token.key not in vocabulary
        continues_name = in_name and text[name_end:start].strip() in _JOINTS
        if name_end and not continues_name:
            yield Part("name", text[name_start:name_end], name_start)
            name_end = 0
        if in_name:
            name_start, name_end = name_start if name_end else start, token.end - offset
        else:
            yield _make_plain_part(token, text[:start])
    if name_end:
        yield Part("name", text[name_start:name_end], name_start)


def _make_plain_part(token: Token, before: str) -> Part:
    if not token.text.isdecimal():
        return Part("word", token.key, len(before))
    if before.endswith(_NUMBER_SIGNS):
        return Part("word", before[-1] + token.text, len(before))
    return Part("count", token.text, len(before), int(token.text[:9]))


_LEG_ROW = re.compile(
    r"\W*(?:[Ff]rom )?(?P<origin>[^:,;]+?) to (?P<destination>[^:,;]+?)\s*:\s*"
    r"(?P<minutes>\d{1,5})\s*(?P<unit>min(?:ute)?s?)?\s*\.?\s*"
)
_BEFORE_PAIR, _AFTER_PAIR = r"(?>\W*(?:and )?(?:[Ff]rom )?)", r"\s*(?:[,;.]+(?=\s|$)|$)"


class LegLine(NamedTuple):
    """A row "A to B: 8." with its line; ``stated_minutes`` is whether the row names the unit."""

    line: int
    ends: tuple[str, str]
    minutes: int
    stated_minutes: bool


class FlightList(NamedTuple):
    """A line, its flights as one-way pairs, and the rest of the line."""

    line: int
    flights: tuple[tuple[str, str], ...]
    rest: tuple[Line, ...]


def numbered_lines(text: str) -> list[Line]:
    """Return the non-blank lines of a text in plain characters, numbered from 1."""
    numbered = enumerate(text.removeprefix("TASK:").split("\n"), start=1)  # as published
    return [(number, clean_text(line)) for number, line in numbered if line.strip()]


def read_leg(line: Line) -> LegLine | None:
    """Return the travel time in a line, or None if the line is not a row of a travel table."""
    number, text = line
    row = _LEG_ROW.fullmatch(text)
    if row is None or not (is_name(row["origin"]) and is_name(row["destination"])):
        return None
    ends = (row["origin"], row["destination"])
    return LegLine(number, ends, int(row["minutes"]), row["unit"] is not None)


def read_flights(line: Line, cities: Iterable[str]) -> FlightList:
    """Return the flights between known cities that a line lists."""
    number, text = line
    known = any_of(frozenset(cities)).pattern
    pair = re.compile(rf"{_BEFORE_PAIR}((?>{known})) (and|to) ((?>{known})){_AFTER_PAIR}")
    position = list_start = text.rfind(": ") + 1
    flights: list[tuple[str, str]] = []
    while found := pair.match(text, position):
        position, (origin, conjunction, destination) = found.end(), found.groups()
        flights += (
            [(origin, destination), (destination, origin)]
            if conjunction == "and"
            else [(origin, destination)]
        )
    if not flights:
        return FlightList(number, (), (line,))
    rest = (text[:list_start], text[position:].strip())
    return FlightList(number, tuple(flights), tuple((number, part) for part in rest if part))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A kind of sentence: phrases by role, and the other words that are allowed.

    ``carries`` maps each role to alternative phrases, one of which must match. A phrase is a
    sequence of slots: ``from|between`` is either word, ``a?`` is optional and ``<clock>`` is a
    mention of that kind. Roles are matched in order, and a word matches at most one role.
    """

    name: str
    carries: Mapping[str, Phrases]
    words: frozenset[str] = frozenset()

    @property
    def vocabulary(self) -> frozenset[str]:
        """All words of the form, including those of its phrases."""
        slots = (s.rstrip("?") for each in self.carries.values() for p in each for s in p.split())
        phrased = {word for slot in slots for word in slot.split("|") if word[0] != "<"}
        return self.words | phrased


class FormedStatement(NamedTuple):
    """A sentence that matches a form, with the parts of each role."""

    form: str
    statement: Statement
    carried: dict[str, tuple[Part, ...]]

    def name(self, role: str) -> str:
        """Return the name in a role, or "" if the form has no such role."""
        parts = self.carried.get(role, ())
        return next((part.text for part in parts if part.kind == "name"), "")

    def figures(self, kind: Kind) -> list[int]:
        """Return the figures of a kind, in the order in which they are mentioned."""
        return [part.figure for part in self.statement.parts if part.kind == kind]

    def first(self, kind: Kind) -> int:
        """Return the first figure of a kind, or 0 if there is none."""
        return next(iter(self.figures(kind)), 0)

    def last(self, kind: Kind) -> int:
        """Return the last figure of a kind; there must be at least one."""
        return self.figures(kind)[-1]

    def __str__(self) -> str:
        return str(self.statement)


def forms_of(kind: Literal["meetings", "stays"], text: Literal["prompt", "plan"]) -> Forms:
    """Return the forms declared for prompts or plans of a kind, in order."""
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
    """Return all words of several forms."""
    return frozenset[str]().union(*(form.vocabulary for form in forms))


def match_form(statement: Statement, forms: Forms) -> FormedStatement | None:
    """Match a statement with the first form that covers all of it, or return None."""
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
    """Return the indices of the parts of each role, or None if the form does not match."""
    remaining, parts = skeleton, skeleton.split()
    roles: dict[str, tuple[int, ...]] = {}
    for role, phrases in form.carries.items():
        match = _compile_phrases(phrases).search(remaining)
        if match is None:
            return None
        first = remaining.count(" ", 0, match.start())
        roles[role] = tuple(range(first, first + match[0].count(" ")))
        taken = re.sub(r"[^ ]", ".", match[0])
        remaining = f"{remaining[: match.start()]}{taken}{remaining[match.end() :]}"
    carried = {i for at in roles.values() for i in at}
    others = (part for i, part in enumerate(parts) if i not in carried)
    return roles if all(part in form.words for part in others) else None


@lru_cache(maxsize=256)
def _compile_phrases(phrases: Phrases) -> re.Pattern[str]:
    alternatives = (re.sub(r"([^ ?]+)(\??) ?", r"(?:(?:\1) )\2", phrase) for phrase in phrases)
    return re.compile(rf"(?<![^ ])(?:{'|'.join(alternatives)})")


class Unread(Exception):  # noqa: N818 - not an error, but a reason on its way up
    """A prompt describes no complete problem, or a plan has a sentence that is not a step."""

    def __init__(self, why: NotUnderstood) -> None:
        super().__init__(why.detail)
        self.why = why


def require_fact(found: object, what: str) -> None:
    """Raise ``Unread`` if a required fact is missing; ``what`` describes the fact."""
    if not found:
        raise Unread(NotUnderstood(reason="fact missing", detail=f"expected {what}, got none"))


def reject_if(is_conflict: object, what: str, *statements: object) -> None:
    """Raise ``Unread`` if facts conflict; ``what`` describes the conflict."""
    if is_conflict:
        detail = ": ".join([what, *(["; ".join(map(str, statements))] if statements else [])])
        raise Unread(NotUnderstood(reason="facts conflict", detail=detail))


def unread_error(unmatched: Sequence[tuple[Statement, tuple[str, ...]]]) -> Unread:
    """Return the exception for sentences that no form matches, with their unknown words."""
    shown = "; ".join(str(statement) for statement, _ in unmatched[:3])
    omitted = f"; and {len(unmatched) - 3} more" if len(unmatched) > 3 else ""
    words = tuple(word for _, rest in unmatched for word in rest)
    detail = f"not read: {shown}{omitted}"
    return Unread(NotUnderstood(reason="words unexplained", unexplained=words, detail=detail))


def group_by_form(
    statements: Iterable[Statement], forms: Forms
) -> dict[str, list[FormedStatement]]:
    """Return the statements grouped by form; raise ``Unread`` if one matches no form."""
    groups: dict[str, list[FormedStatement]] = {}
    unmatched = []
    known = vocabulary_of(forms)
    for statement in statements:
        sentence = match_form(statement, forms)
        if sentence is None:
            words = tuple(word for word in statement.words if word not in known)
            # If every word is known, their combination is not: report all parts.
            unmatched.append((statement, words or tuple(part.text for part in statement.parts)))
        else:
            groups.setdefault(sentence.form, []).append(sentence)
    if unmatched:
        raise unread_error(unmatched)
    return groups


def unique_by_name(
    sentences: Iterable[FormedStatement], role: str, twice: str
) -> dict[str, FormedStatement]:
    """Return the statements by the name in a role; raise ``Unread`` for a repeated name."""
    first: dict[str, FormedStatement] = {}
    for sentence in sentences:
        name = sentence.name(role)
        earlier = first.setdefault(name, sentence)
        reject_if(earlier is not sentence, f"{name} {twice}", earlier, sentence)
    return first


def read_steps(
    lines: Iterable[str], names: Iterable[str], forms: Forms, example: str
) -> list[FormedStatement]:
    """Return the steps in the lines of a plan, without remarks such as "SOLUTION:"."""
    sentences = split_sentences(
        (number, clean_text(line)) for number, line in enumerate(lines, start=1)
    )
    steps = []
    for statement in read_statements(sentences, names, vocabulary_of(forms) | NARROWING):
        step = match_form(statement, forms)
        if step is None:
            detail = f'expected a step of a plan, such as "{example}", got {statement}'
            raise Unread(NotUnderstood(reason="words unexplained", detail=detail))
        steps.append(step)
    return [step for step in steps if step.form != "aside"]
