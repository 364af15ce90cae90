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
"""The modules whose names are loaded when they are first used."""

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
"""Every standard module that it may load beyond those of the bare interpreter."""


def _loaded(statement: str) -> set[str]:
    """Return the modules that a statement loads in a fresh interpreter without site packages."""
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


def test_the_calculators_load_only_themselves() -> None:
    """The import of two calculators touches no other module, of ours or of others."""
    assert _loaded("from geoeval import haversine, bearing_cardinal") <= ALLOWED | ALLOWED_STANDARD


def test_importing_the_package_loads_nothing_else() -> None:
    """``import geoeval`` alone is one module."""
    loaded = _loaded("import geoeval")
    assert {name for name in loaded if name.startswith("geoeval")} == {"geoeval"}


def test_hours_and_units_need_only_the_standard_library() -> None:
    """Every module that the other calculators load is ours or the standard library's."""
    loaded = _loaded(
        "from geoeval import WeeklyHours, parse_clock; from geoeval.sphere import Compass"
    )
    names = {name.partition(".")[0] for name in loaded}
    assert names - {"geoeval"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_every_public_name_is_there_and_documented(face: str) -> None:
    """A name in ``__all__`` can be loaded and says what it is; the API pages have no others."""
    module = import_module(face)
    for name in module.__all__:
        value = getattr(module, name)
        assert isinstance(value, float) or value.__doc__, name
    told = re.findall(rf"^::: {re.escape(face)}\.(\w+)$", api_pages(), flags=re.MULTILINE)
    assert sorted(told) == sorted(module.__all__)


@pytest.mark.parametrize("face", FACES, ids=str)
def test_the_lists_of_names_agree(face: str) -> None:
    """What is typed, what is listed and what ``dir`` shows are the same names, in order."""
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


def test_no_name_is_public_twice() -> None:
    """There is one module to import a name from."""
    names = [name for face in FACES for name in import_module(face).__all__]
    assert len(names) == len(set(names))


def test_the_version_is_the_installed_one() -> None:
    """The version has one source, the metadata of the package."""
    assert geoeval.__version__ == version("geoeval")


@pytest.mark.parametrize("face", FACES, ids=str)
def test_other_names_are_unknown(face: str) -> None:
    """A misspelt name is an ``AttributeError`` as everywhere."""
    with pytest.raises(AttributeError, match=f"module '{re.escape(face)}' has no attribute 'hav'"):
        import_module(face).hav  # noqa: B018 - the access is what is tested
