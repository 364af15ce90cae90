"""Every tutorial runs from its first cell to its last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from docs.notebooks import UNSEEN
from tests.architecture.documents import ROOT

TUTORIALS = sorted((ROOT / "docs/tutorials").glob("*.py"))
RUN = """
import sys
from pathlib import Path
from docs.notebooks import page
print(page(Path(sys.argv[1])).text)
"""


@pytest.mark.slow
@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_tutorials_run_without_failures(tutorial: Path) -> None:
    """Every cell that displays something has its output on the page."""
    if tutorial.stem == "evaluate":
        pytest.importorskip("inspect_ai")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tutorial)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# ")
    assert "`docs/examples`" in done.stdout.split("```")[0], "where to run it"
    assert done.stdout.count("```") % 2 == 0
    assert "```text\n```" not in done.stdout
    assert not set("\x1b━") & set(done.stdout), "codes of a terminal, or a progress bar"


def test_output_of_a_bar_ends_without_the_bar() -> None:
    """The pieces of the stream are what a bar that erases itself writes to a terminal."""
    bar = "\x1b[?25l\rgoing ━ 50%\r\x1b[2Kgoing ━━ 100%\r\x1b[2Kgoing ━━ 100%\r\n\x1b[?25h"
    shown = UNSEEN.sub("", f"before\r\n{bar}\r\x1b[1A\x1b[2Kafter\r\n")
    assert shown == "before\r\nafter\r\n"


def test_index_links_to_every_tutorial() -> None:
    page = (ROOT / "docs/tutorials/index.md").read_text(encoding="utf-8")
    assert [path.stem for path in TUTORIALS if f"({path.stem}.md)" not in page] == []
