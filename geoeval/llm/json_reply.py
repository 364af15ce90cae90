"""The JSON object in what a model replies, whatever it wraps around it."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import NoReturn

from geoeval.errors import ModelOutputError, quote

_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)


def _refuse_constant(name: str) -> NoReturn:
    """Refuse the numbers that JSON does not have."""
    message = f"{name} is no JSON"
    raise ValueError(message)


_DECODER = JSONDecoder(parse_constant=_refuse_constant)


def object_in(text: str) -> dict[str, object]:
    """Return the first JSON object in a reply: bare, in a fence of Markdown, or among words.

    Examples
    --------
    >>> object_in('Here you are: {"kind": "nearest"} Anything else?')
    {'kind': 'nearest'}
    >>> object_in("Sorry.")
    Traceback (most recent call last):
    ...
    geoeval.errors.ModelOutputError: expected a JSON object, got 'Sorry.'
    """
    said = _THINKING.sub("", text)
    start = said.find("{")
    if start < 0:
        message = f"expected a JSON object, got {quote(said)}"
        raise ModelOutputError(message)
    try:
        found, _ = _DECODER.raw_decode(said, start)
    except JSONDecodeError as error:
        message = f"expected a JSON object, got {quote(said[start:])}: {error.msg} at {error.pos}"
        raise ModelOutputError(message) from None
    except (ValueError, RecursionError) as error:
        message = f"expected a JSON object, got {quote(said[start:])}: {error}"
        raise ModelOutputError(message) from None
    assert isinstance(found, dict)
    return found
