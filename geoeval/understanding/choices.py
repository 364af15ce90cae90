"""What the options of a question are: types of answer, names, lists, figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from geoeval.calculators.languages.words import says
from geoeval.calculators.units import find_clocks, find_distances, find_durations
from geoeval.understanding.reading import Account, Mention, Reading
from geoeval.understanding.vocabulary import lexicon, word_list
from geoeval.understanding.vocabulary.lexicon import number_words
from geoeval.understanding.vocabulary.text import clean_text, split_keys
from geoeval.world.model import Place, World

MIN_SHARE = 0.6
"""The share of the options that must be of a type: one or two are often "None of these"."""

_DIGITS = re.compile(r"\d{1,4}")
_COUNT_IN_WORDS = re.compile(
    r"(?:(?:only|just|all)\s+)?(?:none|neither|zero|one|two|three|four|five|six|seven|eight|nine"
    r"|ten|all|both|\d{1,2})(?: of (?:them|these|the \w+))?",
    re.IGNORECASE,
)
_COMPASS = re.compile("(?:north|south|east|west|ern)+")
_PAIR_SEPARATOR = re.compile(r"\s+(?:and|&|to|-)\s+|\s*[,;/]\s*")
_LIST_MARK = ", "
_LIST_SEPARATOR = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+")
ONLY = re.compile(r"^\W*(?:only|just)\s+|\s+(?:only|alone)\W*$", re.IGNORECASE)
"""How an option marks a name as the only one it lists."""
_HEDGES = re.compile(
    r"\b(?:about|around|approximately|approx|roughly|more or less|or so)\b\.?", re.IGNORECASE
)
_YES = frozenset({"yes", "true", "✓", "✔", "✅", "☑"})
_NO = frozenset({"no", "false", "✗", "✘", "❌", "✖"})
SYMBOL_STYLE = re.compile("[\ufe0e\ufe0f\\s]")
"""The marks that select the text or the emoji form of a symbol; both mean the same."""
_ARROW = re.compile(r"->|→|=>|>|»")

IMPLIED: dict[str, tuple[tuple[str, str], ...]] = {
    "duration": (("ask", "time"),),
    "distance": (("ask", "distance"),),
    "clock": (("ask", "when"),),
    "count": (("ask", "count"),),
    "direction": (("topic", "direction"),),
    "verdict": (("ask", "whether"),),
    "order": (("topic", "order"),),
    "schedule": (("topic", "schedule"),),
    "mode": (("topic", "transport"),),
    "route": (("topic", "route"), ("ask", "which")),
    "place": (("ask", "which"),),
    "name": (("ask", "which"),),
    "pair": (("topic", "pair"), ("ask", "which")),
}
"""The cues that each type of answer implies."""


def answer_types(options: Sequence[str], world: World) -> tuple[str, ...]:
    """Return the types of most options, the most specific first."""
    cleaned = [clean_text(option).strip(" .") for option in options]
    cleaned = [option for option in cleaned if any(map(str.isalnum, option))]
    if not cleaned:
        return ()
    types = [name for name, is_one in _TYPES if _are_mostly(cleaned, is_one)]
    if types:
        return ("schedule",) if "schedule" in types else tuple(types[:1])
    if _are_mostly(cleaned, lambda option: _is_pair(option, world)):
        return ("pair",)
    routes = {split_keys(route.name) for route in world.routes if route.name}
    if routes and _are_mostly(cleaned, lambda option: _drop_via(split_keys(option)) in routes):
        return ("route",)
    if _are_mostly(cleaned, lambda option: isinstance(world.atlas.resolve(option), Place)):
        return ("place",)
    return ("name",)


def implied_cues(types: Sequence[str]) -> frozenset[str]:
    """Return the cues that types of answers imply, as if the question contained their words."""
    return frozenset(
        cue
        for name in types
        for kind, value in IMPLIED[name]
        for cue in (f"{kind}:{value}", kind, f"story:{kind}:{value}", f"story:{kind}")
    )


def _are_mostly(options: Sequence[str], is_one: Callable[[str], bool]) -> bool:
    return sum(map(is_one, options)) >= MIN_SHARE * len(options)


def _drop_via(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if words[:1] == ("via",) else words


def without_hedges(option: str) -> str:
    """Return an option without "about", "more or less" and the like."""
    return _HEDGES.sub(" ", option).strip()


def read_yes_no(text: str) -> bool | None:
    """Return whether an option says yes or no; None if neither.

    It may say so in its first word, by a symbol, or in a whole phrase of another language.
    """
    words = re.findall(r"[^\W\d_]+", clean_text(text).casefold()) or [SYMBOL_STYLE.sub("", text)]
    if words[0] in _YES or says("yes", text):
        return True
    return False if words[0] in _NO or says("no", text) else None


def is_count(option: str) -> bool:
    """Whether an option is an integer in digits or words: "3", "only one", "both of them"."""
    bare = option.casefold().strip(" .")
    is_digits_or_words = _DIGITS.fullmatch(bare) or _COUNT_IN_WORDS.fullmatch(bare)
    return bool(is_digits_or_words) or bare in number_words()


def _is_figure(option: str, find: Callable[[str], Sequence[tuple[int, int, float]]]) -> bool:
    option = without_hedges(option)
    found = list(find(option))
    covered = sum(end - start for start, end, _ in found)
    return bool(found) and 2 * covered >= len(option)


def _is_direction(option: str) -> bool:
    words = [word for word in split_keys(option) if word not in {"to", "the", "of"}]
    return bool(words) and all(map(_COMPASS.fullmatch, words))


def _is_pair(option: str, world: World) -> bool:
    """Whether an option names two places of the world and is not itself the name of a place."""
    ends = _PAIR_SEPARATOR.split(option)
    if len(ends) != 2 or isinstance(world.atlas.resolve(option), Place):
        return False
    return all(isinstance(world.atlas.resolve(end), Place) for end in ends)


def _is_mode(option: str) -> bool:
    kinds = {kind for kind, _, _, _ in lexicon.find_phrases(split_keys(option))}
    return bool(kinds & {"mode", "mode_verb"}) and len(split_keys(option)) <= 3


def _is_schedule(option: str) -> bool:
    return len(list(find_clocks(option))) > 1 and len(split_keys(option)) > 6


_TYPES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("verdict", lambda option: read_yes_no(option) is not None),
    ("schedule", _is_schedule),
    ("count", is_count),
    ("clock", lambda option: _is_figure(option, find_clocks)),
    ("duration", lambda option: _is_figure(option, find_durations)),
    ("distance", lambda option: _is_figure(option, find_distances)),
    ("direction", _is_direction),
    ("order", lambda option: len(_ARROW.findall(option)) > 1),
    ("mode", _is_mode),
)


_EQUAL = frozenset({"same", "equal", "equally", "difference", "both"})


def offered_options(reading: Reading) -> tuple[str, ...]:
    """Return the options that are not blank, stripped."""
    return tuple(option.strip() for option in reading.question.options if option.strip())


def options_are_bare(reading: Reading) -> bool:
    """Whether the options are numbers without units."""
    options = offered_options(reading)
    return bool(options) and all(
        option.replace(".", "").replace(",", "").strip().isdigit() for option in options
    )


def options_are_verdicts(reading: Reading) -> bool:
    """Whether the options are yes and no."""
    return bool(offered_options(reading)) and all(
        read_yes_no(option) is not None for option in offered_options(reading)
    )


def options_are_twofold(reading: Reading) -> bool:
    """Whether each option combines a compass direction with a distance."""
    options = offered_options(reading)
    return bool(options) and all(
        find_distances(option) and _POINT.search(option.casefold()) for option in options
    )


_POINT = re.compile(r"\b(?:(?:north|south|east|west)[- ]?)+\b|\b[ns][ew]\b")


def options_are_figures(reading: Reading) -> bool:
    """Whether the options are numbers, not names."""
    options = offered_options(reading)
    return bool(options) and all(option[0].isdigit() for option in options)


def offered_modes(reading: Reading) -> dict[str, str]:
    """Return the options that name a single travel mode, each with that mode."""
    modes: dict[str, str] = {}
    for option in offered_options(reading):
        mentioned = {
            value
            for kind, value, _, _ in lexicon.find_phrases(split_keys(option))
            if kind in {"mode", "mode_verb"}
        }
        if len(mentioned) == 1:
            modes[option] = mentioned.pop()
    return modes


def options_are_modes(reading: Reading) -> bool:
    """Whether the options are travel modes, apart from any like "they take the same time"."""
    modes = offered_modes(reading)
    others = [option for option in offered_options(reading) if option not in modes]
    distinct = len(modes) == len(set(modes.values())) > 1
    return distinct and all(_EQUAL & {*split_keys(option)} for option in others)


def options_are_lists(reading: Reading) -> bool:
    """Whether most options list several names each, rather than one name with its address."""
    count = len(offered_options(reading))
    return count > 1 and count_lists(reading) > count / 2


def count_lists(reading: Reading) -> int:
    """Return how many options list several names, or say that one name is all."""
    options = offered_options(reading)
    atlas = reading.world.atlas
    heads = [option.partition(" - ")[0] for option in options]
    if all(" - " in option for option in options) and all(
        isinstance(atlas.resolve(head), Place) for head in heads
    ):
        return 0
    return sum(_LIST_MARK in option or _lists_places(option, reading.world) for option in options)


def _lists_places(option: str, world: World) -> bool:
    """Whether an option lists places of the world: "A and B", "only A"."""
    if isinstance(world.atlas.resolve(option), Place) and not ONLY.search(option):
        return False
    names = _LIST_SEPARATOR.split(ONLY.sub("", option))
    is_one = len(names) == 1 and not ONLY.search(option)
    return not is_one and all(isinstance(world.atlas.resolve(name), Place) for name in names)


def is_offered(reading: Reading, mention: Mention) -> bool:
    """Whether a name is one of the options, and so a candidate rather than an anchor."""
    return any(
        split_keys(option) == split_keys(mention.value)
        or split_keys(option) == reading.keys(mention)
        for option in offered_options(reading)
    )


def these_words(reading: Reading, account: Account) -> bool:
    """Take the words "these", "the places" or the like, and return whether there are any."""
    words = [
        i
        for i, word in enumerate(reading.words)
        if word.key in word_list("options.these") and word.sentence in reading.asking
    ]
    account.used.update(words)
    return bool(words)


def of_these(reading: Reading, account: Account) -> bool:
    """Whether the choice is among the options themselves: "which of these", "which place"."""
    words = these_words(reading, account)
    candidates = [m for m in reading.asked("place") if is_offered(reading, m)]
    if len({m.value for m in candidates}) < 2 and len(offered_options(reading)) > 1:
        candidates = []  # a single option is not a list of the options
    account.take(*candidates)
    return (words or bool(candidates)) and not options_are_figures(reading)


def from_offered(reading: Reading, account: Account, category: str | None) -> bool:
    """Whether the choice is among places of a kind, or else among the options themselves.

    "Which of these" means the options, and so does a bare "which" if they name places.
    """
    return of_these(reading, account) or category is not None or are_places(reading)


def are_places(reading: Reading) -> bool:
    """Whether most options are names of places of the world."""
    options = offered_options(reading)
    atlas = reading.world.atlas
    known = sum(isinstance(atlas.resolve(option), Place) for option in options)
    return known * 2 > len(options)


def may_be_names(reading: Reading) -> bool:
    """Whether the options may be names of places, known or not; True without options.

    "Both of these" is recognised as a phrase, and "Mill Lane 3, Springfield" as an address.
    """
    return not offered_options(reading) or any(
        isinstance(reading.world.atlas.resolve(option), Place)
        or len(option.split()) == 1
        or not (all(word.islower() for word in option.split()[1:]) or _is_address(option))
        for option in offered_options(reading)
    )


def _is_address(option: str) -> bool:
    return _LIST_MARK in option and any(letter.isdigit() for letter in option)


def named_in_a_row(reading: Reading) -> list[Mention]:
    """Return the places that a question lists: "how many of A, B and C"."""
    named = sorted(reading.asked("place"), key=lambda m: m.start)
    found = named[:1]
    for mention in named[1:]:
        between = set(reading.text(found[-1].end, mention.start).split())
        if between <= {"and", "or", "the"}:
            found.append(mention)
        elif len(found) > 1:
            break
        else:
            found = [mention]
    return found if len(found) > 1 else []


def named_alternatives(reading: Reading) -> list[Mention]:
    """Return the places among which a question without options offers a choice: "A, B or C".

    They end a sentence that asks, follow one another, and have "or" before the last.
    """
    named = sorted(reading.asked("place"), key=lambda m: m.start)
    found = named[-1:]
    for mention in reversed(named[:-1]):
        between = reading.text(mention.end, found[0].start).split()
        if between != (["or"] if len(found) == 1 else []):
            break
        found.insert(0, mention)
    return [] if offered_options(reading) or len(found) < 2 else found
