"""The filters of a question: figures, prices, hours, services, addresses, exclusions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import cast

from geoeval.query.filter_kinds import (
    AnyFilter,
    CompareFilter,
    FeatureFilter,
    Filter,
    HoursFilter,
    Measure,
    NameFilter,
    NotFilter,
    OpenFilter,
    PlainFilter,
)
from geoeval.query.parts import Comparator
from geoeval.understanding import choices, scene
from geoeval.understanding.reading import Account, Mention, Reading, covered_words
from geoeval.understanding.times import bound_of, find_named_day
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import grammar_words

_REACH = 2


def find_excluded(reading: Reading, account: Account) -> tuple[str, ...]:
    """Return the places that are excluded: "besides the Mill and the Inn", "anything but it"."""
    excluded: list[Mention] = []
    for lead in reading.of("excluding"):
        found = _names_after(reading, lead) or _resolve_pointer(reading, account, lead)
        if lead.value == "seen" and not all(choices.is_offered(reading, m) for m in found):
            continue
        if found:
            account.take(lead, *found)
            account.take(*(m for m in reading.of("negation") if m.start in lead.span))
            excluded += found
    excluded += _find_barred_places(reading, account)
    excluded += _find_known_places(reading, account)
    if excluded:
        account.take(*_remainder_words(reading))
    return tuple(dict.fromkeys(m.value for m in excluded))


def _names_after(reading: Reading, lead: Mention) -> list[Mention]:
    return _consecutive_names(
        reading, (m for m in scene.named_places(reading) if m.start >= lead.end), lead.end
    )


def _consecutive_names(reading: Reading, names: Iterable[Mention], end: int) -> list[Mention]:
    found: list[Mention] = []
    for mention in names:
        joining = set(reading.text(end, mention.start).split())
        same = bool(found) and mention.value == found[-1].value
        if mention.start - end > _REACH or (found and not same and not joining <= _JOINING):
            break
        found.append(mention)
        end = mention.end
    return found


_JOINING = frozenset({"and", "or", "nor", "the"})


def _resolve_pointer(reading: Reading, account: Account, lead: Mention) -> list[Mention]:
    """Return the last option mentioned before "other than that", if the pronoun refers to it."""
    words = reading.words
    if reading.text(lead.end, lead.end + 1) not in _POINTING:
        return []
    after = words[lead.end + 1] if lead.end + 1 < len(words) else None
    ends_clause = after is None or bool(after.gap) or after.sentence != words[lead.start].sentence
    before = [m for m in reading.in_story("place") if m.end <= lead.start]
    before = [m for m in before if choices.is_offered(reading, m)]
    if not ends_clause or not before:
        return []
    account.used.add(lead.end)
    return before[-1:]


_POINTING = frozenset({"that", "this", "it", "those", "them"})


def _find_known_places(reading: Reading, account: Account) -> list[Mention]:
    """Return the options named in the story, if the next, another or a remaining one is asked for.

    "I know the Mill already. What is the next closest mill?", "After lunch at the Inn, which
    restaurant is left for dinner?"
    """
    asked = [*reading.asked("superlative"), *reading.asked("category")]
    leads = [m.start - 1 for m in asked if reading.text(m.start - 1, m.start) in _ANOTHER]
    which = reading.asked("ask", "which", "where")
    ends = {m.end for m in which}
    leads += [m.start for m in reading.asked("turn", "another") if m.start in ends]
    if not leads and not _remainder_words(reading):
        return []
    question_start = min((m.start for m in which), default=0)
    offered = [
        m
        for m in reading.of("place")
        if choices.is_offered(reading, m)
        and (m.end <= question_start or reading.words[m.start].sentence not in reading.asking)
    ]
    if offered:
        account.used.update(leads)
        account.take(*offered, *(m for m in reading.of("topic", "next") if m.end - 1 in leads))
    return offered


_ANOTHER = frozenset({"next", "other", "another"})


def _remainder_words(reading: Reading) -> list[Mention]:
    nouns = [m.end for m in (*reading.asked("category"), *reading.asked("ask", "which"))]
    found = reading.asked("topic", "free_time")
    return [
        m
        for m in found
        if word_list("filters.remaining").issuperset(reading.keys(m))
        and any(end <= m.start for end in nouns)
    ]


def _find_barred_places(reading: Reading, account: Account) -> list[Mention]:
    barred = []
    for why in reading.of("barred"):
        sentence = reading.words[why.start].sentence
        before = [
            m
            for m in reading.of("place")
            if m.end <= why.start and reading.words[m.start].sentence == sentence
        ]
        row = before[-1:]
        for mention in reversed(before[:-1]):
            if not set(reading.text(mention.end, row[0].start).split()) <= _JOINING:
                break
            row.insert(0, mention)
        if row and all(choices.is_offered(reading, m) for m in row):
            account.take(why, *row)
            barred += row
    return barred


def exclude_chains(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield filters that exclude every place of a name: "not a Starbucks", "not another Gull"."""
    for mention in scene.named_places(reading):
        article = mention.start - 1
        if reading.text(max(0, article), mention.start) not in {"a", "an", "another"}:
            continue
        denied = [m for m in reading.of("negation", "not") if m.end == article]
        phrase = reading.text(mention.start, mention.end)
        offered = [option.casefold() for option in choices.offered_options(reading)]
        if denied and any(phrase in option for option in offered):
            account.take(mention, *denied)
            account.used.add(article)
            yield NotFilter(of=NameFilter(contains=phrase))


PRICE_LEVELS = {"inexpensive": 1, "moderate": 2, "expensive": 3, "very expensive": 4}
_HIGHEST_RATING = 5
_SIGNS: dict[str, Comparator] = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", ">": ">", "<": "<"}
_DAY_MIN = 1440


def read_filters(reading: Reading, account: Account) -> tuple[Filter, ...]:
    """Return all filters that the question names, in the order of its words."""
    return (
        *_read_figure_filters(reading, account),
        *_read_price_filters(reading, account),
        *_read_open_filters(reading, account),
        *_read_feature_filters(reading, account),
    )


def negate_if(denied: object, each: PlainFilter) -> PlainFilter | NotFilter[PlainFilter]:
    """Return a filter, negated if ``denied`` is true."""
    return NotFilter(of=each) if denied else each


def _read_figure_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "at least 4.7 stars", "between 4 and 4.5 stars", "500 or more reviews"."""
    found: list[Filter] = []
    previous: Comparator | None = None
    numbers = reading.of("number")
    for number in numbers:
        attribute = _find_attribute(reading, number)
        if attribute is None:
            attribute = _attribute_by_size(reading, number, account)
        if attribute is None or (
            _is_denied(reading, number) and not _dropping_words(reading, number)
        ):
            continue
        mention = _find_comparator(reading, number, attribute)
        bound = _range_comparator(reading, number, numbers)
        sign = bound or _SIGNS.get(reading.words[number.start].gap)
        if attribute.start < number.start:
            # "more than 500 reviews and a rating of 4.5" compares only the first figure
            previous = None
        comparator = cast("Comparator", mention.value) if mention else sign or previous or "=="
        previous = comparator
        if dropped := _dropping_words(reading, number):
            comparator = _OPPOSITE[comparator]
            account.take(*dropped)
        measure: Measure = "rating_count" if attribute.value == "rating_count" else "rating"
        if measure == "rating" and number.amount > _HIGHEST_RATING:
            measure = "rating_count"
        elif measure == "rating_count" and number.amount != int(number.amount):
            measure = "rating"
        account.take(number, attribute, mention)
        account.used.update(_concession_word(reading, mention or number))
        found.append(CompareFilter(measure=measure, comparator=comparator, value=number.amount))
    return found


def _concession_word(reading: Reading, compared: Mention) -> list[int]:
    """Return the word before a figure that makes it a concession: "despite over 2000 reviews"."""
    lead = range(max(0, compared.start - _CONCESSION_REACH), compared.start)
    return [i for i in lead if reading.words[i].key in word_list("filters.conceding")]


_CONCESSION_REACH = 3


def _attribute_by_size(reading: Reading, number: Mention, account: Account) -> Mention | None:
    """Return what a compared figure must measure by its size, if an unknown word names it.

    "Above 3.9 points" can only be a rating, "over 700 opinions" the number of ratings.
    """
    before = [m for m in reading.asked("comparator") if 0 <= number.start - m.end <= 1]
    after = [m for m in reading.asked("comparator_after") if m.start == number.end]
    measure = "rating" if number.amount <= _HIGHEST_RATING else "rating_count"
    if not (before or after) or _HIGHEST_RATING < number.amount < _MIN_RATING_COUNT:
        return None
    named = [number.end, (before[0].start if before else number.start) - 1]
    if reading.text(named[1], named[1] + 1) == "of":
        named[1] -= 1
    for index in named:
        inside = 0 <= index < len(reading.words)
        if inside and not any(index in m.span for k in reading.mentions for m in reading.of(k)):
            word = reading.words[index]
            if word.key not in grammar_words() and not word.is_capital:
                account.assume(f'"{word.text}" means the {measure.replace("_", " ")}', BY_SIZE_COST)
                return Mention("attribute", measure, index, index + 1)
    return None


BY_SIZE_COST = 0.2
"""The cost of inferring what a figure measures from its size alone."""
_MIN_RATING_COUNT = 20


def _range_comparator(
    reading: Reading, number: Mention, numbers: Sequence[Mention]
) -> Comparator | None:
    """Return how a figure bounds a range ("between 4 and 4.5"), or None if it does not."""
    for low, high in pairwise(numbers):
        key_before = reading.text(low.start - 1, low.start) if low.start else ""
        if key_before == "between" and reading.text(low.end, high.start) == "and":
            if number is low:
                return ">="
            if number is high:
                return "<="
    return None


_OPPOSITE: dict[str, Comparator] = {">=": "<", ">": "<=", "<=": ">", "<": ">="}


def _dropping_words(reading: Reading, number: Mention) -> list[Mention]:
    """Return the words that exclude places with a figure ("ignore those with under 9").

    Only these words and those for the excluded places may precede the compared figure.
    """
    compared = [m for m in reading.of("comparator") if 0 <= number.start - m.end <= 2]
    start = compared[-1].start if compared else number.start
    leads = [
        m
        for m in reading.of("excluding", "out")
        if m.end <= start
        and set(reading.text(m.end, start).split()) <= word_list("filters.left_out")
        and reading.words[m.start].sentence == reading.words[number.start].sentence
    ]
    if not leads:
        return []
    inner = [m for m in reading.of("negation") if leads[-1].start <= m.start < start]
    return [*leads, *inner]


def _is_denied(reading: Reading, number: Mention) -> bool:
    """Whether a "not" precedes a figure in its sentence ("I don't like … below 4")."""
    sentence = reading.words[number.start].sentence
    compared = covered_words(reading.of("comparator"))
    return any(
        m.end <= number.start
        and reading.words[m.start].sentence == sentence
        and not compared.issuperset(m.span)
        and "but" not in reading.text(m.end, number.start).split()
        for m in reading.of("negation")
    )


def _find_attribute(reading: Reading, number: Mention) -> Mention | None:
    attributes = reading.of("attribute", "rating", "rating_count")
    raters = [m for m in reading.of("raters") if m.start == number.end]
    if attributes and raters:
        return raters[0]._replace(kind="attribute", value="rating_count")
    after = [m for m in attributes if 0 <= m.start - number.end <= 3]
    before = [m for m in attributes if 0 <= number.start - m.end <= 5]
    others = [m for m in reading.of("number") if m is not number]
    after = [m for m in after if not any(number.end <= o.start < m.start for o in others)]
    others = [o for o in others if reading.text(o.end, number.start) != "and"]
    before = [m for m in before if not any(m.end <= o.start < number.start for o in others)]
    return after[0] if after else before[-1] if before else None


def _find_comparator(reading: Reading, number: Mention, attribute: Mention) -> Mention | None:
    """Return the comparator of a figure: "at least 4.7", "4.5 stars or higher", "4.5+"."""
    reach = range(min(number.start, attribute.start) - 3, max(number.end, attribute.end) + 3)
    after = [
        m
        for m in reading.of("comparator_after")
        if m.start in (number.end, attribute.end) and m.start in reach
    ]
    before = [m for m in reading.of("comparator") if m.end <= number.start and m.end in reach]
    before = [m for m in before if number.start - m.end <= 4]
    return before[-1] if before else after[0] if after else None


def _read_price_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "moderately priced", "the price must be moderate", "either cheap or moderate"."""
    for mention in reading.of("price"):
        account.take(*close_to(reading, mention, "attribute", 3))
    return _join_alternatives(
        reading,
        reading.of("price"),
        account,
        lambda mention: CompareFilter(
            measure="price_level", comparator="==", value=PRICE_LEVELS[mention.value]
        ),
    )


def _join_alternatives(
    reading: Reading,
    mentions: Sequence[Mention],
    account: Account,
    filter_of: Callable[[Mention], PlainFilter],
) -> list[Filter]:
    """Return one filter per mention; mentions joined by "or" share a filter with alternatives."""
    found: list[Filter] = []
    for group in _group_by_or(reading, mentions, account):
        account.take(*group)
        each = tuple(dict.fromkeys(map(filter_of, group)))
        found.append(each[0] if len(each) == 1 else AnyFilter(of=each))
    return found


def _group_by_or(
    reading: Reading, mentions: Sequence[Mention], account: Account
) -> list[list[Mention]]:
    """Group the mentions that "or" joins, and take that word."""
    groups: list[list[Mention]] = []
    for mention in mentions:
        start = groups[-1][-1].end if groups else mention.start
        between = reading.text(start, mention.start).split()
        if "or" in between and len(between) <= 3:
            groups[-1].append(mention)
            account.used.add(start + between.index("or"))
        else:
            groups.append([mention])
    return groups


def _read_open_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "open on Monday", "closed at 9 PM", "open past 9 PM", or "to eat now" with a time."""
    if _is_around_the_clock(reading, account):
        return [OpenFilter(all_day=True)]
    states, clocks = reading.of("state"), reading.of("clock")
    if not _asks_for_open_places(reading, states, clocks):
        return []
    day, day_words = find_named_day(reading)
    at = scene.clock_text(clocks[0].amount) if clocks else None
    if day is None and at is None:
        return []
    bound = bound_of(reading, states, clocks[0]) if clocks else None
    if bound is not None and bound.edge is None:
        return []
    account.take(*states, *clocks[:1], *day_words, *reading.of("attribute", "hours"))
    if bound is not None and bound.edge is not None and at is not None:
        account.used.update(bound.words)
        return [HoursFilter(edge=bound.edge, comparator=bound.comparator, at=at, day=day)]
    account.take(*reading.asked("moment", "now"))
    if clocks and _may_mean_opening(reading, states):
        account.assume('"open at" means to be open then', OPEN_AT_COST)
    closed = bool(states) and states[-1].value != "open"
    dropped = _excluding_phrases(reading, states)
    account.take(*dropped)
    return [negate_if(closed is not bool(dropped), OpenFilter(day=day, at=at))]


def _is_around_the_clock(reading: Reading, account: Account) -> bool:
    """Take the words for "open 24 hours", and return whether there are any."""
    always = reading.asked("always_open")
    if always:
        account.take(*always, *reading.asked("attribute", "hours"))
        return True
    states = reading.of("state")
    days = [m for m in reading.of("duration") if m.amount == _DAY_MIN and "24" in reading.keys(m)]
    if not (states and days) or _have_different_states(reading, states):
        return False
    account.take(*states, *days)
    return True


def _have_different_states(reading: Reading, states: Sequence[Mention]) -> bool:
    return len({(m.value, reading.text(m.start, m.end)) for m in states}) > 1


def _asks_for_open_places(
    reading: Reading, states: Sequence[Mention], clocks: Sequence[Mention]
) -> bool:
    if _have_different_states(reading, states):
        return False
    going = reading.asked("topic", "feasible") and _is_there_at(reading)
    if not (states or going or (clocks and reading.asked("moment", "now"))):
        return False
    return not (reading.asked("arrival") and scene.named_modes(reading))


def _excluding_phrases(reading: Reading, states: Sequence[Mention]) -> list[Mention]:
    """Return phrases before a state that exclude such places: "leaving out closed ones"."""
    words = reading.words
    return [
        phrase
        for phrase in reading.of("excluding", "out")
        if states
        and 0 <= states[0].start - phrase.end <= _STATE_REACH
        and words[phrase.start].sentence == words[states[0].start].sentence
    ]


OPEN_AT_COST = 0.1
"""The cost of reading "which cafes open at 11" as "which are open at 11"."""


def _may_mean_opening(reading: Reading, states: Sequence[Mention]) -> bool:
    """Whether "open" before "at" is the verb of its sentence, and may refer to the opening time."""
    words = reading.words
    for state in states:
        following_key = words[state.end].key if state.end < len(words) else ""
        if words[state.start].key == "open" and following_key == "at":
            sentence = words[state.start].sentence
            return word_list("filters.being").isdisjoint(
                w.key for w in words if w.sentence == sentence
            )
    return False


_STATE_REACH = 4
"""Words between "leaving out" and "closed": "any cafes that are"."""


_OF_JOURNEYS = ("leave", "duration", "mode", "mode_verb", "arrival")


def _is_there_at(reading: Reading) -> bool:
    """Whether a time is that of a stay ("can I go to at 8") rather than of a departure."""
    clocks = [m for m in reading.asked("clock") if m.start]
    timed = [m for m in clocks if reading.words[m.start - 1].key in {"at", "around", "about"}]
    return bool(timed) and not any(reading.asked(kind) for kind in _OF_JOURNEYS)


def _read_feature_filters(reading: Reading, account: Account) -> list[Filter]:
    """Read "that serves dinner", "beer or wine", "but not wine", "neither beer nor wine".

    If the first of several services joined by "or" is denied, all of them are.
    """
    features = reading.asked("feature")
    if not features and not any(reading.asked(kind) for kind in _SAYING):
        features = reading.in_story("feature")
    if _points_at_a_service(reading):
        features = sorted({*features, *reading.in_story("feature")}, key=lambda m: m.start)
    features = sorted({*features, *_find_meals(reading, account, features)}, key=lambda m: m.start)
    found: list[Filter] = []
    for group in _group_by_or(reading, features, account):
        denied = [_find_denials(reading, mention) for mention in group]
        account.take(*group, *(m for denials in denied for m in denials))
        each = tuple(
            dict.fromkeys(
                negate_if(denials or denied[0], FeatureFilter(feature=mention.value))
                for mention, denials in zip(group, denied, strict=True)
            )
        )
        found.extend(each if denied[0] or len(each) == 1 else [AnyFilter(of=each)])
    meals = [m for m in features if m.value in _MEALS and not _find_denials(reading, m)]
    only = _adjacent_only(reading, meals[0]) if len(meals) == 1 else []
    if only:
        account.used.update(only)
        others = (meal for meal in _MEALS if meal != meals[0].value)
        found += [NotFilter(of=FeatureFilter(feature=meal)) for meal in others]
    return found


def _find_meals(reading: Reading, account: Account, features: Sequence[Mention]) -> list[Mention]:
    """Return the meals after "serve" or another meal: "lunch but no dinner"."""
    served = {i for m in features for i in m.span}
    meals: list[Mention] = []
    for index, word in enumerate(reading.words):
        service = f"serves {word.key}"
        if service not in _MEALS or index in served or word.sentence not in reading.asking:
            continue
        before = index - 1
        while before > 0 and reading.words[before].key in word_list("filters.between_meals"):
            before -= 1
        verb = before >= 0 and reading.words[before].key in word_list("filters.serving")
        if verb or before in served:
            account.used.update({before} if verb else ())
            meals.append(Mention("feature", service, index, index + 1))
            served.add(index)
    return meals


def _adjacent_only(reading: Reading, meal: Mention) -> list[int]:
    """Return the word next to a meal that makes it the only one ("only dinner", "dinner only")."""
    adjacent = (meal.start - 1, meal.end)
    return [i for i in adjacent if 0 <= i < len(reading.words) and reading.words[i].key in _ONLY]


def _find_denials(reading: Reading, feature: Mention) -> list[Mention]:
    return [
        m
        for m in reading.of("negation")
        if 0 <= feature.start - m.end <= 3
        and "but" not in reading.text(m.end, feature.start).split()
    ]


def _points_at_a_service(reading: Reading) -> bool:
    """Whether the question refers to a service mentioned before ("which place serves it")."""
    words = [word.key for word in reading.words if word.sentence in reading.asking]
    return any(
        verb in word_list("filters.serving") and after == "it" for verb, after in pairwise(words)
    )


_SAYING = ("superlative", "state", "attribute", "praise", "price", "length", "number", "compass")
"""Kinds that show what a question asks for, so that it does not refer to its story."""

_MEALS = ("serves breakfast", "serves brunch", "serves lunch", "serves dinner")
_ONLY = frozenset({"only", "just", "solely", "exclusively"})


def close_to(reading: Reading, mention: Mention, kind: str, reach: int) -> list[Mention]:
    """Return the mentions of a kind within a few words of another mention."""
    return [
        m
        for m in reading.of(kind)
        if -2 <= mention.start - m.end <= reach or -2 <= m.start - mention.end <= reach
    ]
