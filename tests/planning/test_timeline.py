"""Playing orders through, forwards and backwards."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from geoeval.planning import Breach, TripProblem, Visit, latest_start, simulate

MUSEUM = Visit(name="museum", duration=120, windows=((600, 1020),))
LUNCH = Visit(name="lunch", duration=60)
TRIP = TripProblem(
    visits=(MUSEUM, LUNCH),
    travel={(2, 0): 30, (2, 1): 15, (0, 1): 20, (1, 0): 25, (1, 2): 10},
    depart=540,
    origin=2,
    end=2,
)


def test_an_order_that_holds_tells_when_each_visit_happens() -> None:
    """Travel, waiting, stay and the way back add up."""
    played = simulate((0, 1), TRIP)
    assert [(c.travel, c.arrival, c.waiting, c.end) for c in played.calls] == [
        (30, 570, 30, 720),
        (20, 740, 0, 800),
    ]
    assert (played.back, played.finish, played.feasible, played.first_broken) == (
        10,
        810,
        True,
        None,
    )


def test_a_stay_past_closing_is_told_with_its_numbers() -> None:
    """The arrival, the end it would have, and the closing are all there."""
    played = simulate((0, 1), replace(TRIP, depart=960))
    assert played.first_broken == Breach(
        kind="closing", visit=0, actual=1110, limit=1020, arrival=990
    )


def test_every_broken_constraint_is_told_not_just_the_first() -> None:
    """The play goes on after a breach."""
    trip = replace(TRIP, depart=960, deadline=1100, before=((1, 0),), travel={(0, 1): 20})
    assert [breach.kind for breach in simulate((0, 1), trip).breaches] == [
        "missing_leg",
        "precedence",
        "closing",
        "missing_leg",
        "deadline",
    ]


def test_a_deadline_missed_at_a_visit_names_the_visit() -> None:
    """Without an end the last visit is what takes too long."""
    played = simulate((1,), replace(TRIP, end=None, deadline=600))
    assert played.breaches == (Breach(kind="deadline", visit=1, actual=615, limit=600),)


def test_a_trip_of_no_visits_can_still_be_late() -> None:
    """Leaving after the deadline breaks it."""
    late = TripProblem(visits=(), travel={}, depart=10, deadline=5)
    assert simulate((), late).first_broken == Breach(
        kind="deadline", visit=None, actual=10, limit=5
    )


def test_a_visit_without_any_window_is_closed() -> None:
    """No window at all is another breach than a window that is over."""
    shut = TripProblem(visits=(Visit(name="x", duration=5, windows=()),), travel={})
    assert simulate((0,), shut).first_broken == Breach(kind="closed", visit=0, actual=0, arrival=0)


def test_coming_after_a_booked_start_is_late() -> None:
    """The booking and the arrival are told."""
    booked = TripProblem(visits=(Visit(name="x", duration=5, starts_at=3),), travel={}, depart=4)
    assert simulate((0,), booked).first_broken == Breach(kind="late", visit=0, actual=4, limit=3)


def test_a_booking_outside_the_hours_breaks_the_hours() -> None:
    """In time for the booking, but it is over after closing."""
    visit = Visit(name="x", duration=5, windows=((0, 10),), starts_at=8)
    played = simulate((0,), TripProblem(visits=(visit,), travel={}))
    assert played.first_broken == Breach(kind="closing", visit=0, actual=13, limit=10, arrival=0)


def test_backwards_from_a_closing_gives_the_latest_departure() -> None:
    """Only the limited visit and what comes before it count."""
    latest = latest_start((1, 0), TRIP)
    assert (latest.depart, latest.starts) == (1020 - 120 - 25 - 60 - 15, (815, 900))


def test_visits_after_the_last_limited_one_do_not_matter() -> None:
    """A free lunch after the museum can be as late as one likes."""
    latest = latest_start((0, 1), TRIP)
    assert (latest.depart, latest.starts) == (870, (900,))


def test_a_trip_that_nothing_limits_has_no_latest_departure() -> None:
    """It is told apart from an impossible one."""
    latest = latest_start((1,), TRIP)
    assert (latest.depart, latest.bounded, latest.broken) == (None, False, None)


def test_backwards_a_missing_leg_is_told() -> None:
    """The first leg, a leg between visits and the way to the end."""
    trip = replace(TRIP, travel={(0, 1): 20}, deadline=1000)
    broken = [
        latest_start((1,), trip).broken,
        latest_start((1, 0), replace(trip, end=None)).broken,
        latest_start((0,), replace(trip, end=None)).broken,
        latest_start((), replace(trip, end=5)).broken,
    ]
    assert [(b and (b.kind, b.origin, b.visit)) for b in broken] == [
        ("missing_leg", 1, None),
        ("missing_leg", 1, 0),
        ("missing_leg", 2, 0),
        ("missing_leg", 2, None),
    ]


def test_backwards_a_visit_that_opens_too_late_is_told() -> None:
    """The museum opens too late to be over by the deadline."""
    early = latest_start((0,), replace(TRIP, end=None, deadline=700))
    assert early.broken == Breach(kind="opens_late", visit=0, actual=700, limit=720)


def test_backwards_a_visit_that_is_always_closed_fits_nowhere() -> None:
    """There is no tick at which it could be over."""
    shut = TripProblem(visits=(Visit(name="x", duration=5, windows=()),), travel={})
    broken = latest_start((0,), shut).broken
    assert broken == Breach(kind="opens_late", visit=0, actual=0, limit=None)


@given(data=st.data())
def test_the_latest_departure_is_feasible_and_one_tick_later_is_not(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """Forwards and backwards agree, and so does an exhaustive look at all departures."""
    problem = replace(data.draw(problems), before=())
    order = data.draw(st.permutations(range(len(problem.visits))))
    latest = latest_start(order, problem)
    holds = [t for t in range(-70, 90) if simulate(order, replace(problem, depart=t)).feasible]
    if not latest.bounded:
        # Only a missing leg can break what nothing limits.
        assert len(holds) in (0, 160)
    elif latest.depart is None:
        assert not holds
    elif holds:
        assert holds[-1] == latest.depart
    else:
        # Visits after the last limited one are not looked at: their legs may be missing.
        assert latest.depart < -70 or any(
            breach.kind == "missing_leg" for breach in simulate(order, problem).breaches
        )


@given(data=st.data())
def test_leaving_later_never_finishes_earlier(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """Among departures that hold, the finish is monotone."""
    problem = data.draw(problems)
    order = data.draw(st.permutations(range(len(problem.visits))))
    played = [simulate(order, replace(problem, depart=t)) for t in range(12)]
    finishes = [p.finish for p in played if p.feasible]
    assert finishes == sorted(finishes)


@given(data=st.data())
def test_a_play_without_breach_keeps_every_constraint(
    data: st.DataObject, problems: st.SearchStrategy[TripProblem]
) -> None:
    """An independent check of legs, windows, bookings, precedence and deadline."""
    problem = data.draw(problems)
    order = data.draw(st.permutations(range(len(problem.visits))))
    played = simulate(order, problem)
    here, now = problem.origin, problem.depart
    holds = all(order.index(first) < order.index(second) for first, second in problem.before)
    for call in played.calls:
        visit = problem.visits[call.visit]
        leg = 0 if here is None else problem.travel.get((here, call.visit))
        holds = holds and leg is not None and call.start >= now + leg
        holds = holds and visit.starts_at in (None, call.start)
        holds = holds and (
            visit.windows is None
            or any(o <= call.start and call.end <= c for o, c in visit.windows)
        )
        here, now = call.visit, call.end
    if problem.end is not None and here is not None and here != problem.end:
        leg = problem.travel.get((here, problem.end))
        holds, now = holds and leg is not None, now + (leg or 0)
    holds = holds and (problem.deadline is None or now <= problem.deadline)
    assert played.feasible == holds
