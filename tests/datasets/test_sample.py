"""The sample that the package ships."""

from __future__ import annotations

from geoeval.datasets.load import load_dataset, sample_path


def test_sample_is_read_without_a_fault() -> None:
    """Its planted faults are wrong labels, not broken records."""
    dataset = load_dataset(sample_path())
    assert dataset.issues == ()
    assert dataset.records
