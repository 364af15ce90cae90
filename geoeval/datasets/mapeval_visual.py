"""The record format of MapEval-Visual: a multiple-choice question about a picture of a map."""

from __future__ import annotations

from collections.abc import Mapping

from geoeval.datasets.choices import Choices, check_options
from geoeval.datasets.faults import Faults, came, json_type
from geoeval.datasets.fields import read_text
from geoeval.datasets.labels import LabelForm, read_label
from geoeval.datasets.numbered import numbered_options
from geoeval.datasets.records import Question, Record, Span
from geoeval.errors import quote

_PICTURE, _COUNT = "image_path", "option_count"
_PUBLISHED = LabelForm(kind="from-1", unanswerable=("0",))


class MapEvalVisualFormat:
    """``{"image_path", "question", "options", "option_count", "answer", …}``.

    The options stand in one text, each on a line behind its number; the answer is that number,
    0 for unanswerable, where "0) Unanswerable" may stand among the options. A record has no id:
    the number of its row stands in its place.
    """

    name = "mapeval-visual"
    about = "MapEval-Visual: multiple choice about pictures, which are not read"

    def __init__(self, labels: LabelForm = _PUBLISHED) -> None:
        self._labels = labels

    def recognises(self, raw: Mapping[str, object]) -> bool:
        """Return whether a record has the fields that make it one of this format."""
        return _PICTURE in raw and "question" in raw

    def declaring(self, labels: LabelForm) -> MapEvalVisualFormat:
        """Return the format with a declaration about its labels."""
        return MapEvalVisualFormat(labels)

    def read(self, raw: object, span: Span, faults: Faults, *, labels: bool) -> Record | None:
        """Return the record that a JSON value holds, or None if it cannot be used."""
        if not isinstance(raw, dict):
            faults.add("GEO104", "$", f"expected a record (an object), got {json_type(raw)}")
            return None
        faults.id = faults.row
        picture = read_text(raw, _PICTURE, faults)
        text = read_text(raw, "question", faults)
        choices = _choices(raw, faults)
        label = None
        if labels and choices.texts:
            label = read_label(raw.get("answer"), choices, self._labels, "$.answer", faults)
            label = _within_count(label, raw, faults)
        category = raw.get("classification")
        if faults.fatal:
            return None
        return Record(
            question=Question(
                id=faults.row, text=text.strip(), options=choices.texts, numbered=True
            ),
            context="",
            label=label,
            category=category if isinstance(category, str) else None,
            span=span,
            picture=picture,
        )


def _choices(raw: Mapping[str, object], faults: Faults) -> Choices:
    """Read ``options`` and compare their number with ``option_count``."""
    path = "$.options"
    value = raw.get("options")
    numbered = numbered_options(value) if isinstance(value, str) else ()
    if not numbered:
        message = (
            f'expected options on lines that begin with "1)", "2)", …, got {came(raw, "options")}'
        )
        faults.add("GEO103" if value is None else "GEO104", path, message)
        return Choices()
    texts = tuple(text for number, text in numbered if number > 0)
    check_options(texts, path, faults)
    stated = raw.get(_COUNT)
    if stated is not None and str(stated).strip() != str(len(texts)):
        message = f"expected the number of options, which is {len(texts)}, got {quote(stated)}"
        faults.add("GEO114", f"$.{_COUNT}", message, fatal=False)
    return Choices(texts=texts)


def _within_count(label: int | None, raw: Mapping[str, object], faults: Faults) -> int | None:
    """Return the label, or None if it names an option beyond the stated number of them."""
    stated = str(raw.get(_COUNT, "")).strip()
    if label is None or not stated.isdecimal() or label < int(stated):
        return label
    message = f"expected a label within the stated {stated} options, got {quote(raw['answer'])}"
    faults.add("GEO105", "$.answer", message, fatal=False)
    return None
