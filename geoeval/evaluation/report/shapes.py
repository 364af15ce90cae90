"""Graded runs as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from geoeval.evaluation.comparison import Comparison, Result
from geoeval.evaluation.report.sections import notes_on
from geoeval.evaluation.runs import Graded
from geoeval.evaluation.shares import Agreement, Share
from geoeval.reporting.shapes import SCHEMA_VERSION, Json


def comparison_shape(found: Comparison, agreement: Agreement | None = None) -> Json:
    """Return a comparison as JSON values; shares are from 0 to 1."""
    shape: dict[str, object] = {
        "schema_version": SCHEMA_VERSION,
        "runs": [_run_shape(result) for result in found.results],
        "differences": [
            {"first": first, "second": second, **asdict(each), "clear": each.is_clear}
            for (first, second), each in found.differences.items()
        ],
        "questions": [
            {
                "id": each.audited.record.question.id,
                "right": each.right,
                "runs": each.of,
                "label_is": each.audited.standing,
            }
            for each in found.screening
        ],
    }
    if agreement is not None:
        shape["agreement"] = {"share": share_shape(agreement.share), "kappa": agreement.kappa}
    return shape


def share_shape(share: Share) -> Json:
    """Return a share with its 95% interval as JSON values."""
    low, high = share.interval or (None, None)
    return {"right": share.right, "of": share.of, "share": share.value, "low": low, "high": high}


def _run_shape(result: Result) -> Json:
    graded = result.graded
    return {
        "name": result.name,
        "settings": dict(graded.run.settings),
        "complete": graded.complete,
        "notes": list(notes_on(graded)),
        "faults": list(graded.faults),
        "warnings": list(graded.warnings),
        "missing": list(graded.missing),
        "failed": dict(graded.run.failed),
        "accuracy": share_shape(result.overall),
        "corrected": share_shape(result.corrected),
        "by_category": _share_shapes(result.by_category),
        "by_operation": _share_shapes(result.by_operation),
        "by_label": _share_shapes({str(key): each for key, each in result.by_standing.items()}),
        "errors": dict(result.errors),
        "causes": dict(result.causes),
        "endings": dict(result.endings),
        "effort": asdict(result.effort),
        "items": [_item_shape(item) for item in graded.items],
    }


def _share_shapes(shares: Mapping[str, Share]) -> Json:
    return {name: share_shape(share) for name, share in shares.items()}


def _item_shape(item: Graded) -> Json:
    """Return a graded question as JSON values; options are zero-based."""
    reply = item.reply
    return {
        "id": item.record.question.id,
        "outcome": item.outcome,
        "answer": item.answer,
        "label": item.record.label,
        **({} if reply is None else {"form": reply.read.form, "fault": reply.read.fault}),
        **({} if reply is None or reply.ending == "answered" else {"ending": reply.ending}),
    }
