"""Answers of generated questions, computed by code independent of the package.

Contexts are read by regular expressions, distances come from geopy, and orders are enumerated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise, permutations
from math import atan2, cos, degrees, radians, sin
from typing import Any

import networkx as nx
from geopy.distance import great_circle

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MODES = {"by car": "driving", "on foot": "walking", "by cycle": "bicycling"}
_CENTRE = {"north": (1, 0), "east": (0, 1), "south": (-1, 0), "west": (0, -1)}
Record = dict[str, Any]


class Facts:
    """The facts of a context, read by regular expressions."""

    def __init__(self, context: str) -> None:
        self.spot: dict[str, tuple[float, float]] = {}
        self.hours: dict[str, list[list[tuple[int, int]]]] = {}
        self.fact: dict[tuple[str, str], str] = {}
        self.listed: list[str] = []
        self.times = nx.MultiDiGraph()
        self.routes: list[dict[str, Any]] = []
        name, ends = "", ("", "")
        for line in context.splitlines():
            if found := re.match(r"Information of <b>(.*)</b>:", line):
                name = found[1]
            elif found := re.match(r"\d+\. <b>(.*)</b>\((.*), (.*)\)", line):
                name = found[1]
                self.listed.append(name)
                self.spot[name] = float(found[2]), float(found[3])
            elif found := re.match(r"- Location: (.*)\((.*), (.*)\)\.", line):
                self.spot[name] = float(found[2]), float(found[3])
                self.fact[name, "address"] = found[1]
            elif found := re.match(r" *- Phone Number: (.*)\.", line):
                self.fact[name, "phone"] = found[1]
            elif found := re.match(r" *- Open: (.*)\.", line):
                self.hours[name] = _week(found[1])
            elif found := re.match(
                r"Travel Time from (.*) to (.*) (by car|on foot|by cycle) is (.*) \((.* k?m)\)",
                line,
            ):
                self.times.add_edge(
                    found[1], found[2], MODES[found[3]],
                    s=_seconds(found[4]), m=_metres(found[5]),
                )  # fmt: skip
            elif found := re.match(
                r"There .* routes? from (.*) to (.*) (by car|on foot|by cycle)\.", line
            ):
                ends = found[1], found[2]
            elif found := re.match(r"\d+\. Via (.*) \| (.*) \| (.*) m$", line):
                self.routes.append(
                    {
                        "ends": ends, "name": found[1], "s": _seconds(found[2]),
                        "m": float(found[3]), "steps": [],
                    }
                )  # fmt: skip
            elif found := re.match(r" - \(.*? \| .*? m\) (.*)", line):
                text = re.sub(r"<div.*", "", found[1])
                self.routes[-1]["steps"].append(re.sub(r"</?b>", "", text))

    def leg(self, origin: str, destination: str, mode: str, unit: str = "s") -> float:
        """Return the seconds or metres of a leg."""
        return float(self.times[origin][destination][mode][unit])

    def metres(self, first: str, second: str) -> float:
        """Return the distance on a sphere."""
        return float(great_circle(self.spot[first], self.spot[second]).m)

    def bearing(self, origin: str, place: str) -> float:
        """Return the initial bearing in degrees."""
        (a, b), (c, d) = self.spot[origin], self.spot[place]
        a, b, c, d = map(radians, (a, b, c, d))
        east = sin(d - b) * cos(c)
        north = cos(a) * sin(c) - sin(a) * cos(c) * cos(d - b)
        return degrees(atan2(east, north)) % 360

    def is_open(self, name: str, day: str, clock: str) -> bool:
        """Return whether a place is open, including hours that began the day before."""
        number, minute = DAYS.index(day), _minute(clock)
        today = any(start <= minute < end for start, end in self.hours[name][number])
        late = any(start <= minute + 1440 < end for start, end in self.hours[name][number - 1])
        return today or late

    def lies(self, origin: str, place: str, direction: str) -> bool:
        """Return whether a place lies within 45 degrees of a direction."""
        wanted = {"north": 0, "east": 90, "south": 180, "west": 270}[direction]
        return abs((self.bearing(origin, place) - wanted + 180) % 360 - 180) <= 45


def answer(record: Record) -> int:
    """Return the index of the option that answers a generated question."""
    query, facts = record["query"], Facts(record["context"])
    options: list[str] = record["answer"]["options"]
    return _ANSWERS[record["proof"]["kind"]](query, facts, options)


def _seconds(text: str) -> float:
    sizes = {"day": 86400, "hour": 3600, "min": 60, "sec": 1}
    return sum(int(n) * sizes[u] for n, u in re.findall(r"(\d+) (day|hour|min|sec)s?", text))


def _metres(text: str) -> float:
    number, unit = text.replace(",", "").split()
    return float(number) * (1000 if unit == "km" else 1)


def _minute(text: str) -> int:
    found = re.fullmatch(r"(\d+):(\d+)(?:[ \u202f](AM|PM))?", text.strip())
    assert found, text
    hour = int(found[1]) % 12 + 12 * (found[3] == "PM") if found[3] else int(found[1])
    return 60 * hour + int(found[2])


def _week(text: str) -> list[list[tuple[int, int]]]:
    week = []
    for day in DAYS:
        (hours,) = re.findall(rf"{day.title()}: (.*?)(?:, [A-Z][a-z]+day:|$)", text)
        spans = []
        if "24 hours" in hours:
            spans = [(0, 1440)]
        elif "Closed" not in hours:
            for span in hours.split(", "):
                start, end = re.split(r"\s*[–-]\s*", span)
                if not start.endswith(("AM", "PM")):
                    start += f" {end[-2:]}"
                first, last = _minute(start), _minute(end)
                spans.append((first, last if last > first else last + 1440))
        week.append(spans)
    return week


def _nearest(options: list[str], value: float, read: Callable[[str], float]) -> int:
    return min(range(len(options)), key=lambda i: abs(read(options[i]) - value))


def _index_of(options: list[str], name: str) -> int:
    return options.index(name)


def _yes_or_no(options: list[str], *, yes: bool) -> int:
    return options.index("Yes" if yes else "No")


def _distance(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    return _nearest(options, facts.metres(figure["origin"], figure["destination"]), _metres)


def _direction(query: Record, facts: Facts, options: list[str]) -> int:
    points = "North Northeast East Southeast South Southwest West Northwest".split()
    figure = query["figure"]
    bearing = facts.bearing(figure["seen_from"], figure["place"])
    off = {o: abs((bearing - 45 * points.index(o) + 180) % 360 - 180) for o in options}
    return _index_of(options, min(off, key=lambda each: off[each]))


def _fact(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    return _index_of(options, facts.fact[figure["place"], figure["fact"]])


def _distances(query: Record, facts: Facts) -> list[float]:
    return [facts.metres(query[k]["origin"], query[k]["destination"]) for k in ("first", "second")]


def _pair(query: Record, facts: Facts, options: list[str]) -> int:
    pairs = query["among"]["pairs"]
    return _index_of(
        options, min(pairs, key=lambda p: facts.metres(p["first"], p["second"]))["text"]
    )


def _candidates(places: Record, facts: Facts) -> list[str]:
    anchor = places.get("anchor")
    found = [name for name in facts.listed if name != anchor]
    if places.get("within_m"):
        found = [name for name in found if facts.metres(anchor, name) <= places["within_m"]]
    for each in places["filters"]:
        if each["kind"] == "open":
            found = [n for n in found if facts.is_open(n, each["day"], each["at"])]
        else:
            found = [n for n in found if facts.lies(anchor, n, each["direction"])]
    return found


def _ranked(query: Record, facts: Facts, options: list[str]) -> int:
    places = query["among"]
    names = _candidates(places, facts)
    names.sort(key=lambda name: facts.metres(places["anchor"], name), reverse=query["most"])
    return _index_of(options, names[query["rank"] - 1])


def _extreme(query: Record, facts: Facts, options: list[str]) -> int:
    north, east = _CENTRE[query["figure"]["direction"]]
    names = _candidates(query["among"], facts)
    best = max(names, key=lambda name: north * facts.spot[name][0] + east * facts.spot[name][1])
    return _index_of(options, best)


def _only(query: Record, facts: Facts, options: list[str]) -> int:
    (found,) = set(_candidates(query["of"], facts)) & set(options)
    return _index_of(options, found)


def _count(query: Record, facts: Facts, options: list[str]) -> int:
    return _index_of(options, str(len(_candidates(query["of"], facts))))


def _detour(query: Record, facts: Facts, options: list[str]) -> int:
    first, second = query["figure"]["first"], query["figure"]["second"]
    best = min(facts.listed, key=lambda n: facts.metres(first, n) + facts.metres(n, second))
    return _index_of(options, best)


def _edge(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    spans = facts.hours[figure["place"]][DAYS.index(figure["day"])]
    if figure["edge"] == "length":
        return _nearest(options, 60 * sum(end - start for start, end in spans), _seconds)
    minute = spans[0][0] if figure["edge"] == "opens" else spans[-1][1]
    return _nearest(options, minute % 1440, _minute)


def _first_or_last(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    number = DAYS.index(figure["day"])
    opened = [n for n in _candidates(query["among"], facts) if facts.hours[n][number]]
    if figure["edge"] == "opens":
        return _index_of(options, min(opened, key=lambda n: facts.hours[n][number][0][0]))
    return _index_of(options, max(opened, key=lambda n: facts.hours[n][number][-1][1]))


def _is_open(query: Record, facts: Facts, options: list[str]) -> int:
    passes = query["passes"]
    return _yes_or_no(options, yes=facts.is_open(query["place"], passes["day"], passes["at"]))


def _closed_days(query: Record, facts: Facts, options: list[str]) -> int:
    week = facts.hours[query["of"]["place"]]
    (closed,) = (day.title() for day, spans in zip(DAYS, week, strict=True) if not spans)
    return _index_of(options, closed)


def _open_days(query: Record, facts: Facts, options: list[str]) -> int:
    return _index_of(options, str(sum(map(bool, facts.hours[query["of"]["place"]]))))


def _total(figure: Record, facts: Facts) -> float:
    unit = "s" if figure["measure"] == "time" else "m"
    return sum(facts.leg(l["origin"], l["destination"], l["mode"], unit) for l in figure["legs"])  # noqa: E741 - a leg


def _travel(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    read = _seconds if figure["measure"] == "time" else _metres
    return _nearest(options, _total(figure, facts), read)


def _quickest(query: Record, facts: Facts, options: list[str]) -> int:
    (leg,) = query["figure"]["legs"]
    return _index_of(options, min(options, key=lambda n: facts.leg(leg["origin"], n, leg["mode"])))


def _mode(query: Record, facts: Facts, options: list[str]) -> int:
    (leg,) = query["figure"]["legs"]
    modes = {each["text"]: each["mode"] for each in query["among"]["modes"]}
    best = min(options, key=lambda o: facts.leg(leg["origin"], leg["destination"], modes[o]))
    return _index_of(options, best)


def _route(query: Record, facts: Facts, options: list[str]) -> int:
    unit = "s" if query["figure"]["measure"] == "time" else "m"
    best = min(facts.routes, key=lambda route: route[unit])
    return _index_of(options, f"Via {best['name']}")


def _fastest(query: Record, facts: Facts) -> list[str]:
    among = query["figure"]["route"]["among"]
    asked = [
        each for each in facts.routes if each["ends"] == (among["origin"], among["destination"])
    ]
    steps: list[str] = min(asked, key=lambda route: float(route["s"]))["steps"]
    return steps


def _turns(query: Record, facts: Facts, options: list[str]) -> int:
    words = {
        "left_turn": r"^Turn (sharp )?left|^Sharp left",
        "right_turn": r"^Turn (sharp )?right|^Sharp right",
        "roundabout": r"^At the roundabout",
    }
    made = sum(
        bool(re.search(words[query["figure"]["measure"]], s)) for s in _fastest(query, facts)
    )
    return _index_of(options, str(made))


def _step(query: Record, facts: Facts, options: list[str]) -> int:
    figure = query["figure"]
    steps = _fastest(query, facts)
    (at,) = (
        i
        for i, step in enumerate(steps)
        if re.search(rf"on(to)? {re.escape(figure['road'])}", step)
    )
    return _index_of(options, steps[at + (figure["step"] == "next")])


def _finish(trip: Record, facts: Facts, order: list[str] | None = None) -> float:
    """Return the end of a trip in minutes; without an origin it starts at the first stop."""
    stays = {stop["place"]: stop["visit_min"] for stop in trip["stops"]}
    names = order or [*stays]
    origin = trip.get("origin")
    way = [origin, *names] if origin else names
    time = _minute(trip["depart"]) if trip.get("depart") else 0.0
    travel = sum(facts.leg(origin, stop, trip["mode"]) for origin, stop in pairwise(way)) / 60
    return time + travel + sum(stays.values())


def _trip_finish(query: Record, facts: Facts, options: list[str]) -> int:
    return _nearest(options, _finish(query["figure"]["trip"], facts), _minute)


def _trip_start(query: Record, facts: Facts, options: list[str]) -> int:
    trip = query["figure"]["trip"]
    latest = _minute(trip["finish_by"]) - _finish(trip, facts)
    return _nearest(options, latest, _minute)


def _trip_check(query: Record, facts: Facts, options: list[str]) -> int:
    trip = query["trip"]
    return _yes_or_no(options, yes=_finish(trip, facts) <= _minute(trip["finish_by"]))


def _order(query: Record, facts: Facts, options: list[str]) -> int:
    trip = query["among"]["trip"]
    names = [stop["place"] for stop in trip["stops"]]
    best = min(permutations(names), key=lambda order: _finish(trip, facts, [*order]))
    return _index_of(options, " → ".join(best))


_ANSWERS = {
    "distance": _distance,
    "direction": _direction,
    "address": _fact,
    "phone": _fact,
    "distance_difference": lambda q, f, o: _nearest(
        o, abs(_distances(q, f)[0] - _distances(q, f)[1]), _metres
    ),
    "nearer": lambda q, f, o: _yes_or_no(o, yes=_distances(q, f)[0] < _distances(q, f)[1]),
    "pair": _pair,
    "nearest": _ranked,
    "kth_nearest": _ranked,
    "farthest": _ranked,
    "nearest_open": _ranked,
    "northernmost": _extreme,
    "in_direction": _only,
    "open_at": _only,
    "count": _count,
    "count_direction": _count,
    "count_open": _count,
    "on_the_way": _detour,
    "opens": _edge,
    "closes": _edge,
    "open_length": _edge,
    "opens_first": _first_or_last,
    "closes_last": _first_or_last,
    "is_open": _is_open,
    "closed_days": _closed_days,
    "count_days": _open_days,
    "travel_time": _travel,
    "travel_distance": _travel,
    "travel_chain": _travel,
    "quickest_place": _quickest,
    "mode": _mode,
    "faster": lambda q, f, o: _yes_or_no(o, yes=_total(q["first"], f) < _total(q["second"], f)),
    "mode_difference": lambda q, f, o: _nearest(
        o, abs(_total(q["first"], f) - _total(q["second"], f)), _seconds
    ),
    "route": _route,
    "turns": _turns,
    "step_next": _step,
    "step_onto": _step,
    "order": _order,
    "trip_finish": _trip_finish,
    "trip_start": _trip_start,
    "trip_check": _trip_check,
}
