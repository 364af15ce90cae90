"""Templates of pages and documents, which escape all text from datasets.

Jinja2 is imported when the first page is drawn, because no other format needs it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from geoeval.query.describe import describe as describe_query
from geoeval.reporting import wording
from geoeval.reporting.reports.findings import title_of_rule
from geoeval.reporting.reports.markdown import escape_markdown
from geoeval.reporting.safe import cut_line, safe_line
from geoeval.reporting.shapes import conventions_of
from geoeval.verification.describe import describe_value

if TYPE_CHECKING:
    from jinja2 import Environment, Template
    from markupsafe import Markup

_FILTERS: dict[str, Callable[..., object]] = {
    "basis": lambda item: [
        f"{kind}: {line}" for kind, line in wording.describe_basis(item.answer.basis, item.options)
    ],
    "answer": wording.format_answer,
    "count": wording.count_noun,
    "cut": cut_line,
    "describe": describe_value,
    "figure": lambda number: f"{round(number, 2):g}",
    "label": wording.format_label,
    "mattered": lambda outcome: conventions_of(outcome).items(),
    "option": wording.format_option,
    "query": describe_query,
    "share": lambda share: f"{share:.1%}",
    "titled": title_of_rule,
    "words": wording.in_words,
}


def load_template(name: str, package: str = "geoeval.reporting.audit") -> Template:
    r"""Return a template by file name; ".md" escapes for Markdown, all others for HTML.

    All values are escaped except markup from another template. Control characters and direction
    marks are escaped first.
    """
    return _jinja_environment(package, markdown=name.endswith(".md")).get_template(name)


def draw_macro(name: str, part: str, *arguments: object, **named: object) -> str:
    """Return the output of a template macro, as markup that is not escaped again."""
    drawn: str = getattr(load_template(name).module, part)(*arguments, **named)
    return drawn


def as_markup(text: str) -> Markup:
    """Mark a trusted text, or a picture whose texts are escaped, as markup for templates."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704 - escaped where it is drawn


def policy_of(style: str, script: str) -> str:
    """Return the content security policy of a page with only this style and this script."""
    style, script = _source_digest(style), _source_digest(script)
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _source_digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def load_asset(name: str, package: str = "geoeval.reporting.audit") -> str:
    """Return the text of a file to embed in a page, such as its style sheet."""
    return files(package).joinpath("templates", name).read_text(encoding="utf-8").strip()


@cache
def _jinja_environment(package: str, *, markdown: bool) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    def escape_value(value: object) -> object:
        if isinstance(value, Markup | None):
            return value or ""
        if markdown:
            return Markup(escape_markdown(str(value)))  # noqa: S704 - escaped
        return safe_line(str(value))  # Jinja2 escapes it

    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        finalize=escape_value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(_FILTERS)
    return environment
