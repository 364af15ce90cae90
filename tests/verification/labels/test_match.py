"""Values compared with all options of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoeval.query.values import Bearing, Clock, Compound, Names, Text, Value, YesNo
from geoeval.verification.labels.match import (
    is_comparable,
    is_padding,
    match_options,
    says_none,
    says_undecided,
)
from tests.verification.builders import count, metres, minutes, ranked

SOUTH_11 = Compound(parts=(Bearing(degrees=153.1), metres(11_680)))


@pytest.mark.parametrize(
    ("value", "options", "best"),
    [
        (metres(1144), ("0.76 km", "1.14 km", "", ""), 1),
        (YesNo(yes=True), ("Yes", "No", "", ""), 0),
        (Clock(minute=644), ("11.00 AM", "10.44 AM"), 1),
        (Bearing(degrees=182), ("North", "East", "South", "West"), 2),
        (Text(text="Moderate"), ("Expensive", "Moderate"), 1),
        (ranked("Ox Inn", "Old Mill"), ("Old Mill", "Ox Inn"), 1),
        (SOUTH_11, ("South, 13.45 km", "South, 11.68 km", "East, 5.69 km"), 1),
    ],
)
def test_each_kind_of_value_finds_its_option(
    value: Value, options: tuple[str, ...], best: int
) -> None:
    assert match_options(value, options).best == best


def test_identical_options_both_fit() -> None:
    """Repeating an answer is not an ambiguity, and the first one is the answer."""
    match = match_options(ranked("Old Mill", "Ox Inn"), ["Ox Inn", "Old Mill", "Old Mill "])
    assert match.fits == (1, 2)
    assert match.best == 1


def test_several_fitting_options_leave_no_answer() -> None:
    """Two routes with the same feature are ambiguous."""
    value = Names(names=("Elm St", "Ash St"), reading="any")
    match = match_options(value, ["Ash St", "Elm St", "Oak St"])
    assert match.fits == (0, 1)
    assert match.best is None


@pytest.mark.parametrize(
    ("value", "options", "best"),
    [
        (ranked("Elm St"), ("Oak St", "Ash St", "None of the above"), 2),
        (ranked("Elm St"), ("Oak St", "Elm St", "None of the above"), 1),
        (count(3), ("None", "One", "Two", "None of these"), 3),
        (count(0), ("None", "One", "Two"), 0),
        (ranked("Elm St"), ("Oak St", "None"), 1),
        (YesNo(yes=False), ("None", "One"), None),
    ],
)
def test_none_of_the_above_fits_only_alone(
    value: Value, options: tuple[str, ...], best: int | None
) -> None:
    """It denies the other options, which must be of the same kind as the value."""
    assert match_options(value, options).best == best


def test_all_of_the_above_needs_every_other_option() -> None:
    """It is then the only answer; where only some options fit, it does not."""
    value = Names(names=("Elm St", "Ash St"), reading="any")
    assert match_options(value, ["Elm St", "Ash St", "All of the above"]).fits == (2,)
    assert match_options(value, ["Elm St", "Oak St", "All of the above"]).fits == (0,)


def test_all_of_the_above_is_ignored_with_one_option() -> None:
    """The single other option already states the answer."""
    value = Names(names=("Old Mill",), reading="any")
    assert match_options(value, ["Old Mill", "All of the above"]).fits == (0,)


def test_all_states_the_total_count() -> None:
    assert match_options(count(4), ["None", "Three", "All"], total=4).best == 2


@pytest.mark.parametrize(
    ("options", "best"),
    [
        (("North, 11.68 km", "East, 11.68 km", "South, 5 km"), 1),
        (("North, 11.68 km", "West, 5 km"), None),
        (("South, 5 km", "East, 6 km"), None),
    ],
)
def test_distance_decides_between_similar_bearings(
    options: tuple[str, ...], best: int | None
) -> None:
    """Where no option matches both, a distance may come with a point that is not the opposite."""
    assert match_options(SOUTH_11, options).best == best


def test_two_bearings_are_compared_as_bearings() -> None:
    """A compound without another figure needs its nearest point."""
    value = Compound(parts=(Bearing(degrees=10.0),))
    assert match_options(value, ["East", "North"]).best == 1
    assert match_options(value, ["East", "South"]).best is None


def test_padding_is_recognised() -> None:
    """Marks count as padding, price signs do not."""
    assert is_padding(" - ")
    assert not is_padding("$$")


@pytest.mark.parametrize(
    "option",
    [
        "Cannot be determined",
        "It can't be known from the context",
        "Not enough information",
        "There is no information",
        "The context does not say.",
        "Not stated",
        "Unknown",
        "It cannot be answered",
        "The information given does not say",
    ],
)
def test_undecidable_options_are_recognised(option: str) -> None:
    """The cases use the phrases of dataset authors."""
    assert says_undecided(option)
    assert is_comparable(YesNo(yes=True), ["Yes", "No", option])


@pytest.mark.parametrize(
    "option", ["Unknown Pleasures Records", "The Information", "No", "Not open", "It is known"]
)
def test_names_are_not_undecidable_options(option: str) -> None:
    """A name may begin with the same words."""
    assert not says_undecided(option)


@pytest.mark.parametrize(
    ("option", "bare", "denies"),
    [
        ("None of these", False, True),
        ("Neither", True, True),
        ("None", True, True),
        ("None", False, False),
        ("Nonesuch Inn", True, False),
    ],
)
def test_denying_options_are_recognised(option: str, bare: bool, denies: bool) -> None:
    """A name that begins with "none" denies nothing."""
    assert says_none(option, bare=bare) is denies


@pytest.mark.parametrize(
    ("value", "same", "other"),
    [
        (count(3), "4", "Old Mill"),
        (YesNo(yes=True), "No", "4"),
        (Clock(minute=5), "3:00 PM", "Old Mill"),
        (Bearing(degrees=5), "North", "4 km"),
        (SOUTH_11, "North, 3 km", "North"),
        (ranked("Old Mill"), "Ox Inn", "4.5"),
        (ranked("Old Mill"), "Ox Inn", "Yes"),
    ],
)
def test_options_of_another_kind_are_not_comparable(value: Value, same: str, other: str) -> None:
    """A mismatch counts only among options of the same kind as the value."""
    assert is_comparable(value, [same])
    assert not is_comparable(value, [other])
    assert is_comparable(Text(text="x"), [other])


VALUES: list[tuple[Value, list[str]]] = [
    (metres(181_700), ["180 km", "150 km", "205 km", "235 km", ""]),
    (minutes(29), ["20 mins", "25 mins", "29 mins", "29 mins"]),
    (count(2), ["None", "Two", "Three", "None of the above"]),
    (Clock(minute=937, bound="latest"), ["3:00 PM", "3:30 PM", "4:00 PM", "12:30 am"]),
    (Bearing(degrees=200), ["North", "East", "South", "West"]),
    (ranked("Ox Inn", "Old Mill", "Fig Hall", tied=2), ["Old Mill", "Fig Hall", "Ox Inn"]),
    (SOUTH_11, ["South, 13.45 km", "East, 13.56 km", "South, 11.68 km", "East, 5.69 km"]),
    (Names(names=("A1", "B2", "C3"), reading="all"), ["A1, B2", "C3", "A1, B2, C3", "A1, D4"]),
]


@given(st.sampled_from(VALUES), st.randoms(use_true_random=False))
def test_the_order_of_options_does_not_matter(
    case: tuple[Value, list[str]], random: object
) -> None:
    """Shuffled options give the same fitting texts and the same best one."""
    value, options = case
    shuffled = list(options)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = match_options(value, options), match_options(value, shuffled)
    assert sorted(options[i] for i in first.fits) == sorted(shuffled[i] for i in second.fits)
    assert (first.best is None) == (second.best is None)
    if first.best is not None and second.best is not None:
        assert options[first.best] == shuffled[second.best]


@given(st.sampled_from([value for value, _ in VALUES]), st.lists(st.text(max_size=20), max_size=5))
def test_any_text_is_a_valid_option(value: Value, options: list[str]) -> None:
    """Fits are always indices of options."""
    match = match_options(value, options)
    assert all(0 <= index < len(options) for index in match.fits)
    assert match.best is None or match.best in match.fits
