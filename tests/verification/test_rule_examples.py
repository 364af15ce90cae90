"""The example of each rule: the fault is reported before the change, and not after it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from geoeval.datasets.load import load_datasets
from geoeval.verification.kept.entries import query_lines
from geoeval.verification.kept.matching import formalize
from geoeval.verification.model import Report
from geoeval.verification.rules import RULES, _read_examples
from geoeval.verification.run import verify_dataset, verify_datasets
from tests.diffs import file_name, split_diff

COMMAND = "geoeval verify "


def verify_text(code: str, text: str, folder: Path) -> Report:
    """Verify a file of records, or the file that a command names, in a folder."""
    if text.startswith(COMMAND):
        path = folder / text.removeprefix(COMMAND)
    else:
        content = MANY.get(code, str)(text)
        path = folder / file_name(content)
        path.write_text(content, encoding="utf-8")
    if code != "GEO117":
        return verify_datasets(load_datasets(str(path)))
    return verify_dataset(path, queries=folder / "kept.jsonl")


def provide_files(code: str, after: str, folder: Path) -> None:
    """Write the files that an example needs: what its command names, pictures, kept queries."""
    if after.startswith(COMMAND):
        (folder / after.removeprefix(COMMAND)).write_text(split_diff(RULES["GEO102"].example)[1])
    for picture in re.findall(r'"image_path": "(.+)"', after):
        (folder / picture).parent.mkdir(exist_ok=True)
        (folder / picture).touch()
    if code == "GEO117":
        path = folder / file_name(after)
        path.write_text(after, encoding="utf-8")
        (dataset,) = load_datasets(str(path))
        kept = "\n".join(query_lines(formalize(dataset.records).entries))
        (folder / "kept.jsonl").write_text(kept, encoding="utf-8")


def write_labels(text: str) -> str:
    """Return records with the labels that a text counts: "A 29, B 14"."""
    labels = chain(*(letter * int(count) for letter, count in re.findall(r"([A-D]) (\d+)", text)))
    options = {letter: f"{letter}-town" for letter in "ABCD"}
    named = enumerate(labels)
    return json.dumps([{"question": f"Town {n}?", **options, "answer": a} for n, a in named])


def repeat_record(text: str) -> str:
    """Return ten records like that below the first line: other places, and half of them north."""
    record = text.partition("\n")[2]
    swapped = record.replace('": "South"', '": "North"')
    copies = [record, swapped] * 5
    return f"[{','.join(copy.replace('Turin', f'Turin {n}') for n, copy in enumerate(copies))}]"


MANY: dict[str, Callable[[str], str]] = {"GEO804": write_labels, "GEO805": repeat_record}
"""Examples that describe more records than they show."""


def severities(report: Report) -> dict[str, str | None]:
    """Return the codes of all findings with their severities."""
    of_items = (finding for item in report.items for finding in item.findings)
    return {one.code: one.severity for one in (*report.findings, *of_items)} | {
        one.code: one.severity for one in report.dataset_findings
    }


@pytest.mark.parametrize("code", RULES)
def test_example_of_a_rule_is_a_fault_that_its_change_corrects(code: str, tmp_path: Path) -> None:
    """After the change there is no other error either, and labels of GEO3 to GEO7 are right."""
    before, after = split_diff(RULES[code].example)
    provide_files(code, after, tmp_path)
    assert code in severities(verify_text(code, before, tmp_path))
    report = verify_text(code, after, tmp_path)
    left = severities(report)
    assert code not in left
    assert "error" not in left.values()
    assert report.items
    if "GEO3" < code < "GEO8":
        assert [item.verdict for item in report.items] == ["supported"]


def test_every_example_belongs_to_a_rule() -> None:
    assert list(_read_examples()) == list(RULES)
