"""Frame for ways of travelling: which of the offered ones takes least or most."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.algebra import Best, Modes, Travel, TravelLeg
from geoeval.query.parts import OfferedMode
from geoeval.understanding import scene
from geoeval.understanding.choices import offered_modes, options_are_modes
from geoeval.understanding.frame import Account, Draft, Frame
from geoeval.understanding.frames.route_parts import ROUTE_WORDS, ends
from geoeval.understanding.frames.routes import FASTER
from geoeval.understanding.reading import Reading
from geoeval.world.model import TravelMode


def _extreme(reading: Reading) -> Iterator[Draft]:
    if not options_are_modes(reading):
        return
    account = Account()
    between = ends(reading, account)
    orders = reading.asked("superlative", *FASTER) or reading.of("superlative", *FASTER)
    if len({m.value for m in orders}) != 1 or not between.origin or not between.destination:
        return
    if between.via is not None or not _are_all_offered(reading, account):
        return
    account.take(*orders)
    measure, most = FASTER[orders[0].value]
    modes = tuple(
        OfferedMode(text=text, mode=TravelMode(mode))
        for text, mode in offered_modes(reading).items()
    )
    leg = TravelLeg(origin=between.origin, destination=between.destination)
    travel = Travel(legs=(leg,), measure=measure)
    yield account.draft(Best(figure=travel, among=Modes(modes=modes), most=most))


def _are_all_offered(reading: Reading, account: Account) -> bool:
    """Whether the modes named are among the offered ones, or told not to be had ("no car")."""
    offers = set(offered_modes(reading).values())
    for mention in scene.modes(reading):
        denied = [m for m in reading.of("negation") if 0 <= mention.end - m.start <= 4]
        if (mention.value in offers) is bool(denied):
            return False
        account.take(mention, *denied)
    return True


FRAMES = (
    Frame(
        name="extreme mode",
        cues=(
            ("superlative",),
            ("told:superlative",),
            ("superlative", "mode"),
            ("superlative", "mode_verb"),
            ("superlative", "topic:transport"),
            ("told:superlative", "topic:transport"),
        ),
        fill=_extreme,
        absorbs=(*ROUTE_WORDS, "topic:transport", "ask:time", "ask:distance"),
    ),
)
