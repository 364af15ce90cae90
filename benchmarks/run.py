"""Run the benchmarks and print one table: ``python -m benchmarks.run [SECTION ...]``."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable

from benchmarks import (
    accuracy,
    annotation,
    day_trips,
    generation,
    hours,
    language,
    maps,
    model_reader,
    mutations,
    natural_plan,
    nearby,
    orienteering,
    probes,
    sample,
    speed,
    sphere,
    switches,
    tools,
    tours,
)
from benchmarks.figures import Figure, NotMeasuredError, table

Benchmark = Callable[[], list[Figure]]
SECTIONS: list[tuple[str, list[Benchmark]]] = [
    (
        "MapEval-Textual, development half",
        [accuracy.mapeval, accuracy.categories, mutations.mutations],
    ),
    ("Sample dataset", [sample.verdicts]),
    ("Understanding", [language.paraphrases, language.fresh_questions]),
    ("A language model as reader", [model_reader.requests, model_reader.answers]),
    ("Understanding with fewer words or other names", [probes.fewer_words, probes.other_names]),
    ("Distance and bearing", [sphere.scalar, sphere.elementwise, sphere.matrix, sphere.bearing]),
    ("Opening hours", [hours.speed, hours.texts, hours.tags]),
    ("Nearby", [nearby.worldwide, nearby.in_towns]),
    ("Maps", [maps.building, maps.large, maps.routing, maps.agreement]),
    (
        "Generation",
        [generation.questions, generation.guesses, generation.many, generation.texts],
    ),
    ("Annotation", [annotation.verdicts, annotation.moves]),
    (
        "Day trips",
        [day_trips.speed, day_trips.brute_force, day_trips.cp_sat, day_trips.explanations],
    ),
    ("Tours with time windows", [tours.dumas, tours.solomon, tours.stacker_crane]),
    ("Orienteering", [orienteering.solomon, orienteering.cordeau, orienteering.tourists]),
    ("NATURAL PLAN", [natural_plan.meetings, natural_plan.stays]),
    ("Tools", [tools.once, tools.calls, tools.failures, tools.providers]),
    ("Speed", [speed.whole_process, speed.warm, speed.readers, speed.importing]),
    ("Switches between modules", [switches.switches]),
]


def measure(benchmark: Benchmark) -> list[Figure]:
    """Run a benchmark; where something is absent, say so in its place."""
    try:
        return benchmark()
    except NotMeasuredError as reason:
        return [Figure(name=benchmark.__name__.replace("_", " "), value=None, note=str(reason))]


def main() -> None:
    """Measure the sections that are named, or all, and print the table."""
    titles = [title for title, _ in SECTIONS]
    parser = argparse.ArgumentParser(
        description="Measure accuracy and speed. Without a section, all are: some minutes.",
        epilog='example: python -m benchmarks.run "Day trips" Speed',
    )
    parser.add_argument("section", nargs="*", help=f"what to measure: {', '.join(titles)}")
    chosen = parser.parse_args().section or titles
    unknown = [title for title in chosen if title not in titles]
    if unknown:
        parser.error(f"no section {unknown[0]!r}; there are: {', '.join(titles)}")
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    sys.stdout.write(f"Measured on {machine}\n\n")
    sections = [
        (title, [figure for benchmark in benchmarks for figure in measure(benchmark)])
        for title, benchmarks in SECTIONS
        if title in chosen
    ]
    sys.stdout.write(table(sections) + "\n")


if __name__ == "__main__":
    main()
