"""reasons: why an act is refused, why the table is halted, and what the rulebook prescribes, as
texts.

Each is a key with values, because journals have them (engine/state/why.py, rules/irregular.py):
here alone a text is looked up by a key. Everything else that a view says is a text at the place
that says it (tablectl/text). The style is LOOK's: short sentences, names for players, seats for
places. A key's sentence is a text, or a function of values that chooses one. In a text `{seat}` and
`{other}` are players, also at the start of a sentence; `{at}` is a seat as a place; fields.py has
the others.
"""

from collections.abc import Mapping

from tablectl.engine.facts import Noticed, Refused
from tablectl.engine.state.halt import Irregularity
from tablectl.engine.state.hand import Void
from tablectl.engine.state.table import Table
from tablectl.engine.state.why import Values
from tablectl.locale import ENGLISH, Translator
from tablectl.present.news import News, ReadOut
from tablectl.present.reasons import (
    acts,
    between,
    cards,
    floor,
    holds,
    house,
    irregularities,
    steps,
)
from tablectl.present.reasons.fields import NO_REASON, Sentence, fill_sentence
from tablectl.text import Names, Value, player_names, say, unnamed

SENTENCES: dict[str, Sentence] = {
    **acts.SENTENCES,
    **between.SENTENCES,
    **cards.SENTENCES,
    **floor.SENTENCES,
    **holds.SENTENCES,
    **house.SENTENCES,
}


def table_names(t: Table, tr: Translator = ENGLISH) -> Names:
    """What the players of this table are called, by name, or by seat where they have none."""
    return player_names(tr, *[seat.name for seat in t.seats])


def say_notice(notice: News, names: Names = unnamed) -> str:
    """What a notice or a refusal says."""
    return say(notice.text if isinstance(notice, ReadOut) else notice_text(notice), names)


def notice_text(notice: Noticed | Refused) -> Value:
    return reason_text(notice.why, notice.values, notice.seat, notice.code)


def reason_text(why: str, values: Values, seat: int | None, code: str = "") -> Value:
    """`seat`: the seat, if no value names one. `code`: shown for a key of a newer program,
    which has no sentence here.
    """
    return _find_text(
        why, code, {**values, "seat": values.get("seat", seat)}, SENTENCES, irregularities.SENTENCES
    )


def irregularity_text(case: Irregularity) -> Value:
    """Why the table is halted."""
    return _find_text(case.why, case.kind, case.values, irregularities.SENTENCES)


def remedy_text(case: Irregularity) -> Value:
    """What the rulebook prescribes for it, in sentences."""
    return (
        steps.remedy_text(case.way, case.values)
        if case.way in steps.STEPS
        else case.remedy.replace("_", " ")
    )


def remedy_steps(case: Irregularity) -> tuple[list[Value], Value]:
    """What people do now, and what follows."""
    return (
        steps.remedy_steps(case.way, case.values)
        if case.way in steps.STEPS
        else ([remedy_text(case)], "")
    )


def void_cause(void: Void) -> Value:
    """Why a hand does not count: the floor's own words, or the irregularity."""
    if void.cause or not void.why:
        return void.cause or NO_REASON
    return _find_text(void.why, void.kind, void.values, irregularities.SENTENCES)


def _find_text(key: str, code: str, values: Values, *catalogues: Mapping[str, Sentence]) -> Value:
    known = next((catalogue[key] for catalogue in catalogues if key in catalogue), None)
    return fill_sentence(known, values) if known is not None else code.replace("_", " ")
