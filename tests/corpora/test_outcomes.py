"""Every text has its recorded outcome: answer, value and verdict.

If a change is intended, ``make outcomes`` rewrites the records, and their difference is part of the
change.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.corpora.recorded import changes, recorded
from tests.corpora.rewordings import REWORDED, Questions, reworded
from tests.corpora.texts import CORPORA, Corpus
from tests.understanding.metamorphic.cases import CASES, Case

# Coverage must not depend on third-party data. Rewordings and the largest collections add none,
# and take twice as long when traced.
UNCOVERED = pytest.mark.no_cover
LARGE = ("paraphrases", "word_pairs", "five_authors", "later_authors", "latest_authors")


def data_path(needs: str | None, request: pytest.FixtureRequest) -> Path:
    """Return the path of third-party data, or skip the test if it is absent."""
    if needs is None:
        return Path()
    folder: Path = request.getfixturevalue("data_dir")
    if not (folder / needs).exists():
        pytest.skip(f"third-party data is absent: no {needs} in {folder}")
    return folder / needs


def assert_unchanged(lines: Iterable[str]) -> None:
    """Fail with the changed outcomes, if there are any."""
    listed = list(lines)
    assert not listed, f"{len(listed)} outcomes differ (make outcomes):\n" + "\n".join(listed)


@pytest.mark.parametrize(
    "corpus",
    [
        pytest.param(each, marks=UNCOVERED if each.needs or each.name in LARGE else ())
        for each in CORPORA
    ],
    ids=str,
)
def test_every_text_has_its_recorded_outcome(
    corpus: Corpus, request: pytest.FixtureRequest
) -> None:
    """A failure lists each changed text with both outcomes."""
    texts = corpus.read(data_path(corpus.needs, request))
    assert_unchanged(changes(recorded(corpus.name), texts))


@UNCOVERED
@pytest.mark.slow
@pytest.mark.parametrize("questions", REWORDED, ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_rewordings_have_their_recorded_outcomes(
    case: Case, questions: Questions, request: pytest.FixtureRequest
) -> None:
    """Rewordings that are not recorded have the outcome of the original question."""
    texts = reworded(case, questions.read(data_path(questions.needs, request)))
    assert_unchanged(changes(recorded(questions.name)[case.name], texts))
