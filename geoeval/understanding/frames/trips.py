"""Frames for trips as a whole: how many visits, in which order, and whether a plan holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from geoeval.query.algebra import Best, CheckTrip, Listing, Value
from geoeval.query.parts import OfferedOrder, Orders, Schedules, TripFigure
from geoeval.understanding import choices, offers
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.journey import TRIP_WORDS, booked, of_each_telling
from geoeval.understanding.journey.outline import Itinerary
from geoeval.understanding.reading import Reading
from geoeval.understanding.vocabulary import word_list
from geoeval.world.model import Place


def _max_visits(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.has_last_leg or not all(s.visit_min for s in itinerary.stops):
        return
    if itinerary.budget_min or itinerary.finish_by or (itinerary.day and itinerary.depart):
        account.take(*reading.asked("closing"))
        yield account.draft(Value(figure=TripFigure(figure="visits", trip=itinerary.trip)))


def _best_order(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if itinerary.has_last_leg:
        return
    orders = offers.orders(reading, itinerary.origin)
    homeward = orders and all(order.places[-1] == itinerary.origin for order in orders)
    end = itinerary.origin if homeward else itinerary.end
    orders = tuple(_stops_only(order, itinerary.origin) for order in orders)
    asked = {word.key for word in reading.words if word.sentence in reading.asking}
    one_only = bool(orders) and all(len(order.places) == 1 for order in orders)
    if reading.asks("ask:distance") or (one_only and word_list("journeys.between") & asked):
        return
    among = Orders(
        trip=itinerary.trip.model_copy(update={"end": end}),
        orders=orders,
        names="last" if one_only and _LAST & asked else "first",
        either=offers.verdict(reading, holds=True),
        neither=offers.verdict(reading, holds=False),
    )
    yield account.draft(Best(figure=TripFigure(figure="finish"), among=among))


_LAST = frozenset({"last", "end", "finally"})


def _stops_only(order: OfferedOrder, home: str | None) -> OfferedOrder:
    """Return an offered order without the home that it may begin and end with."""
    places = tuple(place for place in order.places if place != home)
    return OfferedOrder(text=order.text, places=places or order.places)


def _feasible(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    if _asks_for_more(reading):
        return
    told = offers.told_order(reading, reading.of("place"))
    stops = {stop.place: stop for stop in itinerary.stops}
    if set(told) == set(stops):
        itinerary = replace(itinerary, stops=tuple(stops[place] for place in told))
    if _is_bounded(reading, itinerary):
        late = bool(reading.asked("lateness"))
        yield account.draft(CheckTrip(trip=itinerary.trip, holds=not late))


def _asks_for_more(reading: Reading) -> bool:
    """Whether it is asked for more than yes or no, as for how much later something is."""
    late = {"later", "early", "earlier"} & {
        word.key for word in reading.words if word.sentence in reading.asking
    }
    open_ask = any(map(reading.asks, ("ask:when", "ask:time", "ask:count")))
    return bool(late) or (open_ask and not choices.options_are_verdicts(reading))


def _is_bounded(reading: Reading, itinerary: Itinerary) -> bool:
    """Whether something bounds the trip that can be checked: a limit, a booking, known hours."""
    if reading.asks("closing"):
        found = [reading.world.atlas.resolve(stop.place) for stop in itinerary.stops[-1:]]
        known = all(isinstance(place, Place) and place.hours for place in found)
        return known and itinerary.depart is not None
    limited = itinerary.finish_by or itinerary.budget_min or booked(itinerary)
    return bool(limited or itinerary.depart)


def _schedule(reading: Reading, account: Account, itinerary: Itinerary) -> Iterator[Draft]:
    schedules = offers.schedules(reading, itinerary.origin)
    if not schedules:
        return
    in_order = itinerary.prescribed or reading.has("topic:this_order")
    offered = Schedules(trip=itinerary.trip, schedules=schedules, in_order=in_order)
    yield account.draft(Listing(of=offered))


FRAMES = (
    Frame(
        name="max visits",
        cues=(("ask:count",), ("ask:count", "topic:visits"), ("superlative:most", "topic:visits")),
        fill=of_each_telling(_max_visits),
        absorbs=(*TRIP_WORDS, "superlative:most", "ask:count", "comparator", "topic:next"),
    ),
    Frame(
        name="best order",
        cues=(("topic:order",),),
        fill=of_each_telling(_best_order, visits=False),
        absorbs=(*TRIP_WORDS, "superlative", "praise", "ask:time"),
    ),
    Frame(
        name="order feasible",
        cues=(
            ("ask:whether", "topic:this_order"),
            ("ask:whether", "topic:feasible"),
            ("ask:whether", "topic:feasible", "visit"),
            ("ask:whether", "lateness"),
            ("ask:whether", "happening"),
            ("ask:whether", "return"),
            ("ask:whether", "finish"),
            ("ask:whether", "closing"),
            ("ask:whether", "deadline"),
            ("ask:whether", "event"),
            ("ask:whether", "booked"),
        ),
        fill=of_each_telling(_feasible, visits=False),
        absorbs=(*TRIP_WORDS, "state", "lateness"),
    ),
    Frame(
        name="schedule check",
        cues=(("topic:schedule",), ("topic:schedule", "ask:tell")),
        fill=of_each_telling(_schedule, unnamed=True),
        absorbs=(*TRIP_WORDS, "topic:this_order", "praise"),
    ),
)
