"""english: the catalogue in English, by LOOK's style sheet: short sentences, names for players, seats for places.

A key's sentence is a text with fields, or a function of them. `{seat}` and `{other}` are players, `{Seat}` at the start of a
sentence; `{at}` is a seat as a place. Numbers are written by the sentence: `{least:,}`.
"""

from typing import Final

from tablectl.views.words.english import (
    acts,
    aloud,
    asks,
    between,
    boxes,
    cards,
    clocks,
    coming,
    effects,
    floor,
    holds,
    house,
    outs,
    points,
    results,
    steps,
    ways,
    wrong,
)
from tablectl.views.words.english.fields import NO_REASON, fields, nobody
from tablectl.views.words.template import Catalogue

CATALOGUE: Final = Catalogue(
    name="en",
    sentences={
        **acts.SENTENCES, **between.SENTENCES, **cards.SENTENCES, **clocks.SENTENCES, **floor.SENTENCES, **holds.SENTENCES,
        **house.SENTENCES, **points.SENTENCES,
    },
    says={**asks.SENTENCES, **coming.SENTENCES, **effects.SENTENCES, **aloud.SENTENCES, **results.SENTENCES,
          **holds.SAYS, **outs.SENTENCES, **boxes.SENTENCES},
    wrong=wrong.SENTENCES, ways=ways.SENTENCES, steps=steps.STEPS, later=steps.LATER,
    fields=fields, nobody=nobody, no_reason=NO_REASON,
)

__all__ = ["CATALOGUE"]
