"""The page on evaluation shows the prompts as they are sent; the citation is that of the file."""

from __future__ import annotations

import re
from textwrap import fill

import yaml

from geoeval.datasets.records import Question
from geoeval.evaluation.tasks.prompts import ask_about_picture, ask_from_context, ask_with_tools
from tests.architecture.documents import ROOT
from tests.architecture.test_docs import COLUMNS

CONTEXT = "Information of Old Mill:\n- Location: 5 Hill Rd (60.20, 24.90).\n"
QUESTION = Question(
    id=1, text="In which direction is Ox Inn from Old Mill?", options=("North", "East")
)


def test_prompts_are_shown_as_sent() -> None:
    """The tasks without a context differ in the first sentence."""
    text = (ROOT / "docs/evaluation.md").read_text(encoding="utf-8")
    prompt = ask_from_context(QUESTION, CONTEXT, no_answer=True)
    broken = "\n".join(fill(line, COLUMNS) for line in prompt.splitlines())
    assert f"```text\n{broken}\n```" in text
    _, _, asked = prompt.partition(f"Context:\n{CONTEXT}\n")
    for task, ask in (("API", ask_with_tools), ("visual", ask_about_picture)):
        first, _, rest = ask(QUESTION, no_answer=True).partition("\n\n")
        assert f"| {task} | `{first}` |" in text
        assert rest == asked


def test_citation_is_that_of_its_file() -> None:
    """A release changes the version in both."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    text = (ROOT / "docs/faq.md").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^  (\w+) = \{(.+)\},$", text, re.MULTILINE))
    assert fields == {
        "title": cited["title"],
        "author": f"{{{cited['authors'][0]['name']}}}",
        "version": cited["version"],
        "year": str(cited["date-released"].year),
        "url": cited["url"],
    }
