"""Install the wheel everywhere and try it: ``python -m benchmarks.installs --python python3.13``.

For each Python and each extra the wheel goes into an empty environment twice: with the newest
dependencies (by pip, without its cache) and with the lowest that ``pyproject.toml`` allows (by uv).
There it verifies the sample, and each extra does what it is for. Prints a Markdown table of seconds
and megabytes, and ends with 1 if anything fails. Needs ``build`` and ``uv``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
EXTRAS = tuple(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
)
CORE = "geoeval verify --sample --fail-on never | grep '^132 questions: .* 17 contradicted'"
TRIP = """
from geoeval.planning import Stop, TravelMatrix, TripProblem, plan_trip
trip = TripProblem(stops=(Stop(name="a", duration=1), Stop(name="b", duration=1)),
                   travel=TravelMatrix([[0, 1, 2], [1, 0, 2], [2, 2, 0]]), origin=2, unit="minute")
"""
TRIES = {
    "annotate": "from geoeval.annotation.app.serving import *; import nicegui",
    "dask": """
from distributed import LocalCluster
import json, subprocess, sys
if __name__ == "__main__":
    local = {"processes": False, "dashboard_address": None, "protocol": "tcp"}
    with LocalCluster(n_workers=1, **local) as cluster:
        with open("rows.jsonl", "w") as file:
            file.writelines(json.dumps(row) + "\\n" for row in json.load(open(sys.argv[1]))[:20])
        head = cluster.scheduler_address
        rows = ["geoeval", "verify", "rows.jsonl", "--parts", "out", "--scheduler", head]
        assert subprocess.run(rows).returncode in (0, 1)
""",
    "eval": """
import subprocess
run = ["geoeval", "evaluate", "textual", "--model", "geoeval/first", "--limit", "3"]
subprocess.run(run, check=True)
""",
    "hours": """
from datetime import date
from geoeval import WeeklyHours
day = date(2024, 5, 8)
WeeklyHours.from_osm("Mo-Fr 09:00-sunset; PH off", country="FR", zone="Europe/Paris",
                     coords=(48.9, 2.3), during=(day, day))
""",
    "langchain": """
from geoeval.tools import ToolSession, as_structured_tools, toolset
assert len(as_structured_tools(ToolSession(tools=toolset("default")))) > 9
""",
    "languages": """
from geoeval import WeeklyHours
assert WeeklyHours.parse("월요일: 오전 9:00 ~ 오후 6:00").days[0] == ((540, 1080),)
""",
    "llm": "from geoeval.llm.endpoint import Endpoint; import httpx2",
    "maps": """
import subprocess, sys
subprocess.run(["geoeval", "world", "build", sys.argv[2], "-o", "town.world"], check=True)
from geoeval import verify_dataset
assert len(verify_dataset(sys.argv[1]).to_dataframe()) == 132
from geoeval import NearbyIndex
assert len(NearbyIndex([(0, 0)]).to_geodataframe()) == 1
""",
    "mcp": """
import anyio
from mcp import Client
from geoeval import read_context
from geoeval.tools import toolset
from geoeval.tools.mcp import ToolServer
world, _ = read_context("Information of Mill:\\n- Location: 5 Hill Rd (60.20, 24.90).\\n")
async def ask():
    async with Client(ToolServer(world, toolset("default"))) as client:
        return await client.call_tool("haversine", {"origin": "Mill", "destination": "60.1,24.9"})
assert anyio.run(ask).structured_content["distance_m"] > 11_000
""",
    "parquet": """
import json, sys
import pyarrow as pa, pyarrow.parquet as pq
from geoeval import verify_dataset
rows = json.load(open(sys.argv[1]))[:5]
pq.write_table(pa.table({"question": [r["question"] for r in rows],
    "context": [r["context"] for r in rows], "options": [r["answer"]["options"] for r in rows],
    "answer": [r["answer"]["options"][r["answer"]["correct"]] for r in rows]}), "rows.parquet")
assert len(verify_dataset("rows.parquet").items) == 5
""",
    "plot": TRIP + "plan_trip(trip).plot().savefig('trip.svg')",
    "routing": TRIP + "assert plan_trip(trip, engine='routing').feasible",
    "serve": "from geoeval.server.app import create_app; import uvicorn",
    "valhalla": """
import sys
if sys.version_info >= (3, 12):
    import valhalla
""",
}
TRIES["all"] = "\n".join(TRIES[name] for name in ("hours", "mcp", "parquet", "plot", "routing"))


def main() -> None:
    """Install every combination, try it, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", required=True, help="an interpreter; repeat")
    parser.add_argument("--extra", action="append", help="one of the extras, or core; all of them")
    both = ("newest", "lowest")
    parser.add_argument("--dependencies", action="append", choices=both, help="both by default")
    chosen = parser.parse_args()
    failed = False
    print("| Python | install | dependencies | seconds | MB | |\n|---|---|---|---|---|---|")
    with TemporaryDirectory() as name:
        folder = Path(name)
        run([sys.executable, "-m", "build", "--wheel", "-o", str(folder), str(ROOT)], ROOT)
        (wheel,) = folder.glob("*.whl")
        for python in chosen.python:
            for extra in chosen.extra or ("core", *sorted(EXTRAS)):
                for resolution in chosen.dependencies or both:
                    row, problem = tried(python, extra, resolution, wheel, folder / "try")
                    print(row, flush=True)
                    if problem:
                        failed = True
                        print(problem, file=sys.stderr, flush=True)
    sys.exit(failed)


def tried(python: str, extra: str, resolution: str, wheel: Path, folder: Path) -> tuple[str, str]:
    """Return the row of one combination, and what went wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "venv", str(folder / "env")], ROOT)
    place = folder / "env/bin/python"
    before = size(folder)
    problem = ""
    started = time.perf_counter()
    try:
        install(str(place), extra, resolution, wheel)
        seconds = time.perf_counter() - started
        megabytes = (size(folder) - before) / 1e6
        check(place, extra, folder)
    except subprocess.CalledProcessError as error:
        seconds, megabytes = time.perf_counter() - started, (size(folder) - before) / 1e6
        problem = f"{extra} {resolution}: {error}\n{error.stdout}"[-3000:]
    version = run([str(place), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], ROOT)
    state = "fails" if problem else "works"
    cells = version.strip(), extra, resolution, f"{seconds:.0f}", f"{megabytes:.0f}", state
    return f"| {' | '.join(cells)} |", problem


def install(place: str, extra: str, resolution: str, wheel: Path) -> None:
    """Install the wheel with an extra and the newest or lowest dependencies."""
    suffix = "" if extra == "core" else f"[{extra}]"
    if resolution == "newest":
        run([place, "-m", "pip", "install", "-q", "--upgrade", "pip"], ROOT)
        run([place, "-m", "pip", "install", "-q", "--no-cache-dir", f"{wheel}{suffix}"], ROOT)
        return
    uv = [sys.executable, "-m", "uv", "pip", "install", "-q", "--python", place]
    wanted = ["-r", str(ROOT / "pyproject.toml"), *([] if extra == "core" else ["--extra", extra])]
    # A wheel is asked for: the first releases of a library have none for Pythons that came later.
    run([*uv, "--resolution", "lowest-direct", "--only-binary", ":all:", *wanted], ROOT)
    run([*uv, "--no-deps", str(wheel)], ROOT)


def check(place: Path, extra: str, folder: Path) -> None:
    """Verify the sample, and do what the extra is for, away from the clone."""
    where = {**os.environ, "PATH": f"{place.parent}{os.pathsep}{os.environ['PATH']}"}
    where.pop("PYTHONPATH", None)
    run(["bash", "-o", "pipefail", "-c", CORE], folder, where)
    if extra in TRIES:
        script = folder / "try.py"
        script.write_text(TRIES[extra], encoding="utf-8")
        sample = ROOT / "geoeval/datasets/sample/questions.json"
        town = ROOT / "docs/examples/town.osm"
        run([str(place), str(script), str(sample), str(town)], folder, where)


def run(command: list[str], folder: Path, where: dict[str, str] | None = None) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=where,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    done.check_returncode()
    return done.stdout


def size(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(each.lstat().st_size for each in folder.rglob("*"))


if __name__ == "__main__":
    main()
