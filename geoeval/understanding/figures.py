"""Figures in a question: durations, clock times, lengths, numbers, and how they are scaled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from geoeval.calculators.units import find_clocks, find_distances, find_durations
from geoeval.query.algebra import Distance, RouteFigure, Sum, Travel, Value
from geoeval.understanding import scene
from geoeval.understanding.reading import Draft, Mention, Reading, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.text import Token

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


def _align_figures(
    found: Iterable[tuple[int, int, float]], words: Sequence[Token], kind: str, scale: float
) -> list[Mention]:
    """Return figures at character offsets as mentions at word indices."""
    mentions = []
    for start, end, value in found:
        inside = [i for i, word in enumerate(words) if word.start < end and word.end > start]
        if inside:
            if kind == "duration" and inside[0] and words[inside[0] - 1].key in _STRESS_WORDS:
                inside.insert(0, inside[0] - 1)
            mentions.append(Mention(kind, kind, inside[0], inside[-1] + 1, value / scale))
    return mentions


def _parse_number(text: str) -> float | None:
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


def _clock_or_number(index: int, value: float, words: Sequence[Token]) -> Mention:
    """Return a number, or a clock time if "in the morning" or the like follows it."""
    number = Mention("number", "number", index, index + 1, value)
    if value > 12 or value != int(value):
        return number
    clock = Mention("clock", "clock", index, index + 1, value * 60)
    timed = _apply_half_behind(clock, words)
    if index + 1 < len(words) and words[index + 1].key == "o'clock":
        timed = _apply_half_behind(Mention("clock", "clock", index, index + 2, value * 60), words)
    before = [w for w in words[max(0, index - 2) : index] if w.sentence == words[index].sentence]
    has_half = any(word.key in _HALVES_OF_DAY for word in before)
    past = index > 1 and words[index - 1].key in {"past", "to"} and words[index - 2].key in _MINUTES
    return timed if timed.end > clock.end or has_half or past else number


_MINUTES = {"half": 30, "quarter": 15, "ten": 10, "twenty": 20, "five": 5}


def _add_spoken_minutes(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the minutes before it ("half past nine", "ten to six")."""
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


def _shift_to_afternoon(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return "three o'clock" as an afternoon time, unless the question gives the half of the day.

    "Dinner at half past eight" is in the evening.
    """
    keys = {word.key for word in words[clock.start : clock.end]}
    if keys & (_HALVES_OF_DAY.keys() | _MERIDIEMS):
        return clock
    before = {word.key for word in words[max(0, clock.start - 2) : clock.start]}
    if keys & {"past", "to"} and before & {"dinner", "supper"} and clock.amount < _HALF_DAY:
        return clock._replace(amount=clock.amount + _HALF_DAY)
    if "o'clock" not in keys:
        return clock
    if clock.amount >= _MORNING or _is_early(words):
        return clock
    return clock._replace(amount=clock.amount + _HALF_DAY)


_HOUR = 60
_NIGHT_ENDS = 5 * 60
_MORNING = 7 * 60  # spoken times before 7 are in the afternoon, unless night is mentioned


def _is_early(words: Sequence[Token]) -> bool:
    return any(word.key in word_list("times.early") for word in words)


_STRESS_BEFORE_UNIT = re.compile(
    r"(?<=\w )(?:full|whole|solid|entire|complete|good)(?= (?:\w+ )?(?:hours?|minutes?)\b)"
)


_STRESS_WORDS = frozenset({"full", "whole", "solid", "good"})


def _blank_stress_words(text: str) -> str:
    """Replace words that only stress a duration by spaces ("two full hours")."""
    return _STRESS_BEFORE_UNIT.sub(lambda found: " " * len(found.group()), text)


_HOURS = frozenset("h hr hrs hour hours".split())


def _add_bare_minutes(duration: Mention, words: Sequence[Token]) -> Mention:
    """Return a duration with the bare minutes after its hours ("1 h 15")."""
    end = duration.end
    if duration.kind != "duration" or words[end - 1].key not in _HOURS or end == len(words):
        return duration
    following = words[end]
    ends_phrase = (
        end + 1 == len(words)
        or bool(words[end + 1].gap)
        or words[end + 1].key in word_list("times.joining")
    )
    if following.gap or not ends_phrase or not re.fullmatch(r"[0-5]\d", following.text):
        return duration
    return Mention(
        "duration", "duration", duration.start, end + 1, duration.amount + int(following.text)
    )


def _add_quarter(duration: Mention, words: Sequence[Token]) -> Mention:
    """Return a duration with the quarter after it ("four hours and a quarter")."""
    end = duration.end
    following_keys = [word.key for word in words[end : end + 3]]
    if duration.kind != "duration" or following_keys != ["and", "a", "quarter"]:
        return duration
    return Mention("duration", "duration", duration.start, end + 3, duration.amount + 15)


def _apply_half_behind(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the half of the day after it ("six on Friday evening")."""
    end = clock.end
    if words[end - 1].key in _MERIDIEMS or clock.amount < _HOUR:  # midnight is in neither half
        return clock
    while end < len(words) and end - clock.end < 4 and words[end].key in word_list("times.to_half"):
        end += 1
    if end == len(words) or words[end].key not in _HALVES_OF_DAY or words[end].gap:
        return _apply_half_before(clock, words)
    minute = clock.amount
    small_hours = words[end].key == "night" and minute < _NIGHT_ENDS
    if minute < _HALF_DAY and not small_hours:
        minute += _HALVES_OF_DAY[words[end].key]
    elif words[end].key == "morning" and minute < _HALF_DAY + 60:
        minute -= _HALF_DAY
    return Mention("clock", "clock", clock.start, end + 1, minute)


def _apply_half_before(clock: Mention, words: Sequence[Token]) -> Mention:
    """Return a clock time with the half of the day before it ("on Friday evening at six")."""
    keys_before = [
        word.key
        for word in words[max(0, clock.start - 2) : clock.start]
        if word.sentence == words[clock.start].sentence
    ]
    halves = [_HALVES_OF_DAY[key] for key in keys_before if key in _HALVES_OF_DAY]
    if not halves or clock.amount >= _HALF_DAY:
        return clock
    return Mention("clock", "clock", clock.start, clock.end, clock.amount + halves[-1])


def find_figures(text: str, words: Sequence[Token]) -> list[Mention]:
    """Return the durations (minutes), clock times (minute of day), lengths (m) and numbers."""
    mentions = [
        *_align_figures(find_durations(_blank_stress_words(text)), words, "duration", 60),
        *_align_figures(find_distances(text), words, "length", 1),
        *_align_figures(find_clocks(text), words, "clock", 1),
    ]
    mentions = [_apply_half_behind(m, words) if m.kind == "clock" else m for m in mentions]
    mentions = [_add_bare_minutes(m, words) for m in mentions]
    taken = {index for mention in mentions for index in mention.span}
    for index, word in enumerate(words):
        value = None if index in taken else _parse_number(word.key)
        if value is not None:
            mentions.append(_clock_or_number(index, value, words))
    mentions = [_add_spoken_minutes(_add_quarter(m, words), words) for m in mentions]
    mentions = [_shift_to_afternoon(m, words) for m in mentions]
    mentions = _join_offset_clocks(sorted(mentions, key=lambda mention: mention.start), words)
    return [*mentions, *_guessed_clocks(mentions, words)]


def _guessed_clocks(clocks: Sequence[Mention], words: Sequence[Token]) -> Iterator[Mention]:
    """Yield the clock times whose half of the day, or whose day, is a guess.

    "Half past six" is usually in the afternoon, and midnight may begin a day or end it.
    """
    for clock in clocks:
        own_keys = {word.key for word in words[clock.start : clock.end]}
        spoken = "o'clock" in own_keys or (own_keys & {"past", "to"} and own_keys & _MINUTES.keys())
        has_half = own_keys & (_HALVES_OF_DAY.keys() | _MERIDIEMS | {"noon", "midday"})
        following_keys = {word.key for word in words[clock.end : clock.end + 3]}
        is_late = clock.amount < _NIGHT_ENDS and following_keys & {"night", "late"}
        guess = "midnight" in own_keys or (spoken and not has_half) or is_late
        if clock.kind == "clock" and guess:
            yield clock._replace(kind="guessed", value="guessed")


_OFFSET_SIGNS = {("before",): -1, ("prior", "to"): -1, ("ahead", "of"): -1, ("after",): 1,
                    ("past",): 1}  # fmt: skip
_UNTIL = frozenset({"until", "till"})


def leads_a_visit(words: Sequence[Token], duration: Mention) -> bool:
    """Whether a duration is that of a visit ("for an hour before noon"), not an offset."""
    before = [word.key for word in words[max(0, duration.start - 2) : duration.start]]
    return not word_list("times.of_a_visit").isdisjoint(before) and _UNTIL.isdisjoint(before[-1:])


def _join_offset_clocks(mentions: list[Mention], words: Sequence[Token]) -> list[Mention]:
    """Return the mentions with "an hour before noon" merged into one clock time, 11 AM.

    The length of a visit stays as it is: the visit must be over by then.
    """
    found: list[Mention] = []
    for mention in mentions:
        last = found[-1] if found else None
        if mention.kind == "clock" and last is not None and last.kind == "duration":
            between = [word.key for word in words[last.end : mention.start]]
            if between and between[-1] in word_list("times.determiners"):
                between.pop()  # "ten minutes before my 9 AM slot"
            sign = _OFFSET_SIGNS.get(tuple(between))
            if sign is not None and not leads_a_visit(words, last):
                minute = (mention.amount + sign * last.amount) % (2 * _HALF_DAY)
                found[-1] = mention._replace(start=last.start, amount=minute)
                continue
        found.append(mention)
    return found


_SCALING_KINDS = ("scale", "there_and_back", "same_pace", "frequency", "period", "added", "adding")
_PAUSE_REACH = 2
_PLACE_REACH = 3


@dataclass(slots=True)
class _Scale:
    """The factor and the offset of a figure, and the words that give them."""

    figure: Distance | Travel | RouteFigure
    times: Fraction = Fraction(1)
    plus: float = 0.0
    used: set[int] = field(default_factory=set)

    def take(self, *mentions: Mention) -> None:
        """Account for the words of some mentions."""
        self.used |= covered_words(mentions)


def scale_figure(reading: Reading, draft: Draft) -> Iterator[Draft]:
    """Yield the draft with its figure scaled as the question says, if it does."""
    match draft.query:
        case Value(figure=Distance() | Travel() | RouteFigure() as figure, also=None):
            scale = _Scale(figure)
        case _:
            return
    applies = any(reading.of(kind) for kind in _SCALING_KINDS) or _find_pauses(reading)
    if not applies or figure.unit not in {"length", "time"}:
        return
    if len({m.value for m in scene.named_modes(reading)}) > 1 or _asks_for_one_leg(reading):
        return
    steps = (_double_return, _scale_part, _multiply_by_occasions, _add_delay)
    if not all(step(reading, scale) for step in steps) or not scale.used:
        return
    query = draft.query
    if scale.times != 1 or scale.plus:
        total = Sum(of=(scale.figure,), times=float(scale.times), plus=scale.plus)
        query = Value(figure=total)
    words = frozenset(scale.used)
    yield replace(draft, query=query, used=draft.used | words, carried=words)


def _asks_for_one_leg(reading: Reading) -> bool:
    """Whether the question asks for the rest of a way, or for one way while another is mentioned.

    "How far is it still after half the way", "I fly there and back. How far is it from A to B?"
    """
    words = {word.key for word in reading.words}
    in_story = [
        m for kind in ("there_and_back", "scale", "frequency") for m in reading.in_story(kind)
    ]
    names_both_ends = len({m.value for m in scene.named_places(reading, asked=True)}) > 1
    differs = names_both_ends and any(not m.value.startswith("speed") for m in in_story)
    return differs or bool(reading.of("scale") and words & word_list("ways.rest"))


def _double_return(reading: Reading, scale: _Scale) -> bool:
    back = reading.of("there_and_back")
    match scale.figure:
        case Distance() if back:
            scale.times *= 2
            scale.take(*back, *reading.of("return"), *reading.of("turning_round"))
        case Travel(legs=(there, *rest)) if reading.of("same_pace"):
            if len(rest) > 1 or any(leg.destination != there.origin for leg in rest):
                return False
            scale.figure = scale.figure.model_copy(update={"legs": (there,)})
            scale.times *= 2
            scale.take(*back, *reading.of("same_pace"), *reading.of("return"))
        case RouteFigure():
            return not back
        case Travel(legs=legs) if back:
            return legs[0].origin == legs[-1].destination
    return True


def _scale_part(reading: Reading, scale: _Scale) -> bool:
    """Apply a part or a multiple of one way, or a speed that changes its time."""
    scales = reading.of("scale")
    if not scales:
        return not reading.of("turning_round")
    kind, _, amount = scales[0].value.partition(":")
    several_legs = isinstance(scale.figure, Travel) and len(scale.figure.legs) > 1
    of_time = scale.figure.unit == "time"
    if len(scales) > 1 or several_legs or (kind == "speed" and not of_time):
        return False
    before = {word.sentence for word in reading.words[: scales[0].start]}
    if kind == "share" and reading.words[scales[0].start].sentence not in before:
        return False  # "Half of the way is steep."
    turning_round = reading.of("turning_round")
    if turning_round:
        # Half the way and back to the start: both are known only for a straight line.
        if not isinstance(scale.figure, Distance) or kind != "share":
            return False
        back = reading.of("return")
        scale.times *= 2 if back and not reading.of("there_and_back") else 1
        scale.take(*turning_round, *back)
    share = Fraction(amount)
    scale.times *= 1 / share if kind == "speed" else share
    scale.take(*scales)
    return True


def _multiply_by_occasions(reading: Reading, scale: _Scale) -> bool:
    """Multiply a way by the days of a week, or the number of times, that it is travelled."""
    frequencies, weeks = reading.of("frequency"), reading.of("period")
    times = _find_occasions(reading)
    if not frequencies and not weeks:
        for occasion in times:
            scale.times *= int(occasion.amount)
            scale.take(occasion)
        return len(times) < 2
    if len(frequencies) + len(times) != 1 or not weeks:
        return False
    if frequencies:
        number = int(frequencies[0].value)
        excepted = _excepted_days(reading, frequencies[0])
        number -= len({m.value for m in excepted if m.kind == "day"})
        if not number or not {m.value for m in reading.of("day")} <= {m.value for m in excepted}:
            return False
        scale.take(frequencies[0], *excepted)
    else:
        number = int(times[0].amount)
    scale.times *= number
    scale.take(*times, *weeks)
    return True


def _excepted_days(reading: Reading, frequency: Mention) -> list[Mention]:
    """Return the days after "every day except", with that last word."""
    words = reading.words
    end = frequency.end
    if reading.text(end, end + 1) not in word_list("ways.except"):
        return []
    found = [Mention("except", "except", end, end + 1)]
    days = {m.start: m for m in reading.of("day")}
    for index in range(end + 1, len(words)):
        if words[index].sentence != words[end].sentence:
            break
        if index in days:
            found.append(days[index])
        elif words[index].key not in {"on", "and", "for"}:
            break
    return found


def _find_occasions(reading: Reading) -> list[Mention]:
    ends = {m.end for m in (*reading.of("there_and_back"), *reading.of("return"))}
    weeks = {m.start for m in reading.of("period")}
    found = [
        Mention("times", "times", i, i + 1, 2)
        for i, word in enumerate(reading.words)
        if word.key == "twice"
    ]
    for number in reading.of("number"):
        unit = reading.text(number.end, number.end + 1)
        if unit == "times" or (unit == "days" and number.end + 1 in weeks):
            found.append(number._replace(end=number.end + 1))
    counted = [m for m in found if m.start in ends or m.end in weeks]
    return [m for m in counted if m.amount == int(m.amount)]


def _add_delay(reading: Reading, scale: _Scale) -> bool:
    kind = "duration" if scale.figure.unit == "time" else "length"
    amounts = [m for m in (*reading.of("duration"), *reading.of("length")) if m.amount]
    additions = [*reading.of("added"), *reading.of("adding"), *_find_pauses(reading)]
    if not additions:
        return True
    if len(amounts) != 1 or amounts[0].kind != kind or len(additions) > 1:
        return False
    amount, word = amounts[0], additions[0]
    if word.kind != "pause" and not is_added(reading, amount):
        return False
    asked = {i for i, each in enumerate(reading.words) if each.sentence in reading.asking}
    if any(reading.words[i].key in word_list("ways.usually") for i in asked - {*word.span}):
        return False  # "It was delayed. How long is it normally?"
    scale.plus = amount.amount * (60 if kind == "duration" else 1)
    scale.plus *= -1 if word.value == "less" else 1
    scale.take(amount, word)
    return True


def is_added(reading: Reading, amount: Mention) -> bool:
    """Whether an amount is a difference from the usual."""
    follows = any(0 <= m.start - amount.end <= 1 for m in reading.of("added"))
    return follows or any(0 <= amount.start - m.end <= 1 for m in reading.of("adding"))


def _find_pauses(reading: Reading) -> list[Mention]:
    found = []
    for duration in reading.of("duration"):
        near = range(duration.end, min(duration.end + _PAUSE_REACH, len(reading.words)))
        if duration.start > 1 and reading.text(duration.start - 1, duration.start) in {"of", "for"}:
            near = range(duration.start - 2, duration.start - 1)
        pause_words = [i for i in near if reading.words[i].key in word_list("ways.pause")]
        if not pause_words or any(
            0 <= m.start - pause_words[0] <= _PLACE_REACH for m in scene.named_places(reading)
        ):
            continue
        start = min(pause_words[0], duration.start)
        keys_before = set(reading.text(max(0, start - _PAUSE_REACH), start).split())
        if keys_before & word_list("ways.adding"):
            found.append(
                Mention("pause", "more", min(pause_words[0], duration.end), pause_words[0] + 1)
            )
    return found
