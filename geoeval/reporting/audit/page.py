"""An audit as one HTML page that needs nothing but itself, or as a Markdown document."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from importlib.metadata import version
from importlib.resources import files

from geoeval.reporting.audit.chapters import Chapter, chapters
from geoeval.reporting.audit.finding import draw_finding
from geoeval.reporting.audit.markup import template
from geoeval.reporting.audit.meanings import choices, meaning
from geoeval.reporting.shapes import conventions_of
from geoeval.reporting.summary import reason_of, summarise
from geoeval.reporting.view import View
from geoeval.reporting.wording import say_accepted, say_model, say_stale, say_summary
from geoeval.verification.model import Finding, Item, Report, Verdict

_TITLE = "Audit of map-question labels"
_VERDICTS: dict[Verdict, str] = {
    "contradicted": "something else follows from the context",
    "ambiguous": "the key and another option both fit",
    "conditional": "the key follows only under another convention",
    "undetermined": "could not be checked; the reasons are below",
    "supported": "the key follows from the context",
}


def draw_page(report: Report, view: View) -> str:
    """Return the audit of a run as an HTML document, the same bytes each time.

    It loads nothing, and its policy forbids it to; it can be read without its script.
    """
    from markupsafe import Markup

    style, script = map(asset, ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    found = chapters(report)
    names = _anchors(found)
    folder = _common_folder(report)
    shown = [one for chapter in found for one in chapter.findings]
    page = template("page.html").render(
        **_variables(report, view),
        style=Markup(style),  # noqa: S704 - our own
        script=Markup(script),  # noqa: S704 - our own
        policy=policy,
        folder=folder,
        verdicts=_VERDICTS,
        chapters=found,
        anchors=names,
        full={
            anchor: draw_finding(shown, anchor, folder)
            for chapter in found
            for shown, anchor in zip(chapter.full, names[chapter.key], strict=True)
        },
        narrowing={
            "cause": {one.key: one.explanation.title for one in found if one.kind != "rule"},
            "rule": {code: code for code in sorted({finding.code for finding, _ in shown})},
            "verdict": {name: name for name in sorted({item.verdict for _, item in shown if item})},
        },
        mattered=Counter(
            name for item in report.items for name in conventions_of(item.answer.outcome)
        ),
    )
    return page.strip()


def write_document(report: Report, view: View) -> str:
    """Return the audit of a run as a Markdown document."""
    text = template("document.md").render(**_variables(report, view), chapters=chapters(report))
    return text.strip()


def asset(name: str) -> str:
    """Return the text of a file that a page holds, such as its style."""
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8").strip()


def _common_folder(report: Report) -> str:
    """Return the folder of all files that were checked, with a slash at its end, if any."""
    folders = {source.path.rpartition("/")[0] for source in report.sources}
    return f"{folders.pop()}/" if len(folders) == 1 and "" not in folders else ""


def _variables(report: Report, view: View) -> dict[str, object]:
    """Return the variables that the templates of page and document share."""
    summary = summarise(report)
    return {
        "title": view.title or _TITLE,
        "date": view.date,
        "failed": view.failed,
        "report": report,
        "version": version("geoeval"),
        "summary": summary,
        "in_words": say_summary(summary),
        "model": None if report.model is None else say_model(report.model),
        "accepted": say_accepted(summary) if summary.accepted else None,
        "stale": [say_stale(one) for one in report.stale],
        "supported": [item for item in report.items if item.verdict == "supported"],
        "unchecked": _unchecked(report),
        "choices": choices(report.conventions),
        "meaning": meaning,
    }


def _unchecked(report: Report) -> dict[str, list[Item]]:
    """Return the questions that could not be checked by the reason, the most frequent first."""
    by_reason: dict[str, list[Item]] = {}
    for item in report.items:
        if item.verdict == "undetermined":
            by_reason.setdefault(item.reason or reason_of(item.answer), []).append(item)
    return dict(sorted(by_reason.items(), key=lambda pair: (-len(pair[1]), pair[0])))


def _anchors(found: tuple[Chapter, ...]) -> dict[str, list[str]]:
    """Return the permanent names of the findings that are shown in full, by their chapters."""
    used: Counter[str] = Counter()

    def anchor(finding: Finding) -> str:
        name = f"f-{finding.fingerprint}"
        used[name] += 1
        return name if used[name] == 1 else f"{name}-{used[name]}"

    return {chapter.key: [anchor(one.finding) for one in chapter.full] for chapter in found}


def _digest(text: str) -> str:
    """Return what a content security policy knows an inline text by."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
