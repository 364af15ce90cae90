"""Parts become markup, and text never does."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from geoeval.reporting.audit.markup import Html, element, join


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


@given(st.text(), st.text())
def test_no_text_becomes_markup(text: str, value: str) -> None:
    """A browser sees one element with one attribute, whatever both say."""
    read = Reader(element("p", text, title=value))
    assert [tag for tag, _ in read.tags] == ["p"]
    assert [name for name, _ in read.tags[0][1]] == ["title"]


def test_text_is_shown_as_it_is() -> None:
    """What looks like markup reads the same."""
    assert Reader(element("p", '<b>&amp; "x"')).text == '<b>&amp; "x"'


def test_what_hides_is_spelled_out() -> None:
    """Control characters and direction marks have no effect."""
    assert element("p", "a\u202eb\x00") == "<p>a\\u202eb\\u0000</p>"


def test_markup_stays_markup() -> None:
    """Elements may be parts of others, also in series."""
    assert element("ul", (element("li", n) for n in (1, 2))) == "<ul><li>1</li><li>2</li></ul>"
    assert join([Html("<br>"), None, "<"]) == "<br>&lt;"


def test_attributes_are_left_out_or_bare() -> None:
    """None and False write nothing, True the name, figures two decimals."""
    made = element("input", hidden=True, value=None, checked=False, x=1 / 3, class_="a", for_="b")
    assert made == '<input hidden x="0.33" class="a" for="b">'
