"""Records of example wordings: slots filled from an invented town, options from the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random

from benchmarks.reader.towns import COMMON, Draw, draw_town, kind_names
from benchmarks.reader.wordings import SERVICES, SLOT, Example, fill
from geoeval import Question, World, format_clock, format_distance
from geoeval.calculators.clock import clock_text
from geoeval.datasets.records import UNANSWERABLE
from geoeval.errors import GeoEvalError
from geoeval.generation.draft import Unsuitable, format_value, number_options
from geoeval.query.solve import parse_query, solve
from geoeval.query.values import (
    Bearing,
    Clock,
    Compound,
    Derivation,
    Names,
    Quantity,
    Text,
    Value,
    YesNo,
)
from geoeval.text import pluralise
from geoeval.understanding.learned.parts import JsonValue
from geoeval.verification.answer import answer_query
from geoeval.world.model import Place

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_POINTS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_MODES = {
    "driving": ("by car", "driving", "by taxi", "in the car"),
    "walking": ("on foot", "walking"),
    "bicycling": ("by bike", "by bicycle", "cycling"),
    "transit": ("by public transport", "by bus", "by train"),
}
_ORDINALS = {2: "second", 3: "third", 4: "fourth"}
_STAYS = (15, 20, 30, 45, 60, 75, 90, 120, 150)
_OFFERED = 4
_WITH_COMMAS = 0.5  # share of options with several names that have commas alone
_WITH_TOWN, _SMALL = 0.08, 0.06  # shares of names with their town, and of those in lower case
_TOWNS = ("Larnholt", "Port Ennis", "Vellmar", "Quistown", "San Morino", "Ostavi", "Brackwater")
_SHORTENED = 0.4  # share of names that are "the tower" where they come again
_AT_ONCE = 0.15  # share of texts that shorten names at their first mention
_WITHOUT_MODE = 0.12  # share of texts that name no mode of travel, in towns that have one alone
_SLACK = 20  # minutes that a wrong timetable is off
_LACKING = 0.15  # share of records asked again of a world that lacks what answers them
_COUNTED = ("None", "Only one", "Two", "Three", "Four", "Five")
_FEW = len(_COUNTED) - 1
_IN_WORDS = 0.4  # share of small counts whose options are words
_TIE = 0.25  # share of choices between modes of travel that offer a tie
_TRIES = 6  # towns drawn for each record, since many questions have no answer in a town


@dataclass(frozen=True)
class Record:
    """A question about a world with its query and the number of the right option."""

    author: str
    form: str
    text: str
    options: tuple[str, ...]
    world: World
    query: JsonValue
    answer: int


@dataclass
class Slots:
    """The values of slots, as queries write them, and their words in texts."""

    values: dict[str, JsonValue] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def fill(self, name: str, value: JsonValue, words: str) -> None:
        """Fill a slot."""
        self.values[name], self.words[name] = value, words

    def filled(self, node: JsonValue) -> JsonValue:
        """Return a query whose slots are filled."""
        return fill(node, self.values)


def make_records(examples: Iterable[Example], seed: int) -> Iterator[Record]:
    """Yield a record of each wording, asked of a town of its own, where one answers it."""
    for number, example in enumerate(examples):
        for attempt in range(_TRIES):
            draw = Draw(f"{seed}/{example.author}/{number}/{attempt}")
            try:
                record = _record(example, draw)
            except (GeoEvalError, Unsuitable):
                continue
            if record is not None:
                yield record
                lacking = _lacking(record, draw) if draw.random() < _LACKING else None
                if lacking is not None:
                    yield lacking
                break


def _lacking(record: Record, draw: Random) -> Record | None:
    """Return a record in a world that lacks what its answer rests on, if it has none there."""
    world = record.world
    if world.routes:
        return None
    poorer = []
    for nearby in world.lists:
        other = draw.choice(_TOWNS)
        rest = tuple(place for place in world.places if place.name != nearby.anchor)
        lists = tuple(replace(each, anchor=other) for each in world.lists)
        poorer.append(World(places=rest, lists=lists, legs=world.legs, routes=world.routes))
        lists = tuple(
            replace(each, places=tuple(replace(p, rating=None) for p in each.places))
            for each in world.lists
        )
        poorer.append(World(places=world.places, lists=lists, legs=world.legs))
    modes = {leg.mode for leg in world.legs}
    for mode in sorted(modes, key=str):
        legs = tuple(leg for leg in world.legs if leg.mode is not mode)
        poorer.append(World(places=world.places, legs=legs))
    for place in world.places if world.legs or not world.lists else ():
        legs = tuple(leg for leg in world.legs if place.name not in (leg.origin, leg.destination))
        rest = tuple(each for each in world.places if each is not place)
        poorer.append(World(places=rest, lists=world.lists, legs=legs))
    draw.shuffle(poorer)
    question = Question(id=1, text=record.text, options=record.options)
    for each in poorer:
        if answer_query(parse_query(record.query), question, each).answer == UNANSWERABLE:
            return replace(record, world=each, answer=UNANSWERABLE)
    return None


def _record(example: Example, draw: Random) -> Record | None:
    dumped = json.dumps(example.query)
    names = {*re.findall(r"\$(\w+)", dumped), *SLOT.findall(example.words), *example.pinned}
    letters = {name for name in names if len(name) == 1 and name not in "kx"}
    letters |= {name[5:] for name in names if name.startswith("stay_")}
    kind = draw.choice(kind_names()) if {"kind", "kinds"} & names else None
    mode = example.pinned.get("mode") or draw.choice(tuple(_MODES))
    mode2 = example.pinned.get("mode2") or draw.choice([m for m in _MODES if m != mode])
    legs = any(word in dumped for word in ('"travel"', '"trip"', '"stops"'))
    anchored = kind is not None and ('"anchor"' in dumped or "best" in dumped)
    may_lack_mode = " {mode}" in example.words and "$mode2" not in dumped
    is_only = may_lack_mode and draw.random() < _WITHOUT_MODE
    if is_only:
        mode2 = mode
    town = draw_town(
        draw,
        sorted(letters),
        kind,
        (mode, mode2),
        listed=anchored and not legs and "detour" not in dumped,
        legs=legs,
        routes='"routes"' in dumped,
        all_modes=not is_only,
    )
    slots = _draw_slots(draw, sorted(letters))
    for letter, place in town.places.items():
        slots.fill(letter, place.name, _written_name(place.name, draw))
    left_out = town.others[draw.choice((0, 0, 1))]
    slots.fill("x", left_out.name, left_out.name)
    slots.fill("mode", mode, draw.choice(_MODES[mode]))
    slots.fill("mode2", mode2, draw.choice(_MODES[mode2]))
    slots.fill("street", town.street, town.street)
    if kind is not None:
        slots.fill("kind", kind, kind)
        slots.words["kinds"] = pluralise(kind)
    _fill_roads(slots, example.form, town.world, draw)
    slots.values["side_turn"] = f"{example.pinned.get('side', 'left')}_turn"
    slots.values |= {"price": draw.randint(1, 4), **example.pinned}
    if "feature" in example.pinned:
        feature = str(example.pinned["feature"])
        slots.values["feature"] = SERVICES.get(feature, feature.title())
    if example.form.startswith("unanswerable"):
        slots.values["fact"] = "other"
    words = example.words
    if is_only:
        words = words.replace(" {mode}", "", 1)
    names = [place.name for place in town.world.places]
    short = {
        letter: _short_name(place.name, names)
        for letter, place in town.places.items()
        if draw.random() < _SHORTENED
    }
    text = _fill_words(words, slots, short, first=draw.random() < _AT_ONCE)
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", text)
    return _with_options(example, text, slots, town.world, town.others, draw)


def _short_name(name: str, names: list[str]) -> str | None:
    """Return "the tower" for a name that alone has that word at its end."""
    word = name.rsplit(maxsplit=1)[-1]
    is_alone = sum(word in other.split() for other in names) == 1
    return f"the {word.lower()}" if is_alone and word in COMMON else None


def _fill_words(words: str, slots: Slots, short: dict[str, str | None], *, first: bool) -> str:
    """Return a text with its slots filled; names shortened, at once or where they come again."""
    used: set[str] = set()

    def written_for(match: re.Match[str]) -> str:
        name = match[1]
        is_again = name in used
        used.add(name)
        if short.get(name) and (is_again or first):
            return str(short[name])
        return slots.words[name]

    return SLOT.sub(written_for, words)


def _written_name(name: str, draw: Random) -> str:
    """Return a name as texts have it: mostly as it is, else with its town or in lower case."""
    how = draw.random()
    if how < _WITH_TOWN:
        town = draw.choice(_TOWNS)
        return draw.choice((f"{name}, {town}", f"{name} in {town}"))
    if how < _WITH_TOWN + _SMALL:
        return name.lower()
    return name


def _draw_slots(draw: Random, letters: list[str]) -> Slots:
    slots = Slots()
    is_short = draw.random() < 0.3

    def clock(minute: int) -> str:
        return f"{minute // 60:02d}:{minute % 60:02d}"

    for name, minutes in (("time", range(540, 840, 15)), ("time2", range(900, 1260, 15))):
        minute = draw.choice(minutes)
        slots.fill(name, clock(minute), clock(minute) if is_short else format_clock(minute))
    day = draw.choice(_DAYS)
    slots.fill("day", day.lower(), day)
    stars = draw.choice((3.5, 4, 4.0, 4.2, 4.5))
    slots.fill("stars", stars, f"{stars:g}")
    radius = draw.choice((300, 400, 500, 750, 800, 1000, 1500, 2000))
    slots.fill("radius", radius, draw.choice((format_distance(radius), f"{radius} m")))
    budget = draw.choice((120, 150, 180, 240, 300, 360))
    slots.fill("budget", budget, _duration(budget, draw))
    direction = draw.choice(_POINTS[::2] if draw.random() < 0.7 else _POINTS)
    slots.fill("direction", direction, direction)
    rank = draw.choice((2, 3))
    slots.fill("k", rank, _ORDINALS[rank])
    feature = draw.choice(tuple(SERVICES))
    slots.fill("feature", SERVICES[feature], feature)
    reviews = draw.choice((50, 100, 200, 500, 1000))
    slots.fill("reviews", reviews, str(reviews))
    for letter in letters:
        stay = draw.choice(_STAYS)
        slots.fill(f"stay_{letter}", stay, _duration(stay, draw))
    return slots


def _fill_roads(slots: Slots, form: str, world: World, draw: Random) -> None:
    if not world.routes:
        return
    roads = [road for step in world.routes[0].steps[1:] for road in step.roads]
    first, second = world.routes[0].name, world.routes[1].name
    road = first if "via" in form or form == "routes_difference" else draw.choice(roads)
    slots.fill("road", road, road)
    slots.fill("road2", second, second)


def _duration(minutes: int, draw: Random) -> str:
    hours, rest = divmod(minutes, 60)
    if not hours:
        return draw.choice((f"{rest} minutes", f"{rest} min"))
    whole = f"{hours} hour{'s' * (hours > 1)}"
    if not rest:
        return draw.choice((whole, f"{hours} h", f"{minutes} minutes"))
    if rest == 30 and draw.random() < 0.4:
        return f"{hours}.5 hours"
    return draw.choice((f"{whole} {rest} minutes", f"{minutes} minutes", f"{hours} h {rest} min"))


def _with_options(
    example: Example,
    text: str,
    slots: Slots,
    world: World,
    others: list[Place],
    draw: Random,
) -> Record | None:
    query, names = example.query, [each.name for each in others]
    options = _offers(query, slots, world, names, draw)
    filled = slots.filled(query)
    if query["ask"] == "unanswerable":
        is_yes_or_no = "service" in example.form
        options = ["Yes", "No"] if is_yes_or_no else _unknown_facts(text, names, draw)
        return Record(example.author, example.form, text, tuple(options), world, filled, -1)
    parsed = parse_query(filled)
    outcome = solve(parsed, world)
    if not isinstance(outcome, Derivation):
        return None
    options = options or _options(outcome.value, names, slots, world, draw)
    if "points" in slots.values:
        options = ["North", "South"] if slots.values["points"] == "ns" else ["East", "West"]
    draw.shuffle(options)
    question = Question(id=1, text=text, options=tuple(options))
    answer = answer_query(parsed, question, world).answer
    if not options or answer is None or answer < 0:
        return None
    return Record(example.author, example.form, text, tuple(options), world, filled, answer)


def _unknown_facts(text: str, names: list[str], draw: Random) -> list[str]:
    """Return options of the kind that a text asks for, none of them known to be right."""
    kinds = (
        (r"\bhow many\b", [str(n) for n in range(2, 40)]),
        (r"\bhow much\b|\bcosts?\b|\bprices?\b|\bpay\b", [f"${n}" for n in range(3, 40)]),
        (r"\byear\b|\bbuil[td]\b|\bfounded\b", [str(n) for n in range(1650, 2015)]),
        (r"\b(?:when|time|hour)\b", [format_clock(n) for n in range(420, 1320, 15)]),
        (r"(?:^|[.,!?:;] )(?:is|are|does|do|has|have|can|will|would)\b", ["Yes", "No"]),
    )
    offered = next((each for words, each in kinds if re.search(words, text.lower())), names)
    return draw.sample(offered, min(_OFFERED, len(offered)))


def _offers(
    query: JsonValue, slots: Slots, world: World, names: list[str], draw: Random
) -> list[str]:
    """Return the options that a query names, and fill the slot that holds them."""
    dumped = json.dumps(query)
    options: list[str] = []
    if '"$orders"' in dumped:
        stops = [slots.filled(stop["place"]) for stop in query["among"]["trip"]["stops"]]
        arrow = draw.choice((" -> ", " → ", ", "))
        orders = {arrow.join(o): o for o in (draw.sample(stops, len(stops)) for _ in range(12))}
        options = list(orders)[:_OFFERED]
        slots.values["orders"] = [{"text": o, "places": orders[o]} for o in options]
    elif '"$pairs"' in dumped:
        joiner = draw.choice((" and ", " - ", " & "))
        pairs = {joiner.join(p): p for p in (draw.sample(names, 2) for _ in range(12))}
        options = list(pairs)[:_OFFERED]
        slots.values["pairs"] = [
            {"text": o, "first": pairs[o][0], "second": pairs[o][1]} for o in options
        ]
    elif '"$schedules"' in dumped:
        options, slots.values["schedules"] = _timetables(
            slots.filled({"of": {**query["of"], "schedules": []}})["of"], world, draw
        )
    elif '"$modes"' in dumped:
        options = ["Car", "Walking", "Bicycle", "Public transport"]
        slots.values["modes"] = [
            {"text": o, "mode": m} for o, m in zip(options, _MODES, strict=True)
        ]
        if draw.random() < _TIE:
            options.append(draw.choice(("Both the same", "No difference", "They are equal")))
    elif '"$named"' in dumped:
        options = [str(slots.values["b"]), str(slots.values["c"])]
        slots.values["named"] = options
    elif '"$options"' in dumped:
        options = draw.sample(names, min(_OFFERED, len(names)))
    slots.values["options"] = options
    return options


def _options(value: Value, names: list[str], slots: Slots, world: World, draw: Random) -> list[str]:
    """Return options of which one states a value."""
    match value:
        case YesNo():
            return ["Yes", "No"]
        case Quantity(unit="count") if value.amount <= _FEW and draw.random() < _IN_WORDS:
            return [_COUNTED[int(value.amount)], *_other_counts(int(value.amount), draw)]
        case Quantity() | Clock():
            return [format_value(value), *(wrong.text for wrong in number_options(draw, value, []))]
        case Compound(parts=parts):
            return _compounds(parts, draw)
        case Bearing():
            points = _POINTS[::2] if draw.random() < 0.6 else _POINTS
            return [point.title() for point in points]
        case Names():
            return _options_of_names(value, names, slots, world, draw)
        case Text(text=text):
            return [text, *_others_like(text, world, draw)]
        case _:
            return []


def _other_counts(right: int, draw: Random) -> list[str]:
    others = [words for number, words in enumerate(_COUNTED) if number != right]
    return draw.sample(others, _OFFERED - 1)


def _compounds(parts: tuple[Quantity | Bearing | Clock | Text, ...], draw: Random) -> list[str]:
    """Return options of which one states two values."""
    columns = []
    for part in parts:
        if isinstance(part, Bearing):
            right = _POINTS[round(part.degrees / 45) % 8].title()
            column = [right, *draw.sample([p.title() for p in _POINTS if p.title() != right], 3)]
        elif isinstance(part, Quantity | Clock):
            column = [format_value(part), *(wrong.text for wrong in number_options(draw, part, []))]
        else:
            raise Unsuitable("two texts at once")
        columns.append(column)
    joiner = draw.choice((", ", " and ", " - "))
    return [joiner.join(row) for row in zip(*columns, strict=False)]


def _options_of_names(
    value: Names, names: list[str], slots: Slots, world: World, draw: Random
) -> list[str]:
    if value.names and value.names[0].title() in _DAYS:
        size = max(1, len(value.names))
        days = [", ".join(draw.sample(_DAYS, size)) for _ in range(_OFFERED - 1)]
        return list(dict.fromkeys([", ".join(value.names), *days]))
    if value.reading == "all":
        right = list(value.names)
        wrong = [draw.sample(names, max(1, len(right))) for _ in range(6)]
        wrong += [right[:-1], [*right, draw.choice(names)]]
        lists = {tuple(sorted(dict.fromkeys(row))): row for row in [right, *wrong] if row}
        style = draw.random()
        return [
            _list_of(list(dict.fromkeys(row)), style) for row in list(lists.values())[:_OFFERED]
        ]
    routes = [route.name for route in world.routes]
    if value.names and value.names[0] in routes:
        via = draw.choice(("Via ", "", "via "))
        return [via + route for route in routes]
    first = format_value(value)
    if " exit " in first:
        exits = [re.sub(r"\d\w\w(?= exit)", each, first) for each in ("1st", "2nd", "3rd", "4th")]
        return [first, *draw.sample([each for each in exits if each != first], _OFFERED - 1)]
    mentioned = [slots.values[letter] for letter in "abcd" if letter in slots.values]
    rest = [name for name in (names if first in names else mentioned) if name != first]
    return [first, *draw.sample(rest, min(_OFFERED - 1, len(rest)))]


def _list_of(names: list[str], style: float) -> str:
    """Return names as options list them: with commas alone, or with "and" and "only"."""
    if style < _WITH_COMMAS:
        return ", ".join(names)
    *first, last = names
    return (
        f"{', '.join(first)} and {last}" if first else f"{'Only' if style < 0.8 else 'only'} {last}"
    )


def _others_like(text: str, world: World, draw: Random) -> list[str]:
    """Return other addresses, phone numbers or instructions, whichever a text is one of."""
    places = (*world.places, *(place for nearby in world.lists for place in nearby.places))
    steps = {step.instruction for route in world.routes for step in route.steps}
    for texts in ({p.address for p in places}, {p.phone for p in places}, steps):
        if text in texts:
            wrong = sorted(each for each in texts if each and each != text)
            return draw.sample(wrong, min(_OFFERED - 1, len(wrong)))
    return []


def _timetables(of: JsonValue, world: World, draw: Random) -> tuple[list[str], list[JsonValue]]:
    """Return timetables as options: one is right, others leave out legs or cut a stay."""
    trip = of["trip"]
    legs = {
        (leg.origin, leg.destination): int((leg.duration_s or 0) // 60)
        for leg in world.legs
        if leg.mode is not None and leg.mode.value == trip["mode"]
    }
    stops = list(trip["stops"])
    if not of.get("in_order"):
        draw.shuffle(stops)
    hour, minute = (trip.get("depart") or draw.choice(("09:00", "10:00", "10:30"))).split(":")
    start = 60 * int(hour) + int(minute)
    tables = [_timetable(trip, stops, start, legs, short) for short in (None, "leg", 0, 1, 2)]
    options, schedules = [], []
    for visits in draw.sample(tables[1:], _OFFERED - 1) + tables[:1]:
        pieces = []
        for number, (place, begins, ends) in enumerate(visits):
            if ends is None:
                verb = "Return to" if number else "Leave"
                pieces.append(f"{verb} {place} at {format_clock(begins)}")
            else:
                pieces.append(f"Visit {place} ({format_clock(begins)} - {format_clock(ends)})")
        options.append(" -> ".join(pieces))
        rows = [
            {"place": place, "start": clock_text(begins)}
            | ({} if ends is None else {"end": clock_text(ends)})
            for place, begins, ends in visits
        ]
        schedules.append({"text": options[-1], "visits": rows})
    return options, schedules


def _timetable(
    trip: JsonValue,
    stops: list[JsonValue],
    start: int,
    legs: dict[tuple[str, str], int],
    short: str | int | None,
) -> list[tuple[str, int, int | None]]:
    """Return when places are visited; ``short`` is the stay that is cut, or "leg" for all legs."""
    now, at = start, trip.get("origin")
    visits: list[tuple[str, int, int | None]] = [] if at is None else [(at, now, None)]
    for number, stop in enumerate(stops):
        if at is not None and short != "leg":
            now += legs[at, stop["place"]]
        stay = stop["visit_min"]
        if short == number:
            stay -= min(_SLACK, stay // 2)
        visits.append((stop["place"], now, now + stay))
        now, at = now + stay, stop["place"]
    if trip.get("end") is not None and at is not None:
        now += 0 if short == "leg" else legs[at, trip["end"]]
        visits.append((trip["end"], now, None))
    return visits
