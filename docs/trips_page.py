"""Draw docs/assets/day.svg, the day on docs/concepts/trips.md; run it with ``make pictures``."""

from __future__ import annotations

from docs.pictures import save_svg
from geoeval.planning import Stop, TravelMatrix, TripProblem, Window, plan_trip

STOPS = (
    Stop(name="bakery", duration=20, windows=(Window(420, 600),)),
    Stop(name="castle", duration=90, windows=(Window(570, 1050),)),
    Stop(name="chapel", duration=25, windows=(Window(540, 720), Window(840, 1020))),
    Stop(name="gallery", duration=75, windows=(Window(660, 1140),)),
    Stop(name="harbour tour", duration=60, starts_at=810),
    Stop(name="library", duration=30, windows=(Window(540, 1200),)),
    Stop(name="market", duration=40, windows=(Window(480, 780),)),
    Stop(name="old town", duration=45),
    Stop(name="tower", duration=35, windows=(Window(600, 1110),)),
)
SPOTS = ((2, 1), (9, 8), (4, 6), (7, 2), (1, 9), (6, 5), (3, 3), (5, 7), (8, 5), (0, 0))
"""Where the stops and the hotel are, in steps of two minutes."""


def main() -> None:
    """Plan the day and draw it."""
    minutes = [[4 + 2 * (abs(a - c) + abs(b - d)) for c, d in SPOTS] for a, b in SPOTS]
    trip = TripProblem(
        stops=STOPS,
        travel=TravelMatrix(minutes),
        origin=len(STOPS),
        end=len(STOPS),
        depart=510,
        deadline=1230,
        unit="minute",
    )
    save_svg(plan_trip(trip).to_svg(), "day.svg")


if __name__ == "__main__":
    main()
