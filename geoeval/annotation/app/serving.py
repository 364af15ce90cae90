"""The server of the annotator: its pages, its exports, and the access checks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import quote as url_quote
from urllib.parse import unquote

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from nicegui import ui

from geoeval.annotation.app.answering import Answerer, Comparison
from geoeval.annotation.app.guard import Guard
from geoeval.annotation.app.parts import (
    Session,
    run_in_background,
    shorten_line,
    show_button,
    show_message,
)
from geoeval.annotation.app.printing import print_page
from geoeval.annotation.app.reviewing import Reviewer
from geoeval.annotation.app.writing import Writer
from geoeval.annotation.desk import Desk
from geoeval.annotation.draft import Draft
from geoeval.annotation.exchange import dataset_text
from geoeval.errors import GeoEvalError
from geoeval.reporting.wording import count_noun
from geoeval.verification.kept.entries import query_lines

if TYPE_CHECKING:
    import uvicorn

_NAME_COOKIE = "geoeval-by"
_PAGES = {"/": "Write", "/review": "Review", "/answer": "Answer", "/compare": "Compare"}
_QUERIES_NAME = "questions.queries.jsonl"
_STYLE = Path(__file__).with_name("page.css")
_MEDIA_TYPES = {".json": "application/json", ".jsonl": "application/jsonl", ".csv": "text/csv"}


def annotator_server(
    desk: Desk,
    by: str,
    *,
    hosts: Collection[str] = (),
    token: str | None = None,
    tiles: str | None = None,
) -> uvicorn.Server:
    """Return the server of the pages, to be run with a listening socket."""
    import uvicorn

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # Not before: while it starts, nicegui iterates over all objects of the process, and a tuple
        # that another thread is still building must not be referenced twice (SystemError).
        Thread(target=warm_up, args=(desk,), daemon=True).start()
        yield

    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    _add_downloads(application, desk)
    ui.run_with(
        application,
        root=build_root(desk, by, tiles),
        title="geoeval annotate",
        dark=None,
        language="en-US",
        tailwind=False,
        reconnect_timeout=10.0,
        show_welcome_message=False,
    )
    config = uvicorn.Config(
        Guard(application, hosts, token),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)


def build_root(desk: Desk, by: str, tiles: str | None = None) -> Callable[[], None]:
    """Return the function that builds the page for a browser."""

    def build() -> None:
        request = ui.context.client.request
        known = (
            unquote(request.cookies.get(_NAME_COOKIE, "")).strip() if request is not None else ""
        )
        session = Session(desk=desk, by=known or by)
        ui.add_css(_STYLE)
        _TopBar(session)
        with ui.element("main").props('id="main"').classes("w-full"):
            ui.sub_pages(
                {
                    "/": lambda: Writer(session, tiles) and None,
                    "/review": lambda: Reviewer(session) and None,
                    "/answer": lambda: Answerer(session) and None,
                    "/compare": lambda: Comparison(session) and None,
                    "/export": lambda: _show_export(session),
                }
            )

    return build


class _TopBar:
    """The bar at the top: links to the pages, the name of the annotator, light or dark mode."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._links: dict[str, ui.link] = {}
        dark = ui.dark_mode(None)
        ui.link("Skip to main content", "#main").classes("skip")
        with ui.element("header").classes("top"):
            with ui.element("h1"):
                ui.label("geoeval annotate")
            with ui.element("nav").props('aria-label="Pages"'):
                for path, name in {**_PAGES, "/export": "Export"}.items():
                    self._links[path] = ui.link(name, path)
            with ui.element("div").classes("who"):
                who = ui.input("Your name", value=session.by).props("outlined dense").mark("name")
                who.on("change", lambda: self._change_name(str(who.value or "")))
                show_button(
                    "Light or dark", lambda: dark.set_value(not dark.value), look="outline dense"
                )
        router = ui.context.client.sub_pages_router
        router.on_path_changed(self._mark_page)
        self._mark_page(router.current_path)

    def _mark_page(self, path: str) -> None:
        for each, link in self._links.items():
            if each == path.partition("?")[0]:
                link.props('aria-current="page"')
            else:
                link.props(remove="aria-current")

    def _change_name(self, name: str) -> None:
        """Change the name of the annotator, which the browser remembers."""
        self._session.by = shorten_line(name, 60) or self._session.by
        encoded = url_quote(self._session.by)
        ui.run_javascript(
            f"document.cookie = '{_NAME_COOKIE}={encoded}; Path=/; SameSite=Strict'; "
            "location.reload()"
        )


async def _show_export(session: Session) -> None:
    with ui.element("div").classes("column"):
        found = await run_in_background(session.desk.exportable)
        if found is None:
            return
        count = len(found.drafts)
        ui.label(
            f"{count_noun(count, 'question')} {'is' if count == 1 else 'are'} complete and not "
            "contradicted."
        ).classes("question")
        with ui.element("div").classes("buttons"):
            for suffix, name in (
                (".json", "MapEval JSON"),
                (".jsonl", "JSON Lines"),
                (".csv", "CSV"),
            ):
                _show_download(session, name, f"questions{suffix}")
            _show_download(session, "Queries (JSON Lines)", _QUERIES_NAME, also_wrong=True)
        if found.left_out:
            ui.label(f"Left out: {len(found.left_out)}").classes("part")
            with ui.element("ul"):
                for number, why in found.left_out:
                    with ui.element("li"):
                        ui.label(f"{shorten_line(str(number), 40)}: {why}")
            _show_download(
                session,
                "MapEval JSON, including contradicted labels",
                "questions.json",
                also_wrong=True,
            )


def _show_download(session: Session, text: str, name: str, *, also_wrong: bool = False) -> None:
    """Show a link that downloads a file and says how many records it has."""

    async def count_records() -> None:
        found = await run_in_background(lambda: session.desk.exportable(also_wrong=also_wrong))
        if found is not None:
            show_message(f"{what}{count_noun(len(found.drafts), 'question')} written to {name}")

    what = "the queries of " if name == _QUERIES_NAME else ""
    address = f"/download/{name}{'?all=1' if also_wrong else ''}"
    ui.link(text, address).props("download").on("click", count_records)


def _add_downloads(application: FastAPI, desk: Desk) -> None:
    @application.get(f"/download/{_QUERIES_NAME}")
    def queries() -> Response:
        kept = desk.kept_queries(desk.exportable(also_wrong=True).drafts)
        text = "".join(f"{line}\n" for line in query_lines(kept))
        return _file_response(text, _QUERIES_NAME, "application/jsonl")

    @application.get("/download/questions{suffix}")
    def questions(suffix: str, all: str = "") -> Response:  # noqa: A002 - the name of the parameter in the URL
        try:
            text = dataset_text(desk.exportable(also_wrong=bool(all)).drafts, suffix)
        except GeoEvalError as error:
            return PlainTextResponse(f"{error}\n", status_code=400)
        return _file_response(text, f"questions{suffix}", _MEDIA_TYPES[suffix])

    @application.get("/print/{name}")
    def printed(name: str) -> Response:
        draft: Draft | None = desk.store.get(name)
        if draft is None:
            return PlainTextResponse(f"there is no question {name}\n", status_code=404)
        return HTMLResponse(print_page(desk.prove(draft)))


def _file_response(text: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode("utf-8", "replace"), media_type=kind, headers=headers)


def warm_up(desk: Desk) -> None:
    """Read a question that the rules do not read, so that the weights are loaded before a page."""
    facts = "Information of the inn:\n- Location: (60.2, 24.9).\n"
    desk.prove(Draft(id="warm-up", text="A late soak near the inn?", context=facts))
