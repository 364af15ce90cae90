"""Reasons why labels cannot be checked, in words for authors, and what would help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from geoeval.datasets.load import own_id
from geoeval.reporting.safe import format_command, path_word, safe_line
from geoeval.reporting.summary import Summary, iterate_unchecked
from geoeval.reporting.view import RecordArguments
from geoeval.verification.model import Report

# Words of commands, and names of words that "suggest_commands" fills in.
_INSPECT = "datasets inspect {file} {form} {labels}"
_EXPLAIN = "world read {file} --id {id} {form} --explain"
_TEMPLATE = "world template"
_LIST = "verify {files} {form} {labels} {world} {reader} -v --select GEO9"
_COUNT_REQUESTS = "formalize {files} {form} {world} --understand {model} {unwritten} --dry-run"
_SUGGESTED = 2  # commands; more are read by nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why some questions cannot be checked: ``words`` name it, and ``help`` is what would help.

    ``reasons`` are the identifiers that it covers, or their beginnings. ``commands`` show more
    about it, the most helpful first.
    """

    words: str
    help: str
    reasons: tuple[str, ...]
    commands: tuple[str, ...] = ()


NOT_UNDERSTOOD = Obstacle(
    words="question not understood",
    help="reword the question in plain English, or keep its query (geoeval formalize, then "
    "--queries); -v shows the words in doubt",
    reasons=(
        "not_understood",
        "no frame fits",
        "words unexplained",
        "words_unexplained",
        "the question has no words",
        "no query fits the options",
        "no reading is likely",
        "readings_differ",
        "ambiguous between",
        "question too long",
        "question_too_long",
        "model_refused",
        "model_reply_invalid",
        "model_gave_up",
        "states_its_world",
    ),
    commands=(_LIST, _COUNT_REQUESTS),
)
UNUSABLE = Obstacle(
    words="record unusable",
    help="correct the records that the findings name; if their columns have other names, declare "
    "--columns",
    reasons=("unusable",),
    commands=(_INSPECT,),
)
OBSTACLES = (
    NOT_UNDERSTOOD,
    UNUSABLE,
    Obstacle(
        words="words in doubt",
        help="reword the question without the words that the findings quote, or keep its query "
        "(geoeval formalize, then --queries)",
        reasons=("words_in_doubt",),
        commands=(_LIST,),
    ),
    Obstacle(
        words="model failed",
        help="check the endpoint and its key, then run again; --cache keeps the replies so far",
        reasons=("model_failed",),
    ),
    Obstacle(
        words="budget reached",
        help="run again with a larger --budget and the same --cache",
        reasons=("budget_reached",),
    ),
    Obstacle(
        words="no context",
        help="give each record a context or a world, declare the column of the context with "
        "--columns context=NAME, or pass --world FILE for all records",
        reasons=("no_context",),
        commands=(_INSPECT, _TEMPLATE),
    ),
    Obstacle(
        words="only a picture",
        help="state the facts of the picture in a context, a world or with --world FILE",
        reasons=("needs_picture",),
        commands=(_TEMPLATE,),
    ),
    Obstacle(
        words="unreadable world",
        help="correct the world of the record as the findings say",
        reasons=("bad_world",),
    ),
    Obstacle(
        words="unreadable query",
        help="correct the query of the record as the findings say, or remove it",
        reasons=("bad_query",),
    ),
    Obstacle(
        words="no kept query",
        help="run geoeval formalize again, or write the query into the file of --queries",
        reasons=("no_query",),
    ),
    Obstacle(
        words="no usable label",
        help="correct the label as the findings say, or declare its form with --labels or its "
        "column with --columns answer=NAME",
        reasons=("no_usable_label",),
        commands=(_INSPECT,),
    ),
    Obstacle(
        words="unreadable plan",
        help="write each line of the plan as the findings show",
        reasons=("unreadable_plan",),
    ),
    Obstacle(
        words="no coordinates",
        help="add the coordinates of the places to the context, or pass --world FILE",
        reasons=("no_coordinates",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="wrong coordinates",
        help="correct the coordinates: latitude first, in degrees",
        reasons=("swapped_coordinates", "projected_coordinates", "repeated_coordinates"),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="no opening hours",
        help="add the opening hours of the places to the context",
        reasons=("no_hours",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="no ratings",
        help="add the ratings of the places to the context",
        reasons=("no_rating",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="no travel times",
        help="add the travel times or distances between the places to the context, or pass "
        "--world FILE",
        reasons=("missing_leg",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="no such route",
        help="add the route with its steps to the context",
        reasons=("no_route", "no_such_step"),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="fact not in the context",
        help="add the fact to the context; if no map has it, the question cannot be checked",
        reasons=("no_such_fact", "fact missing"),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="conflicting facts",
        help="correct one of the facts, which the findings quote",
        reasons=("facts conflict",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="place not in the context",
        help="add the place to the context, or write its name as the context does",
        reasons=("unknown_place",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="the list is around another place",
        help="add a list around the place that the question names, or ask without a kind of place",
        reasons=("other_anchor",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="ambiguous place name",
        help="give the places different names in the context, and use them in the question",
        reasons=("ambiguous_place",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="same place twice",
        help="name two different places in the question",
        reasons=("same_place",),
        commands=(_LIST,),
    ),
    Obstacle(
        words="incomplete list of candidates",
        help="add all places to choose from to the context, each with the figure to compare",
        reasons=("incomplete_candidates",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="no matching place or route",
        help="add to the context a place or route that meets the conditions of the question",
        reasons=("nothing_matches",),
        commands=(_EXPLAIN,),
    ),
    Obstacle(
        words="matter of opinion",
        help="ask for a fact, such as the highest rating",
        reasons=("subjective",),
        commands=(_LIST,),
    ),
    Obstacle(
        words="underspecified question",
        help="add to the question what the findings say is missing",
        reasons=("under_specified",),
        commands=(_LIST,),
    ),
    Obstacle(
        words="best plan not proven",
        help="ask for fewer stops, or state more of the order",
        reasons=("not_proved", "no_best"),
    ),
    Obstacle(
        words="no option fits",
        help="check the options against the computed value in the findings",
        reasons=("no_option_fits",),
    ),
    Obstacle(
        words="options of another kind",
        help="give options of the kind that the question asks for, such as distances",
        reasons=("options_of_another_kind",),
    ),
    Obstacle(
        words="too close to call",
        help="choose options that differ by more",
        reasons=("within_margin",),
    ),
    Obstacle(
        words="assumption needed",
        help="state in the question or the context what the findings assume",
        reasons=("assumption", "unanswerable"),
        commands=(_LIST,),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindered:
    """The number of questions that an obstacle keeps from being checked."""

    obstacle: Obstacle
    count: int
    reasons: Mapping[str, int]


def obstacle_of(reason: str) -> Obstacle:
    """Return the obstacle that a reason belongs to; a reason without one is its own."""
    for obstacle in OBSTACLES:
        if reason.startswith(obstacle.reasons):
            return obstacle
    return Obstacle(words=safe_line(reason).replace("_", " "), help="", reasons=(reason,))


def count_obstacles(summary: Summary, *, unusable: bool = True) -> list[Hindered]:
    """Return the obstacles of a verification, the most frequent first.

    ``unusable`` includes the records that cannot be read.
    """
    reasons = dict(summary.reasons)
    if unusable and summary.unusable:
        reasons["unusable"] = summary.unusable
    grouped: dict[str, tuple[Obstacle, dict[str, int]]] = {}
    for reason, number in reasons.items():
        obstacle = obstacle_of(reason)
        grouped.setdefault(obstacle.words, (obstacle, {}))[1][reason] = number
    hindered = [
        Hindered(obstacle=obstacle, count=sum(counts.values()), reasons=counts)
        for obstacle, counts in grouped.values()
    ]
    return sorted(hindered, key=lambda one: (-one.count, one.obstacle.words))


def describe_obstacles(summary: Summary, *, asked_model: bool) -> Iterator[str]:
    """Yield a line for each obstacle: the number of questions, why, and what would help."""
    hindered = count_obstacles(summary)
    if hindered:
        yield "not checked, and what would help:"
    for one in hindered:
        advice = one.obstacle.help
        if one.obstacle is NOT_UNDERSTOOD and not asked_model:
            advice += "; --understand rules+learned+MODEL also asks a language model"
        yield f"{one.count:>6}  {one.obstacle.words}{': ' if advice else ''}{advice}"


def suggest_commands(report: Report, arguments: RecordArguments, *, verbose: bool) -> Iterator[str]:
    """Yield the commands that show more about the most questions that were not checked.

    ``verbose`` means that the report lists the findings about such questions.
    """
    firsts: dict[str, dict[str, str]] = {}
    counts: Counter[str] = Counter()
    for span, one_id, reason in iterate_unchecked(report):
        for command in obstacle_of(reason).commands:
            # The facts are in the given world, so that the context of the record is empty.
            shown = _LIST if command == _EXPLAIN and arguments.world else command
            place = {"{file}": path_word(span.file), "{id}": str(own_id(one_id, span.file))}
            firsts.setdefault(shown, place)
            counts[shown] += 1
    superfluous = {_LIST if verbose else None, _COUNT_REQUESTS if report.model else None}
    useful = [command for command, _ in counts.most_common() if command not in superfluous]
    filled = [_fill_in(command, firsts[command], arguments) for command in useful]
    if lines := list(filter(None, filled))[:_SUGGESTED]:
        yield "to see more:"
        yield from (f"    {line}" for line in lines)


def _fill_in(command: str, place: Mapping[str, str], arguments: RecordArguments) -> str | None:
    """Return a command for a shell; None if it has unsafe characters."""
    files = tuple(map(path_word, arguments.files))
    values: dict[str, tuple[str, ...]] = {
        **{name: (word,) for name, word in place.items()},
        "{files}": files,
        "{form}": arguments.form,
        "{labels}": arguments.labels,
        "{world}": arguments.world,
        "{reader}": arguments.reader,
        "{model}": (f"{arguments.understand}+MODEL",),
        # Queries of several files have no default path.
        "{unwritten}": ("-o", "-") if len(files) > 1 else (),
    }
    return format_command(word for part in command.split() for word in values.get(part, (part,)))
