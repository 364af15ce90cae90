"""NATURAL PLAN: its prompts solved from their words alone, and the plans checked on their own."""

from __future__ import annotations

import json
import re
import time
from itertools import pairwise
from typing import Any

from benchmarks.figures import Figure, share, third_party
from benchmarks.program import geoeval

_HOUR = re.compile(r"(\d+):(\d+)([AP]M)?")
_TARGET_S = 10


def meetings() -> list[Figure]:
    """Count the days that meet as many people as the golden plan, and those that can be."""
    records, solved, figure = _solve("meeting")
    golden = {
        name: sum("You meet" in step for step in record["golden_plan"])
        for name, record in records.items()
    }
    same = sum(solved[name]["met"] == met for name, met in golden.items())
    sound = sum(_can_be(solved[name], record) for name, record in records.items())
    return [
        Figure(name="people met: as many as in the golden plan", value=share(same, len(records))),
        Figure(
            name="  days that can be",
            value=share(sound, len(records)),
            note="by the constraints and travel times in the structured fields, which are not read "
            "to solve",
        ),
        figure,
    ]


def stays() -> list[Figure]:
    """Count the trips that keep what their prompt asks for."""
    records, solved, figure = _solve("trip")
    sound = sum(_keeps_all(solved[name], record) for name, record in records.items())
    return [
        Figure(
            name="trips through cities: valid plans",
            value=share(sound, len(records)),
            note="cities and days by the structured fields; flights and events by the prompt",
        ),
        figure,
    ]


def _solve(kind: str) -> tuple[dict[str, Any], dict[str, Any], Figure]:
    """Return the records and the values of ``geoeval solve`` by name, and how long it takes."""
    path = third_party(f"planning/natural_plan/{kind}_planning_dev.jsonl")
    begun = time.perf_counter()
    items = geoeval("solve", path)["items"]
    seconds = time.perf_counter() - begun
    lines = path.read_text(encoding="utf-8").splitlines()
    records = {record["name"]: record for record in map(json.loads, lines)}
    solved = {item["id"]: item["value"] or {"met": -1, "visits": [], "stays": []} for item in items}
    figure = Figure(
        name="  the whole file, start-up included",
        value=f"{seconds:.1f} s (target {_TARGET_S})",
        note=f"{len(items)} prompts, {1000 * seconds / len(items):.0f} ms each",
    )
    return records, solved, figure


def _can_be(value: dict[str, Any], record: dict[str, Any]) -> bool:
    """Play a day through: people are there, long enough, and each can be reached in time."""
    (here, begins), *people = record["constraints"]
    known = {person: (place, present, least) for person, place, present, least in people}
    now = _minute(begins)
    for visit in value["visits"]:
        place, present, least = known.pop(visit["person"], ("", "", 0))
        if visit["place"] != place:
            return False
        first, last = map(_minute, present.split(" to "))
        start, end = _minute(visit["start"]), _minute(visit["end"])
        now += 0 if here == place else record["dist_matrix"][here][place]
        if not (now <= start and first <= start and start + least <= end <= last):
            return False
        here, now = place, end
    return len(value["visits"]) == value["met"]


def _keeps_all(value: dict[str, Any], record: dict[str, Any]) -> bool:
    """Tell whether cities, days, flights and events of a trip are as its prompt has them."""
    days = dict(
        zip(record["cities"].split("**"), map(int, record["durations"].split("**")), strict=True)
    )
    cities = [stay["city"] for stay in value["stays"]]
    spans = {stay["city"]: (stay["first_day"], stay["last_day"]) for stay in value["stays"]}
    lasts = {city: last - first + 1 for city, (first, last) in spans.items()}
    joined = all(spans[a][1] == spans[b][0] for a, b in pairwise(cities))
    flights, prompt = _flights(record["prompt"]), record["prompt"]
    flown = all(leg in flights for leg in pairwise(cities))
    there = all(
        first <= int(event[1]) and int(event[2]) <= last
        for city, (first, last) in spans.items()
        for event in re.finditer(rf"{city} (?:between|from) day (\d+) (?:and|to) day (\d+)", prompt)
    )
    begins = bool(cities) and spans[cities[0]][0] == 1
    return begins and lasts == days and len(cities) == len(days) and joined and flown and there


def _flights(prompt: str) -> set[tuple[str, str]]:
    """Return the direct flights that a prompt lists: "A and B" both ways, "from A to B" one way."""
    listed = prompt.partition("have direct flights:")[2].strip().partition("\n")[0]
    flights = set()
    for entry in listed.strip(" .").split(", "):
        if entry.startswith("from "):
            origin, _, destination = entry.removeprefix("from ").partition(" to ")
            flights.add((origin, destination))
        else:
            one, _, other = entry.partition(" and ")
            flights |= {(one, other), (other, one)}
    return flights


def _minute(clock: str) -> int:
    """Return the minute of the day of "9:00AM" or "09:00"."""
    found = _HOUR.fullmatch(clock)
    assert found is not None, clock
    hour = int(found[1]) % 12 + 12 * (found[3] == "PM") if found[3] else int(found[1])
    return 60 * hour + int(found[2])
