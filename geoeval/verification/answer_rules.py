"""The rules about labels: GEO3 to GEO5 by the kind of question, GEO6, GEO7 and GEO9."""

from __future__ import annotations

from geoeval.query.algebra import (
    AnyFigure,
    Best,
    Check,
    CheckRoutes,
    CheckTrip,
    Compare,
    Count,
    Difference,
    Fact,
    Listing,
    Places,
    Query,
    RouteFigure,
    Value,
)
from geoeval.query.filter_kinds import HoursFilter, NotFilter, OpenFilter
from geoeval.query.inspect import candidates_of, parts_of
from geoeval.query.parts import MeetingPlan, StayPlan, TripFigure, unit_of
from geoeval.verification.model import Rule

_WHY = (
    "Whoever answers rightly is marked wrong, and whoever repeats the mistake is marked right: "
    "scores measure something else than they say."
)
_FIX = (
    "Follow the steps and facts shown as evidence. If they are right, correct the label to the "
    "suggested option; if a fact of the context is wrong, correct the fact; if the question means "
    "something else, word it so."
)


def _contradicts(code: str, name: str, asked: str, example: str) -> Rule:
    """Make a rule about labels that differ from what one kind of question comes to."""
    return Rule(
        code=code,
        name=f"answer-contradicts-{name}",
        severity="error",
        what=f"The question asks for {asked}; the context gives another answer than the label.",
        why=_WHY,
        example=example,
        fix=_FIX,
    )


LABEL_RULES = (
    _contradicts(
        "GEO301", "distance", "a straight-line distance",
        'Key "205 km", but the coordinates lie 181.5 km apart.',
    ),
    _contradicts(
        "GEO302", "direction", "a compass direction, perhaps with the distance",
        'Key "North", but the initial bearing is 176°: the direction was reversed.',
    ),
    _contradicts(
        "GEO303", "nearest", "the nearest, farthest or k-th nearest place",
        'Key "Ox Inn" at 831 m, but "Old Mill" lies 377 m away.',
    ),
    _contradicts(
        "GEO304", "between", "a place between two others, or the closest or farthest pair",
        "The keyed café is a detour of 400 m, another one of 40 m.",
    ),
    _contradicts(
        "GEO305", "count", "how many places there are",
        'Key "7", but 8 of the listed places lie within 500 m.',
    ),
    _contradicts(
        "GEO306", "selection", "the places that meet a condition, or the best by a figure",
        "The keyed restaurant is rated 3.9, the question asks for at least 4.2.",
    ),
    _contradicts(
        "GEO307", "fact", "a fact of one place, such as its rating, address or a service",
        'Key "Expensive", but the price level given is moderate.',
    ),
    _contradicts(
        "GEO401", "opening-hours", "what is open or closed at some time",
        'Key "Yes", but the shop closes at 5:00 PM and the question says 6:00 PM.',
    ),
    _contradicts(
        "GEO402", "trip-time", "when a trip is over, how long it takes, or what time is left",
        'Key "5:11 PM", but the visits and the travel end at 6:11 PM.',
    ),
    _contradicts(
        "GEO403", "departure", "when to start or leave at the latest",
        'Key "3:14 PM", but the museum then closes before the visit is over.',
    ),
    _contradicts(
        "GEO404", "schedule", "a schedule that holds",
        "The keyed schedule stays in a museum an hour after it has closed.",
    ),
    Rule(
        code="GEO405",
        name="plan-breaks-constraint",
        severity="error",
        what="A step of the plan cannot be as it is stated, or breaks what the question asks.",
        why=_WHY,
        example="The plan meets someone for 60 minutes, the question asks for 75 at least.",
        fix="Correct the step that the message names; a plan that holds is shown.",
    ),
    Rule(
        code="GEO406",
        name="plan-falls-short",
        severity="error",
        what="Every step of the plan holds, but it meets fewer people than is possible.",
        why=_WHY,
        example="The plan meets 5 people, a day on which 6 are met is shown.",
        fix="Replace the plan by one that meets as many.",
    ),
    _contradicts(
        "GEO501", "travel", "a travel time or distance over some legs, or a difference of two",
        'Key "25 mins", but the legs take 13 and 16 minutes.',
    ),
    _contradicts(
        "GEO502", "soonest-reached", "which place is reached soonest",
        "The keyed hospital is 16 minutes away, another one 9.",
    ),
    _contradicts(
        "GEO503", "order", "the best order of visits, or whether an order is possible",
        "The keyed order comes home 12 minutes later than another one that is offered.",
    ),
    _contradicts(
        "GEO504", "number-of-visits", "how many places can be visited",
        'Key "Three", but the fastest three take 6:29 of 6 hours.',
    ),
    _contradicts(
        "GEO505", "route-step", "a step of a route, its road or a landmark beside it",
        "The keyed turn comes one step later than the one asked for.",
    ),
    _contradicts(
        "GEO506", "manoeuvre-count", "how often a manoeuvre occurs on a route",
        'Key "2", but three steps turn left before that road.',
    ),
    _contradicts(
        "GEO507", "route-choice", "the fastest, shortest or longest route, or one with a feature",
        'Key "Via Elm St" (13 minutes), but "Via Mill Rd" takes 12.',
    ),
    _contradicts(
        "GEO508", "route-figure", "the travel time or length of a named route",
        'Key "52.0 km", but the steps of the route add up to 61.2 km.',
    ),
)  # fmt: skip

OPTION_RULES = (
    Rule(
        code="GEO601",
        name="no-option-fits",
        severity="warning",
        what="A value was computed, or no offered plan can be carried out, and no option agrees.",
        why="Either the question has no right answer among its options, or it means something "
        "else than geoeval took it to mean; so the label is not counted as wrong.",
        example='Options "30 mins", "35 mins", but the legs take 29 minutes.',
        fix="Add the computed value to the options, or key the question as unanswerable.",
    ),
    Rule(
        code="GEO602",
        name="several-options-fit",
        severity="warning",
        what="The label and another option agree with what was computed equally well.",
        why="A model that chooses the other right option is marked wrong.",
        example="Two of the offered routes take the ramp that the question asks for.",
        fix="Replace the other option, or add to the question what tells the two apart.",
    ),
    Rule(
        code="GEO603",
        name="label-within-margin",
        severity="warning",
        what="Another option follows, but the label misses it by less than the facts are exact: a "
        "bearing within 1° of the edge of its sector, a length within its own rounding, two "
        "distances that differ by less than 10 m or 1.2 %, a place that near to a radius.",
        why="Other coordinates of the same places, or another model of the Earth, give the label.",
        example='Options "North" and "East", key "East", and a bearing of 44.6°.',
        fix="Choose places that lie farther apart, or options that differ by more.",
    ),
    Rule(
        code="GEO701",
        name="answer-depends-on-convention",
        severity="warning",
        what="The label follows only if one thing that the question leaves unsaid is taken in "
        "another way than geoeval takes it by default; the message names the convention.",
        why="Readers who take it in the usual way are marked wrong.",
        example="The key counts the way home, which the question does not mention.",
        fix="Say it in the question.",
    ),
    Rule(
        code="GEO901",
        name="context-lacks-fact",
        severity="info",
        what="The context does not hold a fact that the answer needs, so that the label is "
        "neither proved nor refuted.",
        why="The question is not counted as checked.",
        example="The key is a distance, but one of the places has no coordinates.",
        fix="Add the missing fact to the context, or key the question as unanswerable.",
    ),
    Rule(
        code="GEO902",
        name="question-not-understood",
        severity="info",
        what="geoeval could not carry every word of the question into a query, or passed over one "
        'such as "only" or "not", which is harmless as a rule, in a question whose label differs; '
        "or no query is kept for the question.",
        why="The question is not counted as checked. The words left over are shown.",
        example="Which of them has the shortest waiting time?",
        fix='Reword the question, or give the record an explicit "query", or keep one beside the '
        "dataset: `geoeval formalize`, `geoeval review`.",
    ),
    Rule(
        code="GEO903",
        name="no-usable-label",
        severity="info",
        what="The record has no label, or none that names an option or -1.",
        why="There is nothing to check.",
        example='{"correct": null}',
        fix="Add the label.",
    ),
    Rule(
        code="GEO904",
        name="answer-is-opinion",
        severity="info",
        what="The question asks for the best or a good place, and the label is not the one with "
        "the highest rating.",
        why="Ratings are only one opinion: the label is neither proved nor refuted.",
        example="Recommend a good bakery.",
        fix="Ask for the highest rating, if that is meant.",
    ),
    Rule(
        code="GEO905",
        name="coordinates-decide-nothing",
        severity="info",
        what="The coordinates that stand beside a question are impossible, or repeat those of "
        "other places, so that nothing computed from them proves or refutes the label.",
        why="The question is not counted as checked. GEO202 or GEO205 tells what is wrong.",
        example='{"latitude": -118.2, "longitude": 34.0} for the place that is asked about.',
        fix="Correct the coordinates.",
    ),
)

_OF_FIGURE = {
    "distance": "GEO301",
    "direction": "GEO302",
    "toward": "GEO302",
    "detour": "GEO304",
    "quality": "GEO306",
    "fact": "GEO307",
    "hours": "GEO401",
    "travel": "GEO501",
    "step": "GEO505",
}
_OF_TRIP = {"start": "GEO403", "departure": "GEO403", "visits": "GEO504"}
_OF_RANKED_PLACES = _OF_FIGURE | {"distance": "GEO303", "fact": "GEO306", "travel": "GEO502"}
_OF_CANDIDATES = {
    "pairs": "GEO304",
    "days": "GEO401",
    "schedules": "GEO404",
    "modes": "GEO502",
    "orders": "GEO503",
    "omissions": "GEO504",
    "routes": "GEO507",
}
_OF_CONDITION = {"direction": "GEO302", "open": "GEO401", "hours": "GEO401"}


def code_of(query: Query) -> str:
    """Return the code of the rule that a wrong label breaks, by what its question asks.

    Examples
    --------
    >>> from geoeval.query.filter_kinds import OpenFilter
    >>> code_of(Count(of=Places(category="café", within_m=500)))
    'GEO305'
    >>> code_of(Count(of=Places(category="café", filters=(OpenFilter(day="monday"),))))
    'GEO401'
    """
    candidates = candidates_of(query)
    conditions = parts_of(candidates.filters if isinstance(candidates, Places) else ())
    if any(isinstance(condition, OpenFilter | HoursFilter) for condition in conditions):
        return "GEO401"
    match query:
        case Value(figure=figure):
            return _code_of_value(figure)
        case Best(among=Places(), figure=figure):
            return _OF_RANKED_PLACES[figure.kind]
        case Count(of=Places()):
            return "GEO305"
        case Listing(of=Places()):
            return "GEO306"
        case Best(among=others) | Count(of=others) | Listing(of=others):
            return _OF_CANDIDATES[others.kind]
        case Compare(first=figure) | Difference(first=figure):
            return "GEO307" if isinstance(figure, Fact) else "GEO501"
        case Check(passes=passes):
            condition = passes.of if isinstance(passes, NotFilter) else passes
            return _OF_CONDITION.get(condition.kind, "GEO307")
        case CheckRoutes():
            return "GEO507"
        case CheckTrip():
            return "GEO503"
        case MeetingPlan() | StayPlan():
            return "GEO405"
        case _:  # what no map holds
            return "GEO601"


def _code_of_value(figure: AnyFigure) -> str:
    """Return the code of a wrong value of a figure."""
    match figure:
        case TripFigure(figure=name):
            return _OF_TRIP.get(name, "GEO402")
        case RouteFigure() if unit_of(figure) == "count":
            return "GEO506"
        case RouteFigure(route=route):
            return "GEO507" if isinstance(route, Best) else "GEO508"
        case _:
            return _OF_FIGURE[figure.kind]
