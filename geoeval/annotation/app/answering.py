"""Pages to answer questions without seeing their labels, and to compare the answers."""

from __future__ import annotations

from nicegui import events, ui

from geoeval.annotation.app import parts
from geoeval.annotation.desk import Disagreement
from geoeval.annotation.draft import Draft, letter_of
from geoeval.reporting.safe import safe_line


class Answerer:
    """The page that asks questions written by others, one by one, without label and verdict."""

    def __init__(self, session: parts.Session) -> None:
        self._session = session
        self._draft: Draft | None = None
        self._skipped: list[str] = []
        self._shown = ui.element("div").classes("column")
        ui.keyboard(self._handle_key, ignore=["input", "select", "textarea"])
        self._show_next()

    def _show_next(self) -> None:
        left = [
            each
            for each in self._session.desk.to_answer(self._session.by)
            if str(each.id) not in self._skipped
        ]
        self._draft = left[0] if left else None
        self._shown.clear()
        with self._shown:
            parts.show_heading("Answer")
            if self._draft is None:
                ui.label(
                    f"No question is left for {safe_line(self._session.by)} to answer."
                ).classes("question")
                ui.label(
                    "You answer questions that others wrote, without seeing their labels. "
                    "Your name is at the top of the page."
                ).classes("soft")
                return
            ui.label(
                f"{len(left)} left. Press the letter of an option, 0 for unanswerable, n to skip."
            ).classes("soft")
            parts.show_question(self._draft, label=False)
            with ui.element("div").classes("buttons"):
                for number in (*range(len(self._draft.used_options)), -1):
                    parts.show_button(
                        "Unanswerable (0)" if number < 0 else letter_of(number),
                        lambda _, n=number: self._record_answer(n),
                        f"answer-{number}",
                    )
                parts.show_button("Skip (n)", self._skip_question, look="flat")
            parts.show_context(self._draft)

    async def _record_answer(self, option: int) -> None:
        if self._draft is not None:
            await parts.run_in_background(
                self._session.desk.answer, self._draft, self._session.by, option
            )
            self._show_next()

    def _skip_question(self) -> None:
        if self._draft is not None:
            self._skipped.append(str(self._draft.id))
            self._show_next()

    async def _handle_key(self, event: events.KeyEventArguments) -> None:
        plain_key = not any((event.modifiers.ctrl, event.modifiers.alt, event.modifiers.meta))
        if not event.action.keydown or not plain_key or self._draft is None:
            return
        key = str(event.key.name).upper()
        letters = [letter_of(number) for number in range(len(self._draft.used_options))]
        if key in letters:
            await self._record_answer(letters.index(key))
        elif key == "0":
            await self._record_answer(-1)
        elif key == "N":  # no question has an option N
            self._skip_question()


class Comparison:
    """The page that shows how far blind answers agree with the labels, and where they differ."""

    def __init__(self, session: parts.Session) -> None:
        self._session = session
        self._shown = ui.element("div").classes("column")
        self._show_all()

    def _show_all(self) -> None:
        answered = self._session.desk.answered()
        self._shown.clear()
        with self._shown:
            parts.show_heading("Agreement")
            if not answered:
                ui.label("Nobody has answered a question by another author.").classes("question")
                return
            agreed = self._session.desk.agreement()
            kappa = "" if agreed.kappa is None else f", Cohen's kappa {agreed.kappa:.2f}"
            share = 100 * (agreed.share.value or 0)
            ui.label(
                f"{agreed.share.right} of {agreed.share.of} blind answers agree with the label "
                f"({share:.0f}%{kappa})."
            ).classes("question").mark("agreement")
            differing = [each for each in answered if each.differs]
            parts.show_heading(f"Disagreements: {len(differing)}")
            for each in differing:
                self._show_one(each)

    def _show_one(self, disagreement: Disagreement) -> None:
        draft = disagreement.draft
        with ui.element("div").classes("card").mark("disagreement"):
            parts.show_question(draft, label=False)
            with ui.element("table").classes("answers"), ui.element("tbody"):
                author = self._session.desk.store.author(draft.id)
                _show_answer_row(
                    f"label{f' ({safe_line(author)})' if author else ''}",
                    letter_of(draft.label),
                )
                for answer in disagreement.answers:
                    _show_answer_row(
                        f"{safe_line(answer.by)}, {answer.at[:10]}", letter_of(answer.option)
                    )
            proof = self._session.desk.prove(draft)
            ui.label(f"Computed: {proof.answer}").classes("soft")
            with ui.element("div").classes("buttons"):
                ui.label("Settle on").classes("soft")
                for option in dict.fromkeys(
                    (draft.label, *(answer.option for answer in disagreement.answers))
                ):
                    parts.show_button(
                        _option_line(draft, option),
                        lambda _, o=option: self._settle_disagreement(disagreement, o),
                        f"settle-{option}",
                    )

    async def _settle_disagreement(self, disagreement: Disagreement, option: int | None) -> None:
        """Make an answer the label, which settles the disagreement."""
        await parts.run_in_background(
            self._session.desk.settle, disagreement, option, self._session.by
        )
        self._show_all()


def _option_line(draft: Draft, option: int | None) -> str:
    """Return the letter of an option and its text, if it has one."""
    letter = letter_of(option)
    if option is None or not 0 <= option < len(draft.options):
        return letter
    return f"{letter}: {parts.shorten_line(draft.options[option], 60)}"


def _show_answer_row(name: str, text: str) -> None:
    with ui.element("tr"):
        with ui.element("th").props('scope="row"'):
            ui.label(name)
        with ui.element("td"):
            ui.label(text)
