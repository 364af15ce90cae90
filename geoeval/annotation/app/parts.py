"""Elements that several pages of the annotator share, such as verdicts, proofs and errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from markupsafe import Markup
from nicegui import run, ui

from geoeval.annotation.desk import Desk
from geoeval.annotation.draft import Draft, Proof, letter_of
from geoeval.errors import GeoEvalError
from geoeval.reporting.safe import safe_line
from geoeval.verification.kept.entries import REJECTED

Result = TypeVar("Result")
_MAX_EVIDENCE = 6
_CORNER: Literal["bottom-left"] = "bottom-left"
"""Where messages are shown: over the list of questions, not over the options."""
_DOCS = "https://geoeval.github.io/geoeval/concepts/understanding/"
MAX_LINE_LENGTH = 300  # characters of a text shown in one line
SIGNS = {
    "supported": "✓",
    "contradicted": "✗",
    "ambiguous": "?",
    "conditional": "?",
    "undetermined": "–",
    "incomplete": "…",
    "empty": "…",
}


@dataclass(slots=True)
class Session:
    """One open page: the desk, and the name of the annotator."""

    desk: Desk
    by: str


async def run_in_background(call: Callable[..., Result], *values: object) -> Result | None:
    """Return the result of a slow call; if it fails, show the error and return None."""
    try:
        return await run.io_bound(call, *values)
    except GeoEvalError as error:
        show_error(str(error))
    except OSError as error:
        show_error(f"{error.filename or 'a file'} cannot be written: {error.strerror}")
    return None


def show_error(message: str) -> None:
    """Show an error until it is closed or times out."""
    ui.notify(
        safe_line(message),
        type="negative",
        position=_CORNER,
        close_button="Close",
        timeout=15_000,
    )


def show_message(message: str) -> None:
    """Show what an action has done for a few seconds."""
    ui.notify(safe_line(message), type="info", position=_CORNER)


def show_button(
    text: str,
    action: Callable[..., object],
    marker: str = "",
    *,
    look: str = "outline",
    label: str = "",
) -> ui.button:
    """Show a button; tests find it by its marker, and screen readers read its label."""
    made = ui.button(text, on_click=action).props(look)
    if label:
        written = shorten_line(label, 100).replace("\\", " ").replace('"', "'")
        made.props(f'aria-label="{written}"')
    return made.mark(marker) if marker else made


def show_heading(text: str) -> None:
    """Show the heading of a section."""
    ui.label(text).classes("part").props('role="heading" aria-level="2"')


def shorten_line(text: str, max_length: int = MAX_LINE_LENGTH) -> str:
    """Return a text as one line of visible characters, shortened if it is too long."""
    line = " ".join(safe_line(text).split())
    return line if len(line) <= max_length else f"{line[: max_length - 1]}…"


def question_line(draft: Draft, max_length: int) -> str:
    """Return the question of a draft as one line of visible characters, shortened."""
    return shorten_line(draft.text, max_length) or "(no text yet)"


def show_context(draft: Draft) -> None:
    """Show the facts that answer a question, line by line."""
    context_text = "\n".join(map(safe_line, draft.context.splitlines()))
    ui.label(context_text or "The question is about the whole map.").classes("text soft")


def show_verdict(proof: Proof) -> None:
    """Show the state of a draft in a line that screen readers announce."""
    with ui.element("div").classes(f"verdict {proof.standing}").props('role="status"'):
        ui.label(SIGNS[proof.standing]).classes("sign").props('aria-hidden="true"')
        ui.label(proof.verdict).mark("verdict")


def show_proof(proof: Proof) -> None:
    """Show a verdict, how the question was read, and how the answer follows."""
    show_verdict(proof)
    if proof.standing == "empty":
        return
    if proof.has_unknown_form:
        ui.label(
            "Questions are read that ask how far or in which direction a place is, which place is "
            "nearest or best rated, how many there are, when they are open, how long a trip takes "
            "or where a route leads. Reword the question, or edit its query."
        ).classes("soft")
        ui.link("How questions are read", _DOCS, new_tab=True)
    for name, text, marker in _reading_rows(proof):
        show_row(name, text, marker)
    if proof.marks:
        ui.html(mark_words(proof.draft.text, proof.marks), sanitize=False).classes("marked")
    if proof.doubts:
        show_row("Words not understood", ", ".join(f"“{safe_line(each)}”" for each in proof.doubts))
    show_row("Answer", proof.answer)
    for kind, text in proof.basis:
        show_row(kind.capitalize(), text)
    if proof.steps:
        with ui.element("ol").classes("steps"):
            for step in proof.steps:
                with ui.element("li"):
                    ui.label(safe_line(step))
    _show_findings(proof)
    for each in proof.unread[:_MAX_EVIDENCE]:
        show_row("Context not understood", each)


def _reading_rows(proof: Proof) -> Iterator[tuple[str, str, str]]:
    entry = proof.entry
    if proof.sentence is not None:
        by = f" by {shorten_line(entry.by, 40)}" if entry is not None and entry.by else ""
        how = "Read, and reviewed, as" if proof.is_reviewed else f"Read{by} as"
        yield how, proof.sentence, "sentence"
    elif entry is not None and entry.reason == REJECTED:
        yield "Reading", f"rejected{f': {entry.remark}' if entry.remark else ''}", ""


def _show_findings(proof: Proof) -> None:
    for finding in proof.item.findings:
        if finding.severity != "info":
            new = [each for each in finding.evidence if each not in proof.steps]
            for number, each in enumerate(new[:_MAX_EVIDENCE]):
                show_row("" if number else finding.code, each)


def show_row(name: str, text: str, marker: str = "") -> None:
    """Show a text next to its name; tests find it by its marker."""
    with ui.element("div").classes("row-of"):
        ui.label(name).classes("name")
        label = ui.label(safe_line(text)).classes("text")
        if marker:
            label.mark(marker)


def mark_words(text: str, words: Iterable[str]) -> str:
    """Return a text as HTML with some words marked."""
    sought = sorted({word for word in words if word.strip()}, key=len, reverse=True)
    if not sought:
        return str(Markup.escape(safe_line(text)))
    either = "|".join(map(re.escape, sought))
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    html, at = Markup(), 0
    for found in pattern.finditer(text):
        html += safe_line(text[at : found.start()])
        html += Markup("<mark>{}</mark>").format(safe_line(found[0]))
        at = found.end()
    return str(html + safe_line(text[at:]))


def show_question(draft: Draft, *, label: bool) -> None:
    """Show a question with its options, and mark the right option if ``label`` is True."""
    ui.label(question_line(draft, 2000)).classes("question")
    with ui.element("ol").classes("options"):
        for number, option in enumerate(draft.used_options):
            with ui.element("li"):
                ui.label(letter_of(number)).classes("letter")
                ui.label(shorten_line(option))
                if label and number == draft.label:
                    ui.label("right option").classes("key")
    if label and draft.label is not None and draft.label < 0:
        ui.label("Labelled unanswerable.").classes("key")
