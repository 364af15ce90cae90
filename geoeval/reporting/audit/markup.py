"""Building HTML and SVG from parts: whatever is not markup already is escaped."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TypeAlias

from geoeval.reporting.safe import plain

_VOID = frozenset({"br", "input", "link", "meta"})


class Html(str):
    """Markup; any other text is escaped where it becomes a part of some."""

    __slots__ = ()


Child: TypeAlias = "Html | str | int | Iterable[Child] | None"
Attribute: TypeAlias = str | float | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    r"""Return an element.

    Parameters
    ----------
    name
        Its name.
    *children
        What it holds: markup, texts, numbers, or series of these; None is nothing.
    **attributes
        Underscores in names stand for hyphens, one at the end keeps a name from being a word of
        Python. True writes a name alone; False and None leave it out. Figures have at most two
        decimals.

    Returns
    -------
    Html
        The element, in which no text can be taken for markup; control characters and direction
        marks are spelled out.

    Examples
    --------
    >>> print(element("p", "1 < 2", element("br"), class_="sum", data_on=True, title='"\n'))
    <p class="sum" data-on title="&quot; ">1 &lt; 2<br></p>
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    start = f"<{name}{written}>"
    return Html(start if name in _VOID else f"{start}{join(children)}</{name}>")


def join(children: Iterable[Child]) -> Html:
    """Return parts one after the other.

    Examples
    --------
    >>> print(join(["a & b", None, 3, [Html("<br>")]]))
    a &amp; b3<br>
    """
    return Html("".join(map(_written, children)))


def _written(child: Child) -> str:
    """Return a part as markup."""
    if isinstance(child, Html):
        return child
    if child is None:
        return ""
    if isinstance(child, str | int):
        return html.escape(plain(str(child)), quote=False)
    return join(child)


def _attribute(key: str, value: Attribute) -> str:
    """Return an attribute with the space before it."""
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = f"{round(value, 2):g}" if isinstance(value, float) else str(value)
    return f' {name}="{html.escape(plain(text))}"'
