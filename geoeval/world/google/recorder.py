"""Record a plan: write the replies of Google's services to a map file, request by request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel

from geoeval.errors import MapReplyError, NotRecordedError, WorldError, quote
from geoeval.world.google.replies import SOURCE

if TYPE_CHECKING:
    from geoeval.world.google.client import Client
    from geoeval.world.google.plan import Directions, Matrix, Nearby, Plan
    from geoeval.world.service import MapPlace
    from geoeval.world.store.writing import MapWriter

RETENTION_DAYS: Final = 30
"""The days that Google's terms allow positions to be kept; place ids may be kept indefinitely."""

TERMS: Final = (
    "Google's terms allow place ids to be kept indefinitely and positions for 30 days; recorded "
    f"facts expire after {RETENTION_DAYS} days. Other facts are for your own evaluation only: "
    "read the terms of the Google Maps Platform before you keep or share them."
)


@dataclass(slots=True)
class Recording:
    """The outcome of a recording: requests answered now, answered earlier, and failed."""

    answered: int = 0
    known: int = 0
    failed: list[str] = field(default_factory=list)


class Recorder:
    """Runs the requests of a plan and writes each reply before sending the next request."""

    def __init__(
        self, client: Client, writer: MapWriter, report: Callable[[int, int], None]
    ) -> None:
        self._client = client
        self._writer = writer
        self._report = report
        self._known_until = (
            date.fromisoformat(writer.today) + timedelta(days=RETENTION_DAYS)
        ).isoformat()

    def record(self, plan: Plan) -> Recording:
        """Record a plan, skipping requests that an earlier run recorded."""
        tasks: list[tuple[str, Callable[[], None]]] = [
            (f"place {name}", partial(self._record_place, name, details=plan.details))
            for name in plan.names
        ]
        tasks += [
            (_build_request_key(each), partial(self._record_nearby, each)) for each in plan.nearby
        ]
        tasks += [
            (_build_request_key(each), partial(self._record_matrix, each)) for each in plan.travel
        ]
        tasks += [
            (_build_request_key(each), partial(self._record_routes, each)) for each in plan.routes
        ]
        recorded = Recording()
        for done, (key, task) in enumerate(tasks):
            self._report(done, len(tasks))
            if self._writer.is_answered(key):
                recorded.known += 1
                continue
            try:
                task()
            except (MapReplyError, NotRecordedError, WorldError) as error:
                if getattr(error, "status", "") in _FATAL_STATUSES:
                    raise
                recorded.failed.append(f"{key}: {error}")
                continue
            self._writer.mark_answered(key)
            recorded.answered += 1
        self._writer.set_meta("skipped", dict(self._client.skipped))
        return recorded

    def _record_place(self, name: str, *, details: bool) -> None:
        found = self._client.find(name)
        if found is not None and details:
            found = self._client.details(found.place.id) or found
        if found is None:
            raise MapReplyError(f"no place is called {quote(name)}", "ZERO_RESULTS")
        self._writer.add_alias(_build_search_alias(name), self._write_place(found))

    def _record_nearby(self, request: Nearby) -> None:
        center = self._find_recorded_place(request.place)
        found, complete = self._client.nearby(center, request)
        for each in found:
            self._write_place(each)
        self._writer.add_list(
            center.place.id,
            place_type=request.type,
            keyword=request.keyword,
            rank_by=request.rank_by,
            radius_m=request.radius_m,
            ids=[each.place.id for each in found],
            complete=complete,
            source=SOURCE,
            known_until=self._known_until,
        )

    def _record_matrix(self, request: Matrix) -> None:
        origins = [self._find_recorded_place(name).place.id for name in request.origins]
        destinations = [self._find_recorded_place(name).place.id for name in request.destinations]
        for mode in request.modes:
            rows = self._client.matrix(origins, destinations, mode)
            for origin, row in zip(origins, rows, strict=True):
                for destination, travel in zip(destinations, row, strict=True):
                    self._writer.add_leg(
                        origin,
                        destination,
                        mode,
                        travel,
                        source=SOURCE,
                        known_until=self._known_until,
                    )

    def _record_routes(self, request: Directions) -> None:
        origin, destination = (
            self._find_recorded_place(request.origin),
            self._find_recorded_place(request.destination),
        )
        found = self._client.routes(
            origin, destination, request.mode, alternatives=request.alternatives
        )
        self._writer.add_routes(
            origin.place.id,
            destination.place.id,
            request.mode,
            found,
            source=SOURCE,
            known_until=self._known_until,
        )

    def _write_place(self, found: MapPlace) -> int:
        return self._writer.add_place(replace(found, known_until=self._known_until))

    def _find_recorded_place(self, name: str) -> MapPlace:
        found = self._writer.find_by_alias(_build_search_alias(name))
        if found is None:
            raise MapReplyError(f"the place {quote(name)} was not found", "ZERO_RESULTS")
        return found


# After any of these, all further requests would fail too.
_FATAL_STATUSES: Final = frozenset(
    {"PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "NO_ANSWER"}
)


def _build_search_alias(name: str) -> str:
    return f"asked for as {name}"


def _build_request_key(request: BaseModel) -> str:
    return f"{type(request).__name__} {request.model_dump_json(exclude_defaults=True)}"
