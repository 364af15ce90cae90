"""Rewrite the outcomes of all texts: ``python -m tests.corpora``, or ``make outcomes``."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.figures import NotMeasuredError, third_party
from tests.corpora.recorded import by_key, changes, record, recorded
from tests.corpora.rewordings import REWORDED, reworded
from tests.corpora.texts import CORPORA
from tests.understanding.metamorphic.cases import CASES


def _data_path(needs: str | None) -> Path | None:
    """Return the path of third-party data, or an empty path if none is needed."""
    try:
        return third_party(needs) if needs else Path()
    except NotMeasuredError as reason:
        sys.stdout.write(f"unchanged: {reason}\n")
        return None


def main() -> None:
    """Write all outcomes, and report how many have changed."""
    for corpus in CORPORA:
        path = _data_path(corpus.needs)
        if path is not None:
            texts = tuple(corpus.read(path))
            count = sum(1 for _ in changes(recorded(corpus.name), texts))
            record(corpus.name, by_key(texts))
            sys.stdout.write(f"{corpus.name}: {len(texts)} outcomes, {count} changed\n")
    for questions in REWORDED:
        path = _data_path(questions.needs)
        if path is not None:
            outcomes = {case.name: by_key(reworded(case, questions.read(path))) for case in CASES}
            count = sum(outcomes[name] != recorded(questions.name).get(name) for name in outcomes)
            record(questions.name, outcomes)
            sys.stdout.write(f"{questions.name}: {len(outcomes)} rewordings, {count} changed\n")


if __name__ == "__main__":
    main()
