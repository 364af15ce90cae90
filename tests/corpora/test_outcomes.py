"""Every text comes to what is recorded of it: answer, value, verdict.

Where a change is meant, ``make outcomes`` writes the records anew, and their difference is part
of the change.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.corpora.recorded import changes, recorded
from tests.corpora.rewordings import REWORDED, Questions, reworded
from tests.corpora.texts import CORPORA, Corpus
from tests.understanding.metamorphic.cases import CASES, Case

# What is covered must not depend on the data of others; thousands of rewordings cover no more, nor
# do the largest collections, and tracing them takes as long as running them.
UNCOVERED = pytest.mark.no_cover
LARGE = ("paraphrases", "word_pairs", "five_authors", "later_authors", "latest_authors")


def path_of(needs: str | None, request: pytest.FixtureRequest) -> Path:
    """Return a file of third-party data, or skip the test where it is absent."""
    if needs is None:
        return Path()
    folder: Path = request.getfixturevalue("data_dir")
    if not (folder / needs).exists():
        pytest.skip(f"third-party data is absent: no {needs} in {folder}")
    return folder / needs


def none_of(lines: Iterable[str]) -> None:
    """Fail with some lines, if there are any."""
    found = list(lines)
    assert not found, f"{len(found)} outcomes are other ones (make outcomes):\n" + "\n".join(found)


@pytest.mark.parametrize(
    "corpus",
    [
        pytest.param(each, marks=UNCOVERED if each.needs or each.name in LARGE else ())
        for each in CORPORA
    ],
    ids=str,
)
def test_every_text_comes_to_what_is_recorded(
    corpus: Corpus, request: pytest.FixtureRequest
) -> None:
    """A text that comes to something else is listed, with both outcomes."""
    texts = corpus.read(path_of(corpus.needs, request))
    none_of(changes(recorded(corpus.name), texts))


@UNCOVERED
@pytest.mark.slow
@pytest.mark.parametrize("questions", REWORDED, ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_rewordings_change_what_is_recorded(
    case: Case, questions: Questions, request: pytest.FixtureRequest
) -> None:
    """All others come to the same as the question that they reword."""
    texts = reworded(case, questions.read(path_of(questions.needs, request)))
    none_of(changes(recorded(questions.name)[case.name], texts))
