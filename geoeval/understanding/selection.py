"""The places that a question means: category, anchor, radius, and comparisons with a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from geoeval.query.algebra import Places
from geoeval.query.filter_kinds import (
    AddressFilter,
    DirectionFilter,
    FigureFilter,
    Filter,
    NameFilter,
)
from geoeval.query.parts import Comparator, Direction
from geoeval.understanding import choices, kinds, scene
from geoeval.understanding.filters import (
    close_to,
    exclude_chains,
    find_excluded,
    negate_if,
    read_filters,
)
from geoeval.understanding.kinds import heading_of_options
from geoeval.understanding.position import Weight, word_weights
from geoeval.understanding.reading import Account, Mention, Reading, covered_words
from geoeval.understanding.vocabulary import word_list
from geoeval.understanding.vocabulary.lexicon import category_of, neutral_words
from geoeval.understanding.vocabulary.text import split_keys
from geoeval.world.categories import are_akin, singular
from geoeval.world.model import Place

_SIDES: dict[str, Comparator] = {"higher": ">", "lower": "<"}


def comparisons_with_place(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield filters that compare the figures of places with those of a named place.

    "With a higher rating than the Inn", "cheaper than the Inn", "closer to the Mill than the Inn".
    """
    for word in reading.asked("higher_than"):
        other = _name_at(reading, word.end)
        if other is None or not _may_be_one_of_them(reading, other):
            continue
        measure, _, side = word.value.partition(" ")
        _take_comparison(reading, account, word, other)
        yield FigureFilter.model_validate(
            {"figure": measure, "comparator": _SIDES[side], "than": other.value}
        )
    for nearness in reading.asked("superlative", "nearest", "farthest"):
        for than in reading.asked("contrast", "than"):
            other = _name_at(reading, than.end)
            if other is None or not _is_anchor_between(reading, nearness, than):
                continue
            if _may_be_one_of_them(reading, other):
                account.take(than)
                account.used.update(
                    i
                    for i in range(nearness.end, than.start)
                    if reading.words[i].key in word_list("comparing.ways")
                )
                _take_comparison(reading, account, nearness, other)
                sign: Comparator = "<" if nearness.value == "nearest" else ">"
                yield FigureFilter(figure="distance", comparator=sign, than=other.value)


def _take_comparison(reading: Reading, account: Account, word: Mention, other: Mention) -> None:
    account.take(word, other)
    for kind in ("comparison", "comparator", "contrast"):
        account.take(
            *(m for m in reading.asked(kind) if m.end == other.start or m.end in word.span)
        )


def _name_at(reading: Reading, index: int) -> Mention | None:
    names = [m for m in reading.asked("place") if 0 <= m.start - index <= 1]
    article = reading.text(index, names[0].start) if names else ""
    return names[0] if names and article in {"", "the"} else None


def _is_anchor_between(reading: Reading, nearness: Mention, than: Mention) -> bool:
    """Whether only the anchor is between "closer" and "than"."""
    comparative = word_list("comparing.comparative") & {*reading.keys(nearness)}
    names = reading.names_between(nearness.end, than.start)
    inner = {i for m in names for i in m.span}
    between = (reading.words[i] for i in range(nearness.end, than.start) if i not in inner)
    return (
        bool(comparative)
        and nearness.end <= than.start
        and len(names) <= 1
        and all(word.key in word_list("comparing.ways") for word in between)
    )


def _may_be_one_of_them(reading: Reading, other: Mention) -> bool:
    """Whether a place may be one of the candidates: it is an option or on a list.

    In "closer to the Mill than the Pier", a pier that is not a cafe may be another anchor.
    """
    atlas = reading.world.atlas
    place = atlas.resolve(other.value)
    if choices.is_offered(reading, other):
        return True
    listed = {atlas.facts(each).id for nearby in reading.world.lists for each in nearby.places}
    return isinstance(place, Place) and place.id in listed


def read_bounds(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield distance bounds of places: "between 200 and 300 m", "farther than 1 km"."""
    for length in reading.asked("length"):
        for number in reading.asked("number"):
            joined = reading.text(number.end, length.start) == "and"
            is_range = reading.text(max(0, number.start - 1), number.start) == "between"
            highest = next((m.amount for m in _leading_numbers(reading, length)), 0.0)
            if joined and is_range and 0 < number.amount < highest:
                account.take(number)
                account.used.update((number.start - 1, number.end))
                metres = number.amount / highest * length.amount
                yield FigureFilter(figure="distance", comparator=">=", value=metres)
        for sign, words in _distance_comparators(reading, length):
            account.take(length, *words)
            yield FigureFilter(figure="distance", comparator=sign, value=length.amount)
            break


def _leading_numbers(reading: Reading, length: Mention) -> Iterator[Mention]:
    text = reading.words[length.start].text.replace(",", "")
    if text.replace(".", "", 1).isdigit():
        yield length._replace(kind="number", amount=float(text))


def _distance_comparators(
    reading: Reading, length: Mention
) -> Iterator[tuple[Comparator, list[Mention]]]:
    for mention in reading.asked("comparator", ">", ">="):
        if mention.end == length.start:
            yield (">" if mention.value == ">" else ">="), [mention]
    for nearness in reading.asked("superlative", "nearest", "farthest"):
        thans = [m for m in reading.asked("comparison") if m.end == length.start]
        ways = reading.text(nearness.end, length.start - 1).split()
        if thans and set(ways) <= word_list("comparing.ways") and nearness.end <= thans[0].start:
            farther = nearness.value == "farthest"
            yield (">" if farther else "<"), [nearness, *thans, *reading.asked("contrast", "than")]


_ANCHORING = ("at", "near", "to", "from", "of", "between", "after")


def read_category(reading: Reading, account: Account) -> str | None:
    """Return the kind of place that is asked for, the first after an asking word."""
    asked = reading.asked("category") or reading.in_story("category")
    asked = [m for m in asked if not _is_kind_of_name(reading, m) and not _is_any_kind(reading, m)]
    weight = word_weights(reading)
    asked = [m for m in asked if weight.get(m.start) is not Weight.ASIDE] or asked
    if not asked:
        return None
    leads = [
        *reading.asked("ask", "which", "count", "tell", "where", "whether"),
        *reading.asked("superlative"),
    ]
    after = [m for m in asked if any(lead.end <= m.start for lead in leads)]
    chosen = (after or asked)[0]
    account.take(chosen)
    account.take(*(m for m in reading.of("category", chosen.value)))
    account.take(*_list_size(reading, chosen))
    _assume_kind_modifier(reading, account, chosen)
    return _listed_kind(reading, account, chosen.value)


def _assume_kind_modifier(reading: Reading, account: Account, kind: Mention) -> None:
    """Assume that a word before the name of a kind does not narrow it: a "*wine* bar" is a bar."""
    before, _, last = singular(reading.text(kind.start, kind.end)).rpartition(" ")
    headed = {singular(each.category or "") for each in reading.world.lists}
    if before and last == kind.value and f"{before} {last}" not in headed:
        account.assume(f'"{before}" leaves out none of them', KIND_COST)


def _list_size(reading: Reading, kind: Mention) -> list[Mention]:
    """Return the number of all listed places, if mentioned: "how many of *the six* cafes"."""
    sizes = {len(each.places) for each in reading.world.atlas.entries(category=kind.value)}
    return [
        m
        for m in reading.asked("number")
        if m.end == kind.start
        and sizes == {m.amount}
        and reading.text(max(0, m.start - 1), m.start) in {"the", "these", "those"}
    ]


def _listed_kind(reading: Reading, account: Account, kind: str) -> str:
    """Return the kind of the only list that holds the options, if no list has the kind asked for.

    A map may list a gallery as a museum, or a snack bar as a restaurant.
    """
    atlas = reading.world.atlas
    if not reading.question.options or atlas.entries(category=kind):
        return kind
    heading = heading_of_options(reading)
    if heading is None:
        return kind
    listed = category_of(heading) or kind
    if not are_akin(listed, kind):
        return kind
    if listed != kind:
        account.assume(f"the {listed} listed is the {kind} asked for", KIND_COST)
    return listed


KIND_COST = 0.03
"""The cost of assuming that a map lists a kind of place under another name."""


def any_category(reading: Reading) -> Mention | None:
    """Return the kind of place that is asked for, or None."""
    return next(iter(reading.asked("category")), None)


def _is_kind_of_name(reading: Reading, mention: Mention) -> bool:
    """Whether a category only says what the place named before it is ("the Mermaid statue").

    A plural of a kind that is listed around the place does not: "the Mermaid restaurants".
    """
    before = [m for m in scene.named_places(reading) if m.end == mention.start]
    is_plural = reading.words[mention.end - 1].key.endswith("s")
    listed = reading.world.atlas.entries
    return any(not (is_plural and listed(m.value, mention.value)) for m in before)


def _is_any_kind(reading: Reading, mention: Mention) -> bool:
    """Whether a category is too general to narrow the answer ("which sight")."""
    return {word.key for word in reading.words[mention.start : mention.end]} <= word_list(
        "filters.any_kind"
    )


def read_addresses(reading: Reading, account: Account) -> tuple[Filter, ...]:
    """Return address filters for towns or streets that contain only some of the options.

    A name in all their addresses does not narrow the choice; its words are only accounted for.
    """
    found = [reading.world.atlas.resolve(option) for option in choices.offered_options(reading)]
    offered = [place for place in found if isinstance(place, Place)]
    listed = (place for nearby in reading.world.lists for place in nearby.places)
    known = kinds.known_addresses(offered or listed)
    filters: list[Filter] = list(_read_address_filters(reading, account, known))
    for unknown in reading.of("unknown"):
        mention = _add_house_number(reading, unknown)
        count = sum(kinds.address_contains(address, mention.value) for address in known)
        keys_before = reading.text(max(0, mention.start - 3), mention.start).split()
        is_story = (
            mention is unknown and reading.words[unknown.start].sentence not in reading.asking
        )
        if not count or (is_story and count < len(known)) or _LOCATIVES.isdisjoint(keys_before):
            continue
        denied = [m for m in reading.asked("negation") if 0 <= mention.start - m.end <= 1]
        account.take(mention, *denied, *reading.asked("attribute", "address"))
        matching = [address for address in known if kinds.address_contains(address, mention.value)]
        account.used.update(_shared_address_words(reading, matching, mention.end))
        if denied or count < len(known):
            filters.append(negate_if(denied, AddressFilter(contains=mention.value)))
    return tuple(filters)


def _read_address_filters(
    reading: Reading, account: Account, known: Sequence[str]
) -> Iterator[Filter]:
    """Yield filters by part of an address, named after "on" or "in": "on *Level 2* of the mall"."""
    taken = covered_words((*reading.of("place"), *reading.of("unknown"), *reading.of("clock")))
    taken |= account.used
    for lead, word in enumerate(reading.words[:-1]):
        if word.key not in _LOCATIVES or word.sentence not in reading.asking:
            continue
        for end in range(min(lead + 1 + _LONGEST_PART, len(reading.words)), lead + 2, -1):
            name_words = range(lead + 1, end)
            if not taken.isdisjoint(name_words) or any(reading.words[i].gap for i in name_words):
                continue
            text = " ".join(reading.words[i].text for i in name_words)
            matching = [address for address in known if kinds.address_contains(address, text)]
            if 0 < len(matching) < len(known):
                account.used.update(name_words)
                account.used.update(_shared_address_words(reading, matching, end))
                yield AddressFilter(contains=text)
                break


def _shared_address_words(reading: Reading, addresses: Sequence[str], start: int) -> Iterator[int]:
    for index in range(start, len(reading.words)):
        word = reading.words[index]
        if word.sentence != reading.words[start - 1].sentence or word.gap:
            return
        if all(kinds.address_contains(address, word.text) for address in addresses):
            yield index


_LONGEST_PART = 4


def _add_house_number(reading: Reading, street: Mention) -> Mention:
    for number in reading.of("number"):
        if number.start == street.end and not reading.words[number.start].gap:
            value = f"{street.value} {reading.text(number.start, number.end)}"
            return street._replace(value=value, end=number.end)
    return street


_LOCATIVES = frozenset({"in", "on", "at", "along"})


def read_anchor(reading: Reading, account: Account) -> str | None:
    """Return the place to search around: one named in the question, else the asker's location."""
    asked = [
        m
        for m in scene.named_places(reading, asked=True)
        if not scene.is_locality(reading, m)
        and m.start not in account.used
        and reading.relation(m) in _ANCHORING
        and (not choices.is_offered(reading, m) or _is_measured_from(reading, m))
    ]
    placed = asked[0] if asked else scene.user_place(reading)
    if placed is not None and placed.start in account.used:
        placed = None
    if asked or (placed is not None and not choices.is_offered(reading, placed)):
        assert placed is not None
        account.take(placed, *_find_trailing_localities(reading, placed))
        return placed.value
    return reading.world.user_location


def _is_measured_from(reading: Reading, mention: Mention) -> bool:
    """Whether a name follows "nearest to", although it is an option too."""
    before = reading.before(mention, ("superlative",), 3)
    return before is not None and before.value in {"nearest", "farthest"}


def _find_trailing_localities(reading: Reading, placed: Mention) -> list[Mention]:
    """Return the later names that only say in which town or country a place is."""
    return [
        m
        for m in scene.named_places(reading)
        if m.start >= placed.end and scene.is_locality(reading, m)
    ]


def read_radius(reading: Reading, account: Account) -> float | None:
    """Return the search radius in metres."""
    for mention in reading.of("length"):
        compared = close_to(reading, mention, "comparator", 1)
        if mention.start in account.used or any(m.value not in {"<", "<="} for m in compared):
            return None
        account.take(mention, *compared, *close_to(reading, mention, "radius", 3))
        return mention.amount
    return None


def select_places(reading: Reading, account: Account) -> Places:
    """Return the places that a question means, all in one account."""
    excluded = find_excluded(reading, account)
    filters = (
        *exclude_chains(reading, account),
        *comparisons_with_place(reading, account),
        *read_addresses(reading, account),
    )
    filters = (*filters, *read_bounds(reading, account), *read_sides(reading, account))
    return Places(
        excluding=excluded,
        category=read_category(reading, account),
        anchor=read_anchor(reading, account),
        within_m=read_radius(reading, account),
        filters=(*filters, *_read_name_filters(reading, account), *read_filters(reading, account)),
    )


def read_sides(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield filters by direction from the anchor.

    "Within 500 m of the Mill and to the north of it"; "how many lie north of the Mill"; "to its
    north".
    """
    for compass in reading.asked("compass"):
        following = reading.text(compass.end, compass.end + 2).split()
        pointing = following[:1] in (["of"], ["from"]) and following[1:] in _HERE_OR_THERE
        is_possessive = reading.text(compass.start - 1, compass.start) == "its"
        named = [m for m in reading.asked("place") if 0 < m.start - compass.end <= _SIDE_REACH]
        counted = reading.asks("ask:count") and named and following[:1] in (["of"], ["from"])
        if pointing or counted or is_possessive:
            account.take(compass)
            account.used.update(range(compass.start - is_possessive, compass.start))
            account.used.update(
                range(compass.end, compass.end + (2 if pointing else bool(counted)))
            )
            yield DirectionFilter(direction=cast("Direction", compass.value))


_SIDE_REACH = 2
_HERE_OR_THERE = (["it"], ["there"], ["that"], ["here"], ["me"], ["us"])


def _read_name_filters(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield a filter by an unknown word before the kind, if only some candidates contain it.

    "An orthopedic hospital" is one with that word in its name if the map says nothing else.
    """
    names = [{*split_keys(option)} for option in choices.offered_options(reading)]
    for kind in reading.asked("category"):
        index = kind.start - 1
        word = reading.words[index].key if index >= 0 else ""
        known = word in neutral_words() or any(
            index in m.span for each in reading.mentions for m in reading.of(each)
        )
        matches = sum(word in name for name in names)
        if index < 0 or known or reading.words[kind.start].gap or not 0 < matches < len(names):
            continue
        account.used.update(i for i, each in enumerate(reading.words) if each.key == word)
        account.assume(f'"{word}" is in the name', NAMED_SO_COST)
        yield NameFilter(contains=word)
        return


NAMED_SO_COST = 0.2
"""The cost of assuming that a word describes the places whose names contain it."""


def change_places(places: Places, **fields: object) -> Places:
    """Return places with some fields changed and validated, so that equal queries compare equal."""
    return Places.model_validate({**dict(places), **fields})
