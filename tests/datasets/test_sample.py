"""The shipped sample."""

from __future__ import annotations

from geoeval.datasets.load import load_dataset, sample_path


def test_sample_is_read_without_faults() -> None:
    """Its planted mistakes are wrong labels, not broken records."""
    dataset = load_dataset(sample_path())
    assert dataset.issues == ()
    assert dataset.records
