"""Values, margins and counts in words, the same in every format that people read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from geoeval.llm.completion import ModelUsage
from geoeval.query.values import Bearing, Clock, Quantity, Value
from geoeval.reporting.safe import cut_line, safe_line
from geoeval.reporting.summary import SolveSummary, Summary, summarise_report
from geoeval.verification.answer import NO_READING, READINGS_DIFFER
from geoeval.verification.describe import describe_quantity, describe_value
from geoeval.verification.model import Acceptance, Answer, DatasetFinding, Item, Report

_OPTION_WIDTH = 120
_ID_WIDTH = 80


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_words(name: str) -> str:
    """Return the stable word of a reason, status or cause as people write it."""
    return safe_line(name).replace("_", " ")


def in_brackets(name: int | str | None) -> str:
    """Return the id of a record in brackets, with a space before it; nothing for a file."""
    return "" if name is None else f" [{cut_line(str(name), _ID_WIDTH)}]"


def say_margin(margin: float, value: Value | None) -> str:
    """Return a margin in the unit of its value."""
    match value:
        case Quantity():
            return describe_quantity(Quantity(amount=margin, unit=value.unit))
        case Clock():
            return f"{margin:g} min"
        case Bearing():
            return f"{margin:.1f}°"
    return f"{margin:g}"


def say_option(index: int | None, options: Sequence[str]) -> str:
    """Return an option with its index as the file writes it."""
    if index is None:
        return "none"
    if index < 0:
        return f"{index} (unanswerable)"
    if index >= len(options):
        return f"{index} (no such option)"
    return f"{index} {_quote_option(options[index])}"


def say_label(item: Item) -> str | None:
    """Return what a record's author says is right: an option, an answer in words, or None."""
    if item.options:
        return say_option(item.label, item.options)
    return None if item.expected is None else _quote_option(item.expected)


def say_shared(finding: DatasetFinding) -> str:
    """Return what a finding about several records says."""
    if finding.cause is None:
        return safe_line(finding.message)
    return (
        f"{in_words(finding.cause)} in {count_noun(finding.count, 'record')} ({finding.share:.0%})"
    )


def say_answer(answer: Answer, options: Sequence[str]) -> str:
    """Return our answer: the option, the value behind it, and how clearly it wins."""
    if answer.status in ("undetermined", "not_understood"):
        text = _say_reason(answer)
    elif answer.status == "unanswerable":
        text = f"unanswerable: {_say_reason(answer)}"
    else:
        text = say_option(answer.answer, options) if options else ""
    details = ", ".join(_answer_details(answer))
    return f"{text} ({details})" if text and details else text or details


def _answer_details(answer: Answer) -> Iterator[str]:
    if answer.value is not None:
        yield f"computed {safe_line(describe_value(answer.value))}"
    margin = None if answer.match is None else answer.match.margin
    if margin is not None and answer.answer is not None:
        yield f"ahead by {say_margin(margin, answer.value)}"


def say_status(answer: Answer, options: Sequence[str]) -> tuple[str, str]:
    """Return the status of an answer in words, and what else there is to say of it."""
    status = in_words(answer.status)
    return status, say_answer(answer, options).removeprefix(f"{status}: ")


def say_undetermined(item: Item) -> str:
    """Return why a label could be neither proved nor refuted."""
    if item.reason is not None and item.reason != item.answer.reason:
        return in_words(item.reason)
    return _say_reason(item.answer)


def say_summary(summary: Summary) -> str:
    """Return the line that tells how many labels hold and how many could be checked."""
    parts = [
        f"{number} {verdict}"
        for verdict, number in summary.verdicts.items()
        if verdict != "undetermined" and (number or verdict != "conditional")
    ]
    parts.append(_add_reasons(summary.verdicts["undetermined"], "not checkable", summary.reasons))
    return _say_counts(summary, parts)


def say_solve_summary(summary: SolveSummary) -> str:
    """Return the line that tells how many questions have an answer, and why the others not."""
    parts = [
        _add_reasons(number, in_words(status), summary.reasons[status])
        for status, number in summary.statuses.items()
    ]
    return _say_counts(summary, parts)


_UNREAD = ("words unexplained", "no frame fits", NO_READING, READINGS_DIFFER)


def say_unread(summary: Summary, *, asked_model: bool) -> tuple[str, ...]:
    """Return what helps with questions that were not read: one line, or none."""
    unread = sum(summary.reasons.get(reason, 0) for reason in _UNREAD)
    if not unread:
        return ()
    model = "" if asked_model else "; --understand rules+learned+MODEL asks a language model too"
    return (
        f"{count_noun(unread, 'question')} not read: -v names the words that are in doubt{model}",
    )


def say_nothing_checked(report: Report) -> tuple[str, ...]:
    """Return why a report is no success, whatever was found: one reason, or none."""
    if not report.checked_nothing:
        return ()
    questions = summarise_report(report).questions
    why = f"none of {count_noun(questions, 'question')} has a verdict"
    return (f"nothing could be checked: {why if questions else 'there are no questions'}",)


def say_accepted(summary: Summary) -> str:
    """Return how many findings a baseline accepts, by their codes."""
    listed = ", ".join(f"{n} {code}" for code, n in summary.accepted.items())
    return f"{count_noun(sum(summary.accepted.values()), 'finding')} accepted ({listed})"


def say_stale(stale: Acceptance) -> str:
    """Return that an acceptance is no longer needed."""
    gone = f"{stale.code}{in_brackets(stale.id)} is accepted but no longer found"
    return f"{gone}; remove {stale.fingerprint} from the baseline"


def say_model(usage: ModelUsage) -> str:
    """Return the line that tells what a model was asked."""
    return (
        f"model {safe_line(usage.model)}: {count_noun(usage.requests, 'request')}, "
        f"{usage.cached} from the "
        f"cache, {usage.failed} failed; {usage.prompt_tokens} tokens read, "
        f"{usage.completion_tokens} written"
    )


def _quote_option(text: str) -> str:
    return f'"{cut_line(text, _OPTION_WIDTH)}"'


def _say_counts(summary: Summary | SolveSummary, parts: list[str]) -> str:
    """Return the number of questions, its parts, and what could not be used."""
    if summary.unusable:
        parts.append(f"{summary.unusable} unusable")
    text = f"{count_noun(summary.questions, 'question')}: {', '.join(parts)}"
    return f"{text}; {count_noun(summary.unreadable, 'file fault')}" if summary.unreadable else text


def _add_reasons(number: int, what: str, reasons: Mapping[str, int]) -> str:
    listed = ", ".join(f"{n} {in_words(reason)}" for reason, n in reasons.items())
    return f"{number} {what} ({listed})" if listed else f"{number} {what}"


def _say_reason(answer: Answer) -> str:
    """Return why there is no answer: the words unexplained, the detail, or the bare reason."""
    reason = in_words(answer.reason or answer.status)
    if answer.unexplained:
        where = f" ({safe_line(answer.detail)})" if answer.detail else ""
        return f"{reason}: {', '.join(map(safe_line, answer.unexplained))}{where}"
    return f"{reason}: {safe_line(answer.detail)}" if answer.detail else reason
