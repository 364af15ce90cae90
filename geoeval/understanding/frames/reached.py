"""Frame for places reached within a time: "which place can I walk to in less than 5 minutes"."""

from __future__ import annotations

from collections.abc import Iterator

from geoeval.query.algebra import Listing, Places
from geoeval.query.filter_kinds import FigureFilter
from geoeval.query.parts import Comparator
from geoeval.understanding import choices, scene
from geoeval.understanding.frame import PLAIN_ASK, Account, Draft, Frame
from geoeval.understanding.reading import Mention, Reading

_LESS = frozenset({"less", "shorter", "fewer", "quicker", "faster"})
_MORE = frozenset({"longer", "more", "slower"})


def _reached(reading: Reading) -> Iterator[Draft]:
    account = Account()
    here = scene.user_place(reading)
    modes = scene.modes(reading)
    durations = reading.of("duration")
    mode = scene.mode(modes)
    if here is None or mode is None or len(durations) != 1 or not choices.are_places(reading):
        return
    bound = _bound(reading, durations[0], account)
    if bound is None or reading.of("negation") or reading.of("clock") or reading.of("return"):
        return
    account.take(here, *durations, *modes, *reading.asked("category"))
    choices.these_words(reading, account)
    wanted = FigureFilter(
        figure="travel_time",
        comparator=bound,
        value=durations[0].amount * 60,
        seen_from=here.value,
        mode=mode,
    )
    among = Places(filters=(wanted,), among=choices.offered(reading))
    yield account.draft(Listing(of=among, wanted="any"))


def _bound(reading: Reading, duration: Mention, account: Account) -> Comparator | None:
    """Return how a time bounds a way, and take the words that say so."""
    for mention in (*reading.asked("comparator"), *reading.asked("comparator_after")):
        if mention.end == duration.start or mention.start == duration.end:
            account.take(mention, *_within(reading, mention.start))
            return _sign(mention.value)
    lead = reading.text(max(0, duration.start - 2), duration.start).split()
    if lead[-1:] == ["than"] and {lead[0]} & (_LESS | _MORE):
        account.used.update((duration.start - 2, duration.start - 1))
        account.take(*reading.covering(duration.start - 2, "superlative"))
        return "<" if lead[0] in _LESS else ">"
    if lead[-1:] in (["in"], ["within"]):
        account.used.add(duration.start - 1)
        return "<="
    return None


def _within(reading: Reading, start: int) -> list[Mention]:
    """Return what stands before a bound: "*in* less than", "*within* at most"."""
    return [m for m in reading.asked("radius") if m.end == start]


def _sign(value: str) -> Comparator | None:
    signs: dict[str, Comparator] = {"<": "<", "<=": "<=", ">": ">", ">=": ">="}
    return signs.get(value)


FRAMES = (
    Frame(
        name="reached in time",
        cues=(
            ("ask:which", "duration", "mode_verb"),
            ("ask:which", "duration", "mode"),
            ("ask:which", "duration", "told:mode"),
            ("ask:which", "duration", "told:mode_verb"),
        ),
        fill=_reached,
        absorbs=(
            *PLAIN_ASK,
            "topic:feasible",
            "topic:visits",
            "arrival",
            "passes",
            "comparison",
            "ask:time",
            "home",
        ),
    ),
)
