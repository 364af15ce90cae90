"""What each format writes is what was looked at last; see ``golden_files`` for how to renew it."""

from __future__ import annotations

import pytest

from geoeval.tools.providers.formats import FORMATS, Format
from tests.tools.providers.golden_files import FOLDER, written


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_writes_what_it_did(name: Format) -> None:
    """Definitions and messages are the same to the letter."""
    assert written(name) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_there_is_a_file_for_each_format() -> None:
    """No file is left of a format that is gone."""
    assert {path.stem for path in FOLDER.iterdir()} == set(FORMATS)
