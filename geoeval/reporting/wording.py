"""Format options, margins and counts, the same way in every format that people read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from geoeval.datasets.records import LoadIssue
from geoeval.llm.completion import ModelUsage
from geoeval.llm.spending import (
    CHARACTERS_PER_TOKEN,
    TYPICAL_REPLY_TOKENS,
    Spending,
    estimate_tokens,
)
from geoeval.query.values import Bearing, Clock, Quantity, Value
from geoeval.reporting.reasons import count_obstacles
from geoeval.reporting.safe import cut_line, safe_line
from geoeval.reporting.summary import SolveSummary, Summary, summarise_report
from geoeval.verification.describe import describe_quantity, describe_value
from geoeval.verification.model import (
    Acceptance,
    Answer,
    Basis,
    DatasetFinding,
    Finding,
    Item,
    Report,
)

_OPTION_WIDTH = 120
_ID_WIDTH = 80
_FIELD_WIDTH = 80
_VALUE_WIDTH = 80
_SHOWN_RIVALS = 2  # both readings of a question that stays open


def count_noun(number: int, noun: str) -> str:
    """Return a number with a noun, in the plural unless the number is 1."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def in_words(name: str) -> str:
    """Return the identifier of a reason, status or cause with spaces for underscores."""
    return safe_line(name).replace("_", " ")


def in_brackets(name: int | str | None) -> str:
    """Return " [ID]", or "" for a file."""
    return "" if name is None else f" [{cut_line(str(name), _ID_WIDTH)}]"


def describe_field(finding: Finding | LoadIssue) -> str | None:
    """Return the field and the record of a finding, its value, and the value to write.

    None for a finding about a file.
    """
    if finding.row is None:
        return None
    where = f"record {finding.row}"
    if finding.field is not None:
        where = f"{cut_line(finding.field, _FIELD_WIDTH)} of {where}"
    text = where if finding.now is None else f"{where} is {_quote_value(finding.now)}"
    return text if finding.write is None else f"{text}; write {_quote_value(finding.write)}"


def _quote_value(value: object) -> str:
    return cut_line(json.dumps(value, ensure_ascii=False, default=str), _VALUE_WIDTH)


def format_margin(margin: float, value: Value | None) -> str:
    """Return a margin with the unit of its value."""
    match value:
        case Quantity():
            return describe_quantity(Quantity(amount=margin, unit=value.unit))
        case Clock():
            return f"{margin:g} min"
        case Bearing():
            return f"{margin:.1f}°"
    return f"{margin:g}"


def format_option(index: int | None, options: Sequence[str]) -> str:
    """Return the zero-based index of an option followed by its quoted text."""
    if index is None:
        return "none"
    if index < 0:
        return f"{index} (unanswerable)"
    if index >= len(options):
        return f"{index} (no such option)"
    return f"{index} {_quote_option(options[index])}"


def format_label(item: Item) -> str | None:
    """Return the label of a record (an option or an answer in words), or None."""
    if item.accepted:
        labels = (item.label, *item.accepted)
        return ", ".join(str(format_option(label, item.options)) for label in labels)
    if item.options:
        return format_option(item.label, item.options)
    return None if item.expected is None else _quote_option(item.expected)


def describe_shared(finding: DatasetFinding) -> str:
    """Return the message of a finding about several records."""
    if finding.cause is None:
        return safe_line(finding.message)
    return (
        f"{in_words(finding.cause)} in {count_noun(finding.count, 'record')} ({finding.share:.0%})"
    )


def format_answer(answer: Answer, options: Sequence[str]) -> str:
    """Return the answer of geoeval: the option, the computed value and the margin."""
    if answer.status in ("undetermined", "not_understood"):
        text = _format_reason(answer)
    elif answer.status == "unanswerable":
        text = f"unanswerable: {_format_reason(answer)}"
    else:
        text = format_option(answer.answer, options) if options else ""
    details = ", ".join(_answer_details(answer))
    return f"{text} ({details})" if text and details else text or details


def _answer_details(answer: Answer) -> Iterator[str]:
    if answer.value is not None:
        yield f"computed {safe_line(describe_value(answer.value))}"
    margin = None if answer.match is None else answer.match.margin
    if margin is not None and answer.answer is not None:
        yield f"margin {format_margin(margin, answer.value)}"


def describe_basis(basis: Basis, options: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of all that an answer rests on, with the best other readings."""
    for assumption in basis.get("assumptions", ()):
        yield "assumes", safe_line(assumption)
    for link in basis.get("links", ()):
        yield "link", f"{_quote_option(link['words'])} is {safe_line(link['name'])}"
    for aside in basis.get("asides", ()):
        yield "ignored", f"{_quote_option(aside)} does not narrow the answer"
    for rival in basis.get("rivals", [])[:_SHOWN_RIVALS]:
        known, likely = rival["answer"], rival["probability"]
        answer = "" if known is None else f": {format_option(known, options)}"
        share = "" if likely is None else f", probability {likely:.2f}"
        yield "may mean", f"{safe_line(rival['sentence'])}{answer}{share}"


def format_status(answer: Answer, options: Sequence[str]) -> tuple[str, str]:
    """Return the status of an answer in words, and the rest of its description."""
    status = in_words(answer.status)
    return status, format_answer(answer, options).removeprefix(f"{status}: ")


def explain_undetermined(item: Item) -> str:
    """Return why a label can be neither proved nor refuted."""
    if item.reason is not None and item.reason != item.answer.reason:
        return in_words(item.reason)
    return _format_reason(item.answer)


def format_summary(summary: Summary, *, with_reasons: bool = True) -> str:
    """Return a line with the number of labels per verdict, and of labels not checkable."""
    parts = [
        f"{number} {verdict}"
        for verdict, number in summary.verdicts.items()
        if verdict != "undetermined" and (number or verdict != "conditional")
    ]
    obstacles = count_obstacles(summary, unusable=False) if with_reasons else ()
    reasons = {one.obstacle.words: one.count for one in obstacles}
    parts.append(_add_reasons(summary.verdicts["undetermined"], "not checkable", reasons))
    return _format_counts(summary, parts)


def format_solve_summary(summary: SolveSummary) -> str:
    """Return a line with the number of questions per status, with reasons."""
    parts = [
        _add_reasons(number, in_words(status), summary.reasons[status])
        for status, number in summary.statuses.items()
    ]
    return _format_counts(summary, parts)


def explain_nothing_checked(report: Report) -> tuple[str, ...]:
    """Return the reason why a report without verdicts fails, or nothing."""
    if not report.checked_nothing:
        return ()
    questions = summarise_report(report).questions
    why = f"{count_noun(questions, 'question')} without a verdict"
    return (f"nothing could be checked: {why if questions else 'there are no questions'}",)


def format_accepted(summary: Summary) -> str:
    """Return the number of findings that a baseline accepts, by code."""
    listed = ", ".join(f"{n} {code}" for code, n in summary.accepted.items())
    return f"{count_noun(sum(summary.accepted.values()), 'finding')} accepted ({listed})"


def describe_stale(stale: Acceptance) -> str:
    """Describe an acceptance that is no longer needed."""
    gone = f"{stale.code}{in_brackets(stale.id)} is accepted but no longer found"
    return f"{gone}; remove {stale.fingerprint} from the baseline"


def format_model_usage(usage: ModelUsage) -> str:
    """Return a line with the requests and tokens of a language model."""
    return (
        f"model {safe_line(usage.model)}: {count_noun(usage.requests, 'request')}, "
        f"{usage.cached} from the "
        f"cache, {usage.failed} failed; {usage.prompt_tokens} tokens read, "
        f"{usage.completion_tokens} written"
    )


def format_spending(usage: ModelUsage, spending: Spending) -> str:
    """Return a line with the requests and tokens of a language model, and their price if known."""
    line = format_model_usage(usage)
    if spending.rates is not None:
        line += f"; {spending.spent:.4f} spent"
        if spending.estimated:
            line += f", estimated; replies without token counts: {spending.estimated}"
    return line


def describe_unsent(usage: ModelUsage, spending: Spending, questions: int) -> Iterator[str]:
    """Yield how many questions a model would be asked, and the size of the requests."""
    asked, characters = len(spending.unsent), sum(spending.unsent)
    yield (
        f"model {safe_line(usage.model)}: {asked} of {count_noun(questions, 'question')} to ask, "
        f"{usage.cached} replies from the cache"
    )
    # A second request repeats the first one and its reply.
    both = 2 * characters + asked * TYPICAL_REPLY_TOKENS * CHARACTERS_PER_TOKEN
    for requests, length in ((asked, characters), (2 * asked, both)):
        read, written = estimate_tokens(length), requests * TYPICAL_REPLY_TOKENS
        price = "" if spending.rates is None else f"; {spending.rates.price(read, written):.4f}"
        size = f"{length} characters, about {read} tokens read, {written} written"
        yield f"{count_noun(requests, 'request')}: {size}{price}"


def _quote_option(text: str) -> str:
    return f'"{cut_line(text, _OPTION_WIDTH)}"'


def _format_counts(summary: Summary | SolveSummary, parts: list[str]) -> str:
    """Return the number of questions with its parts and the number of unusable records."""
    if summary.unusable:
        parts.append(f"{summary.unusable} unusable")
    text = f"{count_noun(summary.questions, 'question')}: {', '.join(parts)}"
    return f"{text}; {count_noun(summary.unreadable, 'file error')}" if summary.unreadable else text


def _add_reasons(number: int, what: str, reasons: Mapping[str, int]) -> str:
    listed = ", ".join(f"{n} {in_words(reason)}" for reason, n in reasons.items())
    return f"{number} {what} ({listed})" if listed else f"{number} {what}"


def _format_reason(answer: Answer) -> str:
    """Return why there is no answer, with the unexplained words or the detail."""
    reason = in_words(answer.reason or answer.status)
    if answer.unexplained:
        where = f" ({safe_line(answer.detail)})" if answer.detail else ""
        return f"{reason}: {', '.join(map(safe_line, answer.unexplained))}{where}"
    return f"{reason}: {safe_line(answer.detail)}" if answer.detail else reason
