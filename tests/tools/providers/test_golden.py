"""The output of each format equals its golden file; see ``golden_files`` to update."""

from __future__ import annotations

import pytest

from geoeval.tools.providers.formats import FORMATS, Format
from tests.tools.providers.golden_files import FOLDER, rendered


@pytest.mark.parametrize("name", FORMATS)
def test_output_equals_the_golden_file(name: Format) -> None:
    assert rendered(name) == (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def test_every_format_has_a_golden_file() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(FORMATS)
