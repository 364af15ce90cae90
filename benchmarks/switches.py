"""How scattered the work is: modules entered, and calls from one of them into another.

The interpreter tells each call, over one question and one call of a tool: the same code has the
same figures on any machine. ``python -m benchmarks.switches [--format json]`` counts them alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from benchmarks.figures import ROOT, Figure, counts, table
from geoeval import read_context, solve, understand
from geoeval.datasets.records import Question
from geoeval.query.values import Derivation
from geoeval.tools import call_tool
from geoeval.understanding.reading import NotUnderstood
from geoeval.world.model import Leg, Place, TravelMode, World

CONTEXT = """\
Information of Old Mill:
- Location: Quay Road, Alba (60.1000, 24.9000).
Information of Stone Pier:
- Location: Shore Road, Alba (60.2000, 24.9500).
"""
QUESTION = Question(
    id=1,
    text="What is the straight-line distance between Old Mill and Stone Pier?",
    options=("8.4 km", "11.5 km", "14.2 km", "19.8 km"),
)
STOPS = ("Old Mill", "Stone Pier")
TOWN = World(
    places=tuple(Place(name=name) for name in ("Ox Inn", *STOPS)),
    legs=tuple(
        Leg(origin=a, destination=b, mode=TravelMode.WALKING, duration_s=600)
        for a in ("Ox Inn", *STOPS)
        for b in ("Ox Inn", *STOPS)
        if a != b
    ),
)
TRIP = {
    "origin": "Ox Inn",
    "depart": "09:00",
    "stops": [{"place": name, "visit_min": 30} for name in STOPS],
    "mode": "walking",
}


@dataclass(slots=True)
class Path:
    """The modules of the package that some work enters, and the calls that lead into another.

    What a library calls is called by the module that called the library. A generator is called
    once, however often it goes on.
    """

    entered: Counter[str] = field(default_factory=Counter)
    switches: Counter[tuple[str, str]] = field(default_factory=Counter)
    _begun: set[FrameType] = field(default_factory=set)

    def follow(self, frame: FrameType, event: str, _: object) -> None:
        """Take note of a call, as ``sys.setprofile`` tells it."""
        into = _module(frame)
        if event != "call" or into is None or frame in self._begun:
            return
        self._begun.add(frame)
        self.entered[into] += 1
        out_of = _caller(frame)
        if out_of not in (None, into):
            self.switches[str(out_of), into] += 1


def follow(work: Callable[[], object]) -> Path:
    """Return the path of some work, which is done once before, for what is loaded or kept."""
    work()
    path = Path()
    before = sys.getprofile()
    sys.setprofile(path.follow)
    try:
        work()
    finally:
        sys.setprofile(before)
    return path


def distance() -> None:
    """Read a context, understand a question about a straight line, and solve it."""
    world, _ = read_context(CONTEXT)
    query = understand(QUESTION, world)
    assert not isinstance(query, NotUnderstood)
    assert isinstance(solve(query, world), Derivation)


def trip() -> None:
    """Plan a trip with two stops by the tool for it."""
    assert call_tool("plan_trip", TRIP, world=TOWN).failure is None


WORK = {"a straight-line distance from text and context": distance, "plan_trip, two stops": trip}


def count() -> None:
    """Print the modules that each work enters and its switches, as JSON."""
    document = {}
    for name, work in WORK.items():
        path = follow(work)
        document[name] = {
            "modules": sorted(path.entered),
            "switches": path.switches.total(),
            "most": [[a, b, n] for (a, b), n in path.switches.most_common(3)],
        }
    sys.stdout.write(json.dumps(document, indent=1) + "\n")


def counted() -> dict[str, dict[str, Any]]:
    """Return what ``count`` prints in a process where sets have one order in every run."""
    command = [sys.executable, "-c", "from benchmarks.switches import count; count()"]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    document: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return document


def switches() -> list[Figure]:
    """Count the modules entered and the switches between them."""
    return [figure for name, path in counted().items() for figure in _figures(name, path)]


def _figures(name: str, path: dict[str, Any]) -> list[Figure]:
    packages = Counter(module.split(".")[1] for module in path["modules"])
    most = ", ".join(
        f"{n} {a.removeprefix('geoeval.')} to {b.removeprefix('geoeval.')}"
        for a, b, n in path["most"]
    )
    return [
        Figure(name=f"{name}: modules", value=str(len(path["modules"])), note=counts(packages)),
        Figure(name="  switches", value=str(path["switches"]), note=f"most: {most}"),
    ]


def _module(frame: FrameType) -> str | None:
    """Return the module whose code runs in a frame, if it is one of the package."""
    name = str(frame.f_globals.get("__name__"))
    return name if name.startswith("geoeval.") else None


def _caller(frame: FrameType) -> str | None:
    """Return the nearest module of the package above a frame."""
    above = frame.f_back
    while above is not None and _module(above) is None:
        above = above.f_back
    return _module(above) if above is not None else None


def main() -> None:
    """Count, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.switches")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    as_json = parser.parse_args().format == "json"
    shown = json.dumps(counted(), indent=1) if as_json else table([("Switches", switches())])
    sys.stdout.write(f"{shown}\n")


if __name__ == "__main__":
    main()
