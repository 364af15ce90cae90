"""The words that planning prompts and plans may use without narrowing anything.

Words that would narrow ("not", "before", "after", "most", "only", "except") stand in no list
unless the form that has them carries what they say.
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


GRAMMAR = words(
    "a an the this that it its and of to in at on for with by from between during through until "
    "till you your yourself i we me my our us they them there here is are be being been will "
    "would shall should can could may do have has had must need want wants wish like love hope "
    "plan plans planning intend going supposed expect prefer get please constraints"
)

ASIDE = GRAMMAR | words(
    "solve find give make write create show problem solution answer response start begin "
    "considering consider various different schedule schedules picking pick best one optimal "
    "optimize goal goals following follow follows below information list all "
)
TRAVEL_HEADING = words(
    "travel traveling distance distances time times minute minutes min mins "
    "place places location locations"
)
VISITING = words("visit visits visiting day days today city town trip stay staying")
PEOPLE = words("friend friends people person persons")
SUPERLATIVE = words("meet meeting see as many possible")
ARRIVAL = words("arrive arriving arrives start starting starts begin begins beginning")
PRESENCE = words("available free present waiting stay stays staying time located found")
MEETING = words("meet meeting see seeing visit spend spending talk minimum least time")

CITIES = words("city cities town towns european asian african american australian different")
STAYING = words("stay staying spend spending visit visiting remain remaining tour explore total")
FLYING = words("only take taking direct flight flights fly flying commute commuting travel")
EVENTS = words(
    "attend attending visit visiting meet meeting see seeing join joining watch watching "
    "celebrate celebrating tour together take part held place annual yearly local big "
    "relative relatives friend friends family parents cousin cousins colleague colleagues "
    "wedding workshop conference show concert festival party event exhibition fair match game "
    "ceremony birthday anniversary reunion parade opera play lecture seminar course class "
    "training summit convention tournament race marathon carnival market"
)

STEPS = GRAMMAR | words(
    "travel traveling walk drive go head reach arrive arriving minute minutes wait waiting meet "
    "meeting start starting begin solution"
)
STAY_STEPS = (
    GRAMMAR | CITIES | STAYING | FLYING | words("arrive arriving trip visit solution fly day days")
)
