"""The rewordings of queries: what each comes to stands in tests/corpora/outcomes."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from geoeval.query.kinds import Query
from geoeval.query.plan_kinds import MeetingPlan, StayPlan
from geoeval.query.solve import parse_query
from tests.understanding.asking import items

PARAPHRASES = items("paraphrases.json")
# Plans are asked for by whole prompts, which tests/understanding/plans/test_prompt.py rewords.
KINDS = [kind for kind in get_args(get_args(Query)[0]) if kind not in {MeetingPlan, StayPlan}]


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
