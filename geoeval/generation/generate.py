"""New questions about a world, each with its query, its answer and the causes of wrong options."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from random import Random
from typing import get_args

from geoeval.datasets.records import UNANSWERABLE, Question
from geoeval.errors import UsageError, mismatch, quote
from geoeval.generation.draft import Difficulty, Draft, Task
from geoeval.generation.kinds import CATEGORIES, KINDS
from geoeval.generation.omissions import without_a_fact
from geoeval.generation.proofs import flaw_of, is_of_words
from geoeval.generation.town import Town, is_script
from geoeval.query.solve import solve
from geoeval.query.values import Derivation
from geoeval.workers.spread import Workers, map_spread
from geoeval.world.model import World

_TRIES = 200
"""Attempts to draw a question before its kind is given up; most need fewer than ten."""
_MISREAD = 20
"""Number of unsuitable drafts after which a kind is given up."""
_UNBALANCED = 40
"""Unbalanced drafts before giving up: if one in ten is balanced, 1.5% of kinds are missed."""
_AHEAD = 0.5
"""How much more often than by chance an answer may have been right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """The settings of a generated set.

    ``kinds`` are names of ``KINDS`` and ``categories`` of ``CATEGORIES``; if both are empty, all
    kinds are used. ``unanswerable`` is the share of questions whose context lacks the answer. If
    ``in_context`` is False, the questions are about the whole world, as in MapEval's API task.
    ``script`` limits the places to those whose names are in it, such as "latin". ``seed``
    determines all random choices.
    """

    count: int = 100
    seed: int = 0
    kinds: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    difficulties: tuple[Difficulty, ...] = ("easy", "medium", "hard")
    unanswerable: float = 0.0
    in_context: bool = True
    script: str | None = None

    @property
    def wanted(self) -> tuple[str, ...]:
        """The requested kinds: those named and those of the named categories."""
        named = (*self.kinds, *(kind for each in self.categories for kind in CATEGORIES[each]))
        return tuple(dict.fromkeys(named)) or tuple(KINDS)

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"expected a number of questions of at least 1, got {self.count}")
        for what, chosen, known in (
            ("kinds", self.kinds, KINDS),
            ("a category", self.categories, CATEGORIES),
            ("a difficulty", self.difficulties, get_args(Difficulty)),
        ):
            for each in chosen:
                if each not in known:
                    raise UsageError(f"expected {what} from {', '.join(known)}, got {quote(each)}")
        if not 0 <= self.unanswerable <= 1:
            raise UsageError(f"expected a share from 0 to 1, got {self.unanswerable}")
        if self.unanswerable and not self.in_context:
            raise UsageError(
                "expected no unanswerable questions without contexts: the world has all facts"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A question with its proof.

    ``wrong`` has the mistake behind each option, None for the right one; ``lacking`` is the fact
    that the context omits if the question is unanswerable.
    """

    kind: str
    difficulty: Difficulty
    text: str
    phrasing: int
    options: tuple[str, ...]
    label: int
    context: str
    query: object
    derivation: tuple[str, ...]
    mistakes: tuple[str | None, ...]
    margin: float | None
    unit: str
    lacking: str | None
    names_a_place: bool
    guesses: tuple[tuple[str, ...], ...]
    choice: str
    expected: bool
    tries: int
    reworded_by: str | None = None

    @property
    def likeness(self) -> tuple[str, ...]:
        """The features that make two questions near-duplicates.

        This is the query or, if the answer is one of several places, the set of these places.
        """
        if self.label == UNANSWERABLE or self.names_a_place:
            return (self.kind, *sorted(self.options))
        return (self.kind, str(self.query))


@dataclass(slots=True, kw_only=True)
class Tally:
    """Why drafts were dropped, and which kinds could not be used."""

    flaws: Counter[str] = field(default_factory=Counter)
    impossible: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    reworded: int = 0


@dataclass(slots=True, kw_only=True)
class Seen:
    """The questions generated so far, to avoid repetition and answers that are easy to guess."""

    likenesses: set[tuple[str, ...]] = field(default_factory=set)
    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    chance: defaultdict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    surprised: defaultdict[tuple[str, str], bool] = field(default_factory=lambda: defaultdict(bool))

    def lacks(self, found: Generated) -> bool:
        """Return whether no earlier question has one of these features."""
        return found.likeness not in self.likenesses

    def balances(self, asked: Draft | Generated) -> bool:
        """Return whether the right answer has been right about as often as by chance.

        For example, "By car" should be right in half of the questions that offer it with one
        alternative. An expected answer is right once after each time that it was wrong.
        """
        kind = asked.kind
        if asked.choice and asked.expected is not self.surprised[kind, asked.choice]:
            return False
        return all(
            self.right[kind, right] <= self.chance[kind, right] + _AHEAD
            for right, *_ in asked.guesses
        )

    def admits(self, found: Generated | None) -> bool:
        """Return whether a question is new and keeps the balance."""
        return found is not None and self.lacks(found) and self.balances(found)

    def add(self, found: Generated) -> None:
        """Record a question."""
        self.likenesses.add(found.likeness)
        self.surprised[found.kind, found.choice] = not found.expected
        for guesses in found.guesses:
            self.right[found.kind, guesses[0]] += 1
            for each in guesses:
                self.chance[found.kind, each] += 1 / len(guesses)


Progress = Callable[[int, int], None]


def generate_questions(
    world: World,
    controls: Controls,
    *,
    workers: Workers = 1,
    tally: Tally | None = None,
    progress: Progress | None = None,
) -> Iterator[Generated]:
    """Yield questions about a world; they depend on the controls, not on the workers.

    ``workers`` is a number of processes or the address of a Dask scheduler.
    """
    tally = tally if tally is not None else Tally()
    maker = _Maker(world, controls)
    kinds = maker.checked_kinds()
    for kind in set(controls.wanted) - set(kinds):
        tally.impossible[kind] += 1
    plan = _plan_slots(controls, kinds)
    seen = Seen()
    made = map_spread(maker.make, plan, workers)
    for done, (slot, (first, flaws)) in enumerate(zip(plan, made, strict=True), start=1):
        tally.flaws.update(flaws)
        if first is not None and first.likeness in seen.likenesses:
            tally.repeated += 1
        found = first if seen.admits(first) else maker.instead(slot, seen, tally)
        if found is None:
            raise UsageError(
                f"only {done - 1} of {controls.count} questions could be made: the world has "
                "too few facts for more distinct questions"
            )
        seen.add(found)
        if progress is not None:
            progress(done, controls.count)
        yield found


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A question to generate: its number, kind, and the zero-based position of the right option."""

    number: int
    kind: str
    key: int
    answerable: bool
    round: int = 0


def _plan_slots(controls: Controls, kinds: Sequence[str]) -> list[Slot]:
    draw = _seeded_random(controls, "plan")
    lacking = round(controls.unanswerable * controls.count)
    answerable = [number >= lacking for number in range(controls.count)]
    draw.shuffle(answerable)
    slots = []
    bag: list[str] = []
    keys: list[int] = []
    for number in range(controls.count):
        if not bag:
            bag = draw.sample(kinds, len(kinds))
        if not keys:
            keys = draw.sample(range(12), 12)  # 12 is a multiple of 2, 3 and 4 options
        slots.append(
            Slot(number=number, kind=bag.pop(), key=keys.pop(), answerable=answerable[number])
        )
    return slots


class _Maker:
    """Generates the question of a slot."""

    def __init__(self, world: World, controls: Controls) -> None:
        self.town = Town(world, controls.script)
        self.controls = controls
        self.spent: set[tuple[str, bool]] = set()

    def __reduce__(self) -> tuple[type[_Maker], tuple[World, Controls]]:
        return _Maker, (self.town.world, self.controls)

    @cached_property
    def possible(self) -> list[str]:
        if len(self.town.spots) < 6:
            return []
        return [
            kind
            for kind in self.controls.wanted
            if any(
                KINDS[kind](self._build_task(_seeded_random(self.controls, kind, number), "hard"))
                is not None
                for number in range(_TRIES)
            )
        ]

    def checked_kinds(self) -> list[str]:
        """Return the possible kinds; raise UsageError if a requested one is impossible."""
        kinds, script = self.possible, self.controls.script
        if script is not None and not is_script(script):
            expected = "a script as Unicode names it, such as latin, cyrillic or arabic"
            raise mismatch(UsageError, expected, script)
        if missing := [kind for kind in self.controls.kinds if kind not in kinds]:
            raise UsageError(
                f"the world has no facts for questions of the kind {', '.join(missing)}"
            )
        if not kinds:
            written = f" and {script} letters" if script else ""
            raise UsageError(
                f"expected a world with places with unique names{written}, with positions, hours "
                f"or travel times to ask about, got {len(self.town.spots)} such places"
            )
        return kinds

    def make(self, slot: Slot, seen: Seen | None = None) -> tuple[Generated | None, Counter[str]]:
        flaws: Counter[str] = Counter()
        for draft, task, number in self._draft_attempts(slot, seen):
            found = self._write_question(draft, slot, task, number)
            if isinstance(found, str):
                flaws[f"{slot.kind}: {found}"] += slot.answerable
                if flaws.total() == _MISREAD and slot.answerable:
                    return None, flaws
            elif seen is None or seen.lacks(found):
                return found, flaws
        return None, flaws

    def _draft_attempts(self, slot: Slot, seen: Seen | None) -> Iterator[tuple[Draft, Task, int]]:
        unbalanced = 0
        for number in range(1, _TRIES + 1):
            draw = _seeded_random(self.controls, slot.number, slot.round, slot.kind, number)
            task = self._build_task(draw, draw.choice(self.controls.difficulties))
            draft = KINDS[slot.kind](task)
            if draft is None:
                continue
            if not slot.answerable:
                yield from ((each, task, number) for each in without_a_fact(draft, task))
            elif seen is None or seen.balances(draft):
                yield draft, task, number
            else:
                unbalanced += 1
                if unbalanced == _UNBALANCED:
                    return

    def instead(self, slot: Slot, seen: Seen, tally: Tally) -> Generated | None:
        """Return a replacement for a slot, of the same kind or of another that is not exhausted."""
        kinds = self.possible
        others = _seeded_random(self.controls, slot.number, "others").sample(kinds, len(kinds))
        for number, kind in enumerate([slot.kind, *others], start=1):
            if (kind, slot.answerable) in self.spent:
                continue
            found, flaws = self.make(replace(slot, kind=kind, round=number), seen)
            tally.flaws.update(flaws)
            if found is not None:
                return found
            self.spent.add((kind, slot.answerable))
        return None

    def _build_task(self, draw: Random, difficulty: Difficulty) -> Task:
        return Task(
            town=self.town,
            draw=draw,
            difficulty=difficulty,
            in_context=self.controls.in_context,
        )

    def _write_question(self, draft: Draft, slot: Slot, task: Task, tries: int) -> Generated | str:
        options = draft.options(slot.key, task.draw)
        if len({option.casefold() for option in options}) < len(options):
            return "two options are equal"
        query = draft.ask(options)
        label = UNANSWERABLE if draft.lacking else options.index(draft.right)
        flaw: str | None = None
        text, phrasing = "", 0
        for text, phrasing in _phrase_question(draft.kind, draft.slots, task.draw):  # noqa: B007 - kept
            question = Question(id=slot.number, text=text, options=tuple(options))
            flaw = flaw_of(query, question, label, draft.world)
            if flaw is None or not is_of_words(flaw):
                break
        if flaw is not None:
            return flaw
        margin = None if draft.margin is None else round(draft.margin, 1)
        outcome = solve(query, draft.world)
        return Generated(
            kind=draft.kind,
            difficulty=task.difficulty,
            text=text,
            phrasing=phrasing,
            options=tuple(options),
            label=label,
            context=draft.context,
            query=query.model_dump(mode="json", exclude_none=True),
            derivation=outcome.steps if isinstance(outcome, Derivation) else (),
            mistakes=tuple(map(draft.mistakes.get, options)),
            margin=margin,
            unit=draft.unit,
            lacking=draft.lacking,
            names_a_place=draft.right in self.town.named,
            guesses=draft.guesses,
            choice=draft.choice,
            expected=draft.expected,
            tries=tries,
        )


def _seeded_random(controls: Controls, *parts: object) -> Random:
    return Random("/".join(map(str, (controls.seed, *parts))))  # noqa: S311 - no secret


_SLOT = re.compile(r"\{(\w+)\}")


def _phrase_question(
    kind: str, slots: Mapping[str, str], draw: Random
) -> Iterator[tuple[str, int]]:
    """Yield the question in each phrasing of its kind, with the number of the phrasing."""
    known = _load_phrasings()[kind]
    for number in draw.sample(range(len(known)), len(known)):
        text = _SLOT.sub(lambda found: slots[found.group(1)], known[number])
        yield text[0].upper() + text[1:], number + 1


@cache
def _load_phrasings() -> dict[str, list[str]]:
    text = files("geoeval.generation").joinpath("phrasings.json").read_text("utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found
