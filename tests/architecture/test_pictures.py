"""The pictures of the documentation show the release that they come with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.architecture.documents import ROOT

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


@pytest.mark.parametrize(
    "picture", sorted((ROOT / "docs/assets").glob("*.[ps][nv]g")), ids=lambda path: path.name
)
def test_pictures_are_of_this_version(picture: Path) -> None:
    """After changing the version, run ``make pictures``."""
    assert f"geoeval {VERSION}".encode() in picture.read_bytes()
