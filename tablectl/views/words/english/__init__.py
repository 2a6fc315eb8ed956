"""english: the catalogue in English, by LOOK's style sheet: short sentences, names for players, seats for places.

A key's sentence is a text with fields, or a function of them. `{seat}` and `{other}` are players, `{Seat}` at the start of a
sentence; `{at}` is a seat as a place. Numbers are written by the sentence: `{least:,}`.
"""

from tablectl.views.words.english import acts, between, cards, clocks, floor, house, points, ways, wrong
from tablectl.views.words.english.fields import NO_REASON, fields
from tablectl.views.words.template import Sentence

SENTENCES: dict[str, Sentence] = {
    **acts.SENTENCES, **between.SENTENCES, **cards.SENTENCES, **clocks.SENTENCES, **floor.SENTENCES, **house.SENTENCES,
    **points.SENTENCES,
}
WRONG = wrong.SENTENCES                 # what is wrong with the table
WAYS = ways.SENTENCES                   # and the way on that the rulebook prescribes

__all__ = ["NO_REASON", "SENTENCES", "WAYS", "WRONG", "fields"]
