"""Finding the JSON object in the reply of a model."""

from __future__ import annotations

import pytest

from geoeval.errors import ModelOutputError
from geoeval.llm.chat import MAX_DEPTH, object_in


@pytest.mark.parametrize(
    "reply",
    [
        '{"kind": "nearest"}',
        '```json\n{"kind": "nearest"}\n```',
        'Sure! Here it is:\n{"kind": "nearest"}\nDoes that help?',
        '<think>Perhaps {"kind": "guess"}?</think>{"kind": "nearest"}',
        '\ufeff {"kind":"nearest"} {"kind": "other"}',
    ],
)
def test_the_object_is_found(reply: str) -> None:
    """Fences, surrounding words and preceding thoughts are ignored."""
    assert object_in(reply) == {"kind": "nearest"}


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ("", "expected a JSON object, got ''"),
        ("[1, 2]", r"expected a JSON object, got '\[1, 2\]'"),
        ('{"kind": "near', "Unterminated string"),
        ('{"filters": [{"filter": "open"}', "expected a JSON object, got .* delimiter"),
        ('{"within_m": NaN}', "NaN is not valid JSON"),
        ("<think>never ending {}", "expected a JSON object, got ''"),
        ('{"a":' * 100_000, "recursion"),
    ],
)
def test_a_reply_without_an_object_is_rejected(reply: str, message: str) -> None:
    """An object inside a broken object does not count."""
    with pytest.raises(ModelOutputError, match=message):
        object_in(reply)


def test_the_depth_of_a_reply_is_limited() -> None:
    """A query of some hundred levels would end the run: it is too deep to be validated."""
    deepest = '{"a": [' * (MAX_DEPTH // 2) + "1" + "]}" * (MAX_DEPTH // 2)
    assert object_in(deepest)
    with pytest.raises(ModelOutputError, match=f"at most {MAX_DEPTH} levels"):
        object_in(f'{{"a": {deepest}}}')
