"""Examples of internal functions, one file per module, each headed by the name that it shows.

They run in the namespace of their module, like doctests.
"""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

_HEADING = re.compile(r"^(?=[A-Za-z_][\w.]*\n\n>>> )", re.MULTILINE)


def _examples() -> list[doctest.DocTest]:
    parser = doctest.DocTestParser()
    found = []
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        line = 0
        for block in _HEADING.split(path.read_text(encoding="utf-8")):
            if block.strip():
                name = f"{path.stem}:{block.partition(chr(10))[0]}"
                found.append(parser.get_doctest(block, {}, name, str(path), line))
            line += block.count("\n")
    return found


@pytest.mark.parametrize("example", _examples(), ids=lambda example: example.name)
def test_an_example_gives_the_output_shown(example: doctest.DocTest) -> None:
    module = import_module(example.name.partition(":")[0])
    example.globs = {**vars(module), "__name__": "__main__"}
    output: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(example, out=output.append)
    assert results.attempted
    assert not results.failed, "".join(output)
