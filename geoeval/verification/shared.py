"""Findings about several records at once."""

from __future__ import annotations

from collections.abc import Sequence

from geoeval.datasets.records import Record
from geoeval.verification.fingerprints import fingerprint
from geoeval.verification.model import Cause, DatasetFinding, Item
from geoeval.verification.rules import RULES


def about_records(
    code: str, message: str, records: Sequence[Record], total: int, about: str = ""
) -> DatasetFinding:
    """Return a finding about some records of a dataset."""
    ids = tuple(dict.fromkeys(record.question.id for record in records))
    return DatasetFinding(
        code=code,
        cause=None,
        count=len(ids),
        share=len(ids) / total,
        ids=ids,
        message=message,
        severity=RULES[code].severity,
        fingerprint=fingerprint(code, None, about),
    )


def common_causes(items: Sequence[Item]) -> tuple[DatasetFinding, ...]:
    """Return the causes that several records share."""
    ids: dict[tuple[str, Cause], dict[int | str, None]] = {}
    for item in items:
        for finding in item.findings:
            if finding.cause is not None:
                ids.setdefault((finding.code, finding.cause), {})[item.id] = None
    return tuple(
        DatasetFinding(
            code=code,
            cause=cause,
            count=len(found),
            share=len(found) / len(items),
            ids=tuple(found),
            fingerprint=fingerprint(code, None, cause),
        )
        for (code, cause), found in ids.items()
        if len(found) > 1
    )
