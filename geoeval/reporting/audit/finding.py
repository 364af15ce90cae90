"""One finding in full: question, options, what follows, step by step, pictures, conventions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geoeval.query.describe import describe as in_words
from geoeval.query.illustration import DayPlan, Illustration
from geoeval.query.values import Derivation, Infeasible, Names, Outcome
from geoeval.reporting.audit.conventions import meaning
from geoeval.reporting.audit.map import draw_map
from geoeval.reporting.audit.markup import Child, Html, element
from geoeval.reporting.audit.timeline import draw_day
from geoeval.reporting.names import titled
from geoeval.reporting.order import Shown
from geoeval.reporting.safe import cut
from geoeval.reporting.wording import count
from geoeval.verification.describe import describe
from geoeval.verification.findings import evidence_of
from geoeval.verification.model import Answer, Finding, Item

_LONG_QUESTION = 900
_SHORT_OPTION = 24
_SAID_ALREADY = ("other_option_fits", "value_differs")
_SHOWN_STEPS = 14
_TITLE_WIDTH = 160
_OF_LABELS = ("GEO3", "GEO4", "GEO5", "GEO6", "GEO7")


def draw_finding(shown: Shown, anchor: str, folder: str = "") -> Html:
    """Return a finding as an article.

    Parameters
    ----------
    shown
        The finding with its question.
    anchor
        Its permanent name on the page.
    folder
        The beginning of paths that is not shown.

    Returns
    -------
    Html
        The article. A finding that is not about a label shows no derivation.
    """
    finding, item = shown
    about_label = item is not None and finding.code.startswith(_OF_LABELS)
    return element(
        "article",
        _head(finding, item, anchor, str(finding.span).removeprefix(folder)),
        _asked(item) if item is not None else None,
        element("p", finding.message, class_="message", dir="auto"),
        element("p", element("b", "Accepted: "), finding.accepted) if finding.accepted else None,
        _proof(finding, item)
        if item is not None and about_label
        else _evidence([line for line in finding.evidence if line != finding.message]),
        id=anchor,
        class_="finding",
        data_code=finding.code,
        data_verdict=item.verdict if item is not None else None,
    )


def _head(finding: Finding, item: Item | None, anchor: str, place: str) -> Html:
    """Return the heading: which record, which rule, what verdict, where in the file."""
    name = "File" if finding.id is None else f"Record {cut(str(finding.id), 80)}"
    link = element("a", "#", href=f"#{anchor}", aria_label=f"Permanent link to {name}")
    verdict = item.verdict if item is not None and finding.code.startswith(_OF_LABELS) else None
    badge = verdict or finding.severity
    return element(
        "header",
        element("h3", element("bdi", name), " ", link),
        element("span", badge, class_=f"badge {badge}"),
        element("code", titled(finding.code)),
        element("span", place, class_="where"),
    )


def _asked(item: Item) -> Iterator[Child]:
    """Yield the question and its options, with the key and the answer marked."""
    text = element("blockquote", _lines(item.question), dir="auto")
    if len(item.question) > _LONG_QUESTION:
        summary = element("summary", element("bdi", cut(item.question, _TITLE_WIDTH)))
        text = element("details", summary, text)
    yield text
    if item.options:
        yield element(
            "ol",
            (_option(index, option, item) for index, option in enumerate(item.options)),
            class_="short options" if max(map(len, item.options)) <= _SHORT_OPTION else "options",
        )
    if item.expected is not None:
        yield _in_words(item, item.expected)
    if item.label is not None and item.label < 0:
        yield _unanswerable(element("span", "key", class_="key"))
    if item.answer.answer is not None and item.answer.answer < 0:
        yield _unanswerable(element("span", "computed", class_="computed"))


def _in_words(item: Item, expected: str) -> Html:
    """Return an answer in words as the key gives it, and beside it what was computed."""
    value = item.answer.value
    computed = None if value is None else _marked(describe(value), "computed")
    return element("ol", _marked(expected or "(empty)", "key"), computed, class_="short options")


def _marked(text: str, word: str) -> Html:
    return element("li", element("bdi", text), " ", element("span", word, class_=word))


def _unanswerable(mark: Html) -> Html:
    return element("p", mark, " unanswerable", class_="options")


def _option(index: int, option: str, item: Item) -> Html:
    """Return an option with what is said of it."""
    marks: list[Child] = []
    if index == item.label:
        marks += [" ", element("span", "key", class_="key")]
    if index == item.answer.answer:
        marks += [" ", element("span", "computed", class_="computed")]
    elif item.answer.match is not None and index in item.answer.match.fits:
        marks += [" ", element("span", "fits", class_="computed")]
    return element("li", element("bdi", option or "(empty)"), marks)


def _proof(finding: Finding, item: Item) -> Iterator[Child]:
    """Yield why the key came about, what was computed, how it follows, and on what it rests."""
    answer = item.answer
    if answer.query is not None:
        asked = element("bdi", in_words(answer.query))
        yield element("p", element("b", "Read as: "), asked, class_="value")
    derived = set(evidence_of(answer))
    slip = [line for line in finding.evidence if line not in derived]
    if slip and finding.cause not in _SAID_ALREADY:
        yield element("p", " ".join(slip), class_="slip", dir="auto")
    value = answer.value
    if value is not None and describe(value) not in finding.message:
        yield element(
            "p", element("b", "Computed: "), element("bdi", describe(value)), class_="value"
        )
    outcome = answer.outcome
    if isinstance(outcome, Derivation | Infeasible):
        yield _pictures(outcome.illustration, item)
        yield _steps(outcome.steps)
    yield _cited(item)
    if outcome is not None:
        yield _conventions(outcome)
    yield _notes(answer)


def _pictures(illustration: Illustration, item: Item) -> Html | None:
    """Return the map, and the days: those of the key and the answer first."""
    value = item.answer.value
    marked = value.names[: value.tied] if isinstance(value, Names) else ()
    near = [item.options[i] for i in (item.label, item.answer.answer) if i is not None and i >= 0]
    first = [day for day in illustration.days if not day.title or day.title in near]
    others = [day for day in illustration.days if day not in first]
    drawn: list[Child] = [draw_map(illustration, marked)]
    shown, rest = (first, others) if first else (others[:1], others[1:])
    drawn += [_day(day, item, shown) for day in shown]
    if rest:
        more = element("summary", count(len(rest), "other offered plan"))
        drawn.append(element("details", more, (_day(day, item, rest) for day in rest)))
    pictures = [one for one in drawn if one is not None]
    return element("div", pictures, class_="pictures") if pictures else None


def _day(day: DayPlan, item: Item, beside: Sequence[DayPlan]) -> Html:
    """Return a day with the text that offers it, and what it breaks."""
    marks: list[Child] = []
    for index, word in ((item.label, "key"), (item.answer.answer, "computed")):
        if index is not None and index >= 0 and item.options[index] == day.title != "":
            marks += [element("span", word, class_=word), " "]
    title = element("bdi", cut(day.title, _TITLE_WIDTH)) if day.title else None
    when = element("b", day.when) if day.when else None
    broken = element("ul", (element("li", line, dir="auto") for line in day.broken))
    caption = element(
        "figcaption",
        marks,
        title,
        " · " if title and when else None,
        when,
        broken if day.broken else None,
    )
    return element(
        "figure", caption if title or when or day.broken else None, draw_day(day, beside)
    )


def _steps(steps: tuple[str, ...]) -> Html | None:
    """Return the derivation, of which what is long can be unfolded."""
    if not steps:
        return None
    written = [element("li", step, dir="auto") for step in steps]
    listed = element("ol", written[:_SHOWN_STEPS], class_="steps")
    more = written[_SHOWN_STEPS:]
    rest = element(
        "details",
        element("summary", count(len(more), "further step")),
        element("ol", more, class_="steps", start=_SHOWN_STEPS + 1),
    )
    return element("section", element("h4", "How it follows"), listed, rest if more else None)


def _cited(item: Item) -> Html | None:
    """Return the lines of the context that the answer rests on."""
    if not item.cited:
        return None
    listed = (
        element("li", element("code", cut(line.text, 400), dir="auto"), value=line.number)
        for line in item.cited
    )
    summary = element("summary", f"{count(len(item.cited), 'line')} of the context used")
    return element("details", summary, element("ol", listed, class_="lines"))


def _conventions(outcome: Outcome) -> Html | None:
    """Return the conventions that mattered."""
    taken = outcome.conventions if isinstance(outcome, Derivation | Infeasible) else ()
    if not taken:
        return None
    listed = (
        element("li", element("code", f"{name} = {choice}"), " ", meaning(name, choice))
        for name, choice in taken
    )
    heading = element("h4", "Conventions that mattered")
    return element("section", heading, element("ul", listed, class_="conventions"))


def _notes(answer: Answer) -> Html | None:
    """Return the notes on the comparison with the options."""
    notes = answer.match.notes if answer.match is not None else ()
    return element("ul", (element("li", note) for note in notes), class_="notes") if notes else None


def _evidence(lines: Sequence[str]) -> Html | None:
    """Return evidence that no derivation holds."""
    if not lines:
        return None
    return element("ul", (element("li", line, dir="auto") for line in lines), class_="evidence")


def _lines(text: str) -> list[Child]:
    """Return a text with its line breaks."""
    parts: list[Child] = []
    for line in text.strip().splitlines():
        parts += [element("br"), line] if parts else [line]
    return parts
