"""A folder of pictures with questions about them, in the format of MapEval-Visual."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from geoeval.errors import UsageError, quote
from geoeval.files import write_file
from geoeval.generation.visual.questions import OPTIONS, VISUAL_KINDS, MapQuestion
from geoeval.generation.visual.snapshot import MapCanvas, Snapshot
from geoeval.world.model import World

_TRIES = 60
_FEWEST = 8  # minimum number of places in a picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictured:
    """A question with its picture; ``label`` is the zero-based index of the right option."""

    asked: MapQuestion
    snapshot: Snapshot
    options: tuple[str, ...]
    label: int


def generate_pictures(world: World, count: int, seed: int) -> Iterator[Pictured]:
    """Yield questions about pictures of a map, the same for the same seed."""
    map_canvas = MapCanvas(world)
    kinds = tuple(VISUAL_KINDS)
    for number in range(count):
        draw = Random(f"{seed}/{number}")  # noqa: S311 - no secret
        found = _make_picture(map_canvas, kinds[number % len(kinds)], number, draw)
        if found is None:
            raise UsageError(
                f"only {number} of {count} pictures could be made: the map has too few places; "
                f"{map_canvas.undrawn} of its names cannot be drawn with any installed font"
            )
        yield found


def write_pictures(
    world: World,
    folder: str,
    count: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write pictures, their contents and ``questions.json``; return the number of pictures."""
    target = Path(folder)
    records = []
    try:
        (target / "pictures").mkdir(parents=True, exist_ok=True)
        for number, each in enumerate(generate_pictures(world, count, seed), start=1):
            path = f"pictures/{number:04d}.png"
            write_file(target / path, each.snapshot.png)
            shown = json.dumps(each.snapshot.describe(), ensure_ascii=False, indent=1)
            write_file(target / f"pictures/{number:04d}.json", f"{shown}\n".encode())
            records.append(_picture_record(each, path, seed))
            if progress is not None:
                progress(number, count)
        text = json.dumps(records, ensure_ascii=False, indent=1)
        write_file(target / "questions.json", f"{text}\n".encode())
    except OSError as error:
        raise UsageError(
            f"the folder {quote(folder)} cannot be written: {error.strerror}"
        ) from None
    return len(records)


def _make_picture(map_canvas: MapCanvas, kind: str, number: int, draw: Random) -> Pictured | None:
    for _ in range(_TRIES):
        snapshot = map_canvas.snapshot(draw)
        if snapshot is None or len(snapshot.places) < _FEWEST:
            continue
        asked = VISUAL_KINDS[kind](snapshot, draw)
        if asked is not None:
            options = draw.sample(asked.wrong, len(asked.wrong))
            label = (number // len(VISUAL_KINDS) + number) % OPTIONS
            options.insert(label, asked.right)
            return Pictured(asked=asked, snapshot=snapshot, options=tuple(options), label=label)
    return None


def _picture_record(each: Pictured, path: str, seed: int) -> dict[str, object]:
    return {
        "image_path": path,
        "question": each.asked.text,
        "options": "\n".join(f"{at}) {text}" for at, text in enumerate(each.options, start=1)),
        "option_count": len(each.options),
        "answer": each.label + 1,
        "classification": each.asked.category,
        "proof": {
            "kind": each.asked.kind,
            "seed": seed,
            "margin": each.asked.margin,
            "unit": "px",
            "steps": list(each.asked.steps),
        },
    }
