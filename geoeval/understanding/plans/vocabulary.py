"""The words that planning prompts and plans may use without narrowing anything.

Words that would narrow ("not", "before", "after", "most", "only", "except"), and prepositions
that would move a time ("by", "until"), stand in no list: a form that takes one carries it in a
phrase, with the mention that it belongs to.
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a text.

    Examples
    --------
    >>> sorted(words("to be or to do"))
    ['be', 'do', 'or', 'to']
    """
    return frozenset(text.split())


PRONOUNS = words("i you he she it we they there this that these those your our their everyone")
NARROWING = words(
    "not no never nor none only just except excluding but without unless if when before after "
    "least most each every any always either neither instead"
)
JOINTS = words("of the de da do dos das del la le les el al von van der den di du and")

GRAMMAR = words(
    "a an the of and to it you your yourself i we me my our us they them there here is are be "
    "will would shall should must need have want wants wish like love hope plan planning intend "
    "going supposed expect prefer get please constraints"
)
TASK = words(
    "the a and by considering various different schedule schedules picking pick best one to "
    "optimize your goals goal please"
)
TRAVEL_TABLE = words(
    "here are is the all in list of following below between from minutes minute min mins place "
    "places location locations"
)
DAY_OUT = words("visit visiting meet meeting see in for day days today city town trip")
PRESENCE = words(
    "is will be can the and constraints available free present waiting stay stays located found"
)
MEETING = words("meet meeting see seeing visit spend talk time for with")
ARRIVING = words("day trip visit today")

TOUR = words(
    "find visit visiting trip city cities town towns total in by take taking direct flights "
    "commute travel between different"
)
FLYING = words("to commute travel fly flying between by the cities towns")
FLIGHT_LIST = words("here are the these all list of following below between cities towns")
STAYING = words("stay staying spend spending visit visiting remain tour explore time city")
EVENTS = words(
    "in for with attend attending visit visiting meet meeting see seeing join joining watch "
    "watching celebrate celebrating tour together take part held place annual yearly local big "
    "relative relatives friend friends family parents cousin cousins colleague colleagues "
    "wedding workshop conference show concert festival party event exhibition fair match game "
    "ceremony birthday anniversary reunion parade opera play lecture seminar course class "
    "training summit convention tournament race marathon carnival market"
)

STEPS = words("you i we then and will solution travel walk drive go head wait meet start")
STAY_STEPS = words("you i we then and will the a direct flight city of solution")
