"""Read a file of records in blocks, so that a large file does not have to fit in memory."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from geoeval.datasets.formats import Declared
from geoeval.datasets.load import LINE_SUFFIXES, format_of, parse_dataset
from geoeval.datasets.records import Dataset
from geoeval.datasets.tables import split_parquet
from geoeval.errors import UnreadableDatasetError, UsageError, mismatch

ROWS = 1000
"""Records per block: a second or two of work, and a few megabytes."""
_PARQUET, _GZIP = ".parquet", ".gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Consecutive records of a file.

    ``line`` is the 1-based line of the first record, ``byte`` its offset in the content of the
    file, ``rows`` the number of records before it, and ``end`` how many bytes of the file have been
    read. ``content`` holds the lines of the block, or a Parquet table of its rows.
    """

    path: str
    line: int
    byte: int
    rows: int
    end: int
    content: bytes


def check_splits(path: str) -> None:
    """Raise ``UsageError`` if a file is of a type that cannot be read in blocks."""
    lines = (*LINE_SUFFIXES, *(f"{suffix}{_GZIP}" for suffix in LINE_SUFFIXES))
    if not path.lower().endswith((*lines, _PARQUET)):
        expected = "a .jsonl, .jsonl.gz or .parquet file, which can be read in parts"
        raise mismatch(UsageError, expected, path)


def blocks_of(path: str, rows: int = ROWS) -> Iterator[Block]:
    """Yield the blocks of a JSON Lines or Parquet file."""
    try:
        yield from (
            _iterate_row_blocks if path.lower().endswith(_PARQUET) else _iterate_line_blocks
        )(path, rows)
    except OSError as error:
        raise UnreadableDatasetError(
            f"{path}: the file cannot be read: {error.strerror or error}"
        ) from None


def _iterate_line_blocks(path: str, rows: int) -> Iterator[Block]:
    line, byte, before = 1, 0, 0
    with Path(path).open("rb") as file:
        stream = gzip.GzipFile(fileobj=file) if path.lower().endswith(_GZIP) else file
        while lines := list(islice(stream, rows)):
            content = b"".join(lines)
            end = file.tell()
            yield Block(path=path, line=line, byte=byte, rows=before, end=end, content=content)
            line, byte = line + len(lines), byte + len(content)
            before += sum(1 for text in lines if text.strip())


def _iterate_row_blocks(path: str, rows: int) -> Iterator[Block]:
    """Yield the blocks of a Parquet file; ``end`` is estimated, as rows have no byte offsets."""
    size, line = Path(path).stat().st_size, 1
    for content, rows_read, total in split_parquet(path, rows):
        end = size * rows_read // total
        yield Block(path=path, line=line, byte=0, rows=line - 1, end=end, content=content)
        line = rows_read + 1


def parse_block(block: Block, declared: Declared, *, labels: bool = True) -> Dataset:
    r"""Read the records of a block, with their positions in the file."""
    before = (block.line - 1, block.byte, block.rows)
    return parse_dataset(block.content, block.path, declared, labels=labels, before=before)


def settle_format(declared: Declared, first: Block) -> Declared:
    r"""Return the declaration with the format recognised in the first block of a file."""
    return replace(declared, format=format_of(first.content, first.path, declared))
