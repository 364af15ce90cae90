"""Options in one text, each on a line behind its number."""

from __future__ import annotations

import re
from itertools import pairwise

_HEAD = re.compile(r"^[ \t]*(\d{1,3})[ \t]*[).:][ \t]*", re.MULTILINE)


def numbered_options(text: str) -> tuple[tuple[int, str], ...]:
    r"""Return the options of a text with their numbers.

    Examples
    --------
    >>> numbered_options("1)Left\n  then right\n2) Straight on")
    ((1, 'Left\n  then right'), (2, 'Straight on'))
    >>> numbered_options("Left or right")
    ()
    """
    heads: list[re.Match[str]] = []
    for head in _HEAD.finditer(text):
        following = int(heads[-1][1]) + 1 if heads else int(head[1])
        if int(head[1]) == following and following <= len(heads) + 1:
            heads.append(head)
    if not heads or text[: heads[0].start()].strip():
        return ()
    ends = [after.start() for _, after in pairwise(heads)] + [len(text)]
    return tuple(
        (int(head[1]), text[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=True)
    )
