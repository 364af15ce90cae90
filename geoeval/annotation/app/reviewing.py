"""The page to review the readings of questions one by one, worst verdicts first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from nicegui import background_tasks, events, ui

from geoeval.annotation.app import parts
from geoeval.annotation.app.query_form import QueryForm
from geoeval.annotation.draft import Proof

_MAX_LISTED = 400


class Reviewer:
    """A walk through the questions; each decision is written to the file of queries at once."""

    def __init__(self, session: parts.Session) -> None:
        self._session = session
        self._proofs: list[Proof] = []
        self._at = 0
        self._decided: list[int] = []
        self._form_is_open = False
        with ui.element("div").classes("desk alone"):
            with ui.element("nav").classes("list").props('aria-label="Questions, the worst first"'):
                self._list = ui.element("div")
            with ui.element("div"):
                self._progress = (
                    ui.label("Proving the questions…").classes("soft").props('role="status"')
                )
                self._shown = ui.element("div").classes("column")
        # In fields for text these keys are letters, so they are ignored there.
        ui.keyboard(self._handle_key, ignore=["input", "select", "textarea"])
        background_tasks.create(self._load_proofs())

    async def _load_proofs(self) -> None:
        with self._shown:
            found = await parts.run_in_background(self._session.desk.worst_first)
            self._proofs = list(found or ())
            open_ones = [at for at, each in enumerate(self._proofs) if not each.is_reviewed]
            await self._show_proof(open_ones[0] if open_ones else 0)

    async def _show_proof(self, at: int) -> None:
        if not self._proofs:
            self._progress.set_text("There are no questions yet: write one, or give a dataset.")
            return
        self._at = max(0, min(at, len(self._proofs) - 1))
        before = self._proofs[self._at]
        draft = self._session.desk.store.get(before.draft.id) or before.draft
        proof = await parts.run_in_background(self._session.desk.prove, draft)
        if proof is None:
            return
        self._proofs[self._at] = proof
        self._show_list()
        self._shown.clear()
        with self._shown:
            parts.show_heading(f"Question {parts.shorten_line(str(draft.id), 40)}")
            parts.show_question(draft, label=True)
            parts.show_proof(proof)
            self._show_buttons()
            with ui.expansion("Context").classes("w-full"):
                parts.show_context(draft)

    def _show_buttons(self) -> None:
        with ui.element("div").classes("buttons"):
            parts.show_button("Accept (a)", self._accept_reading, "accept")
            parts.show_button("Edit (e)", self._edit_query, "edit")
            parts.show_button("Reject (r)", self._reject_reading, "reject")
            parts.show_button("Previous (k)", lambda: self._show_proof(self._at - 1))
            parts.show_button("Next (j)", lambda: self._show_proof(self._at + 1))
            parts.show_button("Undo (u)", self._undo_decision, "undo-decision")
        self._why = (
            ui.input("Why it is rejected (may be empty)").props("outlined dense").classes("w-full")
        )
        self._why.mark("why")

    def _show_list(self) -> None:
        done = sum(each.is_reviewed for each in self._proofs)
        counts = Counter(each.standing for each in self._proofs)
        progress = ", ".join(f"{number} {standing}" for standing, number in counts.items())
        path = self._session.desk.queries_path
        self._progress.set_text(
            f"{done} of {len(self._proofs)} reviewed, in {path}. Labels: {progress}."
        )
        self._list.clear()
        first = max(0, min(self._at - _MAX_LISTED // 2, len(self._proofs) - _MAX_LISTED))
        with self._list:
            for at, proof in list(enumerate(self._proofs))[first : first + _MAX_LISTED]:
                chosen = str(at == self._at).lower()
                item = (
                    ui.element("button")
                    .classes("item")
                    .props(f'type="button" aria-current="{chosen}"')
                )
                with item.on("click", lambda _, n=at: self._show_proof(n)):
                    sign = ui.label(parts.SIGNS[proof.standing]).classes(f"sign {proof.standing}")
                    sign.props(f'role="img" aria-label="{proof.standing}"')
                    reviewed = " · reviewed" if proof.is_reviewed else ""
                    ui.label(
                        f"{parts.shorten_line(str(proof.draft.id), 12)} "
                        f"{parts.question_line(proof.draft, 90)}{reviewed}"
                    ).classes("what")

    async def _handle_key(self, event: events.KeyEventArguments) -> None:
        plain_key = not any((event.modifiers.ctrl, event.modifiers.alt, event.modifiers.meta))
        if not (event.action.keydown and plain_key and self._proofs) or self._form_is_open:
            return
        called: dict[str, Callable[[], object]] = {
            "a": self._accept_reading,
            "e": self._edit_query,
            "r": self._reject_reading,
            "u": self._undo_decision,
            "j": lambda: self._show_proof(self._at + 1),
            "k": lambda: self._show_proof(self._at - 1),
        }
        if (call := called.get(str(event.key.name))) is not None:
            result = call()
            if hasattr(result, "__await__"):
                await result

    async def _accept_reading(self) -> None:
        proof = self._proofs[self._at]
        if proof.item.answer.query is None:
            parts.show_message("No reading to accept: edit the query, or reject it.")
            return
        if (
            await parts.run_in_background(self._session.desk.accept, proof.draft, self._session.by)
            is not None
        ):
            await self._show_decision()

    async def _reject_reading(self) -> None:
        proof = self._proofs[self._at]
        if (
            await parts.run_in_background(
                self._session.desk.reject, proof.draft, str(self._why.value or "")
            )
            is not None
        ):
            await self._show_decision()

    async def _undo_decision(self) -> None:
        """Undo the decision on the question shown; if it has none, the last one made here."""
        decided = [at for at in (*self._decided, self._at) if self._proofs[at].is_reviewed]
        if not decided:
            parts.show_message("No decision to undo: go to a question that is reviewed.")
            return
        at = decided[-1]
        await parts.run_in_background(self._session.desk.reopen, self._proofs[at].draft)
        await self._show_proof(at)

    async def _edit_query(self) -> None:
        proof = self._proofs[self._at]
        self._form_is_open = True
        with self._shown:
            form = QueryForm(
                self._session,
                proof.draft,
                proof.item.answer.query,
                self._show_decision,
                closed=self._close_form,
            )
            await form.open()

    def _close_form(self) -> None:
        self._form_is_open = False

    async def _show_decision(self) -> None:
        at = self._at
        self._decided.append(at)
        proof = await parts.run_in_background(self._session.desk.prove, self._proofs[at].draft)
        if proof is not None:
            self._proofs[at] = proof
        order = [*range(at + 1, len(self._proofs)), *range(at)]
        await self._show_proof(next((n for n in order if not self._proofs[n].is_reviewed), at))
