"""The query of a question as a form, for questions that the rules misread."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.value_element import ValueElement

from geoeval.annotation import form
from geoeval.annotation.app.parts import (
    Session,
    run_in_background,
    show_button,
    show_heading,
    show_question,
    show_verdict,
)
from geoeval.annotation.draft import Draft, prove_draft
from geoeval.errors import RecordError
from geoeval.query.algebra import Query
from geoeval.query.describe import describe
from geoeval.query.solve import parse_query
from geoeval.reporting.safe import safe_line
from geoeval.verification.kept.decisions import accept_entry, edit_entry, unread_entry
from geoeval.verification.kept.entries import Reading


class QueryForm:
    """A dialog to edit the query of one question; it shows the verdict after every change."""

    def __init__(
        self,
        session: Session,
        draft: Draft,
        query: Query | None,
        done: Callable[[], Any],
        closed: Callable[[], None] | None = None,
    ) -> None:
        self._session, self._draft, self._query, self._done = session, draft, query, done
        self._before = query
        self._examples: frozenset[form.Path] = frozenset()  # fields that the author has to fill
        self._shape: list[object] = []
        with ui.dialog().props('aria-label="Query of the question"') as self._dialog, ui.card():
            if closed is not None:
                self._dialog.on("hide", closed)
            ui.label("What does the question ask for?").classes("soft")
            show_question(draft, label=False)
            self._sentence = ui.label().classes("sentence").mark("form-sentence")
            self._fault = ui.label().classes("contradicted sign").props('role="alert"')
            self._verdict = ui.element("div")
            self._begin = ui.expansion("Begin with another query", value=query is None)
            with self._begin.classes("w-full"), ui.element("div").classes("buttons"):
                for name in form.TEMPLATES:
                    show_button(
                        name,
                        lambda _, n=name: self._take_template(n),
                        look="outline dense",
                    )
            show_heading("Fields")
            self._fields = ui.element("div").classes("w-full")
            with ui.expansion("As JSON").classes("w-full"):
                self._json = ui.textarea("Query").props("outlined autogrow").classes("json w-full")
                show_button("Use this JSON", self._take_json)
            with ui.element("div").classes("buttons"):
                show_button("Save", self._save_query, "form-save", look="unelevated color=primary")
                show_button("Cancel", self._dialog.close)

    async def open(self) -> None:
        """Show the dialog."""
        self._dialog.open()
        await self._show_query()

    async def _take_query(self, query: Query, examples: Iterable[form.Path] = ()) -> None:
        self._query, self._examples = query, frozenset(examples)
        await self._show_query()

    async def _take_template(self, name: str) -> None:
        query = parse_query(form.TEMPLATES[name])
        self._begin.set_value(False)
        self._shape = []  # the fields are empty again
        await self._take_query(query, form.example_fields(query))

    async def _take_json(self) -> None:
        try:
            query = parse_query(json.loads(self._json.value or ""))
        except (RecordError, ValueError, RecursionError) as error:
            self._fault.set_text(safe_line(str(error)))
            return
        self._shape = []  # the fields show other values
        await self._take_query(query)

    async def _show_query(self) -> None:
        query = self._query
        self._fault.set_text("")
        self._sentence.set_text(self._describe_query())
        self._verdict.clear()
        if query is None:
            return
        shape: list[object] = [(each.path, each.widget) for each in form.fields_of(query)]
        if shape != self._shape:  # unchanged fields stay in place, which keeps the focus
            self._shape = shape
            self._fields.clear()
            with self._fields:
                self._show_fields(query)
        if self._examples:
            self._json.set_value("")
            return
        text = json.dumps(
            query.model_dump(mode="json", exclude_none=True), ensure_ascii=False, indent=2
        )
        self._json.set_value(text)
        entry = accept_entry(
            edit_entry(unread_entry(self._draft.record()), Reading(query=query), self._session.by)
        )
        proof = await run_in_background(prove_draft, self._draft, self._session.desk.world, entry)
        if proof is not None:
            with self._verdict:
                show_verdict(proof)
                ui.label(safe_line(proof.answer)).classes("soft").mark("form-answer")

    def _describe_query(self) -> str:
        if self._query is None:
            return "No query yet."
        left = [each.label for each in form.fields_of(self._query) if each.path in self._examples]
        if left:
            return f"Still to fill in: {'; '.join(left)}."
        return f"It asks for {safe_line(describe(self._query))}."

    def _show_fields(self, query: Query) -> None:
        fields = form.fields_of(query)
        empty = [each for each in fields if each.value in (None, "", False)]
        with ui.element("div").classes("fields"):
            for field in fields:
                if field not in empty:
                    self._show_field(field)
        if empty:
            unused = ui.expansion("Unused fields").classes("w-full")
            with unused, ui.element("div").classes("fields"):
                for field in empty:
                    self._show_field(field)
        for path in form.places_with_conditions(query):
            with ui.element("div").classes("buttons"):
                ui.label("Only places that are").classes("soft")
                for name, condition in form.CONDITIONS.items():
                    show_button(
                        name,
                        lambda _, p=path, c=condition: self._add_condition(p, c),
                        look="outline dense",
                    )

    def _show_field(self, field: form.Field) -> None:
        with ui.element("div"):
            self._show_widget(field)

    def _show_widget(self, field: form.Field) -> None:
        is_example = field.path in self._examples
        shown = _WIDGETS[field.widget](replace(field, value=None) if is_example else field)
        if field.widget != "switch":
            shown.props("outlined dense")
        shown.mark(f"field-{'.'.join(map(str, field.path))}")
        event = "update:model-value" if field.widget in {"switch", "choice"} else "change"
        shown.on(event, lambda: self._change_value(field.path, _widget_value(field, shown.value)))
        if is_example and self._query is not None and form.can_lack(self._query, field.path):
            show_button(
                "Leave it out",
                lambda: self._change_value(field.path, None),
                look="flat dense",
                label=f"Leave out {field.label}",
            )
        if (path := field.removes) is not None:
            show_button(
                "Remove this part", lambda: self._change_value(path, None), look="flat dense"
            )

    async def _change_value(self, path: form.Path, value: object) -> None:
        if self._query is None:
            return
        try:
            query = form.change_field(self._query, path, value)
        except RecordError as error:
            self._fault.set_text(safe_line(str(error)))
            return
        if query != self._query or path in self._examples:
            is_part = isinstance(path[-1], int)
            left = form.without_part(self._examples, path) if is_part else self._examples - {path}
            await self._take_query(query, left)

    async def _add_condition(
        self, path: tuple[str | int, ...], condition: dict[str, object]
    ) -> None:
        if self._query is not None:
            query = form.with_condition(self._query, path, condition)
            known = {each.path for each in form.fields_of(self._query)}
            added = form.example_fields(query, (*path, "filters")) - known
            await self._take_query(query, self._examples | added)

    async def _save_query(self) -> None:
        if self._query is None:
            self._fault.set_text("choose a query to begin with, or cancel")
            return
        if self._examples:
            self._fault.set_text(self._describe_query())
            return
        if self._query == self._before:
            self._fault.set_text("nothing is changed: change the query, or cancel and accept it")
            return
        if (
            await run_in_background(
                self._session.desk.edit, self._draft, self._query, self._session.by
            )
            is not None
        ):
            self._dialog.close()
            await self._done()


def _choice_widget(field: form.Field) -> ui.select:
    options = {each or "": each or "(not given)" for each in field.choices}
    if not field.value:
        options.setdefault("", "(choose)")
    return ui.select(options, label=field.label, value=field.value or "")


_WIDGETS: dict[form.Widget, Callable[[form.Field], ValueElement[Any]]] = {
    "switch": lambda field: ui.switch(field.label, value=bool(field.value)),
    "choice": _choice_widget,
    "number": lambda field: ui.number(field.label, value=field.value),  # type: ignore[arg-type]  # such a field holds a number
    "lines": lambda field: ui.textarea(
        f"{field.label}, one on each line", value=str(field.value or "")
    ),
    "text": lambda field: ui.input(field.label, value=str(field.value or "")),
}


def _widget_value(field: form.Field, shown: object) -> object:
    """Return the value of a query field for what its widget shows; None if it is empty."""
    if field.widget == "lines":
        return [line for line in str(shown or "").splitlines() if line.strip()] or None
    is_whole = field.widget == "number" and isinstance(shown, float) and shown.is_integer()
    return int(shown) if is_whole and isinstance(shown, float) else shown
