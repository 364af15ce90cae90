"""The import contracts of pyproject.toml hold."""

from __future__ import annotations

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def contract() -> dict[str, object]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = settings["tool"]["importlinter"]["contracts"]
    return dict(layers)


def test_modules_import_only_from_lower_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No module imports from a layer above its own or from a sibling layer."""
    if find_spec("importlinter") is None:
        pytest.skip("import-linter is not installed (dependency group lint)")
    from importlinter.cli import lint_imports

    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0


def test_contract_names_existing_layers() -> None:
    """The contract is exhaustive, so no layer is missing from it."""
    layers = contract()
    named = [part.strip() for line in layers["layers"] for part in line.split("|")]
    assert layers["exhaustive"] is True
    for name in named:
        assert find_spec(f"geoeval.{name}") is not None, name


def test_contributing_lists_every_layer() -> None:
    """The table of layers has the rows of the contract, in the same order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Layers\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]+)\|", section, flags=re.MULTILINE)
    listed = [re.findall(r"`(\w+)`", cell) for cell in cells]
    assert listed == [line.split(" | ") for line in contract()["layers"]]
