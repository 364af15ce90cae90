"""Rewordings of one question give one query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from geoeval.query.base import PlaceSelection
from geoeval.query.kinds import Query
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.solve import parse_query
from geoeval.understanding import NotUnderstood
from tests.understanding.asking import asked, differences, items, sample_worlds

LEAST_SHARE = 0.95
PARAPHRASES = items("paraphrases.json")
# Plans are asked for by whole prompts, which tests/understanding/plans/test_prompt.py rewords.
KINDS = [kind for kind in get_args(get_args(Query)[0]) if kind not in {MeetingPlan, StayPlan}]


def settled(query: Query, other: Query) -> dict[str, Any]:
    """Return a query for comparing: the offered candidates only where both sides name them."""
    fields = query.model_dump()
    if isinstance(query, PlaceSelection) and isinstance(other, PlaceSelection):
        fields["among"] = query.among if query.among and other.among else ()
    return {"kind": query.kind} if query.kind == "unanswerable" else fields


def against(text: str, item: dict[str, Any]) -> str | None:
    """Return how the query of a text differs from the one wanted, or None if it does not."""
    wanted = parse_query(item["query"])
    got = asked(text, sample_worlds()[item["context_id"]], *item["options"])
    if isinstance(got, NotUnderstood):
        return f"{got.reason} {' '.join(got.unexplained)}"
    return "; ".join(differences(settled(wanted, got), settled(got, wanted))) or None


def failures() -> Iterator[str]:
    """Yield the texts that fail, each with its difference."""
    for item in PARAPHRASES:
        for text in item["texts"]:
            difference = against(text, item)
            if difference is not None:
                yield f"[{item['kind']}] {text}\n    {difference}"


def test_rewordings_give_the_same_query() -> None:
    """Of all rewordings at least the stated share give the query that is meant."""
    texts = sum(len(item["texts"]) for item in PARAPHRASES)
    failed = list(failures())
    share = 1 - len(failed) / texts
    message = f"{share:.1%} of {texts} give the query wanted; these do not:\n"
    assert share >= LEAST_SHARE, message + "\n".join(failed)


@pytest.mark.parametrize("model", KINDS, ids=lambda model: model.__name__)
def test_every_kind_has_rewordings(model: type[Query]) -> None:
    """There are at least five different rewordings of each kind of query."""
    kind = model.model_fields["kind"].default
    texts = {text for item in PARAPHRASES if item["kind"] == kind for text in item["texts"]}
    assert len(texts) >= 5


def test_no_reworded_question_stands_twice() -> None:
    """No text is counted twice for one query."""
    counted = Counter(
        (item["context_id"], text, str(item["options"]))
        for item in PARAPHRASES
        for text in item["texts"]
    )
    assert [key for key, times in counted.items() if times > 1] == []


def test_the_wanted_queries_are_of_their_kind() -> None:
    """Each item's query is valid and of the kind it is filed under."""
    assert [item for item in PARAPHRASES if parse_query(item["query"]).kind != item["kind"]] == []
