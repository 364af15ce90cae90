"""Parts become markup, and text never does."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from geoeval.reporting.audit.markup import load_template


class Reader(HTMLParser):
    """What a browser makes of markup: the tags that it opens, with attributes, and the text."""

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


def written(source: str, *, document: str = "page.html", **told: object) -> str:
    """Return what a template of ours would write."""
    return load_template(document).environment.from_string(source).render(told)


@given(st.text(), st.text())
def test_no_text_becomes_markup(text: str, value: str) -> None:
    """A browser sees one element with one attribute, whatever both say."""
    read = Reader(written('<p title="{{ value }}">{{ text }}</p>', text=text, value=value))
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
def test_no_way_of_writing_a_text_makes_it_markup(source: str, text: str) -> None:
    """Joined, cut or handed to a macro, it is escaped, and nothing in it steers or hides."""
    page = written(source, text=f"<i>{text}\x1b\u202e")
    assert Reader(page).tags == []
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_text_is_shown_as_it_is() -> None:
    """What looks like markup reads the same, and is escaped once."""
    text = '<b>&amp; "x"'
    assert Reader(written("<p>{{ text }}", text=text)).text == text
    nested = "{% macro said(text) %}{{ text }}{% endmacro %}<p>{{ said(text) }}"
    assert Reader(written(nested, text=text)).text == text


def test_what_hides_is_spelled_out() -> None:
    """Control characters and direction marks have no effect."""
    assert written("<p>{{ text }}", text="a\u202eb\x00") == "<p>a\\u202eb\\u0000"


def test_documents_are_escaped_for_markdown() -> None:
    """And once, also in a macro."""
    nested = "{% macro said(text) %}*{{ text }}*{% endmacro %}{{ said(text) }}"
    assert written(nested, document="document.md", text="_<") == "*\\_&lt;*"


def test_what_is_missing_is_an_error() -> None:
    """A name that a template gets wrong is not left out; None is."""
    assert written("{{ text }}", text=None) == ""
    with pytest.raises(UndefinedError, match="'text' is undefined"):
        written("{{ text }}")
