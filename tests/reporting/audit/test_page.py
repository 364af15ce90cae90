"""The audit page: self-contained, complete and safe with any text."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from dataclasses import replace

import pytest

from geoeval.datasets.load import sample_path
from geoeval.datasets.records import Span
from geoeval.llm.completion import ModelUsage
from geoeval.reporting.audit.chapters import SAMPLES
from geoeval.reporting.audit.page import draw_page
from geoeval.reporting.view import View
from geoeval.verification.model import Acceptance, Finding, Report
from tests.reporting.audit.test_markup import Reader

VIEW = View(title="Audit", date="1 May 2030")


@pytest.fixture(scope="module")
def page(sample: Report) -> str:
    """Return the page of the sample dataset."""
    return draw_page(sample, VIEW)


def tags(page: str) -> Counter[str]:
    """Return how often each tag occurs."""
    return Counter(tag for tag, _ in Reader(page).tags)


def attributes(page: str, name: str) -> list[str]:
    """Return the values of an attribute over all tags."""
    return [value or "" for _, pairs in Reader(page).tags for key, value in pairs if key == name]


def test_the_page_is_reproducible(sample: Report, page: str) -> None:
    """Nothing depends on the time or on set order."""
    assert draw_page(sample, VIEW) == page


def test_the_page_loads_nothing_external(page: str) -> None:
    """Links stay on the page, and no tag has a source or an inline style."""
    assert not attributes(page, "src")
    assert not attributes(page, "style")
    assert all(link.startswith("#") or link == "data:," for link in attributes(page, "href"))
    assert "url(" not in page
    assert "@import" not in page


def test_each_column_has_a_heading(page: str) -> None:
    """No table is without headings, and none of them is empty."""
    found = tags(page)
    assert found["thead"] == found["table"] > 3
    assert not re.search("<th[^>]*></th>", page)


def test_tables_that_scroll_have_distinct_names(page: str) -> None:
    names = attributes(page, "aria-label")
    regions = [name for name in names if not name.startswith("Permanent link")]
    assert len(set(regions)) == len(regions) > 3


def test_the_policy_allows_only_style_and_script(page: str) -> None:
    """Their digests identify both."""
    policy = next(text for text in attributes(page, "content") if "default-src" in text)
    for tag in ("style", "script"):
        (text,) = re.findall(f"<{tag}>(.*?)</{tag}>", page, flags=re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert not [key for _, pairs in Reader(page).tags for key, _ in pairs if key.startswith("on")]


def test_every_link_has_a_target(page: str) -> None:
    """Names are unique."""
    names = attributes(page, "id")
    assert len(set(names)) == len(names)
    targets = {link[1:] for link in attributes(page, "href") if link.startswith("#")}
    assert targets <= set(names)


def test_every_record_is_on_the_page(sample: Report, page: str) -> None:
    """It is shown in full, among the supported or among the unchecked."""
    text = Reader(page).text
    for item in sample.items:
        assert item.question[:100].replace("\n", " ").strip() in text, item.id


def test_head_and_sources_are_shown(sample: Report, page: str) -> None:
    """They include title, date, checksum and version."""
    assert tags(page)["h1"] == 1
    for text in ("1 May 2030", sample.sources[0].sha256 or "?", "geoeval"):
        assert text in page


def test_hostile_text_stays_text(hostile: Report) -> None:
    """The page has no additional tags, and the attack is readable."""
    page = draw_page(hostile, View(title="</title><script>alert(1)</script>"))
    assert tags(page)["img"] == 0
    assert tags(page)["script"] == 1
    assert page.count("</script>") == 1
    assert "<img src=x onerror=alert(1)>" in Reader(page).text
    for steering in "\u202e\x1b\x00\ud83d":
        assert steering not in page
    page.encode()


def test_findings_not_shown_are_counted_and_listed(sample: Report) -> None:
    """The page states how many it shows, and the table has them all."""
    (item,) = (one for one in sample.items if one.id == 17)
    many = tuple(
        replace(item, id=n, findings=(replace(item.findings[0], id=n, fingerprint=f"{n}"),))
        for n in range(40)
    )
    page = draw_page(Report(items=many), View())
    assert f"{SAMPLES} of 40 findings are shown in full" in page
    assert page.count('class="finding"') == SAMPLES
    assert page.count('data-verdict="contradicted"') == 40 + SAMPLES


def test_equal_fingerprints_get_distinct_names(report: Report) -> None:
    """Two faults of one record may share a fingerprint."""
    duplicated = replace(report, findings=report.findings * 2)
    assert {"f-f1", "f-f1-2"} <= set(attributes(draw_page(duplicated, View()), "id"))


def test_unreadable_files_are_findings() -> None:
    """They have no record, and the reason of the failure comes first."""
    unreadable = Finding(
        code="GEO101", severity="error", message="no file", help="", span=Span(file="x.json")
    )
    page = draw_page(
        Report(items=(), findings=(unreadable,)), View(failed=("nothing was checked",))
    )
    assert '<p class="failed">nothing was checked</p>' in page
    assert "<bdi>File</bdi>" in page


def test_datasets_without_findings_are_reported(sample: Report) -> None:
    """There is neither a form nor an empty section."""
    good = tuple(item for item in sample.items if item.verdict == "supported")[:3]
    page = draw_page(Report(items=good), View())
    assert "No faults were found." in page
    assert tags(page)["form"] == 0
    assert "Not checked" not in page
    assert "supported: 3" in page


def test_unusable_records_are_counted(report: Report) -> None:
    """They have a row of their own."""
    assert "the record could not be read" in draw_page(report, View())


def test_accepted_findings_stay_on_the_page(report: Report) -> None:
    """They have their reason, and stale acceptances are listed as well."""
    first = replace(report.findings[0], accepted="known since 2020")
    gone = Acceptance(code="GEO301", id=1, message="", reason="", fingerprint="a1")
    page = draw_page(replace(report, findings=(first,), stale=(gone,)), View())
    assert "<b>Accepted: </b>known since 2020" in page
    assert "baseline: 1 finding accepted (1 GEO103)" in page
    assert "remove a1 from the baseline" in page


def test_the_understanding_model_is_named(sample: Report) -> None:
    """The number of its requests is given."""
    page = draw_page(replace(sample, model=ModelUsage(model="m", requests=2)), View())
    assert "<dt>understood by</dt><dd>model m: 2 requests" in page


def test_the_common_folder_is_not_shown(sample: Report) -> None:
    """Files of several folders keep their paths."""
    page = draw_page(sample, View())
    assert "<bdi>questions.json</bdi>" in page
    assert str(sample_path().parent) not in page
    other = replace(sample.sources[0], path="elsewhere/other.json")
    both = draw_page(replace(sample, sources=(*sample.sources, other)), View())
    assert "<bdi>elsewhere/other.json</bdi>" in both
