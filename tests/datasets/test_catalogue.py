"""The catalogue of published datasets."""

from __future__ import annotations

import re

import pytest

from geoeval.datasets.fetch import find_published, list_published
from geoeval.datasets.formats import FORMATS
from geoeval.errors import UsageError


def test_entries_are_complete() -> None:
    """Names are unique and in one form, and every address is one of HTTPS."""
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


def test_files_have_their_addresses_in_one_folder() -> None:
    """With or without a slash at the end of another address."""
    entry = find_published("mapqa-california")
    assert entry.addresses()["distance_dataset.csv"].endswith(
        "/d87e81a/llm/california_full/distance_dataset.csv"
    )
    for base in ("http://localhost/ca", "http://localhost/ca/"):
        assert entry.addresses(base)["compare-closer.json"] == (
            "http://localhost/ca/compare-closer.json"
        )


def test_another_address_of_one_file_is_taken_as_it_is() -> None:
    """It need not have the name of the file."""
    url = "https://example.org/download?id=7"
    assert find_published("mapeval-api").addresses(url) == {"dataset.json": url}


@pytest.mark.parametrize("url", ["file:///etc/passwd", "set.json", ""])
def test_other_addresses_than_of_http_are_refused(url: str) -> None:
    """The message quotes them."""
    with pytest.raises(UsageError, match=f"begins with https:// or http://, got '{url}'"):
        find_published("mapeval-api").addresses(url)


def test_a_dataset_without_an_address_needs_one() -> None:
    """The message says where to look."""
    words = "there is no known address for the files of mapqa-illinois; see https://"
    with pytest.raises(UsageError, match=words):
        find_published("mapqa-illinois").addresses()


@pytest.mark.parametrize(
    ("name", "words"),
    [("mapeval-textuel", "did you mean mapeval-textual"), ("x", r"\(mapeval-textual, .*got 'x'$")],
)
def test_an_unknown_name_is_told_with_those_near_it(name: str, words: str) -> None:
    """And with all that are known."""
    with pytest.raises(UsageError, match=words):
        find_published(name)
