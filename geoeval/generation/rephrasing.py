"""Questions reworded by a language model, if the new words are read as the same query."""

from __future__ import annotations

from dataclasses import replace

from geoeval.datasets.records import Question
from geoeval.errors import ModelOutputError
from geoeval.generation.generate import Generated
from geoeval.generation.proofs import flaw_of
from geoeval.llm.chat import JsonModel, object_in
from geoeval.llm.completion import Message
from geoeval.query.solve import query_adapter
from geoeval.world.model import World
from geoeval.world.reader import read_context

_SYSTEM = (
    "You reword questions about maps. Say the same in other words, as people talk. Keep every "
    "name, number, time and condition as it is; add nothing and answer nothing. Reply with a JSON "
    'object: {"question": "..."}.'
)
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"question": {"type": "string"}},
    "required": ["question"],
    "additionalProperties": False,
}
_LONGEST = 3  # times the length of the original: a longer text is an explanation, not a question


def rephrase_question(found: Generated, model: JsonModel, name: str, world: World) -> Generated:
    """Return the question in the words of a model, or unchanged if they are misread."""
    ask = [Message("system", _SYSTEM), Message("user", found.text)]
    try:
        text = object_in(model.ask(ask, _SCHEMA, "question").text).get("question")
    except ModelOutputError:
        return found
    if not isinstance(text, str) or not 0 < len(text) <= _LONGEST * len(found.text):
        return found
    known = read_context(found.context)[0] if found.context else world
    question = Question(id=0, text=" ".join(text.split()), options=found.options)
    query = query_adapter().validate_python(found.query)
    if question.text == found.text or flaw_of(query, question, found.label, known) is not None:
        return found
    return replace(found, text=question.text, reworded_by=name)
