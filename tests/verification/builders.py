"""Records, worlds and values that the tests of verification build."""

from __future__ import annotations

from geoeval.datasets.records import Question, Record, Span
from geoeval.query.conventions import DEFAULT, Conventions
from geoeval.query.values import Names, Quantity
from geoeval.verification.answer import answer_question
from geoeval.verification.judging.judge import judge
from geoeval.verification.model import Item
from geoeval.world.model import Place, World
from geoeval.world.reader import read_context

SPAN = Span(file="made.json", line=3, column=2)
TOWN = """Information of <b>Old Mill</b>:
- Location: 1 Low Rd(60.0, 25.0).
- Rating: 4.2. (20 ratings).

Information of <b>Ox Inn</b>:
- Location: 2 High Rd(60.0, 25.2).
- Rating: 3.9. (40 ratings).

Information of <b>Fig Hall</b>:
- Location: 3 Quay(60.3, 25.0).
- Rating: 4.8. (10 ratings).
"""


def question(
    *options: str, query: object = None, text: str = "Which is it?", name: int | str = 1
) -> Question:
    """Make a question with its options."""
    return Question(id=name, text=text, options=options, query=query)


def record(
    *options: str,
    label: int | None,
    query: object = None,
    context: str = TOWN,
    text: str = "Which is it?",
    name: int | str = 1,
) -> Record:
    """Make a record with its label."""
    asked = question(*options, query=query, text=text, name=name)
    return Record(question=asked, context=context, label=label, category=None, span=SPAN)


def metres(amount: float, tolerance: float = 0.0) -> Quantity:
    """Make a length."""
    return Quantity(amount=amount, unit="m", tolerance=tolerance)


def minutes(amount: float, tolerance: float = 0.0) -> Quantity:
    """Make a duration, given in minutes."""
    return Quantity(amount=60 * amount, unit="s", tolerance=60 * tolerance)


def count(amount: float) -> Quantity:
    """Make a count."""
    return Quantity(amount=amount, unit="count")


def ranked(*names: str, tied: int = 1) -> Names:
    """Make ranked names, the first offered of which is the answer."""
    return Names(names=names, reading="ranked", tied=tied)


def world_of(**points: tuple[float, float]) -> World:
    """Make a world of places at points; underscores in a name stand for spaces."""
    return World(
        places=tuple(
            Place(name=name.replace("_", " "), location=point) for name, point in points.items()
        )
    )


def judged(labelled: Record, conventions: Conventions = DEFAULT) -> Item:
    """Answer and judge a record."""
    world = read_context(labelled.context)[0]
    answer = answer_question(labelled.question, world, conventions)
    return judge(labelled, answer, world, conventions)
