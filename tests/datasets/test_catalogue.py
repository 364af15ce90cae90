"""The catalogue of published datasets."""

from __future__ import annotations

import re

import pytest

from geoeval.datasets.fetch import find_published, list_published
from geoeval.datasets.formats import FORMATS
from geoeval.errors import UsageError


def test_entries_are_complete() -> None:
    """Names are unique and uniform, and every address uses HTTPS."""
    names = [entry.name for entry in list_published()]
    assert len(set(names)) == len(names)
    for entry in list_published():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", entry.name)
        assert entry.title
        assert entry.about
        assert entry.format in FORMATS
        assert entry.homepage.startswith("https://")
        assert all(re.fullmatch(r"[\w-]+\.(json|jsonl|csv)", name) for name in entry.files)
        if entry.address is not None:
            assert entry.revision is not None
            for url in entry.addresses().values():
                assert url.startswith("https://")
                assert f"/{entry.revision}/" in url


def test_file_addresses_share_a_folder() -> None:
    """The slash at the end of another address is optional."""
    entry = find_published("mapqa-california")
    assert entry.addresses()["distance_dataset.csv"].endswith(
        "/d87e81a/llm/california_full/distance_dataset.csv"
    )
    for base in ("http://localhost/ca", "http://localhost/ca/"):
        assert entry.addresses(base)["compare-closer.json"] == (
            "http://localhost/ca/compare-closer.json"
        )


def test_addresses_of_single_files_are_used_unchanged() -> None:
    """They need not end with the name of the file."""
    url = "https://example.org/download?id=7"
    assert find_published("mapeval-api").addresses(url) == {"dataset.json": url}


@pytest.mark.parametrize("url", ["file:///etc/passwd", "set.json", ""])
def test_non_http_addresses_are_rejected(url: str) -> None:
    """The message quotes them."""
    with pytest.raises(UsageError, match=f"begins with https:// or http://, got '{url}'"):
        find_published("mapeval-api").addresses(url)


def test_datasets_without_an_address_require_one() -> None:
    """The message states where to look."""
    words = "there is no known address for the files of mapqa-illinois; see https://"
    with pytest.raises(UsageError, match=words):
        find_published("mapqa-illinois").addresses()


@pytest.mark.parametrize(
    ("name", "words"),
    [("mapeval-textuel", "did you mean mapeval-textual"), ("x", r"\(mapeval-textual, .*got 'x'$")],
)
def test_unknown_names_are_rejected_with_suggestions(name: str, words: str) -> None:
    """The message lists similar names and all known ones."""
    with pytest.raises(UsageError, match=words):
        find_published(name)
