"""A ruling is read out to all, once: in a sentence of its own, or by the panel that says it."""

from collections import Counter
from contextlib import suppress

import pytest

from tablectl.engine.engine import handle
from tablectl.engine.facts import Ruled
from tablectl.engine.floor import RULINGS
from tablectl.engine.floor_json import BadRuling, read_ruling
from tablectl.engine.halts.remedies import REMEDIES
from tablectl.games.catalog import PRESETS
from tablectl.present.news import CODE
from tablectl.present.public import public_view
from tablectl.present.readout import CONFIRMED, list_notices
from tests.happened import press, ruled, three_dealt
from tests.harvest import of_chance
from tests.present.speech import SPEECH
from tests.present.test_prompts import with_names
from tests.tiers import tiered

LONGEST = 64  # letters: there is room for no more in the strip
SAID_BY_THE_SCORE = {"made", "missed"}
SAID_BY_THE_SCREEN = {"pause"}
ACTS = ("fold", "check", "call", "raise_to", "ante", "bonus", "pass", "bet")


def rulings(t):
    """Each ruling there is, at the seats and with the amounts of this table."""
    seats = [seat.number for seat in t.seats if seat.status != "empty"]
    fields = {
        "act": [
            {"seat": t.to_act or seats[0], "act": act, "amount": 2 * t.stakes.big_blind or 5}
            for act in ACTS
        ],
        "dead": [{"seat": n} for n in seats],
        "chips": [{"seat": seats[0], "stack": 77}],
        "award": [
            {"pot": 0, "seats": (seats[0],)},
            {"pot": 1, "seats": (seats[-1],)},
            {"pot": 0, "seats": tuple(seats)},
        ],
        "card": [{"card": card} for card in t.game.deck.cards[:4]],
        "colour_up": [{"chip": chip} for chip in t.chips[:1]],
        "exposed": [{"seat": seats[0], "card": "Ah"}],
        "wrong_count": [{"seat": seats[0], "cards": 3}],
        "joker": [{"seat": seats[0]}],
        "misplaced": [{"seats": tuple(seats[:2])}],
        "level": [{"minutes": 5}, {"minutes": -5}, {"to": 2}],
        "break": [{"minutes": 5}],
        "button": [{"seat": n} for n in seats],
    }
    for ruling in RULINGS:
        for more in fields.get(ruling, [{}]):
            # two seats lie exchanged only where there are two
            with suppress(BadRuling):
                yield ruled(read_ruling({"floor": ruling, "why": "a test", **more}))


def is_said_elsewhere(before, after, ruling):
    """By a panel that is new (a halt, a void hand, a result), or by what the screen shows of it
    all the time.
    """
    is_a_new_case = after.case is not None and (
        after.case != before.case or ruling in ("exposed", "joker", "wrong_count")
    )
    is_over = before.in_hand and not after.in_hand
    is_void = not before.in_hand and after.shown.void != before.shown.void
    is_reported = len(after.further) > len(before.further)
    return (
        is_a_new_case
        or is_over
        or is_void
        or is_reported
        or ruling in SAID_BY_THE_SCORE | SAID_BY_THE_SCREEN
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", tiered(PRESETS, ["canterbury"]))
def test_each_ruling_that_is_taken_is_read_out_or_stands_in_a_panel(name):
    """Clauses: F-6, G-12."""
    heard = Counter()
    wrong = set()
    for seed in range(2):
        states = [with_names(t) for t, _, _ in of_chance(name, f"read out {seed}", hands=3)]
        for t in states[::3]:
            for event in rulings(t):
                after, rows = handle(t, (event,))
                if not any(isinstance(fact, Ruled) for fact in rows[0].facts):
                    continue
                told = list_notices(t, rows)
                aloud = [
                    notice.text
                    for notice in public_view(after, 0, told).notices
                    if notice.code == CODE
                ]
                heard[event.ruling.name] += 1
                if len(aloud) > 1 or (
                    not aloud and not is_said_elsewhere(t, after, event.ruling.name)
                ):
                    wrong.add(
                        f"{event.ruling.name} {t.irregularity and t.irregularity.remedy}: {aloud} "
                        f"{told}"
                    )
                wrong |= {
                    text
                    for text in aloud
                    if len(text) > LONGEST or SPEECH["en"].never.search(text) or "None" in text
                }
    assert wrong == set()
    assert heard.total() > 200


def test_every_remedy_has_its_words():
    assert set(CONFIRMED) == set(REMEDIES)


def test_what_is_taken_back_is_named():
    """Clauses: F-6, F-1. Which ruling, about whom; and whose fold."""
    t = three_dealt(names={3: "Luca"})

    def told(*events):
        before, _ = handle(t, events[:-1])
        after, rows = handle(before, events[-1:])
        return [notice.text for notice in public_view(after, 0, list_notices(before, rows)).notices]

    dead, undo = (
        read_ruling({"floor": "dead", "seat": 3, "why": "a test"}),
        read_ruling({"floor": "undo"}),
    )
    assert told(ruled(dead), ruled(undo)) == ['Ruled: "dead" (Luca) is taken back.']
    assert told(press(3, "fold"), press(3, "undo")) == ["Luca takes the fold back."]
