"""english: all sentences, in English, by LOOK's style sheet: short sentences, names for players, seats for places.

A key's sentence is a text with fields, or a function of them. `{seat}` and `{other}` are players, `{Seat}` at the start of a
sentence; `{at}` is a seat as a place. Numbers are written by the sentence: `{least:,}`. The English is what another language
translates (tablectl/locale): each text of a function goes through `tr`, and is whole enough to be put in another order.
"""

from functools import partial

from tablectl.locale import Translator
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
from tablectl.views.words.template import Catalogue, Sentence

SENTENCES: dict[str, Sentence] = {
    **acts.SENTENCES, **between.SENTENCES, **cards.SENTENCES, **clocks.SENTENCES, **floor.SENTENCES, **holds.SENTENCES,
    **house.SENTENCES, **points.SENTENCES,
}
SAYS: dict[str, Sentence] = {
    **asks.SENTENCES, **coming.SENTENCES, **effects.SENTENCES, **aloud.SENTENCES, **results.SENTENCES, **holds.SAYS,
    **outs.SENTENCES, **boxes.SENTENCES,
}


def catalogue(tr: Translator) -> Catalogue:
    """The sentences in the language of the translator; its texts are looked up once, here."""
    return Catalogue(
        name=tr.code, sentences=_in(tr, SENTENCES), says=_in(tr, SAYS), wrong=_in(tr, wrong.SENTENCES),
        ways=_in(tr, ways.SENTENCES),
        later=_in(tr, steps.LATER), steps={key: tuple(map(partial(_text, tr), found)) for key, found in steps.STEPS.items()},
        fields=fields, nobody=lambda seat: nobody(seat, tr), no_reason=tr(NO_REASON), tr=tr)


def _in(tr: Translator, sentences: dict[str, Sentence]) -> dict[str, Sentence]:
    return {key: _text(tr, sentence) for key, sentence in sentences.items()}


def _text(tr: Translator, sentence: Sentence) -> Sentence:
    return tr.text(sentence) if isinstance(sentence, str) else sentence


__all__ = ["catalogue"]
