"""Labels changed at random are detected."""

from __future__ import annotations

from pathlib import Path

from benchmarks.mutations import changed_verdicts


def test_changed_labels_are_contradicted(data_dir: Path) -> None:
    """The other labels are close, opinions, conventional or unread."""
    assert changed_verdicts(data_dir / "mapeval" / "dev.json") == {
        "answered": {"contradicted": 163, "undetermined": 6, "conditional": 1},
        "unanswerable": {"undetermined": 24, "supported": 2},
        "undetermined": {"ambiguous": 2, "undetermined": 1},
        "not_understood": {"undetermined": 1},
    }
