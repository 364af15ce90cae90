"""The page to write questions, which are proved as they are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from nicegui import background_tasks, ui

from geoeval.annotation.app import parts
from geoeval.annotation.app.map_side import MapSide
from geoeval.annotation.app.query_form import QueryForm
from geoeval.annotation.distractors import right_option, suggest_distractors
from geoeval.annotation.draft import Draft, Proof, letter_of
from geoeval.annotation.facts import Statement, new_conflicts
from geoeval.generation.draft import Wrong

_KEEP_SCRIPT = """
addEventListener('input', event => {
  const editor = event.target.closest('[data-draft]');
  if (!editor || window.socket?.connected) return;
  const kept = JSON.parse(localStorage.getItem('geoeval-unsent') || '{}');
  kept[editor.dataset.draft] ??= {};
  kept[editor.dataset.draft][event.target.ariaLabel] = event.target.value;
  localStorage.setItem('geoeval-unsent', JSON.stringify(kept));
});
"""
_RESTORE_SCRIPT = """
const kept = localStorage.getItem('geoeval-unsent');
localStorage.removeItem('geoeval-unsent');
return JSON.parse(kept || '{}');
"""
"""Text typed while the server does not answer is kept in the browser until it does."""

_MIN_OPTIONS = 4
_MAX_CONFLICTS = 6  # conflicts that the dialog lists
_MAX_LISTED = 400  # questions that the list shows at once


class Writer:
    """The list of questions, the editor of one, and the map."""

    def __init__(self, session: parts.Session, tiles: str | None) -> None:
        self._session = session
        self._store = session.desk.store
        self._draft: Draft | None = None
        self._saved: Draft | None = None
        self._idle = asyncio.Event()  # set if no typed text waits to be saved
        self._idle.set()
        self._map: MapSide | None = None
        file = session.desk.map_file
        with ui.element("div").classes("desk" if file is not None else "desk alone"):
            with ui.element("nav").classes("list").props('aria-label="Questions"'):
                with ui.element("div").classes("buttons"):
                    parts.show_button(
                        "New question", self._create_draft, "new", look="unelevated color=primary"
                    )
                self._list = ui.element("div")
            self._editor = ui.element("div")
            if file is not None:
                with ui.element("aside").classes("map-side").props('aria-label="Map"'):
                    self._map = MapSide(session, file, self._add_facts, tiles)
        drafts = self._store.drafts()
        self._open_draft(drafts[0] if drafts else None)
        ui.add_body_html(f"<script>{_KEEP_SCRIPT}</script>")
        background_tasks.create(self._restore_typed())

    async def _restore_typed(self) -> None:
        """Restore the text that was typed while the server did not answer."""
        with self._editor:
            client = ui.context.client
            try:
                await client.connected()
                unsent = await ui.run_javascript(_RESTORE_SCRIPT, timeout=5)
            except TimeoutError:
                return
            for name, texts in (unsent or {}).items():
                draft = self._store.get(name)
                if draft is not None:
                    self._open_draft(draft)
                    for field in (self._text, self._context, *self._inputs):
                        if (text := texts.get(field.props["label"])) is not None:
                            field.set_value(text)
                    parts.show_message(f"Question {name}: unsaved text restored.")

    def _open_draft(self, draft: Draft | None) -> None:
        self._draft = self._saved = draft
        self._show_list()
        self._editor.clear()
        with self._editor:
            if draft is None:
                ui.label(
                    "Write a question about places: how far, which direction, when open, how long."
                ).classes("question")
                ui.label(
                    "Start with “New question”. Everything you write is saved immediately."
                ).classes("soft")
                return
            self._show_editor(draft)
        background_tasks.create(self._check_draft())

    def _show_list(self) -> None:
        drafts = self._store.drafts()
        self._list.clear()
        with self._list:
            for draft in drafts[:_MAX_LISTED]:
                chosen = self._draft is not None and draft.id == self._draft.id
                with (
                    ui.element("button")
                    .classes("item")
                    .props(f'type="button" aria-current="{str(chosen).lower()}"')
                    .on("click", lambda _, d=draft: self._open_draft(self._store.get(d.id)))
                ):
                    ui.label(parts.shorten_line(str(draft.id), 12)).classes("letter")
                    ui.label(parts.question_line(draft, 120)).classes("what")
            if len(drafts) > _MAX_LISTED:
                ui.label(
                    f"and {len(drafts) - _MAX_LISTED} more; Review shows the worst first"
                ).classes("soft")
            for draft in self._store.removed():
                parts.show_button(
                    f"Restore {parts.shorten_line(str(draft.id), 12)}",
                    lambda _, d=draft: self._undo_change(d.id),
                    look="flat dense",
                )

    def _show_editor(self, draft: Draft) -> None:
        self._editor.props["data-draft"] = str(draft.id)
        parts.show_heading(f"Question {parts.shorten_line(str(draft.id), 40)}")
        self._text = ui.textarea("Question", value=draft.text, on_change=self._handle_typing)
        self._text.props("outlined autogrow").classes("w-full").mark("question")
        self._verdict = ui.element("div").classes("w-full question-proof")
        parts.show_heading("Options")
        self._options = ui.element("div").classes("w-full")
        self._show_options([*draft.options, *[""] * (_MIN_OPTIONS - len(draft.options))])
        ui.label("Right option").classes("soft")
        self._label = ui.radio(
            self._label_choices(), value=draft.label, on_change=self._handle_typing
        )
        self._label.props('inline aria-label="Right option"').mark("label")
        self._suggested = ui.element("div").classes("w-full")
        parts.show_heading("Context")
        self._context = ui.textarea(
            "Facts from which the question is answered",
            value=draft.context,
            on_change=self._handle_typing,
        )
        self._context.props("outlined").classes("context w-full").mark("context")
        with ui.element("div").classes("buttons"):
            parts.show_button("Undo", lambda: self._undo_change(draft.id), "undo")
            parts.show_button("Delete", self._remove_draft, "delete")
            ui.link("Print view", f"/print/{draft.id}", new_tab=True)
        with ui.expansion("History", on_value_change=self._show_history).classes("w-full"):
            self._history = ui.element("ol").classes("history")

    def _show_options(self, texts: list[str]) -> None:
        self._options.clear()
        self._inputs: list[ui.input] = []
        with self._options:
            for number, text in enumerate(texts):
                with ui.element("div").classes("option-row"):
                    shown = ui.input(
                        f"Option {letter_of(number)}",
                        value=text,
                        on_change=self._handle_typing,
                    )
                    self._inputs.append(shown.props("outlined dense").mark(f"option-{number}"))
            parts.show_button("Add an option", lambda: self._add_option(""), look="flat dense")

    def _label_choices(self) -> dict[int, str]:
        named = {number: letter_of(number) for number in range(len(self._inputs))}
        return {**named, -1: "Unanswerable"}

    def _add_option(self, text: str) -> None:
        free = next((each for each in self._inputs if not each.value), None)
        if free is not None and text:
            free.set_value(text)
            return
        self._show_options([*(str(each.value or "") for each in self._inputs), text])
        self._label.set_options(self._label_choices(), value=self._label.value)
        self._handle_typing()

    def _collect_draft(self) -> Draft:
        assert self._draft is not None
        options = [str(each.value or "") for each in self._inputs]
        while options and not options[-1].strip():
            options.pop()
        return replace(
            self._draft,
            text=str(self._text.value or ""),
            options=tuple(options),
            label=self._label.value,
            context=str(self._context.value or ""),
        )

    def _handle_typing(self) -> None:
        """Save and prove what was typed; meanwhile, only the latest text waits."""
        if self._draft is None:
            return
        self._draft = self._collect_draft()
        if self._idle.is_set():
            self._idle.clear()
            background_tasks.create(self._save_pending())

    async def _save_pending(self) -> None:
        try:
            while self._draft is not None and self._draft != self._saved:
                draft, before = self._draft, self._saved
                await parts.run_in_background(self._store.save, draft, self._session.by)
                self._saved = draft
                if before is None or before.text != draft.text:
                    self._show_list()
                await self._check_draft()
        finally:
            self._idle.set()

    async def _check_draft(self) -> None:
        draft = self._draft
        if draft is None:
            return
        with self._editor:
            proof = await parts.run_in_background(self._session.desk.prove, draft)
            if proof is None or draft != self._draft:
                return
            self._verdict.clear()
            with self._verdict:
                parts.show_proof(proof)
                self._show_decisions(proof)
            if self._map is not None:
                self._map.show_proof(proof.illustration)
            suggested = await parts.run_in_background(
                lambda: (right_option(proof), suggest_distractors(proof))
            )
            if suggested is not None and draft == self._draft:
                self._show_suggestions(*suggested)

    def _show_decisions(self, proof: Proof) -> None:
        if proof.standing == "empty":
            return
        desk, draft, by = self._session.desk, proof.draft, self._session.by
        with ui.element("div").classes("buttons"):
            if not proof.is_reviewed and proof.sentence is not None:
                parts.show_button(
                    "Accept the query",
                    lambda: self._apply_decision(desk.accept, draft, by),
                    "accept",
                )
            if proof.is_reviewed:
                parts.show_button(
                    "Withdraw the review", lambda: self._apply_decision(desk.reopen, draft)
                )
            form = QueryForm(self._session, draft, proof.item.answer.query, self._check_draft)
            parts.show_button("Edit the query", form.open, "edit-query")

    async def _apply_decision(self, decide: Callable[..., object], *values: object) -> None:
        await parts.run_in_background(decide, *values)
        await self._check_draft()

    def _show_suggestions(self, right: str | None, wrong: tuple[Wrong, ...]) -> None:
        self._suggested.clear()
        taken = {str(each.value or "").strip() for each in self._inputs}
        offered = [(each.text, each.mistake, "add-wrong") for each in wrong]
        if right is not None and right not in taken:
            offered.insert(0, (right, "computed from the facts", "add-right"))
        with self._suggested:
            for text, why, marker in offered:
                with ui.element("div").classes("buttons suggestion"):
                    button = ui.button(
                        parts.shorten_line(text, 90), on_click=lambda _, t=text: self._add_option(t)
                    )
                    button.props("outline dense").mark(marker)
                    ui.label(why).classes("soft")

    async def _add_facts(self, change: Callable[[str], str], what: str) -> None:
        if self._draft is None:
            self._create_draft()
        context = self._context
        before = str(context.value or "")
        after = change(before)
        differing = await parts.run_in_background(new_conflicts, before, after)
        if differing is None or (
            differing and not await _confirm_conflicts(self._draft, differing)
        ):
            return
        context.set_value(after)
        outcome = "is already in the context" if after == before else "added to the context"
        parts.show_message(f"{parts.shorten_line(what, 120)}: {outcome}")

    def _create_draft(self) -> None:
        self._open_draft(self._store.create(self._session.by))
        self._text.run_method("focus")

    async def _remove_draft(self) -> None:
        if self._draft is not None:
            await parts.run_in_background(self._store.remove, self._draft.id, self._session.by)
            drafts = self._store.drafts()
            self._open_draft(drafts[0] if drafts else None)
            parts.show_message("Deleted; “Restore” in the list undoes it.")

    async def _undo_change(self, name: int | str) -> None:
        await self._idle.wait()
        draft = await parts.run_in_background(self._store.undo, name, self._session.by)
        if draft is None:
            parts.show_message("There is nothing to undo.")
        else:
            self._open_draft(draft)

    def _show_history(self) -> None:
        if self._draft is None:
            return
        self._history.clear()
        with self._history:
            for change in reversed(self._store.history(self._draft.id)):
                with ui.element("li"):
                    when = change.at.replace("T", " ")[:16]
                    ui.label(f"{when} UTC, {parts.shorten_line(change.by, 40)}: {change.what}")


async def _confirm_conflicts(
    draft: Draft | None, differing: list[tuple[Statement, Statement]]
) -> bool:
    """Ask whether to add facts that conflict with others, with both in sight."""
    with ui.dialog().props('aria-label="The facts conflict"') as dialog, ui.card():
        parts.show_heading("The facts conflict")
        if draft is not None and draft.text.strip():
            ui.label(parts.shorten_line(draft.text)).classes("question")
        for conflict in differing[:_MAX_CONFLICTS]:
            with ui.element("div").classes("card"):
                for each in conflict:
                    whose = "The map says" if each.is_added else "The context says"
                    parts.show_row(whose, each.text)
        if len(differing) > _MAX_CONFLICTS:
            ui.label(f"and {len(differing) - _MAX_CONFLICTS} more")
        ui.label("Questions that rest on both values are ambiguous.").classes("soft")
        with ui.element("div").classes("buttons"):
            parts.show_button("Keep the context", dialog.close)
            parts.show_button("Add anyway", lambda: dialog.submit("add"), "add-conflicting")
    chosen = await dialog
    dialog.delete()
    return chosen is not None
