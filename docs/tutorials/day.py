# %% [markdown]
# # Plan a day
#
# The day has four places, opening hours, a fixed lunch and a train to catch. `plan_trip` finds the
# best order and proves that none is better.

# %%
from geoeval.planning import (
    Stop,
    TravelMatrix,
    TripProblem,
    Window,
    plan_trip,
)


def minutes(clock):
    hours, _, rest = clock.partition(":")
    return int(hours) * 60 + int(rest)


def window(opens, closes, applies_to="end"):
    return (Window(minutes(opens), minutes(closes), applies_to),)


stops = (
    Stop(name="castle", duration=90, windows=window("10:00", "17:00")),
    Stop(name="market", duration=45, windows=window("8:00", "13:00")),
    Stop(
        name="lunch", duration=60, windows=window("12:00", "13:30", "start")
    ),
    Stop(name="gallery", duration=75, windows=window("11:00", "18:00")),
)
travel = TravelMatrix(
    [  # castle, market, lunch, gallery, station
        [0, 15, 20, 25, 30],
        [15, 0, 10, 20, 12],
        [20, 10, 0, 15, 18],
        [25, 20, 15, 0, 22],
        [30, 12, 18, 22, 0],
    ]
)
day = TripProblem(
    stops=stops,
    travel=travel,
    origin=4,
    end=4,
    depart=minutes("9:00"),
    deadline=minutes("17:00"),
    unit="minute",
)
plan = plan_trip(day)
[stops[stop].name for stop in plan.order], plan.proved

# %% [markdown]
# ## Draw it
#
# Pale bars show opening hours, orange bars travel, and blue bars visits.

# %% The route between the stops, and the day along the clock
plan.to_svg(
    [
        (52.10, 4.30),
        (52.08, 4.31),
        (52.07, 4.30),
        (52.06, 4.33),
        (52.08, 4.325),
    ]
)

# %% [markdown]
# ## How robust is it?
#
# The next best orders, and the latest time to leave the market, in any order that still includes
# everything:

# %%
from geoeval.planning import best_orders, latest_leave

ranked = best_orders(day, k=3)
for order, value in zip(ranked.orders, ranked.values, strict=True):
    print(
        [stops[stop].name for stop in order],
        f"{value // 60}:{value % 60:02}",
    )
leave = latest_leave(day, 1).ticks
print("leave the market by", f"{leave // 60}:{leave % 60:02}")

# %% [markdown]
# ## An infeasible day
#
# Suppose the train leaves at 14:00 instead. The answer is not just "no": it names the smallest sets
# of constraints that conflict.

# %%
from dataclasses import replace

from geoeval.planning import Wording

early = replace(day, deadline=minutes("14:00"))
short = plan_trip(early)
say = Wording(early)
print("feasible:", short.feasible)
print("first violation:", say.breach(short.nearest.first_broken))
for conflict in short.conflicts:
    print(say.conflict(conflict))

# %% [markdown]
# [Planning a trip](../concepts/trips.md) covers several days, time-dependent travel and other
# objectives; [Infeasible days](../concepts/impossible-days.md) explains the conflicts.
