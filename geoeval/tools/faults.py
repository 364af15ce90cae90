"""What is wrong with arguments, in words that a caller can act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from rapidfuzz import process

from geoeval.errors import quote
from geoeval.tools.arguments import NO_COORDINATES
from geoeval.tools.failure import ArgumentFault, Failure, failure_of

_MOST_FAULTS = 6
_NEAREST = 5
_NEAR_ENOUGH = 55.0


def explain(error: ValidationError, parameters: type[BaseModel]) -> Failure:
    """Return why arguments were refused.

    Parameters
    ----------
    error
        What validating them raised.
    parameters
        The model that they were validated by.

    Returns
    -------
    Failure
        "final" where every argument is understood and a fact about a place is not known, else
        "fix_arguments" with one entry per fault.

    Examples
    --------
    >>> class Wanted(BaseModel):
    ...     radius: int
    >>> try:
    ...     Wanted.model_validate({"radius": "far"})
    ... except ValidationError as error:
    ...     explain(error, Wanted).message
    "radius: expected a valid integer, unable to parse string as an integer, got 'far'"
    """
    found = error.errors(include_url=False)
    lacking = [each for each in found if each["type"] == NO_COORDINATES]
    if len(lacking) == len(found):
        message = "; ".join(each["msg"] for each in lacking)
        return Failure(kind="final", reason=NO_COORDINATES, message=message)
    faults = [_fault(each, parameters) for each in found if each not in lacking]
    reasons = {each["type"] for each in found} & {"unknown_place", "ambiguous_place"}
    reason = reasons.pop() if len(reasons) == 1 else "bad_arguments"
    return failure_of(faults[:_MOST_FAULTS], reason)


def nearest(word: object, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known words most like a word, the nearest first, none that is far off.

    Examples
    --------
    >>> nearest("haversin", ["haversine", "geodesic"])
    ('haversine',)
    """
    if not isinstance(word, str):
        return ()
    close = process.extract(word, known, limit=_NEAREST, score_cutoff=_NEAR_ENOUGH)
    return tuple(match for match, _, _ in close)


def _fault(error: ErrorDetails, parameters: type[BaseModel]) -> ArgumentFault:
    """Return one fault of pydantic's as one of an argument."""
    path = _path(error["loc"])
    context: Mapping[str, object] = error.get("ctx", {})
    got = quote(error["input"])
    kind = error["type"]
    if kind == "missing":
        return ArgumentFault(argument=path, expected=_described(path, parameters))
    if kind == "extra_forbidden":
        known = list(parameters.model_fields)
        expected = f"no argument of this name, but {', '.join(known)}"
        return ArgumentFault(
            argument=path, expected=expected, got=got, nearest=nearest(error["loc"][-1], known)
        )
    if "came" in context:
        near = context["nearest"]
        assert isinstance(near, tuple)
        return ArgumentFault(
            argument=path,
            expected=str(context["expected"]),
            got=str(context["came"]),
            nearest=near,
        )
    words = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    words = words.removeprefix("expected ")
    return ArgumentFault(argument=path, expected=words[:1].lower() + words[1:], got=got)


def _described(path: str, parameters: type[BaseModel]) -> str:
    """Return what an argument that is missing would be."""
    for name, field in parameters.model_fields.items():
        if path in (name, field.alias):
            return field.description or "a value"
    return "a value"


def _path(location: Sequence[int | str]) -> str:
    """Return where a fault is: "stops[1].place".

    Examples
    --------
    >>> _path(("stops", 1, "place"))
    'stops[1].place'
    """
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return path.removeprefix(".") or "arguments"
