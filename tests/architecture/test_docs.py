"""Every example in README.md and docs/ is run, and what it shows is what it prints."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest

from tests.architecture.documents import ROOT, Block, Command, blocks, commands

SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
RUN = "from geoeval.cli.main import run; run()"


def shell(command: Command) -> subprocess.CompletedProcess[str]:
    """Run a ``geoeval`` command line in docs/examples, as on a terminal of 100 columns."""
    program, *arguments = shlex.split(command.text)
    assert program == "geoeval", "console blocks show geoeval only; use a bash block otherwise"
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=ROOT / "docs" / "examples",
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("page", sorted({block.file for block in blocks("pycon")}))
def test_python_sessions(page: str) -> None:
    """The Python sessions of a page, one after the other, give what it shows."""
    names: dict[str, object] = {}
    for block in (block for block in blocks("pycon") if block.file == page):
        example = doctest.DocTestParser().get_doctest(
            block.body, names, str(block), block.file, block.line
        )
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=SHOWN)
        result = runner.run(example, out=report.append, clear_globs=False)
        names = example.globs
        assert result.attempted > 0, f"no example in {block}"
        assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("block", blocks("console"), ids=str)
def test_command_lines(block: Block) -> None:
    """A command line prints what the page shows; ``echo $?`` shows its exit code."""
    shown = commands(block)
    assert shown, "no command in the block"
    status = 0
    for command in shown:
        if command.text == "echo $?":
            assert int(command.output) == status
            continue
        done = shell(command)
        status = done.returncode
        got = done.stdout + done.stderr
        assert "Traceback" not in got
        if not doctest.OutputChecker().check_output(command.output, got, SHOWN):
            pytest.fail(f"$ {command.text}\nshown:\n{command.output}\nprinted:\n{got}")


def test_no_block_escapes() -> None:
    """Python and geoeval are shown in blocks that are run, and in no others.

    A plain Python block is a module of docs/examples/tools, but for its docstring: the tests of
    the providers run those.
    """
    modules = (ROOT / "docs" / "examples" / "tools").glob("with_*.py")
    shown = {module.read_text(encoding="utf-8").partition("\n\n")[2] for module in modules}
    assert {block.body for block in blocks("python")} == shown
    assert [str(block) for block in blocks("bash") if "$ geoeval" in block.body] == []


def test_the_readme_links_to_pages_that_exist() -> None:
    """PyPI shows the README too, so its links are absolute; each has its file."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    site = "https://geoeval.github.io/geoeval/"
    made = {"changelog/", "contributing/"}
    for link in re.findall(r"\]\((.+?)\)", text):
        page = link.partition("#")[0]
        if page.startswith(site):
            path = page.removeprefix(site).removesuffix("/") or "index"
            found = [ROOT / f"docs/{path}.md", ROOT / f"docs/{path}/index.md"]
            assert f"{path}/" in made or any(each.is_file() for each in found), link
        else:
            _, branch, path = page.partition("/main/")
            assert branch, link
            assert (ROOT / path).is_file(), link
