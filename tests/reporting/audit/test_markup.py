"""Markup is built from parts, and text never becomes markup."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from geoeval.reporting.audit.markup import load_template


class Reader(HTMLParser):
    """A parser that records tags with attributes, and the text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


def render(source: str, *, document: str = "page.html", **values: object) -> str:
    """Return the output of a template with our settings."""
    return load_template(document).environment.from_string(source).render(values)


@given(st.text(), st.text())
def test_text_never_becomes_markup(text: str, value: str) -> None:
    """A browser sees one element with one attribute, whatever both contain."""
    read = Reader(render('<p title="{{ value }}">{{ text }}</p>', text=text, value=value))
    assert [tag for tag, _ in read.tags] == ["p"]
    assert [name for name, _ in read.tags[0][1]] == ["title"]


@pytest.mark.parametrize(
    "source",
    [
        "{{ text }}",
        "{{ text ~ text }}",
        "{{ [text, text]|join(', ') }}",
        "{{ text|cut(200) }}",
        "{{ text|words }}",
        "{% macro said(text) %}{{ text }}{% endmacro %}{{ said(text) }}",
        "{% set said %}{{ text }}{% endset %}{{ said }}",
        "{{ text if text }}",
    ],
)
@given(text=st.text())
def test_text_is_escaped_however_it_is_written(source: str, text: str) -> None:
    """It is escaped when joined, cut or passed to a macro."""
    page = render(source, text=f"<i>{text}\x1b\u202e")
    assert Reader(page).tags == []
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_text_is_displayed_unchanged() -> None:
    """Text that looks like markup is escaped exactly once."""
    text = '<b>&amp; "x"'
    assert Reader(render("<p>{{ text }}", text=text)).text == text
    nested = "{% macro said(text) %}{{ text }}{% endmacro %}<p>{{ said(text) }}"
    assert Reader(render(nested, text=text)).text == text


def test_hidden_characters_are_spelled_out() -> None:
    """Control characters and direction marks have no effect."""
    assert render("<p>{{ text }}", text="a\u202eb\x00") == "<p>a\\u202eb\\u0000"


def test_documents_are_escaped_for_markdown() -> None:
    """Text in a macro is escaped exactly once."""
    nested = "{% macro said(text) %}*{{ text }}*{% endmacro %}{{ said(text) }}"
    assert render(nested, document="document.md", text="_<") == "*\\_&lt;*"


def test_undefined_names_are_errors() -> None:
    """None is a value and no error."""
    assert render("{{ text }}", text=None) == ""
    with pytest.raises(UndefinedError, match="'text' is undefined"):
        render("{{ text }}")
