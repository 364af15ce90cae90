"""Every example in README.md and docs/ runs and prints the output shown."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from collections.abc import Callable

import pytest

from geoeval.cli.main import main
from tests.architecture.documents import ROOT, Block, blocks, commands

COLUMNS = 76
SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture
def shell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[int, str]]:
    """Return a function that runs a command in docs/examples: exit code and output.

    It runs in this process, as in a terminal of that width; tests/cli starts processes.
    """
    monkeypatch.chdir(ROOT / "docs" / "examples")
    for name, value in {"COLUMNS": str(COLUMNS), "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)

    def run(command: str) -> tuple[int, str]:
        program, *arguments = shlex.split(command)
        assert program == "geoeval", "console blocks show geoeval only; use a bash block otherwise"
        monkeypatch.setattr("sys.stdin", io.StringIO())
        status = main(arguments)
        return status, "".join(capsys.readouterr())

    return run


@pytest.mark.parametrize("page", sorted({block.file for block in blocks("pycon")}))
def test_python_sessions_print_what_is_shown(page: str) -> None:
    """The sessions of a page share their names, in order."""
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
def test_commands_print_what_is_shown(
    block: Block, shell: Callable[[str], tuple[int, str]]
) -> None:
    """``echo $?`` shows the exit code of the command before it."""
    shown = commands(block)
    assert shown, "no command in the block"
    status = 0
    for command in shown:
        if command.text == "echo $?":
            assert int(command.output) == status
            continue
        status, got = shell(command.text)
        assert "Traceback" not in got
        if not doctest.OutputChecker().check_output(command.output, got, SHOWN):
            pytest.fail(f"$ {command.text}\nshown:\n{command.output}\nprinted:\n{got}")


def test_all_python_and_geoeval_blocks_run() -> None:
    """Python and geoeval appear only in blocks that these tests run.

    A plain Python block is a module of docs/examples/tools without its docstring; the tests of the
    providers run those.
    """
    modules = (ROOT / "docs" / "examples" / "tools").glob("with_*.py")
    shown = {module.read_text(encoding="utf-8").partition("\n\n")[2] for module in modules}
    assert {block.body for block in blocks("python")} == shown
    assert [str(block) for block in blocks("bash") if "$ geoeval" in block.body] == []


def test_blocks_fit_the_page() -> None:
    """Wider blocks would break in terminals of 80 columns, and between the sidebars of the site.

    A diff shows modules of the package, whose lines are longer.
    """
    languages = ("bash", "console", "json", "pycon", "python", "text", "toml", "yaml")
    wide = [
        f"{block.file}:{number}"
        for language in languages
        for block in blocks(language)
        for number, line in enumerate(block.body.splitlines(), block.line)
        if len(line) > COLUMNS
    ]
    assert wide == []


def test_readme_links_lead_to_existing_files() -> None:
    """PyPI shows the README too, so its links are absolute."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    site = "https://geoeval.github.io/geoeval/"
    generated = {"changelog/", "contributing/"}
    for link in re.findall(r"\]\((.+?)\)", text):
        page = link.partition("#")[0]
        if page.startswith(site):
            path = page.removeprefix(site).removesuffix("/") or "index"
            candidates = [ROOT / f"docs/{path}.md", ROOT / f"docs/{path}/index.md"]
            assert f"{path}/" in generated or any(each.is_file() for each in candidates), link
        else:
            _, branch, path = page.partition("/main/")
            assert branch, link
            assert (ROOT / path).is_file(), link


def test_paths_in_pages_for_contributors_exist() -> None:
    """Diffs show new files, and capitals are placeholders; all other paths are files or folders."""
    pages = [ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "contributing").glob("*.md")]
    paths = [
        (page.name, path)
        for page in pages
        for path in re.findall(
            r"`((?:[a-z_]+/)+[a-z_]*(?:\.[a-z]+)?)`",
            re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL),
        )
    ]
    assert len(paths) > 50
    folders = (ROOT, ROOT / "geoeval", ROOT / "docs")
    assert [
        each for each in paths if not any((folder / each[1]).exists() for folder in folders)
    ] == []


@pytest.mark.parametrize(
    ("folder", "pattern"), [("frames", "[a-z]*.py"), ("vocabulary", "[a-z]*.toml")]
)
def test_contributors_find_every_file_of_wordings(folder: str, pattern: str) -> None:
    page = (ROOT / "docs" / "contributing" / "queries.md").read_text(encoding="utf-8")
    files = (ROOT / "geoeval" / "understanding" / folder).glob(pattern)
    names = [path.name for path in files]
    assert names
    assert [name for name in names if f"`{name}`" not in page] == []


def test_tests_of_wordings_exist() -> None:
    page = (ROOT / "docs" / "contributing" / "queries.md").read_text(encoding="utf-8")
    names = re.findall(r"`(test_[a-z_]+\.py)`", page)
    assert names
    folder = ROOT / "tests" / "understanding"
    assert [name for name in names if not (folder / name).is_file()] == []
