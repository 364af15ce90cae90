"""Recognises figures in a question: durations, clock times, lengths and plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from geoeval.calculators.units import find_clocks, find_distances, find_durations
from geoeval.understanding.reading import Mention
from geoeval.understanding.text import Token
from geoeval.understanding.vocabulary import word_list

_NUMBERS = {
    word: float(value)
    for value, word in enumerate(
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ),
        start=2,
    )
}
_HALVES_OF_DAY = {"morning": 0, "afternoon": 720, "evening": 720, "night": 720}
_HALF_DAY = 720
_MERIDIEMS = frozenset({"am", "pm", "a.m", "p.m"})
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*$")


def _aligned(
    found: Iterable[tuple[int, int, float]], words: Sequence[Token], kind: str, scale: float
) -> list[Mention]:
    """Return figures given by character offsets as mentions over words."""
    mentions = []
    for start, end, value in found:
        inside = [i for i, word in enumerate(words) if word.start < end and word.end > start]
        if inside:
            if kind == "duration" and inside[0] and words[inside[0] - 1].key in _STRESSING:
                inside.insert(0, inside[0] - 1)
            mentions.append(Mention(kind, kind, inside[0], inside[-1] + 1, value / scale))
    return mentions


def _number(text: str) -> float | None:
    """Return the value of a written number, thousands separators allowed."""
    if text in _NUMBERS:
        return _NUMBERS[text]
    if not _DIGITS.match(text):
        return None
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text):
        text = text.replace(",", "")
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def _number_or_clock(index: int, value: float, words: Sequence[Token]) -> Mention:
    """Return a number, or the clock time that "in the morning" behind makes it."""
    number = Mention("number", "number", index, index + 1, value)
    if value > 12 or value != int(value):
        return number
    clock = Mention("clock", "clock", index, index + 1, value * 60)
    timed = _in_half_of_day(clock, words)
    if index + 1 < len(words) and words[index + 1].key == "o'clock":
        timed = _in_half_of_day(Mention("clock", "clock", index, index + 2, value * 60), words)
    lead = [w for w in words[max(0, index - 2) : index] if w.sentence == words[index].sentence]
    said = any(word.key in _HALVES_OF_DAY for word in lead)
    past = index > 1 and words[index - 1].key in {"past", "to"} and words[index - 2].key in _MINUTES
    return timed if timed.end > clock.end or said or past else number


_MINUTES = {"half": 30, "quarter": 15, "ten": 10, "twenty": 20, "five": 5}


def _past_or_to(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the minutes said before it ("half past nine", "ten to six")."""
    if clock.kind != "clock" or clock.start < 2:
        return clock
    minutes = _MINUTES.get(words[clock.start - 2].key)
    turn = words[clock.start - 1].key
    if turn == "after" and words[clock.start - 2].key in {"half", "quarter"}:
        turn = "past"
    if minutes is None or turn not in {"past", "to"}:
        return clock
    shift = minutes if turn == "past" else -minutes
    hour = clock.amount
    if hour < _MORNING and not _is_early(words):
        hour += _HALF_DAY
    return Mention("clock", "clock", clock.start - 2, clock.end, hour + shift)


_HOUR = 60
_NIGHT_ENDS = 5 * 60
_MORNING = 7 * 60  # spoken times of the small hours are of the afternoon, unless night is spoken of


def _is_early(words: Sequence[Token]) -> bool:
    """Whether the night or the morning is spoken of anywhere."""
    return any(word.key in word_list("times.early") for word in words)


_FULL = re.compile(
    r"(?<=\w )(?:full|whole|solid|entire|complete|good)(?= (?:\w+ )?(?:hours?|minutes?)\b)"
)


_STRESSING = frozenset({"full", "whole", "solid", "good"})


def _without_full(text: str) -> str:
    """Return the text with blanks for what only stresses a duration ("two full hours")."""
    return _FULL.sub(lambda found: " " * len(found.group()), text)


_HOURS = frozenset("h hr hrs hour hours".split())


def _and_minutes(duration: Mention, words: Sequence[Token]) -> Mention:
    """Return a duration with the bare minutes behind its hours ("1 h 15")."""
    end = duration.end
    if duration.kind != "duration" or words[end - 1].key not in _HOURS or end == len(words):
        return duration
    behind = words[end]
    closed = (
        end + 1 == len(words)
        or bool(words[end + 1].gap)
        or words[end + 1].key in word_list("times.joining")
    )
    if behind.gap or not closed or not re.fullmatch(r"[0-5]\d", behind.text):
        return duration
    return Mention(
        "duration", "duration", duration.start, end + 1, duration.amount + int(behind.text)
    )


def _and_a_quarter(duration: Mention, words: Sequence[Token]) -> Mention:
    """Return a duration with the quarter said behind it ("four hours and a quarter")."""
    end = duration.end
    behind = [word.key for word in words[end : end + 3]]
    if duration.kind != "duration" or behind != ["and", "a", "quarter"]:
        return duration
    return Mention("duration", "duration", duration.start, end + 3, duration.amount + 15)


def _in_half_of_day(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the half of the day said behind it ("six on Friday evening")."""
    end = clock.end
    if words[end - 1].key in _MERIDIEMS or clock.amount < _HOUR:  # midnight is of no half
        return clock
    while end < len(words) and end - clock.end < 4 and words[end].key in word_list("times.to_half"):
        end += 1
    if end == len(words) or words[end].key not in _HALVES_OF_DAY or words[end].gap:
        return _after_half_of_day(clock, words)
    minute = clock.amount
    if minute < _HALF_DAY:
        minute += _HALVES_OF_DAY[words[end].key]
    elif words[end].key == "morning" and minute < _HALF_DAY + 60:
        minute -= _HALF_DAY
    return Mention("clock", "clock", clock.start, end + 1, minute)


def _after_half_of_day(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the half of the day said before it ("on Friday evening at six")."""
    lead = [
        word.key
        for word in words[max(0, clock.start - 2) : clock.start]
        if word.sentence == words[clock.start].sentence
    ]
    halves = [_HALVES_OF_DAY[key] for key in lead if key in _HALVES_OF_DAY]
    if not halves or clock.amount >= _HALF_DAY:
        return clock
    return Mention("clock", "clock", clock.start, clock.end, clock.amount + halves[-1])


def figures(text: str, words: Sequence[Token]) -> list[Mention]:
    """Return the durations (minutes), clock times (minute of day), lengths (m) and numbers.

    Examples
    --------
    >>> from geoeval.understanding.text import tokenise
    >>> text = "2 hours within 500 m at 9 am, at least 4.7 stars"
    >>> [(m.kind, m.amount) for m in figures(text, tokenise(text))]
    [('duration', 120.0), ('length', 500.0), ('clock', 540.0), ('number', 4.7)]
    """
    mentions = [
        *_aligned(find_durations(_without_full(text)), words, "duration", 60),
        *_aligned(find_distances(text), words, "length", 1),
        *_aligned(find_clocks(text), words, "clock", 1),
    ]
    mentions = [_in_half_of_day(m, words) if m.kind == "clock" else m for m in mentions]
    mentions = [_and_minutes(m, words) for m in mentions]
    taken = {index for mention in mentions for index in mention.span}
    for index, word in enumerate(words):
        value = None if index in taken else _number(word.key)
        if value is not None:
            mentions.append(_number_or_clock(index, value, words))
    mentions = [_past_or_to(_and_a_quarter(m, words), words) for m in mentions]
    mentions = _offset_clocks(sorted(mentions, key=lambda mention: mention.start), words)
    return [*mentions, *_guessed(mentions, words)]


def _guessed(clocks: Sequence[Mention], words: Sequence[Token]) -> Iterator[Mention]:
    """Yield the clock times of which the half of the day, or the day, is a guess.

    "Half past six" is in the afternoon as a rule, and midnight may begin a day or end it.
    """
    for clock in clocks:
        said = {word.key for word in words[clock.start : clock.end]}
        spoken = said & {"past", "to"} and said & _MINUTES.keys()
        halved = said & (_HALVES_OF_DAY.keys() | _MERIDIEMS | {"noon", "midday"})
        behind = {word.key for word in words[clock.end : clock.end + 3]}
        late = clock.amount < _NIGHT_ENDS and behind & {"night", "late"}
        guess = "midnight" in said or (spoken and not halved) or late
        if clock.kind == "clock" and guess:
            yield clock._replace(kind="guessed", value="guessed")


_BEFORE_OR_AFTER = {("before",): -1, ("prior", "to"): -1, ("ahead", "of"): -1, ("after",): 1,
                    ("past",): 1}  # fmt: skip
_UNTIL = frozenset({"until", "till"})


def leads_a_visit(words: Sequence[Token], duration: Mention) -> bool:
    """Whether a duration is of a visit ("for an hour before noon"), not an offset."""
    lead = [word.key for word in words[max(0, duration.start - 2) : duration.start]]
    return not word_list("times.of_a_visit").isdisjoint(lead) and _UNTIL.isdisjoint(lead[-1:])


def _offset_clocks(mentions: list[Mention], words: Sequence[Token]) -> list[Mention]:
    """Return the mentions with "an hour before noon" as one clock time, 11 AM.

    The length of a visit stays as it is: the visit must be over by then.
    """
    found: list[Mention] = []
    for mention in mentions:
        last = found[-1] if found else None
        if mention.kind == "clock" and last is not None and last.kind == "duration":
            between = [word.key for word in words[last.end : mention.start]]
            if between and between[-1] in word_list("times.determiners"):
                between.pop()  # "ten minutes before my 9 AM slot"
            sign = _BEFORE_OR_AFTER.get(tuple(between))
            if sign is not None and not leads_a_visit(words, last):
                minute = (mention.amount + sign * last.amount) % (2 * _HALF_DAY)
                found[-1] = mention._replace(start=last.start, amount=minute)
                continue
        found.append(mention)
    return found
