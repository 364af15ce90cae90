"""How far understanding carries: questions asked with fewer words known, or with other names.

``python -m benchmarks.probes [--seeds 1 2 3 4 5] [--only deletion|names] [--format json]``
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TypedDict

from benchmarks.accuracy import audit, right_options
from benchmarks.figures import Figure, NotMeasuredError, share, table, third_party
from benchmarks.renaming import VARIANTS, renamed
from benchmarks.thinning import SHARE, thinned
from geoeval.datasets.records import Question
from geoeval.verification.answer import answer_question
from tests.understanding.asking import records, world_of
from tests.understanding.blind import of_our_own, of_the_benchmark, rounds

SEEDS = (1, 2, 3, 4, 5)
BENCHMARK = "mapeval/dev.json"
POOLED = "all"
AS_IT_IS = "as it is"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question about a context, its right option, and the texts it is one of."""

    texts: str
    question: Question
    context: str
    right: object


@dataclass(frozen=True, slots=True)
class Score:
    """How many questions were asked, answered rightly, and answered wrongly."""

    asked: int
    right: int
    wrong: int

    def __add__(self, other: Score) -> Score:
        return Score(self.asked + other.asked, self.right + other.right, self.wrong + other.wrong)


class Row(TypedDict):
    """A line of the outcome: a probe, a seed or variant, and the texts asked."""

    probe: str
    variant: str
    texts: str
    score: Score


def own_rounds() -> list[Asked]:
    """Return the questions of the rounds about contexts of our own."""
    return [
        Asked(texts="rounds, own", question=b.question, context=b.context, right=b.answer)
        for path in rounds()
        for b in of_our_own(path)
    ]


def of_mapeval() -> list[Asked]:
    """Return the development half, and the questions of the rounds about its contexts."""
    path = third_party(BENCHMARK)
    right = right_options(audit())
    dev = [
        Asked(texts="dev", question=r.question, context=r.context, right=right[int(r.question.id)])
        for r in records(path)
    ]
    return dev + [
        Asked(texts="rounds, dev", question=b.question, context=b.context, right=b.answer)
        for each in rounds()
        for b in of_the_benchmark(each, path)
    ]


@cache
def questions() -> tuple[Asked, ...]:
    """Return all questions that are on this machine."""
    try:
        return (*own_rounds(), *of_mapeval())
    except NotMeasuredError:
        return tuple(own_rounds())


def marks(asked: Iterable[Asked]) -> list[bool | None]:
    """Return whether each question is answered rightly, None where it is not answered."""
    found = [answer_question(each.question, world_of(each.context)).answer for each in asked]
    return [
        None if answer is None else answer == each.right
        for answer, each in zip(found, asked, strict=True)
    ]


def score(found: Sequence[bool | None]) -> Score:
    """Return the marks, counted."""
    return Score(len(found), found.count(True), found.count(False))


def deletion(
    asked: Sequence[Asked], seeds: Sequence[int] = SEEDS, rate: float = SHARE
) -> Iterator[Row]:
    """Yield the scores with a share of the content words of the vocabulary taken out."""
    yield from _by_texts("deletion", AS_IT_IS, asked, marks(asked))
    for seed in seeds:
        with thinned(seed, rate):
            found = marks(asked)
        yield from _by_texts("deletion", f"seed {seed}", asked, found)


def names(asked: Sequence[Asked]) -> Iterator[Row]:
    """Yield the scores with names varied, of the questions in which one can be.

    Those of "names" are all of these, those of "names, once right" the ones that are answered
    rightly as they are.
    """
    plain = marks(asked)
    for variant, vary in VARIANTS.items():
        texts = [renamed(each.question.text, world_of(each.context), vary) for each in asked]
        changed = [i for i, text in enumerate(texts) if text is not None]
        chosen = [
            replace(asked[i], question=replace(asked[i].question, text=str(texts[i])))
            for i in changed
        ]
        found = marks(chosen)
        yield from _by_texts("names", variant, chosen, found)
        kept = [n for n, i in enumerate(changed) if plain[i]]
        yield from _by_texts(
            "names, once right", variant, [chosen[n] for n in kept], [found[n] for n in kept]
        )


def _by_texts(
    probe: str, variant: str, asked: Sequence[Asked], found: Sequence[bool | None]
) -> Iterator[Row]:
    """Yield the score of each set of texts, and of all where there are several."""
    sets: dict[str, list[bool | None]] = {each.texts: [] for each in asked}
    for each, mark in zip(asked, found, strict=True):
        sets[each.texts].append(mark)
    if len(sets) > 1:
        sets[POOLED] = list(found)
    for texts, part in sets.items():
        yield Row(probe=probe, variant=variant, texts=texts, score=score(part))


def pooled(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the scores of all seeds or variants together, by probe and texts."""
    sums: dict[tuple[str, str], Score] = {}
    for row in rows:
        if row["variant"] != AS_IT_IS:
            key = row["probe"], row["texts"]
            sums[key] = sums.get(key, Score(0, 0, 0)) + row["score"]
    for (probe, texts), total in sums.items():
        yield Row(probe=probe, variant="pooled", texts=texts, score=total)


def _figures(rows: Iterable[Row]) -> list[Figure]:
    return [
        Figure(
            name=f"{row['probe']}: {row['variant']}; {row['texts']}",
            value=f"{share(found.right, found.asked)} right, {found.wrong} wrong, "
            f"{share(found.right, found.right + found.wrong)} of the answered",
        )
        for row in rows
        for found in [row["score"]]
    ]


def fewer_words() -> list[Figure]:
    """Measure what is answered rightly with 30 % of the content words gone, over five seeds."""
    rows = [*deletion(questions())]
    return _figures([*rows, *pooled(rows)])


def other_names() -> list[Figure]:
    """Measure what is answered rightly with names varied."""
    return _figures(row for row in names(questions()) if row["texts"] == _widest())


def _widest() -> str:
    texts = {each.texts for each in questions()}
    return POOLED if len(texts) > 1 else texts.pop()


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.probes")
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--only", choices=("deletion", "names"))
    parser.add_argument("--format", choices=("text", "json"), default="text")
    given = parser.parse_args()
    rows: list[Row] = []
    if given.only != "names":
        rows += deletion(questions(), given.seeds)
    if given.only != "deletion":
        rows += names(questions())
    rows += pooled(rows)
    if given.format == "json":
        shown = json.dumps([{**row, "score": asdict(row["score"])} for row in rows], indent=1)
    else:
        shown = table([("Probes of understanding", _figures(rows))])
    sys.stdout.write(f"{shown}\n")


if __name__ == "__main__":
    main()
