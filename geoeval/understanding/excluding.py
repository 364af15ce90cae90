"""Reads which places are left out of a choice: "besides the Mill", "I know it", "no Starbucks"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from geoeval.query.filter_kinds import Filter, NameFilter, NotFilter
from geoeval.understanding import choices, scene
from geoeval.understanding.frame import Account
from geoeval.understanding.reading import Mention, Reading
from geoeval.understanding.vocabulary import word_list

_REACH = 2


def excluded(reading: Reading, account: Account) -> tuple[str, ...]:
    """Return the places that are not wanted: "besides the Mill and the Inn", "anything but it"."""
    out: list[Mention] = []
    for lead in reading.of("excluding"):
        found = _named_behind(reading, lead) or _pointed_at(reading, account, lead)
        if lead.value == "seen" and not all(choices.is_offered(reading, m) for m in found):
            continue
        if found:
            account.take(lead, *found)
            account.take(*(m for m in reading.of("negation") if m.start in lead.span))
            out += found
    out += _barred(reading, account)
    out += _known_already(reading, account)
    if out:
        account.take(*_is_left(reading))
    return tuple(dict.fromkeys(m.value for m in out))


def _named_behind(reading: Reading, lead: Mention) -> list[Mention]:
    """Return the places in a row behind the words that leave them out."""
    return _in_a_row(reading, (m for m in scene.names(reading) if m.start >= lead.end), lead.end)


def _in_a_row(reading: Reading, names: Iterable[Mention], end: int) -> list[Mention]:
    """Return the names that follow one another from a word on."""
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


def _pointed_at(reading: Reading, account: Account, lead: Mention) -> list[Mention]:
    """Return the offered place that was told last, where "other than that" points back at it."""
    words = reading.words
    if reading.text(lead.end, lead.end + 1) not in _POINTING:
        return []
    behind = words[lead.end + 1] if lead.end + 1 < len(words) else None
    ended = behind is None or bool(behind.gap) or behind.sentence != words[lead.start].sentence
    told = [m for m in reading.told("place") if m.end <= lead.start]
    told = [m for m in told if choices.is_offered(reading, m)]
    if not ended or not told:
        return []
    account.used.add(lead.end)
    return told[-1:]


_POINTING = frozenset({"that", "this", "it", "those", "them"})


def _known_already(reading: Reading, account: Account) -> list[Mention]:
    """Return the offered places of the story where the next, another or one left is asked for.

    "I know the Mill already. What is the next closest mill?", "After lunch at the Inn, which
    restaurant is left for dinner?"
    """
    asked = [*reading.asked("superlative"), *reading.asked("category")]
    leads = [m.start - 1 for m in asked if reading.text(m.start - 1, m.start) in _ANOTHER]
    which = reading.asked("ask", "which", "where")
    ends = {m.end for m in which}
    leads += [m.start for m in reading.asked("turn", "another") if m.start in ends]
    if not leads and not _is_left(reading):
        return []
    begun = min((m.start for m in which), default=0)
    told = [
        m
        for m in reading.of("place")
        if choices.is_offered(reading, m)
        and (m.end <= begun or reading.words[m.start].sentence not in reading.asking)
    ]
    if told:
        account.used.update(leads)
        account.take(*told, *(m for m in reading.of("topic", "next") if m.end - 1 in leads))
    return told


_ANOTHER = frozenset({"next", "other", "another"})


def _is_left(reading: Reading) -> list[Mention]:
    """Return the words that ask for what is left, behind the noun that is asked for."""
    nouns = [m.end for m in (*reading.asked("category"), *reading.asked("ask", "which"))]
    found = reading.asked("topic", "free_time")
    return [
        m
        for m in found
        if word_list("filters.remaining").issuperset(reading.keys(m))
        and any(end <= m.start for end in nouns)
    ]


def _barred(reading: Reading, account: Account) -> list[Mention]:
    """Return the places that are told to be closed for repairs, fully booked or the like."""
    out = []
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
            out += row
    return out


def chains(reading: Reading, account: Account) -> Iterator[Filter]:
    """Yield what leaves out each place of a name: "that isn't a Starbucks", "not another Gull"."""
    for mention in scene.names(reading):
        article = mention.start - 1
        if reading.text(max(0, article), mention.start) not in {"a", "an", "another"}:
            continue
        denied = [m for m in reading.of("negation", "not") if m.end == article]
        said = reading.text(mention.start, mention.end)
        offered = [option.casefold() for option in choices.offered(reading)]
        if denied and any(said in option for option in offered):
            account.take(mention, *denied)
            account.used.add(article)
            yield NotFilter(of=NameFilter(contains=said))
