"""Reports on runs: headings, long names, people on MapEval, pictures and the page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from geoeval.datasets.load import load_dataset, load_records
from geoeval.datasets.records import Question
from geoeval.evaluation import published
from geoeval.evaluation.comparison import Comparison, audit_labels, compare
from geoeval.evaluation.predictions import read_predictions
from geoeval.evaluation.published import is_mapeval
from geoeval.evaluation.replies import read_reply
from geoeval.evaluation.report.dataset import render_statistics
from geoeval.evaluation.report.sections import published_sections, sections_of
from geoeval.evaluation.report.text import render_comparison
from geoeval.evaluation.runs import Reply, Run, grade_run
from geoeval.evaluation.statistics import statistics_of
from geoeval.verification.kept.entries import question_fingerprint
from tests.evaluation.town import record, write_questions
from tests.reporting.audit.browser import browsing, find_browser

LONG = "openai-api/local/Qwen2.5-72B-Instruct (tools=calculators, prompt=paper)"
ANSWERS = {"m": (2, 3, 2, 1), LONG: (2, 1, 1, 1)}


def compared(folder: Path, names: Sequence[str] = tuple(ANSWERS)) -> Comparison:
    """Return the comparison of some runs on the questions about the town."""
    dataset = load_dataset(write_questions(folder))
    replies = {
        name: [{"id": at, "answer": each} for at, each in enumerate(ANSWERS[name])]
        for name in names
    }
    (folder / "runs.json").write_text(json.dumps(replies), encoding="utf-8")
    runs = read_predictions(folder / "runs.json", [dataset])
    return compare([grade_run(run, [dataset]) for run in runs], audit_labels([dataset]))


def town_questions() -> list[Question]:
    """Return the questions about the town."""
    return [each.question for each in load_records([record(at) for at in range(4)]).records]


@pytest.fixture
def of_mapeval(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the first questions about the town questions of MapEval."""
    known = frozenset(map(question_fingerprint, town_questions()[: request.param]))
    monkeypatch.setattr(published, "_mapeval_fingerprints", lambda: known)


@pytest.mark.parametrize(
    ("of_mapeval", "is_own"), [(4, True), (3, True), (2, False)], indirect=["of_mapeval"]
)
@pytest.mark.usefixtures("of_mapeval")
def test_people_are_shown_for_the_questions_of_mapeval(tmp_path: Path, is_own: bool) -> None:
    """More than half of the questions must be MapEval's; its categories are not enough."""
    found = compared(tmp_path)
    assert found.categories == ("poi",)
    assert ("people on MapEval (Table 3)" in "\n".join(render_comparison(found))) is is_own
    assert len(list(published_sections(found))) == (3 if is_own else 0)


def test_questions_of_mapeval_are_recognised(data_dir: Path) -> None:
    """Their labels do not matter, their options do."""
    questions = [each.question for each in load_dataset(data_dir / "mapeval/dev.json").records]
    assert is_mapeval(questions)
    assert not is_mapeval([Question(id=each.id, text=each.text) for each in questions])
    assert not is_mapeval(town_questions())
    assert not is_mapeval([])


def test_each_column_has_a_heading(tmp_path: Path) -> None:
    """So do the columns of names."""
    heads = [section.rows[0] for section in sections_of(compared(tmp_path)) if section.rows]
    assert len(heads) == 5
    assert all(all(head) for head in heads)
    assert {head[0] for head in heads} == {"run", "runs"}


def test_tables_of_a_dataset_have_headings() -> None:
    lines = list(render_statistics(statistics_of([load_records([record(0)])], places=False)))
    assert "  category  questions  example" in lines
    assert "  option  questions" in lines


@pytest.mark.parametrize(
    ("replies", "refused", "notes"),
    [
        (("1", "1"), (), []),
        (("1", "I would walk."), (), ["no option was read from 1 reply; '1': 'I would walk.'"]),
        (("Hm.", "Oh."), (), ["no option was read from 2 replies; '0': 'Hm.'"]),
        (("", "1"), (), ["no option was read from 1 reply; '0': the reply is empty"]),
        (
            ("No.", "Oh."),
            ("0",),
            ["the model declined 1 question", "no option was read from 1 reply; '1': 'Oh.'"],
        ),
        (("No.", "No."), ("0", "1"), ["the model declined 2 questions"]),
    ],
)
def test_an_unread_reply_is_quoted(
    tmp_path: Path, replies: Sequence[str], refused: Sequence[str], notes: list[str]
) -> None:
    """Refusals are counted apart."""
    dataset = load_dataset(write_questions(tmp_path, 2))
    options = dataset.records[0].question.options
    run = Run(
        name="m",
        replies=tuple(
            Reply(
                id=str(at),
                text=text,
                read=read_reply(text, options),
                ending="refusal" if str(at) in refused else "answered",
            )
            for at, text in enumerate(replies)
        ),
    )
    found = compare([grade_run(run, [dataset])], audit_labels([dataset]))
    accuracy, *_ = sections_of(found)
    assert list(accuracy.notes) == [f"! m: {note}" for note in notes]


def test_short_names_go_before_their_figures(tmp_path: Path) -> None:
    lines = list(render_comparison(compared(tmp_path, ["m"])))
    assert lines[1].split() == ["run", "overall", "poi", "corrected", "no", "answer"]
    assert lines[3].startswith("  m ")


def test_long_names_follow_their_figures_whole(tmp_path: Path) -> None:
    lines = list(render_comparison(compared(tmp_path)))
    difference = next(line for line in lines if "against" in line)
    assert difference.split()[0] == "-50.0"
    assert difference.endswith(f"  {LONG} against m")


def test_questions_that_every_run_gets_right_are_explained(tmp_path: Path) -> None:
    text = "\n".join(render_comparison(compared(tmp_path)))
    assert "2 of 4 right in every run: they do not distinguish these models" in text


def test_legends_have_whole_names(tmp_path: Path) -> None:
    """A long name has several lines."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from geoeval.evaluation.report.figures import write_figures

    write_figures(compared(tmp_path), str(tmp_path))
    texts = re.findall("<text[^>]*>([^<]*)", (tmp_path / "categories.svg").read_text("utf-8"))
    assert LONG in " ".join(texts)


def test_pictures_are_as_wide_as_a_small_screen(tmp_path: Path) -> None:
    """Their text is larger than 11 pixels on a page of 390 pixels."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from geoeval.evaluation.report.figures import figures_of, svg_of

    for _, _, figure in figures_of(compared(tmp_path)):
        svg = svg_of(figure)
        width = float(re.search(r'width="([\d.]+)pt"', svg)[1])  # type: ignore[index] - it has one
        sizes = {float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", svg)}
        shown = 390 - 2 * 16 - 2 * 6.4 - 2  # without the margins of the page and of a picture
        assert min(sizes) * shown / width > 11


def test_pictures_without_figures_are_left_out(tmp_path: Path) -> None:
    """No run used tools, and all contexts are of one length."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from geoeval.evaluation.report.figures import figures_of

    assert [name for name, _, _ in figures_of(compared(tmp_path))] == ["categories", "operations"]


def test_page_puts_a_heading_into_each_cell(tmp_path: Path) -> None:
    """On a small screen, rows are cards without a row of headings."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from geoeval.evaluation.report.page import render_page

    page = render_page(compared(tmp_path))
    assert '<td data-head="difference"><span>-50.0</span></td>' in page
    assert re.search(r'<td data-head="overall"><span>100.0 <small>\(51.0 to 100.0\)</small>', page)
    assert page.count("<td>") == page.count("<th></th>") == 0


@pytest.mark.slow
@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("dark", [False, True])
def test_page_fits_and_is_accessible(tmp_path: Path, axe: str, width: int, *, dark: bool) -> None:
    """There is no sideways scrolling, not even of tables, and no serious fault by axe-core."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from geoeval.evaluation.report.page import render_page

    path = find_browser()
    if path is None:
        pytest.skip("no Chromium is installed (apt-get install chromium)")
    saved = tmp_path / "runs.html"
    saved.write_text(render_page(compared(tmp_path)), encoding="utf-8")
    with browsing(path) as browser:
        browser.open(saved, width, dark=dark)
        assert browser.complaints() == []
        assert (
            browser.evaluate(
                "[...document.querySelectorAll('html, .wide')]"
                ".filter((one) => one.scrollWidth > one.clientWidth).length"
            )
            == 0
        )
        assert browser.find_faults(axe) == []
