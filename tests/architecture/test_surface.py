"""The public surface: lazy, complete, and cheap to import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import geoeval
from tests.architecture.documents import api_pages

FACES = ("geoeval", "geoeval.sphere", "geoeval.tools")
"""The modules that load their names on first use."""

ALLOWED = {
    "geoeval",
    "geoeval.calculators",
    "geoeval.calculators.sphere",
    "geoeval.calculators.sphere.bearing",
    "geoeval.calculators.sphere.cardinal",
    "geoeval.calculators.sphere.directions",
    "geoeval.calculators.sphere.distance",
    "geoeval.calculators.sphere.overloads",
    "geoeval.calculators.sphere.points",
    "geoeval.errors",
}
"""Every module of geoeval that ``from geoeval import haversine, bearing_cardinal`` may load."""

ALLOWED_STANDARD = {
    "__future__",
    "_imp",
    "_warnings",
    "importlib",
    "importlib._bootstrap",
    "importlib._bootstrap_external",
    "math",
    "warnings",
}
"""Standard modules that it may load in addition to those of the bare interpreter."""


def _modules_loaded_by(statement: str) -> set[str]:
    """Return the modules that a statement loads in a new interpreter without site packages."""
    root = str(Path(geoeval.__file__).parents[1])
    code = (
        f"import sys; sys.path.insert(0, {root!r}); before = set(sys.modules)\n"
        f"{statement}\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-E", "-c", code], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_calculators_load_only_their_own_modules() -> None:
    assert (
        _modules_loaded_by("from geoeval import haversine, bearing_cardinal")
        <= ALLOWED | ALLOWED_STANDARD
    )


def test_importing_geoeval_loads_one_module() -> None:
    loaded = _modules_loaded_by("import geoeval")
    assert {name for name in loaded if name.startswith("geoeval")} == {"geoeval"}


def test_hours_and_units_need_only_the_standard_library() -> None:
    """The other calculators load modules of geoeval and of the standard library only."""
    loaded = _modules_loaded_by(
        "from geoeval import WeeklyHours, parse_clock; from geoeval.sphere import Compass"
    )
    names = {name.partition(".")[0] for name in loaded}
    assert names - {"geoeval"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_public_names_load_and_are_documented(face: str) -> None:
    """The API pages list exactly the names in ``__all__``."""
    module = import_module(face)
    for name in module.__all__:
        value = getattr(module, name)
        assert isinstance(value, float) or value.__doc__, name
    on_pages = re.findall(rf"^::: {re.escape(face)}\.(\w+)$", api_pages(), flags=re.MULTILINE)
    assert sorted(on_pages) == sorted(module.__all__)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_lists_of_public_names_agree(face: str) -> None:
    """The typed imports, ``__all__`` and ``dir`` have the same names, in order."""
    module = import_module(face)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    names = {
        alias.name
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert names == set(module.__all__) == set(module._HOMES)
    assert set(dir(module)) - {"__version__"} == set(module.__all__)
    kinds = [(not name.isupper(), not name[0].isupper(), name) for name in module.__all__]
    assert kinds == sorted(kinds)


def test_public_names_have_one_home() -> None:
    """No name is exported by two modules."""
    names = [name for face in FACES for name in import_module(face).__all__]
    assert len(names) == len(set(names))


def test_version_equals_the_package_metadata() -> None:
    assert geoeval.__version__ == version("geoeval")


@pytest.mark.parametrize("face", FACES, ids=str)
def test_unknown_names_raise_attribute_error(face: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{re.escape(face)}' has no attribute 'hav'"):
        import_module(face).hav  # noqa: B018 - the access is what is tested
